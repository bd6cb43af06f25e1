//! Between closures and single steps: carrying out what other strategies conclude, and telling them what is left.

use super::{Closure, Pending};
use crate::grid::{Candidate, Puzzle, Shape};
use crate::logic::{Board, Step};

impl<const N: usize> Closure<N> {
    /// Carries out a step that another strategy found and closes; false if the grid is broken then.
    pub fn conclude(&mut self, step: &Step) -> bool {
        self.conclude_all(step.eliminated(), step.placed())
    }

    /// The state as a board, which tells the clues of the puzzle from digits placed later.
    pub fn board(&self, puzzle: &Puzzle) -> Board {
        board(self.shape, self.all_marks(), &self.values(), puzzle)
    }

    /// Rules candidates out, places others and closes; false if the grid is broken then.
    pub(super) fn conclude_all(&mut self, eliminated: &[Candidate], placed: &[Candidate]) -> bool {
        let mut pending = Pending::new();
        for &candidate in eliminated {
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
}

/// The board of a puzzle with these digits left in all cells and these placed.
pub(super) fn board(shape: Shape, all_marks: &[u32], values: &Puzzle, puzzle: &Puzzle) -> Board {
    let mut board = Board::new(puzzle);
    for (cell, digit) in values.clues() {
        if board.value(cell).is_none() {
            board.place(Candidate::new(cell, digit));
        }
    }
    for cell in shape.cells() {
        let marks = all_marks[cell.index()];
        for digit in board.marks(cell).iter().filter(|digit| marks >> digit.index() & 1 == 0) {
            board.eliminate(Candidate::new(cell, digit));
        }
    }
    board
}
