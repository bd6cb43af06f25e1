//! Values: shapes, cells, digits, candidates, constraints, puzzles, patterns,
//! symmetries and their text forms.
//!
//! Nothing in here knows a rule of solving, an engine, a file or a window.

mod array;
pub mod canon;
mod cell;
mod cell_set;
mod checksum;
mod constraint;
mod digit;
#[cfg(test)]
pub(crate) mod examples;
mod geometry;
pub(crate) mod graph;
mod interned;
mod marks;
mod pattern;
mod per_shape;
mod puzzle;
mod regions;
mod rules;
mod shape;
mod shape_error;
mod stamp;
mod symmetry;
mod text;
mod theme;
mod transform;

pub(crate) use array::array_of;
pub use cell::Cell;
pub use cell_set::CellSet;
pub use checksum::{EMPTY_CHECKSUM, checksum};
pub use constraint::{Candidate, Constraint, ConstraintKind};
pub use digit::{Digit, DigitSet};
pub use geometry::{Crossing, FurtherCrossing, Geometry, House, HouseKind, RegionPlaces, Slot};
pub use interned::GeometryRef;
pub use marks::LayoutMark;
pub use pattern::{OutsideError, Pattern};
pub use per_shape::PerShape;
pub use puzzle::{Broken, Conflict, Puzzle, ValuesError};
pub use regions::{Regions, RegionsError};
pub(crate) use regions::{any_shape, neighbours};
pub use rules::{ExtraHouse, LayoutRules, NamedRule};
pub use shape::{LARGE_SHAPES, SHAPES, Shape};
pub use shape_error::ShapeError;
pub use stamp::{StampError, stamp};
pub use symmetry::{Symmetry, SymmetryError};
pub use text::{Line, ParseError, content_lines, parse_patterns, parse_puzzles, quoted};
pub use theme::{BoardSymmetry, ClueConstraint, DigitMap, Theme, ThemeBroken, ThemeError, Tie};
pub use transform::{Transform, TransformError};
