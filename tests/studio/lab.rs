//! The lab: experiments run, stop, are replayed, and their puzzles taken.

use crate::{Studio, press, release};
use cluesmith::app::{App, Command, Dialog, Experiment, LabState, Record, StartOptions, Topic, View};
use cluesmith::grid::Puzzle;
use cluesmith::logic::{StrategyId, StrategySet, count_solutions, n_rounds};
use eframe::egui::{Event, Key, Modifiers, Pos2, Theme};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// The lab with a board of this shape's menu title and an experiment.
    pub(crate) fn with_lab(shape: &str, experiment: Experiment, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::start(StartOptions::isolated(), pixels_per_point, theme);
        studio.choose_layout(shape);
        studio.key(Modifiers::ALT, Key::Num7);
        assert_eq!(studio.app().session().view, View::Lab);
        studio.press_button(&format!("Experiment: {}", experiment.title()));
        studio
    }

    /// Runs the experiment to its end; whether it found what was asked for.
    #[track_caller]
    pub(crate) fn run_experiment(&mut self) -> bool {
        self.press_button("Run");
        self.wait_until("end of the run", |app: &App| matches!(app.lab().state(), LabState::Done { .. }));
        matches!(self.app().lab().state(), LabState::Done { is_found: true, .. })
    }

    fn position(&self) -> usize {
        self.app().lab().position()
    }

    /// What the cells of the board say, without their names.
    fn cells(&self) -> Vec<String> {
        let n = self.project().shape().n();
        let label = |row: usize, col: usize| self.cell_label(row, col);
        (1..=n)
            .flat_map(|row| (1..=n).map(move |col| (row, col)))
            .map(|(row, col)| label(row, col).split_once(", ").expect("a name and more").1.to_owned())
            .collect()
    }

    pub(crate) fn n_cells(&self, beginning: &str) -> usize {
        self.cells().iter().filter(|cell| cell.starts_with(beginning)).count()
    }

    /// The puzzle at the point on the board, which has one solution.
    #[track_caller]
    pub(crate) fn lab_puzzle(&self) -> Puzzle {
        let puzzle = self.app().lab().puzzle().expect("a puzzle");
        assert_eq!(count_solutions(&puzzle, 2), 1, "{puzzle}");
        puzzle
    }

    #[track_caller]
    pub(crate) fn check_why(&self, command: Command, why: &str) {
        assert_eq!(command.check(self.app()), Err(why.to_owned()), "{command:?}");
    }

    /// Goes through the way by keys, timeline and a plot of this name.
    #[track_caller]
    fn check_replay(&mut self, plot: &str) {
        let n_steps = self.app().lab().n_steps();
        assert!(n_steps > 3);
        assert_eq!(self.position(), n_steps);
        self.check_why(Command::TRACE_FORWARD, "This is the end");
        self.key(Modifiers::ALT, Key::Home);
        assert_eq!(self.position(), 0);
        self.check_why(Command::TRACE_BACK, "This is the start");
        self.key(Modifiers::ALT, Key::ArrowRight);
        self.key(Modifiers::ALT, Key::ArrowRight);
        self.key(Modifiers::ALT, Key::ArrowLeft);
        assert_eq!(self.position(), 1);
        let rect = self.harness.get_by_label("Point of the run").rect();
        let at = Pos2::new(rect.center().x, rect.center().y);
        self.one_frame([Event::PointerMoved(at), press(at), release(at)]);
        assert!(self.position().abs_diff(n_steps / 2) <= 1, "{} of {n_steps}", self.position());
        // The timeline has the focus now.
        self.key(Modifiers::NONE, Key::End);
        assert_eq!(self.position(), n_steps);
        self.key(Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(self.position(), n_steps - 1);
        let label = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.label().unwrap_or_default();
        let rect = self.harness.get_by(|node| label(node).starts_with(&format!("{plot}, "))).rect();
        let at = Pos2::new(rect.min.x + 8.0, rect.center().y);
        self.one_frame([Event::PointerMoved(at), press(at), release(at)]);
        assert!((1..=2).contains(&self.position()), "{}", self.position());
        // It plays to the end by itself.
        self.run(Command::TRACE_PLAY);
        self.key(Modifiers::ALT, Key::End);
        assert_eq!(self.position(), n_steps);
    }
}

