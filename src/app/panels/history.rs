//! Every edit that can be taken back or carried out again, in the left panel.

use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::wording::{capitalised, told_text};
use crate::logic::Sentence;
use eframe::egui;
use egui::{Button, RichText, ScrollArea, Ui};

pub(super) fn history_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let history = app.history();
    ui.horizontal(|ui| {
        ui.heading(tr!("History"));
        ui.weak(tr!("Click an edit to go there"));
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::UNDO, tr!("Undo"));
        command_button(app, ui, messages, Command::REDO, tr!("Redo"));
    });
    ui.add_space(4.0);
    let mut past: Vec<&Sentence> = history.labels().collect();
    past.reverse();
    let n_done = past.len();
    let labels = past.into_iter().chain(history.undone_labels()).map(told_text);
    let all: Vec<String> = std::iter::once(tr!("start").to_owned()).chain(labels).collect();
    let height = 24.0;
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical().id_salt("history").auto_shrink(false).stick_to_bottom(true).show_rows(
        ui,
        height,
        all.len(),
        |ui, rows| {
            for n_edits in rows {
                let mut text = RichText::new(capitalised(&all[n_edits]));
                // What was taken back is pale, and stands below the present state.
                if n_edits > n_done {
                    text = text.weak();
                }
                let button = Button::selectable(n_edits == n_done, (text, egui::Atom::grow())).truncate();
                let response = ui.add_sized([ui.available_width() - 10.0, height], button);
                let name = tr!("State {number}: {edit}", number = n_edits, edit = all[n_edits]);
                if response.accessible_name(name).clicked() {
                    messages.push(Message::GoToEdit(n_edits));
                }
            }
        },
    );
}
