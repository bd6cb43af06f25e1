//! Method, many different puzzles, the list of results.

use crate::Studio;
use cluesmith::app::{App, Column, Command, Filter, JobState, LiveState, View};
use cluesmith::generate::verify::verify;
use cluesmith::generate::{Ended, Found, Method, Request, Unwatched};
use cluesmith::grid::canon::canonical;
use cluesmith::grid::{Cell, Digit, Puzzle};
use cluesmith::jobs::Answer;
use cluesmith::logic::{StrategyId, StrategySet};
use cluesmith::project::{Document, file};
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::HashSet;
use std::time::{Duration, Instant};

impl Studio {
    /// Results that no symmetry maps onto each other.
    fn n_different(&self) -> usize {
        let forms = self.app().gallery().entries().iter().map(|entry| canonical(&entry.puzzle).expect("a form").puzzle);
        forms.collect::<HashSet<_>>().len()
    }

    /// Asks for so many puzzles for the ring and waits for them.
    pub(crate) fn with_results(n: usize) -> Studio {
        let mut studio = Studio::new();
        studio.press_button("Pattern Ring, 40 clue cells");
        studio.wait_for_answer();
        studio.press_button("Results view");
        studio.set_wanted(n);
        studio.press_button("Find");
        studio.wait_until("end of the job", |app| !app.jobs().is_running());
        studio
    }

    /// Types how many puzzles are wanted.
    pub(crate) fn set_wanted(&mut self, n: usize) {
        self.press_button("How many puzzles");
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(n.to_string()));
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
        assert_eq!(self.app().session().results.n_wanted, n);
    }

    #[track_caller]
    pub(crate) fn row(&self, id: u64) -> String {
        let start = format!("Result {id},");
        let node = self.harness.get_by(move |node| node.label().is_some_and(|label| label.starts_with(&start)));
        node.accesskit_node().label().expect("just matched")
    }

    /// The results that show, in order.
    fn ids(&self) -> Vec<u64> {
        let gallery = self.app().gallery();
        gallery.shown(0..gallery.n_shown()).map(|entry| entry.id).collect()
    }

    /// What the job at this place of the list says.
    fn job_line(&self, index: usize) -> String {
        self.app().jobs().all()[index].line()
    }
}

pub(crate) fn n_results(app: &App) -> usize {
    app.gallery().entries().len()
}

#[test]
fn many_different_puzzles_are_found_listed_and_taken() {
    let mut studio = Studio::with_results(12);
    assert_eq!(n_results(studio.app()), 12);
    assert!(studio.job_line(0).starts_with("12 puzzles in "), "{}", studio.job_line(0));
    assert_eq!(studio.n_different(), 12);
    assert!(studio.row(1).starts_with("Result 1, 40 clues, "), "{}", studio.row(1));
    // A click takes a puzzle, as one step that undo takes back.
    let before = studio.project().clone();
    let row = studio.row(2);
    studio.press_button(&row);
    let entry = studio.app().gallery().entries()[1].clone();
    assert_eq!(studio.project().puzzle.as_ref(), Some(&entry.puzzle));
    assert_eq!(studio.app().session().view, View::Results);
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Proper puzzle · 40 clues"), "{}", studio.verdict());
    assert_eq!(studio.undo_label(), Some("take found puzzle"));
    let after = studio.project().clone();
    studio.command(Key::Z);
    assert_eq!(studio.project(), &before);
    studio.command(Key::Y);
    assert_eq!(studio.project(), &after);
    // A second run adds others.
    studio.press_button("Find");
    studio.wait_until("more", |app| !app.jobs().is_running());
    assert_eq!((n_results(studio.app()), studio.n_different()), (24, 24));
}

