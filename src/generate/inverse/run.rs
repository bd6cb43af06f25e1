//! Runs of the search: solution grids, targets, backtracking, restarts, verification.

use super::descent::{Census, Descent, is_solved};
use super::shape_grid::grid_for;
use super::way::Way;
use super::{Request, Schedule, Snapshot};
use crate::generate::grids::random_solution;
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Method, Outcome, Undecided, Watch};
use crate::grid::{Cell, CellSet, Puzzle};
use crate::logic::{Mix, StrategyId, StrategySet, solve};

/// Times that a run is taken back in part before it begins with a fresh grid.
const BACKTRACKS: usize = 60;
/// Fresh runs on one given grid without success before it is given up.
const RUNS_ON_ONE_GRID: u64 = 400;

/// A puzzle and how the search came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backward {
    /// The verified puzzle.
    pub found: Found,
    /// The moves from the solution to the puzzle.
    pub way: Way,
    /// What the last run looked at.
    pub census: Census,
    /// Fresh starts before the one that succeeded.
    pub restarts: u64,
    /// Times that a run was taken back in part.
    pub backtracks: u64,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A puzzle that is all that was asked for.
    Found(Box<Backward>),
    /// No such puzzle; the closest one seen, if any. Of a run that was stopped on its way the puzzle that it had come to.
    Undecided(Undecided, Option<Box<Backward>>),
}

/// A request that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum RequestError {
    #[error(
        "the backward generator cannot undo {0}: allow only naked-single and the other strategies of the group basic"
    )]
    NotInvertible(&'static str),
    #[error("the backward generator needs naked-single: no other move fills a cell")]
    NoNakedSingle,
    #[error("{0} is required, but it is not among the strategies")]
    NotAllowed(&'static str),
    #[error("the grid is not a solution: every cell has to be filled and no digit may repeat in a row, column or box")]
    NotASolution,
    #[error("the grid and the fixed digits differ at {0}")]
    FixedDigitDiffers(String),
    #[error("{0}")]
    Symmetry(#[from] crate::grid::SymmetryError),
    #[error("the pattern does not have the symmetry asked for")]
    PatternLacksSymmetry,
    #[error("a puzzle of this shape has 1 to {0} clues")]
    Clues(usize),
    #[error("the pattern has {pattern} clues, {wanted} are asked for")]
    PatternHasOtherClues { pattern: usize, wanted: usize },
    #[error("difficulty figures are known for 9x9 grids only")]
    NoFigure,
}

/// Looks for a puzzle backwards from a solution grid; `observe` sees every step.
///
/// The puzzle is verified by the step solver, the step checker and brute force, none of which
/// the search uses.
///
/// # Errors
/// If the request contradicts itself.
pub fn backward(
    request: &Request,
    watch: &dyn Watch,
    observe: &mut dyn FnMut(&Snapshot<'_>),
) -> Result<Ended, RequestError> {
    check(request)?;
    let mut best: Option<(usize, Backward)> = None;
    let mut run = Run { request, watch, observe, backtracks: 0 };
    let ended = |why, best: Option<(usize, Backward)>| Ok(Ended::Undecided(why, best.map(|(_, b)| Box::new(b))));
    for attempt in 0.. {
        let mut random = Random::new(request.seed, attempt);
        if attempt == RUNS_ON_ONE_GRID && request.solution.is_some() {
            let why = format!("no puzzle of this kind in {attempt} runs on the given grid");
            return ended(Undecided::GaveUp(why), best);
        }
        let grid = match (&request.solution, &request.pattern) {
            (Some(grid), Some(pattern)) if !is_solved(&grid.masked(pattern), request.strategies) => {
                let why = "the strategies do not solve the given grid's digits on this pattern".to_owned();
                return ended(Undecided::GaveUp(why), best);
            }
            (Some(grid), _) => Some(grid.clone()),
            (None, Some(pattern)) => {
                let mix = request.schedule.at(pattern.n_clues());
                grid_for(pattern, &request.fixed, request.strategies, mix, &mut random, watch)
            }
            (None, None) => random_solution(&request.fixed, &mut random, watch),
        };
        let Some(grid) = grid else {
            let why = if watch.should_stop() {
                Undecided::Stopped
            } else {
                Undecided::GaveUp("the fixed digits fit no solution grid".to_owned())
            };
            return ended(why, best);
        };
        let (distance, result) = match run.attempt(&grid, attempt, &mut random) {
            Ok(result) => result,
            Err(partial) => {
                let least =
                    best.into_iter().chain(partial.map(|partial| *partial)).min_by_key(|&(distance, _)| distance);
                return ended(Undecided::Stopped, least);
            }
        };
        if distance == 0 {
            return Ok(Ended::Found(Box::new(result)));
        }
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, result));
        }
    }
    ended(Undecided::Stopped, best)
}

