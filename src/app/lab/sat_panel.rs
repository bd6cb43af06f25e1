//! The recipes of the experiments that ask SAT.

use super::panel::{NAMES, allowed_ui, check_ui, choice_ui, seed_ui};
use super::{Recipe, well_founded};
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::left_label;
use crate::generate::sat::Encoding;
use crate::generate::sat::export::Format;
use eframe::egui;
use egui::{Button, DragValue, Label, RichText, Ui, vec2};

/// Clues for the painted pattern by formulas with rounds.
pub(super) fn rounds_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, recipe: &mut Recipe) {
    encoding_ui(ui, &super::encodings(), &mut recipe.encoding, Ok(()));
    last_round_ui(app, ui, &mut recipe.last_round, Ok(()));
    let papers = tr!("Naked and hidden singles and locked candidates: the strategies of Nishikawa and Toda");
    let ticked = tr!("The ticked strategies, as far as they have clauses: set logic such as subsets and fish");
    allowed_ui(ui, recipe, papers, ticked);
    let text =
        tr!("On the board clues are bold, digits that were placed coloured; cells that the round fills stand out");
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Formula"));
        for (format, title, help) in formats() {
            let button = Button::selectable(recipe.format == format, title);
            let response = ui.add(button).accessible_name(tr!("Formula as {name}", name = title));
            if response.on_hover_text(help).clicked() {
                recipe.format = format;
            }
        }
        ui.add_space(6.0);
        command_button(app, ui, messages, Command::LAB_EXPORT, tr!("Export…"));
    });
}

/// The puzzle with the fewest clues.
pub(super) fn fewest_ui(app: &App, ui: &mut Ui, recipe: &mut Recipe) {
    let by_sat = recipe.fewest_by_sat.is_on;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Method"));
        let help = tr!("Local search from above; small grids are gone through from below, for 9×9 the bound is taken \
                        from the literature");
        choice_ui(ui, &mut recipe.fewest_by_sat.is_on, false, tr!("Search"), help, Ok(()));
        let help = tr!("Formulas (14) and (15) of Nishikawa and Toda: a bound on the number of clues, lowered or \
                        raised until it is proven, without a number from the literature");
        choice_ui(ui, &mut recipe.fewest_by_sat.is_on, true, tr!("SAT with a bound"), help, Ok(()));
    });
    let only_sat = || if by_sat { Ok(()) } else { Err(tr!("Only SAT has encodings: choose it first")) };
    let [paper, direct, derivation] = super::encodings();
    encoding_ui(ui, &[well_founded(), derivation], &mut recipe.fewest_by_sat.value, only_sat());
    encoding_ui(ui, &[paper, direct], &mut recipe.fewest_by_sat.value, only_sat());
    let has_rounds = match only_sat() {
        Ok(()) if recipe.fewest_by_sat.value == Encoding::WellFounded => {
            Err(tr!("The well-founded encoding has no rounds"))
        }
        check => check,
    };
    last_round_ui(app, ui, &mut recipe.last_round, has_rounds);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        left_label(ui, vec2(NAMES, 24.0), tr!("Bound"));
        let check = if by_sat { Ok(()) } else { Err(tr!("Only SAT is asked bound by bound: choose it first")) };
        let help = tr!("From a puzzle to one with fewer clues, until there is none, as in the paper");
        choice_ui(ui, &mut recipe.upwards, false, tr!("Downwards"), help, check);
        let help = tr!("Each number of clues is refuted, from the smallest upwards, until there is a puzzle");
        choice_ui(ui, &mut recipe.upwards, true, tr!("Upwards"), help, check);
    });
    let papers = tr!("Naked and hidden singles and locked candidates: the strategies of Nishikawa and Toda");
    let ticked = tr!("The ticked strategies; for SAT those that have clauses: set logic such as subsets and fish");
    allowed_ui(ui, recipe, papers, ticked);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let help = tr!("Stop at a puzzle with so many clues or fewer");
        check_ui(ui, &mut recipe.enough.is_on, tr!("Clues that are few enough"), help, Ok(()));
        let most = app.project().shape().n_cells();
        let value = DragValue::new(&mut recipe.enough.value).range(1..=most);
        ui.add_enabled(recipe.enough.is_on, value)
            .accessible_name(tr!("Number of clues that is enough"))
            .on_disabled_hover_text(tr!("Tick it first"));
    });
    seed_ui(ui, recipe);
    let text = tr!(
        "The layout of the board counts; its pattern, kept digits and theme do not. On the board clues are bold, the \
         other digits of the solution coloured"
    );
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
}

/// A row of encodings; the row of the first one has a name in front.
fn encoding_ui(
    ui: &mut Ui,
    encodings: &[(Encoding, &'static str, &'static str)],
    chosen: &mut Encoding,
    check: Result<(), &str>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let is_second = encodings.len() == 2 && matches!(encodings[0].0, Encoding::Paper { .. });
        left_label(ui, vec2(NAMES, 24.0), if is_second { "" } else { tr!("Encoding") });
        for &(encoding, title, help) in encodings {
            let is_on = *chosen == encoding && check.is_ok();
            let response = ui.add_enabled(check.is_ok(), Button::selectable(is_on, title));
            let response = response.accessible_name(tr!("Encoding: {name}", name = title)).on_hover_text(help);
            if response.clicked() {
                *chosen = encoding;
            }
            if let Err(why) = check {
                response.on_disabled_hover_text(why);
            }
        }
    });
}

fn last_round_ui(app: &App, ui: &mut Ui, last_round: &mut usize, check: Result<(), &str>) {
    ui.horizontal(|ui| {
        left_label(ui, vec2(NAMES, 24.0), tr!("Rounds"));
        // Each round but the last rules a candidate out: 649 on 9x9 (section 4.2.5 of the paper).
        let n = app.project().shape().n();
        let value = DragValue::new(last_round).range(1..=n * n * n - n * n + 1);
        let help = tr!("K: no more rounds than this are tried, one after the other; the paper uses 30");
        let response = ui.add_enabled(check.is_ok(), value).accessible_name(tr!("Most rounds")).on_hover_text(help);
        if let Err(why) = check {
            response.on_disabled_hover_text(why);
        }
    });
}

/// What a formula is written as, and who reads it.
fn formats() -> [(Format, &'static str, &'static str); 3] {
    [
        (Format::Cnf, "CNF", tr!("Clauses in the format of DIMACS, for SAT solvers")),
        (Format::Csp, "CSP", tr!("Constraints over integers in the form of Sugar, the solver of the paper")),
        (Format::Opb, "OPB", tr!("Linear inequalities over 0 and 1, for pseudo-Boolean solvers")),
    ]
}
