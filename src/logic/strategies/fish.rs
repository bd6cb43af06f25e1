//! Basic fish: X-wing, swordfish, jellyfish.

use super::super::step::placed_at;
use crate::grid::{Constraint, Digit, Geometry, HouseKind};
use crate::logic::{
    Board, Effect, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId, StrategyKind, Unit, Units,
};

/// n row-digits covered by n column-digits, or the other way round.
#[derive(Debug)]
pub(in crate::logic) struct Fish {
    entry: StrategyEntry,
    size: usize,
}

/// Two lines.
pub(in crate::logic) const X_WING: Fish = Fish {
    entry: StrategyEntry {
        id: StrategyId::XWing,
        name: "x-wing",
        title: "X-wing",
        kind: StrategyKind::Fish,
        stars: 3,
        help: "When a digit has its places in two rows only in the same two columns, it is ruled out in the rest of \
           these columns; the same with rows and columns exchanged. A row in which the digit is already placed counts \
           as one of the two; that matters only where hidden singles are not allowed or come later in the order.",
    },
    size: 2,
};

/// Three lines.
pub(in crate::logic) const SWORDFISH: Fish = Fish {
    entry: StrategyEntry {
        id: StrategyId::Swordfish,
        name: "swordfish",
        title: "Swordfish",
        kind: StrategyKind::Fish,
        stars: 3,
        help: "When a digit has its places in three rows only in three columns, it is ruled out in the rest of these \
           columns; the same with rows and columns exchanged. A row in which the digit is already placed counts as one \
           of the three; that matters only where X-wings are not allowed or come later in the order.",
    },
    size: 3,
};

/// Four lines.
pub(in crate::logic) const JELLYFISH: Fish = Fish {
    entry: StrategyEntry {
        id: StrategyId::Jellyfish,
        name: "jellyfish",
        title: "Jellyfish",
        kind: StrategyKind::Fish,
        stars: 4,
        help: "When a digit has its places in four rows only in four columns, it is ruled out in the rest of these \
           columns; the same with rows and columns exchanged. A row in which the digit is already placed counts as one \
           of the four; that matters only where swordfish are not allowed or come later in the order.",
    },
    size: 4,
};

static UNITS: Units = Units::new(units);

/// One line that has one place left is a hidden single.
const BY_SIZE: [StrategyId; 3] = [StrategyId::HiddenSingle, StrategyId::XWing, StrategyId::Swordfish];

fn units(geometry: &Geometry) -> Vec<Unit> {
    let n = geometry.shape.n();
    let lines = |kind, digit| -> Vec<Constraint> {
        (0..n).map(|i| Constraint::HouseDigit(geometry.house(kind, i), digit)).collect()
    };
    let mut units = Vec::with_capacity(2 * n);
    for digit in (0..n).map(Digit::from_index) {
        let (rows, columns) = (lines(HouseKind::Row, digit), lines(HouseKind::Column, digit));
        units.push(Unit::new(geometry, rows.clone(), columns.clone()));
        units.push(Unit::new(geometry, columns, rows));
    }
    units
}

impl Strategy for Fish {
    fn entry(&self) -> &StrategyEntry {
        &self.entry
    }

    fn set_logic(&self) -> Option<SetLogic> {
        let smaller = &BY_SIZE[..self.size - 1];
        Some(SetLogic { size: self.size, effect: Effect::Eliminate, units: &UNITS, smaller })
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        explain_covers(step, board)
    }
}

/// The sentence of a step about one digit whose places in some houses lie in as many others.
pub(super) fn explain_covers(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let base_name = |&base: &Constraint| match placed_at(board, base) {
        None => Sentence::place(geometry, base),
        Some(cell) => {
            let parts = [Sentence::place(geometry, base), Sentence::cell(geometry.shape, cell)];
            Sentence::compose("{0} (already in {1})", parts)
        }
    };
    let digit = step.eliminated()[0].digit.into();
    let bases = Sentence::list(step.evidence().bases.iter().map(base_name));
    let covers = Sentence::list(step.evidence().covers.iter().map(|&cover| Sentence::place(geometry, cover)));
    let template = "all {0}s of {1} lie in {2}, so the other {0}s of {2} go";
    Sentence::compose(template, [digit, bases, covers])
}