fn check(request: &Request) -> Result<(), RequestError> {
    if let Some(id) = request.strategies.difference(StrategySet::BASIC).iter().next() {
        return Err(RequestError::NotInvertible(id.name()));
    }
    if !request.strategies.contains(StrategyId::NakedSingle) {
        return Err(RequestError::NoNakedSingle);
    }
    let wanted: StrategySet = request.target.at_least.iter().map(|&(id, _)| id).collect();
    if let Some(id) = wanted.union(request.target.required).difference(request.strategies).iter().next() {
        return Err(RequestError::NotAllowed(id.name()));
    }
    request.symmetry.check(request.shape)?;
    if let Some(grid) = &request.solution {
        if !grid.is_solution() {
            return Err(RequestError::NotASolution);
        }
        if let Some((cell, _)) = request.fixed.clues().find(|&(cell, digit)| grid.get(cell) != Some(digit)) {
            return Err(RequestError::FixedDigitDiffers(request.shape.cell_name(cell)));
        }
    }
    let n_cells = request.shape.n_cells();
    if request.target.clues.is_some_and(|wanted| !(1..=n_cells).contains(&wanted)) {
        return Err(RequestError::Clues(n_cells));
    }
    if let Some(pattern) = &request.pattern {
        if !request.symmetry.holds(request.shape, &pattern.cells) {
            return Err(RequestError::PatternLacksSymmetry);
        }
        if let Some(wanted) = request.target.clues.filter(|&wanted| wanted != pattern.n_clues()) {
            return Err(RequestError::PatternHasOtherClues { pattern: pattern.n_clues(), wanted });
        }
    }
    if request.target.difficulty.is_some() && request.shape != crate::grid::Shape::NINE {
        return Err(RequestError::NoFigure);
    }
    Ok(())
}

/// A result and its distance from the target.
type Measured = (usize, Backward);
/// What a run that was stopped has come to.
type Kept = Option<Box<Measured>>;

struct Run<'a> {
    request: &'a Request,
    watch: &'a dyn Watch,
    observe: &'a mut dyn FnMut(&Snapshot<'_>),
    backtracks: u64,
}

