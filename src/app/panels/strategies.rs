//! The right panel: strategies and the list of steps.

use crate::app::App;
use crate::app::live::{method_help, method_title};
use crate::app::message::Message;
use crate::app::session::View;
use crate::generate::Method;
use crate::jobs::Answer;
use crate::logic::{STRATEGIES, Step, StrategySet, Trace};
use crate::project::Edit;
use eframe::egui;
use egui::{Align, Button, ComboBox, Layout, RichText, ScrollArea, TextEdit, Ui};

const PRESETS: [(&str, StrategySet, &str); 4] = [
    ("Singles", StrategySet::SINGLES, "Naked and hidden single"),
    ("Easy three", StrategySet::PAPER, "Singles and locked candidates"),
    ("Basic", StrategySet::BASIC, "Singles, locked candidates, subsets and basic fish: all that SAT can refute"),
    ("All", StrategySet::ALL, "Every strategy"),
];

pub(super) fn strategies_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let ticked = app.project().strategies;
    ui.horizontal(|ui| {
        ui.heading("Strategies");
        let mut filter = app.session().strategy_filter.clone();
        let edit = TextEdit::singleline(&mut filter).desired_width(f32::INFINITY).hint_text("Find by name");
        let response = ui.add(edit).accessible_name("Find strategies");
        if response.changed() {
            messages.push(Message::StrategyFilter(filter));
        }
    });
    ui.horizontal(|ui| {
        for (name, set, help) in PRESETS {
            if ui.add(Button::selectable(ticked == set, name)).on_hover_text(help).clicked() {
                messages.push(Message::Edit(Edit::SetStrategies(set)));
            }
        }
    });
    ui.add_space(4.0);
    // The method's row and some steps of the trace always find room.
    let height = (ui.available_height() - 260.0).max(120.0);
    ScrollArea::vertical().id_salt("strategies").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        list_ui(app, ui, messages);
    });
    ui.add_space(8.0);
    method_ui(app, ui, messages);
    ui.add_space(8.0);
    steps_ui(app, ui, messages);
}

/// One row a strategy: ticked ones may be needed, those with "must" have to be.
fn list_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let (ticked, required) = (app.project().strategies, app.project().required);
    let used = app.live().answer().and_then(Answer::trace).map(Trace::counts).unwrap_or_default();
    let wanted = app.session().strategy_filter.trim().to_lowercase();
    let mut is_empty = true;
    for strategy in STRATEGIES.iter().filter(|strategy| strategy.title().to_lowercase().contains(&wanted)) {
        is_empty = false;
        let id = strategy.id();
        let mut is_ticked = ticked.contains(id);
        ui.horizontal(|ui| {
            let response = ui.checkbox(&mut is_ticked, strategy.title());
            if response.on_hover_text(strategy.help()).changed() {
                let mut set = ticked;
                if is_ticked {
                    set.insert(id);
                } else {
                    set.remove(id);
                }
                messages.push(Message::Edit(Edit::SetStrategies(set)));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // The bar of the list lies over its right edge.
                ui.add_space(12.0);
                let is_required = required.contains(id);
                let button = Button::selectable(is_required, RichText::new("must").small()).small();
                let response = ui.add_enabled(ticked.contains(id), button);
                let response = response.accessible_name(format!("Must need {}", strategy.title().to_lowercase()));
                let response = response.on_hover_text("The puzzle must need it at least once");
                if response.on_disabled_hover_text("Tick the strategy first").clicked() {
                    let mut set = required;
                    if is_required {
                        set.remove(id);
                    } else {
                        set.insert(id);
                    }
                    messages.push(Message::Edit(Edit::SetRequired(set)));
                }
                if let Some((_, count)) = used.iter().find(|&&(used, _)| used == id) {
                    ui.weak(format!("{count}×")).on_hover_text(format!("Used {count} times in the trace"));
                }
            });
        });
    }
    if is_empty {
        ui.weak("No strategy has this name");
    }
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
