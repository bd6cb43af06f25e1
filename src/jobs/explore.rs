//! Questions about a puzzle that is already there: which steps are possible, what a puzzle allows.

use crate::generate::Watch;
use crate::grid::{Candidate, CellSet, Digit, Puzzle};
use crate::logic::{
    Board, Order, Search, Step, StrategySet, TraceVerdict, fast_count_until, fast_solutions_until, redundant_clues,
    solve_until, strategy,
};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Most steps that are listed.
pub const MAX_STEPS: usize = 400;

/// Solutions that are looked at for the candidates.
pub const MAX_SOLUTIONS: usize = 1_000;

/// The steps that are possible on a board, in the setter's order of strategies, at most [`MAX_STEPS`]; of
/// several with the same strategy and conclusion the first one. Strategies that rely on
/// uniqueness take part if `is_proper`.
pub fn available(board: &Board, order: &Order, is_proper: bool, watch: &dyn Watch) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut seen = HashSet::new();
    let holds = |search: &Search| is_proper || !strategy(search.strategy).assumes_uniqueness();
    for search in order.searches().into_iter().filter(holds).take_while(|_| !watch.should_stop()) {
        let flow = search.find_until(board, &|| watch.should_stop(), &mut |step| {
            if seen.insert((search.strategy, step.placed().to_vec(), step.eliminated().to_vec())) {
                steps.push(step);
            }
            if steps.len() >= MAX_STEPS || watch.should_stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if flow.is_break() {
            break;
        }
    }
    steps
}

/// What a puzzle allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The clues.
    pub puzzle: Puzzle,
    /// The first two solutions, as far as there are any.
    pub solutions: Vec<Puzzle>,
    /// Solutions looked at; [`MAX_SOLUTIONS`] where there may be more.
    pub n_solutions: usize,
    /// Per candidate (in the order of [`Candidate::index`]) the solutions among those looked at
    /// that hold it; 0 only where no solution at all does.
    pub heat: Vec<usize>,
    /// Clues without which the solution is still the only one; none unless there is one solution.
    pub redundant: CellSet,
}

impl Analysis {
    /// Whether there is exactly one solution.
    pub fn is_proper(&self) -> bool {
        self.n_solutions == 1
    }

    /// Whether there may be more solutions than were looked at.
    pub fn is_capped(&self) -> bool {
        self.n_solutions >= MAX_SOLUTIONS
    }

    /// Cells in which the first two solutions differ.
    pub fn differing(&self) -> CellSet {
        let [first, second] = self.solutions.as_slice() else { return CellSet::EMPTY };
        self.puzzle.shape().cells().filter(|&cell| first.get(cell) != second.get(cell)).collect()
    }

    /// Solutions that hold this candidate.
    pub fn heat_of(&self, candidate: Candidate) -> usize {
        self.heat[candidate.index(self.puzzle.shape())]
    }
}

/// Looks at the solutions of a puzzle; `None` if it was stopped.
pub fn analyse(puzzle: &Puzzle, watch: &dyn Watch) -> Option<Analysis> {
    let should_stop = || watch.should_stop();
    let mut found = fast_solutions_until(puzzle, MAX_SOLUTIONS, &should_stop)?;
    let n_solutions = found.len();
    let mut heat = tally(puzzle, &found);
    if n_solutions >= MAX_SOLUTIONS {
        // Not seen is not impossible: those are asked one by one.
        for candidate in open_candidates(puzzle) {
            let times = &mut heat[candidate.index(puzzle.shape())];
            if *times == 0 {
                *times = count_with(puzzle, candidate, 1, watch)?;
            }
        }
    }
    let redundant = if n_solutions == 1 { redundant_clues(puzzle, &should_stop)? } else { CellSet::EMPTY };
    found.truncate(2);
    Some(Analysis { puzzle: puzzle.clone(), solutions: found, n_solutions, heat, redundant })
}

/// The candidates that are in some solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// Solutions of the puzzle, counted up to [`MAX_SOLUTIONS`].
    pub n_solutions: usize,
    /// Per candidate (in the order of [`Candidate::index`]) the solutions that hold it, each counted up to
    /// [`MAX_SOLUTIONS`].
    pub counts: Vec<usize>,
}

/// Counts for each candidate the solutions that hold it; `None` if it was stopped.
pub fn true_candidates(puzzle: &Puzzle, watch: &dyn Watch) -> Option<TrueCandidates> {
    let found = fast_solutions_until(puzzle, MAX_SOLUTIONS, &|| watch.should_stop())?;
    let mut counts = tally(puzzle, &found);
    if found.len() >= MAX_SOLUTIONS {
        for candidate in open_candidates(puzzle) {
            counts[candidate.index(puzzle.shape())] = count_with(puzzle, candidate, MAX_SOLUTIONS, watch)?;
        }
    }
    Some(TrueCandidates { n_solutions: found.len(), counts })
}

/// How many of these solutions hold each candidate.
fn tally(puzzle: &Puzzle, solutions: &[Puzzle]) -> Vec<usize> {
    let shape = puzzle.shape();
    let mut counts = vec![0; shape.n_cells() * shape.n()];
    for (cell, digit) in solutions.iter().flat_map(Puzzle::clues) {
        counts[Candidate::new(cell, digit).index(shape)] += 1;
    }
    counts
}

