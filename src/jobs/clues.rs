//! Questions about a solution: its unavoidable sets, and how few clues it takes.

use crate::generate::Watch;
use crate::grid::{Cell, CellSet, Puzzle};
use crate::grid_checker::{
    ClueBound, ClueSearch, FewestNews, SearchError, clue_bound, fewest_clues, missed_sets, proposed_cells,
    second_solution, unavoidable_sets_until,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Most puzzles with a number of clues that are listed.
pub const MAX_LISTED: usize = 5_000;

/// An unavoidable set of a solution, and a puzzle's clues in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOfCells {
    /// Its cells.
    pub cells: CellSet,
    /// The other grid that agrees with the solution outside of it.
    pub second_solution: Puzzle,
    /// The clues in it; without any the puzzle has this second solution.
    pub hits: CellSet,
}

/// The unavoidable sets of a solution, as a puzzle meets them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetsReport {
    /// The clues.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Puzzle,
    /// Largest number of cells looked for.
    pub limit: usize,
    /// The sets: those with fewest clues first, then the small ones.
    pub sets: Vec<SetOfCells>,
    /// Disjoint cells that take clues, which bound their number.
    pub bound: ClueBound,
    /// Cells that hit all that is missed, if they get clues as well.
    pub proposed: Vec<Cell>,
}

impl SetsReport {
    /// How many sets hold no clue.
    pub fn n_missed(&self) -> usize {
        self.sets.partition_point(|set| set.hits.is_empty())
    }
}

/// Looks for the unavoidable sets of up to `limit` cells; `None` if it was stopped.
///
/// # Panics
/// If `solution` is no solution grid.
pub fn sets_report(puzzle: &Puzzle, solution: &Puzzle, limit: usize, watch: &dyn Watch) -> Option<SetsReport> {
    let stop = || watch.should_stop();
    let found = unavoidable_sets_until(solution, limit, &stop)?;
    let bound = clue_bound(&found, &stop);
    let pattern = puzzle.pattern();
    // What all sets found leave open lies in a larger one, which comes here as the only one.
    let missed = missed_sets(solution, &found, &pattern, &stop)?;
    let proposed = proposed_cells(solution, &found, &pattern, &stop)?;
    let mut sets: Vec<SetOfCells> = missed
        .into_iter()
        .map(|missed| SetOfCells { cells: missed.set, second_solution: missed.second_solution, hits: CellSet::EMPTY })
        .collect();
    for cells in found {
        let hits = cells.intersection(&pattern.cells);
        if hits.is_empty() {
            continue;
        }
        if watch.should_stop() {
            return None;
        }
        let Some(second_solution) = second_solution(solution, &cells) else { continue };
        sets.push(SetOfCells { cells, second_solution, hits });
    }
    sets.sort_by_key(|set| set.hits.len());
    Some(SetsReport { puzzle: puzzle.clone(), solution: solution.clone(), limit, sets, bound, proposed })
}

/// A question about the number of clues of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClueQuest {
    /// How few could it be?
    Fewest,
    /// Which are all puzzles with so many?
    All(usize),
}

/// What a search for puzzles with few clues tells.
#[derive(Clone, PartialEq, Debug)]
pub enum ClueNews {
    /// No puzzle has fewer clues.
    AtLeast(usize),
    /// A puzzle.
    Puzzle(Puzzle),
    /// This share of all sets of so many clues is explored.
    Explored {
        /// Number of clues.
        clues: usize,
        /// From 0 to 1.
        share: f64,
    },
}

/// How such a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestEnd {
    /// All that was asked is known.
    Known,
    /// It was stopped.
    Stopped,
    /// More than [`MAX_LISTED`] puzzles.
    TooMany,
}

