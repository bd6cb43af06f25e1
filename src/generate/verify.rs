//! Verification of found puzzles by code that shares nothing with the generators.

use super::{Found, Method, Request, Watch};
use crate::grid::Puzzle;
use crate::logic::{TraceVerdict, checker, count_solutions_until, solve_until};

/// Why a claimed puzzle was refused. Unless stopped, seeing one is a bug of the generator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum VerifyError {
    #[error("the check was stopped")]
    Stopped,
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

impl VerifyError {
    /// Tells the watch that a puzzle was dropped, unless it was the watch that stopped the check.
    pub(super) fn tell(&self, watch: &dyn Watch) {
        if *self != VerifyError::Stopped {
            watch.dropped();
        }
    }
}

/// Verifies a claimed puzzle: cells, fixed digits, uniqueness by brute force, a
/// trace of the allowed strategies with every step proved by the checker,
/// required strategies and difficulty.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(request: &Request, puzzle: &Puzzle, method: Method, watch: &dyn Watch) -> Result<Found, VerifyError> {
    let should_stop = || watch.should_stop();
    if puzzle.pattern() != request.pattern {
        return Err(VerifyError::WrongCells);
    }
    if request.fixed.clues().any(|(cell, digit)| puzzle.get(cell) != Some(digit)) {
        return Err(VerifyError::FixedDigitChanged);
    }
    let n_solutions = count_solutions_until(puzzle, 2, &should_stop).ok_or(VerifyError::Stopped)?;
    if n_solutions != 1 {
        return Err(VerifyError::NotProper(n_solutions));
    }
    let trace = solve_until(puzzle, request.order(), &should_stop).ok_or(VerifyError::Stopped)?;
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
        if should_stop() {
            return Err(VerifyError::Stopped);
        }
        checker::check_step(&board, step)
            .and_then(|()| checker::check_against_solution(&board, step, &solution))
            .map_err(|error| VerifyError::BadStep { index, error })?;
        step.apply(&mut board);
    }
    Ok(Found { puzzle: puzzle.clone(), solution, trace, method })
}
