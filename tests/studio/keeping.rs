//! Nothing is lost: two windows with one file, files in the way, results and marks, what is pasted.

use crate::files::saved;
use crate::results::n_results;
use crate::{Studio, press, release};
use cluesmith::app::{App, Command, Dialogs, Overwrite, StartOptions};
use cluesmith::logic::{Order, Scale, StrategySet, own_rating};
use cluesmith::project::{Document, Project, file};
use eframe::egui::{self, Event, Key, Modifiers, Theme, accesskit::Role};
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const PUZZLE: &str = "1.....2..3.....4";
const OTHER: &str = "2.....1..3.....4";
const THIRD: &str = "3.....1..2.....4";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A folder with a project whose puzzle has this title.
fn with_project(title: &str) -> (TempDir, PathBuf) {
    let folder = folder();
    let path = folder.path().join("x.cluesmith");
    write_title(&path, title);
    (folder, path)
}

fn write_title(path: &Path, title: &str) {
    let project = Project { title: title.to_owned(), ..Project::new() };
    std::fs::write(path, file::to_text(&Document::from(project))).expect("written");
}

fn open(path: &Path) -> Studio {
    let options = StartOptions { file: Some(path.to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options, 1.0, Theme::Light);
    studio.wait_until("file", |app| app.file().is_some());
    studio
}

impl Studio {
    fn retitle(&mut self, title: &str) {
        self.harness.get_by_label("Title").focus();
        self.step();
        self.command(Key::A);
        self.harness.get_by_label("Title").type_text(title);
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }

    fn asks_to_overwrite(&self) -> bool {
        !self.app().session().front.overwrite.is_empty()
    }

    pub(crate) fn wait_for_question(&mut self, heading: &str) {
        self.wait_until("question", |app| !app.session().front.overwrite.is_empty());
        assert!(self.has_text(heading), "{:?}", self.app().session().front.overwrite);
    }

    fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.step();
    }

    /// The digits of all puzzles of the project, the one on the board in brackets.
    fn clues(&self) -> String {
        let document = self.app().document();
        let clues = |(index, puzzle): (usize, &std::sync::Arc<Project>)| {
            let clues = match puzzle.design.fixed.n_clues() {
                0 => puzzle.design.pattern.to_string(),
                _ => puzzle.design.fixed.to_string(),
            };
            if index == document.current_index() { format!("[{clues}]") } else { clues }
        };
        document.puzzles().iter().enumerate().map(clues).collect::<Vec<_>>().join(" ")
    }

    /// Types a path where the system has no file dialog.
    fn type_path(&mut self, command: Command, path: &Path) {
        self.run(command);
        let field = |studio: &Studio| {
            let node = studio.harness.get_by_role_and_label(Role::TextInput, "Path of the file");
            node.focus();
        };
        field(self);
        self.step();
        self.command(Key::A);
        let text = path.display().to_string();
        self.harness.get_by_role_and_label(Role::TextInput, "Path of the file").type_text(&text);
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }

    /// Asks the window to close, as its button does: whether it does so.
    fn closes(&mut self) -> bool {
        let root = egui::ViewportId::ROOT;
        let viewport = self.harness.input_mut().viewports.entry(root).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        self.harness.step();
        let commands = &self.harness.output().viewport_output[&root].commands;
        let closes = !commands.contains(&egui::ViewportCommand::CancelClose);
        self.step();
        closes
    }
}

// --- Two windows, one file ---

/// Two windows with one file, saved in the other and then in this one: what the answer leads to.
fn check_conflict(answer: &str, title_here: &str, title_in_file: &str, is_dirty: bool) {
    let (_folder, path) = with_project("Old");
    let (mut here, mut there) = (open(&path), open(&path));
    there.retitle("There");
    there.command(Key::S);
    there.wait_until("clean document", |app| !app.is_dirty());
    assert!(!there.asks_to_overwrite(), "nobody else wrote");
    here.retitle("Here");
    here.command(Key::S);
    here.wait_for_question("The file has changed");
    assert_eq!(here.app().session().front.overwrite, [Overwrite::Changed(path.clone())]);
    assert_eq!(saved(&path).title, "There", "nothing is written before the answer");
    here.press_button(answer);
    here.wait_until("end", |app| app.session().front.overwrite.is_empty() && app.is_dirty() == is_dirty);
    assert_eq!((here.project().title.as_str(), saved(&path).title.as_str()), (title_here, title_in_file), "{answer}");
    // The next time there is nothing to ask, unless nothing was decided.
    here.retitle("Later");
    here.command(Key::S);
    if is_dirty {
        here.wait_for_question("The file has changed");
    } else {
        here.wait_until("clean document", |app| !app.is_dirty());
        assert_eq!(saved(&path).title, "Later");
    }
}

