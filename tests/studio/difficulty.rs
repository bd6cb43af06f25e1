//! How difficult the puzzle shall be.

use crate::{Studio, pointer};
use cluesmith::app::{App, Command, Verdict};
use cluesmith::grid::Puzzle;
use cluesmith::logic::{Goal, StrategyId, redundant_clues, se_rating};
use cluesmith::project::{Document, file};
use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use std::time::Duration;

const PATTERN: &str = "x.x........x..xx...x..x..x....x.x.x...x...x...x.x.x....x..x..x...xx..x........x.x";

impl Studio {
    /// A pattern, and this set of strategies ticked.
    pub(crate) fn with_pattern(set: &str) -> Studio {
        let mut studio = Studio::new();
        studio.harness.event(Event::Paste(PATTERN.to_owned()));
        studio.step();
        studio.press_button(set);
        studio.wait_for_answer();
        studio
    }

    #[track_caller]
    pub(crate) fn choose_difficulty(&mut self, kind: &str) {
        self.press_button("Difficulty of the puzzle");
        self.press_button(kind);
    }

    #[track_caller]
    fn type_figure(&mut self, name: &str, text: &str) {
        self.press_button(name);
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(text.to_owned()));
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }

    fn goal(&self) -> String {
        self.project().design.goal.to_string()
    }
}

fn se(puzzle: &Puzzle) -> u8 {
    se_rating(puzzle).expect("a figure").whole
}

#[test]
fn a_window_is_chosen_sought_and_shown() {
    let mut studio = Studio::with_pattern("Basic");
    studio.check_undo("difficulty SE", |studio| studio.choose_difficulty("Sudoku Explainer"));
    assert_eq!(studio.goal(), "se 2.6..3.8");
    for _ in 0..2 {
        studio.wait_for_answer();
        let figure = se(studio.project().puzzle.as_ref().expect("found"));
        assert!((26..=38).contains(&figure), "{figure}");
        studio.wait_until("figure", |app: &App| app.has_figures());
        assert!(studio.has_text(&format!("{}.{} inside", figure / 10, figure % 10)));
        studio.press_button("New digits");
    }
    assert!(studio.has_text("Its hardest step: 7 techniques from pointing to swordfish"));
    let document = Document::from(studio.project().clone());
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    // Another end seeks another puzzle; the ends never cross.
    studio.type_figure("Lowest rating", "3.0");
    assert_eq!(studio.goal(), "se 3.0..3.8");
    studio.wait_for_answer();
    assert!(se(studio.project().puzzle.as_ref().expect("found")) >= 30);
    studio.type_figure("Highest rating", "2.8");
    assert_eq!(studio.goal(), "se 2.8..2.8");
    // Where anything goes, the puzzle stays.
    studio.wait_for_answer();
    let puzzle = studio.project().puzzle.clone();
    assert!(puzzle.is_some());
    studio.check_undo("any difficulty", |studio| studio.choose_difficulty("Any"));
    assert_eq!(studio.project().puzzle, puzzle);
}

#[test]
fn a_drag_of_an_end_is_one_step_of_undo() {
    let mut studio = Studio::with_pattern("Basic");
    studio.choose_difficulty("Sudoku Explainer");
    let before = studio.project().design.goal;
    let n_edits = studio.app().history().labels().count();
    for name in ["Lowest rating", "Highest rating"] {
        let start = studio.harness.get_by_label(name).rect().center();
        studio.harness.event(Event::PointerMoved(start));
        studio.harness.event(pointer(start, PointerButton::Primary, true, Modifiers::NONE));
        for x in [8.0, 16.0, 24.0, 32.0] {
            studio.harness.event(Event::PointerMoved(start + vec2(x, 0.0)));
            studio.step();
        }
        studio.harness.event(pointer(start + vec2(32.0, 0.0), PointerButton::Primary, false, Modifiers::NONE));
        studio.step();
    }
    assert_eq!(studio.app().history().labels().count(), n_edits + 2, "{}", studio.goal());
    studio.command(Key::Z);
    studio.command(Key::Z);
    assert_eq!(studio.project().design.goal, before);
}

#[test]
fn the_ends_on_the_bar_are_dragged() {
    let mut studio = Studio::with_pattern("Basic");
    studio.choose_difficulty("Sudoku Explainer");
    let n_edits = studio.app().history().labels().count();
    let name = |studio: &Studio| format!("Range {}", studio.project().design.goal.title());
    let bar = studio.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(&name(&studio)))).rect();
    // 2.6 on a bar from 1.0 to 12.0 that keeps 12 points free at each side, and the knob outside of it.
    let width = bar.width() - 24.0;
    let knob = bar.left_bottom() + vec2(12.0 + 1.6 / 11.0 * width - 5.0, -9.0);
    studio.harness.event(Event::PointerMoved(knob));
    studio.harness.event(pointer(knob, PointerButton::Primary, true, Modifiers::NONE));
    for x in [-5.0, -10.0, -20.0] {
        studio.harness.event(Event::PointerMoved(knob + vec2(x, 0.0)));
        studio.step();
    }
    studio.harness.event(pointer(knob + vec2(-20.0, 0.0), PointerButton::Primary, false, Modifiers::NONE));
    studio.step();
    let goal = format!("se {:.1}..3.8", 2.6 - 20.0 * 11.0 / width);
    assert_eq!((studio.goal(), studio.app().history().labels().count()), (goal, n_edits + 1));
}

