//! The state of the gallery, and layouts computed in the background.

use crate::app::asker::{Asker, waker};
use crate::generate::fill::{FillError, Filling};
use crate::generate::layouts::{LayoutError, RandomLayout};
use crate::grid::{Regions, Shape, Symmetry};
use std::sync::Arc;

/// What the gallery shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryState {
    /// Layouts of so many rows.
    pub n: usize,
    /// Those whose names hold this text.
    pub filter: String,
}

/// A random layout that is wanted in the place of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) struct Roll {
    /// Position of the puzzle in the document.
    pub(in crate::app) puzzle: usize,
    /// The layout it has now.
    pub(in crate::app) present: Shape,
    /// The symmetry that the regions shall have.
    pub(in crate::app) symmetry: Symmetry,
    pub(in crate::app) seed: u64,
}

/// Layouts computed in the background.
#[derive(Debug)]
pub(in crate::app) struct LayoutWork {
    pub(in crate::app) rolls: Asker<Roll, Result<Option<RandomLayout>, LayoutError>>,
    /// Regions to complete, with the position of their puzzle in the document.
    pub(in crate::app) fills: Asker<(usize, Regions), Result<Filling, FillError>>,
    /// Why a layout has no solution grid, if it has none.
    pub(in crate::app) contradictions: Asker<Shape, Option<String>>,
}

impl LayoutWork {
    /// Nothing is computed yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(in crate::app) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<LayoutWork> {
        Ok(LayoutWork {
            rolls: Asker::new("random layout", waker(wake))?,
            fills: Asker::new("fill regions", waker(wake))?,
            contradictions: Asker::new("contradictory layout", waker(wake))?,
        })
    }
}
