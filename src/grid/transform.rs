//! Moves of the whole board: turns, mirror images, shifts, exchanges of rows, columns, bands and stacks.

use super::symmetry::{ANTI_TRANSPOSE, LEFT_RIGHT, Move, TOP_BOTTOM, TRANSPOSE, TURN_90, TURN_180, TURN_270};
use super::{Cell, CellSet, Pattern, Puzzle, Shape};

/// A move of every cell of the board. Indices are 0-based.
///
/// All but most shifts map houses onto houses, so that a puzzle stays a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Transform {
    /// Quarter turn clockwise; boxes that are not square change their shape.
    TurnRight,
    /// Quarter turn counter-clockwise; boxes that are not square change their shape.
    TurnLeft,
    /// Half turn.
    HalfTurn,
    /// Mirror image left to right.
    MirrorLeftRight,
    /// Mirror image top to bottom.
    MirrorTopBottom,
    /// Mirror image at the diagonal from top left to bottom right: rows become columns.
    Transpose,
    /// Mirror image at the diagonal from top right to bottom left.
    AntiTranspose,
    /// Moves everything down and to the right; what leaves the board comes in on the other side.
    Shift {
        /// Rows down; negative for up.
        rows: i8,
        /// Columns to the right; negative for left.
        cols: i8,
    },
    /// Exchanges two rows of one band.
    SwapRows(u8, u8),
    /// Exchanges two columns of one stack.
    SwapColumns(u8, u8),
    /// Exchanges two bands.
    SwapBands(u8, u8),
    /// Exchanges two stacks.
    SwapStacks(u8, u8),
}

/// Why a transform does not fit a shape.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TransformError {
    /// There is no such line.
    #[error("shape {} has only {last} {what}s", shape.name())]
    Outside {
        /// Shape of the board.
        shape: Shape,
        /// Row, column, band or stack.
        what: &'static str,
        /// How many there are.
        last: usize,
    },
    /// The two lines lie in different bands or stacks.
    #[error("{what}s {a} and {b} lie in different {group}s: exchanging them would break boxes")]
    Apart {
        /// Row or column.
        what: &'static str,
        /// Band or stack.
        group: &'static str,
        /// The first line, 1-based.
        a: usize,
        /// The second line, 1-based.
        b: usize,
    },
    /// The lines of an irregular layout cannot change places.
    #[error("exchanging {what}s would break the regions of an irregular layout")]
    Irregular {
        /// Row, column, band or stack.
        what: &'static str,
    },
}

