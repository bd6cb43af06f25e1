//! Many different puzzles on one pattern: a walk that re-draws a few clues of a
//! found puzzle, with fresh starts for variety.

use super::guided::{Judge, redraw};
use super::random::Random;
use super::verify::verify;
use super::{Found, Impossible, Method, Outcome, Plan, Request, Undecided, Watch, generate};
use crate::grid::canon::{Class, class};
use crate::grid::{Cell, Puzzle};
use crate::logic::{fast_solutions, with_size};
use std::collections::HashSet;
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

/// Finds `count` puzzles that are essentially different from each other and from those in
/// `avoid`: no renaming of digits and no symmetry of the grid maps one onto the other (the
/// pattern's automorphisms are such symmetries). Each is verified and handed to `receive`
/// as it is found. Same request, plan and `avoid`, same puzzles (unless the plan races).
///
/// Puzzles in `avoid` that are not proper are not equal to any that is found.
pub fn variety(
    request: &Request,
    plan: &Plan,
    avoid: &[Puzzle],
    count: usize,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> Ended {
    let known = |puzzle: &Puzzle| class(puzzle, || fast_solutions(puzzle, 1).pop()).ok();
    let mut seen: HashSet<Class> = avoid.iter().filter_map(known).collect();
    let mut n_found = 0;
    let mut n_idle = 0;
    let mut start = 0;
    while n_found < count {
        let fresh = Request { seed: request.seed.wrapping_add(start << 32), ..request.clone() };
        let first = match generate(&fresh, plan, watch) {
            Outcome::Found(found) => *found,
            Outcome::Impossible(impossible) => return Ended::Impossible(impossible),
            Outcome::Undecided(why) => return Ended::Undecided(why),
        };
        let n_before = n_found;
        let wanted = WALK_LENGTH.min(count - n_found);
        let mut n_walked = 0;
        let mut hand_over = |found: Found| {
            // A verified puzzle has a solution, so it has a class.
            if class(found.puzzle(), || Some(found.solution().clone())).is_ok_and(|class| !seen.insert(class)) {
                return ControlFlow::Continue(false);
            }
            n_found += 1;
            n_walked += 1;
            match receive(found) {
                ControlFlow::Continue(()) if n_walked < wanted => ControlFlow::Continue(true),
                ControlFlow::Continue(()) => ControlFlow::Break(false),
                ControlFlow::Break(()) => ControlFlow::Break(true),
            }
        };
        let origin = first.puzzle().clone();
        let had_enough = match hand_over(first) {
            ControlFlow::Break(had_enough) => had_enough,
            // The walk knows no heuristics: what stands around a preferred puzzle need not be preferred.
            ControlFlow::Continue(_) if plan.method == Method::Inverse && plan.mix.judges_boards() => false,
            ControlFlow::Continue(_) => with_size!(request.pattern.shape, N => {
                walk::<N>(&fresh, origin, watch, &mut hand_over)
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
    }
    Ended::Enough
}

/// Walks from a puzzle until the receiver breaks off (true: for good) or nothing new turns up.
fn walk<const N: usize>(
    request: &Request,
    origin: Puzzle,
    watch: &dyn Watch,
    hand_over: &mut dyn FnMut(Found) -> ControlFlow<bool, bool>,
) -> bool {
    let mut random = Random::new(request.seed, u64::MAX);
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
        if !judge.is_wanted(&next, closure, watch) {
            continue;
        }
        let Ok(found) = verify(request, &next, Method::Search) else { continue };
        match hand_over(found) {
            ControlFlow::Continue(true) => n_failed = 0,
            ControlFlow::Continue(false) => {}
            ControlFlow::Break(for_good) => return for_good,
        }
        // Known puzzles are stepping stones too.
        current = next;
    }
    false
}
