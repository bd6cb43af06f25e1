//! The design panel: brushes, moves of the board, patterns from letters, pictures and the library.

use crate::{Dropped, Studio, press, release};
use cluesmith::app::{BrushKind, Command, Dialog, StartOptions};
use cluesmith::grid::{Digit, Pattern, Shape, Symmetry, stamp};
use eframe::egui::{self, Event, Key, Modifiers, PointerButton, Theme};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;

fn field(studio: &mut Studio, label: &str, text: &str) {
    studio.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, label).focus();
    studio.step();
    studio.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, label).type_text(text);
    studio.step();
}

#[test]
fn brushes_paint_erase_and_write_digits() {
    let mut studio = Studio::new();
    studio.press_button("Brush: paint");
    studio.check_undo("paint 6 cells", |studio| studio.drag(PointerButton::Primary, &[(1, 1), (1, 3)]));
    // Painting over clue cells erases nothing; the other button still does.
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 4)]);
    assert_eq!(studio.project().design.pattern.n_clues(), 8);
    studio.press_button("Brush: erase");
    studio.check_undo("erase 2 cells", |studio| studio.drag(PointerButton::Primary, &[(2, 1), (1, 1)]));
    assert_eq!(studio.names(), "r1c2 r1c3 r1c4 r9c6 r9c7 r9c8");
    studio.press_button("Brush: digit");
    studio.press_button("Digit 7");
    assert_eq!(
        (studio.app().session().board.brush, studio.app().session().board.brush_digit),
        (BrushKind::Digit, Digit::new(7))
    );
    studio.check_undo("digit 7 in 2 cells", |studio| studio.drag(PointerButton::Primary, &[(4, 4), (5, 4)]));
    assert!(studio.cell_label(5, 4).starts_with("r5c4, clue, 7, kept"));
    assert_eq!(studio.project().design.fixed.n_clues(), 2);
    assert!(studio.names().ends_with("r4c4 r5c4 r5c6 r6c6 r9c6 r9c7 r9c8"), "{}", studio.names());
    // The keyboard uses the same brush.
    studio.run(Command::BRUSH_ERASE);
    studio.key(Modifiers::NONE, Key::F6);
    studio.key(Modifiers::NONE, Key::Space);
    assert!(!studio.names().contains("r4c4"), "the last press chose the cell: {}", studio.names());
    studio.key(Modifiers::ALT, Key::B);
    assert_eq!(studio.app().session().board.brush, BrushKind::Digit);
}

#[test]
fn the_board_is_turned_mirrored_shifted_and_its_lines_exchanged() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.click(1, 2);
    for (button, label, expected) in [
        ("Turn right", "turn right", "r2c9"),
        ("Turn left", "turn left", "r1c2"),
        ("Mirror left-right", "mirror left-right", "r1c8"),
        ("Mirror top-bottom", "mirror top-bottom", "r9c8"),
        ("Shift down", "shift down", "r1c8"),
        ("Shift left", "shift left", "r1c7"),
        ("Shift right", "shift right", "r1c8"),
        ("Shift up", "shift up", "r9c8"),
        ("Invert", "invert pattern", ""),
        ("Invert", "invert pattern", "r9c8"),
    ] {
        studio.check_undo(label, |studio| studio.press_button(button));
        if !expected.is_empty() {
            assert_eq!(studio.names(), expected, "{button}");
        }
    }
    // Lines change places with the chosen cell's; it goes along, and at the edge a sentence says why not.
    studio.run(Command::CLEAR);
    studio.click(1, 2);
    for (command, label, expected) in [
        (Command::ROW_DOWN, "exchange rows 1 and 2", "r2c2"),
        (Command::ROW_DOWN, "exchange rows 2 and 3", "r3c2"),
        (Command::BAND_DOWN, "exchange bands 1 and 2", "r6c2"),
        (Command::COLUMN_LEFT, "exchange columns 2 and 1", "r6c1"),
        (Command::STACK_RIGHT, "exchange stacks 1 and 2", "r6c4"),
        (Command::COLUMN_RIGHT, "exchange columns 4 and 5", "r6c5"),
        (Command::STACK_LEFT, "exchange stacks 2 and 1", "r6c2"),
        (Command::ROW_UP, "exchange rows 6 and 5", "r5c2"),
        (Command::BAND_UP, "exchange bands 2 and 1", "r2c2"),
    ] {
        studio.run(command);
        assert_eq!((studio.undo_label(), studio.names().as_str()), (Some(label), expected));
    }
    studio.run(Command::BAND_UP);
    assert_eq!(studio.notice(), "This is the first band");
    studio.run(Command::ROW_UP);
    studio.run(Command::ROW_UP);
    assert_eq!(studio.notice(), "This is the first row of its band: to leave it would break boxes");
    // A turned board of another shape has boxes of another shape.
    studio.harness.event(Event::Paste("x.....\n......\n......\n......\n......\n......\n".to_owned()));
    studio.step();
    assert_eq!(studio.project().shape().to_string(), "2x3");
    studio.check_undo("turn right", |studio| studio.run(Command::TURN_RIGHT));
    assert_eq!((studio.project().shape().to_string().as_str(), studio.names().as_str()), ("3x2", "r1c6"));
}

