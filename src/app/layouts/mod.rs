//! Layouts: where they are chosen and painted, the gallery, and what is computed about them in the background.

mod gallery;
mod painting;
mod panel;
mod picture;
mod rules_panel;
mod state;

pub(super) use gallery::{GalleryEntry, layout_name, matching, starter_of_size};
pub(super) use painting::{missing, painting_ui};
pub(super) use panel::layout_ui;
pub use state::GalleryState;
pub(super) use state::{LayoutWork, Roll};
