//! Choosing among results: cards and table, order and filter, several at once, on to project and clipboard.

use crate::Studio;
use cluesmith::app::{Command, GalleryEntry, ResultsStyle, StartOptions, View};
use cluesmith::grid::Puzzle;
use cluesmith::logic::{Scale, own_rating};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, Rect, Theme};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// The places of the results on the screen that are drawn as a whole.
    fn whole_results(&self) -> Vec<Rect> {
        let low = self.harness.get_by_label("Copy").rect().min.y;
        let nodes = self.harness.get_all_by(|n| n.label().is_some_and(|label| label.starts_with("Result ")));
        nodes.map(|node| node.rect()).filter(|rect| rect.max.y <= low).collect()
    }

    /// Clicks a result with these keys held.
    fn pick(&mut self, id: u64, modifiers: Modifiers) {
        let name = self.row(id);
        self.harness.get_by_label(&name).click_modifiers(modifiers);
        self.harness.run_steps(8);
    }

    fn selected(&self) -> Vec<u64> {
        self.app().session().results.selection.shown(self.app().gallery()).into_iter().collect()
    }

    fn open_menu_of(&mut self, id: u64) {
        self.harness.get_by_label(&self.row(id)).click_secondary();
        self.harness.run_steps(8);
    }

    /// Chooses a line of the context menu of a result; what it puts on the clipboard.
    #[track_caller]
    fn copied_by_menu(&mut self, id: u64, line: &str) -> OutputCommand {
        self.open_menu_of(id);
        self.harness.get_by_label(line).click();
        self.copied()
    }

    /// The clues of a result.
    fn clues_of(&self, id: u64) -> Puzzle {
        self.app().gallery().entry(id).expect("there").puzzle.clone()
    }
}

#[track_caller]
fn check_room(width: f32, height: f32, style: &str, least: usize) {
    let mut studio = Studio::with_results(40);
    studio.harness.set_size(eframe::egui::vec2(width, height));
    studio.press_button(style);
    studio.harness.run_steps(8);
    let places = studio.whole_results();
    assert!(places.len() >= least, "{width}x{height}, {style}: {}", places.len());
    let overlap = |a: &Rect, b: &Rect| a.intersect(*b).is_positive();
    for (index, place) in places.iter().enumerate() {
        assert!(places[index + 1..].iter().all(|other| !overlap(place, other)), "{places:?}");
    }
}

#[test]
fn cards_and_lines_make_use_of_the_room() {
    check_room(1280.0, 800.0, "Results as cards", 8);
    check_room(1280.0, 800.0, "Results as table", 15);
    check_room(960.0, 560.0, "Results as cards", 5);
    check_room(960.0, 560.0, "Results as table", 5);
}

#[test]
fn cards_or_table_is_kept_from_start_to_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    assert_eq!(studio.app().settings().results, ResultsStyle::Cards);
    studio.run(Command::VIEW_RESULTS);
    studio.press_button("Results as table");
    let path = folder.path().join("settings.json");
    crate::wait_for(|| std::fs::read_to_string(&path).is_ok_and(|text| text.contains("\"results\": \"Table\"")));
    drop(studio);
    let studio = Studio::start(options(), 1.0, Theme::Light);
    assert_eq!(studio.app().settings().results, ResultsStyle::Table);
}

