//! Counting solutions by trying.

use super::geometry::{Geometry, Grid};

/// Number of solutions of a puzzle, counted up to `most`; `None` if that takes too long.
pub(crate) fn count(geometry: &Geometry, puzzle: &[u8], most: usize) -> Option<usize> {
    let mut search = Search { geometry, grid: puzzle.to_vec(), n_found: 0, most, n_tries: 0 };
    let clash = |(cell, &digit): (usize, &u8)| digit > 0 && !search.fits(cell, digit);
    if puzzle.iter().enumerate().any(clash) {
        return Some(0);
    }
    search.go_on();
    (search.n_tries < MOST_TRIES).then_some(search.n_found)
}

/// Digits tried before a count is given up.
const MOST_TRIES: u64 = 200_000;

struct Search<'a> {
    geometry: &'a Geometry,
    grid: Grid,
    n_found: usize,
    most: usize,
    n_tries: u64,
}

impl Search<'_> {
    fn fits(&self, cell: usize, digit: u8) -> bool {
        self.geometry.peers[cell].iter().all(|&peer| self.grid[peer] != digit)
    }

    /// Tries everything where there is least to try: the digits of a cell, or the cells of a digit in a house.
    fn go_on(&mut self) {
        let Some(choices) = self.fewest() else {
            self.n_found += 1;
            return;
        };
        for (cell, digit) in choices {
            self.n_tries += 1;
            if self.n_found >= self.most || self.n_tries >= MOST_TRIES {
                return;
            }
            self.grid[cell] = digit;
            self.go_on();
            self.grid[cell] = 0;
        }
    }

    /// `None` where every cell is filled.
    fn fewest(&self) -> Option<Vec<(usize, u8)>> {
        let n = self.geometry.n;
        let mut fits = vec![false; n * n * n];
        let mut best: Option<Vec<(usize, u8)>> = None;
        for cell in (0..n * n).filter(|&cell| self.grid[cell] == 0) {
            let digits: Vec<(usize, u8)> =
                (1..=n as u8).filter(|&digit| self.fits(cell, digit)).map(|digit| (cell, digit)).collect();
            digits.iter().for_each(|&(cell, digit)| fits[cell * n + usize::from(digit) - 1] = true);
            if best.as_ref().is_none_or(|best| digits.len() < best.len()) {
                best = Some(digits);
            }
        }
        let at_cell = best?;
        if at_cell.len() < 2 {
            return Some(at_cell);
        }
        let mut best = at_cell;
        for house in &self.geometry.houses {
            for digit in 1..=n as u8 {
                if house.iter().any(|&cell| self.grid[cell] == digit) {
                    continue;
                }
                let at = |cell: &usize| fits[cell * n + usize::from(digit) - 1];
                let n_cells = house.iter().filter(|&cell| at(cell)).count();
                if n_cells < best.len() {
                    best = house.iter().filter(|&cell| at(cell)).map(|&cell| (cell, digit)).collect();
                }
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: &str, puzzle: &str, most: usize, expected: usize) {
        let geometry = Geometry::of(shape);
        let puzzle = geometry.grid(puzzle).expect("a puzzle");
        assert_eq!(count(&geometry, &puzzle, most), Some(expected));
    }

    #[test]
    fn solutions_are_counted() {
        check("2x2", "................", 1000, 288);
        check("2x2", "................", 2, 2);
        check("2x2", "11..............", 2, 0);
        check("2x2", "1......2..3..4..", 2, 1);
        let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        check("3x3", hard, 2, 1);
    }
}
