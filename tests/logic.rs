//! Strategies, traces, closure and brute force against each other and the oracle data.

mod common;

use cluesmith::grid::{Puzzle, SHAPES, Shape, content_lines, parse_puzzles};
use cluesmith::logic::{
    Board, StrategySet, TraceVerdict, all_steps, checker, closure_of, count_solutions, fast_count, next_step,
    solutions, solve,
};
use common::oracle;

/// Strategy sets of the columns of `strategy-fixpoints-hodoku224.tsv`.
const COLUMNS: [&str; 5] = [
    "singles",
    "paper",
    "paper,naked-pair,naked-triple,naked-quad,hidden-pair,hidden-triple,hidden-quad",
    "paper,naked-pair,naked-triple,naked-quad,hidden-pair,hidden-triple,hidden-quad,x-wing,swordfish,jellyfish",
    "paper,naked-pair,naked-triple,naked-quad,hidden-pair,hidden-triple,hidden-quad,x-wing,swordfish,jellyfish,xy-wing",
];

fn end_state(board: &Board) -> String {
    format!("{}/{}/{}", u8::from(board.is_solved()), board.n_unsolved(), board.n_candidates())
}

#[test]
fn end_states_agree_with_the_oracle() {
    let Some(text) = oracle("strategy-fixpoints-hodoku224.tsv") else { return };
    let mut n_puzzles = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let puzzle = &parse_puzzles(Shape::NINE, fields.next().expect("puzzle")).expect("puzzle")[0];
        for (names, expected) in COLUMNS.into_iter().zip(fields) {
            let strategies: StrategySet = names.parse().expect("names");
            // The closure engine knows set logic only.
            let end = if strategies.is_subset(StrategySet::BASIC) {
                closure_of(puzzle, strategies)
            } else {
                solve(puzzle, strategies).end
            };
            assert_eq!(end_state(&end), expected, "{puzzle} {names}");
        }
        n_puzzles += 1;
    }
    assert_eq!(n_puzzles, 4548);
}

/// A sample of real puzzles of every size, own and from the oracle data.
fn sample() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for line in include_str!("data/puzzles.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some((shape, text)) = line.split_once(' ') {
            let shape: Shape = shape.parse().expect("shape");
            puzzles.extend(parse_puzzles(shape, text).expect("puzzle"));
        }
    }
    if let Some(text) = oracle("sgt-solo-multisize.tsv") {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let (width, height) = (fields[2].parse().expect("width"), fields[3].parse().expect("height"));
            let shape = Shape::new(height, width).expect("shape");
            puzzles.extend(parse_puzzles(shape, fields[8]).expect("puzzle"));
        }
    }
    puzzles
}

/// Step solver and closure end alike; every step is proved by the checker and by the solution.
#[test]
fn steps_closure_and_checker_agree_on_every_size() {
    let mut seen = std::collections::BTreeSet::new();
    for puzzle in sample() {
        let shape = puzzle.shape();
        seen.insert(shape);
        let found = solutions(&puzzle, 2);
        for strategies in [StrategySet::SINGLES, StrategySet::PAPER, StrategySet::BASIC] {
            let trace = solve(&puzzle, strategies);
            let closure = closure_of(&puzzle, strategies);
            assert_eq!(trace.end, closure, "{shape} {puzzle} {strategies}");
            if trace.verdict == TraceVerdict::Solved {
                assert_eq!(found.len(), 1, "{puzzle}");
                assert_eq!(trace.end.values(), &found[0]);
            }
            let mut board = Board::new(&puzzle);
            for step in &trace.steps {
                assert_eq!(checker::check_step(&board, step), Ok(()), "{}", step.sentence(&board));
                for solution in &found {
                    assert_eq!(checker::check_against_solution(&board, step, solution), Ok(()));
                }
                step.apply(&mut board);
            }
            assert_eq!(board, trace.end);
        }
    }
    for shape in SHAPES.into_iter().filter(|shape| shape.boxes().is_some_and(|(height, width)| height <= width)) {
        assert!(seen.contains(&shape), "no sample puzzle of shape {shape}");
    }
}

