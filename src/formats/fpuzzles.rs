//! The JSON of f-puzzles.com, read and written.

use super::json::json_error;
use super::{Info, PuzzleEntry, Shapes, line_error, noted};
use crate::grid::{Cell, Digit, DigitSet, ParseError, Puzzle, Shape, quoted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(expecting = "a puzzle")]
struct Board {
    size: usize,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    ruleset: Option<String>,
    grid: Vec<Vec<Square>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a cell")]
struct Square {
    #[serde(default)]
    value: Option<u8>,
    #[serde(default)]
    given: bool,
    #[serde(default)]
    region: Option<usize>,
    #[serde(default, rename = "centerPencilMarks")]
    center: Option<Vec<u8>>,
    #[serde(default, rename = "givenPencilMarks")]
    given_marks: Option<Vec<u8>>,
}

/// Fields that are decoration or bookkeeping; every other list or switch that is set is an extra rule.
const HARMLESS: [&str; 17] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "highlightConflicts",
    "text",
    "circle",
    "rectangle",
    "line",
    "cage",
    "logic",
    "truecandidatesoptions",
    "disabledlogic",
    "successMessage",
    "metadata",
];

/// Reads the JSON of one puzzle.
pub(super) fn read(json: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let damaged = |error: serde_json::Error| json_error(&error, line, "f-puzzles");
    let fields: BTreeMap<String, Value> = serde_json::from_str(json).map_err(damaged)?;
    let is_set = |value: &Value| match value {
        Value::Bool(set) => *set,
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    if let Some((rule, _)) = fields.iter().find(|(name, value)| !HARMLESS.contains(&name.as_str()) && is_set(value)) {
        return Err(line_error(
            line,
            format!("this puzzle has the extra rule {}; cluesmith knows plain Sudoku", quoted(rule)),
        ));
    }
    let board: Board = serde_json::from_str(json).map_err(damaged)?;
    if board.grid.len() != board.size || board.grid.iter().any(|row| row.len() != board.size) {
        return Err(line_error(line, format!("the grid does not have {0} rows of {0} cells", board.size.min(1000))));
    }
    let shape = shape_of(&board, line, shapes)?;
    let mut puzzle = Puzzle::empty(shape);
    let mut placed = Puzzle::empty(shape);
    let mut marks = Vec::with_capacity(shape.n_cells());
    for (index, square) in board.grid.iter().flatten().enumerate() {
        let cell = Cell::from_index(index);
        let to_digit = |value: u8| {
            let is_digit = value >= 1 && value as usize <= shape.n();
            is_digit.then(|| Digit::new(value)).ok_or_else(|| {
                let name = shape.cell_name(cell);
                line_error(line, format!("{name} holds {value}, which is no digit of shape {shape}"))
            })
        };
        let target = if square.given { &mut puzzle } else { &mut placed };
        target.set(cell, square.value.filter(|&value| value != 0).map(to_digit).transpose()?);
        let listed = square.given_marks.as_ref().or(square.center.as_ref()).into_iter().flatten();
        marks.push((cell, noted(listed.map(|&value| to_digit(value)).collect::<Result<DigitSet, _>>()?)));
    }
    let mut entry = PuzzleEntry::at(puzzle, line).with_state(&placed, marks.into_iter());
    entry.info = Info {
        title: board.title.unwrap_or_default(),
        author: board.author.unwrap_or_default(),
        comment: board.ruleset.filter(|rules| rules != RULES).unwrap_or_default(),
        ..Info::default()
    };
    Ok(entry)
}

/// The boxes that f-puzzles draws for a size by itself: as high as the largest divisor up to the root.
fn default_shape(n: usize) -> Option<Shape> {
    let height = (1..=n.isqrt()).rev().find(|height| n.is_multiple_of(*height))?;
    Shape::new(height, n / height).ok()
}

fn shape_of(board: &Board, line: usize, shapes: Shapes) -> Result<Shape, ParseError> {
    let n = board.size;
    // Without regions the boxes are the site's, whatever is preferred here.
    let default = default_shape(n);
    let mut squares = board.grid.iter().flatten().enumerate();
    let region = |(index, square): (usize, &Square)| {
        square.region.or_else(|| default.map(|shape| shape.box_of(Cell::from_index(index))))
    };
    let Some(regions) = squares.by_ref().map(region).collect::<Option<Vec<usize>>>() else {
        return Err(line_error(line, format!("this puzzle of {n} rows does not tell the region of each cell")));
    };
    of_regions(n, &regions, line, shapes)
}

/// The shape with these regions, one number for each cell, if it is one of those looked for.
pub(super) fn of_regions(n: usize, regions: &[usize], line: usize, shapes: Shapes) -> Result<Shape, ParseError> {
    let numbers: Vec<u8> = regions.iter().map(|&region| u8::try_from(region).unwrap_or(u8::MAX)).collect();
    let shape = Shape::irregular(n, &numbers)
        .map_err(|error| line_error(line, format!("the regions of this puzzle are no layout: {error}")))?;
    if shapes.may_be(shape) {
        return Ok(shape);
    }
    let (found, wanted) = (shape.name(), shapes.nominal().name());
    let what = if found == wanted { "other regions than".to_owned() } else { format!("the layout {found}, not") };
    Err(line_error(line, format!("this puzzle has {what} {wanted}")))
}

/// The rules of a plain Sudoku, as the sites show them: no remark.
pub(super) const RULES: &str = "Normal sudoku rules apply.";

#[derive(Serialize)]
struct BoardOut<'a> {
    size: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    author: &'a str,
    ruleset: &'a str,
    grid: Vec<Vec<SquareOut>>,
}

#[derive(Serialize)]
struct SquareOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<usize>,
    #[serde(rename = "centerPencilMarks", skip_serializing_if = "Vec::is_empty")]
    center: Vec<u8>,
}

/// The JSON of an entry; digits placed and candidates ruled out by more than the digits go along.
pub(super) fn write(entry: &PuzzleEntry) -> String {
    let shape = entry.shape();
    let has_default = default_shape(shape.n()) == Some(shape);
    let grid = (0..shape.n()).map(|row| {
        let squares = (0..shape.n()).map(|col| {
            let cell = shape.cell(row, col);
            let value = entry.board.as_ref().map_or(entry.puzzle.get(cell), |board| board.value(cell));
            let center = match &entry.board {
                Some(board) if value.is_none() => board.marks(cell).iter().map(Digit::value).collect(),
                _ => Vec::new(),
            };
            SquareOut {
                value: value.map(Digit::value),
                given: entry.puzzle.get(cell).is_some(),
                region: (!has_default).then(|| shape.box_of(cell)),
                center,
            }
        });
        squares.collect()
    });
    let info = &entry.info;
    let out = BoardOut {
        size: shape.n(),
        title: &info.title,
        author: &info.author,
        ruleset: if info.comment.is_empty() { RULES } else { &info.comment },
        grid: grid.collect(),
    };
    serde_json::to_string(&out).expect("strings, numbers and lists always have a text")
}
