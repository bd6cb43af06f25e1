//! From a puzzle of a solution grid to a better one, by short ways back and down again.
//!
//! A descent judges the boards that lie before it, and where it ends is a matter of luck: most puzzles from which
//! nothing can be emptied are easy. The climb starts there. A step gives a few cells their values back, empties cells
//! at random until none can be emptied any more, and keeps the new puzzle unless it is worse. Better means closer to
//! what is asked for, and then harder (d) or with fewer steps to choose from (t).
//!
//! On a grid with an automorphism the climb begins with puzzles that have it too, and goes on from the best of these
//! cell by cell. It anneals there, and only the distance from the target counts.

use super::BackwardRequest;
use super::automorphic;
use super::descent::{difficulty_of_trace, is_solved};
use crate::generate::random::Random;
use crate::generate::{Method, Progress, Watch};
use crate::grid::canon::Isomorphism;
use crate::grid::{Cell, Puzzle, Shape};
use crate::logic::{Mix, StrategySet, Trace, freedom_of, se_rating_until, solve_until};

/// Steps towards a target for each step of a climb without one.
const STEPS_TO_TARGET: usize = 8;
/// Figures of Sudoku Explainer, and open steps, that weigh the same where t and d are mixed.
const FIGURES: f64 = 5.0;
const OPEN_STEPS: f64 = 20.0;
/// Steps of a climb over puzzles with an automorphism, and cell by cell after that, for each step of one without a
/// target.
const AUTOMORPHIC_STEPS: usize = 3;
const STEPS_FROM_AUTOMORPHIC: usize = 4;
/// From a puzzle further from the target nothing is reached cell by cell.
const MOST_MISSING: usize = 2;
/// Of so many steps each, half as many may lead one step further away from the target, when a climb anneals.
const HALVINGS: u32 = 4;

/// How good a puzzle is: its distance from the target, then its value by t and d.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Merit {
    pub(super) distance: usize,
    value: f64,
}

impl Merit {
    /// Whether this is further from the target by more than the slack or, if not further, of less value.
    fn is_worse_than(self, other: Merit, slack: usize) -> bool {
        self.distance > other.distance + slack || self.distance == other.distance && self.value < other.value
    }
}

