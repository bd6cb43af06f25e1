//! The sheet designer: layouts, pages, what leaves as file or over the clipboard.

use crate::app::io::Export;
use crate::app::language::tr;
use crate::app::sheet::{Copied, Material, Order, SheetMessage, Source, Subject, ToCopy, picture_order};
use crate::app::studio::App;
use crate::app::view::View;
use crate::generate::Unwatched;
use crate::project::{Edit, Project, SheetEdit};
use crate::sheet::SheetFormat;
use crate::sheet::{Facts, Page, Sheet, Template, pdf, png, svg};
use eframe::egui;
use std::sync::Arc;

/// Dots an inch of pictures for the clipboard: enough for print, small enough for a letter.
const COPY_DPI: f32 = 200.0;

impl App {
    pub(in crate::app) fn sheet_message(&mut self, message: SheetMessage) {
        match message {
            SheetMessage::Source(source) => {
                self.session.sheet.source = source;
                self.session.sheet.page = 0;
            }
            SheetMessage::Page(page) => self.go_to_page(page),
            SheetMessage::Dpi(dpi) => self.session.sheet.dpi = dpi,
            SheetMessage::Lay { sheet, what, is_done } => {
                self.session.sheet.draft = Some((sheet, what));
                if is_done {
                    self.end_sheet_draft();
                }
            }
            SheetMessage::UseTemplate(template) => self.use_template(&template),
            SheetMessage::DeleteTemplate(index) => self.edit(&Edit::Sheet(SheetEdit::DeleteTemplate(index))),
        }
    }

    /// What was dragged or typed becomes one edit.
    pub(in crate::app) fn end_sheet_draft(&mut self) {
        let Some((sheet, what)) = self.session.sheet.draft.take() else { return };
        self.edit(&Edit::Sheet(SheetEdit::Set { sheet, what: what.to_owned() }));
    }

    fn use_template(&mut self, template: &Template) {
        self.end_sheet_draft();
        let sheet = Box::new(self.document().sheet().in_style_of(&template.sheet));
        let what = tr!("template {name}", name = template.name);
        self.edit(&Edit::Sheet(SheetEdit::Set { sheet, what }));
    }

    /// What "save template" suggests: the own template that is in use.
    pub(in crate::app) fn template_name(&self) -> String {
        let sheet = self.document().sheet();
        let is_used = |template: &&Template| sheet.in_style_of(&template.sheet) == *sheet;
        self.document().templates().iter().find(is_used).map_or_else(String::new, |template| template.name.clone())
    }

    pub(in crate::app) fn go_to_page(&mut self, page: usize) {
        self.session.sheet.page = page.min(self.n_sheet_pages().saturating_sub(1));
    }

    /// Asks for the pages while somebody looks. Those of the layout before stay till the next ones come,
    /// and a slider that moves on does not stop them.
    pub(in crate::app) fn ask_sheet(&mut self) {
        if self.session.view != View::Sheet {
            return;
        }
        let Ok(order) = self.sheet_order() else { return };
        let is_trace = matches!(order.subject, Subject::Trace(..));
        let key = (order.subject.clone(), Facts::of(&order.sheet));
        if !is_trace && self.sheets.puzzles.is_new(&key) {
            let material = self.material(&order);
            self.sheets.puzzles.ask(key, || Box::new(move |watch| material.solved(watch).unwrap_or_default()));
        } else if (is_trace || self.sheets.puzzles.answer(&key).is_some())
            && self.sheets.pages.is_new(&order)
            && !self.sheets.pages.is_waiting()
        {
            let material = self.material(&order);
            self.sheets.pages.ask(order, || Box::new(move |watch| material.pages(watch)));
        }
        if self.sheet_pages().is_some() {
            self.go_to_page(self.session.sheet.page);
        }
    }

