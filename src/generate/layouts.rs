//! Random irregular layouts, and layouts that no grid fits.
//!
//! Cells of neighbouring regions change places, together with their images under the symmetry asked for, as long as all
//! regions stay connected.

use super::random::Random;
use super::{Method, Outcome, Plan, Request, Watch, generate};
use crate::grid::{Cell, CellSet, LayoutRules, Pattern, Puzzle, Regions, Shape, Symmetry, any_shape, neighbours};
use crate::logic::{StrategySet, fast_count_until};
use std::cell::Cell as Counter;
use std::collections::BTreeSet;

/// Rows of the largest random layouts: a solution grid of 25 irregular regions takes minutes to find.
const MOST_ROWS: usize = 16;

/// Exchanges that change a layout for good, for each of its cells.
const EXCHANGES_PER_CELL: usize = 3;

/// Tries that found hardly any exchange, for each way to begin, before there are said to be none.
const FAILURES_PER_START: usize = 3;

/// Exchanges tried for each that is wanted.
const TRIES_PER_EXCHANGE: usize = 60;

/// Exchanges tried between two questions whether to stop.
const TRIES_PER_QUESTION: usize = 16;

/// Why there are no random layouts of a size and symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// A size outside 4 to 16.
    #[error("random layouts have 4 to 16 rows, not {0}")]
    Size(usize),
    /// No regions are known from which exchanges lead to others with this symmetry.
    #[error("no irregular regions of {n} rows with the symmetry {symmetry} were found: use another size or symmetry")]
    Symmetry {
        /// Rows of the grid.
        n: usize,
        /// The symmetry asked for.
        symmetry: Symmetry,
    },
}

/// An irregular layout with connected regions and a solution grid of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomLayout {
    /// The layout.
    pub shape: Shape,
    /// One of its solution grids.
    pub solution: Puzzle,
}

