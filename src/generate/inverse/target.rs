//! What a wanted puzzle is like, and how far from it another one is.

use crate::logic::{StrategyId, StrategySet, Trace, se_rating_until};

/// Wishes beyond "solvable by the allowed strategies".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// Figure of Sudoku Explainer in tenths, lowest and highest (9x9 only).
    pub difficulty: Option<(u8, u8)>,
    /// Exact number of clues.
    pub clues: Option<usize>,
    /// Strategies of which the trace must have a step.
    pub required: StrategySet,
    /// Strategies of which the trace must have at least so many steps.
    pub at_least: Vec<(StrategyId, usize)>,
    /// Strategies of which the trace may have no more steps than these.
    pub at_most: Vec<(StrategyId, usize)>,
}

impl Target {
    /// Whether every puzzle will do.
    pub fn is_empty(&self) -> bool {
        *self == Target::default()
    }

    /// How far a puzzle is from the wishes; 0 if it meets them all. A step too few or too many weighs as much
    /// as a clue or a tenth of a figure, which is enough to tell better from worse.
    ///
    /// It asks now and then whether to stop; what it returns after that means nothing.
    pub fn distance(&self, trace: &Trace, should_stop: &dyn Fn() -> bool) -> usize {
        let puzzle = &trace.puzzle;
        let mut distance = self.clues.map_or(0, |clues| puzzle.n_clues().abs_diff(clues));
        let counts = trace.counts();
        let count = |id| counts.iter().find(|&&(other, _)| other == id).map_or(0, |&(_, count)| count);
        distance += self.required.iter().filter(|&id| count(id) == 0).count();
        distance += self.at_least.iter().map(|&(id, wanted)| wanted.saturating_sub(count(id))).sum::<usize>();
        distance += self.at_most.iter().map(|&(id, most)| count(id).saturating_sub(most)).sum::<usize>();
        if let Some((low, high)) = self.difficulty {
            // A puzzle without a figure is as far off as can be.
            distance += se_rating_until(puzzle, should_stop).map_or(200, |rating| {
                usize::from(low.saturating_sub(rating.whole)) + usize::from(rating.whole.saturating_sub(high))
            });
        }
        distance
    }
}
