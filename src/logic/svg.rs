//! Pictures of steps as SVG, complete in themselves: no style sheet, no font, no script.

use super::Role;
use super::drawing::{Arrow, Drawing, Point, spot, spot_in_cell};
use crate::grid::{Candidate, Cell, CellSet, Digit, Shape};
use std::fmt::Write;

/// Width of a cell in SVG units.
const CELL: f32 = 40.0;
/// Room around the grid for the frame.
const MARGIN: f32 = 2.0;

/// The colours of the light theme (design page, section 8).
mod colour {
    pub(super) const INK: &str = "#1F2328";
    pub(super) const THIN: &str = "#B4B6B8";
    pub(super) const PLAIN: &str = "#656B73";
    pub(super) const ACCENT: &str = "#1F5FBF";
    pub(super) const BASE: &str = "#009E73";
    pub(super) const COVER: &str = "#56B4E9";
    pub(super) const FIN: &str = "#E69F00";
    pub(super) const CHAIN: &str = "#CC79A7";
    pub(super) const CONFLICT: &str = "#D55E00";
}

/// The picture as an SVG element of this width in pixels; `label` is for screen readers.
pub fn svg(picture: &Drawing, width: usize, label: &str) -> String {
    let shape = picture.board.shape();
    let side = CELL * shape.n() as f32 + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{width}\" \
         viewBox=\"-{m} -{m} {s} {s}\" role=\"img\" aria-label=\"{}\" \
         font-family=\"Inter,Helvetica,Arial,sans-serif\" text-anchor=\"middle\">",
        escape(label),
        m = num(MARGIN),
        s = num(side),
    );
    let grid = num(CELL * shape.n() as f32);
    // Writing into a String cannot fail.
    let _ = write!(out, "<rect width=\"{grid}\" height=\"{grid}\" fill=\"#FFF\"/>");
    cells(&mut out, shape, &picture.cover_cells, colour::COVER, 0.14);
    cells(&mut out, shape, &picture.base_cells, colour::BASE, 0.12);
    let placed: CellSet = shape.cells().filter(|&cell| picture.placed(cell).is_some()).collect();
    cells(&mut out, shape, &placed, colour::BASE, 0.22);
    cells(&mut out, shape, &picture.met_cells, colour::BASE, 0.4);
    lines(&mut out, shape);
    grounds(&mut out, picture);
    for arrow in &picture.arrows {
        arrow_svg(&mut out, shape, arrow);
    }
    digits(&mut out, picture, &placed);
    strikes(&mut out, picture);
    out.push_str("</svg>");
    out
}

/// The text with the characters replaced that mean something in HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number with one decimal at most.
fn num(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn at(point: Point) -> (String, String) {
    (num(point.0 * CELL), num(point.1 * CELL))
}

fn corner(shape: Shape, cell: Cell) -> Point {
    (shape.col(cell) as f32, shape.row(cell) as f32)
}

fn cells(out: &mut String, shape: Shape, cells: &CellSet, fill: &str, opacity: f32) {
    if cells.is_empty() {
        return;
    }
    let _ = write!(out, "<path fill=\"{fill}\" fill-opacity=\"{opacity}\" d=\"");
    for cell in cells.iter() {
        let (x, y) = at(corner(shape, cell));
        let _ = write!(out, "M{x} {y}h{c}v{c}h-{c}z", c = num(CELL));
    }
    out.push_str("\"/>");
}

/// Thin lines between cells, thick ones between boxes, the frame.
fn lines(out: &mut String, shape: Shape) {
    let n = shape.n();
    let length = num(CELL * n as f32);
    for (is_thick, colour, width) in [(false, colour::THIN, "1"), (true, colour::INK, "2")] {
        let _ = write!(out, "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"");
        for i in 1..n {
            let place = num(CELL * i as f32);
            if i.is_multiple_of(shape.box_cols()) == is_thick {
                let _ = write!(out, "M{place} 0v{length}");
            }
            if i.is_multiple_of(shape.box_rows()) == is_thick {
                let _ = write!(out, "M0 {place}h{length}");
            }
        }
        out.push_str("\"/>");
    }
    let _ = write!(
        out,
        "<rect width=\"{length}\" height=\"{length}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" rx=\"2\"/>",
        colour::INK
    );
}

/// The forms behind candidates: each role has one of its own, so that colour is not all.
fn grounds(out: &mut String, picture: &Drawing) {
    let shape = picture.board.shape();
    let (_, (width, height)) = spot_in_cell(shape, Digit::new(1));
    let side = width.min(height) * 0.92 * CELL;
    for &(candidate, role) in &picture.marks {
        if picture.board.value(candidate.cell).is_some() {
            continue;
        }
        let middle = spot(shape, candidate);
        let (x, y) = at(middle);
        let (left, top) = (num(middle.0 * CELL - side / 2.0), num(middle.1 * CELL - side / 2.0));
        let (s, half) = (num(side), num(side / 2.0));
        let _ = match role {
            Role::Base | Role::SetCell => write!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{s}\" height=\"{s}\" rx=\"2\" fill=\"{}\" fill-opacity=\".55\"/>",
                colour::BASE
            ),
            Role::Cover => {
                write!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"{}\" fill-opacity=\".65\"/>",
                    colour::COVER
                )
            }
            Role::Fin | Role::Deadly => write!(
                out,
                "<path d=\"M{x} {top}l{half} {half}l-{half} {half}l-{half} -{half}z\" fill=\"{}\" fill-opacity=\".75\"/>",
                colour::FIN
            ),
            Role::ChainOn => {
                write!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"{}\" fill-opacity=\".75\"/>",
                    colour::CHAIN
                )
            }
            Role::ChainOff => write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"#FFF\" stroke=\"{}\" stroke-width=\"1.5\"/>",
                colour::CHAIN
            ),
            Role::Eliminated => write!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{s}\" height=\"{s}\" rx=\"2\" fill=\"none\" stroke=\"{}\"/>",
                colour::CONFLICT
            ),
            Role::Placed => Ok(()),
        };
    }
}

