//! Puzzles of a wanted difficulty: what is found has it by other means, on every size.

use cluesmith::generate::{Ended, Method, Outcome, Plan, Request, Undecided, Walk, Wanted, Watch, generate, variety};
use cluesmith::grid::{Pattern, Puzzle, SHAPES, Shape, content_lines};
use cluesmith::logic::{
    Design, Goal, Order, PRESETS, Scale, StrategyId, StrategySet, TraceVerdict, Window, count_solutions, hodoku_rating,
    own_rating, se_rating, solve, sukaku_rating,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// Gives up after some polls: deterministic on one thread, and no clock.
struct Polls(AtomicU32);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

const ENOUGH: u32 = 100_000;

/// Does the work on one thread: attempts that run side by side would use up each other's polls.
fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool").install(work)
}

fn pattern(text: &str) -> Pattern {
    content_lines(text).next().expect("line").pattern(Shape::NINE).expect("pattern")
}

#[track_caller]
fn found(request: &Request) -> Puzzle {
    match on_one_thread(|| generate(request, &Plan::new(Method::Search), &Polls(ENOUGH.into()))) {
        Outcome::Found(found) => {
            assert_eq!(found.puzzle().pattern(), request.pattern);
            assert_eq!(count_solutions(found.puzzle(), 2), 1);
            found.puzzle().clone()
        }
        other => panic!("{} {}: {other:?}", request.pattern.shape, request.pattern),
    }
}

const PATTERNS: [&str; 2] = [
    "x.x........x..xx...x..x..x....x.x.x...x...x...x.x.x....x..x..x...xx..x........x.x",
    "..x.x.x...x.x.x.x....x.x...x.......x.x.x.x.x.....x.....x..x..x...x...x..x.xx.xx.x",
];

/// A puzzle that needs the strategy and nothing harder: solved with it, stuck without.
#[track_caller]
fn check_hardest(order: &str, hardest: &str) {
    let order: Order = order.parse().expect("order");
    let id = hardest.parse::<StrategySet>().expect("name").iter().next().expect("one");
    for (text, seed) in PATTERNS.into_iter().zip(1..) {
        let goal = Goal::Hardest(id);
        let request = Request::from(Design { seed, goal, ..Design::new(pattern(text), order) });
        let puzzle = found(&request);
        let easier = order.allowing(order.allowed.intersection(order.ranking.easier_than(id)));
        assert_eq!(solve(&puzzle, easier).verdict, TraceVerdict::Stuck, "{puzzle}");
        let mut enough = easier;
        enough.allowed.insert(id);
        assert_eq!(solve(&puzzle, enough).verdict, TraceVerdict::Solved, "{puzzle}");
    }
}

#[test]
fn hardest_strategies_are_needed_and_suffice() {
    for hardest in ["hidden-single", "x-wing", "xy-wing"] {
        check_hardest("all", hardest);
    }
    check_hardest("newspaper-medium", "naked-pair");
}

#[test]
fn required_strategies_are_in_the_trace() {
    for required in ["locked-candidates", "unique-rectangle-1"] {
        let required: StrategySet = required.parse().expect("names");
        let request = Request::from(Design { required, ..Design::new(pattern(PATTERNS[0]), StrategySet::ALL) });
        let trace = solve(&found(&request), StrategySet::ALL);
        assert!(trace.verdict == TraceVerdict::Solved && required.is_subset(trace.used()));
    }
}

#[test]
fn strategies_outside_set_logic_are_enough_to_search() {
    for shape in SHAPES {
        let full = Pattern::new(shape, shape.cells().skip(1));
        let request = Request::new(full, StrategySet::single(StrategyId::FullHouse));
        assert_eq!(found(&request).n_clues(), shape.n_cells() - 1);
    }
}

