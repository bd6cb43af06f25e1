//! What is printed: the question, and what it takes to answer it on another thread.

use super::{Pages, Source};
use crate::app::App;
use crate::formats::{Info, PuzzleEntry};
use crate::generate::Watch;
use crate::grid::Puzzle;
use crate::logic::Trace;
use crate::project::Project;
use crate::sheet::{
    Captions, Facts, Page, Paper, Pixels, ReportFormat, Running, Sheet, SheetPuzzle, layout, pixels, report, text,
    trace_pages,
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
enum Contents {
    Entries(Vec<PuzzleEntry>),
    Puzzles(Arc<Vec<SheetPuzzle>>),
    Trace(Box<Trace>, String),
}

/// The clues of a puzzle of the document, if it has any.
fn clues_of(project: &Project) -> Option<&Puzzle> {
    project.puzzle.as_ref().or_else(|| project.is_all_fixed().then_some(&project.design.fixed))
}

/// A puzzle of the document with title and author, if it has clues.
pub(in crate::app) fn entry_of(project: &Project) -> Option<PuzzleEntry> {
    let info = Info { title: project.title.clone(), author: project.author.clone(), ..Info::default() };
    Some(PuzzleEntry { info, ..PuzzleEntry::new(clues_of(project)?.clone()) })
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

impl App {
    /// The layout of the sheet, changes in progress included.
    pub fn sheet(&self) -> &Sheet {
        self.session.sheet.draft.as_ref().map_or_else(|| self.document().sheet(), |(sheet, _)| sheet)
    }

    /// How many puzzles or steps this would print.
    pub(in crate::app) fn n_printed(&self, source: Source) -> usize {
        match source {
            Source::Puzzle => usize::from(clues_of(self.project()).is_some()),
            Source::All => self.document().puzzles().iter().filter(|puzzle| clues_of(puzzle).is_some()).count(),
            Source::Results => self.gallery().n_shown(),
            Source::Trace => self.trace().map_or(0, |trace| trace.steps.len()),
        }
    }

    /// What is printed and how.
    ///
    /// # Errors
    /// Says why nothing can be printed.
    pub(in crate::app) fn sheet_order(&self) -> Result<Order, String> {
        let source = self.session.sheet.source;
        let is_empty = self.n_printed(source) == 0;
        let subject = match source {
            Source::Puzzle if is_empty => return Err("This puzzle has no digits yet".to_owned()),
            Source::All if is_empty => return Err("No puzzle of this project has digits yet".to_owned()),
            Source::Results if is_empty => {
                return Err(match self.gallery().entries().len() {
                    0 => "There are no results to print: find some first".to_owned(),
                    n => format!("The filter of the results view hides all {n} results: there is nothing to print"),
                });
            }
            Source::Puzzle => {
                Subject::Puzzles(vec![Arc::clone(&self.document().puzzles()[self.document().current_index()])])
            }
            Source::All => {
                let puzzles = self.document().puzzles().iter().filter(|puzzle| clues_of(puzzle).is_some());
                Subject::Puzzles(puzzles.cloned().collect())
            }
            Source::Results => Subject::Results(self.gallery().revision()),
            Source::Trace => {
                self.trace_steps_or_why()?;
                let (revision, path, _) = self.trace_point();
                Subject::Trace(revision, path)
            }
        };
        let sheet = self.sheet().clone();
        sheet.check().map_err(|error| crate::app::widgets::capitalised(&error.to_string()))?;
        Ok(Order { sheet, subject })
    }

    /// The order with its puzzles; those that are solved already need not be solved again.
    pub(in crate::app) fn material(&self, order: &Order) -> Material {
        let facts = Facts::of(&order.sheet);
        let contents = match &order.subject {
            subject if let Some(puzzles) = self.sheets.puzzles.answer(&(subject.clone(), facts)) => {
                Contents::Puzzles(Arc::clone(puzzles))
            }
            Subject::Puzzles(puzzles) => Contents::Entries(puzzles.iter().filter_map(|p| entry_of(p)).collect()),
            Subject::Results(_) => Contents::Entries(
                self.gallery().all_shown().map(|entry| PuzzleEntry::new(entry.puzzle.clone())).collect(),
            ),
            Subject::Trace(..) => match self.trace() {
                Some(trace) => Contents::Trace(Box::new(trace.clone()), self.name()),
                None => Contents::Entries(Vec::new()),
            },
        };
        Material { sheet: order.sheet.clone(), contents }
    }

    /// The pages of the present order, once they are laid out.
    pub fn sheet_pages(&self) -> Option<&[Page]> {
        let pages = self.sheets.pages.answer(&self.sheet_order().ok()?)?;
        pages.as_ref().ok().map(|pages| pages.as_slice())
    }

    /// The pages on the screen: the last ones while the next are laid out.
    pub(in crate::app) fn shown_pages(&self) -> Option<&[Page]> {
        let pages = self.sheets.pages.latest()?;
        pages.as_ref().ok().map(|pages| pages.as_slice())
    }

    /// How many pages show: none where nothing can be printed.
    pub(crate) fn n_sheet_pages(&self) -> usize {
        if self.sheet_order().is_err() { 0 } else { self.shown_pages().map_or(0, <[Page]>::len) }
    }
}

impl Material {
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
