//! The evidence of a step on the board: each role has a form of its own, colour is never all.

use super::layout::BoardLayout;
use super::paint::{Digits, Face};
use crate::app::theme;
use crate::grid::{Candidate, Cell, CellSet, Digit};
use crate::logic::{Arrow, Drawing, Point, Role};
use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// How a picture is painted.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// The picture belongs to an earlier design: pale, without evidence.
    pub(super) is_stale: bool,
    /// Candidates are left out: digits alone.
    pub(super) is_plain: bool,
}

/// Paints the state and its evidence.
pub(super) fn paint_picture(
    painter: &Painter,
    layout: &BoardLayout,
    picture: &Drawing,
    look: Look,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let fade = |color: Color32| if look.is_stale { theme::mix(palette.paper, color, 0.35) } else { color };
    if !look.is_stale && !look.is_plain {
        paint_houses(painter, layout, &picture.base_cells, &picture.cover_cells);
    }
    for cell in layout.shape.cells() {
        let rect = layout.cell_rect(cell);
        if let Some(digit) = picture.board.value(cell) {
            let is_clue = picture.clues.contains(cell);
            let (face, color) = if is_clue { (Face::Clue, palette.ink) } else { (Face::Solved, palette.accent) };
            if picture.met_cells.contains(cell) && !look.is_stale && !look.is_plain {
                painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.base, 0.4));
            }
            digits.paint(painter, layout, face, digit, rect.center(), fade(color));
        } else if let Some(placed) = picture.placed(cell) {
            paint_placed(painter, layout, cell, placed, digits);
        } else if !look.is_plain {
            paint_candidates(painter, layout, picture, cell, look.is_stale, digits);
        }
    }
    if !look.is_stale && !look.is_plain {
        paint_arrows(painter, layout, &picture.arrows);
    }
}

/// The digit that a step places: larger, in a ring.
pub(super) fn paint_placed(painter: &Painter, layout: &BoardLayout, cell: Cell, digit: Digit, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.base, 0.22));
    let ring = layout.whole_pixels(2.0);
    painter.rect_stroke(rect.shrink(ring * 1.5), 3.0, Stroke::new(ring, palette.base), StrokeKind::Middle);
    digits.paint(painter, layout, Face::Placed, digit, rect.center(), palette.accent);
}

/// The candidates of an open cell with their roles.
pub(super) fn paint_candidates(
    painter: &Painter,
    layout: &BoardLayout,
    picture: &Drawing,
    cell: Cell,
    is_stale: bool,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let plain = theme::mix(palette.soft, palette.ink, 0.35);
    for digit in picture.board.marks(cell).iter() {
        let spot = layout.candidate_rect(cell, digit);
        let role = if is_stale { None } else { picture.role(Candidate::new(cell, digit)) };
        let color = role.map_or(plain, |role| paint_ground(painter, layout.whole_pixels(1.0), spot, role));
        let color = if is_stale { theme::mix(palette.paper, color, 0.35) } else { color };
        digits.paint(painter, layout, Face::Candidate, digit, spot.center(), color);
        if role == Some(Role::Eliminated) {
            strike(painter, layout.whole_pixels(1.5), spot);
        }
    }
}

/// The square in the middle of a candidate's place.
fn ground_of(spot: Rect) -> Rect {
    Rect::from_center_size(spot.center(), Vec2::splat(spot.width().min(spot.height()) * 0.92))
}

/// The form behind a candidate that takes part; gives the colour of its digit. The legend
/// draws with it too.
pub(in crate::app) fn paint_ground(painter: &Painter, line: f32, spot: Rect, role: Role) -> Color32 {
    let palette = theme::palette(painter.ctx());
    let ground = ground_of(spot);
    let centre = ground.center();
    let radius = ground.width() / 2.0;
    match role {
        Role::Base | Role::SetCell => {
            painter.rect_filled(ground, 2.0, theme::mix(palette.paper, palette.base, 0.55));
        }
        Role::Cover => {
            painter.circle_filled(centre, radius, theme::mix(palette.paper, palette.cover, 0.65));
        }
        Role::Fin | Role::Deadly => {
            let [x, y] = [vec2(radius * 1.1, 0.0), vec2(0.0, radius * 1.1)];
            let points = vec![centre - y, centre + x, centre + y, centre - x];
            painter.add(Shape::convex_polygon(points, theme::mix(palette.paper, palette.fin, 0.75), Stroke::NONE));
        }
        Role::ChainOn => {
            painter.circle_filled(centre, radius, theme::mix(palette.paper, palette.chain, 0.8));
        }
        Role::ChainOff => {
            painter.circle(centre, radius - line, palette.paper, Stroke::new(line * 1.5, palette.chain));
        }
        Role::Eliminated => {
            painter.rect_stroke(ground, 2.0, Stroke::new(line, palette.conflict), StrokeKind::Inside);
        }
        Role::Placed => {
            painter.rect_stroke(ground, 2.0, Stroke::new(line * 2.0, palette.base), StrokeKind::Inside);
            return palette.accent;
        }
    }
    palette.ink
}

