//! Values: shapes, cells, digits, candidates, constraints, puzzles, patterns,
//! symmetries and their text forms.
//!
//! Nothing in here knows a rule of solving, an engine, a file or a window.

pub mod canon;
mod constraint;
mod pattern;
mod puzzle;
mod sets;
mod shape;
mod stamp;
mod symmetry;
mod text;
mod transform;

pub use constraint::{Candidate, Constraint, ConstraintKind};
pub use pattern::Pattern;
pub use puzzle::{Conflict, Puzzle};
pub use sets::{Cell, CellSet, Digit, DigitSet};
pub use shape::{Geometry, House, HouseKind, SHAPES, Shape, ShapeError, Slot};
pub use stamp::{StampError, stamp};
pub use symmetry::{Symmetry, SymmetryError};
pub use text::{Line, ParseError, content_lines, parse_patterns, parse_puzzles};
pub use transform::{Transform, TransformError};
