//! Lists whose rows are moved by dragging, or with Alt and the arrows.

use super::theme;
use eframe::egui;
use egui::{Key, Modifiers, Rect, Response, Stroke, Ui};

/// Where a row of a list of `n` rows shall go, if it was just moved: by dragging the widget of
/// `response`, or with Alt and an arrow while it has the focus. `row` is the whole row's place,
/// `pitch` the distance from one row to the next. Draws where a dragged row would land.
pub(super) fn moved_row(ui: &Ui, response: &Response, row: Rect, pitch: f32, index: usize, n: usize) -> Option<usize> {
    if response.has_focus() {
        let by = ui.input_mut(|i| {
            isize::from(i.consume_key(Modifiers::ALT, Key::ArrowDown))
                - isize::from(i.consume_key(Modifiers::ALT, Key::ArrowUp))
        });
        if by != 0 {
            return index.checked_add_signed(by).filter(|&to| to < n);
        }
    }
    if !response.dragged() && !response.drag_stopped() {
        return None;
    }
    let pos = response.interact_pointer_pos()?;
    let offset = ((pos.y - row.center().y) / pitch).round() as isize;
    let to = index.saturating_add_signed(offset).min(n - 1);
    if to == index {
        return None;
    }
    if response.drag_stopped() {
        return Some(to);
    }
    // Above the row it pushes down, or below the one it pushes up.
    let lines = to as f32 - index as f32 + if to > index { 1.0 } else { 0.0 };
    let y = row.min.y + lines * pitch - (pitch - row.height()) / 2.0;
    let accent = theme::palette(ui.ctx()).accent;
    ui.painter().hline(row.x_range(), y.round(), Stroke::new(2.0, accent));
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    None
}
