//! Puzzles in any format, onto the clipboard or into a file.

use super::results::n_puzzles;
use crate::app::App;
use crate::app::export::{ExportSource, ExportState};
use crate::app::io::Export;
use crate::app::session::{Dialog, View};
use crate::project::Project;
use eframe::egui;

impl App {
    /// Opens the dialog for the selected results where they are on the screen, else for the puzzle on the board.
    pub(super) fn export_as(&mut self) {
        let has = |source: ExportSource| self.n_exported(source) > 0;
        let is_choosing = self.session.view == View::Results;
        let source = match () {
            () if is_choosing && has(ExportSource::Selected) => ExportSource::Selected,
            () if is_choosing && has(ExportSource::Shown) => ExportSource::Shown,
            () if has(ExportSource::Puzzle) => ExportSource::Puzzle,
            () if has(ExportSource::Project) => ExportSource::Project,
            () => ExportSource::Shown,
        };
        self.ask_export(source);
    }

    /// Opens the dialog for these puzzles.
    pub(super) fn ask_export(&mut self, source: ExportSource) {
        let state = self.export_state(source, self.session.export_format, false);
        self.session.dialog = Some(Dialog::Export(state));
    }

    /// Puts on the clipboard what the dialog shows.
    pub(super) fn copy_export(&mut self, ctx: &egui::Context) {
        let Some(Dialog::Export(state)) = &self.session.dialog else { return };
        if state.check_copy().is_err() {
            return;
        }
        let state = state.clone();
        self.session.dialog = None;
        match state.text() {
            Ok(Some(text)) => {
                ctx.copy_text(text);
                let puzzles = n_puzzles(state.puzzles.len());
                self.notices.info(format!("Copied {puzzles} as {}", state.format.title()));
            }
            Ok(None) => {
                if let Some(entry) = state.puzzles.first() {
                    let project = self.project().with_pattern(entry.puzzle.pattern());
                    self.copy_picture(Project { puzzle: Some(entry.puzzle.clone()), ..project });
                }
            }
            Err(why) => self.notices.error(format!("Could not copy: {why}")),
        }
    }

    /// Asks for a file and writes there what the dialog showed.
    pub(super) fn save_export(&mut self, ctx: &egui::Context, state: ExportState) {
        let what = if state.puzzles.len() == 1 { "puzzle" } else { "puzzles" };
        self.export(ctx, Export::new(what, state.format.extension(), move || state.files()));
    }
}
