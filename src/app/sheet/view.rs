//! The centre of the sheet view: tools and the page.

use super::page::paint_page;
use super::{SheetMessage, Source, Zoom};
use crate::app::buttons::{command_button, explain, icon_command};
use crate::app::command::Command;
use crate::app::help::Topic;
use crate::app::language::{grouped, tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::Icon;
use crate::sheet::Page;
use eframe::egui;
use egui::{
    Align, Button, ComboBox, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, vec2,
};

const TOOLS: f32 = 36.0;
const STATUS: f32 = 28.0;
/// Around a page and its thumbnail.
pub(super) const GAP: f32 = 8.0;

/// The sheet in the board's place.
pub(in crate::app) fn sheet_ui(app: &App, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    // In a narrow window the pages have a row of their own, in a very narrow one what is printed has one too.
    let n_rows = match room.width() {
        width if width < 360.0 => 3,
        width if width < 580.0 => 2,
        _ => 1,
    };
    let row = |index: usize| {
        let min = room.min + vec2(0.0, index as f32 * TOOLS);
        let rect = Rect::from_min_size(min, vec2(room.width(), TOOLS));
        UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center))
    };
    ui.scope_builder(row(0), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        source_ui(app, ui, messages);
        if n_rows == 1 {
            ui.add_space(4.0);
            pages_ui(app, ui, messages);
        }
        if n_rows < 3 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| output_ui(app, ui, messages));
        }
    });
    if n_rows == 3 {
        let row = row(1).layout(Layout::right_to_left(Align::Center));
        ui.scope_builder(row, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            output_ui(app, ui, messages);
        });
    }
    if n_rows > 1 {
        ui.scope_builder(row(n_rows - 1), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            pages_ui(app, ui, messages);
        });
    }
    let tools = Rect::from_min_size(room.min, vec2(room.width(), n_rows as f32 * TOOLS));
    let status = Rect::from_min_max(pos2(room.min.x, room.max.y - STATUS), room.max);
    ui.scope_builder(UiBuilder::new().max_rect(status).layout(Layout::left_to_right(Align::Center)), |ui| {
        ui.add(Label::new(RichText::new(status_line(app)).small().weak()).truncate());
    });
    crate::app::help::area(ui, room, Topic::Sheet);
    let body = Rect::from_min_max(pos2(room.min.x, tools.max.y + 4.0), pos2(room.max.x, status.min.y));
    let order = app.sheet_order();
    match (order, app.shown_pages()) {
        (Err(why), _) => empty_ui(ui, body, &why),
        (Ok(_), None | Some([])) => empty_ui(ui, body, tr!("Laying out…")),
        (Ok(_), Some(pages)) => {
            let present = app.session().sheet.page.min(pages.len() - 1);
            ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
                page_ui(ui, &pages[present], present, pages.len(), app.session().sheet.zoom);
            });
        }
    }
}

fn empty_ui(ui: &mut Ui, body: Rect, sentence: &str) {
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ui.add_space(48.0);
        ui.vertical_centered(|ui| ui.add(Label::new(RichText::new(sentence).weak()).wrap()));
    });
}

/// Which page, and how large.
fn pages_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    icon_command(app, ui, messages, Command::SHEET_PAGE_BACK, Icon::Back);
    icon_command(app, ui, messages, Command::SHEET_PAGE_FORWARD, Icon::Forward);
    let n_pages = app.n_sheet_pages();
    let page = if n_pages == 0 { 0 } else { app.session().sheet.page + 1 };
    ui.add_sized([64.0, 24.0], Label::new(tr!("{n} of {all}", n = page, all = n_pages)));
    for (zoom, title, command) in
        [(Zoom::Page, tr!("Page"), Command::SHEET_FIT_PAGE), (Zoom::Width, tr!("Width"), Command::SHEET_FIT_WIDTH)]
    {
        let button = Button::selectable(app.session().sheet.zoom == zoom, title);
        let response = ui.add(button).accessible_name(command.title());
        if explain(ui, response, command, Ok(())).clicked() {
            messages.push(Message::Run(command));
        }
    }
}

