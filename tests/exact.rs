//! The exact generators against each other, against brute force and against the paper.

mod common;
use cluesmith::generate::certificate::{Case, Cases, Certificate};
use cluesmith::generate::certificate_check::{self, CertificateError};
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::search::{Picking, search};
use cluesmith::generate::{
    Ground, Method, Outcome, Plan, Request, Undecided, Unwatched, Watch, bounds, exact, generate, refute,
};
use cluesmith::grid::{Cell, CellSet, Digit, HouseKind, Pattern, Puzzle, Shape, content_lines, parse_puzzles};
use cluesmith::logic::{Design, StrategySet, TraceVerdict, solutions, solve};
use cluesmith::sat::cdcl::Lit;
use cluesmith::sat::proof::ProofLine;
use cluesmith::sat::{LratError, check_lrat};
use common::{cases, patterns_of_size, random_pattern};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

const NAKED: &str = "naked-single";

fn sat(request: &Request) -> Outcome {
    sat::solve(request, &SatOptions::default(), &Unwatched)
}

/// Whether a method decided "found"; fails on undecided.
#[track_caller]
fn is_found(request: &Request, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Found(found) => {
            assert_eq!(found.puzzle().pattern(), request.pattern);
            true
        }
        Outcome::Impossible(impossible) => {
            assert!(impossible.reason().sentence.ends_with('.'), "{}", impossible.reason().sentence);
            false
        }
        Outcome::Undecided(undecided) => panic!("{}: {undecided:?}", request.pattern),
    }
}

/// Naked singles with nothing of the library but the grid: is the puzzle solved?
fn solved_by_naked_singles(puzzle: &Puzzle) -> bool {
    let shape = puzzle.shape();
    let geometry = &*shape.geometry();
    let mut grid = puzzle.clone();
    loop {
        let mut placed = false;
        for cell in shape.cells().filter(|&cell| puzzle.get(cell).is_none()) {
            if grid.get(cell).is_some() {
                continue;
            }
            let mut left: Vec<Digit> = (0..shape.n()).map(Digit::from_index).collect();
            left.retain(|&d| !geometry.peers[cell.index()].iter().any(|&peer| grid.get(peer) == Some(d)));
            if left.len() == 1 {
                grid.set(cell, Some(left[0]));
                placed = true;
            }
        }
        if !placed {
            return grid.is_solution();
        }
    }
}

/// Section 7.1 of the paper: of 560 patterns with 3 clues none, of 1,820 with 4 clues
/// 704, the same with naked singles as with the three strategies.
#[test]
fn four_by_four_census() {
    let shape = Shape::new(2, 2).expect("supported");
    let grids = solutions(&Puzzle::empty(shape), 1000);
    assert_eq!(grids.len(), 288);
    for (size, n_patterns, n_solvable) in [(3, 560, 0), (4, 1820, 704)] {
        let patterns = patterns_of_size(shape, size);
        assert_eq!(patterns.len(), n_patterns);
        let mut n_found = 0;
        for pattern in patterns {
            let expected = grids.iter().any(|grid| solved_by_naked_singles(&grid.masked(&pattern)));
            let naked = Request::new(pattern, NAKED.parse().expect("name"));
            assert_eq!(is_found(&naked, &exact::solve(&naked, &Unwatched)), expected, "exact, {pattern}");
            assert_eq!(is_found(&naked, &sat(&naked)), expected, "sat, naked singles, {pattern}");
            let paper = Request::new(pattern, StrategySet::PAPER);
            assert_eq!(is_found(&paper, &sat(&paper)), expected, "sat, three strategies, {pattern}");
            // Search cannot refute: what exists it finds, what does not it never claims.
            let attempts = if expected { 0..64 } else { 0..1 };
            for request in [&naked, &paper] {
                let found = search(request, attempts.clone(), Picking::LowestNumber, &Unwatched).is_some();
                assert_eq!(found, expected, "search, {pattern}");
            }
            if bounds::refute(&naked).is_some() || bounds::refute(&paper).is_some() {
                assert!(!expected, "bounds, {pattern}");
            }
            n_found += usize::from(expected);
        }
        assert_eq!(n_found, n_solvable);
    }
}

