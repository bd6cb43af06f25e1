//! `generate`.

use super::args::Generate;
use super::input;
use super::output::Output;
use super::proof;
use super::{CliError, Exit};
use crate::generate::sat::{self, SatOptions, SatStats};
use crate::generate::{Ended, Method, Outcome, Plan, Request, Undecided, generate as make, settle, variety};
use crate::grid::{Pattern, Puzzle};
use crate::jobs::StopFlag;
use crate::logic::{Goal, StrategySet, Window};
use serde::Serialize;
use std::ops::ControlFlow;
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
    if let Some(file) = &args.proof {
        proof::check_file(file)?;
        if patterns.len() > 1 {
            return Err(CliError(format!("--proof takes one pattern, the input holds {}", patterns.len())));
        }
    }
    if args.heuristic.judges_boards() && args.method != Method::Inverse {
        let method = args.method.name();
        return Err(CliError(format!("--heuristic: {method} has no heuristics; use --method inverse")));
    }
    let fixed = match &args.fixed {
        Some(text) => input::puzzle_option("--fixed", text, shape)?,
        None => Puzzle::empty(shape),
    };
    let avoid = if args.avoid.is_empty() {
        Vec::new()
    } else {
        input::puzzles(&args.avoid, shape)?.into_iter().map(|item| item.value).collect()
    };
    let window = match &args.difficulty {
        Some(text) => {
            let window = Window::parse(args.scale, text).map_err(|error| CliError(format!("--difficulty: {error}")))?;
            if !args.scale.fits(shape) {
                return Err(CliError(format!(
                    "--scale: only 9x9 puzzles have a figure of {}; use own",
                    args.scale.title()
                )));
            }
            Some(window)
        }
        None => None,
    };
    let run = Run { args, fixed, window, avoid };
    let pool = thread_pool(args.threads)?;
    let mut output = Output::new();
    let mut exit = Exit::Done;
    for pattern in &patterns {
        let ended = pool.install(|| {
            if args.distinct {
                run.different(&pattern.value, &mut output)
            } else {
                run.separate(&pattern.value, &mut output)
            }
        })?;
        exit = exit.max(ended);
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    Ok(exit)
}

/// A line for `--stats`.
#[allow(clippy::print_stderr, reason = "figures go beside the output, not into it")]
fn show_stats(line: &str) {
    eprintln!("stats: {line}");
}

/// Threads for the engines; 0 for one per core.
pub(super) fn thread_pool(n_threads: usize) -> Result<rayon::ThreadPool, CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .thread_name(|i| format!("engine {i}"))
        .build()
        .map_err(|error| CliError(format!("cannot start {n_threads} threads: {error}")))
}

/// What all puzzles of one run share.
struct Run<'a> {
    args: &'a Generate,
    fixed: Puzzle,
    window: Option<Window>,
    avoid: Vec<Puzzle>,
}

