//! Help for one thing: an area, a command, a strategy with an example.

use super::close_ui;
use crate::app::board::{BoardLayout, paint_ground, strike};
use crate::app::command::Command;
use crate::app::help::Topic;
use crate::app::message::Message;
use crate::app::panels::overlays::modal_ui;
use crate::app::{App, theme};
use crate::grid::Digit;
use crate::logic::{Board, PLACES, Place, Role, Step, StrategyId, picture, strategy};
use eframe::egui;
use egui::{Align2, FontId, Label, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use std::ops::ControlFlow;

pub(super) fn topic_ui(app: &App, topic: Topic, ctx: &egui::Context, messages: &mut Vec<Message>) {
    match topic {
        Topic::Strategy(id) => strategy_ui(app, id, ctx, messages),
        Topic::Command(command) => command_ui(app, command, ctx, messages),
        _ => modal_ui(ctx, topic.title(), messages, |ui, messages| {
            for sentence in topic.text() {
                ui.add(Label::new(*sentence).wrap());
                ui.add_space(4.0);
            }
            close_ui(ui, messages);
        }),
    }
}

fn command_ui(app: &App, command: Command, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, Topic::Command(command).title(), messages, |ui, messages| {
        ui.add(Label::new(format!("{}.", command.help())).wrap());
        ui.add_space(4.0);
        let menu = format!("In the {} menu", command.menu().title());
        ui.weak(match command.shortcut_text(ctx) {
            Some(keys) => format!("{menu}, {keys}"),
            None => menu,
        });
        if let Err(why) = command.check(app) {
            ui.weak(format!("Not now: {why}"));
        }
        close_ui(ui, messages);
    });
}

/// What each of the five places is.
const fn place_text(place: Place) -> (&'static str, &'static str) {
    match place {
        Place::Forward => ("Solver", "finds its steps"),
        Place::Evidence => ("Evidence", "its steps light up on the board"),
        Place::Inverse => ("Backward generator", "can undo it"),
        Place::Sat => ("Exact generator", "has clauses for it, so it can be refuted"),
        Place::Checker => ("Checker", "proves its steps by other means"),
    }
}

fn strategy_ui(app: &App, id: StrategyId, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, id.title(), messages, |ui, messages| {
        let definition = strategy(id);
        ui.add(Label::new(definition.help()).wrap());
        if definition.assumes_uniqueness() {
            ui.weak("It relies on the puzzle having one solution only.");
        }
        ui.add_space(8.0);
        let side = (ctx.content_rect().height() - 420.0).clamp(200.0, 340.0);
        if let Some((board, step)) = example(id) {
            ui.vertical_centered(|ui| picture_ui(ui, side, &board, &step));
            ui.add_space(4.0);
            ScrollArea::vertical().max_height(72.0).show(ui, |ui| {
                ui.add(Label::new(RichText::new(step.sentence(&board)).small()).wrap());
            });
        }
        ui.add_space(8.0);
        let places = definition.places();
        for place in PLACES {
            let (name, what) = place_text(place);
            let serves = places.contains(&place);
            ui.horizontal(|ui| {
                mark_ui(ui, serves);
                let text = if serves { format!("{name}: {what}") } else { format!("{name}: not for this strategy") };
                let text = RichText::new(text).small();
                ui.label(if serves { text } else { text.weak() });
            });
        }
        let rank = app.project().ranking.rank(id);
        ui.add(Label::new(RichText::new(format!("Place {rank} in the order of this puzzle")).small().weak()));
        close_ui(ui, messages);
    });
}

/// The position of the strategy's picture and its first step there.
fn example(id: StrategyId) -> Option<(Board, Step)> {
    let board = picture(id)?.board;
    let mut first = None;
    // The visitor ends the walk at the first step; that it ended is no news.
    let _ = strategy(id).find(&board, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first.map(|step| (board, step))
}

/// A full or an empty dot.
fn mark_ui(ui: &mut Ui, is_full: bool) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
    let palette = theme::palette(ui.ctx());
    if is_full {
        ui.painter().circle_filled(rect.center(), 4.0, palette.base);
    } else {
        ui.painter().circle_stroke(rect.center(), 3.5, Stroke::new(1.0, palette.soft));
    }
}

/// A small board with the candidates that take part in the step.
fn picture_ui(ui: &mut Ui, side: f32, board: &Board, step: &Step) {
    let (room, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let name = format!("Example: {}", step.sentence(board));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
    let shape = board.shape();
    let layout = BoardLayout::fit(room, shape, ui.pixels_per_point());
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter();
    let marks = step.marks(board);
    painter.rect_filled(layout.rect, 2.0, palette.paper);
    for cell in shape.cells() {
        let rect = layout.cell_rect(cell);
        if let Some(digit) = board.value(cell) {
            let font = FontId::new(layout.pitch * 0.66, theme::semibold());
            painter.text(rect.center(), Align2::CENTER_CENTER, digit, font, palette.ink);
            continue;
        }
        for digit in (0..shape.n()).map(Digit::from_index).filter(|&digit| board.marks(cell).contains(digit)) {
            let spot = layout.candidate_rect(cell, digit);
            let role = marks.iter().find(|(c, _)| c.cell == cell && c.digit == digit).map(|&(_, role)| role);
            let color = match role {
                Some(role) => paint_ground(painter, layout.whole_pixels(1.0), spot, role),
                None => theme::mix(palette.soft, palette.ink, 0.35),
            };
            let font = FontId::proportional((spot.height() * 0.88).max(6.0));
            painter.text(spot.center(), Align2::CENTER_CENTER, digit, font, color);
            if role == Some(Role::Eliminated) {
                strike(painter, layout.whole_pixels(1.5), spot);
            }
        }
    }
    let soft = theme::mix(palette.paper, palette.ink, 1.0 / 3.0);
    for index in 0..=shape.n() {
        let at = index as f32 * layout.pitch;
        for (each, is_vertical) in [(shape.box_cols(), true), (shape.box_rows(), false)] {
            let is_thick = index % each == 0;
            let stroke = if is_thick { Stroke::new(1.5, palette.ink) } else { Stroke::new(1.0, soft) };
            let at = layout.round(layout.rect.min + vec2(at, at));
            if is_vertical {
                painter.vline(at.x, layout.rect.y_range(), stroke);
            } else {
                painter.hline(layout.rect.x_range(), at.y, stroke);
            }
        }
    }
}
