//! The left panel: shape, symmetry, pattern.

use crate::app::App;
use crate::app::command::Command;
use crate::app::library::starters;
use crate::app::message::Message;
use crate::app::session::Field;
use crate::app::widgets::{command_button, symmetry_button, thumbnail_button};
use crate::grid::{SHAPES, Shape, Symmetry};
use crate::project::Edit;
use eframe::egui;
use egui::{ComboBox, Key, ScrollArea, TextEdit, Ui};

pub(super) fn design_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    document_ui(app, ui, messages);
    ui.add_space(8.0);
    ui.heading("Shape");
    shape_ui(app, ui, messages);
    ui.add_space(8.0);
    ui.heading("Symmetry");
    symmetry_ui(app, ui, messages);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.heading("Pattern");
        let n_clues = app.project().pattern.n_clues();
        ui.weak(if n_clues == 1 { "1 clue cell".to_owned() } else { format!("{n_clues} clue cells") });
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::Clear, "Clear");
        command_button(app, ui, messages, Command::Invert, "Invert");
        command_button(app, ui, messages, Command::MakeSymmetric, "Make symmetric");
    });
    ui.add_space(8.0);
    ui.heading("Patterns to start with");
    starters_ui(app, ui, messages);
}

fn document_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    field_ui(app, ui, messages, Field::Title, "Title", &app.project().title);
    field_ui(app, ui, messages, Field::Author, "Author", &app.project().author);
}

fn field_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, field: Field, name: &str, value: &str) {
    let mut text = match &app.session().draft {
        Some((drafted, text)) if *drafted == field => text.clone(),
        _ => value.to_owned(),
    };
    ui.horizontal(|ui| {
        let label = ui.allocate_ui_with_layout(
            egui::vec2(48.0, 24.0),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(48.0);
                ui.label(name)
            },
        );
        let label = label.inner;
        let edit = TextEdit::singleline(&mut text).desired_width(f32::INFINITY).char_limit(120);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::Draft(field, text.clone()));
        }
        if response.lost_focus() || (response.has_focus() && ui.input(|i| i.key_pressed(Key::Enter))) {
            messages.push(Message::DraftEnd);
        }
    });
}

/// "9×9, boxes 3×3".
fn shape_title(shape: Shape) -> String {
    let n = shape.n();
    format!("{n}×{n}, boxes {}×{}", shape.box_rows(), shape.box_cols())
}

fn shape_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.project().shape();
    let combo =
        ComboBox::from_id_salt("shape").width(ui.available_width()).height(400.0).selected_text(shape_title(present));
    let response = combo.show_ui(ui, |ui| {
        for shape in SHAPES {
            let help = format!("Boxes {} high and {} wide", shape.box_rows(), shape.box_cols());
            if ui.selectable_label(shape == present, shape_title(shape)).on_hover_text(help).clicked() {
                messages.push(Message::Edit(Edit::SetShape(shape)));
            }
        }
    });
    response
        .response
        .accessible_name("Shape of the grid")
        .on_hover_text("Another shape clears the board, unless the size stays");
}

fn symmetry_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let width = (ui.available_width() - 4.0) / 2.0;
    ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
    for pair in Symmetry::ALL.chunks(2) {
        ui.horizontal(|ui| {
            for &symmetry in pair {
                if symmetry_button(app, ui, width, symmetry) {
                    messages.push(Message::Edit(Edit::SetSymmetry(symmetry)));
                }
            }
        });
    }
    ui.reset_style();
}

fn starters_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let shape = project.shape();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let gap = 6.0;
        let across = 4.0;
        let side = ((ui.available_width() - (across - 1.0) * gap - 8.0) / across).floor();
        ui.spacing_mut().item_spacing = egui::vec2(gap, gap);
        let fitting: Vec<_> = starters().iter().filter(|starter| starter.pattern.shape == shape).collect();
        if fitting.is_empty() {
            ui.weak("There are none of this shape");
        }
        for row in fitting.chunks(across as usize) {
            ui.horizontal(|ui| {
                for starter in row {
                    let is_selected = project.pattern == starter.pattern;
                    if thumbnail_button(ui, side, &starter.name, &starter.pattern, is_selected).clicked() {
                        messages.push(Message::Edit(Edit::SetPattern {
                            pattern: starter.pattern,
                            name: starter.name.to_lowercase(),
                        }));
                    }
                }
            });
        }
    });
}