#[track_caller]
fn check_window(request: &Request, scale: Scale, text: &str) {
    let window = Window::parse(scale, text).expect("window");
    let puzzle = found(&request.with_goal(Goal::Within(window)));
    // The figure of the public functions, which know nothing of windows.
    let figure = match scale {
        Scale::Se => u32::from(se_rating(&puzzle).expect("a figure").whole),
        Scale::Sukaku => u32::from(sukaku_rating(&puzzle).expect("a figure").whole),
        Scale::Hodoku => hodoku_rating(&puzzle).expect("a figure").score * 10,
        Scale::Own => (own_rating(&puzzle, &request.order()).expect("a figure").effort() * 10.0).round() as u32,
    };
    assert!((window.from..=window.to).contains(&figure), "{puzzle}: {figure} for {window}");
}

#[test]
fn windows_hold_on_every_scale() {
    let request = Request::new(pattern(PATTERNS[1]), StrategySet::ALL);
    check_window(&request, Scale::Se, "2.6..2.8");
    check_window(&request, Scale::Se, "4.2..4.5");
    check_window(&request, Scale::Sukaku, "4.0..4.2");
    check_window(&request, Scale::Hodoku, "600..900");
    check_window(&request, Scale::Own, "100..150");
    check_window(&request, Scale::Own, "300..600");
}

/// On every size: a window above what comes by itself.
#[test]
fn windows_hold_on_every_size() {
    for shape in SHAPES {
        let text = include_str!("../assets/patterns.txt").split("\n\n").find_map(|block| {
            let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
            let (_, of) = lines.first()?.split_once('|')?;
            (of.trim() == shape.to_string()).then(|| lines[1..].concat())
        });
        let text = text.expect("a pattern of each shape");
        let pattern = content_lines(&text).next().expect("line").pattern(shape).expect("pattern");
        let request = Request::new(pattern, StrategySet::BASIC);
        let plain = own_rating(&found(&request), &request.order()).expect("solved").effort();
        // Puzzles of four digits are all alike.
        let factor = if shape.n() == 4 { 1.0 } else { 1.01 };
        let (from, to) = ((plain * factor).floor(), plain * 1.5 + 1.0);
        check_window(&request, Scale::Own, &format!("{from:.0}..{to:.0}"));
    }
}

#[test]
fn many_puzzles_share_the_difficulty() {
    let order = PRESETS.iter().find(|preset| preset.name == "newspaper-hard").expect("preset").order();
    let request = Request::in_order(pattern(PATTERNS[0]), order).with_goal(Goal::Hardest(StrategyId::XyWing));
    let mut puzzles = Vec::new();
    let walk = Walk::default();
    let ended = variety(
        &request,
        &Plan::new(Method::Search),
        [],
        walk,
        Wanted::count(3),
        &Polls(ENOUGH.into()),
        &mut |found, _| {
            puzzles.push(found.puzzle().clone());
            ControlFlow::Continue(())
        },
    );
    assert_eq!((ended, puzzles.len()), (Ended::Enough, 3));
    for puzzle in puzzles {
        assert!(solve(&puzzle, request.order()).used().contains(StrategyId::XyWing));
    }
}

#[test]
fn what_is_not_found_is_undecided() {
    // No puzzle of any kind has such a figure, but no bound says so.
    let window = Window::parse(Scale::Own, "99999..100000").expect("window");
    let request = Request::new(pattern(PATTERNS[0]), StrategySet::PAPER).with_goal(Goal::Within(window));
    for method in [Method::Search, Method::Auto] {
        let outcome = generate(&request, &Plan::new(method), &Polls(50.into()));
        assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped));
    }
    // Figures of Sudoku Explainer are for 9x9 only.
    let small = Pattern::new("2x2".parse().expect("shape"), "2x2".parse::<Shape>().expect("shape").cells().take(8));
    let window = Window::parse(Scale::Se, "1.0..9.0").expect("window");
    let request = Request::new(small, StrategySet::PAPER).with_goal(Goal::Within(window));
    let outcome = generate(&request, &Plan::new(Method::Auto), &Polls(50.into()));
    assert!(matches!(outcome, Outcome::Undecided(Undecided::GaveUp(_))), "{outcome:?}");
}

#[test]
fn same_seed_same_puzzle_on_any_number_of_threads() {
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            found(&Request::new(pattern(PATTERNS[1]), StrategySet::ALL).with_goal(Goal::Hardest(StrategyId::XWing)))
        })
    };
    assert_eq!(with_threads(1), with_threads(3));
}