/// Table A1: naked singles alone never suffice (the paper settled 14 of the 30, in hours each).
#[test]
fn table_a1_is_impossible_with_naked_singles() {
    let puzzles = parse_puzzles(Shape::NINE, include_str!("data/table-a1.txt")).expect("table A1");
    assert_eq!(puzzles.len(), 30);
    let mut n_bounds = 0;
    for puzzle in puzzles {
        let request = Request::new(puzzle.pattern(), NAKED.parse().expect("name"));
        n_bounds += usize::from(bounds::refute(&request).is_some());
        assert!(!is_found(&request, &exact::solve(&request, &Unwatched)), "{puzzle}");
    }
    // The joining bound alone settles exactly as many as the paper did.
    assert_eq!(n_bounds, 14);
}

/// Naked singles on 6x6: SAT and exact search agree, with and without fixed digits.
#[test]
fn methods_agree_on_six_by_six() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut requests = Vec::new();
    for (box_rows, box_cols) in [(2, 3), (3, 2)] {
        let shape = Shape::new(box_rows, box_cols).expect("supported");
        for i in 0..cases(48) {
            let pattern = random_pattern(shape, 9 + i % 6, &mut rng);
            let mut design = Design::new(pattern, NAKED.parse::<StrategySet>().expect("name"));
            if i % 3 == 2 {
                for cell in pattern.cells.iter().take(3) {
                    design.fixed.set(cell, Some(Digit::from_index(rng.random_range(0..6))));
                }
            }
            let more = if i % 20 == 7 { StrategySet::BASIC } else { StrategySet::PAPER };
            requests.push((Request::from(design), more));
        }
    }
    let verdict = |(request, more): &(Request, StrategySet)| {
        let name = format!("{} {}", request.pattern, request.fixed);
        let found = is_found(request, &exact::solve(request, &Unwatched));
        assert_eq!(is_found(request, &sat(request)), found, "{name}");
        // More strategies never solve less.
        let request = request.with(|design| design.strategies = *more);
        assert!(is_found(&request, &sat(&request)) || !found, "{name}");
        found
    };
    let n_found = requests.par_iter().filter(|request| verdict(request)).count();
    let verdicts = [requests.len() - n_found, n_found];
    assert!(verdicts[0] > 12 && verdicts[1] > 12, "one-sided sample: {verdicts:?}");
}

