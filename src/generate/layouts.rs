//! Random irregular layouts.
//!
//! Cells of neighbouring regions change places, together with their images under the symmetry asked for, as long as all
//! regions stay connected.

use super::random::Random;
use super::{Method, Outcome, Plan, Request, Watch, generate};
use crate::grid::{Cell, CellSet, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::StrategySet;

/// Exchanges that change a layout for good, for each of its cells.
const EXCHANGES_PER_CELL: usize = 3;

/// Exchanges tried for each that is wanted.
const TRIES_PER_EXCHANGE: usize = 60;

/// Why there are no random layouts of a size and symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// A size outside 4 to 16.
    #[error("random layouts have 4 to 16 rows, not {0}")]
    Size(usize),
    /// A symmetry that exchanges rows and columns needs regions to begin with that have it.
    #[error(
        "layouts with the symmetry {0} have 4, 9 or 16 rows: use another size, or none, half-turn, mirror-horizontal, mirror-vertical or mirror-both"
    )]
    Symmetry(Symmetry),
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
    if !(4..=Shape::MAX_N).contains(&n) {
        return Err(LayoutError::Size(n));
    }
    let start = start(n, symmetry)?;
    for stream in 0.. {
        if watch.should_stop() {
            break;
        }
        let mut random = Random::new(seed, stream);
        let shape = stirred(start, symmetry, &mut random);
        if !shape.is_irregular() {
            continue;
        }
        if let Some(solution) = solution_of(shape, seed, watch) {
            return Ok(Some(RandomLayout { shape, solution }));
        }
    }
    Ok(None)
}

/// Regions that have the symmetry: rows, or square boxes where it exchanges rows and columns.
fn start(n: usize, symmetry: Symmetry) -> Result<Shape, LayoutError> {
    let rows: Vec<u8> = (0..n * n).map(|cell| (cell / n) as u8).collect();
    let rows = Shape::irregular(n, &rows).map_err(|_| LayoutError::Size(n))?;
    if has_symmetry(rows, symmetry) {
        return Ok(rows);
    }
    let side = n.isqrt();
    let boxes = Shape::new(side, side).ok().filter(|boxes| boxes.n() == n);
    boxes.filter(|&boxes| has_symmetry(boxes, symmetry)).ok_or(LayoutError::Symmetry(symmetry))
}

/// Whether the symmetry maps regions onto regions.
pub fn has_symmetry(shape: Shape, symmetry: Symmetry) -> bool {
    let regions: Vec<u8> = shape.cells().map(|cell| shape.box_of(cell) as u8).collect();
    is_symmetric(shape, symmetry, &regions)
}

/// The layout after many random exchanges.
fn stirred(start: Shape, symmetry: Symmetry, random: &mut Random) -> Shape {
    let n_cells = start.n_cells();
    let mut regions: Vec<u8> = start.cells().map(|cell| start.box_of(cell) as u8).collect();
    let mut left = EXCHANGES_PER_CELL * n_cells;
    for _ in 0..left * TRIES_PER_EXCHANGE {
        if left == 0 {
            break;
        }
        let [a, b] = [(); 2].map(|()| Cell::from_index(random.below(n_cells)));
        if let Some(next) = exchanged(start, symmetry, &regions, a, b) {
            regions = next;
            left -= 1;
        }
    }
    Shape::irregular(start.n(), &regions).unwrap_or(start)
}

/// The regions after two cells and their images have changed places, if they may.
fn exchanged(start: Shape, symmetry: Symmetry, regions: &[u8], a: Cell, b: Cell) -> Option<Vec<u8>> {
    let beside = |cell: Cell, other: Cell| {
        let (rows, cols) = (start.row(cell).abs_diff(start.row(other)), start.col(cell).abs_diff(start.col(other)));
        rows + cols == 1
    };
    let region = |cell: Cell| regions[cell.index()];
    let joins = |cell: Cell, to: u8| start.cells().any(|other| beside(cell, other) && region(other) == to);
    if region(a) == region(b) || !joins(a, region(b)) || !joins(b, region(a)) {
        return None;
    }
    let mut next = regions.to_vec();
    let mut moved = CellSet::EMPTY;
    let pairs = symmetry.images(start, a).into_iter().zip(symmetry.images(start, b));
    for (a, b) in pairs {
        // Images that coincide have been exchanged already.
        if moved.contains(a) || moved.contains(b) {
            continue;
        }
        (next[a.index()], next[b.index()]) = (regions[b.index()], regions[a.index()]);
        moved.insert(a);
        moved.insert(b);
    }
    let is_connected = |number: u8| {
        let cells: CellSet = start.cells().filter(|cell| next[cell.index()] == number).collect();
        let mut reached: CellSet = cells.iter().take(1).collect();
        loop {
            let more: CellSet =
                cells.iter().filter(|&cell| reached.iter().any(|other| other == cell || beside(other, cell))).collect();
            if more.len() == reached.len() {
                return reached.len() == cells.len();
            }
            reached = more;
        }
    };
    if !moved
        .iter()
        .map(|cell| next[cell.index()])
        .collect::<std::collections::BTreeSet<u8>>()
        .into_iter()
        .all(is_connected)
    {
        return None;
    }
    is_symmetric(start, symmetry, &next).then_some(next)
}

/// Whether the symmetry maps regions onto regions, of which the number for each cell is given.
fn is_symmetric(shape: Shape, symmetry: Symmetry, regions: &[u8]) -> bool {
    let mut images: Vec<Vec<Option<u8>>> = Vec::new();
    shape.cells().all(|cell| {
        let moved = symmetry.images(shape, cell);
        images.resize(moved.len(), vec![None; shape.n()]);
        moved.into_iter().zip(&mut images).all(|(image, of_region)| {
            let image = regions[image.index()];
            *of_region[usize::from(regions[cell.index()])].get_or_insert(image) == image
        })
    })
}

/// A solution grid of a layout; `None` if there is none, or none was found, or the watch says stop.
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
    fn random_layouts_have_what_is_asked_for() {
        let check = |n: usize, symmetry: Symmetry| {
            let mut shapes = std::collections::BTreeSet::new();
            for seed in 0..3 {
                let found = random_layout(n, symmetry, seed, &Unwatched).expect("supported").expect("a layout");
                assert!(found.shape.is_irregular() && found.shape.n() == n);
                assert!(has_symmetry(found.shape, symmetry), "{symmetry} {}", found.shape);
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
        check(7, Symmetry::Full, "layouts with the symmetry full have 4, 9 or 16 rows");
    }
}