/// A random layout of `n` rows whose regions are connected, are mapped onto regions by the symmetry, and have a solution
/// grid. The same seed gives the same layout; `None` if the watch says stop.
///
/// # Errors
/// If the size is not supported, or not with this symmetry.
pub fn random_layout(
    n: usize,
    symmetry: Symmetry,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Option<RandomLayout>, LayoutError> {
    if !(4..=MOST_ROWS).contains(&n) {
        return Err(LayoutError::Size(n));
    }
    let starts = starts(n, symmetry);
    let mut n_failed = 0;
    for stream in 0.. {
        // First, because a stop may be what the last failures are due to.
        if watch.should_stop() {
            break;
        }
        if n_failed == FAILURES_PER_START * starts.len() {
            return Err(LayoutError::Symmetry { n, symmetry });
        }
        let mut random = Random::new(seed, stream);
        let start = &starts[stream as usize % starts.len()];
        match stirred(n, start, symmetry, &mut random, watch).map(|shape| (shape, solution_of(shape, seed, watch))) {
            Some((shape, Some(solution))) => return Ok(Some(RandomLayout { shape, solution })),
            // Few layouts have no solution grid.
            Some((_, None)) => {}
            None => n_failed += 1,
        }
    }
    Ok(None)
}

/// Regions to begin with: boxes, rows and columns, as far as they have the symmetry.
fn starts(n: usize, symmetry: Symmetry) -> Vec<Regions> {
    let rows = Regions::of(any_shape(n));
    let columns = rows.moved(|cell| Cell::from_index(cell.index() % n * n + cell.index() / n));
    let boxes = Shape::plain_shapes().filter(|shape| shape.n() == n).map(Regions::of);
    boxes.chain([rows, columns]).filter(|regions| regions.has_symmetry(symmetry)).collect()
}

/// The layout after many random exchanges; `None` if hardly any was possible, or the watch says stop.
fn stirred(n: usize, start: &Regions, symmetry: Symmetry, random: &mut Random, watch: &dyn Watch) -> Option<Shape> {
    let mut regions = start.clone();
    let mut left = EXCHANGES_PER_CELL * n * n;
    for number in 0..left * TRIES_PER_EXCHANGE {
        if left == 0 || (number % TRIES_PER_QUESTION == 0 && watch.should_stop()) {
            break;
        }
        // A cell at the edge of its region, and one at the edge of a region beside it.
        let a = Cell::from_index(random.below(n * n));
        let of_a = regions.get(a);
        let others: Vec<Option<u8>> =
            neighbours(n, a).map(|cell| regions.get(cell)).filter(|&region| region != of_a).collect();
        if others.is_empty() {
            continue;
        }
        let other = others[random.below(others.len())];
        let is_at_edge =
            |&cell: &Cell| regions.get(cell) == other && neighbours(n, cell).any(|beside| regions.get(beside) == of_a);
        let edge: Vec<Cell> = regions.cells().filter(is_at_edge).collect();
        let b = edge[random.below(edge.len())];
        if let Some(next) = exchanged(symmetry, &regions, a, b) {
            regions = next;
            left -= 1;
        }
    }
    let is_stirred = left < EXCHANGES_PER_CELL * n * n - n && !watch.should_stop();
    regions.shape().filter(|shape| is_stirred && shape.is_irregular() && !shape.is_latin())
}

/// The regions after two cells of different regions and their images have changed places, if all stay connected.
fn exchanged(symmetry: Symmetry, regions: &Regions, a: Cell, b: Cell) -> Option<Regions> {
    let shape = any_shape(regions.n());
    let mut next = regions.clone();
    let mut moved = CellSet::EMPTY;
    for (a, b) in symmetry.images(shape, a).into_iter().zip(symmetry.images(shape, b)) {
        // Images that coincide have been exchanged already.
        if moved.contains(a) || moved.contains(b) {
            continue;
        }
        next.set(a, regions.get(b));
        next.set(b, regions.get(a));
        moved.insert(a);
        moved.insert(b);
    }
    let changed: BTreeSet<u8> = moved.iter().filter_map(|cell| next.get(cell)).collect();
    let is_good = changed.into_iter().all(|region| next.n_parts(region) == 1) && next.has_symmetry(symmetry);
    is_good.then_some(next)
}

/// A solution grid of a layout; `None` if there is none, or none was found, or the watch says stop.
/// Questions of a search for a solution grid whether to stop, after which it gives up; each comes after a thousand guesses.
const MOST_QUESTIONS: usize = 20;

/// Whether a layout is known to have no solution grid; a search that takes long is given up.
fn is_contradictory(shape: Shape, should_stop: &dyn Fn() -> bool) -> bool {
    let n_asked = Counter::new(0);
    let is_long = || {
        n_asked.set(n_asked.get() + 1);
        n_asked.get() > MOST_QUESTIONS || should_stop()
    };
    fast_count_until(&Puzzle::empty(shape), 1, &is_long) == Some(0)
}

/// Why a layout has no solution grid, as a clause: its regions, or those of its rules without which there would be one.
/// `None` if it has one, or if none is found soon.
pub fn contradiction(shape: Shape, should_stop: &dyn Fn() -> bool) -> Option<String> {
    if shape.is_plain() || !is_contradictory(shape, should_stop) {
        return None;
    }
    let bare = shape.without_rules();
    let with = |parts: &[LayoutRules]| bare.with_rules(&shape.rules().with_parts(parts)).unwrap_or(bare);
    let mut parts = shape.rules().parts();
    let mut at = 0;
    while at < parts.len() {
        let part = parts.remove(at);
        if !is_contradictory(with(&parts), should_stop) {
            parts.insert(at, part);
            at += 1;
        }
    }
    if parts.is_empty() {
        return Some("no grid fits these regions".to_owned());
    }
    let words = with(&parts).to_string();
    let regions = bare.to_string();
    Some(format!("no grid fits these rules:{}", words.strip_prefix(&regions).unwrap_or(&words)))
}

fn solution_of(shape: Shape, seed: u64, watch: &dyn Watch) -> Option<Puzzle> {
    let singles = StrategySet::SINGLES;
    let request = Request::new(Pattern::new(shape, shape.cells()), singles).with(|design| design.seed = seed);
    match generate(&request, &Plan::new(Method::Auto), watch) {
        Outcome::Found(found) => Some(found.trace().end.values().clone()),
        Outcome::Impossible(_) | Outcome::Undecided(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;

    #[test]
    fn rules_without_a_grid_are_named() {
        let check = |layout: &str, expected: Option<&str>| {
            let shape: Shape = layout.parse().expect("a layout");
            assert_eq!(contradiction(shape, &|| false).as_deref(), expected, "{layout}");
            assert_eq!(contradiction(shape, &|| true), contradiction(shape, &|| false), "small ones take no question");
        };
        check("2x2", None);
        check("3x3 x anti-knight", None);
        check("2x2 anti-king", Some("no grid fits these rules: anti-king"));
        check("2x2 x diagonal+ anti-king odd=r1c1", Some("no grid fits these rules: anti-king"));
        check("2x2 x anti-knight", Some("no grid fits these rules: diagonal+ anti-knight"));
        check("2x2 odd=r1c1,r1c2,r1c3", Some("no grid fits these rules: odd=r1c1,r1c2,r1c3"));
        check("2x2 non-consecutive toroidal", Some("no grid fits these rules: non-consecutive toroidal"));
        check("4 regions=AABB AACB DDCC DDBC", Some("no grid fits these regions"));
        check("4 regions=AAAB CABB CCDB CDDD", None);
    }

    #[test]
    fn random_layouts_have_what_is_asked_for() {
        let check = |n: usize, symmetry: Symmetry| {
            let mut shapes = BTreeSet::new();
            for seed in 0..3 {
                let found = random_layout(n, symmetry, seed, &Unwatched).expect("supported").expect("a layout");
                assert!(found.shape.is_irregular() && found.shape.n() == n);
                assert!(Regions::of(found.shape).has_symmetry(symmetry), "{symmetry} {}", found.shape);
                assert!(found.solution.is_solution() && found.solution.shape() == found.shape);
                assert_eq!(random_layout(n, symmetry, seed, &Unwatched), Ok(Some(found.clone())), "same seed");
                shapes.insert(found.shape);
            }
            assert!(shapes.len() > 1, "{n} {symmetry}");
        };
        check(5, Symmetry::None);
        check(6, Symmetry::HalfTurn);
        check(7, Symmetry::MirrorHorizontal);
        check(9, Symmetry::None);
        check(7, Symmetry::MirrorVertical);
        check(6, Symmetry::MirrorBoth);
        check(9, Symmetry::QuarterTurn);
        check(9, Symmetry::Diagonal);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let check = |n, symmetry, expected: &str| {
            let error = random_layout(n, symmetry, 1, &Unwatched).expect_err("refused");
            assert!(error.to_string().starts_with(expected), "{error}");
        };
        check(3, Symmetry::None, "random layouts have 4 to 16 rows, not 3");
        check(17, Symmetry::None, "random layouts have 4 to 16 rows, not 17");
        check(7, Symmetry::Full, "no irregular regions of 7 rows with the symmetry full were found");
    }
}
