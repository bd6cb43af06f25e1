//! Writing: lines to standard output, and files.

use super::CliError;
use crate::saving::{self, Stamp};
use serde::Serialize;
use std::io::{BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

/// Writes a file; see [`saving`] for what happens to the one that is there.
pub(super) fn save(file: &Path, contents: &[u8]) -> Result<(), CliError> {
    saving::save(file, contents).map_err(|error| CliError(error.to_string()))
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
        let files: Vec<(PathBuf, Vec<u8>)> = files.into_iter().enumerate().map(file).collect();
        saving::save_all(&files).map_err(|error| CliError(error.to_string()))
    }

    /// Writes the file.
    pub(super) fn put(&self, bytes: &[u8]) -> Result<(), CliError> {
        if self.is_standard_output {
            let mut output = Output::new();
            output.bytes(bytes)?;
            return output.flush();
        }
        if let Some(before) = self.before
            && Stamp::read(&self.file).ok().flatten() != Some(before)
        {
            let file = self.file.display();
            return Err(CliError(format!("another program changed {file} after it was read; it is left as it is now")));
        }
        save(&self.file, bytes)
    }
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
