//! Search that is guided by the rating: puzzles that need given strategies, whose difficulty lies in a window, or that
//! are minimal.
//!
//! An attempt starts at a puzzle of the pattern that is easy to solve, or at any digits, and walks: it re-draws a
//! few clues, asks how far the result is from what is wanted ([`super::judge`]), and goes there if that is nearer or by
//! luck (annealing). What arrives is verified like any other puzzle.

use super::engine::{Engine, with_engine};
use super::judge::{Cost, IMPROPER, Judge, Solutions};
use super::placed::Placed;
use super::themed::{Permutations, Themed};
use super::{Attempt, n_rebuilds};
use crate::generate::placing::is_fish;
use crate::generate::random::Random;
use crate::generate::{Found, Method, Progress, Request, Watch};
use crate::grid::{Cell, CellSet, Digit, Puzzle};
use crate::logic::{AnyClosure, Draft, Goal, PathGoal, StrategySet, strategy};
use std::sync::{Arc, OnceLock};

/// Whether a request asks for more than set logic that solves the puzzle.
pub(in crate::generate) fn is_guided(request: &Request) -> bool {
    !request.required.is_empty()
        || request.window().is_some()
        || request.minimal
        || !request.path.is_empty()
        || request.strategies.iter().any(|id| strategy(id).set_logic().is_none())
}

/// The steps that walks come near to, told once for all attempts.
#[derive(Default)]
pub(super) struct Guide {
    path: OnceLock<Option<Arc<Placed>>>,
    anywhere: OnceLock<Option<Arc<Placed>>>,
}

impl Guide {
    /// The step that the path asks for; without a path, in every second attempt, a step of the required strategy: it takes
    /// time to weigh how near it is, and leads to other puzzles.
    fn placed(&self, request: &Request, attempt: u64) -> Option<Arc<Placed>> {
        if !request.path.is_empty() {
            self.path.get_or_init(|| Placed::new(request).map(Arc::new)).clone()
        } else if attempt % 2 == 1 {
            self.anywhere.get_or_init(|| Placed::anywhere(request).map(Arc::new)).clone()
        } else {
            None
        }
    }
}

/// One attempt of so many units of work.
pub(super) fn run_attempt(
    request: &Request,
    guide: &Guide,
    attempt: u64,
    n_units: usize,
    watch: &dyn Watch,
) -> Option<Found> {
    let (n_moves, tuning) = length(request, n_units);
    walk(request, guide, attempt, n_moves, &tuning, watch)
}

/// Moves in so many units of work, and how they go.
pub(super) fn length(request: &Request, n_units: usize) -> (usize, Annealing) {
    let has_path = !request.path.is_empty();
    let longer = if request.minimal { MINIMAL_WALK } else { 1 + usize::from(has_path) };
    let usual = Annealing::default();
    // Costs beside a given place have large steps; boards that are stuck before a fish lie close together.
    let slack = if has_path {
        2 * usual.slack
    } else if request.required.iter().any(is_fish) {
        usual.slack * 2 / 3
    } else {
        usual.slack
    };
    let tuning = Annealing { slack, ..usual };
    (longer * MOVES_PER_UNIT * n_units, tuning)
}

/// Moves in what counts as one rebuild elsewhere.
const MOVES_PER_UNIT: usize = 40;

/// Of so many redraws where a puzzle shall be minimal, all but one begin with a redundant clue.
const ANYWHERE: usize = 5;
/// How many times longer a walk to a minimal puzzle is: it comes near step by step, and a fresh start is far away.
const MINIMAL_WALK: usize = 10;

/// How a walk moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annealing {
    /// The cost may rise by this with the next puzzle, or by twice this half as often, and so on.
    pub slack: u32,
    /// Moves in a row without change for one more clue that is drawn anew.
    pub patience: usize,
}

/// `cargo bench --bench sweeps` compares these values with others.
impl Default for Annealing {
    fn default() -> Annealing {
        Annealing { slack: 12, patience: 16 }
    }
}

