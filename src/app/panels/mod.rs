//! The regions of the window.

mod centre;
mod clue_theme;
mod design;
mod dialogs;
mod difficulty;
mod document;
mod history;
mod menu;
mod modal;
mod overlays;
mod overview;
mod palette;
mod path;
mod patterns;
mod puzzles;
mod search;
mod strategies;
mod strategy_list;
mod tour;
mod welcome;

use super::analysis::analysis_ui;
use super::board::board_id;
use super::buttons::explain;
use super::command::Command;
use super::focus::{self, Region};
use super::help::{Topic, with_topic};
use super::lab::lab_ui;
use super::message::Message;
use super::results::jobs_ui;
use super::session::Side;
use super::sheet::{sheet_pages_ui, sheet_panel_ui};
use super::solving::solving_ui;
use super::studio::App;
use super::theme;
use super::trace::{steps_panel_ui, trace_panel_ui};
use super::view::{LeftTab, View};
use super::widgets::{Icon, high_enough};
use crate::app::language::tr;
use eframe::egui;
use egui::{Button, Frame, Margin, Panel, Ui, UiBuilder, vec2};
use std::ops::RangeInclusive;

/// Least height of what a side panel shows.
const HEIGHT: f32 = 630.0;
/// Largest width of a side panel, and what is left to the centre.
const MOST: f32 = 560.0;
const CENTRE: f32 = 340.0;
/// Width of what stands in the place of a hidden panel.
const HANDLE: f32 = 24.0;

/// The whole window; nothing changes, everything is sent.
pub(super) fn studio_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    super::help::clear_topic(ui.ctx());
    focus::begin_frame(ui.ctx());
    let palette = theme::palette(ui.ctx());
    let side = Frame::new().fill(palette.panel).inner_margin(Margin::same(12));
    Panel::top("menu").frame(Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(8, 4))).show(ui, |ui| {
        focus::begin_region(ui, Region::Menu, ui.max_rect(), None);
        menu::menu_ui(app, ui, messages);
    });
    let session = app.session();
    let (has_left, has_right) = (session.shows_design_panel(ui.ctx()), session.panels.right);
    // Wide panels leave room for the board.
    let room = ui.ctx().content_rect().width() - CENTRE;
    let most = |least: f32, other: bool, width: f32| (room - if other { width } else { HANDLE }).clamp(least, MOST);
    let [left, right] = app.settings().panels.map(|width| width as f32);
    if has_left {
        let range = theme::LEFT_WIDTH..=most(theme::LEFT_WIDTH, has_right, right);
        let shown = Panel::left("design").default_size(left).size_range(range.clone()).frame(side).show(ui, |ui| {
            focus::begin_region(ui, Region::Left, ui.max_rect(), None);
            exact_ui(ui, |ui| high_enough(ui, "left", HEIGHT, |ui| left_ui(app, ui, messages)));
        });
        keep_width(ui, Side::Left, shown.response.rect.width(), fitting(left, &range), messages);
    } else {
        let panel = Panel::left("left handle");
        handle_ui(ui, panel, Icon::Forward, tr!("Show the left panel"), Command::TOGGLE_DESIGN_PANEL, messages);
    }
    if has_right {
        let range = theme::RIGHT_WIDTH..=most(theme::RIGHT_WIDTH, has_left, left);
        let shown =
            Panel::right("strategies").default_size(right).size_range(range.clone()).frame(side).show(ui, |ui| {
                focus::begin_region(ui, Region::Right, ui.max_rect(), None);
                exact_ui(ui, |ui| high_enough(ui, "right", HEIGHT, |ui| right_ui(app, ui, messages)));
            });
        keep_width(ui, Side::Right, shown.response.rect.width(), fitting(right, &range), messages);
    } else {
        let panel = Panel::right("right handle");
        handle_ui(ui, panel, Icon::Back, tr!("Show the right panel"), Command::TOGGLE_STRATEGY_PANEL, messages);
    }
    tour::tour_ui(app, ui, messages);
    egui::CentralPanel::no_frame().frame(Frame::new().fill(palette.window)).show(ui, |ui| {
        let board = session.shows_board().then(board_id);
        focus::begin_region(ui, Region::Board, ui.max_rect(), board);
        centre::centre_ui(app, ui, messages);
    });
    overlays::overlays_ui(app, ui, messages);
}

/// The kept width of a panel as far as the window has room for it.
fn fitting(kept: f32, range: &RangeInclusive<f32>) -> f32 {
    kept.clamp(*range.start(), *range.end())
}

