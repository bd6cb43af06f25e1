//! How few clues could this solution take?

use super::{ClueSearch, SearchError, Stop, maximum_clique, unavoidable_sets};
use crate::grid::Puzzle;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is known about the fewest clues of a solution grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// No puzzle has fewer clues: from a clique of unavoidable sets, then from finished searches.
    pub lower_bound: usize,
    /// A puzzle with as many clues as `lower_bound`, if the search came that far.
    pub puzzle: Option<Puzzle>,
}

/// Searches for puzzles of the grid with as many clues as its maximum clique has sets, then one more, and so
/// on up to `at_most`. Tells `report` of each better bound. Stopped, it returns what is known.
/// Runs on the caller's rayon pool.
///
/// # Errors
/// If the grid is no solution grid.
pub fn fewest_clues(
    grid: &Puzzle,
    at_most: usize,
    stop: Stop<'_>,
    report: &mut dyn FnMut(&Fewest),
) -> Result<Fewest, SearchError> {
    if !grid.is_solution() {
        return Err(SearchError::NotASolution);
    }
    let clique = maximum_clique(&unavoidable_sets(grid, 12));
    let mut fewest = Fewest { lower_bound: clique.sets.len().max(1), puzzle: None };
    report(&fewest);
    while fewest.lower_bound <= at_most.min(grid.shape().n_cells()) {
        let search = ClueSearch::new(grid, fewest.lower_bound)?;
        let tasks: Vec<usize> = (0..search.n_tasks()).collect();
        let found = Mutex::new(None);
        let is_found = AtomicBool::new(false);
        let is_over = || stop() || is_found.load(Ordering::Relaxed);
        let all_done = search.run(&tasks, &is_over, &|result| {
            if let Some(puzzle) = result.puzzles.into_iter().next() {
                is_found.store(true, Ordering::Relaxed);
                if let Ok(mut found) = found.lock() {
                    found.get_or_insert(puzzle);
                }
            }
        });
        fewest.puzzle = found.into_inner().ok().flatten();
        if fewest.puzzle.is_some() || !all_done {
            break;
        }
        fewest.lower_bound += 1;
        report(&fewest);
    }
    Ok(fewest)
}
