//! Practice grids: positions in which everything easier is done and the next step is a given technique.

use super::random::Random;
use super::search::{Picking, search};
use super::{Found, Request, Watch};
use crate::grid::{Cell, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::{
    Board, Design, Order, Step, StrategyId, StrategySet, TraceVerdict, all_steps, checker, solutions_until, solve_until,
};
use std::ops::ControlFlow;

/// A position for practice, made by [`practice_grid`] or [`practice_grids`] and nowhere else: it follows from the puzzle
/// by steps that were checked, no strategy that stands before the technique has a step, and the technique has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PracticeGrid {
    puzzle: Puzzle,
    board: Board,
    steps: Vec<Step>,
}

impl PracticeGrid {
    /// The puzzle, which has one solution.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The digits that are placed and the candidates that are left.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The steps of the technique that are possible, in the order in which a solver finds them; at least one.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// The allowed strategies that stand before a technique, in the same order.
fn easier(order: &Order, technique: StrategyId) -> Order {
    let easier = order.allowed.intersection(order.ranking.easier_than(technique));
    Order { required: StrategySet::EMPTY, ..order.allowing(easier) }
}

/// The position of a puzzle in which everything easier than a technique is done, if the technique comes next. `None`
/// also for a puzzle without a single solution, and after a stop.
pub fn practice_grid(puzzle: &Puzzle, technique: StrategyId, order: &Order, watch: &dyn Watch) -> Option<PracticeGrid> {
    let should_stop = || watch.should_stop();
    let solutions = solutions_until(puzzle, 2, &should_stop)?;
    let [solution] = &solutions[..] else { return None };
    let before = easier(order, technique);
    let trace = solve_until(puzzle, before, &should_stop)?;
    if trace.verdict != TraceVerdict::Stuck {
        return None;
    }
    let mut board = Board::new(puzzle);
    for step in &trace.steps {
        if watch.should_stop() {
            return None;
        }
        checker::check_step(&board, step).ok()?;
        checker::check_against_solution(&board, step, solution).ok()?;
        step.apply(&mut board);
    }
    let mut steps = Vec::new();
    let _ = order.search(technique).find(&board, &mut |step| {
        steps.push(step);
        if watch.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let holds = |step: &Step| {
        checker::check_step(&board, step).is_ok() && checker::check_against_solution(&board, step, solution).is_ok()
    };
    let is_next = !steps.is_empty() && steps.iter().all(holds) && all_steps(&board, before).is_empty();
    (is_next && !watch.should_stop()).then(|| PracticeGrid { puzzle: puzzle.clone(), board, steps })
}

/// What ended a run of [`practice_grids`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PracticeEnd {
    /// The receiver has enough.
    Enough,
    /// It was stopped.
    Stopped,
}

/// Makes practice grids from puzzles on random patterns with half-turn symmetry, one after the other: the same seed gives
/// the same grids. Each comes from a puzzle that the technique and what is easier solve, and that needs the technique;
/// it is received with the puzzle.
pub fn practice_grids(
    shape: Shape,
    technique: StrategyId,
    order: &Order,
    seed: u64,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found, PracticeGrid) -> ControlFlow<()>,
) -> PracticeEnd {
    let mut random = Random::new(seed, 0x90_AC71);
    let mut order = easier(order, technique);
    order.set_tick(technique, crate::logic::Tick::Required);
    while !watch.should_stop() {
        let pattern = random_pattern(shape, &mut random);
        let request = Request::from(Design { seed: random.bits(), ..Design::new(pattern, order) });
        // A pattern that is slow to answer is left for the next one.
        let Some(found) = search(&request, 0..ATTEMPTS, Picking::LowestNumber, watch) else { continue };
        if let Some(grid) = practice_grid(found.puzzle(), technique, &order, watch)
            && receive(found, grid).is_break()
        {
            return PracticeEnd::Enough;
        }
    }
    PracticeEnd::Stopped
}

/// Attempts of the search on one pattern.
const ATTEMPTS: u64 = 4;

/// About a third of the cells, a few more or fewer.
fn random_pattern(shape: Shape, random: &mut Random) -> Pattern {
    let n_cells = shape.n_cells();
    let n_clues = n_cells / 3 + random.below(1 + n_cells / 27);
    let mut pattern = Pattern::empty(shape);
    while pattern.n_clues() < n_clues {
        let cell = Cell::from_index(random.below(n_cells));
        for image in Symmetry::HalfTurn.orbit(shape, cell) {
            pattern.cells.insert(image);
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::content_lines;

    /// How many steps of the technique the position of a puzzle offers; 0 where it is no practice grid.
    #[track_caller]
    fn check(order: &str, technique: StrategyId, clues: &str, expected: usize) {
        let puzzle = content_lines(clues).next().expect("a line").puzzle(Shape::NINE).expect("a puzzle");
        let order: Order = order.parse().expect("an order");
        let grid = practice_grid(&puzzle, technique, &order, &Unwatched);
        assert_eq!(grid.as_ref().map_or(0, |grid| grid.steps().len()), expected, "{order} {technique:?}");
        let Some(grid) = grid else { return };
        assert_eq!(grid.puzzle(), &puzzle);
        assert!(grid.steps().iter().all(|step| step.strategy() == technique));
        assert!(grid.board().n_unsolved() > 0);
    }

    const ONE_FISH: &str = "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........";

    #[test]
    fn the_technique_comes_next() {
        check("paper,x-wing", StrategyId::XWing, ONE_FISH, 2);
        // Nothing easier does it, and nothing is left to do for what is harder.
        check("paper,x-wing,swordfish", StrategyId::Swordfish, ONE_FISH, 0);
        // Several solutions, and none.
        let open = format!(".{}", &ONE_FISH[1..]).replacen('2', ".", 1);
        check("paper,x-wing", StrategyId::XWing, &open, 0);
        check("paper,x-wing", StrategyId::XWing, &ONE_FISH.replacen('2', "8", 1), 0);
    }

    #[test]
    fn grids_are_made() {
        for (shape, order, technique) in [
            ("2x3", "naked-single,hidden-single", StrategyId::HiddenSingle),
            ("3x3", "paper,naked-pair", StrategyId::NakedPair),
        ] {
            let shape: Shape = shape.parse().expect("a shape");
            let order: Order = order.parse().expect("an order");
            let make = || {
                let mut grids = Vec::new();
                let end = practice_grids(shape, technique, &order, 3, &Unwatched, &mut |found, grid| {
                    assert_eq!(found.puzzle(), grid.puzzle());
                    grids.push(grid);
                    if grids.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                assert_eq!(end, PracticeEnd::Enough);
                grids
            };
            let grids = make();
            assert_eq!(grids, make(), "the same seed");
            for grid in &grids {
                let next = crate::logic::next_step(grid.board(), order).expect("a step");
                assert_eq!((next.strategy(), grid.puzzle().shape()), (technique, shape));
            }
        }
    }
}
