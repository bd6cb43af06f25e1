//! Locked candidates: a digit confined to where two houses cross.

use super::forward::Visit;
use crate::grid::{Candidate, Constraint, Digit, DigitSet, Geometry, House, HouseKind, Shape};
use crate::logic::{
    Board, Effect, Evidence, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId, StrategyKind, Unit, Units,
};
use std::ops::ControlFlow;

/// Pointing: base a box-digit, cover a line-digit; claiming: the other way round. Houses that rules of a layout add take
/// part as bases and as covers of any others.
#[derive(Debug)]
pub(in crate::logic) struct LockedCandidates;

static UNITS: Units = Units::new(units);

fn units(geometry: &Geometry) -> Vec<Unit> {
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
    for digit in (0..n).map(Digit::from_index) {
        for (base, cover) in further_pairs(geometry) {
            let [base, cover] = [base, cover].map(|house| Constraint::HouseDigit(house, digit));
            units.push(Unit::new(geometry, vec![base], vec![cover]));
        }
    }
    units
}

/// Houses that share cells, one or both of which a rule of the layout adds: base and cover.
fn further_pairs(geometry: &Geometry) -> impl Iterator<Item = (House, House)> {
    let share =
        |a: House, b: House| !geometry.house_sets[a.index()].intersection(&geometry.house_sets[b.index()]).is_empty();
    let is_further = |house| geometry.house_kind(house).0 == HouseKind::Extra;
    let houses = if geometry.extra_houses.is_empty() { 0..0 } else { 0..geometry.n_houses() as u8 };
    let pairs = houses.clone().flat_map(move |base| houses.clone().map(move |cover| (House(base), House(cover))));
    pairs.filter(move |&(base, cover)| base != cover && (is_further(base) || is_further(cover)) && share(base, cover))
}

/// A digit that is confined to where two houses cross, and has further places in one of them.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Locked {
    /// The house that has all its places there.
    pub(in crate::logic) base: House,
    /// The house that loses places.
    pub(in crate::logic) cover: House,
    pub(in crate::logic) digit: Digit,
}

impl Locked {
    /// What is ruled out, ascending.
    pub(in crate::logic) fn eliminated(self, board: &Board) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let geometry = board.geometry();
        let inside = &geometry.house_sets[self.base.index()];
        let mut places = board.remaining(Constraint::HouseDigit(self.cover, self.digit));
        let all = std::iter::from_fn(move || {
            let position = places.trailing_zeros() as usize;
            let cell = (places != 0).then(|| geometry.house_cells[self.cover.index()][position]);
            places &= places.wrapping_sub(1);
            cell
        });
        all.filter(|&cell| !inside.contains(cell)).map(move |cell| Candidate::new(cell, self.digit))
    }

    pub(in crate::logic) fn step(self, board: &Board) -> Step {
        let [base, cover] = [self.base, self.cover].map(|house| Constraint::HouseDigit(house, self.digit));
        let evidence = Evidence::rule(vec![base], vec![cover]);
        Step::eliminate(StrategyId::LockedCandidates, self.eliminated(board).collect(), evidence)
    }
}

