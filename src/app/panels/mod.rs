//! The regions of the window.

mod centre;
mod design;
mod dialogs;
mod difficulty;
mod history;
mod menu;
mod overlays;
mod patterns;
mod puzzles;
mod strategies;
mod strategy_list;
mod welcome;

use super::analysis::analysis_ui;
use super::command::Command;
use super::help::{Topic, with_topic};
use super::lab::lab_ui;
use super::message::Message;
use super::results::jobs_ui;
use super::session::{LeftTab, View};
use super::sheet::sheet_panel_ui;
use super::solving::solving_ui;
use super::trace::trace_panel_ui;
use super::widgets::{explain, high_enough};
use super::{App, theme};
use eframe::egui;
use egui::{Button, Frame, Margin, Panel, Ui, vec2};

/// Least height of what a side panel shows.
const HEIGHT: f32 = 600.0;

/// The whole window; nothing changes, everything is sent.
pub(super) fn studio_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    super::help::clear_topic(ui.ctx());
    let palette = theme::palette(ui.ctx());
    let side = Frame::new().fill(palette.panel).inner_margin(Margin::same(12));
    Panel::top("menu")
        .frame(Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(8, 4)))
        .show(ui, |ui| menu::menu_ui(app, ui, messages));
    let session = app.session();
    if session.shows_design_panel(ui.ctx()) {
        Panel::left("design").resizable(false).exact_size(theme::LEFT_WIDTH).frame(side).show(ui, |ui| {
            high_enough(ui, "left", HEIGHT, |ui| left_ui(app, ui, messages));
        });
    }
    if session.strategy_panel {
        Panel::right("strategies").resizable(false).exact_size(theme::RIGHT_WIDTH).frame(side).show(ui, |ui| {
            high_enough(ui, "right", HEIGHT, |ui| right_ui(app, ui, messages));
        });
    }
    egui::CentralPanel::no_frame().frame(Frame::new().fill(palette.window)).show(ui, |ui| {
        centre::centre_ui(app, ui, messages);
    });
    overlays::overlays_ui(app, ui, messages);
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

/// The left panel: what it shows is chosen at its top.
fn left_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.session().left_tab;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 8.0) / 3.0;
        for (tab, title, command) in [
            (LeftTab::Design, "Design", Command::ShowDesign),
            (LeftTab::Puzzles, "Puzzles", Command::ShowPuzzles),
            (LeftTab::History, "History", Command::ShowHistory),
        ] {
            let button = Button::selectable(tab == present, title);
            let response = ui.add_sized(vec2(width, 26.0), button).accessible_name(format!("{title} tab"));
            if explain(ui, response, command, Ok(())).clicked() {
                messages.push(Message::LeftTab(tab));
            }
        }
    });
    ui.add_space(8.0);
    match present {
        LeftTab::Design => design::design_ui(app, ui, messages),
        LeftTab::Puzzles => with_topic(ui, Topic::Puzzles, |ui| puzzles::puzzles_ui(app, ui, messages)),
        LeftTab::History => with_topic(ui, Topic::History, |ui| history::history_ui(app, ui, messages)),
    }
}
