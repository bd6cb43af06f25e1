//! Which steps of a program's path set the three figures.

use super::program::Program;
use super::{LOOP_NAME, Memory, Move, SeRating, next, se_techniques};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Shape};
use crate::logic::negative_cache::NegativeCache;
use crate::logic::{Board, StrategyId};

/// A step on the path of Sudoku Explainer or SukakuExplainer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeStep {
    /// Its figure, in tenths.
    pub tenths: u8,
    /// The technique, one of [`super::sukaku_techniques`].
    pub technique: &'static str,
    /// What it places.
    pub placed: Option<Candidate>,
    /// What it rules out, if it places nothing.
    pub eliminated: Vec<Candidate>,
}

impl SeStep {
    fn of(tenths: u8, step: &Move) -> SeStep {
        let (placed, eliminated) = match step {
            Move::Place(candidate) => (Some(*candidate), Vec::new()),
            Move::Eliminate(step) => (None, step.eliminated().to_vec()),
            Move::RuleOut(step) => {
                let candidate = |&(cell, digit)| Candidate::new(Cell::from_index(cell), Digit::from_index(digit));
                (None, step.eliminated.iter().map(candidate).collect())
            }
        };
        SeStep { tenths, technique: technique(tenths, step), placed, eliminated }
    }
}

/// The figures of a puzzle with the steps that set them, each the first with its figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SePath {
    /// The figures.
    pub rating: SeRating,
    /// The hardest step of all, which sets ER.
    pub whole: SeStep,
    /// The hardest step up to the first digit placed, which sets EP.
    pub pearl: SeStep,
    /// The first step, which sets ED.
    pub diamond: SeStep,
}

/// As [`super::se_rating_until`], with the steps that set the figures; `None` also for a puzzle without empty cells.
pub fn se_path_until(puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<SePath> {
    path_of(puzzle, Program::SudokuExplainer, should_stop)
}

/// [`se_path_until`] for the scale of `SukakuExplainer`.
pub fn sukaku_path_until(puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<SePath> {
    path_of(puzzle, Program::SukakuExplainer, should_stop)
}

fn path_of(puzzle: &Puzzle, program: Program, should_stop: &dyn Fn() -> bool) -> Option<SePath> {
    if puzzle.shape() != Shape::NINE {
        return None;
    }
    let mut board = Board::new(puzzle);
    let mut absent = NegativeCache::default();
    let mut memory = Memory::new(&mut absent, program);
    let mut path: Option<SePath> = None;
    let mut is_placed = false;
    // Every step in its turn, without the shortcuts of the rating, so that the first step with a figure is the one
    // that the program shows.
    while !board.is_solved() {
        if board.is_broken() {
            return None;
        }
        let (tenths, step) = next(&board, 0, &mut memory, should_stop)?;
        let this = || SeStep::of(tenths, &step);
        let path = path.get_or_insert_with(|| SePath {
            rating: SeRating::default(),
            whole: this(),
            pearl: this(),
            diamond: this(),
        });
        path.rating.take(tenths, is_placed);
        if path.rating.whole > path.whole.tenths {
            path.whole = this();
        }
        if path.rating.pearl > path.pearl.tenths {
            path.pearl = this();
        }
        is_placed |= step.apply(&mut board);
    }
    path
}

/// The technique's name in [`super::sukaku_techniques`].
fn technique(tenths: u8, step: &Move) -> &'static str {
    match step {
        Move::Eliminate(step) if step.strategy() == StrategyId::UniqueLoop => LOOP_NAME,
        Move::RuleOut(step) => step.technique.2,
        // Of the others, each has a figure of its own among those of Sudoku Explainer.
        _ => se_techniques().iter().find(|&&(least, ..)| least == tenths).expect("a technique").2,
    }
}
