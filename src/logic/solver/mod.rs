//! The fast solver: counts and lists solutions by bit-parallel propagation and guessing.
//!
//! For bulk work: the grid checker, `solve` and the trace. The verifier of puzzles keeps
//! to the simple search of `logic::count`, which shares no line with this one; each is
//! the other's test.

mod clauses;
mod general;
mod nine;

use crate::grid::{Puzzle, Shape};

/// Number of solutions, counted up to `limit`.
///
/// ```
/// use cluesmith::{grid::{Puzzle, Shape}, logic::fast_count};
/// assert_eq!(fast_count(&Puzzle::empty(Shape::NINE), 1000), 1000);
/// ```
pub fn fast_count(puzzle: &Puzzle, limit: usize) -> usize {
    fast_count_until(puzzle, limit, &|| false).unwrap_or_default()
}

/// [`fast_count`], asking now and then whether to stop: `None` if it was stopped.
pub fn fast_count_until(puzzle: &Puzzle, limit: usize, should_stop: &dyn Fn() -> bool) -> Option<usize> {
    let mut n_found = 0;
    if limit == 0 {
        return Some(0);
    }
    let receive = &mut |_: &[u8]| {
        n_found += 1;
        n_found < limit
    };
    search(puzzle, &mut Sink::new(false, (puzzle.shape(), limit), receive, should_stop)).then_some(n_found)
}

/// The first `limit` solutions in the order of the search (the same on every run).
pub fn fast_solutions(puzzle: &Puzzle, limit: usize) -> Vec<Puzzle> {
    fast_solutions_until(puzzle, limit, &|| false).unwrap_or_default()
}

/// [`fast_solutions`], asking now and then whether to stop: `None` if it was stopped.
pub fn fast_solutions_until(puzzle: &Puzzle, limit: usize, should_stop: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
    let mut found = Vec::new();
    if limit == 0 {
        return Some(found);
    }
    let receive = &mut |values: &[u8]| {
        found.push(Puzzle::from_values(puzzle.shape(), values));
        found.len() < limit
    };
    search(puzzle, &mut Sink::new(true, (puzzle.shape(), limit), receive, should_stop)).then_some(found)
}

/// Where solutions go, and who may stop the search.
struct Sink<'a> {
    /// Whether the receiver looks at the values; else it may get nothing.
    wants_values: bool,
    /// Takes a solution; false when it has enough.
    receive: &'a mut dyn FnMut(&[u8]) -> bool,
    should_stop: &'a dyn Fn() -> bool,
    n_guesses: u32,
    /// Guesses after which the search is left to clauses, and the solutions that it has handed over by then.
    most_guesses: u32,
    known: Vec<Vec<u8>>,
    is_stopped: bool,
}

impl<'a> Sink<'a> {
    /// Guesses between two questions whether to stop.
    const POLL: u32 = 1024;
    /// Where so few solutions are wanted, as whoever asks for uniqueness does, clauses find them sooner than guesses if it
    /// takes many. More solutions are found sooner by guesses.
    const FEW: usize = 2;
    /// On 16x16 they last some two milliseconds, which is what clauses take in the median.
    const MOST_GUESSES: u32 = 200;
    /// On grids of so many rows guesses take little time each, and clauses are slower: anti-knight puzzles take twice as
    /// long with them.
    const MOST_ROWS_BY_GUESSES: usize = 12;