#[test]
fn results_are_sorted_pinned_deleted_and_brought_back() {
    let mut studio = Studio::with_results(6);
    assert_eq!(studio.ids(), [1, 2, 3, 4, 5, 6]);
    studio.press_button("Sort by no., now ascending");
    assert_eq!(studio.ids(), [6, 5, 4, 3, 2, 1]);
    studio.press_button("Sort by steps");
    let steps: Vec<usize> = studio.app().gallery().entries().iter().map(|entry| entry.n_steps).collect();
    assert!(steps.is_sorted(), "{steps:?}");
    assert_eq!(studio.app().gallery().sorted_by(), (Column::Steps, true));
    studio.press_button("Sort by no.");
    studio.press_button("Pin result 3");
    studio.press_button("Delete result 1");
    assert_eq!(studio.ids(), [2, 3, 4, 5, 6]);
    studio.press_button("Delete unpinned");
    assert_eq!((studio.ids(), studio.notice()), (vec![3], "Deleted 4 puzzles".to_owned()));
    studio.run(Command::DELETE_UNPINNED);
    assert_eq!(studio.notice(), "All results are pinned");
    studio.press_button("Restore deleted");
    assert_eq!(studio.ids(), [2, 3, 4, 5, 6]);
    studio.press_button("Restore deleted");
    assert_eq!(studio.ids(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn results_leave_the_studio_as_text() {
    let mut studio = Studio::with_results(3);
    let text = studio.app().gallery().text();
    assert_eq!(text.lines().count(), 3);
    studio.press_button("Copy all");
    assert_eq!(studio.notice(), "Copied 3 puzzles");
    let folder = tempfile::tempdir().expect("a folder");
    studio.script([folder.path().join("ring")]);
    studio.press_button("Save as text…");
    let path = folder.path().join("ring.txt");
    studio.wait_until("file", |app| app.notices().open().iter().any(|notice| notice.text == "Saved ring.txt"));
    assert_eq!(std::fs::read_to_string(path).expect("written"), text);
}

#[test]
fn a_run_can_be_stopped_and_the_window_lives_on() {
    let mut studio = Studio::new();
    studio.run(Command::FIND_DIFFERENT);
    assert_eq!(studio.notice(), "The board is empty");
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Results view");
    studio.set_wanted(10_000);
    studio.press_button("Find");
    studio.wait_until("first results", |app| n_results(app) > 20);
    // Other work goes on meanwhile.
    studio.press_button("Pattern view");
    studio.press_button("New digits");
    studio.wait_for_answer();
    studio.run(Command::VIEW_RESULTS);
    studio.press_button("Stop job 1");
    studio.wait_until("stop", |app| !app.jobs().is_running());
    assert!(studio.job_line(0).starts_with("Stopped after "), "{}", studio.job_line(0));
    studio.press_button("Remove job 1");
    assert!(studio.app().jobs().all().is_empty());
}

#[test]
fn several_jobs_go_on_at_once_and_each_can_be_stopped() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Results view");
    studio.set_wanted(9_000);
    studio.press_button("Find");
    studio.press_button("Find");
    studio.wait_until("results of both", |app| app.jobs().all().iter().all(|job| job.n_found > 3));
    let count = studio.app().jobs().all()[1].count();
    assert!(count.ends_with(" of 9,000"), "{count}");
    assert!(studio.job_line(1).contains("s \u{b7} hardest "), "time and best: {}", studio.job_line(1));
    studio.press_button("Stop job 1");
    studio.wait_until("one stop", |app| !app.jobs().all()[0].is_open());
    assert!(studio.app().jobs().all()[1].is_open());
    studio.press_button("Stop all");
    studio.wait_until("both stop", |app| !app.jobs().is_running());
    studio.run(Command::STOP_DIFFERENT);
    assert_eq!(studio.notice(), "No search is running");
    studio.press_button("Clear finished");
    assert!(studio.app().jobs().all().is_empty());
    assert!(n_results(studio.app()) > 6, "results stay");
}

#[test]
fn the_hardest_puzzle_is_sought_until_none_is_harder_or_it_is_stopped() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Results view");
    studio.press_button("Hardest");
    studio.wait_until("a puzzle", |app| n_results(app) > 0);
    studio.press_button("Stop job 1");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    let hardest = studio.app().gallery().entries().iter().map(|entry| entry.rating).max().flatten().expect("a rating");
    let line = studio.job_line(0);
    let text = format!("hardest {}.{}; there may be a harder one", hardest / 10, hardest % 10);
    assert!(line.starts_with("Stopped after ") && line.ends_with(&text), "{line}");
    assert_eq!(studio.app().jobs().all()[0].title, "Hardest puzzle · SE · 40 clue cells");
    // With naked singles alone, the hardest step is known.
    studio.press_button("Pattern view");
    for strategy in studio.project().design.strategies.difference(StrategySet::single(StrategyId::NakedSingle)).iter() {
        studio.press_button(strategy.title());
    }
    studio.press_button("Results view");
    studio.press_button("Hardest");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    let why = "SE 2.4 is too high: the allowed strategies go up to 2.3";
    assert_eq!(studio.job_line(1), format!("Hardest 2.3; none is harder: {why}"));
}

#[test]
fn a_job_that_panics_has_a_report_and_the_window_lives_on() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.press_button("Results view");
    studio.harness.state_mut().jobs_mut().start("Broken", "seed 7", Some(3), Box::new(|_, _| panic!("on purpose")));
    studio.wait_until("failure", |app| !app.jobs().is_running());
    let JobState::Failed { message, report } = studio.app().jobs().all()[0].state.clone() else { panic!("no failure") };
    assert_eq!(message, "on purpose");
    for part in ["cluesmith 0.", "on purpose", "Job: Broken", "seed 7", "Place: tests/studio/results.rs:"] {
        assert!(report.contains(part), "{report}");
    }
    assert!(studio.harness.query_by_label("Failed, which is a bug: on purpose").is_some());
    studio.press_button("Copy report of job 1");
    assert_eq!(studio.notice(), "Copied the report");
    // The next job finds what it shall.
    studio.set_wanted(2);
    studio.press_button("Find");
    studio.wait_until("end of the next job", |app| !app.jobs().is_running());
    assert_eq!(n_results(studio.app()), 2);
}

