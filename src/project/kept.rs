//! What a project keeps beside its design: results of searches, and marks of solving by hand. Both are saved and
//! recovered with it, but no edit: undo leaves them alone.

use crate::grid::{Digit, DigitSet, Puzzle};
use crate::logic::{Scale, StrategyId, StrategySet};
use std::collections::BTreeMap;
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

/// Puzzles that are being solved by hand: the clues, and what stands in each cell.
pub type HandSolvings = BTreeMap<Puzzle, Vec<Marks>>;

/// Everything that a project keeps beside its design. Shared, so that a snapshot of the history costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept {
    pub(super) results: Arc<Results>,
    pub(super) solvings: Arc<HandSolvings>,
}

impl Kept {
    /// Keeps these marks over a puzzle; where there are too many puzzles, the one with the fewest marked cells goes.
    pub(super) fn set_marks(&mut self, puzzle: &Puzzle, marks: &[Marks]) {
        let is_marked = |marks: &&Marks| **marks != Marks::default();
        let is_empty = !marks.iter().any(|marks| is_marked(&marks));
        if self.solvings.get(puzzle).map_or(is_empty, |present| present == marks) {
            return;
        }
        let all = Arc::make_mut(&mut self.solvings);
        if is_empty {
            all.remove(puzzle);
            return;
        }
        if all.len() >= MAX_SOLVINGS && !all.contains_key(puzzle) {
            let fewest = all.iter().min_by_key(|(_, marks)| marks.iter().filter(is_marked).count());
            if let Some(fewest) = fewest.map(|(puzzle, _)| puzzle.clone()) {
                all.remove(&fewest);
            }
        }
        all.insert(puzzle.clone(), marks.to_vec());
    }
}