#[test]
fn required_strategies_are_needed() {
    #[track_caller]
    fn check(pattern: Pattern, strategies: &str, required: &str) {
        let request = Request::new(pattern, strategies.parse().expect("names"));
        let request = request.with(|design| design.required = required.parse().expect("names"));
        let outcome = sat::solve(&request, &SatOptions { budget: Some(20_000), ..SatOptions::default() }, &Unwatched);
        let found = outcome.found().expect("a puzzle");
        assert!(request.required.is_subset(found.trace().used()), "{}", found.puzzle());
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let pattern = random_pattern(Shape::NINE, 34, &mut rng);
    check(pattern, "singles", "hidden-single");
    check(pattern, "paper", "locked-candidates");
    check(pattern, "paper,naked-pair,x-wing", "naked-single");
}

/// Which strategies a trace needs depends on their order and on the digits: every encoding against all
/// 288 grids of 4x4.
#[test]
fn required_strategies_agree_with_enumeration() {
    let shape = Shape::new(2, 2).expect("supported");
    let grids = solutions(&Puzzle::empty(shape), 1000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut verdicts = [0; 2];
    for i in 0..60 {
        let (strategies, required) = [
            ("singles", "naked-single"),
            ("naked-single,locked-candidates,naked-pair", "locked-candidates"),
            ("hidden-single,naked-pair,x-wing", "hidden-single,naked-pair"),
        ][i % 3];
        let request = Request::new(random_pattern(shape, 4 + i % 4, &mut rng), strategies.parse().expect("names"));
        let request = request.with(|design| design.required = required.parse().expect("names"));
        let is_wanted = |grid: &Puzzle| {
            let trace = solve(&grid.masked(&request.pattern), request.order());
            trace.verdict == TraceVerdict::Solved && request.required.is_subset(trace.used())
        };
        let expected = grids.iter().any(is_wanted);
        let ways = [
            (true, Encoding::WellFounded, Backend::Own),
            (true, Encoding::WellFounded, Backend::BatSat),
            (i % 4 == 1, Encoding::Derivation, Backend::Own),
            (i % 8 == 3, Encoding::Paper { order: true }, Backend::Own),
        ];
        for (_, encoding, backend) in ways.into_iter().filter(|&(is_asked, ..)| is_asked) {
            let rounds = Rounds { first: 12, last: 12, step: 1 };
            let options = SatOptions { encoding, backend, rounds, ..SatOptions::default() };
            let outcome = sat::solve(&request, &options, &Unwatched);
            let names = format!("{encoding:?} {backend:?} {} {strategies}: {required}", request.pattern);
            let is_none = match &outcome {
                Outcome::Undecided(Undecided::GaveUp(why)) => why.contains(" within 12 rounds where "),
                _ => false,
            };
            assert_eq!(!is_none && is_found(&request, &outcome), expected, "{names}");
        }
        verdicts[usize::from(expected)] += 1;
    }
    assert!(verdicts[0] > 5 && verdicts[1] > 5, "one-sided sample: {verdicts:?}");
}

/// Two empty boxes of a band or stack hold off hidden singles, whatever the digits.
#[test]
fn empty_boxes_hold_off_hidden_singles() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    for (shape, others) in
        [("2x2", &[2, 3][..]), ("2x3", &[1, 5]), ("3x2", &[0, 1]), ("3x3", &[4, 5]), ("3x3", &[0, 6])]
    {
        let shape: Shape = shape.parse().expect("shape");
        let geometry = &*shape.geometry();
        let empty = others.iter().fold(CellSet::EMPTY, |cells, &index| {
            cells.union(&geometry.house_sets[geometry.house(HouseKind::Box, index).index()])
        });
        let pattern = Pattern::new(shape, shape.cells().filter(|&cell| !empty.contains(cell)));
        let request = Request::new(pattern, "full-house,hidden-single".parse().expect("names"));
        assert!(bounds::refute(&request).is_some(), "{pattern}");
        // The strongest case: all else is a clue. No step is there, though naked singles may well go on.
        for _ in 0..20 {
            let fixed: Vec<usize> = (0..shape.n()).map(|_| rng.random_range(0..shape.n_cells())).collect();
            let mut partial = Puzzle::empty(shape);
            for cell in fixed {
                let digit = Digit::from_index(rng.random_range(0..shape.n()));
                let mut next = partial.clone();
                next.set(Cell::from_index(cell), Some(digit));
                if next.conflict().is_none() && solutions(&next, 1).len() == 1 {
                    partial = next;
                }
            }
            let grid = solutions(&partial, 1).remove(0);
            let trace = solve(&grid.masked(&pattern), request.order());
            assert_eq!(trace.steps.len(), 0, "{grid}");
        }
    }
}

/// Full houses alone: the pattern decides, whatever the digits.
#[test]
fn full_houses_alone_are_decided() {
    #[track_caller]
    fn check(shape: &str, strategies: &str, pattern: &str, expected: Result<(), &str>) {
        let shape: Shape = shape.parse().expect("shape");
        let line = content_lines(pattern).next().expect("line");
        let request = Request::new(line.pattern(shape).expect("pattern"), strategies.parse().expect("names"));
        match (generate(&request, &Plan::new(Method::Auto), &Unwatched), expected) {
            (Outcome::Found(found), Ok(())) => assert_eq!(found.puzzle().pattern(), request.pattern),
            (Outcome::Impossible(impossible), Err(sentence)) => assert_eq!(impossible.reason().sentence, sentence),
            (outcome, expected) => panic!("{pattern}: {outcome:?}, not {expected:?}"),
        }
    }
    check("2x2", "full-house", ".xxxxxxxxxxxxxxx", Ok(()));
    check("2x2", "full-house", "..xxxxxxxxxxxx..", Ok(()));
    check("2x3", "full-house,naked-pair", ".....xxxxxxx.xxxxx.xxxxx.xxxxx.xxxxx", Ok(()));
    check(
        "2x2",
        "full-house",
        "..xx..xxxxxxxxxx",
        Err("Full houses alone never reach r1c1 and 3 more cells: each house of one of them has another of them."),
    );
    check(
        "2x3",
        "full-house,x-wing,xy-wing",
        "..xxxx..xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        Err("Full houses alone never reach r1c1 and 3 more cells: each house of one of them has another of them."),
    );
    check(
        "2x2",
        "xy-wing,x-chain",
        "..xx..xxxxxxxxxx",
        Err("None of the allowed strategies places a digit: xy-wing, x-chain."),
    );
}

#[test]
fn bounds_name_the_reason() {
    #[track_caller]
    fn check(change: impl FnOnce(&mut Design), expected: &str) {
        let shape = Shape::NINE;
        let cells = shape.cells().filter(|cell| cell.index() % 3 != 1);
        let request = Request::new(Pattern::new(shape, cells), StrategySet::PAPER).with(change);
        let bound = bounds::refute(&request).expect("impossible");
        assert_eq!(bound.reason.sentence, expected);
        let Outcome::Impossible(impossible) = sat::solve(&request, &SatOptions::default(), &Unwatched) else {
            panic!("not claimed: {expected}")
        };
        assert_eq!((impossible.method(), impossible.reason()), (Method::Bounds, &bound.reason));
        let is_published = matches!(impossible.ground(), Ground::Published(_));
        assert_eq!(is_published, expected.contains("by published enumeration"), "{expected}");
    }
    let nine = Shape::NINE;
    let keep = |design: &mut Design, keep: &dyn Fn(usize, usize) -> bool| {
        let cells = nine.cells().filter(|&cell| keep(nine.row(cell), nine.col(cell)));
        design.pattern = Pattern::new(nine, cells);
    };
    check(
        |r| keep(r, &|row, _| row != 3 && row != 5),
        "Rows 4 and 6 of one band have no clue: exchanging them gives a second solution.",
    );
    check(
        |r| keep(r, &|_, col| col != 0 && col != 1),
        "Columns 1 and 2 of one stack have no clue: exchanging them gives a second solution.",
    );
    check(
        |r| keep(r, &|row, col| row == col && row < 7),
        "7 clue cells cannot show 8 of the 9 digits: two missing digits can be exchanged.",
    );
    check(
        |r| keep(r, &|row, col| row == col || row == 8 - col && row < 3 && row > 0),
        "11 clues are too few: every proper 9x9 puzzle has at least 17, by published enumeration (McGuire, \
         Tugemann and Civario, 2013).",
    );
    check(
        |r| {
            // A cross, as in the pattern of that name.
            keep(r, &|row, col| row / 3 == col / 3 || row / 3 + col / 3 == 2);
            r.strategies = "full-house,hidden-single".parse().expect("names");
        },
        "Boxes 2 and 8 of one stack have no clue: with all else filled, every digit still has two places in each of \
         their houses, and no hidden single begins there.",
    );
    check(|r| r.required.insert(cluesmith::logic::StrategyId::XWing), "A required strategy is not allowed: x-wing.");
    check(
        |r| r.strategies = "locked-candidates,naked-pair".parse().expect("names"),
        "None of the allowed strategies places a digit: locked candidates, naked pair.",
    );
    check(|r| r.fixed.set(Cell::from_index(1), Some(Digit::new(1))), "r1c2 has a fixed digit but is no clue cell.");
    check(
        |r| {
            r.fixed.set(Cell::from_index(0), Some(Digit::new(4)));
            r.fixed.set(Cell::from_index(2), Some(Digit::new(4)));
        },
        "row 1 has two 4s, at r1c1 and r1c3.",
    );
}

/// Stops after some polls; counts them.
struct StopAfter(AtomicU64, u64);

impl Watch for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= self.1
    }
}

