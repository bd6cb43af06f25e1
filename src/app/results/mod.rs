//! Results: jobs that seek puzzles in the background, and the gallery of what they found.

mod cards;
mod entry;
mod gallery;
mod jobs;
mod jobs_panel;
mod list;
mod selection;
mod sort;
mod state;
mod table;

pub use gallery::{Column, Filter, Gallery, GalleryEntry, ResultId};
pub(in crate::app) use gallery::{Derived, lines};
pub(in crate::app) use jobs::{EntryWork, JobEnd};
pub use jobs::{Job, JobNumber, JobState, JobWork, Jobs};
pub(super) use jobs_panel::jobs_ui;
pub(super) use list::results_ui;
pub use selection::Selection;
pub(in crate::app) use selection::{CopyAs, ResultAct};
pub use state::ResultsState;
pub(in crate::app) use state::ResultsWork;
