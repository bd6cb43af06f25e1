//! The rules against the strategies of the registry, on random boards of every shape.

use super::{Left, Premises};
use crate::generate::certificate_check::PremiseRules;
use crate::generate::random::Random;
use crate::generate::sat::unfounded::closure::tests::{candidates, solution};
use crate::grid::examples::all_shapes;
use crate::grid::{Candidate, Puzzle, Shape};
use crate::logic::{Board, STRATEGIES, StrategyId, StrategySet, next_step, strategy};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Rows of the largest boards tried: the rules know no sizes, and take long where chains do.
const MOST_ROWS: usize = 12;

fn left_on(board: &Board) -> Left {
    let mut left = Left::none(board.shape());
    candidates(board.shape()).filter(|&c| board.has(c)).for_each(|c| left.insert(c));
    left
}

/// What the rules of these strategies conclude of the candidates that are left.
fn by_rules(strategies: StrategySet, shape: Shape, left: &Left) -> BTreeSet<Candidate> {
    let wanted: Vec<Candidate> = candidates(shape).filter(|c| left.cells[c.digit.index()].contains(c.cell)).collect();
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

/// The strategies whose steps the rules of this one include: as more is ruled out, an XYZ-wing becomes an XY-wing, a fish
/// with fins a sashimi fish, and where a line of it is filled a smaller one.
fn included(id: StrategyId) -> Vec<StrategyId> {
    const FISH: [StrategyId; 6] = [
        StrategyId::SashimiXWing,
        StrategyId::FinnedXWing,
        StrategyId::SashimiSwordfish,
        StrategyId::FinnedSwordfish,
        StrategyId::SashimiJellyfish,
        StrategyId::FinnedJellyfish,
    ];
    if id == StrategyId::XyzWing {
        return vec![id, StrategyId::XyWing];
    }
    FISH.iter().position(|&fish| fish == id).map_or(vec![id], |last| FISH[..=last].to_vec())
}

/// Every step is concluded by a rule; where set logic has no step, nothing else is on plain shapes.
#[test]
fn rules_conclude_what_steps_do() {
    let mut random = Random::new(31, 0);
    let mut counts = BTreeMap::new();
    for shape in all_shapes().filter(|shape| shape.n() <= MOST_ROWS) {
        for _ in 0..if shape.n() <= 9 { 10 } else { 1 } {
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
                    let steps = by_steps(id, &board);
                    *counts.entry(id).or_insert(0) += steps.len();
                    assert!(steps.is_subset(&found), "{} on {shape}: {steps:?} {found:?}", id.name());
                    // Where regions are irregular, two houses may see a cell together, as no simpler strategy says.
                    if is_stuck && shape.is_plain() {
                        let all = included(id).into_iter().flat_map(|id| by_steps(id, &board)).collect();
                        assert!(found.is_subset(&all), "{} on {shape}: {all:?} {found:?}", id.name());
                    }
                }
            }
        }
    }
    assert!(ids().all(|id| counts[&id] > 0), "{counts:?}");
}

/// Random candidates, fewer than a board can have; none of some cells and houses.
fn with_less(left: &Left, shape: Shape, random: &mut Random) -> Left {
    let share = random.below(60);
    let mut less = Left::none(shape);
    for c in candidates(shape).filter(|c| left.cells[c.digit.index()].contains(c.cell)) {
        if random.below(100) >= share {
            less.insert(c);
        }
    }
    less
}

/// The checker of proofs, which reads the rules off links of its own, comes to the same conclusions.
#[test]
fn the_checker_concludes_the_same() {
    let mut random = Random::new(33, 0);
    // The checker is slow by design, and the rules know no sizes.
    for shape in all_shapes().filter(|shape| shape.n() <= 9) {
        let left = left_on(&random_board(shape, &mut random));
        for left in [with_less(&left, shape, &mut random), left] {
            let is_left = |c: Candidate| left.cells[c.digit.index()].contains(c.cell);
            let ruled_out: Vec<bool> = candidates(shape).map(|c| !is_left(c)).collect();
            let wanted: Vec<u16> = (0..).zip(&ruled_out).filter(|(_, out)| !**out).map(|(c, _)| c).collect();
            for id in ids() {
                let rules = PremiseRules::new(shape, StrategySet::single(id)).expect("rules");
                let found = rules.conclusions(&ruled_out, &wanted).into_iter();
                let found: BTreeSet<Candidate> = found.map(|c| Candidate::from_index(shape, c.into())).collect();
                assert_eq!(found, by_rules(StrategySet::single(id), shape, &left), "{} on {shape}", id.name());
            }
        }
    }
}

/// What is concluded is concluded, too, where more is gone, be it true or not.
#[test]
fn rules_conclude_no_less_where_more_is_gone() {
    let mut random = Random::new(32, 0);
    for shape in all_shapes().filter(|shape| shape.n() <= MOST_ROWS) {
        for _ in 0..if shape.n() <= 9 { 4 } else { 1 } {
            let left = left_on(&random_board(shape, &mut random));
            let less = with_less(&left, shape, &mut random);
            for id in ids() {
                let mut expected = by_rules(StrategySet::single(id), shape, &left);
                expected.retain(|c| less.cells[c.digit.index()].contains(c.cell));
                let found = by_rules(StrategySet::single(id), shape, &less);
                assert!(expected.is_subset(&found), "{} on {shape}: {expected:?} {found:?}", id.name());
            }
        }
    }
}
