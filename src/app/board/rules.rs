//! The marks of a layout's rules on the board.

use super::layout::BoardLayout;
use crate::app::theme;
use crate::grid::{Cell, CellSet, LayoutMark};
use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, Vec2, vec2};

/// Height of the smallest label that is painted; in small pictures nobody could read it.
const LEAST_LABEL: f32 = 5.0;

/// Paints them below lines and digits.
pub(in crate::app) fn paint_rules(painter: &Painter, layout: &BoardLayout) {
    let palette = theme::palette(painter.ctx());
    let grey = theme::mix(palette.paper, palette.ink, 0.18);
    let tints = [
        (palette.ink, 0.09),
        (palette.cover, 0.22),
        (palette.fin, 0.22),
        (palette.base, 0.2),
        (palette.ink, 0.2),
        (palette.chain, 0.2),
        (palette.cover, 0.42),
        (palette.conflict, 0.2),
        (palette.base, 0.4),
    ];
    for mark in layout.shape.marks() {
        match mark {
            LayoutMark::Tint(cells, tint) => {
                let (color, share) = tints[tint % tints.len()];
                for cell in cells.iter() {
                    painter.rect_filled(layout.cell_rect(cell), 0.0, theme::mix(palette.paper, color, share));
                }
            }
            LayoutMark::Line(from, to) => paint_line(painter, layout, from, to),
            LayoutMark::Cage(cells) => paint_cage(painter, layout, &cells, theme::mix(palette.paper, palette.ink, 0.6)),
            LayoutMark::Odd(cell) => {
                painter.circle_filled(layout.cell_rect(cell).center(), 0.38 * layout.pitch, grey);
            }
            LayoutMark::Even(cell) => {
                let side = Vec2::splat(0.72 * layout.pitch);
                painter.rect_filled(Rect::from_center_size(layout.cell_rect(cell).center(), side), 0.0, grey);
            }
            LayoutMark::Allowed(cell, digits) => {
                let text: String = digits.iter().map(|digit| digit.to_string()).collect();
                // Many digits are small enough to fit.
                let size = (0.2 * layout.pitch).min(1.4 * layout.pitch / text.len().max(1) as f32);
                if size < LEAST_LABEL {
                    continue;
                }
                let place = layout.cell_rect(cell).center_top() + vec2(0.0, 0.04 * layout.pitch);
                let color = theme::mix(palette.paper, palette.ink, 0.7);
                painter.text(place, Align2::CENTER_TOP, text, FontId::proportional(size), color);
            }
        }
    }
}

/// The lines among the marks, for where the cells are filled.
pub(super) fn paint_rule_lines(painter: &Painter, layout: &BoardLayout) {
    for mark in layout.shape.marks() {
        if let LayoutMark::Line(from, to) = mark {
            paint_line(painter, layout, from, to);
        }
    }
}

/// A thin line through cells, into the corners of the grid if it ends there.
fn paint_line(painter: &Painter, layout: &BoardLayout, from: Cell, to: Cell) {
    let palette = theme::palette(painter.ctx());
    let ends = layout.shape.line_ends(from, to).map(|(x, y)| layout.rect.min + layout.pitch * vec2(x, y));
    let stroke = Stroke::new(layout.whole_pixels(1.5), theme::mix(palette.paper, palette.ink, 0.38));
    painter.line_segment(ends, stroke);
}

/// A dashed line inside the border of a set of cells.
pub(super) fn paint_cage(painter: &Painter, layout: &BoardLayout, cells: &CellSet, color: Color32) {
    let stroke = Stroke::new(layout.whole_pixels(1.0), color);
    let dash = 0.07 * layout.pitch;
    for line in layout.shape.cage_lines(cells, 0.08) {
        let ends = line.map(|(x, y)| layout.rect.min + layout.pitch * vec2(x, y));
        painter.extend(Shape::dashed_line(&ends, stroke, dash, dash));
    }
}
