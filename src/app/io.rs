//! Reading and writing files, each on a thread of its own: a slow disk must not stop the window.

use super::language::{present, tr, tr_n};
use super::picture::{PICTURE_ENDINGS, PatternPicture};
use super::viewer::Viewer;
use crate::project::{Document, file};
use crate::saving::{self, SaveError, Stamp, reason};
use crate::sheet::page_stem;
use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No project comes near this size; a film would.
const MAX_BYTES: u64 = 64 << 20;

/// How long the end of the program waits for files that are being written.
const LONGEST_END: Duration = Duration::from_secs(10);

/// What a file held.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Content {
    /// A project, and what the file held.
    Project(Box<Document>, Stamp),
    /// Something else that is text: a puzzle or pattern perhaps.
    Text(String),
    /// A picture.
    Picture(PatternPicture),
}

/// What may stand where a project is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// Anything: the setter said that it may be replaced.
    Anything,
    /// Nothing.
    Nothing,
    /// Nothing, or what was read or written there last.
    Unchanged(Stamp),
}

/// Why a project was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unsaved {
    /// It could not be: one sentence.
    Failed(String),
    /// Something else than expected stands there.
    Occupied,
}

/// An export that is ready to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// What it is, for the name of the file.
    what: &'static str,
    /// Ending of the file.
    extension: &'static str,
    /// Its files with their contents.
    files: Arc<[(PathBuf, Vec<u8>)]>,
    /// What is said about them beside their names.
    note: String,
}

impl From<Made> for Export {
    /// To be written under another name.
    fn from(made: Made) -> Export {
        let bytes = move || Ok((made.files.iter().map(|(_, bytes)| bytes.clone()).collect(), made.note));
        Export::with_note(made.what, made.extension, bytes)
    }
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
        /// Whether it takes the place of the present document without a question.
        is_reload: bool,
    },
    /// A file was written, or not.
    Saved {
        /// Which.
        path: PathBuf,
        /// What was written.
        document: Box<Document>,
        /// What the file holds now.
        result: Result<Stamp, Unsaved>,
    },
    /// Something was written, or not: one sentence.
    Exported(Result<String, String>),
    /// Nothing was written yet: these files stand there already.
    Occupied {
        /// What shall be written.
        made: Made,
        /// Which of the files are there.
        existing: Vec<PathBuf>,
    },
    /// Where a proof shall go, and which of its files are there already.
    ProofPath {
        /// The path.
        path: PathBuf,
        /// Files that the proof would replace.
        existing: Vec<PathBuf>,
    },
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

/// The bytes of each file, and what is said about them.
type Make = Box<dyn FnOnce() -> Result<(Vec<Vec<u8>>, String), String> + Send>;

impl Export {
    /// One file or several, whose bytes take their time.
    pub(super) fn new(
        what: &'static str,
        extension: &'static str,
        make: impl FnOnce() -> Result<Vec<Vec<u8>>, String> + Send + 'static,
    ) -> Export {
        Export::with_note(what, extension, || Ok((make()?, String::new())))
    }

    /// The same; beside the name of a file that was written the notice says what it holds.
    pub(super) fn with_note(
        what: &'static str,
        extension: &'static str,
        make: impl FnOnce() -> Result<(Vec<Vec<u8>>, String), String> + Send + 'static,
    ) -> Export {
        Export { what, extension, make: Box::new(make) }
    }

    /// A text.
    pub(super) fn text(what: &'static str, extension: &'static str, text: String) -> Export {
        Export::new(what, extension, || Ok(vec![text.into_bytes()]))
    }

    /// The files with their names; several are numbered. One sentence if they cannot be made.
    fn make(self, path: &Path) -> Result<Made, String> {
        let (files, note) = (self.make)().map_err(|why| could_not_save(path, &why))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
        let n = files.len();
        let path_of = |index: usize| match n {
            1 => path.to_owned(),
            n => path.with_file_name(format!("{}{ending}", page_stem(&stem, index, n))),
        };
        let files = files.into_iter().enumerate().map(|(index, bytes)| (path_of(index), bytes)).collect();
        Ok(Made { what: self.what, extension: self.extension, files, note })
    }
}

