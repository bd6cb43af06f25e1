//! The document of the studio: what undo restores and what a project file holds.
//!
//! No file, no clock, no thread. Reading and writing files is the caller's part;
//! [`mod@file`] turns a project into text and back.

mod document;
mod edit;
pub mod file;
mod history;
mod kept;
mod list;
mod ron_damage;
mod sheet;

pub use document::{Document, MAX_PUZZLES};
pub use edit::{Edit, EditError};
pub use history::{History, MAX_STEPS};
pub use kept::{FoundPuzzle, HandSolvings, MAX_RESULTS, MAX_SEARCHES, MAX_SOLVINGS, Marks, Results, Search};
pub use list::ListEdit;
pub use ron_damage::ron_damage;
pub use sheet::{MAX_TEMPLATES, SheetEdit};

use crate::grid::{CellSet, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::{Goal, Mix, Order, Ranking, StrategySet};

/// One puzzle of the document with its design: everything that undo restores of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Project {
    /// Title of the puzzle.
    pub title: String,
    /// Who sets it.
    pub author: String,
    /// Free notes.
    pub notes: String,
    /// Symmetry of the brush. The pattern itself need not have it.
    pub symmetry: Symmetry,
    /// Cells that shall hold clues; also says the shape.
    pub pattern: Pattern,
    /// Digits the setter chose; their cells are clue cells.
    pub fixed: Puzzle,
    /// Strategies that may be needed.
    pub strategies: StrategySet,
    /// Strategies that the trace must need; all of them may be needed.
    pub required: StrategySet,
    /// The order in which a solver tries strategies, easiest first.
    pub ranking: Ranking,
    /// How difficult the puzzle shall be. A hardest strategy is ticked, and a scale has figures for the shape.
    pub goal: Goal,
    /// What the backward method prefers among the puzzles of the design.
    pub mix: Mix,
    /// Which of the many puzzles for this design: "another" counts it up.
    pub seed: u64,
    /// The clues found for this design, if any. Belongs to the document since
    /// another search may find other clues.
    pub puzzle: Option<Puzzle>,
}

impl Project {
    /// An empty 9x9 board, half-turn symmetry, the three strategies of Nishikawa and Toda.
    pub fn new() -> Project {
        Project {
            title: String::new(),
            author: String::new(),
            notes: String::new(),
            symmetry: Symmetry::HalfTurn,
            pattern: Pattern::empty(Shape::NINE),
            fixed: Puzzle::empty(Shape::NINE),
            strategies: StrategySet::PAPER,
            required: StrategySet::EMPTY,
            ranking: Ranking::default(),
            goal: Goal::Any,
            mix: Mix::default(),
            seed: 1,
            puzzle: None,
        }
    }

    /// An empty puzzle after the example of this one: shape, symmetry, strategies, difficulty and author stay.
    #[must_use]
    pub fn blank(&self) -> Project {
        let shape = self.shape();
        Project {
            title: String::new(),
            notes: String::new(),
            pattern: Pattern::empty(shape),
            fixed: Puzzle::empty(shape),
            seed: 1,
            puzzle: None,
            ..self.clone()
        }
    }

    /// Whether nobody has put anything into it yet.
    pub fn is_blank(&self) -> bool {
        self.pattern.n_clues() == 0 && self.title.is_empty() && self.notes.is_empty()
    }

    /// A puzzle of these clues after the example of this one.
    #[must_use]
    pub fn with_clues(&self, clues: Puzzle) -> Project {
        Project { pattern: clues.pattern(), fixed: clues, ..self.blank() }.settled()
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        self.pattern.shape
    }

    /// The strategies with order and ticks.
    pub fn order(&self) -> Order {
        Order { ranking: self.ranking, allowed: self.strategies, required: self.required }
    }

    /// The clue cells with their images under the symmetry added.
    pub fn symmetric_cells(&self) -> CellSet {
        self.symmetry.close(self.shape(), &self.pattern.cells)
    }

    /// Whether every clue cell has a digit that the setter chose.
    pub fn is_all_fixed(&self) -> bool {
        self.pattern.n_clues() > 0 && self.fixed.n_clues() == self.pattern.n_clues()
    }

    /// Brings the fields into agreement: fixed digits stand on clue cells, the
    /// clues on exactly the pattern, and no symmetry is one the shape lacks.
    fn settled(mut self) -> Project {
        let shape = self.shape();
        if self.fixed.shape() != shape {
            self.fixed = Puzzle::empty(shape);
        }
        self.fixed = self.fixed.masked(&self.pattern);
        if self.puzzle.as_ref().is_some_and(|puzzle| puzzle.pattern() != self.pattern) {
            self.puzzle = None;
        }
        self.required = self.required.intersection(self.strategies);
        if !fits(self.goal, self.strategies, shape) {
            self.goal = Goal::Any;
        }
        if self.symmetry.check(shape).is_err() {
            self.symmetry = Symmetry::HalfTurn;
        }
        self
    }
}

/// Whether a puzzle of the shape can have such a goal with these strategies ticked.
fn fits(goal: Goal, strategies: StrategySet, shape: Shape) -> bool {
    goal.hardest().is_none_or(|id| strategies.contains(id))
        && goal.window().is_none_or(|window| window.scale.fits(shape))
}

impl Default for Project {
    fn default() -> Project {
        Project::new()
    }
}
