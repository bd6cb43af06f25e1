//! Reading puzzles and patterns from files and standard input.

use super::CliError;
use super::values::with_a_grid;
use crate::formats::{PuzzleEntry, Shapes, entries, layout_of};
use crate::grid::{Line, ParseError, Pattern, Puzzle, Shape, ShapeError, Theme, content_lines, quoted};
use std::collections::HashSet;
use std::io::{ErrorKind, Read};
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

/// Bytes read at once.
const CHUNK: u64 = 1 << 20;

/// A text and the name of its file.
struct Source {
    name: String,
    text: String,
}

/// The shape asked for, or else any, 3x3 where the size leaves a choice.
pub(super) fn shapes_of(shape: Option<Shape>) -> Shapes {
    shape.map_or(Shapes::Prefer(Shape::NINE), Shapes::Only)
}

/// The puzzles of the input. They are read twice or more: once to see that all is well, before anything is
/// written, and again one at a time when they are needed. So a collection takes hardly more memory than its text.
pub(super) struct Puzzles {
    sources: Vec<Source>,
    shapes: Shapes,
}

impl Puzzles {
    /// Every puzzle of the files, in any of the known formats.
    pub(super) fn read(inputs: &[PathBuf], shapes: Shapes) -> Result<Puzzles, CliError> {
        let source = |input: &PathBuf| Ok(Source { name: display(input), text: read(input)? });
        let sources: Vec<Source> = inputs.iter().map(source).collect::<Result<_, _>>()?;
        let mut is_empty = true;
        // Those that were asked for have been looked at.
        let mut known: HashSet<Shape> = HashSet::new();
        for Source { name, text } in &sources {
            for entry in entries(text, shapes) {
                let entry = entry.map_err(|error| CliError(format!("{name}: {error}")))?;
                let shape = entry.puzzle.shape();
                if !matches!(shapes, Shapes::Only(_)) && shape.has_rules() && known.insert(shape) {
                    with_a_grid(shape).map_err(|reason| CliError(format!("{name}: line {}: {reason}", entry.line)))?;
                }
                is_empty = false;
            }
        }
        if is_empty {
            return Err(CliError(holds_no("puzzle", sources.iter().map(|source| source.name.as_str()))));
        }
        Ok(Puzzles { sources, shapes })
    }

    /// The puzzles in order, with what the files say of them.
    pub(super) fn entries(&self) -> impl Iterator<Item = Item<PuzzleEntry>> + '_ {
        self.sources.iter().flat_map(|Source { name, text }| {
            // They were read before, so there are no errors.
            let read = entries(text, self.shapes).flatten();
            read.map(move |value| Item { place: format!("{name}: line {}", value.line), value })
        })
    }

    /// The puzzles alone.
    pub(super) fn iter(&self) -> impl Iterator<Item = Item<Puzzle>> + '_ {
        self.entries().map(|item| Item { value: item.value.puzzle, place: item.place })
    }

    /// Refuses clues that contradict each other.
    pub(super) fn check_conflicts(&self) -> Result<(), CliError> {
        match self.iter().find_map(|item| conflict(&item)) {
            Some(sentence) => Err(CliError(sentence)),
            None => Ok(()),
        }
    }
}

/// The sentence for a puzzle that breaks the rules by itself.
pub(super) fn conflict(item: &Item<Puzzle>) -> Option<String> {
    item.value.conflict().map(|conflict| format!("{}: {conflict}", item.place))
}

/// "puzzles.txt holds no puzzle"
fn holds_no<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> String {
    match names.collect::<Vec<_>>().as_slice() {
        [name] => format!("{name} holds no {what}"),
        _ => format!("the input holds no {what}"),
    }
}

/// The patterns of the input, read like [`Puzzles`]. A file may tell by `layout` lines what layouts its patterns are for.
pub(super) struct Patterns {
    source: Source,
    asked: Option<Shape>,
    usual: Shape,
    is_file: bool,
}

impl Patterns {
    /// The pattern itself, or every pattern of the file that it names. Without a layout that is asked for, patterns are for
    /// the one that the file tells, or else for 3x3.
    pub(super) fn read(pattern: &str, asked: Option<Shape>) -> Result<Patterns, CliError> {
        Patterns::read_for(pattern, asked, Shape::NINE)
    }

