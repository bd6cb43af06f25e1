//! The panels of the trace view: all steps on the left; what else is possible now, and the legend, on the right.

use super::legend::{legend_height, legend_ui};
use super::reasoning_panel::{position_text, reasoning_ui};
use super::{Replay, TraceTab, kind_colour};
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::help::{Topic, with_topic};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::view::View;
use crate::app::widgets::paint_row;
use crate::app::wording::{n_steps, strategy_title};
use crate::logic::{Step, Trace};
use eframe::egui;
use egui::{Align2, Button, FontId, Key, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2};

/// Longest text by which steps are found, in characters.
const MAX_FILTER: usize = 60;
/// Height of a row of a list.
const ROW: f32 = 24.0;
/// Height of the two rows above the list, and of the gap below it.
const BELOW: f32 = 72.0;

/// The left panel of the trace view: all steps.
pub(in crate::app) fn steps_panel_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    search_ui(app, ui, messages);
    ui.add_space(4.0);
    let present = app.session().trace.step;
    match app.shown_trace().filter(|trace| !trace.steps.is_empty()) {
        None => drop(ui.weak(tr!("The steps of the solution appear here"))),
        Some(trace) => {
            let height = ui.available_height();
            ui.add_enabled_ui(!app.live().is_stale(), |ui| {
                let shown = fitting_steps(trace, &app.session().trace.filter);
                steps_ui(app, ui, trace, shown.as_deref(), height, Some(present), messages);
            });
        }
    }
}

/// The right panel of the trace view: what else is possible at this step, and what its picture means.
pub(in crate::app) fn trace_panel_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Trace"));
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for replay in Replay::ALL.into_iter().rev() {
                let button = Button::selectable(app.session().trace.replay == replay, replay.title());
                if ui.add(button).on_hover_text(tr!("What forward, back and play stop at")).clicked() {
                    messages.push(Message::Replay(replay));
                }
            }
        });
    });
    ui.add_space(4.0);
    tools_ui(app, ui, messages);
    ui.add_space(8.0);
    let height = (ui.available_height() - BELOW - legend_height(ui)).max(3.0 * ROW);
    let tab = app.session().trace.tab;
    let topic = match tab {
        TraceTab::Possible => Topic::Possible,
        TraceTab::Reasoning => Topic::Reasoning,
    };
    with_topic(ui, topic, |ui| {
        tabs_ui(app, ui, messages);
        let top = ui.cursor().min.y;
        match tab {
            TraceTab::Possible => possible_ui(app, ui, height, messages),
            TraceTab::Reasoning => reasoning_ui(app, ui, height, messages),
        }
        // Always as high, or the legend would jump.
        ui.add_space((top + height - ui.cursor().min.y).max(0.0));
    });
    ui.add_space(8.0);
    legend_ui(ui, app.shown_step().map(|shown| &shown.picture));
}

/// The field by which steps are found, and the ways to the next one of a kind.
fn search_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let mut filter = app.session().trace.filter.clone();
    let edit = TextEdit::singleline(&mut filter)
        .desired_width(f32::INFINITY)
        .char_limit(MAX_FILTER)
        .hint_text(tr!("Find steps"));
    let response = ui.add(edit).accessible_name(tr!("Find steps"));
    let response = response.on_hover_text(tr!("A strategy, a cell like r4c7, or both; Enter goes to the next one"));
    if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
        if let Some(index) = app.next_fitting_step() {
            messages.push(Message::TraceStep(index));
        }
        response.request_focus();
    }
    if response.changed() {
        messages.push(Message::StepFilter(filter));
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        command_button(app, ui, messages, Command::TRACE_NEXT_ALIKE, tr!("Next alike"));
        command_button(app, ui, messages, Command::TRACE_NEXT_HARD, tr!("Next hard"));
    });
}

/// What a row says of a step: its strategy and what it concludes.
fn step_text(trace: &Trace, step: &Step, title: &str) -> String {
    let shape = trace.puzzle.shape();
    let placed = step.placed().iter().map(|candidate| candidate.placed_name(shape));
    let eliminated = step.eliminated().iter().map(|candidate| candidate.eliminated_name(shape));
    let conclusions: Vec<String> = placed.chain(eliminated).collect();
    format!("{title} · {}", conclusions.join(", "))
}

