//! Finned and sashimi fish: a fish but for a few places in one box.

use super::super::set_logic::fitting_choices;
use super::forward::{Family, Forward, Places, Visit, candidates, cell_names, rule_out};
use crate::grid::{Candidate, CellSet, Constraint, Digit, DigitSet, House, HouseKind, Shape, array_of};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind, StrategySet};
use std::ops::ControlFlow;

macro_rules! finned {
    ($constant:ident, $id:ident, $other:ident, $size:literal, $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Forward = Forward {
            entry: StrategyEntry {
                id: StrategyId::$id,
                name: $name,
                title: $title,
                kind: StrategyKind::Fish,
                stars: 4,
                help: $help,
            },
            assumes_uniqueness: false,
            effect: Effect::Eliminate,
            find: |board, id, visit| Search::<$size>::run(board, id, &mut StrategySet::default(), visit),
            family: Some(Family { members: &[StrategyId::$id, StrategyId::$other], find: Search::<$size>::run }),
            distinct: None,
            explain,
            exists_on: |_| true,
        };
    };
}

finned!(
    FINNED_X_WING,
    FinnedXWing,
    SashimiXWing,
    2,
    "finned-x-wing",
    "Finned X-wing",
    "An X-wing but for some further places, the fins, in one box: either a fin or the X-wing is true, and the digit \
     goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_X_WING,
    SashimiXWing,
    FinnedXWing,
    2,
    "sashimi-x-wing",
    "Sashimi X-wing",
    "A finned X-wing of which one line has only one place besides the fins: it rules out the same cells, those of \
     the cover lines that see all fins."
);
finned!(
    FINNED_SWORDFISH,
    FinnedSwordfish,
    SashimiSwordfish,
    3,
    "finned-swordfish",
    "Finned swordfish",
    "A swordfish but for some further places, the fins, in one box: either a fin or the swordfish is true, and the \
     digit goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_SWORDFISH,
    SashimiSwordfish,
    FinnedSwordfish,
    3,
    "sashimi-swordfish",
    "Sashimi swordfish",
    "A finned swordfish of which one line has only one place besides the fins: it rules out the same cells, those \
     of the cover lines that see all fins."
);
finned!(
    FINNED_JELLYFISH,
    FinnedJellyfish,
    SashimiJellyfish,
    4,
    "finned-jellyfish",
    "Finned jellyfish",
    "A jellyfish but for some further places, the fins, in one box: either a fin or the jellyfish is true, and the \
     digit goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_JELLYFISH,
    SashimiJellyfish,
    FinnedJellyfish,
    4,
    "sashimi-jellyfish",
    "Sashimi jellyfish",
    "A finned jellyfish of which one line has only one place besides the fins: it rules out the same cells, those \
     of the cover lines that see all fins."
);

/// The sentence of a fish with fins.
pub(super) fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let fins = cell_names(geometry, evidence.fins.iter().map(|fin| fin.cell));
    let digit = step.eliminated()[0].digit.into();
    let lines = |constraints: &[Constraint]| Sentence::list(constraints.iter().map(|&c| Sentence::place(geometry, c)));
    let parts = [fins, digit, lines(&evidence.bases), lines(&evidence.covers)];
    Sentence::compose("but for {0}, all {1}s of {2} lie in {3}", parts)
}

struct Search<'a, 'b, const SIZE: usize> {
    places: Places<'a>,
    id: StrategyId,
    /// Gets the other strategy of this size, if that has a step.
    others: &'b mut StrategySet,
    visit: Visit<'b>,
    digit: Digit,
    kinds: [HouseKind; 2],
}

/// The strategy for fish of this size.
const fn strategy_of(size: usize, is_sashimi: bool) -> StrategyId {
    match (size, is_sashimi) {
        (2, false) => StrategyId::FinnedXWing,
        (2, true) => StrategyId::SashimiXWing,
        (3, false) => StrategyId::FinnedSwordfish,
        (3, true) => StrategyId::SashimiSwordfish,
        (_, false) => StrategyId::FinnedJellyfish,
        (_, true) => StrategyId::SashimiJellyfish,
    }
}

/// Whether all positions but those of one box fit into the covers.
fn may_be_finned<const SIZE: usize>(positions: u32, stacks: &[u32]) -> bool {
    DigitSet(positions).has_at_most(SIZE) || stacks.iter().any(|stack| DigitSet(positions & !stack).has_at_most(SIZE))
}

