//! A page on the screen: the display list of print, drawn with the window's painter.

use crate::app::theme;
use crate::sheet::{Color, Item, Page, Text, Weight, printed, text_width};
use eframe::egui;
use egui::epaint::{Mesh, QuadraticBezierShape, TextShape};
use egui::{Color32, FontFamily, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};
use std::f32::consts::PI;
use std::sync::Arc;

/// Letters smaller than this, in dots of the screen, are bars.
const READABLE: f32 = 3.0;

/// Paper is white in every theme: what is seen is what is printed.
const PAPER: Color32 = Color32::WHITE;

/// Draws a page into a rectangle of its proportions, with an edge and a shadow.
pub(super) fn paint_page(ui: &Ui, rect: Rect, page: &Page) {
    let edge = theme::mix(theme::palette(ui.ctx()).window, Color32::BLACK, 0.25);
    for (grow, strength) in [(3.0, 0.04), (2.0, 0.06), (1.0, 0.10)] {
        let shadow = rect.expand(grow).translate(vec2(0.0, 1.0));
        ui.painter().rect_filled(shadow, 2.0, Color32::from_black_alpha((255.0 * strength) as u8));
    }
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, edge), egui::StrokeKind::Outside);
    ui.painter().rect_filled(rect, 0.0, PAPER);
    let mut canvas = Canvas {
        painter: ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())),
        pixels: ui.pixels_per_point(),
        origin: rect.min,
        scale: rect.width() / page.width.max(1.0),
        blocks: Mesh::default(),
    };
    for item in &page.items {
        canvas.draw(item);
    }
    canvas.flush();
}

struct Canvas {
    painter: Painter,
    /// Dots a point.
    pixels: f32,
    /// The corner of the page.
    origin: Pos2,
    /// Points a millimetre.
    scale: f32,
    /// Rectangles on whole dots that are not handed over yet; one mesh for all is far quicker than
    /// a shape for each.
    blocks: Mesh,
}

fn color32(Color([r, g, b]): Color) -> Color32 {
    Color32::from_rgb(r, g, b)
}