/// Remembers the width of a panel if it is another one than expected and no mouse button is down that drags it.
fn keep_width(ui: &Ui, side: Side, width: f32, expected: f32, messages: &mut Vec<Message>) {
    if (width - expected).abs() >= 1.0 && !ui.input(|i| i.pointer.any_down()) {
        messages.push(Message::PanelWidth(side, width));
    }
}

/// The contents of a panel, which is as wide as the setter made it, whatever they need.
fn exact_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let rect = ui.max_rect();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect).layout(*ui.layout()));
    add(&mut inner);
    ui.advance_cursor_after_rect(rect);
}

/// What stands in the place of a panel that is hidden, and brings it back.
fn handle_ui(ui: &mut Ui, panel: Panel, icon: Icon, name: &str, command: Command, messages: &mut Vec<Message>) {
    let fill = theme::palette(ui.ctx()).panel;
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(2, 8));
    panel.resizable(false).exact_size(HANDLE).frame(frame).show(ui, |ui| {
        let size = vec2(ui.available_width(), 64.0);
        let response = ui.add_sized(size, Button::new("")).accessible_name(name);
        icon.paint(ui.painter(), response.rect, theme::palette(ui.ctx()).ink);
        if explain(ui, response, command, Ok(())).clicked() {
            messages.push(Message::Run(command));
        }
    });
}

/// The right panel belongs to the view.
fn right_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    match app.session().view {
        View::Puzzle => with_topic(ui, Topic::Solving, |ui| solving_ui(app, ui, messages)),
        View::Trace => with_topic(ui, Topic::Trace, |ui| trace_panel_ui(app, ui, messages)),
        View::Results => with_topic(ui, Topic::Jobs, |ui| jobs_ui(app, ui, messages)),
        View::Analysis => with_topic(ui, Topic::Analysis, |ui| analysis_ui(app, ui, messages)),
        View::Lab => lab_ui(app, ui, messages),
        View::Sheet => with_topic(ui, Topic::Sheet, |ui| sheet_panel_ui(app, ui, messages)),
        View::Pattern | View::Solution => strategies::strategies_ui(app, ui, messages),
    }
}

/// What the view is about: the title of its tab, and what the tooltip says of it.
fn subject(view: View) -> (&'static str, &'static str) {
    match view {
        View::Pattern => (tr!("Design"), tr!("Layout, symmetry, brushes and pattern")),
        View::Trace => (tr!("Steps"), tr!("All steps of the solution")),
        View::Sheet => (tr!("Pages"), tr!("All pages of the sheet")),
        View::Puzzle | View::Solution | View::Results | View::Analysis | View::Lab => {
            (tr!("Overview"), tr!("The puzzle on the board: what was asked for, and how difficult it is"))
        }
    }
}

/// The left panel: what the view is about, unless the list of puzzles or the history is chosen at its top.
fn left_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let (present, view) = (app.session().panels.left_tab, app.session().view);
    focus::tab_group(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = (ui.available_width() - 8.0) / 3.0;
            let (title, help) = subject(view);
            for (tab, title, command) in [
                (LeftTab::Subject, title, None),
                (LeftTab::Puzzles, tr!("Puzzles"), Some(Command::SHOW_PUZZLES)),
                (LeftTab::History, tr!("History"), Some(Command::SHOW_HISTORY)),
            ] {
                let button = Button::selectable(tab == present, title);
                let response = ui.add_sized(vec2(width, 26.0), button).accessible_name(tr!("{tab} tab", tab = title));
                let response = if let Some(command) = command {
                    explain(ui, response, command, Ok(()))
                } else {
                    focus::join_group(&response);
                    response.on_hover_text(help)
                };
                if response.clicked() {
                    messages.push(Message::LeftTab(tab));
                }
            }
        })
    });
    ui.add_space(8.0);
    match (present, view) {
        (LeftTab::Subject, View::Pattern) => design::design_ui(app, ui, messages),
        (LeftTab::Subject, View::Trace) => with_topic(ui, Topic::Trace, |ui| steps_panel_ui(app, ui, messages)),
        (LeftTab::Subject, View::Sheet) => with_topic(ui, Topic::Sheet, |ui| sheet_pages_ui(app, ui, messages)),
        (LeftTab::Subject, _) => overview::overview_ui(app, ui, messages),
        (LeftTab::Puzzles, _) => with_topic(ui, Topic::Puzzles, |ui| puzzles::puzzles_ui(app, ui, messages)),
        (LeftTab::History, _) => with_topic(ui, Topic::History, |ui| history::history_ui(app, ui, messages)),
    }
}
