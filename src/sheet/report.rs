//! A trace to read and to give away: as plain text, as Markdown, as HTML with pictures.

use super::board::draw_step;
use super::options::Sheet;
use super::page::Page;
use super::svg::inline_svg;
use crate::formats::escape_xml;
use crate::grid::Puzzle;
use crate::logic::{Board, Drawing, ReasoningRow, Sentence, Step, Trace, is_forcing, reasoning};
use std::fmt::Write;

/// How a trace is written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReportFormat {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// One HTML page with a picture of each step, complete in itself.
    Html,
}

impl ReportFormat {
    /// Every format.
    pub const ALL: [ReportFormat; 3] = [ReportFormat::Text, ReportFormat::Markdown, ReportFormat::Html];

    /// Ending of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            ReportFormat::Text => "txt",
            ReportFormat::Markdown => "md",
            ReportFormat::Html => "html",
        }
    }
}

/// The trace under a title. The same trace gives the same bytes.
pub fn report(trace: &Trace, title: &str, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => text(trace, title),
        ReportFormat::Markdown => markdown(trace, title),
        ReportFormat::Html => html(trace, title),
    }
}

/// "Solved in 40 steps." or how far the steps lead.
pub fn end_sentence(n_steps: usize, n_unsolved: usize) -> Sentence {
    let number = |n: usize| Sentence::from(n.to_string());
    match (n_steps, n_unsolved) {
        (1, 0) => Sentence::term("Solved in 1 step."),
        (n, 0) => Sentence::compose("Solved in {0} steps.", [number(n)]),
        (1, 1) => Sentence::term("Stuck after 1 step: 1 cell is open."),
        (n, 1) => Sentence::compose("Stuck after {0} steps: 1 cell is open.", [number(n)]),
        (1, n) => Sentence::compose("Stuck after 1 step: {0} cells are open.", [number(n)]),
        (n, m) => Sentence::compose("Stuck after {0} steps: {1} cells are open.", [number(n), number(m)]),
    }
}

/// The digits in rows, with lines between the boxes; `.` for an empty cell.
pub fn grid_text(digits: &Puzzle) -> String {
    let shape = digits.shape();
    let n = shape.n();
    let line = (0..n / shape.blocks().1).map(|_| "-".repeat(2 * shape.blocks().1 + 1)).collect::<Vec<_>>().join("+");
    let mut out = String::new();
    for row in 0..n {
        if row > 0 && row.is_multiple_of(shape.blocks().0) {
            out.push_str(&line);
            out.push('\n');
        }
        let mut text = String::new();
        for col in 0..n {
            if col > 0 && col.is_multiple_of(shape.blocks().1) {
                text.push_str(" |");
            }
            let digit = digits.get(shape.cell(row, col)).map_or('.', crate::grid::Digit::to_char);
            text.push(' ');
            text.push(digit);
        }
        out.push_str(&text);
        out.push('\n');
    }
    out
}

/// "3 naked singles"-like list of what the trace used, easiest first.
fn used(trace: &Trace) -> String {
    let parts: Vec<String> =
        trace.counts().iter().map(|(id, times)| format!("{} {times}×", id.title().to_lowercase())).collect();
    parts.join(", ")
}

/// Every step with the board before it.
fn steps(trace: &Trace) -> impl Iterator<Item = (usize, &Step, Board)> {
    let mut board = Board::new(&trace.puzzle);
    trace.steps.iter().enumerate().map(move |(index, step)| {
        let before = board.clone();
        step.apply(&mut board);
        (index + 1, step, before)
    })
}

/// The reasoning of a step whose sentence does not tell how its digits follow from each other.
fn untold(step: &Step, board: &Board) -> Vec<ReasoningRow> {
    if is_forcing(step.strategy()) { reasoning(step, board) } else { Vec::new() }
}

fn ending(trace: &Trace) -> String {
    end_sentence(trace.steps.len(), trace.end.n_unsolved()).to_string()
}

fn text(trace: &Trace, title: &str) -> String {
    let mut out = format!("{title}\n\n{}\n\n{}\n", trace.puzzle, grid_text(&trace.puzzle));
    let width = trace.steps.len().to_string().len();
    for (number, step, board) in steps(trace) {
        // Writing into a String cannot fail.
        let _ = writeln!(out, "{number:>width$}. {}", step.sentence(&board));
        for row in untold(step, &board) {
            let _ = writeln!(out, "{:1$}{2}", "", width + 2 + 2 * row.depth, row.sentence);
        }
    }
    if !trace.steps.is_empty() {
        let _ = write!(out, "\nUsed: {}\n", used(trace));
    }
    let _ = write!(out, "\n{}\n\n{}", ending(trace), grid_text(trace.end.values()));
    out
}

