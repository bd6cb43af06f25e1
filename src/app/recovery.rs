//! The recovery file: what a crash would lose, written a second after the last edit.
//!
//! Each running studio holds one slot by a lock on its `.lock` file, so two
//! studios never write the same file, and a file in a free slot is what a
//! crash left behind.

use super::io::read_text;
use super::language::tr;
use crate::project::{Document, file};
use crate::saving::{self, Stamp};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Studios that can run side by side with recovery.
const SLOTS: usize = 8;
/// Written so long after the last edit ...
const QUIET: Duration = Duration::from_secs(1);
/// ... and at the latest so long after the first one.
const LATEST: Duration = Duration::from_millis(1800);

/// First line of a recovery file of a project that has a file.
const PATH_MARK: &str = "// file: ";
/// Second line, if it is known what that file held.
const STAMP_MARK: &str = "// stamp: ";

/// What a crash left behind.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leftover {
    /// The document.
    pub document: Document,
    /// The file it belongs to, if it had one.
    pub file: Option<PathBuf>,
    /// What that file held when it was read or written last.
    pub stamp: Option<Stamp>,
    /// Where it was found; removed once the answer is given.
    found: PathBuf,
}

enum Message {
    Keep(Box<RecoveryState>),
    Forget,
}

/// What goes into a recovery file.
struct RecoveryState {
    document: Document,
    file: Option<PathBuf>,
    stamp: Option<Stamp>,
}

/// Writes and removes the recovery file on a thread of its own.
#[derive(Debug)]
pub(super) struct Recovery {
    messages: Option<Sender<Message>>,
    writer: Option<JoinHandle<()>>,
    /// Held as long as the studio runs.
    _lock: Option<File>,
}

impl Recovery {
    /// No recovery: for tests, or where there is no folder for it.
    pub(super) fn off() -> Recovery {
        Recovery { messages: None, writer: None, _lock: None }
    }

    /// Takes a slot in the folder; also gives what a crash left in a free slot, and
    /// sentences for the user.
    pub(super) fn start(folder: &Path) -> (Recovery, Option<Leftover>, Vec<String>) {
        let mut warnings = Vec::new();
        if let Err(error) = std::fs::create_dir_all(folder) {
            warnings.push(tr!(
                "Nothing can be recovered after a crash: {path}: {why}",
                path = folder.display(),
                why = error
            ));
            return (Recovery::off(), None, warnings);
        }
        let path_of = |slot: usize| folder.join(format!("recovery-{slot}.{}", super::dialogs::EXTENSION));
        let mut leftover = None;
        let mut own = None;
        for slot in 0..SLOTS {
            let path = path_of(slot);
            if own.is_some() && (leftover.is_some() || !path.exists()) {
                continue;
            }
            let lock = File::options().create(true).append(true).open(folder.join(format!("recovery-{slot}.lock")));
            let Ok(lock) = lock else { continue };
            // A file system without locks: take the slot all the same.
            if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
                continue;
            }
            if path.exists() {
                match read_leftover(&path) {
                    // Its own slot: what is edited from now on replaces it.
                    Ok(found) => {
                        leftover = Some(found);
                        own = Some((slot, lock));
                        continue;
                    }
                    Err(why) => warnings.push(set_aside(&path, &why)),
                }
            }
            own.get_or_insert((slot, lock));
        }
        let Some((slot, lock)) = own else {
            warnings.push(tr!("{n} windows are already open: nothing can be recovered if this one crashes", n = SLOTS));
            return (Recovery::off(), leftover, warnings);
        };
        let path = path_of(slot);
        let (sender, messages) = channel();
        let writer = std::thread::Builder::new().name("recovery".to_owned()).spawn(move || {
            let mut waiting: Option<(Box<RecoveryState>, Instant)> = None;
            loop {
                let message = match &waiting {
                    None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    Some((_, since)) => messages.recv_timeout(QUIET.min(LATEST.saturating_sub(since.elapsed()))),
                };
                match message {
                    Ok(Message::Keep(state)) => {
                        let since = waiting.as_ref().map_or_else(Instant::now, |(_, since)| *since);
                        waiting = Some((state, since));
                    }
                    Ok(Message::Forget) => {
                        waiting = None;
                        // It may never have been written.
                        let _ = std::fs::remove_file(&path);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Some((state, _)) = waiting.take() {
                            // A full disk must not disturb the work; saving will say so.
                            let _ = saving::save(&path, recovery_text(&state));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        match writer {
            Ok(writer) => {
                (Recovery { messages: Some(sender), writer: Some(writer), _lock: Some(lock) }, leftover, warnings)
            }
            Err(_) => (Recovery::off(), leftover, warnings),
        }
    }

    /// Keeps this state in the recovery file, soon.
    pub(super) fn keep(&self, document: &Document, file: Option<&Path>, stamp: Option<Stamp>) {
        let (document, file) = (document.clone(), file.map(Path::to_owned));
        self.send(Message::Keep(Box::new(RecoveryState { document, file, stamp })));
    }

    /// Removes the recovery file: everything is saved or was discarded.
    pub(super) fn forget(&self) {
        self.send(Message::Forget);
    }

    fn send(&self, message: Message) {
        if let Some(messages) = &self.messages {
            // The writer only ends together with this value.
            let _ = messages.send(message);
        }
    }
}

impl Drop for Recovery {
    /// Lets the writer do what it was told, then ends it.
    fn drop(&mut self) {
        self.messages = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has nothing left to do.
            let _ = writer.join();
        }
    }
}

fn recovery_text(state: &RecoveryState) -> String {
    let mut marks = String::new();
    if let Some(path) = &state.file {
        marks = format!("{PATH_MARK}{}\n", path.display());
        if let Some(stamp) = state.stamp {
            marks += &format!("{STAMP_MARK}{stamp}\n");
        }
    }
    marks + &file::to_text(&state.document)
}

fn read_leftover(path: &Path) -> Result<Leftover, String> {
    let text = read_text(path)?;
    let mut lines = text.lines();
    let file = lines.next().and_then(|line| line.strip_prefix(PATH_MARK)).map(PathBuf::from);
    let stamp = lines.next().and_then(|line| line.strip_prefix(STAMP_MARK)).and_then(|text| text.parse().ok());
    let document = file::from_text(&text).map_err(|error| error.to_string())?;
    Ok(Leftover { document, file, stamp, found: path.to_owned() })
}

/// Renames a damaged file so that it disturbs no more, and says so.
pub(crate) fn set_aside(path: &Path, why: &str) -> String {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".damaged");
    match std::fs::rename(path, &aside) {
        Ok(()) => {
            tr!(
                "{path} was damaged ({why}) and has been set aside as {aside}",
                path = path.display(),
                why,
                aside = Path::new(&aside).display()
            )
        }
        Err(error) => {
            tr!("{path} is damaged ({why}) and cannot be set aside: {error}", path = path.display(), why, error)
        }
    }
}

impl Leftover {
    /// Removes the file: its document was restored or discarded.
    pub(super) fn remove(&self) {
        // If it cannot be removed it is offered again, which does no harm.
        let _ = std::fs::remove_file(&self.found);
    }
}
