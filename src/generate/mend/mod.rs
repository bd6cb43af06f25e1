//! The patterns nearest to one that has no puzzle: which of its cells to add, to move or to drop, with a puzzle for each.
//!
//! What changes are *orbits*: a cell with its images under a symmetry. A puzzle stays solvable by the strategies when
//! clues are added, so where nothing else is asked for, clues have to be added somewhere. The search for clues places
//! digits on the pattern and on a few further orbits that it chooses itself. From what it finds, all changes are read
//! off that do with the same digits: fewer orbits, other ones, and orbits of the pattern that may be left out in
//! exchange. Where more is asked of the puzzle than the strategies, the changed patterns are tried one after the other.

mod change;
mod sparsest;

pub use change::{Change, Proposal};
pub use sparsest::{Sparse, Sparsest, sparsest};

use super::bounds::{self, band};
use super::search::{Extras, Picking, extended, search};
use super::verify::verify;
use super::{Found, Method, Request, Watch};
use crate::grid::{CellSet, Puzzle, Symmetry};
use crate::logic::{AnyClosure, StrategySet, fast_solutions_until, strategy};
use change::Orbits;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// A question about the patterns near another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// What is asked of the puzzles, with the pattern that has none.
    pub request: Request,
    /// The symmetry that the patterns keep.
    pub symmetry: Symmetry,
    /// How many proposals are wanted.
    pub count: usize,
}

impl Wish {
    /// Whether the pattern has the symmetry.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self) -> Result<(), MendError> {
        Orbits::new(&self.request.pattern, self.symmetry).map(drop)
    }
}

/// Why there are no proposals for a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MendError {
    /// The pattern is not symmetric.
    #[error("the pattern does not have the symmetry {symmetry}: {cell} is a clue cell, but {image} is none")]
    NotSymmetric {
        /// The symmetry asked for.
        symmetry: Symmetry,
        /// A clue cell.
        cell: String,
        /// An image of it that is no clue cell.
        image: String,
    },
    /// The shape does not have the symmetry.
    #[error("{0}")]
    Shape(#[from] crate::grid::SymmetryError),
}

/// How a search for proposals ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MendEnd {
    /// As many as wanted were found.
    Enough,
    /// All that was to be tried has been tried.
    Tried,
    /// The watch said so.
    Stopped,
}

/// Attempts of a wave: a constant, so that the answer does not depend on the threads.
const WAVE: u64 = 8;
/// Rebuilds of an attempt of the first waves; later ones take more.
const FIRST_REBUILDS: usize = 40;
/// Attempts get twice as many rebuilds after so many waves, so many times.
const WAVES_PER_LENGTH: u64 = 4;
const MOST_DOUBLINGS: u64 = 4;
/// The last wave, whatever was found.
const MOST_WAVES: u64 = 48;
/// Orbits of a near proposal: so many are sought in most waves.
const NEAR: usize = 2;
/// One wave of so many looks for proposals that are not near, until there is one.
const FAR_WAVES: u64 = 4;
/// So many pairs of orbits are tried one by one after each wave but the first, until there is a near proposal.
const PAIRS: usize = 16;
/// Attempts at each of them.
const ATTEMPTS_AT_PAIR: u64 = 8;
/// On larger grids an attempt lasts too long for that.
const ROWS_WITH_PAIRS: usize = 9;
/// Waves after there are enough near proposals in which nearer ones may turn up.
const WAVES_AFTER: u64 = 3;
/// The orbits that the bounds let hope for are tried one by one if they are at most one of so many empty ones.
const FEW_LEADS: usize = 2;
/// The most empty orbits of which all pairs are asked about.
const MOST_PAIRED: usize = 100;
/// The most orbits that are added to a puzzle whose digits are fixed.
const MOST_CLUES: usize = 16;
/// Steps spent on each band for the cells that refute the pattern.
const BAND_STEPS: u64 = 400_000;
/// Changed patterns tried where more is asked of a puzzle than the strategies, and the attempts at each.
const MOST_TRIED: usize = 600;
const ATTEMPTS: u64 = 3;

