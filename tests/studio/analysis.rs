//! The analysis view.

use crate::Studio;
use cluesmith::app::{App, Command, Exhibit, Pointed, StartOptions, View};
use cluesmith::grid::{Cell, CellSet, Symmetry};
use cluesmith::grid_checker::ClueSearch;
use cluesmith::logic::{TraceVerdict, count_solutions, solve};
use eframe::egui::{Event, Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// The analysis of a pasted puzzle of this shape's menu title.
    fn with_analysis(shape: &str, puzzle: &str, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::start(StartOptions::isolated(), pixels_per_point, theme);
        studio.choose_layout(shape);
        studio.harness.event(Event::Paste(puzzle.to_owned()));
        studio.step();
        studio.wait_for_answer();
        studio.press_button("Analysis view");
        studio.wait_until("analysis", |app: &App| app.analysis().is_some());
        studio
    }
}

#[test]
fn several_solutions_are_shown_where_they_differ() {
    let mut studio = Studio::with_analysis("4×4, boxes 2×2", "1234............", 1.0, Theme::Light);
    assert_eq!(studio.app().session().view, View::Analysis);
    let text = "12 solutions; the first two differ in ";
    let analysis = studio.app().analysis().expect("just waited for").clone();
    let n = analysis.differing().len();
    assert!(studio.harness.query_by_label(&format!("{text}{n} cells")).is_some());
    let cell = analysis.differing().iter().next().expect("they differ");
    let (row, col) = (analysis.puzzle.shape().row(cell) + 1, analysis.puzzle.shape().col(cell) + 1);
    assert!(studio.cell_label(row, col).contains(" or "), "{}", studio.cell_label(row, col));
    // The heat adds up to the number of solutions in every cell.
    studio.press_button("Show candidate heat");
    assert_eq!(studio.app().session().analysis.exhibit, Exhibit::Heat);
    assert!(studio.cell_label(2, 1).ends_with("of 12 solutions"), "{}", studio.cell_label(2, 1));
    for cell in analysis.puzzle.shape().cells() {
        let n = analysis.puzzle.shape().n();
        let sum: usize = (0..n).map(|at| analysis.heat[cell.index() * n + at]).sum();
        assert_eq!(sum, 12);
    }
    studio.press_button("Show redundant clues");
    assert!(studio.harness.query_by_label("Only a puzzle with one solution can have redundant clues").is_some());
}

#[test]
fn redundant_clues_are_marked_and_the_way_is_measured() {
    for (pixels_per_point, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let puzzle = ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....";
        let mut studio = Studio::with_analysis("9×9, boxes 3×3", puzzle, pixels_per_point, theme);
        assert!(studio.harness.query_by_label("There is exactly one solution").is_some());
        studio.press_button("Show redundant clues");
        let analysis = studio.app().analysis().expect("just waited for").clone();
        studio.wait_until("spare clues", |app: &App| app.spare_clues().is_some());
        let (spare, strategies) =
            (studio.app().spare_clues().expect("just waited for"), studio.project().design.strategies);
        let then = match (analysis.redundant.len(), spare.len()) {
            (0, _) => String::new(),
            (_, 0) => "; the ticked strategies would get stuck".to_owned(),
            (n, k) if n == k => "; the ticked strategies would still solve the puzzle".to_owned(),
            (_, k) => format!("; without {k} of them the ticked strategies would still solve the puzzle"),
        };
        assert!(studio.has_text(&then), "{then}");
        for (cell, _) in analysis.puzzle.clues() {
            let mut without = analysis.puzzle.clone();
            without.set(cell, None);
            assert_eq!(analysis.redundant.contains(cell), count_solutions(&without, 2) == 1);
            let is_spare = solve(&without, strategies).verdict == TraceVerdict::Solved;
            assert_eq!(spare.contains(cell), is_spare);
            let (row, col) = (analysis.puzzle.shape().row(cell) + 1, analysis.puzzle.shape().col(cell) + 1);
            let label = studio.cell_label(row, col);
            assert_eq!(label.contains(", redundant"), analysis.redundant.contains(cell), "{label}");
            assert_eq!(label.ends_with(", redundant"), is_spare, "{label}");
        }
        // Difficulty, freedom and the strategies used.
        studio.wait_until("figures", |app: &App| app.has_figures());
        let n_steps = studio.app().trace().expect("a trace").steps.len();
        for name in ["Difficulty of each step", "Choices at each step"] {
            assert!(studio.harness.query_by_label(&format!("{name}, {n_steps} steps")).is_some(), "{name}");
        }
        for (id, times) in studio.app().trace().expect("a trace").counts() {
            assert!(studio.harness.query_by_label(&format!("{}: {times}", id.title())).is_some());
        }
        // A click on the curve is a step of the trace.
        let name = format!("Difficulty of each step, {n_steps} steps");
        studio.press_button(&name);
        assert!(studio.app().session().trace.step > 0);
        studio.harness.run();
    }
}

