//! `generate --hardest-possible`.

use super::answer::{GenerateLine, tell_steps};
use super::args::Generate;
use super::generate::{UNDECIDED, show_stats};
use super::output::Output;
use super::{CliError, Exit};
use crate::generate::{Found, HardestEnd, Request, Undecided, hardest as look};
use crate::jobs::StopFlag;
use crate::logic::Scale;
use serde::Serialize;
use std::time::{Duration, Instant};

/// What a line of `generate --json` says besides with `--hardest-possible`.
#[derive(Serialize)]
pub(super) struct HardestFields {
    scale: &'static str,
    /// On that scale.
    figure: Option<f64>,
    /// Whether it is known that none is harder.
    none_harder: bool,
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
        HardestEnd::NoneHarder(why) => format!("none is harder: {why}"),
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
    let found = best.as_ref().map(|(found, _)| found);
    if args.common.json {
        let method = found.map_or(args.method, Found::method);
        let figure = best.as_ref().map(|&(_, figure)| f64::from(figure) / 10.0);
        let seconds = start.elapsed().as_secs_f64();
        let mut line = GenerateLine::new(request, verdict, found, method, seconds, Some(reason));
        line.hardest = Some(HardestFields { scale: scale.name(), figure, none_harder });
        output.json(&line)?;
    } else {
        match &best {
            Some((found, figure)) => {
                output.line(&format!("{} # {}; {reason}", found.puzzle(), title(scale, *figure)))?;
                tell_steps(request, found, output)?;
            }
            None => output.line(&format!("# {} {verdict}: {reason}", request.pattern))?,
        }
    }
    output.flush()?;
    Ok(exit)
}

/// A figure with its scale: `SE 7.2`.
fn title(scale: Scale, figure: u32) -> String {
    format!("{} {}", scale.short_title(), scale.text(figure))
}
