//! The state of a grid while it is solved: placed digits and pencil marks.

use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Geometry, House, HouseKind, Puzzle, Shape};
use std::ops::Range;

/// Placed digits and pencil marks (the state (f, g) of Nishikawa and Toda, section 3).
///
/// Placing a digit rules it out at all peers at once (their condition S2), so
/// a board is always in that normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    values: Puzzle,
    /// Remaining candidates per constraint, as masks over [`Constraint::candidate`];
    /// for cells these are the digits, and the placed digit alone once placed.
    remaining: Vec<u16>,
    /// Digits placed per house.
    placed: Vec<DigitSet>,
    /// Cells whose digit is printed in the puzzle.
    clues: CellSet,
    /// Constraints with one remaining candidate that is not placed yet, as bits over their numbers.
    singles: [u64; 16],
    /// Whether some constraint has no candidate left.
    broken: bool,
}

impl Board {
    /// The board of a puzzle: clues placed, peers cleared, nothing else ruled out.
    pub fn new(puzzle: &Puzzle) -> Board {
        let mut board = Board::with_clues_of(puzzle);
        for (cell, digit) in puzzle.clues() {
            board.place(Candidate::new(cell, digit));
        }
        board
    }

    /// An empty board that knows where the clues of the puzzle stand, for callers that place them one by one.
    pub(super) fn with_clues_of(puzzle: &Puzzle) -> Board {
        let shape = puzzle.shape();
        Board {
            values: Puzzle::empty(shape),
            remaining: vec![DigitSet::all(shape.n()).0; Constraint::count(shape)],
            placed: vec![DigitSet::EMPTY; 3 * shape.n()],
            clues: puzzle.clues().map(|(cell, _)| cell).collect(),
            singles: [0; 16],
            broken: false,
        }
    }

    /// A board in the middle of things: these digits placed, these marks in the other cells,
    /// peers of placed digits not cleared. The rules hold on it as on any board.
    pub fn with_marks(values: &Puzzle, marks: impl Fn(Cell) -> DigitSet) -> Board {
        let shape = values.shape();
        let geometry = shape.geometry();
        let mut board = Board::new(&Puzzle::empty(shape));
        board.values = values.clone();
        for (cell, digit) in values.clues() {
            for house in geometry.cell_houses[cell.index()] {
                board.placed[house.index()].insert(digit);
            }
        }
        for cell in shape.cells() {
            let kept = values.get(cell).map_or_else(|| marks(cell), DigitSet::single);
            for digit in DigitSet::all(shape.n()).iter().filter(|&digit| !kept.contains(digit)) {
                board.eliminate(Candidate::new(cell, digit));
            }
        }
        board
    }

