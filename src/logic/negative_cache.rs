//! What is known to have no step on a board, for walks that come by the same boards.

use super::{Board, Search, Step, StrategyId, StrategySet, strategy};
use std::ops::ControlFlow;

/// So many boards are remembered, the latest ones.
const MOST_BOARDS: usize = 48;

/// Boards of one puzzle with the strategies that were looked for there in vain, met bases left aside.
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
    /// The strategies known to have no step here, but for steps with met bases.
    pub(super) fn known(&self, board: &Board) -> StrategySet {
        let found = self.boards.iter().rev().find(|(known, _)| known == board);
        found.map_or(StrategySet::EMPTY, |&(_, absent)| absent)
    }

    /// The strategies known to have no step on a board, to add to.
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
    pub(super) fn first_step(&mut self, board: &Board, sequence: &[Search]) -> Option<Step> {
        self.first_found(board, sequence, first)
    }

    /// What `find` gives for the first strategy that applies; it names strategies that have no step on the way.
    pub(super) fn first_found<T>(
        &mut self,
        board: &Board,
        sequence: &[Search],
        mut find: impl FnMut(&Board, Search, &mut StrategySet) -> Option<T>,
    ) -> Option<T> {
        let is_quick = |search: &Search| {
            matches!(search.strategy, StrategyId::FullHouse | StrategyId::NakedSingle | StrategyId::HiddenSingle)
        };
        // Looked for in no time.
        let n_quick = sequence.iter().take_while(|search| is_quick(search)).count();
        let (quick, others) = sequence.split_at(n_quick);
        if let Some(found) = quick.iter().find_map(|&search| find(board, search, &mut StrategySet::default())) {
            return Some(found);
        }
        if others.is_empty() {
            return None;
        }
        let absent = self.at(board);
        for &search in others {
            if absent.contains(search.strategy) && !search.wants_met() {
                continue;
            }
            let found = find(board, search, absent);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The first step of a strategy; names strategies that are seen to have none.
pub(super) fn first(board: &Board, search: Search, absent: &mut StrategySet) -> Option<Step> {
    let mut found = None;
    let _ = find_noting(board, search, absent, &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// Visits the steps of a strategy; names strategies that are seen to have none.
pub(super) fn find_noting(
    board: &Board,
    search: Search,
    absent: &mut StrategySet,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let strategy = strategy(search.strategy);
    let mut met = StrategySet::EMPTY;
    strategy.find_noting(board, &mut met, visit)?;
    *absent = absent.union(strategy.family().difference(met));
    search.find_met(board, visit)
}
