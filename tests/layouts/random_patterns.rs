//! Random patterns on random irregular layouts of five and six rows: every method comes to the same answer.

use crate::answer_by;
use crate::clock::thread_seconds;
use crate::common::{cases, random_pattern};
use cluesmith::generate::layouts::random_layout;
use cluesmith::generate::{Method, Request, Unwatched, Watch};
use cluesmith::grid::{Shape, Symmetry};
use cluesmith::logic::StrategySet;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Patterns of each size; `CLUESMITH_CASES=25` asks for 500.
const PATTERNS: usize = 20;

/// Patterns on one layout.
const ON_ONE_LAYOUT: usize = 5;

/// Seconds of its thread that each method may take; what takes longer than the second is told with `--nocapture`.
const LIMIT: f64 = 300.0;
const SLOW: f64 = 5.0;

/// Stops when this thread has used so many seconds.
struct Until(f64);

impl Watch for Until {
    fn should_stop(&self) -> bool {
        thread_seconds() > self.0
    }
}

/// The answer of a method if it comes in time, and the time that it took.
fn answer_within(request: &Request, method: Method, limit: f64) -> (Option<bool>, f64) {
    let start = thread_seconds();
    let answer = answer_by(request, method, &Until(start + limit));
    (answer, thread_seconds() - start)
}

/// Asks all methods; whether there is a puzzle, and the longest time that one of them took.
#[allow(clippy::print_stdout, reason = "slow calls are told with --nocapture")]
fn ask(request: &Request) -> (bool, f64) {
    let name = |method: Method| {
        format!("{} on {} {} {}", method.name(), request.pattern.shape, request.pattern, request.strategies)
    };
    let mut longest = 0.0f64;
    let mut told = |method| {
        let (told, seconds) = answer_within(request, method, LIMIT);
        longest = longest.max(seconds);
        if seconds > SLOW {
            println!("{seconds:.1} s: {}", name(method));
        }
        told
    };
    let sat = told(Method::Sat).unwrap_or_else(|| panic!("undecided: {}", name(Method::Sat)));
    let is_exact_case = request.strategies == "naked-single".parse().expect("a name");
    for method in [Method::Auto].into_iter().chain(is_exact_case.then_some(Method::Exact)) {
        assert_eq!(told(method), Some(sat), "{}", name(method));
    }
    // These cannot refute, but for what the bounds tell.
    for method in [Method::Search, Method::Inverse].into_iter().filter(|_| sat) {
        assert_ne!(answer_within(request, method, SLOW).0, Some(false), "{}", name(method));
    }
    (sat, longest)
}

/// Answers to all requests. Each thread has a pool of its own, so that its time is that of its calls.
fn ask_all(asked: &[Request]) -> Vec<(bool, f64)> {
    let next = AtomicUsize::new(0);
    let work = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let requests = || asked.get(next.fetch_add(1, Ordering::Relaxed));
        pool.install(|| std::iter::from_fn(requests).map(ask).collect::<Vec<_>>())
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no method failed")).collect()
    })
}

#[test]
fn methods_agree_on_random_patterns_of_five_and_six_rows() {
    let layout = |n: usize, seed: u64| -> Shape {
        random_layout(n, Symmetry::None, seed, &Unwatched).expect("a size").expect("a layout").shape
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut asked = Vec::new();
    for n in [5, 6] {
        for i in 0..cases(PATTERNS) {
            let shape = layout(n, (i / ON_ONE_LAYOUT) as u64);
            let n_clues = n - 1 + i * 7 % (n + 5);
            let strategies: StrategySet = ["naked-single", "singles", "paper"][i % 3].parse().expect("names");
            asked.push(Request::new(random_pattern(shape, n_clues, &mut random), strategies));
        }
    }
    let answers = ask_all(&asked);
    let n_found = answers.iter().filter(|(found, _)| *found).count();
    let longest = answers.iter().map(|&(_, seconds)| seconds).fold(0.0, f64::max);
    println!("{} patterns, {n_found} of them have a puzzle; the longest call took {longest:.2} s", answers.len());
    assert!(n_found > answers.len() / 5 && n_found < answers.len() * 4 / 5, "{n_found} of {}", answers.len());
}
