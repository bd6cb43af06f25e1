//! Dialogs of the studio's own: each shows a state and sends the state it wants next.

mod export;
mod help;
mod licences;
mod overwrite;
mod pattern_name;
mod picture;
mod settings;
mod stamp;
mod template_name;

pub(super) use licences::about_ui;
pub(super) use overwrite::overwrite_ui;

use super::overlays::{primary, secondary};
use crate::app::App;
use crate::app::manual::manual_ui;
use crate::app::message::Message;
use crate::app::session::Dialog;
use eframe::egui;
use egui::{Button, RichText, Ui, vec2};

pub(super) fn dialog_ui(app: &App, dialog: &Dialog, ctx: &egui::Context, messages: &mut Vec<Message>) {
    match dialog {
        Dialog::Stamp(text) => stamp::stamp_ui(app, text, ctx, messages),
        Dialog::PatternName(name) => pattern_name::pattern_name_ui(app, name, ctx, messages),
        Dialog::TemplateName(name) => template_name::template_name_ui(app, name, ctx, messages),
        Dialog::Picture(state) => picture::picture_ui(app, state, ctx, messages),
        Dialog::Export(state) => export::export_ui(app, state, ctx, messages),
        Dialog::Settings => settings::settings_ui(app, ctx, messages),
        Dialog::Help(command) => help::command_ui(app, *command, ctx, messages),
        Dialog::Manual(manual) => manual_ui(manual, ctx, messages),
    }
}

/// The usual end of a dialog: the deed, which may be impossible for now, and Cancel.
fn end_ui(ui: &mut Ui, verb: &str, deed: Result<Dialog, String>, is_entered: bool, messages: &mut Vec<Message>) {
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        match deed {
            Ok(dialog) => {
                if primary(ui, verb).clicked() || is_entered {
                    messages.push(Message::DialogDone(dialog));
                }
            }
            Err(why) => {
                let button = Button::new(RichText::new(verb)).min_size(vec2(72.0, 28.0));
                ui.add_enabled(false, button).on_disabled_hover_text(why);
            }
        }
        if secondary(ui, "Cancel").clicked() {
            messages.push(Message::CloseFront);
        }
    });
}

/// The end of a dialog that only shows something.
fn close_ui(ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if secondary(ui, "Close").clicked() {
            messages.push(Message::CloseFront);
        }
    });
}
