//! Grids with a line for each row: plain or with borders, of digits or of pencil marks.
//!
//! Covers multi-line grids of all kinds, `.sdk` (SudoCue and SadMan headers), `.sdx`,
//! `.ss` (Simple Sudoku) and the pencil-mark grids that HoDoKu, SudoCue and Simple Sudoku
//! put on the clipboard.

use super::cells::{digit, from_groups, no_digit};
use super::{Info, PuzzleEntry, Shapes, line_error, place_error};
use crate::grid::{Candidate, Cell, Digit, DigitSet, ParseError, Puzzle, Shape, quoted};
use crate::logic::Board;
use std::collections::VecDeque;
use std::iter::Enumerate;
use std::str::Lines;

/// Most cells of a row.
const MOST_CELLS: usize = Shape::MAX_N;

/// How the cells of a row are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    Chars,
    Words,
}

/// A word of a row, without blanks and vertical lines.
struct Word<'a> {
    /// Where it begins, 1-based.
    column: usize,
    /// Vertical lines before it.
    n_bars: usize,
    text: &'a str,
}

/// A row as written.
struct Row<'a> {
    line: usize,
    /// No more of them than a row can have cells.
    words: Vec<Word<'a>>,
    n_words: usize,
    n_chars: usize,
    has_bars: bool,
}

impl<'a> Row<'a> {
    fn new(line: usize, text: &'a str) -> Row<'a> {
        let mut row = Row { line, words: Vec::new(), n_words: 0, n_chars: 0, has_bars: false };
        let mut n_bars = 0;
        let mut start = None;
        for (index, (at, c)) in text.char_indices().chain([(text.len(), ' ')]).enumerate() {
            match (is_bar(c) || c.is_whitespace(), start) {
                (true, Some((column, from))) => {
                    if row.words.len() < MOST_CELLS {
                        row.words.push(Word { column, n_bars, text: &text[from..at] });
                    }
                    row.n_words += 1;
                    row.n_chars += index + 1 - column;
                    start = None;
                }
                (false, None) => start = Some((index + 1, at)),
                _ => {}
            }
            n_bars += usize::from(is_bar(c));
        }
        row.has_bars = n_bars > 0;
        row
    }

    /// The row with its first word alone.
    fn truncate(&mut self) {
        self.words.truncate(1);
        self.n_words = self.words.len();
        self.n_chars = self.words.iter().map(|word| word.text.chars().count()).sum();
    }

    fn size(&self, cells: Cells) -> usize {
        match cells {
            Cells::Chars => self.n_chars,
            Cells::Words => self.n_words,
        }
    }

    /// Whether blanks divide what stands between vertical lines.
    fn is_spaced(&self) -> bool {
        self.has_bars && self.words.windows(2).any(|pair| pair[0].n_bars == pair[1].n_bars)
    }

    /// Cells between two vertical lines, if they are everywhere as many.
    fn box_width(&self, cells: Cells) -> Option<usize> {
        let mut widths = self.words.chunk_by(|a, b| a.n_bars == b.n_bars).map(|words| match cells {
            Cells::Chars => words.iter().map(|word| word.text.chars().count()).sum(),
            Cells::Words => words.len(),
        });
        let first = widths.next().filter(|_| self.has_bars)?;
        widths.all(|width: usize| width == first).then_some(first)
    }

    /// Each character with its column.
    fn chars(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.words.iter().flat_map(|word| word.text.chars().enumerate().map(move |(i, c)| (word.column + i, c)))
    }
}

/// A vertical line of a border.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | '\u{2502}' | '\u{2503}' | '\u{2551}')
}

/// A line of a border: dashes and corners only.
pub(super) fn is_border(line: &str, has_bars: bool) -> bool {
    let line = line.trim();
    let is_dash = |c: char| matches!(c, '-' | '=') || ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c);
    let is_corner = |c: char| matches!(c, '+' | '*' | '\'' | '`' | ':' | ',') || is_bar(c);
    line.chars().all(|c| is_dash(c) || is_corner(c) || matches!(c, '.' | ' '))
        && (line.contains("--") || line.contains("==") || line.chars().any(|c| c > '\u{2500}' && is_dash(c)))
        && (has_bars || line.chars().any(is_corner) || line.starts_with('.') || line.starts_with('\u{250c}'))
}

/// A record after the grid of a Simple Sudoku file: a digit placed or ruled out later.
fn is_record(line: &str) -> bool {
    let line = line.trim();
    (4..=12).contains(&line.len()) && line.starts_with(['I', 'E']) && line.bytes().skip(1).all(|b| b.is_ascii_digit())
}

