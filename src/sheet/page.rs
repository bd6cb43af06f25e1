//! Display lists: what is drawn where on a page, in millimetres from its top left corner.

use super::font::{Weight, text_width};
use crate::logic::Hue;

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// Digits, heavy lines.
    pub const INK: Color = Color([0x1f, 0x23, 0x28]);
    /// Labels, candidates.
    pub const SOFT: Color = Color([0x6a, 0x70, 0x79]);
    /// Thin lines.
    pub const LINE: Color = Color([0x9a, 0x9f, 0xa7]);
    /// Shaded cells.
    pub const SHADE: Color = Color([0xec, 0xee, 0xf1]);
    /// Background where something covers something else.
    pub const WHITE: Color = Color([0xff; 3]);
    /// Digits of a solution in progress, links to the web.
    pub const ACCENT: Color = Color([0x1f, 0x5f, 0xbf]);

    /// The colour of evidence, on paper and in the light theme of the screen.
    pub const fn of(hue: Hue) -> Color {
        // After Okabe and Ito: colour-blind eyes tell them apart.
        Color(match hue {
            Hue::Base => [0x00, 0x9e, 0x73],
            Hue::Cover => [0x56, 0xb4, 0xe9],
            Hue::Fin => [0xe6, 0x9f, 0x00],
            Hue::Chain => [0xcc, 0x79, 0xa7],
            Hue::Conflict => [0xd5, 0x5e, 0x00],
        })
    }

    /// A share of another colour on this one.
    #[must_use]
    pub fn mix(self, over: Color, share: f32) -> Color {
        let Color(under) = self;
        let Color(over) = over;
        let part = |i: usize| (f32::from(under[i]) * (1.0 - share) + f32::from(over[i]) * share).round() as u8;
        Color([part(0), part(1), part(2)])
    }
}

/// A run of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Left end of the base line.
    pub x: f32,
    /// Height of the base line.
    pub y: f32,
    /// Size of the em.
    pub size: f32,
    /// The characters.
    pub text: String,
    /// Weight of the font.
    pub weight: Weight,
    /// Colour.
    pub color: Color,
    /// Whether it stands on its head: the base line runs to the left then.
    pub turned: bool,
}

/// Something drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A straight line with blunt ends.
    Line {
        /// One end.
        from: (f32, f32),
        /// The other end.
        to: (f32, f32),
        /// Thickness.
        width: f32,
        /// Colour.
        color: Color,
    },
    /// Filled rectangles, drawn as one figure so that neighbours show no seam.
    Fill {
        /// Left, top, width, height of each.
        rects: Vec<[f32; 4]>,
        /// Colour.
        color: Color,
    },
    /// The outline of a rectangle with sharp corners; the line lies on both sides of the edge.
    Frame {
        /// Left, top, width, height.
        rect: [f32; 4],
        /// Thickness.
        width: f32,
        /// Colour.
        color: Color,
    },
    /// A filled circle.
    Disc {
        /// Centre.
        centre: (f32, f32),
        /// Radius.
        radius: f32,
        /// Colour.
        color: Color,
    },
    /// A filled polygon without dents.
    Polygon {
        /// The corners in order.
        points: Vec<(f32, f32)>,
        /// Colour.
        color: Color,
    },
    /// A quadratic curve with blunt ends.
    Curve {
        /// One end, the control point, the other end.
        points: [(f32, f32); 3],
        /// Thickness.
        width: f32,
        /// Lengths of dash and gap; none for a solid line.
        dash: Option<[f32; 2]>,
        /// Colour.
        color: Color,
    },
    /// A run of text.
    Text(Text),
}

/// An entry of the table of contents that viewers show.
#[derive(Clone, PartialEq, Debug)]
pub struct Bookmark {
    /// What it says.
    pub title: String,
    /// Height on the page.
    pub y: f32,
}

/// A page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is drawn, from back to front.
    pub items: Vec<Item>,
    /// Places worth jumping to.
    pub bookmarks: Vec<Bookmark>,
    /// Rectangles (left, top, width, height) that open an address.
    pub links: Vec<([f32; 4], String)>,
}

impl Page {
    /// An empty page.
    pub fn new(width: f32, height: f32) -> Page {
        Page { width, height, ..Page::default() }
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: Color) {
        self.items.push(Item::Line { from, to, width, color });
    }

    pub(super) fn fill(&mut self, rect: [f32; 4], color: Color) {
        self.items.push(Item::Fill { rects: vec![rect], color });
    }

    /// Text from a place to the right; returns its width.
    pub(super) fn text(&mut self, place: (f32, f32), text: &str, size: f32, weight: Weight, color: Color) -> f32 {
        let (x, y) = place;
        if !text.is_empty() {
            self.items.push(Item::Text(Text { x, y, size, text: text.to_owned(), weight, color, turned: false }));
        }
        text_width(text, weight, size)
    }

    /// Everything of another page, moved.
    pub(super) fn place(&mut self, other: &Page, dx: f32, dy: f32) {
        self.items.extend(other.items.iter().map(|item| item.mapped(1.0, dx, dy)));
        self.bookmarks.extend(other.bookmarks.iter().map(|b| Bookmark { title: b.title.clone(), y: b.y + dy }));
        let links = other.links.iter().map(|([x, y, w, h], url)| ([x + dx, y + dy, *w, *h], url.clone()));
        self.links.extend(links);
    }

    /// Turns the items from `first` on by 180 degrees, in the rectangle that they fill.
    pub(super) fn turn(&mut self, first: usize, [x, y, width, height]: [f32; 4]) {
        for item in &mut self.items[first..] {
            *item = item.mapped(-1.0, 2.0 * x + width, 2.0 * y + height);
        }
    }
}

impl Item {
    /// The item with every place `p` moved to `sign * p + d`; `sign` is 1 or -1.
    fn mapped(&self, sign: f32, dx: f32, dy: f32) -> Item {
        let at = |(x, y): (f32, f32)| (sign * x + dx, sign * y + dy);
        let rect_at = |[x, y, width, height]: [f32; 4]| {
            let (x, y) = if sign < 0.0 { at((x + width, y + height)) } else { at((x, y)) };
            [x, y, width, height]
        };
        match self {
            &Item::Line { from, to, width, color } => Item::Line { from: at(from), to: at(to), width, color },
            Item::Fill { rects, color } => {
                Item::Fill { rects: rects.iter().map(|&rect| rect_at(rect)).collect(), color: *color }
            }
            &Item::Frame { rect, width, color } => Item::Frame { rect: rect_at(rect), width, color },
            &Item::Disc { centre, radius, color } => Item::Disc { centre: at(centre), radius, color },
            Item::Polygon { points, color } => {
                Item::Polygon { points: points.iter().map(|&point| at(point)).collect(), color: *color }
            }
            &Item::Curve { points, width, dash, color } => Item::Curve { points: points.map(at), width, dash, color },
            Item::Text(text) => {
                let (x, y) = at((text.x, text.y));
                Item::Text(Text { x, y, turned: text.turned != (sign < 0.0), ..text.clone() })
            }
        }
    }
}
