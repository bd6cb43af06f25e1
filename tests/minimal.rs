//! Minimal puzzles: what is found has no redundant clue by other means, on every size, and what is refuted has no
//! puzzle at all.

use cluesmith::generate::{
    Ended, Method, Outcome, Plan, Request, Spread, Undecided, Walk, Wanted, Watch, clues_apart, generate, variety,
};
use cluesmith::grid::{Cell, Pattern, Puzzle, Shape, content_lines, parse_puzzles};
use cluesmith::logic::{
    Design, Goal, Scale, StrategySet, TraceVerdict, Window, count_solutions, fast_solutions, redundant_clues,
    se_rating, solutions, solve,
};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// Gives up after some polls: deterministic, and no clock.
struct Polls(AtomicU32);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

fn polls(n: u32) -> Polls {
    Polls(n.into())
}

fn minimal(pattern: Pattern, strategies: &str) -> Request {
    let strategies: StrategySet = strategies.parse().expect("names");
    Design { minimal: true, ..Design::new(pattern, strategies) }.into()
}

/// Without any one of its clues a puzzle has more solutions than the one; by brute force.
fn is_minimal(puzzle: &Puzzle) -> bool {
    let is_needed = |(cell, _)| {
        let mut without = puzzle.clone();
        without.set(cell, None);
        count_solutions(&without, 2) == 2
    };
    count_solutions(puzzle, 2) == 1 && puzzle.clues().all(is_needed)
}

/// What a pattern of 2x2 has: the puzzles that these strategies solve, and whether one of them is minimal. Two
/// solution grids that agree on the clues make them ambiguous, and nothing else does.
fn exhaust(pattern: &Pattern, strategies: StrategySet, grids: &[Puzzle]) -> (usize, bool) {
    let n_on = |pattern: &Pattern| {
        let mut n_grids: HashMap<Puzzle, usize> = HashMap::new();
        for grid in grids {
            *n_grids.entry(grid.masked(pattern)).or_default() += 1;
        }
        n_grids
    };
    let weaker: Vec<_> = pattern
        .cells
        .iter()
        .map(|cell| Pattern::new(pattern.shape, pattern.cells.iter().filter(|&other| other != cell)))
        .map(|pattern| (pattern, n_on(&pattern)))
        .collect();
    let (mut n_puzzles, mut has_minimal) = (0, false);
    for (puzzle, _) in n_on(pattern).into_iter().filter(|&(_, n_grids)| n_grids == 1) {
        if solve(&puzzle, strategies).verdict == TraceVerdict::Solved {
            n_puzzles += 1;
            has_minimal |= weaker.iter().all(|(pattern, n_grids)| n_grids[&puzzle.masked(pattern)] > 1);
        }
    }
    (n_puzzles, has_minimal)
}

/// Every method agrees with exhaustion, and those that search find what there is.
#[test]
fn all_methods_agree_with_exhaustion_on_2x2() {
    let shape = Shape::new(2, 2).expect("a shape");
    let grids = solutions(&Puzzle::empty(shape), 300);
    assert_eq!(grids.len(), 288);
    let (mut n_with, mut n_without, mut n_impossible) = (0, 0, 0);
    let sample = (0u32..1 << 16).filter(|bits| (4..=6).contains(&bits.count_ones())).step_by(143);
    for bits in sample {
        let cells = (0..16).filter(|cell| bits >> cell & 1 == 1).map(Cell::from_index);
        let pattern = Pattern::new(shape, cells);
        for strategies in ["naked-single", "singles"] {
            let request = minimal(pattern, strategies);
            let (n_puzzles, has_minimal) = exhaust(&pattern, request.strategies, &grids);
            n_with += usize::from(has_minimal);
            n_without += usize::from(!has_minimal && n_puzzles > 0);
            for method in Method::ALL {
                let n_polls = if method == Method::Auto { 100_000 } else { 3_000 };
                match generate(&request, &Plan::new(method), &polls(n_polls)) {
                    Outcome::Found(found) => {
                        assert!(has_minimal && is_minimal(found.puzzle()), "{pattern} {method:?}: {}", found.puzzle());
                        assert_eq!(found.puzzle().pattern(), pattern);
                        assert_eq!(found.trace().verdict, TraceVerdict::Solved);
                    }
                    Outcome::Impossible(_) => {
                        // `auto` tries all clues of small grids; the others know nothing of redundant clues.
                        let is_none = if method == Method::Auto { !has_minimal } else { n_puzzles == 0 };
                        assert!(is_none, "{pattern} {method:?}");
                        n_impossible += 1;
                    }
                    Outcome::Undecided(why) => {
                        let must_tell = match method {
                            Method::Auto => request.obstacle().is_none(),
                            Method::Search => has_minimal,
                            _ => false,
                        };
                        assert!(!must_tell, "{pattern} {method:?}: {why:?}");
                    }
                }
            }
        }
    }
    // The sample has patterns of each kind.
    assert!(n_with > 10 && n_without > 20 && n_impossible > 20, "{n_with}, {n_without}, {n_impossible}");
}

fn pattern(shape: &str, text: &str) -> Pattern {
    content_lines(text).next().expect("line").pattern(shape.parse().expect("a shape")).expect("pattern")
}

