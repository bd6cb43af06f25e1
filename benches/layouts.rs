//! Layouts that are not plain: irregular regions, diagonals, other rules; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench layouts -- [FILE] [count=N] [limit=SECONDS] [METHOD] [on=NAME] [only=N,N] [list] [large]
//! ```
//!
//! FILE is a table of puzzles as Simon Tatham's Solo makes them (size, kind, regions, diagonals, symmetry, difficulty,
//! clues); of those with nine rows, by kind, closures of singles and locked candidates and uniqueness are timed. Then
//! patterns with a half turn, with the paper's three strategies: on random irregular layouts with 24 to 30 clues, on boxes
//! with diagonals, windows and knight's moves with 15 to 24 clues (N of each): how many are found, and in what time; a
//! pattern that takes longer than the limit is given up. At last the unavoidable sets of up to 10 cells of irregular
//! grids. Seconds are CPU time of the process.
//!
//! With `large` nothing else is timed than uniqueness on random minimal puzzles of 16x16 (N of them) and on the same
//! without one of three clues, which have several solutions.
//!
//! `list` prints each pattern with its number and verdict, METHOD (`search`, `sat`, `exact`) asks that one alone, `on=NAME`
//! asks about one kind of layout (`irregular`, or a layout as patterns are drawn on), and `only=N,N` about these patterns.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::layouts::{RandomLayout, random_layout};
use cluesmith::generate::{Method, Outcome, Plan, RandomRequest, Request, Unwatched, Watch, generate, random_puzzle};
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

/// Times of single puzzles, in ascending order, in one line.
fn spread(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).map_or(0.0, |t| t * 1000.0);
    println!(
        "{name}: {} puzzles, median {:.2} ms, 90 % {:.1} ms, longest {:.1} ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(1.0)
    );
}

/// Uniqueness on 16x16.
fn large(count: usize) {
    let request = RandomRequest { seed: 3, ..RandomRequest::new("4x4".parse().expect("a shape")) };
    let puzzles = (0..).filter_map(|attempt| random_puzzle(&request, attempt, &Unwatched)).take(count);
    let (mut unique, mut several) = (Vec::new(), Vec::new());
    for puzzle in puzzles.map(|made| made.proper.puzzle().clone()) {
        unique.push(seconds(|| assert_eq!(fast_count(&puzzle, 2), 1)));
        let clues: Vec<Cell> = puzzle.clues().map(|(cell, _)| cell).collect();
        for index in [11, 22, 33] {
            let mut fewer = puzzle.clone();
            fewer.set(clues[index % clues.len()], None);
            several.push(seconds(|| assert_eq!(fast_count(&fewer, 2), 2)));
        }
    }
    spread("one solution", unique);
    spread("several solutions", several);
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

/// What is asked of each pattern, and of which of them.
struct Choice {
    count: usize,
    limit: f64,
    method: Method,
    on: Option<String>,
    only: Option<Vec<usize>>,
    is_listed: bool,
}

impl Choice {
    fn of(arguments: &[String]) -> Choice {
        let value = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
        let number = |text: &str| text.parse().expect("a number");
        let named = [Method::Search, Method::Sat, Method::Exact];
        Choice {
            count: value("count=").map_or(300, number),
            limit: value("limit=").map_or(10.0, |limit| limit.parse().expect("limit=SECONDS")),
            method: named
                .into_iter()
                .find(|method| arguments.iter().any(|a| a == method.name()))
                .unwrap_or(Method::Auto),
            on: value("on=").map(str::to_owned),
            only: value("only=").map(|only| only.split(',').map(number).collect()),
            is_listed: arguments.iter().any(|argument| argument == "list"),
        }
    }

    fn holds(&self, number: usize) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&number))
    }
}

/// Patterns by turns on these shapes, with numbers of clues from the first to the last.
fn patterns(name: &str, shapes: &[Shape], [first, last]: [usize; 2], choice: &Choice) {
    if choice.on.as_ref().is_some_and(|on| on != name) {
        return;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut times, mut n_found, mut n_impossible) = (Vec::new(), 0, 0);
    for number in 0..choice.count {
        let shape = shapes[number % shapes.len()];
        let pattern = symmetric_pattern(shape, first + number % (last + 1 - first), &mut random);
        if !choice.holds(number) {
            continue;
        }
        let request = Request::new(pattern, StrategySet::PAPER);
        let watch = Limit(process_seconds() + choice.limit);
        let mut outcome = None;
        let time = seconds(|| outcome = Some(generate(&request, &Plan::new(choice.method), &watch)));
        times.push(time);
        let verdict = match outcome {
            Some(Outcome::Found(found)) => {
                n_found += 1;
                format!("found by {}", found.method().name())
            }
            Some(Outcome::Impossible(impossible)) => {
                n_impossible += 1;
                format!("impossible: {}", impossible.reason().sentence)
            }
            _ => "undecided".to_owned(),
        };
        if choice.is_listed {
            println!("{number}: {:.1} ms, {} clues, {verdict}\n   {pattern}", time * 1000.0, pattern.n_clues());
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default() * 1000.0;
    println!(
        "{name}, {first} to {last} clues: {n_found} of {} found, {n_impossible} impossible; \
         median {:.2} ms, 99 % {:.1} ms, longest {:.0} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(0.999)
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let choice = Choice::of(&arguments);
    for path in arguments.iter().filter(|argument| std::path::Path::new(argument).is_file()) {
        let text = std::fs::read_to_string(path).expect("a readable file");
        for (kind, diagonals, name) in
            [("jigsaw", "-", "irregular"), ("jigsaw", "x", "irregular, diagonals"), ("boxes", "x", "boxes, diagonals")]
        {
            let puzzles = puzzles(&text, kind, diagonals);
            println!("{name}: {} puzzles of {path}", puzzles.len());
            if !puzzles.is_empty() {
                rates(&puzzles);
            }
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    if arguments.iter().any(|argument| argument == "large") {
        large(choice.count);
    } else if choice.count > 0 {
        pool.install(|| generators(&choice));
    }
}

fn generators(choice: &Choice) {
    let layouts: Vec<RandomLayout> = (0..N_LAYOUTS)
        .map(|seed| random_layout(9, Symmetry::None, seed, &Unwatched).expect("nine rows").expect("a layout"))
        .collect();
    let shapes: Vec<Shape> = layouts.iter().map(|layout| layout.shape).collect();
    patterns("irregular", &shapes, [24, 30], choice);
    for layout in ["3x3 x", "3x3 windoku", "3x3 anti-knight"] {
        patterns(layout, &[layout.parse().expect("a layout")], [15, 24], choice);
    }
    let sets = seconds(|| {
        for layout in &layouts {
            std::hint::black_box(unavoidable_sets(&layout.solution, 10));
        }
    });
    println!("unavoidable sets of up to 10 cells: {:.1} ms a grid", sets / N_LAYOUTS as f64 * 1000.0);
}
