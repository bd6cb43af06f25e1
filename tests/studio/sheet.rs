//! The sheet designer: what is seen is what is printed.

use crate::{Studio, pointer, wait_for};
use cluesmith::app::{App, Command, Source, StartOptions, View, Viewer, Zoom};
use cluesmith::formats::{Info, PuzzleEntry};
use cluesmith::grid::{Digit, Puzzle, Shape, parse_puzzles};
use cluesmith::project::{Document, Project, file};
use cluesmith::sheet::{Page, Sheet, SheetPuzzle, built_in, layout, pdf, pixels, png, svg, text, trace_pages};
use eframe::egui::{self, Event, Key, Modifiers, PointerButton, Theme};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};

const EASY: &str = ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........";

/// So many different puzzles with titles, and a design without digits behind them.
fn document(n: usize) -> Document {
    let puzzle = parse_puzzles(Shape::NINE, EASY).expect("a puzzle").remove(0);
    let renamed = |by: usize| {
        let mut renamed = Puzzle::empty(Shape::NINE);
        for (cell, digit) in puzzle.clues() {
            renamed.set(cell, Some(Digit::from_index((digit.index() + by) % 9)));
        }
        renamed
    };
    let project =
        |index: usize| Project { title: format!("Title {index}"), ..Project::new().with_clues(renamed(index)) };
    let design = Project { title: "Bare".to_owned(), ..Project::new().on(puzzle.pattern()) };
    Document::new((0..n).map(project).chain([design]).collect())
}

/// The sheet as a viewer names it: where nobody gave it a title, after the file of the project.
fn titled(sheet: &Sheet) -> Sheet {
    assert_eq!(sheet.title, "");
    Sheet { title: "journey".to_owned(), ..sheet.clone() }
}

/// What the studio has to lay out for `document(n)`.
fn puzzles(studio: &Studio, n: usize) -> Vec<SheetPuzzle> {
    let entry = |project: &Project| PuzzleEntry {
        info: Info { title: project.title.clone(), ..Info::default() },
        ..PuzzleEntry::new(project.design.fixed.clone())
    };
    let document = studio.app().document();
    document.puzzles()[..n].iter().map(|project| SheetPuzzle::new(entry(project), document.sheet())).collect()
}

impl Studio {
    /// The sheet view of a project of so many puzzles, in a folder of its own.
    fn with_sheet(n: usize) -> (Studio, tempfile::TempDir) {
        Studio::with_sheet_as(n, StartOptions::isolated(), 1.0, Theme::Light)
    }

    fn with_sheet_as(n: usize, options: StartOptions, pixels: f32, theme: Theme) -> (Studio, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journey.cluesmith");
        std::fs::write(&path, file::to_text(&document(n))).expect("written");
        let mut studio = Studio::start(StartOptions { file: Some(path), ..options }, pixels, theme);
        studio.wait_until("file", |app| app.file().is_some());
        studio.press_button("Sheet view");
        studio.wait_for_pages();
        (studio, folder)
    }

    #[track_caller]
    pub(crate) fn wait_for_pages(&mut self) {
        self.wait_until("pages", |app| app.sheet_pages().is_some());
    }

    fn pages(&self) -> Vec<Page> {
        self.app().sheet_pages().expect("laid out").to_vec()
    }

    /// Does something that changes the layout in one edit; undo and redo bring equal documents and pages.
    #[track_caller]
    fn check_layout(&mut self, label: &str, act: impl FnOnce(&mut Studio)) {
        let (before, pages_before) = (self.app().document().clone(), self.pages());
        let n_edits = self.app().history().labels().count();
        act(self);
        self.wait_for_pages();
        let (after, pages_after) = (self.app().document().clone(), self.pages());
        assert!(pages_before != pages_after, "{label}: the pages are the same");
        assert_eq!(self.app().history().labels().count(), n_edits + 1, "{label}");
        assert_eq!(self.undo_label(), Some(label));
        self.command(Key::Z);
        self.wait_for_pages();
        assert!(*self.app().document() == before && self.pages() == pages_before, "undo of {label}");
        self.command(Key::Y);
        self.wait_for_pages();
        assert!(*self.app().document() == after && self.pages() == pages_after, "redo of {label}");
    }

    #[track_caller]
    fn choose_source(&mut self, source: Source) {
        self.press_button("What is printed");
        self.press_button(source.title());
        assert_eq!(self.app().session().sheet.source, source);
    }

