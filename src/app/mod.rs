//! The studio: the window, the only part that knows egui.
//!
//! `ui` functions draw and send messages; [`App`] alone changes things, in
//! `update/`. What is about looking is in [`Session`], what can be recomputed in
//! [`Live`], the document in [`crate::project`].

mod advice;
mod analysis;
mod asker;
mod board;
mod command;
mod dialogs;
mod export;
mod focus;
mod frame_log;
mod help;
mod heuristics;
mod import;
mod io;
mod lab;
mod library;
mod live;
mod manual;
mod message;
mod notices;
mod panels;
mod picture;
mod proof;
mod recovery;
mod results;
mod rows;
mod sentence;
mod session;
mod settings;
mod sheet;
mod solving;
mod theme;
mod tour;
mod trace;
mod update;
mod viewer;
mod welcome;
mod widgets;

pub use analysis::{Exhibit, Hunt, Level, Pointed};
pub use board::BoardZoom;
#[cfg(test)]
pub(crate) use board::painted_figures;
pub use command::{Command, Menu};
pub use dialogs::{Ask, Dialogs};
pub use export::{ExportFormat, ExportSource, ExportState};
pub use frame_log::FrameFigures;
pub use help::Topic;
pub use io::Made;
pub use lab::{Experiment, Lab, LabState, Recipe, Record, Scene};
pub use library::{Library, Named};
pub use live::{Live, LiveState, Shown, Verdict};
pub use manual::Manual;
pub use notices::{Notice, Notices, Severity};
pub use picture::PatternPicture;
pub use results::{
    Column, Filter, Gallery, GalleryEntry, Job, JobNumber, JobState, JobWork, Jobs, ResultId, Selection,
};
pub use session::{
    After, BrushKind, Dialog, Field, LeftTab, Overwrite, PaletteState, PathPrompt, PathUse, PictureState, Session, View,
};
pub use settings::{Colours, ResultsStyle, Settings};
pub use sheet::{SheetState, Source, Zoom};
pub use solving::{Act, Entries, Filtered, Hint, HintLevel, Marks, Solving, Solvings, Tool};
pub use tour::TourStep;
pub use trace::{Path as TracePath, Replay, ShownStep};
pub use viewer::Viewer;

use crate::grid::{CellSet, Puzzle};
use crate::jobs::{Analysis, Answer, SetsReport};
use crate::logic::{Board, Order, Step, StrategySet, Trace};
use crate::project::{Document, History, Project};
use crate::saving::Stamp;
use analysis::{Figures, Hunts};
use asker::Asker;
use eframe::egui;
use frame_log::FrameLog;
use io::{Export, Files};
use recovery::{Leftover, Recovery};
use results::Derived;
use settings::ThemeChoice;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use trace::TracePoint;

/// The window's icon; `scripts/icons` draws it.
const ICON: &[u8] = include_bytes!("../../assets/icon/128.png");

/// Opens the studio's window, with a file if one is named; returns when it is closed.
///
/// # Errors
/// One sentence if no window can be opened.
pub fn run(file: Option<PathBuf>) -> Result<(), String> {
    let mut viewport = egui::ViewportBuilder::default()
        .with_title("cluesmith")
        .with_app_id("cluesmith")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([960.0, 560.0])
        .with_drag_and_drop(true);
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let start = StartOptions::native(file);
    eframe::run_native("cluesmith", options, Box::new(move |cc| Ok(Box::new(App::new(&cc.egui_ctx, start)?)))).map_err(
        |error| {
            let error = error.to_string();
            // The libraries put places of their own source in front.
            let why = error.rsplit(": ").next().unwrap_or(&error).trim_end_matches('.');
            format!(
                "no window can be opened ({why}); a screen is needed, and on Debian or Ubuntu: \
                 apt-get install libgl1 libegl1 libxkbcommon-x11-0 libxcursor1 libxi6"
            )
        },
    )
}

/// What the studio starts with.
#[derive(Debug)]
pub struct StartOptions {
    /// A file to open.
    pub file: Option<PathBuf>,
    /// Folder for the recovery file; none turns recovery off.
    pub data_folder: Option<PathBuf>,
    /// Folder for the settings; none keeps them in memory.
    pub config_folder: Option<PathBuf>,
    /// Where file dialogs come from.
    pub dialogs: Dialogs,
    /// What opens a PDF file for printing.
    pub viewer: Viewer,
}

