//! How far apart puzzles on one pattern are: the clues that differ under the best renaming of digits.

use crate::grid::{Cell, Pattern, Puzzle};

/// Clues in which two puzzles on one pattern differ after the digits of one of them are renamed so that as many as
/// possible are equal; 0 if a renaming maps one puzzle onto the other. `None` if their clue cells differ.
///
/// ```
/// use cluesmith::generate::clues_apart;
/// use cluesmith::grid::parse_puzzles;
///
/// let puzzles = parse_puzzles("2x2".parse().unwrap(), "1.....3..1.....2\n2.....1..2.....3\n1.....2..3.....1").unwrap();
/// assert_eq!(clues_apart(&puzzles[0], &puzzles[1]), Some(0));
/// assert_eq!(clues_apart(&puzzles[0], &puzzles[2]), Some(1));
/// ```
pub fn clues_apart(a: &Puzzle, b: &Puzzle) -> Option<usize> {
    let pattern = a.pattern();
    if pattern != b.pattern() {
        return None;
    }
    let mut crowd = Crowd::new(&pattern);
    crowd.add(a);
    let digits = crowd.digits(b);
    let n_equal = crowd.n_equal(&crowd.members[0], &digits);
    Some(digits.len() - n_equal)
}

/// Puzzles on one pattern from which others are to be far away.
pub(super) struct Crowd {
    cells: Vec<Cell>,
    n_digits: usize,
    /// The digits of each puzzle's clues, in the order of the cells, from 0.
    members: Vec<Vec<u8>>,
}

impl Crowd {
    pub(super) fn new(pattern: &Pattern) -> Crowd {
        let cells = pattern.cells.iter().collect();
        Crowd { cells, n_digits: pattern.shape.n(), members: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The puzzle has to be on the pattern.
    pub(super) fn add(&mut self, puzzle: &Puzzle) {
        self.members.push(self.digits(puzzle));
    }

    fn digits(&self, puzzle: &Puzzle) -> Vec<u8> {
        let digit = |&cell: &Cell| puzzle.get(cell).expect("each cell of the pattern holds a clue").index() as u8;
        self.cells.iter().map(digit).collect()
    }

    /// By how many clues in all a puzzle is too near: 0 if it differs from each member in at least `least` clues.
    pub(super) fn excess(&self, puzzle: &Puzzle, least: usize) -> usize {
        let digits = self.digits(puzzle);
        let most_equal = digits.len().saturating_sub(least);
        self.members.iter().map(|member| self.excess_over(member, &digits, most_equal)).sum()
    }

    fn excess_over(&self, a: &[u8], b: &[u8], most_equal: usize) -> usize {
        let table = table(a, b);
        // Each digit's best partner, whatever the others have, is a bound that mostly decides.
        let bound: i32 = table[..self.n_digits].iter().map(|row| row.iter().copied().max().unwrap_or(0)).sum();
        if bound as usize <= most_equal {
            return 0;
        }
        (best_assignment(&table, self.n_digits) as usize).saturating_sub(most_equal)
    }

    /// Clues that can be made equal by a renaming.
    fn n_equal(&self, a: &[u8], b: &[u8]) -> usize {
        best_assignment(&table(a, b), self.n_digits) as usize
    }
}

/// As many digits as the largest shape has.
const MOST_DIGITS: usize = 16;

type Table = [[i32; MOST_DIGITS]; MOST_DIGITS];

/// In how many cells one puzzle has a digit (row) where the other one has a digit (column).
fn table(a: &[u8], b: &[u8]) -> Table {
    let mut table = [[0; MOST_DIGITS]; MOST_DIGITS];
    for (&a, &b) in a.iter().zip(b) {
        table[a as usize][b as usize] += 1;
    }
    table
}

/// The largest sum of entries, one in each of the first `n` rows and columns: the Hungarian method with potentials,
/// which makes room for one row at a time along a shortest path.
fn best_assignment(table: &Table, n: usize) -> i32 {
    const NONE: usize = MOST_DIGITS;
    let mut of_rows = [0; MOST_DIGITS];
    let mut of_columns = [0; MOST_DIGITS + 1];
    // The row that has a column.
    let mut owner = [NONE; MOST_DIGITS + 1];
    for row in 0..n {
        // The path begins at a column that does not exist.
        let mut column = NONE;
        owner[column] = row;
        let mut distance = [i32::MAX; MOST_DIGITS];
        let mut previous = [NONE; MOST_DIGITS];
        let mut is_done = [false; MOST_DIGITS + 1];
        while owner[column] != NONE {
            is_done[column] = true;
            let from = owner[column];
            let (mut nearest, mut shortest) = (NONE, i32::MAX);
            for next in (0..n).filter(|&next| !is_done[next]) {
                let cost = -table[from][next] - of_rows[from] - of_columns[next];
                if cost < distance[next] {
                    (distance[next], previous[next]) = (cost, column);
                }
                if distance[next] < shortest {
                    (nearest, shortest) = (next, distance[next]);
                }
            }
            for next in (0..=NONE).filter(|&next| is_done[next]) {
                of_rows[owner[next]] += shortest;
                of_columns[next] -= shortest;
            }
            for next in (0..n).filter(|&next| !is_done[next]) {
                distance[next] -= shortest;
            }
            column = nearest;
        }
        while column != NONE {
            let before = previous[column];
            owner[column] = owner[before];
            column = before;
        }
    }
    (0..n).map(|column| table[owner[column]][column]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Random;

    /// All assignments, one by one.
    fn by_trying_all(table: &Table, n: usize, row: usize, used: u32) -> i32 {
        if row == n {
            return 0;
        }
        let free = (0..n).filter(|column| used >> column & 1 == 0);
        free.map(|column| table[row][column] + by_trying_all(table, n, row + 1, used | 1 << column)).max().unwrap_or(0)
    }

    #[test]
    fn assignments_are_the_best_ones() {
        let mut random = Random::new(1, 1);
        for n in 1..=6 {
            for n_entries in [0, 1, n, 3 * n, 9 * n] {
                for _ in 0..40 {
                    let mut table = [[0; MOST_DIGITS]; MOST_DIGITS];
                    for _ in 0..n_entries {
                        table[random.below(n)][random.below(n)] += 1;
                    }
                    let best = best_assignment(&table, n);
                    assert_eq!(best, by_trying_all(&table, n, 0, 0), "{table:?}");
                    // `Spread::obstacle` relies on it.
                    assert!(best as usize >= n_entries.div_ceil(n), "{table:?}");
                }
            }
        }
    }

    #[test]
    fn renamed_puzzles_are_not_apart() {
        let shape = crate::grid::Shape::NINE;
        let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let puzzle = crate::grid::parse_puzzles(shape, text).expect("a puzzle").remove(0);
        let mut renamed = puzzle.clone();
        for (cell, digit) in puzzle.clues() {
            renamed.set(cell, Some(crate::grid::Digit::from_index((digit.index() * 2 + 1) % 9)));
        }
        assert_eq!(clues_apart(&puzzle, &renamed), Some(0));
        let (cell, digit) = puzzle.clues().next().expect("a clue");
        renamed.set(cell, Some(crate::grid::Digit::from_index((digit.index() * 2 + 2) % 9)));
        assert!(clues_apart(&puzzle, &renamed).is_some_and(|n| n > 0));
        renamed.set(cell, None);
        assert_eq!(clues_apart(&puzzle, &renamed), None);
    }
}
