//! The path to the solution: steps at their places, from the board and from the trace; practice grids.

use crate::Studio;
use cluesmith::app::{Command, StartOptions, View};
use cluesmith::logic::{StrategyId, StrategySet, all_steps};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Theme};
use egui_kittest::kittest::{NodeT, Queryable};

/// Naked singles, hidden singles, locked candidates and one X-wing solve it; without the X-wing they do not.
const ONE_FISH: &str = "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........";

impl Studio {
    fn path(&self) -> String {
        self.project().design.path.texts(self.project().shape()).join("; ")
    }

    /// Types the chosen condition anew.
    fn type_condition(&mut self, text: &str) {
        self.harness.get_by_label("Condition as text").focus();
        self.step();
        self.command(Key::A);
        self.one_frame([Event::Text(text.to_owned())]);
        self.step();
    }

    #[track_caller]
    fn is_enabled(&self, button: &str) -> bool {
        !self.harness.get_by_label(button).accesskit_node().is_disabled()
    }

    /// Chooses a line of an open menu, which may have to be scrolled to.
    #[track_caller]
    pub(crate) fn choose_line(&mut self, label: &str) {
        self.harness.get_by_label(label).scroll_to_me();
        self.harness.run_steps(20);
        self.press_button(label);
    }

    fn with_fish() -> Studio {
        let mut studio = Studio::start(StartOptions::isolated(), 1.0, Theme::Light);
        studio.press_button("All");
        studio.harness.event(Event::Paste(ONE_FISH.to_owned()));
        studio.step();
        studio.wait_for_answer();
        studio
    }
}

/// The path panel over an empty board.
fn studio() -> Studio {
    let mut studio = Studio::new();
    studio.press_button("Path…");
    studio
}

/// The field has the focus as the menu opens; Enter takes the first line.
#[test]
fn strategies_of_a_menu_are_found_by_name() {
    let mut studio = studio();
    studio.press_button("Add step…");
    studio.step();
    studio.harness.event(Event::Text("sword".to_owned()));
    studio.step();
    assert!(studio.harness.query_by_label("Place swordfish").is_some());
    assert!(studio.harness.query_by_label("Place naked pair").is_none());
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.path(), "swordfish");
    // Opened again, it lists all.
    studio.press_button("Add step…");
    studio.step();
    studio.choose_line("Place naked pair");
    assert_eq!(studio.path(), "swordfish; naked-pair");
}

#[test]
fn clicks_on_the_board_say_where_a_step_stands() {
    let mut studio = studio();
    assert!(!studio.project().design.strategies.contains(StrategyId::XWing));
    studio.press_button("Add step…");
    studio.choose_line("Place X-wing");
    assert_eq!(studio.path(), "x-wing");
    assert!(studio.project().design.strategies.contains(StrategyId::XWing), "it is ticked");
    studio.check_undo("path", |studio| studio.click(2, 1));
    studio.click(7, 3);
    assert_eq!(studio.path(), "x-wing@r2,r7");
    assert_eq!(studio.names(), "", "no clue cells are painted");
    assert!(studio.cell_label(7, 9).contains("step 1 of the path"), "{}", studio.cell_label(7, 9));
    assert!(!studio.cell_label(6, 9).contains("step 1"));
    // Once more takes it back, and so does the other button.
    studio.click(7, 9);
    assert_eq!(studio.path(), "x-wing@r2");
    studio.drag(PointerButton::Secondary, &[(3, 1), (2, 1)]);
    assert_eq!(studio.path(), "x-wing");
    // The keyboard does the same.
    studio.key(Modifiers::NONE, Key::ArrowDown);
    studio.key(Modifiers::NONE, Key::Space);
    assert_eq!(studio.path(), "x-wing@r4");
    studio.key(Modifiers::NONE, Key::Space);
    assert_eq!(studio.path(), "x-wing");
    studio.press_button("Path brush: column");
    studio.click(1, 5);
    studio.press_button("Digit 5 of the step");
    studio.press_button("Path brush: rules out");
    studio.press_button("Path brush: digit 5");
    studio.click(4, 4);
    assert_eq!(studio.path(), "x-wing@c5,r4c4<>5:5");
    studio.press_button("Possible");
    studio.press_button("Timing: only");
    studio.press_button("Timing: first");
    assert_eq!(studio.path(), "x-wing@c5,r4c4<>5:5? first only");
    studio.press_button("Timing: only");
    studio.press_button("Needed");
    assert_eq!(studio.path(), "x-wing@c5,r4c4<>5:5 first");
    // The hint below the board speaks of the step, not of clue cells.
    assert!(studio.has_text("say where the chosen step stands"));
    studio.press_button("Remove 1 · x-wing@c5,r4c4<>5:5 first");
    assert_eq!(studio.path(), "");
    studio.press_button("Done");
    assert!(!studio.has_text("say where the chosen step stands"));
    studio.run(Command::THEME);
    assert!(studio.has_text("Drag over clues to ask something of their digits"));
    studio.press_button("Done");
    studio.click(1, 1);
    assert!(studio.names().starts_with("r1c1"), "clue cells are painted again");
}

