//! The strategy solver: steps of the allowed strategies until nothing applies.

use super::negative_cache::{NegativeCache, find_noting};
use super::{Board, Order, Ranking, STRATEGIES, Search, Step, StrategyId, StrategySet, fast_count, strategy};
use crate::grid::Puzzle;
use crate::lp::stopping;
use std::cell::Cell;
use std::ops::ControlFlow;

/// How a trace ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TraceVerdict {
    /// Every cell is placed: the puzzle is strategy-solvable (and so proper).
    Solved,
    /// No allowed strategy applies and cells are left.
    Stuck,
    /// Some constraint has no candidate left: the puzzle has no solution.
    Broken,
}

/// The list of steps from a puzzle to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The puzzle solved.
    pub puzzle: Puzzle,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The state after the last step.
    pub end: Board,
    /// How it ended.
    pub verdict: TraceVerdict,
}

impl Trace {
    /// The state before step `index` (0 to the number of steps; the last is the end).
    pub fn board_before(&self, index: usize) -> Board {
        let mut board = Board::new(&self.puzzle);
        for step in &self.steps[..index] {
            step.apply(&mut board);
        }
        board
    }

    /// The hardest strategy used (last in the catalogue), if any step was needed.
    pub fn hardest(&self) -> Option<StrategyId> {
        self.steps.iter().map(Step::strategy).max()
    }

    /// How often each strategy was used, easiest first; unused ones are left out.
    pub fn counts(&self) -> Vec<(StrategyId, usize)> {
        let mut counts = [0; STRATEGIES.len()];
        for step in &self.steps {
            counts[step.strategy() as usize] += 1;
        }
        StrategySet::ALL.iter().zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    /// The strategies used.
    pub fn used(&self) -> StrategySet {
        self.steps.iter().map(Step::strategy).collect()
    }

    /// The hardest strategy used in a setter's own ranking.
    pub fn hardest_in(&self, ranking: &Ranking) -> Option<StrategyId> {
        ranking.hardest(self.used())
    }

    /// Another path: the first `index` steps, then the chosen one, then the easiest ones again.
    ///
    /// The choice is one of [`all_steps`] on [`Trace::board_before`] that index.
    #[must_use]
    pub fn branch(&self, index: usize, choice: Step, order: impl Into<Order>) -> Trace {
        let mut steps = self.steps[..index].to_vec();
        let mut board = self.board_before(index);
        choice.apply(&mut board);
        steps.push(choice);
        run(&self.puzzle, board, steps, &order.into())
    }
}

/// The first step of the first strategy that applies, easiest strategy first.
pub fn next_step(board: &Board, order: impl Into<Order>) -> Option<Step> {
    NegativeCache::default().first_step(board, &order.into().searches())
}

/// Every step of the strategies that is possible now, easiest strategy first.
///
/// Steps of a strategy with the same conclusions are all there, each with its own evidence;
/// [`super::freedom_of`] counts conclusions. Those that assume uniqueness hold only for proper puzzles.
pub fn all_steps(board: &Board, order: impl Into<Order>) -> Vec<Step> {
    let mut steps = Vec::new();
    for search in order.into().searches() {
        let _ = search.find(board, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
    }
    steps
}

/// Solves with the strategies alone, always taking the easiest step; a set of strategies stands for
/// its members in the order of the catalogue.
///
/// Strategies that rely on uniqueness take part only if the puzzle has one solution.
///
/// ```
/// use cluesmith::grid::Puzzle;
/// use cluesmith::logic::{StrategyId, StrategySet, TraceVerdict, solve};
///
/// let puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// let trace = solve(&puzzle, StrategySet::SINGLES);
/// assert_eq!(trace.verdict, TraceVerdict::Solved);
/// assert_eq!(trace.hardest(), Some(StrategyId::NakedSingle));
/// assert_eq!(trace.steps.len(), 12);
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
pub fn solve(puzzle: &Puzzle, order: impl Into<Order>) -> Trace {
    run(puzzle, Board::new(puzzle), Vec::new(), &order.into())
}

/// [`solve`], asking before each look for a step, and within those that take long, whether to stop: `None` if it was
/// stopped.
pub fn solve_until(puzzle: &Puzzle, order: impl Into<Order>, should_stop: &dyn Fn() -> bool) -> Option<Trace> {
    let is_stopped = Cell::new(false);
    let find = |board: &Board, search: Search, absent: &mut StrategySet, steps: &mut Vec<Step>| {
        is_stopped.set(is_stopped.get() || should_stop());
        if is_stopped.get() { None } else { push_first(board, search, absent, steps) }
    };
    let order = order.into();
    let trace = stopping(should_stop, || {
        walk(puzzle, Board::new(puzzle), Vec::new(), &order, &mut NegativeCache::default(), find, |_, ()| {})
    });
    // The last look may have been cut short.
    (!is_stopped.get() && (trace.verdict != TraceVerdict::Stuck || !should_stop())).then_some(trace)
}

fn run(puzzle: &Puzzle, board: Board, steps: Vec<Step>, order: &Order) -> Trace {
    walk(puzzle, board, steps, order, &mut NegativeCache::default(), push_first, |_, ()| {})
}

/// Puts the first step of a strategy behind these, if it has one; names strategies that are seen to have none.
pub(super) fn push_first(board: &Board, search: Search, absent: &mut StrategySet, steps: &mut Vec<Step>) -> Option<()> {
    let found = find_noting(board, search, absent, &mut |step| {
        steps.push(step);
        ControlFlow::Break(())
    });
    found.is_break().then_some(())
}

/// Goes on from a board after these steps, each of them put behind the others by `find`, and shows each further step
/// with what else `find` says of it.
pub(super) fn walk<T>(
    puzzle: &Puzzle,
    mut board: Board,
    mut steps: Vec<Step>,
    order: &Order,
    absent: &mut NegativeCache,
    find: impl Fn(&Board, Search, &mut StrategySet, &mut Vec<Step>) -> Option<T>,
    mut show: impl FnMut(&Step, T),
) -> Trace {
    let mut allowed = order.searches();
    let mut is_proper = false;
    // Most steps place a digit; some further ones do no harm.
    steps.reserve(board.n_unsolved() + 16);
    let verdict = loop {
        if board.is_broken() {
            break TraceVerdict::Broken;
        }
        if board.is_solved() {
            break TraceVerdict::Solved;
        }
        let found =
            absent.first_found(&board, &allowed, |board, search, absent| find(board, search, absent, &mut steps));
        let (Some(more), Some(step)) = (found, steps.last()) else { break TraceVerdict::Stuck };
        if strategy(step.strategy()).assumes_uniqueness() && !is_proper {
            is_proper = fast_count(puzzle, 2) == 1;
            if !is_proper {
                allowed = order.allowing(order.without_uniqueness()).searches();
                steps.pop();
                continue;
            }
        }
        show(step, more);
        step.apply(&mut board);
    };
    Trace { puzzle: puzzle.clone(), steps, end: board, verdict }
}
