//! `random`.

use super::args::Common;
use super::generate::thread_pool;
use super::input::told_layout;
use super::numbers::{range, threads, threads_help, whole};
use super::output::Output;
use super::values::{parse_scale, seconds, window};
use super::{CliError, Exit};
use crate::generate::{RandomPuzzle, RandomRequest, Watch, random_puzzle};
use crate::grid::Symmetry;
use crate::jobs::StopFlag;
use crate::logic::{Goal, Order, Scale, StrategyId, StrategySet, Trace};
use rayon::prelude::*;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Most attempts that each thread makes between two looks at what has been found.
const ATTEMPTS_PER_THREAD: u64 = 64;

/// `random`
#[derive(clap::Args, Debug)]
pub struct RandomArgs {
    /// How many puzzles to make (1 to 1000000000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1, 1_000_000_000))]
    pub count: u64,
    /// Symmetry of the clue cells.
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None)]
    pub symmetry: Symmetry,
    /// Number of clues, or a range A..B (0 to 625); without it as few as it comes.
    #[arg(long, value_name = "A..B", value_parser = parse_clues)]
    pub clues: Option<(usize, usize)>,
    /// Every clue has to be needed, which a symmetry or a number of clues does not ensure.
    #[arg(long)]
    pub minimal: bool,
    /// Strategies that have to solve the puzzle, separated by commas: names or the groups singles, paper, basic, all.
    /// Without it any puzzle with one solution will do (on 20 and 25 rows one that the group paper solves, unless
    /// --minimal is given), or with --difficulty any that all strategies solve.
    #[arg(long, value_name = "LIST")]
    pub strategies: Option<StrategySet>,
    /// Strategies of which the trace must have a step; they count as allowed.
    #[arg(long, value_name = "LIST", default_value = "")]
    pub require: StrategySet,
    /// The puzzle must have a difficulty from A to B on the scale (0 to 100000, at most one decimal).
    #[arg(long, value_name = "A..B")]
    pub difficulty: Option<String>,
    /// Scale of --difficulty: se (Sudoku Explainer, ER), sukaku (SukakuExplainer, ER), hodoku (score) or own (effort).
    #[arg(long, default_value = "own", requires = "difficulty", value_parser = parse_scale)]
    pub scale: Scale,
    /// Give up when no further puzzle was found for this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Same seed, same puzzles (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    /// Print figures of the run to standard error.
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// A line of `random --json`.
#[derive(Serialize)]
struct RandomLine {
    /// Where it is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    verdict: &'static str,
    puzzle: String,
    solution: String,
    clues: usize,
    /// The hardest strategy of the trace, where strategies were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
}

/// The last line where fewer puzzles were found than asked for.
#[derive(Serialize)]
struct UndecidedLine {
    verdict: &'static str,
    reason: String,
}

fn parse_clues(text: &str) -> Result<(usize, usize), String> {
    let (low, high) = range(text, &(0.0..=625.0))
        .filter(|(low, high)| low.fract() == 0.0 && high.fract() == 0.0)
        .ok_or("use a whole number or a range of them (0 to 625), e.g. 28 or 26..30")?;
    Ok((low as usize, high as usize))
}

pub(super) fn random(args: &RandomArgs) -> Result<Exit, CliError> {
    let request = request(args)?;
    let pool = thread_pool(args.threads)?;
    let mut output = Output::new();
    let start = Instant::now();
    let shape = request.shape;
    if !args.common.json && !shape.is_plain() {
        // So the lines can be read again.
        output.line(&format!("layout {shape}"))?;
    }
    let limit = Duration::from_secs_f64(args.time_limit);
    let (mut n_found, mut first) = (0, 0);
    let mut watch = StopFlag::after(limit);
    let n_threads = pool.current_num_threads() as u64;
    'all: while n_found < args.count {
        // As many as have been made, but not many more than puzzles are missing if most lead to one.
        let most = if n_found * 2 >= first { args.count - n_found } else { u64::MAX };
        let attempts = first..first + first.min(most).min(ATTEMPTS_PER_THREAD * n_threads).max(n_threads);
        let made: Vec<Option<RandomPuzzle>> = pool.install(|| {
            attempts.clone().into_par_iter().map(|attempt| random_puzzle(&request, attempt, &watch)).collect()
        });
        first = attempts.end;
        let has_found = made.iter().any(Option::is_some);
        for made in made.iter().flatten() {
            put(args, &mut output, made)?;
            n_found += 1;
            if n_found == args.count || output.is_closed() {
                break 'all;
            }
        }
        if has_found {
            watch = StopFlag::after(limit);
        } else if watch.should_stop() {
            break;
        }
    }
    output.flush()?;
    if args.stats {
        let seconds = start.elapsed().as_secs_f64();
        let rate = n_found as f64 / seconds;
        super::generate::show_stats(&format!(
            "{n_found} puzzles of {first} attempts in {seconds:.3} s: {rate:.0} a second"
        ));
    }
    if n_found < args.count && !output.is_closed() {
        let further = if n_found == 0 { "no such puzzle" } else { "no further puzzle" };
        let reason = format!("{further} found within {} s", args.time_limit);
        if args.common.json {
            output.json(&UndecidedLine { verdict: "undecided", reason })?;
        } else {
            output.line(&format!("# undecided: {reason}"))?;
        }
        output.flush()?;
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Done)
}

/// What the options ask for.
fn request(args: &RandomArgs) -> Result<RandomRequest, CliError> {
    let shape = args.common.shape();
    args.symmetry.check(shape).map_err(|error| CliError(format!("--symmetry: {error}")))?;
    let goal = match &args.difficulty {
        Some(text) => Goal::Within(window(text, args.scale, shape)?),
        None => Goal::Any,
    };
    let asks = args.strategies.is_some() || goal != Goal::Any || !args.require.is_empty();
    let order = asks.then(|| {
        let allowed = args.strategies.unwrap_or(StrategySet::ALL).union(args.require);
        Order { required: args.require, ..allowed.into() }
    });
    let (least, most) = args.clues.unwrap_or((0, shape.n_cells()));
    if least > shape.n_cells() {
        return Err(CliError(format!("--clues: {} has only {} cells", shape.name(), shape.n_cells())));
    }
    Ok(RandomRequest {
        clues: least..=most.min(shape.n_cells()),
        symmetry: args.symmetry,
        minimal: args.minimal,
        order,
        goal,
        seed: args.seed,
        ..RandomRequest::new(shape)
    })
}

fn put(args: &RandomArgs, output: &mut Output, made: &RandomPuzzle) -> Result<(), CliError> {
    let puzzle = made.proper.puzzle();
    if !args.common.json {
        return output.line(&puzzle.to_string());
    }
    let shape = puzzle.shape();
    output.json(&RandomLine {
        layout: told_layout(shape),
        verdict: "found",
        puzzle: puzzle.to_string(),
        solution: made.proper.solution().to_string(),
        clues: puzzle.n_clues(),
        hardest: made.trace.as_ref().and_then(Trace::hardest).map(StrategyId::name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clues_are_read() {
        #[track_caller]
        fn check(text: &str, expected: Option<(usize, usize)>) {
            assert_eq!(parse_clues(text).ok(), expected, "{text}");
        }
        check("28", Some((28, 28)));
        check("26..30", Some((26, 30)));
        for wrong in ["30..26", "2.5", "-1", "626", "", "a..b"] {
            check(wrong, None);
        }
    }
}
