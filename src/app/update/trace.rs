//! The trace: going from step to step, playing.

use crate::app::session::View;
use crate::app::{App, ShownStep};
use crate::jobs::Answer;
use eframe::egui;

impl App {
    pub(super) fn step_to(&mut self, step: usize) {
        self.session.view = View::Trace;
        self.session.next_step_at = None;
        self.go_to_step(step);
    }

    pub(super) fn go_to_step(&mut self, step: usize) {
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.session.trace_step = step.min(n_steps);
        self.session.scroll_to_step = true;
    }

    pub(super) fn toggle_play(&mut self, ctx: &egui::Context) {
        self.session.view = View::Trace;
        if self.session.next_step_at.take().is_some() {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        if self.session.trace_step >= n_steps {
            self.go_to_step(0);
        }
        self.session.next_step_at = Some(ctx.input(|i| i.time) + 1.0 / f64::from(self.session.speed));
    }

    pub(super) fn play(&mut self, now: f64) {
        let Some(due) = self.session.next_step_at else { return };
        if now < due {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.go_to_step(self.session.trace_step + 1);
        let is_over = self.session.trace_step >= n_steps;
        self.session.next_step_at = (!is_over).then(|| now + 1.0 / f64::from(self.session.speed));
    }

    pub(super) fn refresh_step(&mut self) {
        let revision = self.live.revision();
        if self.shown_step.as_ref().is_some_and(|shown| shown.revision != revision) {
            self.shown_step = None;
            self.session.trace_step = 0;
            self.session.next_step_at = None;
            self.session.scroll_to_step = true;
        }
        // While the next answer is sought the old trace stays, greyed.
        let Some(trace) = self.live.last_answer().and_then(Answer::trace) else {
            self.shown_step = None;
            return;
        };
        let index = self.session.trace_step.min(trace.steps.len());
        if self.shown_step.as_ref().is_some_and(|shown| shown.index == index) {
            return;
        }
        let board = trace.board_before(index);
        let (marks, sentence) = match trace.steps.get(index) {
            Some(step) => (step.marks(&board), step.sentence(&board)),
            None => (Vec::new(), end_sentence(trace.steps.len(), board.n_unsolved())),
        };
        self.shown_step = Some(ShownStep { revision, index, board, marks, sentence });
    }
}

fn end_sentence(n_steps: usize, n_unsolved: usize) -> String {
    let steps = if n_steps == 1 { "1 step".to_owned() } else { format!("{n_steps} steps") };
    match n_unsolved {
        0 => format!("Solved in {steps}."),
        1 => format!("Stuck after {steps}: 1 cell is open."),
        n => format!("Stuck after {steps}: {n} cells are open."),
    }
}
