//! What a pattern misses in a solution grid, and which cells would mend it.

use super::Stop;
use super::unavoidable::second_solution;
use crate::grid::{Cell, CellSet, Pattern, Puzzle, Shape};
use crate::logic::fast_solutions_until;

/// An unavoidable set without a clue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
    /// Its cells.
    pub set: CellSet,
    /// The other grid that agrees with the solution outside of it.
    pub second_solution: Puzzle,
}

/// Those of the sets that no clue of the pattern hits, in the order given, with the second solution each allows.
///
/// If it hits them all and the puzzle has several solutions still, a larger set that it misses: the cells in which
/// a second solution differs. So the answer is empty if and only if the pattern makes a puzzle of the grid.
///
/// `None` if stopped.
pub fn missed_sets(grid: &Puzzle, sets: &[CellSet], pattern: &Pattern, stop: Stop<'_>) -> Option<Vec<Missed>> {
    let mut missed = Vec::new();
    for &set in sets.iter().filter(|set| set.intersection(&pattern.cells).is_empty()) {
        if stop() {
            return None;
        }
        missed.extend(second_solution(grid, &set).map(|second_solution| Missed { set, second_solution }));
    }
    if missed.is_empty() { further_sets(grid, &pattern.cells, stop) } else { Some(missed) }
}

/// A set that these clues miss, whatever its size; none if there is none, `None` if stopped.
fn further_sets(grid: &Puzzle, clues: &CellSet, stop: Stop<'_>) -> Option<Vec<Missed>> {
    let puzzle = grid.masked(&Pattern { shape: grid.shape(), cells: *clues });
    let solutions = fast_solutions_until(&puzzle, 2, stop)?;
    let missed = |second_solution: Puzzle| {
        let set = grid.shape().cells().filter(|&cell| grid.get(cell) != second_solution.get(cell)).collect();
        Missed { set, second_solution }
    };
    Some(solutions.into_iter().find(|solution| solution != grid).map(missed).into_iter().collect())
}

/// Cells that make the pattern a puzzle of the grid if they get clues as well: each hits most of the sets still
/// missed (the lowest of equals). Few, but not always the fewest. `None` if stopped.
pub fn proposed_cells(grid: &Puzzle, sets: &[CellSet], pattern: &Pattern, stop: Stop<'_>) -> Option<Vec<Cell>> {
    let mut clues = pattern.cells;
    let mut left: Vec<CellSet> = sets.iter().copied().filter(|set| set.intersection(&clues).is_empty()).collect();
    let mut proposed = Vec::new();
    loop {
        if stop() {
            return None;
        }
        if left.is_empty() {
            left.extend(further_sets(grid, &clues, stop)?.into_iter().map(|missed| missed.set));
            if left.is_empty() {
                return Some(proposed);
            }
        }
        let mut hits = [0usize; Shape::MAX_N * Shape::MAX_N];
        for cell in left.iter().flat_map(CellSet::iter) {
            hits[cell.index()] += 1;
        }
        let most = hits.iter().copied().max().unwrap_or_default();
        let cell = Cell::from_index(hits.iter().position(|&count| count == most).unwrap_or_default());
        left.retain(|set| !set.contains(cell));
        clues.insert(cell);
        proposed.push(cell);
    }
}
