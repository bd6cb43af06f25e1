//! Whether every filling of a band has a partner, without going through every filling.
//!
//! The band is filled unit by unit; a unit is a column or a loose pair. If the units so far can
//! exchange digits so that each row keeps its set of them, so can every filling that goes on from
//! there: the rest stays as it is. So a beginning with an exchange is as good as all that follows.
//!
//! Of fillings that differ by the names of digits one is enough, and so it is of those that differ
//! by the order of two columns of a box with clues in the same rows.
//!
//! # Example
//!
//! A band of a 4x4 grid is two rows, and its four columns are the units. Without clues every filling has a partner:
//! the two rows change places. With a clue in r1c1 they cannot, and these two fillings differ:
//!
//! ```text
//! 1 2 | 3 4        1 2 | 3 4
//! 3 4 | 1 2        3 4 | 2 1
//! ```
//!
//! On the left columns 2 and 4 hold the same two digits the other way round: if both exchange their digits, each row
//! keeps its set, so these units are an exchange, and every filling that begins with them has a partner. On the right
//! the columns make one cycle, 1 over 3, 3 over 2, 2 over 4, 4 over 1: they exchange together or not at all, and column
//! 1 holds a clue. This filling has no partner.

use crate::generate::Watch;
use crate::grid::Shape;

/// Steps between two looks at the watch: well below a millisecond.
const POLL: u64 = 4096;

/// What is known about the fillings of a band.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Every one has a partner; this many beginnings were looked at.
    All(u64),
    /// Some filling has none.
    NotAll,
    /// Not known within the budget of steps.
    OutOfBudget,
    Stopped,
}

/// One column of the band, or a loose pair.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unit {
    columns: Vec<usize>,
    /// Clues per row.
    clues: Vec<usize>,
    /// Whether the unit before is a column of the same box with clues in the same rows.
    is_like_before: bool,
}

/// The digits that a unit gives a row, as masks.
#[derive(Clone, Copy, Default)]
struct Dealt {
    digits: u32,
    /// Those that stand at clues.
    at_clues: u32,
}

/// A band on its way through its fillings.
pub(super) struct Fillings<'a> {
    /// Columns of a box.
    width: usize,
    units: Vec<Unit>,
    /// By unit, then row.
    dealt: Vec<Vec<Dealt>>,
    /// Digits used per row and per box.
    used_in_row: Vec<u32>,
    used_in_box: Vec<u32>,
    n_seen: u64,
    /// Steps done and allowed.
    n_steps: u64,
    budget: u64,
    watch: &'a dyn Watch,
}

/// Why the walk through the fillings ends before all are seen.
type Ended = Answer;

