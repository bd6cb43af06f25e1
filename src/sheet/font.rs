//! The two fonts of sheets: widths, bounds, outlines.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Weight of the font.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Weight {
    /// Regular.
    #[default]
    Regular,
    /// Semibold.
    SemiBold,
}

impl Weight {
    /// Both weights.
    pub(super) const ALL: [Weight; 2] = [Weight::Regular, Weight::SemiBold];

    /// The font file.
    pub(super) const fn data(self) -> &'static [u8] {
        match self {
            Weight::Regular => include_bytes!("../../assets/fonts/Inter-Regular.otf"),
            Weight::SemiBold => include_bytes!("../../assets/fonts/Inter-SemiBold.otf"),
        }
    }

    /// Name of the font in a PDF.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Weight::Regular => "Inter-Regular",
            Weight::SemiBold => "Inter-SemiBold",
        }
    }
}

/// A part of an outline, in units of the em, y upwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Stroke {
    Move(f32, f32),
    Line(f32, f32),
    Cubic([f32; 6]),
    Close,
}

/// A glyph of a font, in units of the em.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    /// Number in the font.
    pub(super) id: u16,
    /// Width with the space around it.
    pub(super) advance: f32,
    /// Left, bottom, right, top of the ink.
    pub(super) bounds: [f32; 4],
    /// The outline.
    pub(super) outline: Vec<Stroke>,
}

/// A font, read once.
#[derive(Debug)]
pub(super) struct Font {
    glyphs: BTreeMap<char, Glyph>,
    /// Height of capital letters and, here, of digits.
    pub(super) cap_height: f32,
    /// Above and below the base line.
    pub(super) ascent: f32,
    pub(super) descent: f32,
    /// Left, bottom, right, top of all glyphs.
    pub(super) bounds: [f32; 4],
}

/// The font of a weight.
pub(super) fn font(weight: Weight) -> &'static Font {
    static FONTS: [OnceLock<Font>; 2] = [const { OnceLock::new() }; 2];
    FONTS[weight as usize].get_or_init(|| Font::read(weight.data()))
}

impl Font {
    fn read(data: &'static [u8]) -> Font {
        let font = FontRef::new(data).expect("the font in the program is sound");
        let units = f32::from(font.head().expect("a font has a head").units_per_em());
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let metrics = font.metrics(size, location);
        let widths = font.glyph_metrics(size, location);
        let outlines = font.outline_glyphs();
        let glyph = |id: GlyphId| {
            let mut pen = Pen::default();
            if let Some(outline) = outlines.get(id) {
                outline
                    .draw(DrawSettings::unhinted(size, location), &mut pen)
                    .expect("the font in the program is sound");
            }
            pen.scale(units);
            Glyph {
                id: id.to_u32() as u16,
                advance: widths.advance_width(id).unwrap_or(0.0) / units,
                bounds: pen.bounds(),
                outline: pen.strokes,
            }
        };
        let glyphs = font.charmap().mappings().filter_map(|(code, id)| Some((char::from_u32(code)?, glyph(id))));
        let glyphs: BTreeMap<char, Glyph> = glyphs.collect();
        let all = metrics.bounds.unwrap_or_default();
        Font {
            cap_height: metrics.cap_height.unwrap_or(0.73 * units) / units,
            ascent: metrics.ascent / units,
            descent: metrics.descent / units,
            bounds: [all.x_min, all.y_min, all.x_max, all.y_max].map(|value| value / units),
            glyphs,
        }
    }

    /// The glyph of a character; a white square for one that the font lacks.
    pub(super) fn glyph(&self, c: char) -> &Glyph {
        self.glyphs.get(&self.printed(c)).expect("the font has a question mark")
    }

    fn printed(&self, c: char) -> char {
        [c, '\u{25a1}'].into_iter().find(|c| self.glyphs.contains_key(c)).unwrap_or('?')
    }
}

/// The character that stands on paper for this one: itself, or a white square where the font lacks it.
pub fn printed(c: char, weight: Weight) -> char {
    font(weight).printed(c)
}

/// Width of a text in the unit of `size`, the size of the em.
pub fn text_width(text: &str, weight: Weight, size: f32) -> f32 {
    let font = font(weight);
    text.chars().map(|c| font.glyph(c).advance * size).sum()
}

/// The text cut to a width, with an ellipsis where something was cut.
pub(super) fn fitted(text: &str, weight: Weight, size: f32, width: f32) -> String {
    if text_width(text, weight, size) <= width {
        return text.to_owned();
    }
    let mut cut: String = text.to_owned();
    while cut.pop().is_some() {
        let shorter = format!("{}\u{2026}", cut.trim_end());
        if text_width(&shorter, weight, size) <= width {
            return shorter;
        }
    }
    String::new()
}

/// The text in lines of at most this width; a word that is longer gets a line of its own, cut.
pub(super) fn wrapped(text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), weight, size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fitted(word, weight, size, width)),
        }
    }
    lines
}

/// Collects an outline; quadratic curves become cubic ones.
#[derive(Default)]
struct Pen {
    strokes: Vec<Stroke>,
    at: (f32, f32),
}

impl Pen {
    fn scale(&mut self, units: f32) {
        for stroke in &mut self.strokes {
            match stroke {
                Stroke::Move(x, y) | Stroke::Line(x, y) => (*x, *y) = (*x / units, *y / units),
                Stroke::Cubic(points) => *points = points.map(|value| value / units),
                Stroke::Close => {}
            }
        }
    }

    /// The box around all points, control points too: Inter has points at all extremes.
    fn bounds(&self) -> [f32; 4] {
        let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        let mut add = |x: f32, y: f32| {
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
        };
        for stroke in &self.strokes {
            match *stroke {
                Stroke::Move(x, y) | Stroke::Line(x, y) => add(x, y),
                Stroke::Cubic([a, b, c, d, x, y]) => {
                    add(a, b);
                    add(c, d);
                    add(x, y);
                }
                Stroke::Close => {}
            }
        }
        if self.strokes.is_empty() { [0.0; 4] } else { bounds }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        self.strokes.push(Stroke::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        self.strokes.push(Stroke::Line(x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (x0, y0) = self.at;
        let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
        self.curve_to(third(x0, cx), third(y0, cy), third(x, cx), third(y, cy), x, y);
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        self.at = (x, y);
        self.strokes.push(Stroke::Cubic([a, b, c, d, x, y]));
    }

    fn close(&mut self) {
        self.strokes.push(Stroke::Close);
    }
}
