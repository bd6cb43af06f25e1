//! A page as PNG.

use super::font::{Stroke, Weight, font};
use super::options::SheetError;
use super::page::{Color, Item, Page, Text};
use std::collections::BTreeMap;
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

/// Most pixels of a picture; they take four bytes each.
const MAX_PIXELS: f32 = 120e6;

/// A page as pixels: row by row, four bytes each for red, green, blue and 255.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

/// The page as a PNG file with so many dots an inch.
///
/// Horizontal and vertical lines lie on whole pixels, so that all of a kind look the same.
///
/// # Errors
/// If the picture would have no pixels or too many.
pub fn png(page: &Page, dpi: f32) -> Result<Vec<u8>, SheetError> {
    let pixmap = drawn(page, dpi)?;
    let mut bytes = pixmap.encode_png().map_err(|error| SheetError(format!("cannot write PNG: {error}")))?;
    set_resolution(&mut bytes, dpi);
    Ok(bytes)
}

/// The pixels of [`png()`].
///
/// # Errors
/// If the picture would have no pixels or too many.
pub fn pixels(page: &Page, dpi: f32) -> Result<Pixels, SheetError> {
    let pixmap = drawn(page, dpi)?;
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    // Nothing shines through, so premultiplied colours are the colours.
    Ok(Pixels { width, height, rgba: pixmap.take() })
}

fn drawn(page: &Page, dpi: f32) -> Result<Pixmap, SheetError> {
    let scale = dpi / 25.4;
    let (width, height) = ((page.width * scale).round(), (page.height * scale).round());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MAX_PIXELS) {
        return Err(SheetError(format!(
            "{dpi} dots an inch make a picture of {width} x {height} pixels: use a number that makes at most {} million",
            MAX_PIXELS / 1e6
        )));
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32)
        .ok_or_else(|| SheetError("the picture is too large for the memory".to_owned()))?;
    pixmap.fill(tiny_skia::Color::WHITE);
    let mut canvas = Canvas { pixmap, scale, glyphs: BTreeMap::new() };
    for item in &page.items {
        canvas.draw(item);
    }
    Ok(canvas.pixmap)
}

/// Puts the resolution behind the header: pixels a metre, as PNG counts.
fn set_resolution(png: &mut Vec<u8>, dpi: f32) {
    // Signature, and the header chunk with its length, name and check sum.
    const AFTER_HEADER: usize = 8 + 4 + 4 + 13 + 4;
    let per_metre = (dpi / 0.0254).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(per_metre.to_be_bytes());
    chunk.extend(per_metre.to_be_bytes());
    chunk.push(1);
    let sum = crc32(&chunk);
    let mut whole = 9u32.to_be_bytes().to_vec();
    whole.extend(chunk);
    whole.extend(sum.to_be_bytes());
    png.splice(AFTER_HEADER..AFTER_HEADER, whole);
}

/// The check sum of PNG chunks (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, step)
}

struct Canvas {
    pixmap: Pixmap,
    /// Pixels a millimetre.
    scale: f32,
    /// Outlines in units of the em; none for a glyph without ink.
    glyphs: BTreeMap<(Weight, char), Option<Path>>,
}

fn paint(Color([r, g, b]): Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint.anti_alias = true;
    paint
}

