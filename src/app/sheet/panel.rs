//! The right panel of the sheet view: every option of the layout, and templates.

use super::SheetMessage;
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::{Icon, icon_button};
use crate::sheet::{LinkMark, Paper, Shading, Sheet, Solutions, Symbols, Template, Weight, built_in};
use eframe::egui;
use egui::{
    Align, Button, Checkbox, ComboBox, DragValue, Key, Layout, Response, RichText, ScrollArea, Slider, SliderClamping,
    TextEdit, Ui, Vec2, vec2,
};
use std::ops::RangeInclusive;

/// Width of the names in front of widgets.
const NAMES: f32 = 78.0;
/// Widths of a slider and of its value.
const SLIDER: f32 = 100.0;
const VALUE: f32 = 76.0;
/// Longest text of a field.
const MAX_TEXT: usize = 200;
const HINT: &str = "{title}, {author}, {date}, {page} and {pages} are replaced by what they name, {first} and {last} by the \
                    numbers of the puzzles on the page";

/// Resolutions of pictures.
const DPIS: [u32; 5] = [72, 150, 200, 300, 600];

/// The right panel of the sheet view.
pub(in crate::app) fn sheet_panel_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading("Sheet");
    ui.add_space(4.0);
    template_ui(app, ui, messages);
    ui.add_space(4.0);
    ui.separator();
    ScrollArea::vertical().id_salt("sheet options").auto_shrink(false).show(ui, |ui| {
        // The bar of the list lies over its right edge.
        ui.set_max_width(ui.available_width() - 10.0);
        let mut form = Form { sheet: app.sheet().clone(), change: None };
        form.paper_ui(ui);
        form.pages_ui(ui);
        form.captions_ui(ui);
        form.solutions_ui(ui);
        form.look_ui(ui);
        form.texts_ui(ui);
        if let Some((what, is_done)) = form.change {
            let sheet = Box::new(form.sheet);
            messages.push(Message::Sheet(SheetMessage::Lay { sheet, what, is_done }));
        }
        heading(ui, "Export");
        let mut dpi = app.session().sheet.dpi;
        named(ui, "PNG", |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding.x = 6.0;
            for value in DPIS {
                let name = format!("Pictures of {value} dots per inch");
                let response = ui.add(Button::selectable(value == dpi, value.to_string())).accessible_name(&name);
                if response.on_hover_text(&name).clicked() {
                    dpi = value;
                }
            }
        });
        if dpi != app.session().sheet.dpi {
            messages.push(Message::Sheet(SheetMessage::Dpi(dpi)));
        }
        ui.add_space(8.0);
    });
}

/// Which template, save, delete.
fn template_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let sheet = app.sheet();
    let is_used = |template: &&Template| sheet.in_style_of(&template.sheet) == *sheet;
    let own = app.document().templates();
    let usual = built_in();
    let used = own.iter().chain(&usual).find(is_used);
    let used_own = own.iter().position(|template| is_used(&template));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = ui.available_width() - 106.0;
        let title = used.map_or("Custom layout", |template| template.name.as_str());
        let combo = ComboBox::from_id_salt("template").width(width).height(400.0).truncate().selected_text(title);
        let response = combo.show_ui(ui, |ui| {
            for (index, template) in own.iter().chain(&usual).enumerate() {
                if index == own.len() && index > 0 {
                    ui.separator();
                }
                let is_present = used.is_some_and(|used| used.name == template.name);
                let button = ui.selectable_label(is_present, &template.name);
                if button.accessible_name(format!("Template {}", template.name)).clicked() {
                    messages.push(Message::Sheet(SheetMessage::UseTemplate(Box::new(template.clone()))));
                }
            }
        });
        response
            .response
            .accessible_name("Template")
            .on_hover_text("Layouts with a name; title, author and date are kept");
        command_button(app, ui, messages, Command::SAVE_TEMPLATE, "Save…");
        let delete = icon_button(ui, Icon::Close, "Delete template", used_own.is_some());
        let delete = delete.on_hover_text("Delete this template; undo brings it back");
        if delete.on_disabled_hover_text("Built-in templates cannot be deleted").clicked()
            && let Some(index) = used_own
        {
            messages.push(Message::Sheet(SheetMessage::DeleteTemplate(index)));
        }
    });
}

