//! The lab: phases, fewest clues, formulas for other programs, the puzzles of one grid.

use crate::Studio;
use cluesmith::app::{App, Command, Experiment, LabState, Record};
use cluesmith::generate::Request;
use cluesmith::generate::Unwatched;
use cluesmith::generate::inverse::{Survey, default_methods, percent};
use cluesmith::generate::sat::Encoding;
use cluesmith::generate::sat::export::{Export, Format};
use cluesmith::logic::{StrategySet, solve};
use eframe::egui::{Event, Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT, Queryable};

impl Studio {
    /// A control is disabled, and says why when the pointer rests on it.
    #[track_caller]
    fn check_disabled(&mut self, control: &str, why: &str) {
        assert!(self.harness.get_by_label(control).accesskit_node().is_disabled(), "{control}");
        let at = self.harness.get_by_label(control).rect().center();
        self.harness.hover_at(at);
        self.harness.run_steps(50);
        assert!(self.has_text(why), "{control} does not say: {why}");
    }

    /// Replaces the number in a field by keys.
    fn type_number(&mut self, field: &str, number: &str) {
        self.harness.get_by_label(field).focus();
        self.step();
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.get_by_label(field).type_text(number);
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }
}

#[test]
fn phases_are_added_changed_and_taken_out_by_keys() {
    for (pixels_per_point, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let mut studio = Studio::with_lab("9×9, boxes 3×3", Experiment::Backward, pixels_per_point, theme);
        let schedule = |studio: &Studio| studio.app().session().lab.phases.schedule().to_string();
        let focus_and_press = |studio: &mut Studio, button: &str| {
            studio.harness.get_by_label(button).focus();
            studio.step();
            studio.key(Modifiers::NONE, Key::Enter);
        };
        assert_eq!(schedule(&studio), "d");
        studio.check_disabled("Remove phase", "This is the only phase");
        let why = "The last phase goes on to the end: add another one to let it end earlier";
        studio.check_disabled("Clues at the end of phase 1", why);
        for expected in ["d@40/t", "d@40/t@26/d", "d@40/t@26/d@17/t"] {
            focus_and_press(&mut studio, "Add phase");
            assert_eq!(schedule(&studio), expected);
        }
        assert!(studio.has_text("; from 26 clues on for hard steps; from 17 clues on for few choices for the solver"));
        focus_and_press(&mut studio, "Phase 2");
        studio.harness.get_by_label("Random, phase 2").focus();
        studio.step();
        studio.key(Modifiers::NONE, Key::ArrowRight);
        assert_eq!(schedule(&studio), "d@40/t+0.1random@26/d@17/t");
        studio.type_number("Clues at the end of phase 2", "27");
        assert_eq!(schedule(&studio), "d@40/t+0.1random@27/d@17/t");
        // A neighbour bounds it.
        studio.type_number("Clues at the end of phase 2", "60");
        assert_eq!(schedule(&studio), "d@40/t+0.1random@39/d@17/t");
        focus_and_press(&mut studio, "Remove phase");
        assert_eq!(schedule(&studio), "d@40/d@17/t");
        for _ in 0..2 {
            focus_and_press(&mut studio, "Remove phase");
        }
        assert_eq!(schedule(&studio), "d");
        // As many as there is room for.
        while !studio.harness.get_by_label("Add phase").accesskit_node().is_disabled() {
            studio.press_button("Add phase");
        }
        assert_eq!(schedule(&studio), "d@40/t@26/d@17/t@11/d@7/t@4/d@2/t@1/d");
        let why = "The last phase begins with 1 clue left: let the one before it end earlier";
        studio.check_disabled("Add phase", why);
    }
}

