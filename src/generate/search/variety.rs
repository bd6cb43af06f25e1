//! Many different puzzles on one pattern: a walk that re-draws a few clues of a
//! found puzzle, with fresh starts for variety.

use super::annealing::{Judge, redraw};
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Impossible, Method, Outcome, Plan, Request, Undecided, Watch, generate};
use crate::grid::canon::{Class, class};
use crate::grid::{Cell, Puzzle};
use crate::logic::{fast_solutions, with_size};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// How a run over many puzzles ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// As many as wanted were found, or the receiver had enough.
    Enough,
    /// There is none at all.
    Impossible(Impossible),
    /// Stopped, or no more were found; what was found stands.
    Undecided(Undecided),
}

/// Puzzles taken from one walk before a fresh start.
const WALK_LENGTH: usize = 64;
/// Failed re-draws in a row before a fresh start.
const PATIENCE: usize = 2_000;
/// Up to how many clues are drawn anew at once.
const REACH: usize = 4;
/// Fresh starts in a row without a new puzzle before giving up.
const MAX_IDLE_STARTS: usize = 50;

/// Where a run over many puzzles stands after one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stand {
    /// Fresh starts before the one that the puzzle comes from.
    pub start: u64,
    /// Puzzles of this start so far, this one included.
    pub n_walked: usize,
    /// Fresh starts in a row before it that gave no new puzzle.
    pub n_idle: usize,
}

/// Where a run over many puzzles begins: anew, or where another one stood.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// What the run has found before, in order.
    pub known: Vec<Puzzle>,
    /// Where it stood after the last of them.
    pub stand: Stand,
}

/// Finds puzzles that are essentially different from each other and from those to avoid, until there are
/// `count` with those known before: no renaming of digits and no symmetry of the grid maps one onto the other
/// (the pattern's automorphisms are such symmetries). Each is verified and handed to `receive` as it is found,
/// with where the run stands: a run that begins there goes on with the same puzzles. Puzzles to avoid that are not
/// proper are not equal to any that is found. Same request, plan and `avoid`, same puzzles (unless the plan races).
pub fn variety(
    request: &Request,
    plan: &Plan,
    avoid: impl IntoIterator<Item = Puzzle>,
    begin: Walk,
    count: usize,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found, Stand) -> ControlFlow<()>,
) -> Ended {
    let Walk { known, stand: Stand { mut start, mut n_walked, mut n_idle } } = begin;
    // Of many puzzles hashes are enough: should two of them be equal, one puzzle less is found.
    let mut seen: HashSet<u64> = HashSet::new();
    for puzzle in avoid.into_iter().chain(known.iter().cloned()) {
        if watch.should_stop() {
            return Ended::Undecided(Undecided::Stopped);
        }
        seen.extend(class(&puzzle, || fast_solutions(&puzzle, 1).pop()).ok().map(|class| hash(&class)));
    }
    let mut n_found = known.len();
    // The puzzle that a start goes on from.
    let mut last = known.into_iter().next_back().filter(|_| n_walked > 0);
    while n_found < count {
        let fresh = Request { seed: request.seed.wrapping_add(start << 32), ..request.clone() };
        let n_before = n_found - n_walked;
        let wanted = WALK_LENGTH.min(count - n_before);
        // Where a walk goes on, and after how many of its puzzles.
        let gone_on = last.take().map(|puzzle| (puzzle, n_walked));
        let mut hand_over = |found: Found| {
            // A verified puzzle has a solution, so it has a class.
            if class(found.puzzle(), || Some(found.solution().clone())).is_ok_and(|class| !seen.insert(hash(&class))) {
                return ControlFlow::Continue(None);
            }
            n_found += 1;
            n_walked += 1;
            match receive(found, Stand { start, n_walked, n_idle }) {
                ControlFlow::Continue(()) if n_walked < wanted => ControlFlow::Continue(Some(n_walked)),
                ControlFlow::Continue(()) => ControlFlow::Break(false),
                ControlFlow::Break(()) => ControlFlow::Break(true),
            }
        };
        // Where the walk begins, after so many puzzles, or whether there is to be none.
        let origin = match gone_on {
            Some(origin) if origin.1 < wanted => ControlFlow::Continue(origin),
            Some(_) => ControlFlow::Break(false),
            None => {
                let first = match generate(&fresh, plan, watch) {
                    Outcome::Found(found) => *found,
                    Outcome::Impossible(impossible) => return Ended::Impossible(impossible),
                    Outcome::Undecided(why) => return Ended::Undecided(why),
                };
                let puzzle = first.puzzle().clone();
                match hand_over(first) {
                    ControlFlow::Continue(new) => ControlFlow::Continue((puzzle, new.unwrap_or(0))),
                    ControlFlow::Break(had_enough) => ControlFlow::Break(had_enough),
                }
            }
        };
        let had_enough = match origin {
            ControlFlow::Break(had_enough) => had_enough,
            // The walk knows no heuristics: what stands around a preferred puzzle need not be preferred.
            ControlFlow::Continue(_) if plan.method == Method::Inverse && plan.mix.judges_boards() => false,
            ControlFlow::Continue((origin, n_walked)) => with_size!(request.pattern.shape, N => {
                walk::<N>(&fresh, origin, n_walked, watch, &mut hand_over)
            }),
        };
        if had_enough {
            return Ended::Enough;
        }
        if watch.should_stop() && n_found < count {
            return Ended::Undecided(Undecided::Stopped);
        }
        n_idle = if n_found == n_before { n_idle + 1 } else { 0 };
        if n_idle == MAX_IDLE_STARTS {
            let reason =
                format!("{n_found} surely different puzzles found, then none in {MAX_IDLE_STARTS} fresh starts");
            return Ended::Undecided(Undecided::GaveUp(reason));
        }
        start += 1;
        n_walked = 0;
    }
    Ended::Enough
}

