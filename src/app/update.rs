//! The only place that changes things: messages, commands and events of the background.

use super::command::Command;
use super::dialogs::{Answered, Ask, EXTENSION};
use super::gallery::ResultId;
use super::import::{self, Import};
use super::io::{Content, FileEvent};
use super::live::grouped;
use super::message::{Message, SaveAnswer};
use super::session::{After, Field, PaletteState, PathPrompt, PathUse, View};
use super::settings::ThemeChoice;
use super::{App, ShownStep, State};
use crate::grid::Pattern;
use crate::jobs::{Answer, Design};
use crate::project::{Edit, History, Project};
use eframe::egui;
use egui::ViewportCommand;
use std::path::{Path, PathBuf};
use std::time::Duration;

impl App {
    /// Everything that happens without a widget: background events, keys, timers.
    pub(super) fn update(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        if self.live.drain(now) {
            self.frame_log.answer_shown();
        }
        self.gallery.drain();
        match self.proofs.drain() {
            Some(Ok(sentence)) => self.notices.info(sentence),
            Some(Err(sentence)) => self.notices.error(sentence),
            None => {}
        }
        self.poll_files(ctx);
        let mut messages = Vec::new();
        self.read_input(ctx, &mut messages);
        self.play(now);
        self.handle_all(ctx, messages);
        self.request_repaints(ctx, now);
    }

    /// Carries out what widgets sent and brings everything derived up to date.
    pub(super) fn handle_all(&mut self, ctx: &egui::Context, messages: Vec<Message>) {
        for message in messages {
            self.handle(ctx, message);
        }
        self.refresh(ctx);
    }

    fn handle(&mut self, ctx: &egui::Context, message: Message) {
        match message {
            Message::Run(command) => self.run_command(ctx, command),
            Message::Edit(edit) => self.edit(&edit),
            Message::Stroke(stroke) => self.session.stroke = stroke,
            Message::StrokeEnd(stroke) => {
                self.session.stroke = None;
                let edit = stroke.edit(&self.project().pattern);
                self.edit(&edit);
            }
            Message::Cursor { cell, by_key } => {
                self.session.cursor = cell;
                self.session.shows_cursor = by_key;
            }
            Message::View(view) => self.session.view = view,
            Message::TraceStep(step) => {
                self.session.next_step_at = None;
                self.go_to_step(step);
            }
            Message::ScrolledToStep => self.session.scroll_to_step = false,
            Message::Speed(speed) => self.session.speed = speed,
            Message::Draft(field, text) => self.session.draft = Some((field, text)),
            Message::DraftEnd => self.end_draft(),
            Message::Import(text) => self.import(&text),
            Message::OpenFile(path) => self.files.open(path),
            Message::SaveAnswer(answer) => self.answer_question(ctx, answer),
            Message::PathText(text) => {
                if let Some(prompt) = &mut self.session.path_prompt {
                    prompt.text = text;
                }
            }
            Message::PathEnd(path_use, is_confirmed) => self.end_path(path_use, is_confirmed),
            Message::Palette(text, chosen) => self.session.palette = Some(PaletteState { text, chosen }),
            Message::CloseFront => self.close_front(),
            Message::CloseNotice(id) => self.notices.close(id),
            Message::Method(method) => self.session.method = method,
            Message::StrategyFilter(text) => self.session.strategy_filter = text,
            Message::Wanted(n) => self.session.n_wanted = n,
            Message::TakeResult(id) => self.take_result(id),
            Message::PinResult(id) => self.gallery.pin(id),
            Message::DeleteResult(id) => self.gallery.delete(id),
            Message::SortResults(column) => self.gallery.sort_by(column),
            Message::Recover(is_wanted) => self.recover(is_wanted),
        }
    }

    fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        if self.session.draft.is_some() {
            self.end_draft();
        }
        if let Err(why) = command.check(self) {
            self.notices.info(why);
            return;
        }
        match command {
            Command::New => self.guarded(ctx, After::New),
            Command::Open => self.ask(ctx, Ask::Open),
            Command::OpenPath => self.ask_path(PathUse::Open, None),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.save_as(ctx),
            Command::SaveToPath => self.ask_path(PathUse::Save, None),
            Command::Quit => self.guarded(ctx, After::Close),
            Command::Undo => {
                self.session.stroke = None;
                self.history.undo();
            }
            Command::Redo => {
                self.session.stroke = None;
                self.history.redo();
            }
            Command::Copy => self.copy(ctx),
            Command::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Command::Clear => self.edit(&Edit::Clear),
            Command::Invert => self.edit(&Edit::Invert),
            Command::MakeSymmetric => self.edit(&Edit::MakeSymmetric),
            Command::Notes => self.session.notes = true,
            Command::KeepDigits => self.edit(&Edit::FixDigits(true)),
            Command::FreeDigits => self.edit(&Edit::FixDigits(false)),
            Command::ViewPattern
            | Command::ViewPuzzle
            | Command::ViewSolution
            | Command::ViewTrace
            | Command::ViewResults => {
                self.session.view = command.view().unwrap_or_default();
                if self.session.view == View::Results {
                    // The board is gone, and a stroke with it.
                    self.session.stroke = None;
                }
            }
            Command::GoToBoard => {
                if self.session.view == View::Results {
                    self.session.view = View::Pattern;
                }
                ctx.memory_mut(|memory| memory.request_focus(super::board::board_id()));
            }
            Command::ToggleDesignPanel => self.session.design_panel = !self.session.design_panel,
            Command::ToggleStrategyPanel => self.session.strategy_panel = !self.session.strategy_panel,
            Command::ThemeSystem => self.set_theme(ctx, ThemeChoice::System),
            Command::ThemeLight => self.set_theme(ctx, ThemeChoice::Light),
            Command::ThemeDark => self.set_theme(ctx, ThemeChoice::Dark),
            Command::FullScreen => {
                self.session.full_screen = !self.session.full_screen;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(self.session.full_screen));
            }
            Command::Another => self.edit(&Edit::NextPuzzle),
            Command::SearchAgain => self.live.restart(),
            Command::Stop => self.live.stop(),
            Command::SaveProof => {
                let name = format!("{}.drat", self.name().replace(['/', '\\'], "-"));
                self.ask(ctx, Ask::Proof(name));
            }
            Command::StopProof => self.proofs.stop(),
            Command::FindDifferent => self.find_different(),
            Command::StopDifferent => self.gallery.stop(),
            Command::CopyResults => {
                ctx.copy_text(self.gallery.text());
                self.notices.info(format!("Copied {}", n_puzzles(self.gallery.entries().len())));
            }
            Command::SaveResults => self.export(ctx, "puzzles", self.gallery.text()),
            Command::DeleteUnpinned => {
                let n_gone = self.gallery.delete_unpinned();
                self.notices.info(format!("Deleted {}", n_puzzles(n_gone)));
            }
            Command::RestoreResults => self.gallery.restore(),
            Command::TraceFirst => self.step_to(0),
            Command::TraceBack => self.step_to(self.session.trace_step.saturating_sub(1)),
            Command::TraceForward => self.step_to(self.session.trace_step + 1),
            Command::TraceLast => self.step_to(usize::MAX),
            Command::TracePlay => self.toggle_play(ctx),
            Command::CommandPalette => self.session.palette = Some(PaletteState::default()),
            Command::Shortcuts => self.session.shortcuts = true,
            Command::Messages => self.session.messages = true,
            Command::FrameTimes => self.session.frame_times = !self.session.frame_times,
            Command::About => self.session.about = true,
        }
    }

    fn edit(&mut self, edit: &Edit) {
        if let Err(error) = self.history.edit(edit) {
            self.notices.error(format!("This cannot be done: {error}"));
        }
    }

    // --- The trace ---------------------------------------------------------------------------------

    fn step_to(&mut self, step: usize) {
        self.session.view = View::Trace;
        self.session.next_step_at = None;
        self.go_to_step(step);
    }

    fn go_to_step(&mut self, step: usize) {
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.session.trace_step = step.min(n_steps);
        self.session.scroll_to_step = true;
    }

    fn toggle_play(&mut self, ctx: &egui::Context) {
        self.session.view = View::Trace;
        if self.session.next_step_at.take().is_some() {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        if self.session.trace_step >= n_steps {
            self.go_to_step(0);
        }
        self.session.next_step_at = Some(ctx.input(|i| i.time) + 1.0 / f64::from(self.session.speed));
    }

    fn play(&mut self, now: f64) {
        let Some(due) = self.session.next_step_at else { return };
        if now < due {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.go_to_step(self.session.trace_step + 1);
        let is_over = self.session.trace_step >= n_steps;
        self.session.next_step_at = (!is_over).then(|| now + 1.0 / f64::from(self.session.speed));
    }

    // --- Many puzzles ------------------------------------------------------------------------------

    fn find_different(&mut self) {
        self.session.view = View::Results;
        self.session.stroke = None;
        if let Some(design) = self.wanted_design() {
            // The present puzzle's seed would bring the present puzzle once more.
            let seed = design.seed.wrapping_add(1 + self.gallery.entries().len() as u64);
            self.gallery.start(Design { seed, known: None, ..design }, self.session.n_wanted);
        }
    }

    fn take_result(&mut self, id: ResultId) {
        if let Some(entry) = self.gallery.entry(id) {
            let edit = Edit::TakePuzzle { puzzle: entry.puzzle.clone(), strategies: entry.used };
            self.edit(&edit);
        }
    }

    /// Asks where a text shall be written to, and writes it there.
    fn export(&mut self, ctx: &egui::Context, what: &str, text: String) {
        self.export = Some(text);
        let name = format!("{} {what}.txt", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Export(name));
    }

    fn prove_to(&mut self, path: PathBuf) {
        if let Some(design) = self.wanted_design() {
            self.proofs.start(Design { known: None, ..design }, path);
        }
    }

    fn export_to(&mut self, path: PathBuf) {
        if let Some(text) = self.export.take() {
            self.files.export(with_extension(path, "txt"), text);
        }
    }

    // --- Files -------------------------------------------------------------------------------------

    /// Does it at once, or after the question whether changes may be lost.
    fn guarded(&mut self, ctx: &egui::Context, after: After) {
        if self.session.draft.is_some() {
            self.end_draft();
        }
        if self.is_dirty() {
            self.session.question = Some(after);
        } else {
            self.proceed(ctx, after);
        }
    }

    fn proceed(&mut self, ctx: &egui::Context, after: After) {
        match after {
            After::Close => {
                self.close_allowed = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            After::New => self.load(Project::new(), None),
            After::Load(path, project) => self.load(*project, Some(path)),
        }
    }

    fn answer_question(&mut self, ctx: &egui::Context, answer: SaveAnswer) {
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

    fn save(&mut self, ctx: &egui::Context) {
        match self.file.clone() {
            Some(path) => self.save_to(path),
            None => self.save_as(ctx),
        }
    }

    fn save_as(&mut self, ctx: &egui::Context) {
        let name = format!("{}.{EXTENSION}", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Save(name));
    }

    fn save_to(&mut self, path: PathBuf) {
        if self.saving {
            self.notices.info("The file is still being written");
            return;
        }
        self.saving = true;
        self.files.save(path, self.project().clone());
    }

    fn ask(&mut self, ctx: &egui::Context, ask: Ask) {
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

    fn ask_path(&mut self, path_use: PathUse, why: Option<String>) {
        let folder = self.file.as_deref().and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let path = match path_use {
            PathUse::Open => folder.join(""),
            PathUse::Save => folder.join(format!("{}.{EXTENSION}", self.name())),
            PathUse::Proof => folder.join(format!("{}.drat", self.name())),
            PathUse::Export => folder.join(format!("{}.txt", self.name())),
        };
        self.session.path_prompt = Some(PathPrompt { path_use, text: path.display().to_string(), why });
    }

    fn end_path(&mut self, path_use: PathUse, is_confirmed: bool) {
        let Some(prompt) = self.session.path_prompt.take() else { return };
        let text = prompt.text.trim();
        if !is_confirmed || text.is_empty() {
            self.session.after_save = None;
            return;
        }
        match path_use {
            PathUse::Open => self.files.open(PathBuf::from(text)),
            PathUse::Save => self.save_to(with_extension(PathBuf::from(text), EXTENSION)),
            PathUse::Export => self.export_to(PathBuf::from(text)),
            PathUse::Proof => self.prove_to(PathBuf::from(text)),
        }
    }

    fn poll_files(&mut self, ctx: &egui::Context) {
        if let Some(pending) = &self.pending
            && let Some(answer) = pending.poll()
        {
            let path_use = match pending.ask {
                Ask::Open => PathUse::Open,
                Ask::Save(_) => PathUse::Save,
                Ask::Export(_) => PathUse::Export,
                Ask::Proof(_) => PathUse::Proof,
            };
            self.pending = None;
            match answer {
                Answered::Path(path) => match path_use {
                    PathUse::Open => self.files.open(path),
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
                FileEvent::Opened { path, result: Ok(Content::Project(project)) } => {
                    // Asked only now: a text can be taken in and a damaged file does not matter.
                    self.remember(&path);
                    self.guarded(ctx, After::Load(path, project));
                }
                FileEvent::Opened { result: Ok(Content::Text(text)), .. } => self.import(&text),
                FileEvent::Opened { result: Err(sentence), .. } => self.notices.error(sentence),
                FileEvent::Exported { path, result } => match result {
                    Ok(()) => {
                        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                        self.notices.info(format!("Saved {name}"));
                    }
                    Err(sentence) => self.notices.error(sentence),
                },
                FileEvent::Saved { path, project, result } => {
                    self.saving = false;
                    let after = self.session.after_save.take();
                    match result {
                        Ok(()) => {
                            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                            self.notices.info(format!("Saved {name}"));
                            self.remember(&path);
                            // Clues that were found while the file was written are no edit either.
                            let is_same = project.puzzle.is_none()
                                && *project == Project { puzzle: None, ..self.project().clone() };
                            self.saved = Some(if is_same { self.project().clone() } else { *project });
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

    fn remember(&mut self, path: &Path) {
        self.settings.used(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        self.write_settings();
    }

    fn write_settings(&self) {
        if let Some(path) = &self.settings_path {
            self.settings.write(path.clone());
        }
    }

    fn set_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.settings.theme = theme;
        self.apply_theme(ctx);
        self.write_settings();
    }

    /// Puts another document on the board.
    fn load(&mut self, project: Project, file: Option<PathBuf>) {
        self.saved = Some(project.clone());
        self.history = History::new(project);
        self.file = file;
        self.session.stroke = None;
        self.session.draft = None;
        self.session.trace_step = 0;
        self.session.next_step_at = None;
        self.session.cursor = crate::grid::Cell::default();
        self.live.set_design(None);
    }

    fn recover(&mut self, is_wanted: bool) {
        let Some(leftover) = self.leftover.take() else { return };
        leftover.remove();
        if is_wanted {
            self.load(leftover.project, leftover.file);
            // It was never saved.
            self.saved = None;
            self.kept = None;
        }
    }

    // --- Text --------------------------------------------------------------------------------------

    fn copy(&mut self, ctx: &egui::Context) {
        let (text, what) = match self.live.answer().and_then(Answer::puzzle) {
            Some(puzzle) => (puzzle.to_string(), "puzzle"),
            None => (self.project().pattern.to_string(), "pattern"),
        };
        ctx.copy_text(text);
        self.notices.info(format!("Copied the {what} as text"));
    }

    fn import(&mut self, text: &str) {
        match import::read(text, self.project().shape()) {
            Ok(Import::Puzzle(puzzle)) => self.edit(&Edit::SetPuzzle(puzzle)),
            Ok(Import::Pattern(pattern)) => self.edit(&Edit::SetPattern { pattern, name: "from text".to_owned() }),
            Err(sentence) => self.notices.error(format!("This is neither puzzle nor pattern: {sentence}")),
        }
    }

    fn end_draft(&mut self) {
        let Some((field, text)) = self.session.draft.take() else { return };
        self.edit(&match field {
            Field::Title => Edit::SetTitle(text),
            Field::Author => Edit::SetAuthor(text),
            Field::Notes => Edit::SetNotes(text),
        });
    }

    // --- Input -------------------------------------------------------------------------------------

    fn close_front(&mut self) {
        self.end_draft();
        if self.session.path_prompt.is_some() || self.session.question.is_some() {
            self.session.after_save = None;
        }
        self.session.palette = None;
        self.session.path_prompt = None;
        self.session.question = None;
        self.session.shortcuts = false;
        self.session.messages = false;
        self.session.notes = false;
        self.session.about = false;
    }

    fn read_input(&mut self, ctx: &egui::Context, messages: &mut Vec<Message>) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.close_allowed && self.is_dirty() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.session.question = Some(After::Close);
        }
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        if let Some(path) = dropped.into_iter().next() {
            messages.push(Message::OpenFile(path));
        }
        if self.session.has_modal() || self.leftover.is_some() {
            return;
        }
        let is_typing = ctx.text_edit_focused();
        if !is_typing {
            // Selected text of a message is copied by egui itself.
            let has_selection = ctx
                .with_plugin(|labels: &mut egui::text_selection::LabelSelectionState| labels.has_selection())
                .unwrap_or(false);
            for event in ctx.input(|i| i.events.clone()) {
                match event {
                    egui::Event::Copy if !has_selection => messages.push(Message::Run(Command::Copy)),
                    egui::Event::Paste(text) => messages.push(Message::Import(text)),
                    _ => {}
                }
            }
        }
        // Most modifiers first, or Ctrl+Shift+Z would be taken for Ctrl+Z.
        let mut shortcuts: Vec<_> = Command::ALL
            .into_iter()
            .filter(|command| !(is_typing && command.yields_to_typing()))
            .flat_map(|command| command.shortcuts().iter().map(move |shortcut| (command, shortcut)))
            .collect();
        shortcuts.sort_by_key(|(_, shortcut)| std::cmp::Reverse(n_modifiers(shortcut.modifiers)));
        ctx.input_mut(|input| {
            for (command, shortcut) in shortcuts {
                if input.consume_shortcut(shortcut) {
                    messages.push(Message::Run(command));
                }
            }
        });
    }

    // --- What follows from the document ------------------------------------------------------------

    /// The design to search for: the document, or the stroke in progress.
    fn wanted_design(&self) -> Option<Design> {
        let project = self.project();
        let pattern: Pattern = match &self.session.stroke {
            Some(stroke) => stroke.preview(&project.pattern),
            None => project.pattern,
        };
        if pattern.n_clues() == 0 {
            return None;
        }
        let is_document = pattern == project.pattern;
        let known = match (&project.puzzle, is_document) {
            (Some(puzzle), true) => Some(puzzle.clone()),
            (None, true) if project.is_all_fixed() => Some(project.fixed.clone()),
            _ => None,
        };
        let fixed = project.fixed.masked(&pattern);
        let (strategies, seed, method) = (project.strategies, project.seed, self.session.method);
        Some(Design { pattern, fixed, strategies, required: project.required, seed, method, known })
    }

    fn refresh(&mut self, ctx: &egui::Context) {
        let shape = self.project().shape();
        if self.session.cursor.index() >= shape.n_cells() {
            self.session.cursor = crate::grid::Cell::default();
        }
        if self.live.set_design(self.wanted_design()) {
            self.frame_log.design_changed();
        }
        if self.session.stroke.is_none()
            && self.project().puzzle.is_none()
            && let Some(Answer::Found(found)) = self.live.answer()
        {
            let puzzle = found.puzzle.clone();
            // Nobody edited anything: a document that was saved stays so.
            let is_dirty = self.is_dirty();
            self.history.attach_puzzle(puzzle);
            if !is_dirty {
                self.saved = Some(self.project().clone());
            }
        }
        self.refresh_step();
        self.refresh_title(ctx);
        if self.kept.as_ref() != Some(self.project()) && self.session.stroke.is_none() {
            self.kept = Some(self.project().clone());
            if self.is_dirty() {
                self.recovery.keep(self.project(), self.file.as_deref());
            } else {
                self.recovery.forget();
            }
        }
    }

    fn refresh_step(&mut self) {
        let revision = self.live.revision();
        if self.shown_step.as_ref().is_some_and(|shown| shown.revision != revision) {
            self.shown_step = None;
            self.session.trace_step = 0;
            self.session.next_step_at = None;
            self.session.scroll_to_step = true;
        }
        // While the next answer is sought the old trace stays, greyed.
        let Some(trace) = self.live.last_answer().and_then(Answer::trace) else {
            self.shown_step = None;
            return;
        };
        let index = self.session.trace_step.min(trace.steps.len());
        if self.shown_step.as_ref().is_some_and(|shown| shown.index == index) {
            return;
        }
        let board = trace.board_before(index);
        let (marks, sentence) = match trace.steps.get(index) {
            Some(step) => (step.marks(&board), step.sentence(&board)),
            None => (Vec::new(), end_sentence(trace.steps.len(), board.n_unsolved())),
        };
        self.shown_step = Some(ShownStep { revision, index, board, marks, sentence });
    }

    fn refresh_title(&mut self, ctx: &egui::Context) {
        let dot = if self.is_dirty() { "• " } else { "" };
        let title = format!("{dot}{} — cluesmith", self.name());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Frames that are needed without input; none while nothing moves.
    fn request_repaints(&mut self, ctx: &egui::Context, now: f64) {
        if self.live.is_fading(now) {
            ctx.request_repaint();
        }
        if matches!(self.live.state(), State::Running { .. }) || self.proofs.elapsed().is_some() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        if let Some(due) = self.session.next_step_at {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
        if let Some(left) = self.notices.tick(now) {
            ctx.request_repaint_after(Duration::from_secs_f64(left.max(0.0)));
        }
    }
}

fn n_modifiers(modifiers: egui::Modifiers) -> usize {
    [modifiers.command, modifiers.shift, modifiers.alt].into_iter().filter(|&held| held).count()
}

fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(extension) }
}

fn n_puzzles(n: usize) -> String {
    if n == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", grouped(n as u64)) }
}

fn end_sentence(n_steps: usize, n_unsolved: usize) -> String {
    let steps = if n_steps == 1 { "1 step".to_owned() } else { format!("{n_steps} steps") };
    match n_unsolved {
        0 => format!("Solved in {steps}."),
        1 => format!("Stuck after {steps}: 1 cell is open."),
        n => format!("Stuck after {steps}: {n} cells are open."),
    }
}
