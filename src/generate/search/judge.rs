//! How far a puzzle is from what is asked for: the cost that the guided search brings down.
//!
//! It comes from closures first: how many weaker sets of strategies fail already where the puzzle is too easy, how many
//! candidates are left where it is too hard. Only what passes them is traced step by step or rated.

use super::placed::{AfterStep, Placed};
use crate::generate::placing::Images;
use crate::generate::verify::verify;
use crate::generate::{Found, Method, Request, Watch};
use crate::grid::{CellSet, Puzzle, Shape};
use crate::logic::{
    AnyClosure, Draft, Scale, Search, Step, StrategyId, StrategySet, TraceVerdict, Window, fast_count_until,
    solution_without, solve_until,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How far a puzzle is from what is wanted, in thousandths of a rough scale; 0 is there.
pub(super) type Cost = u32;

/// Costs of puzzles that are too easy or too hard grow from here.
const TOO_EASY: Cost = 100;
const TOO_HARD: Cost = 90;
const UNUSED: Cost = 30;
pub(super) const IMPROPER: Cost = 130;
/// What all candidates weigh beside it: so much that walks on sparse patterns stay near the few puzzles with one solution.
const SHARE_IMPROPER: usize = 1600;
/// What an unsolved puzzle weighs beside a window, whose costs go to 250 and more.
const OUTSIDE: Cost = 150;
/// What a redundant clue weighs where a puzzle shall be minimal.
const REDUNDANT: Cost = 24;
/// What one weaker set of strategies weighs that solves a puzzle which shall be harder.
const LEVEL: Cost = 60;
/// What it weighs that the step which the path asks for is not needed.
const ELSEWHERE: Cost = 90;
/// What each digit, cell or line weighs that keeps the step from standing where it is asked for.
const LOOSE: Cost = 8;

/// Costs of puzzles in which a needed step is not in its place where the easier strategies are stuck grow from here; above
/// all costs of those in which it is.
const MISPLACED: Cost = 400;
/// What each candidate or digit too many weighs that keeps such a step from its place.
const SURPLUS: Cost = 60;
/// The same of a wing that comes after another one, which is told apart more finely.
const SURPLUS_OF_LATE: Cost = 20;
/// What all candidates weigh beside it: little, for on a board that is nearly solved there is no step to come to.
const SHARE_MISPLACED: usize = 250;
/// What more it weighs that such a step is not needed because easier strategies solve the puzzle.
const SOLVED_WITHOUT: Cost = 300;
/// The cost of a puzzle that other steps of the strategy solve before such a wing stands.
const SOLVED_BY_OTHERS: Cost = 600;
/// Costs of puzzles grow from here that are not solved though such a step is in its place; lower if they are proper.
const UNSOLVED: Cost = 10;
const UNSOLVED_PROPER: Cost = 5;

/// How many solutions a puzzle has, as far as its draft tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Solutions {
    /// Several, or so many candidates are left that there are taken to be; with the cost of the puzzle.
    Several(Cost),
    One,
    Unknown,
}

