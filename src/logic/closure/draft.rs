//! Puzzles whose clues are drawn one after the other.

use super::nine::{BandRules, Bands};
use super::{AnyClosure, Closure, Pending};
use crate::grid::{Cell, Digit, Puzzle, Shape};
use crate::logic::StrategySet;

/// A puzzle that gets further clues, each among the digits that are left in its cell.
///
/// On 9x9 with boxes only singles and locked candidates narrow the digits until all clues are there, a band at a time;
/// everything else is left to [`Draft::close`]. On all other layouts the closure of all strategies does.
pub(crate) struct Draft(Kind);

enum Kind {
    Bands { bands: Bands, rules: BandRules<'static>, strategies: StrategySet },
    Any(AnyClosure),
}

impl Draft {
    /// A draft that starts with these clues.
    pub(crate) fn of(puzzle: &Puzzle, strategies: StrategySet) -> Draft {
        if puzzle.shape() != Shape::NINE {
            return Draft(Kind::Any(AnyClosure::of(puzzle, strategies)));
        }
        let rules = BandRules::plain(strategies);
        Draft(Kind::Bands { bands: Bands::close(puzzle, rules), rules, strategies })
    }

    /// Digits left in a cell, as a mask over digit indices.
    pub(crate) fn marks(&self, cell: Cell) -> u32 {
        match &self.0 {
            Kind::Bands { bands, .. } => bands.marks(cell),
            Kind::Any(closure) => closure.marks(cell),
        }
    }

    /// Places a digit as a clue and closes; false if the grid is broken then.
    pub(crate) fn assign(&mut self, cell: Cell, digit: Digit, pending: &mut Pending) -> bool {
        match &mut self.0 {
            Kind::Bands { bands, rules, .. } => bands.assign(cell, digit, *rules),
            Kind::Any(closure) => closure.assign_with(cell, digit, pending),
        }
    }

    /// Candidates left in all cells, placed ones included.
    pub(crate) fn n_marks(&self) -> usize {
        match &self.0 {
            Kind::Bands { bands, .. } => bands.n_marks(),
            Kind::Any(closure) => closure.n_marks(),
        }
    }

    /// Whether every cell holds a placed digit.
    pub(crate) fn is_solved(&self) -> bool {
        match &self.0 {
            Kind::Bands { bands, .. } => bands.n_placed() == Shape::NINE.n_cells(),
            Kind::Any(closure) => closure.is_solved(),
        }
    }

    /// The layout.
    pub(crate) fn shape(&self) -> Shape {
        match &self.0 {
            Kind::Bands { .. } => Shape::NINE,
            Kind::Any(closure) => closure.shape(),
        }
    }

    /// The placed digits.
    pub(crate) fn values(&self) -> Puzzle {
        match &self.0 {
            Kind::Bands { bands, .. } => bands.values(),
            Kind::Any(closure) => closure.values(),
        }
    }

    /// The closure of the puzzle that the draft has become; `None` if it is broken.
    pub(crate) fn close(self) -> Option<AnyClosure> {
        let closure = match self.0 {
            Kind::Bands { bands, strategies, .. } => Closure::<9>::of_bands(&bands, strategies).into(),
            Kind::Any(closure) => closure,
        };
        (!closure.is_broken()).then_some(closure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever clues come after the draft began, it ends as the closure of the puzzle with all of them.
        #[test]
        fn drafts_end_as_closures_of_their_clues(
            shape in prop::sample::select(vec!["3x3", "2x3", "3x3 x", "9 latin"]),
            clues in prop::collection::vec((0usize..81, 0usize..9), 0..40),
            n_before in 0usize..30,
            names in prop::sample::subsequence(
                vec!["naked-single", "hidden-single", "locked-candidates", "naked-pair", "x-wing"], 0..=5,
            ),
        ) {
            let shape: Shape = shape.parse().expect("a layout");
            let strategies: StrategySet = names.join(",").parse().expect("names");
            let mut puzzle = Puzzle::empty(shape);
            let mut draft = None;
            let mut is_broken = false;
            for (number, (cell, digit)) in clues.into_iter().enumerate() {
                if number == n_before {
                    draft = Some(Draft::of(&puzzle, strategies));
                }
                let cell = Cell::from_index(cell % shape.n_cells());
                let digit = Digit::from_index(digit % shape.n());
                let marks = draft.as_ref().map_or(u32::MAX, |draft| draft.marks(cell));
                if puzzle.get(cell).is_some() || marks >> digit.index() & 1 == 0 {
                    continue;
                }
                puzzle.set(cell, Some(digit));
                if let Some(draft) = &mut draft && !draft.assign(cell, digit, &mut Pending::new()) {
                    is_broken = true;
                    break;
                }
            }
            let draft = draft.unwrap_or_else(|| Draft::of(&puzzle, strategies));
            let drafted = (draft.values(), draft.n_marks(), draft.is_solved());
            let expected = AnyClosure::of(&puzzle, strategies);
            let closed = if is_broken { None } else { draft.close() };
            prop_assert_eq!(closed.is_none(), expected.is_broken());
            if let Some(closed) = closed {
                prop_assert_eq!(closed.all_marks(), expected.all_marks());
                prop_assert_eq!(closed.values(), expected.values());
                // What it tells before is no more than that.
                let (values, n_marks, is_solved) = drafted;
                prop_assert!(values.clues().all(|(cell, digit)| closed.values().get(cell) == Some(digit)));
                prop_assert!(n_marks >= closed.n_marks());
                prop_assert!(!is_solved || closed.is_solved());
                if strategies.is_subset(StrategySet::PAPER) {
                    prop_assert_eq!((values, n_marks), (closed.values(), closed.n_marks()));
                }
            }
        }
    }
}
