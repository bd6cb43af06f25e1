//! Avoidable rectangles: corners that steps have filled, not clues, could be exchanged as well.

use super::forward::{Forward, Places, Visit, candidates, rule_out};
use super::uniqueness::explain;
use crate::grid::{Candidate, Cell, Constraint, Digit};
use crate::logic::{Board, Deadly, Effect, Evidence, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const TYPE_1: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AvoidableRectangle1,
        name: "avoidable-rectangle-1",
        title: "Avoidable rectangle 1",
        kind: StrategyKind::Uniqueness,
        stars: 4,
        help: "When three corners of a rectangle in two boxes are filled with two digits, none of them a clue, the \
               fourth cannot complete the pattern, or the two digits could be exchanged.",
    },
    assumes_uniqueness: true,
    effect: Effect::Eliminate,
    find: rectangles,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

pub(in crate::logic) const TYPE_2: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AvoidableRectangle2,
        name: "avoidable-rectangle-2",
        title: "Avoidable rectangle 2",
        kind: StrategyKind::Uniqueness,
        stars: 4,
        help: "When two corners of a rectangle in one box are filled, none of them a clue, and the other two hold the \
               digit that would complete the pattern and one more, the same in both, that one is in one of the two.",
    },
    assumes_uniqueness: true,
    effect: Effect::Eliminate,
    find: rectangles,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn rectangles(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let shape = board.shape();
    let filled = |cell: Cell| board.value(cell).filter(|_| !board.is_clue(cell));
    for first in shape.cells() {
        let Some(a) = filled(first) else { continue };
        for &second in &places.geometry.house_cells[places.geometry.cell_houses[first.index()][2].index()] {
            let same_row = shape.row(first) == shape.row(second);
            if first == second || !same_row && shape.col(first) != shape.col(second) {
                continue;
            }
            let Some(b) = filled(second) else { continue };
            for line in 0..places.n {
                // The other two corners, in another box.
                let across = |cell: Cell| {
                    if same_row { shape.cell(line, shape.col(cell)) } else { shape.cell(shape.row(cell), line) }
                };
                let (third, fourth) = (across(first), across(second));
                let region = |cell: Cell| places.geometry.region_of(cell);
                if region(third) == region(first) || region(third) != region(fourth) {
                    continue;
                }
                let corners = [(first, a), (second, b), (third, b), (fourth, a)];
                if !places.may_exchange(&[first, second, fourth, third], [a, b]) {
                    continue;
                }
                if id == StrategyId::AvoidableRectangle1 {
                    if filled(third) == Some(b) && board.value(fourth).is_none() {
                        let out = Some(Candidate::new(fourth, a)).filter(|&c| board.has(c));
                        step(corners, id, out.into_iter().collect(), visit)?;
                    }
                } else if first < second && board.value(third).is_none() && board.value(fourth).is_none() {
                    let rest = |cell: Cell, digit: Digit| {
                        let mut marks = board.marks(cell);
                        if marks.remove(digit) { marks.only() } else { None }
                    };
                    if let Some(extra) = rest(third, b).filter(|&digit| Some(digit) == rest(fourth, a)) {
                        let out = places.common_peers([third, fourth]).intersection(places.of(extra));
                        step(corners, id, candidates(&out, extra), visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn step(corners: [(Cell, Digit); 4], id: StrategyId, eliminated: Vec<Candidate>, visit: Visit<'_>) -> ControlFlow<()> {
    rule_out(visit, id, eliminated, || {
        let cells = corners.map(|(cell, _)| cell);
        let digits = [corners[0].1, corners[1].1];
        Evidence {
            bases: cells.map(Constraint::Cell).to_vec(),
            deadly: Some(Deadly::Loop { cells: cells.to_vec(), digits }),
            ..Evidence::default()
        }
    })
}
