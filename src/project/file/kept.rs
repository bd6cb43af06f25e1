//! Results and marks of solving by hand as they stand in a project file.

use super::{joined, line_of, rows_of};
use crate::grid::{Cell, Digit, DigitSet, Puzzle, Shape, quoted};
use crate::logic::{Scale, StrategyId, StrategySet};
use crate::project::{
    DrawnLine, Entries, FoundPuzzle, HandSolving, HandSolvings, MAX_LINES, MAX_RESULTS, MAX_SEARCHES, MAX_SOLVINGS,
    Marks, Results, Search,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// A search of version 3.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Search")]
pub(super) struct SearchV3 {
    number: u64,
    #[serde(default)]
    title: String,
    #[serde(default)]
    details: String,
    #[serde(default)]
    found: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wanted: Option<usize>,
    /// How it ended; missing if it was at work when the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}

/// A puzzle that is being solved by hand, of version 3.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Solving")]
pub(super) struct SolvingV3 {
    shape: String,
    /// One row a string: the clues.
    clues: Vec<String>,
    /// One row a string: the digits entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    digits: Vec<String>,
    /// One row a string, the cells separated by blanks: the marks of each, `.` for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    corner: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    centre: Vec<String>,
    /// One row a string: the number of each cell's colour, from 1, and `.` for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    colours: Vec<String>,
    /// `r1c1-r5c5 r5c5-r9c1`: lines between cells.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    lines: String,
    /// How long it took so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    seconds: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

pub(super) fn search_file(search: &Search) -> SearchV3 {
    SearchV3 {
        number: search.number,
        title: search.title.clone(),
        details: search.details.clone(),
        found: search.n_found,
        wanted: search.n_wanted,
        ending: search.ending.clone(),
    }
}

/// A result on one line: `12 2x2 1.....3..1.....2 steps=12 se=2.6 hardest=x-wing used=full-house,x-wing search=1
/// pinned`.
pub(super) fn result_line(found: &FoundPuzzle) -> String {
    let mut line = format!("{} {} {} steps={}", found.id, found.puzzle.shape(), found.puzzle, found.n_steps);
    let mut add = |key: &str, value: &str| {
        // A String takes everything.
        let _ = write!(line, " {key}={value}");
    };
    if let Some(rating) = found.rating {
        add(Scale::Se.name(), &decimal(u32::from(rating)));
    }
    if let Some((scale, figure)) = found.figure {
        add(scale.name(), &decimal(figure));
    }
    if let Some(hardest) = found.hardest {
        add("hardest", hardest.name());
    }
    if !found.used.is_empty() {
        add("used", &found.used.iter().map(StrategyId::name).collect::<Vec<_>>().join(","));
    }
    if let Some(search) = found.search {
        add("search", &search.to_string());
    }
    if found.is_pinned {
        line.push_str(" pinned");
    }
    line
}

/// Tenths with one decimal.
fn decimal(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn tenths(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.')?;
    let tenth = tenth.parse().ok().filter(|&tenth: &u32| tenth < 10)?;
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(tenth)
}

fn result_from(line: &str) -> Result<FoundPuzzle, String> {
    let mut words = line.split_whitespace();
    let (Some(id), Some(shape), Some(puzzle)) = (words.next(), words.next(), words.next()) else {
        return Err("a result has a number, a shape and a puzzle".to_owned());
    };
    let shape: Shape = shape.parse().map_err(|error| format!("{error}"))?;
    let mut found = FoundPuzzle {
        id: id.parse().map_err(|_| format!("{} is no number", quoted(id)))?,
        puzzle: line_of(puzzle).puzzle(shape).map_err(|error| error.message)?,
        n_steps: 0,
        rating: None,
        figure: None,
        hardest: None,
        used: StrategySet::EMPTY,
        is_pinned: false,
        search: None,
    };
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let wrong = || format!("{} makes no sense", quoted(word));
        let set = || value.parse::<StrategySet>().map_err(|error| error.to_string());
        match key {
            "pinned" => found.is_pinned = true,
            "steps" => found.n_steps = value.parse().map_err(|_| wrong())?,
            "search" => found.search = Some(value.parse().map_err(|_| wrong())?),
            "used" => found.used = set()?,
            "hardest" => {
                // One name: a group is no strategy.
                let mut members = set()?.iter();
                found.hardest = match (members.next(), members.next()) {
                    (Some(id), None) => Some(id),
                    _ => return Err(wrong()),
                };
            }
            "se" => {
                let rating = tenths(value).and_then(|tenths| u8::try_from(tenths).ok());
                found.rating = Some(rating.ok_or_else(wrong)?);
            }
            _ => {
                let scale = Scale::ALL.into_iter().find(|scale| scale.name() == key).ok_or_else(wrong)?;
                found.figure = Some((scale, tenths(value).ok_or_else(wrong)?));
            }
        }
    }
    Ok(found)
}

/// Results and searches; an error names the field.
pub(super) fn results_from(searches: Vec<SearchV3>, lines: &[String]) -> Result<Results, (&'static str, String)> {
    for (field, what, n, most) in
        [("searches", "searches", searches.len(), MAX_SEARCHES), ("results", "results", lines.len(), MAX_RESULTS)]
    {
        if n > most {
            return Err((field, format!("a project keeps up to {most} {what}, here are {n}")));
        }
    }
    let of_file = |file: SearchV3| Search {
        number: file.number,
        title: file.title,
        details: file.details,
        n_found: file.found,
        n_wanted: file.wanted,
        ending: file.ending,
    };
    let searches: Vec<Search> = searches.into_iter().map(of_file).collect();
    if !searches.is_sorted_by(|a, b| a.number < b.number) {
        return Err(("searches", "the numbers of the searches do not go upwards".to_owned()));
    }
    let mut found: Vec<Arc<FoundPuzzle>> = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let at = |message: String| ("results", format!("entry {} of the results: {message}", index + 1));
        let result = result_from(line).map_err(at)?;
        if found.last().is_some_and(|last| last.id >= result.id) {
            return Err(at(format!("its number {} is not greater than the one before", result.id)));
        }
        found.push(Arc::new(result));
    }
    Ok(Results { found, searches })
}

/// Where a kind of mark stands among the marks of a cell.
type Field = fn(&mut Marks) -> &mut DigitSet;

pub(super) fn solving_file(puzzle: &Puzzle, solving: &HandSolving) -> SolvingV3 {
    let shape = puzzle.shape();
    let marks = &solving.entries.marks;
    let line = |line: &DrawnLine| line.ends().map(|cell| shape.cell_name(cell)).join("-");
    let mut digits = Puzzle::empty(shape);
    for (cell, marks) in shape.cells().zip(marks) {
        digits.set(cell, marks.digit);
    }
    let sets = |of: fn(&Marks) -> DigitSet| -> Vec<String> {
        if marks.iter().all(|marks| of(marks).is_empty()) {
            return Vec::new();
        }
        let text = |marks: &Marks| match of(marks) {
            set if set.is_empty() => ".".to_owned(),
            set => set.iter().map(Digit::to_char).collect(),
        };
        let row = |row: &[Marks]| row.iter().map(text).collect::<Vec<String>>().join(" ");
        marks.chunks(shape.n()).map(row).collect()
    };
    SolvingV3 {
        shape: shape.to_string(),
        clues: rows_of(shape, &puzzle.to_string()),
        digits: if digits.n_clues() == 0 { Vec::new() } else { rows_of(shape, &digits.to_string()) },
        corner: sets(|marks| marks.corner),
        centre: sets(|marks| marks.centre),
        colours: sets(|marks| marks.colours),
        lines: solving.entries.lines.iter().map(line).collect::<Vec<_>>().join(" "),
        seconds: solving.seconds,
    }
}

/// The cell of a name such as `r1c9`.
fn cell_from(shape: Shape, name: &str) -> Option<Cell> {
    let (row, col) = name.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=shape.n()).contains(number));
    Some(shape.cell(index(row)? - 1, index(col)? - 1))
}

