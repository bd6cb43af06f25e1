//! Layouts that are not plain: irregular regions, diagonals, other rules; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench layouts -- [FILE] [count=N] [limit=SECONDS]
//! ```
//!
//! FILE is a table of puzzles as Simon Tatham's Solo makes them (size, kind, regions, diagonals, symmetry, difficulty,
//! clues); of those with nine rows, by kind, closures of singles and locked candidates and uniqueness are timed. Then
//! patterns with a half turn, with the paper's three strategies: on random irregular layouts with 24 to 30 clues, on boxes
//! with diagonals, windows and knight's moves with 15 to 24 clues (N of each): how many are found, and in what time; a
//! pattern that takes longer than the limit is given up. At last the unavoidable sets of up to 10 cells of irregular
//! grids. Seconds are CPU time of the process.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::layouts::{RandomLayout, random_layout};
use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, Watch, generate};
use cluesmith::grid::{Cell, Pattern, Puzzle, Shape, Symmetry, parse_puzzles};
use cluesmith::grid_checker::unavoidable_sets;
use cluesmith::logic::{Closure, StrategySet, fast_count};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Layouts that patterns are drawn on.
const N_LAYOUTS: u64 = 30;

fn seconds(work: impl FnOnce()) -> f64 {
    let start = process_seconds();
    work();
    process_seconds() - start
}

/// Stops when the process has used so many seconds.
struct Limit(f64);

impl Watch for Limit {
    fn should_stop(&self) -> bool {
        process_seconds() > self.0
    }
}

/// The puzzles of nine rows of a kind (`jigsaw` or `boxes`), with or without diagonals (`x` or `-`).
fn puzzles(text: &str, kind: &str, diagonals: &str) -> Vec<Puzzle> {
    let puzzle = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [size, of_kind, regions, with, _, _, clues] = fields[..] else { return None };
        let rule = if with == "x" { " x" } else { "" };
        let shape: Shape = match of_kind {
            "jigsaw" => format!("{size} regions={regions}{rule}").parse().ok()?,
            _ if size == "9" => format!("3x3{rule}").parse().ok()?,
            _ => return None,
        };
        let is_asked = shape.n() == 9 && (of_kind, with) == (kind, diagonals);
        if is_asked { parse_puzzles(shape, clues).ok()?.pop() } else { None }
    };
    text.lines().filter_map(puzzle).collect()
}

/// Each puzzle so many times in a row, since the tables of a layout are built again when many others came between.
fn each_often(puzzles: &[Puzzle], rounds: usize) -> impl Iterator<Item = &Puzzle> {
    puzzles.iter().flat_map(move |puzzle| std::iter::repeat_n(puzzle, rounds))
}

fn rates(puzzles: &[Puzzle]) {
    const ROUNDS: usize = 200;
    let n = (ROUNDS * puzzles.len()) as f64;
    let closing = seconds(|| {
        for puzzle in each_often(puzzles, ROUNDS) {
            std::hint::black_box(Closure::<9>::of(puzzle, StrategySet::PAPER).is_solved());
        }
    });
    println!("closure, singles and locked candidates: {:8.0} puzzles/s", n / closing);
    let counting = seconds(|| {
        for puzzle in each_often(puzzles, ROUNDS) {
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

/// Patterns by turns on these shapes, with numbers of clues from the first to the last.
fn patterns(name: &str, shapes: &[Shape], [first, last]: [usize; 2], count: usize, limit: f64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut times, mut n_found, mut n_impossible) = (Vec::new(), 0, 0);
    for number in 0..count {
        let shape = shapes[number % shapes.len()];
        let pattern = symmetric_pattern(shape, first + number % (last + 1 - first), &mut random);
        let request = Request::new(pattern, StrategySet::PAPER);
        times.push(seconds(|| {
            let watch = Limit(process_seconds() + limit);
            match generate(&request, &Plan::new(Method::Auto), &watch) {
                Outcome::Found(_) => n_found += 1,
                Outcome::Impossible(_) => n_impossible += 1,
                Outcome::Undecided(_) => {}
            }
        }));
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default() * 1000.0;
    println!(
        "{name}, {first} to {last} clues: {n_found} of {count} found, {n_impossible} impossible; \
         median {:.2} ms, 99 % {:.1} ms, longest {:.0} ms",
        at(0.5),
        at(0.99),
        at(0.999)
    );
}

fn main() {
    let (mut count, mut limit) = (300, 10.0);
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        if let Some(value) = argument.strip_prefix("count=") {
            count = value.parse().expect("count=N");
            continue;
        }
        if let Some(value) = argument.strip_prefix("limit=") {
            limit = value.parse().expect("limit=SECONDS");
            continue;
        }
        let text = std::fs::read_to_string(&argument).expect("a readable file");
        for (kind, diagonals, name) in
            [("jigsaw", "-", "irregular"), ("jigsaw", "x", "irregular, diagonals"), ("boxes", "x", "boxes, diagonals")]
        {
            let puzzles = puzzles(&text, kind, diagonals);
            println!("{name}: {} puzzles of {argument}", puzzles.len());
            if !puzzles.is_empty() {
                rates(&puzzles);
            }
        }
    }
    if count == 0 {
        return;
    }
    let layouts: Vec<RandomLayout> = (0..N_LAYOUTS)
        .map(|seed| random_layout(9, Symmetry::None, seed, &Unwatched).expect("nine rows").expect("a layout"))
        .collect();
    let shapes: Vec<Shape> = layouts.iter().map(|layout| layout.shape).collect();
    patterns("irregular", &shapes, [24, 30], count, limit);
    for layout in ["3x3 x", "3x3 windoku", "3x3 anti-knight"] {
        patterns(layout, &[layout.parse().expect("a layout")], [15, 24], count, limit);
    }
    let sets = seconds(|| {
        for layout in &layouts {
            std::hint::black_box(unavoidable_sets(&layout.solution, 10));
        }
    });
    println!("unavoidable sets of up to 10 cells: {:.1} ms a grid", sets / N_LAYOUTS as f64 * 1000.0);
}
