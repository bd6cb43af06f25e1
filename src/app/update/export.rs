//! Puzzles in any format, onto the clipboard or into a file.

use crate::app::export::{ExportFormat, ExportSource, ExportState, PREVIEW_LINES};
use crate::app::io::Export;
use crate::app::language::{tr, tr_n, translated};
use crate::app::session::Dialog;
use crate::app::sheet::{entry_of, info_of};
use crate::app::solving::Solving;
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::wording::error_text;
use crate::formats::{PuzzleEntry, check, write};
use crate::grid::Puzzle;
use crate::logic::Board;
use crate::project::{Marks, Project};
use eframe::egui;
use std::sync::Arc;

impl App {
    /// Opens the dialog for the selected results where they are on the screen, else for the puzzle on the board.
    pub(in crate::app) fn export_as(&mut self) {
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
    pub(in crate::app) fn ask_export(&mut self, source: ExportSource) {
        let state = self.export_state(source, self.session.front.export_format, false);
        self.session.front.dialog = Some(Dialog::Export(state));
    }

    /// Puts on the clipboard what the dialog shows.
    pub(in crate::app) fn copy_export(&mut self, ctx: &egui::Context) {
        let Some(Dialog::Export(state)) = &self.session.front.dialog else { return };
        if state.check_copy().is_err() {
            return;
        }
        let state = state.clone();
        self.session.front.dialog = None;
        match state.text() {
            Ok(Some(text)) => {
                ctx.copy_text(text);
                self.notices.info(tr_n!(
                    state.puzzles.len(),
                    "Copied 1 puzzle as {format}",
                    "Copied {n} puzzles as {format}",
                    format = translated(state.format.title())
                ));
            }
            Ok(None) => {
                if let Some(entry) = state.puzzles.first() {
                    let project = self.project().with_pattern(entry.puzzle.pattern());
                    self.copy_picture(Project { puzzle: Some(entry.puzzle.clone()), ..project });
                }
            }
            Err(why) => self.notices.error(tr!("Could not copy: {why}", why)),
        }
    }

    /// Asks for a file and writes there what the dialog showed.
    pub(in crate::app) fn save_export(&mut self, ctx: &egui::Context, state: ExportState) {
        let what = if state.puzzles.len() == 1 { "puzzle" } else { "puzzles" };
        self.export(ctx, Export::new(what, state.format.extension(), move || state.files()));
    }
}

impl App {
    /// How many puzzles these are.
    pub fn n_exported(&self, source: ExportSource) -> usize {
        match source {
            ExportSource::Puzzle => usize::from(self.puzzle().is_some()),
            ExportSource::Project => self.document().puzzles().iter().filter(|p| entry_of(p).is_some()).count(),
            ExportSource::Selected => self.session.results.selection.shown(&self.results.gallery).len(),
            ExportSource::Shown => self.results.gallery.n_shown(),
        }
    }

    /// What the dialog shows for this choice.
    pub(in crate::app) fn export_state(
        &self,
        source: ExportSource,
        format: ExportFormat,
        has_entries: bool,
    ) -> ExportState {
        let has_entries = has_entries && self.can_export_entries(source);
        let puzzles = self.exported(source, has_entries);
        let (mut problem, mut losses, mut preview) = (None, None, String::new());
        if puzzles.is_empty() {
            problem = Some(tr!("There is no puzzle yet").to_owned());
        } else if let ExportFormat::Text(format) = format {
            match check(format, puzzles.iter().cloned()) {
                Ok(found) => losses = (!found.is_empty()).then(|| error_text(&found)),
                Err(error) => problem = Some(error_text(&error)),
            }
            // The whole of one puzzle, or the beginning of several.
            let first = &puzzles[..puzzles.len().min(PREVIEW_LINES)];
            let text = write(format, first).unwrap_or_default();
            preview = text.lines().take(PREVIEW_LINES).collect::<Vec<_>>().join("\n");
        }
        ExportState { source, format, has_entries, puzzles: Arc::new(puzzles), problem, losses, preview }
    }

    /// Whether there are entries by hand that could go along.
    pub(in crate::app) fn can_export_entries(&self, source: ExportSource) -> bool {
        let has_any = self.solving().is_some() || !self.document().solvings().is_empty();
        has_any && self.puzzles_of(source).into_iter().any(|puzzle| self.entered(puzzle).is_some())
    }

    /// The puzzles alone.
    fn puzzles_of(&self, source: ExportSource) -> Vec<&Puzzle> {
        match source {
            ExportSource::Puzzle => self.puzzle().into_iter().collect(),
            ExportSource::Project => self.document().puzzles().iter().filter_map(|p| p.puzzle.as_ref()).collect(),
            ExportSource::Selected => {
                let ids = self.session.results.selection.shown(&self.results.gallery);
                let selected = self.results.gallery.all_shown().filter(move |result| ids.contains(&result.id));
                selected.map(|result| &result.puzzle).collect()
            }
            ExportSource::Shown => self.results.gallery.all_shown().map(|result| &result.puzzle).collect(),
        }
    }

    /// The position that was entered by hand over a puzzle, practice grids among them, if any digit or candidate was.
    fn entered(&self, puzzle: &Puzzle) -> Option<Board> {
        let is_marked = |marks: &Marks| marks.digit.is_some() || !marks.centre.is_empty();
        let of = |solving: &Solving| solving.entries().marks.iter().any(is_marked).then(|| solving.board());
        if let Some(solving) = self.solving().filter(|solving| solving.puzzle() == puzzle) {
            return of(solving);
        }
        let kept = self.document().solving_of(puzzle)?;
        of(&Solving::with_kept(puzzle.clone(), kept))
    }

    fn exported(&self, source: ExportSource, has_entries: bool) -> Vec<PuzzleEntry> {
        let title = &self.project().title;
        let with_board = |entry: PuzzleEntry| {
            let board = if has_entries { self.entered(&entry.puzzle) } else { entry.board };
            PuzzleEntry { board, ..entry }
        };
        let entry = |puzzle: &Puzzle, title: &str| {
            let info = info_of(self.project(), title, puzzle.shape());
            with_board(PuzzleEntry { info, ..PuzzleEntry::new(puzzle.clone()) })
        };
        match source {
            ExportSource::Puzzle => self.puzzles_of(source).into_iter().map(|puzzle| entry(puzzle, title)).collect(),
            ExportSource::Project => {
                let entries = self.document().puzzles().iter().filter_map(|project| entry_of(project));
                entries.map(with_board).collect()
            }
            ExportSource::Selected | ExportSource::Shown => {
                self.puzzles_of(source).into_iter().map(|puzzle| entry(puzzle, "")).collect()
            }
        }
    }
}
