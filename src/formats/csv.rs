//! Tables with a column of puzzles: separated by commas, semicolons or tabs.

use super::{Entry, Shapes, line_error};
use crate::grid::{Digit, Line, ParseError};

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
    ['\t', ';', ','].into_iter().find(|&separator| {
        let fields: Vec<&str> = first.split(separator).map(|field| field.trim().trim_matches('"')).collect();
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
pub(super) fn read(text: &str, separator: char, shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator as u8)
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut entries = Vec::new();
    // Column of the puzzles, of title, author and level.
    let mut columns: Option<(usize, [Option<usize>; 3])> = None;
    for record in reader.records() {
        let record = record.map_err(|error| {
            line_error(error.position().map_or(1, |place| place.line() as usize), format!("this is no table: {error}"))
        })?;
        let line = record.position().map_or(1, |place| place.line() as usize);
        let fields: Vec<&str> = record.iter().collect();
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let Some((column, texts)) = columns else {
            if let Some(column) = fields.iter().position(|field| is_puzzle(field, shapes)) {
                columns = Some((column, [None; 3]));
                entries.push(entry(&fields, column, [None; 3], line, shapes)?);
                continue;
            }
            let Some(column) = puzzle_column(&fields) else {
                return Err(line_error(line, "this table has no column of puzzles: name one \"puzzle\""));
            };
            let texts = [
                column_of(&fields, &["title", "name"]),
                column_of(&fields, &["author", "setter"]),
                column_of(&fields, &["level", "difficulty", "rating"]),
            ];
            columns = Some((column, texts));
            continue;
        };
        entries.push(entry(&fields, column, texts, line, shapes)?);
    }
    Ok(entries)
}

fn entry(
    fields: &[&str],
    column: usize,
    texts: [Option<usize>; 3],
    line: usize,
    shapes: Shapes,
) -> Result<Entry, ParseError> {
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
