//! The window's panels: small windows, widths, notices, the zoom of the board, the first verdicts.

use crate::{Studio, VIEWS, pointer, press, release, wait_for};
use cluesmith::app::{Command, Source, StartOptions, View};
use cluesmith::grid::Symmetry;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Theme, vec2};
use egui_kittest::kittest::Queryable;

#[test]
fn a_hidden_panel_leaves_a_handle() {
    let mut studio = Studio::sized(960.0, 560.0);
    let has = |studio: &Studio, label: &str| studio.harness.query_by_label(label).is_some();
    assert!(has(&studio, "Title") && has(&studio, "Find strategies"), "both panels fit");
    assert!(studio.board().width() > 300.0, "{:?}", studio.board());
    studio.harness.set_size(vec2(800.0, 560.0));
    studio.step();
    assert!(!has(&studio, "Title") && has(&studio, "Show the left panel"));
    studio.press_button("Show the left panel");
    assert!(has(&studio, "Title") && !has(&studio, "Find strategies"));
    studio.press_button("Show the right panel");
    assert!(!has(&studio, "Title") && has(&studio, "Find strategies"));
    studio.harness.set_size(vec2(1280.0, 800.0));
    studio.step();
    assert!(has(&studio, "Title") && has(&studio, "Find strategies"));
    studio.run(Command::TOGGLE_DESIGN_PANEL);
    studio.run(Command::TOGGLE_STRATEGY_PANEL);
    assert!(has(&studio, "Show the left panel") && has(&studio, "Show the right panel"));
}

#[test]
fn panels_are_as_wide_as_the_setter_drags_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    let left = |studio: &Studio| studio.harness.get_by_label("Title").rect().max.x;
    let before = left(&studio);
    let edge = Pos2::new(before + 12.0, 400.0);
    let to = edge + vec2(90.0, 0.0);
    studio.harness.hover_at(edge);
    studio.step();
    for event in [press(edge), Event::PointerMoved(edge + vec2(20.0, 0.0)), Event::PointerMoved(to), release(to)] {
        studio.one_frame([event]);
    }
    let after = left(&studio);
    assert!((60.0..=95.0).contains(&(after - before)), "{before} {after}");
    // It stays so, whatever it shows.
    for command in [Command::SHOW_PUZZLES, Command::SHOW_HISTORY, Command::SHOW_DESIGN] {
        studio.run(command);
    }
    assert!((left(&studio) - after).abs() < 0.1);
    // And so it is at the next start.
    let kept = studio.app().settings().panels;
    assert!(kept[0] > 340, "{kept:?}");
    let path = folder.path().join("settings.json");
    wait_for(|| std::fs::read_to_string(&path).is_ok_and(|text| text.contains(&kept[0].to_string())));
    drop(studio);
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    assert!((left(&studio) - after).abs() < 1.0, "{} {after}", left(&studio));
    // A window that has no room for it takes nothing away for good.
    studio.harness.set_size(vec2(960.0, 560.0));
    studio.harness.run_steps(3);
    assert!(left(&studio) < after - 30.0, "{} {after}", left(&studio));
    studio.press_button("Symmetry: Diagonal");
    assert_eq!(studio.app().settings().panels, kept);
}

#[test]
fn nothing_jumps_from_view_to_view() {
    let mut studio = Studio::with_pattern("Basic");
    let mut places = Vec::new();
    for command in VIEWS {
        studio.run(command);
        studio.step();
        places.push((command.title(), studio.harness.get_by_label("Undo").rect().min.x));
    }
    assert!(places.iter().all(|(_, x)| (x - places[0].1).abs() < 0.01), "{places:?}");
}

#[test]
fn errors_go_after_a_while_or_all_at_once() {
    let mut studio = Studio::new();
    let fail = |studio: &mut Studio| {
        for text in ["rubbish", "1...\n..h.\n.3..\n...4\n", "12345", "x\ny\nz"] {
            studio.harness.event(Event::Paste(text.to_owned()));
            studio.step();
        }
    };
    fail(&mut studio);
    assert_eq!(studio.app().notices().open().len(), 3, "they do not pile up");
    assert_eq!(studio.app().notices().log().len(), 4);
    studio.press_button("Dismiss all");
    assert!(studio.app().notices().open().is_empty());
    fail(&mut studio);
    studio.harness.hover_at(Pos2::new(640.0, 300.0));
    studio.step();
    let now = studio.harness.ctx.input(|input| input.time);
    studio.harness.input_mut().time = Some(now + 25.0);
    studio.harness.run_steps(2);
    assert!(studio.app().notices().open().is_empty());
    studio.run(Command::MESSAGES);
    assert!(studio.has_text("This is neither puzzle nor pattern"));
}

