//! `generate`.

use super::args::Generate;
use super::input;
use super::output::Output;
use super::{CliError, Exit};
use crate::generate::{Found, Method, Outcome, Plan, Request, Undecided, generate as make};
use crate::grid::{Digit, Pattern, Puzzle};
use crate::jobs::StopFlag;
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A line of `generate --json`.
#[derive(Serialize)]
struct GenerateLine {
    pattern: String,
    verdict: &'static str,
    puzzle: Option<String>,
    solution: Option<String>,
    method: &'static str,
    seconds: f64,
    reason: Option<String>,
}

pub(super) fn generate(args: &Generate) -> Result<Exit, CliError> {
    let shape = args.common.shape;
    let patterns = input::patterns(&args.pattern, shape)?;
    let fixed = match &args.fixed {
        Some(text) => input::puzzle_option("--fixed", text, shape)?,
        None => Puzzle::empty(shape),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .thread_name(|i| format!("generate {i}"))
        .build()
        .map_err(|error| CliError(format!("cannot start {} threads: {error}", args.threads)))?;
    let mut output = Output::new();
    let mut exit = Exit::Done;
    for pattern in &patterns {
        let ended = pool.install(|| for_pattern(args, &pattern.value, &fixed, &mut output))?;
        exit = exit.max(ended);
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    Ok(exit)
}

fn for_pattern(args: &Generate, pattern: &Pattern, fixed: &Puzzle, output: &mut Output) -> Result<Exit, CliError> {
    let mut seen = BTreeSet::new();
    let mut n_made = 0;
    let mut repeats = 0;
    let mut seed = args.seed;
    while n_made < args.count {
        let request = Request {
            pattern: *pattern,
            strategies: args.strategies,
            required: args.require,
            fixed: fixed.clone(),
            seed,
        };
        let plan = Plan { method: args.method, race: args.race };
        let start = Instant::now();
        let watch = StopFlag::after(Duration::from_secs_f64(args.time_limit));
        let outcome = make(&request, &plan, &watch);
        let seconds = start.elapsed().as_secs_f64();
        if let Some(found) = outcome.found() {
            seed = seed.wrapping_add(1);
            if args.distinct && !seen.insert(relabeled(&found.puzzle)) {
                repeats += 1;
                if repeats < 1000 {
                    continue;
                }
                let reason = format!("{n_made} different puzzles found, then 1,000 repeats in a row");
                return report(args, output, pattern, &Outcome::Undecided(Undecided::GaveUp(reason)), seconds);
            }
            repeats = 0;
        }
        let exit = report(args, output, pattern, &outcome, seconds)?;
        if exit != Exit::Done || output.is_closed() {
            return Ok(exit);
        }
        n_made += 1;
    }
    Ok(Exit::Done)
}

/// The puzzle with its digits renamed in order of first use.
fn relabeled(puzzle: &Puzzle) -> Puzzle {
    let mut names = [None; 17];
    let mut n_used = 0;
    let mut out = Puzzle::empty(puzzle.shape());
    for (cell, digit) in puzzle.clues() {
        let name = *names[digit.value() as usize].get_or_insert_with(|| {
            n_used += 1;
            Digit::from_index(n_used - 1)
        });
        out.set(cell, Some(name));
    }
    out
}

fn report(
    args: &Generate,
    output: &mut Output,
    pattern: &Pattern,
    outcome: &Outcome,
    seconds: f64,
) -> Result<Exit, CliError> {
    let (exit, verdict, method, reason) = match outcome {
        Outcome::Found(found) => (Exit::Done, "found", found.method, None),
        Outcome::Impossible(impossible) => {
            (Exit::Impossible, "impossible", impossible.method, Some(impossible.reason.sentence.clone()))
        }
        Outcome::Undecided(Undecided::Stopped) => (Exit::Undecided, "undecided", args.method, Some(out_of_time(args))),
        Outcome::Undecided(Undecided::GaveUp(reason)) => {
            (Exit::Undecided, "undecided", args.method, Some(reason.clone()))
        }
    };
    if args.common.json {
        output.json(&GenerateLine {
            pattern: pattern.to_string(),
            verdict,
            puzzle: outcome.found().map(|Found { puzzle, .. }| puzzle.to_string()),
            solution: outcome.found().map(|Found { solution, .. }| solution.to_string()),
            method: method.name(),
            seconds,
            reason,
        })?;
    } else {
        match outcome.found() {
            Some(found) => output.line(&found.puzzle.to_string())?,
            None => output.line(&format!("# {pattern} {verdict}: {}", reason.unwrap_or_default()))?,
        }
    }
    output.flush()?;
    Ok(exit)
}

fn out_of_time(args: &Generate) -> String {
    match args.method {
        Method::Search => {
            format!("not found within {} s; search alone cannot prove that there is none", args.time_limit)
        }
        _ => format!("neither found nor refuted within {} s", args.time_limit),
    }
}
