//! The other way round: which parts of a pattern still have a puzzle.

use super::change::Orbits;
use super::{Change, MendEnd, MendError, Wish, changed, is_plain, set_logic};
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Outcome, Request, Undecided, Watch, generate_within};
use crate::grid::{CellSet, Puzzle};
use crate::logic::AnyClosure;
use std::collections::BTreeSet;

/// A part of a pattern with a puzzle, of which no further orbit could be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sparsest {
    /// What is left out of the pattern.
    pub change: Change,
    /// The puzzle.
    pub found: Found,
    /// The orbits of its clue cells without each of which it is proven that there is no puzzle.
    pub needed: Vec<CellSet>,
    /// Those without which neither a puzzle nor a proof was found.
    pub undecided: Vec<CellSet>,
}

/// The parts of a pattern, or why there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sparse {
    /// So the search ended.
    Ended(MendEnd),
    /// The whole pattern has no puzzle, or none was found.
    NoPuzzle(Outcome),
}

/// Turns of the methods for each pattern.
const TURNS: u32 = 1;
/// Descents that led where an earlier one did before no more are tried.
const MOST_REPEATS: u64 = 8;

/// Leaves out one orbit after the other, in random order, as long as the rest has a puzzle, and begins again until
/// there are `count` different ends or hardly any new one comes. `receive` is given each end.
///
/// # Errors
/// If the pattern does not have the symmetry.
pub fn sparsest(wish: &Wish, watch: &dyn Watch, receive: &mut dyn FnMut(&Sparsest)) -> Result<Sparse, MendError> {
    let orbits = Orbits::new(&wish.request.pattern, wish.symmetry)?;
    let start = match generate_within(&wish.request, TURNS + 1, watch) {
        Outcome::Found(found) => *found,
        outcome => return Ok(Sparse::NoPuzzle(outcome)),
    };
    let mut ends = BTreeSet::new();
    let mut n_repeats = 0;
    for number in 0.. {
        if ends.len() >= wish.count {
            return Ok(Sparse::Ended(MendEnd::Enough));
        }
        if n_repeats >= MOST_REPEATS {
            return Ok(Sparse::Ended(MendEnd::Tried));
        }
        let descent = Descent { wish, watch, found: start.clone(), dropped: Vec::new() };
        let Some(end) = descent.run(orbits.full().to_vec(), Random::new(wish.request.seed, number)) else { break };
        if ends.insert(end.change.clone()) {
            receive(&end);
        } else {
            n_repeats += 1;
        }
    }
    Ok(Sparse::Ended(MendEnd::Stopped))
}

/// One way down.
struct Descent<'a> {
    wish: &'a Wish,
    watch: &'a dyn Watch,
    /// The puzzle of what is left.
    found: Found,
    dropped: Vec<CellSet>,
}

impl Descent<'_> {
    /// Leaves out as many of the orbits as it can; `None` if the watch says stop.
    fn run(mut self, mut open: Vec<CellSet>, mut random: Random) -> Option<Sparsest> {
        random.shuffle(&mut open);
        let (mut needed, mut undecided) = (Vec::new(), Vec::new());
        // With the digits of the puzzle first, which takes no search.
        let mut kept = Vec::new();
        for orbit in open {
            if self.watch.should_stop() {
                return None;
            }
            if !self.drop_with_same_digits(orbit) {
                kept.push(orbit);
            }
        }
        while let Some(orbit) = kept.pop() {
            let asked = self.without(orbit);
            match generate_within(&asked, TURNS, self.watch) {
                Outcome::Found(found) => {
                    self.dropped.push(orbit);
                    self.found = *found;
                    // Other digits may do without what the ones before needed.
                    let mut still = Vec::new();
                    for orbit in kept {
                        if !self.drop_with_same_digits(orbit) {
                            still.push(orbit);
                        }
                    }
                    kept = still;
                    if !is_plain(&self.wish.request) {
                        // What was impossible with more clues need not be so with fewer.
                        kept.append(&mut needed);
                    }
                }
                Outcome::Undecided(Undecided::Stopped) => return None,
                Outcome::Undecided(Undecided::GaveUp(_)) => undecided.push(orbit),
                Outcome::Impossible(_) => needed.push(orbit),
            }
            if self.watch.should_stop() {
                return None;
            }
        }
        let change = Change::new([], self.dropped);
        Some(Sparsest { change, found: self.found, needed, undecided })
    }

    /// The question about what is left without an orbit.
    fn without(&self, orbit: CellSet) -> Request {
        changed(&self.wish.request, &Change::new([], self.dropped.iter().copied().chain([orbit])))
    }

    /// Leaves an orbit out if what is left is a puzzle all the same.
    fn drop_with_same_digits(&mut self, orbit: CellSet) -> bool {
        let asked = self.without(orbit);
        let puzzle = self.found.solution().masked(&asked.pattern);
        if is_plain(&self.wish.request) && !is_solved_by_set_logic(&asked, &puzzle) {
            return false;
        }
        match verify(&asked, &puzzle, self.found.method(), self.watch) {
            Ok(found) => {
                self.found = found;
                self.dropped.push(orbit);
                true
            }
            Err(_) => false,
        }
    }
}

fn is_solved_by_set_logic(request: &Request, puzzle: &Puzzle) -> bool {
    let set_logic = set_logic(request.strategies);
    // What lies beyond set logic, the check finds out.
    set_logic != request.strategies || AnyClosure::of(puzzle, set_logic).is_solved()
}
