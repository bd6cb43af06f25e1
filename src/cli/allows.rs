//! What `solve` says about clues and candidates: `--redundant` and `--true-candidates`.

use crate::grid::{Candidate, Cell, CellSet, Digit, Puzzle, Shape};
use crate::jobs::{Analysis, MAX_SOLUTIONS, StopFlag, TrueCandidates, spare_clues};
use crate::logic::StrategySet;
use serde::Serialize;

/// Clues that could go, one at a time.
#[derive(Serialize)]
pub(super) struct RedundantLine {
    /// Without one of these the solution is still the only one.
    unique: Vec<String>,
    /// Without one of these the chosen strategies still solve the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<String>>,
}

/// Candidates that are in some solution.
#[derive(Serialize)]
pub(super) struct TrueCandidatesLine {
    /// Solutions, counted up to the cap.
    solutions: usize,
    /// Where counting stops: a count of so many stands for so many or more.
    cap: usize,
    /// The open cells.
    cells: Vec<CellLine>,
}

#[derive(Serialize)]
struct CellLine {
    cell: String,
    candidates: Vec<CandidateLine>,
}

#[derive(Serialize)]
struct CandidateLine {
    digit: String,
    solutions: usize,
}

impl RedundantLine {
    /// `None` unless there is exactly one solution: without it no clue is redundant.
    pub(super) fn new(analysis: &Analysis, strategies: Option<StrategySet>) -> Option<RedundantLine> {
        if !analysis.is_proper() {
            return None;
        }
        let puzzle = &analysis.puzzle;
        let names = |cells: &CellSet| names(puzzle.shape(), cells);
        let spare = strategies.and_then(|set| spare_clues(puzzle, &analysis.redundant, set, &StopFlag::new()));
        Some(RedundantLine { unique: names(&analysis.redundant), strategies: spare.as_ref().map(names) })
    }

    /// Lines of text.
    pub(super) fn text(line: Option<&RedundantLine>) -> Vec<String> {
        let Some(line) = line else {
            return vec!["redundant: only a puzzle with one solution can have redundant clues".to_owned()];
        };
        let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        let mut lines = vec![format!("redundant for the only solution: {}", list(&line.unique))];
        if let Some(names) = &line.strategies {
            lines.push(format!("redundant for the strategies too: {}", list(names)));
        }
        lines
    }
}

impl TrueCandidatesLine {
    pub(super) fn new(puzzle: &Puzzle, found: &TrueCandidates) -> TrueCandidatesLine {
        let shape = puzzle.shape();
        let line = |cell: Cell| CellLine {
            cell: shape.cell_name(cell),
            candidates: (0..shape.n())
                .map(Digit::from_index)
                .map(|digit| (digit, found.counts[Candidate::new(cell, digit).index(shape)]))
                .filter(|&(_, n)| n > 0)
                .map(|(digit, solutions)| CandidateLine { digit: digit.to_string(), solutions })
                .collect(),
        };
        let open = shape.cells().filter(|&cell| puzzle.get(cell).is_none());
        TrueCandidatesLine { solutions: found.n_solutions, cap: MAX_SOLUTIONS, cells: open.map(line).collect() }
    }

    /// Lines of text: `r1c2: 3 in 4, 7 in 8`.
    pub(super) fn text(&self) -> Vec<String> {
        let count = |n: usize| if n >= self.cap { format!("{n} or more") } else { n.to_string() };
        let mut lines = vec![format!("solutions: {}", count(self.solutions))];
        lines.extend(self.cells.iter().map(|line| {
            let counts = line.candidates.iter().map(|c| format!("{} in {}", c.digit, count(c.solutions)));
            format!("{}: {}", line.cell, counts.collect::<Vec<_>>().join(", "))
        }));
        lines
    }
}

/// The names of cells.
pub(super) fn names(shape: Shape, cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| shape.cell_name(cell)).collect()
}
