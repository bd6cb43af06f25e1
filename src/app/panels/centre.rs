//! The centre: view switch, board, verdict, and the replay of the trace.
//!
//! Heights are fixed, so that nothing but the window changes the board's size.

use super::search::search_ui;
use super::welcome::welcome_ui;
use crate::app::analysis::Exhibit;
use crate::app::board::{RegionTool, board_ui};
use crate::app::buttons::{command_button, explain, icon_command};
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::help::{Topic, area};
use crate::app::lab::{lab_timeline_ui, lab_verdict_ui};
use crate::app::language::tr;
use crate::app::live::{LiveState, Verdict};
use crate::app::message::Message;
use crate::app::results::results_ui;
use crate::app::sentence::sentence_ui;
use crate::app::sheet::sheet_ui;
use crate::app::solving::Solving;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::trace::timeline_ui;
use crate::app::view::View;
use crate::app::widgets::{Icon, Mark};
use crate::logic::Sentence;
use eframe::egui;
use egui::text::LayoutJob;
use egui::{Align, Button, ComboBox, Label, Layout, Rect, RichText, ScrollArea, Slider, Ui, UiBuilder, vec2};

const TOP: f32 = 44.0;
const BOTTOM: f32 = 132.0;
const VERDICT: f32 = 44.0;
/// Lines of the verdict that its height has room for.
const VERDICT_LINES: usize = 2;
const PAD: f32 = 12.0;
/// Below this width words get smaller and the timeline has a row of its own; below the other one the views are a
/// list to choose from.
const NARROW: f32 = 600.0;
const TIGHT: f32 = 400.0;
/// Below this height the tour takes the place of the hints.
const LOW: f32 = 440.0;

pub(super) fn centre_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let all = ui.max_rect().shrink2(vec2(PAD, 0.0));
    let top = Rect::from_min_size(all.min, vec2(all.width(), TOP));
    // Results need the room more than hints do, and so does the board where the tour leaves little of it.
    let is_replay = matches!(app.session().view, View::Trace | View::Lab);
    let is_low = app.session().tour.step.is_some() && all.height() < LOW && !is_replay;
    let has_hints = app.session().view != View::Results && !is_low;
    let low = match app.session().view {
        _ if !has_hints => VERDICT + 4.0,
        _ if all.width() < NARROW => BOTTOM + 24.0,
        _ => BOTTOM,
    };
    let bottom = Rect::from_min_max(egui::pos2(all.min.x, all.max.y - low), all.max);
    let room = Rect::from_min_max(egui::pos2(all.min.x, top.max.y), egui::pos2(all.max.x, bottom.min.y - 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(top).layout(Layout::left_to_right(Align::Center)), |ui| {
        top_ui(app, ui, messages);
    });
    if app.session().view == View::Sheet {
        // Paper takes all the room; the search has nothing to say here.
        sheet_ui(app, ui, Rect::from_min_max(room.min, all.max), messages);
        return;
    }
    let is_results = app.session().view == View::Results;
    if is_results {
        results_ui(app, ui, room, messages);
        area(ui, room, Topic::Results);
    } else {
        board_ui(app, ui, room, messages);
    }
    let verdict = Rect::from_min_size(bottom.min, vec2(bottom.width(), VERDICT));
    ui.scope_builder(UiBuilder::new().max_rect(verdict).layout(Layout::right_to_left(Align::Center)), |ui| {
        if app.session().view == View::Lab {
            lab_verdict_ui(app, ui, messages);
        } else {
            verdict_ui(app, ui, messages);
        }
    });
    if !has_hints {
        return;
    }
    let rest = Rect::from_min_max(egui::pos2(bottom.min.x, verdict.max.y), bottom.max).shrink2(vec2(0.0, 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(rest).layout(Layout::top_down(Align::Min)), |ui| {
        if is_replay {
            replay_ui(app, ui, messages);
        } else if !search_ui(app, ui, messages) && !welcome_ui(app, ui, messages) {
            hint_ui(app, ui);
        }
    });
}

fn top_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let room = ui.available_width();
    let (size, padding) = if (TIGHT..NARROW).contains(&room) { (11.0, 3.0) } else { (14.0, 8.0) };
    ui.style_mut().override_font_id = Some(egui::FontId::proportional(size));
    if room < TIGHT {
        view_list_ui(app, ui, messages);
    } else {
        tab_group(ui, |ui| views_ui(app, ui, room, messages));
    }
    ui.spacing_mut().button_padding.x = padding;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        // Marks of solving by hand have an undo of their own.
        let is_solving = app.session().view == View::Puzzle && app.solving().is_some_and(Solving::has_history);
        let (undo, redo) =
            if is_solving { (Command::UNDO_MARK, Command::REDO_MARK) } else { (Command::UNDO, Command::REDO) };
        command_button(app, ui, messages, redo, tr!("Redo"));
        command_button(app, ui, messages, undo, tr!("Undo"));
    });
}

