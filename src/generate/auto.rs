//! The front door: which methods run, in which order, with which budgets.

mod companion;
mod race;

use super::bounds::band::{self, Told};
use super::placing::Images;
use super::sat::{self, SatOptions};
use super::search::{Picking, is_guided, search};
use super::verify::{Found, VerifyError, verify};
use super::{
    Method, Outcome, Request, Undecided, Watch, baselines, bounds, enumeration, exact, exhaustion, inverse, parts,
};
use crate::logic::{StrategyId, StrategySet};
use companion::{Budget, Companion};
use race::race;
use std::ops::Range;

/// How a request is to be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The method.
    pub method: Method,
    /// Whether methods and threads race and the first answer wins (not repeatable).
    pub race: bool,
}

impl Plan {
    /// The method alone, repeatable.
    pub const fn new(method: Method) -> Plan {
        Plan { method, race: false }
    }

    /// The method, as fast as it goes: methods and threads race.
    pub const fn racing(method: Method) -> Plan {
        Plan { method, race: true }
    }
}

/// Search attempts and steps for each band in the first round of [`Method::Auto`]; each round doubles them. Most bands take
/// far fewer steps, which last some 15 ns each.
const FIRST_ATTEMPTS: u64 = 32;
const FIRST_STEPS: u64 = 4_000_000;

/// All sets of clues are tried in the first round if there are about so many cases at most; each round takes four times as
/// many. A million lasts half a second, and as long again to check, which is what the attempts of the first round last on
/// patterns where they fail.
const FIRST_CASES: f64 = 4e6;

/// On small grids all sets of clues are tried after so many attempts if there are about so many cases at most, which takes a
/// hundredth of a second. On larger ones there are seldom so few, and to estimate how many takes too long.
const ATTEMPTS_BEFORE_FEW: u64 = 4;
const FEW_CASES: f64 = 2e4;
const ROWS_OF_SMALL_GRIDS: usize = 6;

/// Steps of the first round in which the parts of a dense pattern are tried; each round takes four times as many. A million
/// lasts about a second, with the check.
const FIRST_PART_STEPS: u64 = 500_000;

/// As [`FIRST_ATTEMPTS`] on grids of more than 16 rows, where an attempt takes seconds.
const FIRST_ATTEMPTS_OF_LARGE: u64 = 1;

/// Answers a request. Without `race` the answer depends only on request and plan,
/// not on the number of threads; a stop may still turn it into undecided.
///
/// Threads are those of the current rayon pool.
///
/// ```
/// use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, generate};
/// use cluesmith::logic::StrategySet;
///
/// let request = Request::new("x.....x..x.....x".parse()?, StrategySet::SINGLES);
/// let outcome = generate(&request, &Plan::new(Method::Auto), &Unwatched);
/// let found = outcome.found().expect("some digits do");
/// assert_eq!(found.puzzle().pattern(), request.pattern);
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
pub fn generate(request: &Request, plan: &Plan, watch: &dyn Watch) -> Outcome {
    if let Some(why) = request.obstacle() {
        return gave_up(&why);
    }
    let verdict = if plan.method.is_baseline() { bounds::verdict_on_the_question } else { bounds::verdict };
    if let Some(outcome) = verdict(request) {
        return outcome;
    }
    match plan.method {
        Method::Bounds => match band::verdict(request, band::MOST_STEPS, watch) {
            Told::Verdict(outcome) => outcome,
            Told::Nothing | Told::OutOfBudget => no_bound(watch),
        },
        Method::Search => search_on(request, 0, plan.race, watch),
        Method::Exact => PartsTurns { may_refute: parts::is_fitting(request) }
            .go_on(request, u64::MAX, watch)
            .unwrap_or_else(|| settle(request, watch, |request| exact::solve(request, watch))),
        Method::Sat => settle_by_clauses(request, watch, |request| sat::solve(request, &SatOptions::default(), watch)),
        Method::Inverse => settle(request, watch, |request| inverse::for_pattern(request, watch)),
        Method::ZamaSasano | Method::GenerateAndTest => baselines::solve(request, plan.method, watch),
        Method::BruteForce => settle(request, watch, |request| baselines::solve(request, plan.method, watch)),
        Method::Auto => auto(request, plan.race, watch),
    }
}

