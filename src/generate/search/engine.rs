//! What ruin and recreate builds a grid on: the closure engine, or whole bands of 9x9 where these follow all allowed strategies.
//!
//! The answers are the same, since both come to the same end after each clue.

use crate::generate::Request;
use crate::grid::{Cell, Digit};
use crate::logic::{BandLayout, Bands, Closure, StrategySet};

/// Candidates of a grid, closed under the allowed strategies after every clue.
pub(super) trait Engine: Clone + Send + Sync {
    /// What it takes to place a clue besides the candidates.
    type Tools: Clone + Send + Sync;

    /// The grid with the fixed digits alone; `None` if they are contradictory.
    fn with_fixed(request: &Request) -> Option<(Self, Self::Tools)>;

    /// Places a digit as a clue and closes; false if the grid is broken then.
    fn assign(&mut self, cell: Cell, digit: Digit, tools: &mut Self::Tools) -> bool;

    /// Places several clues, and closes when all stand there.
    fn assign_all(&mut self, clues: impl Iterator<Item = (Cell, Digit)>, tools: &mut Self::Tools) -> bool;

    /// Digits left in a cell, as a mask over digit indices.
    fn marks(&self, cell: Cell) -> u32;

    /// Whether the cell holds a placed digit.
    fn is_placed(&self, cell: Cell) -> bool;

    /// Candidates left in all cells, placed ones included.
    fn n_marks(&self) -> usize;

    /// Cells that hold a placed digit.
    fn n_placed(&self) -> usize;
}

impl<const N: usize> Engine for Closure<N> {
    /// A list of placements that is reused.
    type Tools = Vec<(u8, u8, u8)>;

    fn with_fixed(request: &Request) -> Option<(Self, Self::Tools)> {
        let closure = Closure::of(&request.fixed, request.strategies);
        (!closure.is_broken()).then(|| (closure, Vec::with_capacity(N * N)))
    }

    #[inline]
    fn assign(&mut self, cell: Cell, digit: Digit, tools: &mut Self::Tools) -> bool {
        self.assign_with(cell, digit, tools)
    }

    fn assign_all(&mut self, clues: impl Iterator<Item = (Cell, Digit)>, tools: &mut Self::Tools) -> bool {
        self.assign_all_with(clues, tools)
    }

    #[inline]
    fn marks(&self, cell: Cell) -> u32 {
        Closure::marks(self, cell)
    }

    #[inline]
    fn is_placed(&self, cell: Cell) -> bool {
        Closure::is_placed(self, cell)
    }

    #[inline]
    fn n_marks(&self) -> usize {
        Closure::n_marks(self)
    }

    #[inline]
    fn n_placed(&self) -> usize {
        N * N - self.n_unsolved()
    }
}

impl Engine for Bands {
    type Tools = BandLayout;

    fn with_fixed(request: &Request) -> Option<(Self, Self::Tools)> {
        let layout = BandLayout::of(request.pattern.shape, request.strategies)?;
        let bands = Bands::close(&request.fixed, layout.rules());
        (!bands.is_broken()).then_some((bands, layout))
    }

    #[inline]
    fn assign(&mut self, cell: Cell, digit: Digit, tools: &mut Self::Tools) -> bool {
        Bands::assign(self, cell, digit, tools.rules())
    }

    fn assign_all(&mut self, clues: impl Iterator<Item = (Cell, Digit)>, tools: &mut Self::Tools) -> bool {
        Bands::assign_all(self, clues, tools.rules())
    }

    #[inline]
    fn marks(&self, cell: Cell) -> u32 {
        Bands::marks(self, cell)
    }

    #[inline]
    fn is_placed(&self, cell: Cell) -> bool {
        Bands::is_placed(self, cell)
    }

    #[inline]
    fn n_marks(&self) -> usize {
        Bands::n_marks(self)
    }

    #[inline]
    fn n_placed(&self) -> usize {
        Bands::n_placed(self)
    }
}

/// Whether bands follow all strategies of the request on its layout.
pub(super) fn suits_bands(request: &Request) -> bool {
    request.strategies.is_subset(StrategySet::PAPER)
        && BandLayout::of(request.pattern.shape, request.strategies).is_some()
}

