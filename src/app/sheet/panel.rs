//! The right panel of the sheet view: every option of the layout, and templates.

use super::SheetMessage;
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::{text, tr, translated, translation};
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
const HINT: &str = text!(
    "{title}, {author}, {date}, {page} and {pages} are replaced by what they name, {first} and {last} by the \
                    numbers of the puzzles on the page"
);

/// Resolutions of pictures.
const DPIS: [u32; 5] = [72, 150, 200, 300, 600];

/// The right panel of the sheet view.
pub(in crate::app) fn sheet_panel_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading(tr!("Sheet"));
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
        heading(ui, tr!("Export"));
        let mut dpi = app.session().sheet.dpi;
        named(ui, "PNG", |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding.x = 6.0;
            for value in DPIS {
                let name = tr!("Pictures of {dpi} dots per inch", dpi = value);
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

/// A template has the name that its setter gave it; built-in ones, whose names nobody else can take, are in the tables of
/// languages.
fn template_title(template: &Template) -> &str {
    translation(&template.name).unwrap_or(&template.name)
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
        let title = used.map_or(tr!("Custom layout"), template_title);
        let combo = ComboBox::from_id_salt("template").width(width).height(400.0).truncate().selected_text(title);
        let response = combo.show_ui(ui, |ui| {
            for (index, template) in own.iter().chain(&usual).enumerate() {
                if index == own.len() && index > 0 {
                    ui.separator();
                }
                let is_present = used.is_some_and(|used| used.name == template.name);
                let button = ui.selectable_label(is_present, template_title(template));
                if button.accessible_name(tr!("Template {name}", name = template_title(template))).clicked() {
                    messages.push(Message::Sheet(SheetMessage::UseTemplate(Box::new(template.clone()))));
                }
            }
        });
        response
            .response
            .accessible_name(tr!("Template"))
            .on_hover_text(tr!("Layouts with a name; title, author and date are kept"));
        command_button(app, ui, messages, Command::SAVE_TEMPLATE, tr!("Save…"));
        let delete = icon_button(ui, Icon::Close, tr!("Delete template"), used_own.is_some());
        let delete = delete.on_hover_text(tr!("Delete this template; undo brings it back"));
        if delete.on_disabled_hover_text(tr!("Built-in templates cannot be deleted")).clicked()
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
        ui.heading(tr!("Paper"));
        ui.add_space(1.0);
        let (width, height) = self.sheet.paper.size();
        let custom = match self.sheet.paper {
            Paper::Custom { .. } => self.sheet.paper,
            _ => Paper::Custom { width, height },
        };
        let papers = [
            (Paper::A4, "A4", tr!("A4, 210 × 297 mm")),
            (Paper::A5, "A5", tr!("A5, 148 × 210 mm")),
            (Paper::Letter, tr!("Letter"), tr!("Letter, 216 × 279 mm")),
            (custom, tr!("Custom"), tr!("any size")),
        ];
        self.choice(ui, tr!("paper"), &papers, |sheet| &mut sheet.paper);
        if let Paper::Custom { mut width, mut height } = self.sheet.paper {
            let responses = named(ui, tr!("Size"), |ui| {
                let mut side = |value: &mut f32, name: &str| {
                    let value =
                        DragValue::new(value).range(50.0..=2000.0).speed(0.5).suffix(tr!(" mm")).max_decimals(1);
                    ui.add_sized([74.0, 24.0], value).accessible_name(name)
                };
                [side(&mut width, tr!("paper width")), side(&mut height, tr!("paper height"))]
            });
            self.sheet.paper = Paper::Custom { width, height };
            for response in responses {
                self.note(&response, tr!("paper size"));
            }
        }
        let sides = [(false, tr!("Portrait"), tr!("portrait")), (true, tr!("Landscape"), tr!("landscape"))];
        ui.add_enabled_ui(!self.sheet.booklet, |ui| {
            self.choice(ui, tr!("orientation"), &sides, |sheet| &mut sheet.landscape);
        })
        .response
        .on_disabled_hover_text(tr!("A booklet is always folded across the longer side"));
        let help = tr!("Half-size pages in the order for double-sided printing, folding and stapling");
        self.tick(ui, tr!("Fold into a booklet"), tr!("booklet"), help, |sheet| &mut sheet.booklet);
    }

    fn pages_ui(&mut self, ui: &mut Ui) {
        heading(ui, tr!("Page"));
        named(ui, tr!("Puzzles"), |ui| {
            let numbers = Sheet::PER_PAGE.map(|n| (n, n.to_string(), tr!("{n} per page", n)));
            let choices: Vec<(usize, &str, &str)> =
                numbers.iter().map(|(n, text, help)| (*n, text.as_str(), help.as_str())).collect();
            let is_fixed = !self.sheet.by_difficulty;
            let response = ui.add_enabled_ui(is_fixed, |ui| {
                self.choice(ui, tr!("puzzles"), &choices, |sheet| &mut sheet.per_page);
            });
            response.response.on_disabled_hover_text(tr!("The number follows the difficulty of the puzzles"));
        });
        let help =
            tr!("Six a page with one or two stars, four with three, two with four, one with five; sort the puzzles \
                    by difficulty to fill the pages");
        self.tick(ui, tr!("Harder puzzles are larger"), tr!("size by difficulty"), help, |sheet| {
            &mut sheet.by_difficulty
        });
        let help = tr!("A first page with the title, the author, the date and the number of puzzles");
        self.tick(ui, tr!("Title page"), tr!("title page"), help, |sheet| &mut sheet.title_page);
        self.slider(ui, tr!("Margin"), tr!("margin"), 5.0..=40.0, 0.5, tr!(" mm"), |sheet| &mut sheet.margin);
        self.slider(ui, tr!("Spacing"), tr!("gutter"), 0.0..=40.0, 0.5, tr!(" mm"), |sheet| &mut sheet.gutter);
    }

    fn texts_ui(&mut self, ui: &mut Ui) {
        heading(ui, tr!("Header and footer"));
        self.text(ui, tr!("Title"), tr!("sheet title"), tr!("Title of the sheet; {title} prints it"), |s| &mut s.title);
        self.text(ui, tr!("Author"), tr!("sheet author"), tr!("{author} prints it"), |s| &mut s.author);
        self.text(ui, tr!("Date"), tr!("sheet date"), tr!("Written as it will be printed; {date} prints it"), |s| {
            &mut s.date
        });
        self.text(ui, tr!("Top left"), tr!("header left"), translated(HINT), |s| &mut s.header.left);
        self.text(ui, tr!("Top centre"), tr!("header centre"), translated(HINT), |s| &mut s.header.centre);
        self.text(ui, tr!("Top right"), tr!("header right"), translated(HINT), |s| &mut s.header.right);
        self.text(ui, tr!("Foot left"), tr!("footer left"), translated(HINT), |s| &mut s.footer.left);
        self.text(ui, tr!("Foot centre"), tr!("footer centre"), translated(HINT), |s| &mut s.footer.centre);
        self.text(ui, tr!("Foot right"), tr!("footer right"), translated(HINT), |s| &mut s.footer.right);
    }

    fn captions_ui(&mut self, ui: &mut Ui) {
        heading(ui, tr!("Each puzzle"));
        two_columns(ui, |left, right| {
            self.tick(left, tr!("Number"), tr!("numbers"), tr!("Counted from 1"), |s| &mut s.captions.number);
            self.tick(right, tr!("Title"), tr!("titles"), tr!("The title of the puzzle"), |s| &mut s.captions.title);
            let help = tr!("One to five, by the hardest strategy needed");
            self.tick(left, tr!("Stars"), tr!("stars"), help, |s| &mut s.captions.stars);
            let help = tr!("The ratings of Sudoku Explainer and HoDoKu, where they are known");
            self.tick(right, tr!("Rating"), tr!("ratings"), help, |s| &mut s.captions.rating);
            let help = tr!("The name of the hardest strategy needed");
            self.tick(left, tr!("Hardest step"), tr!("hardest steps"), help, |s| &mut s.captions.hardest);
            let help = tr!("Small digits in the empty cells");
            self.tick(right, tr!("Candidates"), tr!("candidates"), help, |s| &mut s.candidates);
            let help = tr!("Grey cells instead of the digits of the clues");
            self.tick(left, tr!("Pattern only"), tr!("pattern only"), help, |s| &mut s.shape_only);
        });
        named(ui, tr!("Link"), |ui| {
            let links = [
                (LinkMark::None, tr!("None"), tr!("none")),
                (LinkMark::Qr, tr!("QR code"), tr!("QR code below the puzzle")),
                (LinkMark::Text, tr!("Words"), tr!("\u{201c}Solve online\u{201d}")),
            ];
            self.choice(ui, tr!("link"), &links, |sheet| &mut sheet.link);
        });
    }

    fn solutions_ui(&mut self, ui: &mut Ui) {
        heading(ui, tr!("Solutions"));
        let places = [
            (Solutions::None, tr!("None"), tr!("none")),
            (Solutions::UpsideDown, tr!("Upside down"), tr!("upside down below each puzzle")),
            (Solutions::Small, tr!("Small"), tr!("small, after the puzzles")),
            (Solutions::Full, tr!("Full"), tr!("as large as the puzzles, after them")),
        ];
        self.choice(ui, tr!("solutions"), &places, |sheet| &mut sheet.solutions);
        if self.sheet.solutions == Solutions::Small {
            self.slider(ui, tr!("Cell"), tr!("width of a cell"), 1.5..=8.0, 0.1, tr!(" mm"), |sheet| {
                &mut sheet.solution_cell
            });
        }
    }

    fn look_ui(&mut self, ui: &mut Ui) {
        heading(ui, tr!("Look"));
        named(ui, tr!("Grey"), |ui| {
            let shadings = [
                (Shading::None, tr!("Nothing"), tr!("nothing")),
                (Shading::Boxes, tr!("Boxes"), tr!("every other box")),
                (Shading::Clues, tr!("Clues"), tr!("the clue cells")),
            ];
            self.choice(ui, tr!("grey"), &shadings, |sheet| &mut sheet.shading);
        });
        named(ui, tr!("Digits"), |ui| {
            let weights =
                [(Weight::Regular, tr!("Regular"), tr!("regular")), (Weight::SemiBold, tr!("Bold"), tr!("bold"))];
            self.choice(ui, tr!("digits"), &weights, |sheet| &mut sheet.digits);
        });
        named(ui, tr!("Above 9"), |ui| {
            let symbols = [
                (Symbols::Letters, tr!("A to P"), tr!("letters")),
                (Symbols::Numbers, tr!("10 to 25"), tr!("numbers")),
            ];
            self.choice(ui, tr!("digits above 9"), &symbols, |sheet| &mut sheet.symbols);
        });
        self.slider(ui, tr!("Digit height"), tr!("digit height"), 0.2..=0.8, 0.01, "", |sheet| &mut sheet.digit_height);
        self.slider(ui, tr!("Frame"), tr!("frame width"), 0.1..=3.0, 0.05, tr!(" mm"), |sheet| &mut sheet.frame_width);
        self.slider(ui, tr!("Box lines"), tr!("box lines"), 0.05..=2.0, 0.05, tr!(" mm"), |sheet| &mut sheet.box_width);
        self.slider(ui, tr!("Cell lines"), tr!("cell lines"), 0.02..=1.0, 0.02, tr!(" mm"), |sheet| {
            &mut sheet.cell_width
        });
    }
}

fn two_columns(ui: &mut Ui, add: impl FnOnce(&mut Ui, &mut Ui)) {
    ui.columns_const(|[left, right]| {
        left.spacing_mut().item_spacing = Vec2::ZERO;
        right.spacing_mut().item_spacing = Vec2::ZERO;
        add(left, right);
    });
}
