//! Throughput of the grid checker and of what it stands on, one thread.
//!
//! ```sh
//! CLUESMITH_DATA=../shared/data cargo bench --no-default-features --bench grid_checker
//! ```
//!
//! With `-- invariance` it compares the minlex forms of 10,000 grids under 100 transformations each instead.
//! Prints a table; BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/common/random.rs"]
mod random;

use cluesmith::grid::canon::{Isomorphism, canonical};
use cluesmith::grid::{Digit, Puzzle, Shape, content_lines};
use cluesmith::logic::{count_solutions, fast_count, fast_solutions};
use random::Random;
use std::hint::black_box;
use std::time::Instant;

fn puzzles(file: &str) -> Vec<Puzzle> {
    let Some(folder) = std::env::var_os("CLUESMITH_DATA") else { return Vec::new() };
    let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(file)) else {
        println!("skipped: {file} is not in CLUESMITH_DATA");
        return Vec::new();
    };
    content_lines(&text).filter_map(|line| line.puzzle(Shape::NINE).ok()).collect()
}

/// Runs `work` five times over all items; prints items per second of the fastest run and its result.
fn throughput<T>(name: &str, items: &[T], work: impl Fn(&T) -> bool) {
    if items.is_empty() {
        return;
    }
    let mut best = f64::MAX;
    let mut n_true = 0;
    for _ in 0..5 {
        let start = Instant::now();
        n_true = items.iter().filter(|item| black_box(work(item))).count();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<44} {:>10.0}/s   {n_true} of {}", items.len() as f64 / best, items.len());
}

/// The minlex form of grids stays the same under random transformations.
fn invariance(grids: &[Puzzle], n_transforms: usize) {
    let mut random = Random(1);
    let start = Instant::now();
    let mut n_equal = 0;
    for grid in grids {
        let form = canonical(grid).map(|canonical| canonical.puzzle);
        for _ in 0..n_transforms {
            let transform = Isomorphism {
                shape: Shape::NINE,
                is_transposed: random.below(2) == 1,
                rows: random.lines(),
                cols: random.lines(),
                digits: random.shuffled((0..9).map(Digit::from_index).collect()),
            };
            let image = canonical(&transform.apply(grid)).map(|canonical| canonical.puzzle);
            n_equal += usize::from(image.is_ok() && image == form);
        }
    }
    let n_grids = grids.len();
    let seconds = start.elapsed().as_secs_f64();
    println!("minlex of {n_grids} grids, {n_transforms} transformations each: {n_equal} equal, {seconds:.0} s");
}

fn main() {
    if std::env::args().any(|argument| argument == "invariance") {
        let some = puzzles("seventeen-clue-royle-49151.txt").into_iter().take(10_000);
        invariance(&some.flat_map(|puzzle| fast_solutions(&puzzle, 1)).collect::<Vec<_>>(), 100);
        return;
    }
    let seventeen = puzzles("seventeen-clue-royle-49151.txt");
    throughput("uniqueness, 17 clues", &seventeen, |puzzle| fast_count(puzzle, 2) == 1);
    let several = puzzles("serg-10000-multiple-solutions.txt");
    throughput("uniqueness, several solutions", &several, |puzzle| fast_count(puzzle, 2) == 2);
    throughput("uniqueness, top1465", &puzzles("top1465.txt"), |puzzle| fast_count(puzzle, 2) == 1);
    throughput("uniqueness, hardest", &puzzles("hardest-1106.txt"), |puzzle| fast_count(puzzle, 2) == 1);
    throughput("minlex, 17 clues", &seventeen, |puzzle| canonical(puzzle).is_ok());
    let grids: Vec<Puzzle> = seventeen.iter().step_by(4).flat_map(|puzzle| fast_solutions(puzzle, 1)).collect();
    throughput("minlex, solution grids", &grids, |grid| canonical(grid).is_ok());
    let sample: Vec<Puzzle> = seventeen.iter().step_by(20).cloned().collect();
    throughput("the simple search, 17 clues", &sample, |puzzle| count_solutions(puzzle, 2) == 1);
}