/// A line of the text.
enum Part<'a> {
    Row(Row<'a>),
    /// `#ARuud`, without the sign.
    Header(&'a str),
    Record(usize, &'a str),
}

/// The lines of the text that say something.
struct Parts<'a> {
    lines: Enumerate<Lines<'a>>,
    shapes: Shapes,
    has_bars: bool,
    has_rows: bool,
    /// `SadMan` files have sections; rows outside of the first one are not rows of the puzzle.
    in_puzzle: bool,
}

impl<'a> Parts<'a> {
    fn new(text: &'a str, shapes: Shapes) -> Parts<'a> {
        let has_bars = text.lines().any(|line| without_remark(line).contains(is_bar));
        Parts { lines: text.lines().enumerate(), shapes, has_bars, has_rows: false, in_puzzle: true }
    }
}

/// Remarks may hold any sign.
fn without_remark(line: &str) -> &str {
    line.split('#').next().unwrap_or(line)
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            let (index, line) = self.lines.next()?;
            let trimmed = line.trim();
            if trimmed.is_empty() || is_border(trimmed, self.has_bars) {
                continue;
            }
            if let Some(header) = trimmed.strip_prefix('#') {
                return Some(Part::Header(header));
            } else if let Some(section) = trimmed.strip_prefix('[') {
                self.in_puzzle = section.to_ascii_lowercase().starts_with("puzzle");
            } else if self.has_bars && self.has_rows && is_record(trimmed) {
                return Some(Part::Record(index + 1, trimmed));
            } else if self.in_puzzle {
                let code = if self.has_bars { line } else { line.split(['#', ';']).next().unwrap_or(line) };
                let mut row = Row::new(index + 1, code);
                if !self.has_bars
                    && row.n_words > 1
                    && let Some(n) = row.words.first().map(|word| word.text.chars().count())
                    && self.shapes.of_rows(n).is_some()
                    && n != row.n_words
                    && n != 4
                {
                    row.truncate();
                }
                if row.n_words > 0 {
                    self.has_rows = true;
                    return Some(Part::Row(row));
                }
            }
        }
    }
}

/// Reads every grid of the text.
pub(super) fn read(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    let rows = Parts::new(text, shapes).filter_map(|part| if let Part::Row(row) = part { Some(row) } else { None });
    let mut grids = Grids { rows, shapes, ahead: VecDeque::new(), ready: VecDeque::new() };
    let mut is_first = true;
    std::iter::from_fn(move || {
        let mut entry = grids.entry()?;
        // Headers and records are for files with one puzzle.
        if std::mem::take(&mut is_first) && grids.peek(0).is_none() {
            entry = entry.and_then(|entry| with_headers_and_records(entry, Parts::new(text, shapes)));
        }
        Some(entry)
    })
}

fn with_headers_and_records<'a>(
    mut entry: PuzzleEntry,
    parts: impl Iterator<Item = Part<'a>>,
) -> Result<PuzzleEntry, ParseError> {
    let clues_only = Board::new(&entry.puzzle);
    let mut board = entry.state();
    for part in parts {
        match part {
            Part::Row(_) => {}
            Part::Header(header) => read_header(header, &mut entry.info),
            Part::Record(line, record) => apply_record(&mut board, line, record)?,
        }
    }
    entry.board = (board != clues_only).then_some(board);
    Ok(entry)
}

/// `#ARuud`: a letter for the kind, directly followed by the text.
fn read_header(header: &str, info: &mut Info) {
    let mut chars = header.chars();
    let kind = chars.next();
    let text = chars.as_str().trim();
    if text.is_empty() || chars.as_str().starts_with(' ') && kind != Some('C') {
        return;
    }
    let field = match kind {
        Some('A') => &mut info.author,
        Some('D') => &mut info.title,
        Some('C') => &mut info.comment,
        Some('B') => &mut info.date,
        Some('S') => &mut info.source,
        Some('L') => &mut info.level,
        Some('U') => &mut info.url,
        _ => return,
    };
    if !field.is_empty() {
        field.push('\n');
    }
    field.push_str(text);
}

/// A grid of the text.
struct Grid {
    line: usize,
    shape: Shape,
    contents: Contents,
    /// Whether nothing but vertical lines divides the cells, as in Simple Sudoku's grids of digits.
    is_compact: bool,
}

enum Contents {
    Digits(Puzzle),
    /// Candidates of each cell, and the digits that the solver placed.
    Marks(Vec<DigitSet>, Puzzle),
}

impl Grid {
    fn digits(&self) -> Option<&Puzzle> {
        match &self.contents {
            Contents::Digits(puzzle) => Some(puzzle),
            Contents::Marks(..) => None,
        }
    }

