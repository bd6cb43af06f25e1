//! Files: opening, saving, exporting, the question about changes, recovery.

use crate::app::App;
use crate::app::dialogs::{Answered, Ask, EXTENSION};
use crate::app::io::{Content, Export, FileEvent};
use crate::app::message::SaveAnswer;
use crate::app::session::{After, Dialog, PathPrompt, PathUse, PictureState};
use crate::app::settings::{Settings, ThemeChoice};
use crate::project::{Document, History};
use eframe::egui;
use egui::ViewportCommand;
use std::path::{Path, PathBuf};

impl App {
    /// Does it at once, or after the question whether changes may be lost.
    pub(super) fn guarded(&mut self, ctx: &egui::Context, after: After) {
        self.end_draft();
        if self.is_dirty() {
            self.session.question = Some(after);
        } else {
            self.proceed(ctx, after);
        }
    }

    pub(super) fn proceed(&mut self, ctx: &egui::Context, after: After) {
        match after {
            After::Close => {
                self.close_allowed = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            After::New => self.load(Document::default(), None),
            After::Load(path, document) => self.load(*document, Some(path)),
        }
    }

    pub(super) fn answer_question(&mut self, ctx: &egui::Context, answer: SaveAnswer) {
        let Some(after) = self.session.question.take() else { return };
        match answer {
            SaveAnswer::Cancel => {}
            SaveAnswer::Discard => self.proceed(ctx, after),
            SaveAnswer::Save => {
                self.session.after_save = Some(after);
                self.save(ctx);
            }
        }
    }

    pub(super) fn save(&mut self, ctx: &egui::Context) {
        match self.file.clone() {
            Some(path) => self.save_to(path),
            None => self.save_as(ctx),
        }
    }

    pub(super) fn save_as(&mut self, ctx: &egui::Context) {
        let name = format!("{}.{EXTENSION}", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Save(name));
    }

    pub(super) fn save_to(&mut self, path: PathBuf) {
        if self.saving {
            self.notices.info("The file is still being written");
            return;
        }
        self.saving = true;
        self.files.save(path, self.document().clone());
    }

    /// Asks where something shall be written to, and writes it there.
    pub(super) fn export(&mut self, ctx: &egui::Context, export: Export) {
        let name = self.export_name(&export);
        if self.pending.is_none() {
            self.export = Some(export);
        }
        self.ask(ctx, Ask::Export(name));
    }

    pub(super) fn export_name(&self, export: &Export) -> String {
        format!("{} {}.{}", self.name().replace(['/', '\\'], "-"), export.what, export.extension)
    }

    pub(super) fn export_to(&mut self, path: PathBuf) {
        if let Some(export) = self.export.take() {
            self.files.export(with_extension(path, export.extension), export);
        }
    }

    pub(super) fn ask(&mut self, ctx: &egui::Context, ask: Ask) {
        if self.pending.is_some() {
            self.notices.info("A file dialog is open already");
            return;
        }
        let wake = {
            let ctx = ctx.clone();
            move || ctx.request_repaint()
        };
        match self.dialogs.ask(ask, wake) {
            Ok(pending) => self.pending = Some(pending),
            Err(error) => self.notices.error(format!("No file dialog can be opened: {error}")),
        }
    }

    pub(super) fn ask_path(&mut self, path_use: PathUse, why: Option<String>) {
        let folder = self.file.as_deref().and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let path = match path_use {
            PathUse::Open | PathUse::Picture => folder.join(""),
            PathUse::Save => folder.join(format!("{}.{EXTENSION}", self.name())),
            PathUse::Proof => folder.join(format!("{}.drat", self.name())),
            PathUse::Export => {
                folder.join(self.export.as_ref().map_or_else(String::new, |export| self.export_name(export)))
            }
        };
        self.session.path_prompt = Some(PathPrompt { path_use, text: path.display().to_string(), why });
    }

    pub(super) fn end_path(&mut self, path_use: PathUse, is_confirmed: bool) {
        let Some(prompt) = self.session.path_prompt.take() else { return };
        let text = prompt.text.trim();
        if !is_confirmed || text.is_empty() {
            self.session.after_save = None;
            return;
        }
        match path_use {
            PathUse::Open | PathUse::Picture => self.files.open(PathBuf::from(text)),
            PathUse::Save => self.save_to(with_extension(PathBuf::from(text), EXTENSION)),
            PathUse::Export => self.export_to(PathBuf::from(text)),
            PathUse::Proof => self.prove_to(PathBuf::from(text)),
        }
    }

    pub(super) fn poll_files(&mut self, ctx: &egui::Context) {
        if let Some(pending) = &self.pending
            && let Some(answer) = pending.poll()
        {
            let path_use = match pending.ask {
                Ask::Open => PathUse::Open,
                Ask::Picture => PathUse::Picture,
                Ask::Save(_) => PathUse::Save,
                Ask::Export(_) => PathUse::Export,
                Ask::Proof(_) => PathUse::Proof,
            };
            self.pending = None;
            match answer {
                Answered::Path(path) => match path_use {
                    PathUse::Open | PathUse::Picture => self.files.open(path),
                    PathUse::Save => self.save_to(with_extension(path, EXTENSION)),
                    PathUse::Export => self.export_to(path),
                    PathUse::Proof => self.prove_to(path),
                },
                Answered::Cancelled => self.session.after_save = None,
                Answered::NoDialog => {
                    self.ask_path(path_use, Some("This system has no file dialog: type the path".to_owned()));
                }
            }
        }
        while let Some(event) = self.files.next_event() {
            match event {
                FileEvent::Opened { path, result: Ok(Content::Project(document)) } => {
                    // Asked only now: a text can be taken in and a damaged file does not matter.
                    self.remember(&path);
                    self.guarded(ctx, After::Load(path, document));
                }
                FileEvent::Opened { result: Ok(Content::Text(text)), .. } => self.import(&text),
                FileEvent::Opened { path, result: Ok(Content::Picture(picture)) } => {
                    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                    let state = PictureState::new(name, picture, self.project().shape());
                    self.session.dialog = Some(Dialog::Picture(state));
                }
                // A viewer that ended well has nothing to say.
                FileEvent::Viewed(Ok(sentence)) if sentence.is_empty() => {}
                FileEvent::Exported(Ok(sentence)) | FileEvent::Viewed(Ok(sentence)) => self.notices.info(sentence),
                FileEvent::Opened { result: Err(sentence), .. }
                | FileEvent::Exported(Err(sentence))
                | FileEvent::Viewed(Err(sentence)) => self.notices.error(sentence),
                FileEvent::Saved { path, document, result } => {
                    self.saving = false;
                    let after = self.session.after_save.take();
                    match result {
                        Ok(()) => {
                            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                            self.notices.info(format!("Saved {name}"));
                            self.remember(&path);
                            // Clues that were found while the file was written are no edit either.
                            let is_same = document.differs_by_found_clues(self.document());
                            self.saved = Some(if is_same { self.document().clone() } else { *document });
                            self.file = Some(path);
                            if !self.is_dirty() {
                                self.recovery.forget();
                            }
                            if let Some(after) = after {
                                self.guarded(ctx, after);
                            }
                        }
                        Err(sentence) => self.notices.error(sentence),
                    }
                }
            }
        }
    }

    pub(super) fn remember(&mut self, path: &Path) {
        self.settings.used(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        self.write_settings();
    }

    pub(super) fn write_settings(&self) {
        if let Some(path) = &self.settings_path {
            self.settings.write(path.clone());
        }
    }

    pub(super) fn set_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        let settings = Settings { theme, ..self.settings.clone() };
        self.use_settings(ctx, settings);
    }

    /// Puts another document on the board.
    pub(super) fn load(&mut self, document: Document, file: Option<PathBuf>) {
        self.saved = Some(document.clone());
        self.history = History::new(document);
        self.file = file;
        self.session.sheet.draft = None;
        self.forget_shown();
    }

    pub(super) fn recover(&mut self, is_wanted: bool) {
        let Some(leftover) = self.leftover.take() else { return };
        leftover.remove();
        if is_wanted {
            self.load(leftover.document, leftover.file);
            // It was never saved.
            self.saved = None;
            self.kept = None;
        }
    }
}

fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(extension) }
}