impl Run<'_> {
    fn request(&self, pattern: &Pattern, seed: u64) -> Request {
        let wants_figure = self.window.is_some() || self.args.hardest.is_some();
        let default = if wants_figure { StrategySet::ALL } else { StrategySet::PAPER };
        let order = self.args.order.or(self.args.strategies.unwrap_or(default));
        let mut request =
            Request { fixed: self.fixed.clone(), seed, window: self.window, ..Request::in_order(*pattern, order) };
        request.required = request.required.union(self.args.require);
        match self.args.hardest {
            Some(id) => request.with_goal(Goal::Hardest(id)),
            None => request,
        }
    }

    fn plan(&self) -> Plan {
        Plan { method: self.args.method, race: self.args.race, mix: self.args.heuristic }
    }

    /// The time limit holds for each puzzle.
    fn watch(&self) -> StopFlag {
        StopFlag::after(Duration::from_secs_f64(self.args.time_limit))
    }

    /// One answer; the SAT method alone takes its own options and tells its figures.
    fn answer(&self, request: &Request) -> Outcome {
        let start = Instant::now();
        if self.args.method != Method::Sat {
            let outcome = make(request, &self.plan(), &self.watch());
            if self.args.stats {
                show_stats(&format!("{} in {:.3} s", request.pattern, start.elapsed().as_secs_f64()));
            }
            return outcome;
        }
        let options = SatOptions {
            encoding: self.args.encoding,
            rounds: self.args.rounds,
            backend: self.args.backend,
            ..SatOptions::default()
        };
        let mut stats = SatStats::default();
        let outcome = settle(request, |request| {
            let run = sat::run(request, &options, &self.watch());
            stats = run.stats;
            run.outcome
        });
        if self.args.stats {
            for round in &stats.rounds {
                let rounds = if round.rounds == 0 { "no".to_owned() } else { round.rounds.to_string() };
                let units = if round.units == 0 {
                    String::new()
                } else {
                    format!(" ({} of {} units of subsets and fish are written)", round.written, round.units)
                };
                show_stats(&format!(
                    "{rounds} rounds: {} variables, {} clauses{units}, {} conflicts or polls",
                    round.variables, round.clauses, round.work
                ));
            }
            let solver = &stats.solver;
            let seconds = start.elapsed().as_secs_f64();
            if stats.rounds.is_empty() {
                show_stats(&format!(
                    "{} variables, {} clauses, {} conflicts ({:.0}/s), {} decisions, {} restarts, {} lemmas, {} loop formulas \
                     as conflicts and {} as reasons, {seconds:.3} s",
                    solver.variables,
                    solver.clauses,
                    solver.conflicts,
                    solver.conflicts as f64 / seconds,
                    solver.decisions,
                    solver.restarts,
                    solver.lemmas,
                    solver.theory_conflicts,
                    solver.theory_reasons
                ));
            }
        }
        outcome
    }

    /// As many puzzles as wanted, each from a seed of its own.
    fn separate(&self, pattern: &Pattern, output: &mut Output) -> Result<Exit, CliError> {
        for i in 0..u64::from(self.args.count) {
            let request = self.request(pattern, self.args.seed.wrapping_add(i));
            let start = Instant::now();
            let outcome = self.answer(&request);
            let exit = self.tell(&request, &outcome, start.elapsed().as_secs_f64(), output)?;
            if exit != Exit::Done || output.is_closed() {
                return Ok(exit);
            }
        }
        Ok(Exit::Done)
    }

    /// As many essentially different puzzles as wanted, from one walk; the time limit holds for all together.
    fn different(&self, pattern: &Pattern, output: &mut Output) -> Result<Exit, CliError> {
        let request = self.request(pattern, self.args.seed);
        let mut last = Instant::now();
        let mut failed = None;
        let count = self.args.count as usize;
        let ended = variety(&request, &self.plan(), &self.avoid, count, &self.watch(), &mut |found| {
            let seconds = last.elapsed().as_secs_f64();
            last = Instant::now();
            let written = report(self.args, output, pattern, &Outcome::Found(Box::new(found)), seconds);
            failed = written.err();
            if failed.is_some() || output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let outcome = match ended {
            Ended::Enough => return Ok(Exit::Done),
            Ended::Impossible(impossible) => Outcome::Impossible(impossible),
            Ended::Undecided(why) => Outcome::Undecided(why),
        };
        self.tell(&request, &outcome, last.elapsed().as_secs_f64(), output)
    }

    /// Reports the outcome, then writes the proof of a refutation where one is asked for.
    fn tell(&self, request: &Request, outcome: &Outcome, seconds: f64, output: &mut Output) -> Result<Exit, CliError> {
        let exit = report(self.args, output, &request.pattern, outcome, seconds)?;
        if let (Some(file), Outcome::Impossible(_)) = (&self.args.proof, outcome) {
            proof::write(request, self.args.method, self.args.backend, file, &self.watch())?;
        }
        Ok(exit)
    }
}

fn report(
    args: &Generate,
    output: &mut Output,
    pattern: &Pattern,
    outcome: &Outcome,
    seconds: f64,
) -> Result<Exit, CliError> {
    let (exit, verdict, method, reason) = match outcome {
        Outcome::Found(found) => (Exit::Done, "found", found.method(), None),
        Outcome::Impossible(impossible) => {
            (Exit::Impossible, "impossible", impossible.method(), Some(impossible.reason().sentence.clone()))
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
            puzzle: outcome.found().map(|found| found.puzzle().to_string()),
            solution: outcome.found().map(|found| found.solution().to_string()),
            method: method.name(),
            seconds,
            reason,
        })?;
    } else {
        match outcome.found() {
            Some(found) => output.line(&found.puzzle().to_string())?,
            None => output.line(&format!("# {pattern} {verdict}: {}", reason.unwrap_or_default()))?,
        }
    }
    output.flush()?;
    Ok(exit)
}

fn out_of_time(args: &Generate) -> String {
    let is_demanding = args.difficulty.is_some() || args.hardest.is_some() || !args.require.is_empty();
    match args.method {
        _ if is_demanding => {
            format!("no such puzzle found within {} s; that does not mean that there is none", args.time_limit)
        }
        Method::Search => {
            format!("not found within {} s; search alone cannot prove that there is none", args.time_limit)
        }
        _ => format!("neither found nor refuted within {} s", args.time_limit),
    }
}
