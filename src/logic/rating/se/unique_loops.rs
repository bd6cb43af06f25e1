//! Figures of Sudoku Explainer for unique loops.

use crate::logic::strategies::unique_loop::LoopStep;

/// The figure as Sudoku Explainer computes it, in the same floating point, because that decides which of two figures that
/// look the same is less. Loops of four cells are the unique rectangles.
pub(super) fn loop_figure(found: &LoopStep) -> f64 {
    let by_length = match found.length {
        4 => 4.5,
        6 => 4.5 + 0.1,
        8 => 4.5 + 0.2,
        _ => 4.5 + 0.3 + 0.2,
    };
    by_length + f64::from(found.set_size) * 0.1
}

/// The figure in tenths.
pub(super) fn loop_tenths(found: &LoopStep) -> u8 {
    (loop_figure(found) * 10.0).round() as u8
}
