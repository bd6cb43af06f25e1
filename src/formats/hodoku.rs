//! Lines of HoDoKu's library: `:code:digits:givens:deleted:eliminations:placements:extra`.

use super::cells::no_digit;
use super::{PuzzleEntry, Shapes, line_error, place_error};
use crate::grid::{Cell, Digit, DigitSet, ParseError, Puzzle, Shape, quoted};

/// Whether the line looks like one of the library.
pub(super) fn is_line(line: &str) -> bool {
    line.starts_with(':') && line.matches(':').take(4).count() == 4
}

/// Reads every line of the library.
pub(super) fn read(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(move |(n, line)| entry(n, line, shapes))
}

fn entry(number: usize, line: &str, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    if !is_line(line) {
        return Err(line_error(number, "a library line is :code:digits:givens:deleted:eliminations:placements:extra"));
    }
    let fields: Vec<(usize, &str)> = fields(line);
    let (column, givens) = fields[3];
    let n_cells = givens.chars().filter(|&c| c != '+').count();
    let Some(shape) = shapes.of_cells(n_cells) else {
        return Err(place_error(
            number,
            column,
            format!(
                "the givens of a {} grid are {} cells, here are {n_cells}",
                shapes.nominal(),
                shapes.nominal().n_cells()
            ),
        ));
    };
    let mut puzzle = Puzzle::empty(shape);
    let mut placed = Puzzle::empty(shape);
    let mut cell = 0;
    let mut is_placed = false;
    for (offset, c) in givens.chars().enumerate() {
        if c == '+' {
            is_placed = true;
            continue;
        }
        if !matches!(c, '.' | '0') {
            let digit = super::cells::digit(c, shape).ok_or_else(|| no_digit(number, column + offset, c, shape))?;
            let target = if is_placed { &mut placed } else { &mut puzzle };
            target.set(Cell::from_index(cell), Some(digit));
        }
        is_placed = false;
        cell += 1;
    }
    let mut kept = vec![DigitSet::all(shape.n()); shape.n_cells()];
    if let Some(&(column, deleted)) = fields.get(4) {
        for word in deleted.split_whitespace() {
            let (cell, digit) = candidate(word, shape).ok_or_else(|| {
                place_error(number, column, format!("{} is no candidate: use digit, row, column", quoted(word)))
            })?;
            kept[cell.index()].remove(digit);
        }
    }
    let mut entry =
        PuzzleEntry::at(puzzle, number).with_state(&placed, shape.cells().map(|cell| (cell, Some(kept[cell.index()]))));
    entry.info.comment = format!("HoDoKu library {}, digits {}", fields[1].1, fields[2].1);
    Ok(entry)
}

/// The fields with their columns, 1-based.
fn fields(line: &str) -> Vec<(usize, &str)> {
    let mut column = 1;
    let mut fields = Vec::new();
    for field in line.split(':') {
        fields.push((column, field));
        column += field.chars().count() + 1;
    }
    fields
}

/// `<digit><row><column>`, each 1 to 9.
fn candidate(word: &str, shape: Shape) -> Option<(Cell, Digit)> {
    let numbers: Vec<usize> = word.chars().map(|c| c.to_digit(10).map(|d| d as usize)).collect::<Option<_>>()?;
    let [digit, row, col] = numbers[..] else { return None };
    let is_valid = [digit, row, col].iter().all(|&number| (1..=shape.n()).contains(&number));
    is_valid.then(|| (shape.cell(row - 1, col - 1), Digit::new(digit as u8)))
}
