//! `--proof`: certificates of impossibility on disk.

use super::CliError;
use crate::generate::certificate::{Certificate, refute};
use crate::generate::{Outcome, Request, Watch, certificate_check};
use atomic_write_file::AtomicWriteFile;
use std::io::Write;
use std::path::Path;

/// Makes a certificate, has it checked, and writes it: DRAT to `file` and the formula
/// beside it with the ending `cnf`; for a bound its reason as text.
pub(super) fn write(request: &Request, file: &Path, watch: &dyn Watch) -> Result<(), CliError> {
    let certificate = refute(request, None, watch).map_err(|outcome| {
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
    certificate_check::check(request, &certificate)
        .map_err(|error| CliError(format!("the certificate fails its check and is not written: {error}")))?;
    match certificate {
        Certificate::Bound(reason) => save(file, &format!("c {}\nc {}\n", request.pattern, reason.sentence)),
        Certificate::Refutation(refutation) => {
            save(&file.with_extension("cnf"), &refutation.cnf(request))?;
            save(file, &refutation.drat())
        }
    }
}

/// Replaces a file in one step.
fn save(file: &Path, text: &str) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot write {}: {error}", file.display()));
    let mut out = AtomicWriteFile::open(file).map_err(failed)?;
    out.write_all(text.as_bytes()).map_err(failed)?;
    out.commit().map_err(failed)
}
