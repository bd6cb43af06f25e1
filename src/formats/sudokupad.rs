//! The texts inside SudokuPad links: its own JSON (plain or with short keys), and the short form of plain 9x9.

use super::fpuzzles::{of_regions, take_ruleset};
use super::json::json_error;
use super::{PuzzleEntry, Shapes, line_error};
use crate::grid::{Cell, Digit, LayoutRules, ParseError, Puzzle, Shape};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(expecting = "a puzzle")]
struct Board {
    #[serde(alias = "ce")]
    cells: Vec<Vec<Square>>,
    #[serde(default, alias = "re")]
    regions: Option<Vec<Vec<(usize, usize)>>>,
    #[serde(default)]
    metadata: Option<Metadata>,
    #[serde(default, alias = "l")]
    lines: Vec<Value>,
    #[serde(default, alias = "a")]
    arrows: Vec<Value>,
    #[serde(default, alias = "o")]
    overlays: Vec<Value>,
    #[serde(default, alias = "ca")]
    cages: Vec<Cage>,
}

#[derive(Deserialize)]
#[serde(expecting = "a cell")]
struct Square {
    #[serde(default, alias = "v")]
    value: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(expecting = "the metadata")]
struct Metadata {
    #[serde(default, alias = "t")]
    title: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    rules: Option<Value>,
}

/// A cage with cells is a rule; one without carries a line such as `title: Name`.
#[derive(Deserialize)]
#[serde(expecting = "a cage")]
struct Cage {
    #[serde(default, alias = "ce")]
    cells: Vec<Value>,
    #[serde(default, alias = "v")]
    value: Option<Value>,
}

/// Reads the JSON of one puzzle, also in the form with short keys.
pub(super) fn read(json: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let board: Board = match serde_json::from_str(json) {
        Ok(board) => board,
        Err(error) => serde_json::from_str(&strict_json(json)).map_err(|_| json_error(&error, line, "SudokuPad"))?,
    };
    let has_marks = !(board.lines.is_empty() && board.arrows.is_empty() && board.overlays.is_empty());
    if has_marks || board.cages.iter().any(|cage| !cage.cells.is_empty()) {
        return Err(line_error(line, "this puzzle has lines, cages or other marks; cluesmith knows plain Sudoku"));
    }
    let n = board.cells.len();
    if let Some(row) = board.cells.iter().position(|row| row.len() != n) {
        let found = board.cells[row].len();
        return Err(line_error(line, format!("row {} of the puzzle has {found} cells, not {n}", row + 1)));
    }
    let possible = shapes.all_of_rows(n);
    let Some(&first) = possible.first() else {
        return Err(line_error(line, format!("a grid of {n} rows is not what is looked for or not known")));
    };
    let shape = match board.regions.filter(|regions| !regions.is_empty()) {
        None => first,
        Some(regions) => {
            let mut numbers = vec![usize::MAX; n * n];
            for (number, &(row, col)) in regions.iter().enumerate().flat_map(|(i, r)| r.iter().map(move |c| (i, c))) {
                if row < n && col < n {
                    numbers[row * n + col] = number;
                }
            }
            of_regions(n, &numbers, &LayoutRules::default(), line, shapes)?
        }
    };
    let mut puzzle = Puzzle::empty(shape);
    for (index, square) in board.cells.iter().flatten().enumerate() {
        let cell = Cell::from_index(index);
        let text = match &square.value {
            None | Some(Value::Null) => continue,
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(other) => other.to_string(),
        };
        if text.is_empty() || text == "0" {
            continue;
        }
        let digit = match text.parse::<u8>() {
            Ok(value) => (value as usize <= shape.n() && value > 0).then(|| Digit::new(value)),
            Err(_) if text.chars().count() == 1 => text.chars().next().and_then(|c| super::cells::digit(c, shape)),
            Err(_) => None,
        };
        let Some(digit) = digit else {
            let text: String = text.chars().take(20).collect();
            let name = shape.cell_name(cell);
            return Err(line_error(
                line,
                format!("{name} holds \"{text}\", which is no digit of shape {}", shape.name()),
            ));
        };
        puzzle.set(cell, Some(digit));
    }
    let mut entry = PuzzleEntry::at(puzzle, line);
    let metadata = board.metadata.unwrap_or_default();
    entry.info.title = metadata.title.unwrap_or_default();
    entry.info.author = metadata.author.unwrap_or_default();
    if let Some(Value::String(rules)) = metadata.rules {
        take_ruleset(&mut entry, rules);
    }
    for text in board.cages.iter().filter_map(|cage| cage.value.as_ref()?.as_str()) {
        match text.split_once(':') {
            Some(("title", title)) => title.trim().clone_into(&mut entry.info.title),
            Some(("author", author)) => author.trim().clone_into(&mut entry.info.author),
            _ => {}
        }
    }
    Ok(entry)
}

