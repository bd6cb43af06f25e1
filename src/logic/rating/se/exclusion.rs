//! Aligned exclusion: a digit of a cell goes with no digits of one or two other cells, because these would leave some
//! cell that sees them all without a digit.

use super::marks::{Cells, Marks, PEERS, ones, ones16};

/// What the first pair (of cells) that excludes something rules out.
pub(super) fn aligned_pair(marks: &Marks) -> Option<Vec<(usize, usize)>> {
    let base = Base::new(marks, 2);
    for (j, &b) in base.cells.iter().enumerate().skip(1) {
        for &a in &base.cells[..j] {
            let eliminated = base.eliminated(&[a, b]);
            if !eliminated.is_empty() {
                return Some(eliminated);
            }
        }
    }
    None
}

/// What the first triple that excludes something rules out.
pub(super) fn aligned_triple(marks: &Marks, should_stop: &dyn Fn() -> bool) -> Option<Vec<(usize, usize)>> {
    let base = Base::new(marks, 3);
    for (k, &c) in base.cells.iter().enumerate().skip(2) {
        if should_stop() {
            return None;
        }
        for (j, &b) in base.cells[..k].iter().enumerate().skip(1) {
            if PEERS[b] & PEERS[c] & base.few == 0 {
                continue;
            }
            for &a in &base.cells[..j] {
                let eliminated = base.eliminated(&[a, b, c]);
                if !eliminated.is_empty() {
                    return Some(eliminated);
                }
            }
        }
    }
    None
}

struct Base<'a> {
    marks: &'a Marks,
    /// Cells with so few digits that those of a choice may take them all.
    few: Cells,
    /// Cells that see such a cell.
    cells: Vec<usize>,
}

impl Base<'_> {
    fn new(marks: &Marks, size: u32) -> Base<'_> {
        let is_few = |cell: &usize| (2..=size).contains(&marks.of_cell(*cell).count_ones());
        let few = marks.open().filter(is_few).fold(0, |few, cell| few | 1 << cell);
        let cells = marks.open().filter(|&cell| marks.of_cell(cell).count_ones() > 1 && PEERS[cell] & few != 0);
        Base { marks, few, cells: cells.collect() }
    }

    /// The digits of these two or three cells that no allowed choice uses.
    fn eliminated(&self, cells: &[usize]) -> Vec<(usize, usize)> {
        let excluders = cells.iter().fold(self.few, |common, &cell| common & PEERS[cell]);
        if excluders == 0 {
            return Vec::new();
        }
        let choice = Choice { cells, excluders: Excluders::new(self.marks, excluders) };
        let mut eliminated = Vec::new();
        for (i, &cell) in cells.iter().enumerate() {
            let is_impossible = |&digit: &usize| !choice.is_possible(self.marks, i, digit);
            eliminated.extend(ones16(self.marks.of_cell(cell)).filter(is_impossible).map(|digit| (cell, digit)));
        }
        eliminated
    }
}

/// The digits that some cells with few digits do not lose together.
struct Excluders {
    /// For each digit those that it does not go with, on account of cells with two digits.
    partners: [u16; 9],
    /// The digits of cells with three.
    threes: Vec<u16>,
}

impl Excluders {
    fn new(marks: &Marks, cells: Cells) -> Excluders {
        let mut excluders = Excluders { partners: [0; 9], threes: Vec::new() };
        for digits in ones(cells).map(|cell| marks.of_cell(cell)) {
            if digits.count_ones() > 2 {
                excluders.threes.push(digits);
            } else {
                ones16(digits).for_each(|digit| excluders.partners[digit] |= digits & !(1 << digit));
            }
        }
        excluders
    }

    /// The digits that do not go with these two together.
    fn of_two(&self, a: usize, b: usize) -> u16 {
        let two = 1 << a | 1 << b;
        let third = |&digits: &u16| if a != b && digits & two == two { digits & !two } else { 0 };
        self.threes.iter().fold(self.partners[a] | self.partners[b], |out, digits| out | third(digits))
    }
}

struct Choice<'a> {
    /// Two or three.
    cells: &'a [usize],
    excluders: Excluders,
}

