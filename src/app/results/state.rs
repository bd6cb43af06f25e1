//! The state of the results view.

use super::selection::Selection;
use super::{Derived, Gallery, Jobs, ResultId};
use crate::app::asker::{Asker, waker};
use std::sync::Arc;

/// What is about looking at results.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultsState {
    /// How many different puzzles to find.
    pub n_wanted: usize,
    /// Which results are selected.
    pub selection: Selection,
}

impl Default for ResultsState {
    fn default() -> ResultsState {
        ResultsState { n_wanted: 50, selection: Selection::default() }
    }
}

/// The results and the searches for them: working copies of what the document has.
#[derive(Debug)]
pub(in crate::app) struct ResultsWork {
    /// Many different puzzles.
    pub(in crate::app) gallery: Gallery,
    /// Searches besides the live one.
    pub(in crate::app) jobs: Jobs,
    /// Gallery and jobs as the document has them: their numbers of changes.
    pub(in crate::app) kept: (u64, u64),
    /// Documents that came onto the screen.
    pub(in crate::app) n_loads: u64,
    /// What follows from the results of a document.
    pub(in crate::app) derived: Asker<u64, Vec<(ResultId, Derived)>>,
}

impl ResultsWork {
    /// No results yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(in crate::app) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<ResultsWork> {
        Ok(ResultsWork {
            gallery: Gallery::default(),
            jobs: Jobs::new(Arc::clone(wake) as _),
            kept: (0, 0),
            n_loads: 0,
            derived: Asker::new("figures of results", waker(wake))?,
        })
    }
}