#[test]
fn results_are_filtered_and_duplicates_marked() {
    let mut studio = Studio::with_results(8);
    // A job that finds the same puzzles once more, turned and renamed.
    let puzzles: Vec<_> = studio.app().gallery().entries().iter().map(|entry| entry.puzzle.clone()).collect();
    let again = puzzles.clone();
    studio.harness.state_mut().jobs_mut().start(
        "Again",
        "",
        None,
        Box::new(move |_, receive| {
            for puzzle in &again[..3] {
                receive(turned(puzzle));
            }
            Ended::Enough
        }),
    );
    studio.wait_until("the same again", |app| n_results(app) == 11);
    let entries = studio.app().gallery().entries();
    let marked: Vec<_> = entries.iter().map(|entry| entry.duplicate_of).collect();
    assert_eq!(marked[8..], [Some(1), Some(2), Some(3)]);
    assert!(marked[..8].iter().all(Option::is_none));
    studio.press_button("Sort by no., now ascending");
    assert!(studio.row(11).ends_with(", equal to result 3"), "{}", studio.row(11));
    studio.press_button("No duplicates");
    assert_eq!(studio.ids(), [8, 7, 6, 5, 4, 3, 2, 1]);
    studio.press_button("Pin result 7");
    studio.press_button("Pinned only");
    assert_eq!(studio.ids(), [7]);
    assert_eq!(studio.app().gallery().text().lines().count(), 1, "what shows is what is copied");
    studio.press_button("Pinned only");
    studio.press_button("No duplicates");
    assert!(studio.app().gallery().filter().is_empty());
    // By words and figures.
    let hardest = studio.app().gallery().entries()[0].hardest.expect("a step").title().to_lowercase();
    studio.press_button("Filter results");
    studio.harness.event(Event::Text(hardest.clone()));
    studio.step();
    assert_eq!(studio.app().gallery().filter(), &Filter { text: hardest.clone(), ..Filter::default() });
    let gallery = studio.app().gallery();
    assert!(
        gallery
            .shown(0..gallery.n_shown())
            .all(|entry| { entry.hardest.is_some_and(|id| id.title().to_lowercase().contains(&hardest)) })
    );
    studio.harness.event(Event::Text("?".to_owned()));
    studio.step();
    assert!(studio.harness.query_by_label("No results match").is_some());
    studio.key(Modifiers::COMMAND, Key::A);
    studio.key(Modifiers::NONE, Key::Delete);
    studio.press_button("Delete duplicates");
    assert_eq!((n_results(studio.app()), studio.notice()), (8, "Deleted 3 puzzles".to_owned()));
    studio.press_button("Restore deleted");
    assert_eq!(n_results(studio.app()), 11);
    // By difficulty.
    studio.press_button("Sort by se");
    let gallery = studio.app().gallery();
    let ratings: Vec<_> = gallery.shown(0..gallery.n_shown()).map(|entry| entry.rating).collect();
    assert!(ratings.is_sorted() && ratings.iter().any(Option::is_some), "{ratings:?}");
}

/// The puzzle after a half turn, the digits counted backwards.
fn turned(puzzle: &Puzzle) -> Found {
    let shape = puzzle.shape();
    let last = shape.n_cells() - 1;
    let mut image = Puzzle::empty(shape);
    for (cell, digit) in puzzle.clues() {
        let digit = Digit::new(shape.n() as u8 + 1 - digit.value());
        image.set(Cell::from_index(last - cell.index()), Some(digit));
    }
    verify(&Request::new(image.pattern(), StrategySet::ALL), &image, Method::Search, &Unwatched).expect("verified")
}

#[test]
fn thousands_of_results_are_drawn_in_time() {
    let mut studio = Studio::with_results(2_000);
    // Only what is on the screen is laid out.
    let n_rows = studio.harness.get_all_by(|n| n.label().is_some_and(|label| label.starts_with("Result "))).count();
    assert!((8..40).contains(&n_rows), "{n_rows}");
    let mut fastest = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        studio.harness.step();
        fastest = fastest.min(start.elapsed());
    }
    assert!(fastest < Duration::from_millis(16), "{fastest:?}");
}