impl Choice<'_> {
    /// Whether the other cells have digits that go with this one of that cell.
    fn is_possible(&self, marks: &Marks, chosen: usize, digit: usize) -> bool {
        // The digit itself where the cells see each other.
        let taken = |a: usize, b: usize, digit: usize| u16::from(PEERS[a] >> b & 1 == 1) << digit;
        let left = |other: usize| {
            let out = self.excluders.partners[digit] | taken(self.cells[chosen], other, digit);
            (other, marks.of_cell(other) & !out)
        };
        let mut others = self.cells.iter().enumerate().filter(|&(i, _)| i != chosen).map(|(_, &other)| left(other));
        let (Some((a, of_a)), second) = (others.next(), others.next()) else { return true };
        let Some((b, of_b)) = second else { return of_a != 0 };
        ones16(of_a).any(|other| of_b & !taken(a, b, other) & !self.excluders.of_two(digit, other) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{boards, marks_of, names};
    use super::*;
    use crate::grid::{Cell, DigitSet, Puzzle, Shape};
    use crate::logic::checker::check_step;
    use crate::logic::{Board, StrategyId, strategy};
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    /// What a pair and what a triple rules out.
    #[track_caller]
    fn check(marks: &str, expected: (&str, &str)) {
        let marks = marks_of(marks);
        let of = |found: Option<Vec<(usize, usize)>>| names(&found.unwrap_or_default());
        let (pair, triple) = (of(aligned_pair(&marks)), of(aligned_triple(&marks, &|| false)));
        assert_eq!((pair.as_str(), triple.as_str()), expected);
    }

    #[test]
    fn what_leaves_a_cell_without_a_digit_is_excluded() {
        // With 1 in r1c1, a 4 in r1c5 empties r1c7 and a 5 empties r1c8.
        check("r1c1 123, r1c5 45, r1c7 14, r1c8 15", ("r1c1-1", "r1c1-1"));
        check("r1c1 123, r1c5 45, r1c7 14, r1c8 16", ("", ""));
        check("r1c1 123, r1c5 456, r1c7 14, r1c8 15", ("", ""));
        // r8c8 does not see r1c1.
        check("r1c1 123, r1c5 45, r1c7 14, r8c8 15", ("", ""));
    }

    #[test]
    fn three_cells_empty_a_cell_of_three_digits() {
        let (cells, few) = ("r1c1 12, r1c4 34, r1c7 56", "r1c2 13, r1c5 145");
        check(&format!("{cells}, {few}, r1c8 146"), ("", "r1c1-1"));
        check(&format!("{cells}, {few}, r1c8 147"), ("", ""));
    }

    /// The strategies of the catalogue, for all shapes, find the same for the same cells: all that needs an excluder.
    #[test]
    fn the_catalogue_has_the_same_exclusions() {
        let mut n_compared = [0, 0];
        for marks in boards() {
            let of_cell = |cell: Cell| DigitSet(u32::from(marks.of_cell(cell.index())));
            let board = Board::with_marks(&Puzzle::empty(Shape::NINE), of_cell);
            for (i, id) in
                [StrategyId::AlignedPairExclusion, StrategyId::AlignedTripletExclusion].into_iter().enumerate()
            {
                let base = Base::new(&marks, i as u32 + 2);
                let mut expected = BTreeSet::new();
                let n = base.cells.len();
                for choice in (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..=n).map(move |c| [a, b, c]))) {
                    // A pair has no third cell.
                    let choice = &choice[..i + 2];
                    let Some(cells) = choice.iter().map(|&i| base.cells.get(i).copied()).collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    let digits: Vec<u16> = cells.iter().map(|&cell| marks.of_cell(cell)).collect();
                    let subset = Choice { cells: &cells, excluders: Excluders::new(&marks, 0) };
                    let is_subset =
                        (0..cells.len()).any(|i| ones16(digits[i]).any(|digit| !subset.is_possible(&marks, i, digit)));
                    let out = base.eliminated(&cells);
                    if !out.is_empty() && !is_subset {
                        expected.insert((cells, out));
                    }
                }
                let mut found = BTreeSet::new();
                let _ = strategy(id).find(&board, &mut |step| {
                    assert_eq!(check_step(&board, &step), Ok(()), "{}", step.sentence(&board));
                    let cells: Vec<usize> = step.evidence().sets[0].cells.iter().map(|cell| cell.index()).collect();
                    let mut out: Vec<_> = step.eliminated().iter().map(|c| (c.cell.index(), c.digit.index())).collect();
                    out.sort_by_key(|&(cell, digit)| (cells.iter().position(|&c| c == cell), digit));
                    found.insert((cells, out));
                    ControlFlow::Continue(())
                });
                n_compared[i] += found.len();
                assert_eq!(found, expected, "{}", id.name());
            }
        }
        assert!(n_compared[0] > 0 && n_compared[1] > 20, "{n_compared:?}");
    }
}
