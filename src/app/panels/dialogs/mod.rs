//! Dialogs of the studio's own: each shows a state and sends the state it wants next.

mod export;
mod help;
mod layout_name;
mod layouts;
mod licences;
mod overwrite;
mod pattern_name;
mod picture;
mod settings;
mod stamp;
mod template_name;

pub(super) use licences::about_ui;
pub(super) use overwrite::overwrite_ui;

use crate::app::manual::manual_ui;
use crate::app::message::Message;
use crate::app::session::Dialog;
use crate::app::studio::App;
use eframe::egui;

pub(super) fn dialog_ui(app: &App, dialog: &Dialog, ctx: &egui::Context, messages: &mut Vec<Message>) {
    match dialog {
        Dialog::Stamp(text) => stamp::stamp_ui(app, text, ctx, messages),
        Dialog::PatternName(name) => pattern_name::pattern_name_ui(app, name, ctx, messages),
        Dialog::Layouts(state) => layouts::layouts_ui(app, state, ctx, messages),
        Dialog::LayoutName(name) => layout_name::layout_name_ui(app, name, ctx, messages),
        Dialog::TemplateName(name) => template_name::template_name_ui(app, name, ctx, messages),
        Dialog::Picture(state) => picture::picture_ui(app, state, ctx, messages),
        Dialog::Export(state) => export::export_ui(app, state, ctx, messages),
        Dialog::Settings => settings::settings_ui(app, ctx, messages),
        Dialog::Help(command) => help::command_ui(app, *command, ctx, messages),
        Dialog::Manual(manual) => manual_ui(manual, ctx, messages),
    }
}