    /// Frames until a notice says this.
    #[track_caller]
    fn wait_for_notice(&mut self, text: &str) {
        let text = text.to_owned();
        self.wait_until("notice", |app| app.notices().log().iter().any(|notice| notice.text.contains(&text)));
    }

    /// Runs a command; what it puts on the clipboard.
    #[track_caller]
    pub(crate) fn copied_by(&mut self, command: Command) -> egui::OutputCommand {
        self.command(Key::K);
        self.harness.get_by_label("Command").type_text(command.title());
        self.step();
        self.copied_by_enter()
    }
}

#[track_caller]
fn check_disabled(app: &App, command: Command, expected: &str) {
    assert_eq!(command.check(app), Err(expected.to_owned()), "{command:?}");
}

const EXPORTS: [Command; 7] = [
    Command::SHEET_PDF,
    Command::SHEET_PNG,
    Command::SHEET_SVG,
    Command::SHEET_TEXT,
    Command::SHEET_PRINT,
    Command::SHEET_COPY_IMAGE,
    Command::SHEET_COPY_TEXT,
];

#[test]
fn every_option_changes_the_pages_and_is_undone() {
    let (mut studio, _folder) = Studio::with_sheet(5);
    assert_eq!(studio.app().session().view, View::Sheet);
    let expected = layout(studio.app().document().sheet(), &puzzles(&studio, 5)).expect("laid out");
    assert_eq!(studio.pages(), expected);
    for (button, label) in [
        ("puzzles: 9 per page", "sheet: puzzles"),
        ("paper: Letter, 216 × 279 mm", "sheet: paper"),
        ("orientation: landscape", "sheet: orientation"),
        ("Number", "sheet: numbers"),
        ("Stars", "sheet: stars"),
        ("Rating", "sheet: ratings"),
        ("Hardest step", "sheet: hardest steps"),
        ("Candidates", "sheet: candidates"),
        ("solutions: upside down below each puzzle", "sheet: solutions"),
        ("solutions: small, after the puzzles", "sheet: solutions"),
        ("link: QR code below the puzzle", "sheet: link"),
        ("grey: the clue cells", "sheet: grey"),
        ("digits: bold", "sheet: digits"),
        ("Pattern only", "sheet: pattern only"),
        ("Fold into a booklet", "sheet: booklet"),
    ] {
        studio.check_layout(label, |studio| studio.press_button(button));
    }
    let expected = layout(studio.app().document().sheet(), &puzzles(&studio, 5)).expect("laid out");
    assert_eq!(studio.pages(), expected);
    assert!(studio.app().is_dirty());
    for _ in 0..15 {
        studio.command(Key::Z);
    }
    assert!(!studio.app().is_dirty());
}

#[test]
fn a_dragged_slider_and_typed_text_are_one_edit_each() {
    let (mut studio, _folder) = Studio::with_sheet(2);
    let before = studio.app().document().clone();
    studio.check_layout("sheet: margin", |studio| {
        let slider = studio.harness.get_by_role_and_label(Role::Slider, "margin").rect();
        let at = |share: f32| egui::pos2(slider.min.x + share * slider.width(), slider.center().y);
        studio.harness.event(Event::PointerMoved(at(0.3)));
        studio.harness.event(pointer(at(0.3), PointerButton::Primary, true, Modifiers::NONE));
        for share in [0.35, 0.45, 0.6] {
            studio.harness.event(Event::PointerMoved(at(share)));
            studio.step();
        }
        // The page follows the pointer, the document waits.
        studio.wait_for_pages();
        assert!(studio.app().sheet().margin > 15.0, "{}", studio.app().sheet().margin);
        assert!(*studio.app().document() == before);
        studio.harness.event(pointer(at(0.6), PointerButton::Primary, false, Modifiers::NONE));
        studio.step();
        assert!(studio.app().document().sheet().margin > 15.0);
    });
    studio.check_layout("sheet: sheet title", |studio| {
        studio.harness.get_by_role_and_label(Role::TextInput, "sheet title").focus();
        studio.step();
        for part in ["For the ", "journey"] {
            studio.harness.get_by_role_and_label(Role::TextInput, "sheet title").type_text(part);
            studio.step();
        }
        assert_eq!(studio.app().document().sheet().title, "");
        studio.key(Modifiers::NONE, Key::Enter);
        assert_eq!(studio.app().document().sheet().title, "For the journey");
    });
    // What is still being typed is not lost to a command.
    studio.harness.get_by_role_and_label(Role::TextInput, "sheet author").focus();
    studio.step();
    studio.harness.get_by_role_and_label(Role::TextInput, "sheet author").type_text("Me");
    studio.step();
    studio.key(Modifiers::ALT, Key::Num1);
    assert_eq!(studio.app().document().sheet().author, "Me");
}

