//! The name of a layout that is kept in the project.

use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::panels::modal::{end_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::sheet::{MAX_TEMPLATE_NAME, built_in};
use eframe::egui;
use egui::{Key, Label, RichText, TextEdit};

pub(super) fn template_name_ui(app: &App, name: &str, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Save template"), messages, |ui, messages| {
        let mut new = name.to_owned();
        let label = ui.label(tr!("Name"));
        let edit = TextEdit::singleline(&mut new).desired_width(f32::INFINITY).char_limit(MAX_TEMPLATE_NAME);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::Dialog(Dialog::TemplateName(new)));
        }
        let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !is_entered && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        let name = name.trim();
        let is_there = app.document().templates().iter().any(|template| template.name == name);
        let line = if is_there {
            tr!("This replaces the template of the same name")
        } else {
            tr!("It is saved with the project, without title, author and date")
        };
        ui.add_sized([420.0, 20.0], Label::new(RichText::new(line).small().weak()));
        let deed = if name.is_empty() {
            Err(tr!("Type a name").to_owned())
        } else if built_in().iter().any(|template| template.name == name) {
            Err(tr!("This is the name of a built-in template: choose another").to_owned())
        } else {
            Ok(Dialog::TemplateName(name.to_owned()))
        };
        end_ui(ui, tr!("Save"), deed, is_entered, messages);
    });
}