fn row_title(index: usize, step: &Step) -> String {
    format!("{} · {}", index + 1, strategy_title(step.strategy()))
}

/// The steps whose rows have every word of the filter; `None` for all of them.
pub(in crate::app) fn fitting_steps(trace: &Trace, filter: &str) -> Option<Vec<usize>> {
    let wanted = filter.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if words.is_empty() {
        return None;
    }
    let fits = |index: &usize| {
        let step = &trace.steps[*index];
        let text = step_text(trace, step, &row_title(*index, step)).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    Some((0..trace.steps.len()).filter(fits).collect())
}

/// The steps, or those of them that are `shown`; only the rows on the screen are laid out. A click shows the step in
/// the trace view.
pub(in crate::app) fn steps_ui(
    app: &App,
    ui: &mut Ui,
    trace: &Trace,
    shown: Option<&[usize]>,
    height: f32,
    present: Option<usize>,
    messages: &mut Vec<Message>,
) {
    let gap = 2.0;
    ui.spacing_mut().item_spacing.y = gap;
    let n_rows = shown.map_or(trace.steps.len(), <[usize]>::len);
    let mut area = ScrollArea::vertical().id_salt("steps").auto_shrink(false).max_height(height);
    if let Some(present) = present.filter(|_| app.session().trace.scroll_to_step) {
        let end = n_rows as f32 * (ROW + gap) - gap - height;
        let row = shown.map_or(present, |shown| shown.partition_point(|&index| index < present));
        let at = row as f32 * (ROW + gap) - height / 2.0;
        area = area.vertical_scroll_offset(at.min(end).max(0.0));
        messages.push(Message::ScrolledToStep);
    }
    if n_rows == 0 {
        ui.weak(tr!("No step has all of these words"));
        ui.add_space((height - 20.0).max(0.0));
        return;
    }
    area.show_rows(ui, ROW, n_rows, |ui, rows| {
        for row in rows {
            let index = shown.map_or(row, |shown| shown[row]);
            let step = &trace.steps[index];
            let title = row_title(index, step);
            let placed = app.project().design.path.placing_of(step, trace.puzzle.shape());
            if step_row(ui, "step", index, trace, step, &title, (Some(index) == present, placed)).clicked() {
                messages.push(Message::View(View::Trace));
                messages.push(Message::TraceStep(index));
            }
        }
    });
}

/// A row with the colour of its family, the strategy and what it concludes.
fn step_row(
    ui: &mut Ui,
    salt: &str,
    index: usize,
    trace: &Trace,
    step: &Step,
    title: &str,
    (is_present, placed): (bool, Option<usize>),
) -> egui::Response {
    let palette = theme::palette(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let id = ui.scope_id().with((salt, index));
    let response = ui.interact(rect, id, Sense::click());
    paint_row(ui, &response, is_present);
    let chip = Rect::from_min_size(pos2(rect.min.x + 4.0, rect.min.y + 5.0), vec2(4.0, ROW - 10.0));
    ui.painter().rect_filled(chip, 2.0, kind_colour(palette, step.strategy()));
    let text = step_text(trace, step, title);
    let mut name = text.clone();
    let mut room = rect.width() - 20.0;
    if let Some(placed) = placed {
        name = tr!("{step} · step {number} of the path", step = text, number = placed + 1);
        room -= 28.0;
        // The number of the step in the list of the path, as on the board.
        let mark = Rect::from_center_size(pos2(rect.max.x - 20.0, rect.center().y), vec2(18.0, 16.0));
        ui.painter().rect_filled(mark, 3.0, theme::mix(palette.panel, palette.chain, 0.35));
        let color = theme::mix(palette.chain, palette.ink, 0.75);
        ui.painter().text(mark.center(), Align2::CENTER_CENTER, placed + 1, FontId::proportional(12.0), color);
    }
    let galley = egui::WidgetText::from(RichText::new(&text).size(13.0).color(palette.ink)).into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        room,
        FontId::proportional(13.0),
    );
    let at = Align2::LEFT_CENTER.anchor_size(pos2(rect.min.x + 14.0, rect.center().y), galley.size());
    let is_cut = galley.elided;
    ui.painter().galley(at.min, galley, palette.ink);
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_present, &name));
    if is_cut { response.on_hover_text(name) } else { response }
}

