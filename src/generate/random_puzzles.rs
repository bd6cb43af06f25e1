//! Random puzzles whose clues may stand anywhere, by taking clues away from a solution grid.
//!
//! The cells of a random grid are put in random order, orbit by orbit where a symmetry is asked for. As many of the first
//! ones as it takes make a puzzle; then each is tried once more, and taken away if the rest is still a puzzle. That there
//! is one solution, or that set logic solves the puzzle where nothing else is allowed, is asked of the fast engines. Other
//! strategies take longer, so they judge only what is left, and get back the clues that they lack. In the end a puzzle is
//! judged like any other.

use super::grids::random_solution;
use super::random::Random;
use super::verify::{Proper, Verified, VerifyError, judge, proper};
use super::{Request, Watch};
use crate::grid::{Cell, CellSet, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::{AnyClosure, Design, Goal, Order, StrategySet, Trace, TraceVerdict, fast_count_until, solve_until};
use std::ops::RangeInclusive;

/// What a random puzzle has to be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomRequest {
    /// Shape of the grid.
    pub shape: Shape,
    /// Symmetry of the clue cells.
    pub symmetry: Symmetry,
    /// How many clues it may have.
    pub clues: RangeInclusive<usize>,
    /// Whether each clue has to be needed. Without a symmetry and a number of clues that is so anyway, but on
    /// grids of more than 16 rows.
    pub minimal: bool,
    /// The strategies that have to solve it; without them any puzzle with one solution will do.
    pub order: Option<Order>,
    /// Its difficulty, which is that of the trace of these strategies.
    pub goal: Goal,
    /// Seed of all random choices.
    pub seed: u64,
}

impl RandomRequest {
    /// Any puzzle of this shape.
    pub fn new(shape: Shape) -> RandomRequest {
        RandomRequest {
            shape,
            symmetry: Symmetry::None,
            clues: 0..=shape.n_cells(),
            minimal: false,
            order: None,
            goal: Goal::Any,
            seed: 0,
        }
    }

    /// What a puzzle on these cells is judged by.
    fn request(&self, puzzle: &Puzzle, order: Order) -> Request {
        Design { goal: self.goal, minimal: self.minimal, ..Design::new(puzzle.pattern(), order) }.into()
    }
}

/// A random puzzle that was verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomPuzzle {
    /// Puzzle and solution.
    pub proper: Proper,
    /// How the strategies solve it, where they have to.
    pub trace: Option<Trace>,
}

/// The attempt of this number: a puzzle, or `None` if it led to none that is as asked for, or the watch said stop.
///
/// The result depends on the request and the number alone.
///
/// ```
/// use cluesmith::generate::{RandomRequest, Unwatched, random_puzzle};
/// use cluesmith::grid::Shape;
///
/// let puzzle = random_puzzle(&RandomRequest::new(Shape::NINE), 1, &Unwatched).expect("any will do");
/// assert!(puzzle.proper.puzzle().n_clues() < 40);
/// ```
pub fn random_puzzle(request: &RandomRequest, attempt: u64, watch: &dyn Watch) -> Option<RandomPuzzle> {
    let mut random = Random::new(request.seed, attempt);
    let grid = random_solution(&Puzzle::empty(request.shape), &mut random, watch)?;
    let puzzle = thinned(request, &grid, &mut random, watch)?;
    let judged = match request.order {
        Some(order) => {
            let verified = judge(&request.request(&puzzle, order), &puzzle, watch);
            verified.map(Verified::into_parts).map(|(proper, trace)| RandomPuzzle { proper, trace: Some(trace) })
        }
        None => proper(&puzzle, request.minimal, watch).map(|proper| RandomPuzzle { proper, trace: None }),
    };
    match judged {
        Ok(made) => Some(made),
        // Of another difficulty, or some clue of an orbit is redundant.
        Err(
            VerifyError::OutsideWindow
            | VerifyError::Redundant(_)
            | VerifyError::NotSolved
            | VerifyError::RequiredMissing,
        ) => None,
        Err(error) => {
            error.tell(watch);
            None
        }
    }
}

/// Clues of the grid that make a puzzle, as few as the request allows.
fn thinned(request: &RandomRequest, grid: &Puzzle, random: &mut Random, watch: &dyn Watch) -> Option<Puzzle> {
    let shape = request.shape;
    let mut orbits = orbits(shape, request.symmetry);
    random.shuffle(&mut orbits);
    let on = |cells: &CellSet| grid.masked(&Pattern { shape, cells: *cells });
    let holds = |cells: &CellSet| is_puzzle(request, &on(cells), watch);
    let first = |n: usize| orbits[..n].iter().flatten().copied().collect::<CellSet>();
    let mut enough = fewest(orbits.len(), &|n| holds(&first(n)), watch)?;
    let (least, most) = (*request.clues.start(), *request.clues.end());
    // Any number that is asked for, unless as few as possible are: then there is no lower end.
    let wanted = if least == 0 { 0 } else { least + random.below(most.saturating_sub(least) + 1) };
    while enough < orbits.len() && first(enough).len() < wanted {
        enough += 1;
    }
    let mut cells = first(enough);
    let mut taken: Vec<&[Cell]> = orbits[enough..].iter().rev().map(Vec::as_slice).collect();
    let mut order: Vec<usize> = (0..enough).collect();
    random.shuffle(&mut order);
    for orbit in order.into_iter().map(|i| &orbits[i]) {
        if cells.len() < wanted + orbit.len() {
            continue;
        }
        if watch.should_stop() {
            return None;
        }
        let fewer: CellSet = cells.iter().filter(|cell| !orbit.contains(cell)).collect();
        if holds(&fewer) {
            cells = fewer;
            taken.push(orbit);
        }
    }
    if let Some(order) = request.order.filter(|order| !order.allowed.is_subset(StrategySet::BASIC)) {
        // What was taken away last comes back first, until the strategies solve the puzzle.
        let with =
            |n: usize| taken.iter().rev().take(n).copied().flatten().copied().chain(cells.iter()).collect::<CellSet>();
        let is_solved = |n: usize| {
            let trace = solve_until(&on(&with(n)), order, &|| watch.should_stop());
            trace.is_some_and(|trace| trace.verdict == TraceVerdict::Solved)
        };
        if !is_solved(0) {
            cells = with(fewest(taken.len(), &is_solved, watch)?);
        }
    }
    (request.clues.contains(&cells.len())).then(|| on(&cells))
}

