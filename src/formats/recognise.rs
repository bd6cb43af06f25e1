//! Which format a text has.

use super::{
    Entries, PuzzleEntry, Shapes, cells, csv, hodoku, json, line_error, links, opensudoku, refused, rows, solo,
};
use crate::grid::{Digit, Line, ParseError, Pattern, Shape, content_lines};

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Digits.
    Puzzles(Vec<PuzzleEntry>),
    /// Clue cells without digits.
    Patterns(Vec<Pattern>),
}

/// The puzzles of a text in any of the known formats, one after the other; none where the text is empty.
///
/// A line that begins with the word `layout` tells the layout of the puzzles after it, up to the next such line; each
/// part may have a format of its own.
///
/// The error is the first place that does not fit the format that the text begins with.
pub fn entries(text: &str, shapes: Shapes) -> Entries<'_> {
    let text = text.trim_start_matches('\u{feff}');
    if layout_of(text.lines().find(|line| is_content(line)).unwrap_or_default()).is_none() {
        return plain_entries(text, shapes);
    }
    Box::new(layout_parts(text).into_iter().flat_map(move |part| part.entries(shapes)))
}

/// Whether a line is neither blank nor a comment.
fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// The layout that a line tells: what follows the word `layout`.
pub fn layout_of(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("layout")?;
    rest.starts_with(char::is_whitespace).then(|| rest.split('#').next().unwrap_or_default().trim())
}

/// A part of a text under one layout.
struct LayoutPart<'a> {
    /// Number of the line that tells the layout, 1-based.
    line: usize,
    layout: &'a str,
    /// What follows that line.
    text: &'a str,
}

/// The parts of a text that begins with a layout.
fn layout_parts(text: &str) -> Vec<LayoutPart<'_>> {
    let mut parts: Vec<LayoutPart<'_>> = Vec::new();
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        match layout_of(line) {
            Some(layout) => parts.push(LayoutPart { line: index + 1, layout, text: &text[end..end] }),
            None => {
                if let Some(part) = parts.last_mut() {
                    let begin = end - line.len() - part.text.len();
                    part.text = &text[begin..end];
                }
            }
        }
        start = end;
    }
    parts
}

impl<'a> LayoutPart<'a> {
    fn shape(&self, shapes: Shapes) -> Result<Shape, ParseError> {
        let shape = self.layout.parse::<Shape>().map_err(|error| line_error(self.line, error.to_string()))?;
        if shapes.may_be(shape) {
            return Ok(shape);
        }
        let (told, wanted) = (shape.name(), shapes.nominal().name());
        Err(line_error(self.line, format!("the layout told here, {told}, is not the one asked for, {wanted}")))
    }

    fn entries(self, shapes: Shapes) -> Entries<'a> {
        let n_before = self.line;
        let shape = match self.shape(shapes) {
            Ok(shape) => shape,
            Err(error) => return refused(error),
        };
        let entries = plain_entries(self.text, Shapes::Only(shape));
        Box::new(entries.map(move |entry| match entry {
            Ok(entry) => Ok(PuzzleEntry { line: entry.line + n_before, ..entry }),
            Err(error) => Err(ParseError { line: error.line + n_before, ..error }),
        }))
    }
}

/// [`entries`] of a text that does not tell the layout by a line of its own.
fn plain_entries(text: &str, shapes: Shapes) -> Entries<'_> {
    match text.trim_start().chars().next() {
        None => return Box::new(std::iter::empty()),
        Some('<') => return opensudoku::read(text, shapes),
        Some('{') => return json::read(text, shapes),
        Some(_) => {}
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = lines.next() else { return Box::new(std::iter::empty()) };
    if hodoku::is_line(first) {
        Box::new(hodoku::read(text, shapes))
    } else if solo::is_id(first) {
        Box::new(solo::read(text, shapes))
    } else if links::is_link(first) {
        Box::new(links::read(text, shapes))
    } else if cells::begins_with_regions(text) {
        Box::new(cells::read(text, shapes))
    } else if is_grid(first, || 1 + lines.clone().count(), text, shapes) {
        Box::new(rows::read(text, shapes))
    } else if blanks_are_cells(text, shapes) {
        Box::new(cells::with_blanks(text, shapes))
    } else if let Some(separator) = csv::separator(first, shapes) {
        Box::new(csv::read(text, separator, shapes))
    } else {
        Box::new(cells::read(text, shapes))
    }
}

