//! Generators by what they promise: found puzzles hold, patterns to start with work, seeds repeat.

mod common;

use cluesmith::generate::{Found, Method, Outcome, Plan, Request, Undecided, Unwatched, Watch, generate, verify};
use cluesmith::grid::{Digit, Pattern, Puzzle, SHAPES, Shape, content_lines};
use cluesmith::logic::{Design, StrategyId, StrategySet};
use common::{is_alone, oracle};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Gives up after some polls: deterministic, and no clock.
struct Polls(AtomicU32);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[track_caller]
fn found(request: &Request) -> Puzzle {
    match generate(request, &Plan::new(Method::Auto), &Unwatched) {
        Outcome::Found(found) => {
            // The answer says what a second verification says.
            let again = verify::verify(request, found.puzzle(), found.method(), &Unwatched);
            assert_eq!(again.as_ref().map(Found::solution), Ok(found.solution()), "{}", request.pattern);
            found.puzzle().clone()
        }
        other => panic!("{} {}: {other:?}", request.pattern.shape, request.pattern),
    }
}

/// The patterns to start with: name, pattern.
fn library() -> Vec<(String, Pattern)> {
    include_str!("../assets/patterns.txt")
        .split("\n\n")
        .filter_map(|block| {
            let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
            let (name, shape) = lines.first()?.split_once('|')?;
            let shape: Shape = shape.trim().parse().expect("shape");
            let text: String = lines[1..].concat();
            let line = content_lines(&text).next().expect("rows");
            Some((name.trim().to_owned(), line.pattern(shape).expect("pattern")))
        })
        .collect()
}

#[test]
fn every_pattern_to_start_with_gives_puzzles() {
    let library = library();
    assert!(library.len() >= 40);
    for shape in SHAPES {
        assert!(library.iter().any(|(_, pattern)| pattern.shape == shape), "no pattern of shape {shape}");
    }
    for (_, pattern) in library {
        for seed in 0..2 {
            let request = Request::from(Design { seed, ..Design::new(pattern, StrategySet::PAPER) });
            assert_eq!(found(&request).pattern(), pattern);
        }
    }
}

#[test]
fn every_strategy_set_with_singles_gives_puzzles() {
    for (name, pattern) in library().into_iter().filter(|(_, p)| p.shape.n() <= 9).step_by(4) {
        for strategies in ["singles", "paper", "naked-single,naked-pair", "all"] {
            let request = Request::new(pattern, strategies.parse().expect("names"));
            let puzzle = found(&request);
            assert_eq!(puzzle.pattern(), pattern, "{name} {strategies}");
        }
    }
}

#[test]
fn recipe_patterns_are_found_at_once() {
    let Some(text) = oracle("fig6-recipe-100.txt") else { return };
    let mut n_found = 0;
    for line in content_lines(&text) {
        let pattern = line.pattern(Shape::NINE).expect("pattern");
        if pattern.n_clues() >= 25 {
            found(&Request::new(pattern, StrategySet::PAPER));
            n_found += 1;
        }
    }
    assert!(n_found > 80);
}

#[test]
fn fixed_digits_stay() {
    let pattern = library().into_iter().find(|(name, _)| name == "Ring").expect("ring").1;
    let mut fixed = Puzzle::empty(Shape::NINE);
    for (cell, digit) in pattern.cells.iter().zip([3, 1, 4]) {
        fixed.set(cell, Some(Digit::new(digit)));
    }
    let request = Request::from(Design { fixed: fixed.clone(), ..Design::new(pattern, StrategySet::PAPER) });
    let puzzle = found(&request);
    assert!(fixed.clues().all(|(cell, digit)| puzzle.get(cell) == Some(digit)));
}

#[test]
fn same_seed_same_puzzle_on_any_number_of_threads() {
    let pattern = library().into_iter().find(|(name, _)| name == "Ring").expect("ring").1;
    let with_threads = |threads, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| found(&Design { seed, ..Design::new(pattern, StrategySet::PAPER) }.into()))
    };
    assert_eq!(with_threads(1, 7), with_threads(4, 7));
    assert_ne!(with_threads(1, 7), with_threads(1, 8));
}

