//! Symmetries of the board under which a puzzle can map onto itself.

use super::super::symmetry::{ANTI_TRANSPOSE, LEFT_RIGHT, TOP_BOTTOM, TRANSPOSE, TURN_90, TURN_180};
use super::super::{Cell, Shape};
use super::{DigitMap, ThemeError};

/// A map of the cells that is repeated: a puzzle that it maps onto itself has the symmetry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardSymmetry {
    /// Half turn.
    HalfTurn,
    /// Quarter turn clockwise.
    QuarterTurn,
    /// Mirror image left to right.
    MirrorHorizontal,
    /// Mirror image top to bottom.
    MirrorVertical,
    /// Mirror image at the diagonal from top left to bottom right.
    Diagonal,
    /// Mirror image at the diagonal from top right to bottom left.
    AntiDiagonal,
    /// Each band of boxes moves down by one, the last to the top.
    BandCycle,
    /// Each stack of boxes moves to the right by one, the last to the left.
    StackCycle,
}

impl BoardSymmetry {
    /// All of them, in the order of the manual.
    pub const ALL: [BoardSymmetry; 8] = [
        BoardSymmetry::HalfTurn,
        BoardSymmetry::QuarterTurn,
        BoardSymmetry::MirrorHorizontal,
        BoardSymmetry::MirrorVertical,
        BoardSymmetry::Diagonal,
        BoardSymmetry::AntiDiagonal,
        BoardSymmetry::BandCycle,
        BoardSymmetry::StackCycle,
    ];

    /// The word in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            BoardSymmetry::HalfTurn => "half-turn",
            BoardSymmetry::QuarterTurn => "quarter-turn",
            BoardSymmetry::MirrorHorizontal => "mirror-horizontal",
            BoardSymmetry::MirrorVertical => "mirror-vertical",
            BoardSymmetry::Diagonal => "diagonal",
            BoardSymmetry::AntiDiagonal => "anti-diagonal",
            BoardSymmetry::BandCycle => "band-cycle",
            BoardSymmetry::StackCycle => "stack-cycle",
        }
    }

    /// Name on the screen.
    pub const fn title(self) -> &'static str {
        match self {
            BoardSymmetry::HalfTurn => "Half turn",
            BoardSymmetry::QuarterTurn => "Quarter turn",
            BoardSymmetry::MirrorHorizontal => "Mirror left-right",
            BoardSymmetry::MirrorVertical => "Mirror top-bottom",
            BoardSymmetry::Diagonal => "Diagonal",
            BoardSymmetry::AntiDiagonal => "Anti-diagonal",
            BoardSymmetry::BandCycle => "Cycle of bands",
            BoardSymmetry::StackCycle => "Cycle of stacks",
        }
    }

    /// Where it takes a cell. Cycles leave every cell of a layout without boxes where it is.
    pub fn image(self, shape: Shape, cell: Cell) -> Cell {
        let (n, row, col) = (shape.n(), shape.row(cell), shape.col(cell));
        let (height, width) = shape.region_boxes().unwrap_or((0, 0));
        let (row, col) = match self {
            BoardSymmetry::HalfTurn => TURN_180(row, col, n - 1),
            BoardSymmetry::QuarterTurn => TURN_90(row, col, n - 1),
            BoardSymmetry::MirrorHorizontal => LEFT_RIGHT(row, col, n - 1),
            BoardSymmetry::MirrorVertical => TOP_BOTTOM(row, col, n - 1),
            BoardSymmetry::Diagonal => TRANSPOSE(row, col, n - 1),
            BoardSymmetry::AntiDiagonal => ANTI_TRANSPOSE(row, col, n - 1),
            BoardSymmetry::BandCycle => ((row + height) % n, col),
            BoardSymmetry::StackCycle => (row, (col + width) % n),
        };
        shape.cell(row, col)
    }

    /// After how many times every cell is back where it was.
    pub fn order(self, shape: Shape) -> usize {
        let (height, width) = shape.region_boxes().unwrap_or((shape.n(), shape.n()));
        match self {
            BoardSymmetry::QuarterTurn => 4,
            BoardSymmetry::BandCycle => shape.n() / height,
            BoardSymmetry::StackCycle => shape.n() / width,
            _ => 2,
        }
    }

    /// Whether it maps the houses of the shape onto houses and, with these digits, keeps the rules of the layout, and
    /// whether the digits are back where they were whenever the cells are.
    ///
    /// # Errors
    /// Says which of these does not hold.
    pub fn check(self, shape: Shape, digits: &DigitMap) -> Result<(), ThemeError> {
        let image = |cell| self.image(shape, cell);
        let is_kept = match digits {
            DigitMap::Permutation(images) => shape.geometry().is_kept_by(&image, &|digit| images[digit.index()]),
            DigitMap::Any => shape.keeps_houses(image),
        };
        let order = self.order(shape);
        if order == 1 || !is_kept {
            return Err(ThemeError::NoSymmetry { name: self.name(), layout: shape.name() });
        }
        match digits.order() {
            Some(found) if !order.is_multiple_of(found) => Err(ThemeError::Order { name: self.name(), order, found }),
            _ => Ok(()),
        }
    }
}
