//! Solution grids for tests.

use super::solutions;
use crate::grid::examples::irregular_solution;
use crate::grid::{Puzzle, Shape};

/// A solution grid of any shape that tests try.
pub(crate) fn full_grid(shape: Shape) -> Puzzle {
    irregular_solution(shape).unwrap_or_else(|| solutions(&Puzzle::empty(shape), 1).remove(0))
}
