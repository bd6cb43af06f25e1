//! The recipes of the experiments that go backwards from a solution.

use super::Recipe;
use super::panel::{NAMES, allowed_ui, check_ui, choice_ui, pattern_ui, seed_ui};
use crate::app::heuristics::Heuristic;
use crate::app::language::tr;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::left_label;
use crate::app::wording::{scale_title, strategy_title, symmetry_in_sentence};
use crate::logic::{Scale, StrategySet};
use eframe::egui;
use egui::{Button, ComboBox, DragValue, Label, RichText, Ui, vec2};

/// Width of the names of heuristics.
const HEURISTICS: f32 = 106.0;

/// A puzzle made backwards.
pub(super) fn backward_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    phases_ui(app, ui, recipe);
    meaning_ui(app, ui, recipe);
    target_ui(app, ui, recipe);
    ui.add_space(4.0);
    start_ui(app, ui, recipe);
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

/// The phases, and a slider for each heuristic of the chosen one.
fn phases_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    let n_cells = app.project().shape().n_cells();
    let phases = &mut recipe.phases;
    phases.fit(n_cells);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        left_label(ui, vec2(HEURISTICS, 24.0), RichText::new(tr!("Heuristics")).family(theme::semibold()));
        for index in 0..phases.n() {
            let number = index + 1;
            let button = Button::selectable(phases.chosen() == index, format!("{number}")).min_size(vec2(22.0, 22.0));
            let response = ui.add(button).accessible_name(tr!("Phase {number}", number));
            if response.on_hover_text(tr!("Show the heuristics of this phase")).clicked() {
                phases.choose(index);
            }
        }
        ui.add_space(6.0);
        let add =
            (phases.can_grow(), "+", tr!("Add phase"), tr!("Let other heuristics follow when fewer clues are left"));
        let remove = (phases.can_shrink(), "−", tr!("Remove phase"), tr!("Take this phase out"));
        for (is_add, (check, sign, name, help)) in [(true, add), (false, remove)] {
            let response = ui.add_enabled(check.is_ok(), Button::new(sign).min_size(vec2(22.0, 22.0)));
            let response = response.accessible_name(name).on_hover_text(format!("{name}: {help}"));
            if response.clicked() {
                if is_add { phases.grow(n_cells) } else { phases.shrink() }
            }
            if let Err(why) = check {
                response.on_disabled_hover_text(why);
            }
        }
    });
    ui.horizontal(|ui| {
        let (number, is_last) = (phases.chosen() + 1, phases.chosen() + 1 == phases.n());
        left_label(ui, vec2(HEURISTICS, 24.0), tr!("Phase {number}, until", number));
        let mut none = 0;
        let (end, least, most) = phases.end(n_cells).unwrap_or((&mut none, 0, 0));
        let value = DragValue::new(end).range(least..=most);
        // The last phase has no number.
        let value = value.custom_formatter(|n, _| if n < 1.0 { "–".to_owned() } else { format!("{n}") });
        let why = tr!("The last phase goes on to the end: add another one to let it end earlier");
        ui.add_enabled(!is_last, value)
            .accessible_name(tr!("Clues at the end of phase {number}", number))
            .on_hover_text(tr!("Clues left"))
            .on_disabled_hover_text(why);
        ui.weak(if is_last { tr!("the end") } else { tr!("clues are left") });
    });
    ui.spacing_mut().slider_width = (ui.available_width() - HEURISTICS - 16.0).max(48.0);
    let place = tr!("phase {number}", number = phases.chosen() + 1);
    for heuristic in Heuristic::ALL {
        ui.horizontal(|ui| {
            left_label(ui, vec2(HEURISTICS, 20.0), heuristic.title()).on_hover_text(heuristic.help());
            heuristic.slider_ui(ui, phases.mix(), &place, true);
        });
    }
}

/// What the phases look for, in at least three lines.
fn meaning_ui(app: &App, ui: &mut Ui, recipe: &Recipe) {
    let top = ui.cursor().min.y;
    let mut meaning = recipe.phases.meaning();
    if app.project().shape().n() > 12 {
        meaning = tr!("{meaning}. A grid of this size takes half a minute or more; Stop keeps what there is", meaning);
    }
    ui.add(Label::new(RichText::new(meaning).small()).wrap());
    // Three lines, whatever the mix means.
    ui.add_space((top + 46.0 - ui.cursor().min.y).max(0.0));
}

/// Where the search begins.
fn start_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
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
}

/// Many puzzles of one grid.
pub(super) fn survey_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    phases_ui(app, ui, recipe);
    meaning_ui(app, ui, recipe);
    start_ui(app, ui, recipe);
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Puzzles"));
        let value = DragValue::new(&mut recipe.n_puzzles).range(1..=1000);
        let help = tr!("Number of puzzles, each with the next seed");
        ui.add(value).accessible_name(tr!("Number of puzzles")).on_hover_text(help);
    });
    seed_ui(ui, recipe);
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
