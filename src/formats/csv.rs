//! Tables with a column of puzzles: separated by commas, semicolons or tabs.

use super::{PuzzleEntry, Shapes, line_error};
use crate::grid::{Digit, Line, ParseError};
use std::borrow::Cow;

/// Most columns of a table.
const MAX_FIELDS: usize = 1000;

/// Names of the column that holds the puzzles.
const PUZZLE_NAMES: [&str; 9] = ["puzzle", "sudoku", "quizzes", "quiz", "givens", "clues", "grid", "board", "problem"];

/// Whether a field could be a puzzle of one of the shapes, with a remark behind it or not.
fn is_puzzle(field: &str, shapes: Shapes) -> bool {
    let field = field.split('#').next().unwrap_or(field).trim();
    field.bytes().all(|b| b == b'.' || b == b'0' || Digit::from_char(b as char).is_some())
        && shapes.of_cells(field.len()).is_some()
        && field.len() > 9
}

/// The separator of a table whose first line this is: it has a header that names puzzles,
/// or a puzzle in a column that is not the first (in the first it is a puzzle with a remark).
pub(super) fn separator(first: &str, shapes: Shapes) -> Option<char> {
    // The remark of a puzzle may hold any signs and words.
    if first.split([' ', '\t', ',', ';', '#']).next().is_some_and(|word| is_puzzle(word, shapes)) {
        return None;
    }
    ['\t', ';', ','].into_iter().find(|&separator| {
        let fields: Vec<&str> =
            (first.split(separator).take(MAX_FIELDS)).map(|field| field.trim().trim_matches('"')).collect();
        let is_header = puzzle_column(&fields).is_some() && !fields.iter().any(|field| is_puzzle(field, shapes));
        let in_later = !is_puzzle(fields[0], shapes) && fields.iter().any(|field| is_puzzle(field, shapes));
        fields.len() > 1 && (is_header || in_later)
    })
}

fn puzzle_column(fields: &[&str]) -> Option<usize> {
    let names: Vec<String> = fields.iter().map(|f| f.trim_start_matches('#').trim().to_ascii_lowercase()).collect();
    let exact = PUZZLE_NAMES.iter().find_map(|name| names.iter().position(|field| field == name));
    exact.or_else(|| names.iter().position(|field| field.starts_with("puzzle") || field.starts_with("sudoku")))
}

fn column_of(header: &[&str], names: &[&str]) -> Option<usize> {
    header.iter().position(|field| names.iter().any(|name| field.trim().eq_ignore_ascii_case(name)))
}

/// Reads the puzzles of a table.
pub(super) fn read(
    text: &str,
    separator: char,
    shapes: Shapes,
) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    // Column of the puzzles, of title, author and level.
    let mut columns: Option<(usize, [Option<usize>; 3])> = None;
    Records { rest: text, line: 1, separator }.filter_map(move |record| {
        let Record { line, fields } = match record {
            Ok(record) => record,
            Err(error) => return Some(Err(error)),
        };
        let fields: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
        if fields.iter().all(|field| field.trim().is_empty()) {
            return None;
        }
        if let Some((column, texts)) = columns {
            return Some(entry(&fields, column, texts, line, shapes));
        }
        if let Some(column) = fields.iter().position(|field| is_puzzle(field, shapes)) {
            columns = Some((column, [None; 3]));
            return Some(entry(&fields, column, [None; 3], line, shapes));
        }
        let Some(column) = puzzle_column(&fields) else {
            return Some(Err(line_error(line, "this table has no column of puzzles: name one \"puzzle\"")));
        };
        let texts = [
            column_of(&fields, &["title", "name"]),
            column_of(&fields, &["author", "setter"]),
            column_of(&fields, &["level", "difficulty", "rating"]),
        ];
        columns = Some((column, texts));
        None
    })
}

/// A row of a table, its fields without quotation marks.
struct Record<'a> {
    line: usize,
    fields: Vec<Cow<'a, str>>,
}

/// The rows of a table. A field in quotation marks may hold separators, line ends and, doubled, quotation marks.
struct Records<'a> {
    rest: &'a str,
    /// Line of the rest, 1-based.
    line: usize,
    separator: char,
}

impl<'a> Records<'a> {
    /// Takes so many bytes off the rest.
    fn take(&mut self, n: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(n);
        self.line += taken.bytes().filter(|&b| b == b'\n').count();
        self.rest = rest;
        taken
    }

    /// The field that begins here.
    fn field(&mut self) -> Result<Cow<'a, str>, ParseError> {
        let ends = [self.separator, '\n', '\r'];
        let plain_length = |rest: &str| rest.find(ends).unwrap_or(rest.len());
        if !self.rest.starts_with('"') {
            return Ok(Cow::Borrowed(self.take(plain_length(self.rest))));
        }
        let line = self.line;
        self.take(1);
        let mut field = Cow::Borrowed("");
        loop {
            let Some(length) = self.rest.find('"') else {
                return Err(line_error(line, "a quotation mark opens a field here and nothing closes it"));
            };
            field += self.take(length);
            self.take(1);
            if !self.rest.starts_with('"') {
                break;
            }
            field += self.take(1);
        }
        // What stands behind the closing mark belongs to the field.
        field += self.take(plain_length(self.rest));
        Ok(field)
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Record<'a>, ParseError>;

    fn next(&mut self) -> Option<Result<Record<'a>, ParseError>> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start_matches(['\n', '\r']).len();
            self.take(blank);
            if !self.rest.starts_with('#') {
                break;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let mut fields = Vec::new();
        loop {
            match self.field() {
                Ok(field) => fields.push(field),
                Err(error) => {
                    self.rest = "";
                    return Some(Err(error));
                }
            }
            if !self.rest.starts_with(self.separator) {
                return Some(Ok(Record { line, fields }));
            }
            if fields.len() == MAX_FIELDS {
                self.rest = "";
                return Some(Err(line_error(line, format!("a row of a table has at most {MAX_FIELDS} columns"))));
            }
            self.take(self.separator.len_utf8());
        }
    }
}

fn entry(
    fields: &[&str],
    column: usize,
    texts: [Option<usize>; 3],
    line: usize,
    shapes: Shapes,
) -> Result<PuzzleEntry, ParseError> {
    let Some(field) = fields.get(column).map(|field| field.trim()) else {
        return Err(line_error(line, format!("this row has no column {}, where the puzzles are", column + 1)));
    };
    let cells = Line { number: line, column: 1, text: field };
    let mut entry = super::cells::entry(&cells, shapes).map_err(|error| match error.column {
        // Columns are columns of the table here.
        Some(place) => {
            line_error(line, format!("column {} of the table, character {place}: {}", column + 1, error.message))
        }
        None => line_error(line, format!("column {} of the table: {}", column + 1, error.message)),
    })?;
    let text = |index: usize| texts[index].and_then(|column| fields.get(column)).map_or("", |field| field.trim());
    text(0).clone_into(&mut entry.info.title);
    text(1).clone_into(&mut entry.info.author);
    text(2).clone_into(&mut entry.info.level);
    Ok(entry)
}
