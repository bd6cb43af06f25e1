//! Results: jobs that seek puzzles in the background, and the gallery of what they found.

mod gallery;
mod jobs;
mod jobs_panel;
mod list;

pub(in crate::app) use gallery::class_of;
pub use gallery::{Column, Filter, Gallery, GalleryEntry, ResultId};
pub use jobs::{Job, JobNumber, JobState, JobWork, Jobs};
pub(super) use jobs_panel::jobs_ui;
pub(super) use list::results_ui;