#[test]
fn a_young_pattern_is_no_alarm() {
    let mut studio = Studio::new();
    assert!(studio.verdict().starts_with("Paint the cells that will hold clues"), "{}", studio.verdict());
    studio.click(1, 1);
    studio.wait_for_answer();
    assert_eq!(studio.verdict(), "2 clue cells; a puzzle needs 17 or more");
    assert!(studio.app().live().guilty_cells().is_empty() && !studio.cell_label(1, 1).contains("to blame"));
    assert!(studio.harness.query_by_label("Save proof…").is_none());
    // Equal digits are wrong however few they are.
    for digit in ["5", "5"] {
        studio.harness.event(Event::Text(digit.to_owned()));
        studio.step();
        studio.key(Modifiers::NONE, Key::ArrowRight);
    }
    studio.wait_for_answer();
    assert!(studio.app().live().guilty_cells().len() >= 2, "{}", studio.verdict());
    // From as many cells on as a puzzle needs, a pattern can be refuted: here two rows of a band are empty.
    let mut studio = Studio::new();
    studio.harness.event(Event::Paste(format!("{}{}", "x".repeat(18), ".".repeat(63))));
    studio.step();
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Impossible: "), "{}", studio.verdict());
    assert!(studio.harness.query_by_label("Save proof…").is_some());
}

#[test]
fn a_puzzle_that_gets_stuck_says_what_it_needs() {
    let mut studio = Studio::new();
    let puzzle = "7.1.....6..438.7...2..16.5......8.1.6.......9.9.1......7.64..9...6.935..2.....6.4";
    studio.harness.event(Event::Paste(puzzle.to_owned()));
    studio.step();
    studio.wait_for_answer();
    let verdict = studio.verdict();
    assert!(verdict.starts_with("One solution, but the ticked strategies get stuck with "), "{verdict}");
    assert!(verdict.contains("X-wing"), "{verdict}");
    assert!(studio.app().live().guilty_cells().is_empty());
    studio.check_undo("strategies", |studio| {
        studio.press_button("Tick what it needs");
        studio.wait_for_answer();
    });
    assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
    assert!(studio.verdict().ends_with("hardest: X-wing"), "{}", studio.verdict());
    assert_eq!(studio.project().design.fixed.to_string(), puzzle);
}

#[test]
fn the_board_is_enlarged_where_the_pointer_is() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    let whole = studio.board();
    let at = studio.at(2, 8);
    studio.wheel(at, 400.0, Modifiers::COMMAND);
    let zoomed = studio.board();
    assert!(zoomed.width() > 1.3 * whole.width(), "{whole:?} {zoomed:?}");
    assert!(studio.cell_rect(2, 8).contains(at), "what is under the pointer stays there");
    studio.one_frame([press(at), release(at)]);
    assert_eq!(studio.names(), "r2c8");
    // The wheel alone moves it, and what cannot be seen cannot be painted.
    studio.wheel(at, -150.0, Modifiers::NONE);
    assert!(studio.board().min.y < zoomed.min.y - 50.0);
    let beyond = Pos2::new(whole.center().x, whole.max.y + 60.0);
    studio.one_frame([pointer(beyond, PointerButton::Primary, true, Modifiers::NONE), release(beyond)]);
    assert_eq!(studio.names(), "r2c8");
    // The keyboard's cell comes into sight.
    studio.key(Modifiers::NONE, Key::F6);
    studio.command(Key::Home);
    let centre = studio.cell_rect(1, 1).center();
    assert!(centre.x > 280.0 && centre.y > 40.0, "{centre:?}");
    studio.run(Command::BOARD_WHOLE);
    assert_eq!(studio.board(), whole);
    studio.run(Command::BOARD_WHOLE);
    assert_eq!(studio.notice(), "The whole board is shown already");
    for _ in 0..2 {
        studio.run(Command::BOARD_LARGER);
    }
    studio.run(Command::BOARD_SMALLER);
    assert!(studio.board().width() > whole.width());
    studio.run(Command::VIEW_SHEET);
    studio.run(Command::BOARD_LARGER);
    assert_eq!(studio.notice(), "This view has no board");
}

