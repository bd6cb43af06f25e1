//! Writing lines to standard output.

use super::CliError;
use atomic_write_file::AtomicWriteFile;
use serde::Serialize;
use std::io::{BufWriter, Stdout, Write};
use std::path::Path;

/// Replaces a file in one step.
pub(super) fn save(file: &Path, contents: &[u8]) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot write {}: {error}", file.display()));
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

/// Standard output, line by line. A reader that has gone away ends the program quietly.
pub(super) struct Output {
    out: BufWriter<Stdout>,
    /// The reader is gone; nothing more is written.
    closed: bool,
}

impl Output {
    pub(super) fn new() -> Output {
        Output { out: BufWriter::new(std::io::stdout()), closed: false }
    }

    /// Whether the reader is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// One line of text.
    pub(super) fn line(&mut self, text: &str) -> Result<(), CliError> {
        let result = writeln!(self.out, "{text}");
        self.check(result)
    }

    /// Bytes as they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let result = self.out.write_all(bytes);
        self.check(result)
    }

    /// One JSON object.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string(value).map_err(|error| CliError(format!("cannot write JSON: {error}")))?;
        self.line(&text)
    }

    /// Shows what was written so far.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let result = self.out.flush();
        self.check(result)
    }

    fn check(&mut self, result: std::io::Result<()>) -> Result<(), CliError> {
        match result {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(error) => Err(CliError(format!("cannot write to standard output: {error}"))),
            Ok(()) => Ok(()),
        }
    }
}