fn heading(ui: &mut Ui, title: &str) {
    ui.add_space(10.0);
    ui.heading(title);
    ui.add_space(1.0);
}

/// A name, and a widget in the rest of the line.
fn named<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let size = vec2(NAMES, 24.0);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.label(RichText::new(name).size(13.0));
        });
        add(ui)
    })
    .inner
}

/// The layout while widgets change it.
struct Form {
    sheet: Sheet,
    /// What changed, and whether that is an edit now.
    change: Option<(&'static str, bool)>,
}

impl Form {
    /// Notes what a widget did. While it is dragged or typed in, nothing is final.
    fn note(&mut self, response: &Response, what: &'static str) {
        let is_over = response.drag_stopped() || response.lost_focus();
        let is_open = response.dragged() || response.has_focus();
        if is_over {
            self.change = Some((what, true));
        } else if response.changed() {
            self.change = Some((what, !is_open));
        }
    }

    fn tick(&mut self, ui: &mut Ui, text: &str, what: &'static str, help: &str, field: fn(&mut Sheet) -> &mut bool) {
        let response = ui.add(Checkbox::new(field(&mut self.sheet), text)).on_hover_text(help);
        if response.changed() {
            self.change = Some((what, true));
        }
    }

    /// One of a few, side by side.
    fn choice<T: PartialEq + Copy>(
        &mut self,
        ui: &mut Ui,
        what: &'static str,
        choices: &[(T, &str, &str)],
        field: fn(&mut Sheet) -> &mut T,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            ui.spacing_mut().button_padding.x = 6.0;
            for &(value, text, help) in choices {
                let is_present = *field(&mut self.sheet) == value;
                let response = ui.add(Button::selectable(is_present, text)).accessible_name(format!("{what}: {help}"));
                if response.on_hover_text(help).clicked() && !is_present {
                    *field(&mut self.sheet) = value;
                    self.change = Some((what, true));
                }
            }
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a line of the form")]
    fn slider(
        &mut self,
        ui: &mut Ui,
        name: &str,
        what: &'static str,
        range: RangeInclusive<f32>,
        step: f64,
        suffix: &str,
        field: fn(&mut Sheet) -> &mut f32,
    ) {
        named(ui, name, |ui| {
            ui.spacing_mut().slider_width = SLIDER;
            ui.spacing_mut().interact_size.x = VALUE;
            let slider = Slider::new(field(&mut self.sheet), range)
                .step_by(step)
                .suffix(suffix)
                .clamping(SliderClamping::Edits)
                .max_decimals(2);
            let response = ui.add(slider).accessible_name(what);
            self.note(&response, what);
        });
    }

    fn text(&mut self, ui: &mut Ui, name: &str, what: &'static str, help: &str, field: fn(&mut Sheet) -> &mut String) {
        named(ui, name, |ui| {
            let edit = TextEdit::singleline(field(&mut self.sheet)).desired_width(f32::INFINITY).char_limit(MAX_TEXT);
            let response = ui.add(edit).accessible_name(what);
            self.note(&response, what);
            if response.has_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                self.change = Some((what, true));
            }
            if !help.is_empty() {
                response.on_hover_text(help);
            }
        });
    }

