//! The design panel while the theme of the clues is chosen: brushes, what is asked, what else can be asked.

use crate::app::board::ThemeBrush;
use crate::app::focus::tab_group;
use crate::app::language::{tr, translated};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::fitting_menu;
use crate::app::wording::error_text;
use crate::grid::{BoardSymmetry, ClueConstraint, Digit, DigitMap, DigitSet, Theme};
use crate::project::Edit;
use eframe::egui;
use egui::{Button, Checkbox, Key, Label, ScrollArea, TextEdit, Ui};

pub(super) fn clue_theme_ui(app: &App, brush: ThemeBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Theme"));
        let response = ui.button(tr!("Done"));
        if response.on_hover_text(tr!("Paint clue cells again; the theme stays")).clicked() {
            messages.push(Message::ThemeBrush(None));
        }
    });
    tab_group(ui, |ui| brushes_ui(app, brush, ui, messages));
    ui.add(Label::new(tr!("Draw over clues to ask this of their digits; the other mouse button asks nothing.")).wrap());
    ui.add_space(6.0);
    tab_group(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            symmetries_ui(app, ui, messages);
            counts_ui(app, ui, messages);
        });
    });
    text_ui(app, ui, messages);
    ui.add_space(6.0);
    list_ui(app, ui, messages);
}

/// What a stroke asks.
fn brushes_ui(app: &App, present: ThemeBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    let n = app.project().shape().n();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (brush, title, help) in [
            (ThemeBrush::Digits(ThemeBrush::odd(n)), tr!("Odd"), tr!("Odd digits only")),
            (ThemeBrush::Digits(ThemeBrush::even(n)), tr!("Even"), tr!("Even digits only")),
            (ThemeBrush::Digits(ThemeBrush::low(n)), tr!("Low"), tr!("Digits of the lower half only")),
            (ThemeBrush::Digits(ThemeBrush::high(n)), tr!("High"), tr!("Digits of the upper half only")),
            (ThemeBrush::Equal, tr!("Equal"), tr!("The clues of a stroke all have the same digit")),
            (ThemeBrush::Different, tr!("Different"), tr!("The clues of a stroke all have different digits")),
            (ThemeBrush::Ascending, tr!("Ascending"), tr!("The digits ascend along the stroke")),
        ] {
            let response = ui.add(Button::selectable(brush == present, title));
            let response = response.accessible_name(tr!("Theme brush: {brush}", brush = title.to_lowercase()));
            if response.on_hover_text(help).clicked() {
                messages.push(Message::ThemeBrush(Some(brush)));
            }
        }
        let mut own = match present {
            ThemeBrush::Digits(digits) => digits,
            _ => DigitSet::EMPTY,
        };
        let response = ui.menu_button(tr!("Digits…"), |ui| {
            fitting_menu(ui, |ui| {
                for digit in (0..n).map(Digit::from_index) {
                    let mut is_in = own.contains(digit);
                    let response = ui.add(Checkbox::new(&mut is_in, tr!("Digit {digit}", digit)));
                    if response.on_hover_text(tr!("Whether the clues may have this digit")).changed() {
                        if is_in {
                            own.insert(digit);
                        } else {
                            own.remove(digit);
                        }
                        messages.push(Message::ThemeBrush(Some(ThemeBrush::Digits(own))));
                    }
                }
            });
        });
        let response = response.response.accessible_name(tr!("Theme brush: own digits"));
        response.on_hover_text(tr!("Choose the digits that the clues of a stroke may have"));
    });
}

/// Asks for one constraint more.
fn add(app: &App, constraint: ClueConstraint, messages: &mut Vec<Message>) {
    let theme = app.project().design.theme.clone();
    messages.push(Message::Edit(Edit::SetTheme(theme.with(constraint))));
}