#[test]
fn parts_are_those_of_the_strategy() {
    let mut studio = studio();
    for (line, has, lacks) in [
        ("Place XY-wing", &["pivot", "cell", "rules out"][..], &["row", "places"][..]),
        ("Place hidden single", &["places", "cell", "box"], &["pivot", "rules out"]),
        ("Place swordfish", &["row", "candidate"], &["box", "pivot"]),
    ] {
        studio.press_button("Add step…");
        studio.choose_line(line);
        for part in has {
            assert!(studio.harness.query_by_label(&format!("Path brush: {part}")).is_some(), "{line}: {part}");
        }
        for part in lacks {
            assert!(studio.harness.query_by_label(&format!("Path brush: {part}")).is_none(), "{line}: {part}");
        }
    }
    studio.press_button("Choose 2 · hidden-single");
    assert!(!studio.is_enabled("Timing: only"), "a single cannot be");
    // A single is known by the digit that it places.
    studio.press_button("Path brush: digit 9");
    studio.click(1, 1);
    assert_eq!(studio.path(), "xy-wing; hidden-single@r1c1=9; swordfish");
    assert!(!studio.is_enabled("Show 2 · hidden-single@r1c1=9 in the trace"), "there is no puzzle yet");
}

#[test]
fn steps_are_put_in_order_and_counted() {
    let mut studio = studio();
    for line in ["Place X-wing", "Place naked pair"] {
        studio.press_button("Add step…");
        studio.choose_line(line);
    }
    assert!(!studio.project().design.path.is_in_order());
    studio.press_button("In the order of the list");
    assert_eq!(studio.path(), "x-wing; naked-pair after x-wing");
    studio.harness.get_by_label("Position of 1 · x-wing in the list").focus();
    studio.step();
    studio.key(Modifiers::ALT, Key::ArrowDown);
    assert_eq!(studio.path(), "naked-pair; x-wing after naked-pair");
    // The links follow a new place.
    studio.press_button("Choose 1 · naked-pair");
    studio.press_button("Path brush: cell");
    studio.drag(PointerButton::Primary, &[(4, 1), (4, 2)]);
    assert_eq!(studio.path(), "naked-pair@r4c1,r4c2; x-wing after naked-pair@r4c1,r4c2");
    studio.press_button("In the order of the list");
    assert_eq!(studio.path(), "naked-pair@r4c1,r4c2; x-wing");
    studio.press_button("Add number…");
    studio.choose_line("Bottlenecks");
    studio.press_button("Exactly");
    assert_eq!(studio.path(), "naked-pair@r4c1,r4c2; x-wing; bottlenecks=1");
    studio.press_button("Add number…");
    studio.choose_line("Count X-wing");
    assert!(studio.path().ends_with("; x-wing>=2"), "{}", studio.path());
}

#[test]
fn a_condition_is_typed_in_place() {
    let mut studio = studio();
    studio.press_button("Add step…");
    studio.choose_line("Place X-wing");
    studio.type_condition("x-wing@r2,q7");
    assert!(studio.has_text("Column 11"), "the mistake is told while it is typed");
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.path(), "x-wing");
    studio.type_condition("x-wing@r7,r2:5 first");
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.path(), "x-wing@r2,r7:5 first");
    assert!(!studio.has_text("Column 11"));
    studio.type_condition("swordfish");
    studio.key(Modifiers::NONE, Key::Escape);
    assert_eq!(studio.path(), "x-wing@r2,r7:5 first");
    // On another board there is no such place; turned, it is another one.
    studio.press_button("Done");
    studio.click(1, 1);
    studio.run(Command::TURN_RIGHT);
    assert_eq!(studio.path(), "x-wing@c3,c8:5 first");
    studio.command(Key::Z);
    studio.choose_layout("6×6, boxes 2×3");
    assert_eq!(studio.path(), "");
    studio.command(Key::Z);
    assert_eq!(studio.path(), "x-wing@r2,r7:5 first");
}