impl<'a> Fillings<'a> {
    /// `is_clue` by row and column of the band, `width` columns to a box, `loose` pairs of columns.
    pub(super) fn new(
        is_clue: &[Vec<bool>],
        width: usize,
        loose: &[(usize, usize)],
        budget: u64,
        watch: &'a dyn Watch,
    ) -> Fillings<'a> {
        let (height, n) = (is_clue.len(), is_clue[0].len());
        let mut units: Vec<Unit> = (0..n)
            .filter(|col| loose.iter().all(|pair| pair.1 != *col))
            .map(|col| {
                let mate = loose.iter().find(|pair| pair.0 == col).map(|pair| pair.1);
                let columns: Vec<usize> = std::iter::once(col).chain(mate).collect();
                let clues = is_clue.iter().map(|row| columns.iter().filter(|&&col| row[col]).count()).collect();
                Unit { columns, clues, is_like_before: false }
            })
            .collect();
        // Where clues are few, exchanges are found early. Boxes first, then units of a box; like ones side by side.
        let clues_of =
            |bx: usize| (bx * width..(bx + 1) * width).map(|col| is_clue.iter().filter(|row| row[col]).count());
        units.sort_by_key(|unit| {
            let bx = unit.columns[0] / width;
            let single = unit.columns.len() == 1;
            (clues_of(bx).sum::<usize>(), bx, single, unit.clues.iter().sum::<usize>(), unit.clues.clone())
        });
        for i in 1..units.len() {
            let (before, unit) = (&units[i - 1], &units[i]);
            units[i].is_like_before = before.columns.len() == 1
                && unit.columns.len() == 1
                && before.columns[0] / width == unit.columns[0] / width
                && before.clues == unit.clues;
        }
        Fillings {
            width,
            dealt: vec![vec![Dealt::default(); height]; units.len()],
            units,
            used_in_row: vec![0; height],
            used_in_box: vec![0; n / width],
            n_seen: 0,
            n_steps: 0,
            budget,
            watch,
        }
    }

    /// Whether every filling has a partner.
    pub(super) fn all_have_partners(mut self) -> Answer {
        // The names of digits are those of the first box.
        let height = self.used_in_row.len();
        let first = self.units[0].columns[0] / self.width;
        let n_first = self.units.iter().take_while(|unit| unit.columns[0] / self.width == first).count();
        let mut name = 0;
        for unit in 0..n_first {
            for row in 0..height {
                let size = self.units[unit].columns.len();
                let digits = ((1u32 << size) - 1) << name;
                // Of the two digits of a pair the lower one stands at the only clue.
                let at_clues = match self.units[unit].clues[row] {
                    0 => 0,
                    1 => 1 << name,
                    _ => digits,
                };
                name += size;
                self.dealt[unit][row] = Dealt { digits, at_clues };
                self.used_in_row[row] |= digits;
                self.used_in_box[first] |= digits;
            }
        }
        match self.fill(n_first, 0) {
            Ok(()) => Answer::All(self.n_seen),
            Err(ended) => ended,
        }
    }

    /// Fills the rows of a unit from this one on, and all units behind it.
    fn fill(&mut self, unit: usize, row: usize) -> Result<(), Ended> {
        if unit == self.units.len() {
            return Err(Answer::NotAll);
        }
        if row == self.used_in_row.len() {
            self.n_seen += 1;
            return if self.has_exchange(unit)? { Ok(()) } else { self.fill(unit + 1, 0) };
        }
        self.step()?;
        let Unit { ref columns, ref clues, is_like_before } = self.units[unit];
        let (bx, is_pair, n_clues) = (columns[0] / self.width, columns.len() == 2, clues[row]);
        let all = (1u32 << (self.used_in_box.len() * self.width)) - 1;
        let mut firsts = all & !self.used_in_row[row] & !self.used_in_box[bx];
        if is_like_before && row == 0 {
            // Of two columns alike the first has the lower digit here.
            let before = self.dealt[unit - 1][0].digits;
            firsts &= !(before | (before - 1));
        }
        let free = firsts;
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            // A single clue of the row stands at the first digit of a pair; else their order is all the same.
            let mut seconds = match (is_pair, n_clues) {
                (false, _) => 0,
                (true, 1) => free ^ first,
                (true, _) => firsts,
            };
            loop {
                let second = seconds & seconds.wrapping_neg();
                seconds ^= second;
                if is_pair && second == 0 {
                    break;
                }
                let digits = first | second;
                let at_clues = match n_clues {
                    0 => 0,
                    1 => first,
                    _ => digits,
                };
                self.dealt[unit][row] = Dealt { digits, at_clues };
                self.used_in_row[row] |= digits;
                self.used_in_box[bx] |= digits;
                let filled = self.fill(unit, row + 1);
                self.used_in_row[row] &= !digits;
                self.used_in_box[bx] &= !digits;
                filled?;
                if seconds == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Ended> {
        self.n_steps += 1;
        if self.n_steps > self.budget {
            return Err(Answer::OutOfBudget);
        }
        if self.n_steps.is_multiple_of(POLL) && self.watch.should_stop() {
            return Err(Answer::Stopped);
        }
        Ok(())
    }

    /// Whether the units up to this one, the last of which is to differ, can exchange digits: each
    /// unit keeps its digits, each row its set of them, clue cells theirs.
    fn has_exchange(&mut self, last: usize) -> Result<bool, Ended> {
        let mut wanted = [0u32; Shape::MAX_N];
        wanted[..self.used_in_row.len()].copy_from_slice(&self.used_in_row);
        let pool = self.pool(last);
        self.deal(last, 0, pool, &mut wanted, (1 << last) - 1, Some(false))
    }

    fn pool(&self, unit: usize) -> u32 {
        self.dealt[unit].iter().fold(0, |pool, dealt| pool | dealt.digits)
    }

    /// Deals what is left of a unit's digits to the rows from this one on, then goes on with the units
    /// to come, a mask. `wanted` are the digits each row still lacks; `differs` tells of the first unit
    /// whether it is dealt otherwise than before.
    fn deal(
        &mut self,
        unit: usize,
        row: usize,
        pool: u32,
        wanted: &mut [u32; Shape::MAX_N],
        to_come: u32,
        differs: Option<bool>,
    ) -> Result<bool, Ended> {
        if row == self.used_in_row.len() {
            if differs == Some(false) {
                return Ok(false);
            }
            // If what the others have is still wanted where they have it, they stay as they are.
            let mut others = to_come;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                let is_dealt = |row: usize| self.dealt[other][row].digits & !wanted[row] != 0;
                if (0..self.used_in_row.len()).any(is_dealt) {
                    let pool = self.pool(other);
                    return self.deal(other, 0, pool, wanted, to_come & !(1 << other), None);
                }
            }
            return Ok(true);
        }
        self.step()?;
        let Dealt { digits: before, at_clues } = self.dealt[unit][row];
        let is_pair = self.units[unit].columns.len() == 2;
        let mut firsts = pool & wanted[row];
        if at_clues & !firsts != 0 {
            return Ok(false);
        }
        if !is_pair && at_clues != 0 {
            firsts = at_clues;
        }
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            let mut seconds = if is_pair { firsts } else { 0 };
            loop {
                let second = seconds & seconds.wrapping_neg();
                seconds ^= second;
                if is_pair && second == 0 {
                    break;
                }
                let digits = first | second;
                if digits & at_clues == at_clues {
                    wanted[row] ^= digits;
                    let differs = differs.map(|differs| differs || digits != before);
                    let found = self.deal(unit, row + 1, pool & !digits, wanted, to_come, differs)?;
                    wanted[row] ^= digits;
                    if found {
                        return Ok(true);
                    }
                }
                if seconds == 0 {
                    break;
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn is_clue(rows: &[&str]) -> Vec<Vec<bool>> {
        rows.iter().map(|row| row.bytes().map(|cell| cell == b'x').collect()).collect()
    }

    #[track_caller]
    fn check(rows: &[&str], width: usize, loose: &[(usize, usize)], expected: Answer) {
        let answer = Fillings::new(&is_clue(rows), width, loose, 1_000_000, &Unwatched).all_have_partners();
        assert_eq!(answer, expected, "{rows:?} {loose:?}");
    }

    #[test]
    fn the_example_of_the_head_comment() {
        check(&["....", "...."], 2, &[], Answer::All(5));
        check(&["x...", "...."], 2, &[], Answer::NotAll);
    }

    #[test]
    fn loose_pairs_give_every_filling_a_partner() {
        check(&["....x.", "....x."], 3, &[], Answer::NotAll);
        check(&["....x.", "....x."], 3, &[(0, 1)], Answer::All(15));
        // The other way round: the box with fewer clues names the digits.
        check(&[".x....", ".x...."], 3, &[(3, 4)], Answer::All(15));
        // A clue of a pair in the first box holds one of its two digits there.
        check(&[".xx.", "...."], 2, &[(0, 1), (2, 3)], Answer::All(2));
        check(&["......", "x...x."], 3, &[(0, 1), (4, 5)], Answer::All(24));
    }

    /// Large bands have more fillings than anyone can see: they end at the budget.
    #[test]
    fn ends_at_the_budget() {
        check(&["................"; 4], 4, &[], Answer::OutOfBudget);
        check(&["............"; 4], 3, &[], Answer::OutOfBudget);
    }

    /// A stop comes after so many looks at the watch, and these are `POLL` steps apart.
    #[test]
    fn looks_at_the_watch() {
        struct Third(AtomicU64);
        impl Watch for Third {
            fn should_stop(&self) -> bool {
                self.0.fetch_add(1, Ordering::Relaxed) >= 2
            }
        }
        let answer = |budget| {
            let watch = Third(AtomicU64::new(0));
            Fillings::new(&is_clue(&["............"; 4]), 3, &[], budget, &watch).all_have_partners()
        };
        assert_eq!(answer(3 * POLL), Answer::Stopped);
        assert_eq!(answer(3 * POLL - 1), Answer::OutOfBudget);
    }
}
