//! The right panel: strategies and the list of steps.

use crate::app::live::{method_help, method_title};
use crate::app::message::Message;
use crate::app::session::View;
use crate::app::{App, theme};
use crate::generate::Method;
use crate::jobs::Answer;
use crate::logic::{Role, STRATEGIES, Step, StrategySet, Trace};
use crate::project::Edit;
use eframe::egui;
use egui::{Align, Button, ComboBox, Label, Layout, RichText, ScrollArea, Ui};

const PRESETS: [(&str, StrategySet, &str); 3] = [
    ("Singles", StrategySet::SINGLES, "Naked and hidden single"),
    ("Easy three", StrategySet::PAPER, "Singles and locked candidates"),
    ("All", StrategySet::ALL, "Every strategy"),
];

pub(super) fn strategies_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let ticked = app.project().strategies;
    ui.horizontal(|ui| {
        ui.heading("Strategies");
        ui.weak("the puzzle may need");
    });
    ui.horizontal(|ui| {
        for (name, set, help) in PRESETS {
            if ui.add(Button::selectable(ticked == set, name)).on_hover_text(help).clicked() {
                messages.push(Message::Edit(Edit::SetStrategies(set)));
            }
        }
    });
    ui.add_space(4.0);
    let used = app.live().answer().and_then(Answer::trace).map(Trace::counts).unwrap_or_default();
    for strategy in STRATEGIES {
        let id = strategy.id();
        let mut is_ticked = ticked.contains(id);
        ui.horizontal(|ui| {
            let response = ui.checkbox(&mut is_ticked, strategy.title()).on_hover_text(strategy.help());
            if response.changed() {
                let mut set = ticked;
                if is_ticked {
                    set.insert(id);
                } else {
                    set.remove(id);
                }
                messages.push(Message::Edit(Edit::SetStrategies(set)));
            }
            if let Some((_, count)) = used.iter().find(|&&(used, _)| used == id) {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.weak(format!("{count}×")).on_hover_text(format!("Used {count} times in the trace"));
                });
            }
        });
    }
    ui.add_space(8.0);
    method_ui(app, ui, messages);
    ui.add_space(8.0);
    steps_ui(app, ui, messages);
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

/// Colours of the evidence, for the trace view; laid out from right to left.
pub(super) fn legend_ui(ui: &mut Ui) {
    let palette = theme::palette(ui.ctx());
    ui.spacing_mut().item_spacing.x = 6.0;
    for (name, role) in [("Ruled out", Role::Eliminated), ("Held by", Role::Cover), ("Rests on", Role::Base)] {
        ui.add(Label::new(RichText::new(name).small()));
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(14.0), egui::Sense::hover());
        let painter = ui.painter();
        match role {
            Role::Base | Role::ChainOn | Role::SetCell => {
                painter.rect_filled(rect, 2.0, theme::mix(palette.paper, palette.base, 0.55));
            }
            Role::Cover | Role::ChainOff | Role::Fin | Role::Deadly => {
                painter.circle_filled(rect.center(), 7.0, theme::mix(palette.paper, palette.cover, 0.65));
            }
            Role::Eliminated | Role::Placed => {
                let stroke = egui::Stroke::new(1.0, palette.conflict);
                painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
                let stroke = egui::Stroke::new(1.5, palette.conflict);
                painter.line_segment([rect.left_bottom(), rect.right_top()], stroke);
            }
        }
        ui.add_space(8.0);
    }
}