/// The text with the characters escaped that mean something in Markdown.
fn markdown_escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>#|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn markdown(trace: &Trace, title: &str) -> String {
    let mut out = format!(
        "# {}\n\n`{}`\n\n```text\n{}```\n\n## Steps\n\n",
        markdown_escape(title),
        trace.puzzle,
        grid_text(&trace.puzzle)
    );
    for (number, step, board) in steps(trace) {
        let (name, rest) = (step.title(&board), step.reason(&board));
        let _ = writeln!(out, "{number}. **{}**: {}", markdown_escape(name), markdown_escape(rest.text()));
        let margin = number.to_string().len() + 2;
        for row in untold(step, &board) {
            let _ = writeln!(out, "{:1$}- {2}", "", margin + 2 * row.depth, markdown_escape(row.sentence.text()));
        }
    }
    if !trace.steps.is_empty() {
        let _ = write!(out, "\nUsed: {}\n", used(trace));
    }
    let _ = write!(out, "\n{}\n\n```text\n{}```\n", ending(trace), grid_text(trace.end.values()));
    out
}

const STYLE: &str = "body{font:16px/1.45 Inter,Helvetica,Arial,sans-serif;color:#1F2328;background:#F4F2EC;\
max-width:60rem;margin:2rem auto;padding:0 1rem}section{display:flex;gap:1.5rem;align-items:flex-start;\
background:#FAF9F5;border-radius:6px;padding:1rem;margin:1rem 0;break-inside:avoid}section svg{flex:none}\
h2{font-size:1.05rem;margin:0 0 .4rem}p{margin:0}code{font-size:.8rem;overflow-wrap:anywhere}\
ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;font-size:.85rem}\
details{margin-top:.5rem}summary{cursor:pointer}details ul{display:block;margin:.2rem 0;padding-left:1.1rem}\
@media(max-width:44rem){section{display:block}}@media print{body{background:#fff}}";

/// What the forms and colours of the pictures mean.
const LEGEND: [&str; 8] = [
    "Green square: rests on (base, or set of cells)",
    "Blue disc: held by (cover)",
    "Orange lozenge: fin, or deadly pattern",
    "Purple disc: on in the chain",
    "Purple ring: off in the chain",
    "Solid arrow: strong link",
    "Dashed arrow: weak link",
    "Struck out: ruled out",
];

/// A step as an SVG element, for a web page or a file of its own; `label` is for screen readers.
pub fn step_picture(drawing: &Drawing, label: &str) -> String {
    /// Width on the screen, in pixels.
    const WIDTH: usize = 320;
    /// Side of a board, large enough for lengths of few digits.
    const SIDE: f32 = 100.0;
    /// Room for the outer half of the frame.
    const MARGIN: f32 = 0.5;
    let mut page = Page::new(SIDE + 2.0 * MARGIN, SIDE + 2.0 * MARGIN);
    // A screen needs somewhat heavier thin lines than a printer.
    let sheet = Sheet { cell_width: 0.3, digit_height: 0.56, ..Sheet::default() };
    draw_step(&mut page, (MARGIN, MARGIN), SIDE, &sheet, drawing);
    inline_svg(&page, WIDTH, label)
}

/// The reasoning of a step, folded away, as lists within each other.
fn html_reasoning(rows: &[ReasoningRow]) -> String {
    if rows.is_empty() {
        String::new()
    } else {
        format!("<details><summary>Line by line</summary>{}</details>", html_rows(rows))
    }
}

fn html_rows(mut rows: &[ReasoningRow]) -> String {
    let mut out = "<ul>\n".to_owned();
    while let Some((row, rest)) = rows.split_first() {
        let (within, behind) = rest.split_at(row.n_within);
        let sentence = escape_xml(row.sentence.text());
        let _ = if within.is_empty() {
            writeln!(out, "<li>{sentence}</li>")
        } else {
            writeln!(out, "<li><details open><summary>{sentence}</summary>{}</details></li>", html_rows(within))
        };
        rows = behind;
    }
    out + "</ul>"
}

