//! The timeline: one tick a step, its colour the strategy's family, its height the difficulty.

use super::{effort, family_colour};
use crate::app::message::Message;
use crate::app::{App, theme};
use crate::logic::Trace;
use eframe::egui;
use egui::{CursorIcon, Key, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// The ticks in this size; dragging goes through the trace.
pub(in crate::app) fn timeline_ui(app: &App, ui: &mut Ui, size: egui::Vec2, messages: &mut Vec<Message>) {
    let trace = app.trace();
    let n_steps = trace.map_or(0, |trace| trace.steps.len());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let palette = theme::palette(ui.ctx());
    let present = app.session().trace_step.min(n_steps);
    response.widget_info(|| WidgetInfo::slider(n_steps > 0, present as f64, "Step"));
    let inner = rect.shrink2(vec2(3.0, 3.0));
    ui.painter().rect_filled(rect, 4.0, theme::mix(palette.window, palette.ink, 0.05));
    if let Some(trace) = trace {
        paint_ticks(ui, inner, trace, present);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
    }
    if n_steps == 0 {
        response.on_hover_text("There is no puzzle to solve yet");
        return;
    }
    let step_at = |x: f32| (((x - inner.min.x) / inner.width() * n_steps as f32).max(0.0) as usize).min(n_steps);
    if let Some(pos) = response.interact_pointer_pos() {
        let step = step_at(pos.x);
        if step != present {
            messages.push(Message::TraceStep(step));
        }
    }
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.has_focus() {
        keys(ui, &response, present, n_steps, messages);
    }
    let hovered = response.hover_pos().map(|pos| step_at(pos.x));
    if let (Some(index), Some(trace)) = (hovered, trace) {
        let text = trace.steps.get(index).map_or("The end".to_owned(), |step| {
            let id = step.strategy();
            let n_strategies = crate::logic::STRATEGIES.len();
            format!("{} · {} · difficulty {} of {n_strategies}", index + 1, id.title(), id as usize + 1)
        });
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text_at_pointer(text);
    }
}

fn keys(ui: &Ui, response: &egui::Response, present: usize, n_steps: usize, messages: &mut Vec<Message>) {
    let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let mut step = present;
    for (key, to) in [
        (Key::ArrowLeft, present.saturating_sub(1)),
        (Key::ArrowRight, (present + 1).min(n_steps)),
        (Key::Home, 0),
        (Key::End, n_steps),
    ] {
        if ui.input(|i| i.modifiers.is_none() && i.key_pressed(key)) {
            step = to;
        }
    }
    if step != present {
        messages.push(Message::TraceStep(step));
    }
}

fn paint_ticks(ui: &Ui, inner: Rect, trace: &Trace, present: usize) {
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter();
    let n_steps = trace.steps.len();
    let pixels = ui.pixels_per_point();
    let round = |x: f32| (x * pixels).round() / pixels;
    let pitch = inner.width() / n_steps.max(1) as f32;
    let gap = if pitch > 4.0 { 1.0 } else { 0.0 };
    for (index, step) in trace.steps.iter().enumerate() {
        let left = round(inner.min.x + index as f32 * pitch);
        let right = round(inner.min.x + (index + 1) as f32 * pitch - gap).max(left + 1.0 / pixels);
        let height = (inner.height() * effort(step.strategy())).max(3.0);
        let tick = Rect::from_min_max(pos2(left, round(inner.max.y - height)), pos2(right, inner.max.y));
        let color = family_colour(palette, step.strategy());
        let color = if index < present { color } else { theme::mix(palette.window, color, 0.45) };
        painter.rect_filled(tick, 1.0, color);
        if index == present {
            let whole = Rect::from_min_max(pos2(left, inner.min.y), pos2(right, inner.max.y));
            painter.rect_stroke(whole.expand(2.0), 2.0, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
        }
    }
    if present == n_steps {
        let x = round(inner.max.x);
        painter.vline(x, inner.y_range(), Stroke::new(2.0, palette.accent));
    }
}