#[test]
fn a_file_that_another_window_saved_is_not_overwritten_without_a_question() {
    check_conflict("Overwrite", "Here", "Here", false);
    check_conflict("Reload", "There", "There", false);
    check_conflict("Cancel", "Here", "There", true);
}

#[test]
fn both_versions_stay_where_the_project_goes_to_another_file() {
    let (folder, path) = with_project("Old");
    let mut studio = open(&path);
    studio.retitle("Here");
    write_title(&path, "There");
    // The question comes on the way out too, and the window closes when all is settled.
    studio.command(Key::Q);
    studio.press_button("Save");
    studio.wait_for_question("The file has changed");
    let other = folder.path().join("y.cluesmith");
    studio.script([other.clone()]);
    studio.press_button("Save as…");
    studio.wait_until("other file", |app| app.file().is_some_and(|file| file.ends_with("y.cluesmith")));
    assert_eq!((saved(&path).title.as_str(), saved(&other).title.as_str()), ("There", "Here"));
    assert!(studio.app().session().front.question.is_none() && studio.app().session().front.after_save.is_none());
}

#[test]
fn only_other_contents_are_a_change() {
    let (_folder, path) = with_project("Old");
    let mut studio = open(&path);
    studio.retitle("Here");
    // Written anew, as a synchronising program does, it holds what it held.
    write_title(&path, "Old");
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "Here");
    // One that is gone comes back.
    std::fs::remove_file(&path).expect("there");
    studio.retitle("Again");
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "Again");
}

#[test]
fn saving_by_itself_never_overwrites_a_change() {
    let (folder, path) = with_project("Old");
    let config = folder.path().join("config");
    std::fs::create_dir(&config).expect("a folder");
    std::fs::write(config.join("settings.json"), "{\"autosave\": 1}").expect("written");
    let options = StartOptions { config_folder: Some(config), file: Some(path.clone()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options, 1.0, Theme::Light);
    studio.wait_until("file", |app| app.file().is_some());
    studio.retitle("Here");
    write_title(&path, "There");
    for _ in 0..2 {
        let now = studio.harness.ctx.input(|input| input.time);
        studio.harness.input_mut().time = Some(now + 70.0);
        studio.step();
        studio.wait_until("message", |app| {
            app.notices().log().iter().any(|notice| notice.text.contains("it is not saved by itself any more"))
        });
    }
    assert!(!studio.asks_to_overwrite() && studio.app().is_dirty());
    assert_eq!((saved(&path).title.as_str(), studio.app().notices().log().len()), ("There", 1), "said once");
    studio.command(Key::S);
    studio.wait_for_question("The file has changed");
    studio.press_button("Overwrite");
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "Here");
}

// --- Files in the way ---

#[test]
fn a_typed_path_replaces_no_file_without_a_question() {
    let (folder, path) = with_project("Old");
    let mut studio = Studio::new();
    studio.retitle("New");
    studio.type_path(Command::SAVE_TO_PATH, &path);
    studio.wait_for_question("Replace the file?");
    assert!(studio.has_text("x.cluesmith already exists in "));
    studio.press_button("Cancel");
    assert_eq!((saved(&path).title.as_str(), studio.app().file()), ("Old", None));
    studio.type_path(Command::SAVE_TO_PATH, &path);
    studio.wait_for_question("Replace the file?");
    // Enter is for the answer that loses nothing.
    let other = folder.path().join("other.cluesmith");
    studio.script([other.clone()]);
    studio.key(Modifiers::NONE, Key::Enter);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!((saved(&path).title.as_str(), saved(&other).title.as_str()), ("Old", "New"));
    studio.retitle("Newer");
    studio.type_path(Command::SAVE_TO_PATH, &path);
    studio.wait_for_question("Replace the file?");
    studio.press_button("Replace");
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "Newer");
    // It is the project's own file now.
    studio.retitle("Newest");
    studio.type_path(Command::SAVE_TO_PATH, &path);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "Newest");
}

