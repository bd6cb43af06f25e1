//! Files: opening, saving, exporting, the question about changes, recovery.

use crate::app::dialogs::{Answered, Ask, EXTENSION};
use crate::app::import::Place;
use crate::app::io::{Content, Expected, Export, FileEvent, Unsaved, name_of};
use crate::app::language::{grouped, tr};
use crate::app::message::{OverwriteAnswer, SaveAnswer};
use crate::app::proof::files_of;
use crate::app::session::{After, Overwrite, PathPrompt, PathUse};
use crate::app::settings::{Settings, ThemeChoice};
use crate::app::studio::App;
use crate::project::{Document, History, MAX_RESULTS};
use crate::saving::Stamp;
use eframe::egui;
use egui::ViewportCommand;
use std::path::{Path, PathBuf};

impl App {
    /// Does it at once, or after the question whether changes may be lost and searches stopped.
    pub(in crate::app) fn guarded(&mut self, ctx: &egui::Context, after: After) {
        self.end_draft();
        self.keep();
        if self.is_dirty() || self.would_stop_a_search(&after) {
            self.session.front.question = Some(after);
        } else {
            self.proceed(ctx, after);
        }
    }

    pub(in crate::app) fn proceed(&mut self, ctx: &egui::Context, after: After) {
        match after {
            After::Close => {
                self.window.close_allowed = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            After::New => self.load(Document::default(), None),
            After::Load(path, document, stamp) => self.load(*document, Some((path, Some(stamp)))),
        }
    }

    pub(in crate::app) fn answer_question(&mut self, ctx: &egui::Context, answer: SaveAnswer) {
        let Some(after) = self.session.front.question.take() else { return };
        match answer {
            SaveAnswer::Cancel => {}
            SaveAnswer::Discard => self.proceed(ctx, after),
            SaveAnswer::Save => {
                self.session.front.after_save = Some(after);
                self.save(ctx);
            }
        }
    }

    pub(in crate::app) fn save(&mut self, ctx: &egui::Context) {
        match self.disk.file.clone() {
            Some(path) => self.save_to(path, None),
            None => self.save_as(ctx),
        }
    }

    pub(in crate::app) fn save_as(&mut self, ctx: &egui::Context) {
        let name = format!("{}.{EXTENSION}", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Save(name));
    }

    /// Writes the project; asks back if that would replace what the setter does not know of. `asked` is a path of
    /// which a dialog asked already.
    pub(in crate::app) fn save_to(&mut self, path: PathBuf, asked: Option<&Path>) {
        let expected = match (self.is_own_file(&path), self.disk.stamp) {
            (true, Some(stamp)) => Expected::Unchanged(stamp),
            (false, _) if asked == Some(path.as_path()) => Expected::Anything,
            _ => Expected::Nothing,
        };
        self.start_save(path, expected);
    }

    fn start_save(&mut self, path: PathBuf, expected: Expected) {
        if self.disk.saving {
            self.notices.info(tr!("The file is still being written"));
            return;
        }
        if self.session.front.after_save.is_some() {
            // They would end right after that; so everything they found is saved.
            self.results.jobs.stop_all();
        }
        self.keep();
        self.keep_time();
        self.disk.saving = true;
        self.disk.saves_by_itself = false;
        self.disk.files.save(path, self.document().clone(), expected);
    }

    /// Saves without being asked to.
    pub(in crate::app) fn save_by_itself(&mut self, path: PathBuf) {
        self.save_to(path, None);
        self.disk.saves_by_itself = true;
    }

    fn is_own_file(&self, path: &Path) -> bool {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.disk.file.as_deref().is_some_and(|file| absolute(file) == absolute(path))
    }

    /// Asks where something shall be written to, and writes it there.
    pub(in crate::app) fn export(&mut self, ctx: &egui::Context, export: Export) {
        let name = self.export_name(&export);
        if self.disk.pending.is_none() {
            self.disk.export = Some(export);
        }
        self.ask(ctx, Ask::Export(name));
    }

    pub(in crate::app) fn export_name(&self, export: &Export) -> String {
        format!("{} {}.{}", self.name().replace(['/', '\\'], "-"), export.what, export.extension)
    }

    fn export_to(&mut self, path: PathBuf, asked: Option<PathBuf>) {
        if let Some(export) = self.disk.export.take() {
            self.disk.files.export(with_extension(path, export.extension), asked, export);
        }
    }

    /// Writes to this path what was asked for; `asked` if a dialog asked already whether a file may be replaced.
    fn go_on_with_path(&mut self, path_use: PathUse, path: PathBuf, is_asked: bool) {
        let asked = is_asked.then(|| path.clone());
        match path_use {
            PathUse::Open | PathUse::Picture => self.disk.files.open(path),
            PathUse::Save => self.save_to(with_extension(path, EXTENSION), asked.as_deref()),
            PathUse::Export => self.export_to(path, asked),
            PathUse::Proof => self.disk.files.look_for_proof(files_of(&path), path, asked),
        }
    }

    pub(in crate::app) fn answer_overwrite(&mut self, ctx: &egui::Context, answer: OverwriteAnswer) {
        if self.session.front.overwrite.is_empty() {
            return;
        }
        match (self.session.front.overwrite.remove(0), answer) {
            (Overwrite::Changed(path) | Overwrite::Project(path), OverwriteAnswer::Overwrite) => {
                self.start_save(path, Expected::Anything);
            }
            (Overwrite::Changed(_) | Overwrite::Project(_), OverwriteAnswer::SaveAs) => self.save_as(ctx),
            (Overwrite::Changed(path), OverwriteAnswer::Reload) => {
                self.session.front.after_save = None;
                self.disk.files.reload(path);
            }
            (Overwrite::Changed(_) | Overwrite::Project(_), _) => self.session.front.after_save = None,
            (Overwrite::Export { made, .. }, OverwriteAnswer::Overwrite) => self.disk.files.write(made),
            (Overwrite::Export { made, .. }, OverwriteAnswer::SaveAs) => self.export(ctx, Export::from(made)),
            (Overwrite::Proof { path, .. }, OverwriteAnswer::Overwrite) => self.prove_to(path),
            (Overwrite::Proof { .. }, OverwriteAnswer::SaveAs) => self.ask_for_proof(ctx),
            (Overwrite::Export { .. } | Overwrite::Proof { .. }, _) => {}
        }
    }

    pub(in crate::app) fn ask(&mut self, ctx: &egui::Context, ask: Ask) {
        if self.disk.pending.is_some() {
            self.notices.info(tr!("A file dialog is already open"));
            return;
        }
        let wake = {
            let ctx = ctx.clone();
            move || ctx.request_repaint()
        };
        match self.disk.dialogs.ask(ask, wake) {
            Ok(pending) => self.disk.pending = Some(pending),
            Err(error) => self.notices.error(tr!("No file dialog can be opened: {error}", error)),
        }
    }

    pub(in crate::app) fn ask_path(&mut self, path_use: PathUse, why: Option<String>) {
        let folder = self.disk.file.as_deref().and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let path = match path_use {
            PathUse::Open | PathUse::Picture => folder.join(""),
            PathUse::Save => folder.join(format!("{}.{EXTENSION}", self.name())),
            PathUse::Proof => folder.join(format!("{}.drat", self.name())),
            PathUse::Export => {
                folder.join(self.disk.export.as_ref().map_or_else(String::new, |export| self.export_name(export)))
            }
        };
        self.session.front.path_prompt = Some(PathPrompt { path_use, text: path.display().to_string(), why });
    }

    pub(in crate::app) fn end_path(&mut self, path_use: PathUse, is_confirmed: bool) {
        let Some(prompt) = self.session.front.path_prompt.take() else { return };
        let text = prompt.text.trim();
        if !is_confirmed || text.is_empty() {
            self.session.front.after_save = None;
            return;
        }
        self.go_on_with_path(path_use, PathBuf::from(text), false);
    }

    pub(in crate::app) fn poll_files(&mut self, ctx: &egui::Context) {
        if let Some(pending) = &self.disk.pending
            && let Some(answer) = pending.poll()
        {
            let path_use = match pending.ask {
                Ask::Open => PathUse::Open,
                Ask::Picture => PathUse::Picture,
                Ask::Save(_) => PathUse::Save,
                Ask::Export(_) => PathUse::Export,
                Ask::Proof(_) => PathUse::Proof,
            };
            self.disk.pending = None;
            match answer {
                Answered::Path(path) => self.go_on_with_path(path_use, path, true),
                Answered::Cancelled => self.session.front.after_save = None,
                Answered::NoDialog => {
                    self.ask_path(path_use, Some(tr!("This system has no file dialog: type the path").to_owned()));
                }
            }
        }
        while let Some(event) = self.disk.files.next_event() {
            match event {
                FileEvent::Opened { path, result: Ok(Content::Project(document, stamp)), is_reload } => {
                    // Asked only now: a text can be taken in and a damaged file does not matter.
                    self.remember(&path);
                    if is_reload {
                        self.notices.info(tr!("Took {file} as it is now", file = name_of(&path)));
                        self.load(*document, Some((path, Some(stamp))));
                    } else {
                        self.guarded(ctx, After::Load(path, document, stamp));
                    }
                }
                FileEvent::Opened { result: Ok(Content::Text(text)), .. } => self.import(&text, Place::Added),
                FileEvent::Opened { path, result: Ok(Content::Picture(picture)), .. } => {
                    self.show_picture(name_of(&path), picture);
                }
                // A viewer that ended well has nothing to say.
                FileEvent::Viewed(Ok(sentence)) if sentence.is_empty() => {}
                FileEvent::Exported(Ok(sentence)) | FileEvent::Viewed(Ok(sentence)) => self.notices.info(sentence),
                FileEvent::Opened { result: Err(sentence), .. }
                | FileEvent::Exported(Err(sentence))
                | FileEvent::Viewed(Err(sentence)) => self.notices.error(sentence),
                FileEvent::Occupied { made, existing } => {
                    self.session.front.overwrite.push(Overwrite::Export { made, existing });
                }
                FileEvent::ProofPath { path, existing } if existing.is_empty() => self.prove_to(path),
                FileEvent::ProofPath { path, existing } => {
                    self.session.front.overwrite.push(Overwrite::Proof { path, existing });
                }
                FileEvent::Saved { path, document, result } => {
                    self.disk.saving = false;
                    match result {
                        Ok(stamp) => self.was_saved(ctx, path, *document, stamp),
                        Err(Unsaved::Failed(sentence)) => {
                            self.session.front.after_save = None;
                            self.notices.error(sentence);
                        }
                        Err(Unsaved::Occupied) if self.disk.saves_by_itself => {
                            self.disk.autosave_waits = true;
                            self.notices.error(tr!(
                                "Another program changed {file}: it is not saved by itself any more. Save it to \
                                 decide which is right",
                                file = name_of(&path)
                            ));
                        }
                        Err(Unsaved::Occupied) if self.is_own_file(&path) => {
                            self.session.front.overwrite.push(Overwrite::Changed(path));
                        }
                        Err(Unsaved::Occupied) => self.session.front.overwrite.push(Overwrite::Project(path)),
                    }
                }
            }
        }
    }

    fn was_saved(&mut self, ctx: &egui::Context, path: PathBuf, document: Document, stamp: Stamp) {
        self.notices.info(tr!("Saved {file}", file = name_of(&path)));
        let n_results = self.results.gallery.entries().len();
        if n_results > MAX_RESULTS && !self.disk.saves_by_itself {
            self.notices.error(tr!(
                "The file holds {n} of {all} results, the pinned ones first: save the others as text",
                n = grouped(MAX_RESULTS as u64),
                all = grouped(n_results as u64)
            ));
        }
        self.remember(&path);
        // Clues that were found while the file was written are no edit either.
        let is_same = document.differs_by_found_clues(self.document());
        self.disk.saved = Some(if is_same { self.document().clone() } else { document });
        self.disk.file = Some(path);
        self.disk.stamp = Some(stamp);
        self.disk.autosave_waits = false;
        if !self.is_dirty() {
            self.disk.recovery.forget();
        }
        match self.session.front.after_save.take() {
            Some(after) if self.is_dirty() => self.session.front.question = Some(after),
            Some(after) => self.proceed(ctx, after),
            None => {}
        }
    }

    pub(in crate::app) fn remember(&mut self, path: &Path) {
        self.settings.used(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        self.write_settings();
    }

    pub(in crate::app) fn write_settings(&self) {
        if let Some(path) = &self.settings_path {
            self.settings.write(path.clone());
        }
    }

    pub(in crate::app) fn set_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        let settings = Settings { theme, ..self.settings.clone() };
        self.use_settings(ctx, settings);
    }

    /// Puts another document on the board.
    pub(in crate::app) fn load(&mut self, document: Document, file: Option<(PathBuf, Option<Stamp>)>) {
        self.disk.saved = Some(document.clone());
        self.show_kept(&document);
        self.history = History::new(document);
        (self.disk.file, self.disk.stamp) = file.map_or((None, None), |(file, stamp)| (Some(file), stamp));
        self.disk.autosave_waits = false;
        self.session.sheet.draft = None;
        self.forget_shown();
    }

    pub(in crate::app) fn recover(&mut self, is_wanted: bool) {
        let Some(leftover) = self.disk.leftover.take() else { return };
        if is_wanted {
            // Its file stays until it is written anew.
            self.load(leftover.document, leftover.file.map(|file| (file, leftover.stamp)));
            // It was never saved.
            self.disk.saved = None;
            self.disk.kept = None;
        } else {
            leftover.remove();
        }
    }
}

fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(extension) }
}
