//! Forcing chain, the last resort: an assumption that singles refute.

use super::assumption::Assumption;
use super::forward::{Forward, Visit, rule_out};
use crate::grid::Candidate;
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
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
        let run = Assumption::new(board, assumed);
        match run.refutation(board) {
            None => run.forced.iter().for_each(|forced| is_harmless[forced.index(shape)] = true),
            Some(refutation) => rule_out(visit, id, vec![assumed], || {
                let mut evidence = Evidence::default();
                refutation.add_to(&run, &mut evidence);
                evidence
            })?,
        }
    }
    ControlFlow::Continue(())
}
