//! The evidence of a step on the board: each role has a form of its own, colour is never all.

use super::digits::{Digits, Face};
use super::layout::BoardLayout;
use crate::app::theme;
use crate::grid::CellSet;
use crate::logic::{ArrowPath, Drawing, Element, Filling, Form, Hue, Point, Role, Square, Tint};
use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// How a picture is painted.
#[derive(Clone, Copy, Default)]
pub(in crate::app) struct Look {
    /// The picture belongs to an earlier design: pale, without evidence.
    pub(super) is_stale: bool,
    /// Candidates are left out: digits alone.
    pub(super) is_plain: bool,
}

impl Look {
    fn shows(self, element: Element<'_>) -> bool {
        match element {
            Element::Tint(_, Tint::Placed) | Element::Digit(..) => true,
            Element::Candidate(..) => !self.is_plain,
            Element::Tint(..) | Element::Ground(..) | Element::Arrow(_) | Element::Strike(..) => {
                !self.is_stale && !self.is_plain
            }
        }
    }
}

/// Paints the state and its evidence.
pub(in crate::app) fn paint_picture(
    painter: &Painter,
    layout: &BoardLayout,
    picture: &Drawing,
    look: Look,
    digits: &mut Digits,
) {
    for element in picture.elements().into_iter().filter(|&element| look.shows(element)) {
        paint_element(painter, layout, element, look.is_stale, digits);
    }
}

/// Paints one element; a stale digit is pale.
pub(super) fn paint_element(
    painter: &Painter,
    layout: &BoardLayout,
    element: Element<'_>,
    is_stale: bool,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let fade = |color: Color32| if is_stale { theme::mix(palette.paper, color, 0.35) } else { color };
    let at = |(x, y): Point| layout.rect.min + vec2(x, y) * layout.pitch;
    let place = |square: Square| Rect::from_center_size(at(square.centre), Vec2::splat(square.side * layout.pitch));
    match element {
        Element::Tint(cell, tint) => {
            let color = (tint.layers().iter())
                .fold(palette.paper, |under, &(hue, share)| theme::mix(under, palette.hue(hue), share));
            painter.rect_filled(layout.cell_rect(cell), 0.0, color);
        }
        Element::Ground(_, role, square) => paint_ground(painter, layout.whole_pixels(1.0), place(square), role),
        Element::Arrow(arrow) => {
            let Some(path) = arrow.path(layout.shape) else { return };
            let on_screen = |point: Point| <(f32, f32)>::from(at(point));
            let path = ArrowPath { curve: path.curve.map(on_screen), head: path.head.map(on_screen) };
            paint_arrow(painter, layout.whole_pixels(1.5), &path, arrow.is_strong);
        }
        Element::Digit(candidate, filling) => {
            let rect = layout.cell_rect(candidate.cell);
            let (face, color) = match filling {
                Filling::Clue => (Face::Clue, fade(palette.ink)),
                Filling::Solved => (Face::Solved, fade(palette.accent)),
                Filling::Placed => {
                    let ring = layout.whole_pixels(2.0);
                    let stroke = Stroke::new(ring, palette.base);
                    painter.rect_stroke(rect.shrink(ring * 1.5), 3.0, stroke, StrokeKind::Middle);
                    (Face::Placed, palette.accent)
                }
            };
            digits.paint(painter, layout, face, candidate.digit, rect.center(), color);
        }
        Element::Candidate(candidate, role) => {
            let takes_part = role.is_some() && !is_stale;
            let color = if takes_part { palette.ink } else { theme::mix(palette.soft, palette.ink, 0.35) };
            let spot = layout.candidate_rect(candidate.cell, candidate.digit);
            digits.paint(painter, layout, Face::Candidate, candidate.digit, spot.center(), fade(color));
        }
        Element::Strike(_, square) => strike(painter, layout.whole_pixels(1.5), place(square)),
    }
}

