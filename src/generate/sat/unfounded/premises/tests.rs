//! The rules against the strategies of the registry, on random boards of every shape.

use super::{Left, Premises};
use crate::generate::random::Random;
use crate::generate::sat::unfounded::closure::tests::{candidates, solution};
use crate::grid::examples::all_shapes;
use crate::grid::{Candidate, Puzzle, Shape};
use crate::logic::{Board, STRATEGIES, StrategyId, StrategySet, next_step, strategy};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn left_on(board: &Board) -> Left {
    let mut left = Left::none(board.shape());
    candidates(board.shape()).filter(|&c| board.has(c)).for_each(|c| left.insert(c));
    left
}

/// What the rules of these strategies conclude of the candidates that are left.
fn by_rules(strategies: StrategySet, shape: Shape, left: &Left) -> BTreeSet<Candidate> {
    let wanted: Vec<Candidate> =
        candidates(shape).filter(|c| left.cells[c.digit.index()].contains(c.cell)).collect();
    let rules = Premises::new(shape, strategies).expect("strategies with rules");
    rules.conclusions(left, &wanted).into_iter().collect()
}

/// What all steps of a strategy conclude.
fn by_steps(id: StrategyId, board: &Board) -> BTreeSet<Candidate> {
    let mut all = BTreeSet::new();
    let _ = strategy(id).find(board, &mut |step| {
        all.extend(step.eliminated().iter().copied());
        ControlFlow::Continue(())
    });
    all
}

/// The grid with some digits of the solution, and of what these leave some more ruled out.
fn random_board(shape: Shape, random: &mut Random) -> Board {
    let solution = solution(shape, random);
    let (clues, out) = (random.below(50), random.below(90));
    let mut puzzle = Puzzle::empty(shape);
    for (cell, digit) in solution.clues().filter(|_| random.below(100) < clues) {
        puzzle.set(cell, Some(digit));
    }
    let mut board = Board::new(&puzzle);
    for c in candidates(shape) {
        if solution.get(c.cell) != Some(c.digit) && board.has(c) && random.below(100) < out {
            board.eliminate(c);
        }
    }
    board
}

fn ids() -> impl Iterator<Item = StrategyId> {
    STRATEGIES.iter().map(|strategy| strategy.id()).filter(|&id| StrategySet::WITH_PREMISES.contains(id))
}

/// What a strategy beside this one says by the rules of this one: a fish with fins may become a sashimi fish.
fn with_rest(id: StrategyId) -> Vec<StrategyId> {
    match id {
        StrategyId::FinnedXWing => vec![id, StrategyId::SashimiXWing],
        StrategyId::FinnedSwordfish => vec![id, StrategyId::SashimiSwordfish],
        StrategyId::FinnedJellyfish => vec![id, StrategyId::SashimiJellyfish],
        _ => vec![id],
    }
}

/// Every step is concluded by a rule; where set logic has no step, nothing else is.
#[test]
fn rules_conclude_what_steps_do() {
    let mut random = Random::new(31, 0);
    let mut counts = std::collections::BTreeMap::new();
    for shape in all_shapes() {
        for _ in 0..if shape.n() <= 9 { 150 } else { 10 } {
            let mut board = random_board(shape, &mut random);
            for is_stuck in [false, true] {
                while let Some(step) = next_step(&board, StrategySet::BASIC).filter(|_| is_stuck) {
                    step.apply(&mut board);
                }
                if board.is_solved() {
                    break;
                }
                let left = left_on(&board);
                for id in ids() {
                    let found = by_rules(StrategySet::single(id), shape, &left);
                    let steps: BTreeSet<Candidate> =
                        with_rest(id).into_iter().flat_map(|id| by_steps(id, &board)).collect();
                    let own = by_steps(id, &board);
                    assert!(own.is_subset(&found), "{} on {shape}: {own:?} {found:?}\n{board:?}", id.name());
                    if is_stuck {
                        assert_eq!(found, steps, "{} on {shape}", id.name());
                        *counts.entry(id).or_insert(0) += steps.len();
                    }
                }
            }
        }
    }
    assert!(ids().all(|id| counts[&id] > 0), "{counts:?}");
}

/// What is concluded is concluded, too, where more is gone, be it true or not.
#[test]
fn rules_conclude_no_less_where_more_is_gone() {
    let mut random = Random::new(32, 0);
    for shape in all_shapes() {
        for _ in 0..if shape.n() <= 9 { 60 } else { 4 } {
            let left = left_on(&random_board(shape, &mut random));
            let share = random.below(60);
            let mut less = Left::none(shape);
            for c in candidates(shape).filter(|c| left.cells[c.digit.index()].contains(c.cell)) {
                if random.below(100) >= share {
                    less.insert(c);
                }
            }
            for id in ids() {
                let mut expected = by_rules(StrategySet::single(id), shape, &left);
                expected.retain(|c| less.cells[c.digit.index()].contains(c.cell));
                let found = by_rules(StrategySet::single(id), shape, &less);
                assert!(expected.is_subset(&found), "{} on {shape}: {expected:?} {found:?}", id.name());
            }
        }
    }
}
