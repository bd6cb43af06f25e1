//! Which format a text has.

use super::{
    Entry, MAX_STRUCTURED, Shapes, cells, csv, fpuzzles, hodoku, line_error, links, opensudoku, rows, sudokupad,
};
use crate::grid::{Digit, Line, ParseError, Pattern, content_lines};
use serde::Deserialize;

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Digits.
    Puzzles(Vec<Entry>),
    /// Clue cells without digits.
    Patterns(Vec<Pattern>),
}

/// Every puzzle of a text in any of the known formats; none where the text is empty.
///
/// # Errors
/// The first place that does not fit the format that the text begins with.
pub fn read_puzzles(text: &str, shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => return Ok(Vec::new()),
        Some('<') => return opensudoku::read(text, shapes),
        Some('{') => return json(text, shapes),
        Some(_) => {}
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = lines.next() else { return Ok(Vec::new()) };
    if hodoku::is_line(first) {
        hodoku::read(text, shapes)
    } else if links::is_link(first) {
        links::read(text, shapes)
    } else if is_grid(first, || 1 + lines.clone().count(), text, shapes) {
        rows::read(text, shapes)
    } else if let Some(text) = blanks_as_cells(text, shapes) {
        content_lines(&text).map(|line| cells::entry(&line, shapes)).collect()
    } else if let Some(separator) = csv::separator(first, shapes) {
        csv::read(text, separator, shapes)
    } else {
        content_lines(text).map(|line| cells::entry(&line, shapes)).collect()
    }
}

/// Puzzles or patterns: a text with one and the same mark in all clue cells is a
/// pattern, unless the mark is a digit, which nobody writes.
///
/// # Errors
/// As [`read_puzzles`].
pub fn read_any(text: &str, shapes: Shapes) -> Result<Content, ParseError> {
    match patterns(text.trim_start_matches('\u{feff}'), shapes) {
        Some(patterns) => patterns.map(Content::Patterns),
        None => read_puzzles(text, shapes).map(Content::Puzzles),
    }
}

fn is_empty_mark(c: char) -> bool {
    matches!(c, '.' | '0' | '-' | '_')
}

/// The patterns of a text that holds nothing else, a line or a row each.
fn patterns(text: &str, shapes: Shapes) -> Option<Result<Vec<Pattern>, ParseError>> {
    let lines: Vec<Line<'_>> = content_lines(text).collect();
    let first = lines.first()?;
    let mut mark = None;
    for c in lines.iter().flat_map(|line| line.text.chars()).filter(|&c| !is_empty_mark(c)) {
        if c.is_ascii_digit() || *mark.get_or_insert(c) != c || rows::is_bar(c) {
            return None;
        }
    }
    let n = first.text.chars().count();
    if lines.len() > 1 && shapes.of_cells(n).is_none() && shapes.of_rows(n).is_some()
        || lines.len() == n && shapes.of_rows(n).is_some()
    {
        if lines.len() != n || lines.iter().any(|line| line.text.chars().count() != n) {
            return None;
        }
        let joined: String = lines.iter().map(|line| line.text).collect();
        let whole = Line { number: first.number, column: 1, text: &joined };
        let shape = shapes.of_rows(n)?;
        return Some(whole.pattern(shape).map(|pattern| vec![pattern]));
    }
    let read = |line: &Line<'_>| {
        let shape = shapes.of_cells(line.text.chars().count()).unwrap_or(shapes.nominal());
        line.pattern(shape)
    };
    Some(lines.iter().map(read).collect())
}

/// Whether a text whose first line this is has a line for each row.
fn is_grid(first: &str, n_lines: impl Fn() -> usize, text: &str, shapes: Shapes) -> bool {
    // A remark may hold anything.
    let code = first.split('#').next().unwrap_or(first);
    if first.starts_with('[') || code.contains(rows::is_bar) || rows::is_border(first, false) {
        return true;
    }
    let words: Vec<&str> = code.split_whitespace().take(20).collect();
    let n_first = words[0].chars().count();
    if shapes.of_cells(n_first).is_some() && n_first != 16 || cells::of_sukaku(n_first, shapes).is_some() {
        return false;
    }
    let is_cell = |c: char| matches!(c, '.' | '0' | '*' | '-' | '_' | 'u') || Digit::from_char(c).is_some();
    let is_cells = |word: &&str| word.chars().all(is_cell);
    if words.len() > 1 && words.iter().all(is_cells) && n_first < 16 {
        let n_chars: usize = words.iter().map(|word| word.chars().count()).sum();
        return shapes.of_rows(words.len()).is_some()
            || shapes.of_rows(n_chars).is_some()
            || shapes.of_rows(n_first).is_some();
    }
    if shapes.of_rows(n_first).is_none() || words[0].contains([',', ';']) || n_lines() < 2 {
        return false;
    }
    // Sixteen characters are a row of sixteen cells or a puzzle of four by four.
    n_first != 16
        || shapes.of_cells(16).is_none()
        || n_lines().is_multiple_of(16)
            && (shapes.nominal().n() == 16
                || text.contains(|c: char| c.is_ascii_alphanumeric() && !('0'..='4').contains(&c)))
}

/// The text with dots for blanks, where its lines have exactly the cells of a grid in digits and blanks.
fn blanks_as_cells(text: &str, shapes: Shapes) -> Option<String> {
    let is_cells = |line: &str| {
        shapes.of_cells(line.len()).is_some()
            && line.len() > 16
            && line.contains(' ')
            && line.bytes().all(|b| b == b' ' || b.is_ascii_digit())
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    is_cells(lines.next()?).then(|| {
        let lines = text.lines().map(|line| if is_cells(line) { line.replace(' ', ".") } else { line.to_owned() });
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// A line of this program's own `--json` output.
#[derive(Deserialize)]
struct JsonLine {
    puzzle: Option<String>,
}

/// f-puzzles or SudokuPad JSON, or a JSON object with a field `puzzle` in each line.
fn json(text: &str, shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    let is_line = |line: &str| matches!(serde_json::from_str::<JsonLine>(line), Ok(JsonLine { puzzle: Some(_) }));
    if text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_line) {
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let object: JsonLine =
                serde_json::from_str(line).map_err(|error| fpuzzles::json_error(&error, index + 1, "JSON"))?;
            // Patterns without a puzzle have a line too.
            if let Some(puzzle) = object.puzzle {
                let line = Line { number: index + 1, column: 1, text: puzzle.trim() };
                entries.push(cells::entry(&line, shapes).map_err(|e| line_error(line.number, e.message))?);
            }
        }
        return Ok(entries);
    }
    if text.len() > MAX_STRUCTURED {
        return Err(line_error(1, format!("this JSON is larger than {} MiB: split it", MAX_STRUCTURED >> 20)));
    }
    if text.contains("\"grid\"") {
        fpuzzles::read(text, 1, shapes).map(|entry| vec![entry])
    } else {
        sudokupad::read(text, 1, shapes).map(|entry| vec![entry])
    }
}
