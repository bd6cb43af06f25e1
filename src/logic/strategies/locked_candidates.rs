//! Locked candidates: a digit confined to where a box and a line cross.

use super::forward::Visit;
use crate::grid::{Constraint, Digit, Geometry, House, HouseKind};
use crate::logic::{Board, Effect, Entry, Evidence, SetLogic, Step, Strategy, StrategyId, Unit, Units};
use std::ops::ControlFlow;

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

    /// The same steps as the definition gives, in the same order, without the detour through units.
    fn find(&self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let geometry = board.shape().geometry();
        let shape = geometry.shape;
        let (n, height, width) = (shape.n(), shape.box_rows(), shape.box_cols());
        // Positions of a line in a box, or of a box in a line.
        let segment = |length: usize, i: usize| ((1u16 << length) - 1) << (i * length);
        let column_in_box = |i: usize| (0..height).fold(0u16, |mask, row| mask | 1 << (row * width + i));
        for (bases, is_pointing) in [(2 * n..3 * n, true), (0..2 * n, false)] {
            for digit in (0..n).map(Digit::from_index) {
                for base_house in bases.clone() {
                    let base = Constraint::HouseDigit(House(base_house as u8), digit);
                    let places = board.remaining(base);
                    if places == 0 || places.count_ones() as usize > height.max(width) || board.is_met(base) {
                        continue;
                    }
                    let first = places.trailing_zeros() as usize;
                    let within = |crossing: u16| places & !crossing == 0;
                    // Row, column and box that may hold all places.
                    let covered = if is_pointing {
                        [within(segment(width, first / width)), within(column_in_box(first % width)), false]
                    } else {
                        let length = if base_house < n { width } else { height };
                        [false, false, within(segment(length, first / length))]
                    };
                    for kind in (0..3).filter(|&kind| covered[kind]) {
                        let cell = geometry.house_cells[base_house][first];
                        let cover = Constraint::HouseDigit(geometry.cell_houses[cell.index()][kind], digit);
                        if board.remaining(cover).count_ones() > places.count_ones() {
                            let eliminated: Vec<_> = cover
                                .candidates(geometry)
                                .filter(|&c| board.has(c) && !base.contains(geometry, c))
                                .collect();
                            let evidence = Evidence::rule(vec![base], vec![cover]);
                            visit(Step::new(self.id(), Vec::new(), eliminated, evidence))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
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
