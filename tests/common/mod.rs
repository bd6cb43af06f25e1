//! What several test files share.

use cluesmith::grid::{Cell, CellSet, Pattern, Puzzle, SHAPES, Shape, parse_puzzles};
use rand::{Rng, RngExt};
use std::path::PathBuf;

/// Text of an oracle file in the folder named by `CLUESMITH_DATA`, or `None` with a note.
#[allow(clippy::print_stderr, reason = "a skipped test must say so")]
#[allow(dead_code, reason = "not every test file reads oracle data")]
pub(crate) fn oracle(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CLUESMITH_DATA") else {
        eprintln!("skipped: set CLUESMITH_DATA to the folder that holds {file}");
        return None;
    };
    let path = PathBuf::from(folder).join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("CLUESMITH_DATA is set, but {} cannot be read: {error}", path.display()),
    }
}

/// So many random cases, or `CLUESMITH_CASES` times as many where that is set.
#[allow(dead_code, reason = "not every test file has random cases")]
pub(crate) fn cases(usual: usize) -> usize {
    let times = std::env::var("CLUESMITH_CASES").map_or(1, |times| times.parse().expect("a number of times"));
    usual * times
}

/// Irregular layouts, each with a solution grid.
#[allow(dead_code, reason = "for tests of layouts")]
pub(crate) fn irregular_grids() -> impl Iterator<Item = (Shape, Puzzle)> + Clone {
    let lines = include_str!("../data/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (layout, text) = line.split_once(" | ").expect("a layout and a grid");
        let shape: Shape = layout.parse().expect("a layout");
        (shape, parse_puzzles(shape, text).expect("a grid").remove(0))
    })
}

/// Irregular layouts to try, at most so many rows high.
#[allow(dead_code, reason = "for tests of layouts")]
pub(crate) fn irregular_shapes(most: usize) -> impl Iterator<Item = Shape> + Clone {
    irregular_grids().map(|(shape, _)| shape).filter(move |shape| shape.n() <= most)
}

/// Every shape with boxes, and irregular layouts.
#[allow(dead_code, reason = "for tests of layouts")]
pub(crate) fn all_shapes() -> impl Iterator<Item = Shape> + Clone {
    SHAPES.into_iter().chain(irregular_shapes(16))
}

/// All patterns with so many clue cells, of a shape with at most 31 cells.
#[allow(dead_code, reason = "for tests of generators")]
pub(crate) fn patterns_of_size(shape: Shape, size: usize) -> Vec<Pattern> {
    (0u32..1 << shape.n_cells())
        .filter(|bits| bits.count_ones() as usize == size)
        .map(|bits| Pattern::new(shape, shape.cells().filter(|cell| bits >> cell.index() & 1 == 1)))
        .collect()
}

/// A pattern of so many random clue cells.
#[allow(dead_code, reason = "for tests of generators")]
pub(crate) fn random_pattern(shape: Shape, n_clues: usize, rng: &mut impl Rng) -> Pattern {
    let mut cells = CellSet::EMPTY;
    while cells.len() < n_clues {
        cells.insert(Cell::from_index(rng.random_range(0..shape.n_cells())));
    }
    Pattern { shape, cells }
}

/// Whether this process runs the test of this name alone. If not, it runs it so, and fails if it fails: the memory of
/// a process says something about a test only where no other test uses any.
#[allow(dead_code, reason = "not every test file measures memory")]
pub(crate) fn is_alone(test: &str) -> bool {
    const NAME: &str = "CLUESMITH_TEST_ALONE";
    if std::env::var(NAME).is_ok_and(|name| name == test) {
        return true;
    }
    let program = std::env::current_exe().expect("this program");
    let alone = std::process::Command::new(program).args(["--exact", test]).env(NAME, test).output();
    let alone = alone.expect("it starts");
    let text = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && text.contains("1 passed"), "{text}");
    false
}