#[test]
fn a_puzzle_is_made_backwards_replayed_and_taken() {
    for (shape, pixels_per_point, theme) in
        [("4×4, boxes 2×2", 1.0, Theme::Light), ("6×6, boxes 2×3", 2.0, Theme::Dark)]
    {
        let mut studio = Studio::with_lab(shape, Experiment::Backward, pixels_per_point, theme);
        studio.check_why(Command::LAB_TAKE, "Run an experiment first");
        studio.check_why(Command::TRACE_FORWARD, "There is nothing to replay yet");
        assert!(studio.run_experiment());
        let puzzle = studio.lab_puzzle();
        assert_eq!(studio.n_cells("clue, "), puzzle.n_clues());
        // It stands among the results too.
        assert!(studio.app().gallery().entries().iter().any(|entry| entry.puzzle == puzzle));
        let n_steps = studio.app().lab().n_steps();
        for plot in ["Clues left", "Candidates", "Heuristic"] {
            let name = format!("{plot}, {n_steps} steps");
            assert!(studio.harness.query_by_label(&name).is_some(), "{name}");
        }
        studio.check_replay("Clues left");
        studio.key(Modifiers::ALT, Key::Home);
        let n_all = studio.project().shape().n_cells();
        assert_eq!(studio.n_cells("clue, "), n_all);
        studio.check_why(Command::LAB_TAKE, "This is the solution itself: go forward");
        studio.key(Modifiers::ALT, Key::ArrowRight);
        assert_eq!((studio.n_cells("clue, "), studio.n_cells("marks ")), (n_all - 1, 1));
        assert!(studio.has_text("and keeps it as its one pencil mark"));
        // Any point is a puzzle.
        studio.key(Modifiers::ALT, Key::ArrowRight);
        let early = studio.lab_puzzle();
        studio.check_undo("take found puzzle", |studio| studio.press_button("Use this puzzle"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&early));
        studio.run(Command::TRACE_LAST);
        studio.check_undo("take found puzzle", |studio| studio.command(Key::T));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
        studio.wait_for_answer();
        assert!(studio.verdict().starts_with("Proper puzzle"), "{}", studio.verdict());
    }
}

#[test]
fn the_next_seed_gives_another_puzzle_and_the_same_seed_the_same() {
    let mut studio = Studio::with_lab("6×6, boxes 2×3", Experiment::Backward, 1.0, Theme::Light);
    assert!(studio.run_experiment());
    let first = studio.lab_puzzle();
    studio.press_button("Next seed");
    studio.wait_until("end of the run", |app: &App| matches!(app.lab().state(), LabState::Done { .. }));
    assert_eq!(studio.app().session().lab.seed, 1);
    assert_ne!(studio.lab_puzzle(), first);
    let mut again = Studio::with_lab("6×6, boxes 2×3", Experiment::Backward, 1.0, Theme::Light);
    assert!(again.run_experiment());
    assert_eq!(again.lab_puzzle(), first);
}

#[test]
fn a_run_that_is_stopped_keeps_what_it_has_come_to() {
    let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Backward, 1.0, Theme::Light);
    // No puzzle of this size needs an X-wing.
    studio.press_button("At least");
    studio.press_button("Run");
    studio.wait_until("look", |app: &App| matches!(app.lab().record(), Some(Record::Backward { way: None, .. })));
    assert!(studio.app().lab().is_running());
    assert!(studio.has_text("clues left · ") && studio.has_text("best heuristic"));
    studio.check_why(Command::LAB_RUN, "The experiment is running");
    studio.check_why(Command::LAB_TAKE, "The experiment is running: stop it first");
    studio.check_why(Command::TRACE_BACK, "The run can be replayed when it has ended");
    studio.wait_until("second run", |app: &App| app.lab().sentence().contains(" · run "));
    studio.press_button("Stop");
    studio.wait_until("end of the run", |app: &App| matches!(app.lab().state(), LabState::Done { .. }));
    assert!(matches!(studio.app().lab().state(), LabState::Done { is_found: false, .. }));
    assert!(studio.app().lab().sentence().starts_with("Stopped after "), "{}", studio.app().lab().sentence());
    studio.lab_puzzle();
    assert!(studio.app().lab().n_steps() > 3);
    assert!(studio.app().gallery().entries().is_empty(), "it is not what was asked for");
    studio.check_why(Command::LAB_STOP, "No experiment is running");
}

