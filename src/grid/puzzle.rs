//! Puzzles and solution grids: a digit or nothing in each cell.

use super::{Candidate, Cell, CellSet, Digit, House, Pattern, Shape};
use std::fmt;

/// A digit or nothing in each cell: the clues of a puzzle, or (all cells
/// filled) a solution grid. Digits may contradict each other; see
/// [`Puzzle::conflict`].
///
/// ```
/// use cluesmith::grid::{Digit, Puzzle, Shape};
///
/// let mut puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// assert_eq!(puzzle.shape(), Shape::new(2, 2)?);
/// puzzle.set(puzzle.shape().cell(0, 1), Some(Digit::new(3)));
/// assert_eq!(puzzle.to_string(), "13....3..1.....2");
/// assert_eq!(puzzle.n_clues(), 5);
/// assert!(puzzle.conflict().is_none());
///
/// let error = "1...9...........".parse::<Puzzle>().expect_err("4x4 has no 9");
/// assert_eq!((error.line, error.column), (1, Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    #[inline]
    pub fn from_values(shape: Shape, values: &[u8]) -> Puzzle {
        Puzzle::try_from_values(shape, values).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A grid from one value per cell: 0 for empty, else 1..=N.
    ///
    /// # Errors
    /// If the number of values or a value does not fit the shape.
    pub fn try_from_values(shape: Shape, values: &[u8]) -> Result<Puzzle, ValuesError> {
        if values.len() != shape.n_cells() {
            return Err(ValuesError::Length { shape, found: values.len() });
        }
        match values.iter().position(|&value| value as usize > shape.n()) {
            Some(index) => Err(ValuesError::Value { shape, cell: Cell::from_index(index), value: values[index] }),
            None => Ok(Puzzle { shape, values: values.to_vec() }),
        }
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
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The filled cells in ascending order with their digits.
    #[inline]
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + Clone + '_ {
        self.values
            .iter()
            .enumerate()
            .filter(|&(_, &v)| v != 0)
            .map(|(index, &v)| (Cell::from_index(index), Digit::new(v)))
    }

    /// Number of filled cells.
    #[inline]
    pub fn n_clues(&self) -> usize {
        self.values.iter().filter(|&&v| v != 0).count()
    }

    /// Whether every cell is filled.
    #[inline]
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

    /// A rule that the digits break, if any.
    pub fn conflict(&self) -> Option<Conflict> {
        let geometry = &*self.shape.geometry();
        if geometry.has_rules {
            return self.conflict_by_rules();
        }
        // Whether there is any takes one look at each cell.
        let mut seen = [0u32; 3 * Shape::MAX_N];
        let mut is_repeated = false;
        for (cell, digit) in self.clues() {
            let bit = 1u32 << digit.index();
            for house in geometry.cell_houses[cell.index()] {
                is_repeated |= seen[house.index()] & bit != 0;
                seen[house.index()] |= bit;
            }
        }
        if !is_repeated {
            return None;
        }
        self.repeated_in_house()
    }

    fn repeated_in_house(&self) -> Option<Conflict> {
        let geometry = &*self.shape.geometry();
        for house in geometry.houses() {
            let mut seen = [None; Shape::MAX_N + 1];
            for &cell in &geometry.house_cells[house.index()] {
                let Some(digit) = self.get(cell) else { continue };
                if let Some(first) = seen[digit.value() as usize].replace(cell) {
                    let broken = Broken::House(house);
                    return Some(Conflict { shape: self.shape, broken, digits: [digit; 2], cells: [first, cell] });
                }
            }
        }
        None
    }

    /// The houses first, then what a digit sees elsewhere, then digits that are not allowed.
    fn conflict_by_rules(&self) -> Option<Conflict> {
        let geometry = &*self.shape.geometry();
        let conflict = |broken, digits, cells| Some(Conflict { shape: self.shape, broken, digits, cells });
        if let Some(found) = self.repeated_in_house() {
            return Some(found);
        }
        for (cell, digit) in self.clues() {
            for seen in Candidate::new(cell, digit).conflicts(geometry).filter(|seen| seen.cell > cell) {
                if self.get(seen.cell) == Some(seen.digit) {
                    return conflict(Broken::Pair, [digit, seen.digit], [cell, seen.cell]);
                }
            }
        }
        let (cell, digit) = self.clues().find(|&(cell, digit)| !geometry.allowed(cell).contains(digit))?;
        conflict(Broken::Allowed, [digit; 2], [cell; 2])
    }

    /// Whether every cell is filled and no rule is broken.
    #[inline]
    pub fn is_solution(&self) -> bool {
        self.is_full() && self.conflict().is_none()
    }
}

/// Why values are no grid of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum ValuesError {
    #[error("a grid of shape {shape} has {} cells, but there are {found} values", shape.n_cells())]
    Length { shape: Shape, found: usize },
    #[error("{value} at {} is no digit of shape {shape}: use 1 to {}, and 0 for an empty cell", shape.cell_name(*cell), shape.n())]
    Value { shape: Shape, cell: Cell, value: u8 },
}

/// Digits that break a rule of the layout.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Conflict {
    /// Layout of the grid.
    pub shape: Shape,
    /// What is broken.
    pub broken: Broken,
    /// The digits of the two cells.
    pub digits: [Digit; 2],
    /// The two cells, in ascending order; one cell twice where it must not hold its digit.
    pub cells: [Cell; 2],
}

/// What two digits break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// This house repeats a digit.
    House(House),
    /// The cells must not hold these digits together: they see each other by a group or an exclusion.
    Pair,
    /// The layout does not allow the digit in the cell.
    Allowed,
}

impl Conflict {
    fn sentence(&self) -> String {
        let geometry = &*self.shape.geometry();
        let [first, second] = self.cells.map(|cell| self.shape.cell_name(cell));
        let [digit, other] = self.digits;
        match self.broken {
            Broken::House(house) => {
                format!("{} has two {digit}s, at {first} and {second}", geometry.house_name(house))
            }
            Broken::Pair if digit == other => format!("{first} and {second} must not both hold {digit} on this layout"),
            Broken::Pair => format!("{first} must not hold {digit} beside {other} at {second} on this layout"),
            Broken::Allowed => {
                let digits: Vec<String> =
                    geometry.allowed(self.cells[0]).iter().map(|digit| digit.to_string()).collect();
                format!("{first} must not hold {digit} on this layout, only {}", digits.join(", "))
            }
        }
    }
}

/// One line: `.` for an empty cell, else 1-9, A-P.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A 2x2 grid of these values, or what is wrong with them.
    #[track_caller]
    fn check(values: &[u8], expected: &str) {
        let shape = Shape::new(2, 2).expect("supported");
        let actual = match Puzzle::try_from_values(shape, values) {
            Ok(puzzle) => puzzle.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn values_make_a_grid_or_say_what_is_wrong() {
        check(&[1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], "1..4...........2");
        check(&[1, 2, 3], "a grid of shape 2x2 has 16 cells, but there are 3 values");
        check(
            &[1, 0, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            "5 at r2c2 is no digit of shape 2x2: use 1 to 4, and 0 for an empty cell",
        );
    }
}
