//! The left panel of the pattern view: layout, symmetry, brush, pattern.

use super::clue_theme::clue_theme_ui;
use super::document::document_ui;
use super::path::path_ui;
use super::patterns::patterns_ui;
use crate::app::board::BrushKind;
use crate::app::buttons::{command_button, explain, icon_command};
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::help::{Topic, with_topic};
use crate::app::language::tr;
use crate::app::layouts::{layout_ui, painting_ui};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, symmetry_button};
use crate::app::wording::n_clue_cells;
use crate::grid::{Digit, HouseKind, Symmetry};
use crate::project::Edit;
use eframe::egui;
use egui::{Align2, Button, ComboBox, FontId, Sense, Ui, WidgetInfo, pos2, vec2};

pub(super) fn design_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    if let Some(brush) = app.session().board.path_brush {
        with_topic(ui, Topic::Path, |ui| path_ui(app, brush, ui, messages));
        return;
    }
    document_ui(app, ui, messages);
    ui.add_space(6.0);
    with_topic(ui, Topic::Layout, |ui| layout_ui(app, ui, messages));
    ui.add_space(6.0);
    with_topic(ui, Topic::Symmetry, |ui| symmetry_ui(app, ui, messages));
    ui.add_space(6.0);
    if let Some(tool) = app.session().board.region_tool {
        with_topic(ui, Topic::Regions, |ui| painting_ui(app, tool, ui, messages));
        return;
    }
    if let Some(brush) = app.session().board.theme_brush {
        with_topic(ui, Topic::Theme, |ui| clue_theme_ui(app, brush, ui, messages));
        return;
    }
    with_topic(ui, Topic::Brush, |ui| tab_group(ui, |ui| brush_ui(app, ui, messages)));
    ui.add_space(6.0);
    with_topic(ui, Topic::Pattern, |ui| pattern_ui(app, ui, messages));
    with_topic(ui, Topic::Counts, |ui| counts_ui(app, ui));
    ui.add_space(6.0);
    with_topic(ui, Topic::Library, |ui| patterns_ui(app, ui, messages));
}

fn symmetry_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading(tr!("Symmetry"));
    let width = (ui.available_width() - 4.0) / 2.0;
    ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
    tab_group(ui, |ui| {
        for pair in Symmetry::ALL.chunks(2) {
            ui.horizontal(|ui| {
                for &symmetry in pair {
                    if symmetry_button(app.project(), ui, width, symmetry) {
                        messages.push(Message::Edit(Edit::SetSymmetry(symmetry)));
                    }
                }
            });
        }
    });
    ui.reset_style();
}

fn brush_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        ui.heading(tr!("Brush"));
        let present = app.session().board.brush;
        for (kind, title, command) in [
            (BrushKind::Toggle, tr!("Auto"), Command::BRUSH_TOGGLE),
            (BrushKind::Paint, tr!("Paint"), Command::BRUSH_PAINT),
            (BrushKind::Erase, tr!("Erase"), Command::BRUSH_ERASE),
        ] {
            let button = Button::selectable(kind == present, title);
            let response = ui.add(button).accessible_name(command.title());
            if explain(ui, response, command, Ok(())).clicked() {
                messages.push(Message::Brush(kind));
            }
        }
        let digit = app.session().board.brush_digit;
        let combo = ComboBox::from_id_salt("digit").width(ui.available_width()).height(420.0);
        let is_on = present == BrushKind::Digit;
        let response =
            combo.selected_text(if is_on { digit.to_string() } else { tr!("Digit").to_owned() }).show_ui(ui, |ui| {
                for digit in (0..app.project().shape().n()).map(Digit::from_index) {
                    let is_present = is_on && digit == app.session().board.brush_digit;
                    if ui.selectable_label(is_present, tr!("Digit {digit}", digit)).clicked() {
                        messages.push(Message::BrushDigit(digit));
                    }
                }
            });
        let response = response.response.accessible_name(tr!("Brush: digit"));
        explain(ui, response, Command::BRUSH_DIGIT, Ok(()));
    });
}

fn pattern_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Pattern"));
        let n_clues = app.project().design.pattern.n_clues();
        ui.weak(n_clue_cells(n_clues));
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::CLEAR, tr!("Clear"));
        command_button(app, ui, messages, Command::INVERT, tr!("Invert"));
        command_button(app, ui, messages, Command::MAKE_SYMMETRIC, tr!("Make symmetric"));
    });
    tab_group(ui, |ui| moves_ui(app, ui, messages));
    sources_ui(app, ui, messages);
}

