//! The encodings with rounds, round after round on one solver.

mod common;

use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{Method, Outcome, Plan, Request, Undecided, Unwatched, generate};
use cluesmith::grid::{Pattern, Shape};
use cluesmith::logic::{StrategySet, n_rounds};
use common::{patterns_of_size, random_pattern};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Whether a method decided "found"; fails on undecided.
#[track_caller]
fn is_found(outcome: &Outcome) -> bool {
    assert!(!matches!(outcome, Outcome::Undecided(_)), "{outcome:?}");
    outcome.found().is_some()
}

/// The 704 of 1,820 patterns of 4x4 with 4 clues (section 7.1), unhelped by bounds: round after round on one solver, and all rounds
/// at once.
#[test]
fn four_by_four_census_round_after_round() {
    let shape = Shape::new(2, 2).expect("supported");
    let one_by_one = Rounds { first: 1, last: 12, step: 1 };
    let at_once = Rounds { first: 12, last: 12, step: 1 };
    let paper = Encoding::Paper { order: true };
    let check = |(number, pattern): (usize, Pattern)| {
        let strategies = if number % 2 == 0 { StrategySet::PAPER } else { "naked-single".parse().expect("name") };
        let request = Request::new(pattern, strategies);
        let expected = is_found(&generate(&request, &Plan::new(Method::Auto), &Unwatched));
        // All puzzles in rounds one by one; a part of the patterns in the other ways.
        let direct = Encoding::Paper { order: false };
        let derivation = Encoding::Derivation;
        let ways = match (number % 8, expected) {
            (0, _) => &[(paper, one_by_one), (paper, at_once), (derivation, at_once), (derivation, one_by_one)][..],
            (1, _) => &[(direct, one_by_one)],
            (_, true) => &[(paper, one_by_one)],
            (_, false) => &[],
        };
        for &(encoding, rounds) in ways {
            let options = SatOptions { encoding, rounds, no_bounds: true, ..SatOptions::default() };
            let outcome = sat::solve(&request, &options, &Unwatched);
            let is_none = match &outcome {
                Outcome::Undecided(Undecided::GaveUp(why)) => why.contains(" within 12 rounds"),
                _ => false,
            };
            assert!(!is_none || encoding == Encoding::Derivation, "{outcome:?}");
            assert_eq!(!is_none && is_found(&outcome), expected, "{encoding:?} {rounds:?} {pattern}");
        }
        usize::from(expected)
    };
    let patterns: Vec<(usize, Pattern)> = patterns_of_size(shape, 4).into_iter().enumerate().collect();
    assert_eq!(patterns.into_par_iter().map(check).sum::<usize>(), 704);
}

/// On 6x6 too: rounds one after the other decide as all of them at once.
#[test]
fn rounds_one_after_the_other_decide_as_all_at_once() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(26);
    let shape = Shape::new(2, 3).expect("supported");
    let mut verdicts = [0; 2];
    for i in 0..12 {
        let strategies = ["naked-single", "paper", "singles,naked-pair"][i % 3];
        let request = Request::new(random_pattern(shape, 9 + i % 6, &mut rng), strategies.parse().expect("names"));
        let decide = |first, step| {
            let options = SatOptions {
                encoding: Encoding::Paper { order: i % 2 == 0 },
                rounds: Rounds { first, last: 8, step },
                // Some refutations take long.
                budget: Some(500),
                ..SatOptions::default()
            };
            let outcome = sat::solve(&request, &options, &Unwatched);
            (!matches!(outcome, Outcome::Undecided(_))).then(|| is_found(&outcome))
        };
        let [at_once, one_after_the_other] = [decide(8, 1), decide(2, 2)];
        if let (Some(expected), Some(found)) = (at_once, one_after_the_other) {
            assert_eq!(found, expected, "{} {strategies}", request.pattern);
            verdicts[usize::from(found)] += 1;
        }
    }
    assert!(verdicts.iter().sum::<usize>() > 3, "hardly any decided: {verdicts:?}");
}

/// The rounds that a puzzle takes are the least number with which the derivation encoding finds it.
#[test]
fn rounds_of_a_puzzle_are_those_of_the_encodings() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(27);
    let mut seen = BTreeSet::new();
    for i in 0..30 {
        let shape = if i % 3 == 0 { Shape::new(2, 2) } else { Shape::new(2, 3) }.expect("supported");
        let strategies: StrategySet =
            ["naked-single", "paper", "singles,naked-pair,x-wing"][(i + i / 3) % 3].parse().expect("names");
        let n_clues = if i % 3 == 0 { 5 } else { 12 };
        let request = Request::new(random_pattern(shape, n_clues, &mut rng), strategies);
        let Outcome::Found(found) = sat::solve(&request, &SatOptions::default(), &Unwatched) else { continue };
        let fixed = request.with(|design| design.fixed = found.puzzle().clone());
        let rounds = n_rounds(found.puzzle(), strategies).expect("the puzzle is solved");
        for (rounds, expected) in [(rounds, true), (rounds - 1, false)] {
            if rounds > 0 {
                let options = SatOptions {
                    encoding: Encoding::Derivation,
                    rounds: Rounds { first: rounds, last: rounds, step: 1 },
                    ..SatOptions::default()
                };
                let is_solved = sat::solve(&fixed, &options, &Unwatched).found().is_some();
                assert_eq!(is_solved, expected, "{rounds} rounds, {strategies}: {}", found.puzzle());
            }
        }
        seen.insert(rounds);
    }
    assert!(seen.len() > 2, "{seen:?}");
}
