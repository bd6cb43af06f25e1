//! Random puzzles.

use crate::common::irregular_grids;
use cluesmith::grid::{Digit, Puzzle, Shape};
use cluesmith::logic::fast_solutions;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// A solution grid: one of the solver's for random diagonal boxes, or on small irregular layouts for a random first row; or a
/// known one with digits shuffled, if the layout does not tell them apart, or a regular one with lines and digits shuffled.
pub(crate) fn solution(shape: Shape, random: &mut impl Rng) -> Puzzle {
    let n = shape.n();
    let mut digits: Vec<usize> = (0..n).collect();
    let Some((height, width)) = shape.boxes() else {
        if shape.treats_digits_alike() {
            digits.shuffle(random);
        }
        let mut puzzle = Puzzle::empty(shape);
        if n <= 7 && !shape.has_rules() {
            for (col, &digit) in digits.iter().enumerate() {
                puzzle.set(shape.cell(0, col), Some(Digit::from_index(digit)));
            }
            return fast_solutions(&puzzle, 1).pop().expect("a solution for each first row");
        }
        let (_, grid) = irregular_grids().find(|&(known, _)| known == shape).expect("a known layout");
        for (cell, digit) in grid.clues() {
            puzzle.set(cell, Some(Digit::from_index(digits[digit.index()])));
        }
        return puzzle;
    };
    if n <= 9 {
        let mut puzzle = Puzzle::empty(shape);
        for i in 0..(n / height).min(n / width) {
            digits.shuffle(random);
            for (at, &digit) in digits.iter().enumerate() {
                let cell = shape.cell(i * height + at / width, i * width + at % width);
                puzzle.set(cell, Some(Digit::from_index(digit)));
            }
        }
        if let Some(found) = fast_solutions(&puzzle, 1).pop() {
            return found;
        }
    }
    let mut shuffled = |thick: usize| {
        let mut bands: Vec<usize> = (0..n / thick).collect();
        bands.shuffle(random);
        let mut lines = Vec::new();
        for band in bands {
            let mut of_band: Vec<usize> = (band * thick..(band + 1) * thick).collect();
            of_band.shuffle(random);
            lines.extend(of_band);
        }
        lines
    };
    let (rows, cols) = (shuffled(height), shuffled(width));
    digits.shuffle(random);
    let mut grid = Puzzle::empty(shape);
    for (row, from_row) in rows.iter().enumerate() {
        for (col, from_col) in cols.iter().enumerate() {
            let regular = (width * (from_row % height) + from_row / height + from_col) % n;
            grid.set(shape.cell(row, col), Some(Digit::from_index(digits[regular])));
        }
    }
    grid
}

/// Clues of a solution: few enough that singles seldom suffice.
pub(crate) fn puzzle(shape: Shape, random: &mut impl Rng) -> Puzzle {
    let solution = solution(shape, random);
    let share = if shape.n() > 9 { random.random_range(42..66) } else { random.random_range(30..58) };
    let mut puzzle = Puzzle::empty(shape);
    for (cell, digit) in solution.clues() {
        if random.random_range(0..100) < share {
            puzzle.set(cell, Some(digit));
        }
    }
    puzzle
}
