//! The state of a grid while it is solved: placed digits and pencil marks.

use crate::grid::{Candidate, Cell, Constraint, Digit, DigitSet, Puzzle, Shape};

/// Placed digits and pencil marks (the state (f, g) of Nishikawa and Toda, section 3).
///
/// Placing a digit rules it out at all peers at once (their condition S2), so
/// a board is always in that normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    values: Puzzle,
    /// Remaining digits per cell; the placed digit alone once placed.
    marks: Vec<DigitSet>,
}

impl Board {
    /// The board of a puzzle: clues placed, peers cleared, nothing else ruled out.
    pub fn new(puzzle: &Puzzle) -> Board {
        let shape = puzzle.shape();
        let mut board = Board { values: Puzzle::empty(shape), marks: vec![DigitSet::all(shape.n()); shape.n_cells()] };
        for (cell, digit) in puzzle.clues() {
            board.place(Candidate::new(cell, digit));
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

    /// The digits not ruled out in a cell; the placed digit alone once placed.
    #[inline]
    pub fn marks(&self, cell: Cell) -> DigitSet {
        self.marks[cell.index()]
    }

    /// Whether the candidate is not ruled out.
    #[inline]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.marks[candidate.cell.index()].contains(candidate.digit)
    }

    /// Whether the constraint's candidate is already placed.
    pub fn is_met(&self, constraint: Constraint) -> bool {
        match constraint {
            Constraint::Cell(cell) => self.value(cell).is_some(),
            Constraint::HouseDigit(house, digit) => {
                self.shape().geometry().house_cells[house.index()].iter().any(|&cell| self.value(cell) == Some(digit))
            }
        }
    }

    /// Places a digit and rules it out at the peers.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        // A digit that was ruled out leaves no candidate: the board is broken and says so.
        self.marks[cell.index()].0 &= DigitSet::single(digit).0;
        self.values.set(cell, Some(digit));
        for &peer in &self.shape().geometry().peers[cell.index()] {
            self.marks[peer.index()].remove(digit);
        }
    }

    /// Rules a candidate out; true if it was there.
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        self.marks[candidate.cell.index()].remove(candidate.digit)
    }

    /// Whether every cell is placed and none of them contradicts another.
    pub fn is_solved(&self) -> bool {
        self.values.is_full() && !self.is_broken()
    }

    /// Whether some constraint has no candidate left: no solution from here.
    pub fn is_broken(&self) -> bool {
        let geometry = self.shape().geometry();
        self.marks.iter().any(|marks| marks.is_empty())
            || geometry.house_cells.iter().any(|cells| {
                let union = cells.iter().fold(0, |union, cell| union | self.marks[cell.index()].0);
                union != DigitSet::all(self.shape().n()).0
            })
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
