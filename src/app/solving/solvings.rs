//! The marks of several puzzles.

use super::{HandSolving, Solving};
use crate::grid::Puzzle;

/// Puzzles whose marks can be undone.
const MAX_PUZZLES: usize = 20;

/// The marks of the puzzles that were looked at last.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solvings {
    /// The present one last.
    all: Vec<Solving>,
}

impl Solvings {
    /// Makes this the present puzzle; its entries are those it had, or those that the document kept.
    pub fn show(&mut self, puzzle: Option<&Puzzle>, kept: Option<&HandSolving>) {
        let Some(puzzle) = puzzle else { return };
        if self.all.last().is_some_and(|last| last.puzzle == *puzzle) {
            return;
        }
        let solving = match self.all.iter().position(|solving| solving.puzzle == *puzzle) {
            Some(at) => self.all.remove(at),
            None => match kept {
                Some(kept) => Solving::with_kept(puzzle.clone(), kept),
                None => Solving::new(puzzle.clone()),
            },
        };
        // What was only looked at is as the document keeps it, but for the time.
        self.all.retain(|solving| solving.has_history() || solving.seconds() >= 1.0);
        self.all.push(solving);
        if self.all.len() > MAX_PUZZLES {
            self.all.remove(0);
        }
    }

    /// The present puzzle.
    pub fn present(&self) -> Option<&Solving> {
        self.all.last()
    }

    /// The marks of this puzzle.
    pub fn of(&self, puzzle: Option<&Puzzle>) -> Option<&Solving> {
        self.all.last().filter(|last| Some(&last.puzzle) == puzzle)
    }

    /// The marks of this puzzle, to change them.
    pub fn of_mut(&mut self, puzzle: Option<&Puzzle>) -> Option<&mut Solving> {
        self.all.last_mut().filter(|last| Some(&last.puzzle) == puzzle)
    }
}
