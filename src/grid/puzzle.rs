//! Puzzles and solution grids: a digit or nothing in each cell.

use super::{Cell, CellSet, Digit, House, Pattern, Shape};
use std::fmt;

/// A digit or nothing in each cell: the clues of a puzzle, or (all cells
/// filled) a solution grid. Digits may contradict each other; see
/// [`Puzzle::conflict`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Puzzle {
    shape: Shape,
    /// 0 for an empty cell, else the printed value.
    values: Vec<u8>,
}

impl Puzzle {
    /// A grid without digits.
    pub fn empty(shape: Shape) -> Puzzle {
        Puzzle { shape, values: vec![0; shape.n_cells()] }
    }

    /// A grid from one value per cell: 0 for empty, else 1..=N.
    ///
    /// # Panics
    /// If the number of values or a value does not fit the shape.
    pub fn from_values(shape: Shape, values: &[u8]) -> Puzzle {
        assert_eq!(values.len(), shape.n_cells());
        assert!(values.iter().all(|&v| v as usize <= shape.n()));
        Puzzle { shape, values: values.to_vec() }
    }

    /// Box shape of the grid.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Digit of a cell, if any.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        match self.values[cell.index()] {
            0 => None,
            value => Some(Digit::new(value)),
        }
    }

    /// Writes or clears a cell.
    ///
    /// # Panics
    /// If the digit is larger than N.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        let value = digit.map_or(0, Digit::value);
        assert!(value as usize <= self.shape.n());
        self.values[cell.index()] = value;
    }

    /// One value per cell: 0 for empty, else 1..=N.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The filled cells in ascending order with their digits.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + Clone + '_ {
        self.values
            .iter()
            .enumerate()
            .filter(|&(_, &v)| v != 0)
            .map(|(index, &v)| (Cell::from_index(index), Digit::new(v)))
    }

    /// Number of filled cells.
    pub fn n_clues(&self) -> usize {
        self.values.iter().filter(|&&v| v != 0).count()
    }

    /// Whether every cell is filled.
    pub fn is_full(&self) -> bool {
        self.values.iter().all(|&v| v != 0)
    }

    /// The filled cells.
    pub fn pattern(&self) -> Pattern {
        Pattern { shape: self.shape, cells: self.clues().map(|(cell, _)| cell).collect::<CellSet>() }
    }

    /// The grid with only the cells of the pattern kept.
    #[must_use]
    pub fn masked(&self, pattern: &Pattern) -> Puzzle {
        let mut masked = Puzzle::empty(self.shape);
        for cell in pattern.cells.iter() {
            masked.values[cell.index()] = self.values[cell.index()];
        }
        masked
    }

    /// Two equal digits in one house, if any: house, digit, both cells.
    pub fn conflict(&self) -> Option<Conflict> {
        let geometry = self.shape.geometry();
        // Whether there is any takes one look at each cell.
        let mut seen = [0u16; 48];
        let mut is_repeated = false;
        for (cell, digit) in self.clues() {
            let bit = 1u16 << digit.index();
            for house in geometry.cell_houses[cell.index()] {
                is_repeated |= seen[house.index()] & bit != 0;
                seen[house.index()] |= bit;
            }
        }
        if !is_repeated {
            return None;
        }
        for house in geometry.houses() {
            let mut seen = [None; 17];
            for &cell in &geometry.house_cells[house.index()] {
                let Some(digit) = self.get(cell) else { continue };
                if let Some(first) = seen[digit.value() as usize].replace(cell) {
                    return Some(Conflict { shape: self.shape, house, digit, cells: [first, cell] });
                }
            }
        }
        None
    }

    /// Whether every cell is filled and no house repeats a digit.
    pub fn is_solution(&self) -> bool {
        self.is_full() && self.conflict().is_none()
    }
}

/// Two equal digits in one house.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} has two {digit}s, at {} and {}", shape.geometry().house_name(*house), shape.cell_name(cells[0]), shape.cell_name(cells[1]))]
pub struct Conflict {
    /// Box shape of the grid.
    pub shape: Shape,
    /// The house that repeats a digit.
    pub house: House,
    /// The repeated digit.
    pub digit: Digit,
    /// The two cells, in ascending order.
    pub cells: [Cell; 2],
}

/// One line: `.` for an empty cell, else 1-9, A-G.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.shape.cells() {
            match self.get(cell) {
                None => f.write_str(".")?,
                Some(digit) => write!(f, "{digit}")?,
            }
        }
        Ok(())
    }
}
