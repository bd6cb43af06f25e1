//! `solve`.

use super::allows::{RedundantLine, TrueCandidatesLine};
use super::args::Solve;
use super::input::{Item, Puzzles, told_layout};
use super::output::{Output, json_text};
use super::parallel::in_order;
use super::step::StepLine;
use super::{CliError, Exit};
use crate::grid::Puzzle;
use crate::jobs::{StopFlag, analyse, true_candidates};
use crate::logic::{
    Board, Order, StrategySet, TraceVerdict, all_steps, closure_of, fast_count, fast_solutions, solve as solve_by,
};
use serde::Serialize;
use std::ops::ControlFlow;

/// A line of `solve --json`.
#[derive(Serialize)]
struct SolveLine {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    verdict: &'static str,
    grid: String,
    unsolved_cells: usize,
    candidates_left: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepLine>>,
    /// With `--all-steps`: the steps that are possible after `--after` steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    available: Option<Vec<StepLine>>,
    /// With `--redundant`, if there is one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<RedundantLine>,
    /// With `--true-candidates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    true_candidates: Option<TrueCandidatesLine>,
    #[serde(skip)]
    after: usize,
}

impl SolveLine {
    /// With what is left at the end.
    fn ending(mut self, end: &Board) -> SolveLine {
        self.grid = end.values().to_string();
        self.unsolved_cells = end.n_unsolved();
        self.candidates_left = end.n_candidates();
        self
    }
}

pub(super) fn solve(args: &Solve) -> Result<Exit, CliError> {
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    // In text mode wrong input stops the run before anything is written; JSON has a verdict for it.
    if !args.common.json {
        puzzles.check_conflicts()?;
    }
    let mut output = Output::new();
    let work = |item: Item<Puzzle>| lines(&item.value, args);
    in_order(puzzles.iter(), args.threads, work, |lines| {
        for line in lines? {
            output.line(&line)?;
        }
        Ok(if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    output.flush()?;
    puzzles.check_conflicts().map(|()| Exit::Done)
}

/// What is written about a puzzle.
fn lines(puzzle: &Puzzle, args: &Solve) -> Result<Vec<String>, CliError> {
    let line = solve_one(puzzle, args);
    if args.common.json {
        return Ok(vec![json_text(&line)?]);
    }
    let mut lines = Vec::new();
    if args.trace || args.all_steps || args.redundant || args.true_candidates {
        lines.push(format!("# {puzzle}"));
    }
    lines.extend(line.steps.iter().flatten().map(|step| format!("# {}", step.text)));
    if let Some(available) = &line.available {
        lines.push(format!("# possible after {} steps: {}", line.after, available.len()));
        lines.extend(available.iter().map(|step| format!("# {}", step.text)));
    }
    if args.redundant {
        lines.extend(RedundantLine::text(line.redundant.as_ref()).into_iter().map(|text| format!("# {text}")));
    }
    let of_true_candidates = line.true_candidates.iter().flat_map(TrueCandidatesLine::text);
    lines.extend(of_true_candidates.map(|text| format!("# {text}")));
    let note = match line.verdict {
        "stuck" => format!(" # stuck: {} cells and {} candidates left", line.unsolved_cells, line.candidates_left),
        "none" => " # no solution".to_owned(),
        "multiple" => " # several solutions".to_owned(),
        _ => String::new(),
    };
    let count = line.solutions.map(|n| format!(" # solutions: {n}")).unwrap_or_default();
    lines.push(format!("{}{note}{count}", line.grid));
    Ok(lines)
}

/// The end of a puzzle that set logic solves, without its steps: the closure engine takes a fifth of the time.
fn solved_at_once(puzzle: &Puzzle, order: &Order) -> Option<Board> {
    let end = order.allowed.is_subset(StrategySet::BASIC).then(|| closure_of(puzzle, order.allowed))?;
    (end.n_unsolved() == 0 && end.values().is_solution()).then_some(end)
}

fn solve_one(puzzle: &Puzzle, args: &Solve) -> SolveLine {
    let n_wanted = args.all.map(|n| n as usize);
    let mut line = SolveLine {
        puzzle: puzzle.to_string(),
        layout: told_layout(puzzle.shape()),
        verdict: "invalid",
        grid: puzzle.to_string(),
        unsolved_cells: 0,
        candidates_left: 0,
        solutions: n_wanted.map(|_| 0),
        steps: args.trace.then(Vec::new),
        available: args.all_steps.then(Vec::new),
        redundant: None,
        true_candidates: None,
        after: 0,
    };
    if puzzle.conflict().is_some() {
        return line;
    }
    line.solutions = n_wanted.map(|n| fast_count(puzzle, n));
    let given = args.order.given().or(args.strategies.map(Into::into));
    if args.redundant {
        let analysis = analyse(puzzle, &StopFlag::new());
        line.redundant = analysis.and_then(|found| RedundantLine::new(&found, given.map(|order| order.allowed)));
    }
    if args.true_candidates {
        let found = true_candidates(puzzle, &StopFlag::new());
        line.true_candidates = found.map(|found| TrueCandidatesLine::new(puzzle, &found));
    }
    let end = if given.is_some() || args.trace || args.all_steps {
        let order = given.unwrap_or(StrategySet::ALL.into());
        if !args.trace
            && !args.all_steps
            && let Some(end) = solved_at_once(puzzle, &order)
        {
            line.verdict = "solved";
            return line.ending(&end);
        }
        let trace = solve_by(puzzle, order);
        line.verdict = match trace.verdict {
            TraceVerdict::Solved => "solved",
            TraceVerdict::Broken => "none",
            TraceVerdict::Stuck => "stuck",
        };
        if args.trace {
            let mut board = trace.board_before(0);
            let steps = trace.steps.iter().map(|step| {
                let line = StepLine::new(step, &board);
                step.apply(&mut board);
                line
            });
            line.steps = Some(steps.collect());
        }
        if args.all_steps {
            // A uniqueness step on a puzzle with several solutions would be wrong.
            let allowed = if fast_count(puzzle, 2) == 1 { order } else { order.allowing(order.without_uniqueness()) };
            line.after = args.after.min(trace.steps.len());
            let board = trace.board_before(line.after);
            line.available = Some(all_steps(&board, allowed).iter().map(|step| StepLine::new(step, &board)).collect());
        }
        trace.end
    } else {
        let found = fast_solutions(puzzle, 2);
        line.verdict = match found.len() {
            0 => "none",
            1 => "solved",
            _ => "multiple",
        };
        Board::new(if found.len() == 1 { &found[0] } else { puzzle })
    };
    line.ending(&end)
}