impl Canvas {
    fn draw(&mut self, item: &Item) {
        match item {
            Item::Line { from, to, width, color } => self.line(*from, *to, *width, *color),
            Item::Fill { rects, color } => {
                for &[x, y, width, height] in rects {
                    let [left, top, right, bottom] = [x, y, x + width, y + height].map(|v| (v * self.scale).round());
                    self.rect([left, top, right, bottom], *color);
                }
            }
            &Item::Frame { rect: [x, y, width, height], width: line, color } => {
                let (right, bottom) = (x + width, y + height);
                let half = line / 2.0;
                for (from, to) in [
                    ((x - half, y), (right + half, y)),
                    ((x - half, bottom), (right + half, bottom)),
                    ((x, y - half), (x, bottom + half)),
                    ((right, y - half), (right, bottom + half)),
                ] {
                    self.line(from, to, line, color);
                }
            }
            Item::Disc { centre, radius, color } => {
                let [x, y, r] = [centre.0, centre.1, *radius].map(|v| v * self.scale);
                if let Some(path) = PathBuilder::from_circle(x, y, r) {
                    self.pixmap.fill_path(&path, &paint(*color), FillRule::Winding, Transform::identity(), None);
                }
            }
            Item::Polygon { points, color } => {
                let mut path = PathBuilder::new();
                for (index, &(x, y)) in points.iter().enumerate() {
                    let (x, y) = (x * self.scale, y * self.scale);
                    if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                path.close();
                if let Some(path) = path.finish() {
                    self.pixmap.fill_path(&path, &paint(*color), FillRule::Winding, Transform::identity(), None);
                }
            }
            Item::Curve { points, width, dash, color } => {
                let [start, control, end] = points.map(|(x, y)| (x * self.scale, y * self.scale));
                let mut path = PathBuilder::new();
                path.move_to(start.0, start.1);
                path.quad_to(control.0, control.1, end.0, end.1);
                let dash = dash.map(|lengths| lengths.map(|length| length * self.scale).to_vec());
                let dash = dash.and_then(|lengths| tiny_skia::StrokeDash::new(lengths, 0.0));
                let stroke = tiny_skia::Stroke { width: width * self.scale, dash, ..tiny_skia::Stroke::default() };
                if let Some(path) = path.finish() {
                    self.pixmap.stroke_path(&path, &paint(*color), &stroke, Transform::identity(), None);
                }
            }
            Item::Text(text) => self.text(text),
        }
    }

    /// Left, top, right, bottom in whole pixels.
    fn rect(&mut self, [left, top, right, bottom]: [f32; 4], color: Color) {
        if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
            let mut paint = paint(color);
            paint.anti_alias = false;
            self.pixmap.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: Color) {
        let scale = self.scale;
        let pixels = (width * scale).round().max(1.0);
        let start = |centre: f32| (centre * scale - pixels / 2.0).round();
        // Ends reach over the whole width of a line that they meet.
        let ends = |a: f32, b: f32| ((a.min(b) * scale).round(), (a.max(b) * scale).round());
        let is_level = |a: f32, b: f32| (a - b).abs() < 1e-4;
        if is_level(from.0, to.0) {
            let (x, (top, bottom)) = (start(from.0), ends(from.1, to.1));
            self.rect([x, top, x + pixels, bottom], color);
        } else if is_level(from.1, to.1) {
            let (y, (left, right)) = (start(from.1), ends(from.0, to.0));
            self.rect([left, y, right, y + pixels], color);
        } else {
            let mut path = PathBuilder::new();
            path.move_to(from.0 * scale, from.1 * scale);
            path.line_to(to.0 * scale, to.1 * scale);
            if let Some(path) = path.finish() {
                let stroke = tiny_skia::Stroke { width: width * scale, ..tiny_skia::Stroke::default() };
                self.pixmap.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let em = text.size * self.scale;
        let sign = if text.turned { -1.0 } else { 1.0 };
        let mut x = text.x * self.scale;
        let y = text.y * self.scale;
        let paint = paint(text.color);
        for c in text.text.chars() {
            let path = self.glyphs.entry((text.weight, c)).or_insert_with(|| outline(text.weight, c));
            if let Some(path) = path {
                let transform = Transform::from_row(sign * em, 0.0, 0.0, -sign * em, x, y);
                self.pixmap.fill_path(path, &paint, FillRule::Winding, transform, None);
            }
            x += sign * em * font(text.weight).glyph(c).advance;
        }
    }
}

fn outline(weight: Weight, c: char) -> Option<Path> {
    let mut path = PathBuilder::new();
    for stroke in &font(weight).glyph(c).outline {
        match *stroke {
            Stroke::Move(x, y) => path.move_to(x, y),
            Stroke::Line(x, y) => path.line_to(x, y),
            Stroke::Cubic([a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
            Stroke::Close => path.close(),
        }
    }
    path.finish()
}
