//! Results as a table: a line for each, with all figures.

use super::entry::{entry_ui, tools_ui};
use super::gallery::{Column, GalleryEntry};
use super::sort::sort_button;
use crate::app::focus::tab_group;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use eframe::egui;
use egui::{Align2, FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};

const ROW: f32 = 28.0;
const HEADER: f32 = 26.0;
const PAD: f32 = 8.0;
/// Pin and delete, and the bar of the list.
const TOOLS: f32 = 84.0;

impl Column {
    /// Least width; the last column takes the rest.
    const fn width(self) -> f32 {
        match self {
            Column::Number => 56.0,
            Column::Rating => 48.0,
            Column::Clues => 58.0,
            Column::Steps => 60.0,
            Column::Own => 62.0,
            Column::Sukaku => 74.0,
            Column::Hodoku => 78.0,
            Column::Bottlenecks => 98.0,
            Column::Hardest => 130.0,
        }
    }
}

/// The table; only the lines on the screen are laid out. Where there is no room for all columns it moves sideways.
pub(super) fn table_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let least = app.gallery().columns().map(Column::width).sum::<f32>() + TOOLS;
    let width = ui.available_width().max(least);
    ScrollArea::horizontal().id_salt("table").auto_shrink(false).show(ui, |ui| {
        ui.set_min_width(width);
        ui.spacing_mut().item_spacing.y = 0.0;
        let (header, _) = ui.allocate_exact_size(vec2(width, HEADER), Sense::hover());
        tab_group(ui, |ui| {
            for (column, x) in columns(app) {
                let size = vec2(column.width().min(110.0), HEADER - 2.0);
                sort_button(app, ui, column, Some(Rect::from_min_size(header.min + vec2(x, 0.0), size)), messages);
            }
        });
        let n_shown = app.gallery().n_shown();
        tab_group(ui, |ui| {
            ScrollArea::vertical().id_salt("lines").auto_shrink(false).show_rows(ui, ROW, n_shown, |ui, rows| {
                for entry in app.gallery().shown(rows) {
                    let (_, rect) = ui.allocate_space(vec2(width - 12.0, ROW));
                    line_ui(app, ui, rect, entry, messages);
                }
            });
        });
    });
}

/// The columns, each with its left edge.
fn columns(app: &App) -> impl Iterator<Item = (Column, f32)> {
    let mut x = 0.0;
    app.gallery().columns().map(move |column| {
        let left = x;
        x += column.width();
        (column, left)
    })
}

fn line_ui(app: &App, ui: &mut Ui, rect: Rect, entry: &GalleryEntry, messages: &mut Vec<Message>) {
    entry_ui(app, ui, rect, entry, messages);
    let palette = theme::palette(ui.ctx());
    for (column, x) in columns(app) {
        let mut text = column.text(entry);
        if let (Column::Number, Some(first)) = (column, entry.duplicate_of) {
            text = format!("{text} = {first}");
        }
        let at = pos2(rect.min.x + x + PAD, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, text, FontId::proportional(14.0), palette.ink);
    }
    tools_ui(ui, pos2(rect.max.x - 4.0, rect.center().y), entry, true, messages);
}
