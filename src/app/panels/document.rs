//! Title and author, as the panels show them that are about one puzzle.

use crate::app::help::{Topic, with_topic};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::session::Field;
use crate::app::studio::App;
use eframe::egui;
use egui::{Key, TextEdit, Ui, vec2};

/// Title and author of the puzzle on the board.
pub(super) fn document_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    with_topic(ui, Topic::Document, |ui| {
        field_ui(app, ui, messages, Field::Title, tr!("Title"), &app.project().title);
        field_ui(app, ui, messages, Field::Author, tr!("Author"), &app.project().author);
    });
}

fn field_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, field: Field, name: &str, value: &str) {
    let mut text = match &app.session().input.draft {
        Some((drafted, text)) if *drafted == field => text.clone(),
        _ => value.to_owned(),
    };
    ui.horizontal(|ui| {
        let label =
            ui.allocate_ui_with_layout(vec2(48.0, 24.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_min_width(48.0);
                ui.label(name)
            });
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
