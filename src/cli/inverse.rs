//! `inverse`.

use super::args::Inverse;
use super::generate::show_stats;
use super::input::{LayoutLines, Patterns, puzzle_option, theme_option, told_layout};
use super::output::Output;
use super::{CliError, Exit, survey};
use crate::generate::Undecided;
use crate::generate::inverse::{
    Backward, BackwardRequest, Effort, Ended, Move, RequestError, Target, Way, backward, bottleneck, default_methods,
};
use crate::grid::{Pattern, Puzzle, Shape, Theme};
use crate::jobs::StopFlag;
use crate::logic::se_rating;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A line of `inverse --json`.
#[derive(Serialize)]
struct InverseLine {
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    solution: Option<String>,
    clues: Option<usize>,
    hardest: Option<&'static str>,
    /// Figure of Sudoku Explainer.
    rating: Option<f64>,
    /// The fewest steps to choose from on a board of the trace, as long as half of the cells are empty.
    bottleneck: Option<usize>,
    seconds: f64,
    verdict: &'static str,
    heuristic: String,
    /// Inverse moves from the solution to the puzzle.
    moves: Option<usize>,
    /// Good children to choose from in a step, on average.
    good_children: Option<f64>,
    restarts: Option<u64>,
    backtracks: Option<u64>,
    /// The puzzle that came closest, where none was all that was asked for.
    closest: Option<String>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<Vec<String>>,
}

pub(super) fn inverse(args: &Inverse) -> Result<Exit, CliError> {
    let shape = args.common.shape();
    let patterns = args.pattern.as_ref().map(|text| Patterns::read(text, args.common.shape)).transpose()?;
    let solution = args.solution.as_ref().map(|text| puzzle_option("--solution", text, shape)).transpose()?;
    if let Some(n_puzzles) = args.survey {
        let request = request(args, shape, None, solution, theme_option(&args.theme, shape)?);
        return survey::survey(args, &request, n_puzzles);
    }
    let mut output = Output::new();
    let mut exit = Exit::Done;
    let mut layouts = LayoutLines::new(patterns.as_ref(), args.common.json);
    for pattern in Patterns::each(patterns.as_ref()) {
        let shape = pattern.map_or(shape, |pattern| pattern.shape);
        if let Some(line) = layouts.before(shape) {
            output.line(&line)?;
        }
        let theme = theme_option(&args.theme, shape)?;
        for i in 0..u64::from(args.count) {
            let request = request(args, shape, pattern, solution.clone(), theme.clone());
            let request = BackwardRequest { seed: args.seed.wrapping_add(i), ..request };
            let start = Instant::now();
            let watch = StopFlag::after(Duration::from_secs_f64(args.time_limit));
            let ended = backward(&request, &watch, &mut |_| ()).map_err(|error| wrong(&error))?;
            let seconds = start.elapsed().as_secs_f64();
            if args.stats {
                let (restarts, backtracks) = match &ended {
                    Ended::Found(found) | Ended::Undecided(_, Some(found)) => (found.restarts, found.backtracks),
                    Ended::Undecided(_, None) => (0, 0),
                };
                show_stats(&format!(
                    "seed {}: {restarts} restarts, {backtracks} runs taken back in part, {} puzzles dropped, {seconds:.3} s",
                    request.seed,
                    watch.n_dropped()
                ));
            }
            exit = exit.max(report(args, shape, &mut output, &ended, seconds)?);
            output.flush()?;
            if output.is_closed() {
                return Ok(exit);
            }
        }
    }
    Ok(exit)
}

/// What is asked for.
fn request(
    args: &Inverse,
    shape: Shape,
    pattern: Option<Pattern>,
    solution: Option<Puzzle>,
    theme: Theme,
) -> BackwardRequest {
    let exactly = || args.exactly.iter();
    BackwardRequest {
        shape,
        strategies: args.strategies.unwrap_or_else(|| default_methods(shape)),
        schedule: args.heuristic.clone(),
        pattern,
        symmetry: args.symmetry,
        solution,
        fixed: Puzzle::empty(shape),
        theme,
        target: Target {
            difficulty: args.target,
            clues: args.clues,
            required: args.require,
            at_least: args.at_least.iter().chain(exactly().filter(|(_, count)| *count > 0)).copied().collect(),
            at_most: args.at_most.iter().chain(exactly()).copied().collect(),
        },
        effort: Effort::default(),
        is_literal: args.literal,
        seed: args.seed,
    }
}