impl StartOptions {
    /// As a person starts it: the folders of the platform, native dialogs.
    pub fn native(file: Option<PathBuf>) -> StartOptions {
        use etcetera::AppStrategy;
        let folders = etcetera::choose_app_strategy(etcetera::AppStrategyArgs {
            top_level_domain: "org".to_owned(),
            author: "cluesmith".to_owned(),
            app_name: "cluesmith".to_owned(),
        });
        let folders = folders.ok();
        StartOptions {
            file,
            data_folder: folders.as_ref().map(AppStrategy::data_dir),
            config_folder: folders.as_ref().map(AppStrategy::config_dir),
            dialogs: Dialogs::Native,
            viewer: Viewer::native(),
        }
    }

    /// Touches no folder and shows no dialog.
    pub fn isolated() -> StartOptions {
        StartOptions {
            file: None,
            data_folder: None,
            config_folder: None,
            dialogs: Dialogs::scripted([]),
            viewer: Viewer { program: "no-viewer".into(), arguments: Vec::new() },
        }
    }
}

/// The studio.
#[derive(Debug)]
pub struct App {
    history: History,
    /// The document as it is in its file.
    saved: Option<Document>,
    /// The document as the recovery file has it.
    kept: Option<Document>,
    file: Option<PathBuf>,
    /// What the file held when it was read or written last.
    stamp: Option<Stamp>,
    session: Session,
    live: Live,
    gallery: Gallery,
    /// Searches besides the live one.
    jobs: Jobs,
    /// Gallery and jobs as the document has them: their numbers of changes.
    kept_results: (u64, u64),
    /// Documents that came onto the screen.
    n_loads: u64,
    /// What follows from the results of a document.
    derived: Asker<u64, Vec<(ResultId, Derived)>>,
    analyses: Asker<Puzzle, Option<Analysis>>,
    /// Clues that strategies can do without.
    spare_clues: Asker<(Puzzle, StrategySet), Option<CellSet>>,
    figures: Asker<(u64, u64), Figures>,
    /// Unavoidable sets of the solution: clues, solution, largest size.
    sets: Asker<(Puzzle, Puzzle, usize), Option<SetsReport>>,
    hunts: Hunts,
    proofs: proof::Proofs,
    /// The trace after the chosen number of steps, for drawing.
    shown_step: Option<ShownStep>,
    /// The way through the puzzle that the setter chose, if not the first one.
    path: Option<TracePath>,
    n_paths: u64,
    lab: Lab,
    possible: Asker<TracePoint, Vec<Step>>,
    paths: Asker<(TracePoint, usize), Trace>,
    /// Marks of solving by hand, for each puzzle.
    solvings: Solvings,
    /// When the time of solving was counted last, in seconds of the window's clock, while the timer runs.
    timed_at: Option<f64>,
    hints: Asker<(Board, Order), Hint>,
    sheets: sheet::Sheets,
    dialogs: Dialogs,
    pending: Option<dialogs::Pending>,
    files: Files,
    /// What waits for the path it is written to.
    export: Option<Export>,
    viewer: Viewer,
    /// Whether the project is being written.
    saving: bool,
    /// Whether the setter did not ask for that.
    saves_by_itself: bool,
    /// Whether saving by itself has to wait for the setter: another program changed the file.
    autosave_waits: bool,
    recovery: Recovery,
    leftover: Option<Leftover>,
    library: Library,
    settings: Settings,
    settings_path: Option<PathBuf>,
    notices: Notices,
    frame_log: FrameLog,
    title: String,
    close_allowed: bool,
    /// When the document was first seen to differ from its file, in seconds of the window's clock.
    dirty_since: Option<f64>,
    /// Time spent in `logic` of this frame.
    logic_time: std::time::Duration,
}