fn hash(class: &Class) -> u64 {
    let mut hasher = DefaultHasher::new();
    class.hash(&mut hasher);
    hasher.finish()
}

/// Walks from a puzzle until the receiver breaks off (true: for good) or nothing new turns up. The receiver tells of a
/// new puzzle how many there are of this start; `n_walked` is how many there were before.
///
/// Each new puzzle begins a stream of chance of its own, so that a walk can begin at any of them.
fn walk<const N: usize>(
    request: &Request,
    origin: Puzzle,
    n_walked: usize,
    watch: &dyn Watch,
    hand_over: &mut dyn FnMut(Found) -> ControlFlow<bool, Option<usize>>,
) -> bool {
    let stream = |n_walked: usize| Random::new(request.seed, u64::MAX - n_walked as u64);
    let mut random = stream(n_walked);
    let cells: Vec<Cell> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
    let mut pending = Vec::with_capacity(N * N);
    let judge = Judge::new(request);
    let mut current = origin;
    let mut n_failed = 0;
    while n_failed < PATIENCE && !cells.is_empty() {
        if n_failed % 16 == 0 && watch.should_stop() {
            return false;
        }
        n_failed += 1;
        let Some((next, closure)) = redraw::<N>(&current, &cells, judge.fast(), REACH, &mut random, &mut pending)
        else {
            continue;
        };
        // What a stopped judge says of a puzzle is no verdict: going on would skip the puzzle.
        let found = match judge.is_wanted(&next, closure, watch) {
            true => verify(request, &next, Method::Search, watch).ok(),
            false => None,
        };
        let Some(found) = found else {
            if watch.should_stop() {
                return false;
            }
            continue;
        };
        match hand_over(found) {
            ControlFlow::Continue(Some(n_walked)) => (n_failed, random) = (0, stream(n_walked)),
            ControlFlow::Continue(None) => {}
            ControlFlow::Break(for_good) => return for_good,
        }
        // Known puzzles are stepping stones too.
        current = next;
    }
    false
}
