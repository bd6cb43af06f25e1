//! Text in and out: clipboard, import, fields that are typed in.

use crate::app::App;
use crate::app::import;
use crate::app::session::Field;
use crate::jobs::Answer;
use crate::project::Edit;
use eframe::egui;

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
        self.edit(&match field {
            Field::Title => Edit::SetTitle(text),
            Field::Author => Edit::SetAuthor(text),
            Field::Notes => Edit::SetNotes(text),
        });
    }
}