#[test]
fn every_figure_of_the_table_is_right_and_sorts() {
    let mut studio = Studio::with_pattern("Basic");
    studio.press_button("Results view");
    studio.set_wanted(8);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    studio.press_button("Results as table");
    for entry in studio.app().gallery().entries() {
        let own = own_rating(&entry.puzzle, &studio.project().order()).expect("solved");
        assert_eq!(entry.figure_on(Scale::Hodoku), Scale::Hodoku.figure_of(&entry.puzzle));
        assert_eq!(entry.figure_on(Scale::Se), Scale::Se.figure_of(&entry.puzzle));
        assert_eq!(entry.figure_on(Scale::Own), Some((own.effort() * 10.0).round() as u32));
        assert_eq!(entry.n_bottlenecks(), Some(own.bottlenecks().len()));
    }
    for (column, scale) in [("hodoku", Scale::Hodoku), ("effort", Scale::Own), ("se", Scale::Se)] {
        studio.press_button(&format!("Sort by {column}"));
        let figures: Vec<_> = studio.app().gallery().all_shown().map(|entry| entry.figure_on(scale)).collect();
        assert!(figures.is_sorted(), "{column}: {figures:?}");
    }
    studio.press_button("Sort by bottlenecks");
    let counts: Vec<_> = studio.app().gallery().all_shown().map(GalleryEntry::n_bottlenecks).collect();
    assert!(counts.is_sorted(), "{counts:?}");
}

#[test]
fn results_are_filtered_by_the_strategy_they_need() {
    let mut studio = Studio::with_pattern("Basic");
    studio.press_button("Results view");
    studio.set_wanted(8);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    let gallery = studio.app().gallery();
    let n_with = |id| gallery.entries().iter().filter(|entry| entry.used.contains(id)).count();
    // The one that most of them lack.
    let id = gallery.used().iter().min_by_key(|&id| n_with(id)).expect("some strategy");
    let expected = n_with(id);
    studio.press_button("Strategy that results need");
    studio.press_button(id.title());
    assert_eq!(studio.app().gallery().n_shown(), expected);
    assert!(studio.app().gallery().all_shown().all(|entry| entry.used.contains(id)));
    studio.press_button("Strategy that results need");
    studio.press_button("Any strategy");
    assert_eq!(studio.app().gallery().n_shown(), 8);
}

#[test]
fn several_results_are_selected_and_added_to_the_project() {
    let mut studio = Studio::with_results(6);
    studio.run(Command::ADD_SELECTED);
    assert!(studio.notice().starts_with("No results are selected"), "{}", studio.notice());
    // A click takes the puzzle; with Ctrl and Shift nothing but the selection changes.
    studio.pick(2, Modifiers::NONE);
    assert_eq!((studio.selected(), studio.project().puzzle.clone()), (vec![2], Some(studio.clues_of(2))));
    studio.pick(4, Modifiers::COMMAND);
    assert_eq!(studio.selected(), [2, 4]);
    studio.pick(2, Modifiers::COMMAND);
    assert_eq!(studio.selected(), [4]);
    studio.pick(4, Modifiers::COMMAND);
    studio.pick(3, Modifiers::COMMAND);
    studio.pick(5, Modifiers::SHIFT);
    assert_eq!(studio.selected(), [3, 4, 5]);
    assert_eq!(studio.project().puzzle, Some(studio.clues_of(2)));
    assert!(studio.has_text("6 puzzles · 3 selected"));
    studio.command(Key::A);
    assert_eq!(studio.selected(), [1, 2, 3, 4, 5, 6]);
    studio.pick(3, Modifiers::NONE);
    studio.pick(6, Modifiers::COMMAND);
    // The puzzle that was clicked is in the project already: it is on the board.
    studio.check_undo("add 1 puzzle", |studio| {
        studio.press_button("Add to project");
        studio.press_button("Selected results");
    });
    assert_eq!(studio.notice(), "Added 1 puzzle to the project, which now has 2; 1 was there already");
    assert_eq!(studio.project().puzzle, Some(studio.clues_of(6)));
    assert_eq!(studio.app().session().view, View::Results);
    studio.press_button("Pin result 1");
    studio.press_button("Pin result 5");
    studio.run(Command::ADD_PINNED);
    assert_eq!(studio.app().document().puzzles().len(), 4);
    studio.run(Command::ADD_PINNED);
    assert_eq!(studio.notice(), "The project has these puzzles already");
    // What the filter hides is not touched.
    studio.command(Key::A);
    studio.press_button("Pinned only");
    assert_eq!(studio.selected(), [1, 5]);
    let OutputCommand::CopyText(text) = studio.copied_by(Command::COPY_SELECTED) else { panic!("a text") };
    assert_eq!(text, format!("{}\n{}\n", studio.clues_of(1), studio.clues_of(5)));
}

