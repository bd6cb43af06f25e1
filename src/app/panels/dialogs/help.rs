//! Help for one thing: an area, a command, a strategy with an example.

use super::close_ui;
use crate::app::board::{BoardLayout, Digits, Look, paint_lines, paint_picture};
use crate::app::command::Command;
use crate::app::help::Topic;
use crate::app::message::Message;
use crate::app::panels::overlays::modal_ui;
use crate::app::{App, theme};
use crate::grid::CellSet;
use crate::logic::{Board, Drawing, PLACES, Place, Step, StrategyId, picture, strategy};
use eframe::egui;
use egui::{Label, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo};
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
        let rank = app.project().design.ranking.rank(id);
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
    let layout = BoardLayout::fit(room, board.shape(), ui.pixels_per_point());
    let painter = ui.painter();
    painter.rect_filled(layout.rect, 2.0, theme::palette(ui.ctx()).paper);
    let drawing = Drawing::new(board.clone(), Some(step));
    paint_picture(painter, &layout, &drawing, Look::default(), &mut Digits::new(&layout));
    paint_lines(painter, &layout, &CellSet::EMPTY);
}
