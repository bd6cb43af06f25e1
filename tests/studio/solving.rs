//! Solving by hand in the puzzle view.

use crate::{Studio, pointer, press, release};
use cluesmith::app::{Command, HintLevel, Marks, Solving, StartOptions, Tool, View};
use cluesmith::grid::{Cell, Digit, DigitSet, Shape};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Theme};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// A pasted 6x6 puzzle in the puzzle view.
    pub(crate) fn by_hand(options: StartOptions, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::start(options, pixels_per_point, theme);
        studio.choose_layout("6×6, boxes 2×3");
        studio.harness.event(Event::Paste("..21...4..3.1....55....4.1..6...32..".to_owned()));
        studio.step();
        studio.wait_for_answer();
        studio.press_button("Puzzle view");
        studio
    }

    pub(crate) fn solving(&self) -> &Solving {
        self.app().solving().expect("a puzzle")
    }

    fn marks(&self, row: usize, col: usize) -> Marks {
        self.solving().marks(self.project().shape().cell(row - 1, col - 1))
    }

    fn right_digit(&self, row: usize, col: usize) -> Digit {
        let cell = self.project().shape().cell(row - 1, col - 1);
        self.app().live().answer().and_then(|answer| answer.solution()).and_then(|s| s.get(cell)).expect("proper")
    }
}

fn new() -> Studio {
    Studio::by_hand(StartOptions::isolated(), 1.0, Theme::Light)
}

fn set(digits: &[u8]) -> DigitSet {
    digits.iter().map(|&digit| Digit::new(digit)).collect()
}

#[test]
fn digits_marks_and_colours_are_written_with_the_keys_of_sudokupad() {
    let mut studio = new();
    studio.click(1, 1);
    studio.key(Modifiers::NONE, Key::Num4);
    assert_eq!(studio.marks(1, 1).digit, Some(Digit::new(4)));
    assert_eq!(studio.cell_label(1, 1), "r1c1, entered, 4, twice", "4 is in the box already");
    studio.key(Modifiers::NONE, Key::Num4);
    assert_eq!(studio.marks(1, 1), Marks::default(), "once more takes it out");
    studio.key(Modifiers::SHIFT, Key::Num1);
    studio.key(Modifiers::COMMAND, Key::Num2);
    studio.key(Modifiers::COMMAND, Key::Num4);
    studio.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Num9);
    assert_eq!(studio.cell_label(1, 1), "r1c1, empty, corner 1, centre 2 4, colour 9");
    assert_eq!(studio.app().session().view, View::Puzzle, "Ctrl and a digit is a mark");
    // Tools by key, written without modifiers.
    studio.key(Modifiers::NONE, Key::ArrowRight);
    for (key, tool) in [(Key::X, Tool::Corner), (Key::C, Tool::Centre), (Key::V, Tool::Colour), (Key::Z, Tool::Digit)] {
        studio.key(Modifiers::NONE, key);
        assert_eq!(studio.solving().tool, tool);
    }
    studio.key(Modifiers::NONE, Key::Space);
    studio.key(Modifiers::NONE, Key::Num5);
    assert_eq!(studio.marks(1, 2).corner, set(&[5]));
    studio.key(Modifiers::NONE, Key::Delete);
    assert_eq!(studio.marks(1, 2), Marks::default());
    // Clues stay what they are.
    studio.key(Modifiers::NONE, Key::Z);
    studio.click(1, 3);
    studio.key(Modifiers::NONE, Key::Num6);
    assert_eq!(studio.cell_label(1, 3), "r1c3, clue, 2");
    // By button as well.
    studio.click(1, 1);
    studio.press_button("Tool: colour");
    studio.press_button("Colour 2");
    assert_eq!(studio.marks(1, 1).colours, set(&[2, 9]));
    studio.press_button("Tool: digit");
    studio.press_button("Digit 6");
    assert_eq!(studio.marks(1, 1).digit, Some(Digit::new(6)));
    studio.press_button("Erase");
    assert_eq!(studio.marks(1, 1).digit, None);
}

