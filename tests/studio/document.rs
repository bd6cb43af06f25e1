//! Several puzzles in one project, and the list of edits.

use crate::Studio;
use cluesmith::app::Command;
use cluesmith::logic::Sentence;
use cluesmith::project::{Document, file};
use eframe::egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// Titles in order; the puzzle on the board in brackets.
    fn puzzles(&self) -> String {
        let document = self.app().document();
        let name = |(index, title): (usize, &str)| {
            let title = if title.is_empty() { "-" } else { title };
            if index == document.current_index() { format!("[{title}]") } else { title.to_owned() }
        };
        let titles = document.puzzles().iter().map(|puzzle| puzzle.title.as_str());
        titles.enumerate().map(name).collect::<Vec<_>>().join(" ")
    }

    fn set_title(&mut self, title: &str) {
        self.run(Command::SHOW_DESIGN);
        self.harness.get_by_label("Title").focus();
        self.step();
        self.harness.get_by_label("Title").type_text(title);
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }

    fn three_puzzles() -> Studio {
        let mut studio = Studio::new();
        for title in ["One", "Two", "Three"] {
            if title != "One" {
                studio.run(Command::ADD_PUZZLE);
            }
            studio.set_title(title);
        }
        studio.run(Command::SHOW_PUZZLES);
        studio
    }

    /// Carries an edit out by `act`; taking it back and doing it again gives equal documents.
    #[track_caller]
    pub(crate) fn check_undo(&mut self, label: &str, act: impl FnOnce(&mut Studio)) {
        let before = self.app().document().clone();
        act(self);
        let after = self.app().document().clone();
        assert_ne!(before.puzzles(), after.puzzles(), "{label}");
        assert_eq!(self.undo_label(), Some(label));
        self.command(Key::Z);
        assert!(without_found(self.app().document()) == without_found(&before), "undo of {label}");
        self.command(Key::Y);
        assert!(without_found(self.app().document()) == without_found(&after), "redo of {label}");
    }
}

/// Clues that were found meanwhile are no edit.
fn without_found(document: &Document) -> String {
    let puzzle = |puzzle: &std::sync::Arc<cluesmith::project::Project>| cluesmith::project::Project {
        puzzle: None,
        ..cluesmith::project::Project::clone(puzzle)
    };
    let puzzles = document.puzzles().iter().map(puzzle).collect();
    format!("{} {}", document.current_index(), file::to_text(&Document::new(puzzles)))
}

#[test]
fn puzzles_are_added_duplicated_deleted_and_moved() {
    let mut studio = Studio::three_puzzles();
    assert_eq!(studio.puzzles(), "One Two [Three]");
    studio.press_button("Puzzle 1: One");
    assert_eq!(studio.puzzles(), "[One] Two Three");
    studio.check_undo("duplicate puzzle", |studio| studio.press_button("Duplicate"));
    assert_eq!(studio.puzzles(), "One [One] Two Three");
    studio.check_undo("delete puzzle", |studio| studio.press_button("Delete"));
    assert_eq!(studio.puzzles(), "One [Two] Three");
    studio.check_undo("move puzzle", |studio| studio.press_button("Move puzzle up"));
    assert_eq!(studio.puzzles(), "[Two] One Three");
    studio.check_undo("new puzzle", |studio| studio.press_button("New"));
    assert_eq!(studio.puzzles(), "Two [-] One Three");
    // Each has its own board.
    studio.click(1, 1);
    assert_eq!(studio.names(), "r1c1 r9c9");
    studio.command(Key::PageDown);
    assert_eq!((studio.puzzles().as_str(), studio.names().as_str()), ("Two - [One] Three", ""));
    // Undo shows what it changes.
    studio.command(Key::Z);
    assert_eq!((studio.puzzles().as_str(), studio.names().as_str()), ("Two [-] One Three", ""));
    studio.command(Key::Y);
    studio.command(Key::PageUp);
    assert_eq!(studio.puzzles(), "[Two] - One Three");
    studio.run(Command::PREVIOUS_PUZZLE);
    assert_eq!(studio.notice(), "This is the first puzzle");
}

#[test]
fn a_row_is_dragged_or_moved_with_the_keyboard() {
    let mut studio = Studio::three_puzzles();
    let centre = |studio: &Studio, label: &str| studio.harness.get_by_label(label).rect().center();
    studio.check_undo("move puzzle", |studio| {
        let (from, to) = (centre(studio, "Puzzle 1: One"), centre(studio, "Puzzle 3: Three"));
        studio.harness.event(Event::PointerMoved(from));
        studio.harness.event(crate::press(from));
        studio.harness.event(Event::PointerMoved(from.lerp(to, 0.5)));
        studio.harness.event(Event::PointerMoved(to));
        studio.harness.event(crate::pointer(to, PointerButton::Primary, false, Modifiers::NONE));
        studio.step();
    });
    assert_eq!(studio.puzzles(), "Two Three [One]");
    studio.check_undo("move puzzle", |studio| {
        studio.harness.get_by_label("Puzzle 2: Three").focus();
        studio.step();
        studio.key(Modifiers::ALT, Key::ArrowUp);
    });
    assert_eq!(studio.puzzles(), "[Three] Two One");
}

#[test]
fn a_project_of_several_puzzles_is_saved_and_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.cluesmith");
    let mut studio = Studio::three_puzzles();
    studio.script([path.clone()]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    // Looking at another puzzle is no change.
    studio.press_button("Puzzle 2: Two");
    assert!(!studio.app().is_dirty());
    assert_eq!(studio.app().name(), "three");
    studio.run(Command::ADD_PUZZLE);
    assert!(studio.app().is_dirty());
    studio.command(Key::Z);
    assert!(!studio.app().is_dirty());
    studio.command(Key::N);
    assert_eq!(studio.puzzles(), "[-]");
    studio.script([path]);
    studio.command(Key::O);
    studio.wait_until("file", |app| app.file().is_some());
    assert_eq!(studio.puzzles(), "[One] Two Three");
}

#[test]
fn the_list_of_edits_goes_to_any_state() {
    let mut studio = Studio::new();
    for cell in 1..=4 {
        studio.click(1, cell);
    }
    studio.run(Command::SHOW_HISTORY);
    assert_eq!(studio.project().design.pattern.n_clues(), 8);
    studio.press_button("State 1: paint 2 cells");
    assert_eq!(studio.names(), "r1c1 r9c9");
    studio.press_button("State 4: paint 2 cells");
    assert_eq!(studio.project().design.pattern.n_clues(), 8);
    studio.press_button("State 0: start");
    assert_eq!(studio.names(), "");
    // A new edit leaves what was taken back behind.
    studio.click(5, 5);
    assert!(studio.harness.query_by_label("State 2: paint 2 cells").is_none());
    assert_eq!(studio.app().history().labels().map(Sentence::text).collect::<Vec<_>>(), ["paint 1 cell"]);
}
