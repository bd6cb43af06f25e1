//! Random patterns on random irregular layouts of five and six rows: every method comes to the same answer.

use crate::answer_until;
use crate::common::{cases, random_pattern};
use cluesmith::generate::layouts::random_layout;
use cluesmith::generate::{Method, Request, Unwatched};
use cluesmith::grid::{Shape, Symmetry};
use cluesmith::logic::StrategySet;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Patterns of each size; `CLUESMITH_CASES=25` asks for 500.
const PATTERNS: usize = 20;

/// Patterns on one layout.
const ON_ONE_LAYOUT: usize = 5;

/// So long each method may take on a busy machine; what takes longer than the second is told with `--nocapture`.
const LIMIT: Duration = Duration::from_mins(5);
const SLOW: Duration = Duration::from_secs(5);

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
    let found: Vec<bool> = asked
        .par_iter()
        .map(|request| {
            let name = |method: Method| {
                format!("{} on {} {} {}", method.name(), request.pattern.shape, request.pattern, request.strategies)
            };
            let told = |method| {
                let start = Instant::now();
                let told = answer_until(request, method, LIMIT);
                if start.elapsed() > SLOW {
                    println!("{:.1} s: {}", start.elapsed().as_secs_f64(), name(method));
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
                assert_ne!(answer_until(request, method, SLOW), Some(false), "{}", name(method));
            }
            sat
        })
        .collect();
    let n_found = found.iter().filter(|&&found| found).count();
    println!("{} patterns, {n_found} of them have a puzzle", found.len());
    assert!(n_found > found.len() / 5 && n_found < found.len() * 4 / 5, "{n_found} of {}", found.len());
}