#[test]
fn an_edit_brings_another_analysis_and_nothing_is_asked_without_a_puzzle() {
    let mut studio = Studio::with_analysis("4×4, boxes 2×2", ".34.1..34..2.21.", 1.0, Theme::Light);
    let before = studio.app().analysis().expect("just waited for").clone();
    studio.key(Modifiers::ALT, Key::Num1);
    studio.click(1, 1);
    studio.wait_for_answer();
    studio.key(Modifiers::ALT, Key::Num6);
    studio.wait_until("analysis", |app: &App| app.analysis().is_some());
    let after = studio.app().analysis().expect("just waited for").clone();
    assert_ne!(before.puzzle, after.puzzle);
    assert!(after.puzzle.get(Cell(0)).is_some());
    let mut empty = Studio::new();
    empty.press_button("Analysis view");
    assert!(empty.harness.query_by_label("There is no puzzle yet").is_some());
}

impl Studio {
    /// The unavoidable sets of a pasted puzzle.
    fn with_sets(shape: &str, puzzle: &str, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::with_analysis(shape, puzzle, pixels_per_point, theme);
        studio.press_button("Show unavoidable sets");
        studio.wait_for_sets();
        studio
    }

    #[track_caller]
    fn wait_for_sets(&mut self) {
        self.wait_until("unavoidable sets", |app: &App| app.sets().is_some());
    }

    fn row_col(&self, cell: Cell) -> (usize, usize) {
        (self.project().shape().row(cell) + 1, self.project().shape().col(cell) + 1)
    }

    /// Cells whose name has this part.
    fn cells_with(&self, part: &str) -> CellSet {
        let has_part = |cell: &Cell| {
            let (row, col) = self.row_col(*cell);
            self.cell_label(row, col).contains(part)
        };
        self.project().shape().cells().filter(has_part).collect()
    }

    /// The set that the board shows is this one.
    #[track_caller]
    fn check_shown(&self, cells: CellSet) {
        assert_eq!(self.cells_with(" or "), cells);
        let report = self.app().sets().expect("just waited for");
        let set = report.sets.iter().find(|set| set.cells == cells).expect("in the list");
        for cell in cells.iter() {
            let (row, col) = self.row_col(cell);
            let digit = |grid: &cluesmith::grid::Puzzle| grid.get(cell).expect("a solution");
            let expected = format!("{} or {}", digit(&report.solution), digit(&set.second_solution));
            assert!(self.cell_label(row, col).contains(&expected), "{}", self.cell_label(row, col));
        }
    }
}

const SHAPE_2X2: &str = "4×4, boxes 2×2";
const SHAPE_2X3: &str = "6×6, boxes 2×3";
const SHAPE_3X3: &str = "9×9, boxes 3×3";