    fn paper_ui(&mut self, ui: &mut Ui) {
        ui.heading("Paper");
        ui.add_space(1.0);
        let (width, height) = self.sheet.paper.size();
        let custom = match self.sheet.paper {
            Paper::Custom { .. } => self.sheet.paper,
            _ => Paper::Custom { width, height },
        };
        let papers = [
            (Paper::A4, "A4", "A4, 210 × 297 mm"),
            (Paper::A5, "A5", "A5, 148 × 210 mm"),
            (Paper::Letter, "Letter", "Letter, 216 × 279 mm"),
            (custom, "Custom", "any size"),
        ];
        self.choice(ui, "paper", &papers, |sheet| &mut sheet.paper);
        if let Paper::Custom { mut width, mut height } = self.sheet.paper {
            let responses = named(ui, "Size", |ui| {
                let mut side = |value: &mut f32, name: &str| {
                    let value = DragValue::new(value).range(50.0..=2000.0).speed(0.5).suffix(" mm").max_decimals(1);
                    ui.add_sized([74.0, 24.0], value).accessible_name(name)
                };
                [side(&mut width, "paper width"), side(&mut height, "paper height")]
            });
            self.sheet.paper = Paper::Custom { width, height };
            for response in responses {
                self.note(&response, "paper size");
            }
        }
        let sides = [(false, "Portrait", "portrait"), (true, "Landscape", "landscape")];
        ui.add_enabled_ui(!self.sheet.booklet, |ui| {
            self.choice(ui, "orientation", &sides, |sheet| &mut sheet.landscape);
        })
        .response
        .on_disabled_hover_text("A booklet is always folded across the longer side");
        let help = "Half-size pages in the order for double-sided printing, folding and stapling";
        self.tick(ui, "Fold into a booklet", "booklet", help, |sheet| &mut sheet.booklet);
    }

    fn pages_ui(&mut self, ui: &mut Ui) {
        heading(ui, "Page");
        named(ui, "Puzzles", |ui| {
            let numbers = Sheet::PER_PAGE.map(|n| (n, n.to_string(), format!("{n} per page")));
            let choices: Vec<(usize, &str, &str)> =
                numbers.iter().map(|(n, text, help)| (*n, text.as_str(), help.as_str())).collect();
            let is_fixed = !self.sheet.by_difficulty;
            let response = ui.add_enabled_ui(is_fixed, |ui| {
                self.choice(ui, "puzzles", &choices, |sheet| &mut sheet.per_page);
            });
            response.response.on_disabled_hover_text("The number follows the difficulty of the puzzles");
        });
        let help = "Six a page with one or two stars, four with three, two with four, one with five; sort the puzzles \
                    by difficulty to fill the pages";
        self.tick(ui, "Harder puzzles are larger", "size by difficulty", help, |sheet| &mut sheet.by_difficulty);
        let help = "A first page with the title, the author, the date and the number of puzzles";
        self.tick(ui, "Title page", "title page", help, |sheet| &mut sheet.title_page);
        self.slider(ui, "Margin", "margin", 5.0..=40.0, 0.5, " mm", |sheet| &mut sheet.margin);
        self.slider(ui, "Spacing", "gutter", 0.0..=40.0, 0.5, " mm", |sheet| &mut sheet.gutter);
    }

    fn texts_ui(&mut self, ui: &mut Ui) {
        heading(ui, "Header and footer");
        self.text(ui, "Title", "sheet title", "Title of the sheet; {title} prints it", |s| &mut s.title);
        self.text(ui, "Author", "sheet author", "{author} prints it", |s| &mut s.author);
        self.text(ui, "Date", "sheet date", "Written as it will be printed; {date} prints it", |s| &mut s.date);
        self.text(ui, "Top left", "header left", HINT, |s| &mut s.header.left);
        self.text(ui, "Top centre", "header centre", HINT, |s| &mut s.header.centre);
        self.text(ui, "Top right", "header right", HINT, |s| &mut s.header.right);
        self.text(ui, "Foot left", "footer left", HINT, |s| &mut s.footer.left);
        self.text(ui, "Foot centre", "footer centre", HINT, |s| &mut s.footer.centre);
        self.text(ui, "Foot right", "footer right", HINT, |s| &mut s.footer.right);
    }

