//! How few clues could this solution take?

use super::{ClueSearch, SearchError, Stop, clue_bound, proposed_cells, unavoidable_sets_until};
use crate::grid::{CellSet, Pattern, Puzzle};
use crate::logic::fast_count_until;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Largest unavoidable sets used.
const SET_LIMIT: usize = 12;

/// What is known about the fewest clues of a solution grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// No puzzle has fewer clues: from disjoint unavoidable sets, then from finished searches.
    pub lower_bound: usize,
    /// A puzzle with as few clues as known so far.
    pub puzzle: Option<Puzzle>,
}

impl Fewest {
    /// Whether the puzzle has as few clues as any.
    pub fn is_settled(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|puzzle| puzzle.n_clues() == self.lower_bound)
    }
}

/// What the search tells.
#[derive(Clone, PartialEq, Debug)]
pub enum FewestNews {
    /// A better bound or a better puzzle.
    Better(Fewest),
    /// This share of all sets of so many clues is explored.
    Explored {
        /// Number of clues.
        clues: usize,
        /// From 0 to 1.
        share: f64,
    },
}

/// Searches for puzzles of the grid with as few clues as there are.
///
/// Mends empty patterns and takes out what is not needed, which soon gives a puzzle with few clues. Then it
/// searches all sets of as many clues as [`clue_bound`] says, of one more, and so on, up to `at_most` or
/// until a puzzle has as many. Stopped, it returns what is known. Runs on the caller's rayon pool.
///
/// # Errors
/// If the grid is no solution grid.
pub fn fewest_clues(
    grid: &Puzzle,
    at_most: usize,
    stop: Stop<'_>,
    report: &(dyn Fn(FewestNews) + Sync),
) -> Result<Fewest, SearchError> {
    if !grid.is_solution() {
        return Err(SearchError::NotASolution);
    }
    let mut fewest = Fewest { lower_bound: 1, puzzle: None };
    let Some(sets) = unavoidable_sets_until(grid, SET_LIMIT, stop) else { return Ok(fewest) };
    fewest.lower_bound = clue_bound(&sets, stop).clues().max(1);
    report(FewestNews::Better(fewest.clone()));
    for first in grid.shape().cells() {
        if fewest.is_settled() {
            return Ok(fewest);
        }
        let pattern = Pattern::new(grid.shape(), [first]);
        let Some(puzzle) = without_needless(grid, &sets, pattern, stop) else { return Ok(fewest) };
        if fewest.puzzle.as_ref().is_none_or(|known| puzzle.n_clues() < known.n_clues()) {
            fewest.puzzle = Some(puzzle);
            report(FewestNews::Better(fewest.clone()));
        }
    }
    while !fewest.is_settled() && fewest.lower_bound <= at_most.min(grid.shape().n_cells()) {
        let clues = fewest.lower_bound;
        let search = match ClueSearch::until(grid, clues, stop) {
            Err(SearchError::Stopped) => break,
            search => search?,
        };
        let found = Mutex::new(None);
        report(FewestNews::Explored { clues, share: 0.0 });
        let is_explored = search.watch(
            stop,
            &|puzzle| {
                if let Ok(mut found) = found.lock() {
                    found.get_or_insert(puzzle);
                }
                ControlFlow::Break(())
            },
            &|share| report(FewestNews::Explored { clues, share }),
        );
        match found.into_inner().ok().flatten() {
            Some(puzzle) => fewest.puzzle = Some(puzzle),
            None if is_explored => fewest.lower_bound += 1,
            None => break,
        }
        report(FewestNews::Better(fewest.clone()));
    }
    Ok(fewest)
}

/// A puzzle of the grid: the pattern mended, then every clue taken out that is not needed, the newest last.
/// `None` if stopped.
fn without_needless(grid: &Puzzle, sets: &[CellSet], pattern: Pattern, stop: Stop<'_>) -> Option<Puzzle> {
    let proposed = proposed_cells(grid, sets, &pattern, stop)?;
    let order: Vec<_> = pattern.cells.iter().chain(proposed).collect();
    let mut puzzle = grid.masked(&Pattern::new(grid.shape(), order.iter().copied()));
    for cell in order {
        let digit = puzzle.get(cell);
        puzzle.set(cell, None);
        if stop() {
            return None;
        }
        if fast_count_until(&puzzle, 2, stop)? != 1 {
            puzzle.set(cell, digit);
        }
    }
    Some(puzzle)
}
