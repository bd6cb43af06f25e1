//! What is about looking at the board.

use super::path_marks::PathBrush;
use super::regions::{RegionStroke, RegionTool};
use super::rule_stroke::RuleStroke;
use super::stroke::{Asking, BrushKind, Stroke};
use super::theme_marks::ThemeBrush;
use super::zoom::BoardZoom;
use crate::grid::{Cell, CellSet, Digit};

/// The keyboard's cell, the brush, and how much of the board is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardState {
    /// The keyboard's cell.
    pub cursor: Cell,
    /// Whether its ring shows: not while the mouse does the work.
    pub shows_cursor: bool,
    /// How much of the board is shown.
    pub zoom: BoardZoom,
    /// Cells that a word under the pointer names.
    pub highlight: CellSet,
    /// What a stroke does.
    pub brush: BrushKind,
    /// The digit of the digit brush.
    pub brush_digit: Digit,
    /// A stroke of the brush in progress.
    pub(crate) stroke: Option<Stroke>,
    /// The tool for the layout; none while clue cells are painted.
    pub region_tool: Option<RegionTool>,
    /// A stroke over regions in progress.
    pub(crate) region_stroke: Option<RegionStroke>,
    /// A stroke over rules of the layout in progress.
    pub(crate) rule_stroke: Option<RuleStroke>,
    /// The house or group that was painted last.
    pub painted_set: Option<CellSet>,
    /// What a stroke asks of the digits of clues; none while clue cells or regions are painted.
    pub theme_brush: Option<ThemeBrush>,
    /// Constraints of the theme that are being typed.
    pub theme_text: String,
    /// The chosen step of the path and what a stroke says of it; none while the path is not worked on.
    pub path_brush: Option<PathBrush>,
    /// The chosen condition of the path while it is being typed.
    pub path_text: Option<String>,
    /// Whether the cells show that the cell under the pointer sees.
    pub shows_seen: bool,
}

impl Default for BoardState {
    fn default() -> BoardState {
        BoardState {
            cursor: Cell::default(),
            shows_cursor: true,
            zoom: BoardZoom::WHOLE,
            highlight: CellSet::EMPTY,
            brush: BrushKind::Toggle,
            brush_digit: Digit::new(1),
            stroke: None,
            region_tool: None,
            region_stroke: None,
            rule_stroke: None,
            painted_set: None,
            theme_brush: None,
            theme_text: String::new(),
            path_brush: None,
            path_text: None,
            shows_seen: false,
        }
    }
}

impl BoardState {
    /// What strokes ask for where they are not about clue cells or regions.
    pub(crate) fn asking(&self) -> Option<Asking> {
        let path = self.path_brush.map(Asking::Path);
        self.theme_brush.map(Asking::Theme).or(path)
    }
}
