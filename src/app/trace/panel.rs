//! The right panel of the trace view: all steps, what else is possible now, legend.

use super::legend::legend_ui;
use super::{Replay, family_colour};
use crate::app::command::Command;
use crate::app::help::{Topic, with_topic};
use crate::app::message::Message;
use crate::app::session::View;
use crate::app::widgets::{command_button, explain, paint_row};
use crate::app::{App, theme};
use crate::logic::{Step, Trace};
use eframe::egui;
use egui::{Align2, Button, FontId, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

/// Height of a row of a list.
const ROW: f32 = 24.0;
/// Height of everything but the list of steps.
const REST: f32 = 340.0;

/// The right panel of the trace view.
pub(in crate::app) fn trace_panel_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading("Trace");
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for replay in Replay::ALL.into_iter().rev() {
                let button = Button::selectable(app.session().replay == replay, replay.title());
                if ui.add(button).on_hover_text("What forward, back and play stop at").clicked() {
                    messages.push(Message::Replay(replay));
                }
            }
        });
    });
    let height = (ui.available_height() - REST).max(3.0 * ROW);
    let present = app.session().trace_step;
    match app.shown_trace().filter(|trace| !trace.steps.is_empty()) {
        None => {
            ui.weak("The steps of the solution appear here");
            ui.add_space(height - 20.0);
        }
        Some(trace) => {
            ui.add_enabled_ui(!app.live().is_stale(), |ui| steps_ui(app, ui, trace, height, Some(present), messages));
        }
    }
    ui.add_space(8.0);
    tools_ui(app, ui, messages);
    ui.add_space(8.0);
    with_topic(ui, Topic::Possible, |ui| possible_ui(app, ui, messages));
    ui.add_space(8.0);
    legend_ui(ui);
}

/// The steps; only the rows on the screen are laid out. A click shows the step in the trace view.
pub(in crate::app) fn steps_ui(
    app: &App,
    ui: &mut Ui,
    trace: &Trace,
    height: f32,
    present: Option<usize>,
    messages: &mut Vec<Message>,
) {
    let gap = 2.0;
    ui.spacing_mut().item_spacing.y = gap;
    let n_steps = trace.steps.len();
    let mut area = ScrollArea::vertical().id_salt("steps").auto_shrink(false).max_height(height);
    if let Some(present) = present.filter(|_| app.session().scroll_to_step) {
        let end = n_steps as f32 * (ROW + gap) - gap - height;
        let at = present as f32 * (ROW + gap) - height / 2.0;
        area = area.vertical_scroll_offset(at.min(end).max(0.0));
        messages.push(Message::ScrolledToStep);
    }
    area.show_rows(ui, ROW, n_steps, |ui, rows| {
        for index in rows {
            let step = &trace.steps[index];
            let title = format!("{} · {}", index + 1, step.strategy().title());
            if step_row(ui, "step", index, trace, step, &title, Some(index) == present).clicked() {
                messages.push(Message::View(View::Trace));
                messages.push(Message::TraceStep(index));
            }
        }
    });
}

/// A row with the colour of its family, the strategy and what it concludes.
fn step_row(
    ui: &mut Ui,
    salt: &str,
    index: usize,
    trace: &Trace,
    step: &Step,
    title: &str,
    is_present: bool,
) -> egui::Response {
    let palette = theme::palette(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let id = ui.scope_id().with((salt, index));
    let response = ui.interact(rect, id, Sense::click());
    paint_row(ui, &response, is_present);
    let chip = Rect::from_min_size(pos2(rect.min.x + 4.0, rect.min.y + 5.0), vec2(4.0, ROW - 10.0));
    ui.painter().rect_filled(chip, 2.0, family_colour(palette, step.strategy()));
    let shape = trace.puzzle.shape();
    let placed = step.placed().iter().map(|candidate| candidate.placed_name(shape));
    let eliminated = step.eliminated().iter().map(|candidate| candidate.eliminated_name(shape));
    let conclusions: Vec<String> = placed.chain(eliminated).collect();
    let conclusions = conclusions.join(", ");
    let text = format!("{title} · {conclusions}");
    let galley = egui::WidgetText::from(RichText::new(&text).size(13.0).color(palette.ink)).into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        rect.width() - 20.0,
        FontId::proportional(13.0),
    );
    let at = Align2::LEFT_CENTER.anchor_size(pos2(rect.min.x + 14.0, rect.center().y), galley.size());
    let is_cut = galley.elided;
    ui.painter().galley(at.min, galley, palette.ink);
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_present, &text));
    if is_cut { response.on_hover_text(text) } else { response }
}

fn tools_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::SolveUpToHere, "Solve up to here");
        let is_possible = app.trace_steps_or_why();
        ui.add_enabled_ui(is_possible.is_ok(), |ui| {
            let response = ui.menu_button("Export", |ui| {
                for (command, name) in [
                    (Command::ExportTraceText, "As text…"),
                    (Command::ExportTraceMarkdown, "As Markdown…"),
                    (Command::ExportTraceHtml, "As HTML with pictures…"),
                ] {
                    let response = ui.button(name);
                    if explain(ui, response, command, Ok(())).clicked() {
                        messages.push(Message::Run(command));
                        ui.close();
                    }
                }
            });
            if let Err(why) = &is_possible {
                response.response.on_disabled_hover_text(why);
            }
        });
        command_button(app, ui, messages, Command::FirstPath, "Original path");
    });
}

/// Everything that is possible at this point; a click goes on from there.
fn possible_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    const HEIGHT: f32 = 150.0;
    let possible = app.possible_steps();
    ui.horizontal(|ui| {
        ui.heading("Possible now");
        match possible {
            Some(steps) if steps.len() >= crate::jobs::MAX_STEPS => ui.weak(format!("first {}", steps.len())),
            Some(steps) if steps.len() == 1 => ui.weak("1 step"),
            Some(steps) => ui.weak(format!("{} steps", steps.len())),
            None if app.session().next_step_at.is_some() => ui.weak("shown when the replay is paused"),
            None => ui.weak(""),
        };
    });
    let top = ui.cursor().min.y;
    if let (Some(steps), Some(trace)) = (possible, app.trace()) {
        ui.spacing_mut().item_spacing.y = 2.0;
        let area = ScrollArea::vertical().id_salt("possible").auto_shrink(false).max_height(HEIGHT);
        area.show_rows(ui, ROW, steps.len(), |ui, rows| {
            for index in rows {
                let step = &steps[index];
                let is_present = trace.steps.get(app.session().trace_step) == Some(step);
                let response = step_row(ui, "possible", index, trace, step, step.strategy().title(), is_present);
                if response.contains_pointer() {
                    let candidates = step.placed().iter().chain(step.eliminated());
                    messages.push(Message::Highlight(candidates.map(|candidate| candidate.cell).collect()));
                }
                if response.on_hover_text("Continue with this step").clicked() {
                    messages.push(Message::GoOnWith(index));
                }
            }
        });
    }
    // Always as high, or the legend would jump.
    ui.add_space((top + HEIGHT - ui.cursor().min.y).max(0.0));
}
