//! The marks of open cells of a 9x9 board as bits, for techniques that try things out.

use crate::grid::Shape;
use crate::logic::Board;
use crate::logic::rating::nine::positions_of;
pub(super) use crate::logic::rating::nine::{Cells, HOUSE_SETS, N_HOUSES, PEERS, cell_at, houses_of, ones, ones16};

/// First house of each kind in the order in which Sudoku Explainer goes through kinds of houses in chains.
pub(super) const FIRST_OF_KIND: [usize; 3] = [18, 0, 9];

/// The peers of each cell, those in the same box first, then those in the row and the column.
pub(super) const PEERS_BY_KIND: [[u8; 20]; 81] = {
    let mut table = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut n, mut seen) = (0, 1u128 << cell);
        let mut kind = 0;
        while kind < 3 {
            let house = houses_of(cell)[FIRST_OF_KIND[kind] / 9];
            let mut i = 0;
            while i < 9 {
                let peer = cell_at(house, i) as u8;
                if seen >> peer & 1 == 0 {
                    seen |= 1 << peer;
                    table[cell][n] = peer;
                    n += 1;
                }
                i += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    table
};

/// The marks of the open cells, by cell and by house and digit; cells with a digit have none.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Marks {
    cells: [u16; 81],
    places: [[u16; 9]; N_HOUSES],
}

/// No marks at all.
impl Default for Marks {
    fn default() -> Marks {
        Marks { cells: [0; 81], places: [[0; 9]; N_HOUSES] }
    }
}

impl Marks {
    pub(super) fn new(board: &Board) -> Marks {
        let mut marks = Marks::default();
        for cell in Shape::NINE.cells().filter(|&cell| board.value(cell).is_none()) {
            for digit in board.marks(cell).iter() {
                marks.insert(cell.index(), digit.index());
            }
        }
        marks
    }

    fn insert(&mut self, cell: usize, digit: usize) {
        self.cells[cell] |= 1 << digit;
        for (house, position) in houses_of(cell).into_iter().zip(positions_of(cell)) {
            self.places[house][digit] |= 1 << position;
        }
    }

    /// Takes a mark out.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        for (house, position) in houses_of(cell).into_iter().zip(positions_of(cell)) {
            self.places[house][digit] &= !(1 << position);
        }
    }

    /// The digits of every cell.
    pub(super) const fn cells(&self) -> &[u16; 81] {
        &self.cells
    }

    /// The digits of an open cell.
    #[inline]
    pub(super) const fn of_cell(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// Whether the digit is left in the open cell.
    #[inline]
    pub(super) const fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    /// The positions of a digit in a house.
    #[inline]
    pub(super) const fn of_house(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// The open cells.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..81).filter(|&cell| self.cells[cell] != 0)
    }

    /// Every mark, by cell, then by digit.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.open().flat_map(|cell| ones(self.cells[cell].into()).map(move |digit| (cell, digit)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::grid::{Cell, Digit, DigitSet, House, Puzzle};
    use crate::logic::fast_solutions;
    use std::collections::BTreeSet;

    /// Marks of these cells, each as in `r1c1 123`; the others have none.
    pub(in crate::logic::rating::se) fn marks_of(text: &str) -> Marks {
        let named: Vec<(&str, &str)> = text.split(',').filter_map(|item| item.trim().split_once(' ')).collect();
        let digits = |text: &str| text.chars().filter_map(Digit::from_char).collect::<DigitSet>();
        let board = Board::with_marks(&Puzzle::empty(Shape::NINE), |cell| {
            let name = Shape::NINE.cell_name(cell);
            named.iter().find(|&&(other, _)| other == name).map_or(DigitSet::EMPTY, |&(_, marks)| digits(marks))
        });
        assert_eq!(Marks::new(&board).open().count(), named.len(), "{text}");
        Marks::new(&board)
    }

    /// The marks of a hard puzzle, as they are and after every seventh, fifth or third mark outside the solution is gone.
    pub(in crate::logic::rating::se) fn boards() -> Vec<Marks> {
        let puzzle: Puzzle = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
            .parse()
            .expect("puzzle");
        let solution = fast_solutions(&puzzle, 1).pop().expect("solution");
        let all = Marks::new(&Board::new(&puzzle));
        let thinned = |every: usize| {
            let mut marks = all.clone();
            let is_wrong = |&(cell, digit): &(usize, usize)| {
                solution.get(Cell::from_index(cell)) != Some(Digit::from_index(digit))
            };
            for (cell, digit) in all.all().filter(is_wrong).skip(every - 1).step_by(every) {
                marks.remove(cell, digit);
            }
            marks
        };
        [1000, 7, 5, 3].map(thinned).into()
    }

    /// Marks that are ruled out, as in `r1c1-2`.
    pub(in crate::logic::rating::se) fn names(eliminated: &[(usize, usize)]) -> String {
        let name = |&(cell, digit): &(usize, usize)| format!("r{}c{}-{}", cell / 9 + 1, cell % 9 + 1, digit + 1);
        eliminated.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn removed_marks_are_gone_from_cell_and_houses() {
        let mut marks = marks_of("r1c1 12, r1c9 13, r3c2 1");
        assert_eq!(marks.of_house(0, 0), 0b1_0000_0001);
        assert_eq!(marks.of_house(18, 0), 0b1000_0001);
        marks.remove(0, 0);
        assert_eq!((marks.of_cell(0), marks.of_house(0, 0), marks.of_house(9, 0)), (2, 0b1_0000_0000, 0));
        assert_eq!(marks.all().collect::<Vec<_>>(), [(0, 1), (8, 0), (8, 2), (19, 0)]);
    }

    /// The tables are constants for speed; the geometry of the grid is where they are defined.
    #[test]
    fn tables_are_those_of_the_geometry() {
        let geometry = &*Shape::NINE.geometry();
        for (cell, peers) in PEERS.iter().enumerate() {
            assert_eq!(*peers, geometry.peers[cell].iter().fold(0, |all, peer| all | 1 << peer.index()));
            let houses: BTreeSet<Cells> = houses_of(cell).map(|house| HOUSE_SETS[house]).into();
            let in_house =
                |house: House| geometry.house_cells[house.index()].iter().fold(0, |all, cell| all | 1 << cell.index());
            assert_eq!(houses, geometry.cell_houses[cell].map(in_house).into());
        }
    }

    #[test]
    fn peers_come_box_first() {
        assert_eq!(PEERS_BY_KIND[0][..8], [1, 2, 9, 10, 11, 18, 19, 20]);
        assert_eq!((PEERS_BY_KIND[0][8], PEERS_BY_KIND[0][14]), (3, 27));
        for (cell, peers) in PEERS.iter().enumerate() {
            assert_eq!(PEERS_BY_KIND[cell].iter().fold(0, |all, &peer| all | 1 << peer), *peers);
        }
    }
}