#[test]
fn cells_are_selected_by_dragging_ctrl_and_double_click() {
    let mut studio = new();
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 2), (2, 2)]);
    assert_eq!(studio.solving().selected.len(), 3);
    let at = studio.at(4, 4);
    studio.one_frame([
        Event::PointerMoved(at),
        Event::ModifiersChanged(Modifiers::COMMAND),
        pointer(at, PointerButton::Primary, true, Modifiers::COMMAND),
        pointer(at, PointerButton::Primary, false, Modifiers::COMMAND),
        Event::ModifiersChanged(Modifiers::NONE),
    ]);
    assert_eq!(studio.solving().selected.len(), 4);
    studio.key(Modifiers::SHIFT, Key::Num1);
    assert!(studio.marks(1, 1).corner == set(&[1]) && studio.marks(4, 4).corner == set(&[1]));
    studio.key(Modifiers::COMMAND, Key::A);
    assert_eq!(studio.solving().selected.len(), 36);
    // All cells with the digit 1.
    let at = studio.at(1, 4);
    studio.one_frame([Event::PointerMoved(at), press(at), release(at), press(at), release(at)]);
    let ones = studio.solving().puzzle().clues().filter(|(_, d)| *d == Digit::new(1)).count();
    assert_eq!(studio.solving().selected.len(), ones);
}

#[test]
fn marks_have_an_undo_of_their_own() {
    let mut studio = new();
    let document = studio.project().clone();
    studio.click(1, 1);
    studio.key(Modifiers::NONE, Key::Num6);
    studio.key(Modifiers::NONE, Key::ArrowRight);
    studio.key(Modifiers::NONE, Key::Num5);
    studio.command(Key::Z);
    assert_eq!((studio.marks(1, 1).digit, studio.marks(1, 2).digit), (Some(Digit::new(6)), None));
    studio.command(Key::Z);
    studio.command(Key::Z);
    assert!(!studio.solving().has_marks());
    assert_eq!(studio.notice(), "There is nothing to undo", "the document is not what these keys undo here");
    studio.command(Key::Y);
    studio.press_button("Redo");
    assert_eq!((studio.marks(1, 1).digit, studio.marks(1, 2).digit), (Some(Digit::new(6)), Some(Digit::new(5))));
    assert_eq!(studio.project(), &document);
    // They wait for the puzzle to come back.
    studio.press_button("Pattern view");
    studio.command(Key::Z);
    assert_ne!(studio.project(), &document);
    studio.command(Key::Y);
    studio.wait_for_answer();
    studio.press_button("Puzzle view");
    assert_eq!(studio.marks(1, 1).digit, Some(Digit::new(6)));
    studio.press_button("Start over");
    assert!(!studio.solving().has_marks());
    studio.press_button("Undo");
    assert!(studio.solving().has_marks());
    // Alt and a digit goes to a view, whatever has the focus, and writes nothing.
    for leaves_board in [false, true] {
        studio.press_button("Puzzle view");
        studio.click(1, 1);
        if leaves_board {
            studio.key(Modifiers::NONE, Key::Escape);
        }
        let before = studio.marks(1, 1);
        studio.key(Modifiers::ALT, Key::Num3);
        assert_eq!(studio.app().session().view, View::Solution);
        studio.press_button("Puzzle view");
        assert_eq!(studio.marks(1, 1), before);
        // What is Ctrl and a digit in one view is no other command in another.
        studio.press_button("Pattern view");
        studio.command(Key::Num3);
        assert_eq!(studio.app().session().view, View::Pattern);
    }
}

