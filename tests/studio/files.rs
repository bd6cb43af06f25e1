//! Files, text, recovery.

use crate::{Dropped, Studio, press, release};
use cluesmith::app::{After, Command, StartOptions};
use cluesmith::grid::{Cell, Shape, Symmetry, parse_patterns};
use cluesmith::project::{Document, Project, file};
use eframe::egui::{self, ColorImage, Event, Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

// --- Files ---

pub(crate) fn saved(path: &Path) -> Project {
    let text = std::fs::read_to_string(path).expect("a file");
    file::from_text(&text).expect("a project").current().clone()
}

#[test]
fn save_and_open_bring_the_same_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ring.cluesmith");
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    assert!(studio.app().is_dirty());
    // The ending is added.
    studio.script([folder.path().join("ring")]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(studio.app().file(), Some(path.as_path()));
    assert_eq!(studio.notice(), "Saved ring.cluesmith");
    let project = studio.project().clone();
    assert_eq!(saved(&path), project);
    // Dirty means different from the file, not touched.
    studio.click(5, 5);
    assert!(studio.app().is_dirty());
    studio.command(Key::Z);
    assert!(!studio.app().is_dirty());

    let mut other =
        Studio::start(StartOptions { file: Some(path.clone()), ..StartOptions::isolated() }, 1.0, Theme::Light);
    other.wait_until("file", |app| app.file().is_some());
    assert_eq!(other.project(), &project);
    other.wait_for_answer();
    assert!(other.verdict().starts_with("Proper puzzle"), "the saved puzzle is shown, not another one");
    assert!(!other.app().is_dirty());
    // And by the dialog.
    studio.command(Key::N);
    assert_eq!(studio.project(), &Project::new());
    studio.script([path]);
    studio.command(Key::O);
    studio.wait_until("file", |app| app.file().is_some());
    assert_eq!(studio.project(), &project);
}

/// What stands in a file goes through the same judge as what a generator finds.
#[test]
fn puzzles_of_files_are_judged() {
    #[track_caller]
    fn check(strategies: &str, further: &str, rows: [&str; 4], expected: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("puzzle.cluesmith");
        let pattern = rows.map(|row| row.replace(|c: char| c.is_ascii_digit(), "x"));
        let puzzle = format!(
            "(shape: \"2x2\", pattern: {pattern:?}, strategies: [{strategies}], seed: 1, puzzle: Some({rows:?}),{further})"
        );
        std::fs::write(&path, format!("(version: 2, puzzles: [{puzzle}])")).expect("a file");
        let options = StartOptions { file: Some(path), ..StartOptions::isolated() };
        let mut studio = Studio::start(options, 1.0, Theme::Light);
        studio.wait_until("file", |app| app.file().is_some());
        studio.wait_for_answer();
        assert_eq!(studio.verdict(), expected);
    }
    let naked = "\"naked-single\"";
    let easy = ["1...", "..3.", ".1..", "...2"];
    check(naked, "", easy, "Proper puzzle · 4 clues · hardest: naked single");
    check(
        naked,
        "fixed: Some([\"2...\", \"....\", \"....\", \"....\"])",
        easy,
        "Not a good puzzle: a fixed digit was changed",
    );
    check(
        "\"naked-single\", \"hidden-single\"",
        "required: [\"hidden-single\"]",
        easy,
        "Not a good puzzle: it does not need hidden single",
    );
    check(
        naked,
        "",
        [".32.", ".23.", "2143", "3412"],
        "Not a good puzzle: these digits have more than one solution: two of them differ in 4 cells",
    );
}

#[test]
fn digits_that_the_search_finds_are_no_unsaved_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bare.cluesmith");
    let pattern = "x.".repeat(40) + ".";
    let pattern = parse_patterns(Shape::NINE, &pattern).expect("a pattern")[0];
    let bare = Project::new().on(pattern);
    std::fs::write(&path, cluesmith::project::file::to_text(&Document::from(bare))).expect("written");
    let mut studio = Studio::start(StartOptions { file: Some(path), ..StartOptions::isolated() }, 1.0, Theme::Light);
    studio.wait_until("puzzle", |app| app.project().puzzle.is_some());
    assert!(!studio.app().is_dirty());
    // An edit is one, and taking it back makes the document clean again, digits and all.
    studio.click(9, 9);
    assert!(studio.app().is_dirty());
    studio.command(Key::Z);
    assert!(!studio.app().is_dirty());
    studio.wait_for_answer();
    studio.press_button("New digits");
    studio.wait_for_answer();
    assert!(studio.app().is_dirty());
}

