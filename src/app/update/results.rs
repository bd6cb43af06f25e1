//! Searches besides the live one: many puzzles, proofs.

use crate::app::App;
use crate::app::dialogs::Ask;
use crate::app::live::grouped;
use crate::app::results::{JobNumber, JobState, JobWork, ResultId};
use crate::app::session::View;
use crate::generate::Method;
use crate::jobs::many;
use crate::logic::{Design, Goal, Mix};
use crate::project::Edit;
use eframe::egui;
use std::path::PathBuf;

impl App {
    pub(super) fn find_different(&mut self) {
        self.session.view = View::Results;
        self.session.stroke = None;
        let Some(design) = self.wanted_design() else { return };
        let n_wanted = self.session.n_wanted;
        // Every job goes its own way, and none begins with the present puzzle.
        let n_known = self.gallery.entries().len() as u64;
        let n_jobs = self.jobs.all().last().map_or(0, |job| job.number);
        let seed = design.seed.wrapping_add(1 + n_known + (n_jobs << 40));
        let (design, method) = (Design { seed, ..design }, self.session.method);
        let mut title = n_puzzles(n_wanted);
        if design.goal != Goal::Any {
            title = format!("{title} · {}", design.goal.title());
        }
        if method == Method::Inverse && design.mix != Mix::default() {
            title = format!("{title} · {}", design.mix);
        }
        title = format!("{title} · {} clue cells", design.pattern.n_clues());
        let details = format!(
            "shape {}\npattern {}\nfixed {}\nstrategies {}\nrequired {}\ndifficulty {}\nmethod {}\nheuristics {}\nseed {}\nwanted {n_wanted}",
            design.pattern.shape,
            design.pattern,
            design.fixed,
            design.strategies,
            design.required,
            design.goal,
            method.name(),
            design.mix,
            design.seed
        );
        let (design_scale, order) = (design.goal.window().map(|window| window.scale), design.order());
        let avoid = self.gallery.known();
        let work: JobWork = Box::new(move |watch, receive| many(&design, method, &avoid, n_wanted, watch, receive));
        let scale = design_scale.map(|scale| (scale, order));
        self.jobs.start_rated(title, details, Some(n_wanted), scale, work);
    }

    pub(super) fn copy_report(&mut self, ctx: &egui::Context, number: JobNumber) {
        let job = self.jobs.all().iter().find(|job| job.number == number);
        if let Some(JobState::Failed { report, .. }) = job.map(|job| &job.state) {
            ctx.copy_text(report.clone());
            self.notices.info("Copied the report");
        }
    }

    pub(super) fn take_result(&mut self, id: ResultId) {
        if let Some(entry) = self.gallery.entry(id) {
            let edit = Edit::TakePuzzle { puzzle: entry.puzzle.clone(), strategies: entry.used };
            self.edit(&edit);
        }
    }

    pub(super) fn ask_for_proof(&mut self, ctx: &egui::Context) {
        let name = format!("{}.drat", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Proof(name));
    }

    pub(super) fn prove_to(&mut self, path: PathBuf) {
        if let Some(design) = self.wanted_design() {
            self.proofs.start(design, path);
        }
    }
}

pub(super) fn n_results(n: usize) -> String {
    if n == 1 { "1 result".to_owned() } else { format!("{} results", grouped(n as u64)) }
}

pub(super) fn n_puzzles(n: usize) -> String {
    if n == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", grouped(n as u64)) }
}
