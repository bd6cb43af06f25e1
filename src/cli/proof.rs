//! `--proof`: certificates of impossibility on disk.

use super::CliError;
use super::output::save;
use crate::generate::certificate::{Certificate, refute};
use crate::generate::{Method, Outcome, Request, Watch, certificate_check};
use std::path::Path;

/// Makes a certificate, has it checked, and writes it: DRAT to `file` and the formula
/// beside it with the ending `cnf`; for a bound, a band or naked singles alone a text to read.
pub(super) fn write(request: &Request, method: Method, file: &Path, watch: &dyn Watch) -> Result<(), CliError> {
    let certificate = refute(request, method, watch).map_err(|outcome| {
        CliError(match *outcome {
            Outcome::Undecided(_) => format!(
                "the pattern is impossible, but no certificate was found within the time limit; {} is not written",
                file.display()
            ),
            _ => format!(
                "the pattern is impossible, but the proof search says otherwise; {} is not written",
                file.display()
            ),
        })
    })?;
    certificate_check::check(request, &certificate, watch)
        .map_err(|error| CliError(format!("the certificate fails its check and is not written: {error}")))?;
    match &certificate {
        Certificate::Refutation(refutation) => {
            save(&file.with_extension("cnf"), refutation.cnf(request).as_bytes())?;
            save(file, refutation.drat().as_bytes())
        }
        readable => save(file, readable.text(request).unwrap_or_default().as_bytes()),
    }
}