    /// The pattern itself, or every pattern of the file that it names; where neither the caller nor the file tells a layout,
    /// patterns are for the usual one.
    pub(super) fn read_for(pattern: &str, asked: Option<Shape>, usual: Shape) -> Result<Patterns, CliError> {
        let path = Path::new(pattern);
        // A pipe or device is as good as a file.
        let is_file = pattern == "-" || !pattern.is_empty() && path.exists();
        let source = if is_file {
            Source { name: display(path), text: read(path)? }
        } else {
            if pattern.trim().is_empty() || pattern.trim().contains(char::is_whitespace) {
                return Err(CliError(
                    "--pattern: give a pattern without blanks, or a file with one pattern a line".to_owned(),
                ));
            }
            Source { name: "--pattern".to_owned(), text: pattern.to_owned() }
        };
        let patterns = Patterns { source, asked, usual, is_file };
        let mut n_patterns = 0;
        for parsed in patterns.parsed() {
            parsed.map_err(|error| patterns.error(&error))?;
            n_patterns += 1;
        }
        match (n_patterns, is_file) {
            (0, true) => Err(CliError(holds_no("pattern", std::iter::once(patterns.source.name.as_str())))),
            (1, false) | (_, true) => Ok(patterns),
            _ => Err(CliError("--pattern: give one pattern, or a file with one pattern a line".to_owned())),
        }
    }

    fn parsed(&self) -> impl Iterator<Item = Result<Item<Pattern>, ParseError>> + '_ {
        let text = &self.source.text;
        let layouts = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, layout_of(line)?)));
        let (mut told, mut wrong) = (Vec::new(), Vec::new());
        for (number, layout) in layouts.filter(|_| self.is_file) {
            match self.told(number, layout) {
                Ok(shape) => told.push((number, shape)),
                Err(error) => wrong.push(Err(error)),
            }
        }
        let is_pattern = |line: &Line<'_>| !self.is_file || line.text != "layout";
        let patterns = content_lines(text).filter(is_pattern).map(move |line| {
            let name = &self.source.name;
            let place = if self.is_file { format!("{name}: line {}", line.number) } else { name.clone() };
            let before = told.partition_point(|&(number, _)| number < line.number);
            let told = before.checked_sub(1).map(|last| told[last].1);
            line.pattern(self.asked.or(told).unwrap_or(self.usual)).map(|value| Item { value, place })
        });
        wrong.into_iter().chain(patterns)
    }

    /// The layout that a line of the file tells; it has to be the one that is asked for, if one is.
    fn told(&self, line: usize, layout: &str) -> Result<Shape, ParseError> {
        let failed = |message: String| ParseError { line, column: None, message };
        let shape: Shape = layout.parse().map_err(|error: ShapeError| failed(error.to_string()))?;
        match self.asked {
            Some(asked) if asked != shape => Err(failed(format!(
                "these patterns are for the layout {}, not for {}: leave out --layout, or give it with --layout \"{shape}\"",
                shape.name(),
                asked.name()
            ))),
            _ => with_a_grid(shape).map_err(failed),
        }
    }

    /// The layouts of the patterns, each once, in the order in which they come.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for item in self.iter() {
            if !shapes.contains(&item.value.shape) {
                shapes.push(item.value.shape);
            }
        }
        shapes
    }

    /// The patterns in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Item<Pattern>> + '_ {
        self.parsed().flatten()
    }

    /// The patterns of an option that need not be given; without it, one time none.
    pub(super) fn each(patterns: Option<&Patterns>) -> Box<dyn Iterator<Item = Option<Pattern>> + '_> {
        match patterns {
            Some(patterns) => Box::new(patterns.iter().map(|item| Some(item.value))),
            None => Box::new(std::iter::once(None)),
        }
    }

    fn error(&self, error: &ParseError) -> CliError {
        let Source { name, text } = &self.source;
        // What looks like a file name is meant as one.
        let looks_like_file = ["/", "\\", ".txt", ".tsv", ".csv", ".sdm"].iter().any(|mark| text.contains(mark));
        CliError(match self.is_file {
            true => format!("{name}: {error}"),
            false if looks_like_file => format!("there is no file {}", quoted(text)),
            false => format!("{name}: {}", error.message),
        })
    }
}

