//! Methods side by side: the first answer wins.

use super::{PartsTurns, Until, is_exact_case, search_on, search_range, settle, settle_by_clauses};
use crate::generate::sat::backend::Backend;
use crate::generate::sat::{self, SatOptions};
use crate::generate::search::Picking;
use crate::generate::{Outcome, Request, Watch, exact, inverse};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps that the parts of a dense pattern are tried for before SAT begins.
const PART_STEPS: u64 = 50_000_000;

/// One of the methods that run side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Racer {
    Search,
    Exact,
    Inverse,
    Sat { backend: Backend, variant: u64 },
}

/// Who races on so many threads: search, the complete method, then SAT again, each in a way of its own.
fn racers(request: &Request, n_threads: usize) -> Vec<Racer> {
    if request.pattern.shape.is_large() {
        return vec![Racer::Search, Racer::Inverse];
    }
    let own = (u64::from(!is_exact_case(request))..).map(|variant| Racer::Sat { backend: Backend::Own, variant });
    #[cfg(feature = "cadical")]
    let other = std::iter::once(Racer::Sat { backend: Backend::Cadical, variant: 0 });
    #[cfg(not(feature = "cadical"))]
    let other = std::iter::empty();
    let complete = if is_exact_case(request) { Racer::Exact } else { Racer::Sat { backend: Backend::Own, variant: 0 } };
    [Racer::Search, complete].into_iter().chain(other).chain(own).take(n_threads.max(2)).collect()
}

/// Methods side by side; the first answer stops the others.
pub(super) fn race(request: &Request, watch: &dyn Watch) -> Outcome {
    // Most patterns need a single attempt; starting other threads would take longer.
    let is_large = request.pattern.shape.is_large();
    if let Some(found) = search_range(request, 0..u64::from(!is_large), Picking::FirstDone, watch) {
        return found;
    }
    let over = AtomicBool::new(false);
    let either = Until { watch, is_over: || over.load(Ordering::Relaxed) };
    let run = |racer: &Racer| {
        let outcome = match *racer {
            Racer::Search => search_on(request, u64::from(!is_large), true, &either),
            Racer::Exact => settle(request, &either, |request| exact::solve(request, &either)),
            Racer::Inverse => settle(request, &either, |request| inverse::for_pattern(request, &either)),
            Racer::Sat { backend, variant } => {
                let mut parts = PartsTurns::new(request);
                let told = if variant == 0 { parts.go_on(request, PART_STEPS, &either) } else { None };
                if let Some(outcome) = told.filter(|outcome| matches!(outcome, Outcome::Impossible(_))) {
                    over.store(true, Ordering::Relaxed);
                    return outcome;
                }
                let options = SatOptions { backend, variant, ..SatOptions::default() };
                settle_by_clauses(request, &either, |request| sat::solve(request, &options, &either))
            }
        };
        if !matches!(outcome, Outcome::Undecided(_)) {
            over.store(true, Ordering::Relaxed);
        }
        outcome
    };
    let racers = racers(request, rayon::current_num_threads());
    let mut outcomes: Vec<Outcome> = racers.par_iter().with_max_len(1).map(run).collect();
    let first = outcomes.iter().position(|outcome| !matches!(outcome, Outcome::Undecided(_)));
    outcomes.swap_remove(first.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Method, Plan, Unwatched, generate};
    use crate::grid::{Pattern, Shape, parse_patterns};
    use crate::logic::StrategySet;

    fn request(pattern: &str, strategies: &str) -> Request {
        let pattern = parse_patterns(Shape::new(2, 3).expect("a shape"), pattern).expect("a pattern").remove(0);
        Request::new(pattern, strategies.parse::<StrategySet>().expect("strategies"))
    }

    #[track_caller]
    fn check(strategies: &str, n_threads: usize, expected: &str) {
        let racers = racers(&request("x...................................", strategies), n_threads);
        let names: Vec<String> = racers
            .iter()
            .filter(|racer| !matches!(racer, Racer::Sat { backend, .. } if *backend != Backend::Own))
            .map(|racer| match racer {
                Racer::Search => "search".to_owned(),
                Racer::Exact => "exact".to_owned(),
                Racer::Inverse => "inverse".to_owned(),
                Racer::Sat { variant, .. } => format!("sat {variant}"),
            })
            .collect();
        // A further back end takes a thread of its own.
        let n_others = racers.len() - names.len();
        assert_eq!(n_others, usize::from(Backend::ALL.len() > 2 && n_threads > 2));
        let expected: Vec<&str> = expected.split(", ").collect();
        assert_eq!(names, expected[..expected.len() - n_others]);
    }

    /// Neither SAT nor the exact search goes beyond 16 rows.
    #[test]
    fn on_large_grids_search_and_the_backward_generator_race() {
        let request = Request::new(Pattern::empty("4x5".parse().expect("a shape")), StrategySet::PAPER);
        assert_eq!(racers(&request, 4), [Racer::Search, Racer::Inverse]);
    }

    #[test]
    fn each_thread_has_a_racer_of_its_own() {
        check("singles", 2, "search, sat 0");
        check("singles", 5, "search, sat 0, sat 1, sat 2, sat 3");
        check("naked-single", 2, "search, exact");
        check("naked-single", 4, "search, exact, sat 0, sat 1");
    }

    /// Whoever is first, the verdict is the same as without a race.
    #[test]
    fn a_race_ends_like_turns() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        for (pattern, strategies) in [
            ("x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x", "singles"),
            ("x..x......x.x....x.x......x..x....x.", "singles"),
            ("x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x", "naked-single"),
            ("x..x......x.x....x.x......x..x....x.", "naked-single"),
        ] {
            let request = request(pattern, strategies);
            let verdict = |plan| match generate(&request, &plan, &Unwatched) {
                Outcome::Found(_) => "found",
                Outcome::Impossible(_) => "impossible",
                Outcome::Undecided(_) => "undecided",
            };
            let raced = pool.install(|| verdict(Plan::racing(Method::Auto)));
            assert_eq!(raced, verdict(Plan::new(Method::Auto)), "{pattern} {strategies}");
        }
    }
}
