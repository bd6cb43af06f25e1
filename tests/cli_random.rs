//! Random puzzles on the command line.

#[path = "common/program.rs"]
mod program;

use cluesmith::grid::{Cell, Shape, parse_puzzles};
use cluesmith::logic::{StrategyId, StrategySet, TraceVerdict, count_solutions, solve};
use program::{check_error, run};

/// The lines of a run that ends well.
#[track_caller]
fn lines(arguments: &str) -> Vec<String> {
    let arguments: Vec<&str> = ["random"].into_iter().chain(arguments.split_whitespace()).collect();
    let (exit, stdout, stderr) = run(&arguments, "");
    assert_eq!(exit, 0, "{stderr}");
    stdout.lines().map(str::to_owned).collect()
}

#[test]
fn the_same_puzzles_come_with_any_number_of_threads() {
    let one = lines("--count 40 --seed 3 --threads 1");
    assert_eq!(one.len(), 40);
    assert_eq!(one, lines("--count 40 --seed 3 --threads 3"));
    assert_eq!(one[..7], lines("--count 7 --seed 3 --threads 2"));
    assert_ne!(one, lines("--count 40 --seed 4"));
    for line in &one {
        assert_eq!(count_solutions(&parse_puzzles(Shape::NINE, line).expect("a puzzle")[0], 2), 1, "{line}");
    }
}

#[test]
fn options_say_what_puzzles_are_like() {
    for line in lines("--count 5 --symmetry half-turn --strategies singles --clues 30..33 --json") {
        let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let puzzle =
            parse_puzzles(Shape::NINE, value["puzzle"].as_str().expect("a puzzle")).expect("a puzzle").remove(0);
        assert!((30..=33).contains(&puzzle.n_clues()) && value["clues"] == puzzle.n_clues(), "{line}");
        let trace = solve(&puzzle, StrategySet::SINGLES);
        assert_eq!(trace.verdict, TraceVerdict::Solved, "{line}");
        assert_eq!(value["solution"].as_str(), Some(trace.end.values().to_string().as_str()));
        assert_eq!(value["hardest"].as_str(), trace.hardest().map(StrategyId::name));
        let is_clue = |cell: Cell| puzzle.get(cell).is_some();
        assert!(Shape::NINE.cells().zip(Shape::NINE.cells().rev()).all(|(a, b)| is_clue(a) == is_clue(b)), "{line}");
    }
}

#[test]
fn what_is_made_can_be_read_again() {
    for layout in ["2x2", "2x3", "6 latin", "2x3 x", "7 regions=AABBBBBAAABCCBADDDCCCAEDCCFFEEDGFFFEEDGGFFEEDGGGG"] {
        let (exit, made, stderr) = run(&["random", "--layout", layout, "--count", "2", "--seed", "1"], "");
        assert_eq!(exit, 0, "{layout}: {stderr}");
        let shape = if layout == "2x2" || layout == "2x3" { vec!["--shape", layout] } else { Vec::new() };
        let (exit, solved, stderr) = run(&[&["solve", "--all", "2", "-"][..], &shape].concat(), &made);
        assert_eq!((exit, solved.lines().count()), (0, 2), "{layout}: {made}{solved}{stderr}");
    }
}

#[test]
fn what_cannot_be_had_is_told() {
    let (exit, stdout, _) = run(&["random", "--clues", "5", "--time-limit", "0.2"], "");
    assert_eq!((exit, stdout.as_str()), (4, "# undecided: no such puzzle found within 0.2 s\n"));
    let (exit, stdout, _) = run(&["random", "--clues", "5", "--time-limit", "0.2", "--json"], "");
    let expected = "{\"verdict\":\"undecided\",\"reason\":\"no such puzzle found within 0.2 s\"}\n";
    assert_eq!((exit, stdout.as_str()), (4, expected));
    check_error("random --clues 82", "", "--clues: 3x3 has only 81 cells");
    check_error("random --clues a", "", "invalid value 'a' for '--clues <A..B>': use a whole number or a range");
    check_error("random --difficulty x", "", "--difficulty: ");
    check_error("random --shape 2x3 --symmetry quarter-turn", "", "--symmetry: ");
    let no_figure = "--scale: only 9x9 puzzles have a figure of ";
    check_error("random --shape 2x3 --difficulty 2..3 --scale se", "", no_figure);
}