#[test]
fn the_recipe_says_what_it_means_and_is_followed() {
    let mut studio = Studio::with_lab("6×6, boxes 2×3", Experiment::Backward, 1.0, Theme::Light);
    assert!(studio.has_text("Looks for hard steps"));
    studio.press_button("Add phase");
    assert!(studio.has_text("Looks for hard steps; from 18 clues on for few choices for the solver"));
    studio.press_button("Phase 1");
    // The focus of the slider, then its keys.
    studio.harness.get_by_label("Few clues, phase 1").focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::ArrowRight);
    assert!(studio.app().session().lab.phases.schedule().phases()[0].mix.sparse > 0);
    assert!(studio.has_text("Looks for hard steps above all, then few clues; from "));
    studio.press_button("Symmetric: half turn");
    assert!(studio.run_experiment());
    let cells = studio.lab_puzzle().pattern().cells;
    assert!(studio.project().symmetry.holds(studio.project().shape(), &cells), "whole orbits go");
    // A painted pattern is kept, by both generators.
    studio.press_button("Use this puzzle");
    studio.press_button("Keep the painted pattern");
    assert!(studio.run_experiment());
    assert_eq!(studio.lab_puzzle().pattern(), studio.project().design.pattern);
    studio.press_button("Experiment: LP generator");
    assert!(studio.run_experiment());
    assert_eq!(studio.lab_puzzle().pattern(), studio.project().design.pattern);
    // From the solution on the screen.
    studio.wait_for_answer();
    let solution = studio.app().live().answer().and_then(|answer| answer.solution()).expect("a solution").clone();
    studio.press_button("Experiment: Backward");
    studio.press_button("Keep the painted pattern");
    studio.press_button("This solution");
    assert!(studio.run_experiment());
    studio.key(Modifiers::ALT, Key::Home);
    for (cell, said) in solution.shape().cells().zip(studio.cells()) {
        assert_eq!(Some(said), solution.get(cell).map(|digit| format!("clue, {digit}")));
    }
}

#[test]
fn fractions_become_clues_by_every_rule() {
    for (rule, pixels_per_point, theme) in [
        ("Random", 1.0, Theme::Light),
        ("Near min", 2.0, Theme::Dark),
        ("True min", 1.0, Theme::Dark),
        ("Near max", 2.0, Theme::Light),
    ] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Generator, pixels_per_point, theme);
        studio.press_button(&format!("Rule: {rule}"));
        assert!(studio.run_experiment(), "{rule}");
        let puzzle = studio.lab_puzzle();
        assert_eq!(studio.n_cells("clue, "), puzzle.n_clues());
        assert_eq!(studio.n_cells("decided, "), 16 - puzzle.n_clues());
        let Some(Record::Generator { steps, .. }) = studio.app().lab().record() else { panic!("no record") };
        let n_steps = steps.len();
        for plot in ["Fractions left", "Interior-point iterations"] {
            let name = format!("{plot}, {n_steps} steps");
            assert!(studio.harness.query_by_label(&name).is_some(), "{name}");
        }
        studio.check_replay("Fractions left");
        studio.key(Modifiers::ALT, Key::Home);
        assert_eq!(studio.cells(), vec!["z 1: 0.25 2: 0.25 3: 0.25 4: 0.25"; 16]);
        studio.check_why(Command::LAB_TAKE, "These clues have several solutions: go to the end");
        studio.key(Modifiers::ALT, Key::ArrowRight);
        assert_eq!(studio.n_cells("clue, "), 1);
        assert!(studio.n_cells("z ") > 0 && studio.has_text("becomes a clue at z "));
        studio.key(Modifiers::ALT, Key::End);
        studio.check_undo("take found puzzle", |studio| studio.press_button("Use this puzzle"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
    }
}

