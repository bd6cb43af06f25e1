//! Searches that take their time: what they tell, what they offer, how their end is told.

use crate::Studio;
use cluesmith::app::{Command, LiveState, View};
use cluesmith::generate::Ended;
use cluesmith::grid::Cell;
use eframe::egui::Event;
use egui_kittest::kittest::Queryable;
use std::time::{Duration, Instant};

/// Seventeen scattered clues: far too few for a quick answer.
const SPARSE: &str = "x...x...x..x..........x....x.....x....x...x......x....x......x......x.....x.x.x.x";

impl Studio {
    /// With a search that has been going on for so long that it tells what it does.
    fn with_long_search() -> Studio {
        let mut studio = Studio::new();
        studio.press_button("Symmetry: No symmetry");
        studio.press_button("Method of the search");
        studio.press_button("SAT");
        studio.harness.event(Event::Paste(SPARSE.to_owned()));
        studio.step();
        let start = Instant::now();
        while !studio.has_text("At work: ") {
            assert!(start.elapsed() < Duration::from_secs(20), "{}", studio.verdict());
            studio.harness.step();
            std::thread::sleep(Duration::from_millis(5));
        }
        studio
    }

    fn is_searching(&self) -> bool {
        matches!(self.app().live().state(), LiveState::Running { .. })
    }
}

#[test]
fn a_long_search_speaks_plainly_and_keeps_its_figures_behind_details() {
    let mut studio = Studio::with_long_search();
    assert!(studio.has_text("At work: looking for digits or a proof that there are none"));
    assert!(studio.has_text("17 clue cells, fewer than all "));
    assert!(studio.has_text("no puzzle has fewer than 17"));
    assert!(!studio.has_text(" conflicts, "), "a figure for those who know the method");
    studio.press_button("Details");
    assert!(studio.is_searching() && studio.has_text(" conflicts, ") && studio.has_text(" loop formulas"));
    studio.press_button("Details");
    assert!(!studio.has_text(" conflicts, "));
    studio.run(Command::STOP);
}

#[test]
fn a_long_search_offers_cells_and_a_stop_gives_advice() {
    let mut studio = Studio::with_long_search();
    studio.press_button("Stop");
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Stopped after "), "{}", studio.verdict());
    assert!(studio.has_text("What helps: more clue cells, more strategies, or a longer search"));
    assert!(studio.has_text("17 clue cells, fewer than all "));
    // The cell is marked before it is added.
    let offer = "Add r6c4";
    studio.harness.get_by_label(offer).hover();
    studio.step();
    let marked: Vec<_> = studio.app().session().board.highlight.iter().map(Cell::index).collect();
    assert_eq!(marked, [5 * 9 + 3]);
    studio.check_undo("paint 1 cell", |studio| studio.press_button(offer));
    assert_eq!(studio.project().design.pattern.n_clues(), 18);
    studio.run(Command::STOP);
    studio.press_button("Symmetry: Half turn");
    studio.run(Command::ADD_HELPFUL);
    assert!(studio.project().design.pattern.n_clues() > 18);
    studio.run(Command::STOP);
}

#[test]
fn a_job_that_ends_out_of_sight_is_told_of() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    let start = |studio: &mut Studio, title: &str| {
        let work = Box::new(|_: &dyn cluesmith::generate::Watch, _: &mut dyn FnMut(_)| Ended::Enough);
        studio.harness.state_mut().jobs_mut().start(title, "", None, work);
        studio.wait_until("end of the job", |app| !app.jobs().is_running());
    };
    start(&mut studio, "nothing at all");
    assert!(studio.notice().starts_with("nothing at all: 0 puzzles in "), "{}", studio.notice());
    let work = Box::new(|_: &dyn cluesmith::generate::Watch, _: &mut dyn FnMut(_)| panic!("on purpose"));
    studio.harness.state_mut().jobs_mut().start("trouble", "", None, work);
    studio.wait_until("failure", |app| !app.jobs().is_running());
    assert!(studio.notice().starts_with("trouble: Failed, which is a bug: "), "{}", studio.notice());
    // Whoever looks at the jobs needs no notice.
    studio.run(Command::VIEW_RESULTS);
    assert_eq!(studio.app().session().view, View::Results);
    start(&mut studio, "more of nothing");
    assert!(!studio.app().notices().log().iter().any(|notice| notice.text.contains("more of nothing")));
}

