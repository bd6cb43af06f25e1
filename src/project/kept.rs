//! What a project keeps beside its design: results of searches, and marks of solving by hand. Both are saved and
//! recovered with it, but no edit: undo leaves them alone.

use crate::grid::{Digit, DigitSet, Puzzle};
use crate::logic::{Scale, StrategyId, StrategySet};
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
    /// The figure in tenths on the scale of the difficulty it was sought for, where that is another one.
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

/// The marks of solving a puzzle by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSolving {
    /// The clues.
    pub puzzle: Puzzle,
    /// What stands in each cell.
    pub marks: Vec<Marks>,
}

/// Everything that a project keeps beside its design. Shared, so that a snapshot of the history costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept {
    pub(super) results: Arc<Results>,
    /// In the order in which they were begun.
    pub(super) solvings: Arc<Vec<Arc<HandSolving>>>,
}

impl Kept {
    /// The marks over a puzzle.
    pub(super) fn marks_of(&self, puzzle: &Puzzle) -> Option<&[Marks]> {
        self.solvings.iter().find(|solving| solving.puzzle == *puzzle).map(|solving| solving.marks.as_slice())
    }

    /// Keeps these marks over a puzzle; where there are too many puzzles, the one begun first goes.
    pub(super) fn set_marks(&mut self, puzzle: &Puzzle, marks: &[Marks]) {
        let is_empty = marks.iter().all(|marks| *marks == Marks::default());
        if self.marks_of(puzzle).map_or(is_empty, |present| present == marks) {
            return;
        }
        let all = Arc::make_mut(&mut self.solvings);
        let at = all.iter().position(|solving| solving.puzzle == *puzzle);
        let new = || Arc::new(HandSolving { puzzle: puzzle.clone(), marks: marks.to_vec() });
        match at {
            Some(at) if is_empty => drop(all.remove(at)),
            Some(at) => all[at] = new(),
            None => {
                all.push(new());
                if all.len() > MAX_SOLVINGS {
                    all.remove(0);
                }
            }
        }
    }
}
