//! Puzzles and patterns from pasted or dropped text.

use crate::grid::{Line, Pattern, Puzzle, SHAPES, Shape, content_lines};

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Import {
    /// Digits.
    Puzzle(Puzzle),
    /// Clue cells without digits.
    Pattern(Pattern),
}

/// Reads one puzzle or pattern: a line, or a line a row. The shape is the present
/// one where the size fits, else the first that fits.
///
/// # Errors
/// One sentence that says what is wrong and where.
pub(super) fn read(text: &str, present: Shape) -> Result<Import, String> {
    let lines: Vec<Line<'_>> = content_lines(text).collect();
    let Some(first) = lines.first() else { return Err("the text is empty".to_owned()) };
    let n = first.text.chars().count();
    let is_grid = lines.len() > 1 && n <= 16 && shape_of(n * n, present).is_some();
    let joined: String;
    let line = if is_grid {
        if lines.len() != n {
            return Err(format!("a grid with rows of {n} characters needs {n} rows, here are {}", lines.len()));
        }
        if let Some(bad) = lines.iter().find(|line| line.text.chars().count() != n) {
            let found = bad.text.chars().count();
            return Err(format!("line {}: a row of this grid has {n} characters, this one has {found}", bad.number));
        }
        joined = lines.iter().map(|line| line.text).collect();
        Line { number: 1, column: 1, text: &joined }
    } else {
        *first
    };
    let shape = shape_of(line.text.chars().count(), present).unwrap_or(present);
    let is_empty = |c: char| matches!(c, '.' | '0' | '-' | '_');
    let mut marks: Vec<char> = line.text.chars().filter(|&c| !is_empty(c)).collect();
    marks.sort_unstable();
    marks.dedup();
    // One and the same mark in all clue cells, and not a digit: nobody writes a puzzle so.
    let is_pattern = matches!(marks.as_slice(), [] | [_]) && marks.first().is_none_or(|c| !c.is_ascii_digit());
    let place = |error: crate::grid::ParseError| {
        match error.column {
            // Rows were joined: say where in the rows it was.
            Some(column) if is_grid => {
                let (row, column) = ((column - 1) / n, (column - 1) % n + 1);
                format!("line {}, column {column}: {}", lines[row].number, error.message)
            }
            _ => error.to_string(),
        }
    };
    if is_pattern {
        line.pattern(shape).map(Import::Pattern).map_err(place)
    } else {
        line.puzzle(shape).map(Import::Puzzle).map_err(place)
    }
}

fn shape_of(n_cells: usize, present: Shape) -> Option<Shape> {
    std::iter::once(present).chain(SHAPES).find(|shape| shape.n_cells() == n_cells)
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
        check(
            "1...\n..h.\n.3..\n...4\n",
            "line 2, column 3: \"h\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell",
        );
        check("1...\n..2.\n.3..\n", "a grid with rows of 4 characters needs 4 rows, here are 3");
        check("1...\n..2.\n.3.\n...4\n", "line 3: a row of this grid has 4 characters, this one has 3");
        check(" \n# nothing\n", "the text is empty");
        check(
            &"x".repeat(80),
            "line 1: a pattern of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters",
        );
    }
}