#[test]
fn the_fewest_clues_are_found_with_what_the_bound_rests_on() {
    let every_grid = "proven by all puzzles of all 2 essentially different grids";
    let by_sat = "proven by SAT, the proof was checked";
    for (buttons, ground, pixels_per_point, theme) in [
        (&["Search"][..], every_grid, 1.0, Theme::Light),
        (&["SAT with a bound"], by_sat, 2.0, Theme::Dark),
        (&["SAT with a bound", "Upwards"], by_sat, 1.0, Theme::Dark),
    ] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Fewest, pixels_per_point, theme);
        studio.check_disabled("Upwards", "Only SAT is asked bound by bound: choose it first");
        studio.check_disabled("Encoding: Direct", "Only SAT has encodings: choose it first");
        for button in buttons {
            studio.press_button(button);
        }
        assert!(studio.run_experiment(), "{}", studio.app().lab().sentence());
        let sentence = studio.app().lab().sentence();
        assert!(
            sentence.starts_with("Settled in ") && sentence.contains(" · 4 clues, no puzzle has fewer: "),
            "{sentence}"
        );
        assert!(sentence.ends_with(ground), "{sentence}");
        let puzzle = studio.lab_puzzle();
        assert_eq!(puzzle.n_clues(), 4);
        assert_eq!((studio.n_cells("clue, "), studio.n_cells("placed, ")), (4, 12));
        let Some(Record::Fewest { course, .. }) = studio.app().lab().record() else { panic!("no record") };
        let (n_steps, last) = (course.len(), course.last().expect("a point"));
        assert_eq!((last.n_clues(), last.at_least), (Some(4), 4));
        for plot in ["Clues of the best puzzle", "Clues that are needed"] {
            let name = format!("{plot}, {n_steps} steps");
            assert!(studio.harness.query_by_label(&name).is_some(), "{name}");
        }
        studio.key(Modifiers::ALT, Key::Home);
        assert_eq!(studio.n_cells("empty"), 16);
        studio.check_why(Command::LAB_TAKE, "There is no puzzle yet at this point: go forward");
        studio.key(Modifiers::ALT, Key::End);
        studio.check_undo("take found puzzle", |studio| studio.press_button("Use this puzzle"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
    }
}

#[test]
fn a_constant_from_the_literature_is_called_one_and_a_stop_keeps_the_best_puzzle() {
    let mut studio = Studio::with_lab("9×9, boxes 3×3", Experiment::Fewest, 1.0, Theme::Light);
    studio.press_button("Run");
    studio.wait_until("a puzzle", |app: &App| app.lab().sentence().starts_with("Best so far: "));
    let said =
        "at least 17 clues: a constant from the literature (McGuire, Tugemann and Civario, 2013), not proven here";
    assert!(studio.app().lab().sentence().contains(said), "{}", studio.app().lab().sentence());
    studio.check_why(Command::LAB_TAKE, "The experiment is running: stop it first");
    studio.press_button("Stop");
    studio.wait_until("end of the run", |app: &App| matches!(app.lab().state(), LabState::Done { .. }));
    let sentence = studio.app().lab().sentence();
    // It may have found 17 clues just before.
    let is_end = sentence.starts_with("Stopped after ") || sentence.starts_with("Settled in ");
    assert!(is_end && sentence.contains("a constant from the literature"), "{sentence}");
    let puzzle = studio.lab_puzzle();
    assert!(studio.app().gallery().entries().iter().any(|entry| entry.puzzle == puzzle));
    // So many clues are enough.
    studio.press_button("Clues that are few enough");
    assert!(studio.run_experiment());
    let sentence = studio.app().lab().sentence();
    assert!(sentence.contains(", as few as asked for · at least 17 clues: a constant"), "{sentence}");
    assert!(studio.lab_puzzle().n_clues() <= 24);
}

#[test]
fn every_encoding_finds_a_puzzle_with_few_clues() {
    for encoding in ["Paper's", "Direct", "Derivation", "Well-founded"] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Fewest, 1.0, Theme::Light);
        studio.press_button("SAT with a bound");
        let why = "The well-founded encoding has no rounds";
        studio.check_disabled("Most rounds", why);
        studio.press_button(&format!("Encoding: {encoding}"));
        studio.press_button("Clues that are few enough");
        studio.type_number("Number of clues that is enough", "8");
        assert!(studio.run_experiment(), "{encoding}");
        let sentence = studio.app().lab().sentence();
        assert!(sentence.ends_with(" clues, as few as asked for"), "{encoding}: {sentence}");
        assert!(studio.lab_puzzle().n_clues() <= 8, "{encoding}");
    }
}

#[test]
fn fewest_clues_take_the_ticked_strategies() {
    let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Fewest, 1.0, Theme::Light);
    studio.press_button("Ticked ones");
    studio.run(Command::SHOW_DESIGN);
    for strategy in ["Naked single", "Hidden single", "Locked candidates"] {
        studio.press_button(strategy);
    }
    studio.run(Command::VIEW_LAB);
    studio.check_why(Command::LAB_RUN, "No strategy is ticked: tick a single, or allow the paper's");
    studio.run(Command::SHOW_DESIGN);
    studio.press_button("Skyscraper");
    studio.run(Command::VIEW_LAB);
    studio.press_button("SAT with a bound");
    let why = "None of the ticked strategies has clauses: tick a single, or allow the paper's";
    studio.check_why(Command::LAB_RUN, why);
    studio.press_button("The paper's");
    assert!(studio.run_experiment());
}

