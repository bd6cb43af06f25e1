//! The timeline: one tick a step; dragging goes through them.

use super::{effort, kind_colour};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::wording::strategy_title;
use eframe::egui;
use egui::{Color32, CursorIcon, Key, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// A step on a timeline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::app) struct Tick {
    pub(in crate::app) color: Color32,
    /// Above 0, up to 1.
    pub(in crate::app) height: f32,
}

/// The ticks of the trace: colour by the strategy's family, height by the difficulty.
pub(in crate::app) fn timeline_ui(app: &App, ui: &mut Ui, size: egui::Vec2, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let steps = app.trace().map_or(&[][..], |trace| &trace.steps);
    let tick = |step: &crate::logic::Step| Tick {
        color: kind_colour(palette, step.strategy()),
        height: effort(step.strategy()),
    };
    let ticks: Vec<Tick> = steps.iter().map(tick).collect();
    let say = |index: usize| {
        steps.get(index).map_or(tr!("The end").to_owned(), |step| {
            let id = step.strategy();
            let n_strategies = crate::logic::STRATEGIES.len();
            tr!(
                "{number} · {strategy} · difficulty {rank} of {most}",
                number = index + 1,
                strategy = strategy_title(id),
                rank = id as usize + 1,
                most = n_strategies
            )
        })
    };
    let present = app.session().trace.step;
    if let Some(step) = ticks_ui(ui, size, tr!("Step"), &ticks, present, tr!("There is no puzzle to solve yet"), say) {
        messages.push(Message::TraceStep(step));
    }
}

/// Ticks in this size, of which `present` comes next; gives where the setter goes.
pub(in crate::app) fn ticks_ui(
    ui: &mut Ui,
    size: egui::Vec2,
    name: &str,
    ticks: &[Tick],
    present: usize,
    why_empty: &str,
    say: impl Fn(usize) -> String,
) -> Option<usize> {
    let n_steps = ticks.len();
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let palette = theme::palette(ui.ctx());
    let present = present.min(n_steps);
    response.widget_info(|| WidgetInfo::slider(n_steps > 0, present as f64, name));
    let inner = rect.shrink2(vec2(3.0, 3.0));
    ui.painter().rect_filled(rect, 4.0, theme::mix(palette.window, palette.ink, 0.05));
    if n_steps > 0 {
        paint_ticks(ui, inner, ticks, present);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
    }
    if n_steps == 0 {
        response.on_hover_text(why_empty);
        return None;
    }
    let step_at = |x: f32| (((x - inner.min.x) / inner.width() * n_steps as f32).max(0.0) as usize).min(n_steps);
    let mut step = response.interact_pointer_pos().map_or(present, |pos| step_at(pos.x));
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.has_focus() {
        step = keys(ui, &response, present, n_steps).unwrap_or(step);
    }
    if let Some(pos) = response.hover_pos() {
        let text = say(step_at(pos.x));
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text_at_pointer(text);
    }
    (step != present).then_some(step)
}

fn keys(ui: &Ui, response: &egui::Response, present: usize, n_steps: usize) -> Option<usize> {
    let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let moves = [
        (Key::ArrowLeft, present.saturating_sub(1)),
        (Key::ArrowRight, (present + 1).min(n_steps)),
        (Key::Home, 0),
        (Key::End, n_steps),
    ];
    let mut pressed = moves.into_iter().filter(|&(key, _)| ui.input(|i| i.modifiers.is_none() && i.key_pressed(key)));
    pressed.next_back().map(|(_, to)| to)
}

fn paint_ticks(ui: &Ui, inner: Rect, ticks: &[Tick], present: usize) {
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter();
    let n_steps = ticks.len();
    let pixels = ui.pixels_per_point();
    let round = |x: f32| (x * pixels).round() / pixels;
    let pitch = inner.width() / n_steps.max(1) as f32;
    let gap = if pitch > 4.0 { 1.0 } else { 0.0 };
    for (index, tick) in ticks.iter().enumerate() {
        let left = round(inner.min.x + index as f32 * pitch);
        let right = round(inner.min.x + (index + 1) as f32 * pitch - gap).max(left + 1.0 / pixels);
        let height = (inner.height() * tick.height).max(3.0);
        let rect = Rect::from_min_max(pos2(left, round(inner.max.y - height)), pos2(right, inner.max.y));
        let color = if index < present { tick.color } else { theme::mix(palette.window, tick.color, 0.45) };
        painter.rect_filled(rect, 1.0, color);
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
