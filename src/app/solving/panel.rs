//! The panel of solving by hand: timer, tools, digits, undo, checks and hints.

use super::{Act, HintLevel, N_COLOURS, Solving, Tool};
use crate::app::buttons::{command_button, icon_command};
use crate::app::command::Command;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::sentence::sentence_ui;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::Icon;
use crate::grid::Digit;
use crate::logic::candidates_across;
use eframe::egui;
use egui::{Align, Button, Label, Layout, RichText, Sense, StrokeKind, Ui, WidgetInfo, vec2};

/// The right panel of the puzzle view.
pub(in crate::app) fn solving_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let Some(solving) = app.solving() else {
        ui.heading(tr!("Solve by hand"));
        ui.add_space(4.0);
        ui.add(Label::new(RichText::new(tr!("As soon as there is a puzzle, you can solve it here")).weak()).wrap());
        return;
    };
    let n_before = messages.len();
    ui.horizontal(|ui| {
        ui.heading(tr!("Solve by hand"));
        if app.settings().shows_timer {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| timer_ui(app, ui, solving, messages));
        }
    });
    ui.add_space(4.0);
    tools_ui(ui, solving, messages);
    ui.add_space(8.0);
    pad_ui(app, ui, solving, messages);
    ui.add_space(8.0);
    filter_ui(app, ui, solving, messages);
    ui.horizontal_wrapped(|ui| {
        let help = match solving.tool {
            Tool::Line => tr!("Remove the lines that end in the selected cells (Delete)"),
            Tool::Filter => tr!("Show all digits (Delete)"),
            _ => tr!("Remove what this tool wrote (Delete)"),
        };
        let response = ui.add(Button::new(tr!("Erase"))).on_hover_text(help);
        if response.clicked() {
            messages.push(Message::Solve(Act::Erase));
        }
        command_button(app, ui, messages, Command::FILL_CANDIDATES, tr!("Fill in candidates"));
        command_button(app, ui, messages, Command::START_OVER, tr!("Start over"));
    });
    ui.add_space(16.0);
    ui.heading(tr!("Help"));
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        command_button(app, ui, messages, Command::CHECK, tr!("Check"));
        let more = match solving.hint.as_ref() {
            None => tr!("Hint"),
            Some(hint) if hint.step.is_none() => tr!("Hint"),
            Some(hint) if hint.level == HintLevel::Vague => tr!("Show it"),
            Some(_) => tr!("Do it"),
        };
        command_button(app, ui, messages, Command::HINT, more);
        if solving.hint.is_some() && ui.button(tr!("Close hint")).clicked() {
            messages.push(Message::Solve(Act::DropHint));
        }
    });
    // The mouse is done here: keys go on working on the board.
    if messages.len() > n_before && ui.input(|i| i.pointer.any_released()) {
        messages.push(Message::Run(Command::GO_TO_BOARD));
    }
    ui.add_space(4.0);
    if let Some(hint) = &solving.hint {
        sentence_ui(ui, "hint", &hint.sentence, messages);
    } else if let Some(said) = &solving.said {
        ui.add(Label::new(said).wrap().selectable(true));
    } else if app.is_hint_sought() {
        ui.weak(tr!("Looking for a step…"));
    }
    ui.add_space(16.0);
    for line in [
        tr!("Drag to select cells, hold Ctrl to add more; double-click selects all equal digits"),
        tr!("Digit keys use the tool; Shift: corner, Ctrl: centre, Ctrl+Shift: colour"),
        tr!("Z, X, C, V, B, N or Space choose the tool, arrows move, Ctrl+A selects all, Delete erases"),
        tr!("Ctrl+F shows where the digit under the cursor can still go"),
        tr!("Your entries are saved with the project; undo and redo apply to them in this view"),
    ] {
        ui.add(Label::new(RichText::new(line).small().weak()).wrap());
    }
}

