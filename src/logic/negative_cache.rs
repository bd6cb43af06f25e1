//! What is known to have no step on a board, for walks that come by the same boards.

use super::{Board, Step, StrategyId, StrategySet, strategy};
use std::ops::ControlFlow;

/// So many boards are remembered, the latest ones.
const MOST_BOARDS: usize = 48;

/// Boards of one puzzle with the strategies that were looked for there in vain.
///
/// The trace and the walks of the difficulty scales take their steps in different orders, but where all easy ones
/// are done they often meet again, and there most of the looking is in vain.
#[derive(Default)]
pub(super) struct NegativeCache {
    boards: Vec<(Board, StrategySet)>,
    /// Where the next board goes once there are many.
    next: usize,
}

impl NegativeCache {
    /// The strategies known to have no step here.
    pub(super) fn known(&self, board: &Board) -> StrategySet {
        let found = self.boards.iter().rev().find(|(known, _)| known == board);
        found.map_or(StrategySet::EMPTY, |&(_, absent)| absent)
    }

    /// The same, to add to.
    pub(super) fn at(&mut self, board: &Board) -> &mut StrategySet {
        let known = self.boards.iter().rposition(|(known, _)| known == board);
        let place = known.unwrap_or_else(|| {
            let new = (board.clone(), StrategySet::EMPTY);
            if self.boards.len() < MOST_BOARDS {
                self.boards.push(new);
                return self.boards.len() - 1;
            }
            let place = self.next;
            self.boards[place] = new;
            self.next = (place + 1) % MOST_BOARDS;
            place
        });
        &mut self.boards[place].1
    }

    /// The first step of the first strategy that applies.
    pub(super) fn first_step(&mut self, board: &Board, sequence: &[StrategyId]) -> Option<Step> {
        self.first_found(board, sequence, first)
    }

    /// What `find` gives for the first strategy that applies; it names strategies that have no step on the way.
    pub(super) fn first_found<T>(
        &mut self,
        board: &Board,
        sequence: &[StrategyId],
        mut find: impl FnMut(&Board, StrategyId, &mut StrategySet) -> Option<T>,
    ) -> Option<T> {
        let is_quick =
            |id: &StrategyId| matches!(id, StrategyId::FullHouse | StrategyId::NakedSingle | StrategyId::HiddenSingle);
        // Looked for in no time.
        let n_quick = sequence.iter().take_while(|id| is_quick(id)).count();
        let (quick, others) = sequence.split_at(n_quick);
        if let Some(found) = quick.iter().find_map(|&id| find(board, id, &mut StrategySet::default())) {
            return Some(found);
        }
        if others.is_empty() {
            return None;
        }
        let absent = self.at(board);
        for &id in others {
            if absent.contains(id) {
                continue;
            }
            let found = find(board, id, absent);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The first step of a strategy; names strategies that are seen to have none.
pub(super) fn first(board: &Board, id: StrategyId, absent: &mut StrategySet) -> Option<Step> {
    let mut found = None;
    let _ = find_noting(board, id, absent, &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// Visits the steps of a strategy; names strategies that are seen to have none.
pub(super) fn find_noting(
    board: &Board,
    id: StrategyId,
    absent: &mut StrategySet,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut met = StrategySet::EMPTY;
    strategy(id).find_noting(board, &mut met, visit)?;
    *absent = absent.union(strategy(id).family().difference(met));
    ControlFlow::Continue(())
}