/// Visits every one: pointing, then claiming; by digit, then by base; then those with houses that rules add.
pub(in crate::logic) fn locked(board: &Board, mut visit: impl FnMut(Locked) -> ControlFlow<()>) -> ControlFlow<()> {
    let geometry = board.geometry();
    let shape = geometry.shape;
    let n = shape.n();
    for (bases, is_pointing) in [(2 * n..3 * n, true), (0..2 * n, false)] {
        // By digit the bases with all their places in one row and in one column, or in one box: bits from the first base on.
        let first_base = bases.start;
        let mut found = [[0u64; 2]; Shape::MAX_N];
        for base in bases {
            let house = House(base as u8);
            let places = board.places_in(house);
            for digit in board.open_digits(house).iter().map(Digit::index) {
                let places = places[digit];
                let first = places.trailing_zeros() as usize;
                if places == 0 {
                    continue;
                }
                let crossing = geometry.crossings[geometry.house_cells[base][first].index()];
                let is_within = |crossing: u32| u64::from(places & !crossing == 0) << (base - first_base);
                if is_pointing {
                    found[digit][0] |= is_within(crossing.row_in_region);
                    found[digit][1] |= is_within(crossing.column_in_region);
                } else {
                    let within = if base < n { crossing.region_in_row } else { crossing.region_in_column };
                    found[digit][0] |= is_within(within);
                }
            }
        }
        for digit in (0..n).map(Digit::from_index) {
            let [first, second] = found[digit.index()];
            let mut bases = first | second;
            while bases != 0 {
                let base = House((first_base + bases.trailing_zeros() as usize) as u8);
                bases &= bases - 1;
                let position = board.remaining(Constraint::HouseDigit(base, digit)).trailing_zeros() as usize;
                let houses = geometry.cell_houses[geometry.house_cells[base.index()][position].index()];
                let covers = if is_pointing { [houses[0], houses[1]] } else { [houses[2]; 2] };
                for (cover, is_in) in covers.into_iter().zip([first, second]) {
                    let locked = Locked { base, cover, digit };
                    if is_in >> (base.index() - first_base) & 1 == 1 && locked.eliminated(board).next().is_some() {
                        visit(locked)?;
                    }
                }
            }
        }
    }
    if geometry.extra_houses.is_empty() {
        return ControlFlow::Continue(());
    }
    let pairs: Vec<(House, House)> = further_pairs(geometry).collect();
    for digit in (0..n).map(Digit::from_index) {
        for &(base, cover) in &pairs {
            if !board.open_digits(base).contains(digit) {
                continue;
            }
            let places = DigitSet(board.remaining(Constraint::HouseDigit(base, digit)));
            let inside = &geometry.house_sets[cover.index()];
            let is_within = places.iter().all(|p| inside.contains(geometry.house_cells[base.index()][p.index()]));
            let locked = Locked { base, cover, digit };
            if !places.is_empty() && is_within && locked.eliminated(board).next().is_some() {
                visit(locked)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Strategy for LockedCandidates {
    fn entry(&self) -> &StrategyEntry {
        const ENTRY: StrategyEntry = StrategyEntry {
            id: StrategyId::LockedCandidates,
            name: "locked-candidates",
            title: "Locked candidates",
            kind: StrategyKind::Locked,
            stars: 2,
            help: "When all places of a digit in one house lie where it crosses another house, \
         the digit is ruled out in the rest of that other house: a box points along a line, \
         or a line claims its digit in a box.",
        };
        &ENTRY
    }

    fn set_logic(&self) -> Option<SetLogic> {
        Some(SetLogic { size: 1, effect: Effect::Eliminate, units: &UNITS, smaller: &[] })
    }

    /// Finds the steps that the definition gives, in its order, without the detour through units: 5.3 µs a board instead
    /// of 31.4 (random 9x9 boards, development build, 23 November). `tests/fixpoint/definition.rs` holds it to them.
    fn find(&self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        locked(board, |found| visit(found.step(board)))
    }

    fn form(&self, step: &Step, board: &Board) -> &'static str {
        let geometry = board.geometry();
        match step.evidence().bases[0] {
            Constraint::HouseDigit(house, _) if geometry.house_kind(house).0 == HouseKind::Box => "Pointing",
            _ => "Claiming",
        }
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        let geometry = board.geometry();
        let (Constraint::HouseDigit(base, digit), Constraint::HouseDigit(cover, _)) =
            (step.evidence().bases[0], step.evidence().covers[0])
        else {
            return Sentence::default();
        };
        let [base, cover] = [base, cover].map(|house| Sentence::house(geometry, house));
        let template = "all {0}s of {1} lie in {2}, so the other {0}s of {2} go";
        Sentence::compose(template, [digit.into(), base, cover])
    }
}