/// The line that tells the layout of what comes next, where patterns of several layouts are answered.
pub(super) struct LayoutLines {
    has_several: bool,
    told: Option<Shape>,
}

impl LayoutLines {
    /// For answers as text; JSON lines tell their layouts themselves.
    pub(super) fn new(patterns: Option<&Patterns>, is_json: bool) -> LayoutLines {
        let has_several = !is_json && patterns.is_some_and(|patterns| patterns.shapes().len() > 1);
        LayoutLines { has_several, told: None }
    }

    /// The line, if one is due before answers for this layout.
    pub(super) fn before(&mut self, shape: Shape) -> Option<String> {
        let is_due = self.has_several && self.told.replace(shape) != Some(shape);
        is_due.then(|| format!("layout {shape}"))
    }
}

/// The layout of an answer, as JSON lines tell it where it is not plain.
pub(super) fn told_layout(shape: Shape) -> Option<String> {
    (!shape.is_plain()).then(|| shape.to_string())
}

/// A puzzle line given as an option.
pub(super) fn puzzle_option(option: &str, text: &str, shape: Shape) -> Result<Puzzle, CliError> {
    let line = Line { number: 1, column: 1, text: text.trim() };
    line.puzzle(shape).map_err(|error| {
        let column = error.column.map(|c| format!("character {c}: ")).unwrap_or_default();
        CliError(format!("{option}: {column}{}", error.message))
    })
}

/// The constraints of all `--theme` options together.
pub(super) fn theme_option(texts: &[String], shape: Shape) -> Result<Theme, CliError> {
    texts.iter().try_fold(Theme::default(), |theme, text| {
        let further = Theme::parse(shape, text).map_err(|error| CliError(format!("--theme: {error}")))?;
        if further.is_empty() {
            return Err(CliError("--theme: no constraint is given; write for example \"odd=r1c1,r2c2\"".to_owned()));
        }
        Ok(theme.and(further))
    })
}

fn display(input: &Path) -> String {
    if input.as_os_str() == "-" { "standard input".to_owned() } else { input.display().to_string() }
}

/// The text of a file or, for `-`, of standard input. What is no text is refused at its first sign, so a device
/// that never ends ends here.
pub(super) fn read(input: &Path) -> Result<String, CliError> {
    let name = display(input);
    let failed = |error: std::io::Error| {
        CliError(match error.kind() {
            ErrorKind::IsADirectory => format!("{name} is a folder: name a file in it"),
            _ => format!("cannot read {name}: {error}"),
        })
    };
    let mut reader: Box<dyn Read> = if input.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(input).map_err(failed)?)
    };
    let mut bytes = Vec::new();
    // So much of it is text.
    let mut n_valid = 0;
    loop {
        let n_read = reader.by_ref().take(CHUNK).read_to_end(&mut bytes).map_err(failed)?;
        let no_text = |at: usize| {
            let line = bytes[..at].split(|&b| b == b'\n').count();
            CliError(format!("{name}: line {line}: this is not UTF-8 text"))
        };
        if let Some(at) = bytes[n_valid..].iter().position(|&b| b == 0) {
            return Err(no_text(n_valid + at));
        }
        match std::str::from_utf8(&bytes[n_valid..]) {
            Ok(_) => n_valid = bytes.len(),
            // A character may go on in the next part.
            Err(error) if error.error_len().is_none() && n_read > 0 => n_valid += error.valid_up_to(),
            Err(error) => return Err(no_text(n_valid + error.valid_up_to())),
        }
        if bytes.len() as u64 > MAX_BYTES {
            return Err(CliError(format!("{name} is larger than 1 GiB; split it")));
        }
        if n_read == 0 {
            break;
        }
    }
    String::from_utf8(bytes).map_err(|_| CliError(format!("{name}: this is not UTF-8 text")))
}
