//! `solve`.

use super::allows::{RedundantLine, TrueCandidatesLine};
use super::args::Solve;
use super::input::Puzzles;
use super::output::Output;
use super::step::StepLine;
use super::{CliError, Exit};
use crate::grid::Puzzle;
use crate::jobs::{StopFlag, analyse, true_candidates};
use crate::logic::{Board, StrategySet, TraceVerdict, all_steps, fast_count, fast_solutions, solve as solve_by};
use serde::Serialize;

/// A line of `solve --json`.
#[derive(Serialize)]
struct SolveLine {
    puzzle: String,
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

pub(super) fn solve(args: &Solve) -> Result<Exit, CliError> {
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    // In text mode wrong input stops the run before anything is written; JSON has a verdict for it.
    if !args.common.json {
        puzzles.check_conflicts()?;
    }
    let mut output = Output::new();
    for item in puzzles.iter() {
        let puzzle = &item.value;
        let line = solve_one(puzzle, args);
        if args.common.json {
            output.json(&line)?;
        } else {
            if args.trace || args.all_steps || args.redundant || args.true_candidates {
                output.line(&format!("# {puzzle}"))?;
            }
            for step in line.steps.iter().flatten() {
                output.line(&format!("# {}", step.text))?;
            }
            if let Some(available) = &line.available {
                output.line(&format!("# possible after {} steps: {}", line.after, available.len()))?;
                for step in available {
                    output.line(&format!("# {}", step.text))?;
                }
            }
            if args.redundant {
                for text in RedundantLine::text(line.redundant.as_ref()) {
                    output.line(&format!("# {text}"))?;
                }
            }
            for text in line.true_candidates.iter().flat_map(TrueCandidatesLine::text) {
                output.line(&format!("# {text}"))?;
            }
            let note = match line.verdict {
                "stuck" => {
                    format!(" # stuck: {} cells and {} candidates left", line.unsolved_cells, line.candidates_left)
                }
                "none" => " # no solution".to_owned(),
                "multiple" => " # several solutions".to_owned(),
                _ => String::new(),
            };
            let count = line.solutions.map(|n| format!(" # solutions: {n}")).unwrap_or_default();
            output.line(&format!("{}{note}{count}", line.grid))?;
        }
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    puzzles.check_conflicts().map(|()| Exit::Done)
}

fn solve_one(puzzle: &Puzzle, args: &Solve) -> SolveLine {
    let n_wanted = args.all.map(|n| n as usize);
    let mut line = SolveLine {
        puzzle: puzzle.to_string(),
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
    line.grid = end.values().to_string();
    line.unsolved_cells = end.n_unsolved();
    line.candidates_left = end.n_candidates();
    line
}