/// The form behind a candidate that takes part. The legend draws with it too.
pub(in crate::app) fn paint_ground(painter: &Painter, line: f32, ground: Rect, role: Role) {
    let palette = theme::palette(painter.ctx());
    let centre = ground.center();
    let radius = ground.width() / 2.0;
    let (form, hue, share) = role.look();
    let color = theme::mix(palette.paper, palette.hue(hue), share);
    match form {
        Form::Square => {
            painter.rect_filled(ground, 2.0, color);
        }
        Form::Disc => {
            painter.circle_filled(centre, radius, color);
        }
        Form::Lozenge => {
            let [x, y] = [vec2(radius * 1.1, 0.0), vec2(0.0, radius * 1.1)];
            let points = vec![centre - y, centre + x, centre + y, centre - x];
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
        Form::Ring => {
            painter.circle(centre, radius - line, palette.paper, Stroke::new(line * 1.5, color));
        }
        Form::Frame => {
            painter.rect_stroke(ground, 2.0, Stroke::new(line, color), StrokeKind::Inside);
        }
    }
}

/// The stroke through a candidate that is ruled out.
pub(in crate::app) fn strike(painter: &Painter, line: f32, ground: Rect) {
    let palette = theme::palette(painter.ctx());
    painter.line_segment([ground.left_bottom(), ground.right_top()], Stroke::new(line, palette.hue(Hue::Conflict)));
}

/// A link of a chain: a strong one solid, a weak one dashed, with a head at the end.
pub(in crate::app) fn paint_arrow(painter: &Painter, width: f32, path: &ArrowPath, is_strong: bool) {
    const PARTS: i32 = 12;
    let palette = theme::palette(painter.ctx());
    let stroke = Stroke::new(width, theme::mix(palette.hue(Hue::Chain), palette.ink, 0.15));
    let at = |(x, y): Point| pos2(x, y);
    let [start, control, end] = path.curve.map(at);
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
    painter.add(Shape::convex_polygon(path.head.map(at).to_vec(), stroke.color, Stroke::NONE));
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

/// What the board paints, for the test that compares it with paper and JSON.
#[cfg(test)]
pub(in crate::app) mod painted {
    use super::*;
    use crate::sheet::Color;
    use crate::sheet::seen::Figure;
    use egui::epaint::ColorMode;

    /// The figures of a drawing in the light theme.
    pub(crate) fn painted_figures(drawing: &Drawing) -> Vec<Figure> {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        ctx.set_theme(egui::Theme::Light);
        let room = Rect::from_min_size(pos2(0.0, 0.0), Vec2::splat(800.0));
        let layout = BoardLayout::fit(room, drawing.board.shape(), 1.0);
        let input = egui::RawInput { screen_rect: Some(room), ..egui::RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            paint_picture(ui.painter(), &layout, drawing, Look::default(), &mut Digits::new(&layout));
        });
        // Nobody draws the glyphs.
        output.textures_delta.clear();
        let at = |at: Pos2| <(f32, f32)>::from(((at - layout.rect.min) / layout.pitch).to_pos2());
        let rect = |rect: Rect| {
            let (x, y) = at(rect.min);
            [x, y, rect.width() / layout.pitch, rect.height() / layout.pitch]
        };
        let color = |color: Color32| Color([color.r(), color.g(), color.b()]);
        let mut figures = Vec::new();
        let mut is_dashing = false;
        for shape in output.shapes.into_iter().map(|clipped| clipped.shape) {
            let figure = match shape {
                Shape::Rect(r) if r.stroke.width > 0.0 => Figure::Outline(rect(r.rect), color(r.stroke.color)),
                Shape::Rect(r) => Figure::Fill(rect(r.rect), color(r.fill)),
                Shape::Circle(c) if c.stroke.width > 0.0 => {
                    assert_eq!(c.fill, theme::of(egui::Theme::Light).paper);
                    Figure::Circle(at(c.center), color(c.stroke.color))
                }
                Shape::Circle(c) => Figure::Disc(at(c.center), color(c.fill)),
                Shape::Path(path) if path.closed => {
                    is_dashing = false;
                    Figure::Polygon(path.points.into_iter().map(at).collect(), color(path.fill))
                }
                Shape::Path(path) => {
                    let ColorMode::Solid(ink) = path.stroke.color else { panic!("a line of one colour") };
                    Figure::Curve(at(path.points[0]), true, color(ink))
                }
                Shape::LineSegment { points: [a, b], stroke } if color(stroke.color) == Color::of(Hue::Conflict) => {
                    Figure::Line(at(a), at(b), color(stroke.color))
                }
                // A dashed line up to its head is one figure.
                Shape::LineSegment { points: [start, _], stroke } => {
                    if std::mem::replace(&mut is_dashing, true) {
                        continue;
                    }
                    Figure::Curve(at(start), false, color(stroke.color))
                }
                Shape::Text(_) | Shape::Noop => continue,
                other => panic!("{other:?}"),
            };
            figures.push(figure);
        }
        figures
    }
}
