//! Hidden single: a digit with one cell left in a house.

use crate::grid::{Candidate, Constraint, Digit, Geometry, HouseKind};
use crate::logic::{Board, Effect, SetLogic, Step, Strategy, StrategyId, Unit, Units};

/// Base: one row-, column- or box-digit; cover: one cell.
#[derive(Debug)]
pub(in crate::logic) struct HiddenSingle;

static UNITS: Units = Units::new(units);

fn units(geometry: &'static Geometry) -> Vec<Unit> {
    let n = geometry.shape.n();
    let mut units = Vec::with_capacity(3 * n * n);
    // Boxes first: they are what people look at first.
    for kind in [HouseKind::Box, HouseKind::Row, HouseKind::Column] {
        for index in 0..n {
            let house = geometry.house(kind, index);
            for digit in 0..n {
                units.push(Unit::new(
                    geometry,
                    vec![Constraint::HouseDigit(house, Digit::from_index(digit))],
                    geometry.house_cells[house.index()].iter().map(|&c| Constraint::Cell(c)).collect(),
                ));
            }
        }
    }
    units
}

impl Strategy for HiddenSingle {
    fn id(&self) -> StrategyId {
        StrategyId::HiddenSingle
    }

    fn name(&self) -> &'static str {
        "hidden-single"
    }

    fn title(&self) -> &'static str {
        "Hidden single"
    }

    fn help(&self) -> &'static str {
        "When a digit is ruled out in all cells of a row, column or box but one, it goes into that one."
    }

    fn set_logic(&self) -> Option<SetLogic> {
        Some(SetLogic { size: 1, effect: Effect::Place, units: &UNITS })
    }

    fn explain(&self, step: &Step, board: &Board) -> String {
        let Candidate { cell, digit } = step.placed()[0];
        let geometry = board.shape().geometry();
        let house = match step.evidence().bases[0] {
            Constraint::HouseDigit(house, _) => geometry.house_name(house),
            Constraint::Cell(cell) => geometry.shape.cell_name(cell),
        };
        format!("{} is the only place left for {digit} in {house}", board.shape().cell_name(cell))
    }
}
