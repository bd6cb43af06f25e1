//! Franken and mutant fish: a digit in as many houses as others, whatever their kinds.
//!
//! The places of a digit in n bases lie in n covers, each in at least as many covers as bases. Each base holds the digit
//! once and no cover holds it twice, so a place in more covers than bases is none. Places in more bases than
//! covers are fins: what sees all of them is ruled out in the same way, because it would leave a fish without fins.

mod fit;

use super::bits::{Bits, Numbers};
use super::finned_fish;
use super::fish::explain_covers;
use super::forward::{Forward, Places, Visit, candidates, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, House, HouseKind, Shape};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use fit::Fit;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

macro_rules! mixed {
    ($constant:ident, $id:ident, $class:ident, $size:literal, $is_finned:literal, $exists_on:expr,
     $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Forward = Forward {
            entry: StrategyEntry {
                id: StrategyId::$id,
                name: $name,
                title: $title,
                kind: StrategyKind::Fish,
                stars: 5,
                help: $help,
            },
            assumes_uniqueness: false,
            effect: Effect::Eliminate,
            find: |board, id, visit| Search::<$size>::run(board, id, Class::$class, $is_finned, visit),
            family: None,
            distinct: None,
            explain: if $is_finned { finned_fish::explain } else { explain },
            exists_on: $exists_on,
        };
    };
}

mixed!(
    FRANKEN_X_WING,
    FrankenXWing,
    Franken,
    2,
    false,
    has_other_houses,
    "franken-x-wing",
    "Franken X-wing",
    "An X-wing with boxes or other further houses among its lines: all places of a digit in two rows or boxes lie in two \
     columns or boxes, and it is ruled out in the rest of these; the same with rows and columns exchanged."
);
mixed!(
    FINNED_FRANKEN_X_WING,
    FinnedFrankenXWing,
    Franken,
    2,
    true,
    has_other_houses,
    "finned-franken-x-wing",
    "Finned Franken X-wing",
    "A Franken X-wing but for some further places, the fins: either a fin or the Franken X-wing is true, and the digit \
     goes from the cells of the covers that see all fins."
);
mixed!(
    FRANKEN_SWORDFISH,
    FrankenSwordfish,
    Franken,
    3,
    false,
    has_other_houses,
    "franken-swordfish",
    "Franken swordfish",
    "A swordfish with boxes or other further houses among its lines: all places of a digit in three rows or boxes lie in \
     three columns or boxes, and it is ruled out in the rest of these; the same with rows and columns exchanged."
);
mixed!(
    FINNED_FRANKEN_SWORDFISH,
    FinnedFrankenSwordfish,
    Franken,
    3,
    true,
    has_other_houses,
    "finned-franken-swordfish",
    "Finned Franken swordfish",
    "A Franken swordfish but for some further places, the fins: either a fin or the Franken swordfish is true, and the \
     digit goes from the cells of the covers that see all fins."
);
mixed!(
    FRANKEN_JELLYFISH,
    FrankenJellyfish,
    Franken,
    4,
    false,
    has_other_houses,
    "franken-jellyfish",
    "Franken jellyfish",
    "A jellyfish with boxes or other further houses among its lines: all places of a digit in four rows or boxes lie in \
     four columns or boxes, and it is ruled out in the rest of these; the same with rows and columns exchanged."
);
mixed!(
    FINNED_FRANKEN_JELLYFISH,
    FinnedFrankenJellyfish,
    Franken,
    4,
    true,
    has_other_houses,
    "finned-franken-jellyfish",
    "Finned Franken jellyfish",
    "A Franken jellyfish but for some further places, the fins: either a fin or the Franken jellyfish is true, and the \
     digit goes from the cells of the covers that see all fins."
);
mixed!(
    MUTANT_X_WING,
    MutantXWing,
    Mutant,
    2,
    false,
    has_further_houses,
    "mutant-x-wing",
    "Mutant X-wing",
    "An X-wing of houses of any kinds, rows and columns together: all places of a digit in two houses lie in two others, \
     and it is ruled out in the rest of these. Without diagonals or other further houses it takes fins."
);
mixed!(
    FINNED_MUTANT_X_WING,
    FinnedMutantXWing,
    Mutant,
    2,
    true,
    has_other_houses,
    "finned-mutant-x-wing",
    "Finned mutant X-wing",
    "A mutant X-wing but for some further places, the fins: either a fin or the mutant X-wing is true, and the digit \
     goes from the cells of the covers that see all fins."
);
mixed!(
    MUTANT_SWORDFISH,
    MutantSwordfish,
    Mutant,
    3,
    false,
    has_other_houses,
    "mutant-swordfish",
    "Mutant swordfish",
    "A swordfish of houses of any kinds, rows and columns together: all places of a digit in three houses lie in three \
     others, and it is ruled out in the rest of these."
);
mixed!(
    FINNED_MUTANT_SWORDFISH,
    FinnedMutantSwordfish,
    Mutant,
    3,
    true,
    has_other_houses,
    "finned-mutant-swordfish",
    "Finned mutant swordfish",
    "A mutant swordfish but for some further places, the fins: either a fin or the mutant swordfish is true, and the \
     digit goes from the cells of the covers that see all fins."
);
mixed!(
    MUTANT_JELLYFISH,
    MutantJellyfish,
    Mutant,
    4,
    false,
    has_other_houses,
    "mutant-jellyfish",
    "Mutant jellyfish",
    "A jellyfish of houses of any kinds, rows and columns together: all places of a digit in four houses lie in four \
     others, and it is ruled out in the rest of these."
);
mixed!(
    FINNED_MUTANT_JELLYFISH,
    FinnedMutantJellyfish,
    Mutant,
    4,
    true,
    has_other_houses,
    "finned-mutant-jellyfish",
    "Finned mutant jellyfish",
    "A mutant jellyfish but for some further places, the fins: either a fin or the mutant jellyfish is true, and the \
     digit goes from the cells of the covers that see all fins."
);

