//! Puzzles in any format: onto the clipboard, into files.

use crate::Studio;
use cluesmith::app::{Command, ExportFormat, StartOptions};
use cluesmith::formats::{Format, Info, PuzzleEntry, Shapes, read_puzzles, write};
use cluesmith::grid::{Puzzle, Shape};
use cluesmith::sheet::SheetFormat;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, OutputCommand, Theme};
use egui_kittest::kittest::{NodeT, Queryable};

const PUZZLE: &str = "...295.....1.7.5...7.....3.1...2...72..4.3..83...8...4.2.....4...6.3.8.....149...";

impl Studio {
    /// A 9x9 puzzle with title and author.
    fn with_puzzle() -> Studio {
        let mut studio = Studio::new();
        studio.harness.event(Event::Paste(PUZZLE.to_owned()));
        studio.step();
        for (field, text) in [("Title", "Twenty"), ("Author", "Ada")] {
            studio.harness.get_by_label(field).focus();
            studio.step();
            studio.harness.get_by_label(field).type_text(text);
            studio.step();
        }
        studio.wait_until("a puzzle", |app| app.trace().is_some());
        studio
    }

    #[track_caller]
    pub(crate) fn choose(&mut self, combo: &str, entry: &str) {
        self.harness.get_by_role_and_label(Role::ComboBox, combo).click();
        self.step();
        // The list is longer than its place.
        self.harness.get_by_label(entry).scroll_to_me();
        self.harness.run_steps(40);
        self.harness.get_by_label(entry).click();
        self.step();
    }

    #[track_caller]
    fn choose_format(&mut self, format: ExportFormat) {
        if self.app().session().front.export_format != format {
            self.choose("Format of the export", format.title());
        }
        assert_eq!(self.app().session().front.export_format, format);
    }

    /// Presses Copy and gives what comes onto the clipboard.
    #[track_caller]
    fn copied_in_dialog(&mut self) -> OutputCommand {
        self.harness.get_by_label("Copy to clipboard").click();
        self.copied()
    }

    #[track_caller]
    fn is_possible(&self, button: &str) -> bool {
        !self.harness.get_by_label(button).accesskit_node().is_disabled()
    }
}

fn entry() -> PuzzleEntry {
    let puzzle: Puzzle = cluesmith::grid::parse_puzzles(Shape::NINE, PUZZLE).expect("a puzzle").remove(0);
    let info = Info { title: "Twenty".to_owned(), author: "Ada".to_owned(), ..Info::default() };
    PuzzleEntry { info, ..PuzzleEntry::new(puzzle) }
}

#[test]
fn a_puzzle_is_copied_in_every_format() {
    let mut studio = Studio::with_puzzle();
    for format in ExportFormat::all() {
        studio.run(Command::EXPORT_AS);
        studio.choose_format(format);
        match format {
            ExportFormat::Sheet(SheetFormat::Pdf) => {
                assert!(!studio.is_possible("Copy to clipboard") && studio.is_possible("Save as file…"));
                studio.press_button("Cancel");
            }
            ExportFormat::Sheet(SheetFormat::Png) => {
                let OutputCommand::CopyImage(image) = studio.copied_in_dialog() else { panic!("no picture") };
                assert!(image.size[0] > 400, "{:?}", image.size);
            }
            _ => {
                let OutputCommand::CopyText(text) = studio.copied_in_dialog() else { panic!("{format:?}") };
                match format {
                    ExportFormat::Text(format) => {
                        assert_eq!(text, write(format, &[entry()]).expect("it has room"), "{format:?}");
                    }
                    ExportFormat::Sheet(SheetFormat::Svg) => assert!(text.contains("<svg "), "{text}"),
                    ExportFormat::Sheet(_) => assert!(text.contains('8') && !text.contains('<'), "{text}"),
                }
                assert_eq!(studio.notice(), format!("Copied 1 puzzle as {}", format.title()));
            }
        }
        assert!(!studio.app().session().has_modal(), "{format:?}");
    }
}

