//! What widgets send: they draw, one place changes things.

use super::analysis::{Exhibit, Pointed};
use super::board::{BoardZoom, BrushKind, PathBrush, RegionStroke, RegionTool, RuleStroke, Stroke, ThemeBrush};
use super::command::Command;
use super::lab::LabAct;
use super::results::{Column, Filter, JobNumber, ResultAct, ResultId};
use super::session::{Dialog, Field, PathUse, Side};
use super::settings::Settings;
use super::sheet::SheetMessage;
use super::solving::Act;
use super::tour::TourStep;
use super::trace::{Replay, TraceTab};
use super::view::{LeftTab, View};
use crate::generate::Method;
use crate::grid::{Cell, CellSet, Digit};
use crate::project::Edit;
use eframe::egui::ColorImage;
use std::path::PathBuf;
use std::sync::Arc;

/// The answer to "save changes?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(super) enum SaveAnswer {
    Save,
    Discard,
    Cancel,
}

/// The answer to "replace it?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OverwriteAnswer {
    /// Replace it.
    Overwrite,
    /// Save somewhere else.
    SaveAs,
    /// Take what the file holds now; the changes here are lost.
    Reload,
    /// Write nothing.
    Cancel,
}

/// A request of a widget.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Message {
    /// Carry a command out.
    Run(Command),
    /// Change the document.
    Edit(Edit),
    /// Change the document; changes of one drag are one step of undo.
    Adjust(Edit),
    /// The stroke is so far now; `None` aborts it.
    Stroke(Option<Stroke>),
    /// The stroke is finished.
    StrokeEnd(Stroke),
    /// Use this tool for the layout, or the brush for clue cells.
    RegionTool(Option<RegionTool>),
    /// Let strokes ask this of the digits of clues, or use the brush for clue cells.
    ThemeBrush(Option<ThemeBrush>),
    /// Constraints of the theme that are being typed.
    ThemeText(String),
    /// Let strokes say where the chosen step of the path stands, or use the brush for clue cells.
    PathBrush(Option<PathBrush>),
    /// The chosen condition of the path while it is being typed; `None` for what the document holds.
    StepText(Option<String>),
    /// The stroke over regions is so far now; `None` aborts it.
    RegionStroke(Option<RegionStroke>),
    /// The stroke over regions is finished.
    RegionStrokeEnd(RegionStroke),
    /// The stroke over rules of the layout is so far now; `None` aborts it.
    RuleStroke(Option<RuleStroke>),
    /// The stroke over rules of the layout is finished.
    RuleStrokeEnd(RuleStroke),
    /// Move the keyboard's cell; its ring shows while keys move it.
    Cursor {
        /// The new cell.
        cell: Cell,
        /// Whether a key moved it.
        by_key: bool,
    },
    /// Show this much of the board.
    BoardZoom(BoardZoom),
    /// Show this in the left panel.
    LeftTab(LeftTab),
    /// Put this puzzle of the document on the board.
    SelectPuzzle(usize),
    /// Go to the state after so many edits.
    GoToEdit(usize),
    /// Use this brush.
    Brush(BrushKind),
    /// Let the digit brush write this digit.
    BrushDigit(Digit),
    /// Show the patterns whose names hold this text.
    PatternFilter(String),
    /// Delete a saved pattern.
    DeletePattern(usize),
    /// Delete a saved layout.
    DeleteLayout(usize),
    /// Show this dialog, or what it holds now.
    Dialog(Dialog),
    /// Use these settings from now on.
    Settings(Box<Settings>),
    /// Put an example on the board.
    Example(usize),
    /// Hide the examples of the first start, for good.
    HideWelcome,
    /// The left or the right panel was dragged to this width.
    PanelWidth(Side, f32),
    /// Go to this step of the tour, or leave the tour.
    Tour(Option<TourStep>),
    /// Put on the clipboard what the export dialog shows.
    CopyExport,
    /// The dialog is finished: do what it says.
    DialogDone(Dialog),
    /// Show another view.
    View(View),
    /// Show the trace after so many steps.
    TraceStep(usize),
    /// The words by which the steps of the trace are listed.
    StepFilter(String),
    /// The list of steps was scrolled to the present one.
    ScrolledToStep,
    /// Show this list in the right panel of the trace view.
    TraceTab(TraceTab),
    /// Draw the chain up to this row of the reasoning, or all of it.
    ReasoningLine(Option<usize>),
    /// Fold the branch below this row of the reasoning, or unfold it.
    FoldReasoning(usize),
    /// The reasoning was scrolled to its row.
    ScrolledToLine,
    /// Steps a second.
    Speed(f32),
    /// What forward and play go through.
    Replay(Replay),
    /// Go on with this one of the possible steps.
    GoOnWith(usize),
    /// The pointer is over words that name these cells.
    Highlight(CellSet),
    /// Solving by hand.
    Solve(Act),
    /// What the board shows in the analysis view.
    Exhibit(Exhibit),
    /// Something in the lab.
    Lab(LabAct),
    /// The pointer or the focus is on this in a list of the analysis view.
    Point(Pointed),
    /// Keep this on the board.
    Choose(Pointed),
    /// List unavoidable sets of up to so many cells.
    SetLimit(usize),
    /// Seek the puzzles with so many clues.
    NClues(usize),
    /// Take this one of the puzzles with few clues into the document.
    TakeFewest(usize),
    /// Stop a job.
    StopJob(JobNumber),
    /// Take a job that ended off the list.
    RemoveJob(JobNumber),
    /// Put the report of a failed job on the clipboard.
    CopyReport(JobNumber),
    /// Which results show.
    FilterResults(Filter),
    /// Text being typed.
    Draft(Field, String),
    /// The text is finished.
    DraftEnd,
    /// Puzzles or patterns as text, and whether Shift was held: then for the puzzle on the board.
    Paste(String, bool),
    /// A picture from the clipboard.
    PastePicture(Arc<ColorImage>),
    /// Read a file; the question about changes comes when it is read.
    OpenFile(PathBuf),
    /// The question about changes is answered.
    SaveAnswer(SaveAnswer),
    /// The question about a file that is there already is answered.
    OverwriteAnswer(OverwriteAnswer),
    /// What the path field holds now.
    PathText(String),
    /// The path field is finished (`true`) or closed.
    PathEnd(PathUse, bool),
    /// What the palette holds now, and the chosen line.
    Palette(String, usize),
    /// Close whatever is in front.
    CloseFront,
    /// Close a notice.
    CloseNotice(u64),
    /// Whether the pointer rests on the notices.
    ReadNotices(bool),
    /// Close all notices.
    CloseNotices,
    /// Search by this method.
    Method(Method),
    /// Show this proposal for a pattern without a puzzle on the board, as long as it is pointed at.
    PointProposal(usize),
    /// Take this proposal with its puzzle.
    TakeProposal(usize),
    /// Whether the figures of the methods at work show.
    SearchDetails(bool),
    /// Show the strategies whose names hold this text.
    StrategyFilter(String),
    /// In the menus of the path, show the strategies whose names hold this text.
    PathFilter(String),
    /// Show the keys whose description holds this text.
    KeysFilter(String),
    /// How many different puzzles to find.
    Wanted(usize),
    /// Take a result into the document.
    TakeResult(ResultId),
    /// Do something with results.
    Result(ResultAct),
    /// Sort the results.
    SortResults(Column),
    /// The sheet designer.
    Sheet(SheetMessage),
    /// Take what a crash left behind (`true`) or throw it away.
    Recover(bool),
}
