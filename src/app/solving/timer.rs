//! The timer of solving by hand. It runs while somebody can solve: in the puzzle view of a window in front, until the
//! puzzle is solved, unless the solver stopped it.

use super::Solving;
use crate::app::studio::App;
use crate::app::view::View;
use eframe::egui;

impl Solving {
    /// How long it took so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Lets time pass.
    pub fn add_seconds(&mut self, seconds: f64) {
        self.seconds += seconds.max(0.0);
    }

    /// Whether every cell has a digit and no house has two equal ones.
    pub fn is_solved(&self) -> bool {
        self.digits().is_full() && self.conflicts().is_empty()
    }

    /// The time so far: "4:07", "1:02:30".
    pub fn time_text(&self) -> String {
        let seconds = self.seconds as u64;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
    }
}

impl App {
    /// Adds the time since the timer was looked at last.
    pub(in crate::app) fn count_time(&mut self, now: f64) {
        let Some(before) = self.solving.timed_at else { return };
        self.solving.timed_at = Some(now);
        let puzzle = self.puzzle().cloned();
        if let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref()) {
            solving.add_seconds(now - before);
        }
    }

    /// Lets the timer run from now on, or stops it.
    pub(in crate::app) fn set_timer(&mut self, ctx: &egui::Context) {
        let (now, is_in_front) = ctx.input(|i| (i.time, i.focused));
        let can_solve = self.session.view == View::Puzzle
            && is_in_front
            && !self.session.has_modal()
            && self.disk.leftover.is_none()
            && self.solving().is_some_and(|solving| !solving.is_paused && !solving.is_solved());
        self.solving.timed_at = can_solve.then_some(now);
    }

    /// In how many seconds the time on the screen changes, if it does.
    pub(in crate::app) fn next_tick(&self) -> Option<f64> {
        let is_seen = self.solving.timed_at.is_some() && self.settings.shows_timer && self.session.panels.right;
        self.solving().filter(|_| is_seen).map(|solving| 1.0 - solving.seconds().fract())
    }
}