/// Looks for the patterns nearest to that of the question that have a puzzle. `receive` is given each of them as it is
/// found; which of them are the nearest, the order of [`Change`] says, and the first `count` are the answer.
///
/// Same question, same proposals on any number of threads, unless the watch says stop.
///
/// # Errors
/// If the pattern does not have the symmetry.
pub fn mend(wish: &Wish, watch: &dyn Watch, receive: &mut dyn FnMut(&Proposal)) -> Result<MendEnd, MendError> {
    let orbits = Orbits::new(&wish.request.pattern, wish.symmetry)?;
    let mut mending = Mending { wish, watch, orbits, known: BTreeSet::new(), receive };
    if let Some(solution) = mending.only_solution() {
        return Ok(mending.add_clues(&solution));
    }
    let guilty = mending.guilty_cells();
    Ok(if is_plain(&wish.request) { mending.add(&guilty) } else { mending.try_changes(&guilty) })
}

/// Whether nothing is asked but that the strategies solve the puzzle, so that further clues do no harm.
fn is_plain(request: &Request) -> bool {
    asks_for_no_more(request) && request.fixed.n_clues() == 0
}

/// Whether nothing is asked but that the strategies solve the puzzle, fixed digits apart.
fn asks_for_no_more(request: &Request) -> bool {
    *request == request.relaxed() && request.required.is_empty() && request.theme.is_empty()
}

/// The question about the pattern after a change. Digits that were fixed in dropped cells are free.
fn changed(request: &Request, change: &Change) -> Request {
    request.with(|design| {
        design.pattern.cells = change.applied_to(&design.pattern.cells);
        let pattern = design.pattern;
        design.fixed = design.fixed.masked(&pattern);
    })
}

/// Those of the strategies that are set logic.
fn set_logic(strategies: StrategySet) -> StrategySet {
    strategies.iter().filter(|&id| strategy(id).set_logic().is_some()).collect()
}

/// Which orbits may help as far as the bounds tell; they know nothing where they do not refute the pattern.
#[derive(Default)]
struct Hopes {
    pairs: Option<Pairs>,
}

struct Pairs {
    /// Orbits after each of which no bound refutes the pattern any more.
    alone: Vec<usize>,
    /// Orbits that belong to a pair of which the same is true, and the others of these pairs for each orbit.
    leads: Vec<usize>,
    partners: Vec<Vec<usize>>,
}

impl Hopes {
    /// An orbit to begin with, if any, and those of which others are chosen, for an attempt at so many orbits; `None` if
    /// the bounds refute all of them.
    fn choose(&self, n_orbits: usize, most: usize, number: u64) -> Option<(Option<usize>, Vec<usize>)> {
        let Some(pairs) = self.pairs.as_ref().filter(|_| most <= 2) else {
            return Some((None, (0..n_orbits).collect()));
        };
        let orbits = if most == 1 { &pairs.alone } else { &pairs.leads };
        if orbits.is_empty() {
            return None;
        }
        // Where few orbits are left, one of them is tried after the other; of many the search chooses itself.
        if most == 1 || FEW_LEADS * orbits.len() > n_orbits {
            return Some((None, orbits.clone()));
        }
        let lead = orbits[number as usize % orbits.len()];
        Some((Some(lead), pairs.partners[lead].clone()))
    }
}

struct Mending<'a> {
    wish: &'a Wish,
    watch: &'a dyn Watch,
    orbits: Orbits,
    known: BTreeSet<Change>,
    receive: &'a mut dyn FnMut(&Proposal),
}