impl App {
    /// The studio in a context.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(ctx: &egui::Context, start: StartOptions) -> std::io::Result<App> {
        crate::jobs::remember_panics();
        theme::install(ctx);
        let wake = {
            let ctx = ctx.clone();
            Arc::new(move || ctx.request_repaint())
        };
        let mut notices = Notices::default();
        let settings_path = start.config_folder.map(|folder| folder.join(settings::FILE_NAME));
        let mut settings = Settings::default();
        if let Some(path) = &settings_path {
            let (read, warnings) = Settings::read(path);
            settings = read;
            for warning in warnings {
                notices.error(warning);
            }
        }
        let (library, warning) = Library::read(start.data_folder.as_deref());
        if let Some(warning) = warning {
            notices.error(warning);
        }
        let (recovery, leftover, warnings) = match &start.data_folder {
            Some(folder) => Recovery::start(folder),
            None => (Recovery::off(), None, Vec::new()),
        };
        for warning in warnings {
            notices.error(warning);
        }
        let document = Document::default();
        let app = App {
            saved: Some(document.clone()),
            kept: Some(document.clone()),
            history: History::new(document),
            file: None,
            stamp: None,
            session: Session::default(),
            live: Live::new({
                let wake = Arc::clone(&wake);
                move || wake()
            })?,
            gallery: Gallery::default(),
            jobs: Jobs::new(Arc::clone(&wake) as _),
            kept_results: (0, 0),
            n_loads: 0,
            derived: Asker::new("figures of results", waker(&wake))?,
            analyses: Asker::new("analysis", waker(&wake))?,
            spare_clues: Asker::new("spare clues", waker(&wake))?,
            figures: Asker::new("figures", waker(&wake))?,
            sets: Asker::new("unavoidable sets", waker(&wake))?,
            hunts: Hunts::new(waker(&wake))?,
            proofs: proof::Proofs::new({
                let wake = Arc::clone(&wake);
                move || wake()
            })?,
            shown_step: None,
            path: None,
            n_paths: 0,
            lab: Lab::new(waker(&wake))?,
            possible: Asker::new("possible steps", waker(&wake))?,
            paths: Asker::new("path", waker(&wake))?,
            solvings: Solvings::default(),
            timed_at: None,
            hints: Asker::new("hint", waker(&wake))?,
            sheets: sheet::Sheets::new(&wake)?,
            export: None,
            viewer: start.viewer,
            dialogs: start.dialogs,
            pending: None,
            files: Files::new(wake),
            saving: false,
            saves_by_itself: false,
            autosave_waits: false,
            recovery,
            leftover,
            library,
            settings,
            settings_path,
            notices,
            frame_log: FrameLog::from_environment(),
            title: String::new(),
            close_allowed: false,
            dirty_since: None,
            logic_time: std::time::Duration::ZERO,
        };
        app.apply_settings(ctx);
        use_threads(app.settings.threads);
        if let Some(path) = start.file {
            app.files.open(path);
        }
        Ok(app)
    }

    /// All puzzles of the document.
    pub fn document(&self) -> &Document {
        self.history.document()
    }

    /// The puzzle on the board.
    pub fn project(&self) -> &Project {
        self.history.project()
    }

    /// The document with past and future.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What is about looking.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The search for the present design.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// Searches besides the live one.
    pub fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// The list of jobs, to put another one on it.
    pub fn jobs_mut(&mut self) -> &mut Jobs {
        &mut self.jobs
    }

    /// Clues without which the ticked strategies still solve the present puzzle, once they are known.
    pub fn spare_clues(&self) -> Option<CellSet> {
        *self.spare_clues.answer(&(self.puzzle()?.clone(), self.project().design.strategies))?
    }

    /// Difficulty of the trace on the screen.
    fn figures(&self) -> Option<&Figures> {
        self.trace()?;
        let (revision, path, _) = self.trace_point();
        self.figures.answer(&(revision, path))
    }

    /// Many different puzzles.
    pub fn gallery(&self) -> &Gallery {
        &self.gallery
    }

    /// Since when a proof of impossibility is sought.
    pub fn proving_for(&self) -> Option<std::time::Duration> {
        self.proofs.elapsed()
    }

    /// Patterns that the setter saved.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Messages on the screen.
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// The file of the document.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Where file dialogs come from; tests replace it.
    pub fn dialogs_mut(&mut self) -> &mut Dialogs {
        &mut self.dialogs
    }

    /// Whether the document differs from its file.
    pub fn is_dirty(&self) -> bool {
        !self.saved.as_ref().is_some_and(|saved| saved.has_same_contents(self.document()))
    }

    /// How long frames take.
    pub fn frame_figures(&self) -> FrameFigures {
        self.frame_log.figures()
    }

    /// The trace at the chosen step.
    pub fn shown_step(&self) -> Option<&ShownStep> {
        self.shown_step.as_ref()
    }

    /// What the document is called: its title, or the name of its file.
    pub fn name(&self) -> String {
        let title = &self.document().puzzles()[0].title;
        let stem = self.file.as_deref().and_then(Path::file_stem);
        match stem {
            // Of several puzzles none gives the whole its name.
            Some(stem) if self.document().puzzles().len() > 1 || title.is_empty() => {
                stem.to_string_lossy().into_owned()
            }
            _ if title.is_empty() => "Untitled".to_owned(),
            _ => title.clone(),
        }
    }

    /// The trace on the screen; `None` while the next answer is sought.
    pub fn trace(&self) -> Option<&Trace> {
        if self.live.answer().is_some() { self.shown_trace() } else { None }
    }

    /// The trace on the screen, even while the next answer is sought.
    pub(crate) fn shown_trace(&self) -> Option<&Trace> {
        let path = self.path.as_ref().filter(|path| path.revision == self.live.revision());
        path.map(|path| &path.trace).or_else(|| self.live.last_answer().and_then(Answer::trace))
    }

    /// Whether the trace is one that the setter chose.
    pub fn is_own_path(&self) -> bool {
        self.path.is_some()
    }

    /// Where the trace on the screen is.
    pub(crate) fn trace_point(&self) -> TracePoint {
        let number = self.path.as_ref().map_or(0, |path| path.number);
        (self.live.revision(), number, self.session.trace_step)
    }

    /// All steps that are possible at this point of the trace, once they are found.
    pub fn possible_steps(&self) -> Option<&[Step]> {
        self.trace()?;
        self.possible.answer(&self.trace_point()).map(Vec::as_slice)
    }

    /// The puzzle of the present answer.
    pub(crate) fn puzzle(&self) -> Option<&Puzzle> {
        self.live.answer().and_then(Answer::puzzle)
    }

    /// Marks of solving by hand over the present puzzle.
    pub fn solving(&self) -> Option<&Solving> {
        self.solvings.of(self.puzzle())
    }

    /// Whether a hint is on its way.
    pub(crate) fn is_hint_sought(&self) -> bool {
        self.hints.is_waiting()
    }

    /// Number of steps of the trace.
    ///
    /// # Errors
    /// Says why there is no trace.
    pub(crate) fn trace_steps_or_why(&self) -> Result<usize, String> {
        self.trace().map(|trace| trace.steps.len()).ok_or_else(|| "There is no puzzle to solve yet".to_owned())
    }

    /// What is kept from one start to the next.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn apply_settings(&self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.settings.scale as f32 / 100.0);
        theme::use_colours(ctx, self.settings.colours);
        ctx.set_theme(match self.settings.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        });
    }
}