impl Canvas {
    fn draw(&mut self, item: &Item) {
        match item {
            Item::Line { from, to, width, color } => self.line(*from, *to, *width, color32(*color)),
            Item::Fill { rects, color } => {
                for &[x, y, width, height] in rects {
                    let [left, right] = [x, x + width].map(|x| self.dots(x));
                    let [top, bottom] = [y, y + height].map(|y| self.dots(y));
                    self.block([left, top, right, bottom].map(f32::round), color32(*color));
                }
            }
            &Item::Frame { rect: [x, y, width, height], width: line, color } => {
                let (wide, color) = self.stroke(line, color32(color));
                let [left, right] = [x, x + width].map(|x| self.start(x, wide));
                let [top, bottom] = [y, y + height].map(|y| self.start(y, wide));
                self.block([left, top, right + wide, top + wide], color);
                self.block([left, bottom, right + wide, bottom + wide], color);
                self.block([left, top + wide, left + wide, bottom], color);
                self.block([right, top + wide, right + wide, bottom], color);
            }
            Item::Disc { centre, radius, color } => {
                self.flush();
                let centre = self.at(*centre);
                self.painter.circle_filled(centre, radius * self.scale, color32(*color));
            }
            Item::Polygon { points, color } => {
                self.flush();
                let points = points.iter().map(|&point| self.at(point)).collect();
                self.painter.add(Shape::convex_polygon(points, color32(*color), Stroke::NONE));
            }
            Item::Curve { points, width, dash, color } => {
                self.flush();
                let stroke = Stroke::new((width * self.scale).max(1.0 / self.pixels), color32(*color));
                let curve = QuadraticBezierShape::from_points_stroke(
                    points.map(|point| self.at(point)),
                    false,
                    Color32::TRANSPARENT,
                    stroke,
                );
                match dash {
                    None => {
                        self.painter.add(curve);
                    }
                    Some(lengths) => {
                        let [dash, gap] = lengths.map(|length| length * self.scale);
                        self.painter.extend(Shape::dashed_line(&curve.flatten(None), stroke, dash, gap));
                    }
                }
            }
            Item::Text(text) => self.text(text),
        }
    }

    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.origin + self.scale * vec2(x, y)
    }

    /// A length in dots.
    fn dots(&self, length: f32) -> f32 {
        length * self.scale * self.pixels
    }

    /// A rectangle: left, top, right, bottom in whole dots from the corner of the page.
    fn block(&mut self, [left, top, right, bottom]: [f32; 4], color: Color32) {
        let at = |x: f32, y: f32| self.origin + vec2(x, y) / self.pixels;
        self.blocks.add_colored_rect(Rect::from_min_max(at(left, top), at(right, bottom)), color);
    }

    /// Hands over the rectangles so far; whatever comes next lies above them.
    fn flush(&mut self) {
        if !self.blocks.is_empty() {
            self.painter.add(Shape::mesh(std::mem::take(&mut self.blocks)));
        }
    }

    /// Whole dots of a line's thickness, and its colour: one thinner than a dot is a dot wide and paler.
    fn stroke(&self, width: f32, color: Color32) -> (f32, Color32) {
        let dots = self.dots(width);
        (dots.round().max(1.0), color.gamma_multiply(dots.clamp(0.35, 1.0)))
    }

    /// The first dot of a line so many dots wide.
    fn start(&self, centre: f32, wide: f32) -> f32 {
        (self.dots(centre) - wide / 2.0).round()
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: Color32) {
        let (wide, color) = self.stroke(width, color);
        let ends = |a: f32, b: f32| (self.dots(a.min(b)).round(), self.dots(a.max(b)).round());
        let is_level = |a: f32, b: f32| (a - b).abs() < 1e-4;
        if is_level(from.0, to.0) {
            let (x, (top, bottom)) = (self.start(from.0, wide), ends(from.1, to.1));
            self.block([x, top, x + wide, bottom], color);
        } else if is_level(from.1, to.1) {
            let (y, (left, right)) = (self.start(from.1, wide), ends(from.0, to.0));
            self.block([left, y, right, y + wide], color);
        } else {
            self.flush();
            let stroke = Stroke::new((width * self.scale).max(1.0 / self.pixels), color);
            self.painter.line_segment([self.at(from), self.at(to)], stroke);
        }
    }

    fn text(&mut self, text: &Text) {
        let size = text.size * self.scale;
        let sign = if text.turned { -1.0 } else { 1.0 };
        let color = color32(text.color);
        if size * self.pixels < READABLE {
            let width = text_width(text.text.trim_end(), text.weight, text.size);
            let [a, b] = [text.x, text.x + sign * width].map(|x| self.dots(x).round());
            let [c, d] = [text.y, text.y - sign * 0.6 * text.size].map(|y| self.dots(y).round());
            self.block([a.min(b), c.min(d), a.max(b), c.max(d)], color.gamma_multiply(0.4));
            return;
        }
        self.flush();
        let family = match text.weight {
            Weight::Regular => FontFamily::Proportional,
            Weight::SemiBold => theme::semibold(),
        };
        let font = FontId::new(size, family);
        let layout = |part: &str| {
            let part = part.chars().map(|c| printed(c, text.weight)).collect();
            self.painter.layout_no_wrap(part, font.clone(), color)
        };
        let whole = layout(&text.text);
        let width = text_width(&text.text, text.weight, text.size) * self.scale;
        if (whole.size().x - width).abs() * self.pixels < 1.0 {
            self.galley((text.x, text.y), whole, color, text.turned);
            return;
        }
        // Word by word: the window sets some pairs of letters closer, print does not.
        let mut x = text.x;
        for part in text.text.split_inclusive(' ') {
            if !part.trim_end().is_empty() {
                self.galley((x, text.y), layout(part.trim_end()), color, text.turned);
            }
            x += sign * text_width(part, text.weight, text.size);
        }
    }

    fn galley(&self, place: (f32, f32), galley: Arc<Galley>, color: Color32, turned: bool) {
        let Some(row) = galley.rows.first() else { return };
        let baseline = row.pos.y + row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y);
        let at = self.at(place);
        if turned {
            // Turned about its corner, which stands at the other end then.
            let corner = pos2(at.x, at.y + baseline);
            self.painter.add(TextShape::new(corner, galley, color).with_angle(PI));
        } else {
            self.painter.galley(pos2(at.x, at.y - baseline), galley, color);
        }
    }
}
