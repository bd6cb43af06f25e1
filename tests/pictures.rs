//! Each strategy's picture grid shows a step of it, and its near miss does not.

use cluesmith::grid::{Puzzle, SHAPES};
use cluesmith::logic::{
    Board, Effect, Place, STRATEGIES, StrategySet, checker, count_solutions, picture, pictures, strategy,
};
use std::process::Command;

#[test]
fn each_picture_shows_its_strategy_and_its_near_miss_does_not() {
    let mut shown = StrategySet::EMPTY;
    let mut shapes = Vec::new();
    for picture in pictures() {
        let id = picture.strategy;
        let finds = |board: &Board| {
            // Without bases whose digit is placed: those steps stand in for a smaller strategy.
            let mut steps = Vec::new();
            let _ = strategy(id).find(board, &mut |step| {
                steps.push(step);
                std::ops::ControlFlow::Continue(())
            });
            for step in &steps {
                assert_eq!(checker::check_step(board, step), Ok(()), "{}", step.sentence(board));
                let effect = if step.placed().is_empty() { Effect::Eliminate } else { Effect::Place };
                assert_eq!(strategy(id).effect(), effect, "{}", step.sentence(board));
            }
            steps.iter().any(|step| step.conclusion_names(board) == picture.conclusions)
        };
        assert!(finds(&picture.board), "{}: no step {:?}", id.name(), picture.conclusions);
        assert!(!finds(&picture.near_miss), "{}: the near miss shows {:?}", id.name(), picture.conclusions);
        assert_ne!(picture.board, picture.near_miss);
        if strategy(id).assumes_uniqueness() {
            let clues = picture.board.shape().cells().filter(|&cell| picture.board.is_clue(cell));
            let mut puzzle = Puzzle::empty(picture.board.shape());
            clues.for_each(|cell| puzzle.set(cell, picture.board.value(cell)));
            assert_eq!(count_solutions(&puzzle, 2), 1, "{}", id.name());
        }
        shown.insert(id);
        shapes.push(picture.board.shape());
    }
    for strategy in STRATEGIES {
        assert!(shown.contains(strategy.id()), "no picture of {}", strategy.name());
        assert_eq!(picture(strategy.id()).map(|picture| picture.strategy), Some(strategy.id()));
        assert!([Place::Forward, Place::Evidence, Place::Checker].iter().all(|p| strategy.places().contains(p)));
    }
    for shape in SHAPES {
        assert!(shapes.contains(&shape), "no picture on {shape}");
    }
}

#[test]
fn the_command_line_lists_them() {
    #[track_caller]
    fn check(arguments: &str, n_lines: usize, expected: &str) {
        let arguments = arguments.split_whitespace();
        let output =
            Command::new(env!("CARGO_BIN_EXE_cluesmith")).args(arguments).output().expect("the program starts");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert_eq!(text.lines().count(), n_lines, "{text}");
        assert!(text.contains(expected), "{text}");
    }
    check("strategies --preset paper", 9, "1. Naked single (naked-single)\n   When all digits but one");
    check("strategies naked-single,bug-plus-one", 30, "   serves: forward, evidence, inverse, sat, checker\n");
    check("strategies bug-plus-one", 15, "   serves: forward, evidence, checker; only for puzzles with one solution\n");
    check("strategies --json x-wing", 1, r#""example":{"shape":"3x3","digits":""#);
    check("strategies x-wig", 1, "invalid value 'x-wig' for '[LIST]': unknown strategy \"x-wig\"");
    // One line each, and an example in every one.
    for strategy in STRATEGIES {
        check(&format!("strategies --json {}", strategy.name()), 1, r#""sentence":""#);
    }
}