impl Mending<'_> {
    /// The solution of a puzzle whose digits are all fixed, if it has exactly one: then further clues are read off it.
    fn only_solution(&self) -> Option<Puzzle> {
        let request = &self.wish.request;
        let is_puzzle = asks_for_no_more(request) && request.fixed.pattern() == request.pattern;
        if !is_puzzle || request.fixed.conflict().is_some() {
            return None;
        }
        let mut solutions = fast_solutions_until(&request.fixed, 2, &|| self.watch.should_stop())?;
        solutions.pop().filter(|_| solutions.is_empty())
    }

    /// Clues of the solution with which the strategies solve the puzzle.
    fn add_clues(&mut self, solution: &Puzzle) -> MendEnd {
        let request = self.wish.request.with(|design| design.strategies = set_logic(design.strategies));
        self.read_off(&request, solution, MOST_CLUES);
        self.end()
    }

    fn end(&self) -> MendEnd {
        if self.watch.should_stop() {
            MendEnd::Stopped
        } else if self.is_enough() {
            MendEnd::Enough
        } else {
            MendEnd::Tried
        }
    }

    /// The cells that a bound names as the reason why there is no puzzle; empty if none does.
    fn guilty_cells(&self) -> CellSet {
        let request = &self.wish.request;
        if let Some(bound) = bounds::refute(request) {
            return bound.reason.cells;
        }
        match band::find(request, BAND_STEPS, self.watch) {
            Ok(Some(band)) => band.reason.cells,
            _ => CellSet::EMPTY,
        }
    }

    /// Takes in a puzzle on a changed pattern if it is new and passes the check.
    fn take(&mut self, change: Change, found: Found) {
        if self.known.insert(change.clone()) {
            (self.receive)(&Proposal { change, found });
        }
    }

    fn is_enough(&self) -> bool {
        self.known.len() >= self.wish.count
    }

    fn has_near(&self) -> bool {
        self.known.first().is_some_and(|nearest| nearest.n_orbits() <= NEAR)
    }

    fn has_enough_near(&self) -> bool {
        self.known.iter().filter(|change| change.n_orbits() <= NEAR).count() >= self.wish.count
    }

    /// Adds orbits, and with digits that do drops and exchanges them.
    fn add(&mut self, guilty: &CellSet) -> MendEnd {
        let request = self.wish.request.with(|design| {
            // Set logic finds the digits; any further strategies may be used as well.
            design.strategies = set_logic(design.strategies);
        });
        if bounds::placing(request.strategies).is_empty() {
            return MendEnd::Tried;
        }
        let hopes = self.hopes(&request, guilty);
        // Where clues are missing most they help most, whether or not a bound asks for them there.
        let mut pairs = self.orbits.added_in_pairs(&CellSet::EMPTY);
        let mut last = MOST_WAVES;
        for wave in 0..MOST_WAVES {
            if self.watch.should_stop() {
                return MendEnd::Stopped;
            }
            if wave >= last {
                break;
            }
            let is_far = wave % FAR_WAVES == FAR_WAVES - 1 && self.known.is_empty();
            let most = match wave / FAR_WAVES {
                number if is_far => NEAR + 1 + number as usize,
                _ if wave.is_multiple_of(2 * FAR_WAVES) => 1,
                _ => NEAR,
            };
            let n_rebuilds = FIRST_REBUILDS << (wave / WAVES_PER_LENGTH).min(MOST_DOUBLINGS);
            for solution in self.solutions(&request, &hopes, most, n_rebuilds, wave) {
                self.read_off(&request, &solution, most);
            }
            let is_small = self.wish.request.pattern.shape.n() <= ROWS_WITH_PAIRS;
            if is_small && wave > 0 && !self.has_near() {
                let pairs: Vec<Change> = pairs.by_ref().take(PAIRS).collect();
                self.try_each(&pairs, 0..ATTEMPTS_AT_PAIR);
            }
            if last == MOST_WAVES && self.has_enough_near() {
                last = wave + 1 + WAVES_AFTER;
            }
        }
        if self.known.first().is_none_or(|nearest| nearest.n_orbits() > 1) {
            let single = self.orbits.added_alone(guilty);
            self.try_each(&single, 0..1);
        }
        self.end()
    }

    /// Solution grids whose digits on the pattern and on some further orbits the strategies solve.
    fn solutions(&self, request: &Request, hopes: &Hopes, most: usize, n_rebuilds: usize, wave: u64) -> Vec<Puzzle> {
        let empty = self.orbits.empty();
        let attempt = |number: u64| {
            let (lead, others) = hopes.choose(empty.len(), most, number)?;
            if self.watch.should_stop() {
                return None;
            }
            let lead_cells = lead.map_or(CellSet::EMPTY, |lead| empty[lead]);
            let begun = request.with(|design| design.pattern.cells = design.pattern.cells.union(&lead_cells));
            let extras = Extras {
                orbits: others.into_iter().map(|orbit| empty[orbit].iter().collect()).collect(),
                most: most - usize::from(lead.is_some()),
            };
            let puzzle = extended(&begun, &extras, number, n_rebuilds, self.watch)?;
            let solved = AnyClosure::of(&puzzle, request.strategies).values();
            solved.is_solution().then_some(solved)
        };
        let numbers = wave * WAVE..(wave + 1) * WAVE;
        numbers.into_par_iter().map(attempt).collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Which orbits the bounds let hope for, or the band whose cells are given.
    fn hopes(&self, request: &Request, guilty: &CellSet) -> Hopes {
        let empty = self.orbits.empty();
        let is_bound = bounds::refute(request).is_some();
        if guilty.is_empty() && !is_bound || empty.len() > MOST_PAIRED {
            return Hopes::default();
        }
        let is_refuted = |orbits: &[usize]| {
            if self.watch.should_stop() {
                return true;
            }
            // As long as a band gets no further clue, it has a second filling.
            if !is_bound {
                return orbits.iter().all(|&orbit| empty[orbit].intersection(guilty).is_empty());
            }
            let added = orbits.iter().fold(request.pattern.cells, |cells, &orbit| cells.union(&empty[orbit]));
            bounds::refute(&request.with(|design| design.pattern.cells = added)).is_some()
        };
        let alone: Vec<usize> = (0..empty.len()).filter(|&orbit| !is_refuted(&[orbit])).collect();
        let mut partners = vec![Vec::new(); empty.len()];
        for a in 0..empty.len() {
            for b in a + 1..empty.len() {
                if !is_refuted(&[a, b]) {
                    partners[a].push(b);
                    partners[b].push(a);
                }
            }
        }
        let leads = (0..empty.len()).filter(|&orbit| !partners[orbit].is_empty()).collect();
        Hopes { pairs: Some(Pairs { alone, leads, partners }) }
    }

    /// All changes of at most two orbits, or else the one that adds the fewest, for which the digits of a solution do.
    fn read_off(&mut self, request: &Request, solution: &Puzzle, most: usize) {
        let root = AnyClosure::of(&solution.masked(&request.pattern), request.strategies);
        let changes = self.orbits.changes_for(&root, solution, request, most, self.watch);
        for change in changes {
            if self.watch.should_stop() {
                return;
            }
            if self.known.contains(&change) {
                continue;
            }
            let asked = changed(&self.wish.request, &change);
            let puzzle = solution.masked(&asked.pattern);
            let found = verify(&asked, &puzzle, Method::Search, self.watch);
            if let Ok(found) = found.inspect_err(|error| error.tell(self.watch)) {
                self.take(change, found);
            }
        }
    }

    /// Tries changed patterns one after the other, those first that change the least and stand where the pattern is
    /// refuted.
    fn try_changes(&mut self, guilty: &CellSet) -> MendEnd {
        let changes = self.orbits.nearest(guilty, MOST_TRIED);
        for attempt in 0..ATTEMPTS {
            if self.try_each(&changes, attempt..attempt + 1) || self.is_enough() {
                break;
            }
        }
        self.end()
    }

    /// These attempts at the pattern of each change; true once it has found enough of them or the watch says stop.
    fn try_each(&mut self, changes: &[Change], attempts: Range<u64>) -> bool {
        let mut n_found = 0;
        for part in changes.chunks(WAVE as usize) {
            if self.watch.should_stop() {
                return true;
            }
            let open: Vec<&Change> = part.iter().filter(|change| !self.known.contains(*change)).collect();
            let (request, watch) = (&self.wish.request, self.watch);
            let answer = |change: &&Change| {
                let asked = changed(request, change);
                if asked.obstacle().is_some() || bounds::refute(&asked).is_some() {
                    return None;
                }
                search(&asked, attempts.clone(), Picking::LowestNumber, watch)
            };
            let found: Vec<Option<Found>> = open.par_iter().map(answer).collect();
            let found: Vec<(Change, Found)> = open
                .into_iter()
                .zip(found)
                .filter_map(|(change, found)| found.map(|found| (change.clone(), found)))
                .collect();
            let n_new = found.len();
            for (change, found) in found {
                self.take(change, found);
            }
            n_found += n_new;
            if n_found >= self.wish.count {
                return true;
            }
        }
        false
    }
}