#[test]
fn stops_and_gives_up_when_told() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let hard = random_pattern(Shape::NINE, 21, &mut rng);
    let request = Request::new(hard, StrategySet::SINGLES);
    let watch = StopAfter(AtomicU64::new(0), 20);
    let outcome = sat::solve(&request, &SatOptions::default(), &watch);
    assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped));
    let outcome = sat::solve(&request, &SatOptions { budget: Some(10), ..SatOptions::default() }, &Unwatched);
    assert!(matches!(outcome, Outcome::Undecided(Undecided::GaveUp(_))), "{outcome:?}");
    let outcome = exact::solve(&request, &Unwatched);
    assert!(matches!(outcome, Outcome::Undecided(Undecided::GaveUp(_))), "{outcome:?}");
}

/// Same request, same answer, on one thread and on several.
#[test]
fn answers_repeat_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..5 {
        let pattern = random_pattern(Shape::NINE, 30, &mut rng);
        let request = Request::new(pattern, NAKED.parse().expect("name"));
        let answers: Vec<Outcome> = [1, 3]
            .into_iter()
            .map(|n| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads");
                pool.install(|| exact::solve(&request, &Unwatched))
            })
            .collect();
        assert_eq!(answers[0], answers[1], "{pattern}");
    }
}