/// All methods: questions about small grids are decided at once.
fn auto(request: &Request, is_race: bool, watch: &dyn Watch) -> Outcome {
    match exhaustion::decide(request, watch) {
        Some(outcome) => outcome,
        None if is_race && rayon::current_num_threads() > 1 => race(request, watch),
        None => interleave(request, ENDLESS, watch),
    }
}

/// As many turns of [`Method::Auto`] as it takes.
const ENDLESS: u32 = u32::MAX;

/// [`Method::Auto`] for so many turns of its methods: a budget of work, not of time, so that the answer is the same on
/// every machine.
pub fn generate_within(request: &Request, turns: u32, watch: &dyn Watch) -> Outcome {
    if let Some(why) = request.obstacle() {
        return gave_up(&why);
    }
    let at_once = bounds::verdict(request).or_else(|| exhaustion::decide(request, watch));
    at_once.unwrap_or_else(|| interleave(request, turns, watch))
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
pub(super) fn is_exact_case(request: &Request) -> bool {
    request.strategies == StrategySet::single(StrategyId::NakedSingle) && request.pattern.shape.treats_digits_alike()
}

/// The complete methods know nothing of difficulty and of redundant clues: they refute, and what they find may be as
/// it is wanted all the same.
pub fn settle(request: &Request, watch: &dyn Watch, answer: impl FnOnce(&Request) -> Outcome) -> Outcome {
    settle_relaxed(request, &request.relaxed(), watch, answer)
}

/// [`settle`] for SAT, which knows something of paths.
pub fn settle_by_clauses(request: &Request, watch: &dyn Watch, answer: impl FnOnce(&Request) -> Outcome) -> Outcome {
    settle_relaxed(request, &request.relaxed_to_clauses(), watch, answer)
}

fn settle_relaxed(
    request: &Request,
    relaxed: &Request,
    watch: &dyn Watch,
    answer: impl FnOnce(&Request) -> Outcome,
) -> Outcome {
    if relaxed == request {
        return answer(request);
    }
    match answer(relaxed) {
        Outcome::Found(found) => match verify_moved(request, &found, watch) {
            Ok(found) => Outcome::Found(Box::new(found)),
            Err(VerifyError::Stopped) => Outcome::Undecided(Undecided::Stopped),
            Err(VerifyError::PathMissing(_)) => {
                gave_up("the clues found lead along another path; auto and search look for more")
            }
            Err(VerifyError::Redundant(_)) => {
                gave_up("the clues found are not all needed; auto and search look for more")
            }
            Err(_) => gave_up("the clues found have another difficulty; auto and search look for more"),
        },
        other => other,
    }
}

/// Verifies an answer to a relaxed question, or the puzzle that a move of the board or other names for the digits make
/// of it where only the path is not as asked for.
fn verify_moved(request: &Request, found: &Found, watch: &dyn Watch) -> Result<Found, VerifyError> {
    let first = verify(request, found.puzzle(), found.method(), watch);
    let (Err(VerifyError::PathMissing(_)), Some(images)) = (&first, Images::of(request)) else { return first };
    for step in &found.trace().steps {
        let Some(index) = images.matching(step) else { continue };
        let moved = images.bring_back(index, step, found.puzzle());
        match verify(request, &moved, found.method(), watch) {
            Err(VerifyError::Stopped) => return Err(VerifyError::Stopped),
            Err(_) => {}
            fitting => return fitting,
        }
    }
    first
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

/// Search and the complete method alternately, with growing budgets; repeatable.
fn interleave(request: &Request, turns: u32, watch: &dyn Watch) -> Outcome {
    let relaxed = request.relaxed_to_clauses();
    let mut companion = Companion::NotBegun;
    let outcome = alternate(request, &relaxed, turns, &mut companion, watch);
    if let Companion::Sat(sat) = companion
        && watch.should_stop()
    {
        sat.let_go(watch);
    }
    outcome
}

/// Trying all sets of clues, once there is reason to.
struct AllClues<'a> {
    request: &'a Request,
    relaxed: &'a Request,
    /// About how many cases there are, as soon as it was asked.
    n_cases: Option<f64>,
}

impl AllClues<'_> {
    /// The answer, if there are about so many cases at most.
    fn try_all(&mut self, most: f64, watch: &dyn Watch) -> Option<Outcome> {
        let AllClues { request, relaxed, .. } = *self;
        let n_cases = *self.n_cases.get_or_insert_with(|| enumeration::estimate(relaxed).unwrap_or(f64::INFINITY));
        if n_cases > most || watch.should_stop() {
            return None;
        }
        match settle_relaxed(request, relaxed, watch, |relaxed| enumeration::solve_any(relaxed, watch)) {
            Outcome::Undecided(Undecided::GaveUp(_)) => {
                self.n_cases = Some(f64::INFINITY);
                None
            }
            outcome => Some(outcome),
        }
    }
}

