//! Puzzles and patterns from pasted or dropped text.

use crate::formats::{Content, Shapes, read_any};
use crate::grid::{Pattern, Puzzle, Shape};

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Import {
    /// Digits.
    Puzzle(Puzzle),
    /// Clue cells without digits.
    Pattern(Pattern),
}

/// Reads the first puzzle or pattern of a text in any of the known formats. The shape is
/// the present one where the size fits, else the first that fits.
///
/// # Errors
/// One sentence that says what is wrong and where.
pub(super) fn read(text: &str, present: Shape) -> Result<Import, String> {
    let content = read_any(text, Shapes::Prefer(present)).map_err(|error| error.to_string())?;
    let first = match content {
        Content::Puzzles(entries) => entries.into_iter().next().map(|entry| Import::Puzzle(entry.puzzle)),
        Content::Patterns(patterns) => patterns.into_iter().next().map(Import::Pattern),
    };
    first.ok_or_else(|| "the text is empty".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let actual = match read(text, Shape::NINE) {
            Ok(Import::Puzzle(puzzle)) => format!("puzzle {} {puzzle}", puzzle.shape()),
            Ok(Import::Pattern(pattern)) => format!("pattern {} {pattern}", pattern.shape),
            Err(error) => error,
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn texts_are_read_or_refused_with_a_sentence() {
        check("1...\n..2.\n.3..\n...4\n", "puzzle 2x2 1.....2..3.....4");
        check("# mine\nx..x\n....\n....\nx..x\n", "pattern 2x2 x..x........x..x");
        check("x..x........x..x", "pattern 2x2 x..x........x..x");
        check(&"1".repeat(80), "line 1: a puzzle of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters");
        check(":0000:1:1..............4::::", "puzzle 2x2 1..............4");
        check(
            "1...\n..h.\n.3..\n...4\n",
            "line 2, column 3: \"h\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
        );
        check("1...\n..2.\n.3..\n", "line 3: a grid with rows of 4 characters needs 4 rows, here are 3");
        check("1...\n..2.\n.3.\n...4\n", "line 3: a row of this grid has 4 characters, this one has 3");
        check(" \n# nothing\n", "the text is empty");
        check(
            &"x".repeat(80),
            "line 1: a pattern of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters",
        );
    }
}
