//! Runs of the search: solution grids, targets, backtracking, restarts, verification.

use super::automorphic::{automorphism_for, begins_with_any_grid};
use super::climb::Climb;
use super::descent::{Census, Descent, Halt, is_solved};
use super::shape_grid::grid_for;
use super::way::Way;
use super::{BackwardRequest, Schedule, Snapshot, Target};
use crate::generate::bounds;
use crate::generate::grids::{random_automorphic_grid, random_solution};
use crate::generate::random::Random;
use crate::generate::search::{Picking, search};
use crate::generate::verify::{VerifyError, verify};
use crate::generate::{self, Found, Method, Outcome, Undecided, Unwatched, Watch};
use crate::grid::canon::Isomorphism;
use crate::grid::{Pattern, Puzzle};
use crate::logic::{Design, Mix, StrategyId, StrategySet, solve_until};

/// Fresh runs on one given grid without success before it is given up.
const RUNS_ON_ONE_GRID: u64 = 400;
/// Puzzles that fail the verification before a search is given up.
const MOST_DROPPED: usize = 100;

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
    #[error("at least {least} steps of {name} and at most {most} are asked for")]
    TooFewSteps { name: &'static str, least: usize, most: usize },
    #[error("difficulty figures are known for 9x9 grids only")]
    NoFigure,
    #[error("a theme needs a pattern: without one it is not known which cells hold clues")]
    ThemeWithoutPattern,
    #[error("the grid does not suit the theme: {0}")]
    GridBreaksTheme(String),
    #[error("{0}")]
    ThemeImpossible(String),
}

