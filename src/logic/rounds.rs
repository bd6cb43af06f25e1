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
    let boards = rounds(puzzle, order);
    boards.last()?.is_solved().then_some(boards.len() - 1)
}

/// The boards after each round, the one before the first included, up to the solution or to the board where the strategies
/// get stuck.
///
/// ```
/// use cluesmith::grid::Puzzle;
/// use cluesmith::logic::{StrategySet, rounds};
///
/// let puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// let unsolved: Vec<usize> = rounds(&puzzle, StrategySet::SINGLES).iter().map(|board| board.n_unsolved()).collect();
/// assert_eq!((unsolved[0], unsolved[2]), (12, 0));
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
pub fn rounds(puzzle: &Puzzle, order: impl Into<Order>) -> Vec<Board> {
    let order = order.into();
    let mut board = Board::new(puzzle);
    let mut boards = vec![board.clone()];
    while !board.is_solved() && !board.is_broken() {
        let steps = all_steps(&board, order);
        if steps.is_empty() {
            break;
        }
        for step in steps {
            step.apply(&mut board);
        }
        boards.push(board.clone());
    }
    boards
}
