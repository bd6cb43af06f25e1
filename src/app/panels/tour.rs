//! The tour, in a bar of its own below the board: it covers nothing, and everything works while it is there.

use crate::app::command::Command;
use crate::app::focus::{self, Region, tab_group};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::tour::TourStep;
use crate::app::widgets::{Icon, Mark, icon_button};
use eframe::egui;
use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2};

/// Height of the bar where the words have room beside the buttons, and where they do not.
const HEIGHT: f32 = 84.0;
const TALL: f32 = 124.0;
/// Height of the row with the title, and of a row of buttons.
const TITLE: f32 = 30.0;
const BUTTONS: f32 = 28.0;
/// Below this width the bar is tall.
const NARROW: f32 = 520.0;

/// The bar, if the tour is on.
pub(super) fn tour_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let Some(step) = app.session().tour.step else { return };
    let palette = theme::palette(ui.ctx());
    let height = if ui.available_width() < NARROW { TALL } else { HEIGHT };
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 8));
    Panel::bottom("tour").resizable(false).exact_size(height).frame(frame).show(ui, |ui| {
        focus::begin_region(ui, Region::Tour, ui.max_rect(), None);
        let is_done = step.is_done(app);
        let (top, below) = ui.max_rect().split_top_bottom_at_y(ui.max_rect().min.y + TITLE);
        let part = |rect: Rect, layout: Layout| UiBuilder::new().max_rect(rect).layout(layout);
        // Before the cross, so that the keyboard comes to "Next" first.
        if height > HEIGHT {
            ui.scope_builder(part(below, Layout::top_down(Align::Min)), |ui| text_ui(ui, step));
            let row = Rect::from_min_max(pos2(below.min.x, below.max.y - BUTTONS), below.max);
            ui.scope_builder(part(row, Layout::right_to_left(Align::Center)), |ui| {
                tab_group(ui, |ui| buttons_ui(app, ui, step, is_done, messages));
            });
        } else {
            ui.scope_builder(part(below, Layout::right_to_left(Align::Min)), |ui| {
                tab_group(ui, |ui| buttons_ui(app, ui, step, is_done, messages));
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| text_ui(ui, step));
            });
        }
        ui.scope_builder(part(top, Layout::left_to_right(Align::Center)), |ui| title_ui(ui, step, is_done, messages));
    });
}

/// What the step is about, how far the tour is, and the way out.
fn title_ui(ui: &mut Ui, step: TourStep, is_done: bool, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let (mark, color) = if is_done { (Mark::Full, palette.base) } else { (Mark::Ring, palette.soft) };
    mark.paint(ui.painter(), rect, color);
    ui.heading(step.title());
    let (n, all) = (step.number(), TourStep::ALL.len());
    ui.weak(if is_done { tr!("{n} of {all}, done", n, all) } else { tr!("{n} of {all}", n, all) });
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let response = icon_button(ui, Icon::Close, tr!("Leave the tour"), true);
        if response.on_hover_text(tr!("Leave the tour; the Help menu starts it again")).clicked() {
            messages.push(Message::Tour(None));
        }
    });
}

fn text_ui(ui: &mut Ui, step: TourStep) {
    ui.add(Label::new(RichText::new(step.text()).small()).wrap());
}

/// From right to left: on, back, and let the studio do it.
fn buttons_ui(app: &App, ui: &mut Ui, step: TourStep, is_done: bool, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    ui.spacing_mut().item_spacing.x = 4.0;
    let (on, name) = match step.next() {
        Some(_) => (tr!("Next"), tr!("Tour: next")),
        None => (tr!("Finish"), tr!("Tour: finish")),
    };
    let button = if is_done {
        Button::new(RichText::new(on).color(palette.paper)).fill(palette.accent)
    } else {
        Button::new(on)
    };
    let response = ui.add(button).accessible_name(name);
    focus::join_group(&response);
    if response.clicked() {
        messages.push(Message::Tour(step.next()));
    }
    let response = ui.add_enabled(step.back().is_some(), Button::new(tr!("Back"))).accessible_name(tr!("Tour: back"));
    focus::join_group(&response);
    if response.on_disabled_hover_text(tr!("This is the first step")).clicked() {
        messages.push(Message::Tour(step.back()));
    }
    let obstacle = step.obstacle(app);
    let response =
        ui.add_enabled(obstacle.is_none(), Button::new(tr!("Show me"))).accessible_name(tr!("Tour: show me"));
    focus::join_group(&response);
    let response = response.on_hover_text(tr!("The studio does this step itself; undo takes it back"));
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
    let button = Button::new(RichText::new(tr!("Take the tour")).small()).small();
    if ui.add(button).on_hover_text(Command::TOUR.help()).clicked() {
        messages.push(Message::Run(Command::TOUR));
    }
}
