//! Checks certificates, with nothing of the engines that made them.
//!
//! Bounds are recounted from the geometry. Of a refutation, each clause of the
//! encoding is recognised by what it says, each loop formula is derived anew by
//! plain loops over the rules, and each step follows by unit propagation.

mod bound;
mod loop_formula;
mod refutation;
mod rup;

pub(super) use refutation::RefutationCheck;

use super::certificate::Certificate;
use super::{Impossible, Outcome, Request, Undecided, Watch};

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CertificateError {
    #[error("the bound does not hold for this pattern")]
    Bound,
    #[error("line {0} is no clause of the encoding")]
    Input(usize),
    #[error("line {0}: the loop formula does not hold")]
    Lemma(usize),
    #[error("line {0} does not follow by unit propagation")]
    Step(usize),
    #[error("clauses cannot tell of one of the strategies")]
    Strategies,
    #[error("the check was stopped")]
    Stopped,
    #[error("the cells along which digits are ordered are not the open clue cells")]
    Order,
    #[error("the refutation does not end with a contradiction")]
    Unfinished,
}

/// Checks that a certificate proves that the request has no answer.
///
/// # Errors
/// The first thing that is wrong, or [`CertificateError::Stopped`].
pub fn check(request: &Request, certificate: &Certificate, watch: &dyn Watch) -> Result<(), CertificateError> {
    match certificate {
        Certificate::Bound(reason) if bound::bound_holds(request, &reason.cells) => Ok(()),
        Certificate::Bound(_) => Err(CertificateError::Bound),
        Certificate::Refutation(refutation) => {
            let mut check = RefutationCheck::new(request, refutation.n_vars, &refutation.digit_order)?;
            check.feed(&refutation.lines, watch)?;
            check.finish()
        }
    }
}

/// The verdict, if the certificate holds; nothing is claimed without.
pub(super) fn claim(
    request: &Request,
    impossible: Impossible,
    certificate: &Certificate,
    watch: &dyn Watch,
) -> Outcome {
    match check(request, certificate, watch) {
        Ok(()) => Outcome::Impossible(impossible),
        Err(error) => not_verified(&impossible.reason.sentence, &error),
    }
}

/// A refutation that is not claimed, and why.
pub(super) fn not_verified(sentence: &str, error: &CertificateError) -> Outcome {
    Outcome::Undecided(Undecided::GaveUp(match error {
        CertificateError::Stopped => {
            format!("Not verified, since the check of the proof was stopped: {sentence}")
        }
        _ => format!("Not verified, since the check of the proof fails ({error}): {sentence}"),
    }))
}