#[track_caller]
fn found(request: &Request, method: Method) -> Puzzle {
    match generate(request, &Plan::new(method), &polls(200_000)) {
        Outcome::Found(found) => found.puzzle().clone(),
        other => panic!("{} {}: {other:?}", request.pattern.shape, request.pattern),
    }
}

const SYMMETRIC: &str = "x.x........x..xx...x..x..x....x.x.x...x...x...x.x.x....x..x..x...xx..x........x.x";

#[track_caller]
fn check_size(shape: &str, text: &str) {
    let pattern = pattern(shape, text);
    for method in [Method::Auto, Method::Search] {
        let puzzle = found(&minimal(pattern, "singles"), method);
        assert!(puzzle.pattern() == pattern && is_minimal(&puzzle), "{puzzle}");
    }
}

#[test]
fn minimal_puzzles_are_found_on_small_sizes() {
    check_size("2x2", ".x....x...x....x");
    check_size("2x3", ".xx..x...x.....x....x...x......x..x.");
    check_size("3x2", ".xx..x...x...x..x....x..x..x...x....");
    check_size("2x4", "....x.x..xx.x...x..x...x.x.x...........x.xx.x....x.x.x........xx");
    check_size("4x2", "...xx...xx..x.....x....x...x..x.............xxx....xxx.x.x.x..x.");
    check_size("3x3", SYMMETRIC);
}

/// On large sizes, with all digits of a minimal puzzle fixed: it is found, and with one more clue it is not.
#[track_caller]
fn check_large(shape: &str, text: &str) {
    let puzzle = parse_puzzles(shape.parse().expect("a shape"), text).expect("a puzzle").remove(0);
    let fixed = |puzzle: &Puzzle| minimal(puzzle.pattern(), "basic").with(|design| design.fixed = puzzle.clone());
    let found = found(&fixed(&puzzle), Method::Search);
    assert!(found == puzzle && redundant_clues(&found, &|| false).expect("not stopped").is_empty());
    let solution = fast_solutions(&puzzle, 1).remove(0);
    let cell = puzzle.shape().cells().find(|&cell| puzzle.get(cell).is_none()).expect("an open cell");
    let mut surplus = puzzle;
    surplus.set(cell, solution.get(cell));
    let outcome = generate(&fixed(&surplus), &Plan::new(Method::Search), &polls(500));
    assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped));
}

#[test]
fn large_puzzles_are_judged() {
    check_large(
        "4x3",
        "..........3A8.....94......4B.C....76C..9..85..1..B.....3A.49.....5.....B.134...C8.A.5.C....B.6.....21....A.C3...C...B2....6..8..9...9.1..6.A...7",
    );
    // The same with rows for columns.
    check_large(
        "3x4",
        ".8.C...5.3.9....B.1.......4...3C..61..B9..4.2...........1C....C..5....86.9.8.........4.53.CB...A....A.8..B9........6A2..3.714.A.....A.6.9B..C..7",
    );
}

#[test]
fn other_conditions_hold_too() {
    let with = |change: fn(&mut Design)| minimal(pattern("3x3", SYMMETRIC), "all").with(change);
    let window = with(|design| design.goal = Goal::Within(Window::parse(Scale::Se, "2.6..3.8").expect("a window")));
    let puzzle = found(&window, Method::Auto);
    assert!(is_minimal(&puzzle) && (26..=38).contains(&se_rating(&puzzle).expect("a figure").whole), "{puzzle}");
    let required = with(|design| design.required = "locked-candidates".parse().expect("a name"));
    let puzzle = found(&required, Method::Auto);
    let trace = solve(&puzzle, required.order());
    assert!(is_minimal(&puzzle) && required.required.is_subset(trace.used()), "{puzzle}");
}

#[test]
fn a_full_house_says_why_there_is_none() {
    let mut full = pattern("3x3", SYMMETRIC);
    for col in 0..9 {
        full.cells.insert(Shape::NINE.cell(4, col));
    }
    let why = "row 5 holds nothing but clues, so one of them is redundant";
    let expected = Outcome::Undecided(Undecided::GaveUp(why.to_owned()));
    assert_eq!(generate(&minimal(full, "singles"), &Plan::default(), &polls(1)), expected);
    let redundant = minimal(full, "singles").with(|design| design.minimal = false);
    assert!(!is_minimal(&found(&redundant, Method::Auto)));
}

/// Many puzzles, kept apart or not.
#[track_caller]
fn check_batch(count: usize, spread: Spread) {
    let request = minimal(pattern("3x3", SYMMETRIC), "paper");
    let (plan, wanted) = (Plan::new(Method::Auto), Wanted { count, spread });
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let ended = variety(&request, &plan, [], Walk::default(), wanted, &polls(4_000_000), &mut |found, _| {
        puzzles.push(found.puzzle().clone());
        ControlFlow::Continue(())
    });
    assert_eq!((ended, puzzles.len()), (Ended::Enough, count));
    assert!(puzzles.iter().all(is_minimal));
    if let Spread::Clues(least) = spread {
        for (index, puzzle) in puzzles.iter().enumerate() {
            let apart = |other| clues_apart(puzzle, other).expect("one pattern");
            assert!(puzzles[..index].iter().all(|other| apart(other) >= least), "{puzzle}");
        }
    }
}

#[test]
fn batches_are_minimal() {
    check_batch(6, Spread::Clues(12));
    check_batch(12, Spread::Clues(1));
}
