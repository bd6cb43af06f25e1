//! The type of an unavoidable set, or of one of higher degree: what McGuire, Tugemann and Civario call its blueprint
//! (section 5.2).

use crate::grid::canon::{CanonError, canonical};
use crate::grid::{CellSet, Pattern, Puzzle};
use std::fmt;

/// What sets of all grids have in common that turn into each other by the symmetries of the board and new names for
/// the digits: the minlex form of their cells with the digits in them. Whether a set is unavoidable depends on nothing
/// else.
///
/// Minimal sets of 9x9 with at most 12 cells have 525 types. A thousand random grids show all of them.
///
/// Its text is the minlex form without the empty cells at the beginning: `1..2.....2..1` for the four cells of a
/// rectangle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetType(Puzzle);

impl SetType {
    /// The type of a set of cells of a solution grid.
    ///
    /// # Errors
    /// If the set has no minlex form.
    pub fn new(grid: &Puzzle, set: &CellSet) -> Result<SetType, CanonError> {
        let cells = grid.masked(&Pattern { shape: grid.shape(), cells: *set });
        canonical(&cells).map(|form| SetType(form.puzzle))
    }

    /// The minlex form of the cells: a set of this type.
    pub fn form(&self) -> &Puzzle {
        &self.0
    }
}

impl fmt::Display for SetType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_string().trim_start_matches('.'))
    }
}
