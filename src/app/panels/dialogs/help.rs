//! Help for a command: what it does, its keys, why it is disabled.

use crate::app::command::Command;
use crate::app::help::Topic;
use crate::app::language::tr;
use crate::app::manual::Manual;
use crate::app::message::Message;
use crate::app::panels::modal::{close_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use eframe::egui;
use egui::Label;

pub(super) fn command_ui(app: &App, command: Command, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, command.title().trim_end_matches('…'), messages, |ui, messages| {
        ui.add(Label::new(format!("{}.", command.help())).wrap());
        ui.add_space(4.0);
        let menu = tr!("In the {menu} menu", menu = command.menu().title());
        ui.weak(match command.shortcut_text(ctx) {
            Some(keys) => format!("{menu}, {keys}"),
            None => menu,
        });
        if let Err(why) = command.check(app) {
            ui.weak(tr!("Not now: {why}", why));
        }
        ui.add_space(4.0);
        if ui.link(tr!("More in the manual")).clicked() {
            let manual = Manual::at(&Topic::Command(command).link());
            messages.push(Message::Dialog(Dialog::Manual(manual)));
        }
        close_ui(ui, messages);
    });
}
