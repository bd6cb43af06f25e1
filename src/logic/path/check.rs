//! Whether a trace is as a path asks.

use super::{Counted, PathCondition, PathGoal, PlacedStep, SINGLES, StepPlace, Timing};
use crate::grid::Puzzle;
use crate::logic::needed::{never_spoils, searches_along_other_paths};
use crate::logic::{Board, Order, Search, Step, StrategySet, Trace, TraceVerdict, freedom_of, rate_trace};
use std::ops::ControlFlow;

/// Where a condition is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathReport {
    /// Number of the condition, from 0.
    pub condition: usize,
    /// Number of the step in the trace, from 0; of a step that is only possible, the position where it is offered.
    pub step: usize,
    /// Whether the trace takes the step.
    pub is_taken: bool,
}

/// What the check of a path says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathCheck {
    /// Every condition holds; where those about steps do.
    Holds(Vec<PathReport>),
    /// The first condition that does not hold, from 0.
    Fails(usize),
    /// It was stopped.
    Stopped,
}

impl PathGoal {
    /// Whether a solved trace in this order is as asked for. The puzzle has one solution.
    pub fn check(&self, trace: &Trace, order: &Order, should_stop: &dyn Fn() -> bool) -> PathCheck {
        if self.is_empty() {
            return PathCheck::Holds(Vec::new());
        }
        if trace.verdict != TraceVerdict::Solved {
            return PathCheck::Fails(0);
        }
        let mut reports = Vec::new();
        for (index, condition) in self.conditions.iter().enumerate() {
            if should_stop() {
                return PathCheck::Stopped;
            }
            match condition {
                PathCondition::Count(count) => {
                    let number = match count.counted {
                        Counted::Steps(id) => trace.steps.iter().filter(|step| step.strategy() == id).count(),
                        Counted::Bottlenecks => rate_trace(trace, order).bottlenecks().len(),
                        Counted::OpenSingles => freedom_of(&trace.board_before(0), StrategySet::SINGLES),
                    };
                    if !count.holds(number) {
                        return PathCheck::Fails(index);
                    }
                }
                PathCondition::Step(step) => match step.found_in(trace, order, should_stop) {
                    _ if should_stop() => return PathCheck::Stopped,
                    Some((at, is_taken)) => reports.push(PathReport { condition: index, step: at, is_taken }),
                    None => return PathCheck::Fails(index),
                },
            }
        }
        PathCheck::Holds(reports)
    }
}

impl PlacedStep {
    /// The number of the step where it is met, and whether the trace takes it. What it returns after a stop means
    /// nothing.
    fn found_in(&self, trace: &Trace, order: &Order, should_stop: &dyn Fn() -> bool) -> Option<(usize, bool)> {
        let geometry = &*trace.puzzle.shape().geometry();
        let taken: Vec<usize> =
            (0..trace.steps.len()).filter(|&i| self.place.matches(&trace.steps[i], geometry)).collect();
        let Some(&first) = taken.first() else {
            let is_enough = !self.is_needed && self.timing.is_empty();
            return is_enough.then(|| self.place.offered_in(trace, order, should_stop)).flatten().map(|at| (at, false));
        };
        let mut at = first;
        for timing in &self.timing {
            at = timing.holds(&self.place, &taken, trace, order)?;
        }
        if self.is_needed && is_solved_without(&trace.puzzle, order, &self.place, should_stop)? {
            return None;
        }
        Some((at, true))
    }
}

impl StepPlace {
    /// The first position of the trace at which a step that matches is there to be taken.
    fn offered_in(&self, trace: &Trace, order: &Order, should_stop: &dyn Fn() -> bool) -> Option<usize> {
        let search = order.search(self.strategy);
        let mut board = trace.board_before(0);
        for (index, step) in trace.steps.iter().enumerate() {
            if should_stop() {
                return None;
            }
            if first_step(&board, search, &|step| self.matches(step, board.geometry())).is_some() {
                return Some(index);
            }
            step.apply(&mut board);
        }
        None
    }
}

impl Timing {
    /// The number of the step of which it holds, of those that match, if it does.
    fn holds(&self, place: &StepPlace, taken: &[usize], trace: &Trace, order: &Order) -> Option<usize> {
        let geometry = &*trace.puzzle.shape().geometry();
        let is_single = SINGLES.contains(&place.strategy);
        let counts = |&i: &usize| is_single || !SINGLES.contains(&trace.steps[i].strategy());
        let all = 0..trace.steps.len();
        let first_at = |other: &StepPlace| all.clone().find(|&i| other.matches(&trace.steps[i], geometry));
        let first = *taken.first()?;
        match self {
            Timing::First => all.clone().find(counts).filter(|at| taken.contains(at)),
            Timing::Last => all.clone().rev().find(counts).filter(|at| taken.contains(at)),
            Timing::Only(above) => {
                let rank = above.map(|id| order.ranking.rank(id));
                let is_above = |&i: &usize| {
                    let id = trace.steps[i].strategy();
                    rank.map_or(!SINGLES.contains(&id), |rank| order.ranking.rank(id) > rank)
                };
                let mut above = all.clone().filter(is_above);
                let only = above.next().filter(|_| above.next().is_none());
                only.filter(|at| taken.contains(at))
            }
            Timing::Before(other) => first_at(other).filter(|&at| first < at).map(|_| first),
            Timing::After(other) => first_at(other).filter(|&at| first > at).map(|_| first),
        }
    }
}

/// Whether the allowed strategies solve a puzzle with one solution without the steps that match, in their order or, where
/// steps may spoil one another, in one of the orders that [`hardest_needed`](crate::logic::hardest_needed) tries.
/// `None` if it was stopped.
///
/// What is looked for stays the same: a naked triple of which one cell is filled does not stand in for a naked pair
/// that is left out.
fn is_solved_without(
    puzzle: &Puzzle,
    order: &Order,
    place: &StepPlace,
    should_stop: &dyn Fn() -> bool,
) -> Option<bool> {
    let searches = order.searches();
    if is_solved(puzzle, &searches, place, should_stop)? {
        return Some(true);
    }
    if order.allowed.iter().all(never_spoils) {
        return Some(false);
    }
    for searches in searches_along_other_paths(&searches) {
        if is_solved(puzzle, &searches, place, should_stop)? {
            return Some(true);
        }
    }
    Some(false)
}

fn is_solved(
    puzzle: &Puzzle,
    searches: &[Search],
    left_out: &StepPlace,
    should_stop: &dyn Fn() -> bool,
) -> Option<bool> {
    let geometry = &*puzzle.shape().geometry();
    let mut board = Board::new(puzzle);
    let is_welcome = |step: &Step| !left_out.matches(step, geometry);
    loop {
        if should_stop() {
            return None;
        }
        if board.is_solved() || board.is_broken() {
            return Some(board.is_solved());
        }
        match searches.iter().find_map(|&search| first_step(&board, search, &is_welcome)) {
            Some(step) => step.apply(&mut board),
            None => return Some(false),
        }
    }
}

/// The first step of a search that is welcome.
fn first_step(board: &Board, search: Search, is_welcome: &dyn Fn(&Step) -> bool) -> Option<Step> {
    let mut found = None;
    let _ = search.find(board, &mut |step| {
        if is_welcome(&step) {
            found = Some(step);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
