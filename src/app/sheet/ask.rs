//! What the studio prints, and the pages of it.

use super::Source;
use super::order::{Contents, Material, Order, Subject, clues_of, entry_of};
use crate::app::language::tr;
use crate::app::studio::App;
use crate::app::wording::error_text;
use crate::formats::PuzzleEntry;
use crate::sheet::{Facts, Page, Sheet};
use std::sync::Arc;

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
            Source::Puzzle if is_empty => return Err(tr!("This puzzle has no digits yet").to_owned()),
            Source::All if is_empty => return Err(tr!("No puzzle of this project has digits yet").to_owned()),
            Source::Results if is_empty => {
                return Err(match self.gallery().entries().len() {
                    0 => tr!("There are no results to print: find some first").to_owned(),
                    n => tr!("The filter of the results view hides all {n} results: there is nothing to print", n = n),
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
        sheet.check().map_err(|error| error_text(&error))?;
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
        Material::new(order.sheet.clone(), contents)
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
