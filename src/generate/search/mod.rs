//! Ruin and recreate: finds clues for a pattern fast, cannot refute.
//!
//! Build: place a digit on one clue cell at a time, the cell with most candidates
//! first, each time the digit whose closure under the allowed strategies leaves the
//! fewest candidates without contradiction. If the puzzle is not finished, clear a
//! few clues and rebuild; accept better or slightly worse; restart when stuck
//! (design, section 3.2).
//!
//! The work is cut into *attempts*, numbered from 0. Each has its own random stream
//! and a fixed number of rebuilds, so attempt `i` always does the same, whichever
//! thread runs it; the answer is the successful attempt with the lowest number.

mod annealing;
mod choices;
use annealing::Guide;
pub(super) use annealing::is_guided;
pub use annealing::{Annealing, anneal};
mod engine;
mod extras;
mod judge;
mod late_wing;
mod placed;
mod themed;
pub(super) use extras::{Extras, extended};

pub(super) mod hardest;
pub(super) mod minimum;
pub(super) mod spread;
pub(super) mod variety;

use super::random::Random;
use super::verify::verify;
use super::{Found, Method, Progress, Request, Watch};
use crate::grid::{Cell, Digit, Puzzle};
use engine::{Engine, with_engine};
use rayon::prelude::*;
use std::ops::Range;
use themed::{Permutations, Themed};

/// Rebuilds of an attempt: short ones first, so that easy patterns are found at once
/// and hard ones get variety as well as depth.
fn n_rebuilds(attempt: u64) -> usize {
    // 1, 1, 2, 1, 1, 2, 4, ... (Luby), in units of 100.
    let mut k = attempt + 1;
    loop {
        if (k + 1).is_power_of_two() {
            return 100 * (k.div_ceil(2)) as usize;
        }
        k -= (1 << k.ilog2()) - 1;
    }
}

/// Of so many attempts, the last one now and then takes a digit at random: some puzzles have a clue that is never the
/// one that leaves the fewest candidates.
const ATTEMPTS_PER_STRAY: u64 = 8;

/// In such an attempt, one of so many digits is taken at random.
const DIGITS_PER_STRAY: usize = 4;

/// Which of several successful attempts is the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picking {
    /// The one with the lowest number: repeatable.
    LowestNumber,
    /// The first one done: fastest.
    FirstDone,
}

/// Runs the attempts of a range on the threads of the current rayon pool.
///
/// With [`Picking::LowestNumber`] the answer does not depend on the number of threads.
/// `None`: no attempt succeeded or the watch said stop.
pub fn search(request: &Request, attempts: Range<u64>, picking: Picking, watch: &dyn Watch) -> Option<Found> {
    if is_guided(request) {
        let guide = Guide::default();
        return pick(attempts, picking, |attempt| {
            if watch.should_stop() {
                return None;
            }
            annealing::run_attempt(request, &guide, attempt, n_rebuilds(attempt), watch)
        });
    }
    with_engine!(request, start => pick(attempts, picking, |attempt| {
        if watch.should_stop() {
            return None;
        }
        Attempt::new(request, None, &start, attempt, watch)?.run(n_rebuilds(attempt))
    }))
}

/// What one of the attempts finds.
fn pick(
    attempts: Range<u64>,
    picking: Picking,
    run_attempt: impl Fn(u64) -> Option<Found> + Sync + Send,
) -> Option<Found> {
    if rayon::current_num_threads() == 1 || attempts.end - attempts.start == 1 {
        return attempts.into_iter().find_map(run_attempt);
    }
    let attempts = attempts.into_par_iter();
    match picking {
        Picking::LowestNumber => attempts.find_map_first(run_attempt),
        Picking::FirstDone => attempts.find_map_any(run_attempt),
    }
}

/// How good a set of clues is: smaller is better, 0 is solved.
type Cost = usize;

struct Attempt<'a, E: Engine> {
    request: &'a Request,
    /// Further cells that may hold clues.
    extras: Option<&'a Extras>,
    watch: &'a dyn Watch,
    random: Random,
    /// Clue cells without a fixed digit; with a theme, one of those that get their digits together.
    cells: Vec<Cell>,
    themed: Option<Themed>,
    /// Whether digits are taken at random now and then.
    strays: bool,
    /// The grid with the fixed digits alone.
    root: &'a E,
    tools: E::Tools,
}

/// Clues, their closure and cost.
#[derive(Clone)]
struct Build<E> {
    clues: Vec<(Cell, Digit)>,
    /// The orbits that hold clues besides the pattern, with their digits.
    extra: Vec<(usize, Vec<(Cell, Digit)>)>,
    closure: E,
    cost: Cost,
    /// A clue cell that no digit fits, if the build broke off.
    dead_end: Option<Cell>,
}

