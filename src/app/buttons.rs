//! Commands as buttons.

use super::command::Command;
use super::focus::join_group;
use super::help::{Topic, explains};
use super::message::Message;
use super::studio::App;
use super::widgets::{Icon, icon_button};
use eframe::egui;
use egui::{Button, Response, Ui};

/// A button of a command; disabled ones say why.
pub(super) fn command_button(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, command: Command, text: &str) {
    let check = command.check(app);
    let response = ui.add_enabled(check.is_ok(), Button::new(text));
    show_line(app, &response, command, messages);
    if explain(ui, response, command, check).clicked() {
        messages.push(Message::Run(command));
    }
}

/// A command as a symbol.
pub(super) fn icon_command(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, command: Command, icon: Icon) {
    let check = command.check(app);
    let response = icon_button(ui, icon, command.title(), check.is_ok());
    if explain(ui, response, command, check).clicked() {
        messages.push(Message::Run(command));
    }
}

/// Tooltip of a command: what it does and its keys, or why it cannot be done.
pub(super) fn explain(ui: &Ui, response: Response, command: Command, check: Result<(), String>) -> Response {
    join_group(&response);
    explains(&response, Topic::Command(command));
    // A disabled control that is scrolled away would answer the pointer all the same.
    if !ui.is_rect_visible(response.rect) {
        return response;
    }
    match check {
        Ok(()) => response.on_hover_text(match command.shortcut_text(ui.ctx()) {
            Some(keys) => format!("{} ({keys})", command.help()),
            None => command.help().to_owned(),
        }),
        Err(why) => response.on_disabled_hover_text(why),
    }
}

/// While the pointer or the focus is on a command about lines, the lines are marked on the board.
pub(super) fn show_line(app: &App, response: &Response, command: Command, messages: &mut Vec<Message>) {
    if response.contains_pointer() || response.has_focus() {
        let cells = command.line_cells(app.project().shape(), app.session().board.cursor);
        if !cells.is_empty() {
            messages.push(Message::Highlight(cells));
        }
    }
}
