//! Patterns: the set of clue cells without digits.

use super::{Cell, CellSet, Shape};
use std::fmt;

/// The set of clue cells of a puzzle, without digits.
///
/// ```
/// use cluesmith::grid::{Cell, Pattern, Symmetry};
///
/// let mut pattern: Pattern = "x.....x.........".parse()?;
/// assert!(pattern.contains(Cell::from_index(6)));
/// // Each clue cell brings its image.
/// pattern.cells = Symmetry::HalfTurn.close(pattern.shape, &pattern.cells);
/// assert_eq!(pattern.to_string(), "x.....x..x.....x");
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    /// Box shape of the grid.
    pub shape: Shape,
    /// The clue cells; all below `shape.n_cells()`.
    pub cells: CellSet,
}

impl Pattern {
    /// A pattern without clue cells.
    pub const fn empty(shape: Shape) -> Pattern {
        Pattern { shape, cells: CellSet::EMPTY }
    }

    /// The pattern of these cells, which lie inside the shape; see [`Pattern::try_new`].
    pub fn new(shape: Shape, cells: impl IntoIterator<Item = Cell>) -> Pattern {
        Pattern { shape, cells: cells.into_iter().collect() }
    }

    /// The pattern of these cells.
    ///
    /// # Errors
    /// The first cell that lies outside the shape.
    pub fn try_new(shape: Shape, cells: impl IntoIterator<Item = Cell>) -> Result<Pattern, OutsideError> {
        let is_outside = |cell: Cell| cell.index() >= shape.n_cells();
        let cells =
            cells.into_iter().map(|cell| if is_outside(cell) { Err(OutsideError { shape, cell }) } else { Ok(cell) });
        Ok(Pattern { shape, cells: cells.collect::<Result<CellSet, OutsideError>>()? })
    }

    /// Number of clue cells.
    pub fn n_clues(&self) -> usize {
        self.cells.len()
    }

    /// Whether the cell is a clue cell.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(cell)
    }
}

/// A cell that lies outside a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a grid of shape {shape} has {} cells; there is none with the number {}", shape.n_cells(), cell.index())]
pub struct OutsideError {
    /// Box shape of the grid.
    pub shape: Shape,
    /// The cell.
    pub cell: Cell,
}

/// One line: `x` for a clue cell, `.` for an empty one.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.cells().try_for_each(|cell| f.write_str(if self.contains(cell) { "x" } else { "." }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 2x2 pattern of these cells, or what is wrong with them.
    #[track_caller]
    fn check(cells: &[u16], expected: &str) {
        let shape = Shape::new(2, 2).expect("supported");
        let actual = match Pattern::try_new(shape, cells.iter().copied().map(Cell)) {
            Ok(pattern) => pattern.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn cells_outside_the_grid_are_refused() {
        check(&[0, 15], "x..............x");
        check(&[3, 16, 200], "a grid of shape 2x2 has 16 cells; there is none with the number 16");
    }
}
