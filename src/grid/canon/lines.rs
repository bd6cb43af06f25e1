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
    /// N / width.
    pub(super) n_stacks: usize,
    /// Band of each row and stack of each column: looked up, since a division takes ten times as long.
    pub(super) band_of: [u8; MAX],
    pub(super) stack_of: [u8; MAX],
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
        let (h, w) = (shape.box_rows(), shape.box_cols());
        let group = |size: usize| std::array::from_fn(|line| (line / size) as u8);
        Lines { n, h, w, n_stacks: n / w, band_of: group(h), stack_of: group(w), views }
    }
}