#[test]
fn the_puzzles_of_one_grid_are_counted_by_what_they_need() {
    for (pixels_per_point, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let mut studio = Studio::with_lab("6×6, boxes 2×3", Experiment::Survey, pixels_per_point, theme);
        studio.type_number("Number of puzzles", "3");
        assert!(studio.run_experiment());
        let Some(Record::Survey(record)) = studio.app().lab().record().cloned() else { panic!("no record") };
        assert_eq!((record.puzzles.len(), record.survey.n_puzzles), (3, 3));
        let mut again = Survey::new(default_methods(record.grid.shape()));
        for puzzle in &record.puzzles {
            again.add(&solve(puzzle, default_methods(record.grid.shape())));
            assert!(puzzle.clues().all(|(cell, digit)| record.grid.get(cell) == Some(digit)), "{puzzle}");
        }
        assert_eq!(again, record.survey);
        let sentence = studio.app().lab().sentence();
        assert!(sentence.starts_with("Made in ") && sentence.contains(" · 3 puzzles of one grid, "), "{sentence}");
        for heading in ["Strategy", "Needed", "Used", "Steps"] {
            assert!(studio.has_text(heading), "{heading}");
        }
        for row in record.survey.rows().iter().filter(|row| row.n_used > 0) {
            let share = percent(row.n_used, 3);
            assert!(studio.has_text(&format!("{}\n{share} %", row.n_used)), "{row:?}");
        }
        assert_eq!(studio.lab_puzzle(), record.puzzles[2]);
        studio.key(Modifiers::ALT, Key::Home);
        assert_eq!(studio.n_cells("clue, "), 36);
        studio.check_why(Command::LAB_TAKE, "This is the solution itself: go forward");
        studio.key(Modifiers::ALT, Key::ArrowRight);
        assert_eq!(studio.lab_puzzle(), record.puzzles[0]);
        studio.check_undo("take found puzzle", |studio| studio.press_button("Use this puzzle"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&record.puzzles[0]));
    }
}

#[test]
fn a_formula_is_written_to_a_file_and_replaces_none_silently() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, encoding, name, what, pixels_per_point, theme) in [
        (Format::Cnf, Encoding::Paper { order: true }, "Paper's", "clauses", 1.0, Theme::Light),
        (Format::Csp, Encoding::Paper { order: false }, "Direct", "constraints", 2.0, Theme::Dark),
        (Format::Opb, Encoding::Derivation, "Derivation", "constraints", 1.0, Theme::Dark),
    ] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Rounds, pixels_per_point, theme);
        studio.check_why(Command::LAB_EXPORT, "The board is empty: paint the cells of the clues");
        studio.harness.event(Event::Paste("1.....3..1.....2".to_owned()));
        studio.step();
        studio.wait_for_answer();
        studio.press_button(&format!("Encoding: {name}"));
        studio.press_button(&format!("Formula as {}", format.name().to_uppercase()));
        let path = folder.path().join("four");
        studio.script([path.clone()]);
        studio.press_button("Export…");
        let path = path.with_extension(format.name());
        studio.wait_until("file", |_| path.exists());
        let request = Request::new(studio.project().design.pattern, StrategySet::PAPER);
        let request = request.with(|asked| asked.fixed = studio.project().design.fixed.clone());
        let expected = Export::new(&request, encoding, format, 30, &Unwatched).expect("a formula");
        assert_eq!(std::fs::read_to_string(&path).expect("a text"), expected.to_string());
        let (n_vars, n_conditions) = (grouped(expected.n_vars()), grouped(expected.n_conditions()));
        let notice = format!("Saved four.{}: 30 rounds, {n_vars} variables, {n_conditions} {what}", format.name());
        studio.wait_until("notice", |app: &App| app.notices().open().last().is_some_and(|last| last.text == notice));
        // A file that is there is not replaced without a question.
        std::fs::write(&path, "another file").expect("written");
        studio.script([path.with_extension("")]);
        studio.press_button("Export…");
        studio.wait_for_question("Replace the file?");
        assert!(studio.has_text(&format!("four.{} already exists in ", format.name())));
        studio.press_button("Cancel");
        assert_eq!(std::fs::read_to_string(&path).expect("a text"), "another file");
    }
}

/// "12,345".
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_formula_is_of_sat_in_rounds_alone() {
    let studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Backward, 1.0, Theme::Light);
    studio.check_why(Command::LAB_EXPORT, "Choose SAT in rounds in the lab first");
}
