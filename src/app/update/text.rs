//! Text in and out: clipboard, import, fields that are typed in.

use crate::app::import::{self, Place};
use crate::app::language::tr;
use crate::app::picture::{PatternPicture, PictureState};
use crate::app::session::{Dialog, Field, PasteFor};
use crate::app::sheet::info_of;
use crate::app::studio::App;
use crate::app::wording::{n_puzzles, site_name};
use crate::formats::{PuzzleEntry, Site, link, untold_by_links};
use crate::grid::Puzzle;
use crate::jobs::Answer;
use crate::project::{Document, Edit, SheetEdit};
use eframe::egui;
use std::borrow::Cow;

/// Seconds in which the system has to give the clipboard; later text was not asked for.
const LONGEST_PASTE: f64 = 2.0;

impl App {
    pub(in crate::app) fn copy(&mut self, ctx: &egui::Context) {
        let (text, said) = match self.live.answer().and_then(Answer::puzzle) {
            Some(puzzle) => (puzzle.to_string(), tr!("Copied the puzzle as text")),
            None => (self.project().design.pattern.to_string(), tr!("Copied the pattern as text")),
        };
        // Digits alone tell no regions and rules.
        let shape = self.project().shape();
        ctx.copy_text(if shape.is_plain() { text } else { format!("layout {shape}\n{text}\n") });
        self.notices.info(said);
    }

    /// Puts a link on the clipboard that opens the puzzle at a site.
    pub(in crate::app) fn copy_link(&mut self, ctx: &egui::Context, site: Site) {
        let Some(puzzle) = self.puzzle().cloned() else { return };
        if let Some(rule) = untold_by_links(puzzle.shape()) {
            self.notices.error(tr!("A link cannot tell all rules of this layout: {rule}", rule));
            return;
        }
        ctx.copy_text(self.link_of(puzzle, &self.project().title, site));
        self.notices.info(tr!("Copied a link that opens the puzzle in {site}", site = site_name(site)));
    }

    /// A link that opens a puzzle of the author at a site.
    pub(in crate::app) fn link_of(&self, puzzle: Puzzle, title: &str, site: Site) -> String {
        let info = info_of(self.project(), title, puzzle.shape());
        link(&PuzzleEntry { info, ..PuzzleEntry::new(puzzle) }, site)
    }

    /// Takes pasted text in: into the project, in addition or in place of the puzzle on the board, or to be rated.
    pub(in crate::app) fn paste(&mut self, ctx: &egui::Context, text: &str, is_shifted: bool) {
        let now = ctx.input(|i| i.time);
        let awaited = self.session.input.awaited_paste.take().filter(|&(_, until)| now <= until);
        match awaited.map(|(wanted, _)| wanted) {
            Some(PasteFor::Rating) => self.rate_text(text),
            Some(PasteFor::Board) => self.import(text, Place::OnBoard),
            None => self.import(text, if is_shifted { Place::OnBoard } else { Place::Added }),
        }
    }

    /// Shows a picture from the clipboard as a picture from a file is shown.
    pub(in crate::app) fn paste_picture(&mut self, image: &egui::ColorImage) {
        self.session.input.awaited_paste = None;
        match PatternPicture::from_image(image) {
            Ok(picture) => self.show_picture(tr!("clipboard picture").to_owned(), picture),
            Err(why) => self.notices.error(tr!("Could not paste: {why}", why)),
        }
    }

    /// Opens the dialog that makes a pattern of a picture.
    pub(in crate::app) fn show_picture(&mut self, name: String, picture: PatternPicture) {
        self.session.front.dialog = Some(Dialog::Picture(PictureState::new(name, picture, self.project().shape())));
    }

    /// Asks the system for the clipboard, whose text is taken for this.
    pub(in crate::app) fn paste_for(&mut self, ctx: &egui::Context, wanted: PasteFor) {
        self.session.input.awaited_paste = Some((wanted, ctx.input(|i| i.time) + LONGEST_PASTE));
        ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    }

    pub(in crate::app) fn import(&mut self, text: &str, place: Place) {
        match import::edit_of(text, self.project(), place) {
            Ok(edit) => {
                let n_before = self.document().puzzles().len();
                self.edit(&edit);
                let n_added = self.document().puzzles().len().saturating_sub(n_before);
                if n_added > 0 {
                    let puzzles = n_puzzles(n_added);
                    self.notices.info(tr!(
                        "Added {added} to the project, which now has {all}",
                        added = puzzles,
                        all = n_before + n_added
                    ));
                }
            }
            Err(sentence) => self.notices.error(tr!("This is neither puzzle nor pattern: {sentence}", sentence)),
        }
    }

    pub(in crate::app) fn end_draft(&mut self) {
        self.end_sheet_draft();
        let Some((field, text)) = self.session.input.draft.take() else { return };
        self.edit(&edit_of(field, text));
    }

    /// The document with what is being typed, dragged or painted, which a crash must not lose either.
    pub(in crate::app) fn document_in_progress(&self) -> Cow<'_, Document> {
        let text = self.session.input.draft.clone().map(|(field, text)| edit_of(field, text));
        let sheet = self.session.sheet.draft.clone();
        let sheet = sheet.map(|(sheet, what)| Edit::Sheet(SheetEdit::Set { sheet, what: what.to_owned() }));
        let stroke = self.session.board.stroke.as_ref().map(|stroke| stroke.edit(&self.project().design));
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
        Field::Rules => Edit::SetRules(text),
    }
}
