//! The right panel: strategies and the list of steps.

use super::difficulty::difficulty_ui;
use super::strategy_list::strategy_list_ui;
use crate::app::help::{Topic, with_topic};
use crate::app::heuristics::{Heuristic, aims};
use crate::app::language::tr;
use crate::app::live::{method_help, method_title};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::trace::steps_ui;
use crate::app::widgets::left_label;
use crate::app::wording::n_steps;
use crate::generate::Method;
use crate::jobs::Answer;
use crate::logic::Mix;
use crate::project::Edit;
use eframe::egui;
use egui::{ComboBox, Label, RichText, Ui, vec2};

/// Height of everything but the list of strategies.
const REST: f32 = 446.0;

pub(super) fn strategies_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    // Difficulty, the method's row and some steps of the trace always find room.
    let mix = if app.session().search.method == Method::Inverse { MIX } else { 0.0 };
    let height = (ui.available_height() - REST - mix).max(120.0);
    with_topic(ui, Topic::Strategies, |ui| strategy_list_ui(app, ui, height, messages));
    ui.add_space(8.0);
    with_topic(ui, Topic::Difficulty, |ui| difficulty_ui(app, ui, messages));
    ui.add_space(8.0);
    with_topic(ui, Topic::Method, |ui| method_ui(app, ui, messages));
    ui.add_space(8.0);
    with_topic(ui, Topic::Trace, |ui| trace_ui(app, ui, messages));
}

/// How to search.
fn method_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Method"));
        let present = app.session().search.method;
        let combo = ComboBox::from_id_salt("method").width(ui.available_width()).selected_text(method_title(present));
        let response = combo.show_ui(ui, |ui| {
            // Yardsticks are for the command line.
            for method in Method::ALL.into_iter().filter(|method| !method.is_baseline()) {
                let response = ui.selectable_label(method == present, method_title(method));
                if response.on_hover_text(method_help(method)).clicked() {
                    messages.push(Message::Method(method));
                }
            }
        });
        response.response.accessible_name(tr!("Method of the search")).on_hover_text(method_help(present));
    });
    if app.session().search.method == Method::Inverse {
        mix_ui(app.project().design.mix, ui, messages);
    }
}

/// Height of the heuristics.
const MIX: f32 = 2.0 * 24.0 + 34.0;

/// What the backward method prefers, and what that means.
fn mix_ui(present: Mix, ui: &mut Ui, messages: &mut Vec<Message>) {
    const NAMES: f32 = 104.0;
    let top = ui.cursor().min.y;
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut mix = present;
    for heuristic in Heuristic::OF_BOARDS {
        ui.horizontal(|ui| {
            left_label(ui, vec2(NAMES, 20.0), heuristic.title()).on_hover_text(heuristic.help());
            ui.spacing_mut().slider_width = ui.available_width();
            heuristic.slider_ui(ui, &mut mix, tr!("weight"), true);
        });
    }
    if mix != present {
        messages.push(Message::Adjust(Edit::SetMix(mix)));
    }
    let text = match aims(present) {
        None => {
            tr!("Takes the first puzzle that it finds; raise a slider to prefer hard steps or few choices").to_owned()
        }
        Some(aims) => tr!("Of several puzzles it prefers those with {aims}", aims),
    };
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
    // Two lines, whatever is said.
    ui.add_space((top + MIX - ui.cursor().min.y).max(0.0));
    ui.reset_style();
}

/// The list of steps.
fn trace_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let trace = app.live().last_answer().and_then(Answer::trace).filter(|trace| !trace.steps.is_empty());
    ui.horizontal(|ui| {
        ui.heading(tr!("Trace"));
        if let Some(trace) = trace {
            ui.weak(n_steps(trace.steps.len()));
        }
    });
    let Some(trace) = trace else {
        ui.weak(tr!("The steps of the solution appear here"));
        return;
    };
    let height = ui.available_height();
    ui.add_enabled_ui(!app.live().is_stale(), |ui| steps_ui(app, ui, trace, None, height, None, messages));
}
