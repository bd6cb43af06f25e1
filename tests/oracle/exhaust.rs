//! Verdicts by trying every choice of digits.

use super::closure::{Kind, Rules};
use super::geometry::{Geometry, Grid};
use super::judge::Question;
use std::collections::HashMap;

/// Every solution grid whose first row is in order: all others are these with other names for the digits.
pub(crate) fn grids(geometry: &Geometry) -> Vec<Grid> {
    let n = geometry.n;
    let mut grid = vec![0; n * n];
    (0..n).for_each(|cell| grid[cell] = cell as u8 + 1);
    let mut all = Vec::new();
    fill(geometry, &mut grid, n, &mut |grid| all.push(grid.to_vec()));
    all
}

fn fill(geometry: &Geometry, grid: &mut Grid, cell: usize, visit: &mut dyn FnMut(&[u8])) {
    if cell == grid.len() {
        return visit(grid);
    }
    for digit in 1..=geometry.n as u8 {
        if geometry.peers[cell].iter().all(|&peer| grid[peer] != digit) {
            grid[cell] = digit;
            fill(geometry, grid, cell + 1, visit);
        }
    }
    grid[cell] = 0;
}

/// Whether a puzzle with one solution surely is what was asked for: solved by the strategies, and by none of the
/// required ones left out.
fn surely_answers(question: &Question, kinds: &[Kind], rules: &Rules, puzzle: &[u8]) -> bool {
    let without = |name: &String| {
        let others = question.strategies.iter().zip(kinds).filter(|(other, _)| *other != name);
        others.map(|(_, &kind)| kind).collect::<Vec<_>>()
    };
    rules.solve(puzzle, kinds).is_some()
        && question.required.iter().all(|name| rules.solve(puzzle, &without(name)).is_none())
}

/// A puzzle on the pattern that is what was asked for, if any of these grids has one.
pub(crate) fn find_in_grids(rules: &Rules, grids: &[Grid], question: &Question, pattern: &[bool]) -> Option<Grid> {
    let n = rules.geometry.n;
    let kinds = question.kinds()?;
    let clues: Vec<usize> = (0..n * n).filter(|&cell| pattern[cell]).collect();
    // Which puzzles occur once, with names given to the digits in the order in which they occur.
    let mut occurs: HashMap<Vec<u8>, bool> = HashMap::new();
    for grid in grids {
        let (mut names, mut n_names) = ([0; 17], 0);
        let mut name = |digit: u8| {
            let name = &mut names[usize::from(digit)];
            if *name == 0 {
                n_names += 1;
                *name = n_names;
            }
            *name
        };
        let key: Vec<u8> = clues.iter().map(|&cell| name(grid[cell])).collect();
        // Digits that do not occur can be exchanged.
        let is_unique = usize::from(n_names) + 1 >= n;
        occurs.entry(key).and_modify(|once| *once = false).or_insert(is_unique);
    }
    let puzzles = occurs.into_iter().filter(|(_, is_unique)| *is_unique).map(|(key, _)| {
        let mut puzzle = vec![0; n * n];
        clues.iter().zip(key).for_each(|(&cell, digit)| puzzle[cell] = digit);
        puzzle
    });
    puzzles.into_iter().find(|puzzle| surely_answers(question, &kinds, rules, puzzle))
}

/// A puzzle on the pattern with the given digits that is what was asked for, if there is one.
pub(crate) fn find_with_fixed(rules: &Rules, question: &Question, pattern: &[bool]) -> Option<Grid> {
    let kinds = question.kinds()?;
    let mut puzzle = question.fixed.clone()?;
    let free: Vec<usize> = (0..puzzle.len()).filter(|&cell| pattern[cell] && puzzle[cell] == 0).collect();
    let fits = |puzzle: &Grid, cell: usize| {
        puzzle[cell] == 0 || rules.geometry.peers[cell].iter().all(|&peer| puzzle[peer] != puzzle[cell])
    };
    if !(0..puzzle.len()).all(|cell| fits(&puzzle, cell)) {
        return None;
    }
    try_digits(rules, question, &kinds, &free, &mut puzzle).then_some(puzzle)
}

fn try_digits(rules: &Rules, question: &Question, kinds: &[Kind], free: &[usize], puzzle: &mut Grid) -> bool {
    let Some((&cell, rest)) = free.split_first() else { return surely_answers(question, kinds, rules, puzzle) };
    for digit in 1..=rules.geometry.n as u8 {
        if rules.geometry.peers[cell].iter().all(|&peer| puzzle[peer] != digit) {
            puzzle[cell] = digit;
            if try_digits(rules, question, kinds, rest, puzzle) {
                return true;
            }
        }
    }
    puzzle[cell] = 0;
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mask;
    use crate::program::mask_of;

    #[test]
    fn grids_are_complete() {
        // 288 / 4! and 28,200,960 / 6!.
        for (shape, expected) in [("2x2", 12), ("2x3", 39_168), ("3x2", 39_168)] {
            assert_eq!(grids(&Geometry::of(shape)).len(), expected, "{shape}");
        }
    }

    /// How many of the patterns of 2x2 with so many clues have a puzzle.
    #[track_caller]
    fn check(strategies: &str, required: &str, n_clues: usize, expected: usize) {
        let names = |list: &str| list.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let question =
            Question { strategies: names(strategies), required: names(required), fixed: None, minimal: false };
        let rules = Rules::of("2x2");
        let grids = grids(&rules.geometry);
        let mut n_possible = 0;
        for bits in (0..1u32 << 16).filter(|bits| bits.count_ones() as usize == n_clues) {
            let pattern: Vec<bool> = (0..16).map(|cell| bits >> cell & 1 == 1).collect();
            if let Some(puzzle) = find_in_grids(&rules, &grids, &question, &pattern) {
                n_possible += 1;
                assert_eq!(mask(&mask_of(&puzzle)), mask(&pattern));
                // The same with the digits given but for two.
                let mut fixed = puzzle.clone();
                let clues: Vec<usize> = (0..16).filter(|&cell| fixed[cell] > 0).collect();
                clues[..2].iter().for_each(|&cell| fixed[cell] = 0);
                let given = Question { fixed: Some(fixed), ..Question { fixed: None, ..names_of(&question) } };
                assert!(find_with_fixed(&rules, &given, &pattern).is_some());
            }
        }
        assert_eq!(n_possible, expected, "{strategies}; {required}; {n_clues} clues");
    }

    fn names_of(question: &Question) -> Question {
        Question {
            strategies: question.strategies.clone(),
            required: question.required.clone(),
            fixed: None,
            minimal: false,
        }
    }

    #[test]
    fn patterns_of_4x4_are_judged() {
        check("naked-single,hidden-single", "", 3, 0);
        check("naked-single,hidden-single", "", 4, 704);
        check("naked-single,hidden-single", "hidden-single", 12, 0);
    }
}