    /// The candidates, where this is the grid of candidates to these digits.
    fn marks_to(&self, digits: &Puzzle) -> Option<Vec<DigitSet>> {
        if self.is_compact || self.shape != digits.shape() {
            return None;
        }
        let groups = match &self.contents {
            Contents::Marks(groups, _) => groups.clone(),
            Contents::Digits(puzzle) => {
                let group = |cell| puzzle.get(cell).map_or(DigitSet::EMPTY, DigitSet::single);
                self.shape.cells().map(group).collect()
            }
        };
        digits.clues().all(|(cell, digit)| groups[cell.index()].only() == Some(digit)).then_some(groups)
    }

    fn entry(self) -> Result<PuzzleEntry, ParseError> {
        match self.contents {
            Contents::Digits(puzzle) => Ok(PuzzleEntry::at(puzzle, self.line)),
            Contents::Marks(groups, placed) => from_groups(self.shape, &groups, &placed, self.line),
        }
    }
}

/// Grids from rows.
struct Grids<'a, R: Iterator<Item = Row<'a>>> {
    rows: R,
    shapes: Shapes,
    /// Rows that were looked at already.
    ahead: VecDeque<Row<'a>>,
    /// Grids that were read already.
    ready: VecDeque<Result<Grid, ParseError>>,
}

impl<'a, R: Iterator<Item = Row<'a>>> Grids<'a, R> {
    /// The next entry. Before the candidates, Simple Sudoku writes the clues in a grid of their own, and in another
    /// one the digits so far: that tells a clue from a digit placed, and this from the only candidate of a cell.
    fn entry(&mut self) -> Option<Result<PuzzleEntry, ParseError>> {
        self.peek(0);
        let grid = match self.ready.pop_front()? {
            Ok(grid) => grid,
            Err(error) => return Some(Err(error)),
        };
        let Some(clues) = grid.digits().filter(|_| grid.is_compact) else { return Some(grid.entry()) };
        let mut placed = clues.clone();
        let mut n_grids = 0;
        if let Some(second) = self.peek(0)
            && second.is_compact
            && let Some(digits) = second.digits()
            && digits.shape() == grid.shape
            && clues.clues().all(|(cell, digit)| digits.get(cell) == Some(digit))
        {
            placed = digits.clone();
            n_grids = 1;
        }
        let Some(groups) = self.peek(n_grids).and_then(|marks| marks.marks_to(&placed)) else {
            return Some(grid.entry());
        };
        self.ready.drain(..=n_grids);
        let marks = grid.shape.cells().map(|cell| (cell, Some(groups[cell.index()])));
        Some(Ok(PuzzleEntry::at(clues.clone(), grid.line).with_state(&placed, marks)))
    }

    /// The next grid, or the one so many after it; `None` if there is none or it is damaged.
    fn peek(&mut self, index: usize) -> Option<&Grid> {
        while self.ready.len() <= index {
            let grid = self.grid()?;
            if grid.is_err() {
                // Nothing behind it is looked at.
                self.ahead.clear();
                self.ready.push_back(grid);
                break;
            }
            self.ready.push_back(grid);
        }
        self.ready.get(index)?.as_ref().ok()
    }

    /// Looks so many rows ahead, if there are as many.
    fn look_ahead(&mut self, n: usize) {
        let missing = n.saturating_sub(self.ahead.len());
        self.ahead.extend(self.rows.by_ref().take(missing));
    }

    fn grid(&mut self) -> Option<Result<Grid, ParseError>> {
        self.look_ahead(1);
        let first = self.ahead.front()?;
        let sizes = [Cells::Chars, Cells::Words].map(|cells| (cells, first.size(cells)));
        let is_spaced = first.is_spaced();
        for (cells, n) in if is_spaced { [sizes[1], sizes[0]] } else { sizes } {
            if self.shapes.of_rows(n).is_none() {
                continue;
            }
            self.look_ahead(n);
            if self.ahead.len() >= n && self.ahead.iter().take(n).all(|row| row.size(cells) == n) {
                let rows: Vec<Row<'_>> = self.ahead.drain(..n).collect();
                return Some(read_grid(&rows, cells, self.shapes));
            }
        }
        Some(Err(self.error()))
    }

    /// What is wrong with the rows ahead, in terms of what the first one looks like.
    fn error(&self) -> ParseError {
        let Some(first) = self.ahead.front() else { return line_error(1, "here is no grid") };
        let is_marks =
            first.n_words > 1 && first.n_words != first.n_chars && self.shapes.of_rows(first.n_words).is_some();
        let (cells, what) = if is_marks { (Cells::Words, "cells") } else { (Cells::Chars, "characters") };
        let n = first.size(cells);
        if self.shapes.of_rows(n).is_none() {
            let wanted = match self.shapes {
                Shapes::Only(shape) | Shapes::Usual(shape) => shape.n().to_string(),
                Shapes::Prefer(_) => "4, 6, 8, 9, 12, 16, 20 or 25".to_owned(),
            };
            return line_error(first.line, format!("a row of a grid has {wanted} cells, this line has {n} {what}"));
        }
        if let Some(row) = self.ahead.iter().take(n).find(|row| row.size(cells) != n) {
            let found = row.size(cells);
            return line_error(row.line, format!("a row of this grid has {n} {what}, this one has {found}"));
        }
        let last = self.ahead.back().map_or(first.line, |row| row.line);
        line_error(last, format!("a grid with rows of {n} {what} needs {n} rows, here are {}", self.ahead.len()))
    }
}

