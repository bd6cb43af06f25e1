//! Curves and bars over the steps of a trace.

use super::Figures;
use crate::app::language::{tr, tr_n};
use crate::app::theme::{self, Palette};
use crate::app::trace::{Tick, effort, kind_colour};
use crate::app::widgets::left_label;
use crate::app::wording::strategy_title;
use crate::logic::{Moment, StrategyId};
use eframe::egui;
use egui::{Align2, FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

/// Difficulty of each step: a bar in the colour of the strategy, and the curve over them. Gives the
/// step that was clicked.
pub(super) fn curve_ui(ui: &mut Ui, size: Vec2, figures: &Figures, present: usize) -> Option<usize> {
    moments_ui(ui, size, tr!("Difficulty of each step"), &figures.own.curve, present, |moment| effort(moment.strategy))
}

/// How many ways there are to go on at each step, on a logarithmic scale. Gives the step that was clicked.
pub(super) fn freedom_ui(ui: &mut Ui, size: Vec2, figures: &Figures, present: usize) -> Option<usize> {
    let most = figures.own.curve.iter().map(|moment| moment.freedom).max().unwrap_or(1);
    let scale = ((most + 1) as f32).ln();
    let height = |moment: &Moment| ((moment.freedom + 1) as f32).ln() / scale;
    moments_ui(ui, size, tr!("Choices at each step"), &figures.own.curve, present, height)
}

fn moments_ui(
    ui: &mut Ui,
    size: Vec2,
    name: &str,
    curve: &[Moment],
    present: usize,
    height: impl Fn(&Moment) -> f32,
) -> Option<usize> {
    let palette = theme::palette(ui.ctx());
    let bar = |moment: &Moment| Tick { color: kind_colour(palette, moment.strategy), height: height(moment) };
    let bars: Vec<Tick> = curve.iter().map(bar).collect();
    bars_ui(ui, size, name, &bars, Some(present), |index| {
        let moment = &curve[index];
        let (number, name) = (index + 1, strategy_title(moment.strategy));
        tr_n!(moment.freedom, "Step {number}: {name}, 1 choice", "Step {number}: {name}, {n} choices", number, name)
    })
}

/// A bar a step and the curve over them; `present` stands out, or all do where there is none.
/// Gives the step that was clicked.
pub(in crate::app) fn bars_ui(
    ui: &mut Ui,
    size: Vec2,
    name: &str,
    bars: &[Tick],
    present: Option<usize>,
    say: impl Fn(usize) -> String,
) -> Option<usize> {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let palette = theme::palette(ui.ctx());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, tr_n!(bars.len(), "{name}, 1 step", "{name}, {n} steps", name))
    });
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, palette.paper);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, theme::mix(palette.panel, palette.ink, 0.12)), StrokeKind::Inside);
    let inner = rect.shrink(5.0);
    let pixels = ui.pixels_per_point();
    let pitch = inner.width() / bars.len().max(1) as f32;
    let round = |x: f32| (x * pixels).round() / pixels;
    let gap = if pitch > 4.0 { 1.0 } else { 0.0 };
    // More steps than pixels: the highest of those that share one is drawn.
    let together = (1.0 / (pitch * pixels)).ceil().max(1.0) as usize;
    let mut line = Vec::new();
    for (number, group) in bars.chunks(together).enumerate() {
        let Some(bar) = group.iter().max_by(|a, b| a.height.total_cmp(&b.height)) else { continue };
        let index = number * together;
        let left = round(inner.min.x + index as f32 * pitch);
        let right = round(inner.min.x + (index + group.len()) as f32 * pitch - gap).max(left + 1.0 / pixels);
        let top = round(inner.max.y - inner.height() * bar.height);
        let stands_out = present.is_none_or(|present| (index..index + group.len()).contains(&present));
        let color = if stands_out { bar.color } else { theme::mix(palette.paper, bar.color, 0.6) };
        painter.rect_filled(Rect::from_min_max(pos2(left, top), pos2(right, inner.max.y)), 0.0, color);
        line.push(pos2(f32::midpoint(left, right), top));
    }
    painter.line(line, Stroke::new(1.0, theme::mix(palette.soft, palette.ink, 0.5)));
    let step_at = |x: f32| (((x - inner.min.x) / pitch).max(0.0) as usize).min(bars.len().saturating_sub(1));
    let hovered = response.hover_pos().map(|pos| step_at(pos.x)).filter(|_| !bars.is_empty());
    let clicked = response.clicked().then_some(hovered).flatten();
    if let Some(index) = hovered {
        response.on_hover_text_at_pointer(say(index));
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
            let name = RichText::new(strategy_title(id)).size(12.5);
            left_label(ui, vec2(136.0, 18.0), name);
            let (rect, response) = ui.allocate_exact_size(vec2(width - 184.0, 18.0), Sense::hover());
            let share = n_steps as f32 / most as f32;
            let bar = Rect::from_min_size(rect.min + vec2(0.0, 3.0), vec2((rect.width() * share).max(2.0), 12.0));
            ui.painter().rect_filled(bar, 2.0, kind_colour(palette, id));
            let text = format!("{}: {n_steps}", strategy_title(id));
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
            let (rect, _) = ui.allocate_exact_size(vec2(24.0, 18.0), Sense::hover());
            let font = FontId::proportional(12.5);
            ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, n_steps, font, palette.ink);
        });
    }
}