#[test]
fn digits_go_along_with_a_turned_board() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    let puzzle = studio.project().puzzle.clone().expect("found");
    studio.run(Command::TURN_RIGHT);
    let turned = cluesmith::grid::Transform::TurnRight.puzzle(&puzzle).expect("square boxes");
    assert_eq!(studio.project().puzzle, Some(turned));
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
}

#[test]
fn clue_counts_are_shown() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 4)]);
    for name in [
        "Rows: 4, 0, 0, 0, 0, 0, 0, 0, 0 clue cells",
        "Columns: 1, 1, 1, 1, 0, 0, 0, 0, 0 clue cells",
        "Boxes: 3, 1, 0, 0, 0, 0, 0, 0, 0 clue cells",
    ] {
        assert!(studio.harness.query_by_label(name).is_some(), "{name}");
    }
}

#[test]
fn letters_become_a_pattern() {
    let mut studio = Studio::new();
    studio.press_button("Letters…");
    // Keys belong to the field, and what is too long cannot be used.
    field(&mut studio, "Text", "cats");
    assert!(studio.harness.query_by_value("\u{201c}cats\u{201d}").is_none());
    studio.press_button("Use it");
    assert_eq!(studio.app().session().front.dialog, Some(Dialog::Stamp("cats".to_owned())));
    for _ in 0..3 {
        studio.key(Modifiers::NONE, Key::Backspace);
    }
    studio.check_undo("pattern \u{201c}c\u{201d}", |studio| studio.press_button("Use it"));
    assert_eq!(studio.app().session().front.dialog, None);
    assert_eq!(Ok(studio.project().design.pattern), stamp(Shape::NINE, "C"));
    // By keyboard alone: the palette, the word, Enter.
    studio.run(Command::STAMP);
    studio.harness.event(Event::Text("Hi".to_owned()));
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(Ok(studio.project().design.pattern), stamp(Shape::NINE, "HI"));
    studio.run(Command::STAMP);
    studio.key(Modifiers::NONE, Key::Escape);
    assert_eq!(studio.app().session().front.dialog, None);
}

fn write_picture(path: &std::path::Path, side: u32, is_dark: impl Fn(u32, u32) -> bool) {
    let dots: Vec<u8> = (0..side * side).map(|i| if is_dark(i / side, i % side) { 20 } else { 230 }).collect();
    let mut encoder = png::Encoder::new(std::fs::File::create(path).expect("a file"), side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&dots)).expect("written");
}