#[test]
fn damaged_files_leave_the_document_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.cluesmith");
    let text = include_str!("../files/v1/heart.cluesmith").replace("\"3x3\"", "\"2x4\"");
    std::fs::write(&path, text).expect("written");
    let mut studio = Studio::new();
    studio.run(Command::MAKE_SYMMETRIC);
    let before = studio.project().clone();
    for (path, expected) in [
        (path.clone(), "line 9, column 5: pattern of shape 2x4 needs 8 rows, here are 9"),
        (folder.path().to_owned(), "it is a folder"),
        (folder.path().join("none"), "there is no such file or folder"),
    ] {
        studio.script([path.clone()]);
        studio.command(Key::O);
        studio.wait_until("message", |app| app.notices().open().iter().any(|n| n.text.contains(expected)));
        assert_eq!(studio.notice(), format!("Could not open {}: {expected}", path.display()));
        assert_eq!((studio.project(), studio.app().file()), (&before, None));
    }
    let n_open = studio.app().notices().open().len();
    studio.harness.get_all_by_label("Close message").next().expect("a button").click();
    studio.step();
    assert_eq!(studio.app().notices().open().len(), n_open - 1);
    // Writing where nothing can be written.
    studio.click(1, 1);
    studio.script([folder.path().join("no/such/folder/x")]);
    studio.command(Key::S);
    studio.wait_until("message", |app| app.notices().open().iter().any(|n| n.text.starts_with("Could not save")));
    assert!(studio.app().is_dirty());
}

#[test]
fn changes_are_not_lost_without_a_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.cluesmith");
    let mut studio = Studio::new();
    studio.click(1, 1);
    studio.wait_for_answer();
    studio.command(Key::N);
    assert_eq!(studio.app().session().front.question, Some(After::New));
    studio.press_button("Cancel");
    assert_eq!(studio.project().design.pattern.n_clues(), 2);
    studio.command(Key::N);
    // While the question stands, neither board nor keys change anything.
    let before = studio.project().clone();
    studio.command(Key::I);
    let at = studio.at(2, 2);
    studio.one_frame([press(at), release(at)]);
    assert_eq!(studio.project(), &before);
    if studio.app().session().front.question.is_none() {
        studio.command(Key::N);
    }
    studio.script([path.clone()]);
    studio.press_button("Save");
    studio.wait_until("new document", |app| app.project().design.pattern.n_clues() == 0);
    assert_eq!(saved(&path).design.pattern.n_clues(), 2);
    studio.click(1, 1);
    studio.command(Key::N);
    studio.press_button("Discard");
    assert_eq!(studio.project().design.pattern.n_clues(), 0);
    // Closing the window asks too.
    studio.click(1, 1);
    let root = egui::ViewportId::ROOT;
    let viewport = studio.harness.input_mut().viewports.entry(root).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    studio.harness.step();
    assert_eq!(studio.app().session().front.question, Some(After::Close));
    let commands = &studio.harness.output().viewport_output[&root].commands;
    assert!(commands.contains(&egui::ViewportCommand::CancelClose));
}

#[test]
fn the_path_field_opens_files_without_a_dialog() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("heart.cluesmith");
    std::fs::write(&path, include_str!("../files/v1/heart.cluesmith")).expect("written");
    let mut studio = Studio::new();
    studio.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let field = "Path of the file";
    studio.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, field).focus();
    studio.step();
    studio.command(Key::A);
    studio
        .harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, field)
        .type_text(&path.display().to_string());
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    studio.wait_until("file", |app| app.file().is_some());
    assert_eq!(studio.project().title, "Heart");
}

