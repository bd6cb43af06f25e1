//! The right panel of the lab, and the line below the board.

use super::backward_panel::{backward_ui, survey_ui};
use super::plot::course_ui;
use super::sat_panel::{fewest_ui, rounds_ui};
use super::{Experiment, LabAct, LabState, Recipe, Record, rule_help};
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::help::{Topic, with_topic};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::sentence::sentence_ui;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Mark, left_label};
use crate::generate::lp::Rule;
use eframe::egui;
use egui::{Align, Button, Checkbox, DragValue, Label, Layout, RichText, ScrollArea, Slider, Ui, vec2};

/// Width of the names in front of controls.
pub(super) const NAMES: f32 = 72.0;

/// The right panel of the lab.
pub(in crate::app) fn lab_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let mut recipe = app.session().lab.clone();
    ui.heading(tr!("Lab"));
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for experiment in Experiment::ALL {
            let button = Button::selectable(recipe.experiment == experiment, experiment.title());
            let response = ui.add(button).accessible_name(tr!("Experiment: {name}", name = experiment.title()));
            if response.on_hover_text(experiment.sentence()).clicked() {
                recipe.experiment = experiment;
            }
        }
    });
    ui.add_space(4.0);
    let topic = match recipe.experiment {
        Experiment::Backward => Topic::Backward,
        Experiment::Survey => Topic::Survey,
        Experiment::Rounds => Topic::Rounds,
        Experiment::Fewest => Topic::Fewest,
        Experiment::Generator | Experiment::Solver => Topic::Relaxation,
    };
    with_topic(ui, topic, |ui| {
        ScrollArea::vertical().id_salt("lab").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.add(Label::new(RichText::new(recipe.experiment.sentence()).small().weak()).wrap());
            ui.add_space(4.0);
            match recipe.experiment {
                Experiment::Backward => backward_ui(app, ui, &mut recipe),
                Experiment::Generator => generator_ui(app, ui, &mut recipe),
                Experiment::Rounds => rounds_ui(app, ui, messages, &mut recipe),
                Experiment::Fewest => fewest_ui(app, ui, &mut recipe),
                Experiment::Survey => survey_ui(app, ui, &mut recipe),
                Experiment::Solver => {
                    rounding_ui(ui, &mut recipe);
                    let help = tr!(
                        "Rule out a candidate that leaves no feasible point once it is fixed, and solve again; takes up \
                         to a minute for the hardest puzzles"
                    );
                    check_ui(ui, &mut recipe.cuts, tr!("Cut fractions off"), help, Ok(()));
                }
            }
            ui.add_space(4.0);
            run_ui(app, ui, messages);
            if matches!(recipe.experiment, Experiment::Generator | Experiment::Solver) {
                let text = tr!(
                    "On the board clues are bold and certain digits (z = 1) coloured; the fuller the bar behind a \
                            candidate, the greater its z"
                );
                ui.add_space(4.0);
                ui.add(Label::new(RichText::new(text).small().weak()).wrap());
            }
            ui.add_space(8.0);
            course_ui(app, ui, messages);
        });
    });
    if recipe != app.session().lab {
        messages.push(Message::Lab(LabAct::Recipe(Box::new(recipe))));
    }
}

fn run_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    ui.horizontal(|ui| {
        let check = Command::LAB_RUN.check(app);
        let text = RichText::new(tr!("Run"));
        let button = match check {
            Ok(()) => Button::new(text.color(palette.paper)).fill(palette.accent),
            Err(_) => Button::new(text),
        };
        let response = ui.add_enabled(check.is_ok(), button.min_size(vec2(72.0, 26.0)));
        if explain(ui, response, Command::LAB_RUN, check).clicked() {
            messages.push(Message::Run(Command::LAB_RUN));
        }
        command_button(app, ui, messages, Command::LAB_NEXT, tr!("Next seed"));
        command_button(app, ui, messages, Command::LAB_STOP, tr!("Stop"));
    });
}