/// The shape of a grid with these rows: boxes as wide as drawn, or else what is looked for.
fn shape_of(rows: &[Row<'_>], cells: Cells, shapes: Shapes) -> Shape {
    let first = rows[0].box_width(cells);
    let width = first.filter(|_| rows.iter().all(|row| row.box_width(cells) == first));
    let possible = shapes.all_of_rows(rows.len());
    let drawn = possible.iter().find(|shape| shape.boxes().map(|(_, width)| width) == width);
    drawn.or(possible.first()).copied().unwrap_or(shapes.nominal())
}

fn read_grid(rows: &[Row<'_>], cells: Cells, shapes: Shapes) -> Result<Grid, ParseError> {
    let shape = shape_of(rows, cells, shapes);
    let is_digits = rows.iter().all(|row| row.n_chars == shape.n());
    Ok(Grid {
        line: rows[0].line,
        shape,
        contents: if is_digits { Contents::Digits(digits(rows, shape)?) } else { marks(rows, shape)? },
        is_compact: rows[0].has_bars && !rows.iter().any(Row::is_spaced),
    })
}

/// A grid with a character a cell.
fn digits(rows: &[Row<'_>], shape: Shape) -> Result<Puzzle, ParseError> {
    let mut puzzle = Puzzle::empty(shape);
    for (row, source) in rows.iter().enumerate() {
        for (col, (column, c)) in source.chars().enumerate() {
            let value = match c {
                '.' | '0' | '_' | '-' | '*' | '?' => None,
                _ => Some(digit(c, shape).ok_or_else(|| {
                    let mut error = no_digit(source.line, column, c, shape);
                    error.message.push_str(", and . or 0 for an empty cell");
                    error
                })?),
            };
            puzzle.set(shape.cell(row, col), value);
        }
    }
    Ok(puzzle)
}

/// A grid with the candidates of a cell as one word; `u5` is a digit placed by the solver.
fn marks(rows: &[Row<'_>], shape: Shape) -> Result<Contents, ParseError> {
    let mut groups = Vec::with_capacity(shape.n_cells());
    let mut placed = Puzzle::empty(shape);
    for source in rows {
        for word in &source.words {
            let is_users = word.text.len() == 2 && word.text.starts_with('u');
            let mut group = DigitSet::EMPTY;
            for (offset, c) in word.text.chars().enumerate().skip(usize::from(is_users)) {
                if matches!(c, '.' | '0' | '-' | '_') {
                    continue;
                }
                let column = word.column + offset;
                let digit = digit(c, shape).ok_or_else(|| no_digit(source.line, column, c, shape))?;
                if !group.insert(digit) {
                    return Err(place_error(source.line, column, format!("the cell lists {digit} twice")));
                }
            }
            if is_users {
                placed.set(Cell::from_index(groups.len()), group.only());
            }
            groups.push(group);
        }
    }
    Ok(Contents::Marks(groups, placed))
}

/// An `Iccd` or `Eccddd` record of Simple Sudoku.
fn apply_record(board: &mut Board, line: usize, record: &str) -> Result<(), ParseError> {
    let shape = board.shape();
    let cell = record[1..3].parse::<usize>().ok().filter(|&cell| cell < shape.n_cells());
    let value = record[3..].parse::<u8>().ok().filter(|&value| value >= 1 && value as usize <= shape.n());
    let (Some(cell), Some(value)) = (cell, value) else {
        return Err(line_error(
            line,
            format!(
                "{} is no record of a Simple Sudoku file: use Iccd or Eccddd, cell 00 to 80 and digit",
                quoted(record)
            ),
        ));
    };
    let candidate = Candidate::new(Cell::from_index(cell), Digit::new(value));
    if record.starts_with('E') {
        board.eliminate(candidate);
    } else if board.value(candidate.cell) != Some(candidate.digit) {
        board.place(candidate);
    }
    Ok(())
}
