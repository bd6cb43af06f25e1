//! The results view: what to seek, what shows, and the results as cards or as a table.

use super::cards::cards_ui;
use super::gallery::Filter;
use super::sort::sort_button;
use super::table::table_ui;
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::focus::{join_group, tab_group};
use crate::app::language::{grouped, tr, tr_n};
use crate::app::message::Message;
use crate::app::settings::{ResultsStyle, Settings};
use crate::app::studio::App;
use crate::app::widgets::high_enough;
use crate::app::wording::{n_puzzles, strategy_title, told_text};
use crate::logic::Goal;
use crate::logic::StrategyId;
use eframe::egui;
use egui::{Button, Color32, ComboBox, DragValue, Label, Rect, RichText, TextEdit, TextStyle, Ui, UiBuilder, vec2};

/// Least height of tools and list.
const HEIGHT: f32 = 320.0;
/// Below this width several buttons are one menu.
const NARROW: f32 = 600.0;

/// Most puzzles that one run may be asked for.
const MAX_WANTED: usize = 10_000;

/// The results in the board's place.
pub(in crate::app) fn results_ui(app: &App, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    let inner = room.shrink2(vec2(0.0, 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        high_enough(ui, "results", HEIGHT, |ui| all_ui(app, ui, messages));
    });
}

/// The tools, and the results below them.
fn all_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let is_narrow = ui.available_width() < NARROW;
    ui.spacing_mut().item_spacing.y = 4.0;
    seek_ui(app, ui, is_narrow, messages);
    filter_ui(app, ui, is_narrow, messages);
    if !is_narrow {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 6.0;
            tab_group(ui, |ui| many_ui(app, ui, false, messages));
        });
    }
    if app.gallery().n_shown() == 0 && !app.gallery().entries().is_empty() {
        ui.add_space(48.0);
        ui.vertical_centered(|ui| ui.weak(tr!("No results match")));
    } else if app.gallery().entries().is_empty() {
        // Small windows need the room for the text.
        ui.add_space((ui.available_height() / 6.0).min(48.0));
        ui.vertical_centered(|ui| {
            let text = [
                tr!("Puzzles that you search for appear here, no two of them alike"),
                tr!("Paint a pattern and press Find, or Hardest for ever harder ones"),
                tr!("Or copy a list of puzzles, and press Rate clipboard to see how difficult they are"),
            ]
            .join("\n");
            ui.add(Label::new(RichText::new(text).weak()).wrap());
        });
    } else {
        match app.settings().results {
            ResultsStyle::Cards => {
                if !is_narrow {
                    tab_group(ui, |ui| sort_ui(app, ui, messages));
                }
                tab_group(ui, |ui| cards_ui(app, ui, messages));
            }
            ResultsStyle::Table => table_ui(app, ui, messages),
        }
    }
}

/// Width of a separator between widgets, with the space around it.
const SEPARATOR: f32 = 14.0;

/// How many, how difficult, and Find; cards or table.
fn seek_ui(app: &App, ui: &mut Ui, is_narrow: bool, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        let mut n_wanted = app.session().results.n_wanted;
        if !is_narrow {
            ui.label(tr!("Puzzles"));
        }
        let value = DragValue::new(&mut n_wanted).range(1..=MAX_WANTED).speed(1.0);
        let response = ui.add_sized([64.0, 24.0], value).accessible_name(tr!("How many puzzles"));
        if response.on_hover_text(tr!("How many puzzles: drag, or click and type")).changed() {
            messages.push(Message::Wanted(n_wanted));
        }
        command_button(app, ui, messages, Command::FIND_DIFFERENT, tr!("Find"));
        if !is_narrow {
            let text = match app.project().design.goal {
                Goal::Any => tr!("of any difficulty").to_owned(),
                goal => told_text(&goal.phrase()),
            };
            let text = if app.project().design.minimal { tr!("minimal, {text}", text) } else { text };
            ui.weak(text).on_hover_text(tr!("Chosen in the pattern view, under Difficulty"));
        }
        ui.separator();
        command_button(app, ui, messages, Command::FIND_HARDEST, tr!("Hardest"));
        command_button(app, ui, messages, Command::RATE_PASTED, tr!("Rate clipboard"));
        // Both or none go to the next line.
        let font = TextStyle::Button.resolve(ui.style());
        let width_of = |title: &str| {
            let text = ui.painter().layout_no_wrap(title.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x;
            text + 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x
        };
        let width = width_of(tr!("Cards")) + width_of(tr!("Table")) + SEPARATOR;
        if ui.available_size_before_wrap().x < width {
            ui.end_row();
        } else {
            ui.separator();
        }
        tab_group(ui, |ui| style_ui(app, ui, messages));
        if is_narrow {
            ui.add(Label::new(RichText::new(counts(app)).weak()).truncate());
        }
    });
}

/// Cards or table.
fn style_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    for (style, title, name, help) in [
        (
            ResultsStyle::Cards,
            tr!("Cards"),
            tr!("Results as cards"),
            tr!("Show the board, rating and hardest step of each result"),
        ),
        (
            ResultsStyle::Table,
            tr!("Table"),
            tr!("Results as table"),
            tr!("Show all figures of each result, one line each"),
        ),
    ] {
        let response = ui.add(Button::selectable(app.settings().results == style, title));
        join_group(&response);
        let response = response.accessible_name(name);
        if response.on_hover_text(help).clicked() {
            let settings = Settings { results: style, ..app.settings().clone() };
            messages.push(Message::Settings(Box::new(settings)));
        }
    }
}