#[test]
fn the_menu_of_a_result_copies_pins_and_deletes() {
    let mut studio = Studio::with_results(4);
    let line = format!("{}\n", studio.clues_of(3));
    assert_eq!(studio.copied_by_menu(3, "Copy as a line of text"), OutputCommand::CopyText(line));
    let OutputCommand::CopyText(link) = studio.copied_by_menu(2, "Copy link for SudokuPad") else { panic!("a text") };
    let mut other = Studio::new();
    other.harness.event(Event::Paste(link));
    other.step();
    assert_eq!(other.project().design.fixed, studio.clues_of(2));
    // The picture is the board: dark digits on white, and little around it.
    let OutputCommand::CopyImage(image) = studio.copied_by_menu(1, "Copy as a picture") else { panic!("an image") };
    let [width, height] = image.size;
    let is_dark = |x: usize, y: usize| image.pixels[y * width + x].r() < 128;
    assert_eq!(width, height);
    assert!(width > 400, "{width}");
    let frame = (0..width).find(|&x| is_dark(x, height / 2)).expect("a frame");
    assert!(frame < width / 10, "{frame} of {width}");
    let last = (0..width).rev().find(|&x| is_dark(x, height / 2)).expect("a frame");
    assert!(last > width - width / 10, "{last} of {width}");
    let board = studio.copied_by(Command::COPY_PICTURE);
    assert!(matches!(board, OutputCommand::CopyImage(_)));
    // Of several selected ones all are meant.
    studio.pick(1, Modifiers::NONE);
    studio.pick(3, Modifiers::COMMAND);
    let OutputCommand::CopyText(links) = studio.copied_by_menu(3, "Copy 2 links for f-puzzles") else {
        panic!("a text")
    };
    assert_eq!(links.lines().count(), 2);
    studio.open_menu_of(1);
    studio.press_button("Pin 2 results");
    let pinned = studio.app().gallery().entries().iter().filter(|entry| entry.is_pinned).map(|entry| entry.id);
    assert_eq!(pinned.collect::<Vec<_>>(), [1, 3]);
    studio.harness.get_by_label(&studio.row(4)).hover();
    studio.harness.run_steps(90);
    assert!(studio.has_text("From job 1: 4 puzzles"), "the larger picture with its figures");
}

#[track_caller]
fn check_menu_by_key(modifiers: Modifiers, key: Key, n_down: usize, copied: &str) {
    let mut studio = Studio::with_results(4);
    let name = studio.row(2);
    studio.harness.get_by_label(&name).focus();
    studio.step();
    studio.key(modifiers, key);
    studio.harness.run_steps(8);
    for _ in 0..n_down {
        studio.key(Modifiers::NONE, Key::ArrowDown);
    }
    let clues = studio.clues_of(2).to_string();
    assert_eq!(studio.copied_by_enter(), OutputCommand::CopyText(copied.replace('#', &clues)), "{modifiers:?} {key:?}");
    studio.harness.run_steps(8);
    assert!(studio.harness.query_by_label("Copy as a line of text").is_none(), "the menu is closed");
}

#[test]
fn the_menu_of_a_result_opens_by_key() {
    // Below: put on the board, show in the puzzle view, add to the project, pin.
    check_menu_by_key(Modifiers::SHIFT, Key::F10, 4, "#\n");
    check_menu_by_key(Modifiers::NONE, Key::Menu, 4, "#\n");
    let mut studio = Studio::with_results(4);
    studio.key(Modifiers::SHIFT, Key::F10);
    assert!(studio.harness.query_by_label("Copy as a line of text").is_none(), "nothing has the focus");
}