/// A climb over the puzzles of a solution grid.
pub(super) struct Climb<'a> {
    request: &'a BackwardRequest,
    watch: &'a dyn Watch,
    mix: Mix,
    /// Cells that may be emptied, those that are emptied together in one list.
    orbits: Vec<Vec<Cell>>,
    /// Whether puzzles may get worse by luck.
    is_annealing: bool,
    /// Whether cells are emptied until none can be; otherwise some are left.
    empties_all: bool,
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
        let merit = merit_of(request, &mix, &start, watch)?;
        let (is_annealing, empties_all) = (false, true);
        Some(Climb { request, watch, mix, orbits, is_annealing, empties_all, solution, best: start, merit })
    }

    /// A climb that begins with the solution grid, which has this automorphism; `None` if the watch says stop.
    pub(super) fn automorphic(
        request: &'a BackwardRequest,
        solution: &'a Puzzle,
        automorphism: &Isomorphism,
        watch: &'a dyn Watch,
    ) -> Option<Climb<'a>> {
        let climb = Climb::new(request, solution, solution.clone(), watch)?;
        Some(Climb { mix: Mix::default(), orbits: automorphic::orbits(automorphism), is_annealing: true, ..climb })
    }

    /// Goes on cell by cell from what a climb over puzzles with an automorphism has come to.
    fn cell_by_cell(self) -> Climb<'a> {
        let shape = self.solution.shape();
        let orbits = shape.cells().map(|cell| self.request.symmetry.orbit(shape, cell)).collect();
        Climb { orbits, empties_all: false, ..self }
    }

    /// Climbs over puzzles with an automorphism, then cell by cell.
    pub(super) fn run_automorphic(mut self, n_taken_back: &mut u64, random: &mut Random) -> Climb<'a> {
        let steps = steps_of(self.request);
        let ended = self.run(AUTOMORPHIC_STEPS * steps, n_taken_back, random);
        if ended.is_none() || self.merit.distance > MOST_MISSING {
            return self;
        }
        let mut climb = self.cell_by_cell();
        let _ = climb.run(STEPS_FROM_AUTOMORPHIC * steps, n_taken_back, random);
        climb
    }

    /// How many steps are worth while: none where nothing is asked for and nothing judged, nor where the order in
    /// which cells and marks come back is part of the search.
    pub(super) fn n_steps(request: &BackwardRequest) -> usize {
        let phases = request.schedule.phases();
        if request.is_literal || request.pattern.is_some() || phases.iter().any(|phase| phase.mix.is_chance()) {
            return 0;
        }
        let steps = steps_of(request);
        match (request.target.is_empty(), request.schedule.at(0).judges_boards()) {
            (true, false) => 0,
            (true, true) => steps,
            // Grids with an automorphism come sooner to it.
            (false, _) if automorphic::automorphism_for(request).is_some() => steps,
            (false, _) => STEPS_TO_TARGET * steps,
        }
    }

    /// Climbs until the target is met, or so many steps if there is none. `None` if stopped; the best puzzle stands.
    pub(super) fn run(&mut self, n_steps: usize, n_taken_back: &mut u64, random: &mut Random) -> Option<()> {
        let (mut current, mut merit_of_current) = (self.best.clone(), self.merit);
        for _ in 0..n_steps {
            if self.merit.distance == 0 && !self.request.target.is_empty() {
                break;
            }
            let next = self.neighbour(&current, random)?;
            let merit = merit_of(self.request, &self.mix, &next, self.watch)?;
            let slack = if self.is_annealing { random.bits().trailing_zeros() / HALVINGS } else { 0 };
            if !merit.is_worse_than(self.merit, 0) {
                (self.best, self.merit) = (next.clone(), merit);
            }
            if !merit.is_worse_than(merit_of_current, slack as usize) {
                (current, merit_of_current) = (next, merit);
            }
            *n_taken_back += 1;
            self.watch.report(Progress::new(Method::Inverse, *n_taken_back));
        }
        Some(())
    }

    /// Another puzzle of the grid: some cells filled again, then cells emptied until none, or no more of those drawn,
    /// can be.
    fn neighbour(&self, puzzle: &Puzzle, random: &mut Random) -> Option<Puzzle> {
        let mut puzzle = puzzle.clone();
        let is_empty = |puzzle: &Puzzle, orbit: &Vec<Cell>| puzzle.get(orbit[0]).is_none();
        let empty: Vec<&Vec<Cell>> = self.orbits.iter().filter(|orbit| is_empty(&puzzle, orbit)).collect();
        for _ in 0..(1 + random.below(self.request.effort.back.max(1))).min(empty.len()) {
            for &cell in empty[random.below(empty.len())] {
                puzzle.set(cell, self.solution.get(cell));
            }
        }
        let mut filled: Vec<&Vec<Cell>> = self.orbits.iter().filter(|orbit| !is_empty(&puzzle, orbit)).collect();
        random.shuffle(&mut filled);
        if !self.empties_all {
            filled.truncate(1 + random.below(filled.len()));
        }
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

/// Steps of a climb without a target. A step takes time with the fourth power of N: so many cells, and as many rules for
/// each.
fn steps_of(request: &BackwardRequest) -> usize {
    let n = request.shape.n().max(9);
    (request.effort.climbs * 9usize.pow(4)).div_ceil(n.pow(4))
}

/// How good a puzzle is; `None` if the watch says stop.
fn merit_of(request: &BackwardRequest, mix: &Mix, puzzle: &Puzzle, watch: &dyn Watch) -> Option<Merit> {
    let should_stop = || watch.should_stop();
    let trace = solve_until(puzzle, request.strategies, &should_stop)?;
    let distance = request.target.distance(&trace, &should_stop);
    let mut value = 0.0;
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
