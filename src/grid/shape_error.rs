//! Why a text is no layout.

use super::rules::MAX_HOUSES;
use super::{Digit, quoted};

/// Why a text is no shape.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// Neither a known box size nor a size with regions.
    #[error("unknown shape {}: use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4, 4x5, 5x4, 5x5 (box height x box width), or a size and its regions, e.g. \"4 regions=AAABCABBCCDBCDDD\", then the rules of the layout, e.g. \"3x3 x anti-knight\"", quoted(.0))]
    Unknown(String),
    /// A size that layouts do not have.
    #[error("{0} rows are not possible: a layout has 4 to 16, 20 or 25")]
    Size(usize),
    /// A word of a layout that is not understood.
    #[error("unknown word {} in a layout: after the size use regions= and a letter for each cell, row by row, or latin, then the names of rules as `cluesmith layouts` lists them", quoted(.0))]
    Word(String),
    /// No regions, or more than once.
    #[error("a layout of {0} rows needs its regions once: regions= and a letter for each cell, row by row, or latin")]
    Regions(usize),
    /// Too few or too many letters.
    #[error("regions= needs {wanted} letters for {n} rows, one for each cell, and has {found}")]
    Letters {
        /// Rows of the grid.
        n: usize,
        /// Cells of the grid.
        wanted: usize,
        /// Letters given.
        found: usize,
    },
    /// Something that is not a letter or digit where a region is named.
    #[error("regions= names the region of r{row}c{col} {}: use a letter or a digit", quoted(&c.to_string()))]
    Letter {
        /// Row of the cell, 1-based.
        row: usize,
        /// Column of the cell, 1-based.
        col: usize,
        /// What stands there.
        c: char,
    },
    /// A region with too few or too many cells.
    #[error("region {name} has {found} cells: each region of a grid with {n} rows has {n}")]
    Count {
        /// The region as the text names it.
        name: char,
        /// Its cells.
        found: usize,
        /// The cells that it should have.
        n: usize,
    },
    /// A rule that this grid cannot have.
    #[error("{rule} needs {what}")]
    Needs {
        /// The word of the rule.
        rule: &'static str,
        /// What it needs.
        what: &'static str,
    },
    /// Too many houses.
    #[error("the layout has {found} houses with its rows, columns and regions: at most {MAX_HOUSES} are possible")]
    Houses {
        /// Its houses.
        found: usize,
    },
    /// The name of a cell that is none.
    #[error("{name} is no cell of a grid with {n} rows: use r1c1 to r{n}c{n}, with commas between them")]
    CellName {
        /// Rows of the grid.
        n: usize,
        /// What stands there, in quotation marks.
        name: String,
    },
    /// An entry of `allowed=` that is none.
    #[error("{} in allowed= is no cell with its digits: use r1c1:135, with commas between them", quoted(.0))]
    Allowed(String),
    /// A digit that the grid does not have.
    #[error("{} in allowed= names the digit {}: use 1 to {}", quoted(.item), quoted(&c.to_string()), Digit::from_index(*n - 1))]
    Digit {
        /// Rows of the grid.
        n: usize,
        /// The entry.
        item: String,
        /// What stands for a digit.
        c: char,
    },
    /// A cell that two restrictions leave no digit.
    #[error("no digit is left for {0}, which odd=, even= or allowed= name more than once")]
    NoDigit(String),
    /// A painted set of the wrong size.
    #[error("extra= has {found} cells: use 2 to {n} of them; {n} hold every digit once, fewer repeat none")]
    Extra {
        /// Its cells.
        found: usize,
        /// Rows of the grid.
        n: usize,
    },
}
