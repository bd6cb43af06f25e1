//! Loop formulas: what is accepted is true of every puzzle that the strategies solve.

use super::refutation::{Judge, real};
use super::{answers, random_pattern};
use crate::generate::Request;
use crate::generate::certificate_check::loop_formula::LoopRules;
use crate::generate::random::Random;
use crate::grid::{Candidate, Cell, Puzzle, Shape};
use crate::logic::{Board, StrategyId, TraceVerdict, next_step, solve};
use crate::sat::cdcl::Lit;

fn is_true(formula: &[Lit], grid: &Puzzle) -> bool {
    formula.iter().any(|lit| {
        let candidate = Candidate::from_index(grid.shape(), lit.var());
        (grid.get(candidate.cell) == Some(candidate.digit)) == lit.is_positive()
    })
}

const ORDERS: [&str; 10] = [
    "naked-single",
    "hidden-single",
    "singles",
    "paper",
    "naked-single,locked-candidates",
    "hidden-single,locked-candidates",
    "naked-single,naked-pair",
    "hidden-single,hidden-pair",
    "hidden-single,x-wing",
    "full-house,hidden-single,naked-pair,x-wing",
];

/// The loop formula of a position: whatever still might be derived in it is none of the unsolved cells. Its literals
/// are what stands against that: candidates that are not in the solution could be, and those in it could not.
fn formula_of(request: &Request, grid: &Puzzle) -> Vec<Lit> {
    // Where the strategies have no step: a cell that is left holds its digit for no reason.
    let mut board = Board::new(&grid.masked(&request.pattern));
    while let Some(step) = next_step(&board, request.order()) {
        step.apply(&mut board);
    }
    let shape = grid.shape();
    let mut formula = Vec::new();
    for index in 0..shape.n() * shape.n_cells() {
        let candidate = Candidate::from_index(shape, index);
        let is_left = board.has(candidate) && board.value(candidate.cell).is_none();
        match (is_left, grid.get(candidate.cell) == Some(candidate.digit)) {
            // What is left and true could have been false, what is gone and false could have been true.
            (false, false) => formula.push(Lit::new(index, true)),
            (_, true) => formula.push(Lit::new(index, false)),
            _ => {}
        }
    }
    formula
}

#[test]
fn accepted_formulas_are_true() {
    let shape = Shape::new(2, 2).expect("a shape");
    let mut random = Random::new(41, 0);
    for order in ORDERS {
        let (mut counts, mut n_patterns) = ([0; 2], 0);
        while n_patterns < 5 {
            let pattern = random_pattern(shape, 4 + random.below(4), &mut random);
            let request = Request::in_order(pattern, order.parse().expect("an order"));
            let answers = answers(&request);
            if answers.is_empty() {
                continue;
            }
            n_patterns += 1;
            let rules = LoopRules::new(&request);
            let grids = crate::logic::solutions(&Puzzle::empty(shape), 1000);
            for _ in 0..150 {
                let mut formula = formula_of(&request, &grids[random.below(grids.len())]);
                // Some literals less make it stronger.
                for _ in 0..random.below(4) {
                    if !formula.is_empty() {
                        formula.swap_remove(random.below(formula.len()));
                    }
                }
                let holds = rules.formula_holds(&formula);
                counts[usize::from(holds)] += 1;
                if holds {
                    let broken = answers.iter().find(|grid| !is_true(&formula, grid));
                    assert_eq!(broken, None, "{order} {pattern}: {formula:?}");
                }
            }
        }
        assert!(counts[0] > 0, "{order}: everything is accepted, {counts:?}");
    }
}

/// A grid that the strategies do not solve is excluded by the formula that says all of it, one that they solve is not.
#[test]
fn whole_grids_are_told_apart() {
    for (shape, n_clues, n_patterns) in [("2x2", 5, 12), ("2x3", 13, 6), ("3x2", 13, 6)] {
        let shape: Shape = shape.parse().expect("a shape");
        let mut random = Random::new(43, 0);
        let mut counts = [0; 2];
        for i in 0..n_patterns * ORDERS.len() {
            let pattern = random_pattern(shape, n_clues + random.below(3), &mut random);
            let request = Request::in_order(pattern, ORDERS[i % ORDERS.len()].parse().expect("an order"));
            let rules = LoopRules::new(&request);
            for _ in 0..3 {
                let grid = random_grid(shape, &mut random);
                let formula: Vec<Lit> = grid
                    .clues()
                    .map(|(cell, digit)| Lit::new(Candidate::new(cell, digit).index(shape), false))
                    .collect();
                let is_solved = solve(&grid.masked(&pattern), request.order()).verdict == TraceVerdict::Solved;
                assert_eq!(rules.formula_holds(&formula), !is_solved, "{} {}", ORDERS[i % ORDERS.len()], grid);
                counts[usize::from(is_solved)] += 1;
            }
        }
        assert!(counts.iter().all(|&n| n > 5), "{shape}: {counts:?}");
    }
}

/// What a strategy beside singles solves may be derived: no formula excludes it.
#[test]
fn each_strategy_is_derived() {
    let mut random = Random::new(44, 0);
    let shape: Shape = "2x3".parse().expect("a shape");
    for (singles, other) in
        [("naked-single", "locked-candidates"), ("naked-single", "naked-pair"), ("naked-single", "hidden-pair")]
    {
        let mut n_found = 0;
        for _ in 0..4000 {
            let pattern = random_pattern(shape, 11 + random.below(5), &mut random);
            let grid = random_grid(shape, &mut random);
            let puzzle = grid.masked(&pattern);
            let [without, with] = [singles.to_owned(), format!("{singles},{other}")]
                .map(|order| Request::in_order(pattern, order.parse().expect("an order")));
            let is_solved =
                [&without, &with].map(|request| solve(&puzzle, request.order()).verdict == TraceVerdict::Solved);
            if is_solved == [false, true] {
                let all = grid.clues().map(|(cell, digit)| Candidate::new(cell, digit).index(shape));
                let formula: Vec<Lit> = all.map(|var| Lit::new(var, false)).collect();
                assert!(LoopRules::new(&without).formula_holds(&formula), "{singles} {puzzle}");
                assert!(!LoopRules::new(&with).formula_holds(&formula), "{other} {puzzle}");
                n_found += 1;
            }
            if n_found == 4 {
                break;
            }
        }
        assert_eq!(n_found, 4, "{singles},{other}");
    }
}

fn random_grid(shape: Shape, random: &mut Random) -> Puzzle {
    let mut puzzle = Puzzle::empty(shape);
    for _ in 0..shape.n() {
        let cell = Cell::from_index(random.below(shape.n_cells()));
        let mut next = puzzle.clone();
        next.set(cell, Some(crate::grid::Digit::from_index(random.below(shape.n()))));
        if crate::logic::fast_count(&next, 1) == 1 {
            puzzle = next;
        }
    }
    crate::logic::fast_solutions(&puzzle, 1).remove(0)
}

/// The formulas that SAT uses hold, and the strategy that they leave out breaks them.
#[test]
fn formulas_depend_on_the_strategies() {
    let mut n_broken = 0;
    for (request, refutation) in real(&["naked-single"]) {
        let more = request.with(|design| design.strategies.insert(StrategyId::HiddenSingle));
        let [mut judge, mut judge_of_more] = [&request, &more].map(|request| Judge::new(request, &refutation));
        for formula in refutation.loop_formulas().take(20) {
            assert!(judge.accepts_loop_formula(formula));
            n_broken += usize::from(!judge_of_more.accepts_loop_formula(formula));
        }
    }
    assert!(n_broken > 10, "{n_broken}");
}