/// Lets searches use so many threads; 0 for as many as the machine has.
fn use_threads(n: u32) {
    if n > 0 {
        // Another studio of this process, as in tests, was first: then its number holds.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(n as usize).build_global();
    }
}

/// A callback of its own for each worker.
fn waker(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> impl Fn() + Send + Sync + 'static {
    let wake = Arc::clone(wake);
    move || wake()
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let start = Instant::now();
        self.update(ctx);
        self.logic_time = start.elapsed();
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let start = Instant::now();
        let mut messages = Vec::new();
        panels::studio_ui(self, ui, &mut messages);
        // What nobody points at any more loses its ring; several widgets may point, none of them alone decides.
        let pointed = messages.iter().find_map(|message| match message {
            message::Message::Highlight(cells) => Some(*cells),
            _ => None,
        });
        let pointed = pointed.unwrap_or_default();
        if self.session.highlight != pointed {
            self.session.highlight = pointed;
            ui.ctx().request_repaint();
        }
        let pointed = messages.iter().find_map(|message| match message {
            message::Message::Point(pointed) => Some(*pointed),
            _ => None,
        });
        if self.session.pointed != pointed {
            self.session.pointed = pointed;
            ui.ctx().request_repaint();
        }
        self.handle_all(ui.ctx(), messages);
        self.end_drag(ui.ctx());
        self.frame_log.frame(self.logic_time + start.elapsed());
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // What a crash left is offered again until somebody decides.
        if self.leftover.is_none() {
            self.recovery.forget();
        }
        self.files.finish();
        Settings::finish();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        let theme = if visuals.dark_mode { egui::Theme::Dark } else { egui::Theme::Light };
        theme::of(theme).window.to_normalized_gamma_f32()
    }
}
