//! A board: shading, lines, digits, candidates, the evidence of a step.

use super::font::{Weight, font};
use super::options::{Shading, Sheet, Symbols};
use super::page::{Color, Item, Page, Text};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Shape};
use crate::logic::{Arrow, Board, Drawing, Element, Filling, Form, Hue, Point, Role, Square, Tint, spot, spot_in_cell};
use std::collections::BTreeMap;

/// What a puzzle's board shows.
pub(super) struct Grid<'a> {
    /// The clues.
    pub(super) clues: &'a Puzzle,
    /// Digits beyond the clues.
    pub(super) placed: Option<&'a Puzzle>,
    /// Candidates of the cells without a digit.
    pub(super) candidates: Option<&'a Board>,
    /// Whether a mark stands for each clue.
    pub(super) shape_only: bool,
}

impl<'a> Grid<'a> {
    /// Clues only.
    pub(super) fn clues(clues: &'a Puzzle) -> Grid<'a> {
        Grid { clues, placed: None, candidates: None, shape_only: false }
    }
}

/// The symbol of a digit.
pub(super) fn symbol(digit: Digit, symbols: Symbols) -> String {
    match symbols {
        Symbols::Letters => digit.to_string(),
        Symbols::Numbers => digit.value().to_string(),
    }
}

/// A board on a page.
pub(super) struct Frame<'a> {
    /// Left and top.
    place: (f32, f32),
    /// Length of the outer frame.
    side: f32,
    pub(super) shape: Shape,
    pub(super) sheet: &'a Sheet,
}

/// Draws a puzzle with its top left corner at a place; `side` is the length of the frame.
pub(super) fn draw(page: &mut Page, place: (f32, f32), side: f32, sheet: &Sheet, grid: &Grid<'_>) {
    let frame = Frame { place, side, shape: grid.clues.shape(), sheet };
    frame.shade(page, |c| grid.clues.get(c).is_some());
    frame.marks(page);
    frame.lines(page);
    for c in frame.shape.cells() {
        let clue = grid.clues.get(c);
        if clue.is_some() && grid.shape_only {
            let radius = 0.2 * frame.cell();
            page.items.push(Item::Disc { centre: frame.middle(c), radius, color: Color::INK });
        } else if let Some(digit) = clue {
            // Where other digits are about, the clues stand out.
            let weight = if grid.placed.is_some() { Weight::SemiBold } else { sheet.digits };
            frame.digit(page, Candidate::new(c, digit), weight, Color::INK);
        } else if let Some(digit) = grid.placed.and_then(|placed| placed.get(c)) {
            frame.digit(page, Candidate::new(c, digit), Weight::Regular, Color::INK);
        } else if let Some(board) = grid.candidates {
            for digit in board.marks(c).iter() {
                frame.candidate(page, Candidate::new(c, digit), Weight::Regular, Color::SOFT);
            }
        }
    }
}

/// Draws a step with its top left corner at a place; `side` is the length of the frame.
pub(super) fn draw_step(page: &mut Page, place: (f32, f32), side: f32, sheet: &Sheet, drawing: &Drawing) {
    let frame = Frame { place, side, shape: drawing.board.shape(), sheet };
    frame.shade(page, |c| drawing.board.is_clue(c));
    frame.marks(page);
    let elements = drawing.elements();
    let (tints, others): (Vec<_>, Vec<_>) = elements.into_iter().partition(|e| matches!(e, Element::Tint(..)));
    frame.tints(page, &tints);
    frame.lines(page);
    for element in others {
        frame.element(page, element);
    }
}

