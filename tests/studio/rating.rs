//! Ratings: lists of puzzles that are rated as results, and the steps that set the figures of Sudoku Explainer.

use crate::Studio;
use cluesmith::app::{Column, Command, GalleryEntry, JobState, View};
use cluesmith::grid::Puzzle;
use cluesmith::logic::{Scale, hodoku_rating, in_sentence, se_path_until, sukaku_path_until, sukaku_rating};
use eframe::egui::Event;
use egui_kittest::kittest::Queryable;

/// Puzzles with the figures of Sudoku Explainer and the technique of the hardest step.
const RATED: &str = include_str!("../../src/logic/rating/se/se.txt");

/// Takes seconds to rate.
const HARD: &str = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

impl Studio {
    /// Has the list on the clipboard rated.
    fn rate(&mut self, list: &str) {
        self.run(Command::RATE_PASTED);
        self.harness.event(Event::Paste(list.to_owned()));
        self.step();
    }
}

#[test]
fn a_list_of_puzzles_is_rated_and_sorted() {
    let rated: Vec<(&str, &str)> = RATED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| (&line[..81], line[82..].split('/').next().expect("ER")))
        .filter(|(_, figure)| figure.len() == 3 && *figure < "6.0")
        .collect();
    assert!(rated.len() >= 30);
    let mut studio = Studio::new();
    let before = studio.project().clone();
    // Also one with many solutions, and one that contradicts itself.
    let others = [".".repeat(80) + "1", "11".to_owned() + &".".repeat(79)];
    let list: Vec<&str> = rated.iter().map(|&(puzzle, _)| puzzle).chain(others.iter().map(String::as_str)).collect();
    studio.press_button("Results view");
    assert!(studio.has_text("press Rate clipboard to see how difficult they are"));
    studio.press_button("Rate clipboard");
    studio.harness.event(Event::Paste(list.join("\n")));
    studio.step();
    assert_eq!(studio.app().jobs().all()[0].title, format!("Rating of {} puzzles", list.len()));
    studio.wait_until("ratings", |app| !app.jobs().is_running());
    assert!(studio.app().jobs().all()[0].line().starts_with(&format!("{} puzzles in ", list.len())));
    assert_eq!(studio.project(), &before, "the project stays as it is");
    // In the order of the list, with the figures.
    let entries = studio.app().gallery().entries();
    assert_eq!(entries.iter().map(|entry| entry.puzzle.to_string()).collect::<Vec<_>>(), list);
    for (entry, (_, figure)) in entries.iter().zip(&rated) {
        assert_eq!(entry.rating.map(|tenths| format!("{}.{}", tenths / 10, tenths % 10)).as_deref(), Some(*figure));
        let score = hodoku_rating(&entry.puzzle).map(|rating| rating.score * 10);
        assert_eq!(entry.figure_on(Scale::Hodoku), score);
    }
    for entry in &entries[rated.len()..] {
        assert_eq!((entry.rating, entry.hardest), (None, None));
    }
    // Those without a figure stand first, then the easiest.
    for (column, button) in [(Column::Rating, "Sort by se"), (Column::Hodoku, "Sort by hodoku")] {
        studio.press_button(button);
        assert_eq!(studio.app().gallery().sorted_by(), (column, true));
        let scale = if column == Column::Rating { Scale::Se } else { Scale::Hodoku };
        let figures: Vec<Option<u32>> =
            studio.app().gallery().all_shown().map(|entry| entry.figure_on(scale)).collect();
        assert!(figures.is_sorted() && figures[0].is_none(), "{figures:?}");
    }
}

/// Figures of `SukakuExplainer` are made, and their column is there, only where puzzles are sought on its scale.
#[test]
fn figures_of_sukaku_explainer_are_there_where_they_are_asked_for() {
    let list: Vec<&str> = RATED.lines().filter(|line| !line.starts_with('#')).map(|line| &line[..81]).take(5).collect();
    let mut studio = Studio::with_pattern("All");
    for (n_rated, scale) in [(list.len(), None), (2 * list.len(), Some("SukakuExplainer"))] {
        if let Some(scale) = scale {
            studio.run(Command::VIEW_PATTERN);
            studio.choose_difficulty(scale);
        }
        studio.rate(&list.join("\n"));
        studio.wait_until("ratings", |app| app.gallery().entries().len() == n_rated && !app.jobs().is_running());
        assert_eq!(studio.has_text("Sort by sukaku"), scale.is_some());
    }
    let figure = |puzzle: &Puzzle| sukaku_rating(puzzle).map(|rating| u32::from(rating.whole));
    for (index, entry) in studio.app().gallery().entries().iter().enumerate() {
        let expected = if index < list.len() { None } else { figure(&entry.puzzle) };
        assert_eq!(entry.figure_on(Scale::Sukaku), expected);
    }
    studio.press_button("Results as table");
    studio.press_button("Sort by sukaku");
    assert_eq!(studio.app().gallery().sorted_by(), (Column::Sukaku, true));
    let figures: Vec<Option<u32>> =
        studio.app().gallery().all_shown().map(|entry| entry.figure_on(Scale::Sukaku)).collect();
    assert!(figures.is_sorted() && figures[0].is_none(), "{figures:?}");
    // What is found for a window has the figure by which it was sought.
    studio.set_wanted(2);
    studio.press_button("Find");
    studio.wait_until("end of the job", |app| !app.jobs().is_running());
    let window = studio.project().design.goal.window().expect("a window");
    let entries = studio.app().gallery().entries().to_vec();
    let found: Vec<&GalleryEntry> = entries.iter().filter(|entry| entry.id > 2 * list.len() as u64).collect();
    assert_eq!(found.len(), 2);
    for entry in found {
        let sought = entry.figure_on(Scale::Sukaku);
        assert!(sought == figure(&entry.puzzle) && sought.is_some_and(|sought| window.contains(sought)), "{sought:?}");
    }
}

