//! What is about looking: never saved in a project, never undone.

use super::analysis::AnalysisState;
use super::board::BoardState;
use super::command::Command;
use super::export::{ExportFormat, ExportState};
use super::io::Made;
use super::lab::Recipe;
use super::layouts::GalleryState;
use super::manual::Manual;
use super::picture::PictureState;
use super::results::ResultsState;
use super::sheet::SheetState;
use super::theme;
use super::tour::TourStep;
use super::trace::TraceState;
use super::view::{LeftTab, PanelState, View};
use crate::formats::Format;
use crate::generate::Method;
use crate::grid::Puzzle;
use crate::logic::{Goal, PathGoal};
use crate::project::Document;
use crate::saving::Stamp;
use eframe::egui;
use std::path::PathBuf;

/// A dialog of the studio's own, with what is typed or chosen in it so far.
#[derive(Clone, PartialEq, Debug)]
pub enum Dialog {
    /// A pattern from letters.
    Stamp(String),
    /// The name under which the pattern is saved.
    PatternName(String),
    /// The gallery of irregular layouts.
    Layouts(GalleryState),
    /// The name under which the layout of the grid is saved.
    LayoutName(String),
    /// The name under which the layout of the sheet is kept.
    TemplateName(String),
    /// A pattern from a picture.
    Picture(PictureState),
    /// Puzzles in any format.
    Export(ExportState),
    /// The settings.
    Settings,
    /// Help for a command.
    Help(Command),
    /// The manual.
    Manual(Manual),
}

/// A side of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

/// What waits for the answer to "save changes?".
#[derive(Clone, PartialEq, Debug)]
pub enum After {
    /// Close the window.
    Close,
    /// Start an empty document.
    New,
    /// Show this project, read from this file, which held this.
    Load(PathBuf, Box<Document>, Stamp),
}

/// What waits for the answer to "replace it?".
#[derive(Clone, PartialEq, Debug)]
pub enum Overwrite {
    /// The project's own file is not what it was when it was read or written last.
    Changed(PathBuf),
    /// The project shall be saved where another file stands.
    Project(PathBuf),
    /// An export would replace files.
    Export {
        /// What shall be written.
        made: Made,
        /// The files that are there.
        existing: Vec<PathBuf>,
    },
    /// A proof would replace files.
    Proof {
        /// Where it shall go.
        path: PathBuf,
        /// The files that are there.
        existing: Vec<PathBuf>,
    },
}

/// What the path field is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PathUse {
    Open,
    Picture,
    Save,
    Export,
    Proof,
}

/// The own path field, for where there is no file dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathPrompt {
    /// What for.
    pub path_use: PathUse,
    /// What is typed so far.
    pub text: String,
    /// Why it came up by itself, if it did.
    pub why: Option<String>,
}

/// A text of the document while it is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Field {
    Title,
    Author,
    Notes,
    Rules,
}

/// The command palette.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PaletteState {
    /// What is typed so far.
    pub text: String,
    /// The chosen line.
    pub chosen: usize,
}

/// Everything about looking: what each view, the panels and the window show at the moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Session {
    /// What the board shows.
    pub view: View,
    /// The keyboard's cell, the brush, and how much of the board is shown.
    pub board: BoardState,
    /// Which panels show.
    pub panels: PanelState,
    /// How digits are sought.
    pub search: SearchState,
    /// The trace view.
    pub trace: TraceState,
    /// The results view.
    pub results: ResultsState,
    /// The analysis view.
    pub analysis: AnalysisState,
    /// What is chosen in the lab.
    pub lab: Recipe,
    /// The sheet designer.
    pub sheet: SheetState,
    /// What stands in front of the window.
    pub front: Front,
    /// The tour.
    pub tour: TourState,
    /// Text on its way in.
    pub input: InputState,
    /// The window as a whole.
    pub window: WindowState,
}

