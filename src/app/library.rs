//! The patterns to start with.

use crate::grid::{Cell, Pattern, Shape};
use std::sync::OnceLock;

/// A pattern to start with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Starter {
    /// Its name on the screen.
    pub name: String,
    /// The cells.
    pub pattern: Pattern,
}

/// All patterns to start with, in the order of the screen.
pub(super) fn starters() -> &'static [Starter] {
    static STARTERS: OnceLock<Vec<Starter>> = OnceLock::new();
    // The text is part of the program and a test reads it.
    STARTERS.get_or_init(|| parse(include_str!("../../assets/patterns.txt")).unwrap_or_default())
}

/// Reads blocks of `name | shape` and rows of `x` and `.`, separated by blank lines.
fn parse(text: &str) -> Result<Vec<Starter>, String> {
    let mut starters = Vec::new();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    while let Some((index, header)) = lines.next() {
        let wrong = |what: &str| format!("patterns, line {}: {what}", index + 1);
        let (name, shape) = header.split_once('|').ok_or_else(|| wrong("no | between name and shape"))?;
        let shape: Shape = shape.parse().map_err(|e| wrong(&format!("{e}")))?;
        let mut text = String::new();
        for _ in 0..shape.n() {
            let (_, row) = lines.next().ok_or_else(|| wrong("rows are missing"))?;
            if row.chars().count() != shape.n() || row.chars().any(|c| c != 'x' && c != '.') {
                return Err(wrong(&format!("bad row \"{row}\"")));
            }
            text.push_str(row);
        }
        let cells = text.chars().enumerate().filter(|&(_, c)| c == 'x').map(|(index, _)| Cell::from_index(index));
        starters.push(Starter { name: name.trim().to_owned(), pattern: Pattern::new(shape, cells) });
    }
    Ok(starters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_can_be_read() {
        let all = parse(include_str!("../../assets/patterns.txt")).expect("the file is part of the program");
        assert!(all.iter().filter(|starter| starter.pattern.shape == Shape::NINE).count() >= 12);
        assert_eq!(parse("X | 5x5\n"), Err("patterns, line 1: unknown shape \"5x5\": use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4 (box height x box width)".to_owned()));
        assert!(parse("X | 2x2\nx...\n.x..\n").is_err());
    }
}
