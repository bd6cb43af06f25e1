//! Irregular layouts; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench layouts -- [FILE] [count=N]
//! ```
//!
//! FILE is a table of puzzles as Simon Tatham's Solo makes them (size, kind, regions, diagonals, symmetry, difficulty,
//! clues); of those with irregular regions of nine rows, closures of singles and locked candidates and uniqueness are
//! timed. Then patterns with a half turn of 24 to 30 clues on random layouts, with the paper's three strategies: how
//! many are found, and in what time; and the unavoidable sets of up to 10 cells. Seconds are CPU time of the process.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::layouts::{RandomLayout, random_layout};
use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, generate};
use cluesmith::grid::{Cell, Pattern, Puzzle, Shape, Symmetry, parse_puzzles};
use cluesmith::grid_checker::unavoidable_sets;
use cluesmith::logic::{StrategySet, closure_of, fast_count};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Layouts that patterns are drawn on.
const N_LAYOUTS: u64 = 30;

fn seconds(work: impl FnOnce()) -> f64 {
    let start = process_seconds();
    work();
    process_seconds() - start
}

/// The irregular puzzles of nine rows without diagonals.
fn puzzles(text: &str) -> Vec<Puzzle> {
    let puzzle = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [size, "jigsaw", regions, "-", _, _, clues] = fields[..] else { return None };
        let shape: Shape = format!("{size} regions={regions}").parse().ok().filter(|shape: &Shape| shape.n() == 9)?;
        parse_puzzles(shape, clues).ok()?.pop()
    };
    text.lines().filter_map(puzzle).collect()
}

fn rates(puzzles: &[Puzzle]) {
    const ROUNDS: usize = 200;
    let n = (ROUNDS * puzzles.len()) as f64;
    let closing = seconds(|| {
        for puzzle in puzzles.iter().cycle().take(ROUNDS * puzzles.len()) {
            std::hint::black_box(closure_of(puzzle, StrategySet::PAPER));
        }
    });
    println!("closure, singles and locked candidates: {:8.0} puzzles/s", n / closing);
    let counting = seconds(|| {
        for puzzle in puzzles.iter().cycle().take(ROUNDS * puzzles.len()) {
            assert_eq!(fast_count(puzzle, 2), 1);
        }
    });
    println!("uniqueness:                             {:8.0} puzzles/s", n / counting);
}

fn symmetric_pattern(shape: Shape, n_clues: usize, random: &mut Xoshiro256PlusPlus) -> Pattern {
    let mut pattern = Pattern::empty(shape);
    while pattern.n_clues() < n_clues {
        let cell = Cell::from_index(random.random_range(0..shape.n_cells()));
        for image in Symmetry::HalfTurn.orbit(shape, cell) {
            pattern.cells.insert(image);
        }
    }
    pattern
}

fn main() {
    let mut count = 300;
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        if let Some(value) = argument.strip_prefix("count=") {
            count = value.parse().expect("count=N");
            continue;
        }
        let puzzles = puzzles(&std::fs::read_to_string(&argument).expect("a readable file"));
        println!("{} irregular 9x9 puzzles of {argument}", puzzles.len());
        if !puzzles.is_empty() {
            rates(&puzzles);
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let layouts: Vec<RandomLayout> = (0..N_LAYOUTS)
        .map(|seed| random_layout(9, Symmetry::None, seed, &Unwatched).expect("nine rows").expect("a layout"))
        .collect();
    let mut times = Vec::new();
    let mut n_found = 0;
    for number in 0..count {
        let shape = layouts[number % layouts.len()].shape;
        let pattern = symmetric_pattern(shape, 24 + number % 7, &mut random);
        let request = Request::new(pattern, StrategySet::PAPER);
        times.push(seconds(|| {
            n_found +=
                usize::from(matches!(generate(&request, &Plan::new(Method::Auto), &Unwatched), Outcome::Found(_)));
        }));
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default() * 1000.0;
    println!(
        "patterns: {n_found} of {count} found; median {:.2} ms, 99 % {:.1} ms, longest {:.0} ms",
        at(0.5),
        at(0.99),
        at(0.999)
    );
    let sets = seconds(|| {
        for layout in &layouts {
            std::hint::black_box(unavoidable_sets(&layout.solution, 10));
        }
    });
    println!("unavoidable sets of up to 10 cells: {:.1} ms a grid", sets / N_LAYOUTS as f64 * 1000.0);
}
