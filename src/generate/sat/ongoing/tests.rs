//! Strategies beyond set logic: SAT against trying all digits.

use crate::generate::grids::random_solution;
use crate::generate::random::Random;
use crate::generate::sat::{self, Encoding, SatOptions, backend::Backend};
use crate::generate::{Method, Outcome, Request, Undecided, Unwatched, certificate_check, refute};
use crate::grid::{Cell, Digit, Pattern, Puzzle, Shape};
use crate::logic::{Order, TraceVerdict, solve};

/// Clues of a random solution.
fn random_puzzle(shape: Shape, n_clues: usize, random: &mut Random) -> Puzzle {
    let grid = random_solution(&Puzzle::empty(shape), random, &Unwatched).expect("a grid");
    let mut cells: Vec<Cell> = shape.cells().collect();
    while cells.len() > n_clues {
        cells.swap_remove(random.below(cells.len()));
    }
    grid.masked(&Pattern::new(shape, cells))
}

fn is_solved(puzzle: &Puzzle, order: Order) -> bool {
    solve(puzzle, order).verdict == TraceVerdict::Solved
}

/// The same clue cells, with some of their digits open.
fn question(puzzle: &Puzzle, n_open: usize, order: Order, random: &mut Random) -> Request {
    let mut fixed = puzzle.clone();
    for _ in 0..n_open {
        let given: Vec<Cell> = fixed.clues().map(|(cell, _)| cell).collect();
        fixed.set(given[random.below(given.len())], None);
    }
    Request::in_order(puzzle.pattern(), order).with(|design| design.fixed = fixed)
}

/// Whether digits in the open clue cells make a puzzle, by trying all.
fn exists(request: &Request) -> bool {
    let n = request.pattern.shape.n();
    let open: Vec<Cell> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
    (0..n.pow(open.len() as u32)).any(|number| {
        let mut puzzle = request.fixed.clone();
        for (i, &cell) in open.iter().enumerate() {
            puzzle.set(cell, Some(Digit::from_index(number / n.pow(i as u32) % n)));
        }
        is_solved(&puzzle, request.order())
    })
}

/// What SAT said of questions.
#[derive(Debug, Default)]
struct Counts {
    found: usize,
    refuted: usize,
    left_open: usize,
    /// Refutations without the last strategy that do not hold with it.
    broken: usize,
}

/// SAT answers as trying all digits does, with proof; where the rules say more than the steps, it may say nothing.
#[track_caller]
fn check_question(request: &Request, counts: &mut Counts) {
    let expected = exists(request);
    match sat::run(request, &SatOptions::default(), &Unwatched).outcome {
        Outcome::Found(_) => {
            assert!(expected, "found: {} {}", request.order(), request.fixed);
            counts.found += 1;
        }
        Outcome::Impossible(_) => {
            assert!(!expected, "refuted: {} {}", request.order(), request.fixed);
            counts.refuted += 1;
            if let Ok(proof) = refute(request, Method::Sat, Backend::Own, &Unwatched) {
                assert_eq!(certificate_check::check(request, &proof, &Unwatched), Ok(()));
            }
        }
        Outcome::Undecided(Undecided::GaveUp(why)) => {
            assert!(why.contains("the rules of the strategies solve"), "{why}");
            counts.left_open += 1;
        }
        Outcome::Undecided(why) => panic!("{why:?}"),
    }
}

/// Puzzles that a strategy solves and the others do not, and questions about their cells.
#[track_caller]
fn check(shape: &str, n_clues: usize, n_open: usize, others: &str, strategy: &str, seed: u64) {
    let shape: Shape = shape.parse().expect("a shape");
    let mut random = Random::new(seed, 0);
    let without = others.parse::<Order>().expect("an order");
    let with = format!("{others},{strategy}").parse::<Order>().expect("an order");
    let mut counts = Counts::default();
    let mut n_tried = 0;
    while counts.found < 4 {
        n_tried += 1;
        assert!(n_tried < 200_000, "{strategy} is of no use on {shape}");
        let puzzle = random_puzzle(shape, n_clues + random.below(3), &mut random);
        if is_solved(&puzzle, without) || !is_solved(&puzzle, with) {
            continue;
        }
        // Without the strategy there is a proof, which must not hold with it.
        let [asked, harder] = [with, without]
            .map(|order| Request::in_order(puzzle.pattern(), order).with(|design| design.fixed = puzzle.clone()));
        let proof = refute(&harder, Method::Sat, Backend::Own, &Unwatched).expect("a proof");
        assert_eq!(certificate_check::check(&harder, &proof, &Unwatched), Ok(()));
        assert!(certificate_check::check(&asked, &proof, &Unwatched).is_err(), "{strategy} {puzzle}");
        counts.broken += 1;
        check_question(&question(&puzzle, n_open, with, &mut random), &mut counts);
        // As many clues that are no puzzle.
        let other = random_puzzle(shape, n_clues - 2, &mut random);
        check_question(&question(&other, n_open, with, &mut random), &mut counts);
    }
    assert!(counts.refuted > 0, "{strategy}: {counts:?}");
    assert!(4 * counts.left_open <= counts.found + counts.refuted, "{strategy}: {counts:?}");
}

