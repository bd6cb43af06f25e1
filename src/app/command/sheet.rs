//! The Sheet menu.

use super::entry::{CTRL, CommandEntry, commands, keys, named, need};
use super::{Command, Menu};
use crate::app::language::tr;
use crate::app::session::Dialog;
use crate::app::sheet::{ToCopy, Zoom};
use crate::app::studio::App;
use crate::app::view::View;
use crate::sheet::SheetFormat;
use eframe::egui::{Key, Modifiers};

commands!(
    Menu::Sheet,
    SHEET_PRINT = named("Print…", "Open the sheet as a PDF in the system\u{2019}s viewer and print it from there")
        .run(|app, _| app.print_sheet())
        .keys(&[keys(CTRL, Key::P)])
        .synonyms("printer paper")
        .when(can_print),
    SHEET_PDF = named("Export sheet as PDF…", "Write all pages to a PDF file")
        .run(|app, ctx| app.export_sheet(ctx, SheetFormat::Pdf))
        .keys(&[keys(CTRL, Key::E)])
        .when(can_print),
    SHEET_PNG = named("Export sheet as PNG…", "Write each page as a numbered picture")
        .run(|app, ctx| app.export_sheet(ctx, SheetFormat::Png))
        .synonyms("image")
        .when(can_print),
    SHEET_SVG = named("Export sheet as SVG…", "Write each page as a numbered drawing")
        .run(|app, ctx| app.export_sheet(ctx, SheetFormat::Svg))
        .synonyms("vector image")
        .when(can_print),
    SHEET_TEXT = named("Export sheet as text…", "Write puzzles, captions and solutions as plain text")
        .run(|app, ctx| app.export_sheet(ctx, SheetFormat::Text))
        .when(can_print),
    SHEET_COPY_IMAGE = named("Copy page as image", "Put a picture of the page on the clipboard")
        .run(|app, _| app.copy_sheet_as(ToCopy::Page(app.session.sheet.page)))
        .synonyms("export png picture")
        .begins_group()
        .when(can_print),
    SHEET_COPY_TEXT = named("Copy sheet as text", "Put puzzles, captions and solutions on the clipboard")
        .run(|app, _| app.copy_sheet_as(ToCopy::Text))
        .when(can_print),
    SHEET_PAGE_BACK = named("Previous page", "Show the page before this one")
        .run(|app, _| app.go_to_page(app.session.sheet.page.saturating_sub(1)))
        .keys(&[keys(Modifiers::NONE, Key::PageUp)])
        .begins_group()
        .yields_to_typing()
        .keys_of(View::Sheet)
        .when(|app| {
            need(app.session().view == View::Sheet, tr!("Open the sheet view first"))?;
            need(app.session().sheet.page > 0, tr!("This is the first page"))
        }),
    SHEET_PAGE_FORWARD = named("Next page", "Show the page after this one")
        .run(|app, _| app.go_to_page(app.session.sheet.page + 1))
        .keys(&[keys(Modifiers::NONE, Key::PageDown)])
        .yields_to_typing()
        .keys_of(View::Sheet)
        .when(|app| {
            need(app.session().view == View::Sheet, tr!("Open the sheet view first"))?;
            need(app.session().sheet.page + 1 < app.n_sheet_pages(), tr!("This is the last page"))
        }),
    SHEET_FIT_PAGE = named("Whole page", "Show the whole page")
        .run(|app, _| app.session.sheet.zoom = Zoom::Page)
        .synonyms("zoom fit")
        .begins_group()
        .switch(|app, _| app.session.sheet.zoom == Zoom::Page),
    SHEET_FIT_WIDTH = named("Page width", "Show the page as wide as the view; the wheel scrolls it")
        .run(|app, _| app.session.sheet.zoom = Zoom::Width)
        .synonyms("zoom fit")
        .switch(|app, _| app.session.sheet.zoom == Zoom::Width),
    SAVE_TEMPLATE = named("Save template…", "Save the layout of the sheet under a name in this project")
        .run(|app, _| app.session.front.dialog = Some(Dialog::TemplateName(app.template_name())))
        .begins_group(),
);

fn can_print(app: &App) -> Result<(), String> {
    app.sheet_order().map(|_| ())
}
