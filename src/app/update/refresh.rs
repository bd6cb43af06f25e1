//! What follows from the document: the design to search for, title, recovery file, repaints.

use crate::app::analysis::{Exhibit, Figures};
use crate::app::live::LiveState;
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::Puzzle;
use crate::jobs::{Answer, Question, analyse, spare_clues};
use crate::logic::{Design, Goal, PathGoal, rate_trace, scales};
use eframe::egui;
use egui::ViewportCommand;
use std::time::Duration;

impl App {
    /// The design to search for: the document, or the stroke in progress.
    pub(in crate::app) fn wanted_design(&self) -> Option<Design> {
        let design = &self.project().design;
        let pattern =
            self.session.board.stroke.as_ref().map_or(design.pattern, |stroke| stroke.preview(&design.pattern));
        (pattern.n_clues() > 0).then(|| design.clone().on(pattern))
    }

    /// What is asked about it: known clues are judged, others are sought.
    fn question(&self) -> Option<Question> {
        let (project, design) = (self.project(), self.wanted_design()?);
        let is_document = design.pattern == project.design.pattern;
        let known = match &project.puzzle {
            Some(puzzle) => Some(puzzle.clone()),
            None => project.is_all_fixed().then(|| project.design.fixed.clone()),
        };
        Some(match known.filter(|_| is_document) {
            Some(clues) if self.is_puzzle_on_trial() => Question::keep(design, clues, self.session.search.method),
            Some(clues) => Question::judge(design, clues),
            None => Question::find(design, self.session.search.method),
        })
    }

    pub(in crate::app) fn refresh(&mut self, ctx: &egui::Context) {
        let shape = self.project().shape();
        if self.session.board.cursor.index() >= shape.n_cells() {
            self.session.board.cursor = crate::grid::Cell::default();
        }
        if self.live.ask(self.question()) {
            self.window.frame_log.design_changed();
        }
        self.take_answer();
        self.refresh_mending();
        self.refresh_step();
        self.refresh_solving();
        self.set_timer(ctx);
        self.keep();
        self.ask_contradiction();
        self.ask_analysis();
        self.ask_figures();
        self.ask_sheet();
        self.ask_sets();
        self.refresh_title(ctx);
        let present = self.document_in_progress();
        // As long as nobody decided about what a crash left, that is what the recovery file holds.
        if self.disk.leftover.is_none() && self.disk.kept.as_ref() != Some(&*present) {
            let present = present.into_owned();
            if self.disk.saved.as_ref().is_some_and(|saved| saved.has_same_contents(&present)) {
                self.disk.recovery.forget();
            } else {
                self.disk.recovery.keep(&present, self.disk.file.as_deref(), self.disk.stamp);
            }
            self.disk.kept = Some(present);
        }
    }

    /// Whether the puzzle on the board stays only if it is as difficult or minimal, or its path as the setter has chosen since.
    fn is_puzzle_on_trial(&self) -> bool {
        let project = self.project();
        let wanted = (project.design.goal, project.design.minimal, &project.design.path);
        let is_same = |(puzzle, goal, minimal, path): &(Puzzle, Goal, bool, PathGoal)| {
            project.puzzle.as_ref() == Some(puzzle) && wanted == (*goal, *minimal, path)
        };
        !project.is_all_fixed() && self.session.search.on_trial.as_ref().is_some_and(is_same)
    }

    /// Puts the digits that were found into the document; a puzzle on trial that failed gives way.
    pub(in crate::app) fn take_answer(&mut self) {
        let is_open = self.project().puzzle.is_none();
        if self.session.board.stroke.is_some() || !(is_open || self.is_puzzle_on_trial()) {
            return;
        }
        let puzzle = match self.live.answer() {
            Some(Answer::Found(found)) => Some(found.puzzle().clone()),
            Some(Answer::Impossible(_) | Answer::Undecided(_)) if !is_open => None,
            _ => return,
        };
        // Nobody edited anything: a document that was saved stays so.
        let is_dirty = self.is_dirty();
        self.history.attach_puzzle(puzzle);
        if !is_dirty {
            self.disk.saved = Some(self.document().clone());
        }
    }

    /// What the analysis view shows, while somebody looks.
    fn ask_analysis(&mut self) {
        let (View::Analysis, Some(puzzle)) = (self.session.view, self.puzzle().cloned()) else { return };
        self.analysis.analyses.ask(puzzle.clone(), || {
            let puzzle = puzzle.clone();
            Box::new(move |watch| analyse(&puzzle, watch))
        });
        if let Some(analysis) = self.analysis().filter(|_| self.session.analysis.exhibit == Exhibit::Redundant) {
            let (redundant, strategies) = (analysis.redundant, self.project().design.strategies);
            self.analysis.spare_clues.ask((puzzle.clone(), strategies), || {
                Box::new(move |watch| spare_clues(&puzzle, &redundant, strategies, watch))
            });
        }
    }

    /// Figures of difficulty, where they show.
    fn ask_figures(&mut self) {
        let is_designing = matches!(self.session.view, View::Pattern | View::Solution);
        let shows_window = is_designing && self.project().design.goal.window().is_some();
        if self.session.view != View::Analysis && !self.session.has_overview() && !shows_window {
            return;
        }
        let order = self.project().order();
        let (revision, path, _) = self.trace_point();
        let on_sukaku = self.is_on_sukaku();
        if !self.analysis.figures.is_new(&(revision, path, on_sukaku)) {
            return;
        }
        let Some(trace) = self.trace().cloned() else { return };
        self.analysis.figures.ask((revision, path, on_sukaku), || {
            Box::new(move |watch| {
                let others = scales(&trace.puzzle, trace.verdict, on_sukaku, &|| watch.should_stop());
                Figures { own: rate_trace(&trace, &order), others }
            })
        });
    }

    pub(in crate::app) fn refresh_title(&mut self, ctx: &egui::Context) {
        let dot = if self.is_dirty() { "• " } else { "" };
        let title = format!("{dot}{} — cluesmith", self.name());
        if title != self.window.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.window.title = title;
        }
    }

    /// Frames that are needed without input; none while nothing moves.
    pub(in crate::app) fn request_repaints(&mut self, ctx: &egui::Context, now: f64) {
        if self.live.is_fading(now) {
            ctx.request_repaint();
        }
        if matches!(self.live.state(), LiveState::Running { .. }) || self.proofs.elapsed().is_some() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        if self.session.view == View::Results && self.results.jobs.is_running() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        if self.session.view == View::Analysis && self.analysis.hunts.is_running() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        if self.session.view == View::Lab && self.lab.is_running() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        let lab_due = self.lab.next_at.filter(|_| self.session.view == View::Lab);
        for due in self.session.trace.next_at.into_iter().chain(lab_due) {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
        if let Some(left) = self.next_tick() {
            ctx.request_repaint_after(Duration::from_secs_f64(left));
        }
        if let Some(left) = self.notices.tick(now, self.session.window.reads_notices) {
            ctx.request_repaint_after(Duration::from_secs_f64(left.max(0.0)));
        }
    }
}
