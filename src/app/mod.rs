//! The studio: the window, the only part that knows egui.
//!
//! `ui` functions draw and send messages; [`App`] alone changes things, in
//! `update/`. What is about looking is in [`Session`], what can be recomputed in
//! [`Live`], the document in [`crate::project`].

mod advice;
mod analysis;
mod asker;
mod board;
mod buttons;
mod command;
mod dialogs;
mod disk;
mod export;
mod focus;
mod frame_log;
mod help;
mod heuristics;
mod import;
mod io;
mod lab;
mod language;
mod layouts;
mod library;
mod live;
mod manual;
mod mending;
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
mod studio;
mod theme;
mod tour;
mod trace;
mod update;
mod view;
mod viewer;
mod welcome;
mod widgets;
mod window;
mod wording;

pub use analysis::{AnalysisState, Exhibit, Hunt, Level, Pointed};
#[cfg(test)]
pub(crate) use board::painted_figures;
pub use board::{BoardState, BoardZoom, BrushKind, PathBrush, RegionTool, RuleBrush, ThemeBrush};
pub use command::{Command, Menu};
pub use dialogs::{Ask, Dialogs};
pub use export::{ExportFormat, ExportSource, ExportState};
pub use frame_log::FrameFigures;
pub use help::Topic;
pub use io::Made;
pub use lab::{Experiment, FewestPoint, Lab, LabPhases, LabState, Recipe, Record, Scene, SurveyRecord};
pub use layouts::GalleryState;
pub use library::{Library, Named, NamedLayout};
pub use live::{Live, LiveState, Shown, Verdict};
pub use manual::Manual;
pub use mending::Mending;
pub use notices::{Notice, Notices, Severity};
pub use picture::{PatternPicture, PictureState};
pub use results::{
    Column, Filter, Gallery, GalleryEntry, Job, JobNumber, JobState, JobWork, Jobs, ResultId, ResultsState, Selection,
};
pub use session::{
    After, Dialog, Field, Front, InputState, Overwrite, PaletteState, PathPrompt, PathUse, SearchState, Session,
    TourState, WindowState,
};
pub use settings::{ResultsStyle, Settings};
pub use sheet::{SheetState, Source, Zoom};
pub use solving::{Act, Entries, Filtered, Hint, HintLevel, Marks, Solving, Solvings, Tool};
pub use studio::{App, StartOptions};
pub use theme::Colours;
pub use tour::TourStep;
pub use trace::{Path as TracePath, Replay, ShownStep, TraceState, TraceTab};
pub use view::{LeftTab, PanelState, View};
pub use viewer::Viewer;
pub use window::run;
