//! The three figures of Sudoku Explainer or SukakuExplainer, each with the step that sets it, which the trace view shows.

use crate::app::language::{tr, translated};
use crate::app::message::Message;
use crate::app::view::View;
use crate::app::wording::{scale_title, se_technique, tenths_text};
use crate::grid::Shape;
use crate::logic::{Scale, SePath, SeStep, Step, Trace};
use eframe::egui;
use egui::{Button, RichText, Ui, vec2};

/// So many candidates of a step are named.
const MAX_NAMED: usize = 6;

/// A line for each step that sets figures; a click shows where the trace comes to the same conclusion.
pub(super) fn se_steps_ui(ui: &mut Ui, scale: Scale, path: &SePath, trace: &Trace, messages: &mut Vec<Message>) {
    let program = translated(scale.title());
    for (names, step) in lines(path) {
        let names = if scale == Scale::Se { names } else { format!("{} {names}", scale_title(scale)) };
        let index = in_trace(trace, step);
        let (technique, figure) = (se_technique(step.technique), tenths_text(step.tenths));
        let text = RichText::new(format!("{names} {figure} · {technique}")).size(12.5);
        let button = Button::new(text).truncate().min_size(vec2(ui.available_width(), 20.0));
        let response = ui.add_enabled(index.is_some(), button);
        let response =
            response.accessible_name(tr!("{names} {figure}: {technique}, show in the trace", names, figure, technique));
        let conclusion = conclusion(step, trace.puzzle.shape());
        if let Some(index) = index {
            let help = tr!(
                "{program}: {technique}, {conclusion}\nStep {number} of the trace comes to this: show it in the trace view",
                program,
                technique,
                conclusion,
                number = index + 1
            );
            if response.on_hover_text(help).clicked() {
                messages.push(Message::View(View::Trace));
                messages.push(Message::TraceStep(index));
            }
        } else {
            let help = tr!(
                "{program}: {technique}, {conclusion}\nThe ticked strategies get stuck before they come to this",
                program,
                technique,
                conclusion
            );
            response.on_disabled_hover_text(help);
        }
    }
}

/// The steps that set figures, with the names of the figures that each of them sets.
fn lines(path: &SePath) -> Vec<(String, &SeStep)> {
    let mut lines: Vec<(String, &SeStep)> = Vec::new();
    for (name, step) in [("ER", &path.whole), ("EP", &path.pearl), ("ED", &path.diamond)] {
        match lines.iter_mut().find(|(_, other)| *other == step) {
            Some((names, _)) => *names = format!("{names}, {name}"),
            None => lines.push((name.to_owned(), step)),
        }
    }
    lines
}

/// The first step of the trace that shares a conclusion with this one, or else by which one of its candidates goes, as
/// when a digit is placed beside it.
fn in_trace(trace: &Trace, step: &SeStep) -> Option<usize> {
    let shares = |taken: &Step| {
        step.placed.is_some_and(|placed| taken.placed().contains(&placed))
            || step.eliminated.iter().any(|candidate| taken.eliminated().contains(candidate))
    };
    if let Some(index) = trace.steps.iter().position(shares) {
        return Some(index);
    }
    let mut board = trace.board_before(0);
    trace.steps.iter().position(|taken| {
        taken.apply(&mut board);
        let is_placed = step.placed.is_some_and(|placed| board.value(placed.cell) == Some(placed.digit));
        is_placed || step.eliminated.iter().any(|&candidate| !board.has(candidate))
    })
}

/// "r4c5=3", "r1c2<>3, r4c2<>3".
fn conclusion(step: &SeStep, shape: Shape) -> String {
    let eliminated = step.eliminated.iter().map(|candidate| candidate.eliminated_name(shape));
    let names = step.placed.iter().map(|placed| placed.placed_name(shape)).chain(eliminated);
    let mut named: Vec<String> = names.take(MAX_NAMED).collect();
    if step.eliminated.len() > MAX_NAMED {
        named.push("…".to_owned());
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;
    use crate::logic::{Order, se_path_until, solve};

    /// The lines with the steps of the trace to which they lead, and what those conclude.
    #[track_caller]
    fn check(puzzle: &str, strategies: &str, expected: &[&str]) {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let order: Order = strategies.parse().expect("strategies");
        let (trace, path) = (solve(&puzzle, order), se_path_until(&puzzle, &|| false).expect("a path"));
        let line = |(names, step): (String, &SeStep)| {
            let concluded = conclusion(step, puzzle.shape());
            let index = in_trace(&trace, step);
            let index = index.map_or("-".to_owned(), |index| (index + 1).to_string());
            format!("{names} {} {}: {concluded} in {index}", tenths_text(step.tenths), step.technique)
        };
        assert_eq!(lines(&path).into_iter().map(line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn each_figure_leads_to_a_step() {
        let puzzle = "9...1...8.2..8..7...1...4...4..2.3..53...4...87..6.5..2...5...4...8..9..7.3...1..";
        let single = "EP, ED 1.2 hidden single in a box: r1c3=7 in";
        let x_wing = "ER 3.2 X-wing: r3c1<>3, r3c4<>3, r3c6<>3, r3c8<>3, r8c6<>3 in";
        check(puzzle, "all", &[&format!("{x_wing} 24"), &format!("{single} 3")]);
        check(puzzle, "singles,x-wing", &[&format!("{x_wing} 19"), &format!("{single} 3")]);
        check(puzzle, "naked-single", &[&format!("{x_wing} -"), &format!("{single} -")]);
    }
}
