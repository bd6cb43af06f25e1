//! The left panel of the sheet view: all pages in small.

use super::SheetMessage;
use super::page::paint_page;
use super::view::{GAP, fitted};
use crate::app::focus::{join_group, tab_group};
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::paint_row;
use crate::sheet::Page;
use eframe::egui;
use egui::{Align2, FontId, Id, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use std::ops::Range;

/// Least width of a thumbnail with what is around it.
const LEAST: f32 = 112.0;
/// Height of the page's number below the thumbnail.
const NUMBER: f32 = 16.0;
/// Between two thumbnails.
const BETWEEN: f32 = 2.0;
/// Width of the list's scroll bar, which lies over its right edge.
const BAR: f32 = 10.0;

/// The pages of the sheet; a click shows one.
pub(in crate::app) fn sheet_pages_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Pages"));
        match app.n_sheet_pages() {
            0 => {}
            n => drop(ui.weak(tr_n!(n, "1 page", "{n} pages"))),
        }
    });
    ui.add_space(4.0);
    // Without pages, the place of the page says why there are none.
    if let (Ok(_), Some(pages @ [_, ..])) = (app.sheet_order(), app.shown_pages()) {
        let present = app.session().sheet.page.min(pages.len() - 1);
        thumbnails_ui(ui, pages, present, messages);
    }
}

/// The pages in small; only those in sight are drawn.
fn thumbnails_ui(ui: &mut Ui, pages: &[Page], present: usize, messages: &mut Vec<Message>) {
    let width = ui.available_width() - BAR;
    let n_columns = (((width + BETWEEN) / (LEAST + BETWEEN)) as usize).max(1);
    let width = ((width + BETWEEN) / n_columns as f32 - BETWEEN).floor();
    let longest = pages.iter().map(|page| page.height / page.width).fold(0.0, f32::max);
    let height = ((width - 2.0 * GAP) * longest).round() + 2.0 * GAP + NUMBER;
    ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
    let pitch = height + BETWEEN;
    let n_rows = pages.len().div_ceil(n_columns);
    let area = ScrollArea::vertical().id_salt("pages").auto_shrink(false);
    let show = |ui: &mut Ui, rows: Range<usize>| {
        // The present page comes into sight once, when it becomes the present one.
        let id = Id::unique("shown page of the sheet");
        if ui.data(|data| data.get_temp::<usize>(id)) != Some(present) {
            ui.data_mut(|data| data.insert_temp(id, present));
            let row = (present / n_columns) as f32 - rows.start as f32;
            let top = ui.max_rect().min.y + row * pitch;
            let rect = Rect::from_min_size(pos2(ui.max_rect().min.x, top), vec2(1.0, height));
            ui.scroll_to_rect(rect, None);
        }
        for row in rows {
            ui.horizontal(|ui| {
                for (index, page) in pages.iter().enumerate().skip(row * n_columns).take(n_columns) {
                    thumbnail_ui(ui, page, index, vec2(width, height), index == present, messages);
                }
            });
        }
    };
    tab_group(ui, |ui| area.show_rows(ui, height, n_rows, show));
}

fn thumbnail_ui(ui: &mut Ui, page: &Page, index: usize, size: Vec2, is_present: bool, messages: &mut Vec<Message>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    join_group(&response);
    if ui.is_rect_visible(rect) {
        paint_row(ui, &response, is_present);
        let place = Rect::from_min_max(rect.min, pos2(rect.max.x, rect.max.y - NUMBER)).shrink(GAP);
        paint_page(ui, fitted(ui, place, page), page);
        let palette = theme::palette(ui.ctx());
        let at = pos2(rect.center().x, rect.max.y - 11.0);
        ui.painter().text(at, Align2::CENTER_CENTER, index + 1, FontId::proportional(12.0), palette.ink);
    }
    let name = tr!("Page {number}", number = index + 1);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_present, &name));
    if response.clicked() {
        messages.push(Message::Sheet(SheetMessage::Page(index)));
    }
}
