//! Redundant clues: those without which the solution is still the only one.

use super::fast_solutions_until;
use crate::grid::{Cell, CellSet, Puzzle};

/// The redundant clues of a puzzle with one solution; `None` if it was stopped. A puzzle without any is *minimal*.
///
/// ```
/// use cluesmith::grid::parse_puzzles;
/// use cluesmith::logic::redundant_clues;
///
/// let puzzles = parse_puzzles("2x2".parse()?, "1.....3..1.....2\n1.2...3..1.....2")?;
/// let n_redundant = |puzzle| redundant_clues(puzzle, &|| false).map(|clues| clues.len());
/// assert_eq!((n_redundant(&puzzles[0]), n_redundant(&puzzles[1])), (Some(0), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redundant_clues(puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<CellSet> {
    let mut redundant = CellSet::EMPTY;
    for (cell, _) in puzzle.clues() {
        if should_stop() {
            return None;
        }
        if solution_without(puzzle, cell, should_stop)?.is_none() {
            redundant.insert(cell);
        }
    }
    Some(redundant)
}

/// A solution with another digit in this clue cell, once the clue is taken away: it shows that a puzzle with one
/// solution needs the clue. `Some(None)` if there is no such solution: then the clue is redundant. `None` if the search
/// was stopped.
pub fn solution_without(puzzle: &Puzzle, cell: Cell, should_stop: &dyn Fn() -> bool) -> Option<Option<Puzzle>> {
    let mut without = puzzle.clone();
    without.set(cell, None);
    // Only one solution has the clue's digit, so two are enough.
    let solutions = fast_solutions_until(&without, 2, should_stop)?;
    Some(solutions.into_iter().find(|solution| solution.get(cell) != puzzle.get(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::parse_puzzles;
    use crate::logic::count_solutions;

    /// The names of the redundant clues, each found by brute force too.
    #[track_caller]
    fn check(shape: &str, text: &str, expected: &str) {
        let puzzle = parse_puzzles(shape.parse().expect("a shape"), text).expect("a puzzle").remove(0);
        assert_eq!(count_solutions(&puzzle, 2), 1);
        let redundant = redundant_clues(&puzzle, &|| false).expect("not stopped");
        let names: Vec<String> = redundant.iter().map(|cell| puzzle.shape().cell_name(cell)).collect();
        assert_eq!(names.join(" "), expected);
        for (cell, digit) in puzzle.clues() {
            let mut without = puzzle.clone();
            without.set(cell, None);
            assert_eq!(count_solutions(&without, 2) == 1, redundant.contains(cell));
            if let Some(other) = solution_without(&puzzle, cell, &|| false).expect("not stopped") {
                assert!(other.is_solution() && other.get(cell) != Some(digit));
                assert!(without.clues().all(|(cell, digit)| other.get(cell) == Some(digit)));
            }
        }
        assert_eq!(redundant_clues(&puzzle, &|| true), None);
    }

    #[test]
    fn redundant_clues_are_those_the_solution_does_without() {
        check("2x2", "1.....3..1.....2", "");
        check("2x2", "1.2...3..1.....2", "r1c3");
        check("2x3", "........64..3.42........4..5.116..4.", "");
        check(
            "3x3",
            ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....",
            "r1c2 r1c8 r2c4 r2c9 r5c5",
        );
    }
}
