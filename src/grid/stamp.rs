//! Patterns from letters, digits and words.

use super::{Cell, Pattern, Shape, quoted};

/// Why a text cannot be a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StampError {
    /// A character without a picture.
    #[error("\"{0}\" has no picture: use letters, digits and ! ? + - = * / .")]
    Unknown(char),
    /// Nothing to write.
    #[error("type a letter, a digit or a short word")]
    Empty,
    /// More than the board has room for.
    #[error(
        "{} needs {needed_rows} rows and {needed_cols} columns, the board has {n}: use fewer letters",
        quoted(text)
    )]
    TooLong {
        /// What was to be written.
        text: String,
        /// Rows of the smallest letters, in the arrangement that fits best.
        needed_rows: usize,
        /// Columns of that arrangement.
        needed_cols: usize,
        /// Rows and columns of the board.
        n: usize,
    },
}

/// A set of letters of one size.
struct Face {
    rows: usize,
    cols: usize,
    /// How many cells a dot of the picture takes each way.
    scale: usize,
    glyph: fn(char) -> Option<Vec<bool>>,
}

impl Face {
    const fn height(&self) -> usize {
        self.rows * self.scale
    }

    const fn width(&self) -> usize {
        self.cols * self.scale
    }
}

/// From the largest to the smallest.
const FACES: [Face; 4] = [
    Face { rows: 7, cols: 5, scale: 2, glyph: large },
    Face { rows: 5, cols: 3, scale: 2, glyph: small },
    Face { rows: 7, cols: 5, scale: 1, glyph: large },
    Face { rows: 5, cols: 3, scale: 1, glyph: small },
];

/// The text as clue cells, as large as the board allows, in the middle; a blank begins a new
/// line, and a word that is too long is broken. Small letters are written as large ones.
///
/// # Errors
/// If a character has no picture or the text does not fit.
pub fn stamp(shape: Shape, text: &str) -> Result<Pattern, StampError> {
    let n = shape.n();
    let words: Vec<Vec<char>> =
        text.split_whitespace().map(|word| word.chars().flat_map(char::to_uppercase).collect()).collect();
    if words.is_empty() {
        return Err(StampError::Empty);
    }
    if let Some(&unknown) = words.iter().flatten().find(|&&c| large(c).is_none() || small(c).is_none()) {
        return Err(StampError::Unknown(unknown));
    }
    for face in &FACES {
        // Letters of a line and lines of the board, with a gap of one cell.
        let per_line = (n + 1) / (face.width() + 1);
        let n_lines = (n + 1) / (face.height() + 1);
        if per_line == 0 {
            continue;
        }
        let lines: Vec<&[char]> = words.iter().flat_map(|word| word.chunks(per_line)).collect();
        if lines.len() <= n_lines {
            return Ok(write(shape, face, &lines));
        }
    }
    let smallest = &FACES[FACES.len() - 1];
    let longest = words.iter().map(Vec::len).max().unwrap_or(1);
    Err(StampError::TooLong {
        text: text.trim().to_owned(),
        needed_rows: words.len() * (smallest.height() + 1) - 1,
        needed_cols: longest * (smallest.width() + 1) - 1,
        n,
    })
}

fn write(shape: Shape, face: &Face, lines: &[&[char]]) -> Pattern {
    let n = shape.n();
    let height = lines.len() * (face.height() + 1) - 1;
    let top = (n - height) / 2;
    let mut cells: Vec<Cell> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let left = (n - (line.len() * (face.width() + 1) - 1)) / 2;
        for (place, &c) in line.iter().enumerate() {
            let dots = (face.glyph)(c).unwrap_or_default();
            for (dot, _) in dots.iter().enumerate().filter(|&(_, &is_set)| is_set) {
                let row = top + index * (face.height() + 1) + dot / face.cols * face.scale;
                let col = left + place * (face.width() + 1) + dot % face.cols * face.scale;
                let block = (0..face.scale * face.scale).map(|i| (i / face.scale, i % face.scale));
                cells.extend(block.map(|(down, right)| shape.cell(row + down, col + right)));
            }
        }
    }
    Pattern::new(shape, cells)
}

/// A letter of 7 rows and 5 columns.
fn large(c: char) -> Option<Vec<bool>> {
    picture(LARGE, c)
}

/// A letter of 5 rows and 3 columns.
fn small(c: char) -> Option<Vec<bool>> {
    picture(SMALL, c)
}

fn picture(glyphs: &[(char, &str)], c: char) -> Option<Vec<bool>> {
    let (_, rows) = glyphs.iter().find(|(letter, _)| *letter == c)?;
    Some(rows.chars().filter(|&dot| dot != ' ').map(|dot| dot == '#').collect())
}

