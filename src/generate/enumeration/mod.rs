//! All sets of clues of a sparse pattern, one after the other: finds and refutes.
//!
//! Depth-first over the digits of the clue cells, with all that singles and locked candidates conclude after each clue.
//! Digits are named in order of first use, which leaves of 9^16 sets of 16 clues some ten million. Nothing bounds what
//! further clues may do: an optimistic closure, as exact search has for naked singles, leaves out next to nothing here,
//! since some hidden single is nearly always possible. So the size of the tree is estimated first, by walks down to random
//! leaves, and only small trees are searched. Of sets that a symmetry of the pattern takes to each other one is tried.

mod board;

use super::automorphisms;
use super::certificate::{AllClues, Certificate};
use super::certificate_check::claim;
use super::random::Random;
use super::search::is_guided;
use super::verify::{VerifyError, verify};
use super::{Method, Outcome, Progress, Reason, Request, Undecided, Watch};
use crate::grid::{Cell, CellSet, Digit};
use crate::logic::{StrategyId, StrategySet, with_small_size};
use board::{Board, Cells, End, MOST_ROWS, Tables, bits, indices, is_at_most_one};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The search is cut into so many pieces, at least, on cells in a fixed order; sets that are images of others are left out
/// there.
const ENOUGH_PIECES: usize = 256;
const MOST_PIECES: usize = 50_000;
/// With larger orbits of cells symmetries are not used.
const LARGEST_ORBIT: usize = 8;
/// Walks that estimate the size of the tree; after the first ones it is known whether it is far too large.
const WALKS: u64 = 200;
const FIRST_WALKS: u64 = 8;
pub(super) const FAR_TOO_MANY: f64 = 1e10;
/// Cases between two looks at the watch.
const POLL: u64 = 512;

/// Whether all sets of clues can be tried: singles and locked candidates, a layout that treats digits alike, and nothing
/// asked for but that the strategies solve the puzzle.
pub(super) fn is_fitting(request: &Request) -> bool {
    let all = [StrategyId::NakedSingle, StrategyId::HiddenSingle, StrategyId::LockedCandidates];
    let all = all.into_iter().fold(StrategySet::EMPTY, |set, id| set.union(StrategySet::single(id)));
    let shape = request.pattern.shape;
    shape.n() <= MOST_ROWS
        && shape.treats_digits_alike()
        && request.theme.is_empty()
        && !is_guided(request)
        && request.strategies.is_subset(all)
}

/// About how many cases a search through all sets of clues has; the same for every run. `None` if they cannot be tried.
/// [`solve`] does so up to [`FAR_TOO_MANY`].
pub(super) fn estimate(request: &Request) -> Option<f64> {
    is_fitting(request).then(|| with_small_size!(request.pattern.shape, N => Search::<N>::new(request).estimate()))
}

/// Tries all sets of clues, if the request is [fitting](is_fitting) and there are not far too many.
pub(super) fn solve(request: &Request, watch: &dyn Watch) -> Outcome {
    let why = match estimate(request) {
        None => {
            "Exact search works for singles and locked candidates where the layout treats all digits alike, on grids of \
             up to 11 rows."
        }
        Some(n_cases) if n_cases > FAR_TOO_MANY => {
            "Exact search would have to try more than ten billion sets of clues of this pattern."
        }
        Some(_) => return solve_any(request, watch),
    };
    Outcome::Undecided(Undecided::GaveUp(why.to_owned()))
}

/// Tries all sets of clues of a [fitting](is_fitting) request, however many there are.
pub(super) fn solve_any(request: &Request, watch: &dyn Watch) -> Outcome {
    with_small_size!(request.pattern.shape, N => Search::<N>::new(request).run(watch))
}

