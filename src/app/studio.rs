//! The studio's state: what every part of the window looks at.

use super::analysis::{Figures, Hunts};
use super::asker::{Asker, waker};
use super::dialogs::{Dialogs, Pending};
use super::frame_log::{FrameFigures, FrameLog};
use super::io::{Export, Files};
use super::lab::Lab;
use super::library::Library;
use super::live::Live;
use super::notices::Notices;
use super::proof::Proofs;
use super::recovery::{Leftover, Recovery};
use super::results::{Derived, Gallery, Jobs, ResultId};
use super::session::Session;
use super::settings::{self, Settings, ThemeChoice};
use super::sheet::Sheets;
use super::solving::{Hint, Solving, Solvings};
use super::theme;
use super::trace::{Path as TracePath, ShownStep, TracePoint};
use super::viewer::Viewer;
use crate::grid::{CellSet, Puzzle};
use crate::jobs::{Analysis, Answer, SetsReport};
use crate::logic::{Board, Order, Step, StrategySet, Trace};
use crate::project::{Document, History, Project};
use crate::saving::Stamp;
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    pub(super) history: History,
    /// The document as it is in its file.
    pub(super) saved: Option<Document>,
    /// The document as the recovery file has it.
    pub(super) kept: Option<Document>,
    pub(super) file: Option<PathBuf>,
    /// What the file held when it was read or written last.
    pub(super) stamp: Option<Stamp>,
    pub(super) session: Session,
    pub(super) live: Live,
    pub(super) gallery: Gallery,
    /// Searches besides the live one.
    pub(super) jobs: Jobs,
    /// Gallery and jobs as the document has them: their numbers of changes.
    pub(super) kept_results: (u64, u64),
    /// Documents that came onto the screen.
    pub(super) n_loads: u64,
    /// What follows from the results of a document.
    pub(super) derived: Asker<u64, Vec<(ResultId, Derived)>>,
    pub(super) analyses: Asker<Puzzle, Option<Analysis>>,
    /// Clues that strategies can do without.
    pub(super) spare_clues: Asker<(Puzzle, StrategySet), Option<CellSet>>,
    pub(super) figures: Asker<(u64, u64), Figures>,
    /// Unavoidable sets of the solution: clues, solution, largest size.
    pub(super) sets: Asker<(Puzzle, Puzzle, usize), Option<SetsReport>>,
    pub(super) hunts: Hunts,
    pub(super) proofs: Proofs,
    /// The trace after the chosen number of steps, for drawing.
    pub(super) shown_step: Option<ShownStep>,
    /// The way through the puzzle that the setter chose, if not the first one.
    pub(super) path: Option<TracePath>,
    pub(super) n_paths: u64,
    pub(super) lab: Lab,
    pub(super) possible: Asker<TracePoint, Vec<Step>>,
    pub(super) paths: Asker<(TracePoint, usize), Trace>,
    /// Marks of solving by hand, for each puzzle.
    pub(super) solvings: Solvings,
    /// When the time of solving was counted last, in seconds of the window's clock, while the timer runs.
    pub(super) timed_at: Option<f64>,
    pub(super) hints: Asker<(Board, Order), Hint>,
    pub(super) sheets: Sheets,
    pub(super) dialogs: Dialogs,
    pub(super) pending: Option<Pending>,
    pub(super) files: Files,
    /// What waits for the path it is written to.
    pub(super) export: Option<Export>,
    pub(super) viewer: Viewer,
    /// Whether the project is being written.
    pub(super) saving: bool,
    /// Whether the setter did not ask for that.
    pub(super) saves_by_itself: bool,
    /// Whether saving by itself has to wait for the setter: another program changed the file.
    pub(super) autosave_waits: bool,
    pub(super) recovery: Recovery,
    pub(super) leftover: Option<Leftover>,
    pub(super) library: Library,
    pub(super) settings: Settings,
    pub(super) settings_path: Option<PathBuf>,
    pub(super) notices: Notices,
    pub(super) frame_log: FrameLog,
    pub(super) title: String,
    pub(super) close_allowed: bool,
    /// When the document was first seen to differ from its file, in seconds of the window's clock.
    pub(super) dirty_since: Option<f64>,
    /// Time spent in `logic` of this frame.
    pub(super) logic_time: std::time::Duration,
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
            proofs: Proofs::new({
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
            sheets: Sheets::new(&wake)?,
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
    pub(super) fn figures(&self) -> Option<&Figures> {
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

    pub(super) fn apply_settings(&self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.settings.scale as f32 / 100.0);
        theme::use_colours(ctx, self.settings.colours);
        ctx.set_theme(match self.settings.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        });
    }

    /// What the present puzzle allows, once it is known.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analyses.answer(self.puzzle()?)?.as_ref()
    }

    /// Whether the figures of the trace are known.
    pub fn has_figures(&self) -> bool {
        self.figures().is_some()
    }

    /// Puzzles made backwards, and the relaxation.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// The solution on the screen, which the backward generator can begin with.
    pub(crate) fn lab_solution(&self) -> Option<&Puzzle> {
        self.live.answer().and_then(Answer::solution)
    }
}

/// Lets searches use so many threads; 0 for as many as the machine has.
fn use_threads(n: u32) {
    if n > 0 {
        // Another studio of this process, as in tests, was first: then its number holds.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(n as usize).build_global();
    }
}
