//! Carries commands out.

use crate::app::command::Command;
use crate::app::studio::App;
use crate::app::view::{LeftTab, View};
use eframe::egui;

impl App {
    pub(in crate::app) fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        self.end_draft();
        match command.check(self) {
            Ok(()) => command.carry_out(self, ctx),
            Err(why) => self.notices.info(why),
        }
    }

    /// Shows a view; with the pattern a stroke is gone from the screen.
    pub(in crate::app) fn show_view(&mut self, view: View) {
        self.session.view = view;
        if view != View::Pattern {
            self.abort_strokes();
        }
    }

    /// Shows the left panel, in the right one's place where the window is too narrow for both.
    pub(in crate::app) fn show_left(&mut self, ctx: &egui::Context, tab: LeftTab) {
        self.session.panels.left_tab = tab;
        self.session.panels.left = true;
        self.session.panels.right &= self.session.shows_design_panel(ctx);
    }
}
