//! Formats for publishing: Markdown, HTML, LaTeX.

use super::write::one_line;
use super::{PuzzleEntry, marks};
use crate::grid::{Cell, Digit};

fn symbol(entry: &PuzzleEntry, cell: Cell) -> Option<char> {
    entry.puzzle.get(cell).map(Digit::to_char)
}

/// A text without the control characters that XML does not allow.
pub(super) fn without_controls(text: &str) -> String {
    let is_allowed = |c: &char| matches!(c, '\n' | '\t') || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_allowed).collect()
}

/// A text with the signs that XML and HTML reserve written as entities, and without control characters.
pub(crate) fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in without_controls(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

fn escape_markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn escape_latex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// Title and author on one line; empty where there are none.
fn heading(entry: &PuzzleEntry) -> String {
    let (title, author) = (one_line(&entry.info.title), one_line(&entry.info.author));
    match (title.is_empty(), author.is_empty()) {
        (false, false) => format!("{title}, {author}"),
        _ => title + &author,
    }
}

/// A table; Markdown asks for a header row, which stays empty.
pub(super) fn markdown(entry: &PuzzleEntry) -> String {
    let shape = entry.shape();
    let mut text = String::new();
    let heading = heading(entry);
    if !heading.is_empty() {
        text.push_str(&format!("### {}\n\n", escape_markdown(&heading)));
    }
    text.push_str(&format!("|{}\n|{}\n", "   |".repeat(shape.n()), ":-:|".repeat(shape.n())));
    for row in 0..shape.n() {
        text.push('|');
        for col in 0..shape.n() {
            text.push_str(&format!(" {} |", symbol(entry, shape.cell(row, col)).unwrap_or(' ')));
        }
        text.push('\n');
    }
    text
}

/// The beginning of a page that needs no other file; heavy lines between the boxes.
pub(super) const HTML_HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Sudoku</title>\n<style>\n\
         body { font-family: Inter, system-ui, sans-serif; color: #1f2328; margin: 2em }\n\
         figure { display: inline-block; margin: 1em; break-inside: avoid }\n\
         figcaption { font-weight: 600; margin-bottom: .5em }\n\
         table { border-collapse: collapse; border: 3px solid }\n\
         td { width: 2em; height: 2em; padding: 0; text-align: center; vertical-align: middle; border: 1px solid #9a9fa7;\n\
         \x20 font-size: 1.25em; font-weight: 600; font-variant-numeric: tabular-nums }\n\
         .board { position: relative; display: inline-block; isolation: isolate }\n\
         .board svg { position: absolute; inset: 1px; width: calc(100% - 2px); height: calc(100% - 2px); z-index: -1;\n\
         \x20 fill: none; print-color-adjust: exact; -webkit-print-color-adjust: exact }\n\
         figure p { margin: .5em 0 0; font-size: .85em }\n\
         td.l { border-left: 2px solid #1f2328 }\ntd.t { border-top: 2px solid #1f2328 }\n\
         </style>\n</head>\n<body>\n";

/// The end of a page.
pub(super) const HTML_TAIL: &str = "</body>\n</html>\n";

/// A puzzle in a page.
pub(super) fn html(entry: &PuzzleEntry) -> String {
    let mut text = String::new();
    let shape = entry.shape();
    text.push_str("<figure>\n");
    let heading = heading(entry);
    if !heading.is_empty() {
        text.push_str(&format!("<figcaption>{}</figcaption>\n", escape_xml(&heading)));
    }
    text.push_str("<div class=\"board\">\n");
    text.push_str(&marks::svg(shape));
    text.push_str("<table>\n");
    for row in 0..shape.n() {
        text.push_str("<tr>");
        for col in 0..shape.n() {
            let is_border = |before: Cell| shape.geometry().is_border(before, shape.cell(row, col));
            let left = if col > 0 && is_border(shape.cell(row, col - 1)) { "l" } else { "" };
            let top = if row > 0 && is_border(shape.cell(row - 1, col)) { "t" } else { "" };
            match (left, top) {
                ("", "") => text.push_str("<td>"),
                ("l", "t") => text.push_str("<td class=\"l t\">"),
                _ => text.push_str(&format!("<td class=\"{left}{top}\">")),
            }
            text.extend(symbol(entry, shape.cell(row, col)));
            text.push_str("</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n</div>\n");
    if let Some(rules) = entry.rules_text() {
        // The words are no wider than the board.
        let width = 2.5 * shape.n() as f32;
        text.push_str(&format!("<p style=\"max-width: {width}em\">{}</p>\n", escape_xml(&rules)));
    }
    text.push_str("</figure>\n");
    text
}

/// The beginning of a document with the package `sudoku`.
pub(super) const LATEX_HEAD: &str =
    "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{sudoku}\n\\begin{document}\n";

/// The end of a document.
pub(super) const LATEX_TAIL: &str = "\n\\end{document}\n";

/// A puzzle in such a document.
pub(super) fn latex(entry: &PuzzleEntry) -> String {
    let mut text = String::new();
    let shape = entry.shape();
    let heading = heading(entry);
    if !heading.is_empty() {
        text.push_str(&format!("\n\\section*{{{}}}\n", escape_latex(&heading)));
    }
    text.push_str("\n\\begin{sudoku}\n");
    for row in 0..shape.n() {
        for col in 0..shape.n() {
            text.push_str(&format!("|{}", symbol(entry, shape.cell(row, col)).unwrap_or(' ')));
        }
        text.push_str("|.\n");
    }
    text.push_str("\\end{sudoku}\n");
    text
}

/// The beginning of a document with `TikZ` pictures.
pub(super) const TIKZ_HEAD: &str =
    "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{tikz}\n\\begin{document}\n";

/// A puzzle in such a document, cells of 8 mm at 9x9.
pub(super) fn tikz(entry: &PuzzleEntry) -> String {
    let mut text = String::new();
    let shape = entry.shape();
    let n = shape.n();
    let heading = heading(entry);
    if !heading.is_empty() {
        text.push_str(&format!("\n\\section*{{{}}}\n", escape_latex(&heading)));
    }
    text.push_str("\n\\begin{tikzpicture}[scale=0.8]\n");
    text.push_str(&marks::tikz(shape));
    text.push_str(&format!("  \\draw[gray] (0,0) grid ({n},{n});\n"));
    if let Some((height, width)) = shape.region_boxes() {
        text.push_str(&format!("  \\draw[very thick, xstep={width}, ystep={height}] (0,0) grid ({n},{n});\n"));
    } else {
        text.push_str(&format!("  \\draw[very thick] (0,0) rectangle ({n},{n});\n"));
        for ([x1, y1], [x2, y2]) in shape.geometry().borders() {
            let (y1, y2) = (n - y1, n - y2);
            text.push_str(&format!("  \\draw[very thick, line cap=round] ({x1},{y1}) -- ({x2},{y2});\n"));
        }
    }
    for (cell, digit) in entry.puzzle.clues() {
        let (x, y) = (shape.col(cell), n - 1 - shape.row(cell));
        text.push_str(&format!("  \\node[font=\\sffamily\\large] at ({x}.5,{y}.5) {{{digit}}};\n"));
    }
    text.push_str("\\end{tikzpicture}\n");
    if let Some(rules) = entry.rules_text() {
        text.push_str(&format!("\n\\noindent {}\n", escape_latex(&rules)));
    }
    text
}