/// One walk of so many moves; requests for anything that set logic alone decides are answered too.
pub fn anneal(request: &Request, attempt: u64, n_moves: usize, tuning: &Annealing, watch: &dyn Watch) -> Option<Found> {
    walk(request, &Guide::default(), attempt, n_moves, tuning, watch)
}

fn walk(
    request: &Request,
    guide: &Guide,
    attempt: u64,
    n_moves: usize,
    tuning: &Annealing,
    watch: &dyn Watch,
) -> Option<Found> {
    let start = start(request, attempt, watch)?;
    walk_from(request, guide, (start, attempt), n_moves, tuning, watch)
}

/// A walk of so many moves that begins at this puzzle on the pattern, with the random stream of this number.
pub(super) fn walk_from(
    request: &Request,
    guide: &Guide,
    (start, attempt): (Puzzle, u64),
    n_moves: usize,
    tuning: &Annealing,
    watch: &dyn Watch,
) -> Option<Found> {
    let judge = Judge::new(request, guide.placed(request, attempt));
    Walk::new(judge, start, attempt, tuning, watch).run(n_moves)
}

/// A puzzle from which a walk begins: one that singles and locked candidates solve, as far as they are allowed, or where
/// rebuilding does not come to one soon, any digits. On sparse patterns most attempts come to none, and their time is
/// better spent on a walk. Where digits cannot be drawn like that, one that what is allowed of set logic solves.
pub(super) fn start(request: &Request, attempt: u64, watch: &dyn Watch) -> Option<Puzzle> {
    let plain = |allowed: StrategySet| {
        request.with(|design| {
            design.strategies = StrategySet::SINGLES.union(request.strategies.intersection(allowed));
            design.required = StrategySet::EMPTY;
            (design.goal, design.minimal, design.path) = (Goal::Any, false, PathGoal::default());
            design.seed ^= 0x5EED;
        })
    };
    let paper = plain(StrategySet::PAPER);
    solved_within(&paper, attempt, REBUILDS_OF_START, watch)
        .or_else(|| any_digits(&paper, attempt))
        .or_else(|| solved_within(&plain(StrategySet::BASIC), attempt, n_rebuilds(attempt), watch))
}

/// So many rebuilds are made to begin at a puzzle that is solved.
const REBUILDS_OF_START: usize = 25;

/// What one attempt of so many rebuilds comes to.
fn solved_within(plain: &Request, attempt: u64, n_rebuilds: usize, watch: &dyn Watch) -> Option<Puzzle> {
    with_engine!(plain, start => {
        let mut attempt = Attempt::new(plain, None, &start, attempt, watch)?;
        attempt.run_until(n_rebuilds, |attempt, build| Some(attempt.puzzle(build)))
    })
}

/// Digits are drawn for all clues so many times until they do not contradict each other; on larger grids they nearly
/// always do.
const MOST_DRAWS: usize = 100;
const MOST_ROWS_DRAWN: usize = 9;

/// Random digits on the pattern that the allowed strategies do not find to contradict each other.
fn any_digits(plain: &Request, attempt: u64) -> Option<Puzzle> {
    if plain.pattern.shape.n() > MOST_ROWS_DRAWN || !plain.theme.is_empty() {
        return None;
    }
    let mut random = Random::new(plain.seed ^ 0xA11, attempt);
    let (mut cells, _) = free_cells(plain, &plain.fixed);
    let mut pending = Vec::new();
    (0..MOST_DRAWS).find_map(|_| {
        let mut puzzle = plain.fixed.clone();
        let mut draft = Draft::of(&puzzle, plain.strategies);
        random.shuffle(&mut cells);
        let is_drawn = cells.iter().all(|&cell| {
            any_of(draft.marks(cell), &mut random).is_some_and(|digit| {
                puzzle.set(cell, Some(digit));
                draft.assign(cell, digit, &mut pending)
            })
        });
        is_drawn.then_some(puzzle)
    })
}

/// One of the digits in a mask.
fn any_of(mut marks: u32, random: &mut Random) -> Option<Digit> {
    if marks == 0 {
        return None;
    }
    for _ in 0..random.below(marks.count_ones() as usize) {
        marks &= marks - 1;
    }
    Some(Digit::from_index(marks.trailing_zeros() as usize))
}

