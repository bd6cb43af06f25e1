//! Reading and writing files, each on a thread of its own: a slow disk must not stop the window.

use super::picture::Picture;
use crate::project::{Document, file};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// No project comes near this size; a film would.
const MAX_BYTES: u64 = 8 << 20;

/// How every PNG file begins.
const PNG_SIGN: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a file held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// A project.
    Project(Box<Document>),
    /// Something else that is text: a puzzle or pattern perhaps.
    Text(String),
    /// A picture.
    Picture(Picture),
}

/// A file was read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FileEvent {
    /// A file was read, or not: one sentence.
    Opened {
        /// Which.
        path: PathBuf,
        /// What it held.
        result: Result<Content, String>,
    },
    /// A file was written, or not: one sentence.
    Saved {
        /// Which.
        path: PathBuf,
        /// What was written.
        document: Box<Document>,
        /// Whether it worked.
        result: Result<(), String>,
    },
    /// A text was written, or not: one sentence.
    Exported {
        /// Where.
        path: PathBuf,
        /// Whether it worked.
        result: Result<(), String>,
    },
}

/// Starts readers and writers and collects what they did.
pub(super) struct Files {
    sender: Sender<FileEvent>,
    events: Receiver<FileEvent>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Files {
    /// `wake` is called after every event.
    pub(super) fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Files {
        let (sender, events) = channel();
        Files { sender, events, wake }
    }

    /// Reads a file.
    pub(super) fn open(&self, path: PathBuf) {
        self.spawn(move || {
            let result = read(&path);
            FileEvent::Opened { path, result }
        });
    }

    /// Writes a project in one step: afterwards the file is the old or the new one, never a half.
    pub(super) fn save(&self, path: PathBuf, document: Document) {
        self.spawn(move || {
            let result = write_atomically(&path, &file::to_text(&document))
                .map_err(|error| format!("Could not save {}: {}", path.display(), reason(&error)));
            FileEvent::Saved { path, document: Box::new(document), result }
        });
    }

    /// Writes a text in one step.
    pub(super) fn export(&self, path: PathBuf, text: String) {
        self.spawn(move || {
            let result = write_atomically(&path, &text)
                .map_err(|error| format!("Could not save {}: {}", path.display(), reason(&error)));
            FileEvent::Exported { path, result }
        });
    }

    fn spawn(&self, work: impl FnOnce() -> FileEvent + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let work = move || {
            // A window that is gone needs no answer.
            let _ = sender.send(work());
            wake();
        };
        if let Err(error) = std::thread::Builder::new().name("file".to_owned()).spawn(work) {
            let result = Err(format!("No file can be read or written: {}", reason(&error)));
            let _ = self.sender.send(FileEvent::Opened { path: PathBuf::new(), result });
        }
    }

    /// The next event, if there is one.
    pub(super) fn next_event(&self) -> Option<FileEvent> {
        self.events.try_recv().ok()
    }
}

impl std::fmt::Debug for Files {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Files").finish_non_exhaustive()
    }
}

/// Reads a project, or text that may hold a puzzle.
///
/// # Errors
/// One sentence that names the file and what is wrong with it.
pub(super) fn read(path: &Path) -> Result<Content, String> {
    let wrong = |why: String| format!("Could not open {}: {why}", path.display());
    let bytes = read_bytes(path).map_err(wrong)?;
    if bytes.starts_with(PNG_SIGN) || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")) {
        return Picture::from_png(&bytes).map(Content::Picture).map_err(wrong);
    }
    let text = text_of(bytes).map_err(wrong)?;
    // Project files begin with a bracket or a comment; everything else is somebody else's format.
    let is_project = path.extension().is_some_and(|e| e == super::dialogs::EXTENSION)
        || text.trim_start_matches('\u{feff}').trim_start().starts_with(['(', '/']);
    if !is_project {
        return Ok(Content::Text(text));
    }
    file::from_text(&text)
        .map(|document| Content::Project(Box::new(document)))
        .map_err(|error| wrong(error.to_string()))
}

/// Reads a file that is text and not too large; the sentence does not name the file.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    read_bytes(path).and_then(text_of)
}

fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| "it is not a text file".to_owned())
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("it is larger than 8 MiB, which no project is".to_owned());
    }
    Ok(bytes)
}

/// Replaces a file in one step.
pub(crate) fn write_atomically(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
    file.write_all(text.as_bytes())?;
    file.commit()
}

/// What went wrong, in words.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "there is no permission".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}
