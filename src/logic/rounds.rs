//! Rounds: all possible steps at once, again and again (the states of Nishikawa and Toda, section 4).

use super::{Board, Order, all_steps};
use crate::grid::Puzzle;

/// In which round the last digit is placed, if each round takes all steps that are possible after the one before; `None`
/// if the strategies do not solve the puzzle.
///
/// Strategies that assume uniqueness count on a proper puzzle.
///
/// ```
/// use cluesmith::grid::Puzzle;
/// use cluesmith::logic::{StrategySet, n_rounds};
///
/// let puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// assert_eq!(n_rounds(&puzzle, StrategySet::SINGLES), Some(2));
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
pub fn n_rounds(puzzle: &Puzzle, order: impl Into<Order>) -> Option<usize> {
    let order = order.into();
    let mut board = Board::new(puzzle);
    let mut rounds = 0;
    while !board.is_solved() {
        let steps = all_steps(&board, order);
        if steps.is_empty() || board.is_broken() {
            return None;
        }
        for step in steps {
            step.apply(&mut board);
        }
        rounds += 1;
    }
    Some(rounds)
}