fn arrow_svg(out: &mut String, shape: Shape, arrow: &Arrow) {
    let Some(([start, control, tip], (dx, dy))) = arrow.curve(shape) else { return };
    let ((x0, y0), (x1, y1), (x2, y2)) = (at(start), at(control), at(tip));
    let dash = if arrow.is_strong { "" } else { " stroke-dasharray=\"3 2.5\"" };
    let _ = write!(
        out,
        "<path d=\"M{x0} {y0}Q{x1} {y1} {x2} {y2}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"{dash}/>",
        colour::CHAIN
    );
    let head = 0.11;
    let back = (tip.0 - dx * head, tip.1 - dy * head);
    let (ax, ay) = at((back.0 - dy * head / 2.0, back.1 + dx * head / 2.0));
    let (bx, by) = at((back.0 + dy * head / 2.0, back.1 - dx * head / 2.0));
    let _ = write!(out, "<path d=\"M{x2} {y2}L{ax} {ay}L{bx} {by}z\" fill=\"{}\"/>", colour::CHAIN);
}

/// Every digit and candidate, a group a look.
fn digits(out: &mut String, picture: &Drawing, placed: &CellSet) {
    let shape = picture.board.shape();
    let looks = [
        ("clue", colour::INK, " font-weight=\"600\"", 0.58),
        ("solved", colour::ACCENT, "", 0.58),
        ("placed", colour::ACCENT, "", 0.64),
    ];
    for (look, colour, weight, height) in looks {
        let size = height / 0.727;
        let _ = write!(out, "<g fill=\"{colour}\"{weight} font-size=\"{}\">", num(size * CELL));
        for row in 0..shape.n() {
            let line = (0..shape.n()).filter_map(|col| {
                let cell = shape.cell(row, col);
                let digit = match look {
                    "placed" => picture.placed(cell),
                    _ if picture.clues.contains(cell) != (look == "clue") => None,
                    _ => picture.board.value(cell),
                };
                digit.map(|digit| (col as f32 + 0.5, digit))
            });
            text(out, row as f32 + 0.5 + height / 2.0, line);
        }
        out.push_str("</g>");
    }
    let across = super::drawing::candidates_across(shape);
    let down = shape.n().div_ceil(across);
    let (_, (_, spot_height)) = spot_in_cell(shape, Digit::new(1));
    let height = spot_height * 0.62;
    let _ = write!(out, "<g fill=\"{}\" font-size=\"{}\">", colour::PLAIN, num(height / 0.727 * CELL));
    for row in 0..shape.n() {
        for line in 0..down {
            let y = spot(shape, Candidate::new(shape.cell(row, 0), Digit::from_index(line * across))).1;
            let marks = (0..shape.n()).map(|col| shape.cell(row, col)).flat_map(|cell| {
                let is_open = picture.board.value(cell).is_none() && !placed.contains(cell);
                let marks = if is_open { picture.board.marks(cell) } else { crate::grid::DigitSet::EMPTY };
                let on_line = marks.iter().filter(move |digit| digit.index() / across == line);
                on_line.map(move |digit| (spot(shape, Candidate::new(cell, digit)).0, digit))
            });
            text(out, y + height / 2.0, marks);
        }
    }
    out.push_str("</g>");
}

/// A text element a digit: lists of places in one element are beyond some programs.
fn text(out: &mut String, y: f32, digits: impl Iterator<Item = (f32, Digit)>) {
    let y = num(y * CELL);
    for (x, digit) in digits {
        let _ = write!(out, "<text x=\"{}\" y=\"{y}\">{digit}</text>", num(x * CELL));
    }
}

fn strikes(out: &mut String, picture: &Drawing) {
    let shape = picture.board.shape();
    let (_, (width, height)) = spot_in_cell(shape, Digit::new(1));
    let half = width.min(height) * 0.46;
    for &(candidate, _) in picture.marks.iter().filter(|(_, role)| *role == Role::Eliminated) {
        let (x, y) = spot(shape, candidate);
        let ((x0, y0), (x1, y1)) = (at((x - half, y + half)), at((x + half, y - half)));
        let _ = write!(out, "<path d=\"M{x0} {y0}L{x1} {y1}\" stroke=\"{}\" stroke-width=\"1.8\"/>", colour::CONFLICT);
    }
}
