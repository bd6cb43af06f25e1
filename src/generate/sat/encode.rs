//! Clauses that every encoding shares.

use super::unfounded::closure;
use crate::generate::automorphisms::CellMap;
use crate::generate::{Request, bounds};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Puzzle, Shape};
use crate::logic::{AnyClosure, StrategyId, StrategySet};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::{Clauses, Cnf, Formula};

/// The literal "this candidate is in the solution"; these are the first N^3 variables.
pub(super) fn truth(request: &Request, cell: Cell, digit: Digit) -> Lit {
    Lit::new(Candidate::new(cell, digit).index(request.pattern.shape), true)
}

/// Exactly one candidate in each constraint, none that another sees, what the layout allows, and the fixed digits.
pub(super) fn solution(request: &Request) -> Cnf {
    let shape = request.pattern.shape;
    let geometry = &*shape.geometry();
    let mut cnf = Cnf { n_vars: shape.n() * shape.n_cells(), clauses: Clauses::default() };
    for constraint in Constraint::all(shape) {
        cnf.add(constraint.candidates(geometry).map(|c| Lit::new(c.index(shape), true)));
    }
    for (candidate, rivals) in closure::rivals(shape).iter().enumerate() {
        for &rival in rivals.iter().filter(|&&rival| (rival as usize) < candidate) {
            cnf.add([Lit::new(candidate, false), Lit::new(rival as usize, false)]);
        }
    }
    for forbidden in forbidden(shape) {
        cnf.add([Lit::new(forbidden.index(shape), false)]);
    }
    for (cell, digit) in request.fixed.clues() {
        cnf.add([truth(request, cell, digit)]);
    }
    cnf
}

/// The candidates that the layout does not allow.
pub(in crate::generate::sat) fn forbidden(shape: Shape) -> impl Iterator<Item = Candidate> {
    shape.rules().restricted().flat_map(move |(cell, allowed)| {
        let digits = DigitSet::all(shape.n()).iter().filter(move |&digit| !allowed.contains(digit));
        digits.map(move |digit| Candidate::new(cell, digit))
    })
}

/// The clue cells without fixed digits, those of the fullest house first: the order
/// along which interchangeable digits occur in ascending order.
pub(crate) fn digit_order(request: &Request) -> Vec<Cell> {
    let geometry = &*request.pattern.shape.geometry();
    let open = request.pattern.cells.difference(&request.fixed.pattern().cells);
    let fullest = geometry.house_sets.iter().max_by_key(|set| set.intersection(&open).len());
    let first = fullest.map_or(CellSet::EMPTY, |set| set.intersection(&open));
    first.iter().chain(open.difference(&first).iter()).collect()
}

/// Digits that no fixed clue uses are interchangeable: each occurs only after the one before it.
///
/// This also fixes the digits of the house that comes first.
pub(super) fn break_digit_symmetry(cnf: &mut impl Formula, request: &Request) {
    if !request.has_digit_symmetry() {
        return;
    }
    let digits = bounds::free_digits(request);
    let order = digit_order(request);
    for (i, &cell) in order.iter().enumerate() {
        for pair in digits.windows(2) {
            let earlier = order[..i].iter().map(|&earlier| truth(request, earlier, pair[0]));
            cnf.add(earlier.chain([!truth(request, cell, pair[1])]));
        }
    }
}

/// Of puzzles that a symmetry of the pattern maps onto each other, one is enough.
///
/// Name the digits of a puzzle 1, 2, ... in order of first use along the cells of
/// [`digit_order`], and take, among the puzzle and its images, the one with the first such
/// sequence; [`break_digit_symmetry`] makes its digits these names. The first m cells see each
/// other, as do their images, so all these sequences begin with 1 to m. Hence the next name is
/// not above the one in any image: if the image repeats the digit of cell j there, the
/// puzzle has no later one.
pub(crate) fn break_pattern_symmetry(request: &Request, symmetries: &[CellMap]) -> Vec<Vec<Lit>> {
    let shape = request.pattern.shape;
    let peers = &shape.geometry().peer_sets;
    let order = digit_order(request);
    let sees_all = |i: usize| order[..i].iter().all(|&other| peers[order[i].index()].contains(other));
    let m = (0..order.len()).find(|&i| !sees_all(i)).unwrap_or(order.len());
    let mut clauses = Vec::new();
    let Some(&next) = order.get(m) else { return clauses };
    for map in symmetries {
        let image = map[next.index()];
        for (j, cell) in order[..m].iter().enumerate() {
            let repeated = map[cell.index()];
            if peers[image.index()].contains(repeated) {
                continue;
            }
            for later in j + 1..shape.n().min(m + 1) {
                for digit in (0..shape.n()).map(Digit::from_index) {
                    let later = !truth(request, next, Digit::from_index(later));
                    clauses.push(vec![later, !truth(request, image, digit), !truth(request, repeated, digit)]);
                }
            }
        }
    }
    clauses
}

