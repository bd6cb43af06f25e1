//! What a project keeps beside its design: results of searches, and marks of solving by hand. Both are saved and
//! recovered with it, but no edit: undo leaves them alone.

use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle, Shape};
use crate::logic::{Scale, StrategyId, StrategySet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most results that a project keeps; more are a matter for text files.
pub const MAX_RESULTS: usize = 10_000;

/// Most searches that a project remembers.
pub const MAX_SEARCHES: usize = 100;

/// Most puzzles whose marks of solving by hand a project keeps.
pub const MAX_SOLVINGS: usize = super::MAX_PUZZLES;

/// A puzzle that a search found, with its figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// Its number, from 1; no two results have the same.
    pub id: u64,
    /// The clues.
    pub puzzle: Puzzle,
    /// Steps of its trace.
    pub n_steps: usize,
    /// The figure of Sudoku Explainer in tenths, where there is one.
    pub rating: Option<u8>,
    /// The figure in tenths on the scale of the difficulty it was sought for or rated on, where that is another one.
    pub figure: Option<(Scale, u32)>,
    /// The hardest strategy of its trace.
    pub hardest: Option<StrategyId>,
    /// The strategies of its trace.
    pub used: StrategySet,
    /// Whether it stays when the others are deleted.
    pub is_pinned: bool,
    /// Number of the search that found it.
    pub search: Option<u64>,
}

/// A search that was carried out, or is being carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Its number, from 1.
    pub number: u64,
    /// What was sought, in a few words.
    pub title: String,
    /// Everything that is needed to ask again.
    pub details: String,
    /// Puzzles found.
    pub n_found: usize,
    /// Puzzles wanted, where there is such a number.
    pub n_wanted: Option<usize>,
    /// How it ended; `None` while it is at work.
    pub ending: Option<String>,
}

/// Results with the searches that found them, each in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// The puzzles.
    pub found: Vec<Arc<FoundPuzzle>>,
    /// The searches.
    pub searches: Vec<Search>,
}

/// What stands in one cell of a puzzle that is being solved by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The digit entered.
    pub digit: Option<Digit>,
    /// Marks at the edge.
    pub corner: DigitSet,
    /// Marks in the middle: all that the cell may still hold, where there are any.
    pub centre: DigitSet,
    /// Colours, as numbers from 0.
    pub colours: DigitSet,
}

/// Most lines that can be drawn over a puzzle.
pub const MAX_LINES: usize = 500;

/// A line between the centres of two different cells; it has no direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DrawnLine {
    ends: [Cell; 2],
}

impl DrawnLine {
    /// The line between two cells; `None` if both are the same.
    pub fn new(a: Cell, b: Cell) -> Option<DrawnLine> {
        (a != b).then(|| DrawnLine { ends: [a.min(b), a.max(b)] })
    }

    /// The two cells, in the order of the grid.
    pub const fn ends(self) -> [Cell; 2] {
        self.ends
    }

    /// Whether it ends in one of these cells.
    pub fn ends_in(self, cells: &CellSet) -> bool {
        self.ends.iter().any(|&cell| cells.contains(cell))
    }
}

/// Everything that was entered by hand over a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entries {
    /// What stands in each cell.
    pub marks: Vec<Marks>,
    /// Lines between cells.
    pub lines: BTreeSet<DrawnLine>,
}

impl Entries {
    /// Nothing entered over a puzzle of this shape.
    pub fn none(shape: Shape) -> Entries {
        Entries { marks: vec![Marks::default(); shape.n_cells()], lines: BTreeSet::new() }
    }

    /// Whether nothing was entered.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.marks.iter().all(|marks| *marks == Marks::default())
    }

    /// Cells with marks, and lines.
    fn n_entries(&self) -> usize {
        self.lines.len() + self.marks.iter().filter(|marks| **marks != Marks::default()).count()
    }
}

/// A puzzle that is being solved by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSolving {
    /// What was entered.
    pub entries: Entries,
    /// How long it took so far.
    pub seconds: u32,
}

/// Puzzles that are being solved by hand, by their clues.
pub type HandSolvings = BTreeMap<Puzzle, HandSolving>;

/// Everything that a project keeps beside its design. Shared, so that a snapshot of the history costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept {
    pub(super) results: Arc<Results>,
    pub(super) solvings: Arc<HandSolvings>,
}

impl Kept {
    /// Keeps what was entered over a puzzle; where there are too many puzzles, the one with the fewest entries goes.
    /// Where nothing was entered, nothing is kept.
    pub(super) fn set_solving(&mut self, puzzle: &Puzzle, solving: &HandSolving) {
        let is_empty = solving.entries.is_empty();
        if self.solvings.get(puzzle).map_or(is_empty, |present| present == solving) {
            return;
        }
        let all = Arc::make_mut(&mut self.solvings);
        if is_empty {
            all.remove(puzzle);
            return;
        }
        if all.len() >= MAX_SOLVINGS && !all.contains_key(puzzle) {
            let fewest = all.iter().min_by_key(|(_, solving)| solving.entries.n_entries());
            if let Some(fewest) = fewest.map(|(puzzle, _)| puzzle.clone()) {
                all.remove(&fewest);
            }
        }
        all.insert(puzzle.clone(), solving.clone());
    }
}
