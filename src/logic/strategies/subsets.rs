//! Naked and hidden pairs, triples and quads ("covering sets").

use super::super::set_logic::tight_choices;
use super::super::step::placed_at;
use super::forward::Visit;
use crate::grid::{Candidate, Cell, Constraint, Digit, DigitSet, Geometry, House, Shape, array_of};
use crate::logic::{
    Board, Effect, Evidence, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId, StrategyKind, Unit, Units,
};
use std::ops::ControlFlow;

/// n cells of a house with n digits, or n digits of a house with n cells.
#[derive(Debug)]
pub(in crate::logic) struct Subset {
    entry: StrategyEntry,
    size: usize,
    naked: bool,
}

macro_rules! subset {
    ($constant:ident, $id:ident, $size:literal, $naked:literal, $stars:literal, $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Subset = Subset {
            entry: StrategyEntry {
                id: StrategyId::$id,
                name: $name,
                title: $title,
                kind: StrategyKind::Subset,
                stars: $stars,
                help: $help,
            },
            size: $size,
            naked: $naked,
        };
    };
}

subset!(
    NAKED_PAIR,
    NakedPair,
    2,
    true,
    2,
    "naked-pair",
    "Naked pair",
    "When two cells of a house hold only the same two digits, these digits are ruled out in the rest of the house. \
     A filled cell counts as one of the two; that matters only where naked singles are not allowed or come later \
     in the order."
);
subset!(
    NAKED_TRIPLE,
    NakedTriple,
    3,
    true,
    2,
    "naked-triple",
    "Naked triple",
    "When three cells of a house hold only three digits between them, these digits are ruled out in the rest of the house. \
     A filled cell counts as one of the three; that matters only where naked pairs are not allowed or come later \
     in the order."
);
subset!(
    NAKED_QUAD,
    NakedQuad,
    4,
    true,
    3,
    "naked-quad",
    "Naked quad",
    "When four cells of a house hold only four digits between them, these digits are ruled out in the rest of the house. \
     A filled cell counts as one of the four; that matters only where naked triples are not allowed or come later \
     in the order."
);
subset!(
    HIDDEN_PAIR,
    HiddenPair,
    2,
    false,
    2,
    "hidden-pair",
    "Hidden pair",
    "When two digits of a house have only the same two cells left, all other digits are ruled out in these cells. \
     A digit that is already placed counts as one of the two; that matters only where hidden singles are not \
     allowed or come later in the order."
);
subset!(
    HIDDEN_TRIPLE,
    HiddenTriple,
    3,
    false,
    2,
    "hidden-triple",
    "Hidden triple",
    "When three digits of a house have only three cells left between them, all other digits are ruled out in these cells. \
     A digit that is already placed counts as one of the three; that matters only where hidden pairs are not \
     allowed or come later in the order."
);
subset!(
    HIDDEN_QUAD,
    HiddenQuad,
    4,
    false,
    3,
    "hidden-quad",
    "Hidden quad",
    "When four digits of a house have only four cells left between them, all other digits are ruled out in these cells. \
     A digit that is already placed counts as one of the four; that matters only where hidden triples are not \
     allowed or come later in the order."
);

fn house_matrix(geometry: &Geometry, house: House) -> (Vec<Constraint>, Vec<Constraint>) {
    let cells = geometry.house_cells[house.index()].iter().map(|&cell| Constraint::Cell(cell)).collect();
    let digits = (0..geometry.shape.n()).map(|d| Constraint::HouseDigit(house, Digit::from_index(d))).collect();
    (cells, digits)
}

/// Subsets of one cell and of one digit are the singles.
const NAKED_BY_SIZE: [StrategyId; 3] = [StrategyId::NakedSingle, StrategyId::NakedPair, StrategyId::NakedTriple];
const HIDDEN_BY_SIZE: [StrategyId; 3] = [StrategyId::HiddenSingle, StrategyId::HiddenPair, StrategyId::HiddenTriple];

static NAKED_UNITS: Units = Units::new(naked_units);
static HIDDEN_UNITS: Units = Units::new(hidden_units);

fn naked_units(geometry: &Geometry) -> Vec<Unit> {
    geometry
        .houses()
        .map(|house| {
            let (cells, digits) = house_matrix(geometry, house);
            Unit::new(geometry, cells, digits)
        })
        .collect()
}

fn hidden_units(geometry: &Geometry) -> Vec<Unit> {
    geometry
        .houses()
        .map(|house| {
            let (cells, digits) = house_matrix(geometry, house);
            Unit::new(geometry, digits, cells)
        })
        .collect()
}

/// Whether the cells of a naked subset lie in a box and a line, and both lose candidates.
fn is_locked(step: &Step) -> bool {
    let covers = &step.evidence().covers;
    covers.len() > step.evidence().bases.len()
}

/// Naked subsets. Cells that share two houses clear both, in one step, which the definition lists as two rules. That
/// also takes less time: pairs 20 µs a board instead of 27, quads 34 instead of 58 (random 9x9 boards, development
/// build, 23 November). `tests/fixpoint/definition.rs` holds the conclusions to the definition.
fn naked<const SIZE: usize>(id: StrategyId, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let geometry = board.geometry();
    for house in geometry.houses() {
        let (mut usable, mut masks) = ([Cell::default(); Shape::MAX_N], [0u32; Shape::MAX_N]);
        let mut n_usable = 0;
        for &cell in &geometry.house_cells[house.index()] {
            let marks = board.marks(cell);
            if marks.has_at_most(SIZE) && !(marks.has_at_most(1) && board.value(cell).is_some()) {
                (usable[n_usable], masks[n_usable]) = (cell, marks.0);
                n_usable += 1;
            }
        }
        let search = NakedSearch { id, board, house };
        tight_choices::<SIZE>(&masks[..n_usable], &mut |chosen, digits| {
            search.conclude(&array_of::<_, SIZE>(|i| usable[chosen[i]]), digits, visit)
        })?;
    }
    ControlFlow::Continue(())
}