/// An error of the request, with the option that it is about.
pub(super) fn wrong(error: &RequestError) -> CliError {
    CliError(match error {
        RequestError::Clues(_) => format!("--clues: {error}"),
        RequestError::ThemeWithoutPattern | RequestError::GridBreaksTheme(_) | RequestError::ThemeImpossible(_) => {
            format!("--theme: {error}")
        }
        _ => error.to_string(),
    })
}

fn report(args: &Inverse, shape: Shape, output: &mut Output, ended: &Ended, seconds: f64) -> Result<Exit, CliError> {
    let (found, closest, reason) = match ended {
        Ended::Found(found) => (Some(found), None, None),
        Ended::Undecided(Undecided::Stopped, closest) => {
            (None, closest.as_ref(), Some(format!("not found within {} s", args.time_limit)))
        }
        Ended::Undecided(Undecided::GaveUp(why), closest) => (None, closest.as_ref(), Some(why.clone())),
    };
    let figure = found.and_then(|found| se_rating(found.found.puzzle())).map(|rating| f64::from(rating.whole) / 10.0);
    let narrowest = found.map(|found| {
        let methods = || default_methods(found.found.puzzle().shape());
        bottleneck(found.found.trace(), args.strategies.unwrap_or_else(methods))
    });
    if args.common.json {
        output.json(&InverseLine {
            puzzle: found.map(|found| found.found.puzzle().to_string()),
            layout: told_layout(shape),
            solution: found.map(|found| found.found.solution().to_string()),
            clues: found.map(|found| found.found.puzzle().n_clues()),
            hardest: found.and_then(|found| found.found.trace().hardest()).map(crate::logic::StrategyId::name),
            rating: figure,
            bottleneck: narrowest,
            seconds,
            verdict: if found.is_some() { "found" } else { "undecided" },
            heuristic: args.heuristic.to_string(),
            moves: found.map(|found| found.way.moves.len()),
            good_children: found.map(|found| good_children(found)),
            restarts: found.map(|found| found.restarts),
            backtracks: found.map(|found| found.backtracks),
            closest: closest.map(|closest| closest.found.puzzle().to_string()),
            reason,
            way: found.filter(|_| args.way).map(|found| found.way.moves.iter().map(|m| name(m, &found.way)).collect()),
        })?;
    } else if let Some(found) = found {
        if args.way {
            for step in &found.way.moves {
                output.line(&format!("# {}", name(step, &found.way)))?;
            }
        }
        let hardest = found.found.trace().hardest().map_or("-", crate::logic::StrategyId::name);
        let figure = figure.map(|figure| format!("; SE {figure:.1}")).unwrap_or_default();
        output.line(&format!(
            "{} # {} clues; hardest {hardest}{figure}; steps open at the bottleneck: {}; {} moves, {:.0} good children each",
            found.found.puzzle(),
            found.found.puzzle().n_clues(),
            narrowest.unwrap_or_default(),
            found.way.moves.len(),
            good_children(found)
        ))?;
    } else {
        let closest = closest.map(|closest| format!("; closest: {}", closest.found.puzzle())).unwrap_or_default();
        output.line(&format!("# undecided: {}{closest}", reason.unwrap_or_default()))?;
    }
    Ok(if found.is_some() { Exit::Done } else { Exit::Undecided })
}

fn good_children(found: &Backward) -> f64 {
    found.census.good_children as f64 / found.census.choices.max(1) as f64
}

/// "r1c1=5 Single candidate" for an emptied cell, "r1c1<>5 Exclusion" for a mark put back.
fn name(step: &Move, way: &Way) -> String {
    let shape = way.solution.shape();
    let candidate = step.candidate;
    let what = if step.is_cell() { candidate.placed_name(shape) } else { candidate.eliminated_name(shape) };
    format!("{what} {}", step.method.title())
}
