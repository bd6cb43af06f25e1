//! Text forms: one puzzle or pattern a line, with errors that name line and column.

use super::{Cell, Digit, Pattern, Puzzle, Shape};
use std::fmt;
use std::str::FromStr;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, 1-based.
    pub line: usize,
    /// Column in characters, 1-based; `None` where the whole line is meant.
    pub column: Option<usize>,
    /// One sentence: what is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for ParseError {}

/// A line of input that holds a puzzle or pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// Line, 1-based.
    pub number: usize,
    /// Column of the first character of `text`, 1-based.
    pub column: usize,
    /// The first word of the line: up to a blank, tab, comma, semicolon or `#`.
    pub text: &'a str,
}

/// The lines of a text that hold something: blank lines, comments (`#`) and
/// all that follows a blank, comma or semicolon are left out. A byte-order
/// mark and CRLF line ends do no harm.
pub fn content_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.trim_start_matches('\u{feff}').lines().enumerate().filter_map(|(index, line)| {
        let trimmed = line.trim_start();
        let column = line.chars().count() - trimmed.chars().count() + 1;
        let end = trimmed.find([' ', '\t', '\r', ',', ';', '#']).unwrap_or(trimmed.len());
        let text = &trimmed[..end];
        (!text.is_empty()).then_some(Line { number: index + 1, column, text })
    })
}

impl Line<'_> {
    fn error_at(&self, offset: usize, message: String) -> ParseError {
        ParseError { line: self.number, column: Some(self.column + offset), message }
    }

    fn check_length(&self, shape: Shape, what: &str) -> Result<(), ParseError> {
        let (found, wanted) = (self.text.chars().count(), shape.n_cells());
        if found == wanted {
            return Ok(());
        }
        let n = shape.n();
        Err(ParseError {
            line: self.number,
            column: None,
            message: format!(
                "a {what} of shape {} has {wanted} cells ({n} rows of {n}), this line has {found} characters",
                shape.name()
            ),
        })
    }

    /// Reads the line as a puzzle: `.` or `0` empty, then 1-9, A-P.
    ///
    /// # Errors
    /// Names the line and, where one character is wrong, its column.
    pub fn puzzle(&self, shape: Shape) -> Result<Puzzle, ParseError> {
        // A wrong character is the better news where both are wrong.
        let mut puzzle = Puzzle::empty(shape);
        for (offset, c) in self.text.chars().enumerate() {
            let digit = match c {
                '.' | '0' => None,
                _ => match Digit::from_char(c) {
                    Some(digit) if digit.value() as usize <= shape.n() => Some(digit),
                    _ => {
                        let last = Digit::from_index(shape.n() - 1);
                        return Err(self.error_at(
                            offset,
                            format!(
                                "\"{}\" is no digit of shape {}: use 1 to {last}, and . or 0 for an empty cell",
                                c.escape_default(),
                                shape.name()
                            ),
                        ));
                    }
                },
            };
            if offset < shape.n_cells() {
                puzzle.set(Cell::from_index(offset), digit);
            }
        }
        self.check_length(shape, "puzzle")?;
        Ok(puzzle)
    }

    /// Reads the line as a pattern: `.`, `0`, `-`, `_` empty, anything else a clue cell.
    ///
    /// # Errors
    /// Names the line if its length does not fit the shape.
    pub fn pattern(&self, shape: Shape) -> Result<Pattern, ParseError> {
        self.check_length(shape, "pattern")?;
        let clues = self.text.chars().enumerate().filter(|(_, c)| !matches!(c, '.' | '0' | '-' | '_'));
        Ok(Pattern::new(shape, clues.map(|(index, _)| Cell::from_index(index))))
    }
}

/// The only line of a text and the shape that its length stands for.
fn only_line<'a>(text: &'a str, what: &str) -> Result<(Line<'a>, Shape), ParseError> {
    let error = |line, message| ParseError { line, column: None, message };
    let mut lines = content_lines(text);
    let line = lines.next().ok_or_else(|| error(1, format!("a {what} is expected, and there is no text")))?;
    if let Some(further) = lines.next() {
        return Err(error(further.number, format!("one {what} is expected, and a second line follows")));
    }
    let n_cells = line.text.chars().count();
    // Of the shapes of this size, the one with wide boxes comes first.
    let shape = Shape::plain_shapes().find(|shape| shape.n_cells() == n_cells).ok_or_else(|| {
        error(
            line.number,
            format!("a {what} has 16, 36, 64, 81, 144, 256, 400 or 625 cells, this line has {n_cells} characters"),
        )
    })?;
    Ok((line, shape))
}

/// One line as [`Line::puzzle`] reads it. Its length says the shape; boxes that are not square are wider than high
/// (2x3, 2x4, 3x4).
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        let (line, shape) = only_line(text, "puzzle")?;
        line.puzzle(shape)
    }
}

/// One line as [`Line::pattern`] reads it. Its length says the shape; boxes that are not square are wider than high
/// (2x3, 2x4, 3x4).
impl FromStr for Pattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pattern, ParseError> {
        let (line, shape) = only_line(text, "pattern")?;
        line.pattern(shape)
    }
}

/// A text as messages quote it: one line, and not all of a long one.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let begin: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("\"{begin}{more}\"")
}

