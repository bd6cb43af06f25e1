//! Unavoidable sets and puzzles with few clues on the board.

use super::digits::{Digits, Face};
use super::layout::BoardLayout;
use crate::app::analysis::Pointed;
use crate::app::language::tr;
use crate::app::theme;
use crate::grid::{Cell, CellSet, Digit, Puzzle};
use crate::jobs::{SetOfCells, SetsReport};
use eframe::egui;
use egui::{Align2, FontId, Painter, Rect, Stroke, StrokeKind, Vec2, vec2};

/// Unavoidable sets, and what of them is looked at.
pub(super) struct SetsPicture<'a> {
    pub(super) report: &'a SetsReport,
    pub(super) pointed: Option<Pointed>,
    /// The clues that a click would add.
    pub(super) coming: CellSet,
}

/// The solution with its clues, the set or the bound that is looked at, and the proposed cells.
pub(super) fn paint_sets(painter: &Painter, layout: &BoardLayout, sets: &SetsPicture<'_>, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let (report, shown) = (sets.report, sets.pointed);
    let set = match shown {
        Some(Pointed::Set(cells)) => report.sets.iter().find(|set| set.cells == cells),
        _ => None,
    };
    for cell in sets.coming.iter() {
        painter.rect_filled(layout.cell_rect(cell), 0.0, theme::mix(palette.paper, palette.base, 0.3));
    }
    let is_bound = shown == Some(Pointed::Bound);
    if is_bound {
        for (number, (cells, clues)) in report.bound.parts.iter().enumerate() {
            paint_part(painter, layout, number, cells, *clues);
        }
    }
    for (cell, digit) in report.solution.clues() {
        let rect = layout.cell_rect(cell);
        let is_clue = report.puzzle.get(cell).is_some();
        match set.filter(|set| set.cells.contains(cell)) {
            Some(set) => paint_member_of_set(painter, layout, report, set, cell, digits),
            None if is_clue => digits.paint(painter, layout, Face::Clue, digit, rect.center(), palette.ink),
            None => {
                // On the colours of the bound the accent would be lost.
                let (over, share) = if is_bound { (palette.ink, 0.55) } else { (palette.accent, 0.5) };
                let color = theme::mix(palette.paper, over, share);
                digits.paint(painter, layout, Face::Solved, digit, rect.center(), color);
            }
        }
    }
    for &cell in &report.proposed {
        let is_alone = !is_bound && set.is_none_or(|set| !set.cells.contains(cell));
        paint_plus(painter, layout, cell, is_alone);
    }
}

/// A cell of the set: its digit, and the one of the second solution, one above a diagonal and one below. A clue
/// in it is ringed: because of it the second solution is none.
fn paint_member_of_set(
    painter: &Painter,
    layout: &BoardLayout,
    report: &SetsReport,
    set: &SetOfCells,
    cell: Cell,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    let is_clue = set.hits.contains(cell);
    let color = if set.hits.is_empty() { palette.conflict } else { palette.cover };
    painter.rect_filled(rect, 0.0, theme::mix(palette.paper, color, 0.18));
    let line = Stroke::new(layout.whole_pixels(1.0), theme::mix(palette.paper, color, 0.7));
    painter.line_segment([rect.left_bottom(), rect.right_top()], line);
    let ring = layout.whole_pixels(2.0);
    let outline = theme::mix(palette.paper, color, 0.85);
    painter.rect_stroke(rect.shrink(ring), 2.0, Stroke::new(ring, outline), StrokeKind::Middle);
    if is_clue {
        let inner = rect.shrink(ring * 2.5);
        painter.rect_stroke(inner, 2.0, Stroke::new(ring, palette.base), StrokeKind::Middle);
    }
    let at = Vec2::splat(layout.pitch * 0.22);
    let mut paint = |digit: Option<Digit>, center, color| {
        if let Some(digit) = digit {
            digits.paint(painter, layout, Face::Half, digit, center, color);
        }
    };
    let (first, second) = (report.solution.get(cell), set.second_solution.get(cell));
    paint(first, rect.center() - at, if is_clue { palette.ink } else { palette.accent });
    let strong = if set.hits.is_empty() { palette.conflict } else { theme::mix(palette.cover, palette.ink, 0.35) };
    paint(second, rect.center() + at, strong);
}