#[test]
fn the_method_is_chosen_by_hand() {
    let mut studio = Studio::new();
    studio.press_button("Method of the search");
    studio.press_button("Bounds");
    assert_eq!(studio.app().session().search.method, Method::Bounds);
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("No answer: the bounds do not refute"), "{}", studio.verdict());
    // Another method is tried at once; the answer of one is not lost by choosing the next.
    studio.press_button("Method of the search");
    studio.press_button("SAT");
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Found in "), "{}", studio.verdict());
    let puzzle = studio.project().puzzle.clone();
    studio.press_button("Method of the search");
    studio.press_button("Automatic");
    assert!(matches!(studio.app().live().state(), LiveState::Done { .. }));
    assert_eq!(studio.project().puzzle, puzzle);
}

#[test]
fn a_verdict_of_impossible_has_a_proof_to_save() {
    let mut studio = Studio::new();
    let folder = tempfile::tempdir().expect("a folder");
    studio.run(Command::SAVE_PROOF);
    assert_eq!(studio.notice(), "Only the verdict \u{201c}impossible\u{201d} has a proof");
    // Four clues on a small board that need a search, and one alone, which a bound refutes.
    for (text, ending, endings) in [
        ("...xx...x.x.....", "drat", &["cnf", "drat"][..]),
        ("...xx...x.x.....", "lrat", &["cnf", "lrat"][..]),
        ("x...............", "drat", &["txt"][..]),
    ] {
        studio.harness.event(Event::Paste(text.to_owned()));
        studio.step();
        studio.wait_for_answer();
        assert!(studio.app().live().is_impossible(), "{}", studio.verdict());
        let folder = folder.path().join(format!("{ending}{}", endings.len()));
        std::fs::create_dir(&folder).expect("a folder");
        let base = folder.join("proof");
        studio.script([base.with_extension(ending)]);
        studio.run(Command::SAVE_PROOF);
        // The path comes on another thread, so the proof may not have begun yet.
        let file = base.with_extension(endings[endings.len() - 1]);
        studio.wait_until("proof", |app| file.exists() && app.proving_for().is_none());
        assert!(studio.notice().starts_with("Saved proof."), "{}", studio.notice());
        for ending in ["cnf", "drat", "lrat", "txt"] {
            assert_eq!(base.with_extension(ending).exists(), endings.contains(&ending), "{text} {ending}");
        }
    }
}

#[test]
fn a_strategy_may_be_required() {
    let mut studio = Studio::new();
    let text = "...xxx.....x.x.x...x.....x.x...x...xx..x.x..xx...x...x.x.....x...x.x.x.....xxx...";
    studio.harness.event(Event::Paste(text.to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.press_button("Find strategies");
    studio.harness.event(Event::Text("locked".to_owned()));
    studio.step();
    assert!(studio.harness.query_by_label("Naked single").is_none());
    studio.press_button("Require locked candidates");
    assert_eq!(studio.project().design.required, StrategySet::single(StrategyId::LockedCandidates));
    studio.wait_for_answer();
    let used = studio.app().live().answer().and_then(Answer::trace).expect("found").used();
    assert!(used.contains(StrategyId::LockedCandidates));
    assert_eq!(studio.undo_label(), Some("required strategies"));
    let after = studio.project().clone();
    let document = Document::from(after.clone());
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    // What is forbidden cannot be required.
    studio.press_button("Locked candidates");
    assert!(studio.project().design.required.is_empty());
    studio.command(Key::Z);
    assert_eq!(studio.project(), &after);
    studio.command(Key::Z);
    assert!(studio.project().design.required.is_empty());
}

#[test]
fn many_results_and_columns_take_one_tab_each() {
    let mut studio = Studio::with_results(4);
    studio.harness.get_by_label("Copy all").focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::Tab);
    assert!(studio.focused().starts_with("Sort by no."), "{}", studio.focused());
    studio.key(Modifiers::NONE, Key::Tab);
    assert!(studio.focused().starts_with("Result "), "{}", studio.focused());
    studio.key(Modifiers::SHIFT, Key::Tab);
    assert!(studio.focused().starts_with("Sort by "), "{}", studio.focused());
    studio.key(Modifiers::SHIFT, Key::Tab);
    assert!(!studio.focused().starts_with("Sort by "), "{}", studio.focused());
    studio.press_button("Results as table");
    studio.harness.get_by_label("Sort by clues").focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::Tab);
    assert!(studio.focused().starts_with("Result "), "{}", studio.focused());
}