/// Looks for a puzzle backwards from a solution grid; `observe` sees every step.
///
/// The puzzle is verified by the step solver, the step checker and brute force, none of which
/// the search uses.
///
/// # Errors
/// If the request contradicts itself.
pub fn backward(
    request: &BackwardRequest,
    watch: &dyn Watch,
    observe: &mut dyn FnMut(&Snapshot<'_>),
) -> Result<Ended, RequestError> {
    backward_judged(request, watch, observe, verify)
}

/// A solution grid whose digits on the pattern are as the theme asks and solved by the strategies: that of a puzzle which
/// ruin and recreate finds, since small changes of a grid seldom lead from one such grid to another.
fn themed_grid(request: &BackwardRequest, pattern: &Pattern, attempt: u64, watch: &dyn Watch) -> Option<Puzzle> {
    let asked = Design { seed: request.seed ^ attempt << 32, ..asked_of(request, pattern) };
    let asked = generate::Request::from(asked);
    let attempts = (0..).take_while(|_| !watch.should_stop());
    let found =
        attempts.into_iter().find_map(|number| search(&asked, number..number + 1, Picking::LowestNumber, watch));
    found.map(|found| found.solution().clone())
}

/// Verifies a puzzle.
type Judge = fn(&generate::Request, &Puzzle, Method, &dyn Watch) -> Result<Found, VerifyError>;

fn backward_judged(
    request: &BackwardRequest,
    watch: &dyn Watch,
    observe: &mut dyn FnMut(&Snapshot<'_>),
    judge: Judge,
) -> Result<Ended, RequestError> {
    check(request)?;
    let mut best: Option<(usize, Backward)> = None;
    let mut run = Run { request, watch, observe, judge, backtracks: 0 };
    let mut n_dropped = 0;
    let ended = |why, best: Option<(usize, Backward)>| Ok(Ended::Undecided(why, best.map(|(_, b)| Box::new(b))));
    for attempt in 0.. {
        let mut random = Random::new(request.seed, attempt);
        if attempt == RUNS_ON_ONE_GRID && request.solution.is_some() {
            let why = format!("no puzzle of this kind in {attempt} runs on the given grid");
            return ended(Undecided::GaveUp(why), best);
        }
        let is_any = begins_with_any_grid(attempt) || Climb::n_steps(request) == 0;
        let automorphism = if is_any { None } else { automorphism_for(request) };
        let grid = match (&request.solution, &request.pattern) {
            (Some(grid), Some(pattern)) if !is_solved(&grid.masked(pattern), request.strategies) => {
                let why = "the strategies do not solve the given grid's digits on this pattern".to_owned();
                return ended(Undecided::GaveUp(why), best);
            }
            (Some(grid), _) => Some(grid.clone()),
            (None, Some(pattern)) if !request.theme.is_empty() => themed_grid(request, pattern, attempt, watch),
            (None, Some(pattern)) => {
                let mix = request.schedule.at(pattern.n_clues());
                grid_for(pattern, &request.fixed, request.strategies, mix, &mut random, watch)
            }
            (None, None) => match &automorphism {
                Some(automorphism) => random_automorphic_grid(automorphism, &mut random, watch),
                None => random_solution(&request.fixed, &mut random, watch),
            },
        };
        let Some(grid) = grid else {
            let why = if watch.should_stop() {
                Undecided::Stopped
            } else {
                Undecided::GaveUp("the fixed digits fit no solution grid".to_owned())
            };
            return ended(why, best);
        };
        let (distance, result) = match run.attempt(&grid, automorphism.as_ref(), attempt, &mut random) {
            Ok(result) => result,
            Err(Cut::Stopped(partial)) => {
                let least =
                    best.into_iter().chain(partial.map(|partial| *partial)).min_by_key(|&(distance, _)| distance);
                return ended(Undecided::Stopped, least);
            }
            Err(Cut::Slipped) => {
                watch.dropped();
                n_dropped += 1;
                if n_dropped == MOST_DROPPED {
                    let why = format!("{n_dropped} puzzles failed the check and were dropped, a fault of the program");
                    return ended(Undecided::GaveUp(why), best);
                }
                continue;
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

fn check(request: &BackwardRequest) -> Result<(), RequestError> {
    if let Some(id) = request.strategies.difference(StrategySet::BASIC).iter().next() {
        return Err(RequestError::NotInvertible(id.name()));
    }
    if !request.strategies.contains(StrategyId::NakedSingle) {
        return Err(RequestError::NoNakedSingle);
    }
    let Target { at_least, at_most, .. } = &request.target;
    let wanted: StrategySet = at_least.iter().map(|&(id, _)| id).collect();
    for &(id, least) in at_least {
        if let Some(&(_, most)) = at_most.iter().find(|&&(other, most)| other == id && most < least) {
            return Err(RequestError::TooFewSteps { name: id.name(), least, most });
        }
    }
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
    check_theme(request)
}

fn check_theme(request: &BackwardRequest) -> Result<(), RequestError> {
    if request.theme.is_empty() {
        return Ok(());
    }
    let pattern = request.pattern.as_ref().ok_or(RequestError::ThemeWithoutPattern)?;
    if let Some(grid) = &request.solution
        && let Err(broken) = request.theme.accepts(&grid.masked(pattern))
    {
        return Err(RequestError::GridBreaksTheme(broken.to_string()));
    }
    match bounds::verdict_on_the_question(&asked_of(request, pattern).into()) {
        Some(Outcome::Impossible(impossible)) => {
            Err(RequestError::ThemeImpossible(impossible.reason().sentence.trim_end_matches('.').to_owned()))
        }
        _ => Ok(()),
    }
}

/// What is asked of the clues on a pattern.
fn asked_of(request: &BackwardRequest, pattern: &Pattern) -> Design {
    Design { fixed: request.fixed.clone(), theme: request.theme.clone(), ..Design::new(*pattern, request.strategies) }
}

/// A result and its distance from the target.
type Measured = (usize, Backward);

/// Why a run has no result.
enum Cut {
    /// Stopped; what it had come to, unless nothing was emptied yet.
    Stopped(Option<Box<Measured>>),
    /// The puzzle does not hold.
    Slipped,
}

struct Run<'a> {
    request: &'a BackwardRequest,
    watch: &'a dyn Watch,
    observe: &'a mut dyn FnMut(&Snapshot<'_>),
    judge: Judge,
    backtracks: u64,
}

impl<'a> Run<'a> {
    /// One fresh run, and the climb from its end; the result and its distance from the target. On a grid with an
    /// automorphism the climb begins with the grid itself.
    ///
    /// # Errors
    /// If stopped, or if the puzzle does not hold.
    fn attempt(
        &mut self,
        grid: &Puzzle,
        automorphism: Option<&Isomorphism>,
        attempt: u64,
        random: &mut Random,
    ) -> Result<Measured, Cut> {
        let request = self.request;
        if let Some(automorphism) = automorphism {
            let climb = Climb::automorphic(request, grid, automorphism, self.watch).ok_or(Cut::Stopped(None))?;
            let climb = climb.run_automorphic(&mut self.backtracks, random);
            if climb.best == *grid && self.watch.should_stop() {
                return Err(Cut::Stopped(None));
            }
            let verifier = self.verifier(attempt);
            let mut descent = Descent::new(request, grid, random, self.watch, self.observe, attempt);
            descent.restart(&climb.best);
            return verifier.finish(descent, climb.merit.distance);
        }
        let verifier = self.verifier(attempt);
        let n_steps = Climb::n_steps(request);
        let mut descent = Descent::new(request, grid, random, self.watch, self.observe, attempt);
        match descent.empty_cells() {
            Ok(()) => {}
            Err(Halt::Slipped) => return Err(Cut::Slipped),
            Err(Halt::Stopped) if descent.puzzle() == grid => return Err(Cut::Stopped(None)),
            Err(Halt::Stopped) => {
                return Err(verifier.what_there_is(usize::MAX, descent));
            }
        }
        let puzzle = descent.puzzle().clone();
        let mut distance = distance_of(request, &puzzle, self.watch).ok_or(Cut::Stopped(None))?;
        if n_steps > 0
            && let Some(mut climb) = Climb::new(request, grid, puzzle.clone(), self.watch)
        {
            // Stopped or not, what it has come to is better than the beginning.
            let _ = climb.run(n_steps, &mut self.backtracks, descent.random());
            distance = climb.merit.distance;
            if climb.best != puzzle {
                descent.restart(&climb.best);
            }
        }
        Verifier { backtracks: self.backtracks, ..verifier }.finish(descent, distance)
    }

    fn verifier(&self, attempt: u64) -> Verifier<'a> {
        let Run { request, watch, judge, backtracks, .. } = *self;
        Verifier { request, watch, judge, attempt, backtracks }
    }
}

/// How far a puzzle is from what is asked for; `None` if the watch says stop.
fn distance_of(request: &BackwardRequest, puzzle: &Puzzle, watch: &dyn Watch) -> Option<usize> {
    let target = &request.target;
    // With a pattern the grid was chosen so that all other cells can be emptied.
    let left_over = request.pattern.map_or(0, |pattern| puzzle.n_clues().abs_diff(pattern.n_clues()));
    if target.is_empty() {
        return Some(left_over);
    }
    let trace = solve_until(puzzle, request.strategies, &|| watch.should_stop())?;
    let distance = target.distance(&trace, &|| watch.should_stop());
    (!watch.should_stop()).then_some(left_over + distance)
}

/// Makes results of runs.
struct Verifier<'a> {
    request: &'a BackwardRequest,
    watch: &'a dyn Watch,
    judge: Judge,
    attempt: u64,
    backtracks: u64,
}

impl Verifier<'_> {
    /// Puts the marks back; if stopped meanwhile, the same puzzle with a shorter way is the error.
    fn finish(&self, mut descent: Descent<'_>, distance: usize) -> Result<Measured, Cut> {
        let halt = descent.finish().err();
        if halt == Some(Halt::Slipped) {
            return Err(Cut::Slipped);
        }
        match halt {
            None => Ok((distance, self.result_of(descent, self.watch)?)),
            Some(_) => Err(self.what_there_is(distance, descent)),
        }
    }

    /// The puzzle of a run that was stopped. Checking it does not take long: most of its cells are filled, or it
    /// was about to be checked.
    fn what_there_is(&self, distance: usize, descent: Descent<'_>) -> Cut {
        self.result_of(descent, &Unwatched)
            .map_or_else(|cut| cut, |found| Cut::Stopped(Some(Box::new((distance, found)))))
    }

    fn result_of(&self, descent: Descent<'_>, watch: &dyn Watch) -> Result<Backward, Cut> {
        let puzzle = descent.puzzle().clone();
        let (way, census) = descent.into_way();
        let asked = asked_of(self.request, &puzzle.pattern());
        let found = (self.judge)(&asked.into(), &puzzle, Method::Inverse, watch).map_err(|error| match error {
            VerifyError::Stopped => Cut::Stopped(None),
            _ => Cut::Slipped,
        })?;
        Ok(Backward { found, way, census, restarts: self.attempt, backtracks: self.backtracks })
    }
}

/// Answers a request for a painted pattern, as `generate --method inverse`.
pub(in crate::generate) fn for_pattern(request: &generate::Request, watch: &dyn Watch) -> Outcome {
    let mut asked = BackwardRequest::new(request.pattern.shape);
    asked.strategies = request.strategies;
    asked.pattern = Some(request.pattern);
    asked.fixed = request.fixed.clone();
    asked.theme = request.theme.clone();
    asked.target.required = request.required;
    asked.seed = request.seed;
    // Without a wish nothing is judged, neither grids nor the way that nobody looks at here.
    let sparse = Mix { sparse: Mix::ONE, ..Mix::default() };
    asked.schedule = Schedule::of(if request.mix.is_chance() { sparse } else { request.mix });
    match backward(&asked, watch, &mut |_| ()) {
        Ok(Ended::Found(backward)) => Outcome::Found(Box::new(backward.found)),
        Ok(Ended::Undecided(why, _)) => Outcome::Undecided(why),
        Err(error) => Outcome::Undecided(Undecided::GaveUp(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Stops when so many puzzles are dropped.
    struct Count(AtomicU64);

    impl Watch for Count {
        fn should_stop(&self) -> bool {
            false
        }

        fn dropped(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How a search ends whose puzzles are judged like this, and how many it drops.
    #[track_caller]
    fn check(change: impl Fn(&mut BackwardRequest), judge: Judge, expected: &str) {
        let mut request = BackwardRequest::new("2x3".parse().expect("a shape"));
        request.effort.climbs = 2;
        change(&mut request);
        let watch = Count(AtomicU64::new(0));
        let ended = match backward_judged(&request, &watch, &mut |_| (), judge).expect("a sound request") {
            Ended::Found(found) => format!("found after {} restarts", found.restarts),
            Ended::Undecided(why, closest) => format!("{why:?}, {} closest", usize::from(closest.is_some())),
        };
        assert_eq!(format!("{ended}, {} dropped", watch.0.into_inner()), expected);
    }

    #[test]
    fn a_puzzle_that_does_not_hold_is_dropped() {
        fn never(_: &generate::Request, _: &Puzzle, _: Method, _: &dyn Watch) -> Result<Found, VerifyError> {
            Err(VerifyError::NotSolved)
        }
        /// One puzzle in three or so.
        fn seldom(
            request: &generate::Request,
            puzzle: &Puzzle,
            method: Method,
            watch: &dyn Watch,
        ) -> Result<Found, VerifyError> {
            if puzzle.n_clues() < 10 { verify(request, puzzle, method, watch) } else { Err(VerifyError::NotSolved) }
        }
        check(|_| (), verify, "found after 0 restarts, 0 dropped");
        let gave_up = "GaveUp(\"100 puzzles failed the check and were dropped, a fault of the program\")";
        check(|_| (), never, &format!("{gave_up}, 0 closest, 100 dropped"));
        check(
            |request| request.schedule = "random".parse().expect("a mix"),
            never,
            &format!("{gave_up}, 0 closest, 100 dropped"),
        );
        check(|_| (), seldom, "found after 1 restarts, 1 dropped");
    }
}
