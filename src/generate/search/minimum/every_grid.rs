//! Fewest clues from below, by all puzzles with so many clues of all essentially different grids.
//!
//! The catalogue and the grid checker list them in less than a second for grids of up to six rows. What comes of it is
//! claimed only if `certificate_check` agrees, which goes about it in another way.

use super::{LowerBound, Minimum, MinimumQuestion, Receive};
use crate::generate::certificate_check::check_every_grid;
use crate::generate::verify::verify;
use crate::generate::{Found, Ground, Method, Request, Watch};
use crate::grid::canon::{CatalogueVisitor, catalogue};
use crate::grid::{Puzzle, Shape};
use crate::grid_checker::ClueSearch;
use crate::logic::StrategySet;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Rows of the largest grids that can all be searched: of 8x8 there are 1,673,187.
const MOST_ROWS: usize = 6;

/// The grids of a catalogue.
struct List<'a>(Vec<Puzzle>, &'a dyn Watch);

impl CatalogueVisitor for List<'_> {
    fn grid(&mut self, grid: Puzzle, _: u64) -> ControlFlow<()> {
        self.0.push(grid);
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        self.1.should_stop()
    }
}

/// One of each class of equivalent grids; `None` if there are too many, no catalogue, or it was stopped.
pub(super) fn every_grid(shape: Shape, watch: &dyn Watch) -> Option<Vec<Puzzle>> {
    if shape.n() > MOST_ROWS || shape.boxes().is_none() {
        return None;
    }
    let mut list = List(Vec::new(), watch);
    catalogue(shape, &mut list).is_continue().then_some(list.0)
}

/// What there is with a number of clues.
enum Looked {
    /// A puzzle that the strategies solve.
    Found(Box<Found>),
    /// None; the bound that follows, and how many puzzles the strategies do not solve.
    None(LowerBound, usize),
    /// Stopped, or not verified.
    Undecided,
}

/// Goes through all puzzles of these grids with so many clues. Same arguments, same answers on any number of threads,
/// but for the moment of the stop.
fn look(shape: Shape, strategies: StrategySet, grids: &[Puzzle], n_clues: usize, watch: &dyn Watch) -> Looked {
    let should_stop = || watch.should_stop();
    let mut n_puzzles = 0;
    for grid in grids {
        let Ok(search) = ClueSearch::until(grid, n_clues, &should_stop) else { return Looked::Undecided };
        let results = (0..search.n_tasks()).into_par_iter().map(|task| {
            let result = search.run_task(task, &should_stop)?;
            let solved = |puzzle: &Puzzle| {
                verify(&Request::new(puzzle.pattern(), strategies), puzzle, Method::BruteForce, watch).ok()
            };
            Some((result.puzzles.len(), result.puzzles.iter().find_map(solved)))
        });
        let Some(results) = results.collect::<Option<Vec<_>>>() else { return Looked::Undecided };
        n_puzzles += results.iter().map(|(n_puzzles, _)| n_puzzles).sum::<usize>();
        if let Some(found) = results.into_iter().find_map(|(_, found)| found) {
            return Looked::Found(Box::new(found));
        }
    }
    match check_every_grid(shape, strategies, grids, n_clues, watch) {
        Ok(ground @ Ground::EveryGrid { puzzles, .. }) if puzzles == n_puzzles => {
            Looked::None(LowerBound { clues: n_clues + 1, ground }, n_puzzles)
        }
        _ => Looked::Undecided,
    }
}

/// Raises the lower bound by going through the puzzles of these grids, until the strategies solve one; if `briefly`,
/// until there is any.
pub(super) fn from_below(
    question: &MinimumQuestion,
    grids: &[Puzzle],
    briefly: bool,
    watch: &dyn Watch,
    state: &mut Minimum,
    receive: Receive<'_>,
) {
    let n_best = state.best.as_ref().map_or(usize::MAX, |found| found.puzzle().n_clues());
    while state.lower_bound.clues < n_best {
        match look(question.shape, question.strategies, grids, state.lower_bound.clues, watch) {
            Looked::Found(found) => {
                state.improve(*found, receive);
                return;
            }
            Looked::None(bound, n_puzzles) => {
                state.raise(bound, receive);
                if briefly && n_puzzles > 0 {
                    return;
                }
            }
            Looked::Undecided => return,
        }
    }
}
