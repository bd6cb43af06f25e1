//! From a puzzle of a solution grid to a better one, by short ways back and down again.
//!
//! A descent judges the boards that lie before it, and where it ends is a matter of luck: most puzzles from which
//! nothing can be emptied are easy. The climb starts there. A step gives a few cells their values back, empties cells
//! at random until none can be emptied any more, and keeps the new puzzle unless it is worse. Better means closer to
//! what is asked for, and then harder (d) or with fewer steps to choose from (t).
//!
//! Where several steps of a strategy are asked for, that climb gets stuck: most puzzles have none, and steps of other
//! strategies do the work of the next one. There a walk goes on from the same start, which puts up with worse puzzles
//! now and then, and is pulled towards puzzles in which the steps stand side by side and the others are few.

use super::descent::{difficulty_of_trace, is_solved};
use super::{BackwardRequest, Target};
use crate::generate::random::Random;
use crate::generate::{Method, Progress, Watch};
use crate::grid::{Cell, Puzzle, Shape};
use crate::logic::{Mix, StrategyId, StrategySet, Trace, freedom_of, se_rating_until, solve_until};

/// Steps towards a target for each step of a climb without one.
const STEPS_TO_TARGET: usize = 8;
/// Figures of Sudoku Explainer, and open steps, that weigh the same where t and d are mixed.
const FIGURES: f64 = 5.0;
const OPEN_STEPS: f64 = 20.0;

/// Steps of one strategy from which on a walk is better than a climb.
const STEPS_FOR_A_WALK: usize = 3;
/// Steps of a walk for each step of a climb.
const STEPS_OF_A_WALK: usize = 40;
/// What a walk minimises: so much for a wanted step that is missing, so much for a step of another strategy beyond
/// locked candidates, and so much less for a wanted step that is possible beside others.
const MISSING: i64 = 100;
const OTHER: i64 = 20;
const OPEN: i64 = 40;
/// A puzzle that is worse by so much is taken half of the time, by twice as much a quarter of the time.
const SLACK: i64 = 14;
/// Most cells that get their values back in a step of a walk.
const BACK_IN_A_WALK: usize = 4;

/// How good a puzzle is: its distance from the target, then its value by t and d.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Merit {
    pub(super) distance: usize,
    value: f64,
}

impl Merit {
    fn is_worse_than(self, other: Merit) -> bool {
        self.distance > other.distance || self.distance == other.distance && self.value < other.value
    }
}

/// A climb over the puzzles of a solution grid.
pub(super) struct Climb<'a> {
    request: &'a BackwardRequest,
    watch: &'a dyn Watch,
    mix: Mix,
    /// Cells that may be emptied, those that are emptied together in one list.
    orbits: Vec<Vec<Cell>>,
    solution: &'a Puzzle,
    /// The best puzzle so far, and how good it is.
    pub(super) best: Puzzle,
    pub(super) merit: Merit,
}

