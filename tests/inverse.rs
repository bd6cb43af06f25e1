//! The backward generator by what it promises: every state on the way stands for a puzzle that the
//! strategies solve, and the puzzle at its end is all that was asked for.

use cluesmith::generate::inverse::{
    Backward, BackwardRequest, Ended, Move, MoveMethod, PencilState, Target, backward, bottleneck, children,
    default_methods, parents,
};
use cluesmith::generate::{self, Method, Outcome, Plan, Progress, Undecided, Unwatched, Watch, verify};
use cluesmith::grid::{Pattern, Puzzle, SHAPES, Shape, Symmetry, content_lines};
use cluesmith::logic::{
    Board, Design, StrategyId, StrategySet, TraceVerdict, closure_of, count_solutions, freedom_of, se_rating, solve,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

#[track_caller]
fn found(request: &BackwardRequest) -> Backward {
    match backward(request, &Unwatched, &mut |_| ()) {
        Ok(Ended::Found(found)) => *found,
        other => panic!("{request:?}: {other:?}"),
    }
}

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn request(text: &str, heuristic: &str, seed: u64) -> BackwardRequest {
    let mut request = BackwardRequest::new(shape(text));
    // Enough to take part, and soon over.
    request.effort.climbs = 20;
    BackwardRequest { schedule: heuristic.parse().expect("a schedule"), seed, ..request }
}

/// The result holds, and its way leads from the solution to the puzzle and back.
#[track_caller]
fn check(request: &BackwardRequest) -> Backward {
    let result = found(request);
    check_result(request, &result);
    result
}

#[track_caller]
fn check_result(request: &BackwardRequest, result: &Backward) {
    let puzzle = result.found.puzzle();
    let asked = generate::Request::new(puzzle.pattern(), request.strategies);
    let again = verify::verify(&asked, puzzle, Method::Inverse, &Unwatched).expect("verified");
    assert_eq!(*again.solution(), result.way.solution);
    assert!(request.symmetry.holds(request.shape, &puzzle.pattern().cells));
    // The paper: fewer calls than there are marks.
    let n = request.shape.n();
    assert_eq!(result.census.steps, result.way.moves.len());
    assert!(result.way.moves.len() < n * n * n);

    let mut replay = result.way.replay();
    assert_eq!(replay.state(), &PencilState::solved(&result.way.solution));
    replay.go(usize::MAX);
    assert_eq!(replay.state(), &PencilState::start(puzzle), "the way ends where a solver begins");
    let last = replay.position();
    for position in (0..last).rev() {
        let child = replay.state().clone();
        replay.go(position);
        assert_eq!(replay.state().n_marks() + 1, child.n_marks());
        // The moves of large states take long to list.
        if position % (1 + n * n / 8) == 0 {
            let step = &result.way.moves[position];
            let forward = parents(&child, request.strategies);
            assert!(forward.iter().any(|m| m.candidate == step.candidate), "{step:?} is no forward move");
            let inverse = children(replay.state(), request.strategies);
            assert!(inverse.iter().any(|m| m.candidate == step.candidate), "{step:?} is no inverse move");
            assert!(closure_of(child.values(), request.strategies).is_solved());
        }
    }
    assert_eq!(replay.state(), &PencilState::solved(&result.way.solution));
}

#[test]
fn every_shape_and_heuristic_gives_a_puzzle() {
    for (number, shape) in SHAPES.iter().filter(|shape| shape.n() <= 12).enumerate() {
        for (seed, heuristic) in
            ["d", "t", "sparse", "random", "d+0.5t+0.1random", "random@20/t@8/d"].iter().enumerate()
        {
            if shape.n() <= 9 || seed % 4 == number % 4 {
                check(&request(&shape.to_string(), heuristic, seed as u64));
            }
        }
    }
}

#[test]
fn sixteen_digits_work_too() {
    let mut request = request("4x4", "sparse", 1);
    request.strategies = StrategySet::PAPER;
    request.target.clues = Some(180);
    assert_eq!(found(&request).found.puzzle().n_clues(), 180);
    assert!(!default_methods(request.shape).contains(StrategyId::NakedQuad));
}

/// Forward moves from the puzzle of a state's values, none of which removes a mark of the state, end in
/// exactly this state; found by the moves of the paper alone.
#[track_caller]
fn check_derivable(state: &PencilState, strategies: StrategySet) {
    let mut current = PencilState::start(state.values());
    loop {
        let gone: Vec<_> = parents(&current, strategies)
            .into_iter()
            .filter(|m| !m.is_cell() && !state.marks(m.candidate.cell).contains(m.candidate.digit))
            .collect();
        if gone.is_empty() {
            break;
        }
        for step in &gone {
            current.forward(step);
        }
    }
    assert_eq!(&current, state);
}

#[test]
fn every_state_on_the_way_follows_from_its_values() {
    for heuristic in ["d", "t", "random", "random@9/sparse"] {
        for (text, seed) in [("2x2", 3), ("2x3", 4), ("3x2", 5)] {
            let request = request(text, heuristic, seed);
            let way = found(&request).way;
            for position in (0..=way.moves.len()).step_by(5) {
                check_derivable(&way.state(position), request.strategies);
            }
        }
    }
}

/// Why solvable states are not enough: all cells open with one mark each, every parent of it solvable, but
/// no value is left to tell a solver anything.
#[test]
fn a_board_may_know_more_than_its_values() {
    let request = request("2x2", "sparse", 1);
    let solution = found(&request).way.solution;
    let open = PencilState::new(&Puzzle::empty(request.shape), |cell| solution.get(cell).into_iter().collect());
    let ways: Vec<_> = parents(&open, request.strategies);
    assert_eq!(ways.len(), 16);
    assert!(ways.iter().all(Move::is_cell));
    assert_eq!(count_solutions(open.values(), 2), 2);
}

#[test]
fn the_same_seed_gives_the_same_way() {
    for heuristic in ["d", "random"] {
        let ways: Vec<_> = [7, 7, 8].map(|seed| found(&request("2x3", heuristic, seed)).way).into();
        assert_eq!(ways[0], ways[1]);
        assert_ne!(ways[0], ways[2]);
    }
}

/// Stops after so many steps of climbs.
struct Steps {
    most: u64,
    is_over: AtomicBool,
}

impl Watch for Steps {
    fn should_stop(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn report(&self, progress: Progress) {
        self.is_over.fetch_or(progress.steps >= self.most, Ordering::Relaxed);
    }
}

/// Many steps of one strategy, found in so many steps; the puzzle has the symmetry that was asked for. Without grids that
/// have an automorphism ten times as many steps do not find it.
#[track_caller]
fn check_many(strategies: StrategySet, symmetry: Symmetry, seed: u64, wanted: usize, most: u64) {
    let target = Target { at_least: vec![(StrategyId::XWing, wanted)], ..Target::default() };
    let mut request = BackwardRequest { strategies, symmetry, target, ..request("3x3", "d", seed) };
    request.effort.climbs = 400;
    let watch = Steps { most, is_over: AtomicBool::new(false) };
    let ended = backward(&request, &watch, &mut |_| ()).expect("a sound request");
    let Ended::Found(result) = ended else { panic!("not found in {most} steps") };
    check_result(&request, &result);
    let counts = result.found.trace().counts();
    assert!(counts.iter().any(|&(id, count)| id == StrategyId::XWing && count >= wanted), "{counts:?}");
}

#[test]
fn many_steps_of_a_strategy_are_found() {
    check_many(default_methods(Shape::NINE), Symmetry::None, 3, 5, 2_500);
    let few = "singles,locked-candidates,x-wing".parse().expect("names");
    check_many(few, Symmetry::HalfTurn, 4, 3, 2_500);
}

/// A wish for many steps beside a number of clues that leaves hardly any cell to empty.
#[test]
fn many_steps_of_nearly_full_grids_are_found() {
    let target = Target { clues: Some(77), at_least: vec![(StrategyId::NakedSingle, 3)], ..Target::default() };
    let nearly_full = BackwardRequest { target, ..request("3x3", "d", 1) };
    assert_eq!(check(&nearly_full).found.puzzle().n_clues(), 77);
}

#[test]
fn targets_are_met() {
    let base = request("3x3", "d", 1);
    let trace = |request: &BackwardRequest| {
        let result = found(request);
        assert_eq!(request.target.distance(result.found.trace(), &|| false), 0);
        result
    };
    let with = |target: Target| BackwardRequest { target, ..base.clone() };
    assert_eq!(trace(&with(Target { clues: Some(30), ..Target::default() })).found.puzzle().n_clues(), 30);
    trace(&with(Target { difficulty: Some((26, 36)), ..Target::default() }));
    let required = StrategySet::single(StrategyId::NakedPair);
    let used = trace(&with(Target { required, ..Target::default() })).found.trace().used();
    assert!(required.is_subset(used));
    let many = vec![(StrategyId::LockedCandidates, 4)];
    let counts = trace(&with(Target { at_least: many, ..Target::default() })).found.trace().counts();
    assert!(counts.iter().any(|&(id, count)| id == StrategyId::LockedCandidates && count >= 4));
    // So many steps and no more, in every shape.
    for (text, id, wanted) in [("3x3", StrategyId::XWing, 1), ("2x3", StrategyId::LockedCandidates, 1)] {
        let target = Target { at_least: vec![(id, wanted)], at_most: vec![(id, wanted)], ..Target::default() };
        let exact = BackwardRequest { target, ..request(text, "d", 3) };
        let counts = trace(&exact).found.trace().counts();
        assert!(counts.contains(&(id, wanted)), "{counts:?}");
    }
    let none = vec![(StrategyId::HiddenSingle, 0)];
    assert!(
        !trace(&with(Target { at_most: none, ..Target::default() }))
            .found
            .trace()
            .used()
            .contains(StrategyId::HiddenSingle)
    );
}

/// The figures of Sudoku Explainer of some puzzles in tenths, ascending, and their steps open at the bottleneck.
fn figures(heuristic: &str, climbs: usize) -> (Vec<u8>, Vec<usize>) {
    let mut figures = (Vec::new(), Vec::new());
    for seed in 0..4 {
        let mut request = BackwardRequest { strategies: StrategySet::BASIC, ..request("3x3", heuristic, seed) };
        request.effort.climbs = climbs;
        let found = found(&request).found;
        figures.0.push(se_rating(found.puzzle()).expect("a figure").whole);
        figures.1.push(bottleneck(found.trace(), request.strategies));
    }
    figures.0.sort_unstable();
    figures.1.sort_unstable();
    figures
}

#[test]
fn climbs_make_puzzles_harder_and_narrower() {
    let ((before, _), (after, _)) = (figures("d", 0), figures("d", 100));
    assert!(after[0] > 23 && after[2] >= 30 && after[2] > before[2], "{before:?} {after:?}");
    let ((_, before), (_, after)) = (figures("t", 0), figures("t", 30));
    assert!(after[3] <= 6 && after[2] < before[2], "{before:?} {after:?}");
}

/// By its definition: the steps of every board on which half of the empty cells are still empty.
#[test]
fn the_bottleneck_is_the_narrowest_board() {
    let puzzle: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().expect("a puzzle");
    for strategies in [StrategySet::PAPER, StrategySet::BASIC] {
        for text in ["1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", ""] {
            let puzzle = if text.is_empty() { puzzle.clone() } else { text.parse().expect("a puzzle") };
            let trace = solve(&puzzle, strategies);
            let boards = (0..trace.steps.len()).map(|index| trace.board_before(index));
            let n_empty = puzzle.shape().n_cells() - puzzle.n_clues();
            let wide = boards.filter(|board| 2 * board.n_unsolved() >= n_empty);
            let expected = wide.map(|board| freedom_of(&board, strategies)).min().unwrap_or(0);
            assert_eq!(bottleneck(&trace, strategies), expected, "{puzzle}");
        }
    }
}

#[test]
fn whole_orbits_vanish() {
    for (text, symmetry) in [("3x3", Symmetry::HalfTurn), ("3x3", Symmetry::Full), ("2x3", Symmetry::MirrorBoth)] {
        for heuristic in ["d", "random"] {
            let result = check(&BackwardRequest { symmetry, ..request(text, heuristic, 2) });
            assert!(result.found.puzzle().n_clues() < result.found.puzzle().shape().n_cells());
        }
    }
}

const HEART: &str = ".xx...xx.x..x.x..xx...x...xx...x...xx.......x.x.....x...x...x.....x.x..x...x...x.";

fn heart() -> Pattern {
    content_lines(HEART).next().and_then(|line| line.pattern(Shape::NINE).ok()).expect("a pattern")
}

#[test]
fn a_painted_pattern_is_kept() {
    let result = check(&BackwardRequest { pattern: Some(heart()), ..request("3x3", "t", 1) });
    assert_eq!(result.found.puzzle().pattern(), heart());
    // The same through the front door, with digits that are settled.
    let mut design = Design::new(heart(), StrategySet::PAPER);
    let cell = heart().cells.iter().next().expect("a clue cell");
    design.fixed.set(cell, Some(cluesmith::grid::Digit::new(7)));
    let asked = generate::Request::from(design);
    match generate::generate(&asked, &Plan::new(Method::Inverse), &Unwatched) {
        Outcome::Found(found) => {
            assert_eq!((found.method(), found.puzzle().get(cell)), (Method::Inverse, asked.fixed.get(cell)));
            assert_eq!(solve(found.puzzle(), StrategySet::PAPER).verdict, TraceVerdict::Solved);
        }
        other => panic!("{other:?}"),
    }
}

/// Every second cell.
fn chequered(shape: Shape) -> Pattern {
    Pattern::new(shape, shape.cells().filter(|&cell| (shape.row(cell) + shape.col(cell)).is_multiple_of(2)))
}

/// Puzzles of a pattern for some seeds with a mix; their hardest ranks and their steps to choose from, summed up.
fn preferred(pattern: &Pattern, strategies: StrategySet, mix: &str) -> (usize, usize) {
    let (plan, mix) = (Plan::new(Method::Inverse), mix.parse().expect("a mix"));
    let (mut ranks, mut choice) = (0, 0);
    for seed in 1..4 {
        let request = generate::Request::from(Design { seed, mix, ..Design::new(*pattern, strategies) });
        let outcome = generate::generate(&request, &plan, &Unwatched);
        if seed == 1 {
            assert_eq!(outcome, generate::generate(&request, &plan, &Unwatched), "same seed, same puzzle");
        }
        let found = outcome.found().expect("a puzzle");
        assert_eq!(found.puzzle().pattern(), *pattern);
        ranks += found.trace().hardest().map_or(0, |id| id as usize);
        choice += freedom_of(&Board::new(found.puzzle()), strategies);
    }
    (ranks, choice)
}

#[test]
fn heuristics_choose_among_the_grids_of_a_pattern() {
    let line = "x.x........x..xx...x..x..x....x.x.x...x...x...x.x.x....x..x..x...xx..x........x.x";
    let nine = content_lines(line).next().expect("a line").pattern(Shape::NINE).expect("a pattern");
    let six = chequered(shape("2x3"));
    for pattern in [nine, six] {
        let strategies = default_methods(pattern.shape);
        let (ranks, choice) = preferred(&pattern, strategies, "");
        let (hard, _) = preferred(&pattern, strategies, "d");
        let (_, narrow) = preferred(&pattern, strategies, "t");
        let mixed = preferred(&pattern, strategies, "d+t");
        assert!(narrow < choice, "{narrow} {choice}");
        assert!(mixed.0 >= ranks && mixed.1 < choice, "{mixed:?} {ranks} {choice}");
        // Singles solve the small one, whatever its digits.
        assert!(hard > ranks || hard == ranks && pattern == six, "{hard} {ranks}");
    }
}

#[test]
fn heuristics_keep_fixed_digits_and_many_puzzles_follow_them_too() {
    let pattern = chequered(shape("2x3"));
    let mut design = Design::new(pattern, default_methods(pattern.shape));
    design.fixed.set(pattern.shape.cell(0, 0), Some(cluesmith::grid::Digit::new(6)));
    design.mix = "t".parse().expect("a mix");
    let (request, plan) = (generate::Request::from(design), Plan::new(Method::Inverse));
    let mut puzzles = Vec::new();
    let walk = generate::Walk::default();
    let ended =
        generate::variety(&request, &plan, [], walk, generate::Wanted::count(5), &Unwatched, &mut |found, _| {
            assert!(request.fixed.clues().all(|(cell, digit)| found.puzzle().get(cell) == Some(digit)));
            puzzles.push(found);
            std::ops::ControlFlow::Continue(())
        });
    assert_eq!((ended, puzzles.len()), (generate::Ended::Enough, 5));
    assert!(puzzles.iter().all(|found| found.method() == Method::Inverse), "none comes from the walk");
    // A stop ends the choice as well.
    for polls in [0, 1, 5, 50] {
        let outcome = generate::generate(&request, &plan, &Polls(AtomicU32::new(polls)));
        assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped), "{polls}");
    }
}