/// Strategies by which encodings are compared: subsets and fish of all sizes.
const FAMILIES: [&str; 6] =
    ["naked-single", "paper", "singles,naked-pair", "singles,hidden-pair", "singles,x-wing", "basic"];

/// All encodings but the first, each on one of the solvers; their verdicts must not contradict the first one's.
/// How many of them decided.
#[track_caller]
fn check_encodings(request: &Request, number: usize, rounds: Rounds) -> usize {
    let expected = is_found(request, &sat(request));
    let encodings = [Encoding::Derivation, Encoding::Paper { order: false }, Encoding::Paper { order: true }];
    let plain = encodings.map(|encoding| (encoding, Backend::ALL[number % Backend::ALL.len()]));
    let mut n_decided = 0;
    for (encoding, backend) in plain.into_iter().chain([(Encoding::WellFounded, Backend::BatSat)]) {
        // BatSat counts polls.
        let budget = Some(if backend == Backend::BatSat { 300_000 } else { 3000 });
        // On larger grids what the bounds refute takes the encodings with rounds long.
        let no_bounds = request.pattern.shape.n() == 4;
        let options = SatOptions { encoding, backend, rounds, budget, no_bounds, ..SatOptions::default() };
        let run = sat::run(request, &options, &Unwatched);
        let names = format!("{} {} {encoding:?} {backend:?}", request.pattern, request.fixed);
        match &run.outcome {
            Outcome::Found(_) => assert!(expected, "{names}"),
            Outcome::Impossible(_) => assert!(!expected, "{names}"),
            Outcome::Undecided(Undecided::GaveUp(why)) if why.starts_with("SAT: no digits let") => {
                // So many rounds are enough for every puzzle here.
                assert!(!expected && encoding == Encoding::Derivation, "{names}: {why}");
                let tried: Vec<usize> = (rounds.first..=rounds.last).step_by(rounds.step).collect();
                assert_eq!(run.stats.rounds.iter().map(|k| k.rounds).collect::<Vec<_>>(), tried);
            }
            Outcome::Undecided(undecided) => {
                assert_eq!(request.pattern.shape.n(), 6, "{names}: {undecided:?}");
                continue;
            }
        }
        n_decided += 1;
    }
    n_decided
}

/// The encodings agree on 4x4, on every solver.
///
/// With naked singles each round fills a cell, so 12 rounds refute for good.
#[test]
fn rounds_agree_with_loop_formulas() {
    let shape = Shape::new(2, 2).expect("supported");
    let patterns = patterns_of_size(shape, 4);
    let step = patterns.len() / cases(13);
    for (i, pattern) in patterns.into_iter().step_by(step).enumerate() {
        for strategies in FAMILIES.iter().skip(i % 3).step_by(3) {
            let request = Request::new(pattern, strategies.parse().expect("names"));
            check_encodings(&request, i / 3, Rounds { first: 4, last: 12, step: 4 });
        }
    }
}

/// The encodings agree on 6x6, where subsets and fish are written only as they are needed.
#[test]
fn encodings_agree_on_six_by_six() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let (mut n_asked, mut n_decided) = (0, 0);
    for i in 0..8 {
        let shape = if i % 2 == 0 { Shape::new(2, 3) } else { Shape::new(3, 2) }.expect("supported");
        let strategies = FAMILIES[2 + i / 2 % 4].parse::<StrategySet>().expect("names");
        let mut design = Design::new(random_pattern(shape, 10 + i % 3, &mut rng), strategies);
        // Some digits of a grid, so that refutations stay short.
        let mut start = Puzzle::empty(shape);
        for digit in 0..6 {
            let free = shape.cells().filter(|&cell| start.get(cell).is_none()).nth(rng.random_range(0..20));
            let cell = free.expect("enough cells");
            start.set(cell, Some(Digit::from_index(digit)));
        }
        let Some(grid) = solutions(&start, 1).pop() else { continue };
        for cell in design.pattern.cells.iter().take(6 + i % 4) {
            design.fixed.set(cell, grid.get(cell));
        }
        let request = Request::from(design);
        n_asked += 4;
        n_decided += check_encodings(&request, i, Rounds { first: 10, last: 20, step: 10 });
    }
    assert!(n_asked > 20 && n_decided > n_asked * 3 / 4, "{n_decided} of {n_asked}");
}