struct Walk<'a> {
    judge: Judge<'a>,
    watch: &'a dyn Watch,
    random: Random,
    /// Clue cells without a fixed digit; with a theme, one of those that get their digits together.
    cells: Vec<Cell>,
    themed: Option<Themed>,
    current: Puzzle,
    tuning: &'a Annealing,
    /// Up to how many clues are drawn anew, times [`Annealing::patience`]: more where that changes nothing, fewer where
    /// it changes too much.
    reach: usize,
    pending: Vec<(u8, u8, u8)>,
}

impl<'a> Walk<'a> {
    fn new(judge: Judge<'a>, start: Puzzle, attempt: u64, tuning: &'a Annealing, watch: &'a dyn Watch) -> Walk<'a> {
        let request = judge.request;
        let (cells, themed) = free_cells(request, &start);
        let random = Random::new(request.seed ^ 0x90_1DED, attempt);
        Walk {
            judge,
            watch,
            random,
            cells,
            themed,
            current: start,
            tuning,
            reach: 3 * tuning.patience,
            pending: Vec::new(),
        }
    }

    fn run(&mut self, n_moves: usize) -> Option<Found> {
        let closure = AnyClosure::of(&self.current, self.judge.fast());
        let cost = self.judge.cost(&self.current, closure, false, Cost::MAX, self.watch)?;
        let (mut cost, mut redundant) =
            self.judge.with_redundant(&self.current, cost, Cost::MAX, &CellSet::EMPTY, self.watch)?;
        for i in 0..=n_moves {
            if cost == 0 {
                if let Some(found) = self.judge.accept(&self.current, self.watch) {
                    return Some(found);
                }
                // A shortcut of the judge misjudged it: anything else is better.
                cost = Cost::MAX;
            }
            if i % 16 == 0 && self.watch.should_stop() || i == n_moves {
                break;
            }
            let Some((next, draft)) = self.redraw(&redundant) else {
                self.draw_more();
                continue;
            };
            // Exponentially distributed slack: annealing at a constant temperature.
            let mut random = self.random.clone();
            let slack = self.tuning.slack * random.bits().trailing_zeros();
            let limit = cost.saturating_add(slack);
            let Some(solutions) = self.judge.solutions(&draft, self.watch) else { break };
            let next_cost = if let Solutions::Several(cost) = solutions {
                cost
            } else {
                let Some(closure) = draft.close() else {
                    self.draw_more();
                    continue;
                };
                let has_one = solutions == Solutions::One;
                let Some(cost) = self.judge.cost(&next, closure, has_one, limit, self.watch) else { continue };
                cost
            };
            self.random = random;
            if next_cost >= IMPROPER {
                self.reach = (self.reach - 1).max(2 * self.tuning.patience);
            }
            let judged = self.judge.with_redundant(&next, next_cost, limit, &redundant, self.watch);
            let Some((next_cost, next_redundant)) = judged else { continue };
            if next_cost <= limit {
                (self.current, cost, redundant) = (next, next_cost, next_redundant);
            }
        }
        self.watch.report(Progress::new(Method::Search, n_moves as u64));
        None
    }

    /// After a move that changed nothing.
    fn draw_more(&mut self) {
        self.reach = (self.reach + 1).min(8 * self.tuning.patience);
    }

    /// Draws some clues anew, mostly a redundant one among them: by itself it can only be what it is, but with others
    /// drawn anew it may be needed.
    fn redraw(&mut self, redundant: &CellSet) -> Option<(Puzzle, Draft)> {
        let first = if redundant.is_empty() || self.random.below(ANYWHERE) == 0 {
            None
        } else {
            // Fixed digits stay.
            let cell = redundant.iter().nth(self.random.below(redundant.len()));
            cell.filter(|&cell| self.judge.request.fixed.get(cell).is_none())
        };
        redraw(
            &self.current,
            (&self.cells, self.themed.as_ref()),
            self.judge.fast(),
            self.reach / self.tuning.patience,
            first,
            &mut self.random,
            &mut self.pending,
        )
    }
}

/// The clue cells without a fixed digit; with a theme, one of those that get their digits together, as in this puzzle.
pub(super) fn free_cells(request: &Request, puzzle: &Puzzle) -> (Vec<Cell>, Option<Themed>) {
    let cells: Vec<Cell> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
    match Themed::new(request, Permutations::Of(puzzle)) {
        Ok(Some(themed)) => (themed.firsts(&cells), Some(themed)),
        // A theme that no puzzle has broken leaves digits.
        _ => (cells, None),
    }
}

/// Clears up to `reach` clues, or this one and up to `reach` others, and draws them anew among what the closure leaves,
/// with the draft of the result; `None` if that breaks the grid or changes nothing.
pub(super) fn redraw(
    current: &Puzzle,
    (cells, themed): (&[Cell], Option<&Themed>),
    strategies: StrategySet,
    reach: usize,
    first: Option<Cell>,
    random: &mut Random,
    pending: &mut Vec<(u8, u8, u8)>,
) -> Option<(Puzzle, Draft)> {
    let n_redrawn = (1 + random.below(reach) + usize::from(first.is_some())).min(cells.len());
    let mut next = current.clone();
    let mut open = Vec::with_capacity(n_redrawn);
    let clear = |next: &mut Puzzle, cell: Cell| match themed {
        None => next.set(cell, None),
        Some(themed) => themed.cells_with(cell).iter().for_each(|cell| next.set(cell, None)),
    };
    if let Some(cell) = first {
        // Of those that get their digits together, the one that stands for them.
        let with = themed.map(|themed| themed.cells_with(cell));
        let cell = with.and_then(|with| cells.iter().copied().find(|&other| with.contains(other))).unwrap_or(cell);
        open.push(cell);
        clear(&mut next, cell);
    }
    while open.len() < n_redrawn {
        let cell = cells[random.below(cells.len())];
        if !open.contains(&cell) {
            open.push(cell);
            clear(&mut next, cell);
        }
    }
    let mut draft = Draft::of(&next, strategies);
    for cell in open {
        let marks = draft.marks(cell) & themed.map_or(u32::MAX, |themed| themed.mask(cell, &next));
        let digit = any_of(marks, random)?;
        let clues = themed.map_or_else(|| vec![(cell, digit)], |themed| themed.together(cell, digit));
        for (cell, digit) in clues {
            if !draft.assign(cell, digit, pending) {
                return None;
            }
            next.set(cell, Some(digit));
        }
    }
    if next == *current {
        return None;
    }
    Some((next, draft))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;

    #[track_caller]
    fn start_on(pattern: &str, attempt: u64) -> Puzzle {
        let required = "naked-triple".parse().expect("a strategy");
        let request = Request::new(pattern.parse().expect("a pattern"), StrategySet::BASIC);
        let request = request.with(|design| design.required = required);
        let start = start(&request, attempt, &Unwatched).expect("a start");
        assert_eq!(start.pattern(), request.pattern);
        start
    }

    /// Rebuilding comes to no puzzle here in a hundred attempts.
    #[test]
    fn walks_begin_where_no_puzzle_is_found() {
        let pattern = "x...x...x.x.....x...x...x.......x......xx...xx...x......x...x...x.....x.x..x....x";
        let starts: Vec<Puzzle> = (0..4).map(|attempt| start_on(pattern, attempt)).collect();
        assert!(starts.iter().all(|start| start.conflict().is_none()));
        assert!(starts[1..].iter().all(|start| *start != starts[0]));
    }

    #[test]
    fn walks_begin_at_a_puzzle_where_one_is_found_soon() {
        let pattern = "....x.x...x.x..xx........xxx..x.x....x.x....x.x..xx.x...x......x..xx..x.xx...x...";
        let is_solved = |attempt| AnyClosure::of(&start_on(pattern, attempt), StrategySet::PAPER).is_solved();
        assert!((0..4).all(is_solved));
    }
}