#[test]
fn a_given_grid_is_kept() {
    let grid = found(&request("3x3", "sparse", 5)).way.solution;
    let result = check(&BackwardRequest { solution: Some(grid.clone()), ..request("3x3", "d", 9) });
    assert_eq!(*result.found.solution(), grid);
}

/// Stops after some polls.
struct Polls(AtomicU32);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn stopping_ends_the_search_anywhere() {
    let mut steps = BTreeSet::new();
    // Twice as many polls each time, until the search is over before it is stopped.
    let mut polls = 0;
    loop {
        let mut has_begun = false;
        let ended = backward(&request("2x3", "d", 1), &Polls(AtomicU32::new(polls)), &mut |snapshot| {
            steps.insert(snapshot.steps);
            has_begun = true;
        });
        let kept = match ended {
            Ok(Ended::Undecided(Undecided::Stopped, kept)) => kept,
            Ok(Ended::Found(_)) => break,
            other => panic!("{polls}: {other:?}"),
        };
        // What the search had come to is a puzzle.
        assert_eq!(kept.is_some(), has_begun, "{polls}");
        if let Some(kept) = kept {
            assert_eq!(count_solutions(kept.found.puzzle(), 2), 1);
            assert_eq!(kept.way.state(kept.way.moves.len()).values(), kept.found.puzzle());
        }
        polls = (2 * polls).max(1);
    }
    assert!(polls > 100, "the search polls often enough to be stopped on its way: {polls}");
    assert!(steps.len() > 20, "steps are shown: {steps:?}");
}

