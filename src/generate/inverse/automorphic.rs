//! Solution grids with an automorphism: a move of the board that takes them to themselves with other names for the
//! digits.
//!
//! If such a grid is emptied together with the images of each cell, the puzzle has the automorphism too, and what a
//! solver finds in one place is also in its images. So a strategy that is rarely needed once is often needed several
//! times: X-wings, which 0.3 % of all minimal puzzles need, come three at a time.

use super::BackwardRequest;
use crate::generate::Watch;
use crate::generate::random::Random;
use crate::grid::{Cell, Digit, Puzzle, Shape, Symmetry};
use crate::logic::{AnyClosure, StrategySet};

/// Steps of a strategy from which on it pays to look for them in grids with an automorphism.
const MANY_STEPS: usize = 3;
/// One attempt in so many begins with any grid.
const ANY_GRID: u64 = 16;
/// Cells tried before a grid is begun anew; more from time to time.
const PATIENCE: usize = 200;

/// A move of the board and new names for the digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Automorphism {
    shape: Shape,
    /// Where each cell goes.
    cells: Vec<Cell>,
    /// What each digit becomes.
    digits: Vec<Digit>,
}

impl Automorphism {
    /// The automorphism that the solution grid of an attempt shall have; `None` for any grid.
    pub(super) fn for_attempt(request: &BackwardRequest, attempt: u64) -> Option<Automorphism> {
        let has_many = request.target.at_least.iter().any(|&(_, steps)| steps >= MANY_STEPS);
        let is_free = request.solution.is_none() && request.pattern.is_none() && request.fixed.n_clues() == 0;
        if !has_many || !is_free || attempt % ANY_GRID == ANY_GRID - 1 {
            return None;
        }
        // Other boxes would need other names for the digits: 2x3, for example, has no grid with this half turn.
        let (_, side) = request.shape.boxes().filter(|(height, width)| height == width)?;
        match request.symmetry {
            Symmetry::None => Some(Automorphism::within_boxes(request.shape, side)),
            Symmetry::HalfTurn => Some(Automorphism::half_turn(request.shape)),
            _ => None,
        }
    }

    /// The rows of each band and the columns of each stack move on by one, and so do the digits, as many at a time.
    fn within_boxes(shape: Shape, side: usize) -> Automorphism {
        let next = |line: usize| line / side * side + (line + 1) % side;
        let cells = shape.cells().map(|cell| shape.cell(next(shape.row(cell)), next(shape.col(cell)))).collect();
        let digits = (0..shape.n()).map(|digit| Digit::from_index(next(digit))).collect();
        Automorphism { shape, cells, digits }
    }

    /// The half turn, with digits exchanged in pairs, the first with the last.
    fn half_turn(shape: Shape) -> Automorphism {
        let cells = (0..shape.n_cells()).rev().map(Cell::from_index).collect();
        let digits = (0..shape.n()).rev().map(Digit::from_index).collect();
        Automorphism { shape, cells, digits }
    }

    /// A cell with a digit and its images, itself first.
    fn images(&self, cell: Cell, digit: Digit) -> impl Iterator<Item = (Cell, Digit)> {
        let next = |&(cell, digit): &(Cell, Digit)| Some((self.cells[cell.index()], self.digits[digit.index()]));
        let mut is_first = true;
        std::iter::successors(Some((cell, digit)), next)
            .take_while(move |&(image, name)| std::mem::take(&mut is_first) || (image, name) != (cell, digit))
    }

    /// Cells that are images of each other.
    pub(super) fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in self.shape.cells() {
            let next = |cell: &Cell| Some(self.cells[cell.index()]);
            let mut orbit = vec![cell];
            orbit.extend(std::iter::successors(next(&cell), next).take_while(|&image| image != cell));
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits.sort_unstable();
        orbits.dedup();
        orbits
    }

    /// A random solution grid that the automorphism takes to itself; `None` if the watch says stop or none is found.
    pub(super) fn random_grid(&self, random: &mut Random, watch: &dyn Watch) -> Option<Puzzle> {
        let empty = AnyClosure::new(self.shape, StrategySet::PAPER);
        (1..=PATIENCE).find_map(|round| self.fill(&empty, random, &mut (PATIENCE * round), watch))
    }

