//! Intersections, pairs and X-wings within a run: what they rule out once literals of the run have removed marks.

use super::links::{Literal, off};
use super::marks::{HOUSE_SETS, Marks, cell_at, ones16};
use super::proof::Proof;
use std::rc::Rc;

/// A step within a run: what it rules out, and the literals that made it possible.
pub(super) struct Advanced {
    pub(super) literals: Vec<Literal>,
    pub(super) parents: Vec<Literal>,
    /// Its chains, if it has any.
    pub(super) proof: Option<Rc<Proof>>,
}

impl Advanced {
    /// A step that rules out these marks; none where nothing made it possible, or it rules nothing out.
    pub(super) fn new(
        mut eliminated: Vec<(usize, usize)>,
        parents: Vec<Literal>,
        proof: Option<Rc<Proof>>,
    ) -> Option<Advanced> {
        if eliminated.is_empty() || parents.is_empty() {
            return None;
        }
        eliminated.sort_unstable();
        let literals = eliminated.into_iter().map(|(cell, digit)| off(cell, digit)).collect();
        Some(Advanced { literals, parents, proof })
    }
}

const ROWS: usize = 0;
const COLUMNS: usize = 9;
const BOXES: usize = 18;
/// The order of the kinds for pairs.
const KINDS: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// The steps of the first technique that has any on the marks left of those before, because of marks that are gone.
pub(super) fn advanced(before: &Marks, marks: &Marks) -> Vec<Advanced> {
    let mut found = Found { before, marks, steps: Vec::new() };
    for technique in [Found::intersections, Found::hidden_pairs, Found::naked_pairs, Found::x_wings] {
        technique(&mut found);
        if !found.steps.is_empty() {
            break;
        }
    }
    found.steps
}

struct Found<'a> {
    before: &'a Marks,
    marks: &'a Marks,
    steps: Vec<Advanced>,
}

/// Every two of these, ascending by the larger.
fn pairs(of: u16) -> impl Iterator<Item = (usize, usize)> {
    ones16(of).flat_map(move |b| ones16(of & ((1 << b) - 1)).map(move |a| (a, b)))
}

/// Whether exactly two bits are set.
const fn are_two(bits: u16) -> bool {
    (bits & bits.wrapping_sub(1)).is_power_of_two()
}

/// Two houses of different kinds with cells in common.
struct Crossing {
    base: usize,
    cover: usize,
    /// The positions of these cells in each.
    in_base: u16,
    in_cover: u16,
}

/// Boxes with the columns and rows they cross, then columns and rows with boxes, in the order in which they are tried.
const CROSSINGS: [Crossing; 108] = {
    let mut table = [const { Crossing { base: 0, cover: 0, in_base: 0, in_cover: 0 } }; 108];
    let kinds = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];
    let mut n = 0;
    let mut pair = 0;
    while pair < 4 * 81 {
        let (from, to) = kinds[pair / 81];
        let (base, cover) = (from + pair / 9 % 9, to + pair % 9);
        let mut crossing = Crossing { base, cover, in_base: 0, in_cover: 0 };
        let mut position = 0;
        while position < 9 {
            crossing.in_base |= ((HOUSE_SETS[cover] >> cell_at(base, position) & 1) as u16) << position;
            crossing.in_cover |= ((HOUSE_SETS[base] >> cell_at(cover, position) & 1) as u16) << position;
            position += 1;
        }
        if crossing.in_base != 0 {
            table[n] = crossing;
            n += 1;
        }
        pair += 1;
    }
    table
};