#[test]
fn counts_of_large_grids_stand_in_columns() {
    let mut studio = Studio::new();
    let height = |studio: &Studio| {
        let is_it = |text: Option<String>| text.is_some_and(|text| text.starts_with("Rows: "));
        let rows = studio.harness.get_by(|node| is_it(node.label()) || is_it(node.value()));
        rows.rect().height()
    };
    let one_line = height(&studio);
    studio.choose_layout("16×16, boxes 4×4");
    assert!(height(&studio) > 1.9 * one_line, "two lines of eight");
}

#[test]
fn a_sheet_of_nothing_says_so_and_has_no_pages() {
    let mut studio = Studio::with_pattern("Basic");
    studio.press_button("Results view");
    studio.press_button("Find");
    studio.wait_until("results", |app| app.gallery().entries().len() >= 4);
    studio.run(Command::STOP_DIFFERENT);
    studio.run(Command::VIEW_SHEET);
    studio.press_button("What is printed");
    studio.press_button(Source::Results.title());
    studio.wait_until("pages", |app| app.sheet_pages().is_some());
    studio.run(Command::VIEW_RESULTS);
    studio.press_button("Pinned only");
    studio.run(Command::VIEW_SHEET);
    assert!(studio.has_text("The filter of the results view hides all"));
    assert!(studio.has_text("0 of 0"));
    for menu in ["Export", "Copy"] {
        use egui_kittest::kittest::NodeT;
        let mut buttons = studio.harness.get_all_by_label(menu);
        assert!(buttons.any(|button| button.accesskit_node().is_disabled()), "{menu}");
    }
    assert_eq!(studio.app().session().view, View::Sheet);
}

/// The first tab of the left panel and some of what it shows, in each view.
#[test]
fn the_left_panel_shows_what_the_view_is_about() {
    let mut studio = Studio::with_pattern("Basic");
    studio.wait_for_answer();
    for command in VIEWS {
        studio.run(command);
        studio.step();
        if command == Command::VIEW_SHEET {
            studio.wait_for_pages();
        }
        let (tab, control) = match command {
            Command::VIEW_PATTERN => ("Design tab", "Symmetry: Half turn"),
            Command::VIEW_TRACE => ("Steps tab", "Find steps"),
            Command::VIEW_SHEET => ("Pages tab", "Page 1"),
            _ => ("Overview tab", "Edit the pattern"),
        };
        for name in [tab, control] {
            assert!(studio.harness.query_by_label(name).is_some(), "{command:?}: {name}");
        }
        // What paints the pattern is where the pattern is seen, and nowhere else.
        let is_pattern = command == Command::VIEW_PATTERN;
        assert_eq!(studio.harness.query_by_label("Invert").is_some(), is_pattern, "{command:?}");
    }
    // The other tabs stay from view to view.
    studio.run(Command::SHOW_PUZZLES);
    studio.run(Command::VIEW_LAB);
    assert!(studio.harness.query_all_by_label_contains("Puzzle 1: ").next().is_some());
    studio.press_button("Overview tab");
    studio.press_button("Edit the pattern");
    assert_eq!(studio.app().session().view, View::Pattern);
    assert!(studio.harness.query_by_label("Invert").is_some());
}

#[test]
fn the_overview_says_what_was_asked_for_and_what_came_of_it() {
    let mut studio = Studio::new();
    studio.run(Command::VIEW_PUZZLE);
    for text in ["9×9, boxes 3×3", "Half turn"] {
        assert!(studio.has_text(text), "{text}");
    }
    assert!(studio.harness.query_by_label("The pattern on the board, 0 clue cells").is_some());
    assert!(!studio.has_text("Hardest step"));
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    studio.harness.event(Event::Paste(puzzle.to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.run(Command::VIEW_SOLUTION);
    studio.wait_until("figures", cluesmith::app::App::has_figures);
    studio.step();
    assert!(studio.harness.query_by_label("The puzzle on the board, 30 clues").is_some());
    let steps = studio.app().trace().expect("solved").steps.len().to_string();
    for text in ["30 (all of the clues)", "Hardest step", &steps, "SE", "HoDoKu", "Effort", "Bottlenecks"] {
        assert!(studio.has_text(text), "{text}");
    }
}