/// Runs code for the engine of a request, on the grid with its fixed digits; the function returns `None` if these are
/// contradictory.
macro_rules! with_engine {
    ($request:expr, $start:ident => $body:expr) => {
        if $crate::generate::search::engine::suits_bands($request) {
            let $start = <$crate::logic::Bands as Engine>::with_fixed($request)?;
            $body
        } else {
            $crate::logic::with_size!($request.pattern.shape, N => {
                let $start = <$crate::logic::Closure<N> as Engine>::with_fixed($request)?;
                $body
            })
        }
    };
}
pub(super) use with_engine;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::random::Random;
    use crate::generate::search::{Attempt, Extras};
    use crate::grid::{Pattern, Puzzle, Shape};
    use crate::logic::Design;

    /// The puzzle that an attempt comes to, if it does, and the next number of its random stream, which tells whether it
    /// took the same way there.
    fn outcome<E: Engine>(request: &Request, extras: Option<&Extras>, number: u64) -> (Option<Puzzle>, usize) {
        let start = E::with_fixed(request).expect("fixed digits without contradiction");
        let mut attempt = Attempt::new(request, extras, &start, number, &Unwatched).expect("no theme");
        let puzzle = attempt.run_until(30, |attempt, build| Some(attempt.puzzle(build)));
        (puzzle, attempt.random.below(1 << 20))
    }

    /// Attempts at random patterns, some with a fixed digit, some with further orbits, are the same on both engines; how
    /// many of them find a puzzle.
    #[track_caller]
    fn check(layout: &str, strategies: &str, n_clues: usize) -> usize {
        let shape: Shape = layout.parse().expect(layout);
        let strategies: StrategySet = strategies.parse().expect(strategies);
        let mut random = Random::new(1, 0);
        let mut n_found = 0;
        for number in 0..12 {
            let mut cells: Vec<Cell> = shape.cells().collect();
            random.shuffle(&mut cells);
            let mut design = Design::new(Pattern::new(shape, cells[..n_clues].iter().copied()), strategies);
            if number % 3 == 1 {
                design.fixed.set(cells[0], Some(Digit::from_index(random.below(shape.n()))));
            }
            let request = Request::from(design);
            let orbits = cells[n_clues..].chunks(2).map(<[Cell]>::to_vec).collect();
            let extras = (number % 3 == 2).then_some(Extras { orbits, most: 2 });
            assert!(suits_bands(&request), "{layout} {strategies}");
            let by_bands = outcome::<Bands>(&request, extras.as_ref(), number);
            let one_by_one = outcome::<Closure<9>>(&request, extras.as_ref(), number);
            assert_eq!(by_bands, one_by_one, "{layout} {strategies} {number}");
            n_found += usize::from(by_bands.0.is_some());
        }
        n_found
    }

    #[test]
    fn attempts_are_the_same_on_both_engines() {
        let mut n_found = 0;
        for strategies in ["naked-single", "hidden-single", "singles", "paper"] {
            for (layout, n_clues) in [("3x3", 28), ("3x3 anti-knight", 20), ("3x3 anti-king", 24), ("3x3 argyle", 24)] {
                n_found += check(layout, strategies, n_clues);
            }
        }
        assert!((20..172).contains(&n_found), "{n_found}");
    }

    #[track_caller]
    fn check_suits(layout: &str, strategies: &str, expected: bool) {
        let pattern = Pattern::empty(layout.parse().expect(layout));
        let request = Request::new(pattern, strategies.parse().expect(strategies));
        assert_eq!(suits_bands(&request), expected, "{layout} {strategies}");
    }

    #[test]
    fn bands_suit_the_houses_of_plain_9x9() {
        check_suits("3x3", "paper", true);
        check_suits("3x3 anti-knight toroidal", "singles", true);
        check_suits("3x3", "paper,naked-pair", false);
        check_suits("3x3 x", "paper", false);
        check_suits("3x3 non-consecutive", "paper", false);
        check_suits("9 latin", "paper", false);
        check_suits("2x3", "paper", false);
    }

    #[test]
    fn contradictory_fixed_digits_are_noticed_on_both_engines() {
        let mut fixed = Puzzle::empty(Shape::NINE);
        fixed.set(Cell::from_index(0), Some(Digit::from_index(0)));
        fixed.set(Cell::from_index(1), Some(Digit::from_index(0)));
        let design = Design { fixed, ..Design::new(Pattern::empty(Shape::NINE), StrategySet::PAPER) };
        let request = Request::from(design);
        assert!(Bands::with_fixed(&request).is_none());
        assert!(Closure::<9>::with_fixed(&request).is_none());
    }
}
