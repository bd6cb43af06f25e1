//! The left panel of the views that look at one puzzle: what was asked for, and what came of it.

use super::difficulty::preview;
use super::document::document_ui;
use super::puzzles::clues_of;
use crate::app::analysis::Figures;
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::help::{Topic, with_topic};
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::{left_label, paint_puzzle, paint_thumbnail, shape_title};
use crate::app::wording::{capitalised, strategy_in_sentence, strategy_title, symmetry_title};
use eframe::egui;
use egui::{Label, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};

/// Largest side of the picture, and its largest share of the panel's height.
const PICTURE: f32 = 216.0;
const SHARE: f32 = 0.42;
/// Width of the names, and least height of a line.
const NAMES: f32 = 92.0;
const LINE: f32 = 20.0;

pub(super) fn overview_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    document_ui(app, ui, messages);
    ui.add_space(8.0);
    with_topic(ui, Topic::Overview, |ui| {
        picture_ui(app, ui);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            command_button(app, ui, messages, Command::SHOW_DESIGN, tr!("Edit the pattern"));
            command_button(app, ui, messages, Command::NOTES, tr!("Notes…"));
            command_button(app, ui, messages, Command::RULES, tr!("Rules…"));
        });
        ui.add_space(8.0);
        ScrollArea::vertical().id_salt("overview").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (name, text) in asked(app) {
                line_ui(ui, name, &text);
            }
            let found = found(app);
            if !found.is_empty() {
                ui.add_space(8.0);
            }
            for (name, text) in found {
                line_ui(ui, &name, &text);
            }
        });
    });
}

/// The puzzle, or its pattern as long as it has no digits.
fn picture_ui(app: &App, ui: &mut Ui) {
    let project = app.project();
    let side = ui.available_width().min(PICTURE).min(ui.available_height() * SHARE).floor();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), side), Sense::hover());
    let picture = Rect::from_center_size(rect.center(), Vec2::splat(side));
    let name = if let Some(clues) = clues_of(project) {
        paint_puzzle(ui, picture.shrink(2.0), clues);
        tr_n!(clues.n_clues(), "The puzzle on the board, 1 clue", "The puzzle on the board, {n} clues")
    } else {
        paint_thumbnail(ui, picture, &project.design.pattern);
        tr_n!(
            project.design.pattern.n_clues(),
            "The pattern on the board, 1 clue cell",
            "The pattern on the board, {n} clue cells"
        )
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}

/// A name and what there is to say about it, in as many lines as that needs.
fn line_ui(ui: &mut Ui, name: &str, text: &str) {
    ui.horizontal_top(|ui| {
        left_label(ui, vec2(NAMES, LINE), name);
        ui.add(Label::new(text).wrap().selectable(true));
    });
}

/// What was asked of the puzzle.
fn asked(app: &App) -> Vec<(&'static str, String)> {
    let project = app.project();
    let design = &project.design;
    let n_clues = design.pattern.n_clues();
    let mut lines = vec![
        (tr!("Layout"), shape_title(project.shape())),
        (tr!("Clue cells"), n_clues.to_string()),
        (tr!("Symmetry"), symmetry_title(project.symmetry).to_owned()),
    ];
    let n_fixed = design.fixed.n_clues();
    if n_fixed > 0 {
        let text = if n_fixed == n_clues {
            tr!("{n} (all of the clues)", n = n_fixed)
        } else {
            tr!("{n} (some of the clues)", n = n_fixed)
        };
        lines.push((tr!("Fixed digits"), text));
    }
    let n_allowed = design.strategies.len();
    let hardest = design.ranking.hardest(design.strategies);
    lines.push((
        tr!("Strategies"),
        match hardest {
            None => tr!("none ticked").to_owned(),
            Some(hardest) if n_allowed == 1 => strategy_title(hardest).to_owned(),
            Some(hardest) => tr!("{n}, up to {strategy}", n = n_allowed, strategy = strategy_in_sentence(hardest)),
        },
    ));
    if !design.required.is_empty() {
        let names: Vec<String> = design.required.iter().map(strategy_in_sentence).collect();
        lines.push((tr!("Required"), capitalised(&names.join(", "))));
    }
    if !design.theme.is_empty() {
        lines.push((tr!("Theme"), design.theme.text(project.shape())));
    }
    if !design.path.is_empty() {
        lines.push((tr!("Path"), design.path.texts(project.shape()).join("; ")));
    }
    let (goal, _) = preview(design.goal, &project.order(), &design.pattern);
    if !goal.is_empty() {
        lines.push((tr!("Difficulty"), goal));
    }
    if design.minimal {
        lines.push((tr!("Minimal"), tr!("no clue redundant").to_owned()));
    }
    lines
}

/// What the solution of the present puzzle is like.
fn found(app: &App) -> Vec<(String, String)> {
    let Some(trace) = app.trace() else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(hardest) = trace.hardest_in(&app.project().design.ranking) {
        lines.push((tr!("Hardest step").to_owned(), strategy_title(hardest).to_owned()));
    }
    lines.push((tr!("Steps").to_owned(), trace.steps.len().to_string()));
    if let Some(figures) = app.figures() {
        lines.extend(figures.ratings().into_iter().map(|(scale, figure)| (capitalised(scale), figure)));
        lines.push((tr!("Bottlenecks").to_owned(), bottlenecks(figures)));
    }
    lines
}

fn bottlenecks(figures: &Figures) -> String {
    figures.own.bottlenecks().len().to_string()
}
