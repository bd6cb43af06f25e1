//! The regions of the window.

mod centre;
mod design;
mod front;
mod menu;
mod strategies;

use super::analysis::analysis_ui;
use super::message::Message;
use super::results::jobs_ui;
use super::session::View;
use super::solving::solving_ui;
use super::trace::trace_panel_ui;
use super::{App, theme};
use eframe::egui;
use egui::{Frame, Margin, Panel, Ui};

/// The whole window; nothing changes, everything is sent.
pub(super) fn studio_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let side = Frame::new().fill(palette.panel).inner_margin(Margin::same(12));
    Panel::top("menu")
        .frame(Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(8, 4)))
        .show(ui, |ui| menu::menu_ui(app, ui, messages));
    if app.session().design_panel {
        Panel::left("design").resizable(false).exact_size(theme::LEFT_WIDTH).frame(side).show(ui, |ui| {
            design::design_ui(app, ui, messages);
        });
    }
    let view = app.session().view;
    if app.session().strategy_panel {
        Panel::right("strategies").resizable(false).exact_size(theme::RIGHT_WIDTH).frame(side).show(
            ui,
            |ui| match view {
                View::Puzzle => solving_ui(app, ui, messages),
                View::Trace => trace_panel_ui(app, ui, messages),
                View::Results => jobs_ui(app, ui, messages),
                View::Analysis => analysis_ui(app, ui, messages),
                View::Pattern | View::Solution => strategies::strategies_ui(app, ui, messages),
            },
        );
    }
    egui::CentralPanel::no_frame().frame(Frame::new().fill(palette.window)).show(ui, |ui| {
        centre::centre_ui(app, ui, messages);
    });
    front::front_ui(app, ui, messages);
}
