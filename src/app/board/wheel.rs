//! Enlarging the board by the wheel and by pinching.

use super::layout::BoardLayout;
use super::zoom::BoardZoom;
use eframe::egui;
use egui::{PointerButton, Response, Ui, Vec2};

/// The wheel, with Ctrl, and pinching change the size of the board under the pointer; the wheel alone and the middle
/// button move what is enlarged. Says how much of the board is shown then, if that changes.
pub(super) fn follow_wheel(zoom: BoardZoom, ui: &Ui, layout: &BoardLayout, response: &Response) -> Option<BoardZoom> {
    if !response.contains_pointer() {
        return None;
    }
    let (pos, by, scrolled, drag) = ui.input(|i| {
        let is_middle = i.pointer.button_down(PointerButton::Middle);
        let drag = if is_middle { i.pointer.delta() } else { Vec2::ZERO };
        (i.pointer.hover_pos(), i.zoom_delta(), i.smooth_scroll_delta(), drag)
    });
    let pos = pos?;
    let mut next = zoom;
    if (by - 1.0).abs() > 1e-4 {
        next = zoom.around(layout.rect, layout.room, pos, by);
    } else if zoom.is_on() && scrolled + drag != Vec2::ZERO {
        next = zoom.moved(layout.rect, scrolled + drag);
    }
    (next != zoom).then_some(next)
}
