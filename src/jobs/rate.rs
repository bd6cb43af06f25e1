//! Rating a list of puzzles.

use crate::generate::{Ended, Undecided, Watch};
use crate::grid::Puzzle;
use rayon::prelude::*;

/// So many puzzles are rated for each thread before their ratings are handed over: few, because hard ones take seconds.
const AT_ONCE: usize = 4;

/// Rates puzzles on all threads and hands over what `rate` makes of each, in their order. `rate` is given a function
/// that says whether to stop; what it returns after that is dropped.
pub fn rate_list<T: Send>(
    puzzles: &[Puzzle],
    rate: impl Fn(&Puzzle, &dyn Fn() -> bool) -> T + Sync,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(T),
) -> Ended {
    let should_stop = || watch.should_stop();
    for some in puzzles.chunks(AT_ONCE * rayon::current_num_threads()) {
        let rated: Vec<Option<T>> = some
            .par_iter()
            .map(|puzzle| {
                let rated = rate(puzzle, &should_stop);
                // What was stopped is no rating.
                (!should_stop()).then_some(rated)
            })
            .collect();
        rated.into_iter().flatten().for_each(&mut *receive);
        if should_stop() {
            return Ended::Undecided(Undecided::Stopped);
        }
    }
    Ended::Enough
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    fn puzzles(n: usize) -> Vec<Puzzle> {
        let clues = |i: usize| format!("{}..............{}", 1 + i % 4, 1 + i / 4 % 4);
        (0..n).map(|i| clues(i).parse().expect("a puzzle")).collect()
    }

    #[test]
    fn ratings_come_in_the_order_of_the_puzzles() {
        let puzzles = puzzles(50);
        let mut received = Vec::new();
        let ended = rate_list(&puzzles, |puzzle, _| puzzle.to_string(), &Unwatched, &mut |text| received.push(text));
        assert!(matches!(ended, Ended::Enough));
        assert_eq!(received, puzzles.iter().map(Puzzle::to_string).collect::<Vec<_>>());
    }

    #[test]
    fn a_stop_ends_it_and_what_it_interrupts_is_no_rating() {
        let puzzles = puzzles(1_000);
        let (flag, n_begun) = (Stoppable::default(), AtomicUsize::new(0));
        let rate = |_: &Puzzle, should_stop: &dyn Fn() -> bool| {
            if n_begun.fetch_add(1, Ordering::Relaxed) == 20 {
                flag.0.store(true, Ordering::SeqCst);
            }
            // The others wait until they are told to stop.
            while n_begun.load(Ordering::Relaxed) > 20 && !should_stop() {
                std::hint::spin_loop();
            }
        };
        let mut n_received = 0;
        let ended = rate_list(&puzzles, rate, &flag, &mut |()| n_received += 1);
        assert!(matches!(ended, Ended::Undecided(Undecided::Stopped)));
        assert!(n_received <= 20, "{n_received}");
    }

    #[derive(Default)]
    struct Stoppable(AtomicBool);

    impl Watch for Stoppable {
        fn should_stop(&self) -> bool {
            self.0.load(Ordering::SeqCst)
        }
    }
}