impl Found<'_> {
    fn push(&mut self, eliminated: Vec<(usize, usize)>, parents: Vec<Literal>) {
        self.steps.extend(Advanced::new(eliminated, parents, None));
    }

    /// The marks of a digit that are gone from a house, but from these positions.
    fn gone(&self, house: usize, digit: usize, except: u16) -> impl Iterator<Item = Literal> + use<> {
        let gone = self.before.of_house(house, digit) & !self.marks.of_house(house, digit) & !except;
        ones16(gone).map(move |position| off(cell_at(house, position), digit))
    }

    fn intersections(&mut self) {
        for &Crossing { base, cover, in_base, in_cover } in &CROSSINGS {
            for digit in 0..9 {
                let places = self.marks.of_house(base, digit);
                let others = self.marks.of_house(cover, digit) & !in_cover;
                // As most often: others are elsewhere, or nothing is gone.
                if places == 0 || places & !in_base != 0 || others == 0 || places == self.before.of_house(base, digit) {
                    continue;
                }
                let eliminated = ones16(others).map(|position| (cell_at(cover, position), digit)).collect();
                self.push(eliminated, self.gone(base, digit, 0).collect());
            }
        }
    }

    fn hidden_pairs(&mut self) {
        for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
            let places = |digit: usize| self.marks.of_house(house, digit);
            let with_two = (0..9).fold(0, |digits, digit| digits | u16::from(are_two(places(digit))) << digit);
            for (a, b) in pairs(with_two) {
                let both = places(a);
                if places(b) != both {
                    continue;
                }
                let cells = ones16(both).map(|position| cell_at(house, position));
                let eliminated = cells
                    .flat_map(|cell| {
                        ones16(self.marks.of_cell(cell) & !(1 << a | 1 << b)).map(move |other| (cell, other))
                    })
                    .collect();
                let parents = [a, b].into_iter().flat_map(|digit| self.gone(house, digit, both)).collect();
                self.push(eliminated, parents);
            }
        }
    }

    fn naked_pairs(&mut self) {
        for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
            let digits_at = |position: usize| self.marks.of_cell(cell_at(house, position));
            let with_two = (0..9).fold(0, |positions, i| positions | u16::from(are_two(digits_at(i))) << i);
            for (a, b) in pairs(with_two) {
                let cells = [a, b].map(|position| cell_at(house, position));
                let digits = digits_at(a);
                if digits_at(b) != digits {
                    continue;
                }
                let mut eliminated = Vec::new();
                for digit in ones16(digits) {
                    let others = ones16(self.marks.of_house(house, digit) & !(1 << a | 1 << b));
                    eliminated.extend(others.map(|position| (cell_at(house, position), digit)));
                }
                let gone = |cell: usize| {
                    ones16(self.before.of_cell(cell) & !self.marks.of_cell(cell)).map(move |digit| off(cell, digit))
                };
                let parents = cells.into_iter().flat_map(gone).collect();
                self.push(eliminated, parents);
            }
        }
    }

    fn x_wings(&mut self) {
        for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
            let places = |line: usize, digit: usize| self.marks.of_house(bases + line, digit);
            let with_two: [u16; 9] = std::array::from_fn(|digit| {
                (0..9).fold(0, |lines, line| lines | u16::from(are_two(places(line, digit))) << line)
            });
            for (a, b) in pairs(0x1FF) {
                let two = 1 << a | 1 << b;
                for (digit, with_two) in with_two.iter().enumerate() {
                    let both = places(a, digit);
                    if with_two & two != two || places(b, digit) != both {
                        continue;
                    }
                    let mut eliminated = Vec::new();
                    for line in ones16(both) {
                        let others = ones16(self.marks.of_house(covers + line, digit) & !(1 << a | 1 << b));
                        eliminated.extend(others.map(|position| (cell_at(covers + line, position), digit)));
                    }
                    let parents = [a, b].into_iter().flat_map(|line| self.gone(bases + line, digit, both)).collect();
                    self.push(eliminated, parents);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::links::mark_of;
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// What follows once these marks are gone: what goes, because of which.
    #[track_caller]
    fn check(marks: &str, gone: &[(usize, usize, usize)], expected: &str) {
        let before = marks_of(marks);
        let mut after = before.clone();
        for &(row, col, digit) in gone {
            after.remove(9 * (row - 1) + col - 1, digit - 1);
        }
        let shown = |literals: &[Literal]| names(&literals.iter().map(|&literal| mark_of(literal)).collect::<Vec<_>>());
        let steps = advanced(&before, &after);
        let all: Vec<String> =
            steps.iter().map(|step| format!("{} by {}", shown(&step.literals), shown(&step.parents))).collect();
        assert_eq!(all.join(", "), expected);
    }

    #[test]
    fn what_is_gone_makes_steps() {
        // 1 is left in one row of the box.
        let locked = "r1c1 12, r1c2 13, r3c3 14, r1c8 15";
        check(locked, &[(3, 3, 1)], "r1c8-1 by r3c3-1");
        check(locked, &[], "");
        check(locked, &[(3, 3, 4)], "");
        // Two cells of a row are left with 2 and 3.
        let pair = "r1c1 123, r1c5 23, r1c9 234, r2c9 24, r3c8 35, r2c2 23, r2c5 23";
        check(pair, &[(1, 1, 1)], "r1c9-2 r1c9-3 by r1c1-1");
        // The last places of 1 and 2 in a row.
        let hidden = "r1c1 123, r1c5 124, r1c9 125, r2c1 12, r2c5 12, r2c2 12, r2c6 12";
        check(hidden, &[(1, 9, 1), (1, 9, 2)], "r1c1-3 r1c5-4 by r1c9-1 r1c9-2");
        // Two rows with 1 in the same two columns.
        let fish = "r1c1 12, r1c5 13, r6c1 14, r6c5 15, r6c8 16, r8c1 17";
        check(fish, &[(6, 8, 1)], "r8c1-1 by r6c8-1");
        check(fish, &[(6, 8, 6)], "");
        // Other digits, other rows.
        let hidden = "r1c1 345, r1c5 145, r1c9 245, r2c1 45, r2c5 45, r2c2 45, r2c6 45";
        check(hidden, &[(1, 9, 4), (1, 9, 5)], "r1c1-3 r1c5-1 by r1c9-4 r1c9-5");
        let fish = "r2c1 12, r2c5 13, r6c1 14, r6c5 15, r6c8 16, r8c1 17";
        check(fish, &[(6, 8, 1)], "r8c1-1 by r6c8-1");
    }
}
