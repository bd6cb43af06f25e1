//! The generators that Nishikawa and Toda compare theirs with (section 7): yardsticks, all on one thread.
//!
//! Of the generator of Zama and Sasano the paper says that it repeats "generate clues in the specified positions, test
//! whether the strategies complete the grid", with a criterion for the first step that keeps the number of trials small.
//! It does not say which; here a clue is a random digit that no clue before it excludes, cell after cell in random order.

use super::certificate_check::Impossible;
use super::random::Random;
use super::verify::{VerifyError, verify};
use super::{Method, Outcome, Progress, Reason, Request, Undecided, Watch};
use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, Puzzle};
use crate::logic::AnyClosure;

/// Trials between two reports.
const TRIALS_PER_REPORT: u64 = 1024;

/// Answers a request by one of the baselines, which do not begin with bounds.
pub(super) fn solve(request: &Request, method: Method, watch: &dyn Watch) -> Outcome {
    Trials::new(request, method, watch).run()
}

/// A run of one of them.
struct Trials<'a> {
    request: &'a Request,
    method: Method,
    watch: &'a dyn Watch,
    /// Clue cells without a fixed digit.
    open: Vec<Cell>,
    n_tried: u64,
}

impl<'a> Trials<'a> {
    fn new(request: &'a Request, method: Method, watch: &'a dyn Watch) -> Trials<'a> {
        let open = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
        Trials { request, method, watch, open, n_tried: 0 }
    }

    fn run(mut self) -> Outcome {
        let mut random = Random::new(self.request.seed, 0);
        let mut puzzle = self.request.fixed.clone();
        if self.method == Method::BruteForce {
            return self.all(&mut puzzle, 0).unwrap_or_else(|| {
                let sentence = format!(
                    "Brute force: none of the digits lets the strategies fill the grid ({} puzzles tried; no proof is kept).",
                    self.n_tried
                );
                let reason = Reason { sentence, cells: CellSet::EMPTY };
                Outcome::Impossible(Impossible::on_the_word_of_a_solver(self.method, reason))
            });
        }
        loop {
            puzzle.clone_from(&self.request.fixed);
            let is_complete = if self.method == Method::ZamaSasano {
                self.fill_without_conflict(&mut puzzle, &mut random)
            } else {
                for &cell in &self.open {
                    puzzle.set(cell, Some(Digit::from_index(random.below(self.request.pattern.shape.n()))));
                }
                true
            };
            let answer = if is_complete { self.test(&puzzle) } else { self.count() };
            if let Some(outcome) = answer {
                return outcome;
            }
        }
    }

    /// Random digits, none of which a clue before it excludes; false at a dead end.
    fn fill_without_conflict(&mut self, puzzle: &mut Puzzle, random: &mut Random) -> bool {
        random.shuffle(&mut self.open);
        for &cell in &self.open {
            let digits: Vec<Digit> =
                self.free(puzzle, cell).iter().filter(|&digit| self.fits(puzzle, cell, digit)).collect();
            if digits.is_empty() {
                return false;
            }
            puzzle.set(cell, Some(digits[random.below(digits.len())]));
        }
        true
    }

    /// Whether the theme may accept this digit beside the clues so far.
    fn fits(&self, puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
        self.request.theme.is_empty() || {
            let mut next = puzzle.clone();
            next.set(cell, Some(digit));
            !self.request.theme.is_broken(&self.request.pattern, &next)
        }
    }

    /// Digits that no clue excludes.
    fn free(&self, puzzle: &Puzzle, cell: Cell) -> DigitSet {
        let geometry = &*self.request.pattern.shape.geometry();
        let is_there = |seen: Candidate| puzzle.get(seen.cell) == Some(seen.digit);
        let excludes =
            |digit| Candidate::new(cell, digit).conflicts(geometry).any(|seen| seen.cell != cell && is_there(seen));
        geometry.allowed(cell).iter().filter(|&digit| !excludes(digit)).collect()
    }

    /// All digits for the cells from this one on; `None` if there is no answer among them.
    fn all(&mut self, puzzle: &mut Puzzle, at: usize) -> Option<Outcome> {
        let Some(&cell) = self.open.get(at) else { return self.test(puzzle) };
        for digit in self.free(puzzle, cell).iter() {
            puzzle.set(cell, Some(digit));
            if self.request.theme.is_broken(&self.request.pattern, puzzle) {
                continue;
            }
            if let Some(outcome) = self.all(puzzle, at + 1) {
                return Some(outcome);
            }
        }
        puzzle.set(cell, None);
        // Branches without a complete puzzle may be many.
        self.watch.should_stop().then_some(Outcome::Undecided(Undecided::Stopped))
    }

    /// The answer, if this is the puzzle or the watch says stop.
    fn test(&mut self, puzzle: &Puzzle) -> Option<Outcome> {
        // Where the closure knows all strategies it is the faster test; what passes is verified.
        if self.request.theme.is_broken(&self.request.pattern, puzzle) {
            return self.count();
        }
        if AnyClosure::of(puzzle, self.request.strategies).is_solved() {
            match verify(self.request, puzzle, self.method, self.watch) {
                Ok(found) => return Some(Outcome::Found(Box::new(found))),
                Err(VerifyError::Stopped) => return Some(Outcome::Undecided(Undecided::Stopped)),
                Err(_) => {}
            }
        }
        self.count()
    }

    /// One trial more.
    fn count(&mut self) -> Option<Outcome> {
        self.n_tried += 1;
        if self.n_tried.is_multiple_of(TRIALS_PER_REPORT) {
            let steps = self.n_tried;
            self.watch.report(Progress::new(self.method, steps));
        }
        self.watch.should_stop().then_some(Outcome::Undecided(Undecided::Stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Plan, generate};
    use crate::grid::{Shape, parse_patterns};
    use crate::logic::StrategySet;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Stops after so many questions.
    struct Polls(AtomicU64);

    impl Watch for Polls {
        fn should_stop(&self) -> bool {
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        }
    }

    /// What each of the baselines says of a pattern of 4x4 within some thousand trials.
    #[track_caller]
    fn check(pattern: &str, fixed: &str, expected: [&str; 3]) {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let fixed = crate::grid::parse_puzzles(shape, fixed).expect("digits").remove(0);
        let request = Request::new(pattern, "paper".parse::<StrategySet>().expect("names"));
        let request = request.with(|design| design.fixed = fixed);
        for (method, expected) in
            [Method::ZamaSasano, Method::GenerateAndTest, Method::BruteForce].into_iter().zip(expected)
        {
            let answer = || match generate(&request, &Plan::new(method), &Polls(20_000.into())) {
                Outcome::Found(found) => {
                    assert_eq!((found.method(), found.puzzle().pattern()), (method, pattern));
                    assert!(request.fixed.clues().all(|(cell, digit)| found.puzzle().get(cell) == Some(digit)));
                    found.puzzle().to_string()
                }
                Outcome::Impossible(impossible) => {
                    assert_eq!(impossible.method(), method);
                    "impossible".to_owned()
                }
                Outcome::Undecided(why) => format!("{why:?}"),
            };
            let first = answer();
            let said = if first.len() == 16 { "found" } else { &first };
            assert_eq!(said, expected, "{}", method.name());
            assert_eq!(first, answer(), "the same seed");
        }
    }

    #[test]
    fn baselines_find_or_go_on() {
        check("x......x..x..x..", "................", ["found", "found", "found"]);
        check("x......x..x..x..", "3...............", ["found", "found", "found"]);
        check("x.....x......x..", "................", ["Stopped", "Stopped", "impossible"]);
        check("xx...x......x...", "................", ["Stopped", "Stopped", "impossible"]);
    }
}