/// Trying all fillings of the parts of a dense pattern, as long as there is reason to.
struct PartsTurns {
    may_refute: bool,
}

impl PartsTurns {
    fn new(request: &Request) -> PartsTurns {
        PartsTurns { may_refute: parts::is_promising(request) }
    }

    /// The verdict, if so many steps are enough for one.
    fn go_on(&mut self, request: &Request, most_steps: u64, watch: &dyn Watch) -> Option<Outcome> {
        if !self.may_refute {
            return None;
        }
        match parts::verdict(request, most_steps, watch) {
            Err(parts::OutOfBudget) => None,
            Ok(Some(outcome)) if !matches!(outcome, Outcome::Undecided(Undecided::GaveUp(_))) => Some(outcome),
            Ok(_) => {
                self.may_refute = false;
                None
            }
        }
    }
}

fn alternate<'a>(
    request: &Request,
    relaxed: &'a Request,
    turns: u32,
    companion: &mut Companion<'a>,
    watch: &'a dyn Watch,
) -> Outcome {
    let is_small = request.pattern.shape.n() <= ROWS_OF_SMALL_GRIDS;
    let first_attempts = if request.pattern.shape.is_large() {
        FIRST_ATTEMPTS_OF_LARGE
    } else if is_small && is_guided(request) {
        ATTEMPTS_BEFORE_FEW
    } else {
        FIRST_ATTEMPTS
    };
    let (mut start, mut attempts) = (0, first_attempts);
    let mut budget = Budget::first(request);
    // Whether the bands may still tell something.
    let (mut steps, mut may_refute) = (FIRST_STEPS, true);
    let (mut parts, mut part_steps) = (PartsTurns::new(request), FIRST_PART_STEPS);
    let (mut all_clues, mut most_cases) = (AllClues { request, relaxed, n_cases: None }, FIRST_CASES);
    if is_small {
        let few = 0..ATTEMPTS_BEFORE_FEW;
        let found =
            search_range(request, few, Picking::LowestNumber, watch).or_else(|| all_clues.try_all(FEW_CASES, watch));
        if let Some(outcome) = found {
            return outcome;
        }
        start = ATTEMPTS_BEFORE_FEW;
    }
    let mut end = start.max(first_attempts);
    for _ in 0..turns {
        if let Some(found) = search_range(request, start..end, Picking::LowestNumber, watch) {
            return found;
        }
        if may_refute {
            match band::verdict(request, steps, watch) {
                Told::Verdict(outcome) => return outcome,
                Told::Nothing => may_refute = false,
                Told::OutOfBudget => {}
            }
        }
        if watch.should_stop() {
            return Outcome::Undecided(Undecided::Stopped);
        }
        if let Budget::Conflicts(_) = budget
            && let Some(outcome) = all_clues.try_all(most_cases, watch)
        {
            return outcome;
        }
        if let Some(outcome) = companion.go_on(relaxed, budget, watch) {
            match settle_relaxed(request, relaxed, watch, |_| outcome) {
                Outcome::Undecided(Undecided::GaveUp(_)) => {}
                Outcome::Undecided(Undecided::Stopped) if !watch.should_stop() => {}
                answer => return answer,
            }
        }
        if let Some(outcome) = parts.go_on(request, part_steps, watch) {
            return outcome;
        }
        start = end;
        attempts = attempts.saturating_mul(2);
        end = end.saturating_add(attempts);
        budget = budget.doubled();
        steps = steps.saturating_mul(2);
        most_cases *= 4.0;
        part_steps = part_steps.saturating_mul(4);
    }
    gave_up("neither a puzzle nor a proof was found within the work that was allowed")
}