fn open_candidates(puzzle: &Puzzle) -> impl Iterator<Item = Candidate> {
    let shape = puzzle.shape();
    let open = shape.cells().filter(|&cell| puzzle.get(cell).is_none());
    open.flat_map(move |cell| (0..shape.n()).map(move |index| Candidate::new(cell, Digit::from_index(index))))
}

/// Solutions that hold a candidate, counted up to the limit.
fn count_with(puzzle: &Puzzle, candidate: Candidate, limit: usize, watch: &dyn Watch) -> Option<usize> {
    if watch.should_stop() {
        return None;
    }
    let mut with = puzzle.clone();
    with.set(candidate.cell, Some(candidate.digit));
    fast_count_until(&with, limit, &|| watch.should_stop())
}

/// Those of the redundant clues without which the strategies alone still solve the puzzle, each taken away by
/// itself; `None` if it was stopped.
pub fn spare_clues(
    puzzle: &Puzzle,
    redundant: &CellSet,
    strategies: StrategySet,
    watch: &dyn Watch,
) -> Option<CellSet> {
    let mut spare = CellSet::EMPTY;
    for cell in redundant.iter() {
        let mut without = puzzle.clone();
        without.set(cell, None);
        if solve_until(&without, strategies, &|| watch.should_stop())?.verdict == TraceVerdict::Solved {
            spare.insert(cell);
        }
    }
    Some(spare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::{Shape, parse_puzzles};
    use crate::jobs::StopFlag;
    use crate::logic::{StrategyId, checker, count_solutions, solve};

    fn puzzle(shape: &str, text: &str) -> Puzzle {
        let shape: Shape = shape.parse().expect("a shape");
        parse_puzzles(shape, text).expect("a puzzle").remove(0)
    }

    /// Number of solutions looked at, cells that differ, redundant clues.
    #[track_caller]
    fn check(shape: &str, text: &str, expected: (usize, usize, usize)) {
        let puzzle = puzzle(shape, text);
        let analysis = analyse(&puzzle, &Unwatched).expect("not stopped");
        assert_eq!((analysis.n_solutions, analysis.differing().len(), analysis.redundant.len()), expected);
        let counts = true_candidates(&puzzle, &Unwatched).expect("not stopped");
        assert_eq!(counts.n_solutions, analysis.n_solutions);
        // Counted once more, candidate by candidate.
        for cell in puzzle.shape().cells() {
            for digit in (0..puzzle.shape().n()).map(Digit::from_index) {
                let mut with = puzzle.clone();
                with.set(cell, Some(digit));
                let is_clue = puzzle.get(cell).is_some();
                let expected = if is_clue && puzzle.get(cell) != Some(digit) { 0 } else { count_solutions(&with, 1) };
                let candidate = Candidate::new(cell, digit);
                assert_eq!(analysis.heat_of(candidate).min(1), expected);
                let n_holding = if expected == 0 { 0 } else { count_solutions(&with, MAX_SOLUTIONS) };
                assert_eq!(counts.counts[candidate.index(puzzle.shape())], n_holding);
            }
        }
    }

    #[test]
    fn solutions_heat_and_redundant_clues() {
        check("2x2", ".34.1..34..2.21.", (1, 0, 8));
        check("2x2", "1234............", (12, 4, 0));
        check("2x2", "11..............", (0, 0, 0));
        check("2x3", "....................................", (MAX_SOLUTIONS, 4, 0));
    }

    #[test]
    fn spare_clues_are_those_without_which_the_strategies_still_solve() {
        let puzzle = puzzle("3x3", ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....");
        let mut full = solve(&puzzle, StrategySet::ALL).end.values().clone();
        full.set(crate::grid::Cell(0), None);
        let redundant = full.pattern().cells;
        let spare = |strategies| spare_clues(&full, &redundant, strategies, &Unwatched).expect("not stopped");
        assert_eq!(spare(StrategySet::single(StrategyId::FullHouse)).len(), redundant.len());
        assert_eq!(spare(StrategySet::EMPTY).len(), 0);
    }

    #[test]
    fn what_takes_long_can_be_stopped() {
        let stopped = StopFlag::new();
        stopped.raise();
        for shape in ["3x3", "4x4"] {
            let empty = Puzzle::empty(shape.parse().expect("a shape"));
            assert_eq!(analyse(&empty, &stopped), None);
            assert_eq!(true_candidates(&empty, &stopped), None);
            assert_eq!(spare_clues(&empty, &CellSet::first(3), StrategySet::ALL, &stopped), None);
        }
    }

    #[test]
    fn available_steps_hold_and_differ() {
        let puzzle = puzzle("3x3", ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....");
        let trace = solve(&puzzle, StrategySet::ALL);
        for index in [0, trace.steps.len() / 2, trace.steps.len() - 1] {
            let board = trace.board_before(index);
            let steps = available(&board, &StrategySet::BASIC.into(), true, &Unwatched);
            assert!(!steps.is_empty());
            for step in &steps {
                assert_eq!(checker::check_step(&board, step), Ok(()), "{}", step.sentence(&board));
            }
        }
        assert!(available(&trace.end, &StrategySet::ALL.into(), true, &Unwatched).is_empty());
    }
}
