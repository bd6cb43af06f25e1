//! Clues on a few orbits of empty cells besides those of the pattern, wherever they help most.

use super::engine::{Engine, with_engine};
use super::{Attempt, Build};
use crate::generate::{Request, Watch};
use crate::grid::{Cell, Digit, Puzzle};

/// Orbits of empty cells of which a few may hold clues too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::generate) struct Extras {
    /// The orbits, disjoint from each other and from the pattern.
    pub(in crate::generate) orbits: Vec<Vec<Cell>>,
    /// How many of them at most.
    pub(in crate::generate) most: usize,
}

/// Orbits that are compared before one of them takes clues.
const SAMPLE: usize = 12;

/// Marks beyond one a cell, for each row, up to which all of them are compared.
const NEAR: usize = 8;

/// One attempt of so many rebuilds at clues for the pattern and at most so many further orbits, such that the strategies
/// of the request solve them. It looks at strategies of set logic alone, and at nothing else that the request asks for.
pub(in crate::generate) fn extended(
    request: &Request,
    extras: &Extras,
    attempt: u64,
    n_rebuilds: usize,
    watch: &dyn Watch,
) -> Option<Puzzle> {
    with_engine!(request, start => {
        let mut attempt = Attempt::new(request, Some(extras), &start, attempt, watch)?;
        attempt.run_until(n_rebuilds, |attempt, build| Some(attempt.puzzle(build)))
    })
}

/// Cells with their digits, the closure with them, and all digits used so far.
struct Filled<E> {
    clues: Vec<(Cell, Digit)>,
    closure: E,
    used: u32,
}

impl<E: Engine> Attempt<'_, E> {
    /// The orbits of a build that the next one begins with.
    pub(super) fn keep_extra(&mut self, build: &Build<E>) -> Vec<(usize, Vec<(Cell, Digit)>)> {
        build.extra.iter().filter(|_| self.random.below(3) > 0).cloned().collect()
    }

    /// Gives clues to further orbits, one after the other that leaves the fewest candidates.
    pub(super) fn add_extra(
        &mut self,
        mut extra: Vec<(usize, Vec<(Cell, Digit)>)>,
        closure: &mut E,
        mut used: u32,
    ) -> Vec<(usize, Vec<(Cell, Digit)>)> {
        let Some(extras) = self.extras else { return extra };
        while extra.len() < extras.most && !self.is_solved(closure) && !self.watch.should_stop() {
            let mut best: Option<(usize, Filled<E>)> = None;
            // Where little is left to do, any of them may do it.
            let n_orbits = extras.orbits.len();
            let is_near = closure.n_marks() <= NEAR * self.request.pattern.shape.n() + self.n_cells();
            let n_compared = if is_near { n_orbits } else { SAMPLE.min(n_orbits) };
            for number in 0..n_compared {
                if self.watch.should_stop() {
                    return extra;
                }
                let orbit = if is_near { number } else { self.random.below(n_orbits) };
                let cells = &extras.orbits[orbit];
                if extra.iter().any(|&(taken, _)| taken == orbit) || cells.iter().all(|&cell| closure.is_placed(cell)) {
                    continue;
                }
                let Some(filled) = self.fill(closure, cells, used) else { continue };
                if best.as_ref().is_none_or(|(_, best)| filled.closure.n_marks() < best.closure.n_marks()) {
                    best = Some((orbit, filled));
                }
            }
            let Some((orbit, filled)) = best else { break };
            extra.push((orbit, filled.clues));
            (*closure, used) = (filled.closure, filled.used);
        }
        extra
    }

    /// Digits for these cells, each the one that leaves the fewest candidates.
    fn fill(&mut self, closure: &E, cells: &[Cell], mut used: u32) -> Option<Filled<E>> {
        let mut clues = Vec::with_capacity(cells.len());
        let mut closure = closure.clone();
        for &cell in cells {
            let (digit, next) = self.best_digit(&closure, cell, used, u32::MAX)?;
            used |= 1 << digit.index();
            clues.push((cell, digit));
            closure = next;
        }
        Some(Filled { clues, closure, used })
    }
}