/// Every puzzle of a text, one a line.
///
/// # Errors
/// The first line that is not a puzzle of the shape.
pub fn parse_puzzles(shape: Shape, text: &str) -> Result<Vec<Puzzle>, ParseError> {
    content_lines(text).map(|line| line.puzzle(shape)).collect()
}

/// Every pattern of a text, one a line.
///
/// # Errors
/// The first line that is not a pattern of the shape.
pub fn parse_patterns(shape: Shape, text: &str) -> Result<Vec<Pattern>, ParseError> {
    content_lines(text).map(|line| line.pattern(shape)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;
    use proptest::prelude::*;

    #[track_caller]
    fn check_puzzle(shape: &str, text: &str, expected: &str) {
        let shape = shape.parse().expect("shape");
        let actual = match parse_puzzles(shape, text) {
            Ok(puzzles) => puzzles.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"),
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn puzzles_parse_or_say_where() {
        check_puzzle(
            "2x2",
            "1..2\n",
            "line 1: a puzzle of shape 2x2 has 16 cells (4 rows of 4), this line has 4 characters",
        );
        check_puzzle("2x2", "# comment\n\n1...0000....4321 # tail\r\n", "1...........4321");
        check_puzzle("2x2", "\u{feff}1...0000....4321,x\n................", "1...........4321|................");
        check_puzzle(
            "2x2",
            "1...............\n  ..5.............",
            "line 2, column 5: \"5\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
        );
        check_puzzle(
            "2x2",
            "1..\u{e9}",
            "line 1, column 4: \"\\u{e9}\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
        );
        check_puzzle("4x4", &"g".repeat(256), &"G".repeat(256));
        check_puzzle(
            "3x3",
            &".".repeat(80),
            "line 1: a puzzle of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters",
        );
    }

    #[test]
    fn quotes_are_short_and_one_line() {
        assert_eq!(quoted("x-wing"), "\"x-wing\"");
        assert_eq!(quoted("a\nb\0"), "\"a b \"");
        assert_eq!(quoted(&"é".repeat(61)), format!("\"{}…\"", "é".repeat(60)));
    }

    #[test]
    fn patterns_parse_or_say_where() {
        let shape = Shape::new(2, 2).expect("shape");
        let patterns = parse_patterns(shape, "x..1-_0.........\n*&..............").expect("patterns");
        assert_eq!(patterns[0].to_string(), "x..x............");
        assert_eq!(patterns[1].to_string(), "xx..............");
        let error = parse_patterns(Shape::NINE, &"x".repeat(64)).expect_err("64 is not 81");
        assert_eq!(
            error.to_string(),
            "line 1: a pattern of shape 3x3 has 81 cells (9 rows of 9), this line has 64 characters"
        );
    }

    /// A text as the only puzzle and as the only pattern, with its shape.
    #[track_caller]
    fn check_single(text: &str, puzzle: &str, pattern: &str) {
        let read = text.parse::<Puzzle>().map_or_else(|error| error.to_string(), |it| format!("{} {it}", it.shape()));
        assert_eq!(read, puzzle);
        let read = text.parse::<Pattern>().map_or_else(|error| error.to_string(), |it| format!("{} {it}", it.shape));
        assert_eq!(read, pattern);
    }

    #[test]
    fn a_single_line_says_its_shape() {
        check_single("1..40...........", "2x2 1..4............", "2x2 x..x............");
        check_single(
            &format!(" # six\n{}6", "0".repeat(35)),
            &format!("2x3 {}6", ".".repeat(35)),
            &format!("2x3 {}x", ".".repeat(35)),
        );
        check_single(
            "12",
            "line 1: a puzzle has 16, 36, 64, 81, 144, 256, 400 or 625 cells, this line has 2 characters",
            "line 1: a pattern has 16, 36, 64, 81, 144, 256, 400 or 625 cells, this line has 2 characters",
        );
        check_single(
            "# nothing\n",
            "line 1: a puzzle is expected, and there is no text",
            "line 1: a pattern is expected, and there is no text",
        );
        check_single(
            &format!("{0}\n\n{0}", ".".repeat(16)),
            "line 3: one puzzle is expected, and a second line follows",
            "line 3: one pattern is expected, and a second line follows",
        );
        check_single(
            "1..5............",
            "line 1, column 4: \"5\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
            "2x2 x..x............",
        );
    }

    proptest! {
        #[test]
        fn what_is_printed_parses_back(shape_index in 0..SHAPES.len(), seed in prop::collection::vec(0u8..=16, 256)) {
            let shape = SHAPES[shape_index];
            let values: Vec<u8> = seed[..shape.n_cells()].iter().map(|v| v % (shape.n() as u8 + 1)).collect();
            let puzzle = Puzzle::from_values(shape, &values);
            prop_assert_eq!(parse_puzzles(shape, &puzzle.to_string()), Ok(vec![puzzle.clone()]));
            let pattern = puzzle.pattern();
            prop_assert_eq!(parse_patterns(shape, &pattern.to_string()), Ok(vec![pattern]));
        }

        #[test]
        fn rubbish_never_panics(text in "\\PC{0,300}") {
            for shape in SHAPES {
                let _ = parse_puzzles(shape, &text);
                let _ = parse_patterns(shape, &text);
            }
        }
    }
}
