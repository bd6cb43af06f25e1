//! The law of leftovers: as many regions as rows, or as columns.

use super::fish::explain_covers;
use crate::grid::{Constraint, Digit, Geometry, HouseKind, Shape};
use crate::logic::{
    Board, Effect, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId, StrategyKind, Unit, Units,
};

/// n regions whose digit lies in n lines, or n lines whose digit lies in n regions.
///
/// What solvers call leftovers are the cells of the regions outside the lines and those of the lines outside the regions:
/// both hold the same digits. A digit that the former cannot hold is therefore ruled out in the latter.
/// Where n regions and n lines say so, the other lines and regions say it too, so n up to N/2 is enough.
#[derive(Debug)]
pub(in crate::logic) struct Leftovers {
    entry: StrategyEntry,
    size: usize,
}

/// Two lines.
pub(in crate::logic) const OF_TWO: Leftovers = Leftovers {
    entry: StrategyEntry {
        id: StrategyId::Leftovers2,
        name: "law-of-leftovers-2",
        title: "Law of leftovers (2)",
        kind: StrategyKind::Locked,
        stars: 2,
        help: "For irregular regions. When a digit has its places in two regions only in the same two rows, it is ruled \
           out in the rest of these rows; the same with columns, and with rows or columns whose places lie in two \
           regions. In other words, the cells of the regions outside the rows and those of the rows outside the \
           regions hold the same digits.",
    },
    size: 2,
};

/// Three lines.
pub(in crate::logic) const OF_THREE: Leftovers = Leftovers {
    entry: StrategyEntry {
        id: StrategyId::Leftovers3,
        name: "law-of-leftovers-3",
        title: "Law of leftovers (3)",
        kind: StrategyKind::Locked,
        stars: 2,
        help: "For irregular regions. When a digit has its places in three regions only in the same three rows, it is \
           ruled out in the rest of these rows; the same with columns, and with rows or columns whose places lie in \
           three regions.",
    },
    size: 3,
};

/// Four lines.
pub(in crate::logic) const OF_FOUR: Leftovers = Leftovers {
    entry: StrategyEntry {
        id: StrategyId::Leftovers4,
        name: "law-of-leftovers-4",
        title: "Law of leftovers (4)",
        kind: StrategyKind::Locked,
        stars: 2,
        help: "For irregular regions. When a digit has its places in four regions only in the same four rows, it is \
           ruled out in the rest of these rows; the same with columns, and with rows or columns whose places lie in \
           four regions.",
    },
    size: 4,
};

static UNITS: Units = Units::new(units);

/// A region that has its places in one line, or a line that has them in one region, makes locked candidates.
const BY_SIZE: [StrategyId; 3] = [StrategyId::LockedCandidates, StrategyId::Leftovers2, StrategyId::Leftovers3];

/// Whether regions cross lines in other ways than boxes do. Of boxes, locked candidates tell everything.
pub(in crate::logic) fn exist_on(shape: Shape) -> bool {
    shape.is_irregular() && !shape.is_latin()
}

fn units(geometry: &Geometry) -> Vec<Unit> {
    if !exist_on(geometry.shape) {
        return Vec::new();
    }
    let n = geometry.shape.n();
    let houses = |kind, digit| -> Vec<Constraint> {
        (0..n).map(|i| Constraint::HouseDigit(geometry.house(kind, i), digit)).collect()
    };
    let mut units = Vec::with_capacity(4 * n);
    for digit in (0..n).map(Digit::from_index) {
        let regions = houses(HouseKind::Box, digit);
        for lines in [HouseKind::Row, HouseKind::Column].map(|kind| houses(kind, digit)) {
            units.push(Unit::new(geometry, regions.clone(), lines.clone()));
            units.push(Unit::new(geometry, lines, regions.clone()));
        }
    }
    units
}

impl Strategy for Leftovers {
    fn entry(&self) -> &StrategyEntry {
        &self.entry
    }

    fn set_logic(&self) -> Option<SetLogic> {
        let smaller = &BY_SIZE[..self.size - 1];
        Some(SetLogic { size: self.size, effect: Effect::Eliminate, units: &UNITS, smaller })
    }

    fn exists_on(&self, shape: Shape) -> bool {
        exist_on(shape)
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        explain_covers(step, board)
    }
}
