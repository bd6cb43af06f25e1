//! The analysis view.

use crate::Studio;
use cluesmith::app::{App, Exhibit, StartOptions, View};
use cluesmith::grid::Cell;
use cluesmith::logic::{TraceVerdict, count_solutions, solve};
use eframe::egui::{Event, Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;

impl Studio {
    /// The analysis of a pasted puzzle of this shape's menu title.
    fn with_analysis(shape: &str, puzzle: &str, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::start(StartOptions::isolated(), pixels_per_point, theme);
        studio.press_button("Shape of the grid");
        studio.press_button(shape);
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
    assert_eq!(studio.app().session().exhibit, Exhibit::Heat);
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
        let (spare, strategies) = (studio.app().spare_clues().expect("just waited for"), studio.project().strategies);
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
        for name in ["Difficulty of each step", "Ways to go on at each step"] {
            assert!(studio.harness.query_by_label(&format!("{name}, {n_steps} steps")).is_some(), "{name}");
        }
        for (id, times) in studio.app().trace().expect("a trace").counts() {
            assert!(studio.harness.query_by_label(&format!("{}: {times}", id.title())).is_some());
        }
        // A click on the curve is a step of the trace.
        let name = format!("Difficulty of each step, {n_steps} steps");
        studio.press_button(&name);
        assert!(studio.app().session().trace_step > 0);
        studio.harness.run();
    }
}

#[test]
fn an_edit_brings_another_analysis_and_nothing_is_asked_without_a_puzzle() {
    let mut studio = Studio::with_analysis("4×4, boxes 2×2", ".34.1..34..2.21.", 1.0, Theme::Light);
    let before = studio.app().analysis().expect("just waited for").clone();
    studio.key(Modifiers::COMMAND, Key::Num1);
    studio.click(1, 1);
    studio.wait_for_answer();
    studio.key(Modifiers::COMMAND, Key::Num6);
    studio.wait_until("analysis", |app: &App| app.analysis().is_some());
    let after = studio.app().analysis().expect("just waited for").clone();
    assert_ne!(before.puzzle, after.puzzle);
    assert!(after.puzzle.get(Cell(0)).is_some());
    let mut empty = Studio::new();
    empty.press_button("Analysis view");
    assert!(empty.harness.query_by_label("There is no puzzle to look at yet").is_some());
}