/// The stroke through a candidate that is ruled out.
pub(in crate::app) fn strike(painter: &Painter, line: f32, spot: Rect) {
    let palette = theme::palette(painter.ctx());
    let rect = ground_of(spot);
    painter.line_segment([rect.left_bottom(), rect.right_top()], Stroke::new(line, palette.conflict));
}

/// The houses that the step speaks of, lightly tinted: bases green, covers sky.
pub(super) fn paint_houses(painter: &Painter, layout: &BoardLayout, bases: &CellSet, covers: &CellSet) {
    let palette = theme::palette(painter.ctx());
    for cell in bases.union(covers).iter() {
        let mut color = palette.paper;
        if covers.contains(cell) {
            color = theme::mix(color, palette.cover, 0.14);
        }
        if bases.contains(cell) {
            color = theme::mix(color, palette.base, 0.12);
        }
        painter.rect_filled(layout.cell_rect(cell), 0.0, color);
    }
}

/// Links of chains: strong ones solid, weak ones dashed, with a head at the end.
pub(super) fn paint_arrows(painter: &Painter, layout: &BoardLayout, arrows: &[Arrow]) {
    let at = |(x, y): Point| layout.rect.min + vec2(x, y) * layout.pitch;
    for arrow in arrows {
        let Some((points, direction)) = arrow.curve(layout.shape) else { continue };
        let [start, control, tip] = points.map(at);
        paint_arrow(
            painter,
            layout.whole_pixels(1.5),
            layout.pitch * 0.11,
            start,
            control,
            tip,
            direction,
            arrow.is_strong,
        );
    }
}

/// One arrow along a bent line.
#[allow(clippy::too_many_arguments, reason = "the legend draws one by its points too")]
pub(in crate::app) fn paint_arrow(
    painter: &Painter,
    width: f32,
    head: f32,
    start: Pos2,
    control: Pos2,
    tip: Pos2,
    direction: Point,
    is_strong: bool,
) {
    const PARTS: i32 = 12;
    let palette = theme::palette(painter.ctx());
    let stroke = Stroke::new(width, theme::mix(palette.chain, palette.ink, 0.15));
    let direction = vec2(direction.0, direction.1);
    let end = tip - direction * head * 0.8;
    let curve: Vec<Pos2> = (0..=PARTS)
        .map(|i| {
            let t = i as f32 / PARTS as f32;
            let (a, b) = (start.lerp(control, t), control.lerp(end, t));
            a.lerp(b, t)
        })
        .collect();
    if is_strong {
        painter.line(curve, stroke);
    } else {
        painter.extend(Shape::dashed_line(&curve, stroke, width * 2.6, width * 2.0));
    }
    let side = vec2(-direction.y, direction.x) * head * 0.5;
    let back = tip - direction * head;
    painter.add(Shape::convex_polygon(vec![tip, back + side, back - side], stroke.color, Stroke::NONE));
}

/// A ring around cells that a word under the pointer names.
pub(super) fn paint_highlight(painter: &Painter, layout: &BoardLayout, cells: &CellSet) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(3.0);
    for cell in cells.iter().filter(|cell| cell.index() < layout.shape.n_cells()) {
        let rect = layout.cell_rect(cell).shrink(width / 2.0);
        painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
}

/// Positions of marks at the edge of a cell, as shares of its side.
pub(super) const CORNERS: [Pos2; 8] = [
    pos2(0.17, 0.18),
    pos2(0.83, 0.18),
    pos2(0.17, 0.82),
    pos2(0.83, 0.82),
    pos2(0.5, 0.18),
    pos2(0.5, 0.82),
    pos2(0.17, 0.5),
    pos2(0.83, 0.5),
];
