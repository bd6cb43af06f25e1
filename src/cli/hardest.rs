//! `generate --hardest-possible`.

use super::args::Generate;
use super::generate::{UNDECIDED, show_stats};
use super::input::told_layout;
use super::output::Output;
use super::{CliError, Exit};
use crate::generate::{Found, HardestEnd, Request, Undecided, hardest as look};
use crate::jobs::StopFlag;
use crate::logic::Scale;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A line of `generate --hardest-possible --json`.
#[derive(Serialize)]
struct HardestLine {
    /// Where it is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    /// Where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    pattern: String,
    verdict: &'static str,
    puzzle: Option<String>,
    solution: Option<String>,
    scale: &'static str,
    /// On that scale.
    figure: Option<f64>,
    /// Whether it is known that none is harder.
    none_harder: bool,
    seconds: f64,
    reason: String,
}

/// Looks for the hardest puzzle of the pattern until the time is over or the flag is raised: harder ones are shown as they
/// are found, the last one in the end.
pub(super) fn hardest(
    args: &Generate,
    request: &Request,
    stop: &StopFlag,
    output: &mut Output,
) -> Result<Exit, CliError> {
    let scale = args.scale;
    let start = Instant::now();
    let watch = stop.within(Duration::from_secs_f64(args.time_limit));
    let mut best: Option<(Found, u32)> = None;
    let mut failed = None;
    let end = look(request, scale, &watch, &mut |found, figure| {
        // JSON has one line for each pattern.
        if !args.common.json && failed.is_none() {
            let line = format!("# {}: {}", title(scale, figure), found.puzzle());
            failed = output.line(&line).and_then(|()| output.flush()).err();
        }
        best = Some((found, figure));
        if failed.is_some() || output.is_closed() {
            stop.raise();
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if args.stats {
        let seconds = start.elapsed().as_secs_f64();
        show_stats(&format!("{} in {seconds:.3} s, {} puzzles dropped", request.pattern, watch.n_dropped()));
    }
    let is_impossible = matches!(end, HardestEnd::Impossible(_));
    let none_harder = matches!(end, HardestEnd::NoneHarder(_));
    let within = args.time_limit;
    let reason = match end {
        HardestEnd::Impossible(impossible) => impossible.reason().sentence.clone(),
        HardestEnd::NoneHarder(why) => format!("none is harder: {}", lower_first(why.trim_end_matches('.'))),
        HardestEnd::Undecided(Undecided::GaveUp(why)) => why,
        HardestEnd::Undecided(Undecided::Stopped) => match (&best, stop.is_raised_by_hand()) {
            (Some(_), true) => "stopped; there may be a harder one".to_owned(),
            (Some(_), false) => format!("none harder was found within {within} s; there may be one"),
            (None, true) => "stopped before a puzzle was found".to_owned(),
            (None, false) => format!("no puzzle found within {within} s; that does not mean that there is none"),
        },
    };
    let (exit, verdict) = match best {
        // A signal ends it before the time that it was given.
        Some(_) if !none_harder && stop.is_raised_by_hand() => (Exit::Undecided, "found"),
        Some(_) => (Exit::Done, "found"),
        None if is_impossible => (Exit::Impossible, "impossible"),
        None => (Exit::Undecided, UNDECIDED),
    };
    let pattern = &request.pattern;
    if args.common.json {
        output.json(&HardestLine {
            layout: told_layout(pattern.shape),
            theme: (!request.theme.is_empty()).then(|| request.theme.text(pattern.shape)),
            pattern: pattern.to_string(),
            verdict,
            puzzle: best.as_ref().map(|(found, _)| found.puzzle().to_string()),
            solution: best.as_ref().map(|(found, _)| found.solution().to_string()),
            scale: scale.name(),
            figure: best.as_ref().map(|&(_, figure)| f64::from(figure) / 10.0),
            none_harder,
            seconds: start.elapsed().as_secs_f64(),
            reason,
        })?;
    } else {
        match best {
            Some((found, figure)) => {
                output.line(&format!("{} # {}; {reason}", found.puzzle(), title(scale, figure)))?;
            }
            None => output.line(&format!("# {pattern} {verdict}: {reason}"))?,
        }
    }
    output.flush()?;
    Ok(exit)
}

/// A figure with its scale: `SE 7.2`.
fn title(scale: Scale, figure: u32) -> String {
    format!("{} {}", scale.short_title(), scale.text(figure))
}

/// The sentence in the middle of another, unless it begins with a name.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain([second]).chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
