//! Game IDs of Solo, the Sudoku among Simon Tatham's puzzles: `3x3:` with boxes, `9j:` with irregular regions, `9jx:`
//! with both diagonals too.
//!
//! After the colon come the clues: numbers, letters for runs of empty cells (`a` for one, `z` for 26), and `_` between
//! two numbers. Irregular regions follow behind a comma, as runs of pairs of neighbours without a border between them:
//! first the pairs side by side, row by row, then those one above the other, column by column. `_` is a border at once,
//! `a` to `y` are 1 to 25 pairs and a border, `z` is 25 pairs and no border. A border behind the last pair ends the list.

use super::fpuzzles::of_regions;
use super::{PuzzleEntry, Shapes, line_error};
use crate::grid::{Cell, Digit, LayoutRules, NamedRule, ParseError, Puzzle, Shape};

/// Where the web version of Solo keeps the game ID in its address.
const PAGE: &str = "solo.html#";

/// The diagonals that `x` stands for.
const DIAGONALS: [NamedRule; 2] = [NamedRule::FallingDiagonal, NamedRule::RisingDiagonal];

/// Solo misreads longer runs of neighbours without a border than this.
const LONGEST_RUN: usize = 24;

/// Whether a line begins with a game ID or with the address of Solo's page that holds one.
pub(super) fn is_id(line: &str) -> bool {
    let word = word_of(line);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = word.len() - digits.len();
    let is_size = digits.starts_with('j')
        || digits.strip_prefix('x').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    (1..=3).contains(&n_digits) && is_size && rest.starts_with([':', '#'])
}

/// The game ID at the beginning of a line.
fn word_of(line: &str) -> &str {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.find(PAGE).map_or(word, |at| &word[at + PAGE.len()..])
}

/// Reads a game ID a line.
pub(super) fn read(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(move |(number, line)| {
        let failed = |message: String| line_error(number, message);
        if !is_id(line) {
            return Err(failed("this is no game ID of Solo, such as 3x3:... or 9j:...".to_owned()));
        }
        let word = word_of(line);
        let Some((parameters, description)) = word.split_once(':').filter(|(before, _)| !before.contains('#')) else {
            let message = "this game ID holds only the seed of a random game: copy the ID of the game itself";
            return Err(failed(message.to_owned()));
        };
        let game = Game::of(parameters).map_err(failed)?;
        let (clues, regions) = match (description.split_once(','), game.boxes) {
            (None, Some(_)) => (description, None),
            (Some((clues, regions)), None) => (clues, Some(regions)),
            (None, None) => return Err(failed("this game ID lacks its regions: a comma and their borders".to_owned())),
            (Some(_), Some(_)) => {
                return Err(failed("this game ID has boxes, so nothing may follow the clues".to_owned()));
            }
        };
        let regions = match regions {
            Some(text) => read_regions(text, game.n).map_err(failed)?,
            None => game.box_numbers(),
        };
        let rules = LayoutRules::of(DIAGONALS.into_iter().filter(|_| game.has_diagonals));
        let shape = of_regions(game.n, &regions, &rules, number, shapes)?;
        read_clues(clues, shape).map(|puzzle| PuzzleEntry::at(puzzle, number)).map_err(failed)
    })
}

/// What stands before the colon.
struct Game {
    n: usize,
    /// Height and width of the boxes, if there are boxes.
    boxes: Option<(usize, usize)>,
    has_diagonals: bool,
}

impl Game {
    fn of(parameters: &str) -> Result<Game, String> {
        let (first, rest) = number(parameters);
        let (second, mut rest) = match rest.strip_prefix('x') {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => number(rest),
            _ => (1, rest),
        };
        let mut boxes = Some((first, second));
        let mut has_diagonals = false;
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                'j' => boxes = None,
                'x' => has_diagonals = true,
                'k' => return Err("this game ID has killer cages with sums, which cluesmith does not know".to_owned()),
                // Symmetry and difficulty of what would be generated.
                'r' | 'm' => rest = number(rest).1,
                'a' => {}
                'd' => rest = rest.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest),
                other => {
                    return Err(format!(
                        "this game ID has the letter {other} before the colon, which Solo does not use"
                    ));
                }
            }
        }
        let n = first.saturating_mul(second);
        if !Shape::SIZES.contains(&n) {
            return Err(format!("this game ID tells {n} rows: a grid has 4 to 16, 20 or 25"));
        }
        Ok(Game { n, boxes, has_diagonals })
    }

    /// The number of the box of each cell.
    fn box_numbers(&self) -> Vec<usize> {
        let (height, width) = self.boxes.unwrap_or((1, self.n));
        (0..self.n * self.n).map(|cell| cell / self.n / height * height + cell % self.n / width).collect()
    }
}