fn lines_from(shape: Shape, text: &str) -> Result<BTreeSet<DrawnLine>, String> {
    let mut lines = BTreeSet::new();
    for word in text.split_whitespace() {
        let ends = word.split_once('-').and_then(|(a, b)| Some((cell_from(shape, a)?, cell_from(shape, b)?)));
        let line = ends.and_then(|(a, b)| DrawnLine::new(a, b));
        lines.insert(line.ok_or_else(|| format!("lines: {} is no line between two cells", quoted(word)))?);
    }
    if lines.len() > MAX_LINES {
        return Err(format!("lines: a puzzle has up to {MAX_LINES} of them, here are {}", lines.len()));
    }
    Ok(lines)
}

fn solving_from(file: &SolvingV3) -> Result<(Puzzle, HandSolving), String> {
    let shape: Shape = file.shape.parse().map_err(|error| format!("{error}"))?;
    let digits = |field: &str, rows: &[String]| {
        let text = joined(shape, field, rows)?;
        line_of(&text).puzzle(shape).map_err(|error| format!("{field}: {}", error.message))
    };
    let puzzle = digits("clues", &file.clues)?;
    let mut marks = vec![Marks::default(); shape.n_cells()];
    if !file.digits.is_empty() {
        for (cell, digit) in digits("digits", &file.digits)?.clues() {
            if puzzle.get(cell).is_some() {
                return Err(format!("digits: there is a clue at {} already", shape.cell_name(cell)));
            }
            marks[cell.index()].digit = Some(digit);
        }
    }
    let (corner, centre, colours): (Field, Field, Field) =
        (|marks| &mut marks.corner, |marks| &mut marks.centre, |marks| &mut marks.colours);
    let fields =
        [("corner", &file.corner, corner), ("centre", &file.centre, centre), ("colours", &file.colours, colours)];
    for (field, rows, of) in fields {
        if rows.is_empty() {
            continue;
        }
        // There are as many colours as digits of 9x9, whatever the shape.
        let most = if field == "colours" { Shape::NINE.n() } else { shape.n() };
        let n = shape.n();
        if rows.len() != n {
            return Err(format!("{field} of shape {shape} needs {n} rows, here are {}", rows.len()));
        }
        for (index, row) in rows.iter().enumerate() {
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.len() != n {
                let found = words.len();
                return Err(format!("row {} of {field} needs {n} cells, here are {found}", index + 1));
            }
            for (marks, word) in marks[index * n..].iter_mut().zip(words) {
                for sign in word.chars().filter(|_| word != ".") {
                    let digit = Digit::from_char(sign).filter(|digit| digit.index() < most);
                    let digit = digit
                        .ok_or_else(|| format!("row {} of {field}: {} makes no sense", index + 1, quoted(word)))?;
                    of(marks).insert(digit);
                }
            }
        }
    }
    let entries = Entries { marks, lines: lines_from(shape, &file.lines)? };
    Ok((puzzle, HandSolving { entries, seconds: file.seconds }))
}

pub(super) fn solvings_from(files: &[SolvingV3]) -> Result<HandSolvings, String> {
    if files.len() > MAX_SOLVINGS {
        return Err(format!("a project keeps the marks of up to {MAX_SOLVINGS} puzzles, here are {}", files.len()));
    }
    let mut solvings = HandSolvings::new();
    for (index, file) in files.iter().enumerate() {
        let at = |message: String| format!("entry {} of the marks: {message}", index + 1);
        let (puzzle, solving) = solving_from(file).map_err(at)?;
        if solvings.insert(puzzle, solving).is_some() {
            return Err(at("this puzzle stands here twice".to_owned()));
        }
    }
    Ok(solvings)
}