/// Which results show.
fn filter_ui(app: &App, ui: &mut Ui, is_narrow: bool, messages: &mut Vec<Message>) {
    let present = app.gallery().filter();
    let mut filter: Filter = present.clone();
    ui.horizontal_wrapped(|ui| {
        let width = if is_narrow { 76.0 } else { 130.0 };
        let edit = TextEdit::singleline(&mut filter.text).desired_width(width).hint_text(tr!("Step, SE, clues"));
        let response = ui.add(edit).accessible_name(tr!("Filter results"));
        response
            .on_hover_text(tr!("Show only results with these words in the hardest step, this SE or number of clues"));
        strategy_ui(app, ui, &mut filter.strategy);
        toggle_ui(ui, &mut filter.pinned, tr!("Pinned only"), tr!("Show only the pinned results"));
        if !is_narrow {
            different_ui(ui, &mut filter);
            ui.weak(counts(app));
        }
    });
    if is_narrow {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            different_ui(ui, &mut filter);
            tab_group(ui, |ui| many_ui(app, ui, true, messages));
            if app.settings().results == ResultsStyle::Cards {
                ui.menu_button(tr!("Sort"), |ui| {
                    for column in app.gallery().columns() {
                        sort_button(app, ui, column, None, messages);
                    }
                });
            }
        });
    }
    if filter != *present {
        messages.push(Message::FilterResults(filter));
    }
}

fn toggle_ui(ui: &mut Ui, is_on: &mut bool, name: &str, help: &str) {
    if ui.add(Button::selectable(*is_on, name)).on_hover_text(help).clicked() {
        *is_on = !*is_on;
    }
}

fn different_ui(ui: &mut Ui, filter: &mut Filter) {
    toggle_ui(ui, &mut filter.different, tr!("No duplicates"), tr!("Hide results that equal an earlier one"));
}

/// The strategy that shown results need; there is a choice of those that results have.
fn strategy_ui(app: &App, ui: &mut Ui, chosen: &mut Option<StrategyId>) {
    let combo = ComboBox::from_id_salt("strategy of results").width(130.0).height(400.0);
    let response = combo.selected_text(chosen.map_or(tr!("Any strategy"), strategy_title)).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, tr!("Any strategy"));
        for id in app.gallery().used().iter() {
            ui.selectable_value(chosen, Some(id), strategy_title(id));
        }
    });
    response
        .response
        .accessible_name(tr!("Strategy that results need"))
        .on_hover_text(tr!("Show only results that need it"));
}

/// "12 of 50 puzzles · 3 selected".
fn counts(app: &App) -> String {
    let (n, n_shown) = (app.gallery().entries().len(), app.gallery().n_shown());
    if n == 0 {
        return String::new();
    }
    let puzzles = n_puzzles(n);
    let shown =
        if n_shown == n { puzzles } else { tr!("{shown} of {puzzles}", shown = grouped(n_shown as u64), puzzles) };
    match app.session().results.selection.shown(app.gallery()).len() {
        0 => shown,
        n_selected => tr_n!(n_selected, "{shown} · 1 selected", "{shown} · {n} selected", shown),
    }
}

/// What can be done with many results at once, some of it in a menu where there is little room.
fn many_ui(app: &App, ui: &mut Ui, is_narrow: bool, messages: &mut Vec<Message>) {
    let rest: &[(Command, &str)] = &[
        (Command::COPY_RESULTS, tr!("Copy all")),
        (Command::SAVE_RESULTS, tr!("Save as text…")),
        (Command::DELETE_UNPINNED, tr!("Delete unpinned")),
        (Command::DELETE_DUPLICATES, tr!("Delete duplicates")),
        (Command::RESTORE_RESULTS, tr!("Restore deleted")),
    ];
    let menu = |ui: &mut Ui, title: &str, commands: &[(Command, &str)], messages: &mut Vec<Message>| {
        let add = |ui: &mut Ui| {
            for &(command, title) in commands {
                let check = command.check(app);
                let response = ui.add_enabled(check.is_ok(), Button::new(title));
                if explain(ui, response, command, check).clicked() {
                    messages.push(Message::Run(command));
                    ui.close();
                }
            }
        };
        let response = ui.menu_button(title, add).response;
        join_group(&response);
        response
    };
    let add = [(Command::ADD_SELECTED, tr!("Selected results")), (Command::ADD_PINNED, tr!("Pinned results"))];
    let help = tr!("Add the selected or the pinned results to the puzzles of this project");
    menu(ui, tr!("Add to project"), &add, messages).on_hover_text(help);
    if is_narrow {
        menu(ui, tr!("More"), rest, messages).on_hover_text(tr!("Copy, save or delete many results at once"));
    } else {
        for &(command, title) in rest {
            command_button(app, ui, messages, command, title);
        }
    }
}

/// The columns as buttons, where there is no table with them as titles.
fn sort_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for column in app.gallery().columns() {
            sort_button(app, ui, column, None, messages);
        }
    });
}
