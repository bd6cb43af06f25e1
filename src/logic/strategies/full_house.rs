//! Full house: the last open cell of a house.

use super::forward::{Forward, Visit};
use crate::grid::{Candidate, Cell, Constraint, House};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const FULL_HOUSE: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::FullHouse,
        name: "full-house",
        title: "Full house",
        kind: StrategyKind::Single,
        stars: 1,
        help: "When all cells of a row, column, box or other house are filled but one, the digit that is missing goes there.",
    },
    assumes_uniqueness: false,
    effect: Effect::Place,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let place = Sentence::place(geometry, step.evidence().bases[0]);
    Sentence::compose("only {0} is missing in {1}", [step.placed()[0].digit.into(), place])
}

/// The open cells that are the last of a house, by house in ascending order.
fn last_cells(board: &Board) -> impl Iterator<Item = (House, Candidate)> + '_ {
    let geometry = board.geometry();
    // Such a cell has one candidate left.
    let (mut houses, mut cells) = (0u128, [Cell::default(); 128]);
    for cell in board.single_cells() {
        for house in geometry.houses_of(cell).filter(|&house| board.lacks_one(house)) {
            houses |= 1 << house.index();
            cells[house.index()] = cell;
        }
    }
    std::iter::from_fn(move || {
        let house = (houses != 0).then(|| House(houses.trailing_zeros() as u8))?;
        houses &= houses - 1;
        let cell = cells[house.index()];
        Some((house, Candidate::new(cell, board.marks(cell).only()?)))
    })
}

/// Number of cells that are the last of a house.
pub(in crate::logic) fn n_last_cells(board: &Board) -> usize {
    let geometry = board.geometry();
    board.single_cells().filter(|&cell| geometry.houses_of(cell).any(|house| board.lacks_one(house))).count()
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    for (house, candidate) in last_cells(board) {
        let base = Constraint::HouseDigit(house, candidate.digit);
        let evidence = Evidence::rule(vec![base], vec![Constraint::Cell(candidate.cell)]);
        visit(Step::place(id, candidate, evidence))?;
    }
    ControlFlow::Continue(())
}