fn tools_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::SOLVE_UP_TO_HERE, tr!("Solve up to here"));
        command_button(app, ui, messages, Command::PLACE_STEP, tr!("Place this step"));
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 5.0;
        command_button(app, ui, messages, Command::PRACTISE, tr!("Practise this"));
        command_button(app, ui, messages, Command::MAKE_PRACTICE, tr!("Make 20 more"));
        let is_possible = app.trace_steps_or_why();
        ui.add_enabled_ui(is_possible.is_ok(), |ui| {
            let response = ui.menu_button(tr!("Export"), |ui| {
                for (command, name) in [
                    (Command::EXPORT_TRACE_TEXT, tr!("As text…")),
                    (Command::EXPORT_TRACE_MARKDOWN, tr!("As Markdown…")),
                    (Command::EXPORT_TRACE_HTML, tr!("As HTML with pictures…")),
                ] {
                    let response = ui.button(name);
                    if explain(ui, response, command, Ok(())).clicked() {
                        messages.push(Message::Run(command));
                        ui.close();
                    }
                }
            });
            if let Err(why) = &is_possible {
                response.response.on_disabled_hover_text(why);
            }
        });
    });
}

/// What the list below shows, how much of it, and the buttons that belong to it.
fn tabs_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.session().trace.tab;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for tab in TraceTab::ALL {
            let help = match tab {
                TraceTab::Possible => tr!("Every step that is possible at this point"),
                TraceTab::Reasoning => tr!("The chain of this step, line by line"),
            };
            let title = RichText::new(tab.title()).heading();
            if ui.add(Button::selectable(tab == present, title)).on_hover_text(help).clicked() {
                messages.push(Message::TraceTab(tab));
            }
        }
    });
    ui.horizontal(|ui| {
        let possible = app.possible_steps();
        match possible {
            _ if present == TraceTab::Reasoning => ui.weak(position_text(app)),
            Some(steps) if steps.len() >= crate::jobs::MAX_STEPS => ui.weak(tr!("first {n}", n = steps.len())),
            Some(steps) => ui.weak(n_steps(steps.len())),
            None if app.session().trace.next_at.is_some() => ui.weak(tr!("shown when the replay is paused")),
            None => ui.weak(""),
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| match present {
            TraceTab::Possible => command_button(app, ui, messages, Command::FIRST_PATH, tr!("Original path")),
            TraceTab::Reasoning => {
                ui.spacing_mut().item_spacing.x = 4.0;
                command_button(app, ui, messages, Command::REASONING_NEXT, tr!("Next"));
                command_button(app, ui, messages, Command::REASONING_BACK, tr!("Back"));
            }
        });
    });
}

/// Everything that is possible at this point; a click goes on from there.
fn possible_ui(app: &App, ui: &mut Ui, height: f32, messages: &mut Vec<Message>) {
    if let (Some(steps), Some(trace)) = (app.possible_steps(), app.trace()) {
        ui.spacing_mut().item_spacing.y = 2.0;
        let area = ScrollArea::vertical().id_salt("possible").auto_shrink(false).max_height(height);
        area.show_rows(ui, ROW, steps.len(), |ui, rows| {
            for index in rows {
                let step = &steps[index];
                let is_present = trace.steps.get(app.session().trace.step) == Some(step);
                let placed = app.project().design.path.placing_of(step, trace.puzzle.shape());
                let response =
                    step_row(ui, "possible", index, trace, step, strategy_title(step.strategy()), (is_present, placed));
                if response.contains_pointer() {
                    let candidates = step.placed().iter().chain(step.eliminated());
                    messages.push(Message::Highlight(candidates.map(|candidate| candidate.cell).collect()));
                }
                if response.on_hover_text(tr!("Continue with this step")).clicked() {
                    messages.push(Message::GoOnWith(index));
                }
            }
        });
    }
}