#[test]
fn single_digit_patterns_on_2x3() {
    check("2x3", 9, 2, "singles", "turbot-fish", 51);
    check("2x3", 9, 2, "singles", "skyscraper", 52);
    check("2x3", 9, 2, "singles", "two-string-kite", 53);
    check("2x3", 9, 2, "singles,locked-candidates", "empty-rectangle", 54);
    check("2x3", 9, 2, "singles,locked-candidates", "finned-x-wing,sashimi-x-wing", 55);
    check("2x3", 9, 2, "singles,locked-candidates", "x-chain", 56);
}

#[test]
fn wings_and_chains_on_2x3() {
    check("2x3", 9, 2, "singles", "xy-wing", 61);
    check("2x3", 9, 2, "singles", "w-wing", 63);
    check("2x3", 9, 2, "singles", "remote-pair", 64);
    check("2x3", 9, 2, "singles,locked-candidates", "xy-chain", 65);
    check("2x3", 9, 2, "singles", "aic", 66);
}

/// Without the singles that go with it, a strategy has a rule where it has no step: SAT says nothing wrong then.
#[test]
fn rules_without_steps_claim_nothing() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let mut random = Random::new(71, 0);
    let mut counts = Counts::default();
    for order in
        ["naked-single,skyscraper,xyz-wing", "hidden-single,xy-wing,w-wing", "naked-single,finned-x-wing,x-chain"]
    {
        for _ in 0..15 {
            let puzzle = random_puzzle(shape, 11 + random.below(6), &mut random);
            check_question(&question(&puzzle, 2, order.parse().expect("an order"), &mut random), &mut counts);
        }
    }
    assert!(counts.found > 3 && counts.refuted > 3, "{counts:?}");
}

/// All clues of some 4x4 patterns, with and without a strategy.
#[test]
fn whole_patterns_of_4x4() {
    let shape: Shape = "2x2".parse().expect("a shape");
    let grids = crate::logic::solutions(&Puzzle::empty(shape), 1000);
    let mut random = Random::new(81, 0);
    let mut counts = [0; 3];
    for order in ["naked-single,xy-wing", "hidden-single,x-chain", "singles,aic", "naked-single,skyscraper,w-wing"] {
        for _ in 0..20 {
            let pattern = random_puzzle(shape, 4 + random.below(3), &mut random).pattern();
            let request = Request::in_order(pattern, order.parse().expect("an order"));
            let expected = grids.iter().any(|grid| is_solved(&grid.masked(&pattern), request.order()));
            let options = SatOptions { no_bounds: true, ..SatOptions::default() };
            match sat::run(&request, &options, &Unwatched).outcome {
                Outcome::Found(_) => {
                    assert!(expected, "{order} {pattern}");
                    counts[0] += 1;
                }
                Outcome::Impossible(_) => {
                    assert!(!expected, "{order} {pattern}");
                    counts[1] += 1;
                }
                Outcome::Undecided(_) => counts[2] += 1,
            }
        }
    }
    assert!(counts[0] > 10 && counts[1] > 10 && counts[2] < 8, "{counts:?}");
}

#[test]
fn what_has_no_clauses_says_why() {
    let check = |order: &str, encoding: Encoding, backend: Backend, expected: Option<&str>| {
        let pattern = "x.....x..x.....x".parse::<Pattern>().expect("a pattern");
        let request = Request::in_order(pattern, order.parse().expect("an order"));
        let options = SatOptions { encoding, backend, ..SatOptions::default() };
        match (sat::run(&request, &options, &Unwatched).outcome, expected) {
            (Outcome::Undecided(Undecided::GaveUp(why)), Some(expected)) => assert!(why.contains(expected), "{why}"),
            (Outcome::Found(_), None) => {}
            (outcome, _) => panic!("{order}: {outcome:?}"),
        }
    };
    let (production, own) = (Encoding::WellFounded, Backend::Own);
    check("singles,xy-wing", production, own, None);
    check("singles,xy-wing", Encoding::Derivation, own, Some("for xy-wing, which takes the well-founded encoding"));
    check("singles,xy-wing", production, Backend::BatSat, Some("a solver that asks during its search"));
    check("singles,unique-rectangle-1", production, own, Some("which argues from the puzzle having one solution"));
    check("singles,sue-de-coq", production, own, Some("for sue de coq, whose rules have not been written out"));
}
