//! Bounds, recounted from the geometry.

use crate::generate::Request;
use crate::grid::{Cell, CellSet, DigitSet, Shape};
use crate::logic::{Effect, StrategyId, StrategySet, count_solutions, strategy};
use std::collections::BTreeSet;

/// Whether one of the bounds refutes the request with these cells to blame.
pub(super) fn bound_holds(request: &Request, cells: &CellSet) -> bool {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let n = shape.n();
    let is_full = pattern.n_clues() == shape.n_cells();
    let fixed = &request.fixed;
    let digits: DigitSet = fixed.clues().map(|(_, digit)| digit).collect();
    let n_digits = digits.len() + pattern.n_clues().saturating_sub(fixed.n_clues());
    let places = |id| strategy(id).effect() == Effect::Place;
    !request.required.is_subset(request.strategies)
        || is_full && !request.required.is_empty()
        || !is_full && !request.strategies.iter().any(places)
        || n_digits + 1 < n
        || shape == Shape::NINE && pattern.n_clues() < 17
        || fixed.shape() != shape
        || fixed.clues().any(|(cell, _)| !pattern.contains(cell))
        || has_clue_free_twins(request, cells)
        || never_join(request, cells)
        || never_last(request, cells)
        || is_pair_of_empty_boxes(request, cells)
        || count_solutions(fixed, 1) == 0
}

/// Two whole lines of one band or stack without a clue.
fn has_clue_free_twins(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let n = shape.n();
    let is_free = |row: Option<usize>, col: Option<usize>| {
        shape
            .cells()
            .filter(|&cell| row.is_none_or(|r| shape.row(cell) == r) && col.is_none_or(|c| shape.col(cell) == c))
            .all(|cell| cells.contains(cell) && !request.pattern.contains(cell))
    };
    let twins = |height: usize, free: &dyn Fn(usize) -> bool| {
        (0..n).any(|a| free(a) && (a + 1..n).any(|b| a / height == b / height && free(b)))
    };
    twins(shape.box_rows(), &|row| is_free(Some(row), None)) || twins(shape.box_cols(), &|col| is_free(None, Some(col)))
}

/// Naked singles alone cannot fill the first of these cells: too few peers lie outside.
fn never_join(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let too_few = |cell| {
        let outside = shape.cells().filter(|&peer| shape.geometry().are_peers(cell, peer) && !cells.contains(peer));
        outside.count() + 1 < shape.n()
    };
    request.strategies.is_subset(StrategySet::single(StrategyId::NakedSingle))
        && !cells.is_empty()
        && cells.iter().all(|cell| !request.pattern.contains(cell) && too_few(cell))
}

/// Full houses alone cannot fill the first of these cells: another is empty in its row, column and box.
fn never_last(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let of_kind: [&dyn Fn(Cell) -> usize; 3] = [&|cell| shape.row(cell), &|cell| shape.col(cell), &|cell| {
        shape.row(cell) / shape.box_rows() * shape.n() + shape.col(cell) / shape.box_cols()
    }];
    let has_company = |a| of_kind.iter().all(|house| cells.iter().any(|b| a != b && house(a) == house(b)));
    let places = |id: &StrategyId| strategy(*id).effect() == Effect::Place;
    request.strategies.iter().filter(places).all(|id| id == StrategyId::FullHouse)
        && !cells.is_empty()
        && cells.iter().all(|cell| !request.pattern.contains(cell) && has_company(cell))
}

/// Two boxes side by side in a band or stack, all empty: hidden singles alone never begin there.
fn is_pair_of_empty_boxes(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let corner = |cell| (shape.row(cell) / shape.box_rows(), shape.col(cell) / shape.box_cols());
    let corners: BTreeSet<(usize, usize)> = cells.iter().map(corner).collect();
    let only = |id| matches!(id, StrategyId::FullHouse | StrategyId::HiddenSingle);
    request.strategies.iter().all(only)
        && cells.len() == 2 * shape.n()
        && cells.intersection(&request.pattern.cells).is_empty()
        && corners.len() == 2
        && corners.first().zip(corners.last()).is_some_and(|(a, b)| a.0 == b.0 || a.1 == b.1)
}
