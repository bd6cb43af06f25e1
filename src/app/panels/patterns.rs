//! Patterns to start with and saved ones, with thumbnails and search.

use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::language::searched;
use crate::app::language::{tr, translation};
use crate::app::library::{Named, starters};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::{context_menu, thumbnail_button};
use crate::grid::{Pattern, Shape};
use crate::project::Edit;
use eframe::egui;
use egui::{ScrollArea, TextEdit, Ui, vec2};

const ACROSS: usize = 4;
const GAP: f32 = 6.0;

pub(super) fn patterns_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Library"));
        let mut filter = app.session().panels.pattern_filter.clone();
        let width = ui.available_width() - 68.0;
        let edit = TextEdit::singleline(&mut filter).desired_width(width).hint_text(tr!("Find by name"));
        if ui.add(edit).accessible_name(tr!("Find patterns")).changed() {
            messages.push(Message::PatternFilter(filter));
        }
        command_button(app, ui, messages, Command::SAVE_PATTERN, tr!("Save…"));
    });
    let shape = app.project().shape();
    let all = matching(app, shape);
    let side = ((ui.available_width() - (ACROSS - 1) as f32 * GAP - 8.0) / ACROSS as f32).floor();
    if all.is_empty() {
        ui.weak(if app.session().panels.pattern_filter.trim().is_empty() {
            tr!("There are no patterns of this shape: paint one and save it")
        } else {
            tr!("No pattern matches")
        });
        return;
    }
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let n_rows = all.len().div_ceil(ACROSS);
    let area = ScrollArea::vertical().id_salt("patterns").auto_shrink(false);
    tab_group(ui, |ui| {
        area.show_rows(ui, side, n_rows, |ui, rows| {
            for row in rows {
                ui.horizontal(|ui| {
                    for (own, named) in all.iter().skip(row * ACROSS).take(ACROSS) {
                        thumbnail_ui(app, ui, side, *own, named, messages);
                    }
                });
            }
        });
    });
}

/// Saved patterns (with their number) before those to start with. Without search only those that fit the layout of the
/// board, with it all, those that fit first.
fn matching(app: &App, shape: Shape) -> Vec<(Option<usize>, &Named)> {
    let wanted = app.session().panels.pattern_filter.trim().to_lowercase();
    let own = app.library().own().iter().enumerate().rev().map(|(index, named)| (Some(index), named));
    let mut all: Vec<_> = own
        .chain(starters().iter().map(|named| (None, named)))
        .filter(|(_, named)| {
            if wanted.is_empty() {
                fitted(&named.pattern, shape).shape == shape
            } else {
                searched(&named.name).contains(&wanted)
            }
        })
        .collect();
    all.sort_by_key(|(_, named)| fitted(&named.pattern, shape).shape != shape);
    all
}

/// The pattern on the layout of the board, if that has no boxes and is as large; otherwise on its own.
fn fitted(pattern: &Pattern, shape: Shape) -> Pattern {
    let fits = shape.n() == pattern.shape.n() && (shape.is_irregular() || shape.without_rules() == pattern.shape);
    if fits { Pattern { shape, cells: pattern.cells } } else { *pattern }
}

/// A pattern has the name that its setter gave it; those to start with are in the tables of languages.
fn pattern_name(own: Option<usize>, named: &Named) -> &str {
    let translated = if own.is_none() { translation(&named.name) } else { None };
    translated.unwrap_or(&named.name)
}

fn thumbnail_ui(app: &App, ui: &mut Ui, side: f32, own: Option<usize>, named: &Named, messages: &mut Vec<Message>) {
    let pattern = fitted(&named.pattern, app.project().shape());
    let is_selected = app.project().design.pattern == pattern;
    let name = pattern_name(own, named);
    let response = thumbnail_button(ui, side, name, &pattern, is_selected);
    if response.clicked() {
        messages.push(Message::Edit(Edit::SetPattern { pattern, name: name.to_lowercase() }));
    }
    if let Some(index) = own {
        context_menu(&response, |ui| {
            if ui.button(tr!("Delete from the library")).clicked() {
                messages.push(Message::DeletePattern(index));
                ui.close();
            }
        });
        if response.has_focus() && ui.input(|i| i.key_pressed(egui::Key::Delete)) {
            messages.push(Message::DeletePattern(index));
        }
        // Saved ones carry a dot.
        let accent = crate::app::theme::palette(ui.ctx()).accent;
        ui.painter().circle_filled(response.rect.right_top() + vec2(-7.0, 7.0), 3.0, accent);
    }
}
