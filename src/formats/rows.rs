//! Grids with a line for each row: plain or with borders, of digits or of pencil marks.
//!
//! Covers multi-line grids of all kinds, `.sdk` (SudoCue and SadMan headers), `.sdx`,
//! `.ss` (Simple Sudoku) and the pencil-mark grids that HoDoKu, SudoCue and Simple Sudoku
//! put on the clipboard.

use super::cells::{digit, from_groups, no_digit};
use super::{Entry, Info, Shapes, line_error, place_error};
use crate::grid::{Candidate, Cell, Digit, DigitSet, ParseError, Puzzle, Shape, quoted};

/// A row as written: words without blanks and vertical lines, each with its column (1-based).
struct Row<'a> {
    line: usize,
    words: Vec<(usize, &'a str)>,
}

impl<'a> Row<'a> {
    fn new(line: usize, text: &'a str) -> Row<'a> {
        let mut words = Vec::new();
        let mut start = None;
        for (column, (at, c)) in text.char_indices().enumerate() {
            match (is_bar(c) || c.is_whitespace(), start) {
                (true, Some((first, from))) => {
                    words.push((first, &text[from..at]));
                    start = None;
                }
                (false, None) => start = Some((column + 1, at)),
                _ => {}
            }
        }
        if let Some((first, from)) = start {
            words.push((first, &text[from..]));
        }
        Row { line, words }
    }

    fn n_chars(&self) -> usize {
        self.words.iter().map(|(_, word)| word.chars().count()).sum()
    }

    /// Each character with its column.
    fn chars(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.words.iter().flat_map(|(column, word)| word.chars().enumerate().map(move |(i, c)| (column + i, c)))
    }
}

/// A vertical line of a border.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | '\u{2502}' | '\u{2503}' | '\u{2551}')
}

/// A line of a border: dashes and corners only.
pub(super) fn is_border(line: &str, has_bars: bool) -> bool {
    let line = line.trim();
    let is_dash = |c: char| matches!(c, '-' | '=') || ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c);
    let is_corner = |c: char| matches!(c, '+' | '*' | '\'' | '`' | ':' | ',') || is_bar(c);
    line.chars().all(|c| is_dash(c) || is_corner(c) || matches!(c, '.' | ' '))
        && (line.contains("--") || line.contains("==") || line.chars().any(|c| c > '\u{2500}' && is_dash(c)))
        && (has_bars || line.chars().any(is_corner) || line.starts_with('.') || line.starts_with('\u{250c}'))
}

/// A record after the grid of a Simple Sudoku file: a digit placed or ruled out later.
fn is_record(line: &str) -> bool {
    let line = line.trim();
    (4..=12).contains(&line.len()) && line.starts_with(['I', 'E']) && line.bytes().skip(1).all(|b| b.is_ascii_digit())
}

/// Reads every grid of the text.
pub(super) fn read(text: &str, shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    let has_bars = text.lines().any(|line| !line.starts_with('#') && line.contains(is_bar));
    let mut info = Info::default();
    let mut rows = Vec::new();
    let mut records = Vec::new();
    // SadMan files have sections; rows outside of the first one are not rows of the puzzle.
    let mut in_puzzle = true;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || is_border(trimmed, has_bars) {
            continue;
        }
        if let Some(header) = trimmed.strip_prefix('#') {
            read_header(header, &mut info);
        } else if let Some(section) = trimmed.strip_prefix('[') {
            in_puzzle = section.to_ascii_lowercase().starts_with("puzzle");
        } else if has_bars && !rows.is_empty() && is_record(trimmed) {
            records.push((index + 1, trimmed));
        } else if in_puzzle {
            // A comment after a row of a plain grid is left out.
            let code = if has_bars { line } else { line.split(['#', ';']).next().unwrap_or(line) };
            let mut row = Row::new(index + 1, code);
            if !has_bars
                && row.words.len() > 1
                && let Some(n) = row.words.first().map(|(_, word)| word.chars().count())
                && shapes.of_rows(n).is_some()
                && n != row.words.len()
                && n != 4
            {
                row.words.truncate(1);
            }
            if !row.words.is_empty() {
                rows.push(row);
            }
        }
    }
    let mut entries = grids(&rows, shapes)?;
    if let [entry] = entries.as_mut_slice() {
        entry.info = info;
        apply_records(entry, &records)?;
    }
    Ok(entries)
}

/// `#ARuud`: a letter for the kind, directly followed by the text.
fn read_header(header: &str, info: &mut Info) {
    let mut chars = header.chars();
    let kind = chars.next();
    let text = chars.as_str().trim();
    if text.is_empty() || chars.as_str().starts_with(' ') && kind != Some('C') {
        return;
    }
    let field = match kind {
        Some('A') => &mut info.author,
        Some('D') => &mut info.title,
        Some('C') => &mut info.comment,
        Some('B') => &mut info.date,
        Some('S') => &mut info.source,
        Some('L') => &mut info.level,
        Some('U') => &mut info.url,
        _ => return,
    };
    if !field.is_empty() {
        field.push('\n');
    }
    field.push_str(text);
}

