//! Which move of the board a command is.

use super::Command;
use crate::grid::{Cell, CellSet, Shape, Transform};

impl Command {
    /// The move of the board, for commands that are one; those about lines take the lines of the
    /// chosen cell. The inner error says why there is no such line to change places with.
    pub(crate) fn transform(self, shape: Shape, cursor: Cell) -> Option<Result<Transform, &'static str>> {
        use Command as C;
        use Transform as T;
        let (row, col) = (shape.row(cursor), shape.col(cursor));
        let (band, stack) = (row / shape.box_rows(), col / shape.box_cols());
        // Two lines of one group change places; `by` is the direction.
        let swap = |make: fn(u8, u8) -> Transform, at: usize, by: isize, first: usize, n: usize, why| {
            let other = at.checked_add_signed(by).filter(|other| (first..first + n).contains(other));
            other.map(|other| make(at as u8, other as u8)).ok_or(why)
        };
        let rows = |by, why| swap(T::SwapRows, row, by, band * shape.box_rows(), shape.box_rows(), why);
        let columns = |by, why| swap(T::SwapColumns, col, by, stack * shape.box_cols(), shape.box_cols(), why);
        let bands = |by, why| swap(T::SwapBands, band, by, 0, shape.n() / shape.box_rows(), why);
        let stacks = |by, why| swap(T::SwapStacks, stack, by, 0, shape.n() / shape.box_cols(), why);
        Some(match self {
            C::TurnLeft => Ok(T::TurnLeft),
            C::TurnRight => Ok(T::TurnRight),
            C::MirrorLeftRight => Ok(T::MirrorLeftRight),
            C::MirrorTopBottom => Ok(T::MirrorTopBottom),
            C::MirrorDiagonal => Ok(T::Transpose),
            C::ShiftUp => Ok(T::Shift { rows: -1, cols: 0 }),
            C::ShiftDown => Ok(T::Shift { rows: 1, cols: 0 }),
            C::ShiftLeft => Ok(T::Shift { rows: 0, cols: -1 }),
            C::ShiftRight => Ok(T::Shift { rows: 0, cols: 1 }),
            C::RowUp => rows(-1, "This is the first row of its band: to leave it would break boxes"),
            C::RowDown => rows(1, "This is the last row of its band: to leave it would break boxes"),
            C::ColumnLeft => columns(-1, "This is the first column of its stack: to leave it would break boxes"),
            C::ColumnRight => columns(1, "This is the last column of its stack: to leave it would break boxes"),
            C::BandUp => bands(-1, "This is the first band"),
            C::BandDown => bands(1, "This is the last band"),
            C::StackLeft => stacks(-1, "This is the first stack"),
            C::StackRight => stacks(1, "This is the last stack"),
            _ => return None,
        })
    }

    /// The cells that a command about lines moves: the row, column, band or stack of the chosen cell. Empty for all
    /// other commands.
    pub(crate) fn line_cells(self, shape: Shape, cursor: Cell) -> CellSet {
        use Command as C;
        let (row, col) = (shape.row(cursor), shape.col(cursor));
        let is_in_line = |cell: Cell| match self {
            C::RowUp | C::RowDown => shape.row(cell) == row,
            C::ColumnLeft | C::ColumnRight => shape.col(cell) == col,
            C::BandUp | C::BandDown => shape.row(cell) / shape.box_rows() == row / shape.box_rows(),
            C::StackLeft | C::StackRight => shape.col(cell) / shape.box_cols() == col / shape.box_cols(),
            _ => false,
        };
        shape.cells().filter(|&cell| is_in_line(cell)).collect()
    }
}
