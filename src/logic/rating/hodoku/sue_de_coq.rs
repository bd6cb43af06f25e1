//! Which Sue de Coq HoDoKu takes. Its sets of cells in the line and in the box may hold digits that the crossing lacks.

use super::Deletions;
use super::marks::{Marks, candidate};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, ones, ones16};

/// What the first Sue de Coq rules out, from the box first; `None` if there is none.
pub(super) fn first(marks: &Marks) -> Option<Deletions> {
    let open = (0..81).filter(|&cell| marks.of_cell[cell] != 0).fold(0, |all, cell| all | 1 << cell);
    HOUSE_SETS[..18].iter().find_map(|line| {
        HOUSE_SETS[18..].iter().find_map(|box_| {
            let crossing: Vec<usize> = ones(line & box_ & open).collect();
            pairs_and_triples(&crossing)
                .into_iter()
                .find_map(|crossing| Crossing::of(marks, line & open, box_ & open, crossing)?.first())
        })
    })
}

/// Each pair of these cells, followed by the triples that begin with it.
fn pairs_and_triples(of: &[usize]) -> Vec<Cells> {
    let mut sets = Vec::new();
    for (i, a) in of.iter().enumerate() {
        for (j, b) in of.iter().enumerate().skip(i + 1) {
            sets.push(1 << a | 1 << b);
            sets.extend(of[j + 1..].iter().map(|c| 1 << a | 1 << b | 1 << c));
        }
    }
    sets
}

/// Two or three cells of a line and a box, which have at least two candidates more than cells.
struct Crossing<'a> {
    marks: &'a Marks,
    /// Open cells of the line and the box outside the crossing.
    line: Cells,
    box_: Cells,
    /// All candidates of the crossing.
    digits: u16,
    /// How many more candidates than cells.
    n_more: u32,
}

impl<'a> Crossing<'a> {
    fn of(marks: &'a Marks, line: Cells, box_: Cells, crossing: Cells) -> Option<Crossing<'a>> {
        let digits = marks.union(crossing);
        let n_more = digits.count_ones() - crossing.count_ones().min(digits.count_ones());
        let found = Crossing { marks, line: line & !crossing, box_: box_ & !crossing, digits, n_more };
        (n_more >= 2).then_some(found)
    }

    /// How many digits of the crossing these cells use up, given their candidates; `None` if none, or no digit of it.
    fn used_up(&self, set: Cells, candidates: u16) -> Option<u32> {
        let n_further = (candidates & !self.digits).count_ones();
        (candidates & self.digits != 0 && set.count_ones() > n_further).then(|| set.count_ones() - n_further)
    }

    fn first(&self) -> Option<Deletions> {
        let from_line: Vec<usize> = ones(self.line).collect();
        first_set(self.marks, &from_line, !0, &mut |line, line_digits| {
            let n_left = self.n_more.checked_sub(self.used_up(line, line_digits)?).filter(|&n| n > 0)?;
            let from_box: Vec<usize> = ones(self.box_ & !line).collect();
            // A digit that the crossing lacks may be in both sets; each holds it then.
            first_set(self.marks, &from_box, !(line_digits & self.digits), &mut |box_, box_digits| {
                if self.used_up(box_, box_digits)? != n_left {
                    return None;
                }
                let shared = line_digits & box_digits;
                let mut ruled_out = Deletions::new();
                for (rest, gone) in [
                    (self.box_ & !box_, (self.digits | box_digits) & !line_digits | shared),
                    (self.line & !line, (self.digits | line_digits) & !box_digits | shared),
                ] {
                    for cell in ones(rest) {
                        let found = ones16(self.marks.of_cell[cell] & gone).map(|digit| candidate(cell, digit));
                        found.for_each(|found| {
                            if !ruled_out.contains(&found) {
                                ruled_out.push(found);
                            }
                        });
                    }
                }
                (!ruled_out.is_empty()).then_some(ruled_out)
            })
        })
    }
}

/// What `try_set` finds first for a set of these cells that has no other digits than the allowed ones; it is given the
/// set and its candidates. Each set is followed by those that add later cells to it.
fn first_set<T>(
    marks: &Marks,
    of: &[usize],
    allowed: u16,
    try_set: &mut dyn FnMut(Cells, u16) -> Option<T>,
) -> Option<T> {
    fn go_on<T>(
        marks: &Marks,
        of: &[usize],
        (set, candidates): (Cells, u16),
        allowed: u16,
        try_set: &mut dyn FnMut(Cells, u16) -> Option<T>,
    ) -> Option<T> {
        of.iter().enumerate().find_map(|(i, &cell)| {
            let (set, candidates) = (set | 1 << cell, candidates | marks.of_cell[cell]);
            if candidates & !allowed != 0 {
                return None;
            }
            try_set(set, candidates).or_else(|| go_on(marks, &of[i + 1..], (set, candidates), allowed, try_set))
        })
    }
    go_on(marks, of, (0, 0), allowed, try_set)
}