#[test]
fn a_dropped_picture_becomes_a_pattern() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cross.png");
    write_picture(&path, 90, |row, col| row / 10 == col / 10 || row / 10 + col / 10 == 8);
    let mut studio = Studio::new();
    studio.harness.input_mut().dropped_files.push(Arc::new(Dropped(path.clone())));
    studio.wait_until("dialog", |app| app.session().front.dialog.is_some());
    studio.check_undo("pattern from cross.png", |studio| studio.press_button("Use it"));
    assert_eq!(studio.project().design.pattern.n_clues(), 17);
    // Through the dialog; bright parts instead.
    studio.script([path]);
    studio.press_button("Picture…");
    studio.wait_until("dialog", |app| app.session().front.dialog.is_some());
    studio.press_button("Bright parts");
    studio.press_button("Use it");
    assert_eq!(studio.project().design.pattern.n_clues(), 81 - 17);
    // A photograph: of its dark corner a part, turned, and with a half turn.
    let corner = include_bytes!("../data/corner.jpg");
    let photograph = folder.path().join("corner.JPG");
    std::fs::write(&photograph, corner).expect("written");
    studio.use_symmetry(Symmetry::HalfTurn);
    studio.script([photograph]);
    studio.press_button("Picture…");
    studio.wait_until("dialog", |app| app.session().front.dialog.is_some());
    let shown = |studio: &Studio| match &studio.app().session().front.dialog {
        Some(Dialog::Picture(state)) => state.pattern(Shape::NINE),
        other => panic!("{other:?}"),
    };
    let is_dark = |pattern: &Pattern, row: usize, col: usize| pattern.contains(Shape::NINE.cell(row, col));
    let whole = shown(&studio);
    assert!(is_dark(&whole, 0, 0) && !is_dark(&whole, 0, 8) && !is_dark(&whole, 8, 8));
    studio.press_button("Turn picture right");
    let turned = shown(&studio);
    assert!(!is_dark(&turned, 0, 0) && is_dark(&turned, 0, 8) && turned.n_clues() == whole.n_clues());
    studio.press_button("Turn picture left");
    assert_eq!(shown(&studio), whole);
    studio.press_button("Mirror picture");
    assert_eq!(shown(&studio), turned);
    // A stroke over the dark quarter cuts it out.
    let rect = studio.harness.get_by_label("The picture").rect();
    let from = rect.min + eframe::egui::vec2(0.52, 0.02) * rect.size();
    let to = rect.min + eframe::egui::vec2(0.98, 0.4) * rect.size();
    studio.one_frame([Event::PointerMoved(from), press(from)]);
    studio.one_frame([Event::PointerMoved(from + eframe::egui::vec2(20.0, 20.0))]);
    studio.one_frame([Event::PointerMoved(to), release(to)]);
    studio.step();
    assert_eq!(shown(&studio).n_clues(), 81, "all of it is dark");
    studio.press_button("Whole");
    assert_eq!(shown(&studio), turned);
    studio.press_button("Symmetric");
    let symmetric = shown(&studio);
    assert!(Symmetry::HalfTurn.holds(Shape::NINE, &symmetric.cells) && is_dark(&symmetric, 8, 0), "{symmetric}");
    studio.press_button("Use it");
    assert_eq!(studio.project().design.pattern, symmetric);
    studio.run(Command::UNDO);
    let damaged = folder.path().join("damaged.png");
    std::fs::write(&damaged, b"\x89PNG\r\n\x1a\nrubbish").expect("written");
    studio.harness.input_mut().dropped_files.push(Arc::new(Dropped(damaged)));
    studio.wait_until("message", |app| app.notices().open().iter().any(|n| n.text.contains("cannot be read")));
    assert_eq!(studio.project().design.pattern.n_clues(), 81 - 17);
}

#[test]
fn own_patterns_are_saved_found_deleted_and_brought_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { data_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    studio.run(Command::SAVE_PATTERN);
    assert_eq!(studio.notice(), "The board is empty");
    studio.click(1, 1);
    studio.press_button("Save…");
    field(&mut studio, "Name", "Two corners");
    studio.press_button("Save");
    assert_eq!(studio.notice(), "Saved the pattern Two corners");
    let name = "Pattern Two corners, 2 clue cells";
    let before = studio.project().clone();
    studio.run(Command::CLEAR);
    studio.check_undo("pattern two corners", |studio| studio.press_button(name));
    assert_eq!(studio.project().design.pattern, before.design.pattern);
    // Search finds own ones and those to start with.
    field(&mut studio, "Find patterns", "two cor");
    assert!(studio.harness.query_by_label(name).is_some());
    assert!(studio.harness.query_by_label("Pattern Ring, 40 clue cells").is_none());
    field(&mut studio, "Find patterns", "ners of a thing that is not there");
    assert!(studio.has_text("No pattern matches"));
    drop(studio);

    let mut studio = Studio::start(options(), 1.0, Theme::Dark);
    studio.harness.get_by_label(name).focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::Delete);
    assert!(studio.harness.query_by_label(name).is_none());
    studio.run(Command::RESTORE_PATTERN);
    assert!(studio.harness.query_by_label(name).is_some());
    drop(studio);
    std::fs::write(folder.path().join("patterns.txt"), "rubbish").expect("written");
    let studio = Studio::start(options(), 1.0, Theme::Light);
    assert!(studio.notice().contains("patterns.txt was damaged"), "{}", studio.notice());
    assert!(folder.path().join("patterns.txt.damaged").exists());
}
