//! Reading and writing files, each on a thread of its own: a slow disk must not stop the window.

use super::picture::Picture;
use super::viewer::Viewer;
use crate::project::{Document, file};
use crate::sheet::page_stem;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// No project comes near this size; a film would.
const MAX_BYTES: u64 = 8 << 20;

/// How every PNG file begins.
const PNG_SIGN: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a file held.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Content {
    /// A project.
    Project(Box<Document>),
    /// Something else that is text: a puzzle or pattern perhaps.
    Text(String),
    /// A picture.
    Picture(Picture),
}

/// A file was read or written.
#[derive(Clone, PartialEq, Debug)]
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
    /// Something was written, or not: one sentence.
    Exported(Result<String, String>),
    /// A viewer was started, or was not, or ended badly: one sentence.
    Viewed(Result<String, String>),
}

/// What shall be written: made on the thread that writes it.
pub(super) struct Export {
    /// What it is, for the name of the file: "trace", "sheet".
    pub what: &'static str,
    /// Ending of the file.
    pub extension: &'static str,
    make: Make,
}

/// The bytes of each file.
type Make = Box<dyn FnOnce() -> Result<Vec<Vec<u8>>, String> + Send>;

impl Export {
    /// One file or several, whose bytes take their time.
    pub(super) fn new(
        what: &'static str,
        extension: &'static str,
        make: impl FnOnce() -> Result<Vec<Vec<u8>>, String> + Send + 'static,
    ) -> Export {
        Export { what, extension, make: Box::new(make) }
    }

    /// A text.
    pub(super) fn text(what: &'static str, extension: &'static str, text: String) -> Export {
        Export::new(what, extension, || Ok(vec![text.into_bytes()]))
    }

    /// Writes it; several files are numbered. Gives a sentence either way.
    fn write(self, path: &Path) -> Result<String, String> {
        let wrong = |path: &Path, why: &str| format!("Could not save {}: {why}", path.display());
        let files = (self.make)().map_err(|why| wrong(path, &why))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
        let path_of = |index: usize| match files.len() {
            1 => path.to_owned(),
            n => path.with_file_name(format!("{}{ending}", page_stem(&stem, index, n))),
        };
        for (index, bytes) in files.iter().enumerate() {
            let path = path_of(index);
            write_atomically(&path, bytes).map_err(|error| wrong(&path, &reason(&error)))?;
        }
        let name = |index: usize| path_of(index).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(match files.len() {
            0 | 1 => format!("Saved {}", name(0)),
            n => format!("Saved {n} files, {} to {}", name(0), name(n - 1)),
        })
    }
}

impl std::fmt::Debug for Export {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Export").field("what", &self.what).field("extension", &self.extension).finish_non_exhaustive()
    }
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
            let result = write_atomically(&path, file::to_text(&document))
                .map_err(|error| format!("Could not save {}: {}", path.display(), reason(&error)));
            FileEvent::Saved { path, document: Box::new(document), result }
        });
    }

    /// Writes each file in one step.
    pub(super) fn export(&self, path: PathBuf, export: Export) {
        self.spawn(move || FileEvent::Exported(export.write(&path)));
    }

    /// Writes a file of this name to a folder of its own and opens it in the system's viewer.
    pub(super) fn view(&self, viewer: Viewer, name: String, export: Export) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        self.spawn(move || {
            let begun = super::viewer::folder().map_err(|error| reason(&error)).and_then(|folder| {
                let path = folder.join(name);
                export.write(&path)?;
                viewer.start(&path)
            });
            match begun {
                Ok(mut child) => {
                    let opened = Ok("The sheet opens in the system\u{2019}s PDF viewer: print it there".to_owned());
                    // A window that is gone needs no answer.
                    let _ = sender.send(FileEvent::Viewed(opened));
                    wake();
                    FileEvent::Viewed(viewer.end(&mut child))
                }
                Err(why) => FileEvent::Viewed(Err(format!("Could not open the PDF: {why}"))),
            }
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
pub(crate) fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
    let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
    file.write_all(bytes.as_ref())?;
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