/// Positions of 9x9 where the easier strategies have no step without a large family, `x` where a digit is open;
/// without it there is none.
#[test]
fn every_encoding_finds_triples_and_swordfish() {
    #[track_caller]
    fn check(clues: &str, easier: &str, needed: &str) {
        let easier = easier.parse::<StrategySet>().expect("names");
        let needed = needed.parse::<StrategySet>().expect("name");
        let line = clues.replace('x', "1");
        let pattern = parse_puzzles(Shape::NINE, &line).expect("a puzzle").remove(0).pattern();
        let fixed = parse_puzzles(Shape::NINE, &clues.replace('x', ".")).expect("digits").remove(0);
        let request = Request::from(Design { required: needed, fixed, ..Design::new(pattern, easier.union(needed)) });
        let ways = [
            (Encoding::WellFounded, Backend::Own),
            (Encoding::WellFounded, Backend::BatSat),
            (Encoding::Derivation, Backend::Own),
            (Encoding::Paper { order: true }, Backend::Own),
        ];
        for (encoding, backend) in ways {
            let rounds = Rounds { first: 8, last: 8, step: 1 };
            let options = SatOptions { encoding, backend, rounds, ..SatOptions::default() };
            let outcome = sat::solve(&request, &options, &Unwatched);
            let found = outcome.found().unwrap_or_else(|| panic!("{encoding:?} {backend:?}: {outcome:?}"));
            assert!(needed.is_subset(found.trace().used()), "{}", found.puzzle());
            let without = Request::from(Design { fixed: found.puzzle().clone(), ..Design::new(pattern, easier) });
            assert!(!is_found(&without, &sat(&without)), "{}", found.puzzle());
        }
    }
    check(
        "9...7..x33.7..59.11..9.34x7...3....2....6...9..18....527...x1964...9.2388.9..x574",
        "paper,naked-pair",
        "naked-triple",
    );
    check(
        "x64835921x52914..6..82x74352.647x15.4..65.2.35.x12.6...4..813.2.x..92....273465x.",
        "paper,x-wing",
        "swordfish",
    );
}

/// A refutation is checked before it is claimed: stopped within the check, the verdict is none.
#[test]
fn unchecked_refutations_are_not_claimed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let six = Shape::new(2, 3).expect("supported");
    let mut n_impossible = 0;
    for _ in 0..cases(13) {
        let request = Request::new(random_pattern(six, 10, &mut rng), StrategySet::SINGLES);
        let polls = StopAfter(AtomicU64::new(0), u64::MAX);
        let outcome = sat::solve(&request, &SatOptions::default(), &polls);
        if !matches!(&outcome, Outcome::Impossible(impossible) if impossible.method() == Method::Sat) {
            continue;
        }
        n_impossible += 1;
        // The last questions may come after the check.
        let n_polls = polls.0.into_inner();
        let stopped_after =
            |n| sat::solve(&request, &SatOptions::default(), &StopAfter(AtomicU64::new(0), n_polls - n));
        let is_claimed = |outcome: &Outcome| matches!(outcome, Outcome::Impossible(_));
        let stopped = (1..5).map(stopped_after).find(|outcome| !is_claimed(outcome)).expect("a stop within the check");
        let Outcome::Undecided(Undecided::GaveUp(why)) = &stopped else { panic!("claimed unchecked: {stopped:?}") };
        assert!(why.starts_with("Not verified, since the check of the proof was stopped: SAT"), "{why}");
    }
    assert!(n_impossible > 2, "{n_impossible}");
}

