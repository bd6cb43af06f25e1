//! WXYZ-wings and larger ones: cells of a house with one digit more than cells, and a cell with two of the digits.

use super::hard::{HardStep, Technique};
use super::marks::{Cells, Marks, N_HOUSES, PEERS, cell_at, ones, ones16};
use std::cmp::Reverse;

/// Where a wing stands among others: its figure, then more eliminations, then its name, then its cells.
type Rank = (u8, Reverse<u32>, Reverse<String>, Vec<usize>);

/// The wing with so many cells, of which all but one lie in a house, that SukakuExplainer takes.
pub(super) fn wing(marks: &Marks, technique: Technique, n_cells: usize) -> Option<HardStep> {
    let mut best: Option<(Rank, HardStep)> = None;
    for house in 0..N_HOUSES {
        let cells = (0..9).map(|position| cell_at(house, position));
        let open: Vec<usize> = cells.filter(|&cell| marks.of_cell(cell).count_ones() > 1).collect();
        for chosen in 0..1u16 << open.len() {
            if chosen.count_ones() as usize + 1 != n_cells {
                continue;
            }
            let set = ones16(chosen).map(|i| open[i]);
            let digits = set.clone().fold(0, |digits, cell| digits | marks.of_cell(cell));
            if digits.count_ones() as usize == n_cells {
                let set: Vec<usize> = set.collect();
                Wing { marks, technique, set: &set, digits }.look_at(&mut best);
            }
        }
    }
    best.map(|(_, step)| step)
}

/// Cells of a house and their digits, one more than cells.
struct Wing<'a> {
    marks: &'a Marks,
    technique: Technique,
    set: &'a [usize],
    digits: u16,
}

impl Wing<'_> {
    /// The cells that see every cell of the set with this digit.
    fn peers(&self, digit: usize) -> Cells {
        self.set.iter().filter(|&&cell| self.marks.has(cell, digit)).fold(!0, |seen, &cell| seen & PEERS[cell])
    }

    /// Looks at each cell with two of the digits.
    fn look_at(&self, best: &mut Option<(Rank, HardStep)>) {
        let seen = self.set.iter().fold(0, |seen, &cell| seen | PEERS[cell]);
        let outside = self.set.iter().fold(seen, |seen, &cell| seen & !(1 << cell));
        for cell in ones(outside) {
            let digits = self.marks.of_cell(cell);
            if digits.count_ones() != 2 || digits & !self.digits != 0 {
                continue;
            }
            // Digits that the cell and the set cannot both have.
            let is_shared = |&digit: &usize| self.peers(digit) >> cell & 1 == 1;
            let shared: Vec<usize> = ones16(digits).filter(is_shared).collect();
            if !shared.is_empty() {
                self.with(cell, &shared, best);
            }
        }
    }

    /// The step with a cell that shares one or two digits with the set.
    fn with(&self, cell: usize, shared: &[usize], best: &mut Option<(Rank, HardStep)>) {
        let outside = self.set.iter().fold(!(1 << cell), |cells: Cells, &cell| cells & !(1 << cell));
        let having = |digit: usize, seen: Cells| -> Vec<(usize, usize)> {
            ones(seen & outside).filter(|&cell| self.marks.has(cell, digit)).map(|cell| (cell, digit)).collect()
        };
        let of_pair = self.marks.of_cell(cell);
        let is_double = shared.len() == 2;
        // One of the two has the digit that is not shared. Where both are, the set keeps its other digits as well.
        let ends = |digit: usize| having(digit, self.peers(digit) & PEERS[cell]);
        let (mut eliminated, mut by_pair) = (Vec::new(), [0, 0]);
        if is_double {
            eliminated.extend(ones16(self.digits & !of_pair).flat_map(|digit| having(digit, self.peers(digit))));
        }
        let n_by_set = eliminated.len();
        for (found, digit) in by_pair.iter_mut().zip(ones16(of_pair)) {
            if is_double || !shared.contains(&digit) {
                let more = ends(digit);
                *found = more.len();
                eliminated.extend(more);
            }
        }
        if eliminated.is_empty() {
            return;
        }
        // It has the name of a double one where that is what rules out more.
        let is_double = is_double && (n_by_set > 0 || by_pair.iter().all(|&n| n > 0));
        let sizes = self.set.iter().map(|&cell| self.marks.of_cell(cell).count_ones());
        let (largest, total) = (sizes.clone().max().unwrap_or(0), sizes.sum::<u32>());
        let figure = self.technique.0 + added(self.set.len() + 1, largest);
        let name = format!("{}{largest}{total}", 1 + u8::from(is_double));
        let cells = self.set.iter().copied().chain([cell]).collect();
        let rank = (figure, Reverse(eliminated.len() as u32), Reverse(name), cells);
        if best.as_ref().is_none_or(|(best, _)| rank < *best) {
            *best = Some((rank, HardStep::with_figure(self.technique, figure, eliminated)));
        }
    }
}

