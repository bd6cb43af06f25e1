//! The menu bar.

use crate::app::buttons::{explain, show_line};
use crate::app::command::{Command, Menu};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::widgets::fitting_menu;
use eframe::egui;
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, Key, MenuBar, Modifiers, Popup, Stroke, TextStyle, Ui};

pub(super) fn menu_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            let (title, letter) = (menu.title(), menu.letter());
            let response = ui.menu_button(mnemonic(ui, title, letter), |ui| {
                ui.set_min_width(240.0);
                fitting_menu(ui, |ui| {
                    for command in menu.commands() {
                        if command.begins_group() {
                            ui.separator();
                        }
                        item_ui(app, ui, messages, command);
                        if command == Command::OPEN_PATH {
                            recent_ui(app, ui, messages);
                        }
                    }
                });
            });
            let response = response.response.accessible_name(title);
            let key = Key::from_name(&letter.to_string());
            if key.is_some_and(|key| can_use_letters(app) && ui.input_mut(|i| i.consume_key(Modifiers::ALT, key))) {
                Popup::open_id(ui.ctx(), Popup::default_response_id(&response));
                // The arrows go on from here.
                response.request_focus();
            }
        }
    });
}

/// Whether Alt and a letter opens a menu: not behind a window in front, and not where letters are digits.
fn can_use_letters(app: &App) -> bool {
    let session = app.session();
    let letters_are_digits = session.view == View::Puzzle && app.project().shape().n() > 9;
    !(session.has_modal() || letters_are_digits)
}

/// The title with a line under the letter that opens the menu with Alt.
fn mnemonic(ui: &Ui, title: &str, letter: char) -> LayoutJob {
    let color = ui.visuals().text_color();
    let plain = TextFormat::simple(TextStyle::Button.resolve(ui.style()), color);
    let marked = TextFormat { underline: Stroke::new(1.0, color), ..plain.clone() };
    let mut job = LayoutJob::default();
    // In some languages the title has no such letter.
    let Some(at) = title.find([letter, letter.to_ascii_lowercase()]) else {
        job.append(title, 0.0, plain);
        return job;
    };
    job.append(&title[..at], 0.0, plain.clone());
    job.append(&title[at..=at], 0.0, marked);
    job.append(&title[at + 1..], 0.0, plain);
    job
}

fn item_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, command: Command) {
    let check = command.check(app);
    let title = command.title_now(app);
    let button = match command.is_on(app, ui.ctx()) {
        Some(is_on) => Button::selectable(is_on, title.as_str()),
        None => Button::new(title.as_str()),
    };
    let keys = command.shortcut_text(ui.ctx()).unwrap_or_default();
    let response = ui.add_enabled(check.is_ok(), button.shortcut_text(keys)).accessible_name(title);
    show_line(app, &response, command, messages);
    if explain(ui, response, command, check).clicked() {
        messages.push(Message::Run(command));
        ui.close();
    }
}

fn recent_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let recent = &app.settings.recent;
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button(tr!("Open recent"), |ui| {
            for path in recent {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let button = ui.add_enabled(path.exists(), Button::new(name));
                let missing = tr!("{file} does not exist any more", file = path.display());
                let response = button.on_hover_text(path.display().to_string()).on_disabled_hover_text(missing);
                if response.clicked() {
                    messages.push(Message::OpenFile(path.clone()));
                    ui.close();
                }
            }
        })
        .response
        .on_disabled_hover_text(tr!("No file has been opened or saved yet"));
    });
}
