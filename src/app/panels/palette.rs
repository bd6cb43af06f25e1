//! The command palette.

use crate::app::command::Command;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::session::PaletteState;
use crate::app::studio::App;
use crate::app::theme;
use eframe::egui;
use egui::{Button, Id, Key, Modal, RichText, ScrollArea, TextEdit};

/// Commands that fit what is typed, the best first, else in the order of the menus.
fn matching(text: &str) -> Vec<Command> {
    let all = Command::all().filter(|command| *command != Command::COMMAND_PALETTE);
    let mut commands: Vec<(usize, Command)> =
        all.filter_map(|command| command.match_rank(text).map(|rank| (rank, command))).collect();
    commands.sort_by_key(|(rank, _)| *rank);
    commands.into_iter().map(|(_, command)| command).collect()
}

/// Height of a line of the palette, and of all lines where the window has room.
const PALETTE_ROW: f32 = 24.0;
const PALETTE: f32 = 13.0 * (PALETTE_ROW + 4.0);

pub(super) fn palette_ui(app: &App, palette: &PaletteState, ctx: &egui::Context, messages: &mut Vec<Message>) {
    let colors = theme::palette(ctx);
    let response = Modal::new(Id::unique("command palette")).show(ctx, |ui| {
        ui.set_width(460.0);
        let mut text = palette.text.clone();
        let commands = matching(&text);
        let last = commands.len().saturating_sub(1);
        let (up, down, enter) = ui.input_mut(|i| {
            let mut pressed = |key| i.consume_key(egui::Modifiers::NONE, key);
            (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter))
        });
        let edit = TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text(tr!("Type a command"));
        let response = ui.add(edit).accessible_name(tr!("Command"));
        response.request_focus();
        let mut chosen = palette.chosen.min(last);
        if up {
            chosen = chosen.saturating_sub(1);
        }
        if down {
            chosen = (chosen + 1).min(last);
        }
        if response.changed() {
            chosen = 0;
        }
        if chosen != palette.chosen || text != palette.text {
            messages.push(Message::Palette(text, chosen));
        }
        let run = |messages: &mut Vec<Message>, command: Command| {
            messages.push(Message::CloseFront);
            messages.push(Message::Run(command));
        };
        ui.add_space(4.0);
        // As high whatever is found, or the palette would shrink, and be too small for what is found next.
        let height = PALETTE.min(ctx.content_rect().height() - 120.0);
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        ui.set_min_height(height + ui.min_rect().height());
        area.show(ui, |ui| {
            for (index, &command) in commands.iter().enumerate() {
                let check = command.check(app);
                let keys = command.shortcut_text(ui.ctx()).unwrap_or_default();
                let title = format!("{}: {}", command.menu().title(), command.title());
                let button = Button::selectable(index == chosen, title.as_str()).shortcut_text(keys);
                let response = ui.add_enabled_ui(check.is_ok(), |ui| ui.add_sized([452.0, PALETTE_ROW], button)).inner;
                let response = response.accessible_name(title);
                let response = match check {
                    // What is scrolled away is under the pointer all the same.
                    _ if !ui.is_rect_visible(response.rect) => response,
                    Ok(()) => response.on_hover_text(command.help()),
                    Err(why) => response.on_disabled_hover_text(why),
                };
                if index == chosen && (up || down) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    run(messages, command);
                }
            }
            if commands.is_empty() {
                ui.label(RichText::new(tr!("No command matches")).color(colors.soft));
            }
        });
        if enter && let Some(&command) = commands.get(chosen) {
            run(messages, command);
        }
    });
    if response.should_close() {
        messages.push(Message::CloseFront);
    }
}