/// The number at the beginning, and what follows it. What is far too large stays so.
fn number(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    (digits.parse().unwrap_or(if digits.is_empty() { 0 } else { 9999 }), rest)
}

fn read_clues(text: &str, shape: Shape) -> Result<Puzzle, String> {
    let mut puzzle = Puzzle::empty(shape);
    let (n, n_cells) = (shape.n(), shape.n_cells());
    let mut at = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let (value, after) = number(rest);
            if !(1..=n).contains(&value) {
                return Err(format!("this game ID has the clue {value}: use 1 to {n}"));
            }
            if at < n_cells {
                puzzle.set(Cell::from_index(at), Some(Digit::from_index(value - 1)));
            }
            (at, rest) = (at + 1, after);
            continue;
        }
        match c {
            'a'..='z' => at += c as usize - 'a' as usize + 1,
            '_' => {}
            _ => return Err(format!("\"{}\" is no part of the clues of a game ID", c.escape_default())),
        }
        rest = &rest[c.len_utf8()..];
    }
    if at != n_cells {
        return Err(format!("the clues of this game ID fill {at} cells: a grid with {n} rows has {n_cells}"));
    }
    Ok(puzzle)
}

/// The neighbours in the order of the game ID.
fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    let across = (0..n * (n - 1)).map(move |i| i / (n - 1) * n + i % (n - 1)).map(|cell| [cell, cell + 1]);
    let down = (0..n * (n - 1)).map(move |i| i % (n - 1) * n + i / (n - 1)).map(move |cell| [cell, cell + n]);
    across.chain(down)
}

/// The region of each cell: cells that are joined by neighbours without a border.
fn read_regions(text: &str, n: usize) -> Result<Vec<usize>, String> {
    let n_pairs = 2 * n * (n - 1);
    let mut borders = Vec::with_capacity(n_pairs + 1);
    for c in text.chars() {
        let n_open = match c {
            '_' => 0,
            'a'..='y' => c as usize - 'a' as usize + 1,
            'z' => 25,
            _ => return Err(format!("\"{}\" is no part of the regions of a game ID", c.escape_default())),
        };
        borders.extend(std::iter::repeat_n(false, n_open));
        if c != 'z' {
            borders.push(true);
        }
        if borders.len() > n_pairs + 1 {
            break;
        }
    }
    if borders.len() != n_pairs + 1 {
        let what = if borders.len() > n_pairs { "more" } else { "fewer" };
        return Err(format!(
            "the regions of this game ID have {what} borders than a grid with {n} rows has neighbours"
        ));
    }
    let mut regions: Vec<usize> = (0..n * n).collect();
    for ([a, b], _) in pairs(n).zip(&borders).filter(|(_, is_border)| !**is_border) {
        let (kept, gone) = (regions[a].min(regions[b]), regions[a].max(regions[b]));
        regions.iter_mut().filter(|region| **region == gone).for_each(|region| *region = kept);
    }
    Ok(regions)
}

/// Lengths of the runs of neighbours without a border, each up to a border.
fn runs(shape: Shape) -> impl Iterator<Item = usize> {
    let is_border = |[a, b]: [usize; 2]| shape.box_of(Cell::from_index(a)) != shape.box_of(Cell::from_index(b));
    let borders: Vec<bool> = pairs(shape.n()).map(is_border).chain([true]).collect();
    let lengths: Vec<usize> = borders.split_inclusive(|&is_border| is_border).map(|run| run.len() - 1).collect();
    lengths.into_iter()
}

