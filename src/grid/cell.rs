//! A cell of the grid.

/// A cell, numbered row by row from 0 (0..N*N, at most 624).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with this array index (0..625).
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        Cell(index as u16)
    }
}
