//! The picture of the board.

use super::analysis::paint_analysis;
use super::evidence::{Look, paint_highlight, paint_picture};
use super::lab::paint_lab;
use super::layout::BoardLayout;
use crate::app::live::{FADE, Shown};
use crate::app::session::View;
use crate::app::trace::Replay;
use crate::app::{App, theme};
use crate::grid::{Cell, CellSet, Digit, Pattern, Puzzle};
use eframe::egui;
use egui::{Color32, FontFamily, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// Height of a digit as a share of the font size, for Inter.
const DIGIT_SHARE: f32 = 0.727;

/// What the mouse and keys add to the document.
pub(super) struct BoardPicture<'a> {
    /// The pattern with the stroke in progress.
    pub(super) pattern: Pattern,
    pub(super) hovered: Option<Cell>,
    /// The hovered cell and its mirror images.
    pub(super) brush_cells: CellSet,
    pub(super) cursor: Option<Cell>,
    /// Whether the brush would make clue cells here.
    pub(super) paints: bool,
    /// The stroke in progress.
    pub(super) stroke: Option<&'a super::Stroke>,
}

/// A digit's look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Clue,
    Solved,
    /// 10 % larger: placed in this step.
    Placed,
    Candidate,
    /// Written at the edge of a cell by hand.
    Mark,
    /// One of two digits of a cell.
    Half,
}

const N_FACES: usize = 6;

/// Digits laid out once a frame.
pub(in crate::app) struct Digits {
    galleys: [[Option<Arc<Galley>>; 16]; N_FACES],
    /// The height of the middle of a digit, the same for all, or their baselines would differ by a pixel.
    middles: [Option<f32>; N_FACES],
    heights: [f32; N_FACES],
}

impl Digits {
    pub(in crate::app) fn new(layout: &BoardLayout) -> Digits {
        let digit = layout.pitch * 0.58;
        let candidate = layout.candidate_rect(Cell::default(), Digit::new(1)).height() * 0.64;
        Digits {
            galleys: Default::default(),
            middles: [None; N_FACES],
            heights: [digit, digit, digit * 1.1, candidate, layout.pitch * 0.17, layout.pitch * 0.3],
        }
    }

    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        layout: &BoardLayout,
        face: Face,
        digit: Digit,
        at: Pos2,
        color: Color32,
    ) {
        let lay_out = |digit: Digit| {
            let family = if face == Face::Clue { theme::semibold() } else { FontFamily::Proportional };
            let font = FontId::new(self.heights[face as usize] / DIGIT_SHARE, family);
            painter.layout_no_wrap(digit.to_string(), font, Color32::PLACEHOLDER)
        };
        // Round digits reach a little beyond the others; a 1 is flat above and below.
        let middle = *self.middles[face as usize].get_or_insert_with(|| lay_out(Digit::new(1)).mesh_bounds.center().y);
        let galley = self.galleys[face as usize][digit.index()].get_or_insert_with(|| lay_out(digit));
        // Optically centred: by the ink, not by the line; the light flag of a 1 counts half.
        let ink = galley.mesh_bounds.center().x;
        let corner = layout.round(at - vec2(f32::midpoint(ink, galley.rect.center().x), middle));
        painter.galley(corner, Arc::clone(galley), color);
    }
}

