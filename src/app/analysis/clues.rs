//! Fewest clues: how few this solution could take, and which puzzles take so few.

use super::hunt::{Hunt, Level};
use super::waiting::{sentence_ui, waiting_for};
use super::{Exhibit, Pointed};
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::{grouped, tr, tr_n};
use crate::app::live::duration_text;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::view::View;
use crate::app::widgets::{paint_puzzle, paint_row};
use crate::app::wording::n_clues;
use crate::grid::Shape;
use crate::jobs::ClueQuest;
use eframe::egui;
use egui::{
    Align2, DragValue, FontId, Label, ProgressBar, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

/// Height of a puzzle in the list.
const ROW: f32 = 64.0;
/// Most rungs of the ladder.
const MAX_RUNGS: usize = 12;

impl App {
    /// The search for few clues of the solution that is looked at, if there was one.
    pub fn clue_hunt(&self) -> Option<&Hunt> {
        self.analysis.hunts.hunt().filter(|hunt| Some(&hunt.solution) == self.solution_looked_at())
    }

    /// Whether such a search is at work, for whatever solution.
    pub fn is_hunting(&self) -> bool {
        self.analysis.hunts.is_running()
    }

    /// Number of clues of which all puzzles are sought.
    pub(in crate::app) fn n_clues_wanted(&self) -> usize {
        let n_cells = self.project().shape().n_cells();
        // What is proven to be the fewest, once it is.
        let best = || self.clue_hunt().and_then(|hunt| hunt.best().filter(|&best| best == hunt.at_least));
        let usual = || if self.project().shape() == Shape::NINE { 17 } else { self.project().design.pattern.n_clues() };
        self.session.analysis.n_clues.or_else(best).unwrap_or_else(usual).clamp(1, n_cells)
    }

    /// The puzzle of the list that the board shows.
    pub(in crate::app) fn fewest_pointed(&self) -> Option<&crate::grid::Puzzle> {
        let is_shown = self.session.view == View::Analysis && self.session.analysis.exhibit == Exhibit::Clues;
        let Some(Pointed::Puzzle(index)) = self.session.analysis.pointed.filter(|_| is_shown) else { return None };
        self.clue_hunt()?.puzzles().get(index)
    }
}

/// The panel of the exhibit.
pub(super) fn clues_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let hunt = app.clue_hunt();
    let sentence = match hunt {
        Some(hunt) => hunt.sentence(),
        None if app.solution_looked_at().is_none() => waiting_for(app).to_owned(),
        None if app.is_hunting() => tr!("A search for another solution is running").to_owned(),
        None => tr!("How few clues can this solution have?").to_owned(),
    };
    sentence_ui(ui, &sentence, 40.0);
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::FEWEST_CLUES, tr!("Find fewest"));
        command_button(app, ui, messages, Command::STOP_CLUES, tr!("Stop"));
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::ALL_WITH_CLUES, tr!("Find all"));
        ui.label(tr!("with"));
        let mut n = app.n_clues_wanted();
        let value = DragValue::new(&mut n).range(1..=app.project().shape().n_cells()).speed(0.1);
        let response = ui.add_sized([44.0, 24.0], value).accessible_name(tr!("Number of clues"));
        if response.on_hover_text(tr!("How many clues: drag, or click and type")).changed() {
            messages.push(Message::NClues(n));
        }
        ui.label(tr!("clues"));
    });
    ui.add_space(8.0);
    let Some(hunt) = hunt else {
        let text =
            tr!("Rules out one number of clues after the other, until a puzzle is found that has as few as are left. \
                    Small grids and 16 clues of 9×9 take seconds, 17 a minute, more far longer: paint on meanwhile.");
        ui.add(Label::new(RichText::new(text).weak()).wrap());
        return;
    };
    if hunt.quest == ClueQuest::Fewest {
        ladder_ui(ui, hunt);
        ui.add_space(4.0);
    }
    progress_ui(ui, hunt);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.heading(tr!("Puzzles found"));
        ui.weak(grouped(hunt.puzzles().len() as u64));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            command_button(app, ui, messages, Command::COPY_FEWEST, tr!("Copy all"));
        });
    });
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    let n = hunt.puzzles().len();
    ScrollArea::vertical().id_salt("few clues").auto_shrink(false).show_rows(ui, ROW, n, |ui, rows| {
        for index in rows {
            puzzle_ui(app, ui, hunt, index, messages);
        }
    });
}

