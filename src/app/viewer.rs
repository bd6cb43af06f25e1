//! The system's viewer, for printing.

use super::language::tr;
use crate::saving::reason;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program that opens a file with whatever the system thinks right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// Name or path of the program; the file is its last argument.
    pub program: OsString,
    /// Arguments in front of the file.
    pub arguments: Vec<OsString>,
}

/// A new folder for a file on its way to the viewer. It stays: who knows how long the viewer needs it?
pub(super) fn folder() -> std::io::Result<PathBuf> {
    Ok(tempfile::Builder::new().prefix("cluesmith-").tempdir()?.keep())
}

impl Viewer {
    /// The one of this system.
    pub fn native() -> Viewer {
        let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
            "macos" => ("open", &[]),
            "windows" => ("cmd", &["/C", "start", ""]),
            _ => ("xdg-open", &[]),
        };
        Viewer { program: program.into(), arguments: arguments.iter().map(OsString::from).collect() }
    }

    /// Starts it; one sentence if there is no such program.
    pub(super) fn start(&self, file: &Path) -> Result<Child, String> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => tr!("{program} is not installed: export the PDF and open it", program = self.name()),
            _ => reason(&error),
        })
    }

    /// Waits for its end; one sentence if it ends badly.
    pub(super) fn end(&self, child: &mut Child) -> Result<String, String> {
        match child.wait() {
            Ok(status) if status.success() => Ok(String::new()),
            Ok(_) => Err(tr!(
                "{program} found no program that shows PDF files: export the PDF and open it",
                program = self.name()
            )),
            Err(error) => Err(reason(&error)),
        }
        .map_err(|why| tr!("Could not open the PDF: {why}", why))
    }

    fn name(&self) -> std::borrow::Cow<'_, str> {
        self.program.to_string_lossy()
    }
}