/// Paints the whole board.
pub(super) fn paint(app: &App, ui: &Ui, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    let view = app.session().view;
    let mut digits = Digits::new(layout);
    match view {
        View::Pattern => {
            paint_pattern(app, painter, layout, picture);
            paint_clues(app, ui, layout, picture, &mut digits, true);
        }
        // Results and sheet stand in the board's place.
        View::Results | View::Sheet => return,
        View::Puzzle | View::Solution => {
            paint_waiting_cells(app, painter, layout, picture);
            paint_clues(app, ui, layout, picture, &mut digits, false);
            if view == View::Solution
                && let Some(solution) = app.live().last_answer().and_then(|answer| answer.solution())
            {
                paint_solution(app, painter, layout, picture, solution, &mut digits);
            }
        }
        View::Analysis => paint_analysis(app, painter, layout, picture.hovered, &mut digits),
        View::Lab => paint_lab(app, painter, layout, &mut digits),
        View::Trace => paint_trace(app, painter, layout, picture, &mut digits),
    }
    let blocks = if view == View::Pattern { picture.pattern.cells } else { CellSet::EMPTY };
    paint_lines(painter, layout, &blocks);
    if !matches!(view, View::Analysis | View::Lab) {
        paint_guilty(app, painter, layout, picture);
    }
    paint_highlight(painter, layout, &app.session().highlight);
    if let Some(cursor) = picture.cursor {
        let width = layout.whole_pixels(2.0);
        let rect = layout.cell_rect(cursor).shrink(width);
        painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
}

fn paint_pattern(app: &App, painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    let palette = theme::palette(painter.ctx());
    for cell in picture.pattern.cells.iter() {
        painter.rect_filled(layout.cell_rect(cell), 0.0, palette.pattern);
    }
    // The brush: what a click would do here, paler on the mirror images.
    for cell in picture.brush_cells.iter() {
        let is_clue = picture.pattern.contains(cell);
        if is_clue == picture.paints {
            continue;
        }
        let strength = if picture.hovered == Some(cell) { 0.45 } else { 0.22 };
        let color = if is_clue {
            theme::mix(palette.pattern, palette.paper, strength)
        } else {
            theme::mix(palette.paper, palette.pattern, strength)
        };
        painter.rect_filled(layout.cell_rect(cell), 0.0, color);
    }
    if picture.stroke.is_none() {
        return;
    }
    // Cells that the stroke erases keep a trace of where they were until it is released.
    for cell in app.project().design.pattern.cells.difference(&picture.pattern.cells).iter() {
        let color = theme::mix(palette.paper, palette.pattern, 0.10);
        painter.rect_filled(layout.cell_rect(cell), 0.0, color);
    }
}

/// Clue cells that have no digit yet, outside the pattern view.
fn paint_waiting_cells(app: &App, painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    let palette = theme::palette(painter.ctx());
    let shown = app.live().shown();
    for cell in picture.pattern.cells.iter() {
        if shown.get(cell.index()).copied().flatten().is_none() && app.project().design.fixed.get(cell).is_none() {
            painter.rect_filled(layout.cell_rect(cell), 0.0, theme::mix(palette.paper, palette.pattern, 0.25));
        }
    }
}

fn paint_clues(
    app: &App,
    ui: &Ui,
    layout: &BoardLayout,
    picture: &BoardPicture<'_>,
    digits: &mut Digits,
    on_blocks: bool,
) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    let now = ui.input(|i| i.time);
    let is_stale = app.live().is_stale();
    let (ink, under) = if on_blocks { (palette.paper, palette.pattern) } else { (palette.ink, palette.paper) };
    for cell in picture.pattern.cells.iter() {
        let rect = layout.cell_rect(cell);
        let drawn = picture.stroke.filter(|stroke| stroke.touched.contains(cell)).and_then(|stroke| stroke.digit);
        let fixed = drawn.or(app.project().design.fixed.get(cell));
        let shown = app.live().shown().get(cell.index()).copied().flatten();
        let (digit, strength) = match (fixed, shown) {
            (Some(digit), _) => (digit, 1.0),
            (None, Some(Shown { digit, since })) => {
                let age = (now - since) / FADE;
                // Digits of the design before this one are marked as old.
                (digit, if is_stale { 0.35 } else { age.clamp(0.0, 1.0) as f32 })
            }
            (None, None) => continue,
        };
        digits.paint(painter, layout, Face::Clue, digit, rect.center(), theme::mix(under, ink, strength));
        if fixed.is_some() && on_blocks {
            // A pin: this digit stays.
            painter.circle_filled(rect.min + Vec2::splat(layout.pitch * 0.15), layout.pitch * 0.045, ink);
        }
    }
}