/// Irregular regions that Solo would misread.
pub(super) fn is_misread(shape: Shape) -> bool {
    shape.is_irregular() && runs(shape).any(|length| length > LONGEST_RUN)
}

/// A rule of the layout for which Solo has no letter: it knows both diagonals together.
pub(super) fn untold(shape: Shape) -> Option<String> {
    let rules = shape.rules();
    let is_known = rules.is_empty() || *rules == LayoutRules::of(DIAGONALS);
    (!is_known).then(|| shape.name())
}

/// The game ID of the clues.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let letter = |length: usize| char::from(b'a' + length as u8 - 1);
    let mut text = match shape.region_boxes() {
        Some((height, width)) => format!("{height}x{width}"),
        None => format!("{}j", shape.n()),
    };
    text.push_str(if shape.has_rules() { "x:" } else { ":" });
    let mut n_empty = 0;
    let mut is_after_number = false;
    for cell in shape.cells() {
        let Some(digit) = puzzle.get(cell) else {
            n_empty += 1;
            continue;
        };
        push_empty(&mut text, n_empty);
        if is_after_number && n_empty == 0 {
            text.push('_');
        }
        text.push_str(&digit.value().to_string());
        (n_empty, is_after_number) = (0, true);
    }
    push_empty(&mut text, n_empty);
    if shape.is_irregular() {
        text.push(',');
        text.extend(runs(shape).map(|length| if length == 0 { '_' } else { letter(length) }));
    }
    text
}

fn push_empty(text: &mut String, mut n_empty: usize) {
    while n_empty > 0 {
        let length = n_empty.min(26);
        text.push(char::from(b'a' + length as u8 - 1));
        n_empty -= length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read_puzzles;

    /// Reads a game ID as a puzzle line below its layout, and writes it back.
    #[track_caller]
    fn check(id: &str, layout: &str, expected: &str) {
        let entries = read_puzzles(id, Shapes::Prefer(Shape::NINE)).expect(id);
        let [entry] = entries.as_slice() else { panic!("{id}: {entries:?}") };
        assert_eq!((entry.shape().to_string().as_str(), entry.puzzle.to_string().as_str()), (layout, expected), "{id}");
        let written = write(&entry.puzzle);
        assert_eq!(id.rsplit('#').next(), Some(written.as_str()));
    }

    #[test]
    fn game_ids_are_read_and_written() {
        check("2x2:1d2j", "2x2", "1....2..........");
        check("2x3x:1_2h6y", "2x3 x", "12........6.........................");
        check("4x4:16_1zzzzzzzzzt", "4x4", &format!("G1{}", ".".repeat(254)));
        // Worked out by hand.
        check("4j:a1n,b__b__bc___c_", "4 regions=AAABCABBCCDBCDDD", ".1..............");
        check("4jx:1o,l____________", "4 latin x", "1...............");
        let page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#4j:1o,b__b__bc___c_";
        check(page, "4 regions=AAABCABBCCDBCDDD", "1...............");
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let check = |id: &str, expected: &str| {
            let error = read_puzzles(id, Shapes::Prefer(Shape::NINE)).expect_err(id).to_string();
            assert!(error.contains(expected), "{id}: {error}");
        };
        check("3x3#1234", "line 1: this game ID holds only the seed");
        check("3x3kdu:zzzc,abc", "killer cages with sums");
        check("3x3q:zzzc", "the letter q before the colon");
        check("3x3:zzz", "fill 78 cells: a grid with 9 rows has 81");
        check("3x3:zzzc10", "the clue 10: use 1 to 9");
        check("3x3:zzzc,aaa", "boxes, so nothing may follow");
        check("9j:zzzc", "lacks its regions");
        check("9j:zzzc,aaa", "fewer borders than a grid with 9 rows has neighbours");
        check("9j:zzzc,zzzzzzzzz", "more borders");
        check("6x6:zzz", "tells 36 rows: a grid has 4 to 16, 20 or 25");
        check("999x999:a", "tells 998001 rows");
        check("4j:p,x", "the regions of this puzzle are no layout");
        check("2x2:p\nx", "line 2: this is no game ID of Solo");
        check("2x2:\u{e9}", "is no part of the clues");
    }
}
