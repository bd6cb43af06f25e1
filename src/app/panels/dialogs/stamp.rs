//! A pattern from a letter, a digit or a short word.

use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::panels::modal::{end_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::widgets::paint_thumbnail;
use crate::app::wording::error_text;
use crate::app::wording::n_clue_cells;
use crate::grid::{Pattern, stamp};
use eframe::egui;
use egui::{Key, Label, RichText, Sense, TextEdit, Vec2};

pub(super) fn stamp_ui(app: &App, text: &str, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Letters and words"), messages, |ui, messages| {
        let shape = app.project().shape();
        let mut new = text.to_owned();
        let label = ui.label(tr!("Text"));
        let edit = TextEdit::singleline(&mut new).desired_width(f32::INFINITY).char_limit(24);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::Dialog(Dialog::Stamp(new)));
        }
        let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        // The field has the focus from the start.
        if !is_entered && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        let stamped = stamp(shape, text);
        let why = stamped.as_ref().err().map_or_else(String::new, error_text);
        let pattern = stamped.unwrap_or(Pattern::empty(shape));
        ui.vertical_centered(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(180.0), Sense::hover());
            paint_thumbnail(ui, rect, &pattern);
            // A line of one height whatever it says: nothing may jump.
            let line = if why.is_empty() { n_clue_cells(pattern.n_clues()) } else { why.clone() };
            ui.add_sized([420.0, 36.0], Label::new(RichText::new(line).small().weak()).wrap());
        });
        let deed = if why.is_empty() { Ok(Dialog::Stamp(text.to_owned())) } else { Err(why) };
        end_ui(ui, tr!("Use it"), deed, is_entered, messages);
    });
}