/// [`solve`], with the certificate instead of the verdict that there is no puzzle.
///
/// # Errors
/// Any other outcome.
pub(super) fn refute(request: &Request, watch: &dyn Watch) -> Result<Certificate, Box<Outcome>> {
    match solve(request, watch) {
        Outcome::Impossible(impossible) => {
            let reason = impossible.reason().clone();
            let symmetries = with_small_size!(request.pattern.shape, N => Search::<N>::new(request).maps);
            Ok(Certificate::AllClues(AllClues { reason, symmetries }))
        }
        outcome => Err(Box::new(outcome)),
    }
}

struct Search<'a, const N: usize> {
    request: &'a Request,
    tables: Tables,
    /// Symmetries of the question.
    maps: Vec<Vec<Cell>>,
    /// The open clue cells in whole orbits under the maps.
    orbits: Vec<Vec<usize>>,
    n_cases: AtomicU64,
    /// How many parts are done.
    n_done: AtomicUsize,
}

/// A case: some clues and what follows from them.
#[derive(Clone)]
struct Case<const N: usize> {
    board: Board<N>,
    /// Clue cells without a digit.
    open: Cells,
    /// Digits that have occurred, as a mask; the others are interchangeable.
    used: u32,
    clues: Vec<(usize, usize)>,
}

