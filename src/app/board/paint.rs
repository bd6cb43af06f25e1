//! The picture of the board.

use super::analysis::{Finding, paint_finding};
use super::digits::{Digits, Face};
use super::evidence::{Look, paint_highlight, paint_picture};
use super::lab::{LabPicture, paint_lab};
use super::layout::BoardLayout;
use super::path_marks::paint_path;
use super::proposal::paint_proposal;
use super::rules::{paint_rule_lines, paint_rules};
use super::theme_marks::{paint_theme, paint_theme_stroke};
use crate::app::live::{FADE, Live, Shown};
use crate::app::theme;
use crate::generate::mend::Proposal;
use crate::grid::{Cell, CellSet, Pattern, Puzzle};
use crate::logic::Drawing;
use crate::project::Project;
use eframe::egui;
use egui::{Color32, Painter, Rect, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// What the board shows, and what mouse and keys add to it.
pub(super) struct BoardPicture<'a> {
    pub(super) subject: Subject<'a>,
    /// A changed pattern that is pointed at.
    pub(super) proposal: Option<&'a Proposal>,
    /// The search for digits.
    pub(super) live: &'a Live,
    /// The design.
    pub(super) project: &'a Project,
    /// Cells that are pointed at in words.
    pub(super) highlight: CellSet,
    /// The pattern with the stroke in progress.
    pub(super) pattern: Pattern,
    pub(super) hovered: Option<Cell>,
    /// The hovered cell and its mirror images.
    pub(super) brush_cells: CellSet,
    pub(super) cursor: Option<Cell>,
    /// Whether the brush would make clue cells here.
    pub(super) paints: bool,
    /// The step of the path that is worked on.
    pub(super) chosen_step: Option<usize>,
    /// The stroke in progress.
    pub(super) stroke: Option<&'a super::Stroke>,
    /// The cell of which the seen cells show.
    pub(super) seeing: Option<Cell>,
}