/// The files of an export to this name, in order.
fn files(folder: &Path, names: &[&str]) -> Vec<Vec<u8>> {
    names.iter().map(|name| std::fs::read(folder.join(name)).expect("a file")).collect()
}

#[test]
fn exports_are_what_the_library_writes() {
    let (mut studio, folder) = Studio::with_sheet(5);
    studio.press_button("solutions: small, after the puzzles");
    studio.wait_for_pages();
    let sheet = studio.app().document().sheet().clone();
    let puzzles = puzzles(&studio, 5);
    let pages = layout(&sheet, &puzzles).expect("laid out");
    assert_eq!(pages.len(), 3);
    let path = |name: &str| -> PathBuf { folder.path().join(name) };

    studio.script([path("book.pdf")]);
    studio.run(Command::SHEET_PDF);
    studio.wait_for_notice("Saved book.pdf");
    assert_eq!(files(folder.path(), &["book.pdf"]), [pdf(&titled(&sheet), &pages)]);

    studio.harness.get_by_label("Pictures of 72 dots per inch").click_accesskit();
    studio.step();
    studio.script([path("book.png")]);
    studio.run(Command::SHEET_PNG);
    studio.wait_for_notice("Saved 3 files, book-1.png to book-3.png");
    let expected: Vec<Vec<u8>> = pages.iter().map(|page| png(page, 72.0).expect("a picture")).collect();
    assert!(files(folder.path(), &["book-1.png", "book-2.png", "book-3.png"]) == expected);

    // The ending is added.
    studio.script([path("book")]);
    studio.run(Command::SHEET_SVG);
    studio.wait_for_notice("Saved 3 files, book-1.svg to book-3.svg");
    let expected: Vec<Vec<u8>> = pages.iter().map(|page| svg(page, "journey").into_bytes()).collect();
    assert!(files(folder.path(), &["book-1.svg", "book-2.svg", "book-3.svg"]) == expected);

    studio.script([path("book.txt")]);
    studio.run(Command::SHEET_TEXT);
    studio.wait_for_notice("Saved book.txt");
    assert_eq!(files(folder.path(), &["book.txt"]), [text(&sheet, &puzzles).into_bytes()]);

    studio.script([path("no/such/folder.pdf")]);
    studio.run(Command::SHEET_PDF);
    studio.wait_for_notice("Could not save");

    assert_eq!(studio.copied_by(Command::SHEET_COPY_TEXT), egui::OutputCommand::CopyText(text(&sheet, &puzzles)));
    studio.key(Modifiers::NONE, Key::PageDown);
    let picture = pixels(&pages[1], 200.0).expect("a picture");
    let size = [picture.width, picture.height];
    let image = egui::ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
    assert!(studio.copied_by(Command::SHEET_COPY_IMAGE) == egui::OutputCommand::CopyImage(image));
}

#[test]
fn nothing_to_print_says_why() {
    let mut studio = Studio::new();
    studio.key(Modifiers::ALT, Key::Num8);
    for command in EXPORTS {
        check_disabled(studio.app(), command, "No puzzle of this project has digits yet");
    }
    assert!(studio.harness.query_by_label("No puzzle of this project has digits yet").is_some());
    for (source, why) in [
        (Source::Puzzle, "This puzzle has no digits yet"),
        (Source::Results, "There are no results to print: find some first"),
        (Source::Trace, "There is no puzzle to solve yet"),
    ] {
        studio.choose_source(source);
        check_disabled(studio.app(), Command::SHEET_PRINT, why);
    }
    check_disabled(studio.app(), Command::SHEET_PAGE_BACK, "This is the first page");
    check_disabled(studio.app(), Command::SHEET_PAGE_FORWARD, "This is the last page");
    studio.key(Modifiers::ALT, Key::Num1);
    check_disabled(studio.app(), Command::SHEET_PAGE_FORWARD, "Open the sheet view first");

    // No room is no error of the document: it is said, and the next choice may make room.
    let (mut studio, _folder) = Studio::with_sheet(2);
    for button in ["paper: A5, 148 × 210 mm", "Fold into a booklet", "puzzles: 12 per page"] {
        studio.press_button(button);
    }
    let why = "Margin 15 mm and gutter 10 mm leave no room for 12 puzzles on a page of 105 x 148 mm";
    check_disabled(studio.app(), Command::SHEET_PDF, why);
    assert!(studio.harness.query_by_label(why).is_some());
    studio.press_button("puzzles: 1 per page");
    studio.wait_for_pages();
    assert_eq!(Command::SHEET_PDF.check(studio.app()), Ok(()));
}

