//! `minimum`.

use super::args::Minimum;
use super::generate::thread_pool;
use super::output::Output;
use super::{CliError, Exit, signals};
use crate::generate::{Ground, minimum as look};
use serde::Serialize;
use std::time::Duration;

/// A line of `minimum --json`.
#[derive(Serialize)]
struct MinimumLine {
    strategies: String,
    clues: Option<usize>,
    proven_minimum: bool,
    puzzle: Option<String>,
    lower_bound: usize,
    /// Where the lower bound is not proven here: "by published enumeration", with the source.
    lower_bound_ground: Option<String>,
}

pub(super) fn minimum(args: &Minimum) -> Result<Exit, CliError> {
    if args.strategies.is_empty() {
        return Err(CliError("--strategies: name at least one strategy".to_owned()));
    }
    let n_cells = args.common.shape.n_cells();
    if args.at_most.is_some_and(|at_most| at_most > n_cells) {
        return Err(CliError(format!("--at-most: a puzzle of this shape has 1 to {n_cells} clues")));
    }
    let pool = thread_pool(args.threads)?;
    let mut output = Output::new();
    let mut failed = None;
    let stop = signals::stop_flag();
    let watch = stop.within(Duration::from_secs_f64(args.time_limit));
    let minimum = pool.install(|| {
        look(args.common.shape, args.strategies, args.at_most, args.seed, &watch, &mut |found| {
            // Improvements are shown as they come; JSON has one final line.
            if !args.common.json && failed.is_none() {
                let line = format!("# {} clues: {}", found.puzzle().n_clues(), found.puzzle());
                failed = output.line(&line).and_then(|()| output.flush()).err();
            }
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let clues = minimum.best.as_ref().map(|found| found.puzzle().n_clues());
    let puzzle = minimum.best.as_ref().map(|found| found.puzzle().to_string());
    if args.common.json {
        output.json(&MinimumLine {
            strategies: args.strategies.to_string(),
            clues,
            proven_minimum: minimum.is_settled(),
            puzzle,
            lower_bound: minimum.lower_bound.clues,
            lower_bound_ground: match minimum.lower_bound.ground {
                Ground::Published(fact) => Some(fact.ground()),
                _ => None,
            },
        })?;
    } else {
        let known = minimum.verdict();
        match (clues, puzzle) {
            (Some(clues), Some(puzzle)) => output.line(&format!("{puzzle} # {clues} clues; {known}"))?,
            _ if stop.is_raised() => output.line(&format!("# stopped before a puzzle was found; {known}"))?,
            _ => output.line(&format!("# no puzzle found within {} s; {known}", args.time_limit))?,
        }
    }
    output.flush()?;
    let is_enough = args.at_most.is_some_and(|at_most| clues.is_some_and(|clues| clues <= at_most));
    Ok(if minimum.is_settled() || is_enough { Exit::Done } else { Exit::Undecided })
}