#[test]
fn a_hardest_strategy_is_sought() {
    let mut studio = Studio::with_pattern("Singles + locked");
    studio.check_undo("hardest strategy", |studio| studio.choose_difficulty("Hardest strategy"));
    assert_eq!(studio.goal(), "hardest locked-candidates");
    studio.wait_for_answer();
    assert!(studio.verdict().contains("hardest: locked candidates"), "{}", studio.verdict());
    assert!(studio.has_text("Locked candidates is needed; so may be the 2 ticked strategies before it"));
    studio.press_button("Hardest strategy");
    // The list of strategies has the same names.
    studio.key(Modifiers::NONE, Key::Escape);
    studio.press_button("Locked candidates");
    assert_eq!(studio.project().design.goal, Goal::Any, "what is not ticked cannot be needed");
}

#[test]
fn what_cannot_be_says_why() {
    let mut studio = Studio::with_pattern("Singles + locked");
    studio.choose_difficulty("Sudoku Explainer");
    assert_eq!(studio.goal(), "se 2.6..2.8", "what the ticked strategies can give");
    studio.type_figure("Lowest rating", "4.2");
    let why = "SE 4.2 is too high: the allowed strategies go up to 2.8";
    assert!(studio.has_text(why));
    studio.wait_for_answer();
    assert_eq!(studio.verdict(), format!("No answer: {why}"));
    // A kept puzzle of another difficulty is judged.
    studio.choose_difficulty("Any");
    studio.wait_for_answer();
    studio.run(Command::KEEP_DIGITS);
    studio.choose_difficulty("HoDoKu score");
    studio.type_figure("Highest rating", "99");
    studio.type_figure("Lowest rating", "1");
    studio.wait_for_answer();
    let verdict = studio.verdict();
    assert!(
        verdict.starts_with("Not a good puzzle: its figure is HoDoKu ") && verdict.ends_with(", not HoDoKu 1 to 99"),
        "{verdict}"
    );
    // Other sizes have the own scale only.
    let mut studio = Studio::new();
    studio.choose_layout("6×6, boxes 2×3");
    studio.press_button("Difficulty of the puzzle");
    studio.harness.get_by_label("Sudoku Explainer").hover();
    studio.harness.run_steps(50);
    assert!(studio.has_text("Only 9×9 puzzles have ratings on this scale"));
    studio.press_button("Effort (own scale)");
    assert!(studio.goal().starts_with("own "), "{}", studio.goal());
}

#[test]
fn what_is_not_found_is_not_called_impossible() {
    let mut studio = Studio::with_pattern("Singles + locked");
    studio.choose_difficulty("Effort (own scale)");
    studio.type_figure("Highest rating", "90000");
    studio.type_figure("Lowest rating", "80000");
    studio.wait_until("long search", |app: &App| {
        matches!(app.live().verdict(), Verdict::Searching { elapsed, .. } if elapsed > Duration::from_millis(300))
    });
    let verdict = studio.verdict();
    assert!(verdict.ends_with(" s · no puzzle with effort 80000 to 90000 so far"), "{verdict}");
    studio.press_button("Stop");
    studio.wait_for_answer();
    let verdict = studio.verdict();
    assert!(verdict.starts_with("No puzzle with effort 80000 to 90000 found in "), "{verdict}");
}

#[test]
fn the_backward_method_has_heuristics() {
    let mut studio = Studio::with_pattern("Basic");
    assert!(studio.harness.query_by_label("Hard steps (d), weight").is_none(), "the other methods have none");
    studio.press_button("Method of the search");
    studio.press_button("Backward");
    for _ in 0..2 {
        studio.press_button("New digits");
        studio.wait_for_answer();
    }
    assert!(studio.has_text("Takes the first puzzle that it finds"));
    let first = studio.project().puzzle.clone();
    studio.harness.get_by_label("Hard steps (d), weight").focus();
    studio.step();
    studio.check_undo("heuristics", |studio| studio.key(Modifiers::NONE, Key::ArrowRight));
    for _ in 0..9 {
        studio.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(studio.project().design.mix.to_string(), "d");
    studio.wait_for_answer();
    assert!(studio.project().puzzle.is_some() && studio.project().puzzle != first);
    assert!(studio.has_text("Of several puzzles it prefers those with hard steps"));
    studio.harness.get_by_label("Few choices (t), weight").focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::ArrowRight);
    studio.wait_for_answer();
    assert_eq!(studio.project().design.mix.to_string(), "0.1t+d");
    assert!(studio.has_text("those with hard steps above all, then few choices for the solver"));
    let document = Document::from(studio.project().clone());
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    // A job follows the heuristics, and its title, however long, stands there whole.
    studio.press_button("Results view");
    studio.set_wanted(2);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    let job = &studio.app().jobs().all()[0];
    assert_eq!((job.title.as_str(), job.n_found), ("2 puzzles \u{b7} 0.1t+d \u{b7} 24 clue cells", 2));
    assert!(studio.has_text("2 puzzles \u{b7} 0.1t+d \u{b7} 24 clue cells"));
}

