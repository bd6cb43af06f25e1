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
pub use edit::{Edit, EditError, RegionDeed};
pub use history::{History, MAX_STEPS};
pub use kept::{
    DrawnLine, Entries, FoundPuzzle, HandSolving, HandSolvings, MAX_LINES, MAX_RESULTS, MAX_SEARCHES, MAX_SOLVINGS,
    Marks, Results, Search,
};
pub use list::ListEdit;
use ron_damage::ron_damage;
pub use sheet::{MAX_TEMPLATES, SheetEdit};

use crate::grid::{CellSet, Pattern, Puzzle, Regions, Shape, Symmetry, Theme};
use crate::logic::{Design, Order, StrategySet};

/// One puzzle of the document with its design: everything that undo restores of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Project {
    /// Title of the puzzle.
    pub title: String,
    /// Who sets it.
    pub author: String,
    /// Free notes.
    pub notes: String,
    /// The rules in the setter's own words; `None` if the text composed from the layout's rules stands for them.
    pub rules: Option<String>,
    /// Symmetry of the brush. The pattern itself need not have it.
    pub symmetry: Symmetry,
    /// Regions that are being painted, as long as they are not finished: the last finished ones are the layout of the
    /// design.
    pub draft: Option<Regions>,
    /// What is asked of the puzzle. Fixed digits stand on clue cells, required strategies are ticked, and the
    /// goal is one that can be. "Another" counts the seed up.
    pub design: Design,
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
            rules: None,
            symmetry: Symmetry::HalfTurn,
            draft: None,
            design: Design { seed: 1, ..Design::new(Pattern::empty(Shape::NINE), StrategySet::PAPER) },
            puzzle: None,
        }
    }

    /// An empty puzzle after the example of this one: shape, symmetry, strategies, difficulty and author stay; a theme,
    /// which speaks of cells, does not, nor do texts that were written for this puzzle.
    #[must_use]
    pub fn blank(&self) -> Project {
        Project {
            title: String::new(),
            notes: String::new(),
            rules: None,
            draft: None,
            design: Design { seed: 1, theme: Theme::default(), ..self.design.clone().on(Pattern::empty(self.shape())) },
            puzzle: None,
            ..self.clone()
        }
    }

    /// The puzzle with its design on another pattern; found clues and digits that do not stand on it go.
    #[must_use]
    pub fn on(self, pattern: Pattern) -> Project {
        Project { design: self.design.on(pattern), ..self }.settled()
    }

    /// Whether nobody has put anything into it yet.
    pub fn is_blank(&self) -> bool {
        self.design.pattern.n_clues() == 0
            && self.title.is_empty()
            && self.notes.is_empty()
            && self.rules.is_none()
            && self.draft.is_none()
    }

    /// A puzzle of these clues after the example of this one.
    #[must_use]
    pub fn with_clues(&self, clues: Puzzle) -> Project {
        let mut next = self.with_pattern(clues.pattern());
        next.design.fixed = clues;
        next.settled()
    }

    /// An empty puzzle with this pattern and its symmetry after the example of this one.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> Project {
        let mut next = self.blank().on(pattern);
        next.symmetry = next.symmetry_of_pattern();
        next
    }

    /// The symmetry of the pattern; that of the brush where the pattern is empty.
    fn symmetry_of_pattern(&self) -> Symmetry {
        match self.design.pattern.n_clues() {
            0 => self.symmetry,
            _ => Symmetry::of(self.shape(), &self.design.pattern.cells),
        }
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        self.design.pattern.shape
    }

    /// The strategies with order and ticks.
    pub fn order(&self) -> Order {
        self.design.order()
    }

    /// The clue cells with their images under the symmetry added.
    pub fn symmetric_cells(&self) -> CellSet {
        self.symmetry.close(self.shape(), &self.design.pattern.cells)
    }

    /// Whether every clue cell has a digit that the setter chose.
    pub fn is_all_fixed(&self) -> bool {
        self.design.pattern.n_clues() > 0 && self.design.fixed.n_clues() == self.design.pattern.n_clues()
    }

    /// Brings the fields into agreement: those of the design, the clues stand on exactly the pattern, no
    /// symmetry is one the shape lacks, and rules in other words are other words.
    fn settled(mut self) -> Project {
        self.design = self.design.settled();
        if self.puzzle.as_ref().is_some_and(|puzzle| puzzle.pattern() != self.design.pattern) {
            self.puzzle = None;
        }
        if self.draft.as_ref().is_some_and(|draft| draft.n() != self.shape().n()) {
            self.draft = None;
        }
        let composed = self.shape().rules_text();
        self.rules = self.rules.filter(|rules| !rules.trim().is_empty() && *rules != composed);
        if self.symmetry.check(self.shape()).is_err() {
            self.symmetry = Symmetry::HalfTurn;
        }
        self
    }
}

impl Default for Project {
    fn default() -> Project {
        Project::new()
    }
}