#[test]
fn files_are_opened_by_dropping_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("heart.cluesmith");
    std::fs::write(&path, include_str!("../files/v1/heart.cluesmith")).expect("written");
    let mut studio = Studio::new();
    studio.harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path.clone())));
    studio.wait_until("file", |app| app.file().is_some());
    assert_eq!(studio.project().title, "Heart");
    // Changes are not lost to a dropped project without a question ...
    studio.click(1, 1);
    studio.harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path.clone())));
    studio.wait_until("question", |app| app.session().front.question.is_some());
    studio.press_button("Cancel");
    assert!(studio.project().design.pattern.contains(Cell(0)) && studio.app().session().front.question.is_none());
    // ... and a pattern from a text file is an edit like any other.
    let path = folder.path().join("ring.txt");
    std::fs::write(&path, "xxxx\nx..x\nx..x\nxxxx\n").expect("written");
    studio.harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    studio.wait_until("pattern", |app| app.project().design.pattern.n_clues() == 12);
}

#[test]
fn text_is_pasted_and_copied() {
    let mut studio = Studio::new();
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    studio.harness.event(Event::Paste(puzzle.to_owned()));
    studio.step();
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Proper puzzle · 30 clues"), "{}", studio.verdict());
    assert_eq!(studio.cell_label(1, 1), "r1c1, clue, 5, kept");
    studio.harness.event(Event::Copy);
    studio.harness.step();
    let copied = |studio: &Studio| {
        let commands = &studio.harness.output().platform_output.commands;
        commands.iter().any(|command| *command == egui::OutputCommand::CopyText(puzzle.to_owned()))
    };
    let found = copied(&studio) || {
        studio.harness.step();
        copied(&studio)
    };
    assert!(found || studio.notice() == "Copied the puzzle as text");
    let before = studio.project().clone();
    for (text, expected) in [
        (&puzzle[..80], "line 1: a puzzle of shape 3x3 has 81 cells (9 rows of 9), this line has 80 characters"),
        (
            &puzzle.replace("53", "h3"),
            "line 1, column 1: \"h\" is no digit of shape 3x3: use 1 to 9, and . or 0 for an empty cell",
        ),
    ] {
        studio.harness.event(Event::Paste(text.to_owned()));
        studio.step();
        assert_eq!(studio.notice(), format!("This is neither puzzle nor pattern: {expected}"));
        assert_eq!(studio.project(), &before);
    }
    // Two equal clues in a row: the verdict says so and the cells are marked.
    studio.harness.event(Event::Paste(puzzle.replace("53", "55")));
    studio.step();
    studio.wait_for_answer();
    assert_eq!(studio.verdict(), "Not a good puzzle: row 1 has two 5s, at r1c1 and r1c2");
    assert!(studio.cell_label(1, 2).ends_with("to blame"));
    // Too few clues: two solutions differ.
    studio.harness.event(Event::Paste(puzzle.replace("53", "..")));
    studio.step();
    studio.wait_for_answer();
    assert!(studio.verdict().contains("more than one solution"), "{}", studio.verdict());
    studio.harness.event(Event::Paste(format!("53{}", ".".repeat(79))));
    studio.step();
    studio.wait_for_answer();
    assert_eq!(studio.verdict(), "2 clue cells; a puzzle needs 17 or more");
    studio.harness.event(Event::Paste("x..x\n....\n....\nx..x".to_owned()));
    studio.step();
    assert_eq!((studio.project().shape().to_string().as_str(), studio.project().design.pattern.n_clues()), ("2x2", 4));
}

#[test]
fn a_pasted_picture_becomes_a_pattern_like_one_from_a_file() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    let before = studio.project().clone();
    let n = 9;
    let dots: Vec<u8> = (0..n * n).map(|i| if i / n == i % n { 0 } else { 255 }).collect();
    let image = Arc::new(ColorImage::from_gray([n, n], &dots));
    studio.harness.event(Event::PasteImage(Arc::clone(&image)));
    studio.step();
    assert!(studio.has_text("clipboard picture") && studio.has_text("9 clue cells"));
    assert_eq!(studio.project(), &before, "nothing changes before it is asked for");
    studio.press_button("Use it");
    assert_eq!(studio.names(), "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9");
    studio.command(Key::Z);
    assert_eq!(studio.project().design.pattern, before.design.pattern);
    // Not while something is typed, nor behind a dialog.
    studio.harness.get_by_label("Title").focus();
    studio.step();
    studio.harness.event(Event::PasteImage(Arc::clone(&image)));
    studio.step();
    assert!(studio.app().session().front.dialog.is_none());
    studio.key(Modifiers::NONE, Key::Escape);
    studio.run(Command::NOTES);
    studio.harness.event(Event::PasteImage(image));
    studio.step();
    assert!(studio.app().session().front.dialog.is_none());
    studio.key(Modifiers::NONE, Key::Escape);
    // What has no dots is refused with a sentence.
    studio.harness.event(Event::PasteImage(Arc::new(ColorImage::from_gray([0, 0], &[]))));
    studio.step();
    assert_eq!(studio.notice(), "Could not paste: the picture on the clipboard is empty or damaged");
}