impl<const SIZE: usize> Search<'_, '_, SIZE> {
    fn run(board: &Board, id: StrategyId, others: &mut StrategySet, visit: Visit<'_>) -> ControlFlow<()> {
        let places = Places::new(board);
        let n = places.n;
        let kinds = [HouseKind::Row, HouseKind::Column];
        let mut search = Search::<SIZE> { places, id, others, visit, digit: Digit::from_index(0), kinds };
        let mut stacks: Vec<u32> = Vec::new();
        for digit in (0..n).map(Digit::from_index) {
            for kinds in [kinds, [HouseKind::Column, HouseKind::Row]] {
                search.digit = digit;
                search.kinds = kinds;
                search.list_stacks(&mut stacks);
                let may_be_finned = |positions| may_be_finned::<SIZE>(positions, &stacks);
                let (mut lines, mut masks, mut n_lines, mut n_open) = ([0; Shape::MAX_N], [0; Shape::MAX_N], 0, 0);
                for index in 0..n {
                    let positions = search.line(index);
                    n_open += usize::from(positions != 0);
                    if !DigitSet(positions).has_at_most(1) && may_be_finned(positions) {
                        (lines[n_lines], masks[n_lines]) = (index, positions);
                        n_lines += 1;
                    }
                }
                // Another line than those of the fish has to lose something.
                if n_open > SIZE {
                    fitting_choices::<SIZE>(&masks[..n_lines], 0, &may_be_finned, &mut |chosen, union| {
                        search.fish(&array_of::<_, SIZE>(|i| (lines[chosen[i]], masks[chosen[i]])), union, &stacks)
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn base(&self, index: usize) -> House {
        self.places.geometry.house(self.kinds[0], index)
    }

    /// Positions of the digit in the base line with this number.
    fn line(&self, index: usize) -> u32 {
        let base = Constraint::HouseDigit(self.base(index), self.digit);
        if self.places.board.is_met(base) { 0 } else { self.places.board.remaining(base) }
    }

    /// The positions of a base line that lie in a box or region.
    fn segment(&self, region: usize, line: usize) -> u32 {
        let geometry = self.places.geometry;
        geometry.segments[usize::from(self.kinds[0] != HouseKind::Row)][region * self.places.n + line]
    }

    /// The positions along base lines that a box or region has in any of them.
    fn span(&self, region: usize) -> u32 {
        (0..self.places.n).fold(0, |span, line| span | self.segment(region, line))
    }

    /// The positions that fins may have: the spans of all boxes or regions, ascending and none twice.
    fn list_stacks(&self, stacks: &mut Vec<u32>) {
        stacks.clear();
        stacks.extend((0..self.places.n).map(|region| self.span(region)));
        stacks.sort_unstable();
        stacks.dedup();
    }

    /// Every choice of fin positions within one box leaves a fish.
    fn fish(&mut self, chosen: &[(usize, u32)], union: u32, stacks: &[u32]) -> ControlFlow<()> {
        let Some(n_fins) = (union.count_ones() as usize).checked_sub(SIZE).filter(|&n| n > 0) else {
            return ControlFlow::Continue(());
        };
        for &stack in stacks {
            let within = union & stack;
            let mut fins = within;
            while fins != 0 {
                if fins.count_ones() as usize == n_fins {
                    self.finned(chosen, union & !fins, fins, stack)?;
                }
                fins = (fins - 1) & within;
            }
        }
        ControlFlow::Continue(())
    }

    fn finned(&mut self, chosen: &[(usize, u32)], covers: u32, fins: u32, stack: u32) -> ControlFlow<()> {
        let geometry = self.places.geometry;
        let is_sashimi = chosen.iter().any(|&(_, mask)| DigitSet(mask & covers).has_at_most(1));
        let kind = strategy_of(SIZE, is_sashimi);
        if kind != self.id && self.others.contains(kind) {
            return ControlFlow::Continue(());
        }
        // All fins stand in one box, and another line of it loses something.
        let Some(&(line, mask)) = chosen.iter().find(|&&(_, mask)| mask & fins != 0) else {
            return ControlFlow::Continue(());
        };
        let first = geometry.house_cells[self.base(line).index()][(mask & fins).trailing_zeros() as usize];
        let region = geometry.region_of(first);
        // Where regions are irregular, the span of another one may hold the fins as well.
        if !chosen.iter().all(|&(index, mask)| mask & fins & !self.segment(region, index) == 0)
            || self.span(region) != stack
        {
            return ControlFlow::Continue(());
        }
        let loses = |index: usize| {
            let inside = covers & self.segment(region, index);
            inside != 0 && self.line(index) & inside != 0 && chosen.iter().all(|&(base, _)| base != index)
        };
        if !(0..self.places.n).any(loses) {
            return ControlFlow::Continue(());
        }
        let mut fin_cells = CellSet::EMPTY;
        let mut bases = CellSet::EMPTY;
        for &(index, mask) in chosen {
            let house = self.base(index).index();
            bases = bases.union(&geometry.house_sets[house]);
            for (position, &cell) in geometry.house_cells[house].iter().enumerate() {
                if mask & fins & (1 << position) != 0 {
                    fin_cells.insert(cell);
                }
            }
        }
        let cover_lines: Vec<House> = (0..self.places.n)
            .filter(|position| covers >> position & 1 == 1)
            .map(|position| geometry.house(self.kinds[1], position))
            .collect();
        let covered = cover_lines
            .iter()
            .fold(CellSet::EMPTY, |set: CellSet, house| set.union(&geometry.house_sets[house.index()]));
        let out = self.places.common_peers(fin_cells.iter()).intersection(self.places.of(self.digit));
        let out = out.intersection(&covered).difference(&bases);
        if kind != self.id {
            if !out.is_empty() {
                self.others.insert(kind);
            }
            return ControlFlow::Continue(());
        }
        let digit = self.digit;
        rule_out(self.visit, self.id, candidates(&out, digit), || Evidence {
            bases: chosen
                .iter()
                .map(|&(index, _)| Constraint::HouseDigit(geometry.house(self.kinds[0], index), digit))
                .collect(),
            covers: cover_lines.iter().map(|&house| Constraint::HouseDigit(house, digit)).collect(),
            fins: fin_cells.iter().map(|cell| Candidate::new(cell, digit)).collect(),
            ..Evidence::default()
        })
    }
}
