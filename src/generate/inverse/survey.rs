//! How often each strategy is needed for the puzzles of one solution grid (the question of the paper's section 6).

use super::descent::is_solved;
use crate::generate::Watch;
use crate::generate::grids::random_solution;
use crate::generate::random::Random;
use crate::grid::Puzzle;
use crate::logic::{StrategyId, StrategySet, Trace};
use std::collections::HashSet;

/// A strategy in the puzzles of a survey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurveyRow {
    /// The strategy.
    pub strategy: StrategyId,
    /// Puzzles that the other strategies do not solve without it.
    pub n_needed: usize,
    /// Puzzles with a step of it in their trace, which takes the easiest step that is possible.
    pub n_used: usize,
    /// Steps of it in all traces together.
    pub n_steps: usize,
}

/// Puzzles of one solution grid, and what they need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    strategies: StrategySet,
    rows: Vec<SurveyRow>,
    /// Number of puzzles.
    pub n_puzzles: usize,
    /// Runs that came to no puzzle.
    pub n_failed: usize,
    seen: HashSet<Puzzle>,
}

impl Survey {
    /// A survey without puzzles, for these strategies.
    pub fn new(strategies: StrategySet) -> Survey {
        let row = |strategy| SurveyRow { strategy, n_needed: 0, n_used: 0, n_steps: 0 };
        let rows = strategies.iter().map(row).collect();
        Survey { strategies, rows, n_puzzles: 0, n_failed: 0, seen: HashSet::new() }
    }

    /// Counts a puzzle by its trace, which these strategies have solved.
    pub fn add(&mut self, trace: &Trace) {
        for (id, count) in trace.counts() {
            let Some(row) = self.rows.iter_mut().find(|row| row.strategy == id) else { continue };
            row.n_used += 1;
            row.n_steps += count;
            // What the trace gets by without is not needed.
            let others = self.strategies.difference(StrategySet::single(id));
            row.n_needed += usize::from(!is_solved(&trace.puzzle, others));
        }
        self.n_puzzles += 1;
        self.seen.insert(trace.puzzle.clone());
    }

    /// The strategies, easiest first.
    pub fn rows(&self) -> &[SurveyRow] {
        &self.rows
    }

    /// Number of puzzles that differ.
    pub fn n_different(&self) -> usize {
        self.seen.len()
    }

    /// Steps of all traces together.
    pub fn n_steps(&self) -> usize {
        self.rows.iter().map(|row| row.n_steps).sum()
    }
}

/// The solution grid with which the search of this seed begins where none is given. `None` if the fixed digits fit no
/// grid, or if the watch says stop.
pub fn random_grid(fixed: &Puzzle, seed: u64, watch: &dyn Watch) -> Option<Puzzle> {
    random_solution(fixed, &mut Random::new(seed, 0), watch)
}

/// Hundredths of a whole with one decimal, "33.3"; of nothing, nothing.
pub fn percent(part: usize, whole: usize) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};
    use crate::logic::{TraceVerdict, solve};

    fn parse(text: &str) -> Puzzle {
        let shape = Shape::new(2, if text.len() == 16 { 2 } else { 3 }).expect("a shape");
        parse_puzzles(shape, text).expect("a puzzle").remove(0)
    }

    #[track_caller]
    fn check(puzzles: &[&str], strategies: &str, expected: &str) {
        let strategies = strategies.parse().expect("strategies");
        let mut survey = Survey::new(strategies);
        for puzzle in puzzles {
            let puzzle = parse(puzzle);
            survey.add(&solve(&puzzle, strategies));
        }
        let used = survey.rows().iter().filter(|row| row.n_used > 0);
        let row = |row: &SurveyRow| format!("{} {} {} {}", row.strategy.name(), row.n_needed, row.n_used, row.n_steps);
        assert_eq!(used.map(row).collect::<Vec<_>>().join("; "), expected);
        assert_eq!(survey.n_puzzles, puzzles.len());
        // The step solver agrees about what is needed.
        for row in survey.rows() {
            let others = strategies.difference(StrategySet::single(row.strategy));
            let is_needed = |puzzle: &&&str| {
                let puzzle = parse(puzzle);
                solve(&puzzle, others).verdict != TraceVerdict::Solved
            };
            assert_eq!(row.n_needed, puzzles.iter().filter(is_needed).count(), "{}", row.strategy.name());
        }
    }

    #[test]
    fn needed_used_and_steps_are_told_apart() {
        let easy = ".34.1..34..2.21.";
        check(&[easy, easy], "naked-single,hidden-single", "naked-single 0 2 16");
        let puzzles = [
            ".4....1.2.....15......6....6.4.3...5",
            "3....2....4....5...23...21......4...",
            "...1....2.4....5...23.......3.6....5",
            "3.6....5........2...34...1...46....5",
            ".4....1.2.....15......6.2....4.3...5",
        ];
        let subsets = "naked-pair,hidden-pair,naked-triple,hidden-triple,naked-quad,hidden-quad";
        let strategies = format!("naked-single,hidden-single,locked-candidates,{subsets},x-wing");
        let expected = "naked-single 0 5 116; hidden-single 0 5 16; locked-candidates 3 3 3; naked-pair 0 3 3";
        check(&puzzles, &strategies, expected);
        assert_eq!(percent(1, 3), "33.3");
        assert_eq!(percent(0, 0), "0.0");
    }
}
