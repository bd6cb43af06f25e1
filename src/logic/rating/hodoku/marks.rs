//! The candidates of a 9x9 board as HoDoKu's searches go through them: sets of 81 cells in one word.

use crate::grid::{Candidate, Cell, Digit, Shape};
use crate::logic::Board;

/// A set of the 81 cells, by index.
pub(super) type Cells = u128;

/// Cells of each house: rows from the top, columns from the left, then boxes.
pub(super) const HOUSES: [Cells; 27] = {
    let mut houses = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[row] |= 1 << cell;
        houses[9 + column] |= 1 << cell;
        houses[18 + row / 3 * 3 + column / 3] |= 1 << cell;
        cell += 1;
    }
    houses
};

/// Row, column and box of a cell, as indices of [`HOUSES`].
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

/// The 20 cells that share a house with each cell.
pub(super) const PEERS: [Cells; 81] = {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, box_] = houses_of(cell);
        peers[cell] = (HOUSES[row] | HOUSES[column] | HOUSES[box_]) & !(1 << cell);
        cell += 1;
    }
    peers
};

/// The cells of a set in ascending order.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The cells that see all cells of a set.
pub(super) fn common_peers(set: Cells) -> Cells {
    cells(set).fold(!0, |common, cell| common & PEERS[cell])
}

/// The digits of a mask by index, ascending.
pub(super) fn digits(mask: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| mask >> digit & 1 == 1)
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
}

impl Marks {
    /// Of a plain 9x9 board.
    pub(super) fn of(board: &Board) -> Marks {
        debug_assert_eq!(board.shape(), Shape::NINE);
        let mut marks = Marks { of_cell: [0; 81], places: [0; 9] };
        for cell in (0..81).map(Cell::from_index).filter(|&cell| board.value(cell).is_none()) {
            for digit in board.marks(cell).iter() {
                marks.of_cell[cell.index()] |= 1 << digit.index();
                marks.places[digit.index()] |= 1 << cell.index();
            }
        }
        marks
    }

    /// The candidates of a cell, by index.
    pub(super) fn digits_of(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        digits(self.of_cell[cell])
    }

    /// All digits that are candidates in one of these cells.
    pub(super) fn union(&self, set: Cells) -> u16 {
        cells(set).fold(0, |all, cell| all | self.of_cell[cell])
    }
}
