//! XY-wings that stand nowhere before another one has been taken.
//!
//! Let one end of a wing lie in the box and the line of the pivot, so that the other lies on the line that crosses it there.
//! The pivot lacks the digit that the ends share, and the first end has it in the same box and line. So the digit is placed in
//! none of the houses of the pivot, and where locked candidates take it from the pivot alone, they take it from all cells
//! that see both ends or from an end. With singles and locked candidates, then, another wing has to take it.

use super::placed::{n_foreign, n_too_many};
use crate::grid::{Cell, CellSet, Geometry};
use crate::logic::{AnyClosure, StepPlace, StrategyId};

/// Such a wing at its place.
pub(super) struct LateWing {
    pivot: Cell,
    ends: [Cell; 2],
}

/// How far a wing is off whose ends do not stand, or have no cell between them to rule anything out from.
const FAR: u32 = 6;
/// How far it is off at most for want of another wing.
const MOST_FOR_OTHER: u32 = 5;
/// What each digit of the pivot weighs that belongs to no end: more than that another wing is a digit further.
const FOREIGN: u32 = 3;

impl LateWing {
    /// `None` for all other places.
    pub(super) fn of(place: &StepPlace, geometry: &Geometry) -> Option<LateWing> {
        let pivot = place.pivot.filter(|_| place.strategy == StrategyId::XyWing && geometry.shape.is_plain())?;
        let ends: Vec<Cell> = place.cells.iter().filter(|&cell| cell != pivot).collect();
        let ends = <[Cell; 2]>::try_from(ends).ok()?;
        let n_shared = |end: Cell| geometry.house_sets.iter().filter(|h| h.contains(pivot) && h.contains(end)).count();
        (!geometry.are_peers(ends[0], ends[1]) && ends.into_iter().any(|end| n_shared(end) > 1))
            .then_some(LateWing { pivot, ends })
    }

    /// How far the wing is from standing on a board on which all other steps have been taken.
    pub(super) fn off(&self, closure: &AnyClosure) -> u32 {
        let geometry = &*closure.shape().geometry();
        let [first, second] = self.ends.map(|end| closure.marks(end));
        let (shared, others) = (first & second, first ^ second);
        let stand = n_too_many(closure, &self.ends.into_iter().collect()) == 0
            && (shared.count_ones(), others.count_ones()) == (1, 2)
            && !closure.is_placed(self.pivot);
        if !stand {
            let cells = self.ends.into_iter().chain([self.pivot]).collect();
            return FAR + n_too_many(closure, &cells) + n_foreign(closure, &cells);
        }
        let in_pivot = closure.marks(self.pivot);
        let n_foreign = (in_pivot & !(first | second)).count_ones();
        let [seen, too] = self.ends.map(|end| &geometry.peer_sets[end.index()]);
        let is_target = |cell: Cell| cell != self.pivot && closure.marks(cell) & shared != 0;
        if !seen.intersection(too).iter().any(is_target) {
            return FAR + n_foreign;
        }
        let other = if in_pivot & shared == 0 { 0 } else { 1 + self.other_wing(closure, shared, geometry) };
        FOREIGN * n_foreign + other
    }

