//! The whole document: several puzzles, one of which is on the board.

use super::kept::Kept;
use super::{HandSolving, HandSolvings, Project, Results};
use crate::grid::Puzzle;
use crate::sheet::{Sheet, Template};
use std::sync::Arc;

/// Most puzzles that a document holds: more is a matter for the command line.
pub const MAX_PUZZLES: usize = 1000;

/// What a project file holds: puzzles with their designs, in an order of the setter's, and how they
/// are printed; beside them results of searches, and marks of solving by hand. There is always at least one puzzle.
///
/// Which one is on the board is not part of the file, and looking at another one is no
/// edit; it is kept here so that undo shows the puzzle that it changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Shared, so that a snapshot of the history costs only what changed.
    puzzles: Vec<Arc<Project>>,
    current: usize,
    sheet: Arc<Sheet>,
    /// Layouts that the setter named.
    templates: Arc<Vec<Template>>,
    kept: Kept,
}

impl Document {
    /// A document of these puzzles, the first on the board; an empty puzzle if there are none.
    pub fn new(puzzles: Vec<Project>) -> Document {
        let mut puzzles: Vec<Arc<Project>> = puzzles.into_iter().map(Arc::new).collect();
        if puzzles.is_empty() {
            puzzles.push(Arc::new(Project::new()));
        }
        Document { puzzles, current: 0, sheet: Arc::default(), templates: Arc::default(), kept: Kept::default() }
    }

    /// The document with this sheet and these templates.
    #[must_use]
    pub fn with_sheet(self, sheet: Sheet, templates: Vec<Template>) -> Document {
        Document { sheet: Arc::new(sheet), templates: Arc::new(templates), ..self }
    }

    /// The document with these results and these marks of solving by hand.
    #[must_use]
    pub fn with_kept(self, results: Results, solvings: HandSolvings) -> Document {
        Document { kept: Kept { results: Arc::new(results), solvings: Arc::new(solvings) }, ..self }
    }

    /// Results of searches.
    pub fn results(&self) -> &Arc<Results> {
        &self.kept.results
    }

    /// Marks of solving by hand.
    pub fn solvings(&self) -> &HandSolvings {
        &self.kept.solvings
    }

    /// What was entered by hand over this puzzle, if anything was.
    pub fn solving_of(&self, puzzle: &Puzzle) -> Option<&HandSolving> {
        self.kept.solvings.get(puzzle)
    }

    pub(super) fn kept_mut(&mut self) -> &mut Kept {
        &mut self.kept
    }

    /// How it is printed.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Layouts that the setter named, in the order in which they came.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// All puzzles in the setter's order; never empty.
    pub fn puzzles(&self) -> &[Arc<Project>] {
        &self.puzzles
    }

    /// Index of the puzzle on the board.
    pub const fn current_index(&self) -> usize {
        self.current
    }

    /// The puzzle on the board.
    pub fn current(&self) -> &Project {
        &self.puzzles[self.current]
    }

    pub(super) fn current_mut(&mut self) -> &mut Project {
        Arc::make_mut(&mut self.puzzles[self.current])
    }

    /// Puts another puzzle on the board; false if there is none with this index.
    pub(super) fn select(&mut self, index: usize) -> bool {
        let is_there = index < self.puzzles.len();
        if is_there {
            self.current = index;
        }
        is_there
    }

    /// Whether both would be the same file, whichever puzzle is on the board.
    pub fn has_same_contents(&self, other: &Document) -> bool {
        self.has_same_design(other) && self.kept == other.kept
    }

    /// Whether puzzles and sheet are the same: all that edits can change.
    pub fn has_same_design(&self, other: &Document) -> bool {
        self.puzzles == other.puzzles && self.has_same_sheet(other)
    }

    /// Whether both are printed alike.
    pub fn has_same_sheet(&self, other: &Document) -> bool {
        self.sheet == other.sheet && self.templates == other.templates
    }

    /// Whether the other document is this one with clues that a search found for a puzzle
    /// that had none, and nothing else.
    pub fn differs_by_found_clues(&self, other: &Document) -> bool {
        self.has_same_sheet(other)
            && self.kept == other.kept
            && self.puzzles.len() == other.puzzles.len()
            && self.puzzles.iter().zip(&other.puzzles).all(|(old, new)| {
                old == new || old.puzzle.is_none() && **old == Project { puzzle: None, ..Project::clone(new) }
            })
    }

    /// The document with further puzzles at this place, the first of them on the board.
    #[must_use]
    pub(super) fn insert(&self, index: usize, new: Vec<Project>) -> Document {
        let mut next = self.clone();
        next.current = index;
        next.puzzles.splice(index..index, new.into_iter().map(Arc::new));
        next
    }

    /// The document with these puzzles in the place of the one on the board, the first of them on the board.
    #[must_use]
    pub(super) fn with_in_place(&self, new: Vec<Project>) -> Document {
        let mut next = self.clone();
        next.puzzles.splice(self.current..=self.current, new.into_iter().map(Arc::new));
        next
    }

    /// The document without one puzzle; the last one gives way to an empty one.
    #[must_use]
    pub(super) fn without(&self, index: usize) -> Document {
        let mut next = self.clone();
        next.puzzles.remove(index);
        if next.puzzles.is_empty() {
            next.puzzles.push(Arc::new(Project::new()));
        }
        if index < next.current || next.current == next.puzzles.len() {
            next.current -= usize::from(next.current > 0);
        }
        next
    }

    /// The document with one puzzle at another place, which is on the board then.
    #[must_use]
    pub(super) fn moved(&self, from: usize, to: usize) -> Document {
        let mut next = self.clone();
        let puzzle = next.puzzles.remove(from);
        next.puzzles.insert(to, puzzle);
        next.current = to;
        next
    }
}

impl Default for Document {
    fn default() -> Document {
        Document::new(Vec::new())
    }
}

impl From<Project> for Document {
    fn from(project: Project) -> Document {
        Document::new(vec![project])
    }
}