#[test]
fn contradictions_are_told() {
    #[track_caller]
    fn check_error(change: impl Fn(&mut BackwardRequest), sentence: &str) {
        let mut request = request("2x3", "d", 1);
        change(&mut request);
        match backward(&request, &Unwatched, &mut |_| ()) {
            Err(error) => assert!(error.to_string().contains(sentence), "{error}"),
            Ok(ended) => panic!("{ended:?}"),
        }
    }
    check_error(|r| r.strategies = "singles,xy-wing".parse().expect("names"), "cannot undo xy-wing");
    check_error(|r| r.strategies = "hidden-single".parse().expect("names"), "needs naked-single");
    check_error(|r| r.target.required = StrategySet::single(StrategyId::Jellyfish), "jellyfish is required");
    check_error(|r| r.symmetry = Symmetry::Diagonal, "not possible with 2x3 boxes");
    check_error(|r| r.solution = Some(Puzzle::empty(r.shape)), "not a solution");
    check_error(|r| r.target.difficulty = Some((10, 20)), "9x9 grids only");
    check_error(
        |r| {
            r.target.at_least = vec![(StrategyId::NakedPair, 2)];
            r.target.at_most = vec![(StrategyId::NakedPair, 1)];
        },
        "at least 2 steps of naked-pair and at most 1 are asked for",
    );
    check_error(
        |r| {
            r.pattern = Some(Pattern::new(r.shape, r.shape.cells().take(5)));
            r.target.clues = Some(6);
        },
        "the pattern has 5 clues, 6 are asked for",
    );
}

