//! SAT: finds clues and proves that there are none, for every set-logic strategy.

pub mod cdcl;
mod founded;
mod heap;
pub mod proof;
mod well_founded;

use super::bounds;
use super::verify::{VerifyError, verify};
use super::{Impossible, Method, Outcome, Progress, Reason, Request, Undecided, Watch};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Puzzle};
use crate::logic::{Closure, StrategyId, StrategySet, strategy, with_size};
use cdcl::{Answer, Lit, Solver, SolverStats};
use well_founded::Founded;

/// How the derivation is written for the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// No rounds, loop formulas on demand: unsatisfiable means impossible.
    #[default]
    WellFounded,
}

/// How to run the SAT method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SatOptions {
    /// The encoding.
    pub encoding: Encoding,
    /// Give up after this many conflicts; `None` for never.
    pub budget: Option<u64>,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SatStats {
    /// Of the solver.
    pub solver: SolverStats,
}

/// Clues that the strategies solve, or the proof that there are none.
pub fn solve(request: &Request, options: &SatOptions, watch: &dyn Watch) -> Outcome {
    solve_with_stats(request, options, watch).0
}

/// [`solve`], with figures about the run.
pub fn solve_with_stats(request: &Request, options: &SatOptions, watch: &dyn Watch) -> (Outcome, SatStats) {
    if let Some(impossible) = bounds::refute(request) {
        return (Outcome::Impossible(impossible), SatStats::default());
    }
    if let Some(id) = request.strategies.iter().find(|&id| strategy(id).set_logic().is_none()) {
        let sentence = format!("SAT has no clauses for {}.", id.title().to_lowercase());
        return (gave_up(sentence), SatStats::default());
    }
    with_size!(request.pattern.shape, N => run::<N>(request, options, watch))
}

fn gave_up(sentence: String) -> Outcome {
    Outcome::Undecided(Undecided::GaveUp(sentence))
}

fn run<const N: usize>(request: &Request, options: &SatOptions, watch: &dyn Watch) -> (Outcome, SatStats) {
    let shape = request.pattern.shape;
    let theory = Founded::<N>::new(shape, &request.pattern.cells, request.strategies);
    let mut solver = Solver::new(N * N * N, theory);
    // Contradictory clauses show up as unsatisfiable.
    solution_clauses(&mut solver, request);
    break_digit_symmetry(&mut solver, request);
    tune(&mut solver);
    let mut budget = options.budget.unwrap_or(u64::MAX);
    loop {
        let before = solver.stats().conflicts;
        let answer = solver.solve(budget, &mut |stats| {
            if stats.conflicts.is_multiple_of(256) {
                watch.report(Progress { method: Method::Sat, best_open_cells: None, steps: stats.conflicts });
            }
            watch.should_stop()
        });
        budget = budget.saturating_sub(solver.stats().conflicts - before);
        let stats = SatStats { solver: solver.stats() };
        let outcome = match answer {
            Answer::Stopped => Outcome::Undecided(Undecided::Stopped),
            Answer::OutOfBudget => gave_up(format!("SAT: no answer within {} conflicts.", stats.solver.conflicts)),
            Answer::Unsatisfiable => Outcome::Impossible(Impossible {
                method: Method::Sat,
                reason: Reason {
                    sentence: format!(
                        "SAT: no digits let the strategies fill the grid ({} conflicts).",
                        stats.solver.conflicts
                    ),
                    cells: CellSet::EMPTY,
                },
            }),
            Answer::Satisfiable => {
                let puzzle = puzzle_of::<N, _>(&solver, request);
                match verify(request, &puzzle, Method::Sat) {
                    Ok(found) => Outcome::Found(Box::new(found)),
                    Err(VerifyError::RequiredMissing) => {
                        let clause = exclude::<N>(request, &puzzle);
                        solver.add_clause(&clause);
                        budget = budget.saturating_sub(1);
                        continue;
                    }
                    Err(error) => gave_up(format!("SAT found clues that fail the check: {error}.")),
                }
            }
        };
        return (outcome, stats);
    }
}

fn candidate(request: &Request, cell: Cell, digit: Digit) -> usize {
    Candidate::new(cell, digit).index(request.pattern.shape)
}