impl Made {
    /// Writes the files. Gives a sentence either way.
    fn write(&self) -> Result<String, String> {
        let sentence = write(&self.files)?;
        Ok(if self.note.is_empty() { sentence } else { format!("{sentence}: {}", self.note) })
    }
}

/// Writes files that belong together. Gives a sentence either way.
fn write(files: &[(PathBuf, Vec<u8>)]) -> Result<String, String> {
    saving::save_all(files).map_err(|error| sentence(&error))?;
    let name = |(path, _): &(PathBuf, Vec<u8>)| name_of(path);
    Ok(match files {
        [] => tr!("There is nothing to save").to_owned(),
        [one] => tr!("Saved {file}", file = name(one)),
        [one, other] => tr!("Saved {one} and {other}", one = name(one), other = name(other)),
        [first, .., last] => tr_n!(
            files.len(),
            "Saved 1 file, {first} to {last}",
            "Saved {n} files, {first} to {last}",
            first = name(first),
            last = name(last)
        ),
    })
}

/// "Could not save ..." for the corner of the window.
pub(super) fn sentence(error: &SaveError) -> String {
    could_not_save(&error.path, &error.why)
}

fn could_not_save(path: &Path, why: &dyn Display) -> String {
    tr!("Could not save {path}: {why}", path = path.display(), why)
}

/// The last part of a path.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
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
    /// Those that may still be at work.
    writers: Vec<JoinHandle<()>>,
}

impl Files {
    /// `wake` is called after every event.
    pub(super) fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Files {
        let (sender, events) = channel();
        Files { sender, events, wake, writers: Vec::new() }
    }

    /// Reads a file.
    pub(super) fn open(&self, path: PathBuf) {
        self.read(path, false);
    }

    /// Reads a file again, to take the place of the present document.
    pub(super) fn reload(&self, path: PathBuf) {
        self.read(path, true);
    }

    fn read(&self, path: PathBuf, is_reload: bool) {
        self.spawn(move || {
            let result = read(&path);
            FileEvent::Opened { path, result, is_reload }
        });
    }

    /// Writes a project, unless something else than expected stands there.
    pub(super) fn save(&mut self, path: PathBuf, document: Document, expected: Expected) {
        self.write_on_a_thread(move || {
            let result = save(&path, &document, expected);
            FileEvent::Saved { path, document: Box::new(document), result }
        });
    }

    /// Writes an export; asks back if a file would be replaced, but for the one of which was asked already.
    pub(super) fn export(&mut self, path: PathBuf, asked: Option<PathBuf>, export: Export) {
        self.write_on_a_thread(move || {
            let made = match export.make(&path) {
                Ok(made) => made,
                Err(sentence) => return FileEvent::Exported(Err(sentence)),
            };
            let paths = made.files.iter().map(|(path, _)| path);
            let existing = existing(paths.filter(|path| asked.as_ref() != Some(path)));
            if existing.is_empty() { FileEvent::Exported(made.write()) } else { FileEvent::Occupied { made, existing } }
        });
    }

    /// Writes files, whatever stands there.
    pub(super) fn write(&mut self, made: Made) {
        self.write_on_a_thread(move || FileEvent::Exported(made.write()));
    }

    /// Looks whether a proof of this name, in these files, would replace any.
    pub(super) fn look_for_proof(&self, candidates: [PathBuf; 3], path: PathBuf, asked: Option<PathBuf>) {
        self.spawn(move || {
            let existing = existing(candidates.iter().filter(|candidate| asked.as_ref() != Some(candidate)));
            FileEvent::ProofPath { path, existing }
        });
    }

