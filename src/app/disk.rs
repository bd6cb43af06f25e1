//! The document on disk: its file, what is being read and written, the recovery file.

use super::dialogs::{Dialogs, Pending};
use super::io::{Export, Files};
use super::recovery::{Leftover, Recovery};
use crate::project::Document;
use crate::saving::Stamp;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the document is kept.
#[derive(Debug)]
pub(super) struct Disk {
    /// The document as it is in its file.
    pub(super) saved: Option<Document>,
    /// The document as the recovery file has it.
    pub(super) kept: Option<Document>,
    pub(super) file: Option<PathBuf>,
    /// What the file held when it was read or written last.
    pub(super) stamp: Option<Stamp>,
    /// Whether the project is being written.
    pub(super) saving: bool,
    /// Whether the setter did not ask for that.
    pub(super) saves_by_itself: bool,
    /// Whether saving by itself has to wait for the setter: another program changed the file.
    pub(super) autosave_waits: bool,
    /// When the document was first seen to differ from its file, in seconds of the window's clock.
    pub(super) dirty_since: Option<f64>,
    pub(super) files: Files,
    /// What waits for the path it is written to.
    pub(super) export: Option<Export>,
    pub(super) dialogs: Dialogs,
    pub(super) pending: Option<Pending>,
    pub(super) recovery: Recovery,
    /// What a crash left behind.
    pub(super) leftover: Option<Leftover>,
}

impl Disk {
    /// The document has no file yet. Also says what is wrong with the recovery file.
    pub(super) fn new(
        document: &Document,
        data_folder: Option<&Path>,
        dialogs: Dialogs,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> (Disk, Vec<String>) {
        let (recovery, leftover, warnings) = match data_folder {
            Some(folder) => Recovery::start(folder),
            None => (Recovery::off(), None, Vec::new()),
        };
        let disk = Disk {
            saved: Some(document.clone()),
            kept: Some(document.clone()),
            file: None,
            stamp: None,
            saving: false,
            saves_by_itself: false,
            autosave_waits: false,
            dirty_since: None,
            files: Files::new(wake),
            export: None,
            dialogs,
            pending: None,
            recovery,
            leftover,
        };
        (disk, warnings)
    }
}
