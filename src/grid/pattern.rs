//! Patterns: the set of clue cells without digits.

use super::{Cell, CellSet, Shape};
use std::fmt;

/// The set of clue cells of a puzzle, without digits.
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

    /// The pattern of these cells.
    pub fn new(shape: Shape, cells: impl IntoIterator<Item = Cell>) -> Pattern {
        Pattern { shape, cells: cells.into_iter().collect() }
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

/// One line: `x` for a clue cell, `.` for an empty one.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.cells().try_for_each(|cell| f.write_str(if self.contains(cell) { "x" } else { "." }))
    }
}