fn tools_ui(ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    const ACROSS: usize = 3;
    let gap = 4.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let width = ((ui.available_width() - gap * (ACROSS - 1) as f32) / ACROSS as f32).floor();
    for tools in Tool::ALL.chunks(ACROSS) {
        ui.horizontal(|ui| {
            for &tool in tools {
                let button = Button::selectable(solving.tool == tool, tool.title()).min_size(vec2(width, 28.0));
                let response = ui.add(button).accessible_name(tool.name());
                if response.on_hover_text(tool.help()).clicked() {
                    messages.push(Message::Solve(Act::Tool(tool)));
                }
            }
        });
    }
}

/// The time so far, and a button that stops it; right to left.
fn timer_ui(app: &App, ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    let (command, icon) =
        if solving.is_paused { (Command::RESUME_TIMER, Icon::Play) } else { (Command::PAUSE_TIMER, Icon::Pause) };
    icon_command(app, ui, messages, command, icon);
    let text = RichText::new(solving.time_text()).monospace().size(15.0);
    let text = if solving.is_paused { text.weak() } else { text };
    let name = if solving.is_paused { tr!("Time, paused") } else { tr!("Time") };
    let response = ui.label(text).on_hover_text(tr!("Time spent in this view; the Solve menu hides it"));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, format!("{name}: {}", solving.time_text())));
}

/// Which digit is looked for, in a line that is there with and without a filter: nothing may jump.
fn filter_ui(app: &App, ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.set_min_height(26.0);
        let Some(filtered) = solving.filtered() else {
            ui.weak(tr!("No digit is filtered"));
            return;
        };
        let (n, n_open) = (filtered.holding.len(), filtered.open.len());
        icon_command(app, ui, messages, Command::FILTER_OFF, Icon::Close);
        ui.label(tr_n!(
            n_open,
            "{digit}: {placed} placed, 1 cell possible",
            "{digit}: {placed} placed, {n} cells possible",
            digit = filtered.digit,
            placed = n
        ));
    });
    ui.add_space(4.0);
}

/// A button a digit, or a colour.
fn pad_ui(app: &App, ui: &mut Ui, solving: &Solving, messages: &mut Vec<Message>) {
    let shape = solving.puzzle().shape();
    let is_colour = solving.tool == Tool::Colour;
    let (n, across) = if is_colour { (N_COLOURS, 3) } else { (shape.n(), candidates_across(shape)) };
    let gap = 4.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let width = ((ui.available_width() - gap * (across - 1) as f32) / across as f32).floor();
    let size = vec2(width, 40.0);
    if solving.tool == Tool::Line {
        return lines_ui(app, ui, shape.n().div_ceil(across) as f32 * (size.y + gap) - gap, messages);
    }
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

/// What stands in the place of the digits, in their height, while lines are drawn.
fn lines_ui(app: &App, ui: &mut Ui, height: f32, messages: &mut Vec<Message>) {
    let width = ui.available_width();
    ui.allocate_ui(vec2(width, height), |ui| {
        ui.set_min_size(vec2(width, height));
        let help =
            tr!("Drag from one cell to another to draw a line; draw it again to remove it. With the keyboard, press \
                    Enter in both cells. Delete removes the lines that end in the selected cells.");
        ui.add(Label::new(RichText::new(help).weak()).wrap());
        ui.add_space(4.0);
        command_button(app, ui, messages, Command::ERASE_LINES, tr!("Erase all lines"));
    });
}

/// A digit, and how many of it are left to enter.
fn digit_button(ui: &mut Ui, solving: &Solving, size: egui::Vec2, digit: Digit) -> bool {
    let n_left = solving.n_left(digit);
    let is_digit = matches!(solving.tool, Tool::Digit | Tool::Filter);
    let is_filter = solving.tool == Tool::Filter && solving.filter == Some(digit);
    let text = RichText::new(digit.to_string()).size(if is_digit { 20.0 } else { 14.0 });
    let text = if n_left == 0 { text.weak() } else { text };
    let left = if n_left == 0 { tr!("none left").to_owned() } else { tr_n!(n_left, "1 left", "{n} left") };
    let name = format!("{} {digit}", solving.tool.title());
    let button = if is_filter { Button::selectable(true, text) } else { Button::new(text) };
    let response = ui.add_sized(size, button).accessible_name(name);
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
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, tr!("Colour {number}", number = index + 1)));
    response.clicked()
}