fn html(trace: &Trace, title: &str) -> String {
    let title = escape_xml(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p><code>{}</code></p>\n<ul>\n",
        trace.puzzle
    );
    for line in LEGEND {
        let _ = writeln!(out, "<li>{line}</li>");
    }
    out.push_str("</ul>\n");
    for (number, step, board) in steps(trace) {
        let (name, rest) = (step.title(&board), step.reason(&board));
        let lines = html_reasoning(&reasoning(step, &board));
        let drawing = Drawing::new(board, Some(step));
        let _ = write!(
            out,
            "<section id=\"step{number}\">\n{}\n<div><h2>{number}. {}</h2><p>{}</p>{}</div>\n</section>\n",
            step_picture(&drawing, &format!("Step {number}")),
            escape_xml(name),
            escape_xml(rest.text()),
            lines
        );
    }
    let end = Drawing::new(trace.end.clone(), None);
    let _ = write!(
        out,
        "<section>\n{}\n<div><h2>{}</h2><p>{}</p></div>\n</section>\n</body>\n</html>\n",
        step_picture(&end, "The end"),
        escape_xml(&ending(trace)),
        escape_xml(&used(trace))
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};
    use crate::logic::{StrategySet, solve};

    fn trace(shape: &str, text: &str) -> Trace {
        let shape: Shape = shape.parse().expect("a shape");
        let puzzle = parse_puzzles(shape, text).expect("a puzzle").remove(0);
        solve(&puzzle, StrategySet::ALL)
    }

    /// The lines of the report that hold this text.
    #[track_caller]
    fn check(format: ReportFormat, needle: &str, expected: &str) {
        let trace = trace("2x2", ".34.1..34..2.21.");
        let report = report(&trace, "A <small> *one*", format);
        let lines: Vec<&str> = report.lines().filter(|line| line.contains(needle)).take(1).collect();
        assert_eq!(lines.join("\n"), expected);
    }

    #[test]
    fn a_report_holds_title_puzzle_steps_and_end() {
        check(ReportFormat::Text, "small", "A <small> *one*");
        check(ReportFormat::Text, ".34.1", ".34.1..34..2.21.");
        check(ReportFormat::Text, " 1. ", "");
        check(ReportFormat::Text, "1. ", "1. Naked single: 2 is the only digit left for r1c1: r1c1=2");
        check(ReportFormat::Text, "Solved", "Solved in 8 steps.");
        check(ReportFormat::Markdown, "# A", "# A \\<small\\> \\*one\\*");
        check(ReportFormat::Markdown, "1. ", "1. **Naked single**: 2 is the only digit left for r1c1: r1c1=2");
        check(ReportFormat::Html, "<title>", "<title>A &lt;small&gt; *one*</title>");
    }

    /// How the two lines below the first forcing chain begin, in the report of a puzzle that needs some.
    #[track_caller]
    fn check_reasoning(format: ReportFormat, expected: [&str; 2]) {
        let trace = trace("3x3", "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........");
        let report = report(&trace, "Forced", format);
        let mut lines = report.lines().skip_while(|line| !line.contains("Forcing chain")).skip(1);
        for beginning in expected {
            let line = lines.next().unwrap_or_default();
            assert!(line.trim_start().starts_with(beginning), "{line}");
        }
    }

    #[test]
    fn reports_tell_forcing_chains_line_by_line() {
        check_reasoning(ReportFormat::Text, ["Suppose r", "Then r"]);
        check_reasoning(ReportFormat::Markdown, ["- Suppose r", "- Then r"]);
        check_reasoning(ReportFormat::Html, ["<li>Suppose r", "<li>Then r"]);
    }

    #[test]
    fn grids_have_lines_between_their_boxes() {
        let trace = trace("2x3", "..21...4..3.1....55....4.1..6...32..");
        assert!(grid_text(&trace.puzzle).starts_with(" . . 2 | 1 . .\n . 4 . | . 3 .\n-------+-------\n"));
    }

    #[test]
    fn pictures_are_well_formed_and_there_is_one_a_step() {
        for line in include_str!("../../tests/data/puzzles.txt").lines().filter(|line| !line.starts_with('#')).take(22)
        {
            let (shape, text) = line.split_once(' ').expect("shape and puzzle");
            let trace = trace(shape, text);
            let page = report(&trace, "Page", ReportFormat::Html);
            assert_eq!(page.matches("<svg ").count(), trace.steps.len() + 1);
            let mut open = Vec::new();
            for tag in page.split('<').skip(2).filter_map(|rest| rest.split('>').next()) {
                if let Some(name) = tag.strip_prefix('/') {
                    assert_eq!(open.pop(), Some(name), "{shape}: </{name}>");
                } else if !tag.ends_with('/') && !tag.starts_with("meta") {
                    open.push(tag.split_whitespace().next().expect("a name"));
                }
            }
            assert!(open.is_empty(), "{open:?}");
            assert!(!page.contains("NaN") && !page.contains("inf "));
        }
    }
}
