//! Changes of a theme, as a setter makes them cell by cell.

use super::super::{Cell, CellSet, DigitSet};
use super::{ClueConstraint, Theme};

impl Theme {
    /// The theme with one constraint more.
    #[must_use]
    pub fn with(mut self, constraint: ClueConstraint) -> Theme {
        self.constraints.push(constraint);
        self
    }

    /// The theme without the constraint at this place, counted from 0.
    #[must_use]
    pub fn without(mut self, place: usize) -> Theme {
        if place < self.constraints.len() {
            self.constraints.remove(place);
        }
        self
    }

    /// The theme in which the clues in these cells have one of these digits, whatever digits they were allowed before.
    #[must_use]
    pub fn with_digits(mut self, cells: &CellSet, digits: DigitSet) -> Theme {
        let mut is_new = true;
        for constraint in &mut self.constraints {
            let ClueConstraint::Digits { digits: others, cells: theirs } = constraint else { continue };
            if *others == digits && is_new {
                *theirs = theirs.union(cells);
                is_new = false;
            } else {
                *theirs = theirs.difference(cells);
            }
        }
        if is_new && !cells.is_empty() {
            self.constraints.push(ClueConstraint::Digits { digits, cells: *cells });
        }
        self.constraints.retain(speaks_of_enough);
        self
    }

    /// The theme that asks nothing of these cells by their names.
    #[must_use]
    pub fn without_cells(mut self, cells: &CellSet) -> Theme {
        for constraint in &mut self.constraints {
            match constraint {
                ClueConstraint::Digits { cells: theirs, .. }
                | ClueConstraint::Equal(theirs)
                | ClueConstraint::Different(theirs) => *theirs = theirs.difference(cells),
                ClueConstraint::Ascending(theirs) => theirs.retain(|&cell| !cells.contains(cell)),
                ClueConstraint::Count { .. } | ClueConstraint::Symmetry { .. } => {}
            }
        }
        self.constraints.retain(speaks_of_enough);
        self
    }

    /// The digits that constraints on single cells leave for a clue in this cell; `None` if there are none of these.
    pub fn digits_for(&self, cell: Cell) -> Option<DigitSet> {
        let asked = self.constraints.iter().filter_map(|constraint| match constraint {
            ClueConstraint::Digits { digits, cells } if cells.contains(cell) => Some(*digits),
            _ => None,
        });
        asked.reduce(|a, b| DigitSet(a.0 & b.0))
    }
}

/// Whether a constraint has as many cells as it needs to say something.
fn speaks_of_enough(constraint: &ClueConstraint) -> bool {
    match constraint {
        ClueConstraint::Digits { cells, .. } => !cells.is_empty(),
        ClueConstraint::Equal(cells) | ClueConstraint::Different(cells) => cells.len() > 1,
        ClueConstraint::Ascending(cells) => cells.len() > 1,
        ClueConstraint::Count { .. } | ClueConstraint::Symmetry { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Cell, Shape};
    use super::*;

    /// The theme after a change.
    #[track_caller]
    fn check(theme: &str, change: impl FnOnce(Theme) -> Theme, expected: &str) {
        let shape = Shape::new(2, 2).expect("a shape");
        let theme = Theme::parse(shape, theme).expect("a theme");
        assert_eq!(change(theme).text(shape), expected);
    }

    #[test]
    fn cells_are_restricted_and_freed() {
        let cells = |indices: &[usize]| indices.iter().map(|&index| Cell::from_index(index)).collect::<CellSet>();
        let odd = DigitSet(0b0101);
        check("", |theme| theme.with_digits(&cells(&[0, 2]), odd), "odd=r1c1,r1c3");
        check("odd=r1c1", |theme| theme.with_digits(&cells(&[1]), odd), "odd=r1c1,r1c2");
        check("even=r1c1,r1c2", |theme| theme.with_digits(&cells(&[1]), odd), "even=r1c1; odd=r1c2");
        check("even=r1c1", |theme| theme.with_digits(&cells(&[0]), odd), "odd=r1c1");
        check("", |theme| theme.with_digits(&cells(&[]), odd), "");
        let all = "odd=r1c1,r1c2; equal=r1c1,r2c3; ascending=r1c1,r1c2,r1c3; each digit at least 1";
        check(all, |theme| theme.without_cells(&cells(&[0])), "odd=r1c2; ascending=r1c2,r1c3; each digit at least 1");
        check(
            all,
            |theme| theme.without(1).without(7),
            "odd=r1c1,r1c2; ascending=r1c1,r1c2,r1c3; each digit at least 1",
        );
        let theme = Theme::default().with_digits(&cells(&[0]), odd);
        assert_eq!((theme.digits_for(Cell::from_index(0)), theme.digits_for(Cell::from_index(1))), (Some(odd), None));
    }
}