#[test]
fn a_puzzle_is_saved_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut studio = Studio::with_puzzle();
    for (index, format) in ExportFormat::all().enumerate() {
        // Without an ending: that of the format comes by itself.
        let path = folder.path().join(format!("file{index}"));
        studio.script([path.clone()]);
        studio.run(Command::EXPORT_AS);
        studio.choose_format(format);
        studio.press_button("Save as file…");
        let path = path.with_extension(format.extension());
        crate::wait_for(|| path.exists());
        studio.step();
        let bytes = std::fs::read(&path).expect("written");
        let begin = match format {
            ExportFormat::Sheet(SheetFormat::Pdf) => "%PDF",
            ExportFormat::Sheet(SheetFormat::Png) => "\u{89}PNG",
            ExportFormat::Sheet(SheetFormat::Svg) => "<svg",
            ExportFormat::Sheet(SheetFormat::Text) => "",
            ExportFormat::Text(format) => &write(format, &[entry()]).expect("it has room"),
        };
        let found: String = bytes.iter().take(begin.len()).map(|&byte| byte as char).collect();
        let is_text = matches!(format, ExportFormat::Text(_));
        if is_text {
            assert_eq!(String::from_utf8(bytes).expect("text"), begin);
        } else {
            assert!(found.starts_with(begin) || found.starts_with("<?xml"), "{format:?}: {found}");
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_said_before() {
    let mut studio = Studio::by_hand(StartOptions::isolated(), 1.0, Theme::Light);
    studio.run(Command::EXPORT_AS);
    studio.choose_format(ExportFormat::Text(Format::Lines));
    assert!(studio.has_text("Nothing is lost in this format"));
    studio.choose_format(ExportFormat::Text(Format::Sdm));
    assert!(studio.has_text("The format sdm is for shape 3x3, puzzle 1 has shape 2x3"));
    assert!(!studio.is_possible("Copy to clipboard") && !studio.is_possible("Save as file…"));
    studio.key(Modifiers::NONE, Key::Escape);
    // What is entered by hand goes along where it is asked for.
    studio.click(1, 1);
    studio.key(Modifiers::NONE, Key::Num6);
    let puzzle = studio.solving().puzzle().clone();
    for (has_entries, n_placed) in [(false, puzzle.n_clues()), (true, puzzle.n_clues() + 1)] {
        studio.run(Command::EXPORT_AS);
        studio.choose_format(ExportFormat::Text(Format::PencilMarks));
        if has_entries {
            studio.press_button("With what is entered by hand");
        }
        let OutputCommand::CopyText(text) = studio.copied_in_dialog() else { panic!("a text") };
        let read = read_puzzles(&text, Shapes::Prefer(puzzle.shape())).expect("our own text").remove(0);
        assert_eq!((&read.puzzle, read.state().values().n_clues()), (&puzzle, n_placed), "{text}");
    }
    studio.run(Command::EXPORT_AS);
    studio.press_button("With what is entered by hand");
    studio.choose_format(ExportFormat::Text(Format::Grid));
    assert!(studio.has_text("digits placed"), "a plain grid has no room for them");
}

#[test]
fn selected_results_go_out_in_any_format() {
    let mut studio = Studio::with_results(3);
    studio.run(Command::EXPORT_SELECTED);
    assert_eq!(studio.notice(), "No results are selected: click one in the results view, with Ctrl or Shift several");
    studio.run(Command::SELECT_RESULTS);
    studio.run(Command::EXPORT_AS);
    studio.choose_format(ExportFormat::Text(Format::Sdm));
    let OutputCommand::CopyText(text) = studio.copied_in_dialog() else { panic!("a text") };
    let clues: Vec<String> =
        studio.app().gallery().entries().iter().map(|entry| entry.puzzle.to_string().replace('.', "0")).collect();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    let mut expected: Vec<&str> = clues.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    // Several pictures are several files.
    let folder = tempfile::tempdir().expect("a folder");
    studio.script([folder.path().join("three.png")]);
    studio.run(Command::EXPORT_SELECTED);
    studio.choose_format(ExportFormat::Sheet(SheetFormat::Png));
    assert!(!studio.is_possible("Copy to clipboard"), "three pictures are too many for the clipboard");
    studio.press_button("Save as file…");
    for number in 1..=3 {
        crate::wait_for(|| folder.path().join(format!("three-{number}.png")).exists());
    }
    // A format for one puzzle says so.
    studio.step();
    studio.run(Command::EXPORT_SELECTED);
    studio.choose_format(ExportFormat::Text(Format::Sdk));
    assert!(studio.has_text("The format sdk holds one puzzle, not 3"));
    studio.choose("Puzzles to export", "This puzzle");
    assert!(studio.is_possible("Copy to clipboard"));
}

#[test]
fn without_a_puzzle_nothing_is_exported() {
    let mut studio = Studio::new();
    studio.run(Command::EXPORT_AS);
    assert_eq!(studio.notice(), "There is no puzzle yet");
    assert!(!studio.app().session().has_modal());
}