    fn new(
        wants_values: bool,
        (shape, limit): (Shape, usize),
        receive: &'a mut dyn FnMut(&[u8]) -> bool,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Sink<'a> {
        let has_many_rows = shape.n() > Sink::MOST_ROWS_BY_GUESSES;
        let most_guesses = if has_many_rows && limit <= Sink::FEW { Sink::MOST_GUESSES } else { u32::MAX };
        Sink { wants_values, receive, should_stop, n_guesses: 0, most_guesses, known: Vec::new(), is_stopped: false }
    }

    /// Asked before each guess.
    #[inline]
    fn is_stopped(&mut self) -> bool {
        self.n_guesses = self.n_guesses.wrapping_add(1);
        if self.n_guesses.is_multiple_of(Sink::POLL) && (self.should_stop)() {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Whether the search is to be left to clauses.
    fn is_out_of_guesses(&self) -> bool {
        self.n_guesses > self.most_guesses
    }

    /// Hands a solution over; false when the receiver has enough.
    fn take(&mut self, values: impl FnOnce() -> Vec<u8>) -> bool {
        let may_be_left = self.most_guesses < u32::MAX;
        if !self.wants_values && !may_be_left {
            return (self.receive)(&[]);
        }
        let values = values();
        let wants_more = (self.receive)(&values);
        if wants_more && may_be_left {
            self.known.push(values);
        }
        wants_more
    }
}

/// Hands every solution over until the receiver has enough. False if it was stopped.
fn search(puzzle: &Puzzle, sink: &mut Sink<'_>) -> bool {
    if puzzle.shape() == Shape::NINE {
        nine::search(puzzle.values(), sink);
        return !sink.is_stopped;
    }
    match puzzle.shape().n_cells() {
        ..=64 => general::search::<1, 8>(puzzle, sink),
        65..=192 => general::search::<3, 13>(puzzle, sink),
        193..=256 => general::search::<4, 16>(puzzle, sink),
        _ => general::search::<10, { Shape::MAX_N }>(puzzle, sink),
    };
    if sink.is_out_of_guesses() && !sink.is_stopped {
        clauses::search(puzzle, sink);
    }
    !sink.is_stopped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Digit;
    use crate::grid::examples::all_shapes;
    use crate::logic::count_solutions;
    use crate::logic::examples::full_grid;
    use proptest::prelude::*;

    #[track_caller]
    fn check(shape: &str, puzzle: &str, limit: usize, expected: usize) {
        let puzzle = crate::grid::parse_puzzles(shape.parse().expect("shape"), puzzle).expect("puzzle").remove(0);
        assert_eq!(fast_count(&puzzle, limit), expected);
        assert_eq!(count_solutions(&puzzle, limit), expected, "the simple search");
    }

    #[test]
    fn counts_to_the_limit() {
        check("2x2", &".".repeat(16), 1000, 288);
        check("2x2", &".".repeat(16), 17, 17);
        check("2x2", &".".repeat(16), 0, 0);
        check("2x2", "11..............", 5, 0);
        check("2x2", "1.....3..1.....2", 5, 1);
        check("3x3", "000000010400000000020000000000050407008000300001090000300400200050100000000806000", 2, 1);
        check("3x3", "55...............................................................................", 2, 0);
        // Every cell of the first box has candidates, and yet there is nothing.
        check("3x3", "12345678.........9...............................................................", 2, 0);
    }

    #[test]
    fn a_count_can_be_stopped() {
        // An empty irregular grid of ten rows and more keeps it busy for long.
        for shape in all_shapes().filter(|shape| shape.is_plain() || shape.n() <= 7 && !shape.has_rules()) {
            let empty = Puzzle::empty(shape);
            assert_eq!(fast_count_until(&empty, 3, &|| true), Some(3), "so few take no question");
            assert_eq!(fast_count_until(&empty, usize::MAX, &|| true).is_none(), shape.n() > 4);
            assert_eq!(fast_solutions_until(&empty, usize::MAX, &|| true).is_none(), shape.n() > 4);
        }
    }

    /// The solutions up to the limit if so many guesses may be made before clauses go on; `None` if it was stopped.
    fn left_to_clauses(puzzle: &Puzzle, limit: usize, most_guesses: u32, is_stopped: bool) -> Option<Vec<Puzzle>> {
        let mut found = Vec::new();
        let receive = &mut |values: &[u8]| {
            found.push(Puzzle::from_values(puzzle.shape(), values));
            found.len() < limit
        };
        let should_stop = || is_stopped;
        let mut sink = Sink { most_guesses, ..Sink::new(true, (puzzle.shape(), limit), receive, &should_stop) };
        search(puzzle, &mut sink).then_some(found)
    }

    /// Clauses count what the simple search counts, wherever they take over, and find no solution twice.
    #[test]
    fn clauses_find_what_guesses_leave() {
        for shape in all_shapes() {
            let solution = full_grid(shape);
            // Large shapes keep more, for the simple search to come to an end.
            let steps = if shape.n() > 9 { [2, 5, 7] } else { [2, 3, 4] };
            for step in steps {
                let kept = shape.cells().filter(|cell| cell.index() % step != 0);
                let puzzle = solution.masked(&crate::grid::Pattern::new(shape, kept));
                let expected = count_solutions(&puzzle, 20);
                for most_guesses in [0, 1, 4] {
                    let mut found = left_to_clauses(&puzzle, 20, most_guesses, false).expect("nobody stops it");
                    assert_eq!(found.len(), expected, "{shape} {puzzle} {most_guesses}");
                    assert!(found.iter().all(|grid| grid.is_solution() && grid.masked(&puzzle.pattern()) == puzzle));
                    found.sort();
                    found.dedup();
                    assert_eq!(found.len(), expected, "{shape} {puzzle} {most_guesses}");
                }
            }
        }
    }

    /// A minimal puzzle of 16x16, on which guesses take long: with it and without some of its clues, clauses count the same.
    #[test]
    fn clauses_count_what_guesses_count_on_hard_puzzles() {
        let shape = "4x4".parse().expect("a shape");
        let puzzle = crate::grid::parse_puzzles(shape, HARD).expect("a puzzle").remove(0);
        for cell in puzzle.clues().map(|(cell, _)| Some(cell)).step_by(9).chain([None]) {
            let mut fewer = puzzle.clone();
            if let Some(cell) = cell {
                fewer.set(cell, None);
            }
            let by_guesses = left_to_clauses(&fewer, 2, u32::MAX, false).expect("nobody stops it");
            assert_eq!(by_guesses.len(), if cell.is_some() { 2 } else { 1 }, "{cell:?}");
            for most_guesses in [0, 40] {
                let found = left_to_clauses(&fewer, 2, most_guesses, false).expect("nobody stops it");
                assert_eq!(found.len(), by_guesses.len(), "{cell:?} {most_guesses}");
            }
            assert_eq!(fast_count(&fewer, 2), by_guesses.len(), "{cell:?}");
        }
        assert_eq!(fast_count_until(&puzzle, 2, &|| true), None, "200 guesses, then a question");
    }

    const HARD: &str = ".E...67....D....5......DF...E...F.....4.A97...BG6..2...BC..E.3.8..4....E87........G8.3C...F..E.......29.....3.1.C...B..1E.3A7.....248..9.B........D.5GB.3CA..986.....F...8.6..5.79....E.G.4....D17.3...F.28..G...C.E173..6..4B......4.6...9....2..9..AG.....65..";

    /// Nine rows go a way of their own, where there are no clauses.
    #[test]
    fn clauses_can_be_stopped() {
        for shape in all_shapes().filter(|&shape| shape != Shape::NINE && !shape.has_rules()) {
            let empty = Puzzle::empty(shape);
            assert_eq!(left_to_clauses(&empty, 2, 0, true), None, "{shape}");
        }
    }

    proptest! {
        /// A few digits of a solution, some of them changed: both ways count the same, and the solutions solve.
        #[test]
        fn agrees_with_the_simple_search(
            index in 0..all_shapes().count(),
            keep in prop::collection::vec(0u8..10, 256),
            changed in prop::collection::vec((any::<usize>(), any::<usize>()), 0..3),
            level in 4u8..9,
        ) {
            let shape = all_shapes().nth(index).expect("a shape");
            let solution = full_grid(shape);
            let mut puzzle = solution.clone();
            for cell in shape.cells() {
                // Large shapes keep more, for the simple search to come to an end.
                if keep[cell.index()] >= if shape.n() > 9 { 8 } else { level } {
                    puzzle.set(cell, None);
                }
            }
            for (cell, digit) in changed {
                let cell = crate::grid::Cell::from_index(cell % shape.n_cells());
                if shape.n() <= 9 {
                    puzzle.set(cell, Some(Digit::from_index(digit % shape.n())));
                }
            }
            let expected = count_solutions(&puzzle, 50);
            prop_assert_eq!(fast_count(&puzzle, 50), expected);
            let mut found = fast_solutions(&puzzle, 50);
            prop_assert_eq!(found.len(), expected);
            for grid in &found {
                prop_assert!(grid.is_solution());
                prop_assert_eq!(grid.masked(&puzzle.pattern()), puzzle.clone());
            }
            found.sort();
            found.dedup();
            prop_assert_eq!(found.len(), expected);
        }
    }
}
