//! The panel of solving by hand: tools, digits, undo, checks and hints.

use super::{Act, HintLevel, N_COLOURS, Solving, Tool};
use crate::app::command::Command;
use crate::app::message::Message;
use crate::app::sentence::sentence_ui;
use crate::app::widgets::command_button;
use crate::app::{App, theme};
use crate::grid::Digit;
use crate::logic::candidates_across;
use eframe::egui;
use egui::{Button, Label, RichText, Sense, StrokeKind, Ui, WidgetInfo, vec2};

/// The right panel of the puzzle view.
pub(in crate::app) fn solving_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading("Solve by hand");
    let Some(solving) = app.solving() else {
        ui.add_space(4.0);
        ui.add(Label::new(RichText::new("As soon as there is a puzzle, you can solve it here").weak()).wrap());
        return;
    };
    let n_before = messages.len();
    ui.add_space(4.0);
    tools_ui(ui, solving, messages);
    ui.add_space(8.0);
    pad_ui(ui, solving, messages);
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let response = ui.add(Button::new("Erase")).on_hover_text("Remove what this tool wrote (Delete)");
        if response.clicked() {
            messages.push(Message::Solve(Act::Erase));
        }
        command_button(app, ui, messages, Command::FillCandidates, "Fill in candidates");
        command_button(app, ui, messages, Command::StartOver, "Start over");
    });
    ui.add_space(16.0);
    ui.heading("Help");
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        command_button(app, ui, messages, Command::Check, "Check");
        let more = match solving.hint.as_ref() {
            None => "Hint",
            Some(hint) if hint.step.is_none() => "Hint",
            Some(hint) if hint.level == HintLevel::Vague => "Show it",
            Some(_) => "Do it",
        };
        command_button(app, ui, messages, Command::Hint, more);
        if solving.hint.is_some() && ui.button("Close hint").clicked() {
            messages.push(Message::Solve(Act::DropHint));
        }
    });
    // The mouse is done here: keys go on working on the board.
    if messages.len() > n_before && ui.input(|i| i.pointer.any_released()) {
        messages.push(Message::Run(Command::GoToBoard));
    }
    ui.add_space(4.0);
    if let Some(hint) = &solving.hint {
        sentence_ui(ui, "hint", solving.puzzle().shape(), &hint.sentence, messages);
    } else if let Some(said) = &solving.said {
        ui.add(Label::new(said).wrap().selectable(true));
    } else if app.is_hint_sought() {
        ui.weak("Looking for a step…");
    }
    ui.add_space(16.0);
    for line in [
        "Drag to select cells, hold Ctrl to add more; double-click selects all equal digits",
        "Digit keys use the tool; Shift: corner, Ctrl: centre, Ctrl+Shift: colour",
        "Z, X, C, V or Space choose the tool, arrows move, Ctrl+A selects all, Delete erases",
        "Your entries are saved with the project; undo and redo apply to them in this view",
    ] {
        ui.add(Label::new(RichText::new(line).small().weak()).wrap());
    }
}

fn tools_ui(ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 12.0) / 4.0;
        for tool in Tool::ALL {
            let button = Button::selectable(solving.tool == tool, tool.title()).min_size(vec2(width, 28.0));
            let response = ui.add(button).accessible_name(format!("Tool: {}", tool.title().to_lowercase()));
            if response.on_hover_text(tool.help()).clicked() {
                messages.push(Message::Solve(Act::Tool(tool)));
            }
        }
    });
}

/// A button a digit, or a colour.
fn pad_ui(ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    let shape = solving.puzzle().shape();
    let is_colour = solving.tool == Tool::Colour;
    let (n, across) = if is_colour { (N_COLOURS, 3) } else { (shape.n(), candidates_across(shape)) };
    let gap = 4.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let width = ((ui.available_width() - gap * (across - 1) as f32) / across as f32).floor();
    let size = vec2(width, 40.0);
    for row in 0..n.div_ceil(across) {
        ui.horizontal(|ui| {
            for index in (row * across..n).take(across) {
                let is_clicked = if is_colour {
                    colour_button(ui, size, index)
                } else {
                    digit_button(ui, solving, size, Digit::from_index(index))
                };
                if is_clicked {
                    messages.push(Message::Solve(Act::Write(index, None)));
                }
            }
        });
    }
    // As high for colours as for digits: the panel does not jump.
    let missing = shape.n().div_ceil(candidates_across(shape)).saturating_sub(n.div_ceil(across));
    ui.add_space(missing as f32 * (size.y + gap));
}

/// A digit, and how many of it are left to enter.
fn digit_button(ui: &mut Ui, solving: &Solving, size: egui::Vec2, digit: Digit) -> bool {
    let n_left = solving.n_left(digit);
    let is_digit = solving.tool == Tool::Digit;
    let text = RichText::new(digit.to_string()).size(if is_digit { 20.0 } else { 14.0 });
    let text = if n_left == 0 { text.weak() } else { text };
    let left = if n_left == 0 { "none left".to_owned() } else { format!("{n_left} left") };
    let name = format!("{} {digit}", solving.tool.title());
    let response = ui.add_sized(size, Button::new(text)).accessible_name(name);
    if is_digit && n_left > 0 {
        let at = response.rect.right_bottom() - vec2(5.0, 3.0);
        let weak = ui.visuals().weak_text_color();
        ui.painter().text(at, egui::Align2::RIGHT_BOTTOM, n_left, egui::FontId::proportional(11.0), weak);
    }
    response.on_hover_text(left).clicked()
}

fn colour_button(ui: &mut Ui, size: egui::Vec2, index: usize) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let palette = theme::palette(ui.ctx());
    let visuals = ui.style().interact(&response);
    let fill = theme::mix(palette.paper, theme::mark_colour(index), 0.45);
    ui.painter().rect(rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        index + 1,
        egui::FontId::proportional(14.0),
        palette.ink,
    );
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("Colour {}", index + 1)));
    response.clicked()
}