#[test]
fn checks_and_hints_lead_to_the_end() {
    let mut studio = new();
    studio.press_button("Check");
    assert!(studio.harness.query_by_label("You have not entered anything yet").is_some());
    studio.click(1, 1);
    let right = studio.right_digit(1, 1);
    let wrong = (1..=6).map(Digit::new).find(|&digit| digit != right).expect("another");
    let key = |digit: Digit| Key::from_name(&digit.to_string()).expect("a digit key");
    studio.key(Modifiers::NONE, key(wrong));
    studio.press_button("Check");
    assert!(studio.harness.query_by_label("1 cell is wrong").is_some());
    assert!(studio.cell_label(1, 1).contains("wrong"), "{}", studio.cell_label(1, 1));
    // No hint builds on a wrong digit.
    studio.press_button("Hint");
    assert!(studio.solving().hint.is_none() && studio.solving().wrong.contains(Cell(0)));
    studio.key(Modifiers::NONE, Key::Delete);
    let mut n_hints = 0;
    while !studio.solving().digits().is_full() {
        n_hints += 1;
        assert!(n_hints < 60, "hints lead nowhere");
        studio.press_button("Hint");
        studio.wait_until("hint", |app| app.solving().is_some_and(|solving| solving.hint.is_some()));
        let hint = studio.solving().hint.clone().expect("just seen");
        assert_eq!(hint.level, HintLevel::Vague);
        assert!(hint.sentence.text().starts_with("Look for a"), "{}", hint.sentence);
        let before = studio.solving().board();
        studio.press_button("Show it");
        let hint = studio.solving().hint.clone().expect("still there");
        assert!(hint.level == HintLevel::Concrete && !hint.sentence.mentions().is_empty(), "{}", hint.sentence);
        assert_eq!(studio.solving().board(), before, "nothing is written yet");
        studio.press_button("Do it");
        assert_ne!(studio.solving().board(), before);
    }
    // Nobody has to ask whether that was all.
    assert!(studio.has_text("Solved: every digit is correct"));
    assert_eq!(studio.notice(), "Solved: every digit is correct");
}

#[test]
fn candidates_are_filled_in_and_every_look_is_drawn() {
    for (pixels_per_point, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let mut studio = Studio::by_hand(StartOptions::isolated(), pixels_per_point, theme);
        let board = studio.board();
        studio.press_button("Fill in candidates");
        let open = studio.project().shape().cells().find(|&cell| studio.solving().digit(cell).is_none());
        assert!(!studio.solving().marks(open.expect("an open cell")).centre.is_empty());
        studio.key(Modifiers::COMMAND, Key::H);
        studio.wait_until("hint", |app| app.solving().is_some_and(|solving| solving.hint.is_some()));
        studio.press_button("Show it");
        assert_eq!(studio.board(), board, "nothing changes the board's size");
        studio.press_button("Close hint");
        assert!(studio.solving().hint.is_none());
        studio.harness.run();
    }
}

#[test]
fn without_a_puzzle_the_panel_says_why() {
    let mut studio = Studio::new();
    studio.press_button("Puzzle view");
    assert!(studio.harness.query_by_label("As soon as there is a puzzle, you can solve it here").is_some());
    studio.run(Command::HINT);
    assert_eq!(studio.notice(), "There is no puzzle to solve in the puzzle view");
    assert_eq!(studio.project().shape(), Shape::NINE);
}

#[test]
fn a_filter_by_digit_comes_from_pad_key_and_palette() {
    let mut studio = new();
    let label = |studio: &Studio, row, col| studio.cell_label(row, col);
    // 2 stands in the first row, so it can go nowhere else there.
    studio.press_button("Tool: filter");
    studio.press_button("Filter 2");
    assert_eq!(studio.solving().filter, Some(Digit::new(2)));
    let filtered = studio.solving().filtered().expect("2");
    assert!(studio.has_text(&format!("2: {} placed, {} cells possible", filtered.holding.len(), filtered.open.len())));
    assert!(filtered.holding.contains(Cell(2)) && !filtered.open.is_empty(), "{filtered:?}");
    for cell in studio.project().shape().cells() {
        let (row, col) = (cell.index() / 6 + 1, cell.index() % 6 + 1);
        let said = label(&studio, row, col);
        assert_eq!(said.contains("possible 2"), filtered.open.contains(cell), "{said}");
    }
    studio.press_button("Filter 2");
    assert_eq!(studio.solving().filter, None);
    assert!(!studio.solving().has_history(), "a filter is no entry");
    // By key: the tool and a digit, or the digit under the cursor.
    studio.press_button("Tool: digit");
    studio.click(1, 3);
    studio.key(Modifiers::NONE, Key::N);
    studio.key(Modifiers::NONE, Key::Num5);
    assert_eq!(studio.solving().filter, Some(Digit::new(5)));
    studio.command(Key::F);
    assert_eq!(studio.solving().filter, Some(Digit::new(2)), "r1c3 holds 2");
    studio.command(Key::F);
    assert_eq!(studio.solving().filter, None);
    studio.key(Modifiers::NONE, Key::Z);
    studio.click(1, 1);
    studio.command(Key::F);
    assert_eq!((studio.solving().tool, studio.solving().filter), (Tool::Filter, None), "r1c1 holds nothing");
    // From the palette, round and off.
    studio.run(Command::FILTER_NEXT);
    assert_eq!(studio.solving().filter, Some(Digit::new(1)));
    for digit in [2, 3, 4, 5, 6, 1] {
        studio.run(Command::FILTER_NEXT);
        assert_eq!(studio.solving().filter, Some(Digit::new(digit)));
    }
    studio.press_button("Show all digits");
    assert_eq!(studio.solving().filter, None);
    studio.run(Command::FILTER_OFF);
    assert_eq!(studio.notice(), "No digit is filtered");
    studio.press_button("Pattern view");
    studio.run(Command::FILTER_DIGIT);
    assert_eq!(studio.notice(), "Open the puzzle view first");
}