    /// Fills the open cells of a grid together with their images, depth first.
    fn fill(&self, grid: &AnyClosure, random: &mut Random, left: &mut usize, watch: &dyn Watch) -> Option<Puzzle> {
        if grid.is_solved() {
            return Some(grid.values());
        }
        if *left == 0 || watch.should_stop() {
            return None;
        }
        *left -= 1;
        let mut open: Vec<Cell> = self.shape.cells().filter(|&cell| !grid.is_placed(cell)).collect();
        random.shuffle(&mut open);
        let cell = open.into_iter().min_by_key(|&cell| grid.marks(cell).count_ones())?;
        let mut digits: Vec<usize> = (0..self.shape.n()).filter(|digit| grid.marks(cell) >> digit & 1 == 1).collect();
        random.shuffle(&mut digits);
        digits.into_iter().find_map(|digit| {
            let mut next = grid.clone();
            let fits = self.images(cell, Digit::from_index(digit)).all(|(cell, digit)| {
                next.marks(cell) >> digit.index() & 1 == 1
                    && (next.is_placed(cell) || next.assign_with(cell, digit, &mut Vec::new()))
            });
            if fits { self.fill(&next, random, left, watch) } else { None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::logic::StrategyId;

    /// Three random grids with the automorphism of a request: how many cells its orbits have.
    #[track_caller]
    fn check(shape: &str, symmetry: Symmetry, sizes: &[(usize, usize)]) {
        let mut request = BackwardRequest::new(shape.parse().expect("a shape"));
        request.symmetry = symmetry;
        request.target.at_least = vec![(StrategyId::XWing, 5)];
        let automorphism = Automorphism::for_attempt(&request, 0);
        let Some(automorphism) = automorphism else { return assert_eq!(sizes, [], "{shape} {symmetry:?}") };
        let orbits = automorphism.orbits();
        let of_size = |size| orbits.iter().filter(|orbit| orbit.len() == size).count();
        let all: Vec<(usize, usize)> = (0..10).map(|size| (size, of_size(size))).filter(|&(_, n)| n > 0).collect();
        assert_eq!(all, sizes, "{shape} {symmetry:?}");
        for seed in 0..3 {
            let grid = automorphism.random_grid(&mut Random::new(seed, 0), &Unwatched).expect(shape);
            assert!(grid.is_solution(), "{grid}");
            for (cell, digit) in grid.clues() {
                let image = (automorphism.cells[cell.index()], automorphism.digits[digit.index()]);
                assert_eq!(grid.get(image.0), Some(image.1), "{shape} {symmetry:?}: {grid}");
            }
        }
    }

    #[test]
    fn grids_are_taken_to_themselves() {
        check("2x2", Symmetry::None, &[(2, 8)]);
        check("3x3", Symmetry::None, &[(3, 27)]);
        check("4x4", Symmetry::None, &[(4, 64)]);
        check("3x3", Symmetry::HalfTurn, &[(1, 1), (2, 40)]);
        check("4x4", Symmetry::HalfTurn, &[(2, 128)]);
        check("2x3", Symmetry::HalfTurn, &[]);
        check("2x3", Symmetry::None, &[]);
        check("3x3", Symmetry::QuarterTurn, &[]);
    }

    #[test]
    fn other_requests_begin_with_any_grid() {
        let ask = |change: &dyn Fn(&mut BackwardRequest), attempt| {
            let mut request = BackwardRequest::new(Shape::NINE);
            request.target.at_least = vec![(StrategyId::XWing, 5)];
            change(&mut request);
            Automorphism::for_attempt(&request, attempt).is_some()
        };
        assert!(ask(&|_| (), 0));
        assert!(!ask(&|_| (), 15));
        assert!(!ask(&|request| request.target.at_least[0].1 = 2, 0));
        assert!(!ask(&|request| request.solution = Some(Puzzle::empty(Shape::NINE)), 0));
        assert!(!ask(&|request| request.fixed.set(Cell(0), Some(Digit::from_index(0))), 0));
    }
}
