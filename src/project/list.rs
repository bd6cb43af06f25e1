//! Edits of the list of puzzles.

use super::edit::counted;
use super::{Document, EditError, MAX_PUZZLES, Project};
use crate::logic::Sentence;

/// One change of the list of puzzles; indices are 0-based.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListEdit {
    /// Adds an empty puzzle behind the one on the board, of its shape and strategies.
    Add,
    /// Adds these puzzles behind the one on the board; a blank one gives way to them.
    AddAll(Vec<Project>),
    /// Adds a copy of a puzzle behind it.
    Duplicate(usize),
    /// Takes a puzzle out; of the only one an empty one remains.
    Delete(usize),
    /// Puts a puzzle at another place.
    Move {
        /// Where it is.
        from: usize,
        /// Where it shall be.
        to: usize,
    },
}

impl ListEdit {
    /// What the edit menu says after "Undo".
    pub(super) fn label(&self) -> Sentence {
        match self {
            ListEdit::Add => Sentence::term("new puzzle"),
            ListEdit::AddAll(puzzles) => counted("add {0} puzzle", "add {0} puzzles", puzzles.len()),
            ListEdit::Duplicate(_) => Sentence::term("duplicate puzzle"),
            ListEdit::Delete(_) => Sentence::term("delete puzzle"),
            ListEdit::Move { .. } => Sentence::term("move puzzle"),
        }
    }

    /// The document after the edit.
    ///
    /// # Errors
    /// If there is no such puzzle, or there would be too many.
    pub(super) fn apply(&self, document: &Document) -> Result<Document, EditError> {
        let n_puzzles = document.puzzles().len();
        let check = |index: usize| if index < n_puzzles { Ok(()) } else { Err(EditError::NoSuchPuzzle(index + 1)) };
        let room = |n_new: usize| {
            let n_all = n_puzzles + n_new;
            if n_all <= MAX_PUZZLES { Ok(()) } else { Err(EditError::TooMany(n_all)) }
        };
        let behind = document.current_index() + 1;
        match self {
            ListEdit::Add => {
                room(1)?;
                Ok(document.insert(behind, vec![document.current().blank()]))
            }
            ListEdit::AddAll(puzzles) if puzzles.is_empty() => Ok(document.clone()),
            ListEdit::AddAll(puzzles) => {
                let puzzles: Vec<Project> = puzzles.iter().map(|puzzle| puzzle.clone().settled()).collect();
                if document.current().is_blank() {
                    room(puzzles.len() - 1)?;
                    return Ok(document.with_in_place(puzzles));
                }
                room(puzzles.len())?;
                Ok(document.insert(behind, puzzles))
            }
            ListEdit::Duplicate(index) => {
                check(*index)?;
                room(1)?;
                Ok(document.insert(index + 1, vec![Project::clone(&document.puzzles()[*index])]))
            }
            ListEdit::Delete(index) => {
                check(*index)?;
                Ok(document.without(*index))
            }
            ListEdit::Move { from, to } => {
                check(*from)?;
                check(*to)?;
                Ok(if from == to { document.clone() } else { document.moved(*from, *to) })
            }
        }
    }
}
