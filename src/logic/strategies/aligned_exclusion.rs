//! Aligned exclusion: digits of two or three cells that cannot go together, since they would leave a further cell without
//! a digit.
//!
//! The scale of Sudoku Explainer has a quicker way for 9x9 (`rating/se/exclusion.rs`); a test there holds it to this one.

use super::forward::{Forward, Places, Visit, cell_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, DigitSet};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use crate::lp::should_stop;
use std::ops::ControlFlow;

pub(in crate::logic) const PAIR: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AlignedPairExclusion,
        name: "aligned-pair-exclusion",
        title: "Aligned pair exclusion",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Two cells cannot hold two digits that are all a further cell may hold which sees both. A digit of one of the \
           two cells that goes with no digit of the other is ruled out.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: pairs,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

pub(in crate::logic) const TRIPLET: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AlignedTripletExclusion,
        name: "aligned-triplet-exclusion",
        title: "Aligned triplet exclusion",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Three cells cannot hold digits that are all a further cell may hold which sees the three. A digit of one of \
           the three cells that goes with no digits of the others is ruled out. On grids above 9x9 the three cells are in \
           one house.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: triplets,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let [cells, excluders] = &step.evidence().sets[..] else { return Sentence::default() };
    let named =
        |c: &Candidate| Sentence::compose("{0} in {1}", [c.digit.into(), Sentence::cell(geometry.shape, c.cell)]);
    Sentence::compose(
        "with {0}, every way to fill {1} takes all digits of a further cell ({2})",
        [
            Sentence::join(step.eliminated().iter().map(named), " or "),
            cell_names(geometry, cells.cells.iter().copied()),
            Sentence::join(excluders.cells.iter().map(|&cell| Sentence::cell(geometry.shape, cell)), ", "),
        ],
    )
}

struct Exclusion<'a> {
    places: Places<'a>,
    id: StrategyId,
    /// Cells with so few digits that those of a choice may take them all.
    few: CellSet,
    /// Cells that see such a cell.
    cells: Vec<Cell>,
}

impl<'a> Exclusion<'a> {
    fn new(board: &'a Board, id: StrategyId, size: usize) -> Exclusion<'a> {
        let places = Places::new(board);
        let few: CellSet = places.open.iter().filter(|&cell| (2..=size).contains(&board.marks(cell).len())).collect();
        let is_base = |&cell: &Cell| board.marks(cell).len() > 1 && !places.peers(cell).intersection(&few).is_empty();
        let cells = places.open.iter().filter(is_base).collect();
        Exclusion { places, id, few, cells }
    }

    /// The excluders that see this cell, of some.
    fn seen_too(&self, excluders: &CellSet, cell: Cell) -> CellSet {
        excluders.intersection(self.places.peers(cell))
    }

    fn marks(&self, cell: Cell) -> DigitSet {
        self.places.board.marks(cell)
    }

    fn visit(&self, cells: &[Cell], excluders: &CellSet, visit: Visit<'_>) -> ControlFlow<()> {
        let mut needed: Vec<Cell> = excluders.iter().collect();
        let out = self.eliminated(cells, &needed);
        // Without an excluder it is a subset.
        if out.is_empty() || !self.eliminated(cells, &[]).is_empty() {
            return ControlFlow::Continue(());
        }
        for excluder in excluders.iter() {
            let fewer: Vec<Cell> = needed.iter().copied().filter(|&other| other != excluder).collect();
            if self.eliminated(cells, &fewer) == out {
                needed = fewer;
            }
        }
        rule_out(visit, self.id, out, || {
            let group = |cells: &[Cell]| CellGroup {
                cells: cells.to_vec(),
                digits: cells
                    .iter()
                    .fold(DigitSet::EMPTY, |all, &cell| DigitSet(all.0 | self.marks(cell).0))
                    .iter()
                    .collect(),
            };
            let mut bases: Vec<Constraint> = cells.iter().chain(&needed).map(|&cell| Constraint::Cell(cell)).collect();
            bases.sort_unstable();
            Evidence { bases, sets: vec![group(cells), group(&needed)], ..Evidence::default() }
        })
    }

    /// The digits of these cells that no choice uses which leaves the excluders a digit each.
    fn eliminated(&self, cells: &[Cell], excluders: &[Cell]) -> Vec<Candidate> {
        let excluders: Vec<u32> = excluders.iter().map(|&cell| self.marks(cell).0).collect();
        let mut eliminated = Vec::new();
        for &cell in cells {
            for digit in self.marks(cell).iter() {
                let assumed = Candidate::new(cell, digit);
                let mut others = cells.iter().copied().filter(|&other| other != cell);
                let (Some(first), second) = (others.next(), others.next()) else { continue };
                let goes = |c: &Candidate| !self.places.geometry.sees(assumed, *c);
                let is_left = |used: u32| excluders.iter().all(|digits| digits & !used != 0);
                let bit = |c: Candidate| DigitSet::single(c.digit).0;
                let choices =
                    |cell: Cell| self.marks(cell).iter().map(move |digit| Candidate::new(cell, digit)).filter(goes);
                let is_possible = choices(first).any(|one| match second {
                    None => is_left(bit(assumed) | bit(one)),
                    Some(second) => choices(second)
                        .any(|two| !self.places.geometry.sees(one, two) && is_left(bit(assumed) | bit(one) | bit(two))),
                });
                if !is_possible {
                    eliminated.push(assumed);
                }
            }
        }
        eliminated
    }
}

fn pairs(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let exclusion = Exclusion::new(board, id, 2);
    for (j, &b) in exclusion.cells.iter().enumerate() {
        let of_b = exclusion.seen_too(&exclusion.few, b);
        for &a in &exclusion.cells[..j] {
            let excluders = exclusion.seen_too(&of_b, a);
            if !excluders.is_empty() {
                exclusion.visit(&[a, b], &excluders, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn triplets(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let exclusion = Exclusion::new(board, id, 3);
    let places = &exclusion.places;
    for (k, &c) in exclusion.cells.iter().enumerate() {
        if should_stop() {
            break;
        }
        let of_c = exclusion.seen_too(&exclusion.few, c);
        for (j, &b) in exclusion.cells[..k].iter().enumerate() {
            let of_b = exclusion.seen_too(&of_c, b);
            if of_b.is_empty() {
                continue;
            }
            for &a in &exclusion.cells[..j] {
                let excluders = exclusion.seen_too(&of_b, a);
                if excluders.is_empty() {
                    continue;
                }
                // There are too many on large grids.
                let may_be = places.n <= 9 || places.common_houses(&[a, b, c].into_iter().collect()).next().is_some();
                if may_be {
                    exclusion.visit(&[a, b, c], &excluders, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