/// JSON proper from SudokuPad's short form: names without quotation marks, single
/// quotation marks, nothing where an empty object should be, `t` and `f`, colours as bare words.
fn strict_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut chars = text.chars().peekable();
    // The last character that is not in a string; says where a value is missing.
    let mut last = ' ';
    while let Some(c) = chars.next() {
        if c == quote {
            out.push('"');
            while let Some(c) = chars.next() {
                match c {
                    '\\' => match chars.next() {
                        Some('\'') => out.push('\''),
                        Some(other) => out.extend(['\\', other]),
                        None => {}
                    },
                    c if c == quote => break,
                    '"' => out.push_str("\\\""),
                    c => out.push(c),
                }
            }
            out.push('"');
            last = '"';
        } else if c.is_ascii_alphanumeric() || c == '#' {
            let mut word = String::from(c);
            while let Some(c) = chars.next_if(|&c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')) {
                word.push(c);
            }
            let is_name = chars.peek() == Some(&':');
            let is_number = word.parse::<f64>().is_ok() && !word.ends_with(|c: char| c.is_ascii_alphabetic());
            match word.as_str() {
                "t" if !is_name => out.push_str("true"),
                "f" if !is_name => out.push_str("false"),
                "true" | "false" | "null" if !is_name => out.push_str(&word),
                _ if is_number && !is_name => out.push_str(&word),
                _ => out.extend(["\"", &word, "\""]),
            }
            last = 'w';
        } else {
            if matches!(c, ',' | ']') && matches!(last, '[' | ',') && !(c == ']' && last == '[') {
                out.push_str("{}");
            }
            out.push(c);
            if !c.is_whitespace() {
                last = c;
            }
        }
    }
    out
}

/// Reads the short form of plain 9x9: each character a digit and up to five empty cells after it,
/// then `*t` and the title, `*a` and the author.
pub(super) fn read_short(text: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let shape = Shape::NINE;
    if shapes.of_cells(shape.n_cells()) != Some(shape) {
        return Err(line_error(line, format!("this link is for shape {shape}, not {}", shapes.nominal())));
    }
    let mut parts = text.split('*');
    let mut values = Vec::with_capacity(shape.n_cells());
    for c in parts.next().unwrap_or_default().chars() {
        let code = match c {
            '0'..='9' => c as usize - 38,
            'A'..='Z' => c as usize - 45,
            'a'..='x' => c as usize - 51,
            _ => return Err(line_error(line, format!("\"{}\" does not belong into this link", c.escape_default()))),
        };
        let (digit, length) = (code % 10, code / 10);
        values.push(digit as u8);
        values.extend(std::iter::repeat_n(0, length - 1));
        if values.len() > shape.n_cells() {
            break;
        }
    }
    if values.len() != shape.n_cells() {
        return Err(line_error(line, "this link does not hold the 81 cells of a puzzle"));
    }
    let mut entry = PuzzleEntry::at(Puzzle::from_values(shape, &values), line);
    for part in parts {
        match part.split_at_checked(1) {
            Some(("t", title)) => title.clone_into(&mut entry.info.title),
            Some(("a", author)) => author.clone_into(&mut entry.info.author),
            _ => {}
        }
    }
    Ok(entry)
}

/// The short form of a plain 9x9 puzzle.
pub(super) fn write_short(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    let mut values = puzzle.values().iter().copied().peekable();
    while let Some(digit) = values.next() {
        let mut length = 1;
        while length < 6 && values.next_if_eq(&0).is_some() {
            length += 1;
        }
        let code = digit + 10 * length;
        text.push(
            (code
                + if code < 20 {
                    38
                } else if code < 46 {
                    45
                } else {
                    51
                }) as char,
        );
    }
    text
}