fn paint_solution(
    app: &App,
    painter: &Painter,
    layout: &BoardLayout,
    picture: &BoardPicture<'_>,
    solution: &Puzzle,
    digits: &mut Digits,
) {
    if solution.shape() != layout.shape {
        return;
    }
    let palette = theme::palette(painter.ctx());
    let color = if app.live().is_stale() { theme::mix(palette.paper, palette.accent, 0.35) } else { palette.accent };
    for (cell, digit) in solution.clues() {
        if !picture.pattern.contains(cell) {
            digits.paint(painter, layout, Face::Solved, digit, layout.cell_rect(cell).center(), color);
        }
    }
}

fn paint_trace(app: &App, painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>, digits: &mut Digits) {
    let Some(step) = app.shown_step().filter(|step| step.picture.board.shape() == layout.shape) else {
        paint_waiting_cells(app, painter, layout, picture);
        return;
    };
    let look = Look { is_stale: app.live().is_stale(), is_plain: app.session().replay == Replay::Digits };
    paint_picture(painter, layout, &step.picture, look, digits);
}

/// Cell lines 1 point at a third of the ink, box lines 2, outer frame 2.5. Between two
/// blocks of the pattern the lines are light, as in a negative.
pub(in crate::app) fn paint_lines(painter: &Painter, layout: &BoardLayout, blocks: &CellSet) {
    let palette = theme::palette(painter.ctx());
    let shape = layout.shape;
    let n = shape.n();
    let rect = layout.rect;
    let thin = layout.whole_pixels(1.0);
    let thick = layout.whole_pixels(2.0);
    let soft = theme::mix(palette.paper, palette.ink, 1.0 / 3.0);
    // From `from` to `to` along the line number `index`, in units of cells.
    let line = |index: usize, is_vertical: bool, from: usize, to: usize, width: f32, color: Color32| {
        let at = index as f32 * layout.pitch;
        // A line of whole pixels around a pixel edge: the larger half before it.
        let before = layout.round(pos2(width / 2.0, 0.0)).x.min(width);
        let (from, to) = (from as f32 * layout.pitch, to as f32 * layout.pitch);
        let line = if is_vertical {
            Rect::from_min_size(rect.min + vec2(at - before, from), vec2(width, to - from))
        } else {
            Rect::from_min_size(rect.min + vec2(from, at - before), vec2(to - from, width))
        };
        painter.rect_filled(line, 0.0, color);
    };
    for is_thick in [false, true] {
        for is_vertical in [false, true] {
            let each = if is_vertical { shape.box_cols() } else { shape.box_rows() };
            for index in (1..n).filter(|index| index.is_multiple_of(each) == is_thick) {
                let (width, color) = if is_thick { (thick, palette.ink) } else { (thin, soft) };
                line(index, is_vertical, 0, n, width, color);
                let is_block = |i: usize| {
                    let cells = if is_vertical {
                        [shape.cell(i, index - 1), shape.cell(i, index)]
                    } else {
                        [shape.cell(index - 1, i), shape.cell(index, i)]
                    };
                    cells.into_iter().all(|cell| blocks.contains(cell))
                };
                let light = theme::mix(palette.pattern, palette.paper, if is_thick { 0.75 } else { 0.3 });
                for i in (0..n).filter(|&i| is_block(i)) {
                    line(index, is_vertical, i, i + 1, width, light);
                }
            }
        }
    }
    let width = layout.whole_pixels(2.5);
    painter.rect_stroke(rect, 4.0, Stroke::new(width, palette.ink), StrokeKind::Outside);
}

/// Cells that are to blame: a ring and a filled corner, so that colour is not all.
fn paint_guilty(app: &App, painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    if picture.stroke.is_some() && app.live().is_stale() {
        return;
    }
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(2.0);
    for cell in app.live().guilty_cells().iter().filter(|cell| cell.index() < layout.shape.n_cells()) {
        let rect = layout.cell_rect(cell).shrink(width);
        painter.rect_stroke(rect, 0.0, Stroke::new(width, palette.conflict), StrokeKind::Inside);
        let side = layout.pitch * 0.26;
        let corner = rect.right_top();
        let points = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
        painter.add(egui::Shape::convex_polygon(points, palette.conflict, Stroke::NONE));
    }
}