/// The least number that is enough, if `most` is and one more never harms; found by halving. `None` if it was stopped.
fn fewest(most: usize, is_enough: &dyn Fn(usize) -> bool, watch: &dyn Watch) -> Option<usize> {
    let (mut too_few, mut enough) = (0, most);
    while enough - too_few > 1 {
        let middle = usize::midpoint(too_few, enough);
        if is_enough(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
        if watch.should_stop() {
            return None;
        }
    }
    Some(enough)
}

/// The orbits of the cells under a symmetry.
fn orbits(shape: Shape, symmetry: Symmetry) -> Vec<Vec<Cell>> {
    let is_first = |&cell: &Cell| symmetry.orbit(shape, cell).iter().all(|&image| cell <= image);
    shape.cells().filter(is_first).map(|cell| symmetry.orbit(shape, cell)).collect()
}

/// Whether set logic solves the clues, if that is all there is; else whether they have one solution. On large grids brute
/// force may take for ever where a clue is missing, so there clues that take more than locked candidates count as too few,
/// unless each clue is to be needed.
fn is_puzzle(request: &RandomRequest, clues: &Puzzle, watch: &dyn Watch) -> bool {
    match request.order {
        None if request.shape.is_large() && !request.minimal => AnyClosure::of(clues, StrategySet::PAPER).is_solved(),
        Some(order) if order.allowed.is_subset(StrategySet::BASIC) => AnyClosure::of(clues, order.allowed).is_solved(),
        _ => fast_count_until(clues, 2, &|| watch.should_stop()) == Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::examples::all_shapes;
    use crate::logic::count_solutions;

    /// The puzzles of the first attempts.
    fn puzzles(request: &RandomRequest, n: u64) -> Vec<RandomPuzzle> {
        (0..n).filter_map(|attempt| random_puzzle(request, attempt, &Unwatched)).collect()
    }

    #[test]
    fn every_attempt_makes_a_minimal_puzzle_where_nothing_else_is_asked() {
        for shape in all_shapes().filter(|shape| shape.n() <= 9) {
            let request = RandomRequest::new(shape);
            let made = puzzles(&request, 2);
            assert_eq!(made.len(), 2, "{shape}");
            for RandomPuzzle { proper, trace } in &made {
                let puzzle = proper.puzzle();
                assert_eq!((count_solutions(puzzle, 2), trace), (1, &None), "{puzzle}");
                assert!(puzzle.clues().all(|(cell, digit)| proper.solution().get(cell) == Some(digit)));
                for (cell, _) in puzzle.clues() {
                    let mut fewer = puzzle.clone();
                    fewer.set(cell, None);
                    assert!(count_solutions(&fewer, 2) > 1, "{puzzle}: {cell:?}");
                }
            }
            assert_eq!(made, puzzles(&request, 2), "{shape}");
        }
    }

    #[test]
    fn puzzles_are_as_asked_for() {
        let order: Order = "singles".parse().expect("names");
        let nine = RandomRequest::new(Shape::NINE);
        for symmetry in Symmetry::ALL {
            let request = RandomRequest { symmetry, order: Some(order), clues: 30..=34, ..nine.clone() };
            // Large orbits often skip the numbers that are asked for.
            let made = puzzles(&request, 16);
            assert!(!made.is_empty(), "{symmetry}");
            for RandomPuzzle { proper, trace } in made {
                let cells = proper.puzzle().pattern().cells;
                assert!(request.clues.contains(&cells.len()));
                assert!(cells.iter().all(|cell| symmetry.orbit(Shape::NINE, cell).iter().all(|&c| cells.contains(c))));
                let trace = trace.expect("strategies were asked for");
                assert!(trace.verdict == TraceVerdict::Solved && trace.used().is_subset(order.allowed));
            }
        }
        let hard = RandomRequest {
            order: Some("all".parse().expect("names")),
            goal: "se 2.6..3.8".parse().expect("a goal"),
            ..nine
        };
        for made in puzzles(&hard, 20) {
            let whole = crate::logic::se_rating(made.proper.puzzle()).expect("a figure").whole;
            assert!((26..=38).contains(&whole), "{}", made.proper.puzzle());
        }
    }

    #[test]
    fn strategies_without_naked_singles_have_their_puzzles_too() {
        for names in ["full-house", "hidden-single", "full-house,hidden-single", "naked-single,unique-rectangle-1"] {
            let order: Order = names.parse().expect("names");
            let request = RandomRequest { order: Some(order), ..RandomRequest::new(Shape::NINE) };
            assert_eq!(puzzles(&request, 2).len(), 2, "{names}");
        }
    }

    #[test]
    fn minimal_puzzles_with_a_symmetry_are_minimal() {
        let request = RandomRequest { symmetry: Symmetry::HalfTurn, minimal: true, ..RandomRequest::new(Shape::NINE) };
        let made = puzzles(&request, 60);
        assert!(!made.is_empty());
        for RandomPuzzle { proper, .. } in made {
            assert_eq!(crate::logic::redundant_clues(proper.puzzle(), &|| false), Some(CellSet::EMPTY));
        }
    }
}
