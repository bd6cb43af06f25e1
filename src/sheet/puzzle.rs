//! A puzzle with all that a sheet may say of it.

use super::options::{Sheet, Solutions};
use crate::formats::PuzzleEntry;
use crate::grid::Puzzle;
use crate::logic::{
    StrategyId, StrategySet, Trace, TraceVerdict, fast_solutions, hodoku_rating, se_rating, solve, strategy,
};

/// A puzzle with what [`Sheet`] asks for; the rest stays empty.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetPuzzle {
    /// Clues, title, author.
    pub entry: PuzzleEntry,
    /// The solution, where it is asked for and the only one.
    pub solution: Option<Puzzle>,
    /// The hardest strategy needed; none where strategies do not solve the puzzle.
    pub hardest: Option<StrategyId>,
    /// One to five.
    pub stars: Option<u8>,
    /// "SE 3.4, HoDoKu Hard 530", as far as the figures are known.
    pub rating: Option<String>,
}

/// What a sheet has to know of its puzzles besides their clues: sheets of equal facts share [`SheetPuzzle`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    solution: bool,
    hardest: bool,
    rating: bool,
}

impl Facts {
    /// What this sheet has to know.
    pub fn of(sheet: &Sheet) -> Facts {
        let captions = sheet.captions;
        Facts {
            solution: sheet.solutions != Solutions::None,
            hardest: captions.stars || captions.hardest || sheet.by_difficulty,
            rating: captions.rating,
        }
    }
}

/// Difficulty in stars, by the hardest strategy needed; five where strategies do not solve it.
pub fn stars_of(hardest: Option<StrategyId>) -> u8 {
    hardest.map_or(5, |id| strategy(id).entry().stars)
}

impl SheetPuzzle {
    /// Solves and rates the puzzle as far as the sheet asks for it.
    pub fn new(entry: PuzzleEntry, sheet: &Sheet) -> SheetPuzzle {
        let facts = Facts::of(sheet);
        let puzzle = &entry.puzzle;
        let is_valid = puzzle.conflict().is_none();
        let trace = (is_valid && (facts.hardest || facts.solution || facts.rating)).then(|| {
            // Easy strategies solve most puzzles faster than the whole catalogue or brute force.
            let trace = solve(puzzle, StrategySet::PAPER);
            if trace.verdict == TraceVerdict::Solved { trace } else { solve(puzzle, StrategySet::ALL) }
        });
        let is_solved = trace.as_ref().is_some_and(|trace| trace.verdict == TraceVerdict::Solved);
        let solution = match &trace {
            Some(trace) if is_solved => Some(trace.end.values().clone()),
            Some(_) => {
                let mut found = fast_solutions(puzzle, 2);
                if found.len() == 1 { found.pop() } else { None }
            }
            None => None,
        };
        let hardest = trace.as_ref().filter(|_| is_solved && facts.hardest).and_then(Trace::hardest);
        let rating = (facts.rating && solution.is_some()).then(|| {
            let se = se_rating(puzzle).map(|se| format!("SE {:.1}", f32::from(se.whole) / 10.0));
            let hodoku = hodoku_rating(puzzle).map(|rating| format!("HoDoKu {} {}", rating.level.name(), rating.score));
            [se, hodoku].into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        let stars = (facts.hardest && solution.is_some()).then(|| stars_of(hardest));
        SheetPuzzle { solution: solution.filter(|_| facts.solution), hardest, stars, rating, entry }
    }
}