    /// Writes a file of this name to a folder of its own and opens it in the system's viewer.
    pub(super) fn view(&self, viewer: Viewer, name: String, export: Export) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        self.spawn(move || {
            let begun = super::viewer::folder().map_err(|error| reason(&error)).and_then(|folder| {
                let path = folder.join(name);
                write(&export.make(&path)?.files)?;
                viewer.start(&path)
            });
            match begun {
                Ok(mut child) => {
                    let opened =
                        Ok(tr!("The sheet opens in the system\u{2019}s PDF viewer: print it there").to_owned());
                    // A window that is gone needs no answer.
                    let _ = sender.send(FileEvent::Viewed(opened));
                    wake();
                    FileEvent::Viewed(viewer.end(&mut child))
                }
                Err(why) => FileEvent::Viewed(Err(tr!("Could not open the PDF: {why}", why))),
            }
        });
    }

    fn write_on_a_thread(&mut self, work: impl FnOnce() -> FileEvent + Send + 'static) {
        self.writers.retain(|writer| !writer.is_finished());
        self.writers.extend(self.spawn(work));
    }

    fn spawn(&self, work: impl FnOnce() -> FileEvent + Send + 'static) -> Option<JoinHandle<()>> {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let language = present();
        let work = move || {
            language.enter();
            // A window that is gone needs no answer.
            let _ = sender.send(work());
            wake();
        };
        match std::thread::Builder::new().name("file".to_owned()).spawn(work) {
            Ok(thread) => Some(thread),
            Err(error) => {
                let result = Err(tr!("No file can be read or written: {why}", why = reason(&error)));
                let _ = self.sender.send(FileEvent::Opened { path: PathBuf::new(), result, is_reload: false });
                None
            }
        }
    }

    /// Waits for files that are being written, as long as a person would; a pipe may wait for its reader for ever.
    pub(super) fn finish(&self) {
        let start = Instant::now();
        while self.writers.iter().any(|writer| !writer.is_finished()) && start.elapsed() < LONGEST_END {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The next event, if there is one.
    pub(super) fn next_event(&self) -> Option<FileEvent> {
        self.events.try_recv().ok()
    }
}

/// The files among these that are there.
fn existing<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
    paths.filter(|path| saving::is_file(path)).cloned().collect()
}

fn save(path: &Path, document: &Document, expected: Expected) -> Result<Stamp, Unsaved> {
    let failed = |why: &str| Unsaved::Failed(could_not_save(path, &why));
    let text = file::to_text(document);
    if text.len() as u64 > MAX_BYTES {
        // It could not be opened again.
        return Err(failed(tr!("the project is larger than 64 MiB; shorten its notes")));
    }
    let present = match expected {
        Expected::Anything => None,
        Expected::Nothing | Expected::Unchanged(_) => Stamp::read(path).map_err(|error| failed(&reason(&error)))?,
    };
    if present.is_some_and(|present| expected != Expected::Unchanged(present)) {
        return Err(Unsaved::Occupied);
    }
    saving::save(path, &text).map_err(|error| Unsaved::Failed(sentence(&error)))?;
    Ok(Stamp::of(text.as_bytes()))
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
    let wrong = |why: String| tr!("Could not open {path}: {why}", path = path.display(), why);
    let bytes = read_bytes(path).map_err(wrong)?;
    let is_named = |name: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(name));
    if PatternPicture::is_one(&bytes) || PICTURE_ENDINGS.into_iter().any(is_named) {
        return PatternPicture::from_file(&bytes).map(Content::Picture).map_err(wrong);
    }
    let stamp = Stamp::of(&bytes);
    let text = text_of(bytes).map_err(wrong)?;
    // Project files begin with a bracket or a comment; everything else is somebody else's format.
    let is_project = path.extension().is_some_and(|e| e == super::dialogs::EXTENSION)
        || text.trim_start_matches('\u{feff}').trim_start().starts_with(['(', '/']);
    if !is_project {
        return Ok(Content::Text(text));
    }
    file::from_text(&text)
        .map(|document| Content::Project(Box::new(document), stamp))
        .map_err(|error| wrong(error.to_string()))
}

/// Reads a file that is text and not too large; the sentence does not name the file.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    read_bytes(path).and_then(text_of)
}

fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| tr!("it is not a text file").to_owned())
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(tr!("it is larger than 64 MiB, which no project is").to_owned());
    }
    Ok(bytes)
}