impl Frame<'_> {
    /// Side of a cell.
    pub(super) fn cell(&self) -> f32 {
        self.side / self.shape.n() as f32
    }

    /// A point given in cells.
    pub(super) fn at(&self, (x, y): Point) -> (f32, f32) {
        (self.place.0 + x * self.cell(), self.place.1 + y * self.cell())
    }

    pub(super) fn rect(&self, c: Cell) -> [f32; 4] {
        let (left, top) = self.at((self.shape.col(c) as f32, self.shape.row(c) as f32));
        [left, top, self.cell(), self.cell()]
    }

    pub(super) fn middle(&self, c: Cell) -> (f32, f32) {
        let [left, top, width, height] = self.rect(c);
        (left + width / 2.0, top + height / 2.0)
    }

    /// Width and height of a candidate's place.
    fn spot_size(&self) -> (f32, f32) {
        let (_, (width, height)) = spot_in_cell(self.shape, Digit::new(1));
        (width * self.cell(), height * self.cell())
    }

    fn shade(&self, page: &mut Page, is_clue: impl Fn(Cell) -> bool) {
        let shape = self.shape;
        let is_shaded = |c: Cell| match self.sheet.shading {
            Shading::None => false,
            Shading::Boxes => shape
                .region_boxes()
                .is_some_and(|(height, width)| (shape.row(c) / height + shape.col(c) / width) % 2 == 1),
            Shading::Clues => is_clue(c),
        };
        let rects: Vec<[f32; 4]> = shape.cells().filter(|&c| is_shaded(c)).map(|c| self.rect(c)).collect();
        if !rects.is_empty() {
            page.items.push(Item::Fill { rects, color: Color::SHADE });
        }
    }

    /// Neighbours of one tint are one figure, so that no seam shows.
    fn tints(&self, page: &mut Page, tints: &[Element<'_>]) {
        let mut rects: BTreeMap<Tint, Vec<[f32; 4]>> = BTreeMap::new();
        for element in tints {
            if let &Element::Tint(c, tint) = element {
                rects.entry(tint).or_default().push(self.rect(c));
            }
        }
        for (tint, rects) in rects {
            let color =
                tint.layers().iter().fold(Color::WHITE, |under, &(hue, share)| under.mix(Color::of(hue), share));
            page.items.push(Item::Fill { rects, color });
        }
    }

    /// Thin lines first, so that heavy ones lie over their ends.
    fn lines(&self, page: &mut Page) {
        let (shape, sheet, side) = (self.shape, self.sheet, self.side);
        let (x, y) = self.place;
        // Small boards have thinner lines, but not in full proportion: they still have to print.
        let scale = (side / 100.0).sqrt().clamp(0.45, 1.25);
        for is_box in [false, true] {
            let (width, color) = if is_box { (sheet.box_width, Color::INK) } else { (sheet.cell_width, Color::LINE) };
            let Some((box_height, box_width)) = shape.region_boxes() else {
                self.irregular_lines(page, is_box, width * scale, color);
                continue;
            };
            for i in 1..shape.n() {
                let at = i as f32 * self.cell();
                if i.is_multiple_of(box_width) == is_box {
                    page.line((x + at, y), (x + at, y + side), width * scale, color);
                }
                if i.is_multiple_of(box_height) == is_box {
                    page.line((x, y + at), (x + side, y + at), width * scale, color);
                }
            }
        }
        page.items.push(Item::Frame { rect: [x, y, side, side], width: sheet.frame_width * scale, color: Color::INK });
    }

    /// All lines thin, and the borders of regions over them, longer by their width, so that corners close.
    fn irregular_lines(&self, page: &mut Page, is_border: bool, width: f32, color: Color) {
        let ((x, y), cell) = (self.place, self.cell());
        if !is_border {
            for i in 1..self.shape.n() {
                let at = i as f32 * cell;
                page.line((x + at, y), (x + at, y + self.side), width, color);
                page.line((x, y + at), (x + self.side, y + at), width, color);
            }
            return;
        }
        let more = width / 2.0;
        for ([x1, y1], [x2, y2]) in self.shape.geometry().borders() {
            let (dx, dy) = if x1 == x2 { (0.0, more) } else { (more, 0.0) };
            let from = (x + x1 as f32 * cell - dx, y + y1 as f32 * cell - dy);
            let to = (x + x2 as f32 * cell + dx, y + y2 as f32 * cell + dy);
            page.line(from, to, width, color);
        }
    }

    fn element(&self, page: &mut Page, element: Element<'_>) {
        match element {
            // They lie below the lines.
            Element::Tint(..) => {}
            Element::Ground(_, role, square) => self.ground(page, role, square),
            Element::Arrow(arrow) => self.arrow(page, arrow),
            Element::Digit(candidate, Filling::Clue) => self.digit(page, candidate, Weight::SemiBold, Color::INK),
            Element::Digit(candidate, Filling::Solved) => self.digit(page, candidate, Weight::Regular, Color::ACCENT),
            Element::Digit(candidate, Filling::Placed) => {
                let [left, top, side, _] = self.rect(candidate.cell);
                let (inset, width) = (0.06 * side, 0.035 * side);
                let rect = [left + inset, top + inset, side - 2.0 * inset, side - 2.0 * inset];
                page.items.push(Item::Frame { rect, width, color: Color::of(Hue::Base) });
                self.digit(page, candidate, Weight::SemiBold, Color::ACCENT);
            }
            Element::Candidate(candidate, None) => self.candidate(page, candidate, Weight::Regular, Color::SOFT),
            Element::Candidate(candidate, Some(_)) => self.candidate(page, candidate, Weight::SemiBold, Color::INK),
            Element::Strike(_, square) => {
                let (x, y) = self.at(square.centre);
                let side = square.side * self.cell();
                let reach = side / 2.0;
                page.line((x - reach, y + reach), (x + reach, y - reach), 0.1 * side, Color::of(Hue::Conflict));
            }
        }
    }

    /// The form behind a candidate.
    fn ground(&self, page: &mut Page, role: Role, square: Square) {
        let centre = self.at(square.centre);
        let (x, y) = centre;
        let radius = square.side * self.cell() / 2.0;
        let (form, hue, share) = role.look();
        let color = Color::WHITE.mix(Color::of(hue), share);
        let around = |reach: f32| [x - reach, y - reach, 2.0 * reach, 2.0 * reach];
        match form {
            Form::Square => page.fill(around(radius), color),
            Form::Disc => page.items.push(Item::Disc { centre, radius, color }),
            Form::Lozenge => {
                let reach = 1.1 * radius;
                let points = vec![(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)];
                page.items.push(Item::Polygon { points, color });
            }
            Form::Ring => {
                page.items.push(Item::Disc { centre, radius, color });
                page.items.push(Item::Disc { centre, radius: 0.82 * radius, color: Color::WHITE });
            }
            Form::Frame => {
                let line = 0.12 * radius;
                page.items.push(Item::Frame { rect: around(radius - line / 2.0), width: line, color });
            }
        }
    }

    /// A link of a chain: a strong one solid, a weak one dashed.
    fn arrow(&self, page: &mut Page, arrow: &Arrow) {
        let Some(path) = arrow.path(self.shape) else { return };
        let width = 0.026 * self.cell();
        let dash = (!arrow.is_strong).then_some([2.6 * width, 2.0 * width]);
        let color = Color::of(Hue::Chain).mix(Color::INK, 0.15);
        page.items.push(Item::Curve { points: path.curve.map(|point| self.at(point)), width, dash, color });
        page.items.push(Item::Polygon { points: path.head.map(|point| self.at(point)).to_vec(), color });
    }

    /// A digit that fills its cell.
    fn digit(&self, page: &mut Page, candidate: Candidate, weight: Weight, color: Color) {
        let (height, width) = (self.sheet.digit_height * self.cell(), 0.68 * self.cell());
        let text = symbol(candidate.digit, self.sheet.symbols);
        centred(page, self.middle(candidate.cell), &text, (height, width), weight, color);
    }

    fn candidate(&self, page: &mut Page, candidate: Candidate, weight: Weight, color: Color) {
        let (width, height) = self.spot_size();
        let text = symbol(candidate.digit, self.sheet.symbols);
        let centre = self.at(spot(self.shape, candidate));
        centred(page, centre, &text, (0.6 * width.min(height), 0.8 * width), weight, color);
    }
}

/// Text whose ink is centred on a point, of the height given unless that is too wide.
pub(super) fn centred(
    page: &mut Page,
    (cx, cy): (f32, f32),
    text: &str,
    (height, width): (f32, f32),
    weight: Weight,
    color: Color,
) {
    let font = font(weight);
    let mut pen = 0.0;
    let mut ink = [f32::MAX, f32::MIN];
    for c in text.chars() {
        let glyph = font.glyph(c);
        ink = [ink[0].min(pen + glyph.bounds[0]), ink[1].max(pen + glyph.bounds[2])];
        pen += glyph.advance;
    }
    let size = (height / font.cap_height).min(width / (ink[1] - ink[0]));
    let x = cx - f32::midpoint(ink[0], ink[1]) * size;
    let y = cy + font.cap_height / 2.0 * size;
    page.items.push(Item::Text(Text { x, y, size, text: text.to_owned(), weight, color, turned: false }));
}