/// The views as buttons: alike where there is room beside undo and redo, else as wide as their words.
fn views_ui(app: &App, ui: &mut Ui, room: f32, messages: &mut Vec<Message>) {
    let width = if room < NARROW { 0.0 } else { ((room - 128.0) / View::ALL.len() as f32 - 4.0).min(72.0) };
    ui.spacing_mut().button_padding.x = if room < NARROW { 3.0 } else { 0.0 };
    ui.spacing_mut().item_spacing.x = if room < NARROW { 0.0 } else { 4.0 };
    for command in Command::all() {
        let Some(view) = command.view() else { continue };
        let button = Button::selectable(view == app.session().view, command.title()).min_size(vec2(width, 28.0));
        let response = ui.add(button).accessible_name(tr!("{view} view", view = command.title()));
        if explain(ui, response, command, Ok(())).clicked() {
            messages.push(Message::Run(command));
        }
    }
    ui.spacing_mut().item_spacing.x = 4.0;
}

/// The views where their words find no room.
fn view_list_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let views: Vec<Command> = Command::all().filter(|command| command.view().is_some()).collect();
    let present = views.iter().find(|command| command.view() == Some(app.session().view));
    let combo = ComboBox::from_id_salt("views").width(120.0).height(400.0);
    let response = combo.selected_text(present.map_or("", |command| command.title())).show_ui(ui, |ui| {
        for &command in &views {
            let response = ui.selectable_label(present == Some(&command), command.title());
            if explain(ui, response, command, Ok(())).clicked() {
                messages.push(Message::Run(command));
            }
        }
    });
    response.response.accessible_name(tr!("What the board shows")).on_hover_text(tr!("What the board shows"));
}

/// The verdict in one sentence, and what can be done about it.
fn verdict_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let has_design = app.project().design.pattern.n_clues() > 0;
    if has_design {
        match app.live().state() {
            LiveState::Running { .. } => command_button(app, ui, messages, Command::STOP, tr!("Stop")),
            _ if app.live().stuck().is_some() => {
                command_button(app, ui, messages, Command::TICK_NEEDED, tr!("Tick what it needs"));
                command_button(app, ui, messages, Command::COPY, tr!("Copy"));
            }
            // Nothing can be done yet but to paint on.
            _ if app.live().young().is_some() => {}
            _ if app.live().answer().is_some_and(|answer| answer.puzzle().is_some()) => {
                command_button(app, ui, messages, Command::ANOTHER, tr!("New digits"));
                command_button(app, ui, messages, Command::COPY, tr!("Copy"));
            }
            LiveState::Idle => {}
            _ if app.live().is_impossible() => {
                if app.proving_for().is_some() {
                    command_button(app, ui, messages, Command::STOP_PROOF, tr!("Stop the proof"));
                } else {
                    command_button(app, ui, messages, Command::SAVE_PROOF, tr!("Save proof…"));
                }
            }
            _ => command_button(app, ui, messages, Command::SEARCH_AGAIN, tr!("Search again")),
        }
    }
    let verdict = app.live().verdict();
    let sentence = verdict.sentence();
    let (mark, color) = match verdict {
        Verdict::Found { .. } => (Mark::Full, palette.base),
        Verdict::Impossible(_) | Verdict::Flawed(_) | Verdict::Failed(_) => (Mark::Crossed, palette.conflict),
        Verdict::Stopped { .. } | Verdict::GaveUp(_) | Verdict::Stuck { .. } => (Mark::Half, palette.soft),
        Verdict::Empty | Verdict::Young { .. } | Verdict::Waiting | Verdict::Searching { .. } => {
            (Mark::Ring, palette.soft)
        }
    };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
        mark.paint(ui.painter(), rect, color);
        // No more lines than there is room for; the pointer shows the rest.
        let font = egui::TextStyle::Body.resolve(ui.style());
        let mut text = LayoutJob::simple(sentence, font, palette.ink, ui.available_width());
        text.wrap.max_rows = VERDICT_LINES;
        ui.add(Label::new(text).wrap().selectable(true));
    });
}

