//! `mend`.

use super::allows::names;
use super::args::Common;
use super::generate::thread_pool;
use super::input::{LayoutLines, Patterns, theme_option, told_layout};
use super::numbers::{threads, threads_help, whole};
use super::order::OrderArgs;
use super::output::Output;
use super::values::seconds;
use super::{CliError, Exit, signals};
use crate::generate::mend::{Change, MendEnd, Proposal, Sparse, Sparsest, Wish, mend as look, sparsest};
use crate::generate::{Found, Outcome, Request, Undecided, Watch, generate_within};
use crate::grid::{CellSet, Pattern, Shape, Symmetry};
use crate::logic::{Design, StrategySet};
use serde::Serialize;
use std::time::Duration;

/// `mend`
#[derive(clap::Args, Debug)]
pub struct MendArgs {
    /// The pattern itself, or a file with one pattern a line; - for standard input.
    #[arg(long, value_name = "PATTERN|FILE")]
    pub pattern: String,
    /// Strategies the solver may use, separated by commas: names or the groups singles, paper, basic, all.
    #[arg(long, value_name = "LIST", default_value = "paper")]
    pub strategies: StrategySet,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub order: OrderArgs,
    /// What is asked of the digits of the clues, as for generate.
    #[arg(long, value_name = "TEXT")]
    pub theme: Vec<String>,
    /// Symmetry that the patterns keep; without it, the richest one that the pattern has.
    #[arg(long, value_name = "NAME")]
    pub symmetry: Option<Symmetry>,
    /// How many patterns to propose (1 to 1000).
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<usize>(1, 1000))]
    pub count: usize,
    /// The other way round: leave out as many clue cells as possible, so that what is left still has a puzzle.
    #[arg(long)]
    pub sparsest: bool,
    /// The puzzles must be minimal: without any of its clues each would have more than one solution.
    #[arg(long)]
    pub minimal: bool,
    /// Give up on a pattern after this many seconds, with what is found by then (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Same seed, same output (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// The line of `mend --json` about the pattern itself.
#[derive(Serialize)]
struct PatternLine {
    /// Where it is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    pattern: String,
    /// Where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    symmetry: &'static str,
    verdict: &'static str,
    puzzle: Option<String>,
    reason: Option<String>,
}

/// A line of `mend --json` about a proposal.
#[derive(Serialize)]
struct ProposalLine {
    proposal: usize,
    pattern: String,
    orbits: usize,
    added: Vec<String>,
    dropped: Vec<String>,
    puzzle: String,
    solution: String,
    /// With `--sparsest`: the clue cells without which it is proven that there is no puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<Vec<String>>,
    /// With `--sparsest`: the clue cells without which neither a puzzle nor a proof was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<Vec<String>>,
}

/// Turns of the methods at the pattern itself.
const TURNS: u32 = 1;

pub(super) fn mend(args: &MendArgs) -> Result<Exit, CliError> {
    let patterns = Patterns::read(&args.pattern, args.common.shape)?;
    let wishes = patterns.iter().map(|pattern| wish(args, pattern.value));
    let wishes: Vec<Wish> = wishes.collect::<Result<_, CliError>>()?;
    for wish in &wishes {
        wish.check().map_err(|error| CliError(format!("--symmetry: {error}")))?;
    }
    let pool = thread_pool(args.threads)?;
    let mut output = Output::new();
    let mut exit = Exit::Done;
    let stop = signals::stop_flag();
    let mut layouts = LayoutLines::new(Some(&patterns), args.common.json);
    for wish in &wishes {
        if let Some(line) = layouts.before(wish.request.pattern.shape) {
            output.line(&line)?;
        }
        let watch = stop.within(Duration::from_secs_f64(args.time_limit));
        let ended = pool.install(|| {
            if args.sparsest { thin(args, wish, &watch, &mut output) } else { add(args, wish, &watch, &mut output) }
        })?;
        exit = exit.max(ended);
        output.flush()?;
        if output.is_closed() || stop.is_raised() {
            break;
        }
    }
    Ok(exit)
}

fn wish(args: &MendArgs, pattern: Pattern) -> Result<Wish, CliError> {
    let order = args.order.or(args.strategies);
    let theme = theme_option(&args.theme, pattern.shape)?;
    let design = Design { theme, seed: args.seed, minimal: args.minimal, ..Design::new(pattern, order) };
    let symmetry = args.symmetry.unwrap_or_else(|| Symmetry::of(pattern.shape, &pattern.cells));
    Ok(Wish { request: Request::from(design), symmetry, count: args.count })
}

/// Proposals for a pattern without a puzzle.
fn add(args: &MendArgs, wish: &Wish, watch: &dyn Watch, output: &mut Output) -> Result<Exit, CliError> {
    let outcome = generate_within(&wish.request, TURNS, watch);
    tell_pattern(args, wish, &outcome, output)?;
    if outcome.found().is_some() {
        return Ok(Exit::Done);
    }
    let mut proposals: Vec<Proposal> = Vec::new();
    let ended = look(wish, watch, &mut |proposal| proposals.push(proposal.clone()));
    let ended = ended.map_err(|error| CliError(format!("--symmetry: {error}")))?;
    proposals.sort_by(|a, b| a.change.cmp(&b.change));
    proposals.truncate(args.count);
    for (number, proposal) in proposals.iter().enumerate() {
        let line = line(number + 1, &proposal.change, &proposal.found);
        if args.common.json {
            output.json(&line)?;
        } else {
            let change = proposal.change.text(wish.request.pattern.shape);
            output.line(&format!("{} # {change}", line.puzzle))?;
        }
    }
    if proposals.is_empty() && !args.common.json {
        output.line(&format!("# no pattern near it with a puzzle was found{}", after(ended, args)))?;
    }
    Ok(if proposals.is_empty() { Exit::Undecided } else { Exit::Done })
}

