//! Symmetries of patterns.

use super::{Cell, CellSet, Shape, quoted};
use std::fmt;
use std::str::FromStr;

/// A symmetry a pattern may have: a group of turns and mirrorings of the square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Half turn (180 degrees).
    HalfTurn,
    /// Quarter turns (90 degrees).
    QuarterTurn,
    /// Mirror image left to right.
    MirrorHorizontal,
    /// Mirror image top to bottom.
    MirrorVertical,
    /// Mirror images left to right and top to bottom.
    MirrorBoth,
    /// Mirror image at the diagonal from top left to bottom right.
    Diagonal,
    /// Mirror image at the diagonal from top right to bottom left.
    AntiDiagonal,
    /// Mirror images at both diagonals.
    BothDiagonals,
    /// All turns and mirror images of the square (full dihedral).
    Full,
}

/// A symmetry that the shape does not have, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not possible with {shape} boxes: it would turn them into {} boxes", symmetry.title().to_lowercase(), shape.transposed())]
pub struct SymmetryError {
    /// The symmetry asked for.
    pub symmetry: Symmetry,
    /// The shape that lacks it.
    pub shape: Shape,
}

/// A map of (row, column) in a square of `last + 1` rows.
pub(super) type Move = fn(usize, usize, usize) -> (usize, usize);

const IDENTITY: Move = |r, c, _| (r, c);
pub(super) const TURN_90: Move = |r, c, last| (c, last - r);
pub(super) const TURN_180: Move = |r, c, last| (last - r, last - c);
pub(super) const TURN_270: Move = |r, c, last| (last - c, r);
pub(super) const LEFT_RIGHT: Move = |r, c, last| (r, last - c);
pub(super) const TOP_BOTTOM: Move = |r, c, last| (last - r, c);
pub(super) const TRANSPOSE: Move = |r, c, _| (c, r);
pub(super) const ANTI_TRANSPOSE: Move = |r, c, last| (last - c, last - r);

