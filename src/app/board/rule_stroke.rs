//! Painting rules of the layout: cells that may hold certain digits only, further houses and groups.

use super::layout::cell_of;
use super::stroke::segment;
use super::theme_marks::ThemeBrush;
use crate::grid::{Cell, CellSet, DigitSet, LayoutRules, Shape, Symmetry};

/// What a stroke marks; the other mouse button takes marks away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleBrush {
    /// Its cells may hold these digits only.
    Digits(DigitSet),
    /// Its cells are a house if they are as many as the grid has rows, or else a group, which repeats no digit.
    Set,
}

impl RuleBrush {
    /// Marks cells for the odd ones of N digits.
    pub fn odd(n: usize) -> RuleBrush {
        RuleBrush::Digits(ThemeBrush::odd(n))
    }

    /// Marks cells for the even ones of N digits.
    pub fn even(n: usize) -> RuleBrush {
        RuleBrush::Digits(ThemeBrush::even(n))
    }
}

/// What a stroke over rules does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleStrokeKind {
    /// Marks cells; a house or group begins, or goes on where the stroke begins in one.
    Mark,
    /// As that, but the house or group painted last goes on.
    Join,
    /// Takes marks away.
    Erase,
}

/// A stroke in progress over rules.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RuleStroke {
    shape: Shape,
    symmetry: Symmetry,
    brush: RuleBrush,
    kind: RuleStrokeKind,
    start: Cell,
    touched: CellSet,
    /// Where the pointer is, in units of cells (x, y).
    last: (f32, f32),
}

/// Why a stroke changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleStrokeFault {
    /// One cell is neither house nor group.
    OneCell,
    /// More cells than a house has.
    TooMany {
        /// Cells there would be.
        found: usize,
    },
    /// The brush has no digits.
    NoDigits,
}

impl RuleStroke {
    /// Begins a stroke at a point on the board.
    pub(crate) fn begin(
        shape: Shape,
        symmetry: Symmetry,
        brush: RuleBrush,
        kind: RuleStrokeKind,
        at: (f32, f32),
    ) -> Option<RuleStroke> {
        let start = cell_of(shape, at.1.floor() as i32, at.0.floor() as i32)?;
        let touched = std::iter::once(start).collect();
        Some(RuleStroke { shape, symmetry, brush, kind, start, touched, last: at })
    }

    /// A stroke from one cell to another, as the keyboard makes it.
    pub(crate) fn between(
        shape: Shape,
        symmetry: Symmetry,
        brush: RuleBrush,
        kind: RuleStrokeKind,
        cells: [Cell; 2],
    ) -> RuleStroke {
        let touched = cells.into_iter().collect();
        RuleStroke { shape, symmetry, brush, kind, start: cells[0], touched, last: (0.0, 0.0) }
    }

    /// Follows the pointer to a point, on or off the board, without gaps.
    pub(crate) fn extend(&mut self, to: (f32, f32)) {
        self.touched = segment(self.last, to)
            .filter_map(|(row, col)| cell_of(self.shape, row, col))
            .fold(self.touched, |touched, cell| touched.union(&std::iter::once(cell).collect()));
        self.last = to;
    }

    /// The cells so far with their mirror images.
    pub(crate) fn cells(&self) -> CellSet {
        self.symmetry.close(self.shape, &self.touched)
    }

