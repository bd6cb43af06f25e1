//! What is about looking: never saved in a project, never undone.

use super::analysis::{Exhibit, Pointed};
use super::board::BrushKind;
use super::board::{BoardZoom, Stroke};
use super::command::Command;
use super::export::{ExportFormat, ExportState};
use super::io::Made;
use super::lab::Recipe;
use super::manual::Manual;
use super::picture::PictureState;
use super::results::Selection;
use super::sheet::SheetState;
use super::theme;
use super::tour::TourStep;
use super::trace::Replay;
use super::view::View;
use crate::formats::Format;
use crate::generate::Method;
use crate::grid::{Cell, CellSet, Digit, Puzzle};
use crate::logic::Goal;
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

/// What the left panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LeftTab {
    /// What the view is about: the design, the steps, the pages.
    #[default]
    Subject,
    Puzzles,
    History,
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
}

/// The command palette.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PaletteState {
    /// What is typed so far.
    pub text: String,
    /// The chosen line.
    pub chosen: usize,
}

/// Everything about looking.
#[derive(Clone, PartialEq, Debug)]
pub struct Session {
    /// What the board shows.
    pub view: View,
    /// The keyboard's cell.
    pub cursor: Cell,
    /// Whether its ring shows: not while the mouse does the work.
    pub shows_cursor: bool,
    /// How much of the board is shown.
    pub board_zoom: BoardZoom,
    /// Steps of the trace carried out.
    pub trace_step: usize,
    /// When the next step is due while the trace plays, in seconds of the window's clock.
    pub next_step_at: Option<f64>,
    /// Steps a second.
    pub speed: f32,
    /// What forward and play go through.
    pub replay: Replay,
    /// Cells that a word under the pointer names.
    pub highlight: CellSet,
    /// What the board shows in the analysis view.
    pub exhibit: Exhibit,
    /// Until when pasted text takes the place of the puzzle on the board, in seconds of the window's clock.
    pub paste_over_until: Option<f64>,
    /// What is chosen in the lab.
    pub lab: Recipe,
    /// What of its list the pointer or the focus is on.
    pub pointed: Option<Pointed>,
    /// What of its list was chosen.
    pub chosen: Option<Pointed>,
    /// Largest unavoidable sets that are listed.
    pub set_limit: usize,
    /// Number of clues of which all puzzles are sought, if it was chosen.
    pub n_clues: Option<usize>,
    /// Whether the list of steps has yet to scroll to the present one.
    pub scroll_to_step: bool,
    /// By which words the steps of the trace are listed; all of them if there is none.
    pub step_filter: String,
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
    /// A puzzle that was on the board when this difficulty was chosen, and whether it has to be minimal: it stays if it
    /// is as wanted.
    pub(crate) on_trial: Option<(Puzzle, Goal, bool)>,
    /// Whether the pointer rests on the notices.
    pub(crate) reads_notices: bool,
    /// Text being typed.
    pub draft: Option<(Field, String)>,
    /// What the left panel shows.
    pub left_tab: LeftTab,
    /// What a stroke does.
    pub brush: BrushKind,
    /// The digit of the digit brush.
    pub brush_digit: Digit,
    /// Shows the patterns whose names hold this text.
    pub pattern_filter: String,
    /// A dialog in front.
    pub dialog: Option<Dialog>,
    /// Shows the left panel.
    pub design_panel: bool,
    /// Shows the right panel.
    pub strategy_panel: bool,
    /// Shows keys and mouse.
    pub shortcuts: bool,
    /// Shows the keys whose description holds this text.
    pub keys_filter: String,
    /// The step of the tour, while it lasts.
    pub tour: Option<TourStep>,
    /// Whether the present step of the tour was carried out, where the document does not tell.
    pub(crate) is_tour_step_done: bool,
    /// Shows earlier messages.
    pub messages: bool,
    /// Shows the notes.
    pub notes: bool,
    /// Shows version and licences.
    pub about: bool,
    /// Shows frame times.
    pub frame_times: bool,
    /// Full screen.
    pub full_screen: bool,
    /// Shows the strategies whose names hold this text.
    pub strategy_filter: String,
    /// How to search.
    pub method: Method,
    /// Shows the figures of the methods at work.
    pub search_details: bool,
    /// How many different puzzles to find.
    pub n_wanted: usize,
    /// The format that was exported last.
    pub export_format: ExportFormat,
    /// Which results are selected.
    pub selection: Selection,
    /// The sheet designer.
    pub sheet: SheetState,
    pub(crate) stroke: Option<Stroke>,
}

impl Session {
    /// Whether the left panel is on the screen. With large text, or in a small window, the right one goes first
    /// where both would leave no room for the board.
    pub(super) fn shows_design_panel(&self, ctx: &egui::Context) -> bool {
        const CENTRE: f32 = 340.0;
        let width = ctx.content_rect().width();
        self.design_panel && (!self.strategy_panel || width >= theme::LEFT_WIDTH + CENTRE + theme::RIGHT_WIDTH)
    }
}

impl Default for Session {
    fn default() -> Session {
        Session {
            view: View::Pattern,
            cursor: Cell::default(),
            shows_cursor: true,
            board_zoom: BoardZoom::WHOLE,
            trace_step: 0,
            next_step_at: None,
            speed: 2.0,
            replay: Replay::Steps,
            highlight: CellSet::EMPTY,
            exhibit: Exhibit::Solutions,
            paste_over_until: None,
            lab: Recipe::default(),
            pointed: None,
            chosen: None,
            set_limit: 12,
            n_clues: None,
            scroll_to_step: false,
            step_filter: String::new(),
            question: None,
            overwrite: Vec::new(),
            after_save: None,
            path_prompt: None,
            palette: None,
            on_trial: None,
            reads_notices: false,
            draft: None,
            left_tab: LeftTab::Subject,
            brush: BrushKind::Toggle,
            brush_digit: Digit::new(1),
            pattern_filter: String::new(),
            dialog: None,
            design_panel: true,
            strategy_panel: true,
            shortcuts: false,
            keys_filter: String::new(),
            tour: None,
            is_tour_step_done: false,
            messages: false,
            notes: false,
            about: false,
            frame_times: false,
            full_screen: false,
            strategy_filter: String::new(),
            method: Method::Auto,
            search_details: false,
            n_wanted: 50,
            export_format: ExportFormat::Text(Format::Lines),
            selection: Selection::default(),
            sheet: SheetState::default(),
            stroke: None,
        }
    }
}

impl Session {
    /// Whether the left panel shows the overview of the puzzle, where it is on the screen.
    pub(super) const fn has_overview(&self) -> bool {
        let is_one = matches!(self.left_tab, LeftTab::Subject) && self.design_panel;
        is_one && !matches!(self.view, View::Pattern | View::Trace | View::Sheet)
    }

    /// Whether the board is on the screen.
    pub(super) const fn shows_board(&self) -> bool {
        !matches!(self.view, View::Results | View::Sheet)
    }

    /// Whether a window in front takes all keys.
    pub fn has_modal(&self) -> bool {
        self.question.is_some()
            || !self.overwrite.is_empty()
            || self.path_prompt.is_some()
            || self.palette.is_some()
            || self.shortcuts
            || self.messages
            || self.notes
            || self.about
            || self.dialog.is_some()
    }
}
