//! Proposals for a pattern without a puzzle.

use crate::app::mending::Mending;
use crate::app::studio::App;
use crate::generate::Request;
use crate::generate::mend::{Proposal, Wish};
use crate::grid::Symmetry;
use crate::project::Edit;

impl App {
    /// What is asked about the pattern on the board. The symmetry of the brush is kept where the pattern has it.
    fn mend_wish(&self) -> Wish {
        let project = self.project();
        let (shape, cells) = (project.shape(), &project.design.pattern.cells);
        let holds = project.symmetry.check(shape).is_ok() && project.symmetry.holds(shape, cells);
        let symmetry = if holds { project.symmetry } else { Symmetry::of(shape, cells) };
        let mut design = project.design.clone();
        if let Some(flawed) = self.live().stuck() {
            // The puzzle stays as it is, with clues added to it.
            design.fixed = flawed.puzzle.clone();
        }
        Wish { request: Request::from(design), symmetry, count: 0 }
    }

    pub(in crate::app) fn start_mending(&mut self) {
        let wish = self.mend_wish();
        self.mendings.start(wish);
    }

    /// Proposals belong to one design: they go when it changes.
    pub(in crate::app) fn refresh_mending(&mut self) {
        self.mendings.drain();
        let Some(mending) = self.mendings.mending() else { return };
        let present = self.mend_wish();
        let asked = mending.wish();
        if (&asked.request, asked.symmetry) != (&present.request, present.symmetry) {
            self.mendings.forget();
        }
    }

    /// The search for proposals for the pattern on the board.
    pub fn mending(&self) -> Option<&Mending> {
        self.mendings.mending()
    }

    /// The proposal that is pointed at.
    pub(in crate::app) fn pointed_proposal(&self) -> Option<&Proposal> {
        let index = self.session.search.pointed?;
        self.mending()?.proposals().get(index)
    }

    /// Takes the pattern of a proposal with its puzzle; one step of undo brings the pattern back.
    pub(in crate::app) fn take_proposal(&mut self, index: usize) {
        let Some(proposal) = self.mending().and_then(|mending| mending.proposals().get(index)) else { return };
        let (puzzle, strategies) = (proposal.found.puzzle().clone(), proposal.found.trace().used());
        self.edit(&Edit::TakePuzzle { puzzle, strategies });
    }
}
