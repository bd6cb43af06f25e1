//! The adversary: puzzles, verdicts and proofs of the program, judged by a program of its own.
//!
//! It reads text and knows the rules; of the library it uses no type and no function, so no fault of the engines
//! hides here. As part of the tests it takes a few seconds; `scripts/adversary` runs it for as long as one likes.

#![allow(
    clippy::needless_for_each,
    clippy::needless_range_loop,
    clippy::naive_bytecount,
    clippy::match_bool,
    clippy::range_plus_one,
    clippy::doc_markdown,
    clippy::type_complexity,
    reason = "a program of its own, written for plainness"
)]

mod cases;
mod certificate;
mod closure;
mod exhaust;
mod geometry;
mod judge;
mod program;
mod proofs;
mod puzzles;
mod questions;
mod random;
mod solutions;
mod verdicts;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long to go on: from `ADVERSARY_SECONDS`, else a number of rounds that takes little time.
struct Length {
    start: Instant,
    limit: Option<Duration>,
    n_rounds: u64,
    /// Round 0 has this number: `ADVERSARY_SEED`.
    seed: u64,
}

fn number_of(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a whole number, not {text}")))
}

impl Length {
    fn of_environment(n_rounds: u64) -> Length {
        let limit = number_of("ADVERSARY_SECONDS").map(Duration::from_secs);
        Length { start: Instant::now(), limit, n_rounds, seed: number_of("ADVERSARY_SEED").unwrap_or(0) }
    }

    fn is_over(&self, round: u64) -> bool {
        self.limit.map_or(round >= self.n_rounds, |limit| self.start.elapsed() >= limit)
    }
}

/// Runs rounds until the time is over (see [`run_until`]).
fn run_rounds(length: &Length, round: impl Fn(u64) -> Vec<String> + Sync) {
    run_until(&|number| length.is_over(number), |number| round(length.seed + number));
}

/// Runs rounds on every core and panics with what they found to be wrong.
///
/// A round gets its number and returns what is wrong.
fn run_until(is_over: &(dyn Fn(u64) -> bool + Sync), round: impl Fn(u64) -> Vec<String> + Sync) {
    const MOST_SHOWN: usize = 10;
    let next = AtomicU64::new(0);
    let wrong = Mutex::new(Vec::new());
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_full = wrong.lock().expect("a lock").len() >= MOST_SHOWN;
                    if is_full || is_over(number) {
                        return;
                    }
                    let found = round(number);
                    wrong.lock().expect("a lock").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("a lock");
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}