#[test]
fn steps_of_the_trace_are_placed_and_found_again() {
    let mut studio = Studio::with_fish();
    studio.press_button("Trace view");
    let trace = studio.app().trace().expect("a trace").clone();
    let index = trace.steps.iter().position(|step| step.strategy() == StrategyId::XWing).expect("an X-wing");
    let row = format!("{} · X-wing", index + 1);
    for _ in 0..index {
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    }
    studio.step();
    assert_eq!(studio.app().session().trace.step, index);
    studio.check_undo("path", |studio| studio.press_button("Place this step"));
    studio.wait_for_answer();
    let placed = studio.path();
    assert!(placed.starts_with("x-wing@") && placed.ends_with('?'), "{placed}");
    assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
    assert_eq!(studio.app().session().trace.step, index, "the step stays in sight");
    assert!(!studio.is_enabled("Place this step"), "it is placed");
    let labels: Vec<String> = studio
        .harness
        .query_all_by(|node| node.label().is_some_and(|label| label.contains("step 1 of the path")))
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert!(labels.iter().any(|label| label.starts_with(&row)), "{labels:?}");
    // From the list of the path back to the trace.
    studio.run(Command::TRACE_FIRST);
    studio.run(Command::PATH);
    studio.press_button(&format!("Show 1 · {placed} in the trace"));
    assert_eq!((studio.app().session().view, studio.app().session().trace.step), (View::Trace, index));
    // At the end there is no step.
    studio.run(Command::TRACE_LAST);
    assert!(!studio.is_enabled("Place this step") && !studio.is_enabled("Practise this"));
    // What the puzzle lacks is told.
    studio.run(Command::PATH);
    studio.type_condition("x-wing@r1,r9:1");
    studio.key(Modifiers::NONE, Key::Enter);
    studio.wait_for_answer();
    assert!(studio.verdict().contains("x-wing@r1,r9:1"), "{}", studio.verdict());
}

/// A step that the trace does not take but could is shown where it is first there.
#[test]
fn possible_steps_are_found_in_the_trace() {
    let mut studio = Studio::with_fish();
    let trace = studio.app().trace().expect("a trace").clone();
    let used = trace.used();
    let (at, id) = (0..trace.steps.len())
        .find_map(|at| {
            let steps = all_steps(&trace.board_before(at), StrategySet::ALL.difference(used));
            steps.first().map(|step| (at, step.strategy()))
        })
        .expect("another strategy has a step");
    studio.run(Command::PATH);
    studio.press_button("Add step…");
    studio.choose_line("Place X-wing");
    studio.type_condition(&format!("{}?", id.name()));
    studio.key(Modifiers::NONE, Key::Enter);
    studio.wait_for_answer();
    let button = format!("Show 1 · {}? in the trace", id.name());
    assert!(studio.is_enabled(&button));
    studio.press_button(&button);
    assert_eq!((studio.app().session().view, studio.app().session().trace.step), (View::Trace, at));
    assert!(studio.app().trace().is_some_and(|trace| !trace.used().contains(id)), "the trace goes another way");
}

#[test]
fn strategies_are_practised() {
    let mut studio = Studio::with_fish();
    studio.press_button("Trace view");
    let trace = studio.app().trace().expect("a trace").clone();
    let index = trace.steps.iter().position(|step| step.strategy() == StrategyId::XWing).expect("an X-wing");
    for _ in 0..index {
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    }
    studio.step();
    studio.press_button("Practise this");
    studio.wait_until("a position", |app| app.session().view == View::Puzzle);
    let board = studio.app().solving().expect("marks").board();
    assert_eq!(board, trace.board_before(index), "everything easier is entered");
    assert_eq!(studio.notice(), "Everything easier is entered, and X-wing comes next");
    // It leaves the studio with its candidates.
    studio.run(Command::EXPORT_AS);
    studio.press_button("With what is entered by hand");
    studio.choose("Format of the export", cluesmith::formats::Format::PencilMarks.title());
    studio.harness.get_by_label("Copy to clipboard").click();
    let OutputCommand::CopyText(text) = studio.copied() else { panic!("no text") };
    let marks: usize = board.shape().cells().map(|cell| board.marks(cell).len()).sum();
    assert!(marks > 100 && text.chars().filter(char::is_ascii_digit).count() >= marks, "{text}");
}

#[test]
fn practice_grids_are_made_in_the_background() {
    let mut studio = Studio::new();
    studio.choose_layout("6×6, boxes 2×3");
    studio.harness.event(Event::Paste("........64..3.42........4..5.116..4.".to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.press_button("Trace view");
    let id = studio.app().trace().expect("a trace").steps[0].strategy();
    studio.press_button("Make 20 more");
    assert_eq!(studio.app().session().view, View::Results);
    assert!(studio.app().jobs().all()[0].title.starts_with("20 practice grids"));
    studio.wait_until("grids", |app| app.gallery().entries().len() >= 2);
    studio.run(Command::STOP_DIFFERENT);
    let entry = studio.app().gallery().entries()[0].clone();
    assert!(entry.used.contains(id));
    let kept = studio.app().document().solving_of(&entry.puzzle).expect("its position");
    assert!(kept.entries.marks.iter().any(|marks| !marks.centre.is_empty()));
}
