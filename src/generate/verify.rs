//! Verification of found puzzles by code that shares nothing with the generators.
//!
//! [`Verified`] and [`Found`] are made here and nowhere else, so whoever holds one holds a puzzle that has
//! passed every check.

use super::{Method, Request, Watch};
use crate::grid::{Cell, Digit, Puzzle};
use crate::logic::{
    Board, PathCheck, PathReport, Trace, TraceVerdict, checker, solution_without, solutions_until, solve_until,
};

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
    #[error("{0}")]
    ThemeBroken(String),
    #[error("the puzzle has {0} solutions (counted up to 2)")]
    NotProper(usize),
    #[error("the allowed strategies do not solve the puzzle")]
    NotSolved,
    #[error("a required strategy is not needed in the trace")]
    RequiredMissing,
    #[error("the path to the solution is not as asked for: {0}")]
    PathMissing(String),
    #[error("the difficulty of the puzzle is outside the window")]
    OutsideWindow,
    #[error("the clue in {0} is redundant: without it the solution is still the only one")]
    Redundant(String),
    #[error("the trace belongs to another puzzle")]
    OtherPuzzle,
    #[error("step {0} of the trace uses a strategy that is not allowed")]
    NotAllowed(usize),
    #[error("step {index} of the trace does not hold: {error}")]
    BadStep { index: usize, error: checker::CheckError },
    #[error("the steps of the trace leave {0} cells open")]
    EndsEarly(usize),
    #[error("the steps of the trace do not lead to the end that it shows")]
    WrongEnd,
}

impl VerifyError {
    /// Tells the watch that a puzzle was dropped, unless it was the watch that stopped the check.
    pub(super) fn tell(&self, watch: &dyn Watch) {
        if *self != VerifyError::Stopped {
            watch.dropped();
        }
    }
}

/// Clues that fulfil a request: a puzzle with one solution and a trace whose every step is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    puzzle: Puzzle,
    solution: Puzzle,
    trace: Trace,
    path: Vec<PathReport>,
}

impl Verified {
    /// The clues.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Their only solution.
    pub fn solution(&self) -> &Puzzle {
        &self.solution
    }

    /// The solution by the allowed strategies.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Where the trace has the steps that the path asks for, in the order of the conditions.
    pub fn path(&self) -> &[PathReport] {
        &self.path
    }

    /// The puzzle with its solution, and the trace.
    pub fn into_parts(self) -> (Proper, Trace) {
        (Proper { puzzle: self.puzzle, solution: self.solution }, self.trace)
    }
}

/// A puzzle that has one solution, by brute force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proper {
    puzzle: Puzzle,
    solution: Puzzle,
}

impl Proper {
    /// The clues.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Their only solution.
    pub fn solution(&self) -> &Puzzle {
        &self.solution
    }
}

/// Verified clues that a generator found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    verified: Verified,
    method: Method,
}

impl Found {
    /// The clues.
    pub fn puzzle(&self) -> &Puzzle {
        &self.verified.puzzle
    }

    /// Their only solution.
    pub fn solution(&self) -> &Puzzle {
        &self.verified.solution
    }

    /// The solution by the allowed strategies.
    pub fn trace(&self) -> &Trace {
        &self.verified.trace
    }

    /// Where the trace has the steps that the path asks for, in the order of the conditions.
    pub fn path(&self) -> &[PathReport] {
        &self.verified.path
    }

    /// The method that found them.
    pub fn method(&self) -> Method {
        self.method
    }
}

/// [`judge`] for clues that a generator claims to have found.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(request: &Request, puzzle: &Puzzle, method: Method, watch: &dyn Watch) -> Result<Found, VerifyError> {
    judge(request, puzzle, watch).map(|verified| Found { verified, method })
}

/// Judges clues, wherever they come from: cells, fixed digits, uniqueness by brute force, a
/// trace of the allowed strategies with every step proved by the checker,
/// required strategies, difficulty and path, and that no clue is redundant if that is asked for.
///
/// # Errors
/// The first thing that is wrong.
pub fn judge(request: &Request, puzzle: &Puzzle, watch: &dyn Watch) -> Result<Verified, VerifyError> {
    let solution = only_solution(request, puzzle, watch)?;
    if request.minimal {
        check_needed(puzzle, &solution_without, watch)?;
    }
    let trace = solve_until(puzzle, request.order(), &|| watch.should_stop()).ok_or(VerifyError::Stopped)?;
    let path = check_trace(request, puzzle, &solution, &trace, watch)?;
    Ok(Verified { puzzle: puzzle.clone(), solution, trace, path })
}

/// Judges clues of which nothing is asked but one solution, and that no clue is redundant if that is asked for.
///
/// # Errors
/// The first thing that is wrong.
pub fn proper(puzzle: &Puzzle, is_minimal: bool, watch: &dyn Watch) -> Result<Proper, VerifyError> {
    let proper = Proper { puzzle: puzzle.clone(), solution: one_solution(puzzle, watch)? };
    if is_minimal {
        check_needed(puzzle, &solution_without, watch)?;
    }
    Ok(proper)
}

