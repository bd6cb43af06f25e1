//! Puzzles on their way out of the window, in every format that the program writes.

use super::language::{tr, tr_n};
use super::sheet::Material;
use crate::formats::{Format, PuzzleEntry, write};
use crate::generate::Unwatched;
use crate::sheet::{SheetFormat, pdf, png, svg};
use std::sync::Arc;

/// Most puzzles that are put on the clipboard at once; more take too long for the window's thread.
const MAX_COPIED: usize = 500;
/// Lines of a text that are shown beforehand.
pub(super) const PREVIEW_LINES: usize = 12;
/// Dots an inch of pictures in files.
const FILE_DPI: f32 = 300.0;

/// Which puzzles leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExportSource {
    /// The one on the board.
    Puzzle,
    /// All of the project that have digits.
    Project,
    /// The selected results.
    Selected,
    /// The results that the filter shows.
    Shown,
}

impl ExportSource {
    /// All of them.
    pub const ALL: [ExportSource; 4] =
        [ExportSource::Puzzle, ExportSource::Project, ExportSource::Selected, ExportSource::Shown];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            ExportSource::Puzzle => tr!("This puzzle"),
            ExportSource::Project => tr!("All puzzles of the project"),
            ExportSource::Selected => tr!("Selected results"),
            ExportSource::Shown => tr!("All results shown"),
        }
    }
}

/// What puzzles are written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExportFormat {
    /// As text that other programs read.
    Text(Format),
    /// As they are printed, one puzzle a page.
    Sheet(SheetFormat),
}

impl ExportFormat {
    /// Every format that the command line writes too, with `convert` and `sheet`.
    pub fn all() -> impl Iterator<Item = ExportFormat> {
        let texts = Format::ALL.into_iter().map(ExportFormat::Text);
        texts.chain(SheetFormat::ALL.into_iter().map(ExportFormat::Sheet))
    }

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            ExportFormat::Text(format) => format.title(),
            ExportFormat::Sheet(format) => format.title(),
        }
    }

    /// Ending of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Text(format) => format.extension(),
            ExportFormat::Sheet(format) => format.name(),
        }
    }
}

/// What is chosen in the dialog, and what follows from it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportState {
    /// Which puzzles.
    pub source: ExportSource,
    /// As what.
    pub format: ExportFormat,
    /// Whether digits and candidates entered by hand go along.
    pub has_entries: bool,
    /// The puzzles.
    pub puzzles: Arc<Vec<PuzzleEntry>>,
    /// Why they cannot be written so.
    pub problem: Option<String>,
    /// What of them is lost.
    pub losses: Option<String>,
    /// The beginning of the text.
    pub preview: String,
}

impl ExportState {
    /// Whether they can be put on the clipboard.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn check_copy(&self) -> Result<(), String> {
        self.check()?;
        match (self.format, self.puzzles.len()) {
            (ExportFormat::Sheet(SheetFormat::Pdf), _) => Err(tr!("A PDF cannot be copied: save it").to_owned()),
            (ExportFormat::Sheet(SheetFormat::Png | SheetFormat::Svg), n) if n > 1 => {
                Err(tr!("Only one picture can be copied at a time: save them").to_owned())
            }
            (_, n) if n > MAX_COPIED => Err(tr_n!(
                MAX_COPIED,
                "More than 1 puzzle is too much to copy: save them",
                "More than {n} puzzles are too many to copy: save them"
            )),
            _ => Ok(()),
        }
    }

    /// Whether they can be written.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn check(&self) -> Result<(), String> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// The bytes of the files.
    pub(super) fn files(&self) -> Result<Vec<Vec<u8>>, String> {
        let format = match self.format {
            ExportFormat::Text(format) => {
                return write(format, &self.puzzles).map(|text| vec![text.into_bytes()]).map_err(|e| e.to_string());
            }
            ExportFormat::Sheet(format) => format,
        };
        let material = Material::of_pictures(self.puzzles.to_vec());
        if format == SheetFormat::Text {
            return Ok(vec![material.text(&Unwatched).into_bytes()]);
        }
        let (pages, sheet) = (material.pages(&Unwatched)?, material.sheet());
        match format {
            SheetFormat::Pdf => Ok(vec![pdf(sheet, &pages)]),
            SheetFormat::Svg => Ok(pages.iter().map(|page| svg(page, &sheet.title).into_bytes()).collect()),
            _ => pages.iter().map(|page| png(page, FILE_DPI).map_err(|error| error.to_string())).collect(),
        }
    }

    /// The text for the clipboard; none for a picture.
    pub(super) fn text(&self) -> Result<Option<String>, String> {
        if self.format == ExportFormat::Sheet(SheetFormat::Png) {
            return Ok(None);
        }
        let text = self.files()?.into_iter().next().unwrap_or_default();
        String::from_utf8(text).map(Some).map_err(|_| tr!("it is no text").to_owned())
    }
}
