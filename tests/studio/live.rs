//! Live generation, trace, shapes, themes, frames.

use crate::{Studio, press, release};
use cluesmith::app::{Command, LiveState, StartOptions, Verdict, View};
use cluesmith::grid::{Cell, Shape, Symmetry};
use cluesmith::jobs::Answer;
use cluesmith::logic::StrategySet;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Theme};
use egui_kittest::kittest::{NodeT, Queryable};
use std::time::Duration;

// --- Live generation ---

#[test]
fn a_painted_pattern_gets_its_puzzle() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Found in "), "{}", studio.verdict());
    assert!(studio.verdict().contains("40 clues · hardest: "), "{}", studio.verdict());
    let puzzle = studio.project().puzzle.clone().expect("attached to the document");
    assert_eq!(puzzle.pattern(), studio.project().design.pattern);
    let digit = puzzle.get(Shape::NINE.cell(0, 3)).expect("a clue");
    assert_eq!(studio.cell_label(1, 4), format!("r1c4, clue, {digit}"));
    // Undo takes the pattern and its puzzle; redo brings both back.
    studio.command(Key::Z);
    assert_eq!((studio.project().design.pattern.n_clues(), &studio.project().puzzle), (0, &None));
    studio.command(Key::Y);
    assert_eq!(studio.project().puzzle, Some(puzzle.clone()));
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Proper puzzle · 40 clues"), "{}", studio.verdict());
    let Some(Answer::Proper(judged)) = studio.app().live().answer() else { panic!("not judged again") };
    assert_eq!(judged.puzzle(), &puzzle);
    studio.press_button("New digits");
    studio.wait_for_answer();
    assert_ne!(studio.project().puzzle, Some(puzzle));
    // The other views.
    studio.press_button("Solution view");
    assert!(studio.cell_label(1, 1).starts_with("r1c1, solved, "));
    studio.press_button("Puzzle view");
    assert_eq!(studio.cell_label(1, 1), "r1c1, empty");
}

#[test]
fn the_puzzle_stands_within_two_frames_of_the_last_cell() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    let at = studio.at(5, 5);
    let mut fastest = u64::MAX;
    // The machine may be busy; one out of ten strokes must do.
    for _ in 0..10 {
        studio.harness.input_mut().events.extend([press(at), release(at)]);
        for frames in 1..100 {
            studio.harness.step();
            if frames > 1 && matches!(studio.app().live().state(), LiveState::Done { .. }) {
                fastest = fastest.min(frames);
                break;
            }
            // What a screen takes for a frame.
            std::thread::sleep(Duration::from_millis(8));
        }
    }
    assert!(fastest <= 2, "{fastest} frames");
}

#[test]
fn impossible_patterns_say_why_and_mark_the_cells() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.run(Command::INVERT);
    // Two empty rows in one band.
    studio.drag(PointerButton::Secondary, &[(1, 1), (1, 9), (2, 9), (2, 1)]);
    studio.wait_for_answer();
    assert!(matches!(studio.app().live().verdict(), Verdict::Impossible(_)), "{}", studio.verdict());
    assert!(studio.verdict().starts_with("Impossible: "));
    assert!(studio.app().live().guilty_cells().contains(Cell(0)));
    assert_eq!(studio.cell_label(1, 1), "r1c1, empty, to blame");
    assert!(studio.harness.query_by_label("New digits").is_none());
}

#[test]
fn the_search_can_be_stopped() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.run(Command::STOP);
    assert_eq!(studio.notice(), "No search is running");
    // Seventeen scattered clues: hard to find and hard to refute.
    let text = "x...x...x..x..........x....x.....x....x...x......x....x......x......x.....x.x.x.x";
    studio.harness.event(Event::Paste(text.to_owned()));
    studio.step();
    std::thread::sleep(Duration::from_millis(300));
    studio.step();
    if matches!(studio.app().live().state(), LiveState::Running { .. }) {
        assert!(studio.verdict().starts_with("Still searching… "), "{}", studio.verdict());
        studio.press_button("Stop");
        studio.wait_for_answer();
        assert!(studio.verdict().starts_with("Stopped after "), "{}", studio.verdict());
        studio.press_button("Search again");
        studio.press_button("Stop");
        studio.wait_for_answer();
    }
}

#[test]
fn strategies_are_part_of_the_design() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Locked candidates");
    assert_eq!(studio.project().design.strategies.len(), 2);
    studio.wait_for_answer();
    let used = studio.app().live().answer().and_then(Answer::trace).expect("found").used();
    assert!(used.is_subset(studio.project().design.strategies));
    studio.command(Key::Z);
    assert_eq!(studio.project().design.strategies.len(), 3);
    studio.press_button("All");
    assert_eq!(studio.project().design.strategies, StrategySet::ALL);
}

// --- Trace ---

