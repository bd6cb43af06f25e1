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

    /// The digits of these cells that no allowed choice uses.
    fn eliminated(&self, cells: &[usize]) -> Vec<(usize, usize)> {
        let excluders = cells.iter().fold(self.few, |common, &cell| common & PEERS[cell]);
        if excluders == 0 {
            return Vec::new();
        }
        let excluders: Vec<u16> = ones(excluders).map(|cell| self.marks.of_cell(cell)).collect();
        let digits: Vec<u16> = cells.iter().map(|&cell| self.marks.of_cell(cell)).collect();
        let choice = Choice { cells, digits: &digits, excluders: &excluders };
        let mut eliminated = Vec::new();
        for (i, &cell) in cells.iter().enumerate() {
            for digit in ones16(digits[i]) {
                let mut chosen = vec![None; cells.len()];
                chosen[i] = Some(digit);
                if !choice.is_possible(&mut chosen, 1 << digit, 0) {
                    eliminated.push((cell, digit));
                }
            }
        }
        eliminated
    }
}

struct Choice<'a> {
    cells: &'a [usize],
    digits: &'a [u16],
    excluders: &'a [u16],
}

impl Choice<'_> {
    /// Whether the digits chosen so far, in `used`, can be completed from this cell on.
    fn is_possible(&self, chosen: &mut [Option<usize>], used: u16, next: usize) -> bool {
        let Some(&cell) = self.cells.get(next) else {
            return self.excluders.iter().all(|&digits| digits & !used != 0);
        };
        if chosen[next].is_some() {
            return self.is_possible(chosen, used, next + 1);
        }
        ones16(self.digits[next]).any(|digit| {
            let is_taken =
                |(&other, &taken): (&usize, &Option<usize>)| taken == Some(digit) && PEERS[cell] >> other & 1 == 1;
            if self.cells.iter().zip(chosen.iter()).any(is_taken) {
                return false;
            }
            chosen[next] = Some(digit);
            let is_possible = self.is_possible(chosen, used | 1 << digit, next + 1);
            chosen[next] = None;
            is_possible
        })
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
                    let subset = Choice { cells: &cells, digits: &digits, excluders: &[] };
                    let is_subset = (0..cells.len()).any(|i| {
                        ones16(digits[i]).any(|digit| {
                            let mut chosen = vec![None; cells.len()];
                            chosen[i] = Some(digit);
                            !subset.is_possible(&mut chosen, 1 << digit, 0)
                        })
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