/// What a picture of the board is about.
pub(super) enum Subject<'a> {
    /// Something else stands in the board's place.
    Nothing,
    /// The clue cells.
    Pattern,
    /// The clues, and a solution.
    Puzzle(Option<&'a Puzzle>),
    /// What an analysis found.
    Analysis(Finding<'a>),
    /// What the lab shows.
    Lab(LabPicture<'a>),
    /// A step of the trace, once there is one.
    Trace {
        drawing: Option<&'a Drawing>,
        /// Whether candidates are left out.
        is_plain: bool,
    },
}

/// Paints the whole board.
pub(super) fn paint(ui: &Ui, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    paint_rules(painter, layout);
    let mut digits = Digits::new(layout);
    match &picture.subject {
        Subject::Nothing => return,
        Subject::Pattern => {
            paint_pattern(painter, layout, picture);
            paint_rule_lines(painter, layout);
            paint_clues(ui, layout, picture, &mut digits, true);
            paint_theme(painter, layout, &picture.pattern, &picture.project.design.theme);
            let guilty = if hides_guilt(picture) { CellSet::EMPTY } else { picture.live.guilty_cells() };
            paint_path(painter, layout, &picture.project.design.path, picture.chosen_step, &guilty);
            if let Some(stroke) = picture.stroke.filter(|stroke| stroke.asking.is_some()) {
                paint_theme_stroke(painter, layout, &stroke.touched);
            }
        }
        Subject::Puzzle(solution) => {
            paint_waiting_cells(painter, layout, picture);
            paint_clues(ui, layout, picture, &mut digits, false);
            if let Some(solution) = solution {
                paint_solution(painter, layout, picture, solution, &mut digits);
            }
        }
        Subject::Analysis(finding) => paint_finding(painter, layout, finding, &mut digits),
        Subject::Lab(lab) => paint_lab(painter, layout, lab, &mut digits),
        Subject::Trace { drawing: Some(drawing), is_plain } => {
            let look = Look { is_stale: picture.live.is_stale(), is_plain: *is_plain };
            paint_picture(painter, layout, drawing, look, &mut digits);
        }
        Subject::Trace { drawing: None, .. } => paint_waiting_cells(painter, layout, picture),
    }
    let is_pattern = matches!(picture.subject, Subject::Pattern);
    paint_lines(painter, layout, &if is_pattern { picture.pattern.cells } else { CellSet::EMPTY });
    if !matches!(picture.subject, Subject::Analysis(_) | Subject::Lab(_)) {
        paint_guilty(painter, layout, picture);
    }
    if let Some(cell) = picture.seeing {
        paint_seen(painter, layout, cell);
    }
    paint_highlight(painter, layout, &picture.highlight);
    if let Some(proposal) =
        picture.proposal.filter(|_| matches!(picture.subject, Subject::Pattern | Subject::Puzzle(_)))
    {
        paint_proposal(painter, layout, proposal, &mut Digits::new(layout));
    }
    if let Some(cursor) = picture.cursor {
        let width = layout.whole_pixels(2.0);
        let rect = layout.cell_rect(cursor).shrink(width);
        painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
}

/// A tint over the cells that may not hold the digit of this one, and a frame around it.
pub(super) fn paint_seen(painter: &Painter, layout: &BoardLayout, cell: Cell) {
    let palette = theme::palette(painter.ctx());
    for &peer in &layout.shape.geometry().peers[cell.index()] {
        painter.rect_filled(layout.cell_rect(peer), 0.0, palette.chain.gamma_multiply(0.3));
    }
    let width = layout.whole_pixels(2.0);
    let rect = layout.cell_rect(cell).shrink(width);
    painter.rect_stroke(rect, 0.0, Stroke::new(width, palette.chain), StrokeKind::Middle);
}

fn paint_pattern(painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
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
    for cell in picture.project.design.pattern.cells.difference(&picture.pattern.cells).iter() {
        let color = theme::mix(palette.paper, palette.pattern, 0.10);
        painter.rect_filled(layout.cell_rect(cell), 0.0, color);
    }
}

/// Clue cells that have no digit yet, outside the pattern view.
fn paint_waiting_cells(painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    let palette = theme::palette(painter.ctx());
    let shown = picture.live.shown();
    for cell in picture.pattern.cells.iter() {
        if shown.get(cell.index()).copied().flatten().is_none() && picture.project.design.fixed.get(cell).is_none() {
            painter.rect_filled(layout.cell_rect(cell), 0.0, theme::mix(palette.paper, palette.pattern, 0.25));
        }
    }
}

fn paint_clues(ui: &Ui, layout: &BoardLayout, picture: &BoardPicture<'_>, digits: &mut Digits, on_blocks: bool) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    let now = ui.input(|i| i.time);
    let is_stale = picture.live.is_stale();
    let (ink, under) = if on_blocks { (palette.paper, palette.pattern) } else { (palette.ink, palette.paper) };
    for cell in picture.pattern.cells.iter() {
        let rect = layout.cell_rect(cell);
        let drawn = picture.stroke.filter(|stroke| stroke.touched.contains(cell)).and_then(|stroke| stroke.digit);
        let fixed = drawn.or(picture.project.design.fixed.get(cell));
        let shown = picture.live.shown().get(cell.index()).copied().flatten();
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
    let color = if picture.live.is_stale() { theme::mix(palette.paper, palette.accent, 0.35) } else { palette.accent };
    for (cell, digit) in solution.clues() {
        if !picture.pattern.contains(cell) {
            digits.paint(painter, layout, Face::Solved, digit, layout.cell_rect(cell).center(), color);
        }
    }
}

/// Cell lines 1 point at a third of the ink, box lines 2, outer frame 2.5. Between two
/// blocks of the pattern the lines are light, as in a negative.
pub(in crate::app) fn paint_lines(painter: &Painter, layout: &BoardLayout, blocks: &CellSet) {
    let geometry = &*layout.shape.geometry();
    paint_lines_between(painter, layout, blocks, &|a, b| geometry.is_border(a, b));
}

/// The lines of a board that has borders between these cells.
pub(super) fn paint_lines_between(
    painter: &Painter,
    layout: &BoardLayout,
    blocks: &CellSet,
    has_border: &dyn Fn(Cell, Cell) -> bool,
) {
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
            // A whole line is drawn in one go, so that the corners of irregular regions close.
            let is_border = |index: usize, i: usize| {
                let cells = if is_vertical {
                    [shape.cell(i, index - 1), shape.cell(i, index)]
                } else {
                    [shape.cell(index - 1, i), shape.cell(index, i)]
                };
                has_border(cells[0], cells[1])
            };
            for index in 1..n {
                let (width, color) = if is_thick { (thick, palette.ink) } else { (thin, soft) };
                let mut from = 0;
                for to in 1..=n {
                    if to == n || is_border(index, to) != is_border(index, from) {
                        if is_border(index, from) == is_thick {
                            line(index, is_vertical, from, to, width, color);
                        }
                        from = to;
                    }
                }
                let is_block = |i: usize| {
                    let cells = if is_vertical {
                        [shape.cell(i, index - 1), shape.cell(i, index)]
                    } else {
                        [shape.cell(index - 1, i), shape.cell(index, i)]
                    };
                    cells.into_iter().all(|cell| blocks.contains(cell))
                };
                let light = theme::mix(palette.pattern, palette.paper, if is_thick { 0.75 } else { 0.3 });
                for i in (0..n).filter(|&i| is_block(i) && is_border(index, i) == is_thick) {
                    line(index, is_vertical, i, i + 1, width, light);
                }
            }
        }
    }
    let width = layout.whole_pixels(2.5);
    painter.rect_stroke(rect, 4.0, Stroke::new(width, palette.ink), StrokeKind::Outside);
}

/// Side of the filled corner of a cell that is to blame, in cells.
pub(super) const GUILTY_CORNER: f32 = 0.26;

/// Whether the cells to blame belong to an answer that a stroke is about to change.
fn hides_guilt(picture: &BoardPicture<'_>) -> bool {
    picture.stroke.is_some() && picture.live.is_stale()
}

/// Cells that are to blame: a ring and a filled corner, so that colour is not all.
fn paint_guilty(painter: &Painter, layout: &BoardLayout, picture: &BoardPicture<'_>) {
    if hides_guilt(picture) {
        return;
    }
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(2.0);
    for cell in picture.live.guilty_cells().iter().filter(|cell| cell.index() < layout.shape.n_cells()) {
        let rect = layout.cell_rect(cell).shrink(width);
        painter.rect_stroke(rect, 0.0, Stroke::new(width, palette.conflict), StrokeKind::Inside);
        let side = layout.pitch * GUILTY_CORNER;
        let corner = rect.right_top();
        let points = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
        painter.add(egui::Shape::convex_polygon(points, palette.conflict, Stroke::NONE));
    }
}
