//! Reading puzzles and patterns from files and standard input.

use super::CliError;
use crate::grid::{Line, ParseError, Pattern, Puzzle, Shape, content_lines};
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

/// Every puzzle of the files, in order.
pub(super) fn puzzles(inputs: &[PathBuf], shape: Shape) -> Result<Vec<Item<Puzzle>>, CliError> {
    let mut items = Vec::new();
    for input in inputs {
        parse(&display(input), &read(input)?, |line| line.puzzle(shape), &mut items)?;
    }
    not_empty(items, "puzzle")
}

/// The pattern itself, or every pattern of the file it names.
pub(super) fn patterns(pattern: &str, shape: Shape) -> Result<Vec<Item<Pattern>>, CliError> {
    let mut items = Vec::new();
    let path = Path::new(pattern);
    if pattern == "-" || path.is_file() {
        parse(&display(path), &read(path)?, |line| line.pattern(shape), &mut items)?;
        return not_empty(items, "pattern");
    }
    match content_lines(pattern).next() {
        Some(line) if pattern.trim().chars().all(|c| !c.is_whitespace()) => match line.pattern(shape) {
            Ok(value) => Ok(vec![Item { value, place: "--pattern".to_owned() }]),
            // What looks like a file name is meant as one.
            Err(_) if ["/", "\\", ".txt", ".tsv", ".csv", ".sdm"].iter().any(|mark| pattern.contains(mark)) => {
                Err(CliError(format!("there is no file \"{pattern}\"")))
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

fn read(input: &Path) -> Result<String, CliError> {
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

fn parse<T>(
    name: &str,
    text: &str,
    item: impl Fn(&Line<'_>) -> Result<T, ParseError>,
    items: &mut Vec<Item<T>>,
) -> Result<(), CliError> {
    for line in content_lines(text) {
        let value = item(&line).map_err(|error| CliError(format!("{name}: {error}")))?;
        items.push(Item { value, place: format!("{name}: line {}", line.number) });
    }
    Ok(())
}