/// Whether there are houses beside rows and columns.
fn has_other_houses(shape: Shape) -> bool {
    !shape.is_latin() || shape.n_further_houses() > 0
}

/// Whether there are houses beside rows, columns and boxes. Among those alone, two bases of a mutant fish lie in two
/// covers only where one base lies in one cover, which is what locked candidates say.
fn has_further_houses(shape: Shape) -> bool {
    has_other_houses(shape) && (shape.is_irregular() || shape.n_further_houses() > 0)
}

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let is_in_base = |candidate: &Candidate| evidence.bases.iter().any(|base| base.contains(geometry, *candidate));
    if !step.eliminated().iter().any(is_in_base) {
        return explain_covers(step, board);
    }
    let places = |constraints: &[Constraint]| Sentence::list(constraints.iter().map(|&c| Sentence::place(geometry, c)));
    let parts = [step.eliminated()[0].digit.into(), places(&evidence.bases), places(&evidence.covers)];
    Sentence::compose(
        "all {0}s of {1} lie in {2}, so the other {0}s of {2} go, and those that lie in two of them",
        parts,
    )
}

/// How the kinds of bases and covers may be mixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// Rows against columns: these are the basic fish.
    Basic,
    /// Rows and further houses against columns and further houses, or the other way round; some of the latter take part.
    Franken,
    /// Anything else.
    Mutant,
}

impl Class {
    /// The class of a fish with these kinds of bases and covers.
    fn of(bases: Kinds, covers: Kinds) -> Class {
        if bases.lines() & covers.lines() != 0 || bases.lines() == Kinds::LINES || covers.lines() == Kinds::LINES {
            Class::Mutant
        } else if (bases.0 | covers.0) & Kinds::OTHER != 0 {
            Class::Franken
        } else {
            Class::Basic
        }
    }
}

/// Which kinds of houses there are in a set: rows, columns, others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Kinds(u8);

impl Kinds {
    const LINES: u8 = 3;
    const OTHER: u8 = 4;

    fn of(kind: HouseKind) -> Kinds {
        match kind {
            HouseKind::Row => Kinds(1),
            HouseKind::Column => Kinds(2),
            HouseKind::Box | HouseKind::Extra => Kinds(Kinds::OTHER),
        }
    }

    fn lines(self) -> u8 {
        self.0 & Kinds::LINES
    }

    fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether every kind of these is among the others.
    fn is_within(self, others: Kinds) -> bool {
        self.0 & !others.0 == 0
    }
}

/// A house in which the digit is not placed.
struct Open {
    house: House,
    kind: Kinds,
    places: CellSet,
    /// Whether the digit has two places or more; with one it is a hidden single.
    is_base: bool,
}

struct Search<'a, 'b, const SIZE: usize> {
    places: Places<'a>,
    id: StrategyId,
    class: Class,
    visit: Visit<'b>,
    digit: Digit,
    houses: Vec<Open>,
    /// The fish visited so far, each by its bases and covers: several cells find the same.
    known: BTreeSet<(Vec<u8>, Vec<u8>)>,
}