#[test]
fn lines_are_drawn_with_mouse_and_keys_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines.cluesmith");
    let mut studio = new();
    let n_lines = |studio: &Studio| studio.solving().lines().len();
    studio.run(Command::ERASE_LINES);
    assert_eq!(studio.notice(), "No lines are drawn");
    studio.run(Command::DRAW_LINES);
    assert_eq!(studio.solving().tool, Tool::Line);
    // The cells on the way play no part, and the selection is the cell where the line begins.
    studio.drag(PointerButton::Primary, &[(1, 1), (2, 2), (3, 3), (5, 4)]);
    assert_eq!(studio.cell_label(1, 1), "r1c1, empty, line to r5c4");
    assert_eq!((n_lines(&studio), studio.solving().selected.len()), (1, 1));
    // A click is no line, and neither is a stroke that leaves the board.
    studio.click(1, 1);
    let (begin, outside) = (studio.at(3, 3), studio.board().left_top() - eframe::egui::vec2(20.0, 0.0));
    studio.one_frame([Event::PointerMoved(begin), press(begin)]);
    studio.one_frame([Event::PointerMoved(outside), release(outside)]);
    assert_eq!((n_lines(&studio), studio.solving().line_from), (1, None));
    // A whole stroke in one frame counts too.
    let (begin, end) = (studio.at(6, 6), studio.at(1, 1));
    studio.one_frame([Event::PointerMoved(begin), press(begin), Event::PointerMoved(end), release(end)]);
    assert!(studio.cell_label(1, 1).ends_with("line to r5c4 r6c6"), "{}", studio.cell_label(1, 1));
    // The same stroke back removes it; undo brings it back.
    studio.drag(PointerButton::Primary, &[(1, 1), (6, 6)]);
    assert_eq!(n_lines(&studio), 1);
    studio.command(Key::Z);
    assert_eq!(n_lines(&studio), 2);
    // By keyboard, and without digits being written.
    studio.click(2, 1);
    studio.key(Modifiers::NONE, Key::Enter);
    studio.key(Modifiers::NONE, Key::ArrowDown);
    studio.key(Modifiers::NONE, Key::ArrowDown);
    studio.key(Modifiers::NONE, Key::Num3);
    studio.key(Modifiers::NONE, Key::Enter);
    assert!(studio.cell_label(4, 1).ends_with("line to r2c1"), "{}", studio.cell_label(4, 1));
    assert_eq!(studio.marks(4, 1), Marks::default());
    // Delete removes those that end in the selected cells.
    studio.key(Modifiers::NONE, Key::Delete);
    assert_eq!(n_lines(&studio), 2);
    studio.press_button("Erase all lines");
    assert_eq!(n_lines(&studio), 0);
    studio.press_button("Undo");
    assert_eq!(n_lines(&studio), 2);
    // A hint stays while lines are drawn on it.
    studio.press_button("Hint");
    studio.wait_until("hint", |app| app.solving().is_some_and(|solving| solving.hint.is_some()));
    studio.drag(PointerButton::Primary, &[(6, 1), (6, 2)]);
    assert!(studio.solving().hint.is_some());
    studio.script([path.clone()]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    let (entries, seconds) = (studio.solving().entries().clone(), studio.solving().seconds() as u32);
    let mut studio = Studio::start(StartOptions { file: Some(path), ..StartOptions::isolated() }, 1.0, Theme::Dark);
    studio.wait_until("the project", |app| app.file().is_some());
    studio.wait_for_answer();
    studio.press_button("Puzzle view");
    assert_eq!(studio.solving().entries(), &entries);
    assert!(!entries.lines.is_empty() && studio.solving().seconds() >= f64::from(seconds));
    assert!(!studio.app().is_dirty());
}