    /// The rules after the stroke, and the house or group that it painted; `last` is the one painted before.
    pub(crate) fn after(
        &self,
        rules: &LayoutRules,
        last: Option<CellSet>,
    ) -> Result<(LayoutRules, Option<CellSet>), RuleStrokeFault> {
        let n = self.shape.n();
        let mut after = rules.clone();
        match (self.brush, self.kind) {
            (RuleBrush::Digits(_), RuleStrokeKind::Erase) => {
                self.cells().iter().for_each(|cell| after.allow(cell, DigitSet::all(n), n));
            }
            (RuleBrush::Digits(digits), _) => {
                // It may have been chosen for a larger grid.
                let digits = DigitSet(digits.0 & DigitSet::all(n).0);
                if digits.is_empty() {
                    return Err(RuleStrokeFault::NoDigits);
                }
                self.cells().iter().for_each(|cell| after.allow(cell, digits, n));
            }
            (RuleBrush::Set, RuleStrokeKind::Erase) => {
                let gone = self.cells();
                for set in rules.sets().iter().filter(|set| !set.intersection(&gone).is_empty()) {
                    after.remove_set(set);
                    let rest = set.difference(&gone);
                    // A single cell is no group.
                    if rest.len() > 1 {
                        after.add_set(rest);
                    }
                }
            }
            (RuleBrush::Set, kind) => {
                let holds_start = || rules.sets().iter().copied().find(|set| set.contains(self.start));
                let target = match kind {
                    RuleStrokeKind::Join => last.filter(|last| rules.sets().contains(last)).or_else(holds_start),
                    _ => holds_start(),
                };
                return self.with_sets(rules, target);
            }
        }
        Ok((after, None))
    }

