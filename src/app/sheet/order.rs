//! What is printed: the question, and what it takes to answer it on another thread.

use super::Pages;
use crate::formats::{Info, PuzzleEntry};
use crate::generate::Watch;
use crate::grid::{Puzzle, Shape};
use crate::logic::Trace;
use crate::project::Project;
use crate::sheet::{
    Captions, Paper, Pixels, ReportFormat, Running, Sheet, SheetPuzzle, layout, pixels, report, text, trace_pages,
};
use rayon::prelude::*;
use std::sync::Arc;

/// What is printed; equal ones give equal pages.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::app) enum Subject {
    /// These puzzles of the document.
    Puzzles(Vec<Arc<Project>>),
    /// The results that show, at this revision of the gallery.
    Results(u64),
    /// The trace with this revision and number of the path.
    Trace(u64, u64),
}

/// Everything that decides the pages.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::app) struct Order {
    pub(in crate::app) sheet: Sheet,
    pub(in crate::app) subject: Subject,
}

/// What shall be put on the clipboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum ToCopy {
    /// A picture of this page.
    Page(usize),
    /// A picture of the only puzzle.
    Puzzle,
    /// The sheet as text.
    Text,
}

/// For the clipboard.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::app) enum Copied {
    /// A picture of a page.
    Image(Pixels),
    /// The sheet as text.
    Text(String),
}

/// An order with its puzzles, for work on another thread.
#[derive(Clone, Debug)]
pub(in crate::app) struct Material {
    sheet: Sheet,
    contents: Contents,
}

#[derive(Clone, Debug)]
pub(super) enum Contents {
    Entries(Vec<PuzzleEntry>),
    Puzzles(Arc<Vec<SheetPuzzle>>),
    Trace(Box<Trace>, String),
}

/// The clues of a puzzle of the document, if it has any.
pub(super) fn clues_of(project: &Project) -> Option<&Puzzle> {
    project.puzzle.as_ref().or_else(|| project.is_all_fixed().then_some(&project.design.fixed))
}

/// A puzzle of the document with title and author, if it has clues.
pub(in crate::app) fn entry_of(project: &Project) -> Option<PuzzleEntry> {
    let puzzle = clues_of(project)?.clone();
    Some(PuzzleEntry { info: info_of(project, &project.title, puzzle.shape()), ..PuzzleEntry::new(puzzle) })
}

/// What is said of a puzzle of the document, or of one on this layout that was found for it.
pub(in crate::app) fn info_of(project: &Project, title: &str, shape: Shape) -> Info {
    let rules = project.rules.clone().filter(|_| shape == project.shape()).unwrap_or_default();
    Info { title: title.to_owned(), author: project.author.clone(), rules, ..Info::default() }
}

/// A puzzle alone on a page that is no larger than its board: what is copied as a picture.
pub(in crate::app) fn picture_order(puzzle: Project) -> Order {
    Order { sheet: picture_sheet(), subject: Subject::Puzzles(vec![Arc::new(puzzle)]) }
}

/// A page that is no larger than a board.
fn picture_sheet() -> Sheet {
    /// Side of the page and free space around the board, in millimetres.
    const SIDE: f32 = 100.0;
    const MARGIN: f32 = 2.0;
    Sheet {
        paper: Paper::Custom { width: SIDE, height: SIDE },
        per_page: 1,
        margin: MARGIN,
        header: Running::default(),
        footer: Running::default(),
        captions: Captions { number: false, title: false, ..Captions::default() },
        ..Sheet::default()
    }
}

impl Material {
    pub(super) fn new(sheet: Sheet, contents: Contents) -> Material {
        Material { sheet, contents }
    }

    /// A picture of each puzzle.
    pub(in crate::app) fn of_pictures(entries: Vec<PuzzleEntry>) -> Material {
        Material { sheet: picture_sheet(), contents: Contents::Entries(entries) }
    }

    /// Puzzles solved and rated as far as the sheet asks for it; `None` if it was stopped. A trace has none.
    pub(in crate::app) fn solved(&self, watch: &dyn Watch) -> Option<Arc<Vec<SheetPuzzle>>> {
        match &self.contents {
            Contents::Puzzles(puzzles) => Some(Arc::clone(puzzles)),
            Contents::Trace(..) => Some(Arc::default()),
            Contents::Entries(entries) => {
                let solve =
                    |entry: &PuzzleEntry| (!watch.should_stop()).then(|| SheetPuzzle::new(entry.clone(), &self.sheet));
                entries.par_iter().map(solve).collect::<Option<Vec<_>>>().map(Arc::new)
            }
        }
    }

    /// The pages.
    pub(in crate::app) fn pages(&self, watch: &dyn Watch) -> Pages {
        let pages = match &self.contents {
            Contents::Trace(trace, _) => trace_pages(&self.sheet, trace),
            _ => layout(&self.sheet, &self.solved(watch).unwrap_or_default()),
        };
        pages.map(Arc::new).map_err(|error| error.to_string())
    }

    /// The sheet as text.
    pub(in crate::app) fn text(&self, watch: &dyn Watch) -> String {
        match &self.contents {
            Contents::Trace(trace, name) => report(trace, name, ReportFormat::Text),
            _ => text(&self.sheet, &self.solved(watch).unwrap_or_default()),
        }
    }

    /// A picture of a page, or the whole as text.
    pub(in crate::app) fn copy(&self, copy: ToCopy, dpi: f32, watch: &dyn Watch) -> Result<Copied, String> {
        let index = match copy {
            ToCopy::Page(index) => index,
            ToCopy::Puzzle => 0,
            ToCopy::Text => return Ok(Copied::Text(self.text(watch))),
        };
        let pages = self.pages(watch)?;
        let page = pages.get(index).or(pages.last()).ok_or("there is no page")?;
        pixels(page, dpi).map(Copied::Image).map_err(|error| error.to_string())
    }

    /// How it is laid out.
    pub(in crate::app) fn sheet(&self) -> &Sheet {
        &self.sheet
    }
}