#[test]
fn each_source_prints_what_it_says() {
    let (mut studio, _folder) = Studio::with_sheet(3);
    let sheet = studio.app().document().sheet().clone();
    assert!(studio.harness.query_by_label("1 puzzle has no digits yet and will not be printed").is_some());
    studio.choose_source(Source::Puzzle);
    studio.wait_for_pages();
    assert_eq!(studio.pages(), layout(&sheet, &puzzles(&studio, 1)).expect("laid out"));
    studio.wait_for_answer();
    studio.choose_source(Source::Trace);
    studio.wait_for_pages();
    let trace = studio.app().trace().expect("a trace").clone();
    assert_eq!(studio.pages(), trace_pages(&sheet, &trace).expect("laid out"));
    let egui::OutputCommand::CopyText(steps) = studio.copied_by(Command::SHEET_COPY_TEXT) else { panic!("a text") };
    assert!(steps.contains(trace.steps[0].sentence(&trace.board_before(0)).text()), "{steps}");

    // The design gets its digits as soon as it is looked at, and comes in.
    let document = studio.app().document().clone();
    studio.choose_source(Source::All);
    studio.run(Command::SHOW_PUZZLES);
    studio.press_button("Puzzle 4: Bare");
    studio.wait_until("digits", |app| app.project().puzzle.is_some());
    studio.wait_for_pages();
    assert_ne!(*studio.app().document(), document);
    assert!(studio.harness.query_by_label("1 puzzle has no digits yet and will not be printed").is_none());
    assert_eq!(studio.pages()[0].bookmarks.len(), 4);
}