#[test]
fn minimised_puzzles_have_no_clue_too_many() {
    let mut studio = Studio::with_lab("6×6, boxes 2×3", Experiment::Generator, 1.0, Theme::Light);
    studio.press_button("Minimise at the end");
    assert!(studio.run_experiment());
    let puzzle = studio.lab_puzzle();
    for (cell, _) in puzzle.clues() {
        let mut without = puzzle.clone();
        without.set(cell, None);
        assert!(count_solutions(&without, 2) > 1, "{cell:?}");
    }
}

#[test]
fn the_solver_tells_solved_fractional_and_infeasible_puzzles_apart() {
    for (puzzle, said) in [
        (".34.1..34..2.21.", "Solved in "),
        ("1234............", "Fractional after "),
        ("123........4....", "Infeasible, seen in "),
    ] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Solver, 1.0, Theme::Light);
        studio.check_why(Command::LAB_RUN, "There is no puzzle yet");
        studio.check_why(Command::LAB_NEXT, "The solver has no seed");
        studio.harness.event(Event::Paste(puzzle.to_owned()));
        studio.step();
        studio.wait_for_answer();
        assert_eq!(studio.n_cells("clue, "), puzzle.chars().filter(|&c| c != '.').count());
        assert_eq!(studio.run_experiment(), said.starts_with("Solved"));
        let sentence = studio.app().lab().sentence();
        assert!(sentence.starts_with(said), "{puzzle}: {sentence}");
        assert!(studio.has_text(said));
        studio.check_why(Command::LAB_TAKE, "The solver makes no puzzle");
        if said.starts_with("Fractional") {
            let fractions = studio.n_cells("z ");
            assert_eq!(fractions, 12);
            assert!(sentence.contains("several solutions · 12 cells: r2c1, r2c2, "), "{sentence}");
        }
        studio.harness.event(Event::Paste("12..............".to_owned()));
        studio.step();
        studio.wait_for_answer();
        assert!(studio.has_text("The puzzle has changed since the run: run it again"));
    }
}

#[test]
fn a_formula_with_rounds_finds_a_puzzle_or_says_why_not() {
    for (encoding, pixels_per_point, theme, none) in [
        ("Paper's", 1.0, Theme::Light, "Impossible, seen in "),
        ("Direct", 2.0, Theme::Dark, "Impossible, seen in "),
        ("Derivation", 1.0, Theme::Dark, "Gave up after "),
    ] {
        let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Rounds, pixels_per_point, theme);
        studio.check_why(Command::LAB_RUN, "The board is empty: paint the cells of the clues");
        studio.check_why(Command::LAB_NEXT, "The SAT solver has no seed");
        studio.press_button(&format!("Encoding: {encoding}"));
        studio.harness.event(Event::Paste("1.....3..1.....2".to_owned()));
        studio.step();
        studio.wait_for_answer();
        assert!(studio.run_experiment(), "{}", studio.app().lab().sentence());
        let puzzle = studio.lab_puzzle();
        let Some(Record::Rounds { boards, sizes }) = studio.app().lab().record() else { panic!("no record") };
        assert_eq!(n_rounds(&puzzle, StrategySet::PAPER), Some(boards.len() - 1));
        assert!(boards.last().expect("a board").values().is_solution());
        let (n_sizes, clauses) = (sizes.len(), sizes.last().expect("a size").clauses);
        assert!(clauses > 100 && sizes.is_sorted_by(|a, b| a.rounds < b.rounds && a.clauses < b.clauses), "{sizes:?}");
        let sentence = studio.app().lab().sentence();
        assert!(sentence.starts_with("Found in ") && sentence.contains(" · 4 clues · "), "{sentence}");
        for plot in ["Clauses for 1, 2, … K rounds", "Variables", "Conflicts"] {
            let name =
                format!("{plot}, {}", if n_sizes == 1 { "1 step".to_owned() } else { format!("{n_sizes} steps") });
            assert!(studio.harness.query_by_label(&name).is_some(), "{name}");
        }
        assert_eq!((studio.n_cells("clue, "), studio.n_cells("placed, ")), (4, 12));
        studio.key(Modifiers::ALT, Key::Home);
        assert_eq!((studio.n_cells("clue, "), studio.n_cells("marks ")), (4, 12));
        studio.key(Modifiers::ALT, Key::ArrowRight);
        assert!(studio.n_cells("placed, ") > 0 && studio.has_text("Round 1 · digits placed: "));
        studio.check_undo("take found puzzle", |studio| studio.press_button("Use this puzzle"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&puzzle));
        // Two clues are too few for any encoding, but half of the equivalences cannot prove it.
        studio.harness.event(Event::Paste("12..............".to_owned()));
        studio.step();
        studio.wait_for_answer();
        assert!(!studio.run_experiment());
        let sentence = studio.app().lab().sentence();
        assert!(sentence.starts_with(none), "{sentence}");
        studio.check_why(Command::LAB_TAKE, "The run has found no puzzle");
        studio.check_why(Command::TRACE_FORWARD, "There is nothing to replay yet");
    }
}

