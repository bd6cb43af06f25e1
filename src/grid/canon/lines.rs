//! A puzzle as lines, seen both ways where the shape may be transposed.

use crate::grid::Puzzle;

/// Largest N.
pub(super) const MAX: usize = 16;

/// Values by row and column, 0 for an empty cell.
pub(super) type Matrix = [[u8; MAX]; MAX];

/// What the canonical forms work on.
pub(super) struct Lines {
    /// N.
    pub(super) n: usize,
    /// Height and width of a box.
    pub(super) h: usize,
    pub(super) w: usize,
    /// The puzzle as it is and, if boxes are square, transposed.
    pub(super) views: Vec<Matrix>,
}

impl Lines {
    pub(super) fn new(puzzle: &Puzzle) -> Lines {
        let shape = puzzle.shape();
        let n = shape.n();
        let mut matrix = [[0; MAX]; MAX];
        for (row, values) in matrix.iter_mut().zip(puzzle.values().chunks_exact(n)) {
            row[..n].copy_from_slice(values);
        }
        let mut views = vec![matrix];
        if shape.is_square() {
            views.push(std::array::from_fn(|r| std::array::from_fn(|c| matrix[c][r])));
        }
        Lines { n, h: shape.box_rows(), w: shape.box_cols(), views }
    }
}
