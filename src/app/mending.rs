//! Patterns near one that has no puzzle, sought in the background.

use super::language::{tr, tr_n};
use super::wording::and_list;
use crate::generate::mend::{Change, MendEnd, Proposal, Wish};
use crate::grid::{CellSet, Shape};
use crate::jobs::{Event, JobId, Runner, StopFlag, propose};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// So many proposals are sought.
const COUNT: usize = 8;
/// After this long what was found is all there is.
const LIMIT: Duration = Duration::from_secs(30);
/// Cells that are named one by one.
const MOST_NAMED: usize = 4;

/// A search for proposals and what it found.
#[derive(Debug)]
pub struct Mending {
    wish: Wish,
    proposals: Vec<Proposal>,
    news: Receiver<Proposal>,
    job: JobId,
    /// How it ended.
    end: Option<Result<MendEnd, String>>,
}

impl Mending {
    /// What was asked.
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The proposals so far, the nearest first.
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals[..self.proposals.len().min(COUNT)]
    }

    /// Whether it is at work.
    pub fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// What is known, in one sentence.
    pub fn sentence(&self) -> String {
        let n = self.proposals().len();
        match &self.end {
            Some(Err(message)) => tr!("The search failed, which is a bug: {message}", message),
            None if n == 0 => tr!("Looking for patterns near this one that have a puzzle…").to_owned(),
            Some(Ok(_)) if n == 0 => {
                tr!("No pattern near this one with a puzzle was found; that does not mean that there is none")
                    .to_owned()
            }
            None | Some(Ok(_)) => {
                tr_n!(n, "1 pattern near this one has a puzzle:", "{n} patterns near this one have a puzzle:")
            }
        }
    }
}

/// The search and its thread.
#[derive(Debug)]
pub(super) struct Mendings {
    runner: Runner<Result<MendEnd, String>>,
    mending: Option<Mending>,
}

impl Mendings {
    /// Nothing sought yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Mendings> {
        Ok(Mendings { runner: Runner::new("proposals", wake)?, mending: None })
    }

    /// The last search.
    pub(super) fn mending(&self) -> Option<&Mending> {
        self.mending.as_ref()
    }

    /// Begins a search; one at work is given up.
    pub(super) fn start(&mut self, wish: Wish) {
        let wish = Wish { count: COUNT, ..wish };
        let (sender, news) = channel();
        let asked = wish.clone();
        let work = move |watch: &dyn crate::generate::Watch| {
            propose(&asked, watch, &mut |proposal| {
                // A search that was given up has no listener.
                let _ = sender.send(proposal.clone());
            })
        };
        let job = self.runner.submit(StopFlag::after(LIMIT), Box::new(work));
        self.mending = Some(Mending { wish, proposals: Vec::new(), news, job, end: None });
    }

    /// Ends the search; what was found stays.
    pub(super) fn stop(&mut self) {
        if self.runner.stop()
            && let Some(mending) = &mut self.mending
        {
            mending.end = Some(Ok(MendEnd::Stopped));
        }
    }

    /// Nobody wants the proposals any more.
    pub(super) fn forget(&mut self) {
        if self.mending.take().is_some_and(|mending| mending.is_running()) {
            self.runner.stop();
        }
    }

    /// Takes in what the search has to tell.
    pub(super) fn drain(&mut self) {
        // The ends first: what was told before them is in the channel by then.
        let events: Vec<_> = std::iter::from_fn(|| self.runner.next_event()).collect();
        let Some(mending) = &mut self.mending else { return };
        while let Ok(proposal) = mending.news.try_recv() {
            let at = mending.proposals.partition_point(|known| known.change < proposal.change);
            mending.proposals.insert(at, proposal);
        }
        for event in events {
            match event {
                Event::End { job, result, .. } if job == mending.job => mending.end = Some(result),
                Event::Failed { job, message } if job == mending.job => mending.end = Some(Err(message)),
                _ => {}
            }
        }
    }
}

/// What changes, for a button: "Add r1c2 and r9c8".
pub(super) fn change_text(change: &Change, shape: Shape) -> String {
    let cells = |cells: CellSet| {
        let names: Vec<String> = cells.iter().map(|cell| shape.cell_name(cell)).collect();
        if names.len() <= MOST_NAMED { and_list(&names) } else { super::wording::n_cells(names.len()) }
    };
    let (added, dropped) = (cells(change.added_cells()), cells(change.dropped_cells()));
    match (change.added.len(), change.dropped.len()) {
        (_, 0) => tr!("Add {cells}", cells = added),
        (0, _) => tr!("Drop {cells}", cells = dropped),
        (a, b) if a == b => tr!("Move {cells} to {places}", cells = dropped, places = added),
        _ => tr!("Add {added}, drop {dropped}", added, dropped),
    }
}