struct NakedSearch<'a> {
    id: StrategyId,
    board: &'a Board,
    house: House,
}

impl NakedSearch<'_> {
    fn conclude(&self, chosen: &[Cell], digits: u32, visit: Visit<'_>) -> ControlFlow<()> {
        let geometry = self.board.geometry();
        let holds_all = |house: &House| chosen.iter().all(|c| geometry.house_sets[house.index()].contains(*c));
        // Houses come in ascending order, so each subset is visited once.
        let mut houses = geometry.houses_of(chosen[0]).filter(holds_all).peekable();
        if houses.peek() != Some(&self.house) {
            return ControlFlow::Continue(());
        }
        let loses = |cell: &Cell| self.board.marks(*cell).0 & digits != 0 && !chosen.contains(cell);
        if !houses.clone().any(|house| geometry.house_cells[house.index()].iter().any(loses)) {
            return ControlFlow::Continue(());
        }
        let mut eliminated = Vec::new();
        let mut covers = Vec::new();
        while let Some(house) = houses.next() {
            let mut loses = false;
            for &cell in geometry.house_cells[house.index()].iter().filter(|cell| !chosen.contains(cell)) {
                let lost = DigitSet(self.board.marks(cell).0 & digits);
                eliminated.extend(lost.iter().map(|digit| Candidate::new(cell, digit)));
                // What a line loses inside the box counts for the box alone.
                let in_later = houses.clone().any(|later| geometry.house_sets[later.index()].contains(cell));
                loses |= lost != DigitSet::EMPTY && !in_later;
            }
            if loses {
                covers.extend(DigitSet(digits).iter().map(|digit| Constraint::HouseDigit(house, digit)));
            }
        }
        eliminated.sort_unstable();
        eliminated.dedup();
        let bases = chosen.iter().map(|&cell| Constraint::Cell(cell)).collect();
        visit(Step::eliminate(self.id, eliminated, Evidence::rule(bases, covers)))
    }
}

impl Strategy for Subset {
    fn entry(&self) -> &StrategyEntry {
        &self.entry
    }

    fn set_logic(&self) -> Option<SetLogic> {
        let (units, by_size) =
            if self.naked { (&NAKED_UNITS, &NAKED_BY_SIZE) } else { (&HIDDEN_UNITS, &HIDDEN_BY_SIZE) };
        let smaller = &by_size[..self.size - 1];
        Some(SetLogic { size: self.size, effect: Effect::Eliminate, units, smaller })
    }

    fn form(&self, step: &Step, _: &Board) -> &'static str {
        match self.size {
            _ if !self.naked => self.entry.title,
            2 if is_locked(step) => "Locked pair",
            3 if is_locked(step) => "Locked triple",
            _ => self.entry.title,
        }
    }

    fn find(&self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        if self.naked {
            return match self.size {
                2 => naked::<2>(self.entry.id, board, visit),
                3 => naked::<3>(self.entry.id, board, visit),
                _ => naked::<4>(self.entry.id, board, visit),
            };
        }
        self.find_met(board, 0, visit)
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        let geometry = board.geometry();
        let both = || step.evidence().bases.iter().chain(&step.evidence().covers);
        let cells: Vec<Cell> =
            both().filter_map(|c| if let Constraint::Cell(cell) = c { Some(*cell) } else { None }).collect();
        let digits: Vec<(House, Digit)> =
            both().filter_map(|c| if let Constraint::HouseDigit(h, d) = c { Some((*h, *d)) } else { None }).collect();
        // What is placed is said where the bases are named.
        let cell_name = |&cell: &Cell| {
            let name = Sentence::cell(geometry.shape, cell);
            match board.value(cell).filter(|_| self.naked) {
                Some(digit) => Sentence::compose("{0} (already {1})", [name, digit.into()]),
                None => name,
            }
        };
        let digit_name = |digit: Digit| {
            let base = digits.iter().find(|&&(_, other)| other == digit).filter(|_| !self.naked);
            match base.and_then(|&(house, digit)| placed_at(board, Constraint::HouseDigit(house, digit))) {
                Some(cell) => {
                    Sentence::compose("{0} (already in {1})", [digit.into(), Sentence::cell(geometry.shape, cell)])
                }
                None => digit.into(),
            }
        };
        let cell_names = Sentence::list(cells.iter().map(cell_name));
        let set: DigitSet = digits.iter().map(|&(_, digit)| digit).collect();
        let digit_names = Sentence::list(set.iter().map(digit_name));
        let mut houses: Vec<House> = digits.iter().map(|&(house, _)| house).collect();
        houses.dedup();
        let house = Sentence::list(houses.iter().map(|&house| Sentence::house(geometry, house)));
        let template = if self.naked {
            "{0} hold only {1}, so these digits go from the rest of {2}"
        } else {
            "in {2}, {1} have only {0} left, so all other digits go from these cells"
        };
        Sentence::compose(template, [cell_names, digit_names, house])
    }
}