#[rustfmt::skip]
const LARGE: &[(char, &str)] = &[
    ('A', ".###. #...# #...# ##### #...# #...# #...#"),
    ('B', "####. #...# #...# ####. #...# #...# ####."),
    ('C', ".###. #...# #.... #.... #.... #...# .###."),
    ('D', "####. #...# #...# #...# #...# #...# ####."),
    ('E', "##### #.... #.... ####. #.... #.... #####"),
    ('F', "##### #.... #.... ####. #.... #.... #...."),
    ('G', ".###. #...# #.... #.### #...# #...# .###."),
    ('H', "#...# #...# #...# ##### #...# #...# #...#"),
    ('I', ".###. ..#.. ..#.. ..#.. ..#.. ..#.. .###."),
    ('J', "..### ...#. ...#. ...#. ...#. #..#. .##.."),
    ('K', "#...# #..#. #.#.. ##... #.#.. #..#. #...#"),
    ('L', "#.... #.... #.... #.... #.... #.... #####"),
    ('M', "#...# ##.## #.#.# #.#.# #...# #...# #...#"),
    ('N', "#...# ##..# #.#.# #.#.# #..## #...# #...#"),
    ('O', ".###. #...# #...# #...# #...# #...# .###."),
    ('P', "####. #...# #...# ####. #.... #.... #...."),
    ('Q', ".###. #...# #...# #...# #.#.# #..#. .##.#"),
    ('R', "####. #...# #...# ####. #.#.. #..#. #...#"),
    ('S', ".#### #.... #.... .###. ....# ....# ####."),
    ('T', "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."),
    ('U', "#...# #...# #...# #...# #...# #...# .###."),
    ('V', "#...# #...# #...# #...# #...# .#.#. ..#.."),
    ('W', "#...# #...# #...# #.#.# #.#.# ##.## #...#"),
    ('X', "#...# #...# .#.#. ..#.. .#.#. #...# #...#"),
    ('Y', "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#.."),
    ('Z', "##### ....# ...#. ..#.. .#... #.... #####"),
    ('0', ".###. #...# #..## #.#.# ##..# #...# .###."),
    ('1', "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."),
    ('2', ".###. #...# ....# ...#. ..#.. .#... #####"),
    ('3', ".###. #...# ....# ..##. ....# #...# .###."),
    ('4', "...#. ..##. .#.#. #..#. ##### ...#. ...#."),
    ('5', "##### #.... ####. ....# ....# #...# .###."),
    ('6', ".###. #.... #.... ####. #...# #...# .###."),
    ('7', "##### ....# ...#. ..#.. ..#.. ..#.. ..#.."),
    ('8', ".###. #...# #...# .###. #...# #...# .###."),
    ('9', ".###. #...# #...# .#### ....# ....# .###."),
    ('!', "..#.. ..#.. ..#.. ..#.. ..#.. ..... ..#.."),
    ('?', ".###. #...# ....# ...#. ..#.. ..... ..#.."),
    ('+', "..... ..#.. ..#.. ##### ..#.. ..#.. ....."),
    ('-', "..... ..... ..... ##### ..... ..... ....."),
    ('=', "..... ..... ##### ..... ##### ..... ....."),
    ('*', "..... #.#.# .###. ##### .###. #.#.# ....."),
    ('/', "....# ....# ...#. ..#.. .#... #.... #...."),
    ('.', "..... ..... ..... ..... ..... .##.. .##.."),
];

