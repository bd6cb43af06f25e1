//! A puzzle as lines, seen both ways where the shape may be transposed.

use crate::grid::{Puzzle, Shape};

/// Largest N.
pub(super) const MAX: usize = 16;

/// Most stacks of any shape.
pub(super) const STACKS: usize = 4;

/// Values by row and column, 0 for an empty cell.
pub(super) type Matrix = [[u8; MAX]; MAX];

/// Up to sixteen numbers below 16 in one word: a copy costs nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Nibbles(pub(super) u64);

impl Nibbles {
    #[inline]
    pub(super) fn get(self, i: usize) -> usize {
        (self.0 >> ((4 * i) & 63) & 15) as usize
    }

    /// Of an entry that is 0 so far.
    #[inline]
    pub(super) fn set(&mut self, i: usize, value: usize) {
        self.0 |= (value as u64 & 15) << ((4 * i) & 63);
    }

    pub(super) fn list(self) -> [u8; MAX] {
        std::array::from_fn(|i| self.get(i) as u8)
    }
}

/// What the canonical forms work on.
pub(super) struct Lines {
    /// N.
    pub(super) n: usize,
    /// The rows that are known, from the top: all of them, but for the beginning of a grid.
    pub(super) n_rows: usize,
    /// Height and width of a box.
    pub(super) h: usize,
    pub(super) w: usize,
    /// N / width.
    pub(super) n_stacks: usize,
    /// Band of each row and stack of each column: looked up, since a division takes ten times as long.
    pub(super) band_of: [u8; MAX],
    pub(super) stack_of: [u8; MAX],
    /// The puzzle as it is and transposed, and how many of the two count.
    both: [Matrix; 2],
    n_views: usize,
}

impl Lines {
    pub(super) fn new(puzzle: &Puzzle) -> Lines {
        let shape = puzzle.shape();
        let n = shape.n();
        let mut matrix = [[0; MAX]; MAX];
        for (row, values) in matrix.iter_mut().zip(puzzle.values().chunks_exact(n)) {
            row[..n].copy_from_slice(values);
        }
        Lines::of_values(shape, matrix)
    }

    /// Values by row and column.
    pub(super) fn of_values(shape: Shape, matrix: Matrix) -> Lines {
        let n = shape.n();
        let mut both = [matrix; 2];
        for (row, values) in matrix[..n].iter().enumerate() {
            for (transposed, value) in both[1].iter_mut().zip(&values[..n]) {
                transposed[row] = *value;
            }
        }
        let (h, w) = shape.boxes().expect("irregular layouts have forms of their own");
        let group = |size: usize| std::array::from_fn(|line| (line / size) as u8);
        Lines {
            n,
            n_rows: n,
            h,
            w,
            n_stacks: n / w,
            band_of: group(h),
            stack_of: group(w),
            both,
            n_views: 1 + usize::from(h == w),
        }
    }

    /// The first bands alone, which are complete; other rows do not matter.
    pub(super) fn of_bands(shape: Shape, values: &Matrix, n_bands: usize) -> Lines {
        let lines = Lines::of_values(shape, *values);
        Lines { n_rows: n_bands * lines.h, n_views: 1, ..lines }
    }

    /// The puzzle as it is and, if boxes are square, transposed.
    pub(super) fn views(&self) -> &[Matrix] {
        &self.both[..self.n_views]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bands_are_seen_one_way() {
        let values = [[1; MAX]; MAX];
        assert_eq!(Lines::of_values(Shape::NINE, values).views().len(), 2);
        let bands = Lines::of_bands(Shape::NINE, &values, 2);
        assert_eq!((bands.views().len(), bands.n_rows), (1, 6));
    }
}
