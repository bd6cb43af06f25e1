//! Grids of 20 and 25 rows: what works on them, and the methods that say that it does not.

#[path = "common/program.rs"]
mod program;

use cluesmith::generate::lp::{LpAnswer, LpOptions, relax};
use cluesmith::generate::{Method, Outcome, Plan, Request, Undecided, Unwatched, generate};
use cluesmith::grid::canon::canonical;
use cluesmith::grid::{Cell, Digit, LARGE_SHAPES, Pattern, Puzzle, Shape, Transform, parse_puzzles};
use cluesmith::logic::{
    Board, Order, StrategyId, StrategySet, TraceVerdict, checker, closure_of, count_solutions, fast_count,
    fast_solutions, rate_trace, solve,
};
use program::{check as check_run, check_error, run};

/// A puzzle of each large shape.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let lines = include_str!("data/large.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (shape, text) = line.split_once(' ').expect("a shape and a puzzle");
        parse_puzzles(shape.parse().expect("a shape"), text).expect("a puzzle").remove(0)
    })
}

#[test]
fn there_is_a_puzzle_of_each_large_shape() {
    assert_eq!(puzzles().map(|puzzle| puzzle.shape()).collect::<Vec<_>>(), LARGE_SHAPES);
    assert_eq!(LARGE_SHAPES.map(|shape| shape.to_string()), ["4x5", "5x4", "5x5"]);
    assert!(LARGE_SHAPES.into_iter().all(|shape| shape.is_large() && Shape::SIZES.contains(&shape.n())));
}

#[test]
fn all_ways_of_solving_agree() {
    for puzzle in puzzles() {
        let solution = fast_solutions(&puzzle, 2);
        assert_eq!((solution.len(), fast_count(&puzzle, 10), count_solutions(&puzzle, 10)), (1, 1, 1), "{puzzle}");
        assert!(solution[0].is_solution() && solution[0].masked(&puzzle.pattern()) == puzzle);
        let relaxation = relax(&puzzle, &LpOptions::default());
        assert_eq!((relaxation.answer, &relaxation.grid), (LpAnswer::Solved, &solution[0]));
        let order: Order = StrategySet::PAPER.into();
        let trace = solve(&puzzle, order);
        assert_eq!(trace.verdict, TraceVerdict::Solved);
        assert!(rate_trace(&trace, &order).effort() > 0.0);
        assert_eq!(closure_of(&puzzle, StrategySet::PAPER).values(), &solution[0]);
        // Each step is proved from its evidence.
        let mut board = Board::new(&puzzle);
        for step in &trace.steps {
            checker::check_step(&board, step).unwrap_or_else(|error| panic!("{error}: {step:?}"));
            step.apply(&mut board);
        }
        assert_eq!(board.values(), &solution[0]);
    }
}

/// Fewer clues leave more to do, and both engines end in the same place.
#[test]
fn the_closure_ends_like_the_steps() {
    for puzzle in puzzles() {
        let mut thinned = puzzle.clone();
        for (number, (cell, _)) in puzzle.clues().enumerate() {
            if number % 8 == 0 {
                thinned.set(cell, None);
            }
        }
        for strategies in [StrategySet::SINGLES, StrategySet::PAPER, StrategySet::BASIC] {
            let trace = solve(&thinned, strategies);
            let mut board = Board::new(&thinned);
            trace.steps.iter().for_each(|step| step.apply(&mut board));
            let closed = closure_of(&thinned, strategies);
            for cell in thinned.shape().cells() {
                assert_eq!(board.marks(cell), closed.marks(cell), "{}", thinned.shape().cell_name(cell));
            }
            assert!(trace.steps.len() > 100, "{strategies:?}: {}", trace.steps.len());
        }
    }
}

#[test]
fn search_finds_clues_for_a_pattern() {
    for puzzle in puzzles() {
        // Denser than the puzzles, since this is a build without optimisation.
        let shape = puzzle.shape();
        let pattern = Pattern::new(shape, shape.cells().filter(|&c| puzzle.get(c).is_some() || c.index() % 3 > 0));
        let request = Request::new(pattern, StrategySet::PAPER);
        for method in [Method::Search, Method::Inverse, Method::Auto] {
            let outcome = generate(&request, &Plan::new(method), &Unwatched);
            let found = outcome.found().expect("there is one");
            assert_eq!((found.puzzle().pattern(), count_solutions(found.puzzle(), 2)), (pattern, 1));
        }
    }
}

