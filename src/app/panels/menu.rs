//! The menu bar.

use crate::app::App;
use crate::app::command::{Command, Menu};
use crate::app::message::Message;
use crate::app::settings::ThemeChoice;
use crate::app::sheet::Zoom;
use crate::app::widgets::explain;
use eframe::egui;
use egui::{Button, MenuBar, Ui};

pub(super) fn menu_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.title(), |ui| {
                ui.set_min_width(240.0);
                for command in menu.commands() {
                    if command.begins_group() {
                        ui.separator();
                    }
                    item_ui(app, ui, messages, command);
                    if command == Command::OpenPath {
                        recent_ui(app, ui, messages);
                    }
                }
            });
        }
    });
}

fn item_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, command: Command) {
    let check = command.check(app);
    let title = match command {
        Command::Undo => with_label(command, app.history().undo_label()),
        Command::Redo => with_label(command, app.history().redo_label()),
        _ => command.title().to_owned(),
    };
    let button = match is_on(app, ui.ctx(), command) {
        Some(is_on) => Button::selectable(is_on, title.as_str()),
        None => Button::new(title.as_str()),
    };
    let keys = command.shortcut_text(ui.ctx()).unwrap_or_default();
    let response = ui.add_enabled(check.is_ok(), button.shortcut_text(keys)).accessible_name(title);
    if explain(ui, response, command, check).clicked() {
        messages.push(Message::Run(command));
        ui.close();
    }
}

fn with_label(command: Command, label: Option<&str>) -> String {
    label.map_or_else(|| command.title().to_owned(), |label| format!("{} {label}", command.title()))
}

/// Whether a command that switches something is switched on.
fn is_on(app: &App, ctx: &egui::Context, command: Command) -> Option<bool> {
    let session = app.session();
    match command {
        Command::ToggleDesignPanel => Some(session.shows_design_panel(ctx)),
        Command::ToggleStrategyPanel => Some(session.strategy_panel),
        Command::ThemeSystem => Some(app.settings.theme == ThemeChoice::System),
        Command::ThemeLight => Some(app.settings.theme == ThemeChoice::Light),
        Command::ThemeDark => Some(app.settings.theme == ThemeChoice::Dark),
        Command::FrameTimes => Some(session.frame_times),
        Command::FullScreen => Some(session.full_screen),
        Command::SheetFitPage => Some(session.sheet.zoom == Zoom::Page),
        Command::SheetFitWidth => Some(session.sheet.zoom == Zoom::Width),
        _ => command.view().map(|view| view == session.view),
    }
}

fn recent_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let recent = &app.settings.recent;
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in recent {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let button = ui.add_enabled(path.exists(), Button::new(name));
                let missing = format!("{} is not there now", path.display());
                let response = button.on_hover_text(path.display().to_string()).on_disabled_hover_text(missing);
                if response.clicked() {
                    messages.push(Message::OpenFile(path.clone()));
                    ui.close();
                }
            }
        })
        .response
        .on_disabled_hover_text("No file was opened or saved yet");
    });
}
