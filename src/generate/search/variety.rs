//! Many different puzzles on one pattern. Puzzles that shall be far apart each come from a fresh start, and if that
//! leads too near to another one, from a walk away from it. Where any different puzzle will do, a walk that re-draws a
//! few clues of a found puzzle finds them much faster, with fresh starts for variety.

use super::annealing::{free_cells, redraw};
use super::judge::Judge;
use super::placed::Placed;
use super::spread::Crowd;
use super::themed::Themed;
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Impossible, Method, Outcome, Plan, Request, Undecided, Watch, generate};
use crate::grid::canon::{Class, class};
use crate::grid::{Cell, Puzzle};
use crate::logic::{StrategyId, fast_solutions, solve};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

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
/// Fresh starts in a row without a puzzle that is far enough from the others before less will do.
const MAX_NEAR_STARTS: usize = 6;
/// Of so many puzzles that are far enough from the others, the one whose hardest step is the rarest so far is taken,
/// unless the request says what the hardest steps are.
const CHOICE: usize = 3;
/// The most puzzles on a pattern, found or to be avoided, that are kept apart unless a distance is given: the time grows
/// with the square of their number.
const MOST_APART: usize = 1000;

/// How different the puzzles of a run are from each other and from those to avoid. No two of them are ever essentially
/// the same: no renaming of digits and no symmetry of the grid maps one onto the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// At least half of the clues without a fixed digit differ, whatever digits are renamed; fewer where no such puzzle
    /// is found any more, and one where more than a thousand puzzles are wanted or to be avoided.
    #[default]
    Half,
    /// At least so many clues differ, whatever digits are renamed.
    Clues(usize),
}

impl Spread {
    /// The least number of clues in which two of so many puzzles differ at first.
    fn first(self, request: &Request, n_puzzles: usize) -> usize {
        let n_clues = request.pattern.cells.len();
        match self {
            Spread::Half if n_puzzles > MOST_APART => 1,
            Spread::Half => n_clues.saturating_sub(request.fixed.n_clues()).div_ceil(2).max(1),
            Spread::Clues(least) => least.max(1),
        }
    }

    /// Why no two puzzles on the pattern can be as different as that, if so.
    ///
    /// With N digits there are N renamings of which each makes other pairs of digits equal, and together they make
    /// every clue equal once: so one of them makes at least an N-th of the clues equal.
    fn obstacle(self, request: &Request) -> Option<String> {
        let n_clues = request.pattern.cells.len();
        let most = n_clues - n_clues.div_ceil(request.pattern.shape.n());
        let Spread::Clues(least) = self else { return None };
        (least > most.max(1)).then(|| {
            format!(
                "two puzzles with {n_clues} clues differ in {most} clues at most once digits are renamed, not in {least}"
            )
        })
    }
}

/// What a run over many puzzles is to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Puzzles, those known before included.
    pub count: usize,
    /// How different they are.
    pub spread: Spread,
}

impl Wanted {
    /// So many puzzles, as far apart as by default.
    pub fn count(count: usize) -> Wanted {
        Wanted { count, spread: Spread::default() }
    }
}

/// Where a run over many puzzles stands after one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stand {
    /// Clues in which puzzles have to differ; 0 before the first one.
    pub apart: usize,
    /// Fresh starts before the one that the puzzle comes from, or before the next one of puzzles that are kept apart.
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