#[rustfmt::skip]
const SMALL: &[(char, &str)] = &[
    ('A', ".#. #.# ### #.# #.#"),
    ('B', "##. #.# ##. #.# ##."),
    ('C', ".## #.. #.. #.. .##"),
    ('D', "##. #.# #.# #.# ##."),
    ('E', "### #.. ##. #.. ###"),
    ('F', "### #.. ##. #.. #.."),
    ('G', ".## #.. #.# #.# .##"),
    ('H', "#.# #.# ### #.# #.#"),
    ('I', "### .#. .#. .#. ###"),
    ('J', "..# ..# ..# #.# .#."),
    ('K', "#.# #.# ##. #.# #.#"),
    ('L', "#.. #.. #.. #.. ###"),
    ('M', "#.# ### ### #.# #.#"),
    ('N', "##. #.# #.# #.# #.#"),
    ('O', "### #.# #.# #.# ###"),
    ('P', "### #.# ### #.. #.."),
    ('Q', "### #.# #.# ### ..#"),
    ('R', "##. #.# ##. #.# #.#"),
    ('S', ".## #.. .#. ..# ##."),
    ('T', "### .#. .#. .#. .#."),
    ('U', "#.# #.# #.# #.# ###"),
    ('V', "#.# #.# #.# #.# .#."),
    ('W', "#.# #.# ### ### #.#"),
    ('X', "#.# #.# .#. #.# #.#"),
    ('Y', "#.# #.# .#. .#. .#."),
    ('Z', "### ..# .#. #.. ###"),
    ('0', ".#. #.# #.# #.# .#."),
    ('1', ".#. ##. .#. .#. ###"),
    ('2', "##. ..# .#. #.. ###"),
    ('3', "##. ..# .#. ..# ##."),
    ('4', "#.# #.# ### ..# ..#"),
    ('5', "### #.. ##. ..# ##."),
    ('6', ".## #.. ### #.# ###"),
    ('7', "### ..# .#. .#. .#."),
    ('8', "### #.# .#. #.# ###"),
    ('9', "### #.# ### ..# ##."),
    ('!', ".#. .#. .#. ... .#."),
    ('?', "##. ..# .#. ... .#."),
    ('+', "... .#. ### .#. ..."),
    ('-', "... ... ### ... ..."),
    ('=', "... ### ... ### ..."),
    ('*', "#.# .#. ### .#. #.#"),
    ('/', "..# ..# .#. #.. #.."),
    ('.', "... ... ... ... .#."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    #[track_caller]
    fn check(shape: &str, text: &str, expected: &str) {
        let shape: Shape = shape.parse().expect("shape");
        let actual = match stamp(shape, text) {
            Ok(pattern) => {
                let text = pattern.to_string().into_bytes();
                let rows: Vec<String> =
                    text.chunks(shape.n()).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
                rows.join("\n")
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn letters_are_as_large_as_the_board_allows() {
        check(
            "3x3",
            "k",
            ".........\n..x...x..\n..x..x...\n..x.x....\n..xx.....\n..x.x....\n..x..x...\n..x...x..\n.........",
        );
        check(
            "3x3",
            "Hi",
            ".........\n.........\n.x.x.xxx.\n.x.x..x..\n.xxx..x..\n.x.x..x..\n.x.x.xxx.\n.........\n.........",
        );
        check("2x3", "7", ".xxx..\n...x..\n..x...\n..x...\n..x...\n......");
        check("3x3", "cat", "\"cat\" needs 5 rows and 11 columns, the board has 9: use fewer letters");
        check("2x2", "a", "\"a\" needs 5 rows and 3 columns, the board has 4: use fewer letters");
        check("3x3", " ", "type a letter, a digit or a short word");
        check("3x3", "a\u{20ac}", "\"\u{20ac}\" has no picture: use letters, digits and ! ? + - = * / .");
    }

    #[test]
    fn words_are_broken_into_lines() {
        let shape: Shape = "4x4".parse().expect("shape");
        // Two lines of four small letters; a blank begins a line where one would do.
        let n_dots = |c: char| small(c).expect("a picture").into_iter().filter(|&dot| dot).count();
        let n_all: usize = "WORDPLAY".chars().map(n_dots).sum();
        assert_eq!(stamp(shape, "wordplay").map(|pattern| pattern.n_clues()), Ok(n_all));
        assert_eq!(stamp(shape, "a b"), stamp(shape, "a\nb"));
        assert_ne!(stamp(shape, "a b"), stamp(shape, "ab"));
    }

    #[test]
    fn both_sizes_have_the_same_letters_and_nothing_leaves_the_board() {
        let letters = |glyphs: &[(char, &str)]| glyphs.iter().map(|(c, _)| *c).collect::<Vec<_>>();
        assert_eq!(letters(LARGE), letters(SMALL));
        for &c in &letters(LARGE) {
            assert_eq!(large(c).expect("a picture").len(), 35, "{c}");
            assert_eq!(small(c).expect("a picture").len(), 15, "{c}");
            for shape in SHAPES.into_iter().filter(|shape| shape.n() >= 6) {
                let pattern = stamp(shape, &c.to_string()).expect("one letter fits");
                assert!(pattern.n_clues() > 0 && pattern.n_clues() < shape.n_cells());
            }
        }
        // No two letters look the same.
        for glyphs in [LARGE, SMALL] {
            for (index, a) in glyphs.iter().enumerate() {
                assert!(glyphs[..index].iter().all(|b| b.1 != a.1), "{}", a.0);
            }
        }
    }
}
