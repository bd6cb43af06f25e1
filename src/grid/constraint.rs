//! The exact-cover view: N^3 candidates and 4 N^2 constraints, and N more for each house that rules add.

use super::{Cell, Digit, Geometry, House, HouseKind, Shape};

/// A (cell, digit) pair, numbered `cell * N + digit index` (0..N^3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of this cell and digit.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }

    /// Position in arrays of N^3 candidates.
    #[inline]
    pub const fn index(self, shape: Shape) -> usize {
        self.cell.index() * shape.n() + self.digit.index()
    }

    /// The candidate at this array position.
    #[inline]
    pub const fn from_index(shape: Shape, index: usize) -> Candidate {
        Candidate { cell: Cell::from_index(index / shape.n()), digit: Digit::from_index(index % shape.n()) }
    }

    /// The constraints this candidate would meet: cell, row, column, box, then those of houses that rules add.
    pub fn constraints(self, geometry: &Geometry) -> impl Iterator<Item = Constraint> + Clone + '_ {
        let houses = geometry.houses_of(self.cell).map(move |house| Constraint::HouseDigit(house, self.digit));
        std::iter::once(Constraint::Cell(self.cell)).chain(houses)
    }

    /// The candidates that cannot be true beside this one, without repeats: those of its
    /// cell, then those of its digit at the peers, then those of other digits that an exclusion names.
    pub fn conflicts(self, geometry: &Geometry) -> impl Iterator<Item = Candidate> + Clone {
        let own_cell = (0..geometry.shape.n()).map(Digit::from_index).filter(move |&digit| digit != self.digit);
        let peers = &geometry.peers[self.cell.index()];
        own_cell
            .map(move |digit| Candidate::new(self.cell, digit))
            .chain(peers.iter().map(move |&peer| Candidate::new(peer, self.digit)))
            .chain(geometry.clashes(self))
    }

    /// `r1c1=5`: the candidate is placed.
    pub fn placed_name(self, shape: Shape) -> String {
        format!("{}={}", shape.cell_name(self.cell), self.digit)
    }

    /// `r1c1<>5`: the candidate is ruled out.
    pub fn eliminated_name(self, shape: Shape) -> String {
        format!("{}<>{}", shape.cell_name(self.cell), self.digit)
    }
}

/// One exact-cover constraint: exactly one of its N candidates is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constraint {
    /// The cell holds exactly one digit.
    Cell(Cell),
    /// The house holds the digit exactly once.
    HouseDigit(House, Digit),
}

/// The kinds of constraint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConstraintKind {
    /// One digit in a cell.
    Cell,
    /// One digit in a row.
    RowDigit,
    /// One digit in a column.
    ColumnDigit,
    /// One digit in a box.
    BoxDigit,
    /// One digit in a house that a rule of the layout adds.
    ExtraDigit,
}

impl Constraint {
    /// Number of constraints of a shape: 4 N^2, and N for each house that rules add.
    pub fn count(shape: Shape) -> usize {
        4 * shape.n_cells() + shape.n_further_houses() * shape.n()
    }

    /// Position in arrays of all constraints: cells, then row-, column-, box-digits, then those of further houses.
    pub const fn index(self, shape: Shape) -> usize {
        match self {
            Constraint::Cell(cell) => cell.index(),
            Constraint::HouseDigit(house, digit) => shape.n_cells() + house.index() * shape.n() + digit.index(),
        }
    }

    /// The constraint at this array position.
    pub const fn from_index(shape: Shape, index: usize) -> Constraint {
        let n = shape.n();
        if index < n * n {
            return Constraint::Cell(Cell::from_index(index));
        }
        let rest = index - n * n;
        Constraint::HouseDigit(House((rest / n) as u8), Digit::from_index(rest % n))
    }

    /// Every constraint of the shape in array order.
    pub fn all(shape: Shape) -> impl Iterator<Item = Constraint> + Clone {
        (0..Constraint::count(shape)).map(move |index| Constraint::from_index(shape, index))
    }

    /// Which kind this is.
    pub const fn kind(self, geometry: &Geometry) -> ConstraintKind {
        match self {
            Constraint::Cell(_) => ConstraintKind::Cell,
            Constraint::HouseDigit(house, _) => match geometry.house_kind(house).0 {
                HouseKind::Row => ConstraintKind::RowDigit,
                HouseKind::Column => ConstraintKind::ColumnDigit,
                HouseKind::Box => ConstraintKind::BoxDigit,
                HouseKind::Extra => ConstraintKind::ExtraDigit,
            },
        }
    }

    /// The N candidates of the constraint, ascending by cell, then digit.
    pub fn candidates(self, geometry: &Geometry) -> impl Iterator<Item = Candidate> + Clone {
        let n = geometry.shape.n();
        (0..n).map(move |i| self.candidate(geometry, i))
    }

    /// The `i`-th candidate of the constraint (0..N).
    #[inline]
    pub fn candidate(self, geometry: &Geometry, i: usize) -> Candidate {
        match self {
            Constraint::Cell(cell) => Candidate::new(cell, Digit::from_index(i)),
            Constraint::HouseDigit(house, digit) => Candidate::new(geometry.house_cells[house.index()][i], digit),
        }
    }

    /// Whether the candidate belongs to the constraint.
    pub fn contains(self, geometry: &Geometry, candidate: Candidate) -> bool {
        match self {
            Constraint::Cell(cell) => candidate.cell == cell,
            Constraint::HouseDigit(house, digit) => {
                candidate.digit == digit && geometry.house_sets[house.index()].contains(candidate.cell)
            }
        }
    }

    /// "r1c1", "5 in row 3".
    pub fn name(self, geometry: &Geometry) -> String {
        match self {
            Constraint::Cell(cell) => geometry.shape.cell_name(cell),
            Constraint::HouseDigit(house, digit) => format!("{digit} in {}", geometry.house_name(house)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;

    #[test]
    fn exact_cover_matrix_is_regular() {
        for shape in all_shapes() {
            let geometry = &*shape.geometry();
            let n = shape.n();
            let mut times = vec![0; n * n * n];
            let expected = |index: usize| 4 + geometry.further[Candidate::from_index(shape, index).cell.index()].len();
            for (index, constraint) in Constraint::all(shape).enumerate() {
                assert_eq!(constraint.index(shape), index);
                let candidates: Vec<_> = constraint.candidates(geometry).collect();
                assert_eq!(candidates.len(), n);
                for candidate in candidates {
                    assert!(constraint.contains(geometry, candidate));
                    assert!(candidate.constraints(geometry).any(|other| other == constraint));
                    assert_eq!(Candidate::from_index(shape, candidate.index(shape)), candidate);
                    times[candidate.index(shape)] += 1;
                }
            }
            assert!(times.iter().enumerate().all(|(index, &t)| t == expected(index)), "{shape}");
        }
    }
}
