//! The sheet designer: puzzles on paper as they will be printed.

mod ask;
mod order;
mod page;
mod pages;
mod panel;
mod view;

pub(super) use order::{Copied, Material, Order, Subject, ToCopy, entry_of, info_of, picture_order};
pub(super) use pages::sheet_pages_ui;
pub(super) use panel::sheet_panel_ui;
pub(super) use view::sheet_ui;

use super::asker::{Asker, waker};
use crate::app::language::tr;
use crate::sheet::{Facts, Page, Sheet, SheetPuzzle};
use std::sync::Arc;

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Source {
    /// The puzzle on the board.
    Puzzle,
    /// All puzzles of the project that have digits.
    #[default]
    All,
    /// The results that show.
    Results,
    /// The steps that solve the puzzle on the board.
    Trace,
}

impl Source {
    /// All of them, in the order on the screen.
    pub const ALL: [Source; 4] = [Source::Puzzle, Source::All, Source::Results, Source::Trace];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Source::Puzzle => tr!("This puzzle"),
            Source::All => tr!("All puzzles"),
            Source::Results => tr!("Results"),
            Source::Trace => tr!("Trace of this puzzle"),
        }
    }
}

/// How large the page shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Zoom {
    /// All of it.
    #[default]
    Page,
    /// As wide as there is room.
    Width,
}

/// What the sheet view looks at.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetState {
    /// What is printed.
    pub source: Source,
    /// The page that shows, counted from 0.
    pub page: usize,
    /// How large it shows.
    pub zoom: Zoom,
    /// Dots an inch of pictures.
    pub dpi: u32,
    /// The layout while a slider is dragged or a text typed, with what changes.
    pub draft: Option<(Box<Sheet>, &'static str)>,
}

impl Default for SheetState {
    fn default() -> SheetState {
        SheetState { source: Source::All, page: 0, zoom: Zoom::Page, dpi: 300, draft: None }
    }
}

/// What the designer sends.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SheetMessage {
    /// Print this.
    Source(Source),
    /// Show this page.
    Page(usize),
    /// Dots an inch of pictures.
    Dpi(u32),
    /// Lay it out like this.
    Lay {
        /// The layout.
        sheet: Box<Sheet>,
        /// What changes, for the history.
        what: &'static str,
        /// Whether that is an edit now; a slider that is still dragged is none yet.
        is_done: bool,
    },
    /// Lay it out like this template.
    UseTemplate(Box<crate::sheet::Template>),
    /// Drop one of the own templates.
    DeleteTemplate(usize),
}

/// Pages, or why there are none.
pub(super) type Pages = Result<Arc<Vec<Page>>, String>;

/// What is computed for the designer in the background.
#[derive(Debug)]
pub(super) struct Sheets {
    /// Puzzles, solved and rated as far as the sheet asks for it.
    pub(super) puzzles: Asker<(Subject, Facts), Arc<Vec<SheetPuzzle>>>,
    /// The pages of the preview.
    pub(super) pages: Asker<Order, Pages>,
    /// Pages and texts on their way to the clipboard.
    pub(super) copies: Asker<(Order, ToCopy), Result<Copied, String>>,
}

impl Sheets {
    /// Nothing asked yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<Sheets> {
        Ok(Sheets {
            puzzles: Asker::new("sheet puzzles", waker(wake))?,
            pages: Asker::new("pages", waker(wake))?,
            copies: Asker::new("copies of pages", waker(wake))?,
        })
    }

    /// Takes answers in; an error is a job that panicked.
    pub(super) fn drain(&mut self) -> Result<bool, String> {
        Ok(self.puzzles.drain()? | self.pages.drain()? | self.copies.drain()?)
    }
}