#[test]
fn clues_that_are_missing_are_proposed_and_added() {
    for (shape, puzzle, pixels_per_point, theme) in [
        (SHAPE_2X2, "1234............", 1.0, Theme::Light),
        (SHAPE_2X3, "1.3.56.5.1.3.1.56.5...3.............", 2.0, Theme::Dark),
        (
            SHAPE_3X3,
            ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.............",
            1.0,
            Theme::Light,
        ),
    ] {
        let puzzle = format!("{puzzle}{}", if shape == SHAPE_3X3 { "." } else { "" });
        let mut studio = Studio::with_sets(shape, &puzzle, pixels_per_point, theme);
        let report = studio.app().sets().expect("just waited for").clone();
        let n_missed = report.n_missed();
        assert!(n_missed > 1 && studio.has_text(&format!("The clues miss {n_missed} sets")), "{n_missed}");
        assert!(studio.harness.query_by_label(&format!("Missed by the clues: {n_missed}")).is_some());
        // The first one stands on the board; a click on another one brings that.
        studio.check_shown(report.sets[0].cells);
        let other = &report.sets[1];
        let names: Vec<String> = other.cells.iter().map(|cell| report.solution.shape().cell_name(cell)).collect();
        let name = format!("Set of {} cells, missed: {}", other.cells.len(), names.join(" "));
        studio.press_button(&name);
        studio.harness.hover_at(eframe::egui::pos2(640.0, 2.0));
        studio.step();
        assert_eq!(studio.app().session().analysis.chosen, Some(Pointed::Set(other.cells)));
        studio.check_shown(other.cells);
        // A proposed cell becomes a clue, with its half turn, as one edit; the solution stays.
        assert_eq!(studio.cells_with("proposed"), report.proposed.iter().copied().collect());
        studio.use_symmetry(Symmetry::HalfTurn);
        let before = studio.project().clone();
        let cell = report.proposed[0];
        let (row, col) = studio.row_col(cell);
        studio.click(row, col);
        let mut expected = before.design.pattern.cells;
        for image in Symmetry::HalfTurn.orbit(before.shape(), cell) {
            expected.insert(image);
        }
        assert_eq!(studio.project().design.pattern.cells, expected);
        assert_eq!(studio.project().design.fixed, report.solution.masked(&studio.project().design.pattern));
        let n_added = expected.len() - before.design.pattern.n_clues();
        let label = format!("add {}", if n_added == 1 { "1 clue".to_owned() } else { format!("{n_added} clues") });
        assert_eq!(studio.undo_label(), Some(label.as_str()));
        studio.wait_for_answer();
        studio.wait_for_sets();
        assert_eq!(studio.app().sets().expect("just waited for").solution, report.solution);
        studio.command(Key::Z);
        assert_eq!(studio.project().design.pattern, before.design.pattern);
        studio.wait_for_answer();
        studio.wait_for_sets();
        // All of them at once make it the only solution.
        studio.press_button("Add proposed clues");
        studio.wait_for_answer();
        studio.wait_for_sets();
        assert_eq!(count_solutions(&studio.project().design.fixed, 2), 1);
        assert!(studio.has_text("The clues hit every unavoidable set: there is only one solution"));
        assert_eq!(studio.cells_with("proposed"), CellSet::EMPTY);
    }
}

#[test]
fn sets_apart_bound_the_clues_and_the_size_is_chosen() {
    let puzzle = ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....";
    let mut studio = Studio::with_sets(SHAPE_3X3, puzzle, 1.0, Theme::Dark);
    let report = studio.app().sets().expect("just waited for").clone();
    assert_eq!(report.n_missed(), 0);
    // What is hit by one clue alone shows what that clue is for.
    let n_single = report.sets.iter().filter(|set| set.hits.len() == 1).count();
    assert!(studio.harness.query_by_label(&format!("Hit by one clue alone: {n_single}")).is_some());
    studio.check_shown(report.sets[0].cells);
    let (n, clues) = (report.bound.parts.len(), report.bound.clues());
    let parts = if n == clues { "sets" } else { "groups" };
    studio.press_button(&format!("{clues} clues or more: {n} disjoint {parts}"));
    for (index, (cells, _)) in report.bound.parts.iter().enumerate() {
        for cell in cells.iter() {
            let (row, col) = studio.row_col(cell);
            let label = studio.cell_label(row, col);
            assert!(label.ends_with(&format!(", part {}", index + 1)), "{label}");
        }
    }
    // Smaller sets only: fewer, and all there are.
    studio.harness.get_by_label("Largest unavoidable set").click();
    studio.step();
    studio.command(Key::A);
    studio.harness.event(Event::Text("8".to_owned()));
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.app().session().analysis.set_limit, 8);
    studio.wait_for_sets();
    let small = studio.app().sets().expect("just waited for");
    assert_eq!(small.sets.len(), report.sets.iter().filter(|set| set.cells.len() <= 8).count());
}

impl Studio {
    #[track_caller]
    fn wait_for_hunt(&mut self) -> String {
        self.wait_until("end of the clue search", |app: &App| !app.is_hunting());
        self.app().clue_hunt().expect("a search").sentence()
    }
}

