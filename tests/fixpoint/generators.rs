//! The generators share the fixed point: what they find passes the check, and what they refute is refuted by trying
//! all digits.

use crate::common::cases;
use crate::naive::Naive;
use crate::puzzles::solution;
use crate::{in_order, order};
use cluesmith::generate::inverse::{self, Ended, backward};
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{Outcome, Request, Undecided, Unwatched, Watch};
use cluesmith::grid::{Cell, Digit, Pattern, Puzzle, Shape};
use cluesmith::logic::{Design, StrategyId, StrategySet, TraceVerdict, count_solutions, solve};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether some digits of a pattern make a puzzle that the strategies solve and that is wanted, by trying all of
/// them; digits in order of first use unless some are fixed.
fn exists(request: &Request, is_wanted: &dyn Fn(&Puzzle) -> bool) -> bool {
    fn any(puzzle: &mut Puzzle, open: &[Cell], n_used: usize, is_wanted: &dyn Fn(&Puzzle) -> bool) -> bool {
        let Some((&cell, open)) = open.split_first() else {
            return puzzle.conflict().is_none() && count_solutions(puzzle, 2) == 1 && is_wanted(puzzle);
        };
        (0..puzzle.shape().n().min(n_used + 1)).any(|digit| {
            puzzle.set(cell, Some(Digit::from_index(digit)));
            let found = any(puzzle, open, n_used.max(digit + 1), is_wanted);
            puzzle.set(cell, None);
            found
        })
    }
    let open: Vec<Cell> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
    let n_used = if request.fixed.n_clues() == 0 { 0 } else { request.pattern.shape.n() };
    any(&mut request.fixed.clone(), &open, n_used, is_wanted)
}

/// Asks SAT in all encodings; nothing that is found may fail the check, and all answers are as expected, if anything
/// is. Gives the answer.
#[track_caller]
fn check_sat(request: &Request, expected: Option<bool>, n_rounds: usize, budget: u64) -> Option<bool> {
    let mut known = expected;
    let rounds = Rounds { first: n_rounds, last: n_rounds, step: 1 };
    let with_rounds = [Encoding::Derivation, Encoding::Paper { order: false }, Encoding::Paper { order: true }];
    let ways = Backend::ALL.iter().map(|&backend| (Encoding::WellFounded, backend));
    for (encoding, backend) in ways.chain(with_rounds.map(|encoding| (encoding, Backend::Own))) {
        // BatSat counts polls.
        let budget = Some(if backend == Backend::BatSat { 100 * budget } else { budget });
        let options = SatOptions { encoding, rounds, backend, budget, ..SatOptions::default() };
        let outcome = sat::run(request, &options, &Unwatched).outcome;
        let name = format!("{encoding:?} {} {request:?}: {outcome:?}", backend.name());
        let answer = match &outcome {
            Outcome::Found(_) => true,
            Outcome::Impossible(_) => false,
            Outcome::Undecided(Undecided::GaveUp(why)) => {
                assert!(!why.contains("fail the check") && !why.contains("Not verified"), "{name}");
                // So many rounds are enough on small grids.
                let is_none = why.starts_with("SAT: no digits let");
                assert!(!is_none || expected != Some(true), "{name}");
                assert!(is_none || expected.is_none(), "{name}");
                continue;
            }
            Outcome::Undecided(Undecided::Stopped) => panic!("{name}"),
        };
        assert_eq!(*known.get_or_insert(answer), answer, "{name}");
    }
    known
}

fn pattern(shape: Shape, n_clues: usize, random: &mut impl Rng) -> Pattern {
    let mut cells: Vec<Cell> = shape.cells().collect();
    cells.shuffle(random);
    Pattern::new(shape, cells.into_iter().take(n_clues))
}

/// A set of strategies, mostly with gaps.
fn strategies(random: &mut impl Rng) -> StrategySet {
    order(random).into_iter().collect::<StrategySet>().intersection(StrategySet::BASIC)
}

#[test]
fn sat_finds_and_refutes_what_exhaustion_does() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(4);
    let shape = Shape::new(2, 2).expect("a shape");
    let mut counts = [0; 2];
    for _ in 0..cases(36) {
        let n_clues = random.random_range(4..8);
        let request = Request::new(pattern(shape, n_clues, random), strategies(random));
        let is_solved = |puzzle: &Puzzle| Naive::new(puzzle).close(request.strategies).is_filled.iter().all(|&is| is);
        let expected = exists(&request, &is_solved);
        counts[usize::from(expected)] += 1;
        check_sat(&request, Some(expected), 12, 20_000);
    }
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

