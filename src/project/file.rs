//! Project files: RON text, version number first.
//!
//! Old versions stay readable: a new version gets a struct of its own and a
//! conversion, and `tests/files/` keeps files of every version.

use super::Project;
use crate::grid::{Line, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::StrategySet;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version that [`to_text`] writes.
pub const VERSION: u32 = 1;

/// Why a text is no project file: one sentence, with the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// Line, 1-based.
    pub line: usize,
    /// Column in characters, 1-based.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for FileError {}

/// Version 1 as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Project")]
struct FileV1 {
    version: u32,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    shape: String,
    #[serde(default)]
    symmetry: Option<String>,
    /// One row a string: `x` for a clue cell, `.` for an empty one.
    pattern: Vec<String>,
    strategies: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    required: Vec<String>,
    #[serde(default)]
    seed: u64,
    /// One row a string, `.` for a cell without chosen digit.
    #[serde(default)]
    fixed: Option<Vec<String>>,
    /// One row a string: the clues.
    #[serde(default)]
    puzzle: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename = "Project")]
struct Header {
    version: u32,
}

/// The text of a project file.
pub fn to_text(project: &Project) -> String {
    let n = project.shape().n();
    let rows = |text: String| -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        chars.chunks(n).map(|row| row.iter().collect()).collect()
    };
    let file = FileV1 {
        version: VERSION,
        title: project.title.clone(),
        author: project.author.clone(),
        notes: project.notes.clone(),
        shape: project.shape().to_string(),
        symmetry: Some(project.symmetry.name().to_owned()),
        pattern: rows(project.pattern.to_string()),
        strategies: project.strategies.iter().map(|id| id.name().to_owned()).collect(),
        required: project.required.iter().map(|id| id.name().to_owned()).collect(),
        seed: project.seed,
        fixed: (project.fixed.n_clues() > 0).then(|| rows(project.fixed.to_string())),
        puzzle: project.puzzle.as_ref().map(|puzzle| rows(puzzle.to_string())),
    };
    let mut text = ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::default())
        .expect("strings, numbers and lists always have a text");
    text.push('\n');
    text
}

/// Reads the text of a project file.
///
/// # Errors
/// One sentence with line and column: damaged text, a newer version, or
/// contents that do not fit together.
pub fn from_text(text: &str) -> Result<Project, FileError> {
    let text = text.trim_start_matches('\u{feff}');
    let damaged = |error: ron::error::SpannedError| FileError {
        line: error.span.start.line,
        column: error.span.start.col,
        message: format!("this is no cluesmith project file: {}", sentence(&error.code.to_string())),
    };
    let header: Header = ron::from_str(text).map_err(damaged)?;
    let at = |field: &str, message: String| {
        let (line, column) = position_of(text, field);
        FileError { line, column, message }
    };
    if header.version > VERSION {
        return Err(at(
            "version",
            format!(
                "the file has version {}, this program reads up to version {VERSION}: please update cluesmith",
                header.version
            ),
        ));
    }
    if header.version == 0 {
        return Err(at("version", "version 0 does not exist: the first one is 1".to_owned()));
    }
    let file: FileV1 = ron::from_str(text).map_err(damaged)?;
    let shape: Shape = file.shape.parse().map_err(|e| at("shape", format!("{e}")))?;
    let symmetry = match &file.symmetry {
        Some(name) => name.parse::<Symmetry>().map_err(|e| at("symmetry", e))?,
        None => Symmetry::None,
    };
    symmetry.check(shape).map_err(|e| at("symmetry", e.to_string()))?;
    let joined = |field: &str, rows: &[String]| -> Result<String, FileError> {
        let n = shape.n();
        if rows.len() != n {
            return Err(at(field, format!("{field} of shape {shape} needs {n} rows, here are {}", rows.len())));
        }
        for (index, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != n {
                return Err(at(
                    field,
                    format!("row {} of {field} needs {n} characters for shape {shape}, here are {found}", index + 1),
                ));
            }
        }
        Ok(rows.concat())
    };
    let pattern = {
        let text = joined("pattern", &file.pattern)?;
        line_of(&text).pattern(shape).map_err(|e| at("pattern", e.message))?
    };
    let digits = |field: &str, rows: &Option<Vec<String>>| -> Result<Option<Puzzle>, FileError> {
        let Some(rows) = rows else { return Ok(None) };
        let text = joined(field, rows)?;
        line_of(&text).puzzle(shape).map(Some).map_err(|e| at(field, e.message))
    };
    let fixed = digits("fixed", &file.fixed)?.unwrap_or_else(|| Puzzle::empty(shape));
    if !fixed.pattern().cells.is_subset(&pattern.cells) {
        return Err(at("fixed", "a fixed digit stands outside the pattern".to_owned()));
    }
    let puzzle = digits("puzzle", &file.puzzle)?;
    if puzzle.as_ref().is_some_and(|puzzle| puzzle.pattern() != pattern) {
        return Err(at("puzzle", "the clues of the puzzle do not stand exactly on the pattern".to_owned()));
    }
    let set = |field: &str, names: &[String]| -> Result<StrategySet, FileError> {
        if names.is_empty() {
            return Ok(StrategySet::EMPTY);
        }
        names.join(",").parse().map_err(|e: crate::logic::StrategyError| at(field, e.to_string()))
    };
    let strategies = set("strategies", &file.strategies)?;
    let required = set("required", &file.required)?;
    if !required.is_subset(strategies) {
        return Err(at("required", "a required strategy is not among the strategies".to_owned()));
    }
    Ok(Project {
        title: file.title,
        author: file.author,
        notes: file.notes,
        symmetry,
        pattern: Pattern { shape, cells: pattern.cells },
        fixed,
        strategies,
        required,
        seed: file.seed,
        puzzle,
    })
}

/// The text as a line of input, whatever characters it holds.
fn line_of(text: &str) -> Line<'_> {
    Line { number: 1, column: 1, text }
}

/// Line and column of a field's name, 1-based; the start if it is not there. Strings and
/// comments may hold the same word.
fn position_of(text: &str, field: &str) -> (usize, usize) {
    let mut is_string = false;
    for (index, line) in text.lines().enumerate() {
        let mut before = ' ';
        let mut is_escaped = false;
        for (column, (at, c)) in line.char_indices().enumerate() {
            if is_string {
                is_string = is_escaped || c != '"';
                is_escaped = !is_escaped && c == '\\';
            } else if c == '"' {
                is_string = true;
            } else if line[at..].starts_with("//") {
                break;
            } else if !before.is_alphanumeric()
                && line[at..].strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(':'))
            {
                return (index + 1, column + 1);
            }
            before = c;
        }
    }
    (1, 1)
}

/// The library's wording without a full stop, starting small.
fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => "unknown damage".to_owned(),
    }
}
