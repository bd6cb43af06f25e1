//! Between closures and single steps: carrying out what other strategies conclude, and telling them what is left.

use super::{Closure, Pending};
use crate::grid::{Candidate, Puzzle};
use crate::logic::{Board, Step};

impl<const N: usize> Closure<N> {
    /// Carries out a step that another strategy found and closes; false if the grid is broken then.
    pub fn conclude(&mut self, step: &Step) -> bool {
        self.conclude_all(step.eliminated().iter().copied(), step.placed().iter().copied())
    }

    /// Rules candidates out and closes; false if the grid is broken then.
    pub(crate) fn rule_out(&mut self, candidates: impl IntoIterator<Item = Candidate>) -> bool {
        self.conclude_all(candidates, [])
    }

    fn conclude_all(
        &mut self,
        eliminated: impl IntoIterator<Item = Candidate>,
        placed: impl IntoIterator<Item = Candidate>,
    ) -> bool {
        let mut pending = Pending::new();
        for candidate in eliminated {
            if !self.has(candidate) {
                continue;
            }
            let cell = candidate.cell.index();
            self.eliminate(cell / N, cell % N, candidate.digit.index(), &mut pending);
            if self.broken {
                return false;
            }
        }
        for candidate in placed {
            let cell = candidate.cell.index();
            pending.push(((cell / N) as u8, (cell % N) as u8, candidate.digit.index() as u8));
        }
        self.run(&mut pending)
    }

    /// The state as a board, which tells the clues of the puzzle from digits placed later.
    pub fn board(&self, puzzle: &Puzzle) -> Board {
        let mut board = Board::new(puzzle);
        for (cell, digit) in self.values().clues() {
            if board.value(cell).is_none() {
                board.place(Candidate::new(cell, digit));
            }
        }
        for cell in self.shape.cells() {
            for digit in board.marks(cell).iter() {
                let candidate = Candidate::new(cell, digit);
                if !self.has(candidate) {
                    board.eliminate(candidate);
                }
            }
        }
        board
    }
}
