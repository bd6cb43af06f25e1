//! Pictures of the lab: pencil marks that come back, and the heat of z.

use super::analysis::paint_share;
use super::digits::{Digits, Face};
use super::evidence::paint_element;
use super::layout::BoardLayout;
use crate::app::lab::Scene;
use crate::app::language::tr;
use crate::app::theme;
use crate::generate::inverse::{Move, PencilState};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Puzzle, Shape};
use crate::logic::{Element, Role, Square, Tint};
use eframe::egui;
use egui::{Painter, Stroke, StrokeKind};

/// What the lab shows; the puzzle while it shows nothing.
pub(super) struct LabPicture<'a> {
    pub(super) scene: Option<&'a Scene>,
    pub(super) puzzle: Option<&'a Puzzle>,
}

/// Paints what the lab shows.
pub(super) fn paint_lab(painter: &Painter, layout: &BoardLayout, lab: &LabPicture<'_>, digits: &mut Digits) {
    match lab.scene {
        None => {
            if let Some(puzzle) = lab.puzzle {
                paint_clues(painter, layout, puzzle, digits);
            }
        }
        Some(Scene::Marks { state, last }) => paint_marks(painter, layout, state, last.as_ref(), digits),
        Some(Scene::Round { clues, state, placed }) => {
            for cell in placed.iter() {
                painter.rect_filled(layout.cell_rect(cell), 0.0, fresh(painter));
            }
            paint_candidates(painter, layout, state, digits);
            paint_clues(painter, layout, clues, digits);
            let accent = theme::palette(painter.ctx()).accent;
            for (cell, digit) in state.values().clues().filter(|&(cell, _)| clues.get(cell).is_none()) {
                digits.paint(painter, layout, Face::Solved, digit, layout.cell_rect(cell).center(), accent);
            }
        }
        Some(Scene::Heat { clues, z, rounding, last }) => {
            if let Some(last) = last {
                painter.rect_filled(layout.cell_rect(last.cell), 0.0, fresh(painter));
            }
            for cell in layout.shape.cells().filter(|&cell| clues.get(cell).is_none()) {
                paint_heat(painter, layout, cell, z, *rounding, digits);
            }
            paint_clues(painter, layout, clues, digits);
            if let Some(last) = last {
                paint_ring(painter, layout, last.cell);
            }
        }
    }
}

/// The ground of the cell that the last step was about.
fn fresh(painter: &Painter) -> egui::Color32 {
    let palette = theme::palette(painter.ctx());
    theme::mix(palette.paper, palette.fin, 0.22)
}

fn paint_ring(painter: &Painter, layout: &BoardLayout, cell: Cell) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(2.0);
    let rect = layout.cell_rect(cell).shrink(width * 1.5);
    painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.fin), StrokeKind::Middle);
}

fn paint_clues(painter: &Painter, layout: &BoardLayout, puzzle: &Puzzle, digits: &mut Digits) {
    let ink = theme::palette(painter.ctx()).ink;
    for (cell, digit) in puzzle.clues() {
        digits.paint(painter, layout, Face::Clue, digit, layout.cell_rect(cell).center(), ink);
    }
}

fn paint_marks(painter: &Painter, layout: &BoardLayout, state: &PencilState, last: Option<&Move>, digits: &mut Digits) {
    if let Some(rule) = last.and_then(|last| last.rule.as_ref()) {
        let cells = |constraints: &[Constraint]| -> CellSet {
            let geometry = &*layout.shape.geometry();
            constraints.iter().flat_map(|one| one.candidates(geometry).map(|candidate| candidate.cell)).collect()
        };
        let (bases, covers) = (cells(&rule.bases), cells(&rule.covers));
        for cell in layout.shape.cells() {
            if let Some(tint) = Tint::of_houses(bases.contains(cell), covers.contains(cell)) {
                paint_element(painter, layout, Element::Tint(cell, tint), false, digits);
            }
        }
    }
    if let Some(last) = last {
        painter.rect_filled(layout.cell_rect(last.candidate.cell), 0.0, fresh(painter));
    }
    for cell in layout.shape.cells().filter(|&cell| state.values().get(cell).is_none()) {
        for digit in state.marks(cell).iter() {
            let candidate = Candidate::new(cell, digit);
            let role = last.filter(|last| last.candidate == candidate).map(|_| Role::Fin);
            let ground = role.map(|role| Element::Ground(candidate, role, Square::behind(layout.shape, candidate)));
            for element in ground.into_iter().chain([Element::Candidate(candidate, role)]) {
                paint_element(painter, layout, element, false, digits);
            }
        }
    }
    paint_clues(painter, layout, state.values(), digits);
    if let Some(last) = last.filter(|last| last.is_cell()) {
        paint_ring(painter, layout, last.candidate.cell);
    }
}

/// The candidates of the open cells.
fn paint_candidates(painter: &Painter, layout: &BoardLayout, state: &PencilState, digits: &mut Digits) {
    for cell in layout.shape.cells() {
        for digit in state.marks(cell).iter() {
            let candidate = Element::Candidate(Candidate::new(cell, digit), None);
            paint_element(painter, layout, candidate, false, digits);
        }
    }
}

/// The digit that is decided, or every fraction of the cell.
fn paint_heat(painter: &Painter, layout: &BoardLayout, cell: Cell, z: &[f64], rounding: f64, digits: &mut Digits) {
    let accent = theme::palette(painter.ctx()).accent;
    for digit in (0..layout.shape.n()).map(Digit::from_index) {
        let candidate = Candidate::new(cell, digit);
        let share = z[candidate.index(layout.shape)];
        if share >= 1.0 - rounding {
            digits.paint(painter, layout, Face::Solved, digit, layout.cell_rect(cell).center(), accent);
        } else if share > rounding {
            paint_share(painter, layout, candidate, share as f32, digits);
        }
    }
}

/// What the lab says about a cell, for its name: "clue, 7", "marks 2 5", "z 1: 0.25 4: 0.75".
pub(super) fn lab_name(scene: Option<&Scene>, puzzle: Option<&Puzzle>, shape: Shape, cell: Cell) -> String {
    match scene {
        None => match puzzle.filter(|puzzle| puzzle.shape() == shape).and_then(|puzzle| puzzle.get(cell)) {
            Some(digit) => tr!("clue, {digit}", digit),
            None => tr!("empty").to_owned(),
        },
        Some(Scene::Marks { state, .. } | Scene::Round { state, .. }) => {
            if let Some(digit) = state.values().get(cell) {
                return match scene {
                    Some(Scene::Round { clues, .. }) if clues.get(cell).is_none() => tr!("placed, {digit}", digit),
                    _ => tr!("clue, {digit}", digit),
                };
            }
            let marks: Vec<String> = state.marks(cell).iter().map(|digit| digit.to_string()).collect();
            if marks.is_empty() {
                return tr!("empty").to_owned();
            }
            tr!("marks {digits}", digits = marks.join(" "))
        }
        Some(Scene::Heat { clues, z, rounding, .. }) => {
            if let Some(digit) = clues.get(cell) {
                return tr!("clue, {digit}", digit);
            }
            let share = |digit: Digit| z[Candidate::new(cell, digit).index(shape)];
            let digits = || (0..shape.n()).map(Digit::from_index);
            if let Some(digit) = digits().find(|&digit| share(digit) >= 1.0 - rounding) {
                return tr!("decided, {digit}", digit);
            }
            let fractions = digits().filter(|&digit| share(digit) > *rounding);
            let fractions: Vec<String> = fractions.map(|digit| format!("{digit}: {:.2}", share(digit))).collect();
            format!("z {}", fractions.join(" "))
        }
    }
}
