//! The name of a layout that goes to the gallery.

use crate::app::language::tr;
use crate::app::library::MAX_NAME;
use crate::app::message::Message;
use crate::app::panels::modal::{end_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::widgets::paint_regions;
use crate::grid::Regions;
use eframe::egui;
use egui::{Key, Label, RichText, Sense, TextEdit, Vec2};

pub(super) fn layout_name_ui(app: &App, name: &str, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Save layout"), messages, |ui, messages| {
        let shape = app.project().shape();
        let mut new = name.to_owned();
        let label = ui.label(tr!("Name"));
        let edit = TextEdit::singleline(&mut new).desired_width(f32::INFINITY).char_limit(MAX_NAME);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::Dialog(Dialog::LayoutName(new)));
        }
        let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !is_entered && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        let is_there = app.own_layouts.own().iter().any(|own| own.name == name.trim() && own.shape.n() == shape.n());
        ui.vertical_centered(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(120.0), Sense::hover());
            paint_regions(ui, rect, &Regions::of(shape));
            let line = if is_there {
                tr!("This replaces the saved layout of the same name")
            } else {
                tr!("It is added to the gallery, where every project finds it")
            };
            ui.add_sized([420.0, 20.0], Label::new(RichText::new(line).small().weak()));
        });
        let deed = if name.trim().is_empty() {
            Err(tr!("Type a name").to_owned())
        } else {
            Ok(Dialog::LayoutName(name.to_owned()))
        };
        end_ui(ui, tr!("Save"), deed, is_entered, messages);
    });
}
