//! Bounds, recounted from the geometry.

use super::exchange::gives_a_second_solution;
use super::path::{changes_clues_alone, is_never_needed};
use super::theme::{counts_contradict, have_no_image, leaves_too_few_digits};
use super::{CertificateError, Checked, Ground};
use crate::generate::certificate::{Bound, BoundKind};
use crate::generate::published::FEWEST_CLUES;
use crate::generate::{Reason, Request};
use crate::grid::{CellSet, Pattern, Shape};
use crate::logic::{Effect, StrategyId, StrategySet, count_solutions, strategy};
use std::collections::BTreeSet;

/// Checks that the bound refutes the request and that it speaks of the right cells.
pub(super) fn check(request: &Request, bound: &Bound) -> Result<Checked, CertificateError> {
    if !holds(request, bound) {
        return Err(CertificateError::Bound);
    }
    Ok(Checked::new(match bound.kind {
        BoundKind::TooFewClues => Ground::Published(&FEWEST_CLUES),
        _ => Ground::Proof,
    }))
}

fn holds(request: &Request, bound: &Bound) -> bool {
    let Bound { kind, reason: Reason { cells, .. }, moves } = bound;
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let all = CellSet::first(shape.n_cells());
    if !cells.difference(&all).is_empty() {
        return false;
    }
    if !moves.is_empty() && *kind != BoundKind::Exchange {
        return false;
    }
    let empty = all.difference(&pattern.cells);
    match kind {
        BoundKind::RequiredNotAllowed => !request.required.is_subset(request.strategies) && cells.is_empty(),
        BoundKind::FixedDigits => have_no_solution(request, cells),
        BoundKind::ThemeImages => have_no_image(request, cells),
        BoundKind::ThemeDigits => leaves_too_few_digits(request, cells),
        BoundKind::ThemeCounts => counts_contradict(request, cells),
        BoundKind::NothingPlaces => !empty.is_empty() && *cells == empty && placing(request.strategies).is_empty(),
        BoundKind::PathTargets => changes_clues_alone(request, cells),
        BoundKind::PathStep => is_never_needed(request, cells),
        BoundKind::Exchange => gives_a_second_solution(request, moves, cells),
        BoundKind::TooFewClues => {
            shape == Shape::NINE && pattern.n_clues() < FEWEST_CLUES.fewest_clues && *cells == pattern.cells
        }
        BoundKind::NothingToDo => empty.is_empty() && !request.required.is_empty() && cells.is_empty(),
        BoundKind::NeverJoining => never_join(request, cells),
        BoundKind::NeverLast => never_last(request, cells),
        BoundKind::EmptyBoxes => is_pair_of_empty_boxes(request, cells),
    }
}

/// Whether neither neighbours nor single cells tell digits apart.
fn are_digits_alike_on(shape: Shape) -> bool {
    let geometry = &*shape.geometry();
    geometry.not_consecutive.is_empty() && shape.cells().all(|cell| geometry.allowed(cell).len() == shape.n())
}

/// The strategies of the set that place digits.
fn placing(strategies: StrategySet) -> StrategySet {
    strategies.iter().filter(|&id| strategy(id).effect() == Effect::Place).collect()
}

/// The fixed digits on these cells stand beside the pattern, or have no solution even if they are all there is.
fn have_no_solution(request: &Request, cells: &CellSet) -> bool {
    let (pattern, fixed) = (&request.pattern, &request.fixed);
    if fixed.shape() != pattern.shape {
        return cells.is_empty();
    }
    let fixed_cells = fixed.pattern().cells;
    let are_fixed = !cells.is_empty() && cells.difference(&fixed_cells).is_empty();
    let is_beside = cells.intersection(&pattern.cells).is_empty();
    are_fixed && (is_beside || count_solutions(&fixed.masked(&Pattern { shape: pattern.shape, cells: *cells }), 1) == 0)
}

/// Naked singles alone cannot fill the first of these cells: too few peers lie outside.
fn never_join(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let too_few = |cell| {
        let outside = shape.cells().filter(|&peer| shape.geometry().are_peers(cell, peer) && !cells.contains(peer));
        outside.count() + 1 < shape.n()
    };
    request.strategies.is_subset(StrategySet::single(StrategyId::NakedSingle))
        && are_digits_alike_on(shape)
        && !cells.is_empty()
        && cells.iter().all(|cell| !request.pattern.contains(cell) && too_few(cell))
}

/// Full houses alone cannot fill the first of these cells: another is empty in each of its houses.
fn never_last(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let houses = &shape.geometry().house_sets;
    let has_company =
        |a| houses.iter().filter(|house| house.contains(a)).all(|house| house.intersection(cells).len() > 1);
    placing(request.strategies).is_subset(StrategySet::single(StrategyId::FullHouse))
        && !cells.is_empty()
        && cells.iter().all(|cell| !request.pattern.contains(cell) && has_company(cell))
}

/// Two boxes side by side in a band or stack, all empty: hidden singles alone never begin there.
fn is_pair_of_empty_boxes(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let Some((height, width)) = shape.boxes() else { return false };
    let corner = |cell| (shape.row(cell) / height, shape.col(cell) / width);
    let corners: BTreeSet<(usize, usize)> = cells.iter().map(corner).collect();
    let only = |id| matches!(id, StrategyId::FullHouse | StrategyId::HiddenSingle);
    request.strategies.iter().all(only)
        && cells.len() == 2 * shape.n()
        && cells.intersection(&request.pattern.cells).is_empty()
        && corners.len() == 2
        && corners.first().zip(corners.last()).is_some_and(|(a, b)| a.0 == b.0 || a.1 == b.1)
}
