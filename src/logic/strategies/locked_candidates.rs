//! Locked candidates: a digit confined to where a box and a line cross.

use crate::grid::{Constraint, Digit, Geometry, HouseKind};
use crate::logic::{Board, Effect, Entry, SetLogic, Step, Strategy, StrategyId, Unit, Units};

/// Pointing: base a box-digit, cover a line-digit; claiming: the other way round.
#[derive(Debug)]
pub(in crate::logic) struct LockedCandidates;

static UNITS: Units = Units::new(units);

fn units(geometry: &'static Geometry) -> Vec<Unit> {
    let n = geometry.shape.n();
    let mut units = Vec::new();
    for claiming in [false, true] {
        for digit in (0..n).map(Digit::from_index) {
            for base_index in 0..if claiming { 2 * n } else { n } {
                let base_house = if claiming {
                    geometry.house(if base_index < n { HouseKind::Row } else { HouseKind::Column }, base_index % n)
                } else {
                    geometry.house(HouseKind::Box, base_index)
                };
                let cover_kinds: &[HouseKind] =
                    if claiming { &[HouseKind::Box] } else { &[HouseKind::Row, HouseKind::Column] };
                for &kind in cover_kinds {
                    let mut covers: Vec<_> = geometry.house_cells[base_house.index()]
                        .iter()
                        .flat_map(|cell| geometry.cell_houses[cell.index()])
                        .filter(|&house| geometry.house_kind(house).0 == kind)
                        .collect();
                    covers.sort_unstable();
                    covers.dedup();
                    units.push(Unit::new(
                        geometry,
                        vec![Constraint::HouseDigit(base_house, digit)],
                        covers.into_iter().map(|house| Constraint::HouseDigit(house, digit)).collect(),
                    ));
                }
            }
        }
    }
    units
}

impl Strategy for LockedCandidates {
    fn entry(&self) -> &Entry {
        const ENTRY: Entry = Entry {
            id: StrategyId::LockedCandidates,
            name: "locked-candidates",
            title: "Locked candidates",
            help: "When all places of a digit in one house lie where it crosses another house, \
         the digit is ruled out in the rest of that other house: a box points along a line, \
         or a line claims its digit in a box.",
        };
        &ENTRY
    }

    fn set_logic(&self) -> Option<SetLogic> {
        Some(SetLogic { size: 1, effect: Effect::Eliminate, units: &UNITS })
    }

    fn form(&self, step: &Step, board: &Board) -> &'static str {
        let geometry = board.shape().geometry();
        match step.evidence().bases[0] {
            Constraint::HouseDigit(house, _) if geometry.house_kind(house).0 == HouseKind::Box => "Pointing",
            _ => "Claiming",
        }
    }

    fn explain(&self, step: &Step, board: &Board) -> String {
        let geometry = board.shape().geometry();
        let (Constraint::HouseDigit(base, digit), Constraint::HouseDigit(cover, _)) =
            (step.evidence().bases[0], step.evidence().covers[0])
        else {
            return String::new();
        };
        format!(
            "all {digit}s of {base} lie in {cover}, so the other {digit}s of {cover} go",
            base = geometry.house_name(base),
            cover = geometry.house_name(cover),
        )
    }
}
