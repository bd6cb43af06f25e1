//! The right panel: strategies and the list of steps.

use super::strategy_list::strategy_list_ui;
use crate::app::App;
use crate::app::help::{Topic, with_topic};
use crate::app::live::{method_help, method_title};
use crate::app::message::Message;
use crate::app::session::View;
use crate::generate::Method;
use crate::jobs::Answer;
use crate::logic::{Step, Trace};
use eframe::egui;
use egui::{Button, ComboBox, ScrollArea, Ui};

pub(super) fn strategies_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    // The method's row and some steps of the trace always find room.
    let height = (ui.available_height() - 320.0).max(120.0);
    with_topic(ui, Topic::Strategies, |ui| strategy_list_ui(app, ui, height, messages));
    ui.add_space(8.0);
    with_topic(ui, Topic::Method, |ui| method_ui(app, ui, messages));
    ui.add_space(8.0);
    with_topic(ui, Topic::Trace, |ui| steps_ui(app, ui, messages));
}

/// How to search.
fn method_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading("Method");
        let present = app.session().method;
        let combo = ComboBox::from_id_salt("method").width(ui.available_width()).selected_text(method_title(present));
        let response = combo.show_ui(ui, |ui| {
            // The backward generator takes no patterns.
            for method in Method::ALL.into_iter().filter(|&method| method != Method::Inverse) {
                let response = ui.selectable_label(method == present, method_title(method));
                if response.on_hover_text(method_help(method)).clicked() {
                    messages.push(Message::Method(method));
                }
            }
        });
        response.response.accessible_name("Method of the search").on_hover_text(method_help(present));
    });
}

/// The list of steps; only the rows on the screen are laid out.
fn steps_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let answer = app.live().last_answer();
    let trace = answer.and_then(Answer::trace);
    let n_steps = trace.map_or(0, |trace| trace.steps.len());
    ui.horizontal(|ui| {
        ui.heading("Trace");
        if n_steps > 0 {
            ui.weak(if n_steps == 1 { "1 step".to_owned() } else { format!("{n_steps} steps") });
        }
    });
    let Some(trace) = trace.filter(|trace| !trace.steps.is_empty()) else {
        ui.weak("The steps of the solution stand here");
        return;
    };
    ui.add_enabled_ui(!app.live().is_stale(), |ui| {
        let height = 24.0;
        let gap = 2.0;
        ui.spacing_mut().item_spacing.y = gap;
        let mut area = ScrollArea::vertical().auto_shrink(false);
        let is_trace_view = app.session().view == View::Trace;
        let present = app.session().trace_step;
        if app.session().scroll_to_step {
            let room = ui.available_height();
            let end = n_steps as f32 * (height + gap) - gap - room;
            let at = present as f32 * (height + gap) - room / 2.0;
            area = area.vertical_scroll_offset(at.min(end).max(0.0));
            messages.push(Message::ScrolledToStep);
        }
        area.show_rows(ui, height, n_steps, |ui, rows| {
            for index in rows {
                let text = step_text(trace, index, &trace.steps[index]);
                let is_present = is_trace_view && index == present;
                // A growing end pushes the text to the left.
                let button = Button::selectable(is_present, (text, egui::Atom::grow())).truncate();
                let response = ui.add_sized([ui.available_width(), height], button);
                if response.clicked() {
                    messages.push(Message::View(View::Trace));
                    messages.push(Message::TraceStep(index));
                }
            }
        });
    });
}

fn step_text(trace: &Trace, index: usize, step: &Step) -> String {
    let shape = trace.puzzle.shape();
    let placed = step.placed().iter().map(|candidate| candidate.placed_name(shape));
    let eliminated = step.eliminated().iter().map(|candidate| candidate.eliminated_name(shape));
    let conclusions: Vec<String> = placed.chain(eliminated).collect();
    format!("{} · {} · {}", index + 1, step.strategy().title(), conclusions.join(", "))
}