#[test]
fn the_trace_is_replayed() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Trace view");
    assert_eq!(studio.app().session().view, View::Trace);
    let n_steps = studio.app().live().answer().and_then(Answer::trace).expect("found").steps.len();
    studio.press_button("Step forward");
    assert_eq!(studio.app().session().trace.step, 1);
    let sentence = studio.app().shown_step().expect("a step").sentence.clone();
    assert!(studio.harness.query_by_label(sentence.text()).is_some(), "{sentence}");
    studio.press_button("Last step");
    assert_eq!(studio.app().session().trace.step, n_steps);
    assert!(studio.cell_label(1, 1).starts_with("r1c1, solved, "));
    studio.press_button("Step back");
    assert_eq!(studio.app().session().trace.step, n_steps - 1);
    studio.press_button("First step");
    assert!(studio.cell_label(1, 1).starts_with("r1c1, candidates "));
    studio.key(Modifiers::ALT, Key::ArrowRight);
    assert_eq!(studio.app().session().trace.step, 1);
    // On the board the arrows step too.
    studio.click(5, 5);
    studio.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(studio.app().session().trace.step, 2);
    assert_eq!(studio.project().design.pattern.n_clues(), 40, "nothing is painted in this view");
    // Play: the window's clock goes on by a sixtieth of a second a frame.
    studio.press_button("Play or pause");
    studio.harness.run_steps(90);
    assert!(studio.app().session().trace.step >= 4);
    studio.press_button("Play or pause");
    let stopped = studio.app().session().trace.step;
    studio.harness.run_steps(90);
    assert_eq!(studio.app().session().trace.step, stopped);
}

#[test]
fn an_edit_marks_the_trace_as_old() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.run(Command::TRACE_LAST);
    studio.press_button("Pattern view");
    studio.click(5, 5);
    studio.wait_for_answer();
    assert_eq!(studio.app().session().trace.step, 0, "a new trace starts at its start");
}

// --- Shape and symmetry ---

#[test]
fn shapes_change_the_board_and_symmetries_say_why_not() {
    let mut studio = Studio::new();
    studio.choose_layout("6×6, boxes 2×3");
    assert_eq!(studio.project().shape().to_string(), "2x3");
    assert!(studio.harness.query_by(|node| node.label().is_some_and(|l| l.starts_with("r6c6,"))).is_some());
    assert!(studio.harness.query_by(|node| node.label().is_some_and(|l| l.starts_with("r7c1,"))).is_none());
    let quarter = studio.harness.get_by_label("Symmetry: Quarter turn");
    assert!(quarter.accesskit_node().is_disabled());
    quarter.hover();
    studio.harness.run_steps(60);
    let why = "Quarter turn is not possible with 2x3 boxes: it would turn them into 3x2 boxes";
    assert!(studio.harness.query_by_label(why).is_some());
    for title in ["4×4, boxes 2×2", "16×16, boxes 4×4", "12×12, boxes 3×4"] {
        studio.choose_layout(title);
        studio.run(Command::INVERT);
        studio.wait_for_answer();
        assert!(studio.verdict().starts_with("Found"), "{title}: {}", studio.verdict());
        studio.key(Modifiers::ALT, Key::Num4);
        studio.key(Modifiers::ALT, Key::Num1);
    }
}

#[test]
fn light_and_dark_at_once_and_twice_the_size() {
    for (theme, pixels_per_point) in [(Theme::Light, 1.0), (Theme::Dark, 1.0), (Theme::Light, 2.0), (Theme::Dark, 1.5)]
    {
        let mut studio = Studio::start(StartOptions::isolated(), pixels_per_point, theme);
        let command = if theme == Theme::Dark { Command::THEME_DARK } else { Command::THEME_LIGHT };
        studio.run(command);
        studio.use_symmetry(Symmetry::None);
        studio.drag(PointerButton::Primary, &[(1, 1), (9, 9)]);
        assert_eq!(studio.names(), "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9");
        let board = studio.board();
        for command in [Command::VIEW_PUZZLE, Command::VIEW_SOLUTION, Command::VIEW_TRACE] {
            studio.run(command);
            assert_eq!(studio.board(), board, "nothing else changes the board's size");
        }
        let pixel = board.min.x * pixels_per_point;
        assert!((pixel - pixel.round()).abs() < 1e-3, "whole pixels");
    }
}

// --- The frame ---

#[test]
fn every_menu_item_has_a_name_and_the_window_comes_to_rest() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    for menu in ["File", "Edit", "View"] {
        studio.press_button(menu);
        studio.key(Modifiers::NONE, Key::Escape);
    }
    // Panics if frames are asked for without end.
    studio.harness.run();
}

#[test]
fn frames_are_counted_while_painting() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::HalfTurn);
    let before = studio.app().frame_figures().n_frames;
    let mut n_frames = 0;
    for row in 1..=9 {
        let points: Vec<Pos2> = (1..=9).map(|col| studio.at(row, col)).collect();
        let moves = points.iter().map(|&point| Event::PointerMoved(point));
        for event in [press(points[0])].into_iter().chain(moves).chain([release(points[8])]) {
            studio.one_frame([event]);
            n_frames += 1;
        }
    }
    let figures = studio.app().frame_figures();
    assert!(figures.n_frames >= before + n_frames, "{figures:?}");
    let times = [0.0, figures.median_ms, figures.p99_ms, figures.longest_ms];
    assert!(figures.median_ms > 0.0 && times.is_sorted(), "{figures:?}");
}