/// Proves a request impossible, has the proof checked, and spoiled proofs refused.
#[track_caller]
fn check_proof(request: &Request, backend: Backend) -> bool {
    let Ok(proof) = refute(request, Method::Sat, backend, &Unwatched) else { return false };
    assert_eq!(certificate_check::check(request, &proof, &Unwatched), Ok(()), "{}", request.pattern);
    let Certificate::Refutation(refutation) = proof else { return true };
    check_hints(&refutation.cnf(request), &refutation.lrat().expect("each step follows"));
    let spoil = |change: &dyn Fn(&mut Vec<ProofLine>)| {
        let mut spoiled = refutation.clone();
        change(&mut spoiled.lines);
        certificate_check::check(request, &Certificate::Refutation(spoiled), &Unwatched)
    };
    // Claims out of the air: a candidate is right; a loop formula that is too strong.
    let wrong = vec![Lit::new(5, true)];
    assert_eq!(spoil(&|lines| lines.insert(0, ProofLine::Input(wrong.clone()))), Err(CertificateError::Input(0)));
    assert_eq!(
        spoil(&|lines| lines.insert(0, ProofLine::LoopFormula(wrong.clone()))),
        Err(CertificateError::LoopFormula(0))
    );
    assert_eq!(spoil(&|lines| lines.insert(0, ProofLine::Learnt(wrong.clone()))), Err(CertificateError::Step(0)));
    assert_eq!(spoil(&Vec::clear), Err(CertificateError::Unfinished));
    true
}

/// A proof with hints is accepted; one hint short it is not.
#[track_caller]
fn check_hints(formula: &str, proof: &str) {
    assert_eq!(check_lrat(formula, proof), Ok(()));
    let steps: Vec<&str> = proof.lines().collect();
    let (last, before) = steps.split_last().expect("a step");
    assert_eq!(check_lrat(formula, &before.join("\n")), Err(LratError::Unfinished));
    // Each is checked from the start, so long proofs are spoiled once.
    let some = if steps.len() < 1000 { steps.len().div_ceil(4) } else { steps.len() };
    for (i, step) in steps.iter().enumerate().filter(|(_, step)| !step.contains('d')).step_by(some) {
        let (start, _) = step.trim_end_matches(" 0").rsplit_once(' ').expect("a hint");
        let mut spoiled = steps.clone();
        let short = format!("{start} 0");
        spoiled[i] = &short;
        assert!(check_lrat(formula, &spoiled.join("\n")).is_err(), "{step}");
    }
    assert!(last.split(' ').nth(1) == Some("0"), "the empty clause: {last}");
}

/// Refutes a request of naked singles by cases; the text is read back, and spoiled trees are refused.
#[track_caller]
fn check_cases(request: &Request) -> bool {
    let Ok(Certificate::Cases(cases)) = refute(request, Method::Auto, Backend::Own, &Unwatched) else {
        return false;
    };
    let text = cases.text(request);
    assert_eq!(Cases::parse(request.pattern.shape, &text).as_ref(), Ok(&cases), "{text}");
    let judge = |lines: Vec<Case>| {
        certificate_check::check(request, &Certificate::Cases(Cases { lines, maps: cases.maps.clone() }), &Unwatched)
    };
    assert_eq!(judge(cases.lines.clone()), Ok(()), "{text}");
    let n_lines = cases.lines.len();
    let mut rest = cases.lines.clone();
    rest.pop();
    assert_eq!(judge(rest.clone()), Err(CertificateError::Unfinished));
    // A cell that is filled, or a digit that is left, is no reason.
    rest.push(Case::NeverFilled(request.pattern.cells.iter().next().expect("a clue")));
    assert_eq!(judge(rest.clone()), Err(CertificateError::Case(n_lines - 1)));
    if matches!(cases.lines[n_lines - 1], Case::NeverFilled(_)) {
        rest[n_lines - 1] = Case::Contradiction;
        assert_eq!(judge(rest), Err(CertificateError::Case(n_lines - 1)));
    }
    // A left out or a repeated case.
    // What a cell needs may be concluded in vain, and is tested beside the checker.
    let counts = |at: &usize| !matches!(cases.lines[*at], Case::Try(..) | Case::AllNeeded(_));
    for at in (0..n_lines.min(20)).filter(counts) {
        let mut lines = cases.lines.clone();
        lines.remove(at);
        assert!(judge(lines).is_err(), "{at}");
        let mut lines = cases.lines.clone();
        lines.insert(at, cases.lines[at]);
        assert!(judge(lines).is_err(), "{at}");
    }
    true
}