#[track_caller]
fn check_steps(puzzle: &str, strategies: &str, expected: &[&str]) {
    let puzzle = &parse_puzzles(Shape::NINE, puzzle).expect("puzzle")[0];
    let strategies: StrategySet = strategies.parse().expect("names");
    let mut board = Board::new(puzzle);
    for expected in expected {
        let step = next_step(&board, strategies).expect("a step");
        assert_eq!(step.sentence(&board).text(), *expected);
        step.apply(&mut board);
    }
}

#[test]
fn steps_explain_themselves() {
    check_steps(
        "000042005064070800000300000003000876002009505000490000930000500008270000000000000",
        "locked-candidates",
        &["Pointing: all 2s of box 7 lie in row 9, so the other 2s of row 9 go: r9c7<>2, r9c8<>2, r9c9<>2"],
    );
}

#[test]
fn counts_solutions() {
    #[track_caller]
    fn check(shape: &str, puzzle: &str, limit: usize, expected: usize) {
        let shape: Shape = shape.parse().expect("shape");
        let puzzle = &parse_puzzles(shape, puzzle).expect("puzzle")[0];
        assert_eq!(count_solutions(puzzle, limit), expected);
        assert_eq!(fast_count(puzzle, limit), expected);
    }
    check("2x2", &".".repeat(16), 1000, 288);
    check("2x2", &".".repeat(16), 7, 7);
    check("2x2", &format!("11{}", ".".repeat(14)), 9, 0);
    check("2x3", &format!("123456456{}", ".".repeat(27)), 5, 5);
    check("3x3", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 2, 1);
}

#[test]
fn uniqueness_agrees_with_public_collections() {
    if let Some(text) = oracle("serg-10000-multiple-solutions.txt") {
        for (i, line) in content_lines(&text).enumerate() {
            let puzzle = line.puzzle(Shape::NINE).expect("puzzle");
            assert_eq!(fast_count(&puzzle, 2), 2, "{}", line.text);
            assert!(i % 10 != 0 || count_solutions(&puzzle, 2) == 2, "{}", line.text);
        }
    }
    if let Some(text) = oracle("seventeen-clue-royle-49151.txt") {
        for (i, line) in content_lines(&text).enumerate() {
            let puzzle = line.puzzle(Shape::NINE).expect("puzzle");
            assert_eq!(fast_count(&puzzle, 2), 1, "{}", line.text);
            assert!(i % 100 != 0 || count_solutions(&puzzle, 2) == 1, "{}", line.text);
        }
    }
}

/// With all strategies, hard puzzles of several shapes are solved, and every step is proved.
#[test]
fn every_step_of_hard_puzzles_is_proved() {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    if let Some(text) = oracle("rated-mixed500.tsv") {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        puzzles.extend(lines.step_by(4).map(|line| {
            let puzzle = line.split('\t').next().expect("puzzle");
            parse_puzzles(Shape::NINE, puzzle).expect("puzzle").remove(0)
        }));
    }
    puzzles.extend(sample().into_iter().step_by(12));
    for puzzle in puzzles {
        let found = solutions(&puzzle, 2);
        let trace = solve(&puzzle, StrategySet::ALL);
        let mut board = Board::new(&puzzle);
        for step in &trace.steps {
            assert_eq!(checker::check_step(&board, step), Ok(()), "{puzzle} {}", step.sentence(&board));
            for solution in &found {
                assert_eq!(checker::check_against_solution(&board, step, solution), Ok(()), "{puzzle}");
            }
            assert!(!step.marks(&board).is_empty());
            step.apply(&mut board);
        }
    }
}

/// Whatever step is chosen, set logic leads to the same end; the path begins as it was chosen.
#[test]
fn every_branch_leads_to_the_same_end() {
    for puzzle in sample().iter().take(12) {
        let trace = solve(puzzle, StrategySet::BASIC);
        for index in (0..trace.steps.len()).step_by(7) {
            let board = trace.board_before(index);
            for choice in all_steps(&board, StrategySet::BASIC).into_iter().step_by(3) {
                let branch = trace.branch(index, choice.clone(), StrategySet::BASIC);
                assert_eq!(branch.steps[..index], trace.steps[..index]);
                assert_eq!(branch.steps[index], choice);
                assert_eq!((branch.verdict, &branch.end), (trace.verdict, &trace.end), "{puzzle}");
            }
        }
    }
}