impl<'a> Climb<'a> {
    /// A climb that begins with this puzzle; `None` if the watch says stop.
    pub(super) fn new(
        request: &'a BackwardRequest,
        solution: &'a Puzzle,
        start: Puzzle,
        watch: &'a dyn Watch,
    ) -> Option<Climb<'a>> {
        let shape = solution.shape();
        let mut orbits: Vec<Vec<Cell>> = shape.cells().map(|cell| request.symmetry.orbit(shape, cell)).collect();
        orbits.sort_unstable();
        orbits.dedup();
        let is_kept =
            |cell: &Cell| request.fixed.get(*cell).is_some() || request.pattern.is_some_and(|p| p.contains(*cell));
        orbits.retain(|orbit| !orbit.iter().any(is_kept));
        let mix = *request.schedule.at(0);
        let merit = merit_of(request, &mix, &start, usize::MAX, watch)?;
        Some(Climb { request, watch, mix, orbits, solution, best: start, merit })
    }

    /// How many steps are worth while: none where nothing is asked for and nothing judged, nor where the order in
    /// which cells and marks come back is part of the search.
    pub(super) fn n_steps(request: &BackwardRequest) -> usize {
        let phases = request.schedule.phases();
        if request.is_literal || request.pattern.is_some() || phases.iter().any(|phase| phase.mix.is_chance()) {
            return 0;
        }
        // A step takes time with the fourth power of N: so many cells, and as many rules for each.
        let n = request.shape.n().max(9);
        let steps = (request.effort.climbs * 9usize.pow(4)).div_ceil(n.pow(4));
        match (request.target.is_empty(), request.schedule.at(0).judges_boards()) {
            (true, false) => 0,
            (true, true) => steps,
            (false, _) if is_walk(request) => STEPS_OF_A_WALK * STEPS_TO_TARGET * steps,
            (false, _) => STEPS_TO_TARGET * steps,
        }
    }

    /// Climbs until the target is met, or so many steps if there is none. `None` if stopped; the best puzzle stands.
    pub(super) fn run(&mut self, n_steps: usize, n_taken_back: &mut u64, random: &mut Random) -> Option<()> {
        if is_walk(self.request) {
            return self.walk(n_steps, n_taken_back, random);
        }
        for _ in 0..n_steps {
            if self.merit.distance == 0 && !self.request.target.is_empty() {
                break;
            }
            let next = self.neighbour(&self.best, self.request.effort.back, random)?;
            let merit = merit_of(self.request, &self.mix, &next, self.merit.distance, self.watch)?;
            if !merit.is_worse_than(self.merit) {
                (self.best, self.merit) = (next, merit);
            }
            self.count(n_taken_back);
        }
        Some(())
    }

    /// Walks until the target is met, or so many steps; the best puzzle of the walk stands.
    fn walk(&mut self, n_steps: usize, n_taken_back: &mut u64, random: &mut Random) -> Option<()> {
        let mut present = self.best.clone();
        let (_, mut energy) = self.energy_of(&present)?;
        for _ in 0..n_steps {
            if self.merit.distance == 0 {
                break;
            }
            let next = self.neighbour(&present, BACK_IN_A_WALK, random)?;
            let (distance, next_energy) = self.energy_of(&next)?;
            if distance < self.merit.distance {
                (self.best, self.merit.distance) = (next.clone(), distance);
            }
            if next_energy <= energy + SLACK * i64::from(random.bits().trailing_zeros()) {
                (present, energy) = (next, next_energy);
            }
            self.count(n_taken_back);
        }
        Some(())
    }

    /// How far a puzzle is from the target, and what a walk minimises; `None` if the watch says stop.
    fn energy_of(&self, puzzle: &Puzzle) -> Option<(usize, i64)> {
        let should_stop = || self.watch.should_stop();
        let Target { at_least, .. } = &self.request.target;
        let wanted: StrategySet = at_least.iter().map(|&(id, _)| id).collect();
        let trace = solve_until(puzzle, self.request.strategies, &should_stop)?;
        let distance = self.request.target.distance(&trace, &should_stop);
        let mut board = trace.board_before(0);
        let (mut n_open, mut n_others) = (0, 0);
        for step in &trace.steps {
            if wanted.contains(step.strategy()) {
                n_open = n_open.max(freedom_of(&board, wanted));
            } else if step.strategy() > StrategyId::LockedCandidates {
                n_others += 1;
            }
            step.apply(&mut board);
        }
        let energy = MISSING * distance as i64 + OTHER * n_others - OPEN * n_open as i64;
        (!should_stop()).then_some((distance, energy))
    }

    fn count(&self, n_taken_back: &mut u64) {
        *n_taken_back += 1;
        self.watch.report(Progress {
            method: Method::Inverse,
            best_open_cells: None,
            steps: *n_taken_back,
            formula: None,
        });
    }

    /// Another puzzle of the grid: some cells filled again, then cells emptied until none can be.
    fn neighbour(&self, puzzle: &Puzzle, most_back: usize, random: &mut Random) -> Option<Puzzle> {
        let mut puzzle = puzzle.clone();
        let is_empty = |puzzle: &Puzzle, orbit: &Vec<Cell>| puzzle.get(orbit[0]).is_none();
        let empty: Vec<&Vec<Cell>> = self.orbits.iter().filter(|orbit| is_empty(&puzzle, orbit)).collect();
        for _ in 0..(1 + random.below(most_back.max(1))).min(empty.len()) {
            for &cell in empty[random.below(empty.len())] {
                puzzle.set(cell, self.solution.get(cell));
            }
        }
        let mut filled: Vec<&Vec<Cell>> = self.orbits.iter().filter(|orbit| !is_empty(&puzzle, orbit)).collect();
        random.shuffle(&mut filled);
        let floor = self.request.target.clues.unwrap_or(0);
        let mut n_clues = puzzle.n_clues();
        for orbit in filled {
            if self.watch.should_stop() {
                return None;
            }
            if n_clues < floor + orbit.len() {
                continue;
            }
            let without = super::descent::without(&puzzle, orbit);
            if is_solved(&without, self.request.strategies) {
                n_clues -= orbit.len();
                puzzle = without;
            }
        }
        Some(puzzle)
    }
}

