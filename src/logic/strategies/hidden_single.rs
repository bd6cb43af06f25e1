//! Hidden single: a digit with one cell left in a house.

use super::forward::Visit;
use crate::grid::{Candidate, Constraint, Digit, Geometry, HouseKind};
use crate::logic::{
    Board, Effect, Evidence, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId, StrategyKind, Unit, Units,
};
use std::ops::ControlFlow;

/// Base: one row-, column- or box-digit; cover: one cell.
#[derive(Debug)]
pub(in crate::logic) struct HiddenSingle;

/// Boxes first: they are what people look at first.
const KINDS: [HouseKind; 4] = [HouseKind::Box, HouseKind::Row, HouseKind::Column, HouseKind::Extra];

static UNITS: Units = Units::new(units);

fn units(geometry: &Geometry) -> Vec<Unit> {
    let n = geometry.shape.n();
    let mut units = Vec::with_capacity(3 * n * n);
    for kind in KINDS {
        for house in geometry.houses().filter(|&house| geometry.house_kind(house).0 == kind) {
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
    fn entry(&self) -> &StrategyEntry {
        const ENTRY: StrategyEntry = StrategyEntry {
            id: StrategyId::HiddenSingle,
            name: "hidden-single",
            title: "Hidden single",
            kind: StrategyKind::Single,
            stars: 1,
            help: "When a digit is ruled out in all cells of a row, column, box or other house but one, it goes into that one.",
        };
        &ENTRY
    }

    fn set_logic(&self) -> Option<SetLogic> {
        Some(SetLogic { size: 1, effect: Effect::Place, units: &UNITS, smaller: &[] })
    }

    /// Finds the steps that the definition gives, in its order, without the detour through units: 4.3 µs a board instead
    /// of 21.6 (random 9x9 boards, development build, 23 November). `tests/fixpoint/definition.rs` holds it to them.
    fn find(&self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let geometry = board.geometry();
        for base in KINDS.into_iter().flat_map(|kind| board.singles(board.house_digits(kind))) {
            let candidate = base.candidate(geometry, board.remaining(base).trailing_zeros() as usize);
            let evidence = Evidence::rule(vec![base], vec![Constraint::Cell(candidate.cell)]);
            visit(Step::place(self.id(), candidate, evidence))?;
        }
        ControlFlow::Continue(())
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        let Candidate { cell, digit } = step.placed()[0];
        let geometry = board.geometry();
        let cell = Sentence::cell(board.shape(), cell);
        let house = Sentence::place(geometry, step.evidence().bases[0]);
        Sentence::compose("{0} is the only place left for {1} in {2}", [cell, digit.into(), house])
    }
}