impl Symmetry {
    /// Every symmetry, in the order a setter would list them.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::MirrorHorizontal,
        Symmetry::MirrorVertical,
        Symmetry::MirrorBoth,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::BothDiagonals,
        Symmetry::Full,
    ];

    /// Command-line and file name, e.g. `half-turn`.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::MirrorHorizontal => "mirror-horizontal",
            Symmetry::MirrorVertical => "mirror-vertical",
            Symmetry::MirrorBoth => "mirror-both",
            Symmetry::Diagonal => "diagonal",
            Symmetry::AntiDiagonal => "anti-diagonal",
            Symmetry::BothDiagonals => "both-diagonals",
            Symmetry::Full => "full",
        }
    }

    /// Name on screen, e.g. "Half turn".
    pub const fn title(self) -> &'static str {
        match self {
            Symmetry::None => "No symmetry",
            Symmetry::HalfTurn => "Half turn",
            Symmetry::QuarterTurn => "Quarter turn",
            Symmetry::MirrorHorizontal => "Mirror left-right",
            Symmetry::MirrorVertical => "Mirror top-bottom",
            Symmetry::MirrorBoth => "Mirror both ways",
            Symmetry::Diagonal => "Diagonal",
            Symmetry::AntiDiagonal => "Anti-diagonal",
            Symmetry::BothDiagonals => "Both diagonals",
            Symmetry::Full => "Full",
        }
    }

    const fn moves(self) -> &'static [Move] {
        match self {
            Symmetry::None => &[IDENTITY],
            Symmetry::HalfTurn => &[IDENTITY, TURN_180],
            Symmetry::QuarterTurn => &[IDENTITY, TURN_90, TURN_180, TURN_270],
            Symmetry::MirrorHorizontal => &[IDENTITY, LEFT_RIGHT],
            Symmetry::MirrorVertical => &[IDENTITY, TOP_BOTTOM],
            Symmetry::MirrorBoth => &[IDENTITY, LEFT_RIGHT, TOP_BOTTOM, TURN_180],
            Symmetry::Diagonal => &[IDENTITY, TRANSPOSE],
            Symmetry::AntiDiagonal => &[IDENTITY, ANTI_TRANSPOSE],
            Symmetry::BothDiagonals => &[IDENTITY, TRANSPOSE, ANTI_TRANSPOSE, TURN_180],
            Symmetry::Full => {
                &[IDENTITY, TURN_90, TURN_180, TURN_270, LEFT_RIGHT, TOP_BOTTOM, TRANSPOSE, ANTI_TRANSPOSE]
            }
        }
    }

    /// Whether the symmetry exchanges rows with columns.
    const fn transposes(self) -> bool {
        matches!(
            self,
            Symmetry::QuarterTurn
                | Symmetry::Diagonal
                | Symmetry::AntiDiagonal
                | Symmetry::BothDiagonals
                | Symmetry::Full
        )
    }

    /// Whether a pattern of this shape can have the symmetry. Irregular regions need not have it themselves.
    ///
    /// # Errors
    /// Says why not: turning boxes that are not square would change their shape.
    pub fn check(self, shape: Shape) -> Result<(), SymmetryError> {
        let is_turned = shape.region_boxes().is_some_and(|(height, width)| height != width);
        if self.transposes() && is_turned { Err(SymmetryError { symmetry: self, shape }) } else { Ok(()) }
    }

    /// The image of a cell under each turn and mirroring of the symmetry, in the same order for every cell; the cell
    /// itself comes first.
    pub fn images(self, shape: Shape, cell: Cell) -> Vec<Cell> {
        let last = shape.n() - 1;
        let image = |image: &Move| {
            let (row, col) = image(shape.row(cell), shape.col(cell), last);
            shape.cell(row, col)
        };
        self.moves().iter().map(image).collect()
    }

    /// The cell and its images, in ascending order without repeats.
    pub fn orbit(self, shape: Shape, cell: Cell) -> Vec<Cell> {
        let mut cells = self.images(shape, cell);
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cells and all their images.
    pub fn close(self, shape: Shape, cells: &CellSet) -> CellSet {
        cells.iter().flat_map(|cell| self.orbit(shape, cell)).collect()
    }

    /// The symmetry of a set of cells: the richest one that the shape can have and that maps the set onto itself.
    pub fn of(shape: Shape, cells: &CellSet) -> Symmetry {
        let all = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.check(shape).is_ok());
        let held = all.filter(|symmetry| symmetry.holds(shape, cells));
        // Of two that are equally rich the first one in the setter's list is taken.
        held.rev().max_by_key(|symmetry| symmetry.moves().len()).unwrap_or_default()
    }

    /// Whether the set is mapped onto itself.
    pub fn holds(self, shape: Shape, cells: &CellSet) -> bool {
        self.close(shape, cells) == *cells
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = String;

    fn from_str(text: &str) -> Result<Symmetry, String> {
        Symmetry::ALL.into_iter().find(|s| s.name() == text).ok_or_else(|| {
            let names: Vec<_> = Symmetry::ALL.iter().map(|s| s.name()).collect();
            format!("unknown symmetry {}: use one of {}", quoted(text), names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    #[test]
    fn orbits_partition_the_grid_and_respect_boxes() {
        for shape in SHAPES {
            for symmetry in Symmetry::ALL {
                if symmetry.check(shape).is_err() {
                    continue;
                }
                for cell in shape.cells() {
                    let orbit = symmetry.orbit(shape, cell);
                    assert!(orbit.contains(&cell));
                    for &image in &orbit {
                        assert_eq!(symmetry.orbit(shape, image), orbit, "{shape} {symmetry}");
                    }
                }
                // Two cells of one box go to two cells of one box under every move.
                let last = shape.n() - 1;
                for image in symmetry.moves() {
                    let map = |cell| {
                        let (row, col) = image(shape.row(cell), shape.col(cell), last);
                        shape.cell(row, col)
                    };
                    for a in shape.cells() {
                        for b in shape.cells().filter(|&b| shape.box_of(b) == shape.box_of(a)) {
                            assert_eq!(shape.box_of(map(a)), shape.box_of(map(b)), "{shape} {symmetry}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn says_why_a_shape_lacks_a_symmetry() {
        let shape = Shape::new(2, 3).expect("supported");
        let error = Symmetry::QuarterTurn.check(shape).expect_err("not square");
        assert_eq!(error.to_string(), "quarter turn is not possible with 2x3 boxes: it would turn them into 3x2 boxes");
        assert_eq!(Symmetry::HalfTurn.check(shape), Ok(()));
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.check(Shape::NINE), Ok(()));
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
    }
}
