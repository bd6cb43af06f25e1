//! The right panel of the lab, and the line below the board.

use super::plot::course_ui;
use super::{Experiment, LabAct, LabState, Recipe, Record, rule_help};
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::help::{Topic, with_topic};
use crate::app::heuristics::Heuristic;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::sentence::sentence_ui;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Mark, left_label};
use crate::app::wording::{scale_title, strategy_title, symmetry_in_sentence};
use crate::generate::lp::Rule;
use crate::logic::Scale;
use crate::logic::StrategySet;
use eframe::egui;
use egui::{Align, Button, Checkbox, ComboBox, DragValue, Label, Layout, RichText, ScrollArea, Slider, Ui, vec2};

/// Width of the names in front of controls.
const NAMES: f32 = 72.0;

/// Width of the names of heuristics.
const HEURISTICS: f32 = 106.0;

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
        Experiment::Rounds => Topic::Rounds,
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
                Experiment::Rounds => rounds_ui(app, ui, &mut recipe),
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

fn backward_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    phases_ui(app, ui, recipe);
    let top = ui.cursor().min.y;
    let mut meaning = recipe.meaning();
    if app.project().shape().n() > 12 {
        meaning = tr!("{meaning}. A grid of this size takes half a minute or more; Stop keeps what there is", meaning);
    }
    ui.add(Label::new(RichText::new(meaning).small()).wrap());
    // Three lines, whatever the mix means.
    ui.add_space((top + 46.0 - ui.cursor().min.y).max(0.0));
    target_ui(app, ui, recipe);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Start with"));
        let has_solution = app.lab_solution().is_some();
        choice_ui(
            ui,
            &mut recipe.from_solution,
            false,
            tr!("Random grid"),
            tr!("A random grid that depends on the seed"),
            Ok(()),
        );
        let help = tr!("The solution of the puzzle on the board");
        let check = if has_solution { Ok(()) } else { Err(tr!("There is no solution yet")) };
        choice_ui(ui, &mut recipe.from_solution, true, tr!("This solution"), help, check);
    });
    let papers = tr!("Singles, locked candidates, pairs to quads, X-wing: the methods of Team 2306");
    let ticked = tr!("The ticked strategies, as far as they can be applied backwards: those up to jellyfish");
    allowed_ui(ui, recipe, papers, ticked);
    pattern_ui(app, ui, recipe);
    let symmetry = app.project().symmetry;
    let keeps = recipe.keeps_pattern && app.project().design.pattern.n_clues() > 0;
    let check = match symmetry {
        _ if keeps => Err(tr!("The painted pattern decides which cells are emptied")),
        crate::grid::Symmetry::None => Err(tr!("Choose a symmetry in the left panel first")),
        _ => Ok(()),
    };
    let text = tr!("Symmetric: {symmetry}", symmetry = symmetry_in_sentence(symmetry));
    check_ui(
        ui,
        &mut recipe.is_symmetric,
        &text,
        tr!("Cells lose their clues together with their mirror images"),
        check,
    );
    seed_ui(ui, recipe);
}

/// A row a heuristic, a column a phase.
fn phases_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    let width = (ui.available_width() - HEURISTICS - 24.0) / 2.0;
    ui.spacing_mut().slider_width = width;
    ui.horizontal(|ui| {
        left_label(ui, vec2(HEURISTICS, 24.0), RichText::new(tr!("Heuristics")).family(theme::semibold()));
        // What follows needs a little more than the column below it.
        left_label(ui, vec2(width - 16.0, 24.0), RichText::new(tr!("first")).weak());
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().icon_spacing = 4.0;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().interact_size.x = 28.0;
        let second = ui.checkbox(&mut recipe.second_at.is_on, tr!("then at"));
        second.accessible_name(tr!("Second phase")).on_hover_text(tr!("Other heuristics from this number of clues on"));
        let most = app.project().shape().n_cells();
        let value = DragValue::new(&mut recipe.second_at.value).range(1..=most);
        let response = ui.add_enabled(recipe.second_at.is_on, value);
        response
            .accessible_name(tr!("Clues at the second phase"))
            .on_hover_text(tr!("Clues left"))
            .on_disabled_hover_text(tr!("Tick the second phase first"));
    });
    for heuristic in Heuristic::ALL {
        ui.horizontal(|ui| {
            left_label(ui, vec2(HEURISTICS, 20.0), heuristic.title()).on_hover_text(heuristic.help());
            heuristic.slider_ui(ui, &mut recipe.first, tr!("first phase"), true);
            let response = heuristic.slider_ui(ui, &mut recipe.second, tr!("second phase"), recipe.second_at.is_on);
            response.on_disabled_hover_text(tr!("Tick the second phase first"));
        });
    }
}