/// The clues of a model.
pub(super) fn puzzle_of(request: &Request, is_true: impl Fn(usize) -> bool) -> Puzzle {
    let shape = request.pattern.shape;
    let mut puzzle = Puzzle::empty(shape);
    for cell in request.pattern.cells.iter() {
        let digit = (0..shape.n()).find(|d| is_true(cell.index() * shape.n() + d));
        puzzle.set(cell, digit.map(Digit::from_index));
    }
    puzzle
}

/// A clause that excludes this puzzle alone.
pub(super) fn exclude_alone(request: &Request, puzzle: &Puzzle) -> Vec<Lit> {
    puzzle.clues().map(|(cell, digit)| !truth(request, cell, digit)).collect()
}

/// Whether set logic solves a puzzle even without the hardest strategy, which is required: then it does so with more
/// clues, too, whatever other strategies do on the way.
pub(super) fn is_easy(request: &Request, puzzle: &Puzzle) -> bool {
    let hardest = request.ranking.hardest(request.strategies).filter(|&id: &StrategyId| request.required.contains(id));
    hardest.is_some_and(|hardest| {
        let rest = request.strategies.difference(StrategySet::single(hardest));
        AnyClosure::of(puzzle, rest).is_solved()
    })
}

/// Excludes a puzzle that lacks a required strategy, and where that is sound all
/// puzzles that share the clues that make it so.
pub(super) fn exclude(request: &Request, puzzle: &Puzzle) -> Vec<Lit> {
    let mut clues = puzzle.clone();
    if is_easy(request, &clues) {
        for (cell, digit) in puzzle.clues() {
            clues.set(cell, None);
            if !is_easy(request, &clues) {
                clues.set(cell, Some(digit));
            }
        }
    }
    exclude_alone(request, &clues)
}

#[cfg(test)]
mod tests {
    use super::Shape;
    use super::{AnyClosure, Clauses, Cnf, Digit, Lit, Puzzle, Request, StrategySet};
    use super::{break_digit_symmetry, break_pattern_symmetry, digit_order, truth};
    use crate::generate::automorphisms::symmetries;
    use crate::grid::{Cell, parse_patterns};

    /// Of the puzzles of a pattern that singles solve, each must have an image that the clauses
    /// allow. How many keep digits in order, and how many of these are allowed.
    #[track_caller]
    fn check(pattern: &str) -> [usize; 2] {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let request = Request::new(pattern, "singles".parse::<StrategySet>().expect("strategies"));
        let mut ordering = Cnf::default();
        break_digit_symmetry(&mut ordering, &request);
        let mut maps = symmetries(&request);
        let first = break_pattern_symmetry(&request, &maps);
        maps.push(shape.cells().collect());
        let first: Clauses = first.into_iter().collect();
        let holds = |clauses: &Clauses, puzzle: &Puzzle| {
            let is_true = |lit: &Lit| {
                puzzle.clues().any(|(cell, digit)| truth(&request, cell, digit).var() == lit.var()) == lit.is_positive()
            };
            clauses.iter().all(|clause| clause.iter().any(is_true))
        };
        // The image with digits named in order of first use.
        let image = |puzzle: &Puzzle, map: &[Cell]| {
            let mut names: Vec<Digit> = Vec::new();
            let mut image = Puzzle::empty(shape);
            for cell in digit_order(&request) {
                let digit = puzzle.get(map[cell.index()]).expect("clue cells go to clue cells");
                if !names.contains(&digit) {
                    names.push(digit);
                }
                let name = names.iter().position(|&other| other == digit).map(Digit::from_index);
                image.set(cell, name);
            }
            image
        };
        let cells: Vec<Cell> = request.pattern.cells.iter().collect();
        let (mut in_order, mut allowed) = (0, 0);
        for number in 0..4usize.pow(cells.len() as u32) {
            let mut puzzle = Puzzle::empty(shape);
            for (i, &cell) in cells.iter().enumerate() {
                puzzle.set(cell, Some(Digit::from_index(number >> (2 * i) & 3)));
            }
            if !AnyClosure::of(&puzzle, request.strategies).is_solved() {
                continue;
            }
            let mut images = maps.iter().map(|map| image(&puzzle, map));
            assert!(images.any(|image| holds(&ordering.clauses, &image) && holds(&first, &image)), "{puzzle}");
            if holds(&ordering.clauses, &puzzle) {
                in_order += 1;
                allowed += usize::from(holds(&first, &puzzle));
            }
        }
        assert!(in_order > 0);
        [in_order, allowed]
    }

    #[test]
    fn every_puzzle_has_an_image_that_comes_first() {
        let patterns = ["x.....x..x.....x", "xx..x......x..xx", "x....xx..xx....x", "x.x..x.xx.x..x.x"];
        let counts = patterns.map(check);
        let total = |which: usize| counts.iter().map(|counts| counts[which]).sum::<usize>();
        assert!(total(1) < total(0), "the clauses forbid nothing: {counts:?}");
    }
}