#[test]
fn complete_methods_say_how_far_they_go() {
    let request =
        Request::new(puzzles().last().expect("a puzzle").pattern(), StrategySet::single(StrategyId::NakedSingle));
    for (method, name) in [(Method::Sat, "SAT"), (Method::Exact, "Exact search")] {
        let sentence = format!("{name} works on grids of up to 16 rows; the method search works on all.");
        let outcome = generate(&request, &Plan::new(method), &Unwatched);
        assert_eq!(outcome, Outcome::Undecided(Undecided::GaveUp(sentence)));
    }
}

#[test]
fn a_pattern_without_a_puzzle_is_refuted_by_bounds() {
    let shape = LARGE_SHAPES[2];
    let cells = shape.cells().filter(|&cell| shape.row(cell) > 1);
    let request = Request::new(Pattern::new(shape, cells), StrategySet::PAPER);
    for method in [Method::Bounds, Method::Auto] {
        let outcome = generate(&request, &Plan::new(method), &Unwatched);
        assert!(matches!(outcome, Outcome::Impossible(_)), "{outcome:?}");
    }
}

/// Moved and renamed puzzles have the same canonical form, and the transformation leads there.
#[test]
fn canonical_forms_know_moves_and_names() {
    for puzzle in puzzles() {
        let n = puzzle.shape().n() as u8;
        let moved = [Transform::SwapRows(0, 1), Transform::SwapColumns(2, 3), Transform::SwapBands(0, 2)]
            .into_iter()
            .fold(puzzle.clone(), |puzzle, transform| transform.puzzle(&puzzle).expect("it fits"));
        let mut renamed = Puzzle::empty(puzzle.shape());
        for (cell, digit) in moved.clues() {
            renamed.set(cell, Some(Digit::new(digit.value() % n + 1)));
        }
        let (form, other) = (canonical(&puzzle).expect("a form"), canonical(&renamed).expect("a form"));
        assert!(form.puzzle == other.puzzle && renamed != puzzle);
        assert_eq!(form.transform.apply(&puzzle), form.puzzle);
    }
}

#[test]
fn the_command_line_takes_them() {
    let texts: Vec<(String, String)> =
        puzzles().map(|puzzle| (puzzle.shape().to_string(), puzzle.to_string())).collect();
    for (shape, text) in &texts {
        let solution = fast_solutions(&parse_puzzles(shape.parse().expect("a shape"), text).expect("a puzzle")[0], 1)
            [0]
        .to_string();
        check_run(&format!("solve --shape {shape}"), text, 0, &format!("{solution}\n"));
        check_run(&format!("lp solve --shape {shape}"), text, 0, &format!("{solution}\n"));
        let (exit, stdout, stderr) = run(&["rate", "--shape", shape, "--json"], text);
        assert_eq!(exit, 0, "{stderr}");
        assert!(stdout.contains("\"own\":") && stdout.contains("\"se\":null"), "{stdout}");
    }
    let wrong = texts[2].1.replacen('.', "Q", 1);
    check_error(
        "solve --shape 5x5",
        &wrong,
        "standard input: line 1, column 1: \"Q\" is no digit of shape 5x5: use 1 to P",
    );
    check_error("solve --shape 5x5", &texts[2].1[1..], "standard input: line 1: ");
    check_error("catalogue --shape 5x5", "", "catalogue: grids of up to 16 rows");
    check_error("layouts --random --size 25", "", "invalid value '25' for '--size <N>': use a whole number (4 to 16)");
}

#[test]
fn cells_and_digits_go_as_far_as_the_largest_grid() {
    let shape = LARGE_SHAPES[2];
    let last = Cell::from_index(shape.n_cells() - 1);
    assert_eq!(shape.cell_name(last), "r25c25");
    assert_eq!((Digit::from_char('P'), Digit::from_char('Q')), (Some(Digit::new(25)), None));
    let diagonal: Shape = "5x5 x windoku anti-knight".parse().expect("a layout");
    assert_eq!(diagonal.geometry().n_houses(), 75 + 2 + 16);
    check_error("solve --shape 18", "", "invalid value '18' for '--shape <RxC|LAYOUT>'");
}