impl Transform {
    /// Whether a board of this shape has it.
    ///
    /// # Errors
    /// Says which line there is not, or why two lines cannot change places.
    pub fn check(self, shape: Shape) -> Result<(), TransformError> {
        let n = shape.n();
        let inside = |what: &'static str, last: usize, a: u8, b: u8| {
            let is_inside = usize::from(a.max(b)) < last;
            if is_inside { Ok(()) } else { Err(TransformError::Outside { shape, what, last }) }
        };
        let boxes = |what| shape.boxes().ok_or(TransformError::Irregular { what });
        let together = |what, group, size: usize, a: u8, b: u8| {
            inside(what, n, a, b)?;
            let (a, b) = (usize::from(a), usize::from(b));
            let is_one = a / size == b / size;
            if is_one { Ok(()) } else { Err(TransformError::Apart { what, group, a: a + 1, b: b + 1 }) }
        };
        match self {
            Transform::SwapRows(a, b) => together("row", "band", boxes("row")?.0, a, b),
            Transform::SwapColumns(a, b) => together("column", "stack", boxes("column")?.1, a, b),
            Transform::SwapBands(a, b) => inside("band", n / boxes("band")?.0, a, b),
            Transform::SwapStacks(a, b) => inside("stack", n / boxes("stack")?.1, a, b),
            _ => Ok(()),
        }
    }

    /// The transform that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Transform {
        match self {
            Transform::TurnRight => Transform::TurnLeft,
            Transform::TurnLeft => Transform::TurnRight,
            Transform::Shift { rows, cols } => Transform::Shift { rows: -rows, cols: -cols },
            _ => self,
        }
    }

    /// The shape of the board afterwards: regions move along, but for shifts.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Shape {
        match self {
            Transform::Shift { .. } => shape,
            _ if !shape.is_plain() => shape.moved(|cell| self.cell(shape, cell)),
            Transform::TurnRight | Transform::TurnLeft | Transform::Transpose | Transform::AntiTranspose => {
                shape.transposed()
            }
            _ => shape,
        }
    }

    /// Whether every house of this shape becomes a house: then a puzzle stays a puzzle.
    pub fn keeps_houses(self, shape: Shape) -> bool {
        match self {
            Transform::Shift { .. } => shape.keeps_houses(|cell| self.cell(shape, cell)),
            _ => true,
        }
    }

    /// Where a cell of this shape goes; on the board of [`Transform::shape`].
    ///
    /// # Panics
    /// If [`Transform::check`] refuses the shape.
    pub fn cell(self, shape: Shape, cell: Cell) -> Cell {
        let n = shape.n();
        let (row, col) = (shape.row(cell), shape.col(cell));
        let by = |image: Move| image(row, col, n - 1);
        let swap = |at: usize, a: u8, b: u8, size: usize| {
            let (a, b) = (usize::from(a), usize::from(b));
            match at / size {
                group if group == a => b * size + at % size,
                group if group == b => a * size + at % size,
                _ => at,
            }
        };
        let boxes = || shape.boxes().expect("checked by the caller");
        let shifted = |at: usize, by: i8| (at + (i32::from(by).rem_euclid(i32::from(n as u8)) as usize)) % n;
        let (row, col) = match self {
            Transform::TurnRight => by(TURN_90),
            Transform::TurnLeft => by(TURN_270),
            Transform::HalfTurn => by(TURN_180),
            Transform::MirrorLeftRight => by(LEFT_RIGHT),
            Transform::MirrorTopBottom => by(TOP_BOTTOM),
            Transform::Transpose => by(TRANSPOSE),
            Transform::AntiTranspose => by(ANTI_TRANSPOSE),
            Transform::Shift { rows, cols } => (shifted(row, rows), shifted(col, cols)),
            Transform::SwapRows(a, b) => (swap(row, a, b, 1), col),
            Transform::SwapColumns(a, b) => (row, swap(col, a, b, 1)),
            Transform::SwapBands(a, b) => (swap(row, a, b, boxes().0), col),
            Transform::SwapStacks(a, b) => (row, swap(col, a, b, boxes().1)),
        };
        shape.cell(row, col)
    }

    /// The moved pattern.
    ///
    /// # Errors
    /// If the shape lacks the transform.
    pub fn pattern(self, pattern: &Pattern) -> Result<Pattern, TransformError> {
        self.check(pattern.shape)?;
        let cells: CellSet = pattern.cells.iter().map(|cell| self.cell(pattern.shape, cell)).collect();
        Ok(Pattern { shape: self.shape(pattern.shape), cells })
    }

    /// The moved digits; they are only sure to obey the rules if houses are kept.
    ///
    /// # Errors
    /// If the shape lacks the transform.
    pub fn puzzle(self, puzzle: &Puzzle) -> Result<Puzzle, TransformError> {
        let shape = puzzle.shape();
        self.check(shape)?;
        let mut moved = Puzzle::empty(self.shape(shape));
        for (cell, digit) in puzzle.clues() {
            moved.set(self.cell(shape, cell), Some(digit));
        }
        Ok(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    fn irregular() -> [Shape; 3] {
        ["4 regions=AAABCABBCCDBCDDD", "5 regions=AAAAB CCABB CCDBB CDDDE DEEEE", "5 latin"]
            .map(|layout| layout.parse().expect("a layout"))
    }

    /// Every transform of a shape, shifts by one and by a box.
    fn all(shape: Shape) -> Vec<Transform> {
        use Transform as T;
        let (height, width) = shape.boxes().unwrap_or((1, 1));
        let mut all = vec![
            T::TurnRight,
            T::TurnLeft,
            T::HalfTurn,
            T::MirrorLeftRight,
            T::MirrorTopBottom,
            T::Transpose,
            T::AntiTranspose,
            T::Shift { rows: 1, cols: 0 },
            T::Shift { rows: 0, cols: -1 },
            T::Shift { rows: height as i8, cols: -(width as i8) },
        ];
        for a in 0..shape.n() as u8 {
            for b in 0..a {
                all.extend([T::SwapRows(a, b), T::SwapColumns(a, b), T::SwapBands(a, b), T::SwapStacks(a, b)]);
            }
        }
        all.retain(|transform| transform.check(shape).is_ok());
        all
    }

    #[test]
    fn transforms_move_every_cell_and_can_be_taken_back() {
        for shape in SHAPES.into_iter().chain(irregular()) {
            for transform in all(shape) {
                let target = transform.shape(shape);
                let images: CellSet = shape.cells().map(|cell| transform.cell(shape, cell)).collect();
                assert_eq!(images.len(), shape.n_cells(), "{shape} {transform:?}");
                for cell in shape.cells() {
                    let image = transform.cell(shape, cell);
                    assert_eq!(transform.inverse().cell(target, image), cell, "{shape} {transform:?}");
                }
            }
        }
    }

    #[test]
    fn houses_become_houses_exactly_where_it_is_said() {
        for shape in SHAPES.into_iter().chain(irregular()) {
            for transform in all(shape) {
                let target = transform.shape(shape).geometry();
                let keeps = shape.geometry().house_sets.iter().all(|house| {
                    let image: CellSet = house.iter().map(|cell| transform.cell(shape, cell)).collect();
                    target.house_sets.contains(&image)
                });
                assert_eq!(keeps, transform.keeps_houses(shape), "{shape} {transform:?}");
            }
        }
    }

    #[track_caller]
    fn check(shape: &str, transform: Transform, expected: &str) {
        let shape: Shape = shape.parse().expect("shape");
        let values: Vec<u8> = shape.cells().map(|cell| u8::from(cell.index() < 3) * (cell.index() as u8 + 1)).collect();
        let puzzle = Puzzle::from_values(shape, &values);
        let actual = match transform.puzzle(&puzzle) {
            Ok(moved) => {
                assert_eq!(transform.pattern(&puzzle.pattern()), Ok(moved.pattern()));
                let at = |(cell, digit)| format!("{}={digit}", moved.shape().cell_name(cell));
                format!("{}: {}", moved.shape(), moved.clues().map(at).collect::<Vec<_>>().join(" "))
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn digits_move_with_their_cells() {
        check("2x3", Transform::TurnRight, "3x2: r1c6=1 r2c6=2 r3c6=3");
        check("2x3", Transform::TurnLeft, "3x2: r4c1=3 r5c1=2 r6c1=1");
        check("2x3", Transform::Transpose, "3x2: r1c1=1 r2c1=2 r3c1=3");
        check("2x3", Transform::MirrorLeftRight, "2x3: r1c4=3 r1c5=2 r1c6=1");
        check("2x3", Transform::Shift { rows: -1, cols: 2 }, "2x3: r6c3=1 r6c4=2 r6c5=3");
        check("2x3", Transform::SwapBands(0, 2), "2x3: r5c1=1 r5c2=2 r5c3=3");
        check("2x3", Transform::SwapStacks(0, 1), "2x3: r1c4=1 r1c5=2 r1c6=3");
        check("2x3", Transform::SwapColumns(0, 2), "2x3: r1c1=3 r1c2=2 r1c3=1");
        check(
            "2x3",
            Transform::SwapRows(1, 2),
            "rows 2 and 3 lie in different bands: exchanging them would break boxes",
        );
        check("2x3", Transform::SwapBands(0, 3), "shape 2x3 has only 3 bands");
    }
}