/// Exactly one candidate in each constraint, and the fixed digits.
fn solution_clauses<T: cdcl::Theory>(solver: &mut Solver<T>, request: &Request) {
    let shape = request.pattern.shape;
    let geometry = shape.geometry();
    for constraint in Constraint::all(shape) {
        let clause: Vec<Lit> = constraint.candidates(geometry).map(|c| Lit::new(c.index(shape), true)).collect();
        solver.add_clause(&clause);
    }
    for (candidate, rivals) in founded::rivals(shape).iter().enumerate() {
        for &rival in rivals.iter().filter(|&&rival| (rival as usize) < candidate) {
            solver.add_clause(&[Lit::new(candidate, false), Lit::new(rival as usize, false)]);
        }
    }
    for (cell, digit) in request.fixed.clues() {
        solver.add_clause(&[Lit::new(candidate(request, cell, digit), true)]);
    }
}

/// Digits that no fixed clue uses are interchangeable: they occur in ascending
/// order along the clue cells, those of the fullest house first.
fn break_digit_symmetry<T: cdcl::Theory>(solver: &mut Solver<T>, request: &Request) {
    let geometry = request.pattern.shape.geometry();
    let digits = bounds::free_digits(request);
    let fixed = request.fixed.pattern().cells;
    let open = request.pattern.cells.difference(&fixed);
    // Only a house without fixed clues shows free digits alone.
    let fullest = geometry
        .house_sets
        .iter()
        .filter(|set| set.intersection(&fixed).is_empty())
        .max_by_key(|set| set.intersection(&open).len());
    let mut order: Vec<Cell> = Vec::new();
    let first = fullest.map_or(CellSet::EMPTY, |set| set.intersection(&open));
    order.extend(first.iter());
    order.extend(open.difference(&first).iter());
    if fixed.is_empty() {
        for (&cell, &digit) in first.iter().collect::<Vec<_>>().iter().zip(&digits) {
            solver.add_clause(&[Lit::new(candidate(request, cell, digit), true)]);
        }
    }
    for (i, &cell) in order.iter().enumerate() {
        for pair in digits.windows(2) {
            let mut clause = vec![Lit::new(candidate(request, cell, pair[1]), false)];
            clause.extend(order[..i].iter().map(|&earlier| Lit::new(candidate(request, earlier, pair[0]), true)));
            solver.add_clause(&clause);
        }
    }
}

/// Tries candidates as true first: guessing the solution everywhere, not only at
/// the clues, is what lets the solver learn (10 to 100 times faster at 26 clues).
fn tune<const N: usize>(solver: &mut Solver<Founded<N>>) {
    for var in 0..N * N * N {
        solver.set_phase(var, true);
    }
}

fn puzzle_of<const N: usize, T: cdcl::Theory>(solver: &Solver<T>, request: &Request) -> Puzzle {
    let mut puzzle = Puzzle::empty(request.pattern.shape);
    for cell in request.pattern.cells.iter() {
        let digit = (0..N).find(|d| solver.value(cell.index() * N + d) == Some(true));
        puzzle.set(cell, digit.map(Digit::from_index));
    }
    puzzle
}

/// Excludes a puzzle that lacks a required strategy, and where that is sound all
/// puzzles that share the clues that make it so.
fn exclude<const N: usize>(request: &Request, puzzle: &Puzzle) -> Vec<Lit> {
    let mut clues = puzzle.clone();
    // If even without the hardest strategy the puzzle is solved, more clues change nothing.
    let hardest = request.strategies.iter().last().filter(|&id: &StrategyId| request.required.contains(id));
    if let Some(hardest) = hardest {
        let rest = request.strategies.difference(StrategySet::single(hardest));
        let solved = |puzzle: &Puzzle| Closure::<N>::of(puzzle, rest).is_solved();
        if solved(&clues) {
            for (cell, digit) in puzzle.clues() {
                clues.set(cell, None);
                if !solved(&clues) {
                    clues.set(cell, Some(digit));
                }
            }
        }
    }
    clues.clues().map(|(cell, digit)| Lit::new(candidate(request, cell, digit), false)).collect()
}