/// Finds puzzles that are as different from each other and from those to avoid as wanted, until there are as many as
/// wanted with those known before. Each is verified and handed to `receive` as it is found, with where the run stands:
/// a run that begins there goes on with the same puzzles. Puzzles to avoid that are not proper are not equal to any
/// that is found. Same request, plan and `avoid`, same puzzles (unless the plan races).
pub fn variety(
    request: &Request,
    plan: &Plan,
    avoid: impl IntoIterator<Item = Puzzle>,
    begin: Walk,
    wanted: Wanted,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found, Stand) -> ControlFlow<()>,
) -> Ended {
    let Walk { mut known, mut stand } = begin;
    let count = wanted.count;
    if count > 1
        && let Some(why) = wanted.spread.obstacle(request)
    {
        return Ended::Undecided(Undecided::GaveUp(why));
    }
    let mut crowd = Crowd::new(&request.pattern);
    // Of many puzzles hashes are enough: should two of them be equal, one puzzle less is found.
    let mut seen: HashSet<u64> = HashSet::new();
    for puzzle in avoid.into_iter().chain(known.iter().cloned()) {
        if watch.should_stop() {
            return Ended::Undecided(Undecided::Stopped);
        }
        seen.extend(class(&puzzle, || fast_solutions(&puzzle, 1).pop()).ok().map(|class| hash(&class)));
        if stand.apart != 1 && puzzle.pattern() == request.pattern {
            crowd.add(&puzzle);
        }
    }
    if stand.apart == 0 {
        stand.apart = wanted.spread.first(request, crowd.len().saturating_add(count));
    }
    if stand.apart > 1 {
        let mut run = Apart { request, plan, watch, wanted, seen: &mut seen, crowd, hardest: Vec::new() };
        match run.run(&mut known, &mut stand, receive) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(ended) => return ended,
        }
    }
    let Stand { apart, mut start, mut n_walked, mut n_idle } = stand;
    let mut n_found = known.len();
    // The puzzle that a start goes on from.
    let mut last = known.into_iter().next_back().filter(|_| n_walked > 0);
    while n_found < count {
        let fresh = request.with(|design| design.seed = design.seed.wrapping_add(start << 32));
        let n_before = n_found - n_walked;
        let wanted = WALK_LENGTH.min(count - n_before);
        // Where a walk goes on, and after how many of its puzzles.
        let gone_on = last.take().map(|puzzle| (puzzle, n_walked));
        let mut hand_over = |found: Found| {
            // What a stopped judge says of a puzzle is no verdict, so the one that should come next may be skipped.
            if watch.should_stop() {
                return ControlFlow::Break(false);
            }
            if class_of(&found).is_some_and(|class| !seen.insert(class)) {
                return ControlFlow::Continue(None);
            }
            n_found += 1;
            n_walked += 1;
            match receive(found, Stand { apart, start, n_walked, n_idle }) {
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
            ControlFlow::Continue(_) if plan.method == Method::Inverse && request.mix.judges_boards() => false,
            ControlFlow::Continue((origin, n_walked)) => walk(&fresh, origin, n_walked, watch, &mut hand_over),
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

/// A run whose puzzles are kept apart.
struct Apart<'a> {
    request: &'a Request,
    plan: &'a Plan,
    watch: &'a dyn Watch,
    wanted: Wanted,
    /// Hashes of the classes of all puzzles so far.
    seen: &'a mut HashSet<u64>,
    /// All puzzles on the pattern so far.
    crowd: Crowd,
    /// The hardest step of each puzzle so far.
    hardest: Vec<Option<StrategyId>>,
}

impl Apart<'_> {
    /// Breaks off with how the run ended; goes on with puzzles that differ in any way where no others are found.
    /// The puzzles found are added to those known.
    fn run(
        &mut self,
        known: &mut Vec<Puzzle>,
        stand: &mut Stand,
        receive: &mut dyn FnMut(Found, Stand) -> ControlFlow<()>,
    ) -> ControlFlow<Ended> {
        let order = self.request.order();
        self.hardest = known.iter().map(|puzzle| solve(puzzle, order).hardest_in(&order.ranking)).collect();
        let is_free = self.request.required.is_empty() && self.request.window().is_none() && !self.prefers_boards();
        let n_choices = if is_free { CHOICE } else { 1 };
        // Starts in a row without a puzzle that is far enough from the others.
        let patience = match self.wanted.spread {
            Spread::Half => MAX_NEAR_STARTS,
            Spread::Clues(_) => MAX_IDLE_STARTS,
        };
        let mut choice: Vec<Found> = Vec::new();
        while known.len() < self.wanted.count && stand.apart > 1 {
            let request = self.request.with(|design| design.seed = design.seed.wrapping_add(stand.start << 32));
            stand.start += 1;
            let fresh = self.fresh(&request, stand.apart)?;
            // As above: what was found after a stop need not be what comes next.
            if self.watch.should_stop() {
                return ControlFlow::Break(Ended::Undecided(Undecided::Stopped));
            }
            stand.n_idle = if fresh.is_some() { 0 } else { stand.n_idle + 1 };
            let may_go_on = fresh.as_ref().map_or(stand.n_idle < patience, |found| !self.is_rarest(found));
            choice.extend(fresh);
            if choice.len() < n_choices && may_go_on {
                continue;
            }
            let rarest = (0..choice.len()).min_by_key(|&index| self.n_alike(&choice[index]));
            let Some(rarest) = rarest else {
                stand.n_idle = 0;
                match self.wanted.spread {
                    Spread::Half => stand.apart -= 1,
                    Spread::Clues(least) => {
                        let n = known.len();
                        let puzzles = if n == 1 { "1 puzzle".to_owned() } else { format!("{n} puzzles") };
                        let reason = format!(
                            "{puzzles} found, then none in {MAX_IDLE_STARTS} fresh starts that differs from each in \
                             {least} clues"
                        );
                        return ControlFlow::Break(Ended::Undecided(Undecided::GaveUp(reason)));
                    }
                }
                continue;
            };
            let found = choice.swap_remove(rarest);
            choice.clear();
            self.hardest.push(self.hardest_of(&found));
            self.crowd.add(found.puzzle());
            self.seen.extend(class_of(&found));
            known.push(found.puzzle().clone());
            stand.n_idle = 0;
            if receive(found, *stand).is_break() {
                return ControlFlow::Break(Ended::Enough);
            }
        }
        if known.len() < self.wanted.count { ControlFlow::Continue(()) } else { ControlFlow::Break(Ended::Enough) }
    }

    fn hardest_of(&self, found: &Found) -> Option<StrategyId> {
        found.trace().hardest_in(&self.request.ranking)
    }

    /// How many puzzles have the hardest step of this one.
    fn n_alike(&self, found: &Found) -> usize {
        let hardest = self.hardest_of(found);
        self.hardest.iter().filter(|&&other| other == hardest).count()
    }

    /// Whether no other hardest step is rarer among the puzzles so far.
    fn is_rarest(&self, found: &Found) -> bool {
        let n_alike = self.n_alike(found);
        let n_with = |hardest| self.hardest.iter().filter(|&&other| other == hardest).count();
        self.hardest.iter().all(|&other| n_alike <= n_with(other))
    }

    /// A puzzle that is far enough from the others, if this start leads to one.
    fn fresh(&self, request: &Request, least: usize) -> ControlFlow<Ended, Option<Found>> {
        let first = match generate(request, self.plan, self.watch) {
            Outcome::Found(found) => *found,
            Outcome::Impossible(impossible) => return ControlFlow::Break(Ended::Impossible(impossible)),
            Outcome::Undecided(why) => return ControlFlow::Break(Ended::Undecided(why)),
        };
        if self.is_new(&first, least) {
            return ControlFlow::Continue(Some(first));
        }
        if self.prefers_boards() {
            return ControlFlow::Continue(None);
        }
        let walked = self.walk(request, first.puzzle().clone(), least);
        ControlFlow::Continue(walked)
    }

    /// The walk knows no heuristics: what stands around a preferred puzzle need not be preferred.
    fn prefers_boards(&self) -> bool {
        self.plan.method == Method::Inverse && self.request.mix.judges_boards()
    }

    fn is_new(&self, found: &Found, least: usize) -> bool {
        self.crowd.excess(found.puzzle(), least) == 0 && class_of(found).is_none_or(|class| !self.seen.contains(&class))
    }

    /// Walks away from the other puzzles: never nearer to them in all.
    fn walk(&self, request: &Request, origin: Puzzle, least: usize) -> Option<Found> {
        let mut draws = Draws::new(request, &origin, self.watch, u64::MAX);
        let mut excess = self.crowd.excess(&origin, least);
        let mut current = origin;
        for n_drawn in 0..PATIENCE {
            if n_drawn % 16 == 0 && self.watch.should_stop() {
                return None;
            }
            let Some(next) = draws.next_to(&current) else { continue };
            let next_excess = self.crowd.excess(&next, least);
            if next_excess > excess {
                continue;
            }
            if next_excess == 0
                && let Ok(found) = verify(request, &next, Method::Search, self.watch)
                && self.is_new(&found, least)
            {
                return Some(found);
            }
            (current, excess) = (next, next_excess);
        }
        None
    }
}

/// Draws a few clues of a puzzle anew.
struct Draws<'a> {
    judge: Judge<'a>,
    watch: &'a dyn Watch,
    random: Random,
    /// Clue cells without a fixed digit; with a theme, one of those that get their digits together.
    cells: Vec<Cell>,
    themed: Option<Themed>,
    pending: Vec<(u8, u8, u8)>,
}