#[test]
fn a_file_of_which_the_dialog_did_not_ask_is_asked_about() {
    let (folder, path) = with_project("Old");
    let mut studio = Studio::new();
    studio.retitle("New");
    // The dialog asked about "x", of which there is none; the ending is added later.
    studio.script([folder.path().join("x")]);
    studio.command(Key::S);
    studio.wait_for_question("Replace the file?");
    studio.press_button("Replace");
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(saved(&path).title, "New");
    // One of which it did ask is replaced.
    write_title(&folder.path().join("y.cluesmith"), "Old");
    studio.script([folder.path().join("y.cluesmith")]);
    studio.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    studio.wait_until("other file", |app| app.file().is_some_and(|file| file.ends_with("y.cluesmith")));
    assert_eq!(saved(&folder.path().join("y.cluesmith")).title, "New");
}

#[test]
fn exports_and_proofs_replace_no_file_without_a_question() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("there");
    let mut studio = Studio::new();
    studio.paste("...xx...x.x.....");
    studio.wait_for_answer();
    assert!(studio.app().live().is_impossible());
    // The dialog asks about the proof, not about the formula beside it.
    std::fs::write(path("why.cnf"), "mine").expect("written");
    studio.script([path("why.drat")]);
    studio.run(Command::SAVE_PROOF);
    studio.wait_for_question("Replace the file?");
    assert!(studio.has_text("why.cnf already exists in ") && !path("why.drat").exists());
    assert!(studio.app().proving_for().is_none(), "nothing is sought before the answer");
    studio.press_button("Cancel");
    assert_eq!((read("why.cnf").as_str(), path("why.drat").exists()), ("mine", false));
    studio.script([path("why.drat")]);
    studio.run(Command::SAVE_PROOF);
    studio.wait_for_question("Replace the file?");
    studio.press_button("Replace");
    studio.wait_until("proof", |_| path("why.drat").exists());
    assert_ne!(read("why.cnf"), "mine");
    // A sheet of two pages, of which one is there.
    let mut studio = Studio::new();
    studio.paste(&format!("{PUZZLE}\n{OTHER}\n"));
    studio.press_button("Sheet view");
    studio.press_button("puzzles: 1 per page");
    std::fs::write(path("a-2.svg"), "mine").expect("written");
    studio.script([path("a.svg")]);
    studio.run(Command::SHEET_SVG);
    studio.wait_for_question("Replace the file?");
    assert!(studio.has_text("a-2.svg already exists in "));
    assert_eq!((read("a-2.svg").as_str(), path("a-1.svg").exists()), ("mine", false));
    studio.script([path("b.svg")]);
    studio.press_button("Save as…");
    studio.wait_until("other files", |_| path("b-2.svg").exists());
    assert!(read("b-1.svg").starts_with("<svg") && read("a-2.svg") == "mine");
}

// --- Results and marks ---

/// A project with two results for the ring, the second pinned, and a digit solved by hand.
fn with_work(options: StartOptions) -> Studio {
    let has_file = options.file.is_some();
    let mut studio = Studio::start(options, 1.0, Theme::Light);
    studio.wait_until("file", |app| app.file().is_some() == has_file);
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Results view");
    studio.set_wanted(2);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    studio.press_button("Pin result 2");
    studio.press_button("Puzzle view");
    studio.run(Command::FILL_CANDIDATES);
    studio
}

/// Results, jobs and marks as they are on the screen.
fn work_of(app: &App) -> String {
    let pin = |is_pinned: bool| if is_pinned { " pinned" } else { "" };
    let results = app.gallery().entries().iter().map(|entry| {
        let (rating, hardest) = (entry.rating, entry.hardest.map_or("-", |id| id.name()));
        let pin = pin(entry.is_pinned);
        format!("{} {} {} {rating:?} {hardest} {}{pin}", entry.id, entry.puzzle, entry.n_steps, entry.used)
    });
    let jobs = app.jobs().all().iter().map(|job| format!("{} {} {}", job.number, job.title, job.line()));
    let marks = app.solving().map_or(String::new(), |solving| format!("{:?}", solving.entries()));
    results.chain(jobs).chain([marks]).collect::<Vec<_>>().join("\n")
}

