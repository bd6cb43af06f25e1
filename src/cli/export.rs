//! `generate --export`: the formula of a pattern for other programs.

use super::args::Generate;
use super::output::{Destination, Output};
use super::{CliError, Exit};
use crate::generate::sat::export::{Export, ExportError, Format};
use crate::generate::{Method, Request, Watch};
use crate::saving;
use serde::Serialize;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;

/// A line of `generate --export --json`.
#[derive(Serialize)]
struct ExportLine {
    pattern: String,
    export: &'static str,
    file: String,
    rounds: usize,
    variables: usize,
}

/// Where an export goes.
pub(super) struct Place<'a> {
    format: Format,
    file: &'a Path,
    destination: Destination,
}

impl<'a> Place<'a> {
    /// Reads the two values of the option, and looks whether the file can be written, before anything is done.
    pub(super) fn new(values: &'a [OsString], args: &Generate) -> Result<Place<'a>, CliError> {
        let [format, file] = values else { return Err(CliError("--export: name a format and a file".to_owned())) };
        let known = Format::ALL.into_iter().find(|known| format.to_str() == Some(known.name()));
        let names = Format::ALL.map(Format::name).join(", ");
        let format = known.ok_or_else(|| CliError(format!("--export: use one of {names}, then a file")))?;
        if !matches!(args.method, Method::Auto | Method::Sat) {
            let method = args.method.name();
            return Err(CliError(format!("--export: {method} has no formula; use --method sat")));
        }
        let file = Path::new(file);
        let destination = Destination::new(file, &[])?;
        if !destination.is_standard_output() && saving::is_file(file) {
            return Err(CliError(format!("--export: {} is there already; name another file", file.display())));
        }
        Ok(Place { format, file, destination })
    }

    /// Writes the formula and tells of it.
    pub(super) fn write(&self, request: &Request, args: &Generate, watch: &dyn Watch) -> Result<Exit, CliError> {
        let rounds = args.rounds.last;
        let export = match Export::new(request, args.encoding, self.format, rounds, watch) {
            Ok(export) => export,
            Err(ExportError::Stopped) => {
                let mut output = Output::new();
                output.line(&format!("# {} not exported within {} s", request.pattern, args.time_limit))?;
                return output.flush().map(|()| Exit::Undecided);
            }
            Err(error) => return Err(CliError(format!("--export: {error}"))),
        };
        if self.destination.is_standard_output() {
            return self.destination.put(export.to_string().as_bytes()).map(|()| Exit::Done);
        }
        let is_written = self.destination.put_by(&mut |part| {
            let mut lines = Lines { part, failed: None };
            fmt::write(&mut lines, format_args!("{export}"))
                .map_err(|error| lines.failed.take().unwrap_or_else(|| io::Error::other(error)))
        })?;
        if !is_written {
            return Ok(Exit::Undecided);
        }
        let mut output = Output::new();
        if args.common.json {
            output.json(&ExportLine {
                pattern: request.pattern.to_string(),
                export: self.format.name(),
                file: self.file.display().to_string(),
                rounds,
                variables: export.n_vars(),
            })?;
        } else {
            output.line(&format!(
                "# {} {rounds} rounds, {} variables, written to {}",
                request.pattern,
                export.n_vars(),
                self.file.display()
            ))?;
        }
        output.flush().map(|()| Exit::Done)
    }
}

/// Passes text on to a file.
struct Lines<'a> {
    part: &'a mut dyn FnMut(&str) -> io::Result<()>,
    failed: Option<io::Error>,
}

impl fmt::Write for Lines<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        (self.part)(text).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}
