//! Verification of found puzzles by code that shares nothing with the generators.

use super::{Found, Method, Request};
use crate::grid::Puzzle;
use crate::logic::{TraceVerdict, checker, count_solutions, solve};

/// Why a claimed puzzle was refused. Seeing one is a bug of the generator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum VerifyError {
    #[error("the clues do not stand exactly on the pattern")]
    WrongCells,
    #[error("a fixed digit was changed")]
    FixedDigitChanged,
    #[error("the puzzle has {0} solutions (counted up to 2)")]
    NotProper(usize),
    #[error("the allowed strategies do not solve the puzzle")]
    NotSolved,
    #[error("a required strategy is not needed in the trace")]
    RequiredMissing,
    #[error("the difficulty of the puzzle is outside the window")]
    OutsideWindow,
    #[error("step {index} of the trace does not hold: {error}")]
    BadStep { index: usize, error: checker::CheckError },
}

/// Verifies a claimed puzzle: cells, fixed digits, uniqueness by brute force, a
/// trace of the allowed strategies with every step proved by the checker,
/// required strategies and difficulty.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(request: &Request, puzzle: &Puzzle, method: Method) -> Result<Found, VerifyError> {
    if puzzle.pattern() != request.pattern {
        return Err(VerifyError::WrongCells);
    }
    if request.fixed.clues().any(|(cell, digit)| puzzle.get(cell) != Some(digit)) {
        return Err(VerifyError::FixedDigitChanged);
    }
    let n_solutions = count_solutions(puzzle, 2);
    if n_solutions != 1 {
        return Err(VerifyError::NotProper(n_solutions));
    }
    let trace = solve(puzzle, request.order());
    if trace.verdict != TraceVerdict::Solved {
        return Err(VerifyError::NotSolved);
    }
    if !request.required.is_subset(trace.used()) {
        return Err(VerifyError::RequiredMissing);
    }
    if request.window.is_some_and(|window| !window.holds(&trace, &request.order())) {
        return Err(VerifyError::OutsideWindow);
    }
    let solution = trace.end.values().clone();
    let mut board = trace.board_before(0);
    for (index, step) in trace.steps.iter().enumerate() {
        checker::check_step(&board, step)
            .and_then(|()| checker::check_against_solution(&board, step, &solution))
            .map_err(|error| VerifyError::BadStep { index, error })?;
        step.apply(&mut board);
    }
    Ok(Found { puzzle: puzzle.clone(), solution, trace, method })
}
