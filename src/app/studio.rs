//! The studio's state: what every part of the window looks at.

use super::analysis::{AnalysisWork, Figures};
use super::asker::waker;
use super::dialogs::Dialogs;
use super::disk::Disk;
use super::frame_log::{FrameFigures, FrameLog};
use super::io::read_text;
use super::lab::Lab;
use super::language::{Languages, tr};
use super::layouts::LayoutWork;
use super::library::{Library, Named, NamedLayout};
use super::live::Live;
use super::mending::Mendings;
use super::notices::Notices;
use super::proof::Proofs;
use super::results::{Gallery, Jobs, ResultsWork};
use super::session::Session;
use super::settings::{self, Settings, ThemeChoice};
use super::sheet::Sheets;
use super::solving::{Solving, SolvingWork};
use super::theme;
use super::trace::{ShownStep, TracePoint, TraceWork};
use super::viewer::Viewer;
use crate::grid::{CellSet, Puzzle, Regions};
use crate::jobs::{Analysis, Answer};
use crate::logic::{PathReport, Scale, Step, Trace};
use crate::project::{Document, History, Project};
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

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

/// The studio: the document, what is on the screen, and what is computed for it.
#[derive(Debug)]
pub struct App {
    pub(super) history: History,
    pub(super) disk: Disk,
    pub(super) session: Session,
    /// The search for the present design.
    pub(super) live: Live,
    pub(super) proofs: Proofs,
    /// Proposals where it finds nothing.
    pub(super) mendings: Mendings,
    pub(super) trace: TraceWork,
    pub(super) results: ResultsWork,
    pub(super) analysis: AnalysisWork,
    pub(super) lab: Lab,
    pub(super) solving: SolvingWork,
    pub(super) sheets: Sheets,
    /// Layouts computed in the background.
    pub(super) layouts: LayoutWork,
    pub(super) library: Library<Named>,
    pub(super) own_layouts: Library<NamedLayout>,
    pub(super) languages: Languages,
    pub(super) settings: Settings,
    pub(super) settings_path: Option<PathBuf>,
    pub(super) viewer: Viewer,
    pub(super) notices: Notices,
    pub(super) window: Window,
}