impl<'a, E: Engine> Attempt<'a, E> {
    fn new(
        request: &'a Request,
        extras: Option<&'a Extras>,
        (root, tools): &'a (E, E::Tools),
        attempt: u64,
        watch: &'a dyn Watch,
    ) -> Option<Self> {
        let mut cells: Vec<Cell> =
            request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
        let mut random = Random::new(request.seed, attempt);
        let themed = Themed::new(request, Permutations::Random(&mut random, attempt)).ok()?;
        if let Some(themed) = &themed {
            cells = themed.firsts(&cells);
        }
        let strays = attempt % ATTEMPTS_PER_STRAY == ATTEMPTS_PER_STRAY - 1;
        Some(Attempt { request, extras, watch, random, cells, themed, strays, root, tools: tools.clone() })
    }

    fn run(&mut self, n_rebuilds: usize) -> Option<Found> {
        self.run_until(n_rebuilds, Self::accept)
    }

    /// Rebuilds until `accept` makes something of a set of clues that solves the grid.
    fn run_until<T>(&mut self, n_rebuilds: usize, accept: impl Fn(&Self, &Build<E>) -> Option<T>) -> Option<T> {
        let mut current = self.rebuild(Vec::new(), Vec::new());
        for rebuild in 0..n_rebuilds {
            if current.cost == 0
                && let Some(found) = accept(self, &current)
            {
                return Some(found);
            }
            if self.watch.should_stop() {
                return None;
            }
            let kept = self.ruin(&current);
            let kept_extra = self.keep_extra(&current);
            let next = self.rebuild(kept, kept_extra);
            // Slightly worse is welcome early on, to leave local minima.
            let slack = self.random.below(2 + current.cost / 12) * (n_rebuilds - rebuild) / n_rebuilds;
            if next.cost <= current.cost + slack || current.cost == 0 {
                current = next;
            }
        }
        self.watch.report(Progress {
            best_open_cells: Some(self.n_cells() - current.closure.n_placed()),
            ..Progress::new(Method::Search, n_rebuilds as u64)
        });
        (current.cost == 0).then(|| accept(self, &current)).flatten()
    }

    /// The finished puzzle, if it is verified and needs the required strategies.
    fn accept(&self, build: &Build<E>) -> Option<Found> {
        let found = verify(self.request, &self.puzzle(build), Method::Search, self.watch);
        found.inspect_err(|error| error.tell(self.watch)).ok()
    }

    fn n_cells(&self) -> usize {
        self.request.pattern.shape.n_cells()
    }

    fn is_solved(&self, closure: &E) -> bool {
        closure.n_placed() == self.n_cells()
    }

    /// The clues as a puzzle.
    fn puzzle(&self, build: &Build<E>) -> Puzzle {
        let mut puzzle = self.request.fixed.clone();
        for &(cell, digit) in build.clues.iter().chain(build.extra.iter().flat_map(|(_, clues)| clues)) {
            puzzle.set(cell, Some(digit));
        }
        puzzle
    }

    /// Keeps most of the clues: clears a few at random, those of a house, or those around a trouble spot.
    fn ruin(&mut self, build: &Build<E>) -> Vec<(Cell, Digit)> {
        let geometry = &*self.request.pattern.shape.geometry();
        let mut kept = build.clues.clone();
        let trouble = build.dead_end.or_else(|| {
            let open: Vec<Cell> = geometry.shape.cells().filter(|&c| !build.closure.is_placed(c)).collect();
            (!open.is_empty()).then(|| open[self.random.below(open.len())])
        });
        match (self.random.below(4), trouble) {
            (0, _) => {
                let house = self.random.below(geometry.n_houses());
                kept.retain(|(cell, _)| !geometry.house_sets[house].contains(*cell));
            }
            (1, Some(spot)) => {
                let peers = &geometry.peer_sets[spot.index()];
                let random = &mut self.random;
                kept.retain(|(cell, _)| *cell != spot && !(peers.contains(*cell) && random.below(2) == 0));
            }
            _ => {
                let n_cleared = 1 + self.random.below(1 + kept.len() / 4);
                for _ in 0..n_cleared.min(kept.len()) {
                    kept.swap_remove(self.random.below(kept.len()));
                }
            }
        }
        if let Some(themed) = &self.themed {
            themed.keep_whole_units(&mut kept);
        }
        kept
    }