#[test]
fn the_timer_runs_while_somebody_can_solve() {
    let mut studio = new();
    let seconds = |studio: &Studio| studio.solving().seconds();
    // The window's clock goes on by a sixtieth of a second a frame.
    // Frames of 120 that count.
    let passes = |studio: &mut Studio| {
        let before = seconds(studio);
        studio.harness.run_steps(120);
        ((seconds(studio) - before) * 60.0).round() as u32
    };
    assert!(passes(&mut studio) > 115);
    assert!(studio.has_text(&format!("Time: {}", studio.solving().time_text())));
    assert!(!studio.app().solving().expect("a puzzle").has_history() && passes(&mut studio) > 115);
    let is_dirty = studio.app().is_dirty();
    // By choice.
    studio.press_button("Pause timer");
    assert_eq!(passes(&mut studio), 0);
    assert!(studio.has_text("Time, paused: "));
    studio.run(Command::PAUSE_TIMER);
    assert_eq!(studio.notice(), "The timer is paused already");
    studio.press_button("Resume timer");
    assert!(passes(&mut studio) > 115);
    // In another view, behind a dialog, behind another window.
    studio.press_button("Solution view");
    assert_eq!(passes(&mut studio), 0);
    studio.press_button("Puzzle view");
    studio.run(Command::NOTES);
    assert_eq!(passes(&mut studio), 0);
    studio.key(Modifiers::NONE, Key::Escape);
    studio.harness.input_mut().focused = false;
    studio.step();
    assert_eq!(passes(&mut studio), 0);
    studio.harness.input_mut().focused = true;
    studio.step();
    // Hidden it goes on, and stays hidden.
    studio.run(Command::SHOW_TIMER);
    assert!(!studio.has_text("Time: ") && !studio.app().settings().shows_timer);
    assert!(passes(&mut studio) > 115);
    studio.run(Command::SHOW_TIMER);
    assert!(studio.has_text("Time: "));
    assert_eq!(studio.app().is_dirty(), is_dirty, "time alone is no change");
    // Starting over sets it back; undo brings it back with the entries.
    studio.click(1, 1);
    studio.key(Modifiers::NONE, Key::Num6);
    let before = seconds(&studio);
    studio.press_button("Start over");
    assert!(seconds(&studio) < 1.0 && !studio.solving().has_marks());
    studio.press_button("Undo");
    assert!(seconds(&studio) >= before && studio.solving().has_marks());
    // A solved puzzle takes no more time.
    let solution = studio.app().live().answer().and_then(|answer| answer.solution()).cloned().expect("proper");
    let puzzle = studio.solving().puzzle().clone();
    for (cell, digit) in solution.clues().filter(|&(cell, _)| puzzle.get(cell).is_none()) {
        studio.click(cell.index() / 6 + 1, cell.index() % 6 + 1);
        if studio.solving().digit(cell) != Some(digit) {
            studio.key(Modifiers::NONE, Key::from_name(&digit.to_string()).expect("a digit key"));
        }
    }
    assert!(studio.solving().is_solved());
    assert_eq!(passes(&mut studio), 0);
    studio.run(Command::PAUSE_TIMER);
    assert_eq!(studio.notice(), "The puzzle is solved, and the timer has stopped");
}