    fn captions_ui(&mut self, ui: &mut Ui) {
        heading(ui, "Each puzzle");
        two_columns(ui, |left, right| {
            self.tick(left, "Number", "numbers", "Counted from 1", |s| &mut s.captions.number);
            self.tick(right, "Title", "titles", "The title of the puzzle", |s| &mut s.captions.title);
            let help = "One to five, by the hardest strategy needed";
            self.tick(left, "Stars", "stars", help, |s| &mut s.captions.stars);
            let help = "The ratings of Sudoku Explainer and HoDoKu, where they are known";
            self.tick(right, "Rating", "ratings", help, |s| &mut s.captions.rating);
            let help = "The name of the hardest strategy needed";
            self.tick(left, "Hardest step", "hardest steps", help, |s| &mut s.captions.hardest);
            let help = "Small digits in the empty cells";
            self.tick(right, "Candidates", "candidates", help, |s| &mut s.candidates);
            let help = "Grey cells instead of the digits of the clues";
            self.tick(left, "Pattern only", "pattern only", help, |s| &mut s.shape_only);
        });
        named(ui, "Link", |ui| {
            let links = [
                (LinkMark::None, "None", "none"),
                (LinkMark::Qr, "QR code", "QR code below the puzzle"),
                (LinkMark::Text, "Words", "\u{201c}Solve online\u{201d}"),
            ];
            self.choice(ui, "link", &links, |sheet| &mut sheet.link);
        });
    }

    fn solutions_ui(&mut self, ui: &mut Ui) {
        heading(ui, "Solutions");
        let places = [
            (Solutions::None, "None", "none"),
            (Solutions::UpsideDown, "Upside down", "upside down below each puzzle"),
            (Solutions::Small, "Small", "small, after the puzzles"),
            (Solutions::Full, "Full", "as large as the puzzles, after them"),
        ];
        self.choice(ui, "solutions", &places, |sheet| &mut sheet.solutions);
        if self.sheet.solutions == Solutions::Small {
            self.slider(ui, "Cell", "width of a cell", 1.5..=8.0, 0.1, " mm", |sheet| &mut sheet.solution_cell);
        }
    }

    fn look_ui(&mut self, ui: &mut Ui) {
        heading(ui, "Look");
        named(ui, "Grey", |ui| {
            let shadings = [
                (Shading::None, "Nothing", "nothing"),
                (Shading::Boxes, "Boxes", "every other box"),
                (Shading::Clues, "Clues", "the clue cells"),
            ];
            self.choice(ui, "grey", &shadings, |sheet| &mut sheet.shading);
        });
        named(ui, "Digits", |ui| {
            let weights = [(Weight::Regular, "Regular", "regular"), (Weight::SemiBold, "Bold", "bold")];
            self.choice(ui, "digits", &weights, |sheet| &mut sheet.digits);
        });
        named(ui, "Above 9", |ui| {
            let symbols = [(Symbols::Letters, "A to G", "letters"), (Symbols::Numbers, "10 to 16", "numbers")];
            self.choice(ui, "digits above 9", &symbols, |sheet| &mut sheet.symbols);
        });
        self.slider(ui, "Digit height", "digit height", 0.2..=0.8, 0.01, "", |sheet| &mut sheet.digit_height);
        self.slider(ui, "Frame", "frame width", 0.1..=3.0, 0.05, " mm", |sheet| &mut sheet.frame_width);
        self.slider(ui, "Box lines", "box lines", 0.05..=2.0, 0.05, " mm", |sheet| &mut sheet.box_width);
        self.slider(ui, "Cell lines", "cell lines", 0.02..=1.0, 0.02, " mm", |sheet| &mut sheet.cell_width);
    }
}

fn two_columns(ui: &mut Ui, add: impl FnOnce(&mut Ui, &mut Ui)) {
    ui.columns_const(|[left, right]| {
        left.spacing_mut().item_spacing = Vec2::ZERO;
        right.spacing_mut().item_spacing = Vec2::ZERO;
        add(left, right);
    });
}
