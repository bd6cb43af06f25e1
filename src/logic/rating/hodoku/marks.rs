//! The candidates of a 9x9 board as HoDoKu's searches go through them: sets of 81 cells in one word.

use crate::grid::{Candidate, Cell, Digit, Shape};
use crate::logic::Board;
use crate::logic::rating::nine::{Cells, PEERS, ones, ones16};

/// The cells that see all cells of a set.
pub(super) fn common_peers(set: Cells) -> Cells {
    ones(set).fold(!0, |common, cell| common & PEERS[cell])
}

/// The candidate of a cell and a digit given by index.
pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate::new(Cell::from_index(cell), Digit::from_index(digit))
}

/// Candidates given by cell and digit, without repetitions, by digit and then by cell.
pub(super) fn sorted(candidates: impl IntoIterator<Item = (usize, usize)>) -> Vec<Candidate> {
    let mut by_digit: Vec<(usize, usize)> = candidates.into_iter().map(|(cell, digit)| (digit, cell)).collect();
    by_digit.sort_unstable();
    by_digit.dedup();
    by_digit.into_iter().map(|(digit, cell)| candidate(cell, digit)).collect()
}

/// Candidates of the open cells of a board.
pub(super) struct Marks {
    /// The candidates of each cell, a bit for each digit; none where a digit is placed.
    pub(super) of_cell: [u16; 81],
    /// The open cells with each digit among their candidates.
    pub(super) places: [Cells; 9],
    /// The open cells that see no placed digit of each kind, whether it is still a candidate there or not.
    pub(super) unseen: [Cells; 9],
}

impl Marks {
    /// Of a plain 9x9 board.
    pub(super) fn of(board: &Board) -> Marks {
        debug_assert_eq!(board.shape(), Shape::NINE);
        let mut marks = Marks { of_cell: [0; 81], places: [0; 9], unseen: [(1 << 81) - 1; 9] };
        let mut open: Cells = 0;
        for cell in (0..81).map(Cell::from_index) {
            if let Some(digit) = board.value(cell) {
                marks.unseen[digit.index()] &= !PEERS[cell.index()];
                continue;
            }
            open |= 1 << cell.index();
            for digit in board.marks(cell).iter() {
                marks.of_cell[cell.index()] |= 1 << digit.index();
                marks.places[digit.index()] |= 1 << cell.index();
            }
        }
        marks.unseen.iter_mut().for_each(|cells| *cells &= open);
        marks
    }

    /// The candidates of a cell, by index.
    pub(super) fn digits_of(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        ones16(self.of_cell[cell])
    }

    /// All digits that are candidates in one of these cells.
    pub(super) fn union(&self, set: Cells) -> u16 {
        ones(set).fold(0, |all, cell| all | self.of_cell[cell])
    }
}