/// How digits are sought.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchState {
    /// A puzzle that was on the board when this difficulty and path were chosen, and whether it has to be minimal: it
    /// stays if it is as wanted.
    pub(crate) on_trial: Option<(Puzzle, Goal, bool, PathGoal)>,
    /// How to search.
    pub method: Method,
    /// Shows the figures of the methods at work.
    pub details: bool,
    /// The proposal that is pointed at, by its place in the list.
    pub(crate) pointed: Option<usize>,
}

impl Default for SearchState {
    fn default() -> SearchState {
        SearchState { on_trial: None, method: Method::Auto, details: false, pointed: None }
    }
}

/// What stands in front of the window: questions, dialogs, lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Front {
    /// What waits for the answer to "save changes?".
    pub question: Option<After>,
    /// What waits for the answer to "replace it?", the first one first.
    pub overwrite: Vec<Overwrite>,
    /// What follows a save that was asked for.
    pub after_save: Option<After>,
    /// The path field.
    pub path_prompt: Option<PathPrompt>,
    /// The command palette.
    pub palette: Option<PaletteState>,
    /// A dialog in front.
    pub dialog: Option<Dialog>,
    /// Shows keys and mouse.
    pub shortcuts: bool,
    /// Shows the keys whose description holds this text.
    pub keys_filter: String,
    /// Shows earlier messages.
    pub messages: bool,
    /// Shows the notes.
    pub notes: bool,
    /// Shows the rules in words.
    pub rules: bool,
    /// Shows version and licences.
    pub about: bool,
    /// The format that was exported last.
    pub export_format: ExportFormat,
}

impl Default for Front {
    fn default() -> Front {
        Front {
            question: None,
            overwrite: Vec::new(),
            after_save: None,
            path_prompt: None,
            palette: None,
            dialog: None,
            shortcuts: false,
            keys_filter: String::new(),
            messages: false,
            notes: false,
            rules: false,
            about: false,
            export_format: ExportFormat::Text(Format::Lines),
        }
    }
}

/// The tour.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TourState {
    /// The step of the tour, while it lasts.
    pub step: Option<TourStep>,
    /// Whether the present step of the tour was carried out, where the document does not tell.
    pub(crate) is_step_done: bool,
}

/// What the text of the clipboard is for, where a command asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasteFor {
    /// It takes the place of the puzzle on the board.
    Board,
    /// Its puzzles are rated and listed as results.
    Rating,
}

/// Text on its way in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InputState {
    /// What a command asked the clipboard for, and until when its text is awaited, in seconds of the window's clock.
    pub awaited_paste: Option<(PasteFor, f64)>,
    /// Text being typed.
    pub draft: Option<(Field, String)>,
}

/// The window as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WindowState {
    /// Whether the pointer rests on the notices.
    pub(crate) reads_notices: bool,
    /// Shows frame times.
    pub frame_times: bool,
    /// Full screen.
    pub full_screen: bool,
}

impl Session {
    /// Whether the left panel is on the screen. With large text, or in a small window, the right one goes first
    /// where both would leave no room for the board.
    pub(super) fn shows_design_panel(&self, ctx: &egui::Context) -> bool {
        const CENTRE: f32 = 340.0;
        let width = ctx.content_rect().width();
        self.panels.left && (!self.panels.right || width >= theme::LEFT_WIDTH + CENTRE + theme::RIGHT_WIDTH)
    }

    /// Whether the left panel shows the overview of the puzzle, where it is on the screen.
    pub(super) const fn has_overview(&self) -> bool {
        let is_one = matches!(self.panels.left_tab, LeftTab::Subject) && self.panels.left;
        is_one && !matches!(self.view, View::Pattern | View::Trace | View::Sheet)
    }

    /// Whether the board is on the screen.
    pub(super) const fn shows_board(&self) -> bool {
        !matches!(self.view, View::Results | View::Sheet)
    }

    /// Whether a window in front takes all keys.
    pub fn has_modal(&self) -> bool {
        self.front.question.is_some()
            || !self.front.overwrite.is_empty()
            || self.front.path_prompt.is_some()
            || self.front.palette.is_some()
            || self.front.shortcuts
            || self.front.messages
            || self.front.notes
            || self.front.rules
            || self.front.about
            || self.front.dialog.is_some()
    }
}