/// Two empty rows of a band: no digits make a puzzle of it.
const EMPTY_ROWS: &str = "..................x.x.x.x.x.x.x.x.xx.x.x.x.x.x.x.x.xx.x.x.x.x.x.x.x.x.x.x.x.x.x.x";

#[test]
fn an_impossible_pattern_gets_proposals_that_a_click_takes() {
    let mut studio = Studio::new();
    studio.press_button("Symmetry: No symmetry");
    studio.harness.event(Event::Paste(EMPTY_ROWS.to_owned()));
    studio.step();
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Impossible: Rows 1 and 2 "), "{}", studio.verdict());
    let before = studio.project().design.pattern;
    studio.press_button("Propose patterns");
    studio.wait_until("proposals", |app| app.mending().is_some_and(|mending| !mending.is_running()));
    let mending = studio.app().mending().expect("proposals");
    let change = mending.proposals()[0].change.clone();
    let puzzle = mending.proposals()[0].found.puzzle().clone();
    assert_eq!((change.n_orbits(), change.dropped.len()), (1, 0), "{change:?}");
    assert!(studio.has_text(" near this one "));
    let cell = change.added_cells().iter().next().expect("a cell");
    let offer = format!("Proposal: Add {}", before.shape.cell_name(cell));
    studio.harness.get_by_label(&offer).hover();
    studio.step();
    assert_eq!(studio.project().design.pattern, before, "pointing changes nothing");
    studio.press_button(&offer);
    assert_eq!(studio.project().design.pattern, puzzle.pattern());
    assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
    studio.wait_for_answer();
    assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
    assert!(studio.app().mending().is_none(), "they belonged to the pattern before");
    studio.run(Command::UNDO);
    assert_eq!(studio.project().design.pattern, before, "one step");
}

#[test]
fn proposals_end_with_a_stop_and_with_the_design() {
    let mut studio = Studio::with_long_search();
    studio.press_button("Propose patterns");
    studio.wait_until("a proposal", |app| app.mending().is_some_and(|mending| !mending.proposals().is_empty()));
    assert!(studio.is_searching(), "the search goes on meanwhile");
    if studio.app().mending().is_some_and(cluesmith::app::Mending::is_running) {
        studio.press_button("Stop proposing");
    }
    studio.wait_until("its end", |app| app.mending().is_some_and(|mending| !mending.is_running()));
    studio.press_button("Stop");
    studio.wait_for_answer();
    assert!(studio.app().mending().is_some_and(|mending| !mending.proposals().is_empty()), "the design is the same");
    studio.run(Command::INVERT);
    assert!(studio.app().mending().is_none());
    studio.run(Command::STOP);
}

#[test]
fn a_puzzle_that_gets_stuck_gets_proposals_of_clues() {
    let mut studio = Studio::new();
    let stuck = "7.1.....6..438.7...2..16.5......8.1.6.......9.9.1......7.64..9...6.935..2.....6.4";
    studio.harness.event(Event::Paste(stuck.to_owned()));
    studio.step();
    studio.wait_for_answer();
    assert!(studio.app().live().stuck().is_some(), "{}", studio.verdict());
    studio.press_button("Propose clues");
    studio.wait_until("proposals", |app| app.mending().is_some_and(|mending| !mending.is_running()));
    let proposal = studio.app().mending().expect("proposals").proposals()[0].clone();
    let (puzzle, change) = (proposal.found.puzzle().clone(), proposal.change);
    assert!(!change.added.is_empty());
    let kept = stuck.parse::<cluesmith::grid::Puzzle>().expect("a puzzle");
    let is_kept = |cell| change.dropped_cells().contains(cell) || puzzle.get(cell) == kept.get(cell);
    assert!(kept.pattern().cells.iter().all(is_kept), "the other digits stay: {puzzle}");
    let offer = format!("Proposal: {}", button_text(&studio));
    studio.press_button(&offer);
    studio.wait_for_answer();
    assert_eq!(studio.app().live().answer().and_then(|answer| answer.puzzle()), Some(&puzzle));
    assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
}

/// What the button of the first proposal says.
fn button_text(studio: &Studio) -> String {
    let proposal = &studio.app().mending().expect("proposals").proposals()[0];
    let shape = studio.project().shape();
    let text = proposal.change.text(shape);
    text[..1].to_uppercase() + &text[1..]
}