    /// Box shape of the grid.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.values.shape()
    }

    /// The placed digits.
    pub fn values(&self) -> &Puzzle {
        &self.values
    }

    /// The placed digit of a cell.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell)
    }

    /// Whether the digit of the cell is printed in the puzzle, not placed by a step.
    #[inline]
    pub fn is_clue(&self, cell: Cell) -> bool {
        self.clues.contains(cell)
    }

    /// The digits not ruled out in a cell; the placed digit alone once placed.
    #[inline]
    pub fn marks(&self, cell: Cell) -> DigitSet {
        DigitSet(self.remaining[cell.index()])
    }

    /// The remaining candidates of a constraint, as a mask over [`Constraint::candidate`].
    #[inline]
    pub fn remaining(&self, constraint: Constraint) -> u16 {
        self.remaining[constraint.index(self.shape())]
    }

    /// Whether the candidate is not ruled out.
    #[inline]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.marks(candidate.cell).contains(candidate.digit)
    }

    /// Whether the constraint's candidate is already placed.
    #[inline]
    pub fn is_met(&self, constraint: Constraint) -> bool {
        match constraint {
            Constraint::Cell(cell) => self.value(cell).is_some(),
            Constraint::HouseDigit(house, digit) => self.placed[house.index()].contains(digit),
        }
    }

    /// How many digits are placed in a house.
    #[inline]
    pub fn n_placed_in(&self, house: House) -> usize {
        self.placed[house.index()].len()
    }

    /// Places a digit and rules it out at the peers.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        // A digit that was ruled out leaves no candidate: the board is broken and says so.
        for other in self.marks(cell).iter().filter(|&other| other != digit) {
            self.eliminate(Candidate::new(cell, other));
        }
        self.values.set(cell, Some(digit));
        let geometry = self.shape().geometry();
        self.set_single(cell.index(), false);
        for house in geometry.cell_houses[cell.index()] {
            self.placed[house.index()].insert(digit);
            self.set_single(Constraint::HouseDigit(house, digit).index(geometry.shape), false);
        }
        for (house, position) in
            geometry.cell_houses[cell.index()].into_iter().zip(geometry.cell_positions[cell.index()])
        {
            let index = Constraint::HouseDigit(house, digit).index(geometry.shape);
            let mut others = self.remaining[index] & !(1 << position);
            while others != 0 {
                let peer = geometry.house_cells[house.index()][others.trailing_zeros() as usize];
                others &= others - 1;
                self.take_out(geometry, Candidate::new(peer, digit));
            }
        }
    }

    /// Rules a candidate out; true if it was there.
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        let is_there = self.has(candidate);
        if is_there {
            self.take_out(self.shape().geometry(), candidate);
        }
        is_there
    }

    /// Rules out a candidate that is there.
    #[inline]
    fn take_out(&mut self, geometry: &Geometry, candidate: Candidate) {
        let n = geometry.shape.n();
        let first = geometry.shape.n_cells();
        let Candidate { cell, digit } = candidate;
        let in_cell = self.remaining[cell.index()] & !DigitSet::single(digit).0;
        self.remaining[cell.index()] = in_cell;
        self.note(cell.index(), in_cell, self.value(cell).is_some());
        let positions = geometry.cell_positions[cell.index()];
        for (house, position) in geometry.cell_houses[cell.index()].into_iter().zip(positions) {
            let index = first + house.index() * n + digit.index();
            let in_house = self.remaining[index] & !(1 << position);
            self.remaining[index] = in_house;
            self.note(index, in_house, self.placed[house.index()].contains(digit));
        }
    }

    /// Keeps up which constraints have one candidate left, and whether one has none.
    #[inline]
    fn note(&mut self, constraint: usize, remaining: u16, is_met: bool) {
        if remaining & remaining.wrapping_sub(1) == 0 {
            self.broken |= remaining == 0;
            self.set_single(constraint, remaining != 0 && !is_met);
        }
    }

    #[inline]
    fn set_single(&mut self, constraint: usize, is_single: bool) {
        let bit = 1u64 << (constraint % 64);
        if is_single {
            self.singles[constraint / 64] |= bit;
        } else {
            self.singles[constraint / 64] &= !bit;
        }
    }

    /// Constraints of these numbers that have one remaining candidate, not placed yet; ascending.
    pub(super) fn singles(&self, numbers: Range<usize>) -> impl Iterator<Item = Constraint> + '_ {
        let shape = self.shape();
        let words = numbers.start / 64..numbers.end.div_ceil(64);
        words
            .flat_map(move |word| {
                let mut bits = self.singles[word];
                std::iter::from_fn(move || {
                    (bits != 0).then(|| {
                        let number = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        number
                    })
                })
            })
            .filter(move |number| numbers.contains(number))
            .map(move |number| Constraint::from_index(shape, number))
    }

    /// The numbers of the constraints of all houses of a kind.
    pub(super) fn house_digits(&self, kind: HouseKind) -> Range<usize> {
        let n_cells = self.shape().n_cells();
        let first = n_cells
            * match kind {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                HouseKind::Box => 3,
            };
        first..first + n_cells
    }

    /// Whether every cell is placed and none of them contradicts another.
    pub fn is_solved(&self) -> bool {
        self.values.is_full() && !self.is_broken()
    }

    /// Whether some constraint has no candidate left: no solution from here.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Number of cells without a placed digit.
    pub fn n_unsolved(&self) -> usize {
        self.shape().n_cells() - self.values.n_clues()
    }

    /// Number of candidates in the cells without a placed digit.
    pub fn n_candidates(&self) -> usize {
        self.shape().cells().filter(|&cell| self.value(cell).is_none()).map(|cell| self.marks(cell).len()).sum()
    }
}
