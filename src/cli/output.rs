//! Writing lines to standard output or, as they come, to a file.

use super::resume::{Kept, Place};
use super::{CliError, signals};
use crate::saving::{self, Stamp};
use serde::Serialize;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Takes a part of a file.
type Part<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

/// Writes a file; see [`saving`] for what happens to the one that is there.
pub(super) fn save(file: &Path, contents: &[u8]) -> Result<(), CliError> {
    let _undisturbed = signals::undisturbed();
    saving::save(file, contents).map_err(|error| CliError(error.to_string()))
}

/// Writes files that belong together: all of them or none.
pub(super) fn save_all(files: &[(PathBuf, impl AsRef<[u8]>)]) -> Result<(), CliError> {
    let _undisturbed = signals::undisturbed();
    saving::save_all(files).map_err(|error| CliError(error.to_string()))
}

/// Whether [`save`] will be able to write there, as far as can be told before long work begins.
pub(super) fn can_save(file: &Path) -> Result<(), CliError> {
    saving::check(file).map_err(|error| CliError(error.to_string()))
}

/// Where a command writes: a file, or standard output for `-` and whatever leads there.
pub(super) struct Destination {
    file: PathBuf,
    is_standard_output: bool,
    /// What the file held before it was read: where it is also an input.
    before: Option<Stamp>,
}

impl Destination {
    /// Has to be called before the inputs are read, so that no change is missed.
    pub(super) fn new(file: &Path, inputs: &[PathBuf]) -> Result<Destination, CliError> {
        let is_standard_output = file.as_os_str() == "-" || saving::is_standard_output(file);
        let failed =
            |error: std::io::Error| CliError(format!("cannot read {}: {}", file.display(), saving::reason(&error)));
        let is_input = !is_standard_output && inputs.iter().any(|input| saving::is_same_file(input, file));
        let before = if is_input { Stamp::read(file).map_err(failed)? } else { None };
        if !is_standard_output {
            can_save(file)?;
        }
        Ok(Destination { file: file.to_owned(), is_standard_output, before })
    }

    /// Whether it is standard output, where long outputs go piece by piece.
    pub(super) fn is_standard_output(&self) -> bool {
        self.is_standard_output
    }

    /// Writes several files beside the one that is named; `name_of` gives their names by index and number.
    pub(super) fn put_all(
        &self,
        files: Vec<Vec<u8>>,
        name_of: impl Fn(usize, usize) -> String,
    ) -> Result<(), CliError> {
        let n = files.len();
        if self.is_standard_output || !saving::is_for_a_file(&self.file) {
            let place =
                if self.is_standard_output { "standard output".to_owned() } else { self.file.display().to_string() };
            return Err(CliError(format!("cannot write {n} pages to {place}: name a file, or write pdf or txt")));
        }
        let file = |(index, bytes)| (self.file.with_file_name(name_of(index, n)), bytes);
        save_all(&files.into_iter().enumerate().map(file).collect::<Vec<_>>())
    }

    /// Writes the file.
    pub(super) fn put(&self, bytes: &[u8]) -> Result<(), CliError> {
        if self.is_standard_output {
            let mut output = Output::new();
            output.bytes(bytes)?;
            return output.flush();
        }
        self.check_unchanged()?;
        save(&self.file, bytes)
    }

    /// Writes the file part by part. A signal ends that: then the file is left as it was, and this is false.
    pub(super) fn put_by(&self, fill: &mut dyn FnMut(&mut Part<'_>) -> io::Result<()>) -> Result<bool, CliError> {
        self.check_unchanged()?;
        let stop = signals::stop_flag();
        let saved = saving::save_by(&self.file, &mut |out| {
            fill(&mut |text| {
                if stop.is_raised() {
                    return Err(ErrorKind::Interrupted.into());
                }
                out.write_all(text.as_bytes())
            })
        });
        match saved {
            Err(_) if stop.is_raised() => Ok(false),
            saved => saved.map(|()| true).map_err(|error| CliError(error.to_string())),
        }
    }

    /// Whether a file that is also an input is still what was read.
    fn check_unchanged(&self) -> Result<(), CliError> {
        if let Some(before) = self.before
            && Stamp::read(&self.file).ok().flatten() != Some(before)
        {
            let file = self.file.display();
            return Err(CliError(format!("another program changed {file} after it was read; it is left as it is now")));
        }
        Ok(())
    }
}

/// Where lines go.
enum Sink {
    StandardOutput,
    File(File, PathBuf),
}

/// Lines on their way out. Only whole lines are written.
pub(super) struct Lines {
    sink: Sink,
    /// Whole lines not yet written, and when the ones before them were.
    pending: Vec<u8>,
    written: Instant,
    /// The reader is gone; nothing more is written.
    closed: bool,
    /// The state of a file that can be gone on with.
    kept: Option<Kept>,
}

/// Lines are written together up to this many bytes, and if they come within this time.
const MOST_PENDING: usize = 1 << 15;
const LONGEST_PENDING: Duration = Duration::from_millis(100);

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
        let may_wait = self.pending.len() < MOST_PENDING && self.written.elapsed() < LONGEST_PENDING;
        if may_wait { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        if self.pending.is_empty() || self.closed {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        self.written = Instant::now();
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
    #[cfg(unix)]
    pub(super) fn interrupt(&mut self) {
        let _ = self.note();
    }
}

/// A value as one line of JSON.
pub(super) fn json_text(value: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(value).map_err(|error| CliError(format!("cannot write JSON: {error}")))
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
        let lines =
            Arc::new(Mutex::new(Lines { sink, pending: Vec::new(), written: Instant::now(), closed: false, kept }));
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
        self.line(&json_text(value)?)
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
