//! Finned and sashimi fish: a fish but for a few places in one box.

use super::super::step::join_names;
use super::forward::{Forward, Places, Visit, candidates, cell_names, rule_out};
use crate::grid::{Candidate, CellSet, Constraint, Digit, DigitSet, House, HouseKind};
use crate::logic::{Board, Effect, Entry, Evidence, Step, StrategyId};
use std::ops::ControlFlow;

macro_rules! finned {
    ($constant:ident, $id:ident, $size:literal, $sashimi:literal, $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Forward = Forward {
            entry: Entry { id: StrategyId::$id, name: $name, title: $title, help: $help },
            assumes_uniqueness: false,
            effect: Effect::Eliminate,
            find: |board, id, visit| Search::<$size>::run(board, id, $sashimi, visit),
            explain,
        };
    };
}

finned!(
    FINNED_X_WING,
    FinnedXWing,
    2,
    false,
    "finned-x-wing",
    "Finned X-wing",
    "An X-wing but for some further places, the fins, in one box: either a fin or the X-wing is true, and the digit \
     goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_X_WING,
    SashimiXWing,
    2,
    true,
    "sashimi-x-wing",
    "Sashimi X-wing",
    "A finned X-wing of which one line has only one place besides the fins: it rules out the same cells, those of \
     the cover lines that see all fins."
);
finned!(
    FINNED_SWORDFISH,
    FinnedSwordfish,
    3,
    false,
    "finned-swordfish",
    "Finned swordfish",
    "A swordfish but for some further places, the fins, in one box: either a fin or the swordfish is true, and the \
     digit goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_SWORDFISH,
    SashimiSwordfish,
    3,
    true,
    "sashimi-swordfish",
    "Sashimi swordfish",
    "A finned swordfish of which one line has only one place besides the fins: it rules out the same cells, those \
     of the cover lines that see all fins."
);
finned!(
    FINNED_JELLYFISH,
    FinnedJellyfish,
    4,
    false,
    "finned-jellyfish",
    "Finned jellyfish",
    "A jellyfish but for some further places, the fins, in one box: either a fin or the jellyfish is true, and the \
     digit goes from the cells of the cover lines that see all fins."
);
finned!(
    SASHIMI_JELLYFISH,
    SashimiJellyfish,
    4,
    true,
    "sashimi-jellyfish",
    "Sashimi jellyfish",
    "A finned jellyfish of which one line has only one place besides the fins: it rules out the same cells, those \
     of the cover lines that see all fins."
);

fn explain(step: &Step, board: &Board) -> String {
    let geometry = board.shape().geometry();
    let lines = |constraints: &[Constraint]| {
        join_names(constraints.iter().map(|&c| match c {
            Constraint::HouseDigit(house, _) => geometry.house_name(house),
            Constraint::Cell(cell) => geometry.shape.cell_name(cell),
        }))
    };
    let evidence = step.evidence();
    format!(
        "but for {}, all {}s of {} lie in {}",
        cell_names(geometry, evidence.fins.iter().map(|fin| fin.cell)),
        step.eliminated()[0].digit,
        lines(&evidence.bases),
        lines(&evidence.covers)
    )
}

struct Search<'a, 'b, const SIZE: usize> {
    places: Places<'a>,
    id: StrategyId,
    sashimi: bool,
    visit: Visit<'b>,
    digit: Digit,
    kinds: [HouseKind; 2],
}

impl<const SIZE: usize> Search<'_, '_, SIZE> {
    fn run(board: &Board, id: StrategyId, sashimi: bool, visit: Visit<'_>) -> ControlFlow<()> {
        let places = Places::new(board);
        let n = places.n;
        let kinds = [HouseKind::Row, HouseKind::Column];
        let mut search = Search::<SIZE> { places, id, sashimi, visit, digit: Digit::from_index(0), kinds };
        for digit in (0..n).map(Digit::from_index) {
            for kinds in [kinds, [HouseKind::Column, HouseKind::Row]] {
                search.digit = digit;
                search.kinds = kinds;
                // Another line than those of the fish has to lose something.
                if (0..n).filter(|&i| search.line(i) != 0).count() <= SIZE {
                    continue;
                }
                let lines: Vec<(usize, u16)> = (0..n)
                    .map(|i| (i, search.line(i)))
                    .filter(|&(_, mask)| !DigitSet(mask).has_at_most(1) && search.may_be_finned(mask))
                    .collect();
                search.extend(&lines, &mut Vec::with_capacity(SIZE), 0)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn base(&self, index: usize) -> House {
        self.places.geometry.house(self.kinds[0], index)
    }

    /// Positions of the digit in the base line with this number.
    fn line(&self, index: usize) -> u16 {
        let base = Constraint::HouseDigit(self.base(index), self.digit);
        if self.places.board.is_met(base) { 0 } else { self.places.board.remaining(base) }
    }

    /// How many cover lines cross one box.
    fn fin_width(&self) -> usize {
        let shape = self.places.geometry.shape;
        if self.kinds[0] == HouseKind::Row { shape.box_cols() } else { shape.box_rows() }
    }

    /// How many base lines cross one box.
    fn box_height(&self) -> usize {
        self.places.n / self.fin_width()
    }

    /// Positions of a base line in each of the boxes it crosses.
    fn stacks(&self) -> impl Iterator<Item = u16> + use<SIZE> {
        let width = self.fin_width();
        (0..self.places.n).step_by(width).map(move |stack| (((1u32 << width) - 1) << stack) as u16)
    }

    /// Whether all positions but those of one box fit into the covers.
    fn may_be_finned(&self, positions: u16) -> bool {
        self.stacks().any(|stack| DigitSet(positions & !stack).has_at_most(SIZE))
    }

    fn extend(&mut self, lines: &[(usize, u16)], chosen: &mut Vec<(usize, u16)>, union: u16) -> ControlFlow<()> {
        if chosen.len() == SIZE {
            return self.fish(chosen, union);
        }
        for (i, &line) in lines.iter().enumerate() {
            let union = union | line.1;
            if self.may_be_finned(union) {
                chosen.push(line);
                self.extend(&lines[i + 1..], chosen, union)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Every choice of fin positions within one box leaves a fish.
    fn fish(&mut self, chosen: &[(usize, u16)], union: u16) -> ControlFlow<()> {
        let Some(n_fins) = (union.count_ones() as usize).checked_sub(SIZE).filter(|&n| n > 0) else {
            return ControlFlow::Continue(());
        };
        for stack in self.stacks() {
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

    fn finned(&mut self, chosen: &[(usize, u16)], covers: u16, fins: u16, stack: u16) -> ControlFlow<()> {
        let geometry = self.places.geometry;
        let is_sashimi = chosen.iter().any(|&(_, mask)| DigitSet(mask & covers).has_at_most(1));
        if is_sashimi != self.sashimi {
            return ControlFlow::Continue(());
        }
        // All fins stand in one box, and another line of it loses something.
        let height = self.box_height();
        let mut bands = chosen.iter().filter(|&&(_, mask)| mask & fins != 0).map(|&(index, _)| index / height);
        let Some(band) = bands.next().filter(|&band| bands.all(|other| other == band)) else {
            return ControlFlow::Continue(());
        };
        let loses =
            |index: usize| self.line(index) & covers & stack != 0 && chosen.iter().all(|&(base, _)| base != index);
        if !(band * height..(band + 1) * height).any(loses) {
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
