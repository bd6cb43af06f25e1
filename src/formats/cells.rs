//! One puzzle a line, with or without a line of region numbers below, and the pencil-mark line of Sukaku.

use super::fpuzzles::of_regions;
use super::{PuzzleEntry, Shapes, place_error};
use crate::grid::{Cell, Digit, DigitSet, LayoutRules, Line, ParseError, Puzzle, Shape, content_lines, neighbours};
use std::collections::BTreeSet;

/// Number of cells where the line has the candidates of each cell instead: N characters for each of N*N cells.
pub(super) fn of_sukaku(n_chars: usize, shapes: Shapes) -> Option<Shape> {
    if shapes.of_cells(n_chars).is_some() {
        return None;
    }
    [4, 6, 8, 9, 12, 16, 20, 25].into_iter().find(|n| n * n * n == n_chars).and_then(|n| shapes.of_rows(n))
}

/// Reads a puzzle a line. A line of region numbers below one tells its layout.
pub(super) fn read(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    let mut lines = content_lines(text).peekable();
    std::iter::from_fn(move || {
        let line = lines.next()?;
        let Some(below) = lines.next_if(|below| are_regions(below.text, line.text)) else {
            return Some(entry(&line, shapes));
        };
        let numbers: Vec<usize> = below.text.bytes().map(usize::from).collect();
        let shape = of_regions(numbers.len().isqrt(), &numbers, &LayoutRules::default(), below.number, shapes);
        Some(shape.and_then(|shape| entry(&line, Shapes::Only(shape))))
    })
}

/// Whether a text begins with a puzzle and a line of region numbers below it.
pub(super) fn begins_with_regions(text: &str) -> bool {
    let mut lines = content_lines(text);
    let [first, second] = [lines.next(), lines.next()];
    first.zip(second).is_some_and(|(first, second)| are_regions(second.text, first.text))
}

/// Whether a line below a puzzle tells the region of each cell: N signs, each for N cells that hang together. No line of a
/// solution does, since equal digits never have a side in common.
fn are_regions(text: &str, puzzle: &str) -> bool {
    let cells = text.as_bytes();
    let n = cells.len().isqrt();
    if n * n != cells.len() || !Shape::SIZES.contains(&n) || puzzle.chars().count() != cells.len() {
        return false;
    }
    // Hardly any other line gets beyond the first cell.
    if cells[0] != cells[1] && cells[0] != cells[n] || !cells.iter().all(u8::is_ascii_alphanumeric) {
        return false;
    }
    let mut seen = vec![false; cells.len()];
    (0..cells.len()).all(|start| {
        let mut stack = vec![start];
        let mut n_joined = 0;
        while let Some(cell) = stack.pop() {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            n_joined += 1;
            let next = neighbours(n, Cell::from_index(cell)).map(Cell::index);
            stack.extend(next.filter(|&next| cells[next] == cells[cell] && !seen[next]));
        }
        n_joined == n || n_joined == 0
    }) && cells.iter().collect::<BTreeSet<_>>().len() == n
}

/// Reads a line of cells; the rest of the line, after a comment sign, is the remark.
pub(super) fn entry(line: &Line<'_>, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let n_chars = line.text.chars().count();
    if let Some(shape) = of_sukaku(n_chars, shapes) {
        return sukaku(line, shape);
    }
    let shape = shapes.of_cells(n_chars).unwrap_or(shapes.nominal());
    let puzzle = match line.puzzle(shape) {
        Ok(puzzle) => puzzle,
        Err(error) => match foreign_blank(line.text, shape) {
            Some(text) => Line { text: &text, ..*line }.puzzle(shape)?,
            None => return Err(error),
        },
    };
    Ok(PuzzleEntry::at(puzzle, line.number))
}

/// Whether the line has exactly the cells of a grid, in digits and blanks.
pub(super) fn has_blanks(line: &str, shapes: Shapes) -> bool {
    line.len() > 16
        && line.contains(' ')
        && line.bytes().all(|b| b == b' ' || b.is_ascii_digit())
        && shapes.of_cells(line.len()).is_some()
}

/// Reads lines of cells, some of which have blanks for empty cells.
pub(super) fn with_blanks(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    let lines = text.lines().enumerate();
    lines.filter_map(move |(index, line)| {
        let number = index + 1;
        if has_blanks(line, shapes) {
            let dots = line.replace(' ', ".");
            return Some(entry(&Line { number, column: 1, text: &dots }, shapes));
        }
        content_lines(line).next().map(|line| entry(&Line { number, ..line }, shapes))
    })
}

/// The line with dots where it has one other sign for an empty cell: `*`, `_`, `-`, `?` or `x`.
fn foreign_blank(text: &str, shape: Shape) -> Option<String> {
    if text.contains(['.', '0']) || text.chars().count() != shape.n_cells() {
        return None;
    }
    let blank = text.chars().find(|c| matches!(c, '*' | '_' | '-' | '?' | 'x' | 'X'))?;
    Some(text.replace(blank, "."))
}

fn sukaku(line: &Line<'_>, shape: Shape) -> Result<PuzzleEntry, ParseError> {
    let mut groups = Vec::with_capacity(shape.n_cells());
    let mut group = DigitSet::EMPTY;
    for (offset, c) in line.text.chars().enumerate() {
        if !matches!(c, '.' | '0') {
            group.insert(digit(c, shape).ok_or_else(|| no_digit(line.number, line.column + offset, c, shape))?);
        }
        if offset % shape.n() == shape.n() - 1 {
            groups.push(std::mem::take(&mut group));
        }
    }
    from_groups(shape, &groups, &Puzzle::empty(shape), line.number)
}

/// The digit that `c` stands for in this shape.
pub(super) fn digit(c: char, shape: Shape) -> Option<Digit> {
    Digit::from_char(c).filter(|digit| digit.value() as usize <= shape.n())
}

pub(super) fn no_digit(line: usize, column: usize, c: char, shape: Shape) -> ParseError {
    let last = Digit::from_index(shape.n() - 1);
    place_error(line, column, format!("\"{}\" is no digit of shape {shape}: use 1 to {last}", c.escape_default()))
}

/// An entry from the candidates of each cell (none: nothing is known of the cell).
///
/// One candidate alone may be a digit that is placed or a naked single that is not: it
/// counts as placed where no other cell of a house holds that candidate.
pub(super) fn from_groups(
    shape: Shape,
    groups: &[DigitSet],
    placed: &Puzzle,
    line: usize,
) -> Result<PuzzleEntry, ParseError> {
    let geometry = &*shape.geometry();
    let mut puzzle = Puzzle::empty(shape);
    for cell in shape.cells() {
        let Some(digit) = groups[cell.index()].only() else { continue };
        let holds = |peer: &&Cell| groups[peer.index()].contains(digit);
        match geometry.peers[cell.index()].iter().find(holds) {
            None => puzzle.set(cell, Some(digit)),
            Some(peer) if groups[peer.index()].only().is_some() => {
                let (a, b) = (shape.cell_name(cell), shape.cell_name(*peer));
                return Err(super::line_error(line, format!("{a} and {b} have {digit} as their only candidate")));
            }
            Some(_) => {}
        }
    }
    let mut all_placed = puzzle.clone();
    for (cell, digit) in placed.clues() {
        puzzle.set(cell, None);
        all_placed.set(cell, Some(digit));
    }
    let groups = shape.cells().map(|cell| (cell, super::noted(groups[cell.index()])));
    Ok(PuzzleEntry::at(puzzle, line).with_state(&all_placed, groups))
}