#[test]
fn the_fewest_clues_are_found_proven_and_taken() {
    for (shape, puzzle, pixels_per_point, theme) in [
        (SHAPE_2X2, ".34.1..34..2.21.", 2.0, Theme::Dark),
        (SHAPE_2X3, "123456456123231564564231312645645312", 1.0, Theme::Light),
    ] {
        let mut studio = Studio::with_analysis(shape, puzzle, pixels_per_point, theme);
        studio.press_button("Show fewest clues");
        assert!(studio.harness.query_by_label("How few clues can this solution have?").is_some());
        studio.press_button("Find fewest");
        let sentence = studio.wait_for_hunt();
        let hunt = studio.app().clue_hunt().expect("a search");
        let (least, best) = (hunt.at_least, hunt.puzzles()[0].clone());
        assert!(sentence.starts_with(&format!("The fewest clues are {least}: found and proven in ")), "{sentence}");
        assert!(studio.harness.query_by_label(&format!("At least {least} clues, at most {least}")).is_some());
        assert_eq!((best.n_clues(), count_solutions(&best, 2)), (least, 1));
        // All with so many; the number is the fewest, unless it is chosen.
        let solution = hunt.solution.clone();
        studio.press_button("Find all");
        let sentence = studio.wait_for_hunt();
        let search = ClueSearch::new(&solution, least).expect("a search");
        let tasks = (0..search.n_tasks()).flat_map(|task| search.run_task(task, &|| false).expect("done").puzzles);
        let mut expected: Vec<_> = tasks.collect();
        expected.sort_by_key(ToString::to_string);
        let n = expected.len();
        assert_eq!(studio.app().clue_hunt().expect("a search").puzzles(), expected);
        assert!(sentence.starts_with(&format!("All {n} puzzles with {least} clues, in ")), "{sentence}");
        // A click takes one; undo gives the other back.
        let before = studio.project().clone();
        studio.press_button(&format!("Puzzle 1 with {least} clues"));
        assert_eq!(studio.project().puzzle.as_ref(), Some(&expected[0]));
        studio.wait_for_answer();
        assert!(studio.verdict().starts_with(&format!("Proper puzzle · {least} clues")), "{}", studio.verdict());
        assert!(studio.app().clue_hunt().is_some());
        studio.command(Key::Z);
        assert_eq!(studio.project().design.pattern, before.design.pattern);
        studio.wait_for_answer();
        studio.run(Command::COPY_FEWEST);
        assert_eq!(studio.notice(), format!("Copied {n} puzzles"));
    }
}

#[test]
fn a_long_search_tells_how_far_it_is_and_stops() {
    let puzzle = ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....";
    let mut studio = Studio::with_analysis(SHAPE_3X3, puzzle, 1.0, Theme::Light);
    studio.press_button("Show fewest clues");
    studio.press_button("Find fewest");
    studio.wait_until("level", |app: &App| app.clue_hunt().is_some_and(|hunt| hunt.level.is_some()));
    let hunt = studio.app().clue_hunt().expect("a search");
    let (least, best) = (hunt.at_least, hunt.best().expect("a puzzle"));
    assert!(least >= 8 && (17..=24).contains(&best), "{least} {best}");
    studio.wait_until("share", |app: &App| {
        app.clue_hunt().and_then(|hunt| hunt.level).is_some_and(|level| level.share > 0.0)
    });
    assert!(studio.has_text("% explored"));
    // It goes on while something else is done.
    studio.key(Modifiers::ALT, Key::Num1);
    assert!(studio.app().is_hunting());
    studio.key(Modifiers::ALT, Key::Num6);
    studio.press_button("Stop");
    let sentence = studio.wait_for_hunt();
    assert!(sentence.starts_with("Stopped after ") && sentence.contains(": between "), "{sentence}");
    // A number of clues that is chosen: so many puzzles have 60 that the list ends.
    studio.harness.get_by_label("Number of clues").click();
    studio.step();
    studio.command(Key::A);
    studio.harness.event(Event::Text("60".to_owned()));
    studio.key(Modifiers::NONE, Key::Enter);
    studio.press_button("Find all");
    let sentence = studio.wait_for_hunt();
    assert!(sentence.starts_with("More than 5,000 puzzles: "), "{sentence}");
}
