//! Certificates as the engines make them, spoiled in each of their parts: the checker refuses them, for the right
//! reason. Where a spoiled certificate may happen to hold, brute force says whether what it claims is true.

mod band;
mod bound;
mod cases;
mod closed_set;
mod loop_formula;
mod refutation;
mod steps;
mod theme;

use super::CertificateError;
use crate::generate::certificate::Certificate;
use crate::generate::{Request, Unwatched, Watch};
use crate::grid::{CellSet, Pattern, Puzzle, Shape, parse_patterns, parse_puzzles};
use crate::logic::{Design, Order, TraceVerdict, solutions, solve};

/// The certificate holds, and no longer once it is spoiled; with `None` it still does.
#[track_caller]
fn check(
    request: &Request,
    certificate: &Certificate,
    spoil: impl FnOnce(&mut Certificate),
    expected: impl Into<Option<CertificateError>>,
) {
    assert_eq!(super::check(request, certificate, &Unwatched), Ok(()), "before it is spoiled");
    let mut spoiled = certificate.clone();
    spoil(&mut spoiled);
    assert_ne!(spoiled, *certificate, "nothing was spoiled");
    assert_eq!(super::check(request, &spoiled, &Unwatched).err(), expected.into(), "{}", request.pattern);
}

/// Clue cells `x`, or digits for those that are fixed; the order as on the command line.
fn request(shape: &str, clues: &str, order: &str) -> Request {
    let shape: Shape = shape.parse().expect("a shape");
    let pattern = parse_patterns(shape, clues).expect("a pattern").remove(0);
    let fixed = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
    Design { fixed, ..Design::new(pattern, order.parse::<Order>().expect("an order")) }.into()
}

/// The puzzles of 4x4 that answer a request, by trying all grids.
fn answers(request: &Request) -> Vec<Puzzle> {
    let shape = request.pattern.shape;
    assert_eq!(shape.n(), 4, "too many grids");
    let is_wanted = |grid: &Puzzle| {
        let puzzle = grid.masked(&request.pattern);
        let trace = solve(&puzzle, request.order());
        trace.verdict == TraceVerdict::Solved
            && request.required.is_subset(trace.used())
            && request.fixed.clues().all(|(cell, digit)| puzzle.get(cell) == Some(digit))
    };
    solutions(&Puzzle::empty(shape), 1000).into_iter().filter(is_wanted).collect()
}

/// So many cells at random.
fn random_cells(shape: Shape, n_cells: usize, random: &mut crate::generate::random::Random) -> CellSet {
    let mut cells = CellSet::EMPTY;
    while cells.len() < n_cells {
        cells.insert(crate::grid::Cell::from_index(random.below(shape.n_cells())));
    }
    cells
}

/// A pattern of so many cells at random.
fn random_pattern(shape: Shape, n_clues: usize, random: &mut crate::generate::random::Random) -> Pattern {
    Pattern { shape, cells: random_cells(shape, n_clues, random) }
}

/// Says stop from the first look on.
struct Stopped;

impl Watch for Stopped {
    fn should_stop(&self) -> bool {
        true
    }
}
