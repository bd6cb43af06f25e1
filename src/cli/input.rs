//! Reading puzzles and patterns from files and standard input.

use super::CliError;
use crate::formats::{Entry, Shapes, read_puzzles};
use crate::grid::{Line, ParseError, Pattern, Puzzle, Shape, content_lines, quoted};
use std::io::Read;
use std::path::{Path, PathBuf};

/// An item of the input and where it came from.
#[derive(Clone, Debug)]
pub(super) struct Item<T> {
    pub(super) value: T,
    /// "puzzles.txt: line 3", for messages.
    pub(super) place: String,
}

/// Largest input read, in bytes; millions of puzzles fit.
const MAX_BYTES: u64 = 1 << 30;

/// Every puzzle of the files, in order, in any of the known formats.
pub(super) fn puzzles(inputs: &[PathBuf], shape: Shape) -> Result<Vec<Item<Puzzle>>, CliError> {
    let items = entries(inputs, Some(shape))?.into_iter();
    Ok(items.map(|item| Item { value: item.value.puzzle, place: item.place }).collect())
}

/// Every puzzle of the files with what the files say of it; without a shape, of any.
pub(super) fn entries(inputs: &[PathBuf], shape: Option<Shape>) -> Result<Vec<Item<Entry>>, CliError> {
    let mut items = Vec::new();
    for input in inputs {
        let name = display(input);
        let shapes = shape.map_or(Shapes::Prefer(Shape::NINE), Shapes::Only);
        let found = read_puzzles(&read(input)?, shapes).map_err(|error| CliError(format!("{name}: {error}")))?;
        items.extend(found.into_iter().map(|value| Item { place: format!("{name}: line {}", value.line), value }));
    }
    not_empty(items, "puzzle")
}

/// The pattern itself, or every pattern of the file it names.
pub(super) fn patterns(pattern: &str, shape: Shape) -> Result<Vec<Item<Pattern>>, CliError> {
    let mut items = Vec::new();
    let path = Path::new(pattern);
    if pattern == "-" || path.is_file() {
        let name = display(path);
        for line in content_lines(&read(path)?) {
            let value = line.pattern(shape).map_err(|error: ParseError| CliError(format!("{name}: {error}")))?;
            items.push(Item { value, place: format!("{name}: line {}", line.number) });
        }
        return not_empty(items, "pattern");
    }
    match content_lines(pattern).next() {
        Some(line) if pattern.trim().chars().all(|c| !c.is_whitespace()) => match line.pattern(shape) {
            Ok(value) => Ok(vec![Item { value, place: "--pattern".to_owned() }]),
            // What looks like a file name is meant as one.
            Err(_) if ["/", "\\", ".txt", ".tsv", ".csv", ".sdm"].iter().any(|mark| pattern.contains(mark)) => {
                Err(CliError(format!("there is no file {}", quoted(pattern))))
            }
            Err(error) => Err(CliError(format!("--pattern: {}", error.message))),
        },
        _ => Err(CliError("--pattern: give a pattern without blanks, or a file with one pattern a line".to_owned())),
    }
}

/// A puzzle line given as an option.
pub(super) fn puzzle_option(option: &str, text: &str, shape: Shape) -> Result<Puzzle, CliError> {
    let line = Line { number: 1, column: 1, text: text.trim() };
    line.puzzle(shape).map_err(|error| {
        let column = error.column.map(|c| format!("character {c}: ")).unwrap_or_default();
        CliError(format!("{option}: {column}{}", error.message))
    })
}

fn display(input: &Path) -> String {
    if input.as_os_str() == "-" { "standard input".to_owned() } else { input.display().to_string() }
}

fn not_empty<T>(items: Vec<Item<T>>, what: &str) -> Result<Vec<Item<T>>, CliError> {
    if items.is_empty() { Err(CliError(format!("the input holds no {what}"))) } else { Ok(items) }
}

pub(super) fn read(input: &Path) -> Result<String, CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot read {}: {error}", display(input)));
    let mut bytes = Vec::new();
    if input.as_os_str() == "-" {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        let file = std::fs::File::open(input).map_err(failed)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(CliError(format!("{} is larger than 1 GiB; split it", display(input))));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&b| b == b'\n').count();
        CliError(format!("{}: line {line}: this is not UTF-8 text", display(input)))
    })
}