/// Answers a question about the number of clues, on threads of its own: `n_threads` of them.
///
/// # Errors
/// If the question does not fit the grid, or the system has no thread left.
pub fn clue_quest(
    solution: &Puzzle,
    quest: ClueQuest,
    n_threads: usize,
    watch: &dyn Watch,
    tell: &(dyn Fn(ClueNews) + Sync),
) -> Result<QuestEnd, String> {
    // The tasks are long: on the common threads they would keep the live search waiting.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads.max(1)).build();
    let pool = pool.map_err(|error| format!("there is no thread left: {error}"))?;
    let stop = || watch.should_stop();
    let end = pool.install(|| match quest {
        ClueQuest::Fewest => {
            let told = AtomicUsize::new(0);
            let known = AtomicUsize::new(usize::MAX);
            let fewest = fewest_clues(solution, usize::MAX, &stop, &|news| match news {
                FewestNews::Better(fewest) => {
                    if told.fetch_max(fewest.lower_bound, Ordering::Relaxed) < fewest.lower_bound {
                        tell(ClueNews::AtLeast(fewest.lower_bound));
                    }
                    if let Some(puzzle) = fewest.puzzle
                        && known.fetch_min(puzzle.n_clues(), Ordering::Relaxed) > puzzle.n_clues()
                    {
                        tell(ClueNews::Puzzle(puzzle));
                    }
                }
                FewestNews::Explored { clues, share } => tell(ClueNews::Explored { clues, share }),
            })?;
            Ok(if fewest.is_settled() { QuestEnd::Known } else { QuestEnd::Stopped })
        }
        ClueQuest::All(clues) => {
            let search = match ClueSearch::until(solution, clues, &stop) {
                Err(SearchError::Stopped) => return Ok(QuestEnd::Stopped),
                search => search?,
            };
            tell(ClueNews::Explored { clues, share: 0.0 });
            let n_found = AtomicUsize::new(0);
            let is_full = AtomicBool::new(false);
            let receive = |puzzle| {
                if n_found.fetch_add(1, Ordering::Relaxed) >= MAX_LISTED {
                    is_full.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                tell(ClueNews::Puzzle(puzzle));
                ControlFlow::Continue(())
            };
            let is_explored = search.watch(&stop, &receive, &|share| tell(ClueNews::Explored { clues, share }));
            Ok(match (is_explored, is_full.into_inner()) {
                (true, _) => QuestEnd::Known,
                (false, true) => QuestEnd::TooMany,
                (false, false) => QuestEnd::Stopped,
            })
        }
    });
    end.map_err(|error: SearchError| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::parse_puzzles;
    use crate::grid_checker::unavoidable_sets;
    use crate::logic::{count_solutions, fast_solutions};
    use std::sync::Mutex;

    fn puzzle(shape: &str, text: &str) -> Puzzle {
        parse_puzzles(shape.parse().expect("a shape"), text).expect("a puzzle").remove(0)
    }

    /// The sets of a solution for the clues where `clues` has no dot; whether the one that is missed is larger.
    #[track_caller]
    fn check(shape: &str, solution: &str, clues: &str, limit: usize, is_larger: bool) {
        let (solution, clues) = (puzzle(shape, solution), puzzle(shape, clues).pattern());
        let puzzle = solution.masked(&clues);
        let report = sets_report(&puzzle, &solution, limit, &Unwatched).expect("not stopped");
        assert_eq!(report.n_missed() == 0, count_solutions(&puzzle, 2) == 1);
        assert!(report.sets.is_sorted_by_key(|set| set.hits.len()));
        let mut listed: Vec<CellSet> = report.sets.iter().map(|set| set.cells).collect();
        if is_larger {
            assert!(listed.remove(0).len() > limit && report.n_missed() == 1);
        }
        let mut expected = unavoidable_sets(&solution, limit);
        listed.sort();
        expected.sort();
        assert_eq!(listed, expected);
        for set in &report.sets {
            let differs = |cell: &Cell| set.second_solution.get(*cell) != solution.get(*cell);
            assert_eq!(puzzle.shape().cells().filter(differs).collect::<CellSet>(), set.cells);
            assert_eq!(set.hits, set.cells.intersection(&clues.cells));
        }
        let mut cells = clues;
        for &cell in &report.proposed {
            cells.cells.insert(cell);
        }
        assert_eq!(count_solutions(&solution.masked(&cells), 2), 1);
    }

    #[test]
    fn sets_and_what_is_missed() {
        let grid = "1234341221434321";
        check("2x2", grid, grid, 12, false);
        check("2x2", grid, "1234............", 12, false);
        check("2x2", grid, "................", 4, false);
        check("2x3", "123456456123231564564231312645645312", &"1..".repeat(12), 8, false);
        let grid = "462975831573186492189432567831297654647518923295364718714653289326849175958721346";
        let clues = ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8..............";
        check("3x3", grid, clues, 12, false);
        // One more clue, and every set of four cells is hit.
        let clues = ".62...83.5..1.6..21...3.5.78..2.7..46...1...3.9.....1...4...2.....8..............";
        check("3x3", grid, clues, 4, true);
    }

    #[test]
    fn fewest_and_all() {
        let solution = fast_solutions(&puzzle("2x2", "1234............"), 1).remove(0);
        let news = Mutex::new(Vec::new());
        let tell = |told| news.lock().expect("no panic").push(told);
        assert_eq!(clue_quest(&solution, ClueQuest::Fewest, 2, &Unwatched, &tell), Ok(QuestEnd::Known));
        let told = std::mem::take(&mut *news.lock().expect("no panic"));
        let bound = told.iter().rev().find_map(|n| if let ClueNews::AtLeast(bound) = n { Some(*bound) } else { None });
        let best = told.iter().rev().find_map(|n| if let ClueNews::Puzzle(puzzle) = n { Some(puzzle) } else { None });
        assert_eq!((bound, best.map(Puzzle::n_clues)), (Some(4), Some(4)));
        assert_eq!(clue_quest(&solution, ClueQuest::All(4), 2, &Unwatched, &tell), Ok(QuestEnd::Known));
        let told = news.into_inner().expect("no panic");
        let n_found = told.iter().filter(|told| matches!(told, ClueNews::Puzzle(_))).count();
        let search = ClueSearch::new(&solution, 4).expect("a search");
        let n_expected: usize = (0..search.n_tasks())
            .map(|task| search.run_task(task, &|| false).expect("not stopped").puzzles.len())
            .sum();
        assert!(n_found == n_expected && n_found > 0, "{n_found}");
        assert!(clue_quest(&solution, ClueQuest::All(17), 1, &Unwatched, &|_| ()).is_err());
    }

    #[test]
    fn too_many_are_too_many() {
        let solution = fast_solutions(&puzzle("3x3", &".".repeat(81)), 1).remove(0);
        let n_found = AtomicUsize::new(0);
        let tell = |told| {
            n_found.fetch_add(usize::from(matches!(told, ClueNews::Puzzle(_))), Ordering::Relaxed);
        };
        assert_eq!(clue_quest(&solution, ClueQuest::All(60), 1, &Unwatched, &tell), Ok(QuestEnd::TooMany));
        assert_eq!(n_found.into_inner(), MAX_LISTED);
    }
}