/// The sparsest parts of a pattern.
fn thin(args: &MendArgs, wish: &Wish, watch: &dyn Watch, output: &mut Output) -> Result<Exit, CliError> {
    let shape = wish.request.pattern.shape;
    let mut ends: Vec<Sparsest> = Vec::new();
    let ended = sparsest(wish, watch, &mut |end| ends.push(end.clone()));
    let ended = match ended.map_err(|error| CliError(format!("--symmetry: {error}")))? {
        Sparse::Ended(ended) => ended,
        Sparse::NoPuzzle(outcome) => {
            tell_pattern(args, wish, &outcome, output)?;
            let is_impossible = matches!(outcome, Outcome::Impossible(_));
            return Ok(if is_impossible { Exit::Impossible } else { Exit::Undecided });
        }
    };
    ends.sort_by(|a, b| {
        let key = |end: &Sparsest| (end.found.puzzle().n_clues(), end.undecided.len());
        key(a).cmp(&key(b)).then_with(|| a.change.cmp(&b.change))
    });
    for (number, end) in ends.iter().enumerate() {
        if args.common.json {
            let names = |orbits: &[CellSet]| orbits.iter().flat_map(|orbit| names(shape, orbit)).collect();
            let line = line(number + 1, &end.change, &end.found);
            output.json(&ProposalLine {
                needed: Some(names(&end.needed)),
                undecided: Some(names(&end.undecided)),
                ..line
            })?;
            continue;
        }
        let puzzle = end.found.puzzle();
        let change = if end.change.dropped.is_empty() { "nothing dropped".to_owned() } else { end.change.text(shape) };
        let open = what_is_needed(end, shape);
        output.line(&format!("{puzzle} # {} clues; {change}; {open}", puzzle.n_clues()))?;
    }
    if ends.is_empty() && !args.common.json {
        output.line(&format!("# no part of the pattern was found{}", after(ended, args)))?;
    }
    Ok(if ends.is_empty() { Exit::Undecided } else { Exit::Done })
}

/// Without which orbits there is no puzzle, and without which neither a puzzle nor a proof was found.
fn what_is_needed(end: &Sparsest, shape: Shape) -> String {
    let n_needed = end.needed.len();
    if end.undecided.is_empty() {
        return format!("no puzzle without any of its {n_needed} orbits, proven");
    }
    let undecided: Vec<String> = end.undecided.iter().map(|orbit| names(shape, orbit).join(" ")).collect();
    let undecided = undecided.join(" or ");
    format!("no puzzle without any of {n_needed} of its orbits, proven; undecided without {undecided}")
}

fn after(ended: MendEnd, args: &MendArgs) -> String {
    match ended {
        MendEnd::Stopped => format!(" within {} s", args.time_limit),
        MendEnd::Enough | MendEnd::Tried => "; that does not mean that there is none".to_owned(),
    }
}

/// What is known of the pattern itself.
fn tell_pattern(args: &MendArgs, wish: &Wish, outcome: &Outcome, output: &mut Output) -> Result<(), CliError> {
    let pattern = wish.request.pattern;
    let (verdict, reason) = match outcome {
        Outcome::Found(_) => ("found", None),
        Outcome::Impossible(impossible) => ("impossible", Some(impossible.reason().sentence.clone())),
        Outcome::Undecided(Undecided::Stopped) => {
            ("undecided", Some(format!("not decided within {} s", args.time_limit)))
        }
        Outcome::Undecided(Undecided::GaveUp(why)) => ("undecided", Some(why.clone())),
    };
    if args.common.json {
        return output.json(&PatternLine {
            layout: told_layout(pattern.shape),
            pattern: pattern.to_string(),
            theme: (!wish.request.theme.is_empty()).then(|| wish.request.theme.text(pattern.shape)),
            symmetry: wish.symmetry.name(),
            verdict,
            puzzle: outcome.found().map(|found| found.puzzle().to_string()),
            reason,
        });
    }
    match outcome.found() {
        Some(found) => output.line(&format!("{} # the pattern has a puzzle as it is", found.puzzle())),
        None => output.line(&format!("# {pattern} {verdict}: {}", reason.unwrap_or_default())),
    }
}

fn line(number: usize, change: &Change, found: &Found) -> ProposalLine {
    let puzzle = found.puzzle();
    let shape = puzzle.shape();
    ProposalLine {
        proposal: number,
        pattern: puzzle.pattern().to_string(),
        orbits: change.n_orbits(),
        added: names(shape, &change.added_cells()),
        dropped: names(shape, &change.dropped_cells()),
        puzzle: puzzle.to_string(),
        solution: found.solution().to_string(),
        needed: None,
        undecided: None,
    }
}
