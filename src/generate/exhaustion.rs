//! Small grids: every puzzle of a pattern is tried, whatever is asked of it.
//!
//! Walks that are guided by the rating never tell that there is nothing to find, and the complete methods do not know all
//! that can be asked of a puzzle. A 4x4 layout has at most 576 solution grids, so there all questions are answered at once.

use super::certificate::Certificate;
use super::certificate_check::claim;
use super::search::is_guided;
use super::verify::{VerifyError, verify};
use super::{Method, Outcome, Reason, Request, Undecided, Watch};
use crate::grid::Puzzle;
use crate::logic::fast_solutions;
use std::collections::BTreeSet;

/// Rows of the largest grids that are small: 5x5 has up to 161,280 solution grids.
const MOST_ROWS: usize = 4;

/// More than any grid of that size has.
const MOST_GRIDS: usize = 1_000;

/// Answers a request about a small grid that asks for more than set logic that solves it; `None` about any other. Which
/// puzzle is found depends on the seed.
pub(super) fn decide(request: &Request, watch: &dyn Watch) -> Option<Outcome> {
    if request.pattern.shape.n() > MOST_ROWS || !is_guided(request) {
        return None;
    }
    let grids = fast_solutions(&request.fixed, MOST_GRIDS);
    let puzzles: BTreeSet<Puzzle> = grids.iter().map(|grid| grid.masked(&request.pattern)).collect();
    let mut puzzles: Vec<Puzzle> = puzzles.into_iter().collect();
    if !puzzles.is_empty() {
        let first = (request.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % puzzles.len();
        puzzles.rotate_left(first);
    }
    for puzzle in &puzzles {
        match verify(request, puzzle, Method::BruteForce, watch) {
            Ok(found) => return Some(Outcome::Found(Box::new(found))),
            Err(VerifyError::Stopped) => return Some(Outcome::Undecided(Undecided::Stopped)),
            // Not as asked for, which is nobody's fault here.
            Err(_) => {}
        }
    }
    let sentence = match puzzles.len() {
        1 => "All clues that a solution grid has in these cells were tried: none is a puzzle as asked for".to_owned(),
        n => format!(
            "All {n} sets of clues that solution grids have in these cells were tried: none is a puzzle as asked for"
        ),
    };
    let reason = Reason { sentence, cells: request.pattern.cells };
    let certificate = Certificate::Exhaustion(reason.clone());
    Some(claim(request, &certificate, Method::BruteForce, reason, watch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Plan, Unwatched, generate};
    use crate::grid::parse_patterns;
    use crate::logic::{Goal, Order};

    /// What is answered: the puzzle, or why there is none.
    fn answer(order: &str, goal: &str, minimal: bool, seed: u64, pattern: &str) -> Outcome {
        let pattern = parse_patterns("2x2".parse().expect("a shape"), pattern).expect("a pattern").remove(0);
        let request = Request::in_order(pattern, order.parse::<Order>().expect("an order"));
        let request = request.with(|design| {
            (design.goal, design.minimal, design.seed) = (goal.parse::<Goal>().expect("a goal"), minimal, seed);
        });
        let outcome = generate(&request, &Plan::new(Method::Auto), &Unwatched);
        assert!(matches!(outcome, Outcome::Found(_) | Outcome::Impossible(_)), "{order} {goal}: {outcome:?}");
        let raced = generate(&request, &Plan::racing(Method::Auto), &Unwatched);
        assert_eq!(raced.found().is_some(), outcome.found().is_some(), "{order} {goal}");
        outcome
    }

    #[track_caller]
    fn check(order: &str, goal: &str, minimal: bool, pattern: &str, expected: bool) {
        assert_eq!(answer(order, goal, minimal, 0, pattern).found().is_some(), expected, "{order} {goal} {pattern}");
    }

    #[test]
    fn whatever_is_asked_of_a_small_grid_is_decided() {
        let pattern = "x.....x..x.....x";
        check("all", "", false, pattern, true);
        check("all", "", true, pattern, true);
        check("paper", "hardest locked-candidates", false, "x..............x", false);
        check("+naked-single,+hidden-single", "", false, pattern, false);
        check("all", "own 10000..20000", false, pattern, false);
        // No 4x4 puzzle needs twelve clues.
        check("all", "", true, "xxx.x.xx.xxxxx.x", false);
    }

    #[test]
    fn the_seed_chooses_among_puzzles() {
        let puzzle =
            |seed| answer("all", "", true, seed, "x.....x..x.....x").found().map(|found| found.puzzle().clone());
        assert_eq!(puzzle(1), puzzle(1));
        assert!((2..9).any(|seed| puzzle(seed) != puzzle(1)));
    }

    #[test]
    fn larger_grids_are_left_to_others() {
        let pattern = parse_patterns("2x3".parse().expect("a shape"), &"x".repeat(36)).expect("a pattern").remove(0);
        let request = Request::new(pattern, "all".parse().expect("names"));
        assert_eq!(decide(&request, &Unwatched), None);
    }
}
