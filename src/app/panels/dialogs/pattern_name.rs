//! The name of a pattern that goes to the library.

use crate::app::language::tr;
use crate::app::library::MAX_NAME;
use crate::app::message::Message;
use crate::app::panels::modal::{end_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::widgets::paint_thumbnail;
use eframe::egui;
use egui::{Key, Label, RichText, Sense, TextEdit, Vec2};

pub(super) fn pattern_name_ui(app: &App, name: &str, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Save pattern"), messages, |ui, messages| {
        let pattern = app.project().design.pattern;
        let mut new = name.to_owned();
        let label = ui.label(tr!("Name"));
        let edit = TextEdit::singleline(&mut new).desired_width(f32::INFINITY).char_limit(MAX_NAME);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::Dialog(Dialog::PatternName(new)));
        }
        let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !is_entered && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        let same = |own: &&crate::app::Named| own.name == name.trim() && own.pattern.shape == pattern.shape;
        let is_there = app.library().own().iter().any(|own| same(&own));
        ui.vertical_centered(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(120.0), Sense::hover());
            paint_thumbnail(ui, rect, &pattern);
            let line = if is_there {
                tr!("This replaces the saved pattern of the same name")
            } else {
                tr!("It is added to the library, where every project finds it")
            };
            ui.add_sized([420.0, 20.0], Label::new(RichText::new(line).small().weak()));
        });
        let deed = if name.trim().is_empty() {
            Err(tr!("Type a name").to_owned())
        } else {
            Ok(Dialog::PatternName(name.to_owned()))
        };
        end_ui(ui, tr!("Save"), deed, is_entered, messages);
    });
}