fn hint_ui(app: &App, ui: &mut Ui) {
    let lines: [&str; 2] = match app.session().view {
        View::Pattern if matches!(app.session().board.region_tool, Some(RegionTool::Rules(_))) => [
            tr!(
                "A stroke marks cells, or extends the set in which it begins; Ctrl extends the last set, right button erases"
            ),
            tr!("Keys: arrows, with Shift to paint; Space adds a cell to the last set, Delete erases"),
        ],
        View::Pattern if app.session().board.region_tool.is_some() => [
            tr!(
                "A stroke extends the region in which it begins; right button: take cells out, Ctrl: exchange two cells"
            ),
            tr!("Keys: arrows, with Shift to paint or exchange; Space begins a region, Delete takes a cell out"),
        ],
        View::Pattern if app.session().board.path_brush.is_some() => [
            tr!("Click or drag to say where the chosen step stands; the right button takes it back"),
            tr!("Keys: arrows, and Space to name the cell or take it back; Done goes back to clue cells"),
        ],
        View::Pattern if app.session().board.theme_brush.is_some() => [
            tr!("Drag over clues to ask something of their digits; the right button asks nothing of them any more"),
            tr!("Keys: arrows, and Space to ask it of the chosen cell; Done goes back to clue cells"),
        ],
        View::Pattern => [
            tr!(
                "Drag to paint, drag with the right button to erase; Shift draws straight lines, Esc cancels the stroke"
            ),
            tr!("Keys: arrows and Space; a digit key puts that digit into the cell and keeps it"),
        ],
        _ if app.session().shows_board() && app.project().design.pattern.n_clues() == 0 => {
            [tr!("There is nothing to show yet: paint some clue cells in the pattern view"), ""]
        }
        View::Puzzle => [tr!("The puzzle as a solver sees it: try it by hand"), tr!("Ctrl+C copies it as text")],
        View::Solution => {
            [tr!("Clues are bold, the other digits are coloured"), tr!("The trace view shows how to get there")]
        }
        View::Analysis if app.session().analysis.exhibit == Exhibit::Sets => [
            tr!("Point at a set to see the second solution that it allows; click it to keep it on the board"),
            tr!("A cell with a plus needs a clue: click it to add one, with its mirror images"),
        ],
        View::Analysis if app.session().analysis.exhibit == Exhibit::Clues => [
            tr!("The search goes on while you do something else; Stop ends it and keeps what was found"),
            tr!("Point at a puzzle to see its clues in the solution"),
        ],
        View::Analysis => [
            tr!("Computed in the background for the puzzle on the board"),
            tr!("Click on a curve to go to that step of the trace"),
        ],
        View::Trace | View::Results | View::Lab | View::Sheet => ["", ""],
    };
    for line in lines {
        ui.add(Label::new(RichText::new(line).small().weak()).wrap());
    }
}

/// Buttons, slider and the sentence of the step; the lab replays its ways with the same.
fn replay_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let lab = (app.session().view == View::Lab).then(|| app.lab());
    let (n_steps, present, is_playing) = if let Some(lab) = lab {
        (lab.n_steps(), lab.position(), lab.next_at.is_some())
    } else {
        let n_steps = app.trace_steps_or_why().unwrap_or(0);
        (n_steps, app.session().trace.step, app.session().trace.next_at.is_some())
    };
    let timeline = if lab.is_some() { lab_timeline_ui } else { timeline_ui };
    let (is_narrow, is_tight) = (ui.available_width() < NARROW, ui.available_width() < TIGHT);
    if is_narrow {
        ui.spacing_mut().item_spacing.y = 2.0;
        timeline(app, ui, vec2(ui.available_width(), 22.0), messages);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        icon_command(app, ui, messages, Command::TRACE_FIRST, Icon::First);
        icon_command(app, ui, messages, Command::TRACE_BACK, Icon::Back);
        let icon = if is_playing { Icon::Pause } else { Icon::Play };
        icon_command(app, ui, messages, Command::TRACE_PLAY, icon);
        icon_command(app, ui, messages, Command::TRACE_FORWARD, Icon::Forward);
        icon_command(app, ui, messages, Command::TRACE_LAST, Icon::Last);
        ui.add_space(4.0);
        if is_tight {
            ui.spacing_mut().item_spacing.x = 2.0;
        }
        if !is_narrow {
            // Room for the counter and the speed on the right.
            timeline(app, ui, vec2(ui.available_width() - 204.0, 28.0), messages);
        }
        let width = if is_tight { 64.0 } else { 80.0 };
        // The step that is shown, as the list numbers it; the lab's list begins with the start.
        let counter = match present {
            _ if lab.is_some() => tr!("{n} of {all}", n = present.min(n_steps), all = n_steps),
            present if present < n_steps => tr!("{n} of {all}", n = present + 1, all = n_steps),
            _ if n_steps == 0 => tr!("{n} of {all}", n = 0, all = 0),
            _ => tr!("End").to_owned(),
        };
        ui.add_sized([width, 24.0], Label::new(counter));
        let mut speed = app.session().trace.speed;
        ui.spacing_mut().slider_width = 56.0;
        let slider = Slider::new(&mut speed, 0.5..=60.0).logarithmic(true).show_value(false);
        let response = ui.add(slider).accessible_name(tr!("Speed"));
        if response.on_hover_text(tr!("Steps per second while it plays")).changed() {
            messages.push(Message::Speed(speed));
        }
        let speed_text = if speed < 9.95 { format!("{speed:.1}/s") } else { format!("{speed:.0}/s") };
        if !is_tight {
            ui.add(Label::new(RichText::new(speed_text).small().weak()));
        }
    });
    // Long chains have long sentences.
    ScrollArea::vertical().id_salt("sentence").auto_shrink(false).show(ui, |ui| match (lab, app.shown_step()) {
        (Some(lab), _) => {
            let shape = app.project().shape();
            let record = lab.record().filter(|record| lab.n_steps() > 0 && record.shape() == shape);
            let sentence = record.map_or(Sentence::default(), |record| record.sentence(lab.position()));
            sentence_ui(ui, "point", &sentence, messages);
        }
        (None, Some(step)) => sentence_ui(ui, "step", &step.sentence, messages),
        (None, None) => drop(ui.label(tr!("There is no puzzle to solve yet"))),
    });
}
