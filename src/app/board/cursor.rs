//! The keyboard on the board.

use crate::grid::{Cell, Shape};
use eframe::egui;
use egui::{Id, Key, Modifiers};

/// The board as the keyboard's target.
pub(in crate::app) fn board_id() -> Id {
    Id::unique("board")
}

/// Arrows go cell by cell, with Ctrl box by box, or three cells where there are no boxes; Home and End to the ends of the
/// row, with Ctrl to the corners.
pub(super) fn moved_cursor(shape: Shape, cursor: Cell, key: Key, modifiers: Modifiers) -> Cell {
    let (row, col) = (shape.row(cursor), shape.col(cursor));
    let last = shape.n() - 1;
    let is_far = modifiers.command;
    let (step_row, step_col) = if is_far { shape.boxes().unwrap_or((3, 3)) } else { (1, 1) };
    match key {
        Key::ArrowUp => shape.cell(row.saturating_sub(step_row), col),
        Key::ArrowDown => shape.cell((row + step_row).min(last), col),
        Key::ArrowLeft => shape.cell(row, col.saturating_sub(step_col)),
        Key::ArrowRight => shape.cell(row, (col + step_col).min(last)),
        Key::Home => shape.cell(if is_far { 0 } else { row }, 0),
        Key::End => shape.cell(if is_far { last } else { row }, last),
        _ => cursor,
    }
}
