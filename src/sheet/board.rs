//! A board: shading, lines, digits, candidates.

use super::font::{Weight, font};
use super::options::{Shading, Sheet, Symbols};
use super::page::{Color, Item, Page, Text};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Shape};
use crate::logic::Board;

/// What a board shows.
pub(super) struct Grid<'a> {
    /// The clues.
    pub(super) clues: &'a Puzzle,
    /// Digits beyond the clues.
    pub(super) placed: Option<&'a Puzzle>,
    /// Candidates of the cells without a digit.
    pub(super) candidates: Option<&'a Board>,
    /// Whether a mark stands for each clue.
    pub(super) shape_only: bool,
    /// Cells that get a colour behind them.
    pub(super) tinted: &'a [(Cell, Color)],
    /// Candidates that get a coloured disc behind them.
    pub(super) discs: &'a [(Candidate, Color)],
    /// Candidates that are crossed out.
    pub(super) crossed: &'a [Candidate],
    /// Digits placed right now.
    pub(super) fresh: &'a [Candidate],
}

impl<'a> Grid<'a> {
    /// Clues only.
    pub(super) fn clues(clues: &'a Puzzle) -> Grid<'a> {
        Grid {
            clues,
            placed: None,
            candidates: None,
            shape_only: false,
            tinted: &[],
            discs: &[],
            crossed: &[],
            fresh: &[],
        }
    }
}

/// Digits that a step places.
pub(super) const ACCENT: Color = Color([0x1f, 0x5f, 0xbf]);
/// Candidates that a step rules out.
pub(super) const RULED_OUT: Color = Color([0xc4, 0x4e, 0x00]);

/// The symbol of a digit.
pub(super) fn symbol(digit: Digit, symbols: Symbols) -> String {
    match symbols {
        Symbols::Letters => digit.to_string(),
        Symbols::Numbers => digit.value().to_string(),
    }
}

/// Draws a board with its top left corner at a place; `side` is the length of the frame.
pub(super) fn draw(page: &mut Page, (x, y): (f32, f32), side: f32, sheet: &Sheet, grid: &Grid<'_>) {
    let shape = grid.clues.shape();
    let cell = side / shape.n() as f32;
    let corner = |c: Cell| (x + shape.col(c) as f32 * cell, y + shape.row(c) as f32 * cell);
    shade(page, (x, y), cell, sheet, grid);
    for &(c, color) in grid.tinted {
        let (left, top) = corner(c);
        page.fill([left, top, cell, cell], color);
    }
    lines(page, (x, y), side, sheet, shape);
    for c in shape.cells() {
        let (left, top) = corner(c);
        let centre = (left + cell / 2.0, top + cell / 2.0);
        let placed = grid.placed.and_then(|placed| placed.get(c));
        let fresh = grid.fresh.iter().find(|candidate| candidate.cell == c);
        if grid.clues.get(c).is_some() && grid.shape_only {
            let radius = 0.2 * cell;
            page.items.push(Item::Disc { centre, radius, color: Color::INK });
        } else if let Some(digit) = grid.clues.get(c) {
            // Where other digits are about, the clues stand out.
            let weight = if grid.placed.is_some() { Weight::SemiBold } else { sheet.digits };
            digit_in(page, centre, cell, sheet, digit, weight, Color::INK);
        } else if let Some(candidate) = fresh {
            digit_in(page, centre, cell * 1.1, sheet, candidate.digit, Weight::SemiBold, ACCENT);
        } else if let Some(digit) = placed {
            digit_in(page, centre, cell, sheet, digit, Weight::Regular, Color::INK);
        } else if let Some(board) = grid.candidates {
            candidates(page, (left, top), cell, sheet, grid, board, c);
        }
    }
}

fn shade(page: &mut Page, (x, y): (f32, f32), cell: f32, sheet: &Sheet, grid: &Grid<'_>) {
    let shape = grid.clues.shape();
    let is_shaded = |c: Cell| match sheet.shading {
        Shading::None => false,
        Shading::Boxes => (shape.row(c) / shape.box_rows() + shape.col(c) / shape.box_cols()) % 2 == 1,
        Shading::Clues => grid.clues.get(c).is_some(),
    };
    let rects: Vec<[f32; 4]> = (shape.cells().filter(|&c| is_shaded(c)))
        .map(|c| [x + shape.col(c) as f32 * cell, y + shape.row(c) as f32 * cell, cell, cell])
        .collect();
    if !rects.is_empty() {
        page.items.push(Item::Fill { rects, color: Color::SHADE });
    }
}

/// Thin lines first, so that heavy ones lie over their ends.
fn lines(page: &mut Page, (x, y): (f32, f32), side: f32, sheet: &Sheet, shape: Shape) {
    let n = shape.n();
    let cell = side / n as f32;
    // Small boards have thinner lines, but not in full proportion: they still have to print.
    let scale = (side / 100.0).sqrt().clamp(0.45, 1.25);
    for is_box in [false, true] {
        let (width, color) = if is_box { (sheet.box_width, Color::INK) } else { (sheet.cell_width, Color::LINE) };
        for i in 1..n {
            let at = i as f32 * cell;
            if i.is_multiple_of(shape.box_cols()) == is_box {
                page.line((x + at, y), (x + at, y + side), width * scale, color);
            }
            if i.is_multiple_of(shape.box_rows()) == is_box {
                page.line((x, y + at), (x + side, y + at), width * scale, color);
            }
        }
    }
    page.items.push(Item::Frame { rect: [x, y, side, side], width: sheet.frame_width * scale, color: Color::INK });
}

fn digit_in(page: &mut Page, centre: (f32, f32), cell: f32, sheet: &Sheet, digit: Digit, weight: Weight, color: Color) {
    let height = sheet.digit_height * cell;
    centred(page, centre, &symbol(digit, sheet.symbols), (height, 0.68 * cell), weight, color);
}

/// Text whose ink is centred on a point, of the height given unless that is too wide.
fn centred(
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

fn candidates(
    page: &mut Page,
    (left, top): (f32, f32),
    cell: f32,
    sheet: &Sheet,
    grid: &Grid<'_>,
    board: &Board,
    c: Cell,
) {
    let shape = board.shape();
    let inset = 0.04 * cell;
    let (width, height) =
        ((cell - 2.0 * inset) / shape.box_cols() as f32, (cell - 2.0 * inset) / shape.box_rows() as f32);
    let least = width.min(height);
    for digit in board.marks(c).iter() {
        let candidate = Candidate::new(c, digit);
        let (row, col) = (digit.index() / shape.box_cols(), digit.index() % shape.box_cols());
        let centre = (left + inset + (col as f32 + 0.5) * width, top + inset + (row as f32 + 0.5) * height);
        let disc = grid.discs.iter().find(|(marked, _)| *marked == candidate);
        let is_crossed = grid.crossed.contains(&candidate);
        if let Some(&(_, color)) = disc {
            page.items.push(Item::Disc { centre, radius: 0.5 * least, color });
        }
        let (weight, color) = match (is_crossed, disc) {
            (true, _) => (Weight::SemiBold, RULED_OUT),
            (false, Some(_)) => (Weight::SemiBold, Color::INK),
            (false, None) => (Weight::Regular, Color::SOFT),
        };
        let text = symbol(digit, sheet.symbols);
        centred(page, centre, &text, (0.6 * least, 0.8 * width), weight, color);
        if is_crossed {
            let reach = 0.4 * least;
            page.line(
                (centre.0 - reach, centre.1 + reach),
                (centre.0 + reach, centre.1 - reach),
                0.09 * least,
                RULED_OUT,
            );
        }
    }
}
