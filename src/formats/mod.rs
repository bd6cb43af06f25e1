//! Text formats of the field: read what other programs write, write what they read.
//!
//! Text in, values out; [`entries`] recognises the format by itself and reads one puzzle after
//! the other, so that a collection takes hardly more memory than its text. Whatever the text,
//! reading ends in time in proportion to its length, with an error that names line and column,
//! never with a panic.
//!
//! What is written is read back the same, or [`check`] says what the format leaves out.

mod cells;
mod csv;
mod fpuzzles;
mod hodoku;
mod json;
mod links;
mod losses;
mod lz;
mod marks;
mod opensudoku;
mod publish;
mod recognise;
mod rows;
mod solo;
mod sudokupad;
mod write;

pub(crate) use json::{in_words, kind_in_words};

pub use json::json_damage;
pub use links::{Site, link, short_link, untold_by_links};
pub use losses::{Loss, Losses, check};
pub(crate) use publish::escape_xml;
pub use recognise::{Content, entries, layout_of, read_any, read_puzzles};
pub use write::{Format, WriteError, pencil_marks, write, write_each};

use crate::grid::{Cell, DigitSet, ParseError, Puzzle, Shape};
use crate::logic::Board;
use std::borrow::Cow;

/// Largest XML text read, in bytes; its parser holds several times as much in memory.
pub const MAX_XML: usize = 32 << 20;

/// Longest JSON text of one puzzle, in bytes, or in UTF-16 units where a link unpacks to it; a puzzle takes
/// some thousand.
pub const MAX_JSON: usize = 1 << 20;

/// Puzzles as they are read. After an error nothing sensible comes.
pub type Entries<'a> = Box<dyn Iterator<Item = Result<PuzzleEntry, ParseError>> + Send + 'a>;

/// A puzzle with what a file says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleEntry {
    /// The clues.
    pub puzzle: Puzzle,
    /// How far it is solved, where the text says more than the clues: digits placed, candidates ruled out.
    pub board: Option<Board>,
    /// Title, author and so on.
    pub info: Info,
    /// Line of the text where it begins, 1-based; 0 for an entry that was not read from a text.
    pub line: usize,
}

/// What a file says of a puzzle; empty where it says nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Info {
    /// Title.
    pub title: String,
    /// Who set it.
    pub author: String,
    /// Remarks.
    pub comment: String,
    /// The rules in other words than those composed from the layout.
    pub rules: String,
    /// Where it comes from.
    pub source: String,
    /// Difficulty in the words of the file.
    pub level: String,
    /// Date of publication as the file writes it.
    pub date: String,
    /// Address of the source.
    pub url: String,
}

impl PuzzleEntry {
    /// The clues alone.
    pub fn new(puzzle: Puzzle) -> PuzzleEntry {
        PuzzleEntry { puzzle, board: None, info: Info::default(), line: 0 }
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        self.puzzle.shape()
    }

    /// The rules in words, if there is more to say than that the usual ones apply.
    pub fn rules_text(&self) -> Option<Cow<'_, str>> {
        if !self.info.rules.is_empty() {
            return Some(Cow::Borrowed(&self.info.rules));
        }
        self.shape().needs_rules_text().then(|| Cow::Owned(self.shape().rules_text()))
    }

    /// Placed digits and candidates: those of the file, or what the clues leave.
    pub fn state(&self) -> Board {
        self.board.clone().unwrap_or_else(|| Board::new(&self.puzzle))
    }

    fn at(puzzle: Puzzle, line: usize) -> PuzzleEntry {
        PuzzleEntry { line, ..PuzzleEntry::new(puzzle) }
    }

    /// The entry with digits placed beyond the clues and the candidates left in each cell, where they are known.
    fn with_state(
        mut self,
        placed: &Puzzle,
        candidates: impl Iterator<Item = (Cell, Option<DigitSet>)>,
    ) -> PuzzleEntry {
        let clues_only = Board::new(&self.puzzle);
        let mut board = clues_only.clone();
        for (cell, digit) in placed.clues() {
            if board.value(cell) != Some(digit) {
                board.place(crate::grid::Candidate::new(cell, digit));
            }
        }
        for (cell, kept) in candidates {
            let Some(kept) = kept.filter(|_| board.value(cell).is_none()) else { continue };
            for digit in board.marks(cell).iter().filter(|&digit| !kept.contains(digit)) {
                board.eliminate(crate::grid::Candidate::new(cell, digit));
            }
        }
        self.board = (board != clues_only).then_some(board);
        self
    }
}

/// What a text without a single puzzle gives: its error.
fn refused<'a>(error: ParseError) -> Entries<'a> {
    Box::new(std::iter::once(Err(error)))
}

/// Candidates as notes tell them: without a note nothing is known.
fn noted(candidates: DigitSet) -> Option<DigitSet> {
    (!candidates.is_empty()).then_some(candidates)
}

/// Which shapes a reader may find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shapes {
    /// This one; anything else is an error.
    Only(Shape),
    /// Any; this one where the size alone leaves a choice.
    Prefer(Shape),
    /// This one, unless the text itself tells the layout.
    Usual(Shape),
}

impl Shapes {
    /// The shape meant where nothing else is known.
    pub fn nominal(self) -> Shape {
        match self {
            Shapes::Only(shape) | Shapes::Prefer(shape) | Shapes::Usual(shape) => shape,
        }
    }

    /// Whether a shape that a text tells may be found.
    pub fn may_be(self, shape: Shape) -> bool {
        match self {
            Shapes::Only(only) => shape == only,
            Shapes::Prefer(_) | Shapes::Usual(_) => true,
        }
    }

    /// The shape of a grid with `n` rows.
    pub fn of_rows(self, n: usize) -> Option<Shape> {
        let others = match self {
            Shapes::Only(_) | Shapes::Usual(_) => None,
            Shapes::Prefer(_) => Some(Shape::plain_shapes()),
        };
        std::iter::once(self.nominal()).chain(others.into_iter().flatten()).find(|shape| shape.n() == n)
    }

    /// The shape of a grid with this number of cells.
    pub fn of_cells(self, n_cells: usize) -> Option<Shape> {
        let n = n_cells.isqrt();
        if n * n == n_cells { self.of_rows(n) } else { None }
    }

    /// Every shape of `n` rows that may be found, the likeliest first.
    fn all_of_rows(self, n: usize) -> Vec<Shape> {
        match self {
            Shapes::Only(shape) | Shapes::Usual(shape) => {
                vec![shape].into_iter().filter(|shape| shape.n() == n).collect()
            }
            Shapes::Prefer(shape) => {
                let others = Shape::plain_shapes().filter(|&other| other != shape);
                std::iter::once(shape).chain(others).filter(|shape| shape.n() == n).collect()
            }
        }
    }
}

/// An error that means a whole line.
fn line_error(line: usize, message: impl Into<String>) -> ParseError {
    ParseError { line, column: None, message: message.into() }
}

/// An error at a character.
fn place_error(line: usize, column: usize, message: impl Into<String>) -> ParseError {
    ParseError { line, column: Some(column), message: message.into() }
}