/// Ways to get it out, from right to left.
fn output_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    command_button(app, ui, messages, Command::SHEET_PRINT, tr!("Print…"));
    let export = [
        (Command::SHEET_PDF, tr!("PDF…")),
        (Command::SHEET_PNG, tr!("PNG pictures…")),
        (Command::SHEET_SVG, tr!("SVG drawings…")),
        (Command::SHEET_TEXT, tr!("Text…")),
    ];
    menu_ui(app, ui, messages, tr!("Export"), &export);
    let copy = [(Command::SHEET_COPY_IMAGE, tr!("Page as image")), (Command::SHEET_COPY_TEXT, tr!("Sheet as text"))];
    menu_ui(app, ui, messages, tr!("Copy"), &copy);
}

fn menu_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>, title: &str, commands: &[(Command, &str)]) {
    // Where nothing can be printed the menu says why instead of opening.
    let why_not = app.sheet_order().err();
    let menu = |ui: &mut Ui| {
        let response = ui.menu_button(title, |ui| {
            for &(command, text) in commands {
                command_button(app, ui, messages, command, text);
            }
        });
        response.response
    };
    let response = ui.add_enabled_ui(why_not.is_none(), menu).inner;
    if let Some(why) = why_not {
        response.on_disabled_hover_text(why);
    }
}

/// What is printed.
fn source_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.session().sheet.source;
    let title = |source: Source| match source {
        Source::Puzzle => source.title().to_owned(),
        _ => format!("{} ({})", source.title(), grouped(app.n_printed(source) as u64)),
    };
    // Beside the ways to get it out.
    let width = (ui.available_width() - 216.0).clamp(64.0, 176.0);
    let combo = ComboBox::from_id_salt("sheet source").width(width).truncate().selected_text(title(present));
    let response = combo.show_ui(ui, |ui| {
        for source in Source::ALL {
            let button = ui.selectable_label(source == present, title(source)).accessible_name(source.title());
            if button.clicked() {
                messages.push(Message::Sheet(SheetMessage::Source(source)));
            }
        }
    });
    response.response.accessible_name(tr!("What is printed")).on_hover_text(tr!("What is printed"));
}

/// What is worth knowing about the pages.
fn status_line(app: &App) -> String {
    let source = app.session().sheet.source;
    let n_all = app.document().puzzles().len();
    let n_out = n_all - app.n_printed(Source::All);
    if app.sheet_order().is_ok() && app.sheet_pages().is_none() {
        return tr!("Solving and laying out…").to_owned();
    }
    match source {
        Source::All if n_out > 0 && n_out < n_all => {
            tr_n!(
                n_out,
                "1 puzzle has no digits yet and will not be printed",
                "{n} puzzles have no digits yet and will not be printed"
            )
        }
        _ if app.sheet().booklet => {
            tr!("Print on both sides, flip on the short edge, fold in the middle and staple").to_owned()
        }
        _ => tr!("Page Up and Page Down turn the pages").to_owned(),
    }
}

/// The largest rectangle of the page's proportions in the middle of a place, its corner on a whole dot.
pub(super) fn fitted(ui: &Ui, place: Rect, page: &Page) -> Rect {
    let pixels = ui.pixels_per_point();
    let scale = (place.width() / page.width).min(place.height() / page.height);
    let size = (scale * vec2(page.width, page.height) * pixels).round() / pixels;
    let corner = place.center() - size / 2.0;
    Rect::from_min_size(((corner.to_vec2() * pixels).round() / pixels).to_pos2(), size)
}

fn page_ui(ui: &mut Ui, page: &Page, index: usize, n_pages: usize, zoom: Zoom) {
    let room = ui.max_rect();
    let show = |ui: &mut Ui, size: Vec2| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        paint_page(ui, fitted(ui, rect.shrink(GAP), page), page);
        let name = tr!("Sheet, page {n} of {all}", n = index + 1, all = n_pages);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    };
    match zoom {
        Zoom::Page => show(ui, room.size()),
        Zoom::Width => {
            let width = room.width() - 10.0;
            let height = (width - 2.0 * GAP) * page.height / page.width + 2.0 * GAP;
            let area = ScrollArea::vertical().id_salt(("page", index)).auto_shrink(false);
            area.show(ui, |ui| show(ui, vec2(width, height)));
        }
    }
}
