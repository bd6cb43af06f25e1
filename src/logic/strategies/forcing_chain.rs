//! Forcing chain, the last resort: an assumption that singles refute.

use super::forward::{Forward, Visit, node, rule_out};
use crate::grid::{Candidate, Constraint};
use crate::logic::{Board, ChainLink, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const FORCING_CHAIN: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::ForcingChain,
        name: "forcing-chain",
        title: "Forcing chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "When placing a candidate forces further digits, one after the other, until a cell or a house has no \
           candidate left, the candidate goes.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let candidate = Sentence::placed(geometry.shape, step.eliminated()[0]);
    let n_forced = evidence.nodes.len().saturating_sub(1).to_string().into();
    let end = evidence.bases.last().map_or(Sentence::default(), |&base| Sentence::constraint(geometry, base));
    Sentence::compose("{0} forces {1} digits and leaves no place for {2}", [candidate, n_forced, end])
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let shape = board.shape();
    let mut assumptions: Vec<Candidate> = shape
        .cells()
        .filter(|&cell| board.value(cell).is_none())
        .flat_map(|cell| board.marks(cell).iter().map(move |digit| Candidate::new(cell, digit)))
        .collect();
    // In cells with few candidates a refutation is worth more.
    assumptions.sort_by_key(|c| board.marks(c.cell).len());
    // What an assumption forces without a contradiction leads to none by itself.
    let mut is_harmless = vec![false; shape.n_cells() * shape.n()];
    for assumed in assumptions {
        if is_harmless[assumed.index(shape)] {
            continue;
        }
        if let Some((forced, bases)) = refute(board, assumed, &mut |forced| is_harmless[forced.index(shape)] = true) {
            rule_out(visit, id, vec![assumed], || Evidence {
                bases,
                nodes: forced.iter().map(|c| node([c.cell], c.digit, true)).collect(),
                links: (1..forced.len()).map(|to| ChainLink { from: to - 1, to, is_strong: false }).collect(),
                ..Evidence::default()
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The digits that the assumption forces until it breaks the board, and the constraints that force them; without a
/// contradiction visits all digits it forces instead.
fn refute(
    board: &Board,
    assumed: Candidate,
    harmless: &mut dyn FnMut(Candidate),
) -> Option<(Vec<Candidate>, Vec<Constraint>)> {
    let geometry = board.geometry();
    let mut trial = board.clone();
    let mut forced = vec![assumed];
    // Which constraint forced it.
    let mut bases: Vec<Option<Constraint>> = vec![None];
    trial.place(assumed);
    while !trial.is_broken() {
        let single = trial.singles(0..Constraint::count(board.shape())).next();
        let Some(constraint) = single else {
            forced.into_iter().for_each(harmless);
            return None;
        };
        let candidate = constraint.candidate(geometry, trial.remaining(constraint).trailing_zeros() as usize);
        trial.place(candidate);
        forced.push(candidate);
        bases.push(Some(constraint));
    }
    let end = Constraint::all(board.shape()).find(|&constraint| trial.remaining(constraint) == 0)?;
    Some(trim(board, &forced, &bases, end))
}

/// Only what the contradiction rests on: backwards, each digit that took a place of something needed.
fn trim(
    board: &Board,
    forced: &[Candidate],
    bases: &[Option<Constraint>],
    end: Constraint,
) -> (Vec<Candidate>, Vec<Constraint>) {
    let geometry = board.geometry();
    let mut needed = vec![false; forced.len()];
    let mut used = vec![end];
    let mut todo: Vec<(Constraint, usize, Option<Candidate>)> = vec![(end, forced.len(), None)];
    needed[0] = true;
    while let Some((constraint, before, kept)) = todo.pop() {
        for candidate in constraint.candidates(geometry).filter(|&c| board.has(c) && Some(c) != kept) {
            // The first digit that took this place.
            let by = forced[..before].iter().position(|&f| {
                f != candidate
                    && (f.cell == candidate.cell
                        || f.digit == candidate.digit && geometry.are_peers(f.cell, candidate.cell))
            });
            if let Some(by) = by.filter(|&by| !needed[by]) {
                needed[by] = true;
                if let Some(base) = bases[by] {
                    used.push(base);
                    todo.push((base, by, Some(forced[by])));
                }
            }
        }
    }
    used.reverse();
    let forced = forced.iter().zip(&needed).filter(|&(_, &needed)| needed).map(|(&c, _)| c).collect();
    (forced, used)
}