#[test]
fn encodings_agree_for_sets_with_gaps() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let mut requests = Vec::new();
    for (shape, n_patterns) in [("2x3", 6), ("3x2", 6), ("3x3", 1)] {
        for _ in 0..cases(n_patterns) {
            let shape: Shape = shape.parse().expect("a shape");
            let share = random.random_range(24..34);
            let pattern = pattern(shape, shape.n_cells() * share / 100, random);
            requests.push(Request::new(pattern, strategies(random)));
        }
    }
    // A pattern of 9x9 is there for the form of the clauses; few are decided, whatever the budget.
    let budget = |request: &Request| if request.pattern.shape == Shape::NINE { 100 } else { 1000 };
    let answers: Vec<Option<bool>> =
        requests.par_iter().map(|request| check_sat(request, None, 6, budget(request))).collect();
    assert!(answers.contains(&Some(true)) && answers.contains(&Some(false)), "{answers:?}");
}

/// A required strategy: SAT must know whether there are digits with which the trace needs it.
#[test]
fn required_strategies_of_sets_with_gaps_are_found_or_refuted() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    let mut counts = [0; 2];
    for _ in 0..cases(100) {
        let shape: Shape = ["2x2", "2x3", "3x2"][random.random_range(0..3)].parse().expect("a shape");
        let full = solution(shape, random);
        let n_clues = shape.n_cells() * random.random_range(30..45) / 100;
        let pattern = pattern(shape, n_clues, random);
        let mut order: Vec<StrategyId> = order(random).into_iter().filter(|&id| id != StrategyId::FullHouse).collect();
        order.truncate(4);
        let hardest = *order.last().expect("a strategy");
        let mut design = Design::new(pattern, in_order(&order));
        design.required = StrategySet::single(hardest);
        // All but two digits are those of a grid.
        let open = pattern.cells.iter().nth(random.random_range(1..n_clues)).expect("a clue cell");
        design.fixed = full.masked(&pattern);
        design.fixed.set(open, None);
        design.fixed.set(pattern.cells.iter().next().expect("a clue cell"), None);
        let request = Request::from(design);
        let needs = |puzzle: &Puzzle| {
            let trace = solve(puzzle, request.order());
            trace.verdict == TraceVerdict::Solved && trace.used().contains(hardest)
        };
        let expected = exists(&request, &needs);
        if !expected && counts[0] >= 30 {
            continue;
        }
        counts[usize::from(expected)] += 1;
        check_sat(&request, Some(expected), 10, 20_000);
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Counts puzzles that were dropped; stops after so many polls.
#[derive(Default)]
struct Count {
    polls: AtomicU64,
    dropped: AtomicU64,
}

impl Watch for Count {
    fn should_stop(&self) -> bool {
        self.polls.fetch_add(1, Ordering::Relaxed) > 1_000_000
    }

    fn dropped(&self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// Backward generation finds a puzzle and drops none.
#[track_caller]
fn check_backward(shape: &str, strategies: StrategySet, heuristic: &str, climbs: usize, seed: u64) {
    let request = inverse::BackwardRequest {
        effort: inverse::Effort { climbs, ..inverse::Effort::default() },
        strategies,
        schedule: heuristic.parse().expect("a heuristic"),
        seed,
        ..inverse::BackwardRequest::new(shape.parse().expect("a shape"))
    };
    let watch = Count::default();
    let ended = backward(&request, &watch, &mut |_| ()).expect("a sound request");
    assert_eq!(watch.dropped.into_inner(), 0, "{request:?}");
    assert!(matches!(ended, Ended::Found(_)), "{request:?}: {ended:?}");
}

#[test]
fn backward_generation_drops_no_puzzle() {
    let hidden: StrategySet = "hidden-pair,naked-single".parse().expect("names");
    (937_979..937_985).for_each(|seed| check_backward("2x4", hidden, "d", 0, seed));
    let with_fish: StrategySet = "hidden-triple,naked-single,x-wing".parse().expect("names");
    (730_448..730_453).for_each(|seed| check_backward("3x3", with_fish, "sparse", 0, seed));
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    for seed in 0..60 {
        let shape = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"][random.random_range(0..6)];
        let heuristic = ["d", "t", "sparse", "random", "random@20/d"][random.random_range(0..5)];
        let mut strategies = strategies(random);
        strategies.insert(StrategyId::NakedSingle);
        check_backward(shape, strategies, heuristic, 10, seed);
    }
}
