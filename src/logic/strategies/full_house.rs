//! Full house: the last open cell of a house.

use super::forward::{Forward, Visit};
use crate::grid::{Candidate, Constraint};
use crate::logic::{Board, Entry, Evidence, Step, StrategyId};
use std::ops::ControlFlow;

pub(in crate::logic) const FULL_HOUSE: Forward = Forward {
    entry: Entry {
        id: StrategyId::FullHouse,
        name: "full-house",
        title: "Full house",
        help: "When all cells of a row, column or box are filled but one, the digit that is missing goes there.",
    },
    assumes_uniqueness: false,
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

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let geometry = board.shape().geometry();
    for house in geometry.houses() {
        if board.n_placed_in(house) + 1 != geometry.shape.n() {
            continue;
        }
        let Some(&cell) = geometry.house_cells[house.index()].iter().find(|&&cell| board.value(cell).is_none()) else {
            continue;
        };
        if let Some(digit) = board.marks(cell).only() {
            let base = Constraint::HouseDigit(house, digit);
            let evidence = Evidence::rule(vec![base], vec![Constraint::Cell(cell)]);
            visit(Step::new(id, vec![Candidate::new(cell, digit)], Vec::new(), evidence))?;
        }
    }
    ControlFlow::Continue(())
}