    /// The stroke extends this set, or makes a new one; each mirror image of it extends the mirror image of the set, if
    /// that is there, or makes a new one too.
    fn with_sets(
        &self,
        rules: &LayoutRules,
        target: Option<CellSet>,
    ) -> Result<(LayoutRules, Option<CellSet>), RuleStrokeFault> {
        let image = |set: &CellSet, number: usize| -> CellSet {
            set.iter().map(|cell| self.symmetry.images(self.shape, cell)[number]).collect()
        };
        // The sets before, where there were any, and after the stroke.
        let mut changed: Vec<(Option<CellSet>, CellSet)> = Vec::new();
        for number in 0..self.symmetry.images(self.shape, self.start).len() {
            let piece = image(&self.touched, number);
            match target.map(|target| image(&target, number)) {
                None if changed.iter().any(|(_, set)| *set == piece) => {}
                None => changed.push((None, piece)),
                Some(before) => {
                    if let Some((_, set)) = changed.iter_mut().find(|(other, _)| *other == Some(before)) {
                        *set = set.union(&piece);
                    } else if rules.sets().contains(&before) {
                        changed.push((Some(before), before.union(&piece)));
                    }
                }
            }
        }
        let mut after = rules.clone();
        changed.iter().filter_map(|(before, _)| *before).for_each(|before| after.remove_set(&before));
        for &(_, set) in &changed {
            match set.len() {
                0 | 1 => return Err(RuleStrokeFault::OneCell),
                found if found > self.shape.n() => return Err(RuleStrokeFault::TooMany { found }),
                _ => after.add_set(set),
            }
        }
        Ok((after, changed.first().map(|&(_, set)| set)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a stroke through these cells (row, column) makes of the rules of a 4x4 layout.
    #[track_caller]
    fn check(
        brush: RuleBrush,
        kind: RuleStrokeKind,
        symmetry: Symmetry,
        before: &str,
        cells: &[(u8, u8)],
        expected: Result<&str, RuleStrokeFault>,
    ) {
        let shape: Shape = format!("2x2{before}").parse().expect("a layout");
        let points: Vec<_> = cells.iter().map(|&(row, col)| (f32::from(col) - 0.5, f32::from(row) - 0.5)).collect();
        let mut stroke = RuleStroke::begin(shape, symmetry, brush, kind, points[0]).expect("on the board");
        for &point in &points[1..] {
            stroke.extend(point);
        }
        let last = shape.rules().sets().first().copied();
        let after =
            stroke.after(shape.rules(), last).map(|(rules, _)| shape.with_rules(&rules).expect("rules").to_string());
        assert_eq!(
            after.as_deref().map_err(|&fault| fault),
            expected.map(|text| format!("2x2{text}")).as_deref().map_err(|&fault| fault)
        );
    }

    use RuleStrokeKind::{Erase, Join, Mark};

    #[test]
    fn digits_are_marked_and_lifted() {
        let odd = RuleBrush::Digits(DigitSet(0b0101));
        check(odd, Mark, Symmetry::None, "", &[(1, 1), (1, 2)], Ok(" odd=r1c1,r1c2"));
        check(odd, Mark, Symmetry::HalfTurn, " even=r4c4", &[(1, 1)], Ok(" odd=r1c1,r4c4"));
        check(odd, Erase, Symmetry::None, " even=r4c4 odd=r1c1", &[(4, 4)], Ok(" odd=r1c1"));
        check(RuleBrush::Digits(DigitSet::all(4)), Mark, Symmetry::None, " odd=r1c1", &[(1, 1)], Ok(""));
        check(RuleBrush::Digits(DigitSet(0b0111)), Mark, Symmetry::None, "", &[(2, 1)], Ok(" allowed=r2c1:123"));
        check(RuleBrush::Digits(DigitSet::EMPTY), Mark, Symmetry::None, "", &[(1, 1)], Err(RuleStrokeFault::NoDigits));
    }

    #[test]
    fn sets_begin_grow_and_shrink() {
        let set = RuleBrush::Set;
        check(set, Mark, Symmetry::None, "", &[(1, 1), (2, 1)], Ok(" extra=r1c1,r2c1"));
        check(set, Mark, Symmetry::None, "", &[(1, 1)], Err(RuleStrokeFault::OneCell));
        check(set, Mark, Symmetry::None, " extra=r1c1,r2c1", &[(2, 1), (3, 1)], Ok(" extra=r1c1,r2c1,r3c1"));
        check(set, Mark, Symmetry::None, " extra=r1c1,r2c1", &[(3, 3), (3, 4)], Ok(" extra=r1c1,r2c1 extra=r3c3,r3c4"));
        // Cells that do not touch belong together.
        check(set, Join, Symmetry::None, " extra=r1c1,r2c1", &[(4, 4)], Ok(" extra=r1c1,r2c1,r4c4"));
        check(set, Join, Symmetry::None, "", &[(4, 4)], Err(RuleStrokeFault::OneCell));
        let four = " extra=r1c1,r1c3,r3c1,r3c3";
        check(set, Mark, Symmetry::None, four, &[(1, 1), (1, 2)], Err(RuleStrokeFault::TooMany { found: 5 }));
        check(set, Erase, Symmetry::None, four, &[(1, 1)], Ok(" extra=r1c3,r3c1,r3c3"));
        check(set, Erase, Symmetry::None, " extra=r1c1,r2c1", &[(1, 1)], Ok(""));
    }

    #[test]
    fn mirror_images_are_sets_of_their_own() {
        let set = RuleBrush::Set;
        check(set, Mark, Symmetry::HalfTurn, "", &[(1, 1), (2, 1)], Ok(" extra=r1c1,r2c1 extra=r3c4,r4c4"));
        // A stroke that is its own image makes one set.
        let round = [(2, 2), (2, 3), (3, 3), (3, 2)];
        check(set, Mark, Symmetry::HalfTurn, "", &round, Ok(" extra=r2c2,r2c3,r3c2,r3c3"));
        // Others may cross theirs.
        let angles = " extra=r2c2,r2c3,r3c3 extra=r2c2,r3c2,r3c3";
        check(set, Mark, Symmetry::HalfTurn, "", &round[..3], Ok(angles));
        let two = " extra=r1c1,r2c1 extra=r3c4,r4c4";
        check(set, Mark, Symmetry::HalfTurn, two, &[(2, 1), (3, 1)], Ok(" extra=r1c1,r2c1,r3c1 extra=r2c4,r3c4,r4c4"));
        // One set that is its own image grows on both sides.
        let middle = " extra=r2c2,r3c3";
        check(set, Mark, Symmetry::HalfTurn, middle, &[(2, 2), (1, 2)], Ok(" extra=r1c2,r2c2,r3c3,r4c3"));
        check(set, Erase, Symmetry::HalfTurn, two, &[(1, 1)], Ok(""));
    }
}
