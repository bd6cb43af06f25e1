//! `solve` and `rate`.

use super::args::{Rate, Solve};
use super::input::{self, Item};
use super::output::Output;
use super::{CliError, Exit};
use crate::grid::Puzzle;
use crate::logic::{
    Board, Step, StrategySet, Trace, TraceVerdict, count_solutions, hodoku_rating, se_rating, solutions,
    solve as solve_by,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A step as JSON.
#[derive(Serialize)]
struct StepLine {
    strategy: &'static str,
    placed: Vec<String>,
    eliminated: Vec<String>,
    evidence: EvidenceLine,
    text: String,
}

#[derive(Serialize)]
struct EvidenceLine {
    bases: Vec<String>,
    covers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fins: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<Vec<String>>,
}

/// A node of a chain.
#[derive(Serialize)]
struct NodeLine {
    cells: Vec<String>,
    digit: String,
    on: bool,
}

impl StepLine {
    fn new(step: &Step, board: &Board) -> StepLine {
        let shape = board.shape();
        let geometry = shape.geometry();
        StepLine {
            strategy: step.strategy().name(),
            placed: step.placed().iter().map(|c| c.placed_name(shape)).collect(),
            eliminated: step.eliminated().iter().map(|c| c.eliminated_name(shape)).collect(),
            evidence: EvidenceLine {
                bases: step.evidence().bases.iter().map(|c| c.name(geometry)).collect(),
                covers: step.evidence().covers.iter().map(|c| c.name(geometry)).collect(),
                fins: step.evidence().fins.iter().map(|c| c.placed_name(shape)).collect(),
                nodes: step
                    .evidence()
                    .nodes
                    .iter()
                    .map(|node| NodeLine {
                        cells: node.cells.iter().map(|&cell| shape.cell_name(cell)).collect(),
                        digit: node.digit.to_string(),
                        on: node.is_on,
                    })
                    .collect(),
                sets: step
                    .evidence()
                    .sets
                    .iter()
                    .map(|set| set.cells.iter().map(|&c| shape.cell_name(c)).collect())
                    .collect(),
            },
            text: step.sentence(board),
        }
    }
}

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
}

/// The sentence for a puzzle that breaks the rules by itself.
fn conflict_of(item: &Item<Puzzle>) -> Option<String> {
    item.value.conflict().map(|conflict| format!("{}: {conflict}", item.place))
}

/// In text mode wrong input stops the run before anything is written; JSON has a verdict for it.
fn check_conflicts(items: &[Item<Puzzle>], json: bool) -> Result<(), CliError> {
    match items.iter().find_map(conflict_of) {
        Some(sentence) if !json => Err(CliError(sentence)),
        _ => Ok(()),
    }
}

/// After a JSON batch: the first conflict is still an error.
fn exit_of(items: &[Item<Puzzle>]) -> Result<Exit, CliError> {
    items.iter().find_map(conflict_of).map_or(Ok(Exit::Done), |sentence| Err(CliError(sentence)))
}

pub(super) fn solve(args: &Solve) -> Result<Exit, CliError> {
    let items = input::puzzles(&args.inputs, args.common.shape)?;
    check_conflicts(&items, args.common.json)?;
    let mut output = Output::new();
    for item in &items {
        let puzzle = &item.value;
        let line = solve_one(puzzle, args);
        if args.common.json {
            output.json(&line)?;
        } else {
            if args.trace {
                output.line(&format!("# {puzzle}"))?;
                for step in line.steps.iter().flatten() {
                    output.line(&format!("# {}", step.text))?;
                }
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
    exit_of(&items)
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
    };
    if puzzle.conflict().is_some() {
        return line;
    }
    line.solutions = n_wanted.map(|n| solutions(puzzle, n).len());
    let end = if args.strategies.is_some() || args.trace {
        let trace = solve_by(puzzle, args.strategies.unwrap_or(StrategySet::ALL));
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
        trace.end
    } else {
        let found = solutions(puzzle, 2);
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

/// HoDoKu's figures.
#[derive(Serialize)]
struct HodokuLine {
    level: &'static str,
    score: u32,
}

/// A line of `rate --json`.
#[derive(Serialize)]
struct RateLine {
    puzzle: String,
    verdict: &'static str,
    hardest: Option<&'static str>,
    steps: BTreeMap<&'static str, usize>,
    se: Option<f64>,
    /// EP and ED.
    se_pearl: Option<f64>,
    se_diamond: Option<f64>,
    hodoku: Option<HodokuLine>,
}

fn tenths(value: u8) -> f64 {
    f64::from(value) / 10.0
}

pub(super) fn rate(args: &Rate) -> Result<Exit, CliError> {
    let items = input::puzzles(&args.inputs, args.common.shape)?;
    check_conflicts(&items, args.common.json)?;
    let mut output = Output::new();
    for item in &items {
        let puzzle = &item.value;
        let invalid = puzzle.conflict().is_some();
        let trace = (!invalid).then(|| solve_by(puzzle, args.strategies));
        let verdict = match trace.as_ref().map(|trace| trace.verdict) {
            None => "invalid",
            Some(TraceVerdict::Solved) => "solved",
            Some(TraceVerdict::Stuck) => "stuck",
            Some(TraceVerdict::Broken) => "none",
        };
        let hardest = trace.as_ref().and_then(Trace::hardest).map(crate::logic::StrategyId::name);
        let counts = trace.as_ref().map(Trace::counts).unwrap_or_default();
        let is_proper = match verdict {
            "solved" => true,
            "stuck" => count_solutions(puzzle, 2) == 1,
            _ => false,
        };
        let (se, hodoku) = if is_proper { (se_rating(puzzle), hodoku_rating(puzzle)) } else { (None, None) };
        if args.common.json {
            output.json(&RateLine {
                puzzle: puzzle.to_string(),
                verdict,
                hardest,
                steps: counts.iter().map(|(id, count)| (id.name(), *count)).collect(),
                se: se.map(|se| tenths(se.whole)),
                se_pearl: se.map(|se| tenths(se.pearl)),
                se_diamond: se.map(|se| tenths(se.diamond)),
                hodoku: hodoku.map(|rating| HodokuLine { level: rating.level.name(), score: rating.score }),
            })?;
        } else {
            let steps: Vec<_> = counts.iter().map(|(id, count)| format!("{count} x {}", id.name())).collect();
            let se =
                se.map(|se| format!("; SE {:.1}/{:.1}/{:.1}", tenths(se.whole), tenths(se.pearl), tenths(se.diamond)));
            let hodoku = hodoku.map(|rating| format!("; HoDoKu {} {}", rating.level.name(), rating.score));
            output.line(&format!(
                "{puzzle} # {verdict}; hardest {}{}{}; {}",
                hardest.unwrap_or("-"),
                se.unwrap_or_default(),
                hodoku.unwrap_or_default(),
                if steps.is_empty() { "no step".to_owned() } else { steps.join(", ") }
            ))?;
        }
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    exit_of(&items)
}
