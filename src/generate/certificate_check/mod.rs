//! Checks certificates, with nothing of the engines that made them.
//!
//! Bounds are recounted from the geometry, fillings of a band enumerated anew.
//! Where all sets of clues were tried, or all fillings of a part, they are tried again.
//! Of a refutation by cases, each case is solved by a solver of naked singles of
//! its own. Of a refuted formula, each clause of the encoding is recognised by
//! what it says, each loop formula is derived anew from the rules, and each step
//! follows by unit propagation.

mod all_clues;
mod band;
mod bound;
mod cases;
mod closed_set;
mod every_grid;
mod exchange;
mod exhaustion;
mod fewest;
mod hints;
mod loop_formula;
mod parts;
mod path;
mod premises;
mod refutation;
mod symmetry;
#[cfg(test)]
mod tests;
mod theme;
mod verdict;

pub(super) use hints::lrat;

pub use verdict::{Ground, Impossible};

pub(super) use cases::{CaseCheck, RefutedCase};
pub(super) use every_grid::check as check_every_grid;
pub(super) use fewest::FewestCheck;
#[cfg(test)]
pub(super) use premises::PremiseRules;
pub(super) use refutation::RefutationCheck;
pub(super) use verdict::{Checked, not_verified};

use super::certificate::Certificate;
use super::{Method, Outcome, Reason, Request, Watch};
use crate::sat::LratError;

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CertificateError {
    #[error("the bound does not hold for this request, or not for these cells")]
    Bound,
    #[error("some filling of the band has no second filling, or its cells are others")]
    Band,
    #[error("case {0} is not refuted as it says")]
    Case(usize),
    #[error("line {0} is no clause of the encoding")]
    Input(usize),
    #[error("line {0}: the loop formula does not hold")]
    LoopFormula(usize),
    #[error("line {0} does not follow by unit propagation")]
    Step(usize),
    #[error("the proof does not speak of all allowed strategies")]
    Strategies,
    #[error("the proof takes digits for alike that the layout tells apart")]
    Digits,
    #[error("the formula has another number of variables than the encoding")]
    Variables,
    #[error("the check was stopped")]
    Stopped,
    #[error("the cells along which digits are ordered are not the open clue cells")]
    Order,
    #[error("a map of cells is no symmetry of the question")]
    Symmetry,
    #[error("some clues are as asked for")]
    Exhaustion,
    #[error("all sets of clues are tried on grids of up to 11 rows")]
    Large,
    #[error("the open cells do not fall into these parts")]
    Parts,
    #[error("a fish that may be needed is not among those that were tried")]
    Fish,
    #[error("some solution grid of the shape is an image of none in the list")]
    Grids,
    #[error("the refutation does not end with a contradiction")]
    Unfinished,
    #[error("in LRAT, {0}")]
    Lrat(LratError),
}

impl From<LratError> for CertificateError {
    fn from(error: LratError) -> CertificateError {
        match error {
            LratError::Stopped => CertificateError::Stopped,
            error => CertificateError::Lrat(error),
        }
    }
}

/// Checks that a certificate proves that the request has no answer.
///
/// # Errors
/// The first thing that is wrong, or [`CertificateError::Stopped`].
pub fn check(request: &Request, certificate: &Certificate, watch: &dyn Watch) -> Result<(), CertificateError> {
    checked(request, certificate, watch).map(|_| ())
}

fn checked(request: &Request, certificate: &Certificate, watch: &dyn Watch) -> Result<Checked, CertificateError> {
    match certificate {
        Certificate::Bound(bound) => bound::check(request, bound),
        Certificate::Band(band) => band::check(request, band, watch),
        Certificate::Cases(cases) => {
            let mut check = CaseCheck::new(request, &request.fixed)?;
            check.rest_on(&cases.maps)?;
            check.feed(&cases.lines, watch)?;
            check.finish()?.whole(request)
        }
        Certificate::Exhaustion(_) => exhaustion::check(request, watch),
        Certificate::AllClues(all) => all_clues::check(&request.relaxed(), &all.symmetries, watch),
        Certificate::Parts(proof) => parts::check(request, proof, watch),
        Certificate::Refutation(refutation) => {
            let request = &request.relaxed_to_clauses();
            let mut check = RefutationCheck::new(request, refutation.n_vars, &refutation.digit_order)?;
            check.rest_on(&refutation.symmetries)?;
            if let Err(error) = check.feed(&refutation.lines, watch) {
                check.let_go(watch);
                return Err(error);
            }
            check.finish()
        }
    }
}

/// The verdict of a method, if the certificate holds; nothing is claimed without.
pub(super) fn claim(
    request: &Request,
    certificate: &Certificate,
    method: Method,
    reason: Reason,
    watch: &dyn Watch,
) -> Outcome {
    match checked(request, certificate, watch) {
        Ok(checked) => checked.verdict(method, reason),
        Err(error) => not_verified(&reason.sentence, &error),
    }
}
