//! The brush for the theme of clues, and its marks on the board.

use super::layout::BoardLayout;
use crate::app::theme;
use crate::grid::{Cell, CellSet, ClueConstraint, DigitSet, Pattern, Theme};
use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Vec2, vec2};

/// What a stroke asks of the clues that it touches; the other mouse button asks nothing of them any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeBrush {
    /// Each has one of these digits.
    Digits(DigitSet),
    /// All have the same digit.
    Equal,
    /// No two have the same digit.
    Different,
    /// They ascend along the stroke.
    Ascending,
}

impl ThemeBrush {
    /// The odd ones of N digits.
    pub(in crate::app) fn odd(n: usize) -> DigitSet {
        DigitSet(DigitSet::all(n).0 & 0x5555)
    }

    /// The even ones of N digits.
    pub(in crate::app) fn even(n: usize) -> DigitSet {
        DigitSet(DigitSet::all(n).0 & 0xaaaa)
    }

    /// The lower half of N digits, without the middle one.
    pub(in crate::app) fn low(n: usize) -> DigitSet {
        DigitSet::all(n / 2)
    }

    /// The upper half of N digits, without the middle one.
    pub(in crate::app) fn high(n: usize) -> DigitSet {
        DigitSet(DigitSet::all(n).0 & !DigitSet::all(n - n / 2).0)
    }

    /// The theme after a stroke over these cells, of which only those with clues count; `erases` for the other button.
    pub(in crate::app) fn applied(self, theme: &Theme, pattern: &Pattern, path: &[Cell], erases: bool) -> Theme {
        let path: Vec<Cell> = path.iter().copied().filter(|&cell| pattern.contains(cell)).collect();
        let cells: CellSet = path.iter().copied().collect();
        let theme = theme.clone();
        if erases {
            return theme.without_cells(&cells);
        }
        match self {
            ThemeBrush::Digits(digits) => theme.with_digits(&cells, digits),
            _ if path.len() < 2 => theme,
            ThemeBrush::Equal => theme.with(ClueConstraint::Equal(cells)),
            ThemeBrush::Different => theme.with(ClueConstraint::Different(cells)),
            ThemeBrush::Ascending => theme.with(ClueConstraint::Ascending(path)),
        }
    }
}

/// Paints what the theme asks of clues in the lower corners of their cells, and strokes of ascending clues; marks of the
/// layout stand elsewhere.
pub(super) fn paint_theme(painter: &Painter, layout: &BoardLayout, pattern: &Pattern, asked: &Theme) {
    let palette = theme::palette(painter.ctx());
    let n = layout.shape.n();
    let color = theme::mix(palette.pattern, palette.paper, 0.85);
    let mut groups: Vec<String> = vec![String::new(); layout.shape.n_cells()];
    let (mut n_equal, mut n_different) = (0, 0);
    for constraint in asked.constraints() {
        match constraint {
            ClueConstraint::Equal(cells) => {
                n_equal += 1;
                cells.iter().for_each(|cell| groups[cell.index()] += &format!("={n_equal} "));
            }
            ClueConstraint::Different(cells) => {
                n_different += 1;
                cells.iter().for_each(|cell| groups[cell.index()] += &format!("\u{2260}{n_different} "));
            }
            ClueConstraint::Ascending(cells) => paint_stroke(painter, layout, pattern, cells, color),
            _ => {}
        }
    }
    for cell in pattern.cells.iter() {
        let rect = layout.cell_rect(cell);
        let inset = 0.07 * layout.pitch;
        if let Some(digits) = asked.digits_for(cell) {
            paint_digits(painter, layout, rect, digits, n, color);
        }
        let group = groups[cell.index()].trim_end();
        if !group.is_empty() {
            let size = (0.165 * layout.pitch).min(1.2 * layout.pitch / group.chars().count().max(1) as f32);
            let at = rect.right_bottom() - vec2(inset, 0.01 * layout.pitch);
            painter.text(at, Align2::RIGHT_BOTTOM, group, FontId::proportional(size), color);
        }
    }
}

/// A disc for odd digits, a square for even ones, the digits themselves for others.
fn paint_digits(painter: &Painter, layout: &BoardLayout, rect: Rect, digits: DigitSet, n: usize, color: Color32) {
    let side = 0.15 * layout.pitch;
    let center = rect.left_bottom() + vec2(0.15, -0.14) * layout.pitch;
    let stroke = Stroke::new(layout.whole_pixels(1.5), color);
    if digits == ThemeBrush::odd(n) {
        painter.circle_stroke(center, side / 2.0, stroke);
    } else if digits == ThemeBrush::even(n) {
        let square = Rect::from_center_size(center, Vec2::splat(side));
        painter.rect_stroke(square, 0.0, stroke, egui::StrokeKind::Middle);
    } else {
        let text: String = digits.iter().map(|digit| digit.to_string()).collect();
        let size = (0.165 * layout.pitch).min(1.3 * layout.pitch / text.len().max(1) as f32);
        let at = rect.left_bottom() + vec2(0.07, -0.01) * layout.pitch;
        painter.text(at, Align2::LEFT_BOTTOM, text, FontId::proportional(size), color);
    }
}

/// A line through the clues with an arrow head at the last, below the middle of the cells.
fn paint_stroke(painter: &Painter, layout: &BoardLayout, pattern: &Pattern, cells: &[Cell], color: Color32) {
    let points: Vec<egui::Pos2> = cells
        .iter()
        .filter(|&&cell| pattern.contains(cell))
        .map(|&cell| layout.cell_rect(cell).center() + vec2(0.0, 0.36 * layout.pitch))
        .collect();
    let palette = theme::palette(painter.ctx());
    let stroke = Stroke::new(layout.whole_pixels(1.5), theme::mix(color, palette.accent, 0.6));
    for pair in points.windows(2) {
        painter.line_segment([pair[0], pair[1]], stroke);
    }
    if let [.., before, last] = points[..] {
        let along = (last - before).normalized() * (0.12 * layout.pitch);
        let across = along.rot90() * 0.6;
        painter.line_segment([last, last - along + across], stroke);
        painter.line_segment([last, last - along - across], stroke);
    }
}

/// The cells of a stroke in progress.
pub(super) fn paint_theme_stroke(painter: &Painter, layout: &BoardLayout, cells: &CellSet) {
    let palette = theme::palette(painter.ctx());
    for cell in cells.iter() {
        painter.rect_filled(layout.cell_rect(cell), 0.0, palette.accent.gamma_multiply(0.35));
    }
}