/// The system's window.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) title: String,
    pub(super) close_allowed: bool,
    pub(super) frame_log: FrameLog,
    /// Time spent in `logic` of this frame.
    pub(super) logic_time: Duration,
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
        let (languages, warnings) = Languages::read(start.config_folder.as_deref(), read_text);
        for warning in warnings {
            notices.error(warning);
        }
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
        let (own_layouts, warning) = Library::read(start.data_folder.as_deref());
        if let Some(warning) = warning {
            notices.error(warning);
        }
        let document = Document::default();
        let (disk, warnings) =
            Disk::new(&document, start.data_folder.as_deref(), start.dialogs, Arc::clone(&wake) as _);
        for warning in warnings {
            notices.error(warning);
        }
        let app = App {
            history: History::new(document),
            disk,
            session: Session::default(),
            live: Live::new(waker(&wake))?,
            proofs: Proofs::new(waker(&wake))?,
            mendings: Mendings::new(waker(&wake))?,
            trace: TraceWork::new(&wake)?,
            results: ResultsWork::new(&wake)?,
            analysis: AnalysisWork::new(&wake)?,
            lab: Lab::new(waker(&wake))?,
            solving: SolvingWork::new(&wake)?,
            sheets: Sheets::new(&wake)?,
            layouts: LayoutWork::new(&wake)?,
            library,
            own_layouts,
            languages,
            settings,
            settings_path,
            viewer: start.viewer,
            notices,
            window: Window {
                title: String::new(),
                close_allowed: false,
                frame_log: FrameLog::from_environment(),
                logic_time: Duration::ZERO,
            },
        };
        app.apply_settings(ctx);
        use_threads(app.settings.threads);
        if let Some(path) = start.file {
            app.disk.files.open(path);
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

    /// The regions as they are painted: the draft, or else those of the layout. A Latin square has none.
    pub fn regions(&self) -> Regions {
        let shape = self.project().shape();
        match &self.project().draft {
            Some(draft) => draft.clone(),
            None if shape.is_latin() => Regions::empty(shape.n()),
            None => Regions::of(shape),
        }
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
        &self.results.jobs
    }

    /// The list of jobs, to put another one on it.
    pub fn jobs_mut(&mut self) -> &mut Jobs {
        &mut self.results.jobs
    }

    /// Clues without which the ticked strategies still solve the present puzzle, once they are known.
    pub fn spare_clues(&self) -> Option<CellSet> {
        *self.analysis.spare_clues.answer(&(self.puzzle()?.clone(), self.project().design.strategies))?
    }

    /// Difficulty of the trace on the screen.
    pub(super) fn figures(&self) -> Option<&Figures> {
        self.trace()?;
        let (revision, path, _) = self.trace_point();
        self.analysis.figures.answer(&(revision, path, self.is_on_sukaku()))
    }

    /// Whether puzzles are sought on the scale of SukakuExplainer, whose figures are not made otherwise.
    pub(super) fn is_on_sukaku(&self) -> bool {
        self.project().design.goal.window().is_some_and(|window| window.scale == Scale::Sukaku)
    }

    /// Many different puzzles.
    pub fn gallery(&self) -> &Gallery {
        &self.results.gallery
    }

    /// Since when a proof of impossibility is sought.
    pub fn proving_for(&self) -> Option<Duration> {
        self.proofs.elapsed()
    }

    /// Patterns that the setter saved.
    pub fn library(&self) -> &Library<Named> {
        &self.library
    }

    /// Layouts that the setter saved.
    pub fn own_layouts(&self) -> &Library<NamedLayout> {
        &self.own_layouts
    }

    /// Messages on the screen.
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// The file of the document.
    pub fn file(&self) -> Option<&Path> {
        self.disk.file.as_deref()
    }

    /// Where file dialogs come from; tests replace it.
    pub fn dialogs_mut(&mut self) -> &mut Dialogs {
        &mut self.disk.dialogs
    }

    /// Whether the document differs from its file.
    pub fn is_dirty(&self) -> bool {
        !self.disk.saved.as_ref().is_some_and(|saved| saved.has_same_contents(self.document()))
    }

    /// How long frames take.
    pub fn frame_figures(&self) -> FrameFigures {
        self.window.frame_log.figures()
    }

    /// The trace at the chosen step.
    pub fn shown_step(&self) -> Option<&ShownStep> {
        self.trace.shown.as_ref()
    }

    /// What the document is called: its title, or the name of its file.
    pub fn name(&self) -> String {
        let title = &self.document().puzzles()[0].title;
        let stem = self.disk.file.as_deref().and_then(Path::file_stem);
        match stem {
            // Of several puzzles none gives the whole its name.
            Some(stem) if self.document().puzzles().len() > 1 || title.is_empty() => {
                stem.to_string_lossy().into_owned()
            }
            _ if title.is_empty() => tr!("Untitled").to_owned(),
            _ => title.clone(),
        }
    }

    /// The trace on the screen; `None` while the next answer is sought.
    pub fn trace(&self) -> Option<&Trace> {
        if self.live.answer().is_some() { self.shown_trace() } else { None }
    }

    /// The trace on the screen, even while the next answer is sought.
    pub(crate) fn shown_trace(&self) -> Option<&Trace> {
        let path = self.trace.path.as_ref().filter(|path| path.revision == self.live.revision());
        path.map(|path| &path.trace).or_else(|| self.live.last_answer().and_then(Answer::trace))
    }

    /// Where the trace of the present answer has the steps that the path asks for.
    pub(crate) fn path_reports(&self) -> &[PathReport] {
        self.live.answer().map_or(&[], Answer::path)
    }

    /// Whether the trace is one that the setter chose.
    pub fn is_own_path(&self) -> bool {
        self.trace.path.is_some()
    }

    /// Where the trace on the screen is.
    pub(crate) fn trace_point(&self) -> TracePoint {
        let number = self.trace.path.as_ref().map_or(0, |path| path.number);
        (self.live.revision(), number, self.session.trace.step)
    }

    /// All steps that are possible at this point of the trace, once they are found.
    pub fn possible_steps(&self) -> Option<&[Step]> {
        self.trace()?;
        self.trace.possible.answer(&self.trace_point()).map(Vec::as_slice)
    }

    /// The puzzle of the present answer.
    pub(crate) fn puzzle(&self) -> Option<&Puzzle> {
        self.live.answer().and_then(Answer::puzzle)
    }

    /// Marks of solving by hand over the present puzzle.
    pub fn solving(&self) -> Option<&Solving> {
        self.solving.solvings.of(self.puzzle())
    }

    /// Whether a hint is on its way.
    pub(crate) fn is_hint_sought(&self) -> bool {
        self.solving.hints.is_waiting()
    }

    /// Number of steps of the trace.
    ///
    /// # Errors
    /// Says why there is no trace.
    pub(crate) fn trace_steps_or_why(&self) -> Result<usize, String> {
        self.trace().map(|trace| trace.steps.len()).ok_or_else(|| tr!("There is no puzzle to solve yet").to_owned())
    }

    /// What is kept from one start to the next.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn apply_settings(&self, ctx: &egui::Context) {
        self.languages.use_language(&self.settings.language);
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
        self.analysis.analyses.answer(self.puzzle()?)?.as_ref()
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