/// What tenths a wing of so many cells adds, with so many digits in the largest cell of the set.
const fn added(n_cells: usize, largest: u32) -> u8 {
    match (n_cells, largest) {
        (4, 3) | (5, 2 | 4) => 1,
        (5, 3) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// What a wing of so many cells adds in tenths and rules out where these cells alone are open.
    #[track_caller]
    fn check(n_cells: usize, marks: &str, expected: &str) {
        let step = wing(&marks_of(marks), (0, 3, ""), n_cells);
        let shown = step.map_or("-".to_owned(), |step| format!("{} {}", step.tenths(), names(&step.eliminated)));
        assert_eq!(shown, expected, "{marks}");
    }

    #[test]
    fn the_set_or_the_pair_has_the_digit() {
        // If r5c1 is 1, r1c1, r1c2 and r1c3 are 4, 2 and 3; else r5c1 is 4.
        check(4, "r1c1 14, r1c2 24, r1c3 34, r5c1 14, r2c1 45", "0 r2c1-4");
        // A cell with three digits.
        check(4, "r1c1 14, r1c2 24, r1c3 234, r5c1 14, r2c1 45", "1 r2c1-4");
        // r3c1 does not see r1c9.
        check(4, "r1c1 14, r1c2 24, r1c9 34, r5c1 14, r2c1 45, r1c5 45", "-");
    }

    #[test]
    fn the_pair_shares_a_digit_with_the_set() {
        // The 1 is in r1c2 as well, which r5c1 does not see.
        check(4, "r1c1 14, r1c2 124, r1c3 34, r5c1 14, r2c1 45", "-");
        // A digit that the set has not.
        check(4, "r1c1 14, r1c2 24, r1c3 34, r5c1 16, r2c1 45", "-");
    }

    #[test]
    fn two_shared_digits_leave_the_set_its_others() {
        check(4, "r1c1 14, r1c2 24, r1c3 34, r1c9 14, r1c5 12345, r2c2 245", "0 r1c5-2 r2c2-2 r1c5-3 r1c5-1 r1c5-4");
    }

    #[test]
    fn larger_sets_have_larger_wings() {
        let wing = "r1c1 15, r1c2 25, r1c3 35, r2c2 45, r5c1 15, r3c1 56";
        check(5, wing, "1 r3c1-5");
        check(6, wing, "-");
        check(5, &wing.replace("45", "345"), "2 r3c1-5");
        check(5, &wing.replace("45", "23456"), "-");
        check(5, &wing.replace("45", "12345").replace("r5c1", "r2c9"), "-");
        check(6, "r1c1 16, r1c2 26, r1c3 36, r2c2 46, r2c3 56, r5c1 16, r3c1 67", "0 r3c1-6");
        check(7, "r1c1 17, r1c2 27, r1c3 37, r2c2 47, r2c3 57, r3c3 67, r5c1 17, r3c1 78", "0 r3c1-7");
    }
}
