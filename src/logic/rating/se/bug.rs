//! Bivalue universal graves (BUG) with further marks in several cells.

use super::marks::{FIRST_OF_KIND, HOUSE_SETS, Marks, N_HOUSES, PEERS, cell_at, ones, ones16};

/// The marks without which each open cell would have two digits and each house two places of each open digit.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Bug {
    /// Cells with further digits, and these.
    pub(super) extra: Vec<(usize, u16)>,
}

impl Bug {
    /// The further marks, if the board has such a pattern and they are forced.
    pub(super) fn new(marks: &Marks) -> Option<Bug> {
        let mut rest = marks.clone();
        let mut extra: Vec<(usize, u16)> = Vec::new();
        loop {
            let mut is_done = true;
            for house in 0..N_HOUSES {
                for digit in 0..9 {
                    let places = rest.of_house(house, digit);
                    if places.count_ones() < 3 {
                        if places.is_power_of_two() {
                            return None;
                        }
                        continue;
                    }
                    let large = ones16(places).map(|position| cell_at(house, position));
                    let mut large = large.filter(|&cell| rest.of_cell(cell).count_ones() > 2);
                    let cell = large.next()?;
                    if large.next().is_some() {
                        continue;
                    }
                    rest.remove(cell, digit);
                    match extra.iter_mut().find(|(other, _)| *other == cell) {
                        Some((_, digits)) => *digits |= 1 << digit,
                        None => extra.push((cell, 1 << digit)),
                    }
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        let is_bug = rest.open().all(|cell| rest.of_cell(cell).count_ones() == 2)
            && (0..N_HOUSES).all(|house| (0..9).all(|digit| matches!(rest.of_house(house, digit).count_ones(), 0 | 2)));
        (is_bug && !extra.is_empty()).then_some(Bug { extra })
    }

    /// Type 2: the digit goes from the cells that see every cell in which it is the only further one.
    pub(super) fn common_digit(&self, marks: &Marks) -> Vec<(usize, usize)> {
        let all = self.extra.iter().fold(0, |all: u16, &(_, digits)| all | digits);
        if self.extra.len() < 2 || !all.is_power_of_two() {
            return Vec::new();
        }
        let digit = all.trailing_zeros() as usize;
        let seen = self.extra.iter().fold(!0, |seen, &(cell, _)| seen & PEERS[cell]);
        ones(seen).filter(|&cell| marks.has(cell, digit)).map(|cell| (cell, digit)).collect()
    }

    /// Types 1, 3 and 4, with the figure in tenths: one cell needs one of its further digits; one of two cells needs
    /// one because another digit is locked in both; or the further digits of a house's cells belong to a naked set.
    pub(super) fn other_types(&self, marks: &Marks) -> Option<(u8, Vec<(usize, usize)>)> {
        if let [(cell, digits)] = self.extra[..] {
            let eliminated = ones16(marks.of_cell(cell) & !digits).map(|digit| (cell, digit)).collect();
            return Some((56, eliminated));
        }
        let all = self.extra.iter().fold(0, |all: u16, &(_, digits)| all | digits);
        if all.is_power_of_two() {
            return None;
        }
        let cells = self.extra.iter().fold(0, |cells, &(cell, _)| cells | 1 << cell);
        let houses = || FIRST_OF_KIND.into_iter().flat_map(|first| first..first + 9);
        let shared: Vec<usize> = houses().filter(|&house| cells & !HOUSE_SETS[house] == 0).collect();
        if shared.is_empty() {
            return None;
        }
        if let [(a, extra_a), (b, extra_b)] = self.extra[..] {
            let locked = marks.of_cell(a) & marks.of_cell(b) & !all;
            if locked.is_power_of_two() {
                let of = |cell: usize, extra: u16| {
                    ones16(marks.of_cell(cell) & !locked & !extra).map(move |digit| (cell, digit))
                };
                return Some((57, of(a, extra_a).chain(of(b, extra_b)).collect()));
            }
        }
        shared.into_iter().find_map(|house| self.naked_set(marks, house, all))
    }

    /// Type 3 in a house of all the cells, with their further digits.
    fn naked_set(&self, marks: &Marks, house: usize, further: u16) -> Option<(u8, Vec<(usize, usize)>)> {
        let is_extra = |cell: usize| self.extra.iter().any(|&(other, _)| other == cell);
        let others: Vec<usize> =
            ones(HOUSE_SETS[house]).filter(|&cell| marks.of_cell(cell) != 0 && !is_extra(cell)).collect();
        for size in further.count_ones().max(2)..=6 {
            for choice in (0..1u16 << others.len()).filter(|choice| choice.count_ones() + 1 == size) {
                let digits = ones16(choice).fold(further, |digits, i| digits | marks.of_cell(others[i]));
                if digits.count_ones() != size {
                    continue;
                }
                let rest = (0..others.len()).filter(|&i| choice >> i & 1 == 0).map(|i| others[i]);
                let eliminated: Vec<_> = rest
                    .flat_map(|cell| ones16(marks.of_cell(cell) & digits).map(move |digit| (cell, digit)))
                    .collect();
                if !eliminated.is_empty() {
                    return Some((56 + size as u8, eliminated));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marks_of, names};
    use super::*;
    use crate::grid::{Digit, DigitSet, Shape};

    /// What type 2 and what the other types rule out, where these cells have these further digits.
    #[track_caller]
    fn check(marks: &str, extra: &[(&str, &str)], expected: &str) {
        let marks = marks_of(marks);
        let cell = |name: &str| Shape::NINE.cells().position(|cell| Shape::NINE.cell_name(cell) == name).expect("cell");
        let digits = |text: &str| text.chars().filter_map(Digit::from_char).collect::<DigitSet>().0;
        let bug = Bug { extra: extra.iter().map(|&(name, text)| (cell(name), digits(text))).collect() };
        let other = bug.other_types(&marks).map(|(tenths, out)| format!("{tenths}: {}", names(&out)));
        let shown = format!("{} | {}", names(&bug.common_digit(&marks)), other.unwrap_or_default());
        assert_eq!(shown, expected);
    }

    #[test]
    fn one_of_the_further_digits_is_needed() {
        // One cell that needs one of two.
        check("r1c1 1234", &[("r1c1", "34")], " | 56: r1c1-1 r1c1-2");
        // The same digit in two cells: what sees both loses it.
        let cells = "r1c1 123, r5c5 453, r1c5 36, r5c1 37, r1c9 38";
        check(cells, &[("r1c1", "3"), ("r5c5", "3")], "r1c5-3 r5c1-3 | ");
        // Another digit in one of them, and no common house.
        check(cells, &[("r1c1", "3"), ("r5c5", "4")], " | ");
        // 1 is locked in two cells of a row.
        check("r1c1 123, r1c5 145", &[("r1c1", "3"), ("r1c5", "5")], " | 57: r1c1-2 r1c5-4");
        // 3 and 5 with 35 are a naked pair; without it, with two cells of 356, a triple.
        let cells = "r1c1 123, r1c5 475, r1c9 368";
        check(&format!("{cells}, r1c7 35"), &[("r1c1", "3"), ("r1c5", "5")], " | 58: r1c9-3");
        check(&format!("{cells}, r1c7 356, r1c4 56"), &[("r1c1", "3"), ("r1c5", "5")], " | 59: r1c9-3 r1c9-6");
        check(&format!("{cells}, r1c7 367, r1c4 56"), &[("r1c1", "3"), ("r1c5", "5")], " | ");
    }
}