/// The solution of clues that stand where they are asked for.
fn only_solution(request: &Request, puzzle: &Puzzle, watch: &dyn Watch) -> Result<Puzzle, VerifyError> {
    if puzzle.pattern() != request.pattern {
        return Err(VerifyError::WrongCells);
    }
    let is_kept = |(cell, digit)| puzzle.get(cell) == Some(digit);
    if request.fixed.shape() != puzzle.shape() || !request.fixed.clues().all(is_kept) {
        return Err(VerifyError::FixedDigitChanged);
    }
    request.theme.accepts(puzzle).map_err(|broken| VerifyError::ThemeBroken(broken.sentence))?;
    one_solution(puzzle, watch)
}

fn one_solution(puzzle: &Puzzle, watch: &dyn Watch) -> Result<Puzzle, VerifyError> {
    let mut solutions = solutions_until(puzzle, 2, &|| watch.should_stop()).ok_or(VerifyError::Stopped)?;
    match (solutions.len(), solutions.pop()) {
        (1, Some(only)) => Ok(only),
        (n_solutions, _) => Err(VerifyError::NotProper(n_solutions)),
    }
}

/// How a clue is shown to be needed: as [`solution_without`] does.
type Witness = dyn Fn(&Puzzle, Cell, &dyn Fn() -> bool) -> Option<Option<Puzzle>>;

/// Whether each clue of a puzzle with one solution is needed. What is looked for by fast means is checked here: a
/// solution grid that agrees with all clues but the one that is taken away.
fn check_needed(puzzle: &Puzzle, witness: &Witness, watch: &dyn Watch) -> Result<(), VerifyError> {
    for (cell, _) in puzzle.clues() {
        if watch.should_stop() {
            return Err(VerifyError::Stopped);
        }
        let other = witness(puzzle, cell, &|| watch.should_stop()).ok_or(VerifyError::Stopped)?;
        let agrees = |other: &Puzzle, clue: Cell, digit: Digit| (other.get(clue) == Some(digit)) == (clue != cell);
        let is_witness = |other: &Puzzle| {
            let mut clues = puzzle.clues();
            other.shape() == puzzle.shape()
                && other.is_solution()
                && clues.all(|(clue, digit)| agrees(other, clue, digit))
        };
        if !other.as_ref().is_some_and(is_witness) {
            return Err(VerifyError::Redundant(puzzle.shape().cell_name(cell)));
        }
    }
    Ok(())
}

/// Whether the trace leads from the clues to their solution and is as the request wants it. The solution is that of
/// brute force, and the board is built from the steps, so nothing that the trace says of its end is taken on trust.
/// Where it has the steps that the path asks for.
fn check_trace(
    request: &Request,
    puzzle: &Puzzle,
    solution: &Puzzle,
    trace: &Trace,
    watch: &dyn Watch,
) -> Result<Vec<PathReport>, VerifyError> {
    if trace.puzzle != *puzzle {
        return Err(VerifyError::OtherPuzzle);
    }
    if trace.verdict != TraceVerdict::Solved {
        return Err(VerifyError::NotSolved);
    }
    // Searches ask for puzzles that need a strategy again and again, so this comes before the steps, which take longer.
    if !request.required.is_subset(trace.used()) {
        return Err(VerifyError::RequiredMissing);
    }
    if request.window().is_some_and(|window| !window.holds(trace, &request.order(), &|| watch.should_stop())) {
        return Err(if watch.should_stop() { VerifyError::Stopped } else { VerifyError::OutsideWindow });
    }
    let path = match request.path.check(trace, &request.order(), &|| watch.should_stop()) {
        PathCheck::Holds(reports) => reports,
        PathCheck::Fails(index) => {
            let condition = request.path.conditions.get(index).map(|condition| condition.text(puzzle.shape()));
            return Err(VerifyError::PathMissing(condition.unwrap_or_default()));
        }
        PathCheck::Stopped => return Err(VerifyError::Stopped),
    };
    let mut board = Board::new(puzzle);
    for (index, step) in trace.steps.iter().enumerate() {
        if watch.should_stop() {
            return Err(VerifyError::Stopped);
        }
        if !request.strategies.contains(step.strategy()) {
            return Err(VerifyError::NotAllowed(index));
        }
        checker::check_step(&board, step)
            .and_then(|()| checker::check_against_solution(&board, step, solution))
            .map_err(|error| VerifyError::BadStep { index, error })?;
        step.apply(&mut board);
    }
    if board.n_unsolved() > 0 {
        return Err(VerifyError::EndsEarly(board.n_unsolved()));
    }
    if board == trace.end { Ok(path) } else { Err(VerifyError::WrongEnd) }
}

#[cfg(test)]
mod tests;
