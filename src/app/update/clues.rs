//! Unavoidable sets, proposed clues, and the search for few clues.

use crate::app::analysis::Exhibit;
use crate::app::language::tr_n;
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::CellSet;
use crate::jobs::{ClueQuest, sets_report};
use crate::logic::{StrategySet, solve};
use crate::project::Edit;
use eframe::egui;

impl App {
    /// What the exhibit of unavoidable sets shows, while somebody looks.
    pub(in crate::app) fn ask_sets(&mut self) {
        if self.session.view != View::Analysis || self.session.analysis.exhibit != Exhibit::Sets {
            self.analysis.sets.forget();
            return;
        }
        let (Some(puzzle), Some(solution)) = (self.puzzle().cloned(), self.solution_looked_at().cloned()) else {
            return;
        };
        let limit = self.session.analysis.set_limit;
        self.analysis.sets.ask((puzzle.clone(), solution.clone(), limit), || {
            Box::new(move |watch| sets_report(&puzzle, &solution, limit, watch))
        });
    }

    pub(in crate::app) fn add_proposed(&mut self) {
        let Some(report) = self.sets() else { return };
        let proposed: CellSet = report.proposed.iter().copied().collect();
        let edit = Edit::AddClues(self.clues_with_images(report, &proposed));
        self.edit(&edit);
    }

    pub(in crate::app) fn start_quest(&mut self, quest: ClueQuest) {
        self.session.view = View::Analysis;
        self.session.analysis.exhibit = Exhibit::Clues;
        self.session.board.stroke = None;
        if let Some(solution) = self.solution_looked_at().cloned() {
            self.analysis.hunts.start(solution, quest);
        }
    }

    pub(in crate::app) fn take_fewest(&mut self, index: usize) {
        let Some(puzzle) = self.clue_hunt().and_then(|hunt| hunt.puzzles().get(index)).cloned() else { return };
        // What it needs is ticked in addition, or the verdict would call it no good.
        let strategies = solve(&puzzle, StrategySet::ALL).used();
        self.edit(&Edit::TakePuzzle { puzzle, strategies });
    }

    pub(in crate::app) fn copy_fewest(&mut self, ctx: &egui::Context) {
        let Some(hunt) = self.clue_hunt() else { return };
        let text: String = hunt.puzzles().iter().flat_map(|puzzle| [puzzle.to_string(), "\n".to_owned()]).collect();
        let n = hunt.puzzles().len();
        ctx.copy_text(text);
        self.notices.info(tr_n!(n, "Copied 1 puzzle", "Copied {n} puzzles"));
    }
}
