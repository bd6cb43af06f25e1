//! The picture of the board while somebody solves by hand: selection, digits, pencil marks, colours, lines, hints.

use super::digits::{Digits, Face};
use super::evidence::{CORNERS, paint_element, paint_highlight};
use super::layout::BoardLayout;
use super::paint::paint_lines;
use super::rules::paint_rules;
use crate::app::solving::{DrawnLine, Filtered, HintLevel, Marks, Solving};
use crate::app::theme;
use crate::grid::{Cell, CellSet, Digit};
use crate::logic::{Drawing, Element, Tint};
use eframe::egui;
use egui::{Color32, FontId, Painter, Rect, Stroke, StrokeKind, Ui, vec2};

/// Paints the board with what is entered by hand.
pub(super) fn paint_by_hand(solving: &Solving, highlight: &CellSet, ui: &Ui, layout: &BoardLayout, has_focus: bool) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    paint_rules(painter, layout);
    let mut digits = Digits::new(layout);
    let picture = match &solving.hint {
        Some(hint) if hint.level == HintLevel::Concrete => {
            hint.step.as_ref().map(|(step, board)| Drawing::new(board.clone(), Some(step)))
        }
        _ => None,
    };
    let elements = picture.as_ref().map_or_else(Vec::new, Drawing::elements);
    let is_house = |element: &Element<'_>| matches!(element, Element::Tint(_, tint) if *tint != Tint::Placed);
    for &element in elements.iter().filter(|element| is_house(element)) {
        paint_element(painter, layout, element, false, &mut digits);
    }
    let is_in_step = |cell: Cell| picture.iter().flat_map(|p| &p.marks).any(|(candidate, _)| candidate.cell == cell);
    let (conflicts, filtered) = (solving.conflicts(), solving.filtered());
    let pointed = solving.digit(solving.cursor).filter(|_| has_focus && filtered.is_none());
    for cell in layout.shape.cells() {
        let rect = layout.cell_rect(cell);
        paint_colours(painter, rect, solving.marks(cell));
        // The same digit elsewhere stands out a little.
        if pointed.is_some() && solving.digit(cell) == pointed {
            painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.10));
        }
        if let Some(filtered) = &filtered {
            paint_filter(painter, layout, filtered, cell);
        }
    }
    paint_drawn_lines(painter, layout, solving);
    for cell in layout.shape.cells() {
        let rect = layout.cell_rect(cell);
        let marks = solving.marks(cell);
        if let Some(digit) = solving.digit(cell) {
            let is_clue = solving.puzzle().get(cell).is_some();
            let is_bad = conflicts.contains(cell) || solving.wrong.contains(cell);
            let (face, color) = if is_clue { (Face::Clue, palette.ink) } else { (Face::Solved, palette.accent) };
            let color = if is_bad && !is_clue { palette.conflict } else { color };
            digits.paint(painter, layout, face, digit, rect.center(), color);
        } else if !is_in_step(cell) {
            paint_marks(painter, layout, rect, marks, &mut digits);
        }
        if conflicts.contains(cell) || solving.wrong.contains(cell) {
            paint_wrong(painter, layout, rect);
        }
    }
    // The step shows in cells that are still open.
    let is_shown = |cell: Cell| solving.digit(cell).is_none() && is_in_step(cell);
    for &element in elements.iter().filter(|element| !is_house(element) && element.cell().is_none_or(is_shown)) {
        paint_element(painter, layout, element, false, &mut digits);
    }
    paint_selection(painter, layout, &solving.selected);
    paint_lines(painter, layout, &CellSet::EMPTY);
    if has_focus {
        let width = layout.whole_pixels(2.0);
        let rect = layout.cell_rect(solving.cursor).shrink(width);
        painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
    paint_highlight(painter, layout, highlight);
}

/// Cells that hold the digit are dark, those that may hold it have a ring; all others recede.
fn paint_filter(painter: &Painter, layout: &BoardLayout, filtered: &Filtered, cell: Cell) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    if filtered.holding.contains(cell) {
        painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.35));
    } else if filtered.open.contains(cell) {
        painter.rect_filled(rect, 0.0, palette.base.gamma_multiply(0.22));
        let width = layout.whole_pixels(2.0);
        let ring = rect.shrink(layout.whole_pixels(3.0));
        painter.rect_stroke(ring, 3.0, Stroke::new(width, palette.base), StrokeKind::Inside);
    } else {
        painter.rect_filled(rect, 0.0, palette.soft.gamma_multiply(0.22));
    }
}