/// Moves of the whole board.
fn moves_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (command, icon) in [
            (Command::TURN_LEFT, Icon::TurnLeft),
            (Command::TURN_RIGHT, Icon::TurnRight),
            (Command::MIRROR_LEFT_RIGHT, Icon::MirrorLeftRight),
            (Command::MIRROR_TOP_BOTTOM, Icon::MirrorTopBottom),
            (Command::SHIFT_LEFT, Icon::ArrowLeft),
            (Command::SHIFT_RIGHT, Icon::ArrowRight),
            (Command::SHIFT_UP, Icon::ArrowUp),
            (Command::SHIFT_DOWN, Icon::ArrowDown),
        ] {
            icon_command(app, ui, messages, command, icon);
        }
    });
}

/// Patterns from elsewhere, and moves of single lines.
fn sources_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 4.0;
        command_button(app, ui, messages, Command::STAMP, tr!("Letters…"));
        command_button(app, ui, messages, Command::PATTERN_FROM_PICTURE, tr!("Picture…"));
        let n_asked = app.project().design.theme.constraints().len();
        let title = if n_asked == 0 { tr!("Theme…").to_owned() } else { tr!("Theme ({n})…", n = n_asked) };
        command_button(app, ui, messages, Command::THEME, &title);
        let n_asked = app.project().design.path.conditions.len();
        let title = if n_asked == 0 { tr!("Path…").to_owned() } else { tr!("Path ({n})…", n = n_asked) };
        command_button(app, ui, messages, Command::PATH, &title);
        let response = ui.menu_button(tr!("Rows and columns…"), |ui| {
            let (row, col) = (
                app.project().shape().row(app.session().board.cursor),
                app.project().shape().col(app.session().board.cursor),
            );
            ui.weak(tr!("Row {row}, column {column} of the chosen cell", row = row + 1, column = col + 1));
            for command in [
                Command::ROW_UP,
                Command::ROW_DOWN,
                Command::COLUMN_LEFT,
                Command::COLUMN_RIGHT,
                Command::BAND_UP,
                Command::BAND_DOWN,
                Command::STACK_LEFT,
                Command::STACK_RIGHT,
            ] {
                command_button(app, ui, messages, command, command.title());
            }
        });
        response
            .response
            .on_hover_text(tr!("Swap the row, column, band or stack of the chosen cell with the next one"));
    });
}

/// How many clue cells each row, column and box has; those of the chosen cell are bold. Where there are many, they
/// stand in two lines, below each other in columns.
fn counts_ui(app: &App, ui: &mut Ui) {
    let pattern = app.project().design.pattern;
    let (shape, cursor) = (pattern.shape, app.session().board.cursor);
    let geometry = &*shape.geometry();
    let n = shape.n();
    let palette = theme::palette(ui.ctx());
    let weak = ui.visuals().weak_text_color();
    let n_lines = n.div_ceil(10);
    let across = n.div_ceil(n_lines);
    let height = 16.0;
    let (regions, of_regions) = if shape.is_irregular() {
        (tr!("Regions"), tr!("Clue cells in each of the regions"))
    } else {
        (tr!("Boxes"), tr!("Clue cells in each of the boxes"))
    };
    for (kind, title, help) in [
        (HouseKind::Row, tr!("Rows"), tr!("Clue cells in each of the rows")),
        (HouseKind::Column, tr!("Columns"), tr!("Clue cells in each of the columns")),
        (HouseKind::Box, regions, of_regions),
    ] {
        let size = vec2(ui.available_width(), height * n_lines as f32);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let counts: Vec<usize> = (0..n)
            .map(|index| geometry.house_sets[geometry.house(kind, index).index()].intersection(&pattern.cells).len())
            .collect();
        let painter = ui.painter();
        let at = pos2(rect.min.x, rect.min.y + height / 2.0);
        painter.text(at, Align2::LEFT_CENTER, title, FontId::proportional(12.0), weak);
        let left = 52.0;
        let pitch = (rect.width() - left) / across as f32;
        let present = geometry.house_kind(geometry.cell_houses[cursor.index()][kind as usize]).1;
        for (index, count) in counts.iter().enumerate() {
            let (line, column) = ((index / across) as f32, (index % across) as f32);
            let at = pos2(rect.min.x + left + pitch * (column + 0.5), rect.min.y + height * (line + 0.5));
            let (family, color) = match index == present {
                true => (theme::semibold(), palette.accent),
                false if *count == 0 => (egui::FontFamily::Proportional, theme::mix(palette.panel, palette.soft, 0.6)),
                false => (egui::FontFamily::Proportional, palette.ink),
            };
            painter.text(at, Align2::CENTER_CENTER, count, FontId::new(12.0, family), color);
        }
        let list: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let name = tr!("{houses}: {counts} clue cells", houses = title, counts = list.join(", "));
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &name));
        response.on_hover_text(help);
    }
}
