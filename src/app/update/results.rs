//! Searches besides the live one: many puzzles, proofs.

use crate::app::App;
use crate::app::gallery::ResultId;
use crate::app::live::grouped;
use crate::app::session::View;
use crate::jobs::Design;
use crate::project::Edit;
use std::path::PathBuf;

impl App {
    pub(super) fn find_different(&mut self) {
        self.session.view = View::Results;
        self.session.stroke = None;
        if let Some(design) = self.wanted_design() {
            // The present puzzle's seed would bring the present puzzle once more.
            let seed = design.seed.wrapping_add(1 + self.gallery.entries().len() as u64);
            self.gallery.start(Design { seed, known: None, ..design }, self.session.n_wanted);
        }
    }

    pub(super) fn take_result(&mut self, id: ResultId) {
        if let Some(entry) = self.gallery.entry(id) {
            let edit = Edit::TakePuzzle { puzzle: entry.puzzle.clone(), strategies: entry.used };
            self.edit(&edit);
        }
    }

    pub(super) fn prove_to(&mut self, path: PathBuf) {
        if let Some(design) = self.wanted_design() {
            self.proofs.start(Design { known: None, ..design }, path);
        }
    }
}

pub(super) fn n_puzzles(n: usize) -> String {
    if n == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", grouped(n as u64)) }
}