/// Judges puzzles.
pub(super) struct Judge<'a> {
    pub(super) request: &'a Request,
    /// Set logic that comes before every required strategy: closed over at once.
    fast: StrategySet,
    /// All other allowed strategies, easiest first: tried one by one where the closure does not solve the puzzle.
    slow: Vec<Search>,
    /// Growing subsets of `fast`; the more of them fail, the harder the puzzle.
    weaker: Vec<StrategySet>,
    required: StrategySet,
    /// The step that is to come near.
    placed: Option<Arc<Placed>>,
    /// Where that step may stand to be brought to its place.
    images: Option<Images>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(request: &'a Request, placed: Option<Arc<Placed>>) -> Judge<'a> {
        let ranking = &request.ranking;
        let allowed = request.strategies;
        let before = ranking
            .iter()
            .find(|&id| request.required.contains(id) || placed.as_ref().is_some_and(|placed| placed.strategy == id))
            .map_or(StrategySet::ALL, |first| ranking.easier_than(first));
        let fast = allowed.intersection(StrategySet::BASIC).intersection(before);
        let mut weaker = Vec::new();
        let mut set = StrategySet::EMPTY;
        weaker.push(set);
        for id in ranking.sort(fast) {
            set.insert(id);
            weaker.push(set);
        }
        weaker.pop();
        let order = request.order();
        let mut remaining = allowed.difference(fast);
        if !fast.intersection(StrategySet::SINGLES).is_empty() {
            // A full house is a single of either kind, so it is closed over.
            remaining.remove(StrategyId::FullHouse);
        }
        let slow = ranking.sort(remaining).into_iter().map(|id| order.search(id)).collect();
        Judge { request, fast, slow, weaker, required: request.required, placed, images: Images::of(request) }
    }

    /// The strategies of the closures that it is given.
    pub(super) fn fast(&self) -> StrategySet {
        self.fast
    }

    /// A puzzle of cost 0, verified; where a step is placed, brought to where it is asked for.
    pub(super) fn accept(&self, puzzle: &Puzzle, watch: &dyn Watch) -> Option<Found> {
        let Some(images) = &self.images else {
            return verify(self.request, puzzle, Method::Search, watch).ok();
        };
        let trace = solve_until(puzzle, self.request.order(), &|| watch.should_stop())?;
        let mut tried: Vec<Puzzle> = Vec::new();
        let mut found = None;
        let mut board = trace.board_before(0);
        for step in &trace.steps {
            let mut offered = vec![step.clone()];
            if !images.is_needed() {
                let _ = self.request.order().search(images.strategy()).find(&board, &mut |step| {
                    offered.push(step);
                    ControlFlow::Continue(())
                });
            }
            step.apply(&mut board);
            for step in offered {
                let Some(index) = images.matching(&step) else { continue };
                let moved = images.bring_back(index, &step, puzzle);
                if !tried.contains(&moved) {
                    found = found.or_else(|| verify(self.request, &moved, Method::Search, watch).ok());
                    tried.push(moved);
                }
                if found.is_some() || watch.should_stop() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether a puzzle with its closure under `fast` looks like what is asked for.
    pub(super) fn is_wanted(&self, puzzle: &Puzzle, closure: AnyClosure, watch: &dyn Watch) -> bool {
        let is_settled = self.slow.is_empty() && self.request.window().is_none() && !closure.is_solved();
        !is_settled
            && self.cost(puzzle, closure, false, Cost::MAX, watch) == Some(0)
            && self.with_redundant(puzzle, 0, 0, &CellSet::EMPTY, watch).is_some_and(|(cost, _)| cost == 0)
    }

    /// Adds what redundant clues weigh where there should be none, and says which they are. Looks first at those that
    /// were redundant before, and no further once the cost is above the limit.
    pub(super) fn with_redundant(
        &self,
        puzzle: &Puzzle,
        mut cost: Cost,
        limit: Cost,
        before: &CellSet,
        watch: &dyn Watch,
    ) -> Option<(Cost, CellSet)> {
        let mut redundant = CellSet::EMPTY;
        if !self.request.minimal {
            return Some((cost, redundant));
        }
        let clues = self.request.pattern.cells;
        // Anything that is proper is better.
        if cost >= IMPROPER {
            return Some((cost + REDUNDANT * clues.len() as Cost, redundant));
        }
        for cell in before.iter().chain(clues.difference(before).iter()) {
            if cost > limit {
                break;
            }
            if watch.should_stop() {
                return None;
            }
            if solution_without(puzzle, cell, &|| watch.should_stop())?.is_none() {
                redundant.insert(cell);
                cost += REDUNDANT;
            }
        }
        Some((cost, redundant))
    }

    /// What the draft of a puzzle tells about its solutions, where that may spare its closure; `None` if the watch says stop.
    pub(super) fn solutions(&self, draft: &Draft, watch: &dyn Watch) -> Option<Solutions> {
        if self.placed.is_some() || draft.is_solved() {
            return Some(Solutions::Unknown);
        }
        if is_near(draft.shape(), draft.n_marks()) && has_one_solution(&draft.values(), watch)? {
            return Some(Solutions::One);
        }
        let share = share_of(SHARE_IMPROPER, draft.shape(), draft.n_marks());
        Some(Solutions::Several(IMPROPER + share + self.outside()))
    }

    /// What an unsolved puzzle weighs next to a window, for there it weighs more than being outside.
    fn outside(&self) -> Cost {
        if self.request.window().is_some() { OUTSIDE } else { 0 }
    }

    /// The cost of what a puzzle needs and how difficult it is, with its closure under `fast`; `None` if it is broken or
    /// the watch says stop. A cost above the limit may be told too low, but is above it then, too. What is known to have
    /// one solution is not asked for a second one.
    pub(super) fn cost(
        &self,
        puzzle: &Puzzle,
        mut closure: AnyClosure,
        has_one_solution: bool,
        limit: Cost,
        watch: &dyn Watch,
    ) -> Option<Cost> {
        if closure.is_broken() {
            return None;
        }
        if closure.is_solved() && (!self.required.is_empty() || self.placed.is_some()) {
            return self.too_easy(puzzle, limit, watch);
        }
        let (window, outside) = (self.request.window(), self.outside());
        if !closure.is_solved() {
            if let Some(placed) = self.placed.as_ref().filter(|placed| placed.opens_the_stuck_board()) {
                let cost = if placed.comes_late() {
                    let mut later = closure.clone();
                    self.finish(puzzle, &mut later, &|step| !placed.matches(step), watch)?;
                    if later.is_solved() {
                        return Some(SOLVED_BY_OTHERS);
                    }
                    self.cost_of_place(placed, puzzle, &later, watch)?
                } else {
                    self.cost_of_place(placed, puzzle, &closure, watch)?
                };
                if cost > 0 {
                    return Some(cost + self.beside_place());
                }
            } else if !has_one_solution && !is_proper(&closure, watch)? {
                // Several solutions are far off: other digits are needed, not a little less or more.
                let far = self.placed.as_ref().map_or(0, |placed| LOOSE * placed.looseness(&closure));
                return Some(IMPROPER + share_left(SHARE_IMPROPER, &closure) + far + outside);
            }
        }
        if let Some(window) = window.filter(|window| window.scale != Scale::Own) {
            match window.scale.figure_of_until(puzzle, &|| watch.should_stop()) {
                _ if watch.should_stop() => return None,
                None => return Some(TOO_HARD + outside),
                Some(figure) if window.distance(figure) > 0 => return Some(nearness(window, figure)),
                Some(_) => {}
            }
        }
        if let Some(placed) = &self.placed {
            let astray = self.astray(placed, puzzle, closure.clone(), watch)?;
            if astray > 0 {
                return Some(astray + outside);
            }
        }
        let used = self.finish(puzzle, &mut closure, &|_| true, watch)?;
        let n_missing = self.required.difference(used).len() as Cost;
        if !closure.is_solved() {
            let share = share_left(250, &closure);
            let loose = self.placed.as_ref().map_or(0, |placed| LOOSE * placed.looseness(&closure));
            return Some(TOO_HARD + share + UNUSED * n_missing + loose + outside);
        }
        if n_missing > 0 {
            return Some(TOO_EASY + LEVEL * n_missing);
        }
        let Some(window) = self.request.window().filter(|window| window.scale == Scale::Own) else { return Some(0) };
        let trace = solve_until(puzzle, self.request.order(), &|| watch.should_stop())?;
        if trace.verdict != TraceVerdict::Solved {
            return Some(TOO_HARD + outside);
        }
        let figure = window.scale.figure(&trace, &self.request.order())?;
        Some(nearness(window, figure))
    }

    /// What it weighs beside other wishes that a needed step is not in its place or does not open the puzzle: more than
    /// that these are not met.
    fn beside_place(&self) -> Cost {
        let has_wishes = self.request.window().is_some() || self.request.minimal || !self.required.is_empty();
        if has_wishes { OUTSIDE } else { 0 }
    }

    /// The cost of a puzzle whose step is not in its place where the easier strategies are stuck (a late wing: where all
    /// other steps have been taken), or which is not solved from there on, with its closure under `fast`; 0 if the step is
    /// there and opens the puzzle, or if it is needed later. The puzzle is proper then.
    fn cost_of_place(&self, placed: &Placed, puzzle: &Puzzle, closure: &AnyClosure, watch: &dyn Watch) -> Option<Cost> {
        let mut next = match placed.after_step(closure, puzzle) {
            AfterStep::Leaves(next) => next,
            AfterStep::Contradiction => return None,
            AfterStep::Absent(looseness) => {
                // With nothing else asked for, that is rare and costs more time than it finds.
                let may_come_later = self.slow.len() > 1 || self.request.path.conditions.len() > 1;
                let is_needed_later = may_come_later
                    && is_proper(closure, watch)?
                    && self.astray(placed, puzzle, closure.clone(), watch)? == 0;
                let surplus = if placed.comes_late() { SURPLUS_OF_LATE } else { SURPLUS };
                let cost = MISPLACED + surplus * looseness + share_left(SHARE_MISPLACED, closure);
                return Some(if is_needed_later { 0 } else { cost });
            }
        };
        if next.is_solved() {
            return Some(0);
        }
        let share = share_left(1000, &next);
        // The step may rest on the puzzle being proper, so what follows from it does not tell whether it is.
        if !(is_near(next.shape(), next.n_marks()) && has_one_solution(&closure.values(), watch)?) {
            return Some(UNSOLVED + share);
        }
        let _ = self.finish(puzzle, &mut next, &|_| true, watch)?;
        Some(if next.is_solved() { 0 } else { UNSOLVED_PROPER + share })
    }

    /// The cost of a puzzle that does without the step which the path asks for, with its closure under `fast`; 0 if it
    /// needs it. The puzzle is proper.
    fn astray(&self, placed: &Placed, puzzle: &Puzzle, mut closure: AnyClosure, watch: &dyn Watch) -> Option<Cost> {
        let looseness = placed.looseness(&closure);
        if !placed.is_needed {
            let board = closure.board(puzzle);
            let search = self.request.order().search(placed.strategy);
            let mut is_there = false;
            let _ = search.find(&board, &mut |step| {
                is_there = placed.matches(&step);
                if is_there { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return Some(if is_there { 0 } else { ELSEWHERE + LOOSE * looseness });
        }
        let used = self.finish(puzzle, &mut closure, &|step| !placed.matches(step), watch)?;
        if !closure.is_solved() {
            return Some(0);
        }
        let elsewhere = if used.contains(placed.strategy) { ELSEWHERE } else { ELSEWHERE + UNUSED };
        Some(elsewhere + LOOSE * looseness)
    }

    /// Goes on with single steps of the slow strategies; which of them were used. The puzzle is proper.
    fn finish(
        &self,
        puzzle: &Puzzle,
        closure: &mut AnyClosure,
        is_welcome: &dyn Fn(&Step) -> bool,
        watch: &dyn Watch,
    ) -> Option<StrategySet> {
        let mut used = StrategySet::EMPTY;
        while !closure.is_solved() {
            if watch.should_stop() {
                return None;
            }
            let board = closure.board(puzzle);
            let step = self.slow.iter().take_while(|_| !watch.should_stop()).find_map(|search| {
                let mut found = None;
                let _ = search.find(&board, &mut |step| {
                    if !is_welcome(&step) {
                        return ControlFlow::Continue(());
                    }
                    found = Some(step);
                    ControlFlow::Break(())
                });
                found
            });
            if watch.should_stop() {
                return None;
            }
            let Some(step) = step else { break };
            used.insert(step.strategy());
            if !closure.conclude(&step) {
                return None;
            }
        }
        Some(used)
    }

    /// The cost of a puzzle that strategies easier than the required ones solve: the fewer of the weaker sets
    /// do, and the more candidates they leave, the nearer it is to needing more.
    fn too_easy(&self, puzzle: &Puzzle, limit: Cost, watch: &dyn Watch) -> Option<Cost> {
        let is_rule = self.placed.as_ref().is_some_and(|placed| placed.opens_the_stuck_board());
        let base = if is_rule { SOLVED_WITHOUT } else { 0 };
        if base + TOO_EASY > limit.max(IMPROPER) {
            return Some(base + TOO_EASY);
        }
        let (n, n_cells) = (puzzle.shape().n(), puzzle.shape().n_cells());
        // What one of them solves, all after it do; the last one that does not is sought by halves.
        let (mut n_failing, mut end) = (0, self.weaker.len());
        let mut stuck = None;
        while n_failing < end {
            if watch.should_stop() {
                return None;
            }
            let middle = usize::midpoint(n_failing, end);
            let closure = AnyClosure::of(puzzle, self.weaker[middle]);
            if closure.is_solved() {
                end = middle;
            } else {
                n_failing = middle + 1;
                stuck = Some(closure);
            }
        }
        let n_solving = (1 + self.weaker.len() - n_failing) as Cost;
        let left = stuck.as_ref().map_or(0, |closure| closure.n_marks() - n_cells);
        let looseness = |closure| self.placed.as_ref().map_or(0, |placed| placed.looseness(closure));
        let far = LOOSE * stuck.as_ref().map_or(0, looseness);
        Some(base + far + TOO_EASY + LEVEL * n_solving - (LEVEL as usize * left / (n * n_cells)) as Cost)
    }
}

/// The share of all candidates that is left beside those of the solution, of so much in all.
fn share_left(all: usize, closure: &AnyClosure) -> Cost {
    share_of(all, closure.shape(), closure.n_marks())
}

/// [`share_left`] with so many candidates left.
fn share_of(all: usize, shape: Shape, n_marks: usize) -> Cost {
    (all * (n_marks - shape.n_cells()) / (shape.n() * shape.n_cells())) as Cost
}

/// Whether a puzzle with this closure has one solution; with many candidates left it has several, or is taken to have.
fn is_proper(closure: &AnyClosure, watch: &dyn Watch) -> Option<bool> {
    Some(is_near(closure.shape(), closure.n_marks()) && has_one_solution(&closure.values(), watch)?)
}

/// Whether so few candidates are left that there may be one solution.
fn is_near(shape: Shape, n_marks: usize) -> bool {
    n_marks <= 4 * shape.n_cells()
}

/// Whether the digits that follow from the clues of a puzzle have one solution: they have the same as the clues.
fn has_one_solution(values: &Puzzle, watch: &dyn Watch) -> Option<bool> {
    Some(fast_count_until(values, 2, &|| watch.should_stop())? == 1)
}

/// The cost of a figure: 0 within the window.
fn nearness(window: Window, figure: u32) -> Cost {
    window.distance(figure).div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Unwatched, random::Random};
    use crate::grid::{Cell, Pattern};

    const GRID: &str = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

    /// Puzzles with several solutions cost as much before they are closed as after it, or more where the closure leaves
    /// fewer candidates.
    #[test]
    fn several_solutions_are_told_from_the_draft() {
        let check = |hardest: &str, is_equal: bool| {
            let request = Request::new(Pattern::empty(Shape::NINE), StrategySet::BASIC);
            let request = request.with(|design| design.required = hardest.parse().expect("a strategy"));
            let judge = Judge::new(&request, None);
            let mut random = Random::new(1, 0);
            let mut n_several = 0;
            for _ in 0..200 {
                let mut puzzle: Puzzle = GRID.parse().expect("a grid");
                for _ in 0..40 + random.below(70) {
                    puzzle.set(Cell::from_index(random.below(81)), None);
                }
                let solutions = judge.solutions(&Draft::of(&puzzle, judge.fast()), &Unwatched).expect("not stopped");
                let closure = AnyClosure::of(&puzzle, judge.fast());
                let after = judge.cost(&puzzle, closure, false, Cost::MAX, &Unwatched).expect("a cost");
                let is_several = fast_count_until(&puzzle, 2, &|| false) == Some(2);
                assert_eq!(matches!(solutions, Solutions::Several(_)), is_several, "{puzzle}");
                if let Solutions::Several(cost) = solutions {
                    n_several += 1;
                    assert!(after >= IMPROPER && cost >= after && (!is_equal || cost == after), "{puzzle}");
                }
            }
            assert!((20..180).contains(&n_several), "{n_several}");
        };
        check("naked-pair", true);
        check("hidden-quad", false);
    }

    /// A puzzle of which singles and locked candidates leave some cells open, so that its solutions are counted.
    #[test]
    fn one_solution_is_told_from_the_draft() {
        let check = |puzzle: &str, required: &str| {
            let request = Request::new(Pattern::empty(Shape::NINE), StrategySet::BASIC);
            let request = request.with(|design| design.required = required.parse().expect("a strategy"));
            let judge = Judge::new(&request, None);
            let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
            let solutions = judge.solutions(&Draft::of(&puzzle, judge.fast()), &Unwatched);
            assert_eq!(solutions, Some(Solutions::One), "{puzzle}");
            let closure = AnyClosure::of(&puzzle, judge.fast());
            let cost = |has_one| judge.cost(&puzzle, closure.clone(), has_one, Cost::MAX, &Unwatched);
            assert!(cost(true).is_some() && cost(true) == cost(false), "{puzzle}");
        };
        check("...3..8......82.5...54....91.4....6..9..7..8..8....5.12....47...7.89......6..7...", "x-wing");
        check("...3..8......82.5...54....91.4....6..9..7..8..8....5.12....47...7.89......6..7...", "swordfish");
    }

    /// As if each of the weaker sets were tried.
    #[test]
    fn sets_that_solve_a_puzzle_are_counted() {
        let mut random = Random::new(2, 0);
        let mut counts = std::collections::HashSet::new();
        for _ in 0..100 {
            let mut puzzle: Puzzle = GRID.parse().expect("a grid");
            for _ in 0..45 + random.below(20) {
                puzzle.set(Cell::from_index(random.below(81)), None);
            }
            let request = Request::new(puzzle.pattern(), StrategySet::BASIC);
            let request = request.with(|design| design.required = "hidden-quad".parse().expect("a strategy"));
            let judge = Judge::new(&request, None);
            let stuck =
                judge.weaker.iter().map(|&set| AnyClosure::of(&puzzle, set)).filter(|closure| !closure.is_solved());
            let stuck: Vec<AnyClosure> = stuck.collect();
            let n_solving = 1 + (judge.weaker.len() - stuck.len()) as Cost;
            let left = stuck.last().expect("no strategy solves nothing").n_marks() - 81;
            let expected = TOO_EASY + LEVEL * n_solving - (LEVEL as usize * left / 729) as Cost;
            assert_eq!(judge.too_easy(&puzzle, Cost::MAX, &Unwatched), Some(expected), "{puzzle}");
            counts.insert(n_solving);
        }
        assert!(counts.len() > 3, "{counts:?}");
    }
}
