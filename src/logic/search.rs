//! A strategy in its place in an order, and which of its steps are looked for there.

use super::{Board, Step, StrategyId, StrategySet, strategy};
use crate::lp::stopping;
use std::ops::ControlFlow;

/// A strategy that is looked for after others.
///
/// Of the steps of subsets and fish, those with met bases (a filled cell, a digit that is already placed) are looked
/// for only where no smaller strategy has come before that does the same: a naked triple of which one cell is
/// filled is a naked pair. So each set of strategies has one end state, whatever their order, and
/// where smaller strategies come first nobody is bothered with such steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// The strategy.
    pub strategy: StrategyId,
    most_met: usize,
}

/// A strategy that comes after its smaller relatives.
impl From<StrategyId> for Search {
    fn from(strategy: StrategyId) -> Search {
        Search { strategy, most_met: 0 }
    }
}

impl Search {
    /// A strategy for which these have been looked for in vain.
    pub fn after(id: StrategyId, earlier: StrategySet) -> Search {
        Search { strategy: id, most_met: strategy(id).set_logic().map_or(0, |logic| logic.most_met(earlier)) }
    }

    /// Whether steps with met bases are looked for as well.
    pub(super) fn wants_met(self) -> bool {
        self.most_met > 0
    }

    /// Visits every step that is possible on the board and concludes something new; those with fewer met bases first.
    pub fn find(self, board: &Board, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        strategy(self.strategy).find(board, visit)?;
        self.find_met(board, visit)
    }

    /// [`Search::find`], asking whether to stop within searches that take long; steps may be missing once it was stopped.
    pub fn find_until(
        self,
        board: &Board,
        should_stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        stopping(should_stop, || self.find(board, visit))
    }

    /// The steps with met bases.
    pub(super) fn find_met(self, board: &Board, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.most_met).try_for_each(|n_met| strategy(self.strategy).find_met(board, n_met, visit))
    }
}
