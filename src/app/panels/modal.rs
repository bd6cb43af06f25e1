//! Windows in front, and how they end.

use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::session::Dialog;
use crate::app::theme;
use eframe::egui;
use egui::{Button, Frame, Id, Modal, RichText, Ui, vec2};

/// A modal with a heading; Esc and a click outside close it.
pub(super) fn modal_ui(
    ctx: &egui::Context,
    name: &str,
    messages: &mut Vec<Message>,
    add: impl FnOnce(&mut Ui, &mut Vec<Message>),
) {
    let frame = Frame::popup(&ctx.global_style()).inner_margin(16);
    let response = Modal::new(Id::unique(name)).frame(frame).show(ctx, |ui| {
        ui.set_width(440.0);
        ui.heading(name);
        ui.add_space(4.0);
        add(ui, messages);
    });
    if response.should_close() {
        messages.push(Message::CloseFront);
    }
}

pub(super) fn primary(ui: &mut Ui, text: &str) -> egui::Response {
    let palette = theme::palette(ui.ctx());
    let button = Button::new(RichText::new(text).color(palette.paper)).fill(palette.accent);
    let response = ui.add(button.min_size(vec2(72.0, 28.0)));
    // Enter is enough for the usual answer.
    if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    response
}

pub(super) fn secondary(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(Button::new(text).min_size(vec2(72.0, 28.0)))
}

/// The usual end of a dialog: the deed, which may be impossible for now, and Cancel.
pub(super) fn end_ui(
    ui: &mut Ui,
    verb: &str,
    deed: Result<Dialog, String>,
    is_entered: bool,
    messages: &mut Vec<Message>,
) {
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
        if secondary(ui, tr!("Cancel")).clicked() {
            messages.push(Message::CloseFront);
        }
    });
}

/// The end of a dialog that only shows something.
pub(super) fn close_ui(ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if secondary(ui, tr!("Close")).clicked() {
            messages.push(Message::CloseFront);
        }
    });
}