/// Stops when the outer watch says so, or for a reason of its own.
struct Until<'a, F> {
    watch: &'a dyn Watch,
    is_over: F,
}

impl<F: Fn() -> bool + Sync> Watch for Until<'_, F> {
    fn should_stop(&self) -> bool {
        (self.is_over)() || self.watch.should_stop()
    }

    fn dropped(&self) {
        self.watch.dropped();
    }

    fn let_go(&self, what: Box<dyn Send>) {
        self.watch.let_go(what);
    }

    fn report(&self, progress: super::Progress) {
        self.watch.report(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Progress, Unwatched};
    use super::*;
    use crate::grid::{Pattern, Shape, parse_patterns};
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// The most conflicts that SAT tells of.
    #[derive(Default)]
    struct Conflicts(AtomicU64);

    impl Watch for Conflicts {
        fn should_stop(&self) -> bool {
            false
        }

        fn report(&self, progress: Progress) {
            if progress.method == Method::Sat {
                self.0.fetch_max(progress.steps, Ordering::Relaxed);
            }
        }
    }

    /// Search finds this puzzle in its second turn, and need not wait for it long: SAT, which has its first turn before,
    /// would tell of 256 conflicts.
    #[test]
    fn search_on_layouts_waits_little_for_sat() {
        let pattern = "...x..x...................xxx.x.......xx.xx.......x.xxx...................x..x...";
        let pattern = parse_patterns("3x3 x".parse().expect("a layout"), pattern).expect("a pattern").remove(0);
        let request = Request::new(pattern, StrategySet::PAPER);
        let conflicts = Conflicts::default();
        assert!(generate_within(&request, 1, &conflicts).found().is_none());
        assert!(generate_within(&request, 2, &conflicts).found().is_some_and(|found| found.method() == Method::Search));
        assert_eq!(conflicts.0.into_inner(), 0);
    }

    /// Whether the backward generator told of itself.
    #[derive(Default)]
    struct Backwards(AtomicBool);

    impl Watch for Backwards {
        fn should_stop(&self) -> bool {
            false
        }

        fn report(&self, progress: Progress) {
            self.0.fetch_or(progress.method == Method::Inverse, Ordering::Relaxed);
        }
    }

    /// SAT goes up to 16 rows; beyond that the backward generator takes its turns, and they end.
    #[test]
    fn large_grids_have_the_backward_generator_in_place_of_sat() {
        let shape: Shape = "4x5".parse().expect("a shape");
        let pattern = Pattern::new(shape, shape.cells().filter(|cell| cell.index() * 7919 % 101 < 25));
        let request = Request::new(pattern, StrategySet::PAPER);
        let backwards = Backwards::default();
        assert!(matches!(generate_within(&request, 1, &backwards), Outcome::Undecided(Undecided::GaveUp(_))));
        assert!(backwards.0.into_inner(), "it had its turn");
    }

    /// The exact search has its turns too, but would take minutes for this pattern.
    #[test]
    fn search_goes_on_beside_the_exact_search() {
        let pattern = "..xx....x.x.x....xx....x.x.xx..........x.......x......xx.x.......xx..x..x.x.....x";
        let pattern = parse_patterns(Shape::NINE, pattern).expect("a pattern").remove(0);
        let request = Request::new(pattern, StrategySet::single(StrategyId::NakedSingle));
        let request = request.with(|design| design.seed = 1);
        assert!(search(&request, 0..FIRST_ATTEMPTS, Picking::LowestNumber, &Unwatched).is_none());
        let outcome = generate(&request, &Plan::new(Method::Auto), &Unwatched);
        assert!(outcome.found().is_some_and(|found| found.method() == Method::Search));
    }
}