    /// How far the nearest wing is off that takes this digit from the pivot, in digits too many.
    fn other_wing(&self, closure: &AnyClosure, shared: u32, geometry: &Geometry) -> u32 {
        let peers = |cell: Cell| &geometry.peer_sets[cell.index()];
        let marks = |cell: Cell| closure.marks(cell);
        let may_be_end =
            |cell: &Cell| marks(*cell) & shared != 0 && !closure.is_placed(*cell) && marks(*cell).count_ones() <= 3;
        let may_be_ends: Vec<Cell> = peers(self.pivot).iter().filter(may_be_end).collect();
        let mut least = MOST_FOR_OTHER;
        for (i, &first) in may_be_ends.iter().enumerate() {
            for &second in may_be_ends[..i].iter().filter(|&&second| !geometry.are_peers(first, second)) {
                // With the same ends it rules out the same.
                if self.ends.contains(&first) && self.ends.contains(&second) {
                    continue;
                }
                let of_ends = (marks(first).count_ones() + marks(second).count_ones()).saturating_sub(4);
                if of_ends >= least {
                    continue;
                }
                let pivots: CellSet = peers(first).intersection(peers(second));
                for pivot in pivots.iter().filter(|&cell| cell != self.pivot && !closure.is_placed(cell)) {
                    let of_pivot = marks(pivot).count_ones().saturating_sub(2);
                    let together = (marks(pivot) | marks(first) | marks(second)).count_ones().saturating_sub(3);
                    let has_shared = u32::from(marks(pivot) & shared != 0);
                    least = least.min(of_ends + of_pivot + together + has_shared);
                }
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Candidate, Digit, Shape};
    use crate::logic::{PathGoal, StrategySet};

    fn wing(place: &str) -> Option<LateWing> {
        let path = PathGoal::parse(Shape::NINE, [place]).expect("a condition");
        let (_, step) = path.steps().next().expect("a step");
        LateWing::of(&step.place, &Shape::NINE.geometry())
    }

    #[test]
    fn wings_are_late_with_an_end_in_the_box_and_the_line_of_the_pivot() {
        let check = |place: &str, expected: bool| assert_eq!(wing(place).is_some(), expected, "{place}");
        check("xy-wing@r6c2,r3c3,pivot=r3c2", true);
        check("xy-wing@r3c3,r6c2,pivot=r3c2", true);
        check("xy-wing@r1c1,r3c7,pivot=r3c1", true);
        // In the box but not in the line, and in no box.
        check("xy-wing@r6c2,r2c3,pivot=r3c2", false);
        check("xy-wing@r6c2,r3c7,pivot=r3c2", false);
        check("xy-wing@r6c2,r3c3", false);
        check("xyz-wing@r6c2,r3c3,pivot=r3c2", false);
    }

    /// How far a wing with pivot r3c2 and ends r6c2 and r3c3 is off where these cells have these digits left, and all others
    /// all of them.
    #[track_caller]
    fn check_off(cells: &str, expected: u32) {
        let digit = |c: char| c.to_digit(10).expect("a digit") as usize - 1;
        let mut gone = Vec::new();
        for cell in cells.split(' ') {
            let (name, left) = cell.split_once('=').expect("a cell with its digits");
            let name: Vec<char> = name.chars().collect();
            let cell = Cell::from_index(9 * digit(name[1]) + digit(name[3]));
            let left: Vec<usize> = left.chars().map(digit).collect();
            gone.extend((0..9).filter(|d| !left.contains(d)).map(|d| Candidate::new(cell, Digit::from_index(d))));
        }
        let mut closure = AnyClosure::new(Shape::NINE, StrategySet::EMPTY);
        assert!(closure.rule_out(&gone));
        let wing = wing("xy-wing@r6c2,r3c3,pivot=r3c2").expect("a late wing");
        assert_eq!(wing.off(&closure), expected, "{cells}");
    }

    #[test]
    fn it_is_nearer_the_nearer_another_wing_is() {
        let ends = "r6c2=23 r3c3=13";
        check_off(&format!("{ends} r3c2=12"), 0);
        check_off(&format!("{ends} r3c2=124"), FOREIGN);
        // Another wing takes 3 from r3c2: with pivot r5c5 and ends r5c2 and r3c5.
        let other = "r5c2=36 r3c5=35";
        check_off(&format!("{ends} r3c2=123 {other} r5c5=56"), 1);
        check_off(&format!("{ends} r3c2=123 {other} r5c5=567"), 3);
        check_off(&format!("{ends} r3c2=123 {other} r5c5=356"), 3);
        check_off(&format!("{ends} r3c2=123"), 1 + MOST_FOR_OTHER);
        check_off(&format!("{ends} r3c2=1234 {other} r5c5=56"), FOREIGN + 1);
        check_off(&format!("{ends} r3c2=123 r6c3=12"), 1 + MOST_FOR_OTHER);
    }

    #[test]
    fn it_is_far_without_ends_or_targets() {
        check_off("r6c2=234 r3c3=13 r3c2=12", FAR + 2);
        check_off("r6c2=13 r3c3=13 r3c2=12", FAR);
        let without = "r1c2=4 r2c2=45 r4c3=56 r5c3=56 r6c3=567";
        check_off(&format!("r6c2=23 r3c3=13 r3c2=12 {without}"), FAR);
    }
}