/// How a part of the search ended, if it refuted nothing.
enum Ending {
    Found(Vec<(usize, usize)>),
    Stopped,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(request: &'a Request) -> Search<'a, N> {
        let tables = Tables::new(request.pattern.shape, request.strategies);
        let open = request.pattern.cells.difference(&request.fixed.pattern().cells);
        let mut maps = automorphisms::symmetries(request);
        let mut orbits = orbits(&tables, bits(&open), &maps);
        if orbits.iter().any(|orbit| orbit.len() > LARGEST_ORBIT) {
            maps.clear();
            orbits = self::orbits(&tables, bits(&open), &maps);
        }
        Search { request, tables, maps, orbits, n_cases: AtomicU64::new(0), n_done: AtomicUsize::new(0) }
    }

    /// The case of the fixed digits; `None` if they are contradictory.
    fn root(&self) -> Option<Case<N>> {
        let fixed = &self.request.fixed;
        let mut board = Board::empty(&self.tables);
        let mut used = 0;
        for (cell, digit) in fixed.clues() {
            used |= 1 << digit.index();
            let is_left = board.digits(cell.index()) >> digit.index() & 1 == 1;
            if !is_left || board.assign(&self.tables, cell.index(), digit.index()) == End::Broken {
                return None;
            }
        }
        let open = bits(&self.request.pattern.cells.difference(&fixed.pattern().cells));
        Some(Case { board, open, used, clues: Vec::new() })
    }

    /// The digits to try in a cell: those that have occurred, and one of the others. With too few cells left for all but
    /// one of the digits to occur, two that are missing could be exchanged.
    fn digits(case: &Case<N>, cell: usize) -> impl Iterator<Item = usize> + use<N> {
        let left = case.board.digits(cell);
        let unused = left & !case.used;
        let n_missing = N - 1 - (N - 1).min(case.used.count_ones() as usize);
        let old = if n_missing < case.open.count_ones() as usize { left & case.used } else { 0 };
        let digits = old | unused & unused.wrapping_neg();
        (0..N).filter(move |digit| digits >> digit & 1 == 1)
    }

    /// The case with a further clue, and what became of it; `None` if it is contradictory.
    fn child(&self, case: &Case<N>, cell: usize, digit: usize) -> Option<Case<N>> {
        let mut board = case.board;
        if board.assign(&self.tables, cell, digit) == End::Broken {
            return None;
        }
        let mut clues = Vec::with_capacity(case.clues.len() + 1);
        clues.extend_from_slice(&case.clues);
        clues.push((cell, digit));
        Some(Case { board, open: case.open & !(1 << cell), used: case.used | 1 << digit, clues })
    }

    /// The open cell with the fewest digits to try.
    fn narrowest(&self, board: &Board<N>, open: Cells, used: u32) -> usize {
        let key = |&cell: &usize| {
            let left = board.digits(cell);
            let n_digits = (left & used).count_ones() + u32::from(left & !used != 0);
            (n_digits, std::cmp::Reverse((self.tables.peers[cell] & open).count_ones()))
        };
        indices(open).min_by_key(key).expect("a cell is open")
    }

    /// Walks down to random leaves: at each step the number of cases is that before, times the number of ways.
    fn estimate(&self) -> f64 {
        let Some(root) = self.root() else { return 0.0 };
        let mut sum = 0.0;
        let n_alike = (self.maps.len() + 1) as f64;
        for walk in 0..WALKS {
            if walk == FIRST_WALKS && sum / FIRST_WALKS as f64 > FAR_TOO_MANY {
                return f64::INFINITY;
            }
            let mut random = Random::new(0, walk);
            let (mut case, mut weight) = (root.clone(), 1.0);
            while case.open != 0 {
                let cell = self.narrowest(&case.board, case.open, case.used);
                let ways: Vec<usize> = Self::digits(&case, cell).collect();
                let mut children: Vec<Case<N>> = ways.iter().filter_map(|&d| self.child(&case, cell, d)).collect();
                sum += weight * ways.len() as f64;
                if children.is_empty() {
                    break;
                }
                weight *= children.len() as f64;
                case = children.swap_remove(random.below(children.len()));
            }
        }
        sum / WALKS as f64 / n_alike
    }

    fn run(&self, watch: &dyn Watch) -> Outcome {
        let pieces = self.pieces();
        let ending = pieces.par_iter().find_map_first(|piece| self.piece(piece, pieces.len(), watch).err());
        match ending {
            Some(Ending::Stopped) => Outcome::Undecided(Undecided::Stopped),
            Some(Ending::Found(clues)) => self.found(&clues, watch),
            None => {
                let n_cases = self.n_cases.load(Ordering::Relaxed);
                let sentence =
                    format!("Exact search: none of the digits lets the strategies fill the grid ({n_cases} cases).");
                let reason = Reason { sentence, cells: CellSet::EMPTY };
                let certificate =
                    Certificate::AllClues(AllClues { reason: reason.clone(), symmetries: self.maps.clone() });
                claim(self.request, &certificate, Method::Exact, reason, watch)
            }
        }
    }

    fn found(&self, clues: &[(usize, usize)], watch: &dyn Watch) -> Outcome {
        let mut puzzle = self.request.fixed.clone();
        for &(cell, digit) in clues {
            puzzle.set(Cell::from_index(cell), Some(Digit::from_index(digit)));
        }
        match verify(self.request, &puzzle, Method::Exact, watch) {
            Ok(found) => Outcome::Found(Box::new(found)),
            Err(VerifyError::Stopped) => Outcome::Undecided(Undecided::Stopped),
            Err(error) => Outcome::Undecided(Undecided::GaveUp(format!("Found clues that fail the check: {error}."))),
        }
    }

    /// Cases that stand for all: orbit after orbit gets its digits, and those that are images of others are left out.
    fn pieces(&self) -> Vec<Case<N>> {
        let mut pieces: Vec<Case<N>> = self.root().into_iter().collect();
        let mut cells: Vec<usize> = Vec::new();
        for orbit in &self.orbits {
            if pieces.len() >= ENOUGH_PIECES {
                break;
            }
            cells.extend(orbit);
            let source = |map: &Vec<Cell>, cell: usize| {
                let from = cells.iter().position(|&from| map[from].index() == cell);
                from.expect("these are whole orbits")
            };
            let sources = |map: &Vec<Cell>| cells.iter().map(|&cell| source(map, cell)).collect();
            let sources: Vec<Vec<usize>> = self.maps.iter().map(sources).collect();
            let mut next = pieces.clone();
            for &cell in orbit {
                let child_of = |case: &Case<N>| {
                    let digits: Vec<usize> = Self::digits(case, cell).collect();
                    self.n_cases.fetch_add(digits.len() as u64, Ordering::Relaxed);
                    digits.into_iter().filter_map(|digit| self.child(case, cell, digit)).collect::<Vec<_>>()
                };
                next = next.iter().flat_map(child_of).collect();
                if next.len() > MOST_PIECES {
                    return pieces;
                }
            }
            next.retain(|case| !sources.iter().any(|sources| is_preceded(&case.clues, sources)));
            pieces = next;
        }
        pieces
    }

    fn piece(&self, piece: &Case<N>, n_pieces: usize, watch: &dyn Watch) -> Result<(), Ending> {
        let mut n_cases = 0;
        let mut case = piece.clone();
        let result = self.descend(&mut case, &mut n_cases, watch);
        let steps = n_cases + self.n_cases.fetch_add(n_cases, Ordering::Relaxed);
        let n_new = usize::from(result.is_ok());
        let n_done = n_new + self.n_done.fetch_add(n_new, Ordering::Relaxed);
        watch.report(Progress { parts: Some((n_done, n_pieces)), ..Progress::new(Method::Exact, steps) });
        result
    }

    /// Tries all digits of the open cells; the case is afterwards what it was.
    fn descend(&self, case: &mut Case<N>, n_cases: &mut u64, watch: &dyn Watch) -> Result<(), Ending> {
        if case.open == 0 {
            // Only where the pieces are whole sets; otherwise it is noticed below.
            let is_solved = (0..N * N).all(|cell| case.board.digits(cell).is_power_of_two());
            return if is_solved { Err(Ending::Found(case.clues.clone())) } else { Ok(()) };
        }
        let (board, used) = (case.board, case.used);
        let cell = self.narrowest(&board, case.open, used);
        let is_last = is_at_most_one(case.open);
        let digits = Self::digits(case, cell);
        case.open &= !(1 << cell);
        for digit in digits {
            *n_cases += 1;
            if n_cases.is_multiple_of(POLL) && watch.should_stop() {
                return Err(Ending::Stopped);
            }
            case.board = board;
            let end = case.board.assign(&self.tables, cell, digit);
            if end == End::Broken || is_last && end == End::Stuck {
                continue;
            }
            case.used = used | 1 << digit;
            case.clues.push((cell, digit));
            if is_last {
                return Err(Ending::Found(case.clues.clone()));
            }
            self.descend(case, n_cases, watch)?;
            case.clues.pop();
        }
        (case.board, case.used) = (board, used);
        case.open |= 1 << cell;
        Ok(())
    }
}

/// The open clue cells in whole orbits under the maps, each time the one that sees most of those before.
fn orbits(tables: &Tables, open: Cells, maps: &[Vec<Cell>]) -> Vec<Vec<usize>> {
    let orbit = |cell: usize| {
        let mut orbit: Cells = 1 << cell;
        let mut before = 0;
        while orbit != before {
            before = orbit;
            for (map, cell) in maps.iter().flat_map(|map| indices(before).map(move |cell| (map, cell))) {
                orbit |= 1 << map[cell].index();
            }
        }
        orbit
    };
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    let mut rest = open;
    while rest != 0 {
        let key = |orbit: &Cells| {
            let seen =
                |cells: Cells| indices(*orbit).map(|cell| (tables.peers[cell] & cells).count_ones()).sum::<u32>();
            let size = orbit.count_ones();
            (100 * seen(open & !rest) / size, 100 * seen(open) / size)
        };
        let next = indices(rest).map(orbit).max_by_key(key).expect("a cell is left");
        orbits.push(indices(next).collect());
        rest &= !next;
    }
    orbits
}

/// Whether an image of these clues, with digits named in order of first use as theirs are, comes before them.
fn is_preceded(clues: &[(usize, usize)], sources: &[usize]) -> bool {
    let mut names: [Option<usize>; MOST_ROWS] = [None; MOST_ROWS];
    let mut n_named = 0;
    for (&(_, digit), &source) in clues.iter().zip(sources) {
        let name = *names[clues[source].1].get_or_insert_with(|| {
            n_named += 1;
            n_named - 1
        });
        if name != digit {
            return name < digit;
        }
    }
    false
}

#[cfg(test)]
mod tests;