/// Patterns that a half turn maps onto themselves: the verdicts are those of SAT, and what the cases say of
/// symmetries is not taken on trust.
#[test]
fn images_of_cases_are_checked() {
    let shape = Shape::new(2, 3).expect("supported");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut n_images = 0;
    for n_pairs in [3, 4, 5].into_iter().cycle().take(60) {
        let halves: Vec<usize> = (0..n_pairs).map(|_| rng.random_range(0..18)).collect();
        let cells = halves.into_iter().flat_map(|cell| [cell, 35 - cell]).map(Cell::from_index);
        let request = Request::new(Pattern::new(shape, cells), NAKED.parse().expect("name"));
        let expected = is_found(&request, &sat(&request));
        assert_eq!(is_found(&request, &exact::solve(&request, &Unwatched)), expected, "{}", request.pattern);
        check_cases(&request);
        let Ok(Certificate::Cases(cases)) = refute(&request, Method::Auto, Backend::Own, &Unwatched) else {
            continue;
        };
        let judge = |cases: Cases| certificate_check::check(&request, &Certificate::Cases(cases), &Unwatched);
        for at in 0..cases.lines.len() {
            let Case::Image(number, map) = cases.lines[at] else { continue };
            n_images += 1;
            for wrong in [Case::Image(number + 1000, map), Case::Image(number, cases.maps.len()), Case::Contradiction] {
                let mut spoiled = cases.clone();
                spoiled.lines[at] = wrong;
                assert_eq!(judge(spoiled), Err(CertificateError::Case(at)));
            }
            let mut spoiled = cases.clone();
            spoiled.maps[map].swap(0, 1);
            assert_eq!(judge(spoiled), Err(CertificateError::Symmetry));
        }
    }
    assert!(n_images > 10, "{n_images}");
}

#[test]
fn cases_of_naked_singles_are_checked() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut n_proofs = 0;
    for (i, (box_rows, box_cols)) in [(2, 2), (2, 3), (3, 2)].into_iter().cycle().take(48).enumerate() {
        let shape = Shape::new(box_rows, box_cols).expect("supported");
        let n_clues = [5, 10, 10][i % 3] - i / 3 % 2;
        let naked = NAKED.parse::<StrategySet>().expect("name");
        let mut design = Design::new(random_pattern(shape, n_clues, &mut rng), naked);
        if i % 5 == 4 {
            let cell = design.pattern.cells.iter().next().expect("a clue");
            design.fixed.set(cell, Some(Digit::new(3)));
        }
        n_proofs += usize::from(check_cases(&design.into()));
    }
    assert!(n_proofs > 12, "{n_proofs}");
}

#[test]
fn proofs_of_impossibility_are_checked() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let six = Shape::new(2, 3).expect("supported");
    let mut n_proofs = 0;
    for (i, strategies) in
        ["naked-single", "singles", "paper", "singles,x-wing"].into_iter().cycle().take(cases(24)).enumerate()
    {
        let strategies = strategies.parse::<StrategySet>().expect("names");
        let mut design = Design::new(random_pattern(six, 8 + i % 4, &mut rng), strategies);
        if i % 5 == 4 {
            let cell = design.pattern.cells.iter().next().expect("a clue");
            design.fixed.set(cell, Some(Digit::new(3)));
        }
        n_proofs += usize::from(check_proof(&design.into(), Backend::ALL[i / 4 % Backend::ALL.len()]));
    }
    assert!(n_proofs > 8, "{n_proofs}");
    // A bound, and a proof that needs the required strategy.
    let mut design = Design::new(Pattern::new(six, six.cells().skip(1)), StrategySet::SINGLES);
    design.required.insert(cluesmith::logic::StrategyId::HiddenSingle);
    assert!(check_proof(&design.into(), Backend::Own));
    let puzzles = parse_puzzles(Shape::NINE, include_str!("data/table-a1.txt")).expect("table A1");
    for (i, backend) in [1, 15, 19].into_iter().zip(Backend::ALL.iter().rev().cycle()) {
        assert!(check_proof(&Request::new(puzzles[i].pattern(), NAKED.parse().expect("name")), *backend));
    }
}