#[test]
fn many_puzzles_of_a_window() {
    let mut studio = Studio::with_pattern("Basic");
    for (kind, phrase) in [("Sudoku Explainer", "with SE 2.6 to 3.8"), ("HoDoKu score", "with HoDoKu 400 to 1000")] {
        studio.run(Command::VIEW_PATTERN);
        studio.choose_difficulty(kind);
        studio.press_button("Results view");
        assert!(studio.has_text(phrase), "{phrase}");
        studio.set_wanted(4);
        studio.press_button("Find");
        studio.wait_until("end of the job", |app| !app.jobs().is_running());
    }
    let titles: Vec<&str> = studio.app().jobs().all().iter().map(|job| job.title.as_str()).collect();
    assert_eq!(titles, ["4 puzzles · SE 2.6 to 3.8 · 24 clue cells", "4 puzzles · HoDoKu 400 to 1000 · 24 clue cells"]);
    let entries = studio.app().gallery().entries().to_vec();
    assert_eq!(entries.len(), 8);
    for (index, entry) in entries.iter().enumerate() {
        let Goal::Within(window) = (if index < 4 { "se 2.6..3.8" } else { "hodoku 400..1000" }).parse().expect("goal")
        else {
            panic!("a window");
        };
        let figure = if index < 4 { entry.rating.map(u32::from) } else { entry.figure.map(|(_, figure)| figure) };
        assert!(window.contains(figure.expect("a figure")), "{figure:?}");
    }
    let row = studio.row(5);
    assert!(row.contains(", HoDoKu "), "{row}");
    // The puzzle of a result is needed by no more than what is ticked.
    assert!(entries.iter().all(|entry| entry.hardest != Some(StrategyId::XyWing)));
}

#[test]
fn a_minimal_puzzle_is_sought_shown_and_kept() {
    const MINIMAL: &str = "Minimal (no clue redundant)";
    let is_minimal = |puzzle: &Puzzle| redundant_clues(puzzle, &|| false).expect("not stopped").is_empty();
    let mut studio = Studio::with_pattern("Basic");
    assert!(!studio.verdict().contains("minimal"), "{}", studio.verdict());
    studio.check_undo("minimal puzzle", |studio| studio.press_button(MINIMAL));
    for _ in 0..3 {
        studio.wait_for_answer();
        let puzzle = studio.project().puzzle.clone().expect("found");
        assert!(studio.project().design.minimal && is_minimal(&puzzle), "{puzzle}");
        assert!(studio.verdict().contains("24 clues · minimal · hardest: "), "{}", studio.verdict());
        // Without the tick it stays, and with it again, for it is one.
        for is_ticked in [false, true] {
            studio.press_button(MINIMAL);
            studio.wait_for_answer();
            assert_eq!((studio.project().design.minimal, &studio.project().puzzle), (is_ticked, &Some(puzzle.clone())));
            assert_eq!(studio.verdict().contains("minimal"), is_ticked, "{}", studio.verdict());
        }
        studio.press_button("New digits");
    }
    studio.wait_for_answer();
    let document = Document::from(studio.project().clone());
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    // It says what it means.
    studio.harness.get_by_label(MINIMAL).hover();
    studio.harness.run_steps(50);
    assert!(studio.has_text("Only puzzles that have more than one solution without any one of their clues"));
    // A puzzle with a redundant clue gives way to one without.
    studio.press_button(MINIMAL);
    studio.wait_for_answer();
    loop {
        studio.press_button("New digits");
        studio.wait_for_answer();
        if !is_minimal(studio.project().puzzle.as_ref().expect("found")) {
            break;
        }
    }
    studio.press_button(MINIMAL);
    studio.wait_for_answer();
    assert!(is_minimal(studio.project().puzzle.as_ref().expect("found")));
    // A search for many honours it too.
    studio.press_button("Results view");
    assert!(studio.has_text("minimal, of any difficulty"));
    studio.set_wanted(3);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    assert_eq!(studio.app().jobs().all()[0].title, "3 puzzles · minimal · 24 clue cells");
    let entries = studio.app().gallery().entries();
    assert!(entries.len() == 3 && entries.iter().all(|entry| is_minimal(&entry.puzzle)));
}

#[test]
fn a_kept_puzzle_that_is_not_minimal_says_why() {
    let mut studio = Studio::with_pattern("Basic");
    while redundant_clues(studio.project().puzzle.as_ref().expect("found"), &|| false).expect("not stopped").is_empty()
    {
        studio.press_button("New digits");
        studio.wait_for_answer();
    }
    studio.run(Command::KEEP_DIGITS);
    let puzzle = studio.project().puzzle.clone();
    studio.press_button("Minimal (no clue redundant)");
    studio.wait_for_answer();
    let verdict = studio.verdict();
    assert!(verdict.starts_with("Not a good puzzle: ") && verdict.contains("redundant"), "{verdict}");
    assert_eq!(studio.project().puzzle, puzzle);
}
