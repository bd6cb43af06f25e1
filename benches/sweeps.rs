//! Constants of the generators, each with values around the one in use; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench sweeps [-- PART] [count=N]
//! ```
//!
//! PART is `backward`, `learning` or `annealing`; without it, all of them run. Puzzles, conflicts and walks depend on the
//! seeds alone, so they are the same on every machine; times are CPU times of the thread.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cluesmith::generate::inverse::{BackwardRequest, Effort, Ended, backward};
use cluesmith::generate::sat::{self, SatOptions};
use cluesmith::generate::search::{Annealing, anneal};
use cluesmith::generate::{Outcome, Request, Unwatched, bounds};
use cluesmith::grid::{Cell, CellSet, Pattern, Shape};
use cluesmith::logic::{Design, StrategySet, se_rating};
use cluesmith::sat::cdcl::Tuning;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[cfg(unix)]
fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Wall-clock time, where there is no other.
#[cfg(not(unix))]
fn thread_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// The seconds that something takes, with what it returns.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = thread_seconds();
    let result = work();
    (thread_seconds() - start, result)
}

/// Hard puzzles by the heuristic d: how hard they get, and how long that takes.
fn backward_row(name: &str, effort: Effort, count: u64) {
    let (seconds, figures) = timed(|| {
        let puzzle = |seed| {
            let schedule = "d".parse().expect("a schedule");
            let request = BackwardRequest { seed, schedule, effort, ..BackwardRequest::new(Shape::NINE) };
            match backward(&request, &Unwatched, &mut |_| ()) {
                Ok(Ended::Found(found)) => se_rating(found.found.puzzle()).map(|rating| f64::from(rating.whole) / 10.0),
                _ => None,
            }
        };
        (0..count).filter_map(puzzle).collect::<Vec<f64>>()
    });
    let mean = figures.iter().sum::<f64>() / figures.len().max(1) as f64;
    println!(
        "{name:<28} {} of {count} rated, mean SE {mean:.2}, {:.0} ms each",
        figures.len(),
        seconds * 1e3 / count as f64
    );
}

fn backward_sweep(count: u64) {
    println!("backward generator, heuristic d");
    let usual = Effort::default();
    for breadth in [4, 8, 16, 32] {
        backward_row(&format!("breadth {breadth}"), Effort { breadth, ..usual }, count);
    }
    for probes in [1, 4, 16] {
        backward_row(&format!("probes {probes}"), Effort { probes, ..usual }, count);
    }
    for climbs in [0, 100, 400, 1_600] {
        backward_row(&format!("climbs {climbs}"), Effort { climbs, ..usual }, count);
    }
    for back in [2, 4, 6, 8, 12] {
        backward_row(&format!("back {back}"), Effort { back, ..usual }, count);
    }
}

/// Random patterns of 24 clues that no bound refutes, singles, 10,000 conflicts each.
fn learning_row(name: &str, tuning: Tuning, count: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let (mut n_decided, mut n_conflicts, mut total) = (0, 0, 0.0);
    let mut done = 0;
    while done < count {
        let mut cells = CellSet::EMPTY;
        while cells.len() < 24 {
            cells.insert(Cell::from_index(rng.random_range(0..81)));
        }
        let request = Request::new(Pattern { shape: Shape::NINE, cells }, StrategySet::SINGLES);
        if bounds::refute(&request).is_some() {
            continue;
        }
        done += 1;
        let options = SatOptions { budget: Some(10_000), tuning, ..SatOptions::default() };
        let (seconds, run) = timed(|| sat::run(&request, &options, &Unwatched));
        n_decided += u64::from(!matches!(run.outcome, Outcome::Undecided(_)));
        n_conflicts += run.stats.solver.conflicts;
        total += seconds;
    }
    println!("{name:<28} {n_decided} of {count} decided, {n_conflicts} conflicts, {total:.1} s");
}

fn learning_sweep(count: u64) {
    println!("clause learning, 24 clues, singles, 10,000 conflicts each");
    let usual = Tuning::default();
    for restart_unit in [16, 64, 256] {
        learning_row(&format!("restart unit {restart_unit}"), Tuning { restart_unit, ..usual }, count);
    }
    for max_learnts in [1000, 3000, 10_000] {
        learning_row(&format!("max learnts {max_learnts}"), Tuning { max_learnts, ..usual }, count);
    }
}

/// Walks towards puzzles that need an X-wing: how many get there.
fn annealing_row(name: &str, tuning: Annealing, count: u64) {
    let text = "..xxxxx...x.....x.x..xxx..xx.x...x.xx.x.x.x.xx.x..x..xx..x...x..x..xxx....xx.....";
    let design = Design::new(text.parse().expect("a pattern"), StrategySet::BASIC);
    let goal = "hardest x-wing".parse().expect("a goal");
    let request = Request::from(Design { goal, ..design });
    let walk = |attempt: &u64| anneal(&request, *attempt, 4000, &tuning, &Unwatched).is_some();
    let (seconds, n_found) = timed(|| (0..count).filter(walk).count());
    println!("{name:<28} {n_found} of {count} walks, {:.2} s a puzzle", seconds / n_found.max(1) as f64);
}

fn annealing_sweep(count: u64) {
    println!("annealing, X-wing as the hardest step, 4,000 moves a walk");
    let usual = Annealing::default();
    for slack in [0, 6, 12, 24, 48] {
        annealing_row(&format!("slack {slack}"), Annealing { slack, ..usual }, count);
    }
    for patience in [4, 16, 64] {
        annealing_row(&format!("patience {patience}"), Annealing { patience, ..usual }, count);
    }
}

/// Name of a part, what runs it, and for how many seeds.
type Part = (&'static str, fn(u64), u64);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let count = arguments.iter().find_map(|argument| argument.strip_prefix("count=")?.parse().ok());
    let part = arguments.iter().find(|argument| !argument.starts_with("count="));
    let parts: [Part; 3] =
        [("backward", backward_sweep, 100), ("learning", learning_sweep, 16), ("annealing", annealing_sweep, 16)];
    for (_, run, usual) in parts.into_iter().filter(|(name, ..)| part.is_none_or(|part| part == name)) {
        run(count.unwrap_or(usual));
    }
}
