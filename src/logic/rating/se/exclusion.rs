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
        // Where every cell has three digits or more, two of which no excluder has, each digit of one cell goes with some of
        // the others. That is so for most choices of cells.
        let limited = ones(excluders).fold(0, |limited, cell| limited | self.marks.of_cell(cell));
        let is_free = |&cell: &usize| {
            let digits = self.marks.of_cell(cell);
            digits.count_ones() > 2 && (digits & !limited).count_ones() > 1
        };
        if cells.iter().all(is_free) {
            return Vec::new();
        }
        let excluders = Excluders::new(self.marks, excluders);
        let mut eliminated = Vec::new();
        for chosen in 0..cells.len() {
            let choice = Choice::new(self.marks, &excluders, cells, chosen);
            for digit in ones16(self.marks.of_cell(choice.cell)) {
                if !choice.is_possible(digit) {
                    eliminated.push((choice.cell, digit));
                }
            }
        }
        eliminated
    }
}

/// The digits that some cells with few digits do not lose together.
struct Excluders {
    /// For each digit those that it does not go with, on account of cells with two digits.
    partners: [u16; 9],
    /// The digits of cells with three: the first ones of as many as two cells can have as common peers.
    threes: [u16; 13],
    n_threes: usize,
}

impl Excluders {
    fn new(marks: &Marks, cells: Cells) -> Excluders {
        let mut excluders = Excluders { partners: [0; 9], threes: [0; 13], n_threes: 0 };
        for digits in ones(cells).map(|cell| marks.of_cell(cell)) {
            if digits.count_ones() > 2 {
                excluders.threes[excluders.n_threes] = digits;
                excluders.n_threes += 1;
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
        self.threes[..self.n_threes].iter().fold(self.partners[a] | self.partners[b], |out, digits| out | third(digits))
    }
}

/// A cell of two or three, and the others.
struct Choice<'a> {
    excluders: &'a Excluders,
    cell: usize,
    others: [Option<Other>; 2],
}

#[derive(Clone, Copy)]
struct Other {
    cell: usize,
    digits: u16,
    sees_it: bool,
}

impl Choice<'_> {
    fn new<'a>(marks: &Marks, excluders: &'a Excluders, cells: &[usize], chosen: usize) -> Choice<'a> {
        let cell = cells[chosen];
        let mut others = cells.iter().filter(|&&other| other != cell).map(|&other| Other {
            cell: other,
            digits: marks.of_cell(other),
            sees_it: PEERS[cell] >> other & 1 == 1,
        });
        Choice { excluders, cell, others: [others.next(), others.next()] }
    }

    /// Whether the other cells have digits that go with this one of the cell.
    fn is_possible(&self, digit: usize) -> bool {
        let partners = self.excluders.partners[digit];
        let left = |other: &Other| other.digits & !(partners | u16::from(other.sees_it) << digit);
        let [Some(a), second] = &self.others else { return true };
        let Some(b) = second else { return left(a) != 0 };
        let (of_b, see_each_other) = (left(b), PEERS[a.cell] >> b.cell & 1 == 1);
        ones16(left(a))
            .any(|other| of_b & !(u16::from(see_each_other) << other) & !self.excluders.of_two(digit, other) != 0)
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
                    let nothing = Excluders::new(&marks, 0);
                    let is_subset = (0..cells.len()).any(|i| {
                        let choice = Choice::new(&marks, &nothing, &cells, i);
                        ones16(marks.of_cell(cells[i])).any(|digit| !choice.is_possible(digit))
                    });
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
