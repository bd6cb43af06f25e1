//! A changed pattern over the one on the board.

use super::digits::{Digits, Face};
use super::layout::BoardLayout;
use crate::app::theme;
use crate::generate::mend::Proposal;
use eframe::egui;
use egui::{Painter, Stroke, StrokeKind};

/// Ghosts of what a click would change: new clue cells framed, those that go crossed out, and the digits of the puzzle.
pub(super) fn paint_proposal(painter: &Painter, layout: &BoardLayout, proposal: &Proposal, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let puzzle = proposal.found.puzzle();
    if puzzle.shape() != layout.shape {
        return;
    }
    let (added, dropped) = (proposal.change.added_cells(), proposal.change.dropped_cells());
    let width = layout.whole_pixels(2.0);
    for cell in added.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.accent, 0.25));
        painter.rect_stroke(rect.shrink(width), 0.0, Stroke::new(width, palette.accent), StrokeKind::Inside);
    }
    for cell in dropped.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.pattern, 0.15));
        let cross = rect.shrink(layout.pitch * 0.25);
        let stroke = Stroke::new(width, palette.conflict);
        painter.line_segment([cross.left_top(), cross.right_bottom()], stroke);
        painter.line_segment([cross.right_top(), cross.left_bottom()], stroke);
    }
    for (cell, digit) in puzzle.clues() {
        let color = if added.contains(cell) { palette.accent } else { theme::mix(palette.pattern, palette.paper, 0.6) };
        digits.paint(painter, layout, Face::Clue, digit, layout.cell_rect(cell).center(), color);
    }
}