/// Symmetries of the digits that the board can have.
fn symmetries_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let shape = app.project().shape();
    let response = ui.menu_button(tr!("Symmetry of digits…"), |ui| {
        fitting_menu(ui, |ui| {
            for cells in BoardSymmetry::ALL {
                for digits in [DigitMap::Any, DigitMap::complement(shape.n())] {
                    let symmetry = translated(cells.title());
                    let title = match digits {
                        DigitMap::Any => tr!("{symmetry}, any exchange of digits", symmetry),
                        DigitMap::Permutation(_) => {
                            tr!("{symmetry}, images add up to {sum}", symmetry, sum = shape.n() + 1)
                        }
                    };
                    let check = cells.check(shape, &digits);
                    let response = ui.add_enabled(check.is_ok(), Button::new(title));
                    let help =
                        tr!("The puzzle maps onto itself: images of clues are clues with the images of the digits");
                    match check {
                        Ok(()) => {
                            if response.on_hover_text(help).clicked() {
                                add(app, ClueConstraint::Symmetry { cells, digits }, messages);
                            }
                        }
                        Err(error) => {
                            response.on_disabled_hover_text(error_text(&error));
                        }
                    }
                }
            }
        });
    });
    response.response.on_hover_text(tr!("Let the digits of the clues have a symmetry too"));
}

/// How often digits stand among the clues.
fn counts_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let n = app.project().shape().n();
    let response = ui.menu_button(tr!("Number of digits…"), |ui| {
        fitting_menu(ui, |ui| {
            let each = |at_least: u8, at_most: u8| ClueConstraint::Count { digit: None, at_least, at_most };
            let mut choices: Vec<(String, ClueConstraint)> = Vec::new();
            for k in 1..=3u8 {
                choices.push((tr!("Each digit at least {k} times", k), each(k, u8::MAX)));
            }
            for k in 2..=5u8 {
                choices.push((tr!("Each digit at most {k} times", k), each(0, k)));
            }
            for digit in (0..n).map(Digit::from_index) {
                let absent = ClueConstraint::Count { digit: Some(digit), at_least: 0, at_most: 0 };
                choices.push((tr!("No clue has the digit {digit}", digit), absent));
            }
            for (title, constraint) in choices {
                let response = ui.button(title);
                if response.on_hover_text(tr!("Ask this of all clues together")).clicked() {
                    add(app, constraint, messages);
                }
            }
        });
    });
    response.response.on_hover_text(tr!("How often a digit stands among the clues"));
}

/// Whatever else can be asked, as on the command line.
fn text_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let mut text = app.session().board.theme_text.clone();
    let edit =
        TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text(tr!("In words: each digit 2 to 4"));
    let response = ui.add(edit).accessible_name(tr!("Further constraints of the theme"));
    let response = response.on_hover_text(tr!("Constraints as on the command line; Enter adds them"));
    if response.changed() {
        messages.push(Message::ThemeText(text.clone()));
    }
    let read = Theme::parse(app.project().shape(), &text);
    match read {
        Ok(further) => {
            let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if is_entered && !further.is_empty() {
                let theme = app.project().design.theme.clone().and(further);
                messages.push(Message::Edit(Edit::SetTheme(theme)));
                messages.push(Message::ThemeText(String::new()));
            }
        }
        Err(error) => {
            ui.add(Label::new(error_text(&error)).wrap());
        }
    }
}

/// What is asked, each with a button that takes it back.
fn list_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let theme = &project.design.theme;
    if theme.is_empty() {
        ui.weak(tr!("Nothing is asked of the digits yet."));
        return;
    }
    tab_group(ui, |ui| {
        ScrollArea::vertical().id_salt("theme").auto_shrink(false).show(ui, |ui| {
            for (place, constraint) in theme.constraints().iter().enumerate() {
                let text = constraint.text(project.shape());
                ui.horizontal(|ui| {
                    let response =
                        ui.small_button("\u{d7}").accessible_name(tr!("Remove {constraint}", constraint = text));
                    if response.on_hover_text(tr!("Do not ask this any more")).clicked() {
                        messages.push(Message::Edit(Edit::SetTheme(theme.clone().without(place))));
                    }
                    let response = ui.add(Label::new(&text).truncate());
                    if response.on_hover_text(&text).contains_pointer() {
                        messages.push(Message::Highlight(constraint.cells()));
                    }
                });
            }
        });
    });
}
