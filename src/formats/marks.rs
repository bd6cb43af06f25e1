//! The marks of a layout's rules on web pages and in `TikZ` pictures.

use crate::grid::{Cell, CellSet, LayoutMark, Shape};

/// Tints of houses, dark enough to be told apart in grey.
const TINTS: [&str; 9] = ["e3e3e3", "cfe0f5", "f8ddb8", "d5efd9", "c6c6c6", "e4d4f2", "a9c8ee", "f6cfcf", "a8dcb2"];

/// How far a cage stays inside the border of its cells, in cells.
const INSET: f32 = 0.08;

/// Shades of discs and squares, lines, cages and labels.
const SHADES: [&str; 4] = ["d4d4d4", "b0b0b0", "6e6e6e", "57606a"];

fn tint(number: usize) -> &'static str {
    TINTS[number % TINTS.len()]
}

fn middle(shape: Shape, cell: Cell) -> (f32, f32) {
    (shape.col(cell) as f32 + 0.5, shape.row(cell) as f32 + 0.5)
}

fn corners(shape: Shape, cells: &CellSet) -> Vec<(usize, usize)> {
    cells.iter().map(|cell| (shape.col(cell), shape.row(cell))).collect()
}

/// A drawing of N by N units that lies below a table of the cells; empty where the rules have no marks.
pub(super) fn svg(shape: Shape) -> String {
    let n = shape.n();
    let marks = shape.marks();
    if marks.is_empty() {
        return String::new();
    }
    let [grey, line, cage, label] = SHADES;
    let mut text = format!("<svg viewBox=\"0 0 {n} {n}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\n");
    for mark in marks {
        text.push_str(&match mark {
            LayoutMark::Tint(cells, number) => {
                let squares: Vec<String> =
                    corners(shape, &cells).iter().map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
                let squares = squares.concat();
                format!("<path fill=\"#{}\" d=\"{squares}\"/>\n", tint(number))
            }
            LayoutMark::Line(from, to) => {
                let [(x1, y1), (x2, y2)] = shape.line_ends(from, to);
                format!("<path stroke=\"#{line}\" stroke-width=\".04\" d=\"M{x1} {y1}L{x2} {y2}\"/>\n")
            }
            LayoutMark::Cage(cells) => {
                let lines = shape.cage_lines(&cells, INSET);
                let path: Vec<String> =
                    lines.iter().map(|[(x1, y1), (x2, y2)]| format!("M{x1:.2} {y1:.2}L{x2:.2} {y2:.2}")).collect();
                let path = path.concat();
                format!("<path stroke=\"#{cage}\" stroke-width=\".03\" stroke-dasharray=\".08 .06\" d=\"{path}\"/>\n")
            }
            LayoutMark::Odd(cell) => {
                let (x, y) = middle(shape, cell);
                format!("<circle fill=\"#{grey}\" cx=\"{x}\" cy=\"{y}\" r=\".38\"/>\n")
            }
            LayoutMark::Even(cell) => {
                let (x, y) = middle(shape, cell);
                format!("<path fill=\"#{grey}\" d=\"M{:.2} {:.2}h.72v.72h-.72z\"/>\n", x - 0.36, y - 0.36)
            }
            LayoutMark::Allowed(cell, digits) => {
                let (x, y) = middle(shape, cell);
                let digits: String = digits.iter().map(|digit| digit.to_string()).collect();
                let size = label_size(&digits);
                format!(
                    "<text fill=\"#{label}\" font-size=\"{size:.2}\" text-anchor=\"middle\" x=\"{x}\" y=\"{:.2}\">\
                     {digits}</text>\n",
                    y - 0.27
                )
            }
        });
    }
    text + "</svg>\n"
}

/// Height of a label, in cells: many digits are small enough to fit.
fn label_size(digits: &str) -> f32 {
    (1.4 / digits.len().max(1) as f32).min(0.2)
}

/// The lines of a `TikZ` picture in which a cell is a unit and y grows upwards, below the lines of the grid.
pub(super) fn tikz(shape: Shape) -> String {
    let n = shape.n() as f32;
    let mut text = String::new();
    let color = |hex: &str| {
        let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(0);
        format!("color={{rgb,255:red,{};green,{};blue,{}}}", part(0), part(2), part(4))
    };
    let [grey, line, cage, label] = SHADES.map(color);
    let draw = |style: &str, [(x1, y1), (x2, y2)]: [(f32, f32); 2]| {
        format!("  \\draw[{style}] ({x1:.2},{:.2}) -- ({x2:.2},{:.2});\n", n - y1, n - y2)
    };
    for mark in shape.marks() {
        match mark {
            LayoutMark::Tint(cells, number) => {
                let color = color(tint(number));
                for (x, y) in corners(shape, &cells) {
                    text.push_str(&format!("  \\fill[{color}] ({x},{}) rectangle +(1,1);\n", shape.n() - 1 - y));
                }
            }
            LayoutMark::Line(from, to) => text.push_str(&draw(&line, shape.line_ends(from, to))),
            LayoutMark::Cage(cells) => {
                let style = format!("dashed,{cage}");
                text.extend(shape.cage_lines(&cells, INSET).into_iter().map(|line| draw(&style, line)));
            }
            LayoutMark::Odd(cell) => {
                let (x, y) = middle(shape, cell);
                text.push_str(&format!("  \\fill[{grey}] ({x},{}) circle (0.38);\n", n - y));
            }
            LayoutMark::Even(cell) => {
                let (x, y) = middle(shape, cell);
                text.push_str(&format!(
                    "  \\fill[{grey}] ({:.2},{:.2}) rectangle +(0.72,0.72);\n",
                    x - 0.36,
                    n - y - 0.36
                ));
            }
            LayoutMark::Allowed(cell, digits) => {
                let (x, y) = middle(shape, cell);
                let digits: String = digits.iter().map(|digit| digit.to_string()).collect();
                let scale = label_size(&digits) / 0.2;
                text.push_str(&format!(
                    "  \\node[{label},font=\\sffamily\\tiny,scale={scale:.2}] at ({x},{:.2}) {{{digits}}};\n",
                    n - y + 0.36
                ));
            }
        }
    }
    text
}
