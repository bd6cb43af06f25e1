//! What follows the pattern: titles, symmetry, the list of puzzles, difficulty.

use crate::Studio;
use cluesmith::app::Command;
use cluesmith::grid::{Cell, Digit, Symmetry};
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

#[test]
fn a_title_that_nobody_typed_does_not_stay() {
    for example in ["Example: A heart", "Example: Step by step", "Example: Impossible"] {
        let mut studio = Studio::new();
        studio.press_button(example);
        assert_eq!((studio.project().title.as_str(), studio.app().name().as_str()), ("", "Untitled"), "{example}");
    }
}

#[test]
fn a_pattern_brings_its_symmetry_along() {
    let mut studio = Studio::new();
    let heart = |studio: &Studio| {
        let node = studio.harness.get_by(|n| n.label().is_some_and(|label| label.starts_with("Pattern Heart, ")));
        node.click();
    };
    heart(&studio);
    studio.step();
    assert_eq!(studio.project().symmetry, Symmetry::MirrorHorizontal);
    studio.click(1, 1);
    let project = studio.project();
    assert!(Symmetry::MirrorHorizontal.holds(project.shape(), &project.design.pattern.cells), "{}", studio.names());
    studio.press_button("Pattern Ring, 40 clue cells");
    assert_eq!(studio.project().symmetry, Symmetry::Full);
    // A letter has what symmetry it has, and so has what is pasted; undo brings the one before back.
    for (pattern, expected) in [
        (".".repeat(80) + "x", Symmetry::Diagonal),
        ("x".to_owned() + &".".repeat(7) + "x" + &".".repeat(72), Symmetry::MirrorHorizontal),
        (".x".to_owned() + &".".repeat(79), Symmetry::None),
    ] {
        studio.harness.event(Event::Paste(pattern.clone()));
        studio.step();
        assert_eq!(studio.project().symmetry, expected, "{pattern}");
    }
    studio.run(Command::CLEAR);
    assert_eq!(studio.project().symmetry, Symmetry::None, "an empty board keeps the brush");
}

#[test]
fn a_typed_digit_has_the_mirror_images_of_a_stroke() {
    let mut studio = Studio::new();
    studio.key(Modifiers::NONE, Key::F6);
    studio.harness.event(Event::Text("7".to_owned()));
    studio.step();
    assert_eq!(studio.names(), "r1c1 r9c9");
    assert_eq!(studio.project().design.fixed.n_clues(), 1);
    // A cell that is a clue already gets its digit and nothing else.
    studio.use_symmetry(Symmetry::Full);
    studio.key(Modifiers::NONE, Key::F6);
    studio.harness.event(Event::Text("8".to_owned()));
    studio.step();
    assert_eq!(studio.names(), "r1c1 r9c9");
    assert_eq!(studio.project().design.fixed.get(Cell(0)), Some(Digit::new(8)));
    assert_eq!(studio.undo_label(), Some("digit 8"));
}

#[test]
fn a_puzzle_that_is_as_difficult_as_wanted_stays() {
    let mut studio = Studio::with_pattern("Basic");
    studio.choose_difficulty("Sudoku Explainer");
    studio.wait_for_answer();
    let puzzle = studio.project().puzzle.clone().expect("found");
    assert!(studio.verdict().starts_with("Found in"), "{}", studio.verdict());
    for kind in ["Any", "Sudoku Explainer"] {
        studio.choose_difficulty(kind);
        studio.wait_for_answer();
        assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle), "{kind}");
        assert!(studio.verdict().starts_with("Proper puzzle"), "judged, not sought: {}", studio.verdict());
    }
    // One that is not gives way, and undo brings it back.
    let hardest = studio.app().trace().and_then(cluesmith::logic::Trace::hardest).expect("a step");
    studio.choose_difficulty("Hardest strategy");
    studio.press_button("Hardest strategy");
    let other = cluesmith::logic::StrategyId::HiddenSingle;
    assert_ne!(hardest, other);
    studio.harness.get_all_by_label(other.title()).last().expect("a line").click();
    studio.step();
    studio.wait_for_answer();
    assert_ne!(studio.project().puzzle.as_ref(), Some(&puzzle));
    assert!(studio.verdict().starts_with("Found in"), "{}", studio.verdict());
    assert!(studio.verdict().ends_with("hardest: hidden single"), "{}", studio.verdict());
    studio.command(Key::Z);
    studio.command(Key::Z);
    assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
}

#[test]
fn the_list_of_puzzles_says_what_is_known() {
    let mut studio = Studio::new();
    let rest = ".".repeat(64);
    studio.harness.event(Event::Paste(format!("55...............{rest}\n12...............{rest}\n")));
    studio.step();
    studio.run(Command::ADD_PUZZLE);
    studio.click(1, 1);
    studio.run(Command::SHOW_PUZZLES);
    let said = |studio: &mut Studio, number: usize| {
        let name = format!("Puzzle {number}: Puzzle {number}");
        let at = studio.harness.get_by_label(&name).rect().center();
        studio.harness.hover_at(at);
        studio.harness.run_steps(50);
        let is_it = |text: &str| text.starts_with(&format!("Puzzle {number} · "));
        let node = studio.harness.get_by(|node| node.value().is_some_and(|text| is_it(&text)));
        let text = egui_kittest::kittest::NodeT::accesskit_node(&node).value().expect("just matched");
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(said(&mut studio, 1), "Puzzle 1 · 9×9, boxes 3×3 · 2 clues · equal digits in a house");
    assert_eq!(said(&mut studio, 2), "Puzzle 2 · 9×9, boxes 3×3 · 1 clue · no digits yet", "the new one");
    assert_eq!(said(&mut studio, 3), "Puzzle 3 · 9×9, boxes 3×3 · 2 clues");
}
