//! All essentially different solution grids of a shape, in order (McGuire, Tugemann and Civario, section 3).
//!
//! Of every class of equivalent grids the minlex form is listed, by orderly generation: a
//! grid is filled row by row in ascending order, and where a band is complete, the beginning
//! goes on only if it is the smallest image of itself, that is, if no other order of its
//! bands, rows and columns reads smaller. What follows cannot make up for that: a grid that begins with
//! rows which can be rearranged to something smaller is no minlex form. So no grid has to be
//! remembered, and none is listed twice.

use super::full;
use super::lines::{Lines, MAX, Matrix};
use crate::grid::{Puzzle, Shape};
use std::ops::ControlFlow;

/// What is done with the grids of a catalogue while they are made.
pub trait CatalogueVisitor {
    /// Takes the next grid in minlex form, with the number of its automorphisms.
    fn grid(&mut self, grid: Puzzle, n_automorphisms: u64) -> ControlFlow<()>;

    /// Whether to go on with the grids that begin with these complete bands; asked for each beginning that is the
    /// smallest image of itself, the whole grid not among them.
    fn goes_on(&mut self, n_bands: usize) -> bool {
        let _ = n_bands;
        true
    }

    /// Whether to stop; asked every few milliseconds.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Visits every essentially different solution grid of a shape, ascending by its minlex form.
///
/// There are 2 of 4x4, 49 of 6x6 (2x3 and 3x2 boxes alike), 1,673,187 of 8x8 and 5,472,730,538 of 9x9; larger shapes
/// have more than anyone can list, and their first ones are given just as well. Irregular layouts have no catalogue.
pub fn catalogue(shape: Shape, visitor: &mut dyn CatalogueVisitor) -> ControlFlow<()> {
    let n = shape.n();
    let Some((height, width)) = shape.boxes() else { return ControlFlow::Continue(()) };
    let mut values: Matrix = [[0; MAX]; MAX];
    for (value, digit) in values[0][..n].iter_mut().zip(1..) {
        *value = digit;
    }
    let mut walk = Walk {
        shape,
        n,
        height,
        width,
        values,
        in_col: std::array::from_fn(|col| 2 << col),
        in_box: [0; MAX],
        n_steps: 0,
        visitor,
    };
    for stack in 0..n / walk.width {
        walk.in_box[stack] = ((1 << walk.width) - 1) << (1 + stack * walk.width);
    }
    walk.row(1)
}

/// Cells between two looks at the watch.
const POLL: u64 = 1 << 16;

/// A grid that is filled row by row.
struct Walk<'a> {
    shape: Shape,
    n: usize,
    height: usize,
    width: usize,
    values: Matrix,
    /// The digits in each column, and in each box of the band at work, bit d for digit d.
    in_col: [u32; MAX],
    in_box: [u32; MAX],
    n_steps: u64,
    visitor: &'a mut dyn CatalogueVisitor,
}

impl Walk<'_> {
    /// All ways to go on with this row.
    fn row(&mut self, row: usize) -> ControlFlow<()> {
        if !row.is_multiple_of(self.height) {
            // Rows of a band ascend; the first row of the grid is the first of its band in any case.
            let above = self.values[row - 1][0];
            return self.cell(row, 0, 0, if row == 1 { 0 } else { above });
        }
        if row == self.n {
            return self.whole();
        }
        let lines = Lines::of_bands(self.shape, &self.values, row / self.height);
        let (form, _) = full::minlex(&lines);
        let own = self.values[..row].iter().flat_map(|row| &row[..self.n]);
        if !form.iter().eq(own) || !self.visitor.goes_on(row / self.height) {
            return ControlFlow::Continue(());
        }
        let before = std::mem::take(&mut self.in_box);
        // Bands ascend by their first row.
        let flow = self.cell(row, 0, 0, self.values[row - self.height][0]);
        self.in_box = before;
        flow
    }

    /// All ways to go on with this row from this column on, where these digits are in the row already; the first digit
    /// is greater than `above`.
    fn cell(&mut self, row: usize, col: usize, in_row: u32, above: u8) -> ControlFlow<()> {
        if col == self.n {
            return self.row(row + 1);
        }
        self.n_steps += 1;
        if self.n_steps.is_multiple_of(POLL) && self.visitor.should_stop() {
            return ControlFlow::Break(());
        }
        let bx = col / self.width;
        let all = (2u32 << self.n) - 2;
        let mut open = all & !(in_row | self.in_col[col] | self.in_box[bx]);
        if col == 0 {
            open &= !((2u32 << above) - 1);
        }
        while open != 0 {
            let digit = open & open.wrapping_neg();
            open ^= digit;
            self.values[row][col] = digit.trailing_zeros() as u8;
            self.in_col[col] |= digit;
            self.in_box[bx] |= digit;
            let flow = self.cell(row, col + 1, in_row | digit, above);
            self.in_col[col] ^= digit;
            self.in_box[bx] ^= digit;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// A grid with all its rows.
    fn whole(&mut self) -> ControlFlow<()> {
        let lines = Lines::of_values(self.shape, self.values);
        let (form, ties) = full::minlex(&lines);
        if form.iter().eq(self.values[..self.n].iter().flat_map(|row| &row[..self.n])) {
            self.visitor.grid(Puzzle::from_values(self.shape, &form), ties.len() as u64)?;
        }
        ControlFlow::Continue(())
    }
}