#[test]
fn a_list_that_takes_long_is_stopped() {
    let mut studio = Studio::new();
    studio.rate(&vec![HARD; 1_000].join("\n"));
    assert_eq!(studio.app().session().view, View::Results);
    studio.wait_until("begin", |app| matches!(app.jobs().all()[0].state, JobState::Running { .. }));
    assert_eq!(studio.app().jobs().all()[0].count(), "0 of 1,000");
    studio.press_button("Stop job 1");
    studio.wait_until("end", |app| !app.jobs().is_running());
    let line = studio.app().jobs().all()[0].line();
    assert!(line.starts_with("Stopped ") && studio.app().gallery().entries().len() < 1_000, "{line}");
}

#[test]
fn what_is_no_list_of_puzzles_is_refused() {
    let mut studio = Studio::new();
    for (text, expected) in [
        ("nothing of the kind", "There is no list of puzzles on the clipboard: "),
        ("x..x........x..x", "The clipboard holds patterns: only puzzles can be rated"),
        ("# only a comment", "There is no puzzle on the clipboard"),
        (&format!("{}\n", "1.....2..3.....4").repeat(10_001), "The clipboard holds 10,001 puzzles: at most 10,000"),
    ] {
        studio.rate(text);
        assert!(studio.notice().starts_with(expected), "{}", studio.notice());
        assert!(studio.app().jobs().all().is_empty());
    }
    // Text that comes unasked goes into the project as ever.
    studio.harness.event(Event::Paste("1.....2..3.....4".to_owned()));
    studio.step();
    assert!(studio.app().jobs().all().is_empty());
    assert_eq!(studio.project().design.fixed.to_string(), "1.....2..3.....4");
}

#[test]
fn the_figures_of_sudoku_explainer_lead_to_their_steps() {
    let text = "9...1...8.2..8..7...1...4...4..2.3..53...4...87..6.5..2...5...4...8..9..7.3...1..";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let path = se_path_until(&puzzle, &|| false).expect("a path");
    let mut studio = Studio::new();
    studio.harness.event(Event::Paste(text.to_owned()));
    studio.step();
    studio.press_button("All");
    studio.wait_for_answer();
    studio.run(Command::VIEW_ANALYSIS);
    studio.wait_until("figures", cluesmith::app::App::has_figures);
    assert!(studio.has_text("ER/EP/ED 3.2/1.2/1.2"));
    studio.press_button("ER 3.2: X-wing, show in the trace");
    assert_eq!(studio.app().session().view, View::Trace);
    // The step that is shown rules out what that of Sudoku Explainer does.
    let at = studio.app().session().trace.step;
    let trace = studio.app().trace().expect("a trace");
    let eliminated = trace.steps[at].eliminated();
    assert!(path.whole.eliminated.iter().any(|candidate| eliminated.contains(candidate)));
    studio.run(Command::VIEW_ANALYSIS);
    studio.press_button("EP, ED 1.2: hidden single in a box, show in the trace");
    let at = studio.app().session().trace.step;
    let trace = studio.app().trace().expect("a trace");
    assert_eq!(trace.steps[at].placed().first(), path.diamond.placed.as_ref());
    // Strategies that get stuck before it have no such step.
    studio.run(Command::VIEW_PATTERN);
    studio.press_button("Singles + locked");
    studio.wait_for_answer();
    studio.run(Command::VIEW_ANALYSIS);
    studio.wait_until("figures", cluesmith::app::App::has_figures);
    let line = studio.harness.get_by_label("ER 3.2: X-wing, show in the trace");
    assert!(egui_kittest::kittest::NodeT::accesskit_node(&line).is_disabled());
    // Where puzzles are sought on the other scale, its steps show.
    let path = sukaku_path_until(&puzzle, &|| false).expect("a path");
    studio.run(Command::VIEW_PATTERN);
    studio.choose_difficulty("SukakuExplainer");
    studio.press_button("All");
    studio.wait_for_answer();
    studio.run(Command::VIEW_ANALYSIS);
    studio.wait_until("figures", cluesmith::app::App::has_figures);
    assert!(studio.has_text("ER/EP/ED 3.2/1.2/1.2"));
    let [tenths, hardest] = [path.whole.tenths.to_string(), in_sentence(path.whole.technique)];
    studio.press_button(&format!("Sukaku ER {}.{}: {hardest}, show in the trace", &tenths[..1], &tenths[1..]));
    let trace = studio.app().trace().expect("a trace");
    let eliminated = trace.steps[studio.app().session().trace.step].eliminated();
    assert!(path.whole.eliminated.iter().any(|candidate| eliminated.contains(candidate)));
}
