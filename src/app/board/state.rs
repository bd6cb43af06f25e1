//! What is about looking at the board.

use super::regions::{RegionStroke, RegionTool};
use super::rule_stroke::RuleStroke;
use super::stroke::{BrushKind, Stroke};
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
            shows_seen: false,
        }
    }
}