// --- Recovery ---

fn with_folder(folder: &Path) -> StartOptions {
    StartOptions {
        data_folder: Some(folder.to_owned()),
        config_folder: Some(folder.to_owned()),
        ..StartOptions::isolated()
    }
}

#[test]
fn a_crash_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = folder.path().join("recovery-0.cluesmith");
    let mut studio = Studio::start(with_folder(folder.path()), 1.0, Theme::Light);
    studio.press_button("Pattern Heart, 25 clue cells");
    let project = studio.project().clone();
    let start = Instant::now();
    while !found.exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "written without being asked");
        std::thread::sleep(Duration::from_millis(20));
    }
    // Dropped without `on_exit`, as after a crash.
    drop(studio);
    let mut studio = Studio::start(with_folder(folder.path()), 1.0, Theme::Light);
    studio.press_button("Recover");
    assert_eq!(studio.project().design.pattern, project.design.pattern);
    assert!(studio.app().is_dirty());
    // Thrown away, and it is offered no more.
    drop(studio);
    let mut studio = Studio::start(with_folder(folder.path()), 1.0, Theme::Light);
    if studio.harness.query_by_label("Discard").is_some() {
        studio.press_button("Discard");
    }
    assert_eq!(studio.project(), &Project::new());
    assert!(!found.exists());
}

#[test]
fn a_crash_loses_nothing_that_is_being_typed_or_painted() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = folder.path().join("recovery-0.cluesmith");
    let kept = |wanted: &dyn Fn(&Document) -> bool| {
        let start = Instant::now();
        loop {
            let document = std::fs::read_to_string(&found).ok().and_then(|text| file::from_text(&text).ok());
            if document.is_some_and(|document| wanted(&document)) {
                return;
            }
            assert!(start.elapsed() < Duration::from_mins(1), "not written");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut studio = Studio::start(with_folder(folder.path()), 1.0, Theme::Light);
    // The second of two puzzles; the cursor stays in the field.
    studio.run(Command::ADD_PUZZLE);
    studio.harness.get_by_label("Title").focus();
    studio.step();
    studio.harness.get_by_label("Title").type_text("Half a tit");
    studio.step();
    kept(&|document| document.puzzles().len() == 2 && document.puzzles()[1].title == "Half a tit");
    // The button stays down.
    studio.use_symmetry(Symmetry::None);
    let (first, last) = (studio.at(2, 2), studio.at(2, 5));
    studio.harness.event(Event::PointerMoved(first));
    studio.harness.event(press(first));
    studio.harness.event(Event::PointerMoved(last));
    studio.step();
    assert_eq!(studio.project().design.pattern.n_clues(), 0, "no edit yet");
    kept(&|document| document.puzzles()[1].design.pattern.n_clues() == 4);
    // A stroke that is taken back goes from there too.
    studio.key(Modifiers::NONE, Key::Escape);
    kept(&|document| {
        document.puzzles()[1].design.pattern.n_clues() == 0 && document.puzzles()[1].title == "Half a tit"
    });
}

#[test]
fn damaged_recovery_and_settings_never_stop_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("recovery-0.cluesmith"), "rubbish").expect("written");
    std::fs::write(folder.path().join("settings.json"), [0xff, 0x00]).expect("written");
    let studio = Studio::start(with_folder(folder.path()), 1.0, Theme::Light);
    let texts: Vec<&str> = studio.app().notices().open().iter().map(|notice| notice.text.as_str()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts.iter().all(|text| text.contains("set aside")), "{texts:?}");
    assert!(folder.path().join("recovery-0.cluesmith.damaged").exists());
}
