//! The state of solving by hand.

use super::{Hint, Solvings};
use crate::app::asker::{Asker, waker};
use crate::logic::{Board, Order};
use std::sync::Arc;

/// Marks, timer and hints.
#[derive(Debug)]
pub(in crate::app) struct SolvingWork {
    /// Marks of solving by hand, for each puzzle.
    pub(in crate::app) solvings: Solvings,
    /// When the time of solving was counted last, in seconds of the window's clock, while the timer runs.
    pub(in crate::app) timed_at: Option<f64>,
    pub(in crate::app) hints: Asker<(Board, Order), Hint>,
}

impl SolvingWork {
    /// No marks yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(in crate::app) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<SolvingWork> {
        Ok(SolvingWork { solvings: Solvings::default(), timed_at: None, hints: Asker::new("hint", waker(wake))? })
    }
}
