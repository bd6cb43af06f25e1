//! What tests of strategies share: the boards on the way to a solution, and the steps on each, proven.

use crate::grid::{Puzzle, Shape, parse_puzzles};
use crate::logic::{Board, Step, StrategyId, StrategySet, checker, next_step, solutions, strategy};
use std::ops::ControlFlow;

/// The way through a puzzle.
pub(super) struct Way {
    /// The board before each step, and at the end.
    pub(super) boards: Vec<Board>,
    /// The solution, if there is one only.
    solution: Option<Puzzle>,
}

impl Way {
    /// As far as these strategies lead.
    pub(super) fn new(layout: &str, puzzle: &str, strategies: &str) -> Way {
        let shape: Shape = layout.parse().expect("a layout");
        let strategies: StrategySet = strategies.parse().expect("strategies");
        let puzzle = parse_puzzles(shape, puzzle).expect("a puzzle").remove(0);
        let mut boards = vec![Board::new(&puzzle)];
        while let Some(step) = boards.last().and_then(|board| next_step(board, strategies)) {
            let mut board = boards[boards.len() - 1].clone();
            step.apply(&mut board);
            boards.push(board);
        }
        let mut solutions = solutions(&puzzle, 2);
        Way { boards, solution: solutions.pop().filter(|_| solutions.is_empty()) }
    }

    /// The board where the strategies lead no further.
    pub(super) fn end(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// The steps of a strategy on one of the boards.
    #[track_caller]
    pub(super) fn steps(&self, board: &Board, id: StrategyId) -> Vec<Step> {
        let steps = proven_steps(board, id);
        for (step, solution) in steps.iter().flat_map(|step| self.solution.iter().map(move |solution| (step, solution)))
        {
            assert_eq!(checker::check_against_solution(board, step, solution), Ok(()), "{}", step.sentence(board));
        }
        steps
    }
}

/// The steps of a strategy on a board, each of which the checker proves.
#[track_caller]
pub(super) fn proven_steps(board: &Board, id: StrategyId) -> Vec<Step> {
    let mut steps = Vec::new();
    let _ = strategy(id).find(board, &mut |step| {
        assert_eq!(checker::check_step(board, &step), Ok(()), "{}", step.sentence(board));
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps
}
