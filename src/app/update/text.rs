//! Text in and out: clipboard, import, fields that are typed in.

use crate::app::App;
use crate::app::import;
use crate::app::session::Field;
use crate::jobs::Answer;
use crate::project::{Document, Edit, SheetEdit};
use eframe::egui;
use std::borrow::Cow;

impl App {
    pub(super) fn copy(&mut self, ctx: &egui::Context) {
        let (text, what) = match self.live.answer().and_then(Answer::puzzle) {
            Some(puzzle) => (puzzle.to_string(), "puzzle"),
            None => (self.project().pattern.to_string(), "pattern"),
        };
        ctx.copy_text(text);
        self.notices.info(format!("Copied the {what} as text"));
    }

    pub(super) fn import(&mut self, text: &str) {
        match import::edit_of(text, self.project()) {
            Ok(edit) => self.edit(&edit),
            Err(sentence) => self.notices.error(format!("This is neither puzzle nor pattern: {sentence}")),
        }
    }

    pub(super) fn end_draft(&mut self) {
        self.end_sheet_draft();
        let Some((field, text)) = self.session.draft.take() else { return };
        self.edit(&edit_of(field, text));
    }

    /// The document with what is being typed, dragged or painted, which a crash must not lose either.
    pub(super) fn document_in_progress(&self) -> Cow<'_, Document> {
        let text = self.session.draft.clone().map(|(field, text)| edit_of(field, text));
        let sheet = self.session.sheet.draft.clone();
        let sheet = sheet.map(|(sheet, what)| Edit::Sheet(SheetEdit::Set { sheet, what: what.to_owned() }));
        let stroke = self.session.stroke.as_ref().map(|stroke| stroke.edit(&self.project().pattern));
        let mut document = Cow::Borrowed(self.document());
        for edit in [text, sheet, stroke].into_iter().flatten() {
            // What does not fit is told when it is finished.
            if let Ok(next) = edit.apply(&document) {
                document = Cow::Owned(next);
            }
        }
        document
    }
}

fn edit_of(field: Field, text: String) -> Edit {
    match field {
        Field::Title => Edit::SetTitle(text),
        Field::Author => Edit::SetAuthor(text),
        Field::Notes => Edit::SetNotes(text),
    }
}