fn grids(rows: &[Row<'_>], shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let (n_chars, n_words) = (first.n_chars(), first.words.len());
    let fits = |n: usize, size: &dyn Fn(&Row<'_>) -> usize| {
        shapes.of_rows(n).is_some() && rows.len().is_multiple_of(n) && rows.iter().all(|row| size(row) == n)
    };
    if fits(n_chars, &|row| row.n_chars()) {
        let shape = shapes.of_rows(n_chars).unwrap_or(shapes.nominal());
        return rows.chunks(n_chars).map(|rows| digits(rows, shape)).collect();
    }
    if fits(n_words, &|row| row.words.len()) {
        let shape = shapes.of_rows(n_words).unwrap_or(shapes.nominal());
        return rows.chunks(n_words).map(|rows| pencil_marks(rows, shape)).collect();
    }
    // Something is wrong: say it in terms of what the first row looks like.
    let is_marks = n_words > 1 && n_words != n_chars && shapes.of_rows(n_words).is_some();
    let (n, what): (usize, &str) = if is_marks { (n_words, "cells") } else { (n_chars, "characters") };
    let size = |row: &Row<'_>| if is_marks { row.words.len() } else { row.n_chars() };
    if shapes.of_rows(n).is_none() {
        let wanted = match shapes {
            Shapes::Only(shape) => format!("{}", shape.n()),
            Shapes::Prefer(_) => "4, 6, 8, 9, 12 or 16".to_owned(),
        };
        return Err(line_error(first.line, format!("a row of a grid has {wanted} cells, this line has {n} {what}")));
    }
    if let Some(row) = rows.iter().find(|row| size(row) != n) {
        let found = size(row);
        return Err(line_error(row.line, format!("a row of this grid has {n} {what}, this one has {found}")));
    }
    let last = rows.last().map_or(first.line, |row| row.line);
    Err(line_error(last, format!("a grid with rows of {n} {what} needs {n} rows, here are {}", rows.len())))
}

/// A grid with a character a cell.
fn digits(rows: &[Row<'_>], shape: Shape) -> Result<Entry, ParseError> {
    let mut puzzle = Puzzle::empty(shape);
    for (row, source) in rows.iter().enumerate() {
        for (col, (column, c)) in source.chars().enumerate() {
            let value = match c {
                '.' | '0' | '_' | '-' | '*' | '?' => None,
                _ => Some(digit(c, shape).ok_or_else(|| {
                    let mut error = no_digit(source.line, column, c, shape);
                    error.message.push_str(", and . or 0 for an empty cell");
                    error
                })?),
            };
            puzzle.set(shape.cell(row, col), value);
        }
    }
    Ok(Entry::at(puzzle, rows[0].line))
}

/// A grid with the candidates of a cell as one word; `u5` is a digit placed by the solver.
fn pencil_marks(rows: &[Row<'_>], shape: Shape) -> Result<Entry, ParseError> {
    let mut groups = Vec::with_capacity(shape.n_cells());
    let mut placed = Puzzle::empty(shape);
    for source in rows {
        for &(column, word) in &source.words {
            let is_users = word.len() == 2 && word.starts_with('u');
            let mut group = DigitSet::EMPTY;
            for (offset, c) in word.chars().enumerate().skip(usize::from(is_users)) {
                if matches!(c, '.' | '0' | '-' | '_') {
                    continue;
                }
                let digit = digit(c, shape).ok_or_else(|| no_digit(source.line, column + offset, c, shape))?;
                if !group.insert(digit) {
                    return Err(place_error(source.line, column + offset, format!("the cell lists {digit} twice")));
                }
            }
            if is_users {
                placed.set(Cell::from_index(groups.len()), group.only());
            }
            groups.push(group);
        }
    }
    from_groups(shape, &groups, &placed, rows[0].line)
}

/// `Iccd` and `Eccddd` records of Simple Sudoku.
fn apply_records(entry: &mut Entry, records: &[(usize, &str)]) -> Result<(), ParseError> {
    if records.is_empty() {
        return Ok(());
    }
    let shape = entry.shape();
    let mut board = entry.state();
    for &(line, record) in records {
        let cell = record[1..3].parse::<usize>().ok().filter(|&cell| cell < shape.n_cells());
        let value = record[3..].parse::<u8>().ok().filter(|&value| value >= 1 && value as usize <= shape.n());
        let (Some(cell), Some(value)) = (cell, value) else {
            return Err(line_error(
                line,
                format!(
                    "{} is no record of a Simple Sudoku file: use Iccd or Eccddd, cell 00 to 80 and digit",
                    quoted(record)
                ),
            ));
        };
        let candidate = Candidate::new(Cell::from_index(cell), Digit::new(value));
        if record.starts_with('E') {
            board.eliminate(candidate);
        } else if board.value(candidate.cell) != Some(candidate.digit) {
            board.place(candidate);
        }
    }
    entry.board = Some(board);
    Ok(())
}
