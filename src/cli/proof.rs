//! `--proof`: certificates of impossibility on disk.

use super::CliError;
use super::output::{can_save, save_all};
use crate::generate::certificate::{Certificate, ProofFormat};
use crate::generate::certificate_check::CertificateError;
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
/// `.lrat`) and the formula beside it with the ending `cnf`; for a bound, a band, naked singles
/// alone or all sets of clues a text to read. False if there was no time for that: then nothing is written, and nothing
/// is proven.
pub(super) fn write(
    request: &Request,
    method: Method,
    backend: Backend,
    file: &Path,
    watch: &dyn Watch,
) -> Result<bool, CliError> {
    let certificate = match refute(request, method, backend, watch) {
        Ok(certificate) => certificate,
        Err(outcome) => match *outcome {
            Outcome::Undecided(_) => return Ok(false),
            _ => {
                return Err(CliError(format!(
                    "a search calls the pattern impossible, but the search for a proof does not; {} is not written",
                    file.display()
                )));
            }
        },
    };
    let files = certificate_check::check(request, &certificate, watch).and_then(|()| match &certificate {
        Certificate::Refutation(refutation) => {
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            let (formula, proof) = refutation.texts(request, ProofFormat::of_ending(&ending), watch)?;
            Ok(vec![(file.with_extension("cnf"), formula), (file.to_owned(), proof)])
        }
        readable => Ok(vec![(file.to_owned(), readable.text(request).unwrap_or_default())]),
    });
    match files {
        Ok(files) => save_all(&files).map(|()| true),
        Err(CertificateError::Stopped) => Ok(false),
        Err(error) => Err(CliError(format!("the certificate fails its check and is not written: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Progress;
    use crate::grid::{Shape, parse_patterns};
    use crate::logic::StrategySet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Stops after so many questions.
    struct Polls(AtomicUsize);

    impl Watch for Polls {
        fn should_stop(&self) -> bool {
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        }

        fn report(&self, _progress: Progress) {}
    }

    /// Wherever it is stopped, there is a proof and its file, or neither.
    #[track_caller]
    fn check(strategies: &str, method: Method, ending: &str, n_polls: usize) -> bool {
        let shape: Shape = "2x2".parse().expect("a shape");
        // One clue less than a 4x4 puzzle needs, and no bound sees it.
        let pattern = parse_patterns(shape, "x.....x......x..").expect("a pattern").remove(0);
        let strategies: StrategySet = strategies.parse().expect("strategies");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("proof.{ending}"));
        let request = Request::new(pattern, strategies);
        let written = write(&request, method, Backend::Own, &file, &Polls(n_polls.into())).expect("no error");
        assert_eq!(written, file.exists(), "{n_polls}");
        written
    }

    #[test]
    fn a_proof_that_is_stopped_is_none() {
        for (strategies, method, ending) in
            [("naked-single", Method::Auto, "txt"), ("singles", Method::Sat, "drat"), ("singles", Method::Sat, "lrat")]
        {
            // The last questions, which come while the proof is written down, are the easiest to miss.
            let mut n_polls = 0;
            while !check(strategies, method, ending, n_polls) {
                n_polls += 1 + n_polls / 200;
            }
            assert!(n_polls > 0, "{strategies}");
            assert!(check(strategies, method, ending, usize::MAX), "{strategies}");
        }
    }
}
