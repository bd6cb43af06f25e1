//! The state of the analysis view.

use super::{Exhibit, Figures, Hunts, Pointed};
use crate::app::asker::{Asker, waker};
use crate::grid::{CellSet, Puzzle};
use crate::jobs::{Analysis, SetsReport};
use crate::logic::StrategySet;
use std::sync::Arc;

/// What is about looking at an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisState {
    /// What the board shows in the analysis view.
    pub exhibit: Exhibit,
    /// What of its list the pointer or the focus is on.
    pub pointed: Option<Pointed>,
    /// What of its list was chosen.
    pub chosen: Option<Pointed>,
    /// Largest unavoidable sets that are listed.
    pub set_limit: usize,
    /// Number of clues of which all puzzles are sought, if it was chosen.
    pub n_clues: Option<usize>,
}

impl Default for AnalysisState {
    fn default() -> AnalysisState {
        AnalysisState { exhibit: Exhibit::Solutions, pointed: None, chosen: None, set_limit: 12, n_clues: None }
    }
}

/// What is found out about the puzzle on the board.
#[derive(Debug)]
pub(in crate::app) struct AnalysisWork {
    pub(in crate::app) analyses: Asker<Puzzle, Option<Analysis>>,
    /// Clues that strategies can do without.
    pub(in crate::app) spare_clues: Asker<(Puzzle, StrategySet), Option<CellSet>>,
    pub(in crate::app) figures: Asker<(u64, u64, bool), Figures>,
    /// Unavoidable sets of the solution: clues, solution, largest size.
    pub(in crate::app) sets: Asker<(Puzzle, Puzzle, usize), Option<SetsReport>>,
    pub(in crate::app) hunts: Hunts,
}

impl AnalysisWork {
    /// Nothing asked yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(in crate::app) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<AnalysisWork> {
        Ok(AnalysisWork {
            analyses: Asker::new("analysis", waker(wake))?,
            spare_clues: Asker::new("spare clues", waker(wake))?,
            figures: Asker::new("figures", waker(wake))?,
            sets: Asker::new("unavoidable sets", waker(wake))?,
            hunts: Hunts::new(waker(wake))?,
        })
    }
}
