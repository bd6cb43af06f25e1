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
    /// Cells without a placed digit.
    n_open: usize,
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
            n_open: shape.n_cells(),
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
        board.n_open -= values.n_clues();
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

    /// Whether all cells of a house are filled but one.
    #[inline]
    pub fn lacks_one(&self, house: House) -> bool {
        (DigitSet::all(self.shape().n()).0 & !self.placed[house.index()].0).is_power_of_two()
    }

    /// Places a digit and rules it out at the peers.
    pub fn place(&mut self, candidate: Candidate) {
        self.place_noting(candidate, &mut |_, _| {});
    }

    /// The same; says which constraints have one candidate left by that, and which, in the order in which they come
    /// to it: peers ascending, then the other digits of the cell.
    #[inline]
    pub(super) fn place_noting(&mut self, candidate: Candidate, note: &mut impl FnMut(Constraint, Candidate)) {
        let Candidate { cell, digit } = candidate;
        let geometry = self.shape().geometry();
        self.n_open -= usize::from(self.value(cell).is_none());
        self.values.set(cell, Some(digit));
        self.set_single(cell.index(), false);
        for (house, slot) in geometry.cell_houses[cell.index()].into_iter().zip(geometry.cell_slots[cell.index()]) {
            self.placed[house.index()].insert(digit);
            self.set_single(slot.first as usize + digit.index(), false);
        }
        let bit = DigitSet::single(digit).0;
        for &peer in &geometry.peers[cell.index()] {
            if self.remaining[peer.index()] & bit != 0 {
                self.take_out(geometry, Candidate::new(peer, digit), note);
            }
        }
        // A digit that was ruled out leaves no candidate: the board is broken and says so.
        for other in DigitSet(self.remaining[cell.index()] & !bit).iter() {
            self.take_out(geometry, Candidate::new(cell, other), note);
        }
    }

    /// Rules a candidate out; true if it was there.
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        self.eliminate_noting(candidate, &mut |_, _| {})
    }

    /// The same; says which constraints have one candidate left by that, and which.
    #[inline]
    pub(super) fn eliminate_noting(
        &mut self,
        candidate: Candidate,
        note: &mut impl FnMut(Constraint, Candidate),
    ) -> bool {
        let is_there = self.has(candidate);
        if is_there {
            self.take_out(self.shape().geometry(), candidate, note);
        }
        is_there
    }

    /// Rules out a candidate that is there.
    #[inline]
    fn take_out(&mut self, geometry: &Geometry, candidate: Candidate, note: &mut impl FnMut(Constraint, Candidate)) {
        let Candidate { cell, digit } = candidate;
        let in_cell = self.remaining[cell.index()] & !DigitSet::single(digit).0;
        self.remaining[cell.index()] = in_cell;
        if in_cell & in_cell.wrapping_sub(1) == 0 {
            let is_single = in_cell != 0 && self.value(cell).is_none();
            self.narrowed(cell.index(), in_cell, is_single);
            if is_single {
                let last = Digit::from_index(in_cell.trailing_zeros() as usize);
                note(Constraint::Cell(cell), Candidate::new(cell, last));
            }
        }
        for (i, slot) in geometry.cell_slots[cell.index()].iter().enumerate() {
            let index = slot.first as usize + digit.index();
            let in_house = self.remaining[index] & !slot.bit;
            self.remaining[index] = in_house;
            if in_house & in_house.wrapping_sub(1) == 0 {
                let house = geometry.cell_houses[cell.index()][i];
                let is_single = in_house != 0 && !self.placed[house.index()].contains(digit);
                self.narrowed(index, in_house, is_single);
                if is_single {
                    let last = geometry.house_cells[house.index()][in_house.trailing_zeros() as usize];
                    note(Constraint::HouseDigit(house, digit), Candidate::new(last, digit));
                }
            }
        }
    }

    /// Keeps up which constraints have one candidate left, and whether one has none.
    #[inline]
    fn narrowed(&mut self, constraint: usize, remaining: u16, is_single: bool) {
        self.broken |= remaining == 0;
        self.set_single(constraint, is_single);
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
        let mut word = numbers.start / 64;
        let mut bits = self.singles[word] & u64::MAX << (numbers.start % 64);
        std::iter::from_fn(move || {
            while bits == 0 && (word + 1) * 64 < numbers.end {
                word += 1;
                bits = self.singles[word];
            }
            let number = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            // None left counts as bit 64, the end of the last word or beyond.
            (number < numbers.end).then(|| Constraint::from_index(shape, number))
        })
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
        self.n_open == 0 && !self.is_broken()
    }

    /// Whether some constraint has no candidate left: no solution from here.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Number of cells without a placed digit.
    pub fn n_unsolved(&self) -> usize {
        self.n_open
    }

    /// Number of candidates in the cells without a placed digit.
    pub fn n_candidates(&self) -> usize {
        self.shape().cells().filter(|&cell| self.value(cell).is_none()).map(|cell| self.marks(cell).len()).sum()
    }
}