fn generator_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        for rule in Rule::ALL {
            let title = super::rule_title(rule);
            let button = Button::selectable(recipe.rule == rule, title);
            let response = ui.add(button).accessible_name(tr!("Rule: {rule}", rule = title));
            if response.on_hover_text(rule_help(rule)).clicked() {
                recipe.rule = rule;
            }
        }
    });
    let top = ui.cursor().min.y;
    ui.add(Label::new(RichText::new(rule_help(recipe.rule)).small()).wrap());
    ui.add_space((top + 32.0 - ui.cursor().min.y).max(0.0));
    pattern_ui(app, ui, recipe);
    let keeps = recipe.keeps_pattern && app.project().design.pattern.n_clues() > 0;
    let check = if keeps { Err(tr!("The painted pattern decides which clues stay")) } else { Ok(()) };
    let help = tr!("Finally remove clues as long as there is only one solution");
    check_ui(ui, &mut recipe.minimise, tr!("Minimise at the end"), help, check);
    let help =
        tr!("Choose also from candidates that are decided but whose z is a little below 1, as the original does");
    check_ui(ui, &mut recipe.is_literal, tr!("Choose as in appendix B"), help, Ok(()));
    rounding_ui(ui, recipe);
    seed_ui(ui, recipe);
    if app.project().shape().n() > 12 {
        let text = tr!("A grid of this size takes half a minute or more");
        ui.add(Label::new(RichText::new(text).small().weak()).wrap());
    }
}

/// The choice between the strategies of a paper and those that are ticked, each with its help.
pub(super) fn allowed_ui(ui: &mut Ui, recipe: &mut Recipe, papers: &str, ticked: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Allowed"));
        choice_ui(ui, &mut recipe.ticked, false, tr!("The paper's"), papers, Ok(()));
        choice_ui(ui, &mut recipe.ticked, true, tr!("Ticked ones"), ticked, Ok(()));
    });
}

pub(super) fn pattern_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    let check = if app.project().design.pattern.n_clues() > 0 { Ok(()) } else { Err(tr!("The board is empty")) };
    let help = tr!("Clues only in the painted cells; kept digits stay");
    check_ui(ui, &mut recipe.keeps_pattern, tr!("Keep the painted pattern"), help, check);
}

fn rounding_ui(ui: &mut Ui, recipe: &mut Recipe) {
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Rounding"));
        ui.spacing_mut().slider_width = 96.0;
        let slider = Slider::new(&mut recipe.rounding, -6..=-1).show_value(false);
        let help = tr!("A z this close to 0 or 1 counts as 0 or 1; the paper uses 0.001");
        ui.add(slider).accessible_name(tr!("Rounding")).on_hover_text(help);
        ui.weak(format!("{}", 10_f64.powi(recipe.rounding)));
    });
}

pub(super) fn seed_ui(ui: &mut Ui, recipe: &mut Recipe) {
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Seed"));
        let response = ui.add(DragValue::new(&mut recipe.seed).speed(0.1)).accessible_name(tr!("Seed"));
        response.on_hover_text(tr!("The same settings with the same seed give the same puzzle"));
    });
}

/// One of two answers as a button; disabled ones say why.
pub(super) fn choice_ui(ui: &mut Ui, chosen: &mut bool, answer: bool, text: &str, help: &str, check: Result<(), &str>) {
    // What cannot be chosen is not shown as chosen either.
    let is_on = *chosen == answer && check.is_ok();
    let response = ui.add_enabled(check.is_ok(), Button::selectable(is_on, text)).on_hover_text(help);
    if response.clicked() {
        *chosen = answer;
    }
    if let Err(why) = check {
        response.on_disabled_hover_text(why);
    }
}

/// A box to tick; disabled ones are empty and say why.
pub(super) fn check_ui(ui: &mut Ui, is_on: &mut bool, text: &str, help: &str, check: Result<(), &str>) {
    let mut shown = *is_on && check.is_ok();
    let response = ui.add_enabled(check.is_ok(), Checkbox::new(&mut shown, text)).on_hover_text(help);
    if response.changed() {
        *is_on = shown;
    }
    if let Err(why) = check {
        response.on_disabled_hover_text(why);
    }
}

/// The line below the board: how far the run is, or how it ended, and what can be done with it.
pub(in crate::app) fn lab_verdict_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let lab = app.lab();
    command_button(app, ui, messages, Command::LAB_TAKE, tr!("Use this puzzle"));
    let (mark, color) = match lab.state() {
        LabState::Idle | LabState::Running { .. } => (Mark::Ring, palette.soft),
        LabState::Done { is_found: true, .. } => (Mark::Full, palette.base),
        LabState::Done { is_found: false, .. } => (Mark::Half, palette.soft),
    };
    let mut sentence = lab.sentence();
    match lab.record() {
        Some(record) if !lab.is_running() && record.shape() != app.project().shape() => {
            tr!("The last run was for another shape: run it again").clone_into(&mut sentence);
        }
        Some(Record::Solver { puzzle, .. }) if !lab.is_running() && app.puzzle() != Some(puzzle) => {
            tr!("The puzzle has changed since the run: run it again").clone_into(&mut sentence);
        }
        _ => {}
    }
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
        mark.paint(ui.painter(), rect, color);
        sentence_ui(ui, "lab", &sentence.into(), messages);
    });
}
