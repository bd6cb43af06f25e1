//! The tour, in a bar of its own below the board: it covers nothing, and everything works while it is there.

use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::message::Message;
use crate::app::tour::TourStep;
use crate::app::widgets::{Icon, Mark, icon_button};
use crate::app::{App, theme};
use eframe::egui;
use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, Sense, Ui, vec2};

/// Height of the bar where the words have room beside the buttons, and where they do not.
const HEIGHT: f32 = 84.0;
const TALL: f32 = 124.0;
/// Below this width the bar is tall.
const NARROW: f32 = 520.0;

/// The bar, if the tour is on.
pub(super) fn tour_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let Some(step) = app.session().tour else { return };
    let palette = theme::palette(ui.ctx());
    let height = if ui.available_width() < NARROW { TALL } else { HEIGHT };
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 8));
    Panel::bottom("tour").resizable(false).exact_size(height).frame(frame).show(ui, |ui| {
        let is_done = step.is_done(app);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            let (mark, color) = if is_done { (Mark::Full, palette.base) } else { (Mark::Ring, palette.soft) };
            mark.paint(ui.painter(), rect, color);
            ui.heading(step.title());
            ui.weak(format!("{} of {}{}", step.number(), TourStep::ALL.len(), if is_done { ", done" } else { "" }));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let response = icon_button(ui, Icon::Close, "Leave the tour", true);
                if response.on_hover_text("Leave the tour; the Help menu starts it again").clicked() {
                    messages.push(Message::Tour(None));
                }
            });
        });
        let room = ui.available_rect_before_wrap();
        let buttons = |ui: &mut Ui, messages: &mut Vec<Message>| {
            tab_group(ui, |ui| buttons_ui(app, ui, step, is_done, messages));
        };
        if height > HEIGHT {
            ui.add(Label::new(RichText::new(step.text()).small()).wrap());
            ui.with_layout(Layout::bottom_up(Align::Max), |ui| ui.horizontal(|ui| buttons(ui, messages)));
        } else {
            ui.scope_builder(egui::UiBuilder::new().max_rect(room).layout(Layout::right_to_left(Align::Min)), |ui| {
                buttons(ui, messages);
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                    ui.add(Label::new(RichText::new(step.text()).small()).wrap());
                });
            });
        }
    });
}

/// From right to left: on, back, and let the studio do it.
fn buttons_ui(app: &App, ui: &mut Ui, step: TourStep, is_done: bool, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    ui.spacing_mut().item_spacing.x = 4.0;
    let on = if step.next().is_some() { "Next" } else { "Finish" };
    let button = if is_done {
        Button::new(RichText::new(on).color(palette.paper)).fill(palette.accent)
    } else {
        Button::new(on)
    };
    if ui.add(button).accessible_name(format!("Tour: {}", on.to_lowercase())).clicked() {
        messages.push(Message::Tour(step.next()));
    }
    let response = ui.add_enabled(step.back().is_some(), Button::new("Back")).accessible_name("Tour: back");
    if response.on_disabled_hover_text("This is the first step").clicked() {
        messages.push(Message::Tour(step.back()));
    }
    let obstacle = step.obstacle(app);
    let response = ui.add_enabled(obstacle.is_none(), Button::new("Show me")).accessible_name("Tour: show me");
    let response = response.on_hover_text("The studio does this step itself; undo takes it back");
    let response = match obstacle {
        Some(why) => response.on_disabled_hover_text(why),
        None => response,
    };
    if response.clicked() {
        messages.extend(step.messages(app));
    }
}

/// What starts the tour from the empty board.
pub(super) fn tour_button_ui(ui: &mut Ui, messages: &mut Vec<Message>) {
    let button = Button::new(RichText::new("Take the tour").small()).small();
    if ui.add(button).on_hover_text(Command::Tour.help()).clicked() {
        messages.push(Message::Run(Command::Tour));
    }
}