impl Run<'_> {
    /// One fresh run with its backtracking; the result and its distance from the target.
    ///
    /// # Errors
    /// If stopped: the best so far, unless nothing is emptied yet.
    fn attempt(&mut self, grid: &Puzzle, attempt: u64, random: &mut Random) -> Result<Measured, Kept> {
        let request = self.request;
        let all = CellSet::first(grid.shape().n_cells());
        let mut kept: Option<(usize, CellSet)> = None;
        // Runs of chance mingle cells and marks; taking back cells alone makes no sense there.
        let n_backtracks = if request.schedule.phases().iter().any(|phase| phase.mix.is_chance())
            || request.pattern.is_some()
            || request.target.is_empty()
        {
            0
        } else {
            BACKTRACKS
        };
        for round in 0..=n_backtracks {
            let start = match &kept {
                None => CellSet::EMPTY,
                Some((_, emptied)) => self.taken_back(emptied, random),
            };
            let mut descent = Descent::new(request, grid, &start, random, self.watch, self.observe, attempt);
            if !descent.empty_cells() {
                let Some((distance, emptied)) = &kept else {
                    let is_new = descent.puzzle() != grid;
                    let result = || Box::new((usize::MAX, result_of(request, descent, attempt, self.backtracks)));
                    return Err(is_new.then(result));
                };
                drop(descent);
                let best = Descent::new(request, grid, emptied, random, self.watch, self.observe, attempt);
                return Err(Some(Box::new((*distance, result_of(request, best, attempt, self.backtracks)))));
            }
            let puzzle = descent.puzzle().clone();
            let distance = distance_of(request, &puzzle);
            if distance == 0 || round == n_backtracks && kept.as_ref().is_none_or(|(least, _)| distance <= *least) {
                return finish(request, descent, attempt, self.backtracks, distance);
            }
            drop(descent);
            if kept.as_ref().is_none_or(|(least, _)| distance <= *least) {
                kept = Some((distance, all.difference(&puzzle.pattern().cells)));
            }
            self.backtracks += 1;
            self.watch.report(crate::generate::Progress {
                method: Method::Inverse,
                best_open_cells: None,
                steps: self.backtracks,
                formula: None,
            });
        }
        let (distance, emptied) = kept.ok_or(None)?;
        let descent = Descent::new(request, grid, &emptied, random, self.watch, self.observe, attempt);
        finish(request, descent, attempt, self.backtracks, distance)
    }

    /// Some of the emptied cells, by whole orbits: the rest get their values back.
    fn taken_back(&self, emptied: &CellSet, random: &mut Random) -> CellSet {
        let mut cells: Vec<Cell> = emptied.iter().collect();
        random.shuffle(&mut cells);
        let n_back = 1 + random.below(1 + cells.len() / 4);
        let back: CellSet =
            cells[..n_back].iter().flat_map(|&cell| self.request.symmetry.orbit(self.request.shape, cell)).collect();
        emptied.difference(&back)
    }
}

/// How far a puzzle is from what is asked for.
fn distance_of(request: &Request, puzzle: &Puzzle) -> usize {
    let target = &request.target;
    // With a pattern the grid was chosen so that all other cells can be emptied.
    let left_over = request.pattern.map_or(0, |pattern| puzzle.n_clues().abs_diff(pattern.n_clues()));
    if target.is_empty() { left_over } else { left_over + target.distance(&solve(puzzle, request.strategies)) }
}

/// Puts the marks back; if stopped meanwhile, the same puzzle with a shorter way is the error.
fn finish(
    request: &Request,
    mut descent: Descent<'_>,
    attempt: u64,
    backtracks: u64,
    distance: usize,
) -> Result<Measured, Kept> {
    let is_whole = descent.finish();
    let measured = (distance, result_of(request, descent, attempt, backtracks));
    if is_whole { Ok(measured) } else { Err(Some(Box::new(measured))) }
}

fn result_of(request: &Request, descent: Descent<'_>, attempt: u64, backtracks: u64) -> Backward {
    let puzzle = descent.puzzle().clone();
    let (way, census) = descent.into_way();
    let mut asked = crate::generate::Request::new(puzzle.pattern(), request.strategies);
    asked.fixed = request.fixed.clone();
    let found = verify(&asked, &puzzle, Method::Inverse);
    // Seeing this is a bug of the search, not a matter of luck.
    let found = found.unwrap_or_else(|error| panic!("the backward generator made a bad puzzle {puzzle}: {error}"));
    Backward { found, way, census, restarts: attempt, backtracks }
}

/// Answers a request for a painted pattern, as `generate --method inverse`.
pub(in crate::generate) fn for_pattern(request: &crate::generate::Request, mix: &Mix, watch: &dyn Watch) -> Outcome {
    let mut asked = Request::new(request.pattern.shape);
    asked.strategies = request.strategies;
    asked.pattern = Some(request.pattern);
    asked.fixed = request.fixed.clone();
    asked.target.required = request.required;
    asked.seed = request.seed;
    // Without a wish nothing is judged, neither grids nor the way that nobody looks at here.
    let sparse = Mix { sparse: Mix::ONE, ..Mix::default() };
    asked.schedule = Schedule::of(if mix.is_chance() { sparse } else { *mix });
    match backward(&asked, watch, &mut |_| ()) {
        Ok(Ended::Found(backward)) => Outcome::Found(Box::new(backward.found)),
        Ok(Ended::Undecided(why, _)) => Outcome::Undecided(why),
        Err(error) => Outcome::Undecided(Undecided::GaveUp(error.to_string())),
    }
}
