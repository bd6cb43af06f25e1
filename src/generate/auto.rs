//! The front door: which methods run, in which order, with which budgets.

use super::bands::{self, Told};
use super::sat::{self, SatOptions};
use super::search::{Picking, search};
use super::verify::verify;
use super::{Method, Outcome, Request, Undecided, Watch, bounds, exact, inverse};
use crate::logic::{Mix, StrategyId, StrategySet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a request is to be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The method.
    pub method: Method,
    /// Whether methods and threads race and the first answer wins (not repeatable).
    pub race: bool,
    /// What [`Method::Inverse`] prefers; the other methods take what they find.
    pub mix: Mix,
}

impl Plan {
    /// The method alone, repeatable.
    pub const fn new(method: Method) -> Plan {
        Plan { method, race: false, mix: NO_MIX }
    }

    /// The method, as fast as it goes: methods and threads race.
    pub const fn racing(method: Method) -> Plan {
        Plan { method, race: true, mix: NO_MIX }
    }

    /// The plan with a mix of heuristics.
    #[must_use]
    pub const fn preferring(self, mix: Mix) -> Plan {
        Plan { mix, ..self }
    }
}

/// No heuristic has weight.
const NO_MIX: Mix = Mix { random: 0, sparse: 0, freedom: 0, difficulty: 0 };

/// Search attempts, steps for each band and SAT conflicts of the first round of [`Method::Auto`]; each round
/// doubles them. Most bands take far fewer steps, which last some 15 ns each.
const FIRST_ATTEMPTS: u64 = 32;
const FIRST_STEPS: u64 = 4_000_000;
const FIRST_CONFLICTS: u64 = 4_000;

/// Answers a request. Without `race` the answer depends only on request and plan,
/// not on the number of threads; a stop may still turn it into undecided.
///
/// Threads are those of the current rayon pool.
pub fn generate(request: &Request, plan: &Plan, watch: &dyn Watch) -> Outcome {
    if let Some(why) = request.obstacle() {
        return gave_up(&why);
    }
    if let Some(outcome) = bounds::verdict(request) {
        return outcome;
    }
    match plan.method {
        Method::Bounds => match bands::verdict(request, bands::MOST_STEPS, watch) {
            Told::Verdict(outcome) => outcome,
            Told::Nothing | Told::OutOfBudget => no_bound(watch),
        },
        Method::Search => search_on(request, 0, plan.race, watch),
        Method::Exact => settle(request, |request| exact::solve(request, watch)),
        Method::Sat => settle(request, |request| sat::solve(request, &SatOptions::default(), watch)),
        Method::Inverse => settle(request, |request| inverse::for_pattern(request, &plan.mix, watch)),
        Method::Auto if plan.race && rayon::current_num_threads() > 1 => race(request, watch),
        Method::Auto => interleave(request, watch),
    }
}

fn no_bound(watch: &dyn Watch) -> Outcome {
    if watch.should_stop() {
        return Outcome::Undecided(Undecided::Stopped);
    }
    gave_up("the bounds do not refute this pattern; other methods may still decide it")
}

fn gave_up(sentence: &str) -> Outcome {
    Outcome::Undecided(Undecided::GaveUp(sentence.to_owned()))
}

/// Whether the exact search decides the request by itself.
fn is_exact_case(request: &Request) -> bool {
    request.strategies == StrategySet::single(StrategyId::NakedSingle)
}

/// The complete method that suits the request.
fn complete(request: &Request, budget: Option<u64>, watch: &dyn Watch) -> Outcome {
    settle(request, |request| {
        if is_exact_case(request) {
            exact::solve(request, watch)
        } else {
            sat::solve(request, &SatOptions { budget, ..SatOptions::default() }, watch)
        }
    })
}

/// The complete methods know nothing of difficulty: they refute, and what they find may lie in the window.
pub fn settle(request: &Request, answer: impl FnOnce(&Request) -> Outcome) -> Outcome {
    if request.window.is_none() {
        return answer(request);
    }
    match answer(&Request { window: None, ..request.clone() }) {
        Outcome::Found(found) => match verify(request, &found.puzzle, found.method) {
            Ok(found) => Outcome::Found(Box::new(found)),
            Err(_) => gave_up("the clues found have another difficulty; auto and search look for more"),
        },
        other => other,
    }
}

/// Search attempts of a range in waves; within a wave the attempt with the lowest number wins.
fn search_range(request: &Request, range: Range<u64>, picking: Picking, watch: &dyn Watch) -> Option<Outcome> {
    const WAVE: u64 = 16;
    let mut start = range.start;
    while start < range.end && !watch.should_stop() {
        let end = range.end.min(start + WAVE);
        if let Some(found) = search(request, start..end, picking, watch) {
            return Some(Outcome::Found(Box::new(found)));
        }
        start = end;
    }
    None
}

/// Search without end.
fn search_on(request: &Request, start: u64, race: bool, watch: &dyn Watch) -> Outcome {
    let picking = if race { Picking::FirstDone } else { Picking::LowestNumber };
    search_range(request, start..u64::MAX, picking, watch).unwrap_or(Outcome::Undecided(Undecided::Stopped))
}

/// Search and the complete method by turns, with growing budgets; repeatable.
fn interleave(request: &Request, watch: &dyn Watch) -> Outcome {
    let (mut start, mut attempts, mut conflicts) = (0, FIRST_ATTEMPTS, FIRST_CONFLICTS);
    // Whether the bands may still tell something.
    let (mut steps, mut may_refute) = (FIRST_STEPS, true);
    loop {
        if let Some(found) = search_range(request, start..start + attempts, Picking::LowestNumber, watch) {
            return found;
        }
        if may_refute {
            match bands::verdict(request, steps, watch) {
                Told::Verdict(outcome) => return outcome,
                Told::Nothing => may_refute = false,
                Told::OutOfBudget => {}
            }
        }
        if watch.should_stop() {
            return Outcome::Undecided(Undecided::Stopped);
        }
        match complete(request, Some(conflicts), watch) {
            Outcome::Undecided(Undecided::GaveUp(_)) => {}
            answer => return answer,
        }
        start += attempts;
        attempts = attempts.saturating_mul(2);
        conflicts = conflicts.saturating_mul(2);
        steps = steps.saturating_mul(2);
    }
}

/// Search and the complete method side by side; the first answer stops the other.
fn race(request: &Request, watch: &dyn Watch) -> Outcome {
    // Most patterns need a single attempt; starting other threads would take longer.
    if let Some(found) = search_range(request, 0..1, Picking::FirstDone, watch) {
        return found;
    }
    let over = AtomicBool::new(false);
    let either = Either { watch, over: &over };
    let decide = |outcome: Outcome| {
        if !matches!(outcome, Outcome::Undecided(_)) {
            over.store(true, Ordering::Relaxed);
        }
        outcome
    };
    let (searched, completed) =
        rayon::join(|| decide(search_on(request, 1, true, &either)), || decide(complete(request, None, &either)));
    match (searched, completed) {
        (Outcome::Undecided(_), answer @ (Outcome::Found(_) | Outcome::Impossible(_))) | (answer, _) => answer,
    }
}

/// Stops when the outer watch says so or another method has answered.
struct Either<'a> {
    watch: &'a dyn Watch,
    over: &'a AtomicBool,
}

impl Watch for Either<'_> {
    fn should_stop(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.watch.should_stop()
    }

    fn report(&self, progress: super::Progress) {
        self.watch.report(progress);
    }
}