    /// What is printed, how, and what its file is called.
    fn sheet_to_print(&self) -> Option<(Material, &'static str, String)> {
        let order = self.sheet_order().ok()?;
        let what = if self.session.sheet.source == Source::Trace { "steps" } else { "sheet" };
        Some((self.material(&order), what, self.printed_title()))
    }

    pub(in crate::app) fn export_sheet(&mut self, ctx: &egui::Context, format: SheetFormat) {
        let Some((material, what, title)) = self.sheet_to_print() else { return };
        let dpi = self.session.sheet.dpi as f32;
        let export = match format {
            SheetFormat::Pdf => export_pdf(material, what, title),
            SheetFormat::Png => export_pages(material, what, "png", move |page: &Page, _: &Sheet| {
                png(page, dpi).map_err(|error| error.to_string())
            }),
            SheetFormat::Svg => {
                export_pages(material, what, "svg", move |page: &Page, _: &Sheet| Ok(svg(page, &title).into_bytes()))
            }
            SheetFormat::Text => Export::new(what, "txt", move || Ok(vec![material.text(&Unwatched).into_bytes()])),
        };
        self.export(ctx, export);
    }

    pub(in crate::app) fn print_sheet(&mut self) {
        let Some((material, what, title)) = self.sheet_to_print() else { return };
        let export = export_pdf(material, what, title);
        let name = self.export_name(&export);
        self.disk.files.view(self.viewer.clone(), name, export);
    }

    pub(in crate::app) fn copy_sheet_as(&mut self, copy: ToCopy) {
        if let Ok(order) = self.sheet_order() {
            self.copy_sheet(order, copy);
        }
    }

    fn copy_sheet(&mut self, order: Order, copy: ToCopy) {
        let material = self.material(&order);
        self.sheets.copies.ask((order, copy), || Box::new(move |watch| material.copy(copy, COPY_DPI, watch)));
    }

    /// Puts a picture of a puzzle on the clipboard.
    pub(in crate::app) fn copy_picture(&mut self, puzzle: Project) {
        self.copy_sheet(picture_order(puzzle), ToCopy::Puzzle);
    }

    /// What a viewer calls the file: the sheet's title, else the project's. A file without a title shows its path.
    fn printed_title(&self) -> String {
        let sheet = self.sheet().title.clone();
        if !sheet.is_empty() {
            sheet
        } else if self.disk.file.is_some() || !self.document().puzzles()[0].title.is_empty() {
            self.name()
        } else {
            "Sudoku".to_owned()
        }
    }

    /// Puts on the clipboard what was made for it.
    pub(in crate::app) fn take_sheet_copies(&mut self, ctx: &egui::Context) {
        match self.sheets.copies.take() {
            Some(((_, copy), Ok(Copied::Image(pixels)))) => {
                let size = [pixels.width, pixels.height];
                ctx.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &pixels.rgba));
                self.notices.info(match copy {
                    ToCopy::Page(page) => tr!("Copied page {number} as image", number = page + 1),
                    _ => tr!("Copied a picture of the puzzle").to_owned(),
                });
            }
            Some((_, Ok(Copied::Text(text)))) => {
                ctx.copy_text(text);
                self.notices.info(tr!("Copied the sheet as text"));
            }
            Some((_, Err(why))) => self.notices.error(tr!("Could not copy the sheet: {why}", why)),
            None => {}
        }
    }
}

fn export_pdf(material: Material, what: &'static str, title: String) -> Export {
    Export::new(what, "pdf", move || {
        let pages = material.pages(&Unwatched)?;
        Ok(vec![pdf(&Sheet { title, ..material.sheet().clone() }, &pages)])
    })
}

/// A file for each page.
fn export_pages(
    material: Material,
    what: &'static str,
    extension: &'static str,
    draw: impl Fn(&Page, &Sheet) -> Result<Vec<u8>, String> + Send + 'static,
) -> Export {
    Export::new(what, extension, move || {
        let pages: Arc<Vec<Page>> = material.pages(&Unwatched)?;
        pages.iter().map(|page| draw(page, material.sheet())).collect()
    })
}
