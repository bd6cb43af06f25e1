//! `--proof`: certificates of impossibility on disk.

use super::{CliError, signals};
use super::output::can_save;
use crate::generate::certificate::{Certificate, ProofFormat};
use crate::generate::sat::backend::Backend;
use crate::generate::{Method, Outcome, Request, Watch, certificate_check, refute};
use crate::saving;
use std::path::Path;

/// Whether a proof can go to this file, before anything is sought.
pub(super) fn check_file(file: &Path) -> Result<(), CliError> {
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("cnf")) {
        return Err(CliError(format!(
            "--proof {}: the formula goes into that file, beside the proof; give the proof another ending, e.g. drat",
            file.display()
        )));
    }
    if file.as_os_str() == "-" || !saving::is_for_a_file(file) && saving::check(file).is_ok() {
        return Err(CliError(format!(
            "--proof {}: the formula goes beside the proof, so it has to be a file, not a pipe or a device",
            file.display()
        )));
    }
    can_save(&file.with_extension("cnf"))?;
    can_save(file)
}

/// Makes a certificate, has it checked, and writes it: DRAT to `file` (LRAT if its name ends in
/// `.lrat`) and the formula beside it with the ending `cnf`; for a bound, a band or naked singles
/// alone a text to read.
pub(super) fn write(
    request: &Request,
    method: Method,
    backend: Backend,
    file: &Path,
    watch: &dyn Watch,
) -> Result<(), CliError> {
    let certificate = refute(request, method, backend, watch).map_err(|outcome| {
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
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            let texts = refutation.texts(request, ProofFormat::of_ending(&ending), watch);
            let (formula, proof) =
                texts.map_err(|why| CliError(format!("{why}; {} is not written", file.display())))?;
            let _undisturbed = signals::undisturbed();
            saving::save_all(&[(file.with_extension("cnf"), formula), (file.to_owned(), proof)])
        }
        readable => {
            let _undisturbed = signals::undisturbed();
            saving::save(file, readable.text(request).unwrap_or_default())
        }
    }
    .map_err(|error| CliError(error.to_string()))
}