#[test]
fn a_formula_with_rounds_takes_the_ticked_strategies_that_have_clauses() {
    let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Rounds, 1.0, Theme::Light);
    studio.harness.event(Event::Paste("1.....3..1.....2".to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.run(Command::SHOW_DESIGN);
    for strategy in ["Skyscraper", "Hidden single", "Locked candidates"] {
        studio.press_button(strategy);
    }
    let ticked: StrategySet = "naked-single,skyscraper".parse().expect("strategies");
    assert_eq!(studio.project().design.strategies, ticked);
    studio.run(Command::VIEW_LAB);
    studio.press_button("Ticked ones");
    assert!(studio.run_experiment(), "{}", studio.app().lab().sentence());
    assert!(n_rounds(&studio.lab_puzzle(), StrategySet::single(StrategyId::NakedSingle)).is_some());
    studio.run(Command::SHOW_DESIGN);
    studio.press_button("Naked single");
    studio.run(Command::VIEW_LAB);
    let why = "None of the ticked strategies has clauses: tick a single, or allow the paper's";
    studio.check_why(Command::LAB_RUN, why);
    studio.press_button("The paper's");
    assert!(studio.run_experiment());
}

#[test]
fn f1_explains_the_experiments_and_another_shape_hides_the_run() {
    let mut studio = Studio::with_lab("4×4, boxes 2×2", Experiment::Backward, 1.0, Theme::Light);
    for (experiment, topic) in [
        (Experiment::Backward, Topic::Backward),
        (Experiment::Generator, Topic::Relaxation),
        (Experiment::Rounds, Topic::Rounds),
        (Experiment::Fewest, Topic::Fewest),
        (Experiment::Survey, Topic::Survey),
    ] {
        studio.press_button(&format!("Experiment: {}", experiment.title()));
        let run = studio.harness.get_by_label("Run").rect();
        studio.harness.hover_at(Pos2::new(run.center().x, run.min.y - 40.0));
        studio.step();
        studio.key(Modifiers::NONE, Key::F1);
        let Some(Dialog::Manual(manual)) = &studio.app().session().front.dialog else { panic!("no manual") };
        assert_eq!(manual.link(), topic.link());
        studio.key(Modifiers::NONE, Key::Escape);
    }
    studio.press_button("Experiment: Backward");
    assert!(studio.run_experiment());
    studio.run(Command::SHOW_DESIGN);
    studio.choose_layout("6×6, boxes 2×3");
    studio.run(Command::VIEW_LAB);
    assert!(studio.has_text("The last run was for another shape: run it again"));
    studio.check_why(Command::LAB_TAKE, "Run an experiment first");
    assert_eq!(studio.n_cells("empty"), 36);
}