#[test]
fn results_pins_searches_and_marks_are_saved_with_the_project() {
    let folder = folder();
    let path = folder.path().join("ring.cluesmith");
    let mut studio = with_work(StartOptions::isolated());
    assert!(studio.app().solving().expect("a puzzle").has_marks());
    studio.script([path.clone()]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    let before = work_of(studio.app());
    // Each counts as unsaved work.
    for (command, parts) in
        [(Command::START_OVER, "entries from solving by hand"), (Command::DELETE_UNPINNED, "the list of results")]
    {
        studio.run(command);
        assert!(studio.app().is_dirty(), "{parts}");
        studio.command(Key::Q);
        assert!(studio.has_text(&format!("\u{201c}ring\u{201d} has unsaved changes: {parts}.")), "{parts}");
        studio.press_button("Cancel");
        studio.run(if command == Command::START_OVER { Command::UNDO_MARK } else { Command::RESTORE_RESULTS });
        assert!(!studio.app().is_dirty(), "{parts}");
    }
    drop(studio);

    let mut again = open(&path);
    again.wait_for_answer();
    again.press_button("Puzzle view");
    assert_eq!(work_of(again.app()), before);
    assert!(!again.app().is_dirty(), "looking is no change");
    // A search goes on from there: other puzzles, the next numbers, and equal ones are known as such.
    again.press_button("Results view");
    again.wait_until("figures", |app| app.gallery().knows_all());
    again.press_button("Find");
    again.wait_until("end of the job", |app| !app.jobs().is_running());
    let entries = again.app().gallery().entries();
    let ids: Vec<(u64, Option<u64>)> = entries.iter().map(|entry| (entry.id, entry.search)).collect();
    let n_wanted = again.app().session().results.n_wanted as u64;
    let expected: Vec<_> =
        [(1, Some(1)), (2, Some(1))].into_iter().chain((0..n_wanted).map(|i| (3 + i, Some(2)))).collect();
    assert_eq!(ids, expected);
    assert!(entries.iter().all(|entry| entry.duplicate_of.is_none()));
    // Another project has its own.
    again.command(Key::N);
    again.press_button("Discard");
    assert_eq!((n_results(again.app()), again.app().jobs().all().len(), again.app().is_dirty()), (0, 0, false));
}

#[test]
fn equal_results_are_marked_after_opening() {
    let folder = folder();
    let path = folder.path().join("x.cluesmith");
    let text = file::to_text(&Document::default());
    // The second is the first with 1 and 2 exchanged.
    let results =
        format!("results: [\"1 2x2 {PUZZLE} steps=3\", \"5 2x2 {OTHER} steps=3\", \"6 2x2 {THIRD} steps=3\"],");
    std::fs::write(&path, text.replace("\n)\n", &format!("\n    {results}\n)\n"))).expect("written");
    let mut studio = open(&path);
    studio.wait_until("figures", |app| app.gallery().knows_all());
    let marked: Vec<_> = studio.app().gallery().entries().iter().map(|entry| (entry.id, entry.duplicate_of)).collect();
    assert_eq!(marked, [(1, None), (5, Some(1)), (6, Some(1))]);
    // Figures that the file does not keep come with that.
    let first = &studio.app().gallery().entries()[0];
    let effort = own_rating(&first.puzzle, &Order::from(StrategySet::ALL)).expect("solved").effort();
    assert_eq!(first.figure_on(Scale::Own), Some((effort * 10.0).round() as u32));
    assert!(!studio.app().is_dirty());
    studio.press_button("Results view");
    assert!(studio.row(5).ends_with("equal to result 1"), "{}", studio.row(5));
}

#[test]
fn the_question_on_the_way_out_names_what_is_unsaved() {
    let mut studio = with_work(StartOptions::isolated());
    assert!(!studio.closes());
    let parts = "puzzles, 2 results (1 pinned) and entries from solving by hand";
    assert!(studio.has_text(&format!("\u{201c}Untitled\u{201d} has unsaved changes: {parts}.")));
    // Undo takes no results away: they are no edit.
    studio.press_button("Cancel");
    studio.run(Command::VIEW_PATTERN);
    studio.command(Key::Z);
    assert_eq!((studio.project().design.pattern.n_clues(), n_results(studio.app())), (0, 2));
    assert_eq!(studio.app().document().results().found.len(), 2);
    assert!(!studio.closes());
    assert!(studio.has_text("has unsaved changes: 2 results (1 pinned) and entries from solving by hand."));
}

#[test]
fn what_is_being_typed_keeps_the_window_open() {
    let (_folder, path) = with_project("Old");
    let mut studio = open(&path);
    studio.harness.get_by_label("Title").focus();
    studio.step();
    studio.harness.get_by_label("Title").type_text("er");
    studio.step();
    assert!(studio.app().session().input.draft.is_some());
    assert!(!studio.closes());
    assert_eq!(studio.project().title, "Older");
}

#[test]
fn a_search_at_work_keeps_the_window_open() {
    let (_folder, path) = with_project("Old");
    let mut studio = open(&path);
    let work: cluesmith::app::JobWork = Box::new(|watch, _| {
        while !watch.should_stop() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        cluesmith::generate::Ended::Undecided(cluesmith::generate::Undecided::Stopped)
    });
    studio.harness.state_mut().jobs_mut().start("Endless", "", Some(3), work);
    studio.step();
    // The search itself is something that the project keeps.
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    for _ in 0..2 {
        assert!(!studio.closes());
        assert!(studio.has_text("Stop the search?"));
        studio.press_button("Cancel");
        assert!(studio.app().jobs().is_running());
    }
    studio.command(Key::N);
    studio.press_button("Stop it");
    assert!(studio.app().jobs().all().is_empty() && studio.app().file().is_none());
    let mut again = open(&path);
    again.press_button("Results view");
    assert!(again.has_text("Ended with the window, with 0 of 3"));
    assert!(again.closes(), "a search that ended is no reason to ask");
}

#[test]
fn a_crash_loses_neither_results_nor_marks_nor_what_the_file_held() {
    let (folder, path) = with_project("Old");
    let data = folder.path().join("data");
    let options = |file: Option<&Path>| StartOptions {
        data_folder: Some(data.clone()),
        file: file.map(Path::to_owned),
        ..StartOptions::isolated()
    };
    let studio = with_work(options(Some(&path)));
    assert_eq!(studio.app().file(), Some(path.as_path()));
    let before = work_of(studio.app());
    let found = data.join("recovery-0.cluesmith");
    crate::wait_for(|| {
        let document = std::fs::read_to_string(&found).ok().and_then(|text| file::from_text(&text).ok());
        document.is_some_and(|document| document.has_same_contents(studio.app().document()))
    });
    // Dropped without `on_exit`, as after a crash.
    drop(studio);
    // A file that is opened at the start takes nothing of that away before the question is answered.
    let mut studio = Studio::start(options(Some(&path)), 1.0, Theme::Light);
    studio.wait_until("file", |app| app.file().is_some());
    drop(studio);
    assert!(found.exists());
    let mut studio = Studio::start(options(None), 1.0, Theme::Light);
    studio.press_button("Recover");
    assert!(found.exists(), "the file stays until it is written anew");
    studio.wait_for_answer();
    studio.press_button("Puzzle view");
    assert_eq!(work_of(studio.app()), before);
    assert!(studio.app().is_dirty());
    // Nobody wrote the file meanwhile, so there is nothing to ask.
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert!(!studio.asks_to_overwrite());
    assert_eq!(saved(&path).design.pattern.n_clues(), 40);
}

// --- What is pasted ---

#[test]
fn pasting_adds_and_replaces_only_when_asked_to() {
    let mut studio = Studio::new();
    // The empty puzzle of the start gives way.
    studio.paste(PUZZLE);
    assert_eq!(studio.clues(), format!("[{PUZZLE}]"));
    studio.paste(OTHER);
    assert_eq!(studio.clues(), format!("{PUZZLE} [{OTHER}]"));
    assert_eq!(studio.notice(), "Added 1 puzzle to the project, which now has 2");
    studio.command(Key::Z);
    assert_eq!(studio.clues(), format!("[{PUZZLE}]"));
    studio.command(Key::Y);
    // A pattern, and several at once, behind the one on the board.
    studio.command(Key::PageUp);
    studio.paste("x..x........x..x");
    assert_eq!(studio.clues(), format!("{PUZZLE} [x..x........x..x] {OTHER}"));
    studio.paste(&format!("{THIRD}\n{PUZZLE}\n"));
    assert_eq!(studio.clues(), format!("{PUZZLE} x..x........x..x [{THIRD}] {PUZZLE} {OTHER}"));
    // Only when asked to: with Shift, or by the command.
    let shifted = |studio: &mut Studio, text: &str| {
        studio.harness.event(Event::ModifiersChanged(Modifiers::COMMAND | Modifiers::SHIFT));
        studio.harness.event_modifiers(Event::Paste(text.to_owned()), Modifiers::COMMAND | Modifiers::SHIFT);
        studio.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        studio.step();
    };
    shifted(&mut studio, OTHER);
    assert_eq!(studio.clues(), format!("{PUZZLE} x..x........x..x [{OTHER}] {PUZZLE} {OTHER}"));
    assert_eq!(studio.undo_label(), Some("paste puzzle"));
    studio.run(Command::PASTE_OVER);
    studio.paste(THIRD);
    assert_eq!(studio.clues(), format!("{PUZZLE} x..x........x..x [{THIRD}] {PUZZLE} {OTHER}"));
    studio.paste(OTHER);
    assert_eq!(studio.app().document().puzzles().len(), 6, "once asked is asked for once");
    let before = studio.clues();
    shifted(&mut studio, &format!("{PUZZLE}\n{OTHER}\n"));
    assert_eq!(studio.clues(), before);
    assert_eq!(
        studio.notice(),
        "This is neither puzzle nor pattern: 2 puzzles cannot replace one: paste them in addition"
    );
    // The clipboard came too late: nobody thinks of the command any more.
    studio.run(Command::PASTE_OVER);
    let now = studio.harness.ctx.input(|input| input.time);
    studio.harness.input_mut().time = Some(now + 10.0);
    studio.step();
    studio.paste(PUZZLE);
    assert_eq!(studio.app().document().puzzles().len(), 7);
}

#[test]
fn a_new_puzzle_takes_what_is_pasted() {
    let mut studio = Studio::new();
    studio.paste(PUZZLE);
    studio.run(Command::ADD_PUZZLE);
    studio.paste(OTHER);
    assert_eq!(studio.clues(), format!("{PUZZLE} [{OTHER}]"));
    // One with a title is not empty.
    studio.run(Command::ADD_PUZZLE);
    studio.retitle("Next");
    studio.paste(THIRD);
    assert_eq!(studio.clues(), format!("{PUZZLE} {OTHER} {} [{THIRD}]", ".".repeat(16)));
    // Dropped files are added too.
    let folder = folder();
    let path = folder.path().join("puzzle.txt");
    std::fs::write(&path, PUZZLE).expect("written");
    studio.harness.input_mut().dropped_files.push(std::sync::Arc::new(crate::Dropped(path)));
    studio.wait_until("puzzle", |app| app.document().puzzles().len() == 5);
}

#[test]
fn the_questions_wait_for_an_answer() {
    let (_folder, path) = with_project("Old");
    let mut studio = open(&path);
    studio.retitle("Here");
    write_title(&path, "There");
    studio.command(Key::S);
    studio.wait_for_question("The file has changed");
    // Neither board nor keys change anything meanwhile, and Esc is a "no".
    let before = studio.project().clone();
    let at = studio.at(2, 2);
    studio.one_frame([press(at), release(at)]);
    studio.wait_until("still there", |app| app.session().front.overwrite.len() < 2);
    assert_eq!(studio.project(), &before);
    if !studio.asks_to_overwrite() {
        // A click outside closes it.
        studio.command(Key::S);
        studio.wait_for_question("The file has changed");
    }
    studio.key(Modifiers::NONE, Key::Escape);
    assert!(!studio.asks_to_overwrite() && studio.app().is_dirty());
    assert_eq!(saved(&path).title, "There");
    *studio.harness.state_mut().dialogs_mut() = Dialogs::scripted([]);
}
