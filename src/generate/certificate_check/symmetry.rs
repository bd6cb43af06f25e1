//! Symmetries of a question, judged from the geometry alone.

use crate::generate::Request;
use crate::grid::{Cell, CellSet};

/// Whether the map takes clue cells to clue cells, boxes to boxes, and rows and columns to rows
/// and columns, all in the same sense: then no strategy notices the difference. Nor must anything else:
/// no fixed digits, and nothing required of the trace.
pub(super) fn is_symmetry_of_question(request: &Request, map: &[Cell]) -> bool {
    let shape = request.pattern.shape;
    if request.fixed.n_clues() > 0 || !request.has_digit_symmetry() {
        return false;
    }
    let images: CellSet = map.iter().copied().collect();
    if map.len() != shape.n_cells() || images != CellSet::first(shape.n_cells()) {
        return false;
    }
    let clues: CellSet = request.pattern.cells.iter().map(|cell| map[cell.index()]).collect();
    let keeps = |from: &dyn Fn(Cell) -> usize, to: &dyn Fn(Cell) -> usize| {
        let mut line = vec![None; shape.n()];
        shape.cells().all(|cell| {
            let image = to(map[cell.index()]);
            *line[from(cell)].get_or_insert(image) == image
        })
    };
    let (row, col) = (|cell| shape.row(cell), |cell| shape.col(cell));
    let lines = keeps(&row, &row) && keeps(&col, &col) || keeps(&row, &col) && keeps(&col, &row);
    clues == request.pattern.cells && lines && keeps(&|cell| shape.box_of(cell), &|cell| shape.box_of(cell))
}
