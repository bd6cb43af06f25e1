//! Solution grids with an automorphism: a move of the board that takes them to themselves with other names for the
//! digits.
//!
//! If such a grid is emptied together with the images of each cell, the puzzle has the automorphism too, and what a
//! solver finds in one place is also in its images. So a strategy that is rarely needed once is often needed several
//! times: X-wings, which 0.3 % of all minimal puzzles need, come three at a time.

use super::BackwardRequest;
use crate::grid::canon::Isomorphism;
use crate::grid::{Cell, Digit, Shape, Symmetry};

/// Steps of a strategy from which on it pays to look for them in grids with an automorphism.
const MANY_STEPS: usize = 3;
/// One attempt in so many begins with any grid.
const ANY_GRID: u64 = 16;

/// Whether an attempt begins with any solution grid though others have an automorphism, the first among them: what is
/// easily found needs none, and the heuristic counts there.
pub(super) fn begins_with_any_grid(attempt: u64) -> bool {
    attempt.is_multiple_of(ANY_GRID)
}

/// The automorphism that solution grids shall have; `None` where any grid will do.
pub(super) fn automorphism_for(request: &BackwardRequest) -> Option<Isomorphism> {
    let has_many = request.target.at_least.iter().any(|&(_, steps)| steps >= MANY_STEPS);
    let is_free = request.solution.is_none() && request.pattern.is_none() && request.fixed.n_clues() == 0;
    if !has_many || !is_free {
        return None;
    }
    // Other boxes would need other names for the digits: 2x3, for example, has no grid with this half turn.
    let (_, side) = request.shape.boxes().filter(|(height, width)| height == width)?;
    match request.symmetry {
        Symmetry::None => Some(within_boxes(request.shape, side)),
        Symmetry::HalfTurn => Some(half_turn(request.shape)),
        _ => None,
    }
}

/// The rows of each band and the columns of each stack move on by one, and so do the digits, as many at a time.
fn within_boxes(shape: Shape, side: usize) -> Isomorphism {
    let next = |line: usize| line / side * side + (line + 1) % side;
    let lines: Vec<u8> = (0..shape.n()).map(|line| next(line) as u8).collect();
    let digits = (0..shape.n()).map(|digit| Digit::from_index(next(digit))).collect();
    Isomorphism { rows: lines.clone(), cols: lines, digits, ..Isomorphism::identity(shape) }
}

/// The half turn, with digits exchanged in pairs, the first with the last.
fn half_turn(shape: Shape) -> Isomorphism {
    let lines: Vec<u8> = (0..shape.n() as u8).rev().collect();
    let digits = (0..shape.n()).rev().map(Digit::from_index).collect();
    Isomorphism { rows: lines.clone(), cols: lines, digits, ..Isomorphism::identity(shape) }
}

/// The cells in lists of those that are images of each other.
pub(super) fn orbits(automorphism: &Isomorphism) -> Vec<Vec<Cell>> {
    let orbit = |cell: Cell| {
        let before = |cell: &Cell| Some(automorphism.source(*cell));
        let mut orbit = vec![cell];
        orbit.extend(std::iter::successors(before(&cell), before).take_while(|&image| image != cell));
        orbit.sort_unstable();
        orbit
    };
    let mut orbits: Vec<Vec<Cell>> = automorphism.shape.cells().map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::grids::random_automorphic_grid;
    use crate::generate::random::Random;
    use crate::grid::Puzzle;
    use crate::logic::StrategyId;

    /// Three random grids with the automorphism of a request: how many cells its orbits have, and how many of these there
    /// are.
    #[track_caller]
    fn check(shape: &str, symmetry: Symmetry, sizes: &[(usize, usize)]) {
        let mut request = BackwardRequest::new(shape.parse().expect("a shape"));
        request.symmetry = symmetry;
        request.target.at_least = vec![(StrategyId::XWing, 5)];
        let Some(automorphism) = automorphism_for(&request) else {
            return assert_eq!(sizes, [], "{shape} {symmetry:?}");
        };
        assert!(automorphism.is_valid(), "{shape} {symmetry:?}");
        let orbits = orbits(&automorphism);
        let of_size = |size| orbits.iter().filter(|orbit| orbit.len() == size).count();
        let all: Vec<(usize, usize)> = (0..10).map(|size| (size, of_size(size))).filter(|&(_, n)| n > 0).collect();
        assert_eq!(all, sizes, "{shape} {symmetry:?}");
        for seed in 0..3 {
            let grid = random_automorphic_grid(&automorphism, &mut Random::new(seed, 0), &Unwatched).expect(shape);
            assert!(grid.is_solution(), "{grid}");
            assert_eq!(automorphism.apply(&grid), grid, "{shape} {symmetry:?}");
            for orbit in &orbits {
                let mut clues = Puzzle::empty(request.shape);
                for &cell in orbit {
                    clues.set(cell, grid.get(cell));
                }
                assert_eq!(automorphism.apply(&clues), clues, "{shape} {symmetry:?}");
            }
        }
    }

    #[test]
    fn grids_and_orbits_are_taken_to_themselves() {
        check("2x2", Symmetry::None, &[(2, 8)]);
        check("3x3", Symmetry::None, &[(3, 27)]);
        check("4x4", Symmetry::None, &[(4, 64)]);
        check("5x5", Symmetry::None, &[(5, 125)]);
        check("3x3", Symmetry::HalfTurn, &[(1, 1), (2, 40)]);
        check("4x4", Symmetry::HalfTurn, &[(2, 128)]);
        check("2x3", Symmetry::HalfTurn, &[]);
        check("2x3", Symmetry::None, &[]);
        check("3x3 x", Symmetry::None, &[]);
        check("3x3", Symmetry::QuarterTurn, &[]);
    }

    /// The search for a grid tells that there is none.
    #[test]
    fn some_automorphisms_have_no_grid() {
        let turned = half_turn("2x3".parse().expect("a shape"));
        assert!(turned.is_valid());
        assert_eq!(random_automorphic_grid(&turned, &mut Random::new(1, 0), &Unwatched), None);
    }

    #[test]
    fn other_requests_begin_with_any_grid() {
        let ask = |change: &dyn Fn(&mut BackwardRequest)| {
            let mut request = BackwardRequest::new(Shape::NINE);
            request.target.at_least = vec![(StrategyId::XWing, 5)];
            change(&mut request);
            automorphism_for(&request).is_some()
        };
        assert!(ask(&|_| ()));
        assert!(!ask(&|request| request.target.at_least[0].1 = 2));
        assert!(!ask(&|request| request.solution = Some(Puzzle::empty(Shape::NINE))));
        assert!(!ask(&|request| request.fixed.set(Cell(0), Some(Digit::from_index(0)))));
        assert_eq!([0, 1, 15, 16, 17].map(begins_with_any_grid), [true, false, false, true, false]);
    }
}