    /// Places the kept clues, then digits on all other clue cells, greedily.
    fn rebuild(&mut self, kept: Vec<(Cell, Digit)>, kept_extra: Vec<(usize, Vec<(Cell, Digit)>)>) -> Build<E> {
        let mut clues = kept;
        let mut closure = self.root.clone();
        let mut used = 0u32;
        for (_, digit) in self.request.fixed.clues() {
            used |= 1 << digit.index();
        }
        let all = clues.iter().chain(kept_extra.iter().flat_map(|(_, clues)| clues)).copied();
        used = all.clone().fold(used, |used, (_, digit)| used | 1 << digit.index());
        closure.assign_all(all, &mut self.tools);
        let mut open: Vec<Cell> =
            self.cells.iter().copied().filter(|&c| !clues.iter().any(|&(kept, _)| kept == c)).collect();
        self.random.shuffle(&mut open);
        // Only a theme asks for it.
        let mut placed = self.request.fixed.clone();
        for &(cell, digit) in &clues {
            placed.set(cell, Some(digit));
        }
        while !open.is_empty() {
            let (position, _) = open
                .iter()
                .enumerate()
                .max_by_key(|(_, cell)| closure.marks(**cell).count_ones())
                .expect("a cell is open");
            let cell = open.swap_remove(position);
            let may_be = self.themed.as_ref().map_or(u32::MAX, |themed| themed.mask(cell, &placed));
            let Some((digit, next)) = self.best_digit(&closure, cell, used, may_be) else {
                let cost = closure.n_marks() + self.n_cells() * open.len();
                return Build { clues, extra: kept_extra, closure, cost, dead_end: Some(cell) };
            };
            closure = next;
            for (cell, digit) in self.together(cell, digit) {
                used |= 1 << digit.index();
                clues.push((cell, digit));
                placed.set(cell, Some(digit));
            }
        }
        let extra = self.add_extra(kept_extra, &mut closure, used);
        let cost = if self.is_solved(&closure) { 0 } else { closure.n_marks() - self.n_cells() + 1 };
        Build { clues, extra, closure, cost, dead_end: None }
    }

    /// The clues that come with this one, itself included.
    fn together(&self, cell: Cell, digit: Digit) -> Vec<(Cell, Digit)> {
        self.themed.as_ref().map_or_else(|| vec![(cell, digit)], |themed| themed.together(cell, digit))
    }

    /// Places a digit with those that come with it; false if that breaks the grid.
    fn assign(&mut self, closure: &mut E, cell: Cell, digit: Digit) -> bool {
        match &self.themed {
            None => closure.assign(cell, digit, &mut self.tools),
            Some(themed) => {
                let clues = themed.together(cell, digit);
                clues.into_iter().all(|(cell, digit)| closure.assign(cell, digit, &mut self.tools))
            }
        }
    }

    /// The digit that leaves the fewest candidates, ties at random, or now and then any digit; `None` if each one breaks
    /// the grid.
    fn best_digit(&mut self, closure: &E, cell: Cell, used: u32, may_be: u32) -> Option<(Digit, E)> {
        let mut marks = closure.marks(cell) & may_be;
        if marks == 0 {
            return None;
        }
        if marks.is_power_of_two() {
            let digit = Digit::from_index(marks.trailing_zeros() as usize);
            let mut next = closure.clone();
            return self.assign(&mut next, cell, digit).then_some((digit, next));
        }
        // Digits not used yet are alike: try one of them.
        let fresh = marks & !used;
        let is_alike = self.themed.as_ref().is_none_or(Themed::treats_digits_alike);
        if fresh != 0 && is_alike && self.request.pattern.shape.treats_digits_alike() {
            marks = marks & used | fresh & fresh.wrapping_neg();
        }
        let is_any = self.strays && self.random.below(DIGITS_PER_STRAY) == 0;
        let mut best: Option<(usize, Digit, E)> = None;
        let mut ties = 0;
        while marks != 0 {
            let digit = Digit::from_index(marks.trailing_zeros() as usize);
            marks &= marks - 1;
            let mut next = closure.clone();
            if !self.assign(&mut next, cell, digit) {
                continue;
            }
            let left = if is_any { 0 } else { next.n_marks() };
            ties = match &best {
                Some((fewest, ..)) if left > *fewest => continue,
                Some((fewest, ..)) if left == *fewest => ties + 1,
                _ => 1,
            };
            if self.random.below(ties) == 0 {
                best = Some((left, digit, next));
            }
        }
        best.map(|(_, digit, next)| (digit, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::{Pattern, Shape, parse_patterns};
    use crate::logic::StrategySet;

    #[track_caller]
    fn check(layout: &str, pattern: &str, strategies: &str) {
        let shape: Shape = layout.parse().expect("a layout");
        let patterns: Vec<Pattern> = parse_patterns(shape, pattern).expect("a pattern");
        let strategies: StrategySet = strategies.parse().expect("strategies");
        let request = Request::new(patterns[0], strategies);
        let found = search(&request, 0..200, Picking::LowestNumber, &Unwatched);
        assert!(found.is_some(), "{layout} {pattern} {strategies}");
    }

    /// Its puzzles have a clue in place of which another digit always leaves fewer candidates.
    #[test]
    fn puzzles_are_found_that_are_never_the_nearest() {
        check("4 regions=AAAABBBCBDDCDDCC", ".x....x......xx.", "naked-single");
    }
}
