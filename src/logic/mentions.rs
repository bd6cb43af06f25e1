//! Where a sentence speaks of cells: for highlighting them while the words are pointed at.

use crate::grid::{Candidate, Cell, CellSet, Digit, HouseKind, Shape};
use std::ops::Range;

/// Words of a sentence that name cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The words, as a range of bytes of the sentence.
    pub range: Range<usize>,
    /// The cells: one, or those of a house.
    pub cells: CellSet,
    /// The candidate, for `r1c1=5` and `r1c1<>5`.
    pub candidate: Option<Candidate>,
}

/// Every name of a cell (`r1c1`), candidate (`r1c1=5`, `r1c1<>5`) or house ("row 3",
/// "column 5", "box 2") in a sentence, from left to right. Names outside the grid are words
/// like any other.
pub fn mentions(shape: Shape, sentence: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut is_word_start = true;
    while at < sentence.len() {
        let rest = &sentence[at..];
        let mention = if is_word_start { candidate(shape, rest).or_else(|| house(shape, rest)) } else { None };
        if let Some((length, cells, candidate)) = mention {
            found.push(Mention { range: at..at + length, cells, candidate });
            at += length;
            is_word_start = false;
        } else {
            let c = rest.chars().next().map_or(1, char::len_utf8);
            is_word_start = !rest.starts_with(char::is_alphanumeric);
            at += c;
        }
    }
    found
}

type Name = (usize, CellSet, Option<Candidate>);

/// The number at the start, if it is in `1..=n` and no longer word, and its length.
fn number(text: &str, n: usize) -> Option<(usize, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let value: usize = text[..length].parse().ok()?;
    (1..=n).contains(&value).then(|| (value - 1, length))
}

fn ends_word(text: &str) -> bool {
    !text.starts_with(char::is_alphanumeric)
}

fn candidate(shape: Shape, text: &str) -> Option<Name> {
    let n = shape.n();
    let (row, row_length) = number(text.strip_prefix('r')?, n)?;
    let (col, col_length) = number(text[1 + row_length..].strip_prefix('c')?, n)?;
    let length = 2 + row_length + col_length;
    let rest = &text[length..];
    if !ends_word(rest) {
        return None;
    }
    let cell: Cell = shape.cell(row, col);
    let cells: CellSet = [cell].into_iter().collect();
    let sign = if rest.starts_with("<>") { 2 } else { usize::from(rest.starts_with('=')) };
    let digit = rest[sign..].chars().next().and_then(Digit::from_char).filter(|digit| digit.index() < n);
    match digit {
        Some(digit) if sign > 0 && ends_word(&rest[sign + 1..]) => {
            Some((length + sign + 1, cells, Some(Candidate::new(cell, digit))))
        }
        _ => Some((length, cells, None)),
    }
}

fn house(shape: Shape, text: &str) -> Option<Name> {
    let geometry = shape.geometry();
    for (word, kind) in [("row ", HouseKind::Row), ("column ", HouseKind::Column), ("box ", HouseKind::Box)] {
        let Some(rest) = text.strip_prefix(word) else { continue };
        let (index, length) = number(rest, shape.n())?;
        let house = geometry.house(kind, index);
        return ends_word(&rest[length..]).then_some((word.len() + length, geometry.house_sets[house.index()], None));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mentioned words with the number of cells each names.
    #[track_caller]
    fn check(shape: &str, sentence: &str, expected: &str) {
        let shape: Shape = shape.parse().expect("a shape");
        let found: Vec<String> = mentions(shape, sentence)
            .into_iter()
            .map(|m| {
                let digit = m.candidate.map_or(String::new(), |c| format!("/{}", c.digit));
                format!("{}:{}{digit}", &sentence[m.range], m.cells.len())
            })
            .collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn cells_candidates_and_houses_are_found() {
        check("3x3", "Naked single: 5 is the only digit left for r1c9: r1c9=5", "r1c9:1 r1c9=5:1/5");
        check("3x3", "in row 3, 1 and 2 have only r3c1 and r3c2 left: r3c1<>4", "row 3:9 r3c1:1 r3c2:1 r3c1<>4:1/4");
        check("2x3", "4 in column 6, box 2; r7c1, row 12", "column 6:6 box 2:6");
        check("4x4", "r16c10=G, r1c12", "r16c10=G:1/G r1c12:1");
        check("3x3", "arr1c1 r1c12 rows 3 r0c1 · r2c2–", "r2c2:1");
    }
}