/// The cells of a part of the bound, with its number so that colour is not all, and "×2" if it takes two clues.
fn paint_part(painter: &Painter, layout: &BoardLayout, number: usize, cells: &CellSet, clues: usize) {
    let palette = theme::palette(painter.ctx());
    // There are nine colours: the second round is stronger.
    let (color, share) = (theme::mark_colour(number), if (number / 9).is_multiple_of(2) { 0.38 } else { 0.62 });
    let font = FontId::new((layout.pitch * 0.17).max(7.0), theme::semibold());
    let text = if clues == 1 { (number + 1).to_string() } else { format!("{} ×{clues}", number + 1) };
    for cell in cells.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, theme::mix(palette.paper, color, share));
        let ink = theme::mix(palette.paper, palette.ink, 0.8);
        let at = rect.min + vec2(layout.pitch * 0.08, layout.pitch * 0.06);
        painter.text(at, Align2::LEFT_TOP, &text, font.clone(), ink);
    }
}

/// The sign of a proposed cell: a plus in the corner, and a ring where the cell shows nothing else.
fn paint_plus(painter: &Painter, layout: &BoardLayout, cell: Cell, has_ring: bool) {
    let palette = theme::palette(painter.ctx());
    let color = palette.base;
    let ring = layout.cell_rect(cell).shrink(layout.pitch * 0.09);
    if has_ring {
        let stroke = Stroke::new(layout.whole_pixels(2.0), color);
        painter.rect_stroke(ring, layout.pitch * 0.12, stroke, StrokeKind::Inside);
    }
    let centre = layout.round(ring.right_top() + vec2(-0.06, 0.06) * layout.pitch);
    painter.circle_filled(centre, layout.pitch * 0.125, color);
    let (long, short) = (layout.whole_pixels(layout.pitch * 0.15), layout.whole_pixels(layout.pitch * 0.035));
    for size in [vec2(long, short), vec2(short, long)] {
        painter.rect_filled(Rect::from_center_size(centre, size), 0.0, palette.paper);
    }
}

/// The solution, with the clues of the puzzle that the list points at, else those of the present one.
pub(super) fn paint_fewest(
    painter: &Painter,
    layout: &BoardLayout,
    solution: &Puzzle,
    pointed: Option<&Puzzle>,
    puzzle: Option<&Puzzle>,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let Some(clues) = pointed.or(puzzle) else { return };
    for (cell, digit) in solution.clues() {
        let rect = layout.cell_rect(cell);
        if clues.get(cell).is_some() {
            if pointed.is_some() {
                painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.cover, 0.35));
            }
            digits.paint(painter, layout, Face::Clue, digit, rect.center(), palette.ink);
        } else {
            let color = theme::mix(palette.paper, palette.accent, 0.5);
            digits.paint(painter, layout, Face::Solved, digit, rect.center(), color);
        }
    }
}

/// What sets say about a cell, for its name: "7 or 2", "proposed".
pub(super) fn sets_name(report: &SetsReport, pointed: Option<Pointed>, cell: Cell) -> Option<String> {
    let mut parts = Vec::new();
    let set = match pointed {
        Some(Pointed::Set(cells)) if cells.contains(cell) => report.sets.iter().find(|set| set.cells == cells),
        Some(Pointed::Bound) => {
            let number = report.bound.parts.iter().position(|(cells, _)| cells.contains(cell));
            parts.extend(number.map(|number| tr!("part {number}", number = number + 1)));
            None
        }
        _ => None,
    };
    if let Some((a, b)) = set.and_then(|set| report.solution.get(cell).zip(set.second_solution.get(cell))) {
        parts.push(tr!("{a} or {b}", a, b));
    }
    if report.proposed.contains(&cell) {
        parts.push(tr!("proposed").to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}