/// What the puzzle has to be like.
fn target_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    let shape = app.project().shape();
    let keeps = recipe.keeps_pattern && app.project().design.pattern.n_clues() > 0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let check = if keeps { Err(tr!("The painted pattern decides how many")) } else { Ok(()) };
        check_ui(ui, &mut recipe.clues.is_on, tr!("Clues"), tr!("Exactly this number of clues"), check);
        let value = DragValue::new(&mut recipe.clues.value).range(1..=shape.n_cells());
        ui.add_enabled(recipe.clues.is_on && !keeps, value)
            .accessible_name(tr!("Number of clues"))
            .on_disabled_hover_text(tr!("Tick the number of clues first"));
        ui.add_space(12.0);
        let is_nine = shape == crate::grid::Shape::NINE;
        let check = if is_nine { Ok(()) } else { Err(tr!("Only 9×9 puzzles have Sudoku Explainer ratings")) };
        check_ui(
            ui,
            &mut recipe.difficulty.is_on,
            scale_title(Scale::Se),
            tr!("Sudoku Explainer rating within these bounds"),
            check,
        );
        let (low, high) = recipe.difficulty.value;
        let (mut lower, mut upper) = (f64::from(low) / 10.0, f64::from(high) / 10.0);
        ui.add_enabled_ui(recipe.difficulty.is_on && is_nine, |ui| {
            let why = tr!("Tick SE first");
            let response = ui.add(figure_value(&mut lower)).accessible_name(tr!("Lowest SE rating"));
            response.on_disabled_hover_text(why);
            ui.weak(tr!("to"));
            let response = ui.add(figure_value(&mut upper)).accessible_name(tr!("Highest SE rating"));
            response.on_disabled_hover_text(why);
        });
        let tenths = |figure: f64| (figure * 10.0).round() as u8;
        recipe.difficulty.value = (tenths(lower), tenths(upper.max(lower)));
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let help = tr!("The trace has at least this number of steps of this strategy");
        check_ui(ui, &mut recipe.at_least.is_on, tr!("At least"), help, Ok(()));
        let (strategy, count) = &mut recipe.at_least.value;
        ui.add_enabled_ui(recipe.at_least.is_on, |ui| {
            let why = tr!("Tick it first");
            let response = ui.add(DragValue::new(count).range(1..=20)).accessible_name(tr!("Least number of steps"));
            response.on_disabled_hover_text(why);
            let combo = ComboBox::from_id_salt("lab strategy").width(ui.available_width() - 2.0).height(320.0);
            let response = combo.selected_text(strategy_title(*strategy)).show_ui(ui, |ui| {
                for id in StrategySet::BASIC.iter() {
                    ui.selectable_value(strategy, id, strategy_title(id));
                }
            });
            response.response.accessible_name(tr!("Required strategy")).on_disabled_hover_text(why);
        });
    });
}

/// A field for a figure of Sudoku Explainer.
fn figure_value(figure: &mut f64) -> DragValue<'_> {
    DragValue::new(figure).range(1.0..=12.0).speed(0.02).fixed_decimals(1)
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

fn rounds_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Encoding"));
        for (encoding, title, help) in super::encodings() {
            let button = Button::selectable(recipe.encoding == encoding, title);
            let response = ui.add(button).accessible_name(tr!("Encoding: {name}", name = title));
            if response.on_hover_text(help).clicked() {
                recipe.encoding = encoding;
            }
        }
    });
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Rounds"));
        // Each round but the last rules a candidate out: 649 on 9x9 (section 4.2.5 of the paper).
        let n = app.project().shape().n();
        let value = DragValue::new(&mut recipe.last_round).range(1..=n * n * n - n * n + 1);
        let help = tr!("K: no more rounds than this are tried, one after the other; the paper uses 30");
        ui.add(value).accessible_name(tr!("Most rounds")).on_hover_text(help);
    });
    let papers = tr!("Naked and hidden singles and locked candidates: the strategies of Nishikawa and Toda");
    let ticked = tr!("The ticked strategies, as far as they have clauses: set logic such as subsets and fish");
    allowed_ui(ui, recipe, papers, ticked);
    let text =
        tr!("On the board clues are bold, digits that were placed coloured; cells that the round fills stand out");
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
}

/// The choice between the strategies of a paper and those that are ticked, each with its help.
fn allowed_ui(ui: &mut Ui, recipe: &mut Recipe, papers: &str, ticked: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Allowed"));
        choice_ui(ui, &mut recipe.ticked, false, tr!("The paper's"), papers, Ok(()));
        choice_ui(ui, &mut recipe.ticked, true, tr!("Ticked ones"), ticked, Ok(()));
    });
}

fn pattern_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
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

fn seed_ui(ui: &mut Ui, recipe: &mut Recipe) {
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Seed"));
        let response = ui.add(DragValue::new(&mut recipe.seed).speed(0.1)).accessible_name(tr!("Seed"));
        response.on_hover_text(tr!("The same settings with the same seed give the same puzzle"));
    });
}

/// One of two answers as a button; disabled ones say why.
fn choice_ui(ui: &mut Ui, chosen: &mut bool, answer: bool, text: &str, help: &str, check: Result<(), &str>) {
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
fn check_ui(ui: &mut Ui, is_on: &mut bool, text: &str, help: &str, check: Result<(), &str>) {
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
