//! Throughput of the engines on one thread, side by side in one run.
//!
//! ```sh
//! CLUESMITH_DATA=../shared/data cargo bench --no-default-features --bench engines
//! ```
//!
//! Prints a table; BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cluesmith::generate::{Method, Outcome, Plan, Request, Spread, Unwatched, Walk, Wanted, generate, variety};
use cluesmith::grid::{Pattern, Puzzle, Shape, content_lines};
use cluesmith::logic::{Closure, Design, StrategyId, StrategySet, count_solutions, hodoku_rating, se_rating, solve};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Text of an oracle file, or `None` with a note.
fn data(file: &str) -> Option<String> {
    let folder = std::env::var_os("CLUESMITH_DATA")?;
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join(file)).ok();
    if text.is_none() {
        println!("skipped: {file} is not in CLUESMITH_DATA");
    }
    text
}

fn puzzles(file: &str) -> Vec<Puzzle> {
    let text = data(file).unwrap_or_default();
    content_lines(&text).filter_map(|line| line.puzzle(Shape::NINE).ok()).collect()
}

fn patterns(file: &str) -> Vec<Pattern> {
    let text = data(file).unwrap_or_default();
    content_lines(&text).filter_map(|line| line.pattern(Shape::NINE).ok()).collect()
}

/// Runs `work` three times over all items; prints items per second of the fastest run and its result.
fn throughput<T>(name: &str, items: &[T], work: impl Fn(&T) -> bool) {
    if items.is_empty() {
        return;
    }
    let mut best = f64::MAX;
    let mut n_true = 0;
    for _ in 0..3 {
        let start = Instant::now();
        n_true = items.iter().filter(|item| black_box(work(item))).count();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<44} {:>10.0}/s   {n_true} of {}", items.len() as f64 / best, items.len());
}

/// Answers every request once; prints quantiles of the time each took.
fn latency(name: &str, patterns: &[Pattern], strategies: StrategySet) {
    if patterns.is_empty() {
        return;
    }
    let mut seconds = Vec::new();
    let (mut n_found, mut n_refuted) = (0, 0);
    for pattern in patterns {
        let request = Request::from(Design { seed: 1, ..Design::new(*pattern, strategies) });
        let start = Instant::now();
        match generate(&request, &Plan::new(Method::Auto), &Unwatched) {
            Outcome::Found(_) => n_found += 1,
            Outcome::Impossible(_) => n_refuted += 1,
            Outcome::Undecided(_) => {}
        }
        seconds.push(start.elapsed().as_secs_f64());
    }
    let total: f64 = seconds.iter().sum();
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize] * 1e3;
    println!(
        "{name:<44} median {:.2} ms  90 % {:.2} ms  99 % {:.2} ms  max {:.0} ms  total {total:.2} s   {n_found} found, {n_refuted} refuted",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    pool.install(run);
}

fn run() {
    let seventeen = puzzles("seventeen-clue-royle-49151.txt");
    let closes = |strategies| move |puzzle: &Puzzle| Closure::<9>::of(puzzle, strategies).is_solved();
    throughput("closure, singles, 17 clues", &seventeen, closes(StrategySet::SINGLES));
    throughput("closure, paper, 17 clues", &seventeen, closes(StrategySet::PAPER));
    throughput("closure, set logic, 17 clues", &seventeen, closes(StrategySet::BASIC));
    throughput("closure, set logic, top1465", &puzzles("top1465.txt"), closes(StrategySet::BASIC));
    throughput("closure, set logic, rated-mixed500", &puzzles("rated-mixed500.tsv"), closes(StrategySet::BASIC));
    let sample: Vec<Puzzle> = seventeen.iter().step_by(10).cloned().collect();
    throughput("trace, set logic, 17 clues", &sample, |puzzle| solve(puzzle, StrategySet::BASIC).end.is_solved());
    throughput("trace, all strategies, 17 clues", &sample, |puzzle| solve(puzzle, StrategySet::ALL).end.is_solved());
    throughput("figures of Sudoku Explainer, 17 clues", &sample, |puzzle| se_rating(puzzle).is_some());
    throughput("figures of HoDoKu, 17 clues", &sample, |puzzle| hodoku_rating(puzzle).is_some());
    throughput("uniqueness, 17 clues", &sample, |puzzle| count_solutions(puzzle, 2) == 1);
    throughput("uniqueness, several solutions", &puzzles("serg-10000-multiple-solutions.txt"), |puzzle| {
        count_solutions(puzzle, 2) == 2
    });

    latency("generate, symmetric sample, paper", &patterns("patterns-symmetric-sample.tsv"), StrategySet::PAPER);
    let recipe = patterns("fig6-recipe-100.txt");
    let many: Vec<Pattern> = recipe.iter().copied().filter(|pattern| pattern.n_clues() >= 25).collect();
    latency("generate, recipe, 25 clues and more, paper", &many, StrategySet::PAPER);
    let table_a1: Vec<Pattern> = puzzles("table-a1-30.txt").iter().map(Puzzle::pattern).collect();
    latency("generate, table A1, naked singles", &table_a1, StrategySet::single(StrategyId::NakedSingle));
    for (i, mask) in patterns("half-turn-24-clue-masks.txt").into_iter().enumerate() {
        let request = Request::from(Design { seed: 1, ..Design::new(mask, StrategySet::PAPER) });
        let start = Instant::now();
        let mut n_found = 0;
        let wanted = Wanted { count: 1000, spread: Spread::Clues(1) };
        let ended =
            variety(&request, &Plan::new(Method::Auto), [], Walk::default(), wanted, &Unwatched, &mut |_, _| {
                n_found += 1;
                ControlFlow::Continue(())
            });
        let name = format!("1,000 different puzzles, mask {}", i + 1);
        println!("{name:<44} {:.2} s   {n_found} found, {ended:?}", start.elapsed().as_secs_f64());
    }
}