/// A rung for each number of clues: ruled out, being searched, open, or with a puzzle.
fn ladder_ui(ui: &mut Ui, hunt: &Hunt) {
    let palette = theme::palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
    let last = hunt.best().unwrap_or(hunt.at_least + 4);
    let first = hunt.at_least.saturating_sub(2).clamp(1, last).max((last + 1).saturating_sub(MAX_RUNGS));
    let n = last + 1 - first;
    let best = hunt.best().map_or_else(|| "?".to_owned(), |best| best.to_string());
    response.widget_info(|| {
        let text = tr!("At least {at_least} clues, at most {best}", at_least = hunt.at_least, best);
        WidgetInfo::labeled(Role::Image, true, text)
    });
    let pitch = (rect.width() / n as f32).min(40.0).floor();
    let painter = ui.painter();
    let font = FontId::new(13.0, theme::semibold());
    for (index, clues) in (first..=last).enumerate() {
        let corner = pos2(rect.min.x + index as f32 * pitch, rect.min.y).round();
        let rung = Rect::from_min_size(corner, vec2(pitch - 3.0, 28.0));
        let soft = theme::mix(palette.panel, palette.ink, 0.2);
        let (mut ink, mut word) = (palette.ink, "");
        if clues < hunt.at_least {
            painter.rect_filled(rung, 4.0, theme::mix(palette.panel, palette.ink, 0.08));
            ink = theme::mix(palette.panel, palette.ink, 0.45);
            let stroke = Stroke::new(1.5, theme::mix(palette.panel, palette.conflict, 0.8));
            painter.line_segment([rung.left_bottom() + vec2(4.0, -4.0), rung.right_top() + vec2(-4.0, 4.0)], stroke);
            if clues + 1 == hunt.at_least {
                word = tr!("none");
            }
        } else if hunt.best() == Some(clues) {
            painter.rect_filled(rung, 4.0, palette.accent);
            ink = palette.paper;
            word = tr!("found");
        } else {
            painter.rect_filled(rung, 4.0, palette.paper);
            if let Some(level) = hunt.level.filter(|level| level.clues == clues) {
                let height = rung.height() * level.share as f32;
                let done = Rect::from_min_max(pos2(rung.min.x, rung.max.y - height), rung.max);
                painter.rect_filled(done, 4.0, theme::mix(palette.paper, palette.cover, 0.6));
            }
            painter.rect_stroke(rung, 4.0, Stroke::new(1.0, soft), StrokeKind::Inside);
        }
        painter.text(rung.center(), Align2::CENTER_CENTER, clues, font.clone(), ink);
        let at = rung.center_bottom() + vec2(0.0, 2.0);
        let color = theme::mix(palette.panel, palette.ink, 0.65);
        painter.text(at, Align2::CENTER_TOP, word, FontId::proportional(11.0), color);
    }
}

/// How far the number of clues at work is explored, and for how long it may go on. Always as high.
fn progress_ui(ui: &mut Ui, hunt: &Hunt) {
    let Some(level) = hunt.level.filter(|level| hunt.is_running() || level.share < 1.0) else {
        ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
        return;
    };
    let text = tr!(
        "{clues} clues: {share} % explored",
        clues = level.clues,
        share = format_args!("{:.1}", level.share * 100.0)
    );
    let response =
        ui.add(ProgressBar::new(level.share as f32).text(RichText::new(&text).size(12.0)).desired_height(18.0));
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &text));
    let line = if hunt.is_running() { time_left(&level) } else { String::new() };
    ui.add(Label::new(RichText::new(line).small().weak()).truncate());
}

/// "About 3 min left".
fn time_left(level: &Level) -> String {
    let Some(left) = level.left() else { return tr!("No part is finished yet").to_owned() };
    let seconds = left.as_secs_f64();
    let text = match seconds {
        ..1.0 => return tr!("Less than a second left").to_owned(),
        ..100.0 => tr!("{seconds} s", seconds = format_args!("{seconds:.0}")),
        ..6_000.0 => tr!("{minutes} min", minutes = format_args!("{:.0}", seconds / 60.0)),
        ..172_800.0 => tr!("{hours} h", hours = format_args!("{:.0}", seconds / 3_600.0)),
        _ => tr_n!((seconds / 86_400.0) as usize, "1 day", "{n} days"),
    };
    tr!("About {left} left for this number, after {time}", left = text, time = duration_text(level.since.elapsed()))
}

fn puzzle_ui(app: &App, ui: &mut Ui, hunt: &Hunt, index: usize, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let puzzle = &hunt.puzzles()[index];
    let is_present = app.puzzle() == Some(puzzle);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width() - 10.0, ROW - 2.0));
    let response = ui.interact(rect, ui.scope_id().with(("few clues", index)), Sense::click());
    paint_row(ui, &response, is_present);
    let thumbnail = Rect::from_min_size(rect.min + vec2(4.0, 3.0), Vec2::splat(56.0));
    paint_puzzle(ui, thumbnail, puzzle);
    let at = pos2(thumbnail.max.x + 10.0, rect.center().y);
    let n = puzzle.n_clues();
    let painter = ui.painter();
    painter.text(at - vec2(0.0, 2.0), Align2::LEFT_BOTTOM, n_clues(n), FontId::proportional(14.0), palette.ink);
    let (text, color) = if is_present {
        (tr!("on the board"), palette.ink)
    } else {
        (tr!("click to use it"), theme::mix(palette.soft, palette.ink, 0.35))
    };
    painter.text(at + vec2(0.0, 2.0), Align2::LEFT_TOP, text, FontId::proportional(12.0), color);
    let name = tr_n!(n, "Puzzle {number} with 1 clue", "Puzzle {number} with {n} clues", number = index + 1);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_present, &name));
    if response.hovered() || response.has_focus() {
        messages.push(Message::Point(Pointed::Puzzle(index)));
    }
    if response.clicked() {
        messages.push(Message::TakeFewest(index));
    }
}