#[test]
fn results_are_printed_as_they_show() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.harness.event(Event::Paste("x..x\n.xx.\n.xx.\nx..x".to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.run(Command::FIND_DIFFERENT);
    studio.wait_until("results", |app| !app.jobs().is_running() && app.gallery().n_shown() > 1);
    studio.press_button("Sheet view");
    studio.choose_source(Source::Results);
    studio.wait_for_pages();
    let entries = studio.app().gallery().all_shown().map(|entry| PuzzleEntry::new(entry.puzzle.clone()));
    let sheet = studio.app().document().sheet().clone();
    let puzzles: Vec<SheetPuzzle> = entries.map(|entry| SheetPuzzle::new(entry, &sheet)).collect();
    assert_eq!(studio.pages(), layout(&sheet, &puzzles).expect("laid out"));
}

#[test]
fn templates_are_saved_with_the_project() {
    let (mut studio, folder) = Studio::with_sheet(3);
    // A built-in one changes the layout, not the texts.
    studio.harness.get_by_role_and_label(Role::TextInput, "sheet title").focus();
    studio.step();
    studio.harness.get_by_role_and_label(Role::TextInput, "sheet title").type_text("Mine");
    studio.key(Modifiers::NONE, Key::Enter);
    studio.wait_for_pages();
    studio.check_layout("sheet: template Booklet", |studio| {
        studio.press_button("Template");
        studio.press_button("Template Booklet");
    });
    assert!(studio.app().document().sheet().booklet);
    assert_eq!(studio.app().document().sheet().title, "Mine");
    studio.press_button("digits: bold");
    studio.run(Command::SAVE_TEMPLATE);
    studio.harness.get_by_role_and_label(Role::TextInput, "Name").type_text("Weekly");
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    let own = |studio: &Studio| -> Vec<String> {
        studio.app().document().templates().iter().map(|template| template.name.clone()).collect()
    };
    assert_eq!(own(&studio), ["Weekly"]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    let path = folder.path().join("journey.cluesmith");
    let read = file::from_text(&std::fs::read_to_string(&path).expect("a file")).expect("a project");
    assert!(read.has_same_contents(studio.app().document()));

    let mut studio = Studio::start(StartOptions { file: Some(path), ..StartOptions::isolated() }, 1.0, Theme::Light);
    studio.wait_until("file", |app| app.file().is_some());
    studio.press_button("Sheet view");
    studio.wait_for_pages();
    assert_eq!(own(&studio), ["Weekly"]);
    studio.press_button("paper: Letter, 216 × 279 mm");
    studio.wait_for_pages();
    studio.check_layout("sheet: template Weekly", |studio| {
        studio.press_button("Template");
        studio.press_button("Template Weekly");
    });
    studio.press_button("Delete template");
    assert!(own(&studio).is_empty());
    studio.command(Key::Z);
    assert_eq!(own(&studio), ["Weekly"]);
    // The names of the built-in ones are taken.
    let name = built_in()[0].name.clone();
    studio.run(Command::SAVE_TEMPLATE);
    studio.harness.get_by_role_and_label(Role::TextInput, "Name").focus();
    studio.step();
    studio.command(Key::A);
    studio.harness.get_by_role_and_label(Role::TextInput, "Name").type_text(&name);
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(own(&studio), ["Weekly"]);
}

#[cfg(unix)]
#[test]
fn print_opens_the_pdf_in_the_viewer() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("viewer");
    let seen = folder.path().join("seen");
    std::fs::write(&script, format!("printf %s \"$2\" > {0}.part\nmv {0}.part {0}\nexit $1\n", seen.display()))
        .expect("written");
    for (code, expected) in [("0", ""), ("3", "found no program that shows PDF files: export the PDF and open it")] {
        let _ = std::fs::remove_file(&seen);
        let viewer = Viewer { program: "sh".into(), arguments: vec![script.clone().into(), code.into()] };
        let options = StartOptions { viewer, ..StartOptions::isolated() };
        let (mut studio, _folder) = Studio::with_sheet_as(2, options, 1.0, Theme::Light);
        studio.run(Command::SHEET_PRINT);
        studio.wait_for_notice("The sheet opens in the system\u{2019}s PDF viewer");
        wait_for(|| seen.exists());
        let path = PathBuf::from(std::fs::read_to_string(&seen).expect("a path"));
        assert_eq!(path.file_name().expect("a name"), "journey sheet.pdf");
        let bytes = std::fs::read(&path).expect("a file");
        assert!(bytes == pdf(&titled(studio.app().document().sheet()), &studio.pages()));
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("removed");
        if !expected.is_empty() {
            studio.wait_for_notice(expected);
        }
    }
    let (mut studio, _folder) = Studio::with_sheet(2);
    studio.command(Key::P);
    studio.wait_for_notice("Could not open the PDF: no-viewer is not installed: export the PDF and open it");
}

#[test]
fn of_a_hundred_pages_only_those_in_sight_are_drawn() {
    for (pixels, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let (mut studio, _folder) = Studio::with_sheet_as(100, StartOptions::isolated(), pixels, theme);
        studio.press_button("puzzles: 1 per page");
        studio.wait_for_pages();
        assert_eq!(studio.pages().len(), 100);
        let n_shown = |studio: &Studio| {
            let is_page = |label: &str| label.strip_prefix("Page ").is_some_and(|n| n.parse::<usize>().is_ok());
            studio.harness.query_all_by(move |node| node.label().is_some_and(|label| is_page(&label))).count()
        };
        assert!((2..12).contains(&n_shown(&studio)), "{}", n_shown(&studio));
        studio.press_button("Page 3");
        assert_eq!(studio.app().session().sheet.page, 2);
        // One stop of the keyboard, however many pages show.
        studio.harness.get_by_label("Page 1").focus();
        studio.step();
        studio.key(Modifiers::NONE, Key::ArrowRight);
        assert_eq!(studio.focused(), "Page 2");
        studio.key(Modifiers::NONE, Key::Tab);
        assert!(!studio.focused().starts_with("Page "), "{}", studio.focused());
        assert!(studio.harness.query_by_label("Sheet, page 3 of 100").is_some());
        studio.key(Modifiers::NONE, Key::PageDown);
        studio.key(Modifiers::NONE, Key::PageDown);
        studio.key(Modifiers::NONE, Key::PageUp);
        assert_eq!(studio.app().session().sheet.page, 3);
        for _ in 0..20 {
            studio.key(Modifiers::NONE, Key::PageDown);
        }
        // The list of thumbnails goes along.
        assert!(studio.harness.query_by_label("Page 24").is_some());
        assert!((2..12).contains(&n_shown(&studio)));
        let height = |studio: &Studio| studio.harness.get_by_label("Sheet, page 24 of 100").rect().height();
        let whole = height(&studio);
        studio.press_button("Page width");
        assert_eq!(studio.app().session().sheet.zoom, Zoom::Width);
        assert!(height(&studio) > whole);
        // Fewer pages than before: the last one shows.
        studio.press_button("puzzles: 12 per page");
        studio.wait_for_pages();
        assert_eq!((studio.pages().len(), studio.app().session().sheet.page), (9, 8));
        // Nothing moves: no frame is asked for.
        studio.harness.run();
    }
}