impl<'a> Draws<'a> {
    fn new(request: &'a Request, origin: &Puzzle, watch: &'a dyn Watch, stream: u64) -> Draws<'a> {
        let (cells, themed) = free_cells(request, origin);
        let random = Random::new(request.seed, stream);
        Draws {
            judge: Judge::new(request, Placed::new(request).map(Arc::new)),
            watch,
            random,
            cells,
            themed,
            pending: Vec::new(),
        }
    }

    /// One draw: a puzzle that differs in a few clues and looks like what is asked for, if it gives one.
    fn next_to(&mut self, current: &Puzzle) -> Option<Puzzle> {
        if self.cells.is_empty() {
            return None;
        }
        let strategies = self.judge.fast();
        let (next, draft) = redraw(
            current,
            (&self.cells, self.themed.as_ref()),
            strategies,
            REACH,
            None,
            &mut self.random,
            &mut self.pending,
        )?;
        self.judge.is_wanted(&next, draft.close()?, self.watch).then_some(next)
    }
}

/// A verified puzzle has a solution, so it has a class.
fn class_of(found: &Found) -> Option<u64> {
    class(found.puzzle(), || Some(found.solution().clone())).ok().map(|class| hash(&class))
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
fn walk(
    request: &Request,
    origin: Puzzle,
    n_walked: usize,
    watch: &dyn Watch,
    hand_over: &mut dyn FnMut(Found) -> ControlFlow<bool, Option<usize>>,
) -> bool {
    let stream = |n_walked: usize| u64::MAX - n_walked as u64;
    let mut draws = Draws::new(request, &origin, watch, stream(n_walked));
    let mut current = origin;
    let mut n_failed = 0;
    while n_failed < PATIENCE {
        if n_failed % 16 == 0 && watch.should_stop() {
            return false;
        }
        n_failed += 1;
        let Some(next) = draws.next_to(&current) else { continue };
        let Ok(found) = verify(request, &next, Method::Search, watch) else { continue };
        match hand_over(found) {
            ControlFlow::Continue(Some(n_walked)) => {
                n_failed = 0;
                draws.random = Random::new(request.seed, stream(n_walked));
            }
            ControlFlow::Continue(None) => {}
            ControlFlow::Break(for_good) => return for_good,
        }
        // Known puzzles are stepping stones too.
        current = next;
    }
    false
}
