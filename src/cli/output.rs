//! Writing lines to standard output or, as they come, to a file.

use super::resume::{Kept, Place};
use super::{CliError, signals};
use atomic_write_file::AtomicWriteFile;
use serde::Serialize;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Replaces a file in one step.
pub(super) fn save(file: &Path, contents: &[u8]) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot write {}: {error}", file.display()));
    let _undisturbed = signals::undisturbed();
    let mut out = AtomicWriteFile::open(file).map_err(failed)?;
    out.write_all(contents).map_err(failed)?;
    out.commit().map_err(failed)
}

/// Whether [`save`] will be able to write there, as far as can be told before long work begins.
pub(super) fn can_save(file: &Path) -> Result<(), CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError(format!("cannot write {}: {error}", file.display()));
    if file.is_dir() {
        return Err(failed(&"this is a folder; name a file in it"));
    }
    // Nothing appears under the name until a commit.
    let trial = AtomicWriteFile::open(file).map_err(|error| failed(&error))?;
    trial.discard().map_err(|error| failed(&error))
}

/// Where lines go.
enum Sink {
    StandardOutput,
    File(File, PathBuf),
}

/// Lines on their way out. Only whole lines are written.
pub(super) struct Lines {
    sink: Sink,
    /// Whole lines not yet written.
    pending: Vec<u8>,
    /// The reader is gone; nothing more is written.
    closed: bool,
    /// The state of a file that can be gone on with.
    kept: Option<Kept>,
}

/// Lines are written together up to this many bytes.
const MOST_PENDING: usize = 1 << 15;

impl Lines {
    fn line(&mut self, text: &str) -> Result<(), CliError> {
        if let Some(kept) = &mut self.kept {
            if kept.meets(text)? {
                return Ok(());
            }
            kept.add(text);
        }
        self.pending.extend_from_slice(text.as_bytes());
        self.pending.push(b'\n');
        if self.pending.len() < MOST_PENDING { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        if self.pending.is_empty() || self.closed {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let written = match &mut self.sink {
            Sink::StandardOutput => {
                let mut out = std::io::stdout().lock();
                out.write_all(&pending).and_then(|()| out.flush())
            }
            Sink::File(file, _) => {
                if let Some(kept) = &mut self.kept {
                    kept.make_ready(file)?;
                }
                file.write_all(&pending)
            }
        };
        match (written, &self.sink) {
            (Ok(()), _) => Ok(()),
            (Err(error), _) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            (Err(error), Sink::StandardOutput) => Err(CliError(format!("cannot write to standard output: {error}"))),
            (Err(error), Sink::File(_, path)) => Err(CliError(format!("cannot write {}: {error}", path.display()))),
        }
    }

    fn mark(&mut self, place: Place) -> Result<(), CliError> {
        let is_due = self.kept.as_mut().is_some_and(|kept| kept.mark(place));
        if is_due { self.note() } else { Ok(()) }
    }

    /// Writes what there is and notes it as done.
    fn note(&mut self) -> Result<(), CliError> {
        self.flush()?;
        self.kept.as_mut().map_or(Ok(()), Kept::note)
    }

    /// The run ends here, between two lines; whoever is told of an error is not there any more.
    pub(super) fn interrupt(&mut self) {
        let _ = self.note();
    }
}

/// Standard output, or a file, line by line. A reader that has gone away ends the program quietly.
pub(super) struct Output {
    lines: Arc<Mutex<Lines>>,
}

impl Output {
    /// Standard output.
    pub(super) fn new() -> Output {
        Output::to(Sink::StandardOutput, None)
    }

    /// A file that is open for writing.
    pub(super) fn file(file: File, path: &Path, kept: Option<Kept>) -> Output {
        Output::to(Sink::File(file, path.to_owned()), kept)
    }

    fn to(sink: Sink, kept: Option<Kept>) -> Output {
        let lines = Arc::new(Mutex::new(Lines { sink, pending: Vec::new(), closed: false, kept }));
        signals::register(&lines);
        Output { lines }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the reader is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.lines().closed
    }

    /// One line of text.
    pub(super) fn line(&mut self, text: &str) -> Result<(), CliError> {
        self.lines().line(text)
    }

    /// Bytes as they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let mut lines = self.lines();
        lines.pending.extend_from_slice(bytes);
        lines.flush()
    }

    /// One JSON object.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string(value).map_err(|error| CliError(format!("cannot write JSON: {error}")))?;
        self.line(&text)
    }

    /// Shows what was written so far.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        self.lines().flush()
    }

    /// Bytes so far of a file that can be gone on with.
    pub(super) fn position(&self) -> u64 {
        self.lines().kept.as_ref().map_or(0, Kept::position)
    }

    /// What the next line has to be, where it stands in the file already.
    pub(super) fn next_kept(&self) -> Option<String> {
        self.lines().kept.as_ref().and_then(Kept::next).map(str::to_owned)
    }

    /// All lines so far are done with; a run that goes on with the file begins at this place.
    pub(super) fn mark(&mut self, place: Place) -> Result<(), CliError> {
        self.lines().mark(place)
    }

    /// The run is complete.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        let mut lines = self.lines();
        lines.flush()?;
        let Lines { sink: Sink::File(file, _), kept: Some(kept), .. } = &mut *lines else { return Ok(()) };
        kept.finish(file)
    }
}