/// Whether forward moves lead from the puzzle of the values, with all marks, to exactly the marks of the state: then it
/// stands for a puzzle, and it is a good child (module `support`), here by trying all moves.
fn is_derivable(state: &PencilState, strategies: StrategySet) -> bool {
    let mut reached = PencilState::start(state.values());
    loop {
        let is_extra = |m: &Move| !m.is_cell() && !state.marks(m.candidate.cell).contains(m.candidate.digit);
        match parents(&reached, strategies).iter().find(|m| is_extra(m)) {
            Some(step) => reached.forward(step),
            None => return reached == *state,
        }
    }
}

/// The heuristics of section 5.3 by their definitions.
fn by_definition(heuristic: &str, state: &PencilState, strategies: StrategySet) -> f64 {
    let forward = parents(state, strategies);
    if heuristic == "t" {
        return -(forward.len() as f64);
    }
    let rank = |m: &Move| match m.method {
        MoveMethod::SingleCandidate => 0,
        MoveMethod::Exclusion => 1,
        MoveMethod::Rule(id) => 2 + id as usize,
    };
    forward.iter().map(rank).min().expect("a way back") as f64
}

/// The published search takes a good child of the highest value, each by its definition.
#[track_caller]
fn check_published(text: &str, heuristic: &str, seed: u64, are_all_tried: bool) {
    let request = BackwardRequest { is_literal: true, ..request(text, heuristic, seed) };
    let result = check(&request);
    let mut before = PencilState::solved(&result.way.solution);
    let mut n_marks = 0;
    let again = backward(&request, &Unwatched, &mut |snapshot| {
        let state = snapshot.state;
        assert_eq!(
            snapshot.value.to_bits(),
            by_definition(heuristic, state, request.strategies).to_bits(),
            "{heuristic}"
        );
        if are_all_tried {
            let good = children(&before, request.strategies).into_iter().filter_map(|step| {
                let mut child = before.clone();
                child.inverse(&step);
                is_derivable(&child, request.strategies).then_some(child)
            });
            let best = good.map(|child| by_definition(heuristic, &child, request.strategies)).max_by(f64::total_cmp);
            assert_eq!(best, Some(snapshot.value), "{heuristic} after {} moves", snapshot.steps);
        }
        n_marks += usize::from(state.values() == before.values());
        before = state.clone();
    });
    assert!(matches!(again, Ok(Ended::Found(again)) if again.way == result.way));
    assert!(n_marks > 0, "marks take part");
    let last_cell = result.way.moves.iter().rposition(Move::is_cell).expect("emptied cells");
    assert!(result.way.moves[..last_cell].iter().any(|step| !step.is_cell()), "cells and marks come in one pool");
}

#[test]
fn the_published_search_follows_the_definitions() {
    for seed in 0..3 {
        for heuristic in ["t", "d"] {
            check_published("2x2", heuristic, seed, true);
            check_published("2x3", heuristic, seed, false);
        }
    }
}