/// The lines between cells, and the one that is being drawn.
fn paint_drawn_lines(painter: &Painter, layout: &BoardLayout, solving: &Solving) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(layout.pitch * 0.07);
    let line = |line: DrawnLine, share: f32| {
        let color = theme::mix(palette.paper, palette.chain, share);
        let ends = line.ends().map(|cell| layout.cell_rect(cell).center());
        painter.line_segment(ends, Stroke::new(width, color));
        for end in ends {
            painter.circle_filled(end, width * 1.4, color);
        }
    };
    for &drawn in solving.lines() {
        line(drawn, 0.7);
    }
    if let Some(drawn) = solving.line_from.and_then(|start| DrawnLine::new(start, solving.cursor)) {
        line(drawn, 0.4);
    }
}

/// Colours side by side, each as a stripe.
fn paint_colours(painter: &Painter, rect: Rect, marks: Marks) {
    let palette = theme::palette(painter.ctx());
    let n = marks.colours.len();
    for (at, colour) in marks.colours.iter().enumerate() {
        let (left, right) = (at as f32 / n as f32, (at + 1) as f32 / n as f32);
        let stripe = Rect::from_min_max(
            rect.min + vec2(rect.width() * left, 0.0),
            rect.min + vec2(rect.width() * right, rect.height()),
        );
        painter.rect_filled(stripe, 0.0, theme::mix(palette.paper, theme::mark_colour(colour.index()), 0.45));
    }
}

fn paint_marks(painter: &Painter, layout: &BoardLayout, rect: Rect, marks: Marks, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let color = theme::mix(palette.accent, palette.ink, 0.25);
    let n_corner = marks.corner.len();
    for (at, digit) in marks.corner.iter().enumerate() {
        let place = if n_corner <= CORNERS.len() {
            rect.min + CORNERS[at].to_vec2() * layout.pitch
        } else {
            layout.candidate_rect(Cell::from_index(0), digit).center() - layout.rect.min.to_vec2() + rect.min.to_vec2()
        };
        digits.paint(painter, layout, Face::Mark, digit, place, color);
    }
    if marks.centre.is_empty() {
        return;
    }
    let text: String = marks.centre.iter().map(Digit::to_char).collect();
    let size = (layout.pitch * 0.27).min(layout.pitch * 1.35 / text.len().max(1) as f32);
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), color);
    let ink = galley.mesh_bounds.center();
    painter.galley(layout.round(rect.center() - ink.to_vec2()), galley, color);
}

/// A filled corner and a stroke: colour is not all.
fn paint_wrong(painter: &Painter, layout: &BoardLayout, rect: Rect) {
    let palette = theme::palette(painter.ctx());
    let side = layout.pitch * 0.24;
    let corner = rect.right_top();
    let points = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
    painter.add(egui::Shape::convex_polygon(points, palette.conflict, Stroke::NONE));
}

/// A band inside the selected cells, along the edge of the whole selection.
fn paint_selection(painter: &Painter, layout: &BoardLayout, selected: &CellSet) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(4.0);
    let color: Color32 = palette.accent.gamma_multiply(0.55);
    let shape = layout.shape;
    for cell in selected.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.10));
        let (row, col) = (shape.row(cell), shape.col(cell));
        let has = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < shape.n() && col < shape.n() => selected.contains(shape.cell(row, col)),
            _ => false,
        };
        let edges = [
            (has(row.checked_sub(1), Some(col)), Rect::from_min_max(rect.min, rect.right_top() + vec2(0.0, width))),
            (has(Some(row + 1), Some(col)), Rect::from_min_max(rect.left_bottom() - vec2(0.0, width), rect.max)),
            (has(Some(row), col.checked_sub(1)), Rect::from_min_max(rect.min, rect.left_bottom() + vec2(width, 0.0))),
            (has(Some(row), Some(col + 1)), Rect::from_min_max(rect.right_top() - vec2(width, 0.0), rect.max)),
        ];
        for (_, band) in edges.into_iter().filter(|(is_inner, _)| !is_inner) {
            painter.rect_filled(band, 0.0, color);
        }
    }
}
