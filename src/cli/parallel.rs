//! Work on many items by several threads, with the results in the order of the items.

use super::CliError;
use super::numbers::n_cores;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// Items for each thread that may be ahead of the first result that is still missing: they bound the memory.
const MOST_AHEAD: usize = 256;

/// As much as the first thread of a program has: searches on large grids go deep.
pub(super) const STACK_BYTES: usize = 8 << 20;

/// What the threads share.
struct Shared<I, T> {
    /// Items not begun, with their numbers.
    items: I,
    /// Number of the result that is taken next.
    next: usize,
    /// Results that came before their turn.
    results: BTreeMap<usize, T>,
    /// Threads still at work.
    n_working: usize,
    is_over: bool,
}

/// Does the work on each item, on so many threads (0 for one per core), and takes the results in the order of the items,
/// each as soon as those before it are there, until there are none or the taker breaks.
///
/// # Errors
/// That of the taker.
pub(super) fn in_order<T: Send, V: Send>(
    items: impl Iterator<Item = V> + Send,
    n_threads: usize,
    work: impl Fn(V) -> T + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, CliError>,
) -> Result<(), CliError> {
    let n_threads = if n_threads == 0 { n_cores() } else { n_threads };
    if n_threads == 1 {
        for item in items {
            if take(work(item))?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let items = items.enumerate();
    let shared = Mutex::new(Shared { items, next: 0, results: BTreeMap::new(), n_working: n_threads, is_over: false });
    let (has_result, has_room) = (Condvar::new(), Condvar::new());
    let most_ahead = MOST_AHEAD * n_threads;
    std::thread::scope(|scope| {
        for i in 0..n_threads {
            let thread = Builder::new().name(format!("work {i}")).stack_size(STACK_BYTES);
            let run = || {
                // Whoever waits is told also if the work panics.
                let _leaving = Leaving { shared: &shared, has_result: &has_result };
                loop {
                    let mut state = lock(&shared);
                    let Some((number, item)) = (if state.is_over { None } else { state.items.next() }) else { return };
                    while number >= state.next + most_ahead && !state.is_over {
                        state = has_room.wait(state).unwrap_or_else(PoisonError::into_inner);
                    }
                    drop(state);
                    let result = work(item);
                    let mut state = lock(&shared);
                    state.results.insert(number, result);
                    if number == state.next {
                        has_result.notify_one();
                    }
                }
            };
            if let Err(error) = thread.spawn_scoped(scope, run) {
                let mut state = lock(&shared);
                state.n_working -= n_threads - i;
                state.is_over = true;
                has_room.notify_all();
                return Err(CliError(format!("cannot start {n_threads} threads: {error}")));
            }
        }
        let over = |ended| {
            lock(&shared).is_over = true;
            has_room.notify_all();
            ended
        };
        loop {
            let mut state = lock(&shared);
            let result = loop {
                let next = state.next;
                match state.results.remove(&next) {
                    Some(result) => break result,
                    // Nobody is left who could say that it is over.
                    None if state.n_working == 0 => return Ok(()),
                    None => state = has_result.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            state.next += 1;
            drop(state);
            has_room.notify_all();
            match take(result) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return over(Ok(())),
                Err(error) => return over(Err(error)),
            }
        }
    })
}

fn lock<S>(shared: &Mutex<S>) -> MutexGuard<'_, S> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that leaves, one way or another.
struct Leaving<'a, I, T> {
    shared: &'a Mutex<Shared<I, T>>,
    has_result: &'a Condvar,
}

impl<I, T> Drop for Leaving<'_, I, T> {
    fn drop(&mut self) {
        lock(self.shared).n_working -= 1;
        self.has_result.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// What is taken of the numbers below `n`, each with its square; the work on some takes longer.
    #[track_caller]
    fn check(n: usize, n_threads: usize, stop_at: usize, expected: usize) {
        let mut taken = Vec::new();
        let work = |number: usize| {
            if number.is_multiple_of(7) {
                (0..20_000).for_each(|i| _ = std::hint::black_box(i));
            }
            (number, number * number)
        };
        let ended = in_order(0..n, n_threads, work, |result| {
            taken.push(result);
            Ok(if result.0 + 1 == stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        assert_eq!(ended, Ok(()));
        assert_eq!(taken, (0..expected).map(|number| (number, number * number)).collect::<Vec<_>>(), "{n_threads}");
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for n_threads in [0, 1, 2, 5] {
            check(0, n_threads, 0, 0);
            check(1, n_threads, 0, 1);
            check(3_000, n_threads, 0, 3_000);
            check(3_000, n_threads, 40, 40);
        }
    }

    #[test]
    fn few_items_are_ahead_and_none_after_the_end() {
        let n_begun = AtomicUsize::new(0);
        let work = |_| n_begun.fetch_add(1, Ordering::Relaxed);
        let mut n_taken = 0;
        let ended = in_order(0..100_000, 2, work, |_| {
            n_taken += 1;
            assert!(n_begun.load(Ordering::Relaxed) <= n_taken + 2 * MOST_AHEAD + 2);
            if n_taken == 1_000 { Err(CliError("enough".to_owned())) } else { Ok(ControlFlow::Continue(())) }
        });
        assert_eq!(ended, Err(CliError("enough".to_owned())));
        assert!(n_begun.load(Ordering::Relaxed) <= 1_000 + 2 * MOST_AHEAD + 2);
    }

    #[test]
    fn a_panic_of_the_work_is_one_of_the_caller() {
        let work = |number: usize| assert!(number != 5, "five");
        let caught = std::panic::catch_unwind(|| in_order(0..100, 3, work, |()| Ok(ControlFlow::Continue(()))));
        assert!(caught.is_err());
    }
}
