//! Common peer elimination: whatever way a constraint is met, a candidate is seen.

use super::forward::{Forward, Visit, rule_out};
use crate::grid::{Candidate, Constraint, Geometry};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const COMMON_PEER_ELIMINATION: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::CommonPeerElimination,
        name: "common-peer-elimination",
        title: "Common peer elimination",
        kind: StrategyKind::Locked,
        stars: 3,
        help: "For layouts with irregular regions or further rules. When all places of a digit in a house, or all \
           candidates of a cell, see the same candidate, that candidate is ruled out: one of them is true, and it \
           excludes the candidate by a house, a knight's move, a neighbour that may not be consecutive, or another rule.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |shape| !shape.is_plain(),
};

/// One step for each constraint with several candidates left. What a single house tells is left to locked candidates.
fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    if board.shape().is_plain() {
        return ControlFlow::Continue(());
    }
    let geometry = board.geometry();
    for base in Constraint::all(board.shape()) {
        if board.remaining(base).count_ones() < 2 {
            continue;
        }
        let left: Vec<Candidate> = base.candidates(geometry).filter(|&c| board.has(c)).collect();
        let is_seen = |&c: &Candidate| {
            board.has(c)
                && !base.contains(geometry, c)
                && left[1..].iter().all(|&other| geometry.sees(c, other))
                && !is_locked(geometry, c, &left)
        };
        let out: Vec<Candidate> = left[0].conflicts(geometry).filter(is_seen).collect();
        rule_out(visit, id, out, || {
            let mut cells: Vec<_> = left.iter().map(|c| c.cell).collect();
            let mut digits: Vec<_> = left.iter().map(|c| c.digit).collect();
            cells.dedup();
            digits.dedup();
            Evidence { bases: vec![base], sets: vec![CellGroup { cells, digits }], ..Evidence::default() }
        })?;
    }
    ControlFlow::Continue(())
}

/// Whether a house holds the candidate and all of these, which are of its digit.
fn is_locked(geometry: &Geometry, candidate: Candidate, left: &[Candidate]) -> bool {
    left.iter().all(|other| other.digit == candidate.digit)
        && geometry.houses_of(candidate.cell).any(|house| {
            let cells = &geometry.house_sets[house.index()];
            left.iter().all(|other| cells.contains(other.cell))
        })
}

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let seen =
        |c: &Candidate| Sentence::compose("{0} in {1}", [c.digit.into(), Sentence::cell(geometry.shape, c.cell)]);
    let seen = Sentence::list(step.eliminated().iter().map(seen));
    match step.evidence().bases[..] {
        [Constraint::Cell(cell)] => {
            Sentence::compose("all candidates of {0} see {1}", [Sentence::cell(geometry.shape, cell), seen])
        }
        [base @ Constraint::HouseDigit(_, digit)] => {
            Sentence::compose("all {0}s of {1} see {2}", [digit.into(), Sentence::place(geometry, base), seen])
        }
        _ => Sentence::default(),
    }
}