/// Whether several steps of one strategy are asked for.
fn is_walk(request: &BackwardRequest) -> bool {
    request.target.at_least.iter().any(|&(_, count)| count >= STEPS_FOR_A_WALK)
}

/// How good a puzzle is; its value does not matter if it is farther away than `most`. `None` if the watch says stop.
fn merit_of(request: &BackwardRequest, mix: &Mix, puzzle: &Puzzle, most: usize, watch: &dyn Watch) -> Option<Merit> {
    let should_stop = || watch.should_stop();
    let trace = solve_until(puzzle, request.strategies, &should_stop)?;
    let distance = request.target.distance(&trace, &should_stop);
    let mut value = 0.0;
    if distance > most {
        return (!watch.should_stop()).then_some(Merit { distance, value });
    }
    if mix.difficulty > 0 {
        value += f64::from(mix.difficulty) * hardness(&trace, &should_stop) / FIGURES;
    }
    if mix.freedom > 0 {
        value -=
            f64::from(mix.freedom) * bottleneck_until(&trace, request.strategies, &should_stop)? as f64 / OPEN_STEPS;
    }
    (!watch.should_stop()).then_some(Merit { distance, value })
}

/// The figure of Sudoku Explainer, for other shapes than 9x9 the rank of the hardest method; and a fraction that grows
/// with the number of steps beyond singles.
fn hardness(trace: &Trace, should_stop: &dyn Fn() -> bool) -> f64 {
    let by_rank = difficulty_of_trace(trace);
    if trace.puzzle.shape() != Shape::NINE {
        return by_rank;
    }
    let figure = se_rating_until(&trace.puzzle, should_stop).map_or(0.0, |rating| f64::from(rating.whole));
    (figure + by_rank.fract()) / 10.0
}

/// The narrowest place of a trace: the fewest steps that a solver can choose from on one of its boards, as long as half
/// of the empty cells are still empty. Later there are few in any case.
pub fn bottleneck(trace: &Trace, strategies: StrategySet) -> usize {
    // Nobody stops it.
    bottleneck_until(trace, strategies, &|| false).unwrap_or_default()
}

fn bottleneck_until(trace: &Trace, strategies: StrategySet, should_stop: &dyn Fn() -> bool) -> Option<usize> {
    let mut board = trace.board_before(0);
    let n_empty = board.n_unsolved();
    let mut fewest = usize::MAX;
    for step in &trace.steps {
        if should_stop() {
            return None;
        }
        if 2 * board.n_unsolved() < n_empty {
            break;
        }
        fewest = fewest.min(freedom_of(&board, strategies));
        step.apply(&mut board);
    }
    Some(if trace.steps.is_empty() { 0 } else { fewest })
}
