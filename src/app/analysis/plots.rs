//! Curves and bars over the steps of a trace.

use super::Figures;
use crate::app::theme::{self, Palette};
use crate::app::trace::{effort, family_colour};
use crate::app::widgets::left_label;
use crate::logic::{Moment, StrategyId};
use eframe::egui;
use egui::{Align2, FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

/// Difficulty of each step: a bar in the colour of the strategy, and the curve over them. Gives the
/// step that was clicked.
pub(super) fn curve_ui(ui: &mut Ui, size: Vec2, figures: &Figures, present: usize) -> Option<usize> {
    let heights: Vec<f32> = figures.own.curve.iter().map(|moment| effort(moment.strategy)).collect();
    bars_ui(ui, size, "Difficulty of each step", &figures.own.curve, &heights, present)
}

/// How many ways there are to go on at each step, on a logarithmic scale. Gives the step that was clicked.
pub(super) fn freedom_ui(ui: &mut Ui, size: Vec2, figures: &Figures, present: usize) -> Option<usize> {
    let most = figures.own.curve.iter().map(|moment| moment.freedom).max().unwrap_or(1);
    let scale = ((most + 1) as f32).ln();
    let heights: Vec<f32> = figures.own.curve.iter().map(|moment| ((moment.freedom + 1) as f32).ln() / scale).collect();
    bars_ui(ui, size, "Ways to go on at each step", &figures.own.curve, &heights, present)
}

fn bars_ui(ui: &mut Ui, size: Vec2, name: &str, curve: &[Moment], heights: &[f32], present: usize) -> Option<usize> {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let palette = theme::palette(ui.ctx());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}, {} steps", curve.len())));
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, palette.paper);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, theme::mix(palette.panel, palette.ink, 0.12)), StrokeKind::Inside);
    let inner = rect.shrink(5.0);
    let pitch = inner.width() / curve.len().max(1) as f32;
    let pixels = ui.pixels_per_point();
    let round = |x: f32| (x * pixels).round() / pixels;
    let gap = if pitch > 4.0 { 1.0 } else { 0.0 };
    let mut line = Vec::new();
    for (index, (moment, height)) in curve.iter().zip(heights).enumerate() {
        let left = round(inner.min.x + index as f32 * pitch);
        let right = round(inner.min.x + (index + 1) as f32 * pitch - gap).max(left + 1.0 / pixels);
        let top = round(inner.max.y - inner.height() * height);
        let color = family_colour(palette, moment.strategy);
        let color = if index == present { color } else { theme::mix(palette.paper, color, 0.6) };
        painter.rect_filled(Rect::from_min_max(pos2(left, top), pos2(right, inner.max.y)), 0.0, color);
        line.push(pos2(f32::midpoint(left, right), top));
    }
    painter.line(line, Stroke::new(1.0, theme::mix(palette.soft, palette.ink, 0.5)));
    let step_at = |x: f32| (((x - inner.min.x) / pitch).max(0.0) as usize).min(curve.len().saturating_sub(1));
    let hovered = response.hover_pos().map(|pos| step_at(pos.x)).filter(|_| !curve.is_empty());
    let clicked = response.clicked().then_some(hovered).flatten();
    if let Some(index) = hovered {
        let moment = &curve[index];
        let ways = if moment.freedom == 1 { "1 way".to_owned() } else { format!("{} ways", moment.freedom) };
        response.on_hover_text_at_pointer(format!("Step {}: {}, {ways} to go on", index + 1, moment.strategy.title()));
    }
    clicked
}

/// A row a strategy: name, bar, number of steps.
pub(super) fn histogram_ui(ui: &mut Ui, used: &[(StrategyId, usize, f64)], palette: &Palette) {
    let most = used.iter().map(|&(_, n_steps, _)| n_steps).max().unwrap_or(1);
    ui.spacing_mut().item_spacing.y = 2.0;
    for &(id, n_steps, _) in used {
        ui.horizontal(|ui| {
            let width = ui.available_width();
            let name = RichText::new(id.title()).size(12.5);
            left_label(ui, vec2(136.0, 18.0), name);
            let (rect, response) = ui.allocate_exact_size(vec2(width - 184.0, 18.0), Sense::hover());
            let share = n_steps as f32 / most as f32;
            let bar = Rect::from_min_size(rect.min + vec2(0.0, 3.0), vec2((rect.width() * share).max(2.0), 12.0));
            ui.painter().rect_filled(bar, 2.0, family_colour(palette, id));
            let text = format!("{}: {n_steps}", id.title());
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
            let (rect, _) = ui.allocate_exact_size(vec2(24.0, 18.0), Sense::hover());
            let font = FontId::proportional(12.5);
            ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, n_steps, font, palette.ink);
        });
    }
}