#[test]
fn a_race_finds_and_refutes_too() {
    let pattern = library().into_iter().find(|(name, _)| name == "Ring").expect("ring").1;
    let outcome = generate(&Request::new(pattern, StrategySet::PAPER), &Plan::racing(Method::Auto), &Unwatched);
    assert!(matches!(outcome, Outcome::Found(_)));
    let pattern = Pattern::new(Shape::NINE, Shape::NINE.cells().take(17));
    let outcome = generate(&Request::new(pattern, StrategySet::PAPER), &Plan::racing(Method::Auto), &Unwatched);
    assert!(matches!(outcome, Outcome::Impossible(_)));
}

#[test]
fn stop_is_an_answer_and_comes_soon() {
    // A 17-clue pattern that naked singles cannot solve: search alone never ends.
    let text = "x..x............xx........x...x.xx..x.x......x..x......x....x......x..x..x.......";
    let pattern = content_lines(text).next().expect("line").pattern(Shape::NINE).expect("pattern");
    let request = Request::new(pattern, StrategySet::single(StrategyId::NakedSingle));
    for polls in [0, 1, 100, 1000] {
        let start = Instant::now();
        let outcome = generate(&request, &Plan::new(Method::Search), &Polls(polls.into()));
        assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped));
        assert!(start.elapsed().as_secs() < 20, "a stopped run ends");
    }
}

/// Loop formulas between calls of `BatSat` say the same as loop formulas inside the search of the others.
#[test]
fn both_ways_of_loop_formulas_agree() {
    use cluesmith::generate::sat::{self, SatOptions, backend::Backend};
    use cluesmith::grid::Cell;
    let mut verdicts = [0; 2];
    for (shape, size, n_cases) in [("2x2", 4, 150u64), ("2x2", 5, 60), ("2x2", 6, 30)] {
        let shape: Shape = shape.parse().expect("shape");
        let mut state = 12345u64;
        for case in 0..n_cases {
            let mut pattern = Pattern::empty(shape);
            while pattern.n_clues() < size {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                pattern.cells.insert(Cell::from_index((state >> 33) as usize % shape.n_cells()));
            }
            let strategies = ["naked-single", "singles", "paper"][case as usize % 3];
            let request = Request::new(pattern, strategies.parse().expect("names"));
            let answers = Backend::ALL.iter().map(|&backend| {
                match sat::solve(&request, &SatOptions { backend, ..SatOptions::default() }, &Unwatched) {
                    Outcome::Found(_) => true,
                    Outcome::Impossible(_) => false,
                    Outcome::Undecided(why) => panic!("{pattern} {strategies} {backend:?}: {why:?}"),
                }
            });
            let answers: Vec<bool> = answers.collect();
            assert!(answers.iter().all(|&answer| answer == answers[0]), "{pattern} {strategies}: {answers:?}");
            verdicts[usize::from(answers[0])] += 1;
        }
    }
    assert!(verdicts[0] > 20 && verdicts[1] > 20, "{verdicts:?}");
}

/// Runs that are stopped at any moment leave nothing behind.
#[test]
#[cfg(target_os = "linux")]
fn stopped_runs_leak_nothing() {
    fn resident_pages() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").expect("Linux tells");
        text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).expect("a number")
    }
    if !is_alone("stopped_runs_leak_nothing") {
        return;
    }
    // 21 clues: neither search nor SAT is done at once.
    let text = "......x....xxxx.x.......x...x.....x..x..xxx..x...xx....x.x....xx........x........";
    let pattern = content_lines(text).next().expect("line").pattern(Shape::NINE).expect("pattern");
    let request = Request::new(pattern, StrategySet::PAPER);
    let cycle = |i: u32| {
        let method = [Method::Auto, Method::Search, Method::Sat][i as usize % 3];
        let plan = if i.is_multiple_of(2) { Plan::new(method) } else { Plan::racing(method) };
        let outcome = generate(&request, &plan, &Polls((i % 50).into()));
        assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped), "{method:?}");
    };
    (0..100).for_each(cycle);
    let before = resident_pages();
    (0..1000).for_each(cycle);
    let grown = resident_pages().saturating_sub(before);
    assert!(grown < 4000, "1,000 stopped runs grew the memory by {grown} pages");
}
