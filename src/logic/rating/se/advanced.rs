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

/// Two of nine, ascending by the larger.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..9).flat_map(|b| (0..b).map(move |a| (a, b)))
}

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
        for (from, to) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
            let crossing = |&(base, cover): &(usize, usize)| HOUSE_SETS[base] & HOUSE_SETS[cover] != 0;
            let houses = (from..from + 9).flat_map(|base| (to..to + 9).map(move |cover| (base, cover)));
            for (base, cover) in houses.filter(crossing) {
                for digit in 0..9 {
                    self.intersection(base, cover, digit);
                }
            }
        }
    }

    fn intersection(&mut self, base: usize, cover: usize, digit: usize) {
        let places = self.marks.of_house(base, digit);
        if places == 0 || !ones16(places).all(|position| HOUSE_SETS[cover] >> cell_at(base, position) & 1 == 1) {
            return;
        }
        let others = ones16(self.marks.of_house(cover, digit)).map(|position| cell_at(cover, position));
        let eliminated: Vec<_> =
            others.filter(|&cell| HOUSE_SETS[base] >> cell & 1 == 0).map(|cell| (cell, digit)).collect();
        if !eliminated.is_empty() {
            let parents = self.gone(base, digit, 0).collect();
            self.push(eliminated, parents);
        }
    }

    fn hidden_pairs(&mut self) {
        for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
            for (a, b) in pairs() {
                let [places_a, places_b] = [a, b].map(|digit| self.marks.of_house(house, digit));
                let both = places_a | places_b;
                if both.count_ones() != 2 || places_a.count_ones() != 2 || places_b.count_ones() != 2 {
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
            for (a, b) in pairs() {
                let cells = [a, b].map(|position| cell_at(house, position));
                let digits = self.marks.of_cell(cells[0]);
                if digits.count_ones() != 2 || self.marks.of_cell(cells[1]) != digits {
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
            for (a, b) in pairs() {
                for digit in 0..9 {
                    let [places_a, places_b] = [a, b].map(|line| self.marks.of_house(bases + line, digit));
                    let both = places_a | places_b;
                    if both.count_ones() != 2 || places_a.count_ones() != 2 || places_b.count_ones() != 2 {
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