impl<const SIZE: usize> Search<'_, '_, SIZE> {
    fn run(board: &Board, id: StrategyId, class: Class, is_finned: bool, visit: Visit<'_>) -> ControlFlow<()> {
        let shape = board.shape();
        if class == Class::Mutant && SIZE == 2 && !is_finned && !has_further_houses(shape) {
            return ControlFlow::Continue(());
        }
        let places = Places::new(board);
        let digits: Vec<Digit> = places.digits().collect();
        let (houses, known) = (Vec::new(), BTreeSet::new());
        let mut search = Search::<SIZE> { places, id, class, visit, digit: digits[0], houses, known };
        for digit in digits {
            search.digit = digit;
            search.houses = search.open_houses();
            search.known.clear();
            let numbers = Numbers::new(search.places.of(digit));
            match (is_finned, numbers.n) {
                (false, ..=64) => search.plain::<1>(&numbers)?,
                (false, 65..=256) => search.plain::<4>(&numbers)?,
                (false, _) => search.plain::<10>(&numbers)?,
                (true, ..=64) => search.finned::<1>(&numbers)?,
                (true, 65..=256) => search.finned::<4>(&numbers)?,
                (true, _) => search.finned::<10>(&numbers)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn open_houses(&self) -> Vec<Open> {
        let geometry = self.places.geometry;
        let is_row_again = |kind| kind == HouseKind::Box && geometry.shape.is_latin();
        let open = |house: House| {
            let kind = geometry.house_kind(house).0;
            let places = self.places.in_house(house, self.digit);
            let is_open = !is_row_again(kind) && !places.is_empty();
            is_open.then(|| Open { house, kind: Kinds::of(kind), places, is_base: places.len() > 1 })
        };
        geometry.houses().filter_map(open).collect()
    }

    /// The kinds that bases and covers may have.
    fn allowed(&self) -> &'static [[Kinds; 2]] {
        const ALL: Kinds = Kinds(Kinds::LINES | Kinds::OTHER);
        const ROWS: Kinds = Kinds(1 | Kinds::OTHER);
        const COLUMNS: Kinds = Kinds(2 | Kinds::OTHER);
        match self.class {
            Class::Basic => &[],
            Class::Franken => &[[ROWS, COLUMNS], [COLUMNS, ROWS]],
            Class::Mutant => &[[ALL, ALL]],
        }
    }

    /// The houses of these kinds, of those that fulfil a condition.
    fn of_kinds(&self, kinds: Kinds, also: impl Fn(usize) -> bool) -> Vec<u8> {
        let is_meant = |&i: &u8| self.houses[usize::from(i)].kind.is_within(kinds) && also(usize::from(i));
        (0..self.houses.len() as u8).filter(is_meant).collect()
    }

    /// Whether each house is of these kinds and fulfils a condition.
    fn are_of_kinds(&self, kinds: Kinds, also: impl Fn(usize) -> bool) -> Vec<bool> {
        self.houses.iter().enumerate().map(|(i, open)| open.kind.is_within(kinds) && also(i)).collect()
    }

    /// By place of the digit, the houses that hold it.
    fn houses_of(&self, numbers: &Numbers) -> Vec<Vec<u8>> {
        let mut houses_of = vec![Vec::new(); numbers.n];
        for (i, open) in self.houses.iter().enumerate() {
            open.places.iter().for_each(|cell| houses_of[numbers.of_cell(cell)].push(i as u8));
        }
        houses_of
    }

    /// Fish without fins: bases that share no place, within as many covers.
    fn plain<const W: usize>(&mut self, numbers: &Numbers) -> ControlFlow<()> {
        let all: Vec<Bits<W>> = self.houses.iter().map(|open| numbers.of(&open.places)).collect();
        let houses_of = self.houses_of(numbers);
        for &[of_bases, of_covers] in self.allowed() {
            let bases = self.of_kinds(of_bases, |i| self.houses[i].is_base);
            let is_cover = self.are_of_kinds(of_covers, |_| true);
            let fit = Fit::<SIZE, W> { places: &all, houses_of: &houses_of, bases, is_cover };
            fit.run(SIZE, &mut |bases, covers| self.fish(bases, covers, false))?;
        }
        ControlFlow::Continue(())
    }

    /// Fish with fins. A cell that loses the digit would clear its peers, fins among them, and take one cover for itself;
    /// the bases would then lie in fewer covers than there are bases.
    fn finned<const W: usize>(&mut self, numbers: &Numbers) -> ControlFlow<()> {
        let of_digit = *self.places.of(self.digit);
        let all: Vec<Bits<W>> = self.houses.iter().map(|open| numbers.of(&open.places)).collect();
        let houses_of = self.houses_of(numbers);
        let mut left = all.clone();
        for cell in of_digit.iter() {
            let own = numbers.of::<W>(&CellSet::from_iter([cell]));
            let cleared = numbers.of::<W>(&self.places.peers(cell).intersection(&of_digit)).union(own);
            for (left, &all) in left.iter_mut().zip(&all) {
                *left = all.without(cleared);
            }
            let holds_it = |i: usize| !all[i].is_disjoint(own);
            let is_free = |i: usize| !holds_it(i) && !left[i].is_empty();
            for &[of_bases, of_covers] in self.allowed() {
                let bases = self.of_kinds(of_bases, |i| self.houses[i].is_base && is_free(i));
                let is_cover = self.are_of_kinds(of_covers, is_free);
                let last = self.of_kinds(of_covers, holds_it);
                let fit = Fit::<SIZE, W> { places: &left, houses_of: &houses_of, bases, is_cover };
                fit.run(SIZE - 1, &mut |bases, covers| {
                    // The cover that leaves the fewest fins.
                    let n_fins = |&&i: &&u8| self.fins(bases, &with(covers, i)).len();
                    match last.iter().min_by_key(n_fins) {
                        Some(&i) => self.fish(bases, &with(covers, i), true),
                        None => ControlFlow::Continue(()),
                    }
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// In how many of these houses a place lies.
    fn count(&self, houses: &[u8], cell: Cell) -> usize {
        houses.iter().filter(|&&i| self.houses[usize::from(i)].places.contains(cell)).count()
    }

    fn union(&self, houses: &[u8]) -> CellSet {
        houses.iter().fold(CellSet::EMPTY, |set, &i| set.union(&self.houses[usize::from(i)].places))
    }

    /// Places in more bases than covers.
    fn fins(&self, bases: &[u8], covers: &[u8]) -> CellSet {
        self.union(bases).iter().filter(|&cell| self.count(bases, cell) > self.count(covers, cell)).collect()
    }

    /// Visits the step of these bases and covers, if it is of the class and has fins, or none.
    fn fish(&mut self, bases: &[u8], covers: &[u8], is_finned: bool) -> ControlFlow<()> {
        let kinds =
            |set: &[u8]| set.iter().fold(Kinds::default(), |kinds, &i| kinds.with(self.houses[usize::from(i)].kind));
        if Class::of(kinds(bases), kinds(covers)) != self.class {
            return ControlFlow::Continue(());
        }
        let fins = if is_finned { self.fins(bases, covers) } else { CellSet::EMPTY };
        if is_finned && fins.is_empty() {
            return ControlFlow::Continue(());
        }
        let sees_fins = |cell: &Cell| fins.is_subset(self.places.peers(*cell));
        let is_extra = |cell: &Cell| self.count(covers, *cell) > self.count(bases, *cell) && sees_fins(cell);
        let out: CellSet = self.union(covers).iter().filter(is_extra).collect();
        if out.is_empty() {
            return ControlFlow::Continue(());
        }
        let sorted = |set: &[u8]| {
            let mut set = set.to_vec();
            set.sort_unstable();
            set
        };
        if !self.known.insert((sorted(bases), sorted(covers))) {
            return ControlFlow::Continue(());
        }
        let digit = self.digit;
        let named = |set: &[u8]| {
            let mut houses: Vec<House> = set.iter().map(|&i| self.houses[usize::from(i)].house).collect();
            houses.sort_unstable();
            houses.into_iter().map(|house| Constraint::HouseDigit(house, digit)).collect()
        };
        let evidence = Evidence {
            bases: named(bases),
            covers: named(covers),
            fins: fins.iter().map(|cell| Candidate::new(cell, digit)).collect(),
            ..Evidence::default()
        };
        rule_out(self.visit, self.id, candidates(&out, digit), || evidence)
    }
}

/// These covers and one more.
fn with(covers: &[u8], last: u8) -> Vec<u8> {
    covers.iter().copied().chain([last]).collect()
}

#[cfg(test)]
mod tests;
