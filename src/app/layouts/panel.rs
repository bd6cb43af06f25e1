//! The layout in the design panel: size, regions, and where others come from.

use super::{layout_name, missing, picture, starter_of_size};
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::help::{Topic, with_topic};
use crate::app::language::{tr, translated};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::fitting_menu;
use crate::app::wording::error_text;
use crate::grid::{NamedRule, Shape};
use crate::project::Edit;
use eframe::egui;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Checkbox, ComboBox, Label, PopupCloseBehavior, RichText, Sense, Ui, Vec2};

/// Width of the list of sizes.
const SIZES: f32 = 76.0;
/// Side of the picture of a rule, with room around it.
const RULE_PICTURE: f32 = 34.0;

pub(in crate::app) fn layout_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.heading(tr!("Layout"));
        size_ui(app, ui, messages);
        regions_ui(app, ui, messages);
    });
    tab_group(ui, |ui| sources_ui(app, ui, messages));
    contradiction_ui(app, ui);
    let is_painting = app.session().board.region_tool.is_some();
    if let Some(draft) = app.project().draft.as_ref().filter(|_| !is_painting) {
        let sentence = tr!("Draft: {sentence}", sentence = missing(draft).remove(0));
        ui.add(Label::new(RichText::new(&sentence).small()).truncate()).on_hover_text(sentence);
    }
}

/// Why the layout has no solution grid, if it has none.
fn contradiction_ui(app: &App, ui: &mut Ui) {
    let Some(Some(why)) = app.layouts.contradictions.answer(&app.project().shape()) else { return };
    let sentence = tr!("No puzzle has this layout: {why}", why);
    let text = RichText::new(&sentence).color(theme::palette(ui.ctx()).conflict);
    ui.add(Label::new(text).wrap()).on_hover_text(tr!("Take one of these rules away, or change the regions"));
}

/// Where other layouts come from.
fn sources_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 4.0;
        command_button(app, ui, messages, Command::LAYOUT_GALLERY, tr!("Gallery…"));
        if app.layouts.rolls.is_waiting() {
            command_button(app, ui, messages, Command::STOP_LAYOUT, tr!("Cancel"));
            ui.spinner();
        } else {
            command_button(app, ui, messages, Command::RANDOM_LAYOUT, tr!("Random"));
        }
        let is_painting = app.session().board.region_tool.is_some();
        let button = Button::selectable(is_painting, tr!("Paint regions"));
        let response = ui.add(button);
        if explain(ui, response, Command::PAINT_REGIONS, Ok(())).clicked() {
            messages.push(Message::Run(Command::PAINT_REGIONS));
        }
        rules_ui(app, ui, messages);
    });
}

/// The rules beside rows, columns and regions, to be ticked.
fn rules_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.project().shape();
    let n_on = present.rules().named().count();
    let title = if n_on == 0 { tr!("Rules…").to_owned() } else { tr!("Rules ({n})…", n = n_on) };
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::new(title).config(stays).ui(ui, |ui| {
        fitting_menu(ui, |ui| {
            with_topic(ui, Topic::Layout, |ui| {
                for rule in NamedRule::ALL {
                    rule_ui(ui, present, rule, messages);
                }
            });
        });
    });
    let mut help = tr!("Diagonals, windows, knight's moves and other rules that puzzles keep").to_owned();
    for sentence in present.rules().sentences(present.n()) {
        help.push('\n');
        help.push_str(translated(sentence));
    }
    response.accessible_name(tr!("Rules of the layout")).on_hover_text(help);
}

/// A rule to tick, with its picture; one that the grid cannot have says why.
fn rule_ui(ui: &mut Ui, present: Shape, rule: NamedRule, messages: &mut Vec<Message>) {
    let mut is_on = present.rules().has(rule);
    let mut rules = present.rules().clone();
    rules.set(rule, !is_on);
    // What holds across the edges goes with the last rule that can.
    let rules = if is_on { rules.with_parts(&rules.parts()) } else { rules };
    let changed = present.with_rules(&rules);
    let tick = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(RULE_PICTURE), Sense::hover());
        picture::paint_rule(ui, rect, rule);
        ui.add_enabled(changed.is_ok(), Checkbox::new(&mut is_on, translated(rule.title())))
    };
    let response = ui.horizontal(tick).inner;
    let response = response.on_hover_text(translated(rule.sentence()));
    match changed {
        Ok(shape) if response.changed() => messages.push(Message::Edit(Edit::SetShape(shape))),
        Ok(_) => {}
        Err(error) => {
            response.on_disabled_hover_text(error_text(&error));
        }
    }
}

/// "9×9".
fn size_text(n: usize) -> String {
    tr!("{n}×{n}", n)
}

fn size_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.project().shape();
    let combo = ComboBox::from_id_salt("size").width(SIZES).height(400.0).selected_text(size_text(present.n()));
    let response = combo.show_ui(ui, |ui| {
        // So all sizes are seen at once.
        ui.spacing_mut().item_spacing.y = 0.0;
        for n in Shape::SIZES {
            if ui.selectable_label(n == present.n(), size_text(n)).clicked() && n != present.n() {
                let resized = resized(present, n).map(|shape| shape.with_fitting_rules(present));
                messages.extend(resized.map(|shape| Message::Edit(Edit::SetShape(shape))));
            }
        }
    });
    response.response.accessible_name(tr!("Size of the grid")).on_hover_text(tr!("Another size clears the board"));
}

/// The layout of another size that is most like this one: boxes where the size has them, an irregular layout else.
fn resized(present: Shape, n: usize) -> Option<Shape> {
    let boxes = Shape::plain_shapes().find(|shape| shape.n() == n);
    if present.is_latin() {
        latin(n)
    } else if present.is_irregular() {
        starter_of_size(n)
    } else {
        boxes.or_else(|| starter_of_size(n))
    }
}

fn latin(n: usize) -> Option<Shape> {
    format!("{n} latin").parse().ok()
}

/// "Boxes 3×3", "None (Latin square)", "Half turn 3".
fn regions_text(app: &App, shape: Shape) -> String {
    match shape.region_boxes() {
        Some((rows, columns)) => tr!("Boxes {rows}×{columns}", rows, columns),
        None if shape.is_latin() => tr!("None (Latin square)").to_owned(),
        None => layout_name(&app.own_layouts, shape).unwrap_or_else(|| tr!("Irregular").to_owned()),
    }
}

fn regions_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.project().shape();
    let combo = ComboBox::from_id_salt("regions").width(ui.available_width()).truncate();
    let response = combo.selected_text(regions_text(app, present)).show_ui(ui, |ui| {
        let boxes = Shape::plain_shapes().filter(|shape| shape.n() == present.n());
        for shape in boxes.chain(latin(present.n())) {
            let help = match shape.boxes() {
                Some((rows, columns)) => tr!("Boxes {rows} high and {columns} wide", rows, columns),
                None => tr!("Rows and columns are the only houses").to_owned(),
            };
            let response = ui.selectable_label(shape == present.without_rules(), regions_text(app, shape));
            if response.on_hover_text(help).clicked() {
                messages.push(Message::Edit(Edit::SetShape(shape.with_fitting_rules(present))));
            }
        }
        let is_present = present.is_irregular() && !present.is_latin();
        let response = ui.selectable_label(is_present, tr!("Irregular…"));
        if explain(ui, response, Command::LAYOUT_GALLERY, Ok(())).clicked() {
            messages.push(Message::Run(Command::LAYOUT_GALLERY));
        }
    });
    let help = tr!("The regions that hold every digit once, beside rows and columns");
    response.response.accessible_name(tr!("Regions of the grid")).on_hover_text(help);
}
