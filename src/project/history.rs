//! History: whole snapshots with labels.

use super::kept::Kept;
use super::{Document, Edit, EditError, HandSolving, Project, Results};
use crate::grid::Puzzle;
use crate::logic::Sentence;
use std::collections::VecDeque;
use std::sync::Arc;

/// Most steps that can be undone.
pub const MAX_STEPS: usize = 100;

/// A document with its past and future.
///
/// A document is small, so each entry is a whole snapshot: there are no inverse
/// edits to get wrong. Results and marks of solving by hand are no matter of edits: they stay as they are,
/// whichever snapshot comes back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    present: Document,
    /// States before the present one, oldest first, each with the label of the edit that left it and
    /// the index of the puzzle that was on the board after it. Like those after it, they hold no results and marks:
    /// a hundred outdated copies would fill the memory.
    past: VecDeque<(Document, Sentence, usize)>,
    /// States after the present one, nearest last, each with the label of the edit that leads to it.
    future: Vec<(Document, Sentence)>,
    /// Whether the last entry still grows: a slider is being dragged.
    is_open: bool,
}

impl History {
    /// A document without past.
    pub fn new(document: impl Into<Document>) -> History {
        History { present: document.into(), past: VecDeque::new(), future: Vec::new(), is_open: false }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.present
    }

    /// The puzzle on the board.
    pub fn project(&self) -> &Project {
        self.present.current()
    }

    /// Puts another puzzle on the board, without an entry: nothing changes.
    /// False if there is none with this index.
    pub fn select(&mut self, index: usize) -> bool {
        self.close();
        self.present.select(index)
    }

    /// Carries an edit out. One that changes nothing leaves no entry and keeps the
    /// future; true if the document changed.
    ///
    /// # Errors
    /// If the edit does not fit the document; nothing changes then.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, EditError> {
        self.close();
        let next = edit.apply(&self.present)?;
        if next == self.present {
            return Ok(false);
        }
        let mut before = std::mem::replace(&mut self.present, next);
        *before.kept_mut() = Kept::default();
        self.past.push_back((before, edit.label(), self.present.current_index()));
        if self.past.len() > MAX_STEPS {
            self.past.pop_front();
        }
        self.future.clear();
        Ok(true)
    }

    /// Carries out one of many edits that belong together, such as those of a drag along a slider: until
    /// [`Self::close`] they share one entry. True if the document changed.
    ///
    /// # Errors
    /// If the edit does not fit the document; nothing changes then.
    pub fn adjust(&mut self, edit: &Edit) -> Result<bool, EditError> {
        if !self.is_open {
            self.is_open = self.edit(edit)?;
            return Ok(self.is_open);
        }
        let next = edit.apply(&self.present)?;
        let is_changed = next != self.present;
        self.present = next;
        match self.past.back_mut() {
            // Back where it began: there is nothing to undo.
            Some((before, ..)) if is_same_for_undo(before, &self.present) => {
                self.past.pop_back();
                self.is_open = false;
            }
            Some((_, label, index_after)) => {
                *label = edit.label();
                *index_after = self.present.current_index();
            }
            None => {}
        }
        Ok(is_changed)
    }

    /// What [`Self::adjust`] does from now on has an entry of its own.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Puts the clues that were found for the present design into it, or takes out clues that do not fit it, without
    /// an entry: the setter asked for that by the last edit, so undo takes both.
    /// False if the clues do not stand on the pattern.
    pub fn attach_puzzle(&mut self, puzzle: Option<Puzzle>) -> bool {
        let fits = puzzle.as_ref().is_none_or(|puzzle| puzzle.pattern() == self.project().design.pattern);
        if fits {
            self.present.current_mut().puzzle = puzzle;
        }
        fits
    }

    /// Keeps these results in the document, without an entry: undo leaves results alone.
    pub fn keep_results(&mut self, results: Results) {
        self.present.kept_mut().results = Arc::new(results);
    }

    /// Keeps what was entered by hand over a puzzle in the document, without an entry: it has an undo of its own.
    pub fn keep_solving(&mut self, puzzle: &Puzzle, solving: &HandSolving) {
        self.present.kept_mut().set_solving(puzzle, solving);
    }

    /// Takes the last edit back; true if there was one.
    pub fn undo(&mut self) -> bool {
        self.close();
        let Some((before, label, index_after)) = self.past.pop_back() else { return false };
        let mut after = std::mem::replace(&mut self.present, before);
        *self.present.kept_mut() = std::mem::take(after.kept_mut());
        // Whatever was looked at since: redo shows the puzzle that it changes.
        after.select(index_after);
        self.future.push((after, label));
        true
    }

    /// Carries the last undone edit out again; true if there was one.
    pub fn redo(&mut self) -> bool {
        self.close();
        let Some((after, label)) = self.future.pop() else { return false };
        let mut before = std::mem::replace(&mut self.present, after);
        *self.present.kept_mut() = std::mem::take(before.kept_mut());
        self.past.push_back((before, label, self.present.current_index()));
        true
    }

    /// Label of the edit that undo would take back.
    pub fn undo_label(&self) -> Option<&Sentence> {
        self.past.back().map(|(_, label, _)| label)
    }

    /// Label of the edit that redo would carry out.
    pub fn redo_label(&self) -> Option<&Sentence> {
        self.future.last().map(|(_, label)| label)
    }

    /// Labels of the edits so far, newest first.
    pub fn labels(&self) -> impl Iterator<Item = &Sentence> {
        self.past.iter().rev().map(|(_, label, _)| label)
    }

    /// Labels of the edits that were taken back, the next to redo first.
    pub fn undone_labels(&self) -> impl Iterator<Item = &Sentence> {
        self.future.iter().rev().map(|(_, label)| label)
    }

    /// Goes to the state after so many edits of those that are kept, by undo or redo.
    pub fn go_to(&mut self, n_edits: usize) {
        while self.past.len() > n_edits && self.undo() {}
        while self.past.len() < n_edits && self.redo() {}
    }
}

/// Whether undo would change nothing between these.
fn is_same_for_undo(before: &Document, after: &Document) -> bool {
    before.has_same_design(after) && before.current_index() == after.current_index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Shape};
    use crate::project::{Entries, Marks};

    /// Marks and results go along with undo and redo, and only the present state holds them.
    #[test]
    fn states_of_the_past_and_future_hold_no_marks() {
        let mut history = History::new(Project::new());
        let puzzle = Puzzle::empty(Shape::NINE);
        let solving = |index| HandSolving {
            entries: Entries {
                marks: vec![Marks { digit: Some(Digit::from_index(index)), ..Marks::default() }; 81],
                ..Entries::none(Shape::NINE)
            },
            seconds: 1,
        };
        let check = |history: &History, index: usize| {
            assert_eq!(history.document().solving_of(&puzzle), Some(&solving(index)));
            let others = history.past.iter().map(|(document, ..)| document);
            for other in others.chain(history.future.iter().map(|(document, _)| document)) {
                assert!(other.solvings().is_empty());
            }
        };
        for index in 0..5 {
            history.keep_solving(&puzzle, &solving(index));
            assert_eq!(history.edit(&Edit::SetTitle(index.to_string())), Ok(true));
            check(&history, index);
        }
        for n_edits in [2, 0, 4] {
            history.go_to(n_edits);
            check(&history, 4);
        }
    }
}