/// All of [`entries`].
///
/// ```
/// use cluesmith::formats::{Format, Shapes, read_puzzles, write};
/// use cluesmith::grid::Shape;
///
/// let entries = read_puzzles("1.....3..1.....2 # corners\n", Shapes::Prefer(Shape::NINE))?;
/// assert_eq!(entries[0].shape(), "2x2".parse()?);
/// assert_eq!(write(Format::Lines, &entries)?, "1.....3..1.....2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first place that does not fit the format that the text begins with.
pub fn read_puzzles(text: &str, shapes: Shapes) -> Result<Vec<PuzzleEntry>, ParseError> {
    entries(text, shapes).collect()
}

/// Puzzles or patterns: a text with one and the same mark in all clue cells is a
/// pattern, unless the mark is a digit, which nobody writes.
///
/// # Errors
/// As [`read_puzzles`].
pub fn read_any(text: &str, shapes: Shapes) -> Result<Content, ParseError> {
    let text = text.trim_start_matches('\u{feff}');
    let tells_layout = text.lines().find(|line| is_content(line)).is_some_and(|line| layout_of(line).is_some());
    let patterns = if tells_layout { patterns_of_parts(text, shapes) } else { patterns(text, shapes) };
    match patterns {
        Some(patterns) => patterns.map(Content::Patterns),
        None => read_puzzles(text, shapes).map(Content::Puzzles),
    }
}

fn is_empty_mark(c: char) -> bool {
    matches!(c, '.' | '0' | '-' | '_')
}

/// The patterns of a text that begins with a layout and holds nothing but layouts and patterns.
fn patterns_of_parts(text: &str, shapes: Shapes) -> Option<Result<Vec<Pattern>, ParseError>> {
    let mut all = Vec::new();
    for part in layout_parts(text) {
        // Whoever reads puzzles says what is wrong with the layout.
        let shape = part.shape(shapes).ok()?;
        if content_lines(part.text).next().is_none() {
            continue;
        }
        match patterns(part.text, Shapes::Only(shape))? {
            Ok(patterns) => all.extend(patterns),
            Err(error) => return Some(Err(ParseError { line: error.line + part.line, ..error })),
        }
    }
    (!all.is_empty()).then_some(Ok(all))
}

/// The patterns of a text that holds nothing else, a line or a row each.
fn patterns(text: &str, shapes: Shapes) -> Option<Result<Vec<Pattern>, ParseError>> {
    let lines = || content_lines(text);
    let first = lines().next()?;
    let mut mark = None;
    for c in lines().flat_map(|line| line.text.chars()).filter(|&c| !is_empty_mark(c)) {
        if c.is_ascii_digit() || *mark.get_or_insert(c) != c || rows::is_bar(c) {
            return None;
        }
    }
    let n = first.text.chars().count();
    let n_lines = lines().count();
    if n_lines > 1 && shapes.of_cells(n).is_none() && shapes.of_rows(n).is_some()
        || n_lines == n && shapes.of_rows(n).is_some()
    {
        if n_lines != n || lines().any(|line| line.text.chars().count() != n) {
            return None;
        }
        let joined: String = lines().map(|line| line.text).collect();
        let whole = Line { number: first.number, column: 1, text: &joined };
        let shape = shapes.of_rows(n)?;
        return Some(whole.pattern(shape).map(|pattern| vec![pattern]));
    }
    let read = |line: Line<'_>| {
        let shape = shapes.of_cells(line.text.chars().count()).unwrap_or(shapes.nominal());
        line.pattern(shape)
    };
    Some(lines().map(read).collect())
}

/// Whether a text whose first line this is has a line for each row.
fn is_grid(first: &str, n_lines: impl Fn() -> usize, text: &str, shapes: Shapes) -> bool {
    // Remarks may hold any sign.
    let code = first.split('#').next().unwrap_or(first).trim_end();
    if first.starts_with('[') || code.contains(rows::is_bar) || rows::is_border(code, false) {
        return true;
    }
    let words: Vec<&str> = code.split_whitespace().take(30).collect();
    let n_first = words[0].chars().count();
    if shapes.of_cells(n_first).is_some() && n_first != 16 || cells::of_sukaku(n_first, shapes).is_some() {
        return false;
    }
    // Blanks that are cells make twenty words out of many a puzzle.
    if blanks_are_cells(text, shapes) {
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
    if n_first != 16 || shapes.of_cells(16).is_none() {
        return true;
    }
    // Sixteen characters are a row of sixteen cells or a puzzle of four by four.
    let is_large = |c: char| c.is_ascii_alphanumeric() && !('0'..='4').contains(&c);
    n_lines().is_multiple_of(16)
        && content_lines(text).all(|line| line.text.chars().count() == 16)
        && (shapes.nominal().n() == 16 || content_lines(text).any(|line| line.text.contains(is_large)))
}

/// Whether an empty cell is a blank: the lines have exactly the cells of a grid in digits and blanks.
fn blanks_are_cells(text: &str, shapes: Shapes) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| cells::has_blanks(line, shapes))
}
