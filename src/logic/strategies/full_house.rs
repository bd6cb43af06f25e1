//! Full house: the last open cell of a house.

use super::forward::{Forward, Visit};
use crate::grid::{Candidate, Constraint, House};
use crate::logic::{Board, Effect, Entry, Evidence, Step, StrategyId};
use std::ops::ControlFlow;

pub(in crate::logic) const FULL_HOUSE: Forward = Forward {
    entry: Entry {
        id: StrategyId::FullHouse,
        name: "full-house",
        title: "Full house",
        help: "When all cells of a row, column or box are filled but one, the digit that is missing goes there.",
    },
    assumes_uniqueness: false,
    effect: Effect::Place,
    find,
    explain,
};

fn explain(step: &Step, board: &Board) -> String {
    let geometry = board.shape().geometry();
    let name = match step.evidence().bases[0] {
        Constraint::HouseDigit(house, _) => geometry.house_name(house),
        Constraint::Cell(cell) => geometry.shape.cell_name(cell),
    };
    format!("only {} is missing in {name}", step.placed()[0].digit)
}

/// The open cells that are the last of a house, by house in ascending order.
pub(in crate::logic) fn last_cells(board: &Board) -> impl Iterator<Item = (House, Candidate)> + '_ {
    let geometry = board.shape().geometry();
    // Such a cell has one candidate left.
    let mut houses = 0u64;
    for cell in board.singles(0..geometry.shape.n_cells()) {
        let Constraint::Cell(cell) = cell else { continue };
        for house in geometry.cell_houses[cell.index()].into_iter().filter(|&house| board.lacks_one(house)) {
            houses |= 1 << house.index();
        }
    }
    let each = std::iter::from_fn(move || {
        let house = (houses != 0).then(|| House(houses.trailing_zeros() as u8));
        houses &= houses.wrapping_sub(1);
        house
    });
    each.filter_map(move |house| {
        let mut cells = geometry.house_cells[house.index()].iter();
        let cell = *cells.find(|&&cell| board.value(cell).is_none())?;
        Some((house, Candidate::new(cell, board.marks(cell).only()?)))
    })
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    for (house, candidate) in last_cells(board) {
        let base = Constraint::HouseDigit(house, candidate.digit);
        let evidence = Evidence::rule(vec![base], vec![Constraint::Cell(candidate.cell)]);
        visit(Step::new(id, vec![candidate], Vec::new(), evidence))?;
    }
    ControlFlow::Continue(())
}
