//! What a pattern misses in a solution grid, and which cells would mend it.

use super::unavoidable::second_solution;
use crate::grid::{Cell, CellSet, Pattern, Puzzle};

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
pub fn missed_sets(grid: &Puzzle, sets: &[CellSet], pattern: &Pattern) -> Vec<Missed> {
    let missed: Vec<Missed> = sets
        .iter()
        .filter(|set| set.intersection(&pattern.cells).is_empty())
        .filter_map(|&set| second_solution(grid, &set).map(|second_solution| Missed { set, second_solution }))
        .collect();
    if missed.is_empty() { further_set(grid, &pattern.cells).into_iter().collect() } else { missed }
}

/// A set that these clues miss, whatever its size.
fn further_set(grid: &Puzzle, clues: &CellSet) -> Option<Missed> {
    let outside = CellSet::first(grid.shape().n_cells()).difference(clues);
    let second_solution = second_solution(grid, &outside)?;
    let set = grid.shape().cells().filter(|&cell| grid.get(cell) != second_solution.get(cell)).collect();
    Some(Missed { set, second_solution })
}

/// Cells that make the pattern a puzzle of the grid if they get clues as well: each hits most of the sets still
/// missed (the lowest of equals). Few, but not always the fewest.
pub fn proposed_cells(grid: &Puzzle, sets: &[CellSet], pattern: &Pattern) -> Vec<Cell> {
    let mut clues = pattern.cells;
    let mut left: Vec<CellSet> = sets.iter().copied().filter(|set| set.intersection(&clues).is_empty()).collect();
    let mut proposed = Vec::new();
    loop {
        if left.is_empty() {
            match further_set(grid, &clues) {
                Some(missed) => left.push(missed.set),
                None => return proposed,
            }
        }
        let mut hits = [0usize; 256];
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
