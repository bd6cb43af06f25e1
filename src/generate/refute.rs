//! Refutes a request with a certificate.

use super::auto::is_exact_case;
use super::bounds::{self, band};
use super::certificate::{Certificate, Refutation};
use super::sat::backend::Backend;
use super::sat::{self, Encoding, SatOptions};
use super::{Method, Outcome, Request, Undecided, Watch, enumeration, exact, exhaustion, parts};

/// Conflicts of SAT, whose proof any checker reads, before all sets of clues are tried, and how many of these take as long as
/// one more, with the check.
const FIRST_CONFLICTS: u64 = 20_000;
const CASES_PER_CONFLICT: f64 = 500.0;

/// Decides a request with proof: a certificate, or the outcome if it is not "impossible". What is decided is the
/// [relaxed](Request::relaxed) request, of which the outcome tells; a formula also says [what it can](Request::relaxed_to_clauses)
/// of a path. Bounds speak of the request itself, and so does everything where the grid is small.
///
/// With [`Method::Sat`] a refuted formula is asked for unless a bound suffices; otherwise the
/// certificate is one to read where there is one: a bound, the cases of the exact search, the
/// fillings of a band; that all sets of clues were tried with [`Method::Exact`], and where the formula is not refuted in
/// the time that this takes. The formula is refuted by `backend`, or by our own solver where that writes no proof.
///
/// ```
/// use cluesmith::generate::sat::backend::Backend;
/// use cluesmith::generate::{Method, Request, Unwatched, certificate_check, refute};
/// use cluesmith::logic::StrategySet;
///
/// let request = Request::new("x....x....x....x".parse()?, StrategySet::SINGLES);
/// let certificate = refute(&request, Method::Sat, Backend::Own, &Unwatched).expect("no digits do");
/// assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
///
/// # Errors
/// The outcome, if it is not a refutation.
pub fn refute(
    request: &Request,
    method: Method,
    backend: Backend,
    watch: &dyn Watch,
) -> Result<Certificate, Box<Outcome>> {
    let asked = request;
    if let Some(bound) = bounds::refute(asked) {
        return Ok(Certificate::Bound(bound));
    }
    let request = &asked.relaxed();
    if method != Method::Sat
        && let Some(outcome) = exhaustion::decide(asked, watch)
    {
        return match outcome {
            Outcome::Impossible(impossible) => Ok(Certificate::Exhaustion(impossible.reason().clone())),
            outcome => Err(Box::new(outcome)),
        };
    }
    if method != Method::Sat {
        if is_exact_case(request) {
            let run = exact::run(request, true, watch);
            return run.cases.map(Certificate::Cases).ok_or_else(|| Box::new(run.outcome));
        }
        if let Ok(Some(band)) = band::find(request, band::MOST_STEPS, watch) {
            return Ok(Certificate::Band(band));
        }
        if (method == Method::Exact || parts::is_promising(asked))
            && let parts::Told::Refuted(certificate) = parts::refute(asked, parts::MOST_STEPS, watch)
        {
            return Ok(certificate);
        }
        if method == Method::Exact && enumeration::is_fitting(request) {
            return enumeration::refute(request, watch);
        }
    }
    if method == Method::Sat {
        return by_formula(asked, backend, None, watch);
    }
    by_formula_or_all_clues(asked, backend, FIRST_CONFLICTS, watch)
}

/// A refuted formula, or that all sets of clues were tried if that takes no longer.
fn by_formula_or_all_clues(
    asked: &Request,
    backend: Backend,
    first_conflicts: u64,
    watch: &dyn Watch,
) -> Result<Certificate, Box<Outcome>> {
    let request = &asked.relaxed();
    let n_cases = enumeration::estimate(request).filter(|&n_cases| n_cases <= enumeration::FAR_TOO_MANY);
    let budget = n_cases.map(|n_cases| first_conflicts + (n_cases / CASES_PER_CONFLICT) as u64);
    match by_formula(asked, backend, budget, watch) {
        Err(outcome) if budget.is_some() && matches!(*outcome, Outcome::Undecided(Undecided::GaveUp(_))) => {
            enumeration::refute(request, watch)
        }
        answer => answer,
    }
}

/// A refuted formula, within so many conflicts.
fn by_formula(
    asked: &Request,
    backend: Backend,
    budget: Option<u64>,
    watch: &dyn Watch,
) -> Result<Certificate, Box<Outcome>> {
    let backend = if backend.writes_proofs() { backend } else { Backend::Own };
    let options = SatOptions { encoding: Encoding::WellFounded, backend, budget, proof: true, ..SatOptions::default() };
    let request = asked.relaxed_to_clauses();
    let run = sat::run(&request, &options, watch);
    match run.proof {
        Some(lines) => Ok(Certificate::Refutation(Refutation {
            n_vars: run.stats.solver.variables,
            digit_order: sat::encode::digit_order(&request),
            symmetries: run.symmetries,
            lines,
        })),
        None => Err(Box::new(run.outcome)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Unwatched, certificate_check};
    use crate::grid::{Cell, Pattern};
    use crate::logic::{Design, StrategySet};

    /// What the proof says that there is no puzzle, with so many conflicts before all sets of clues are tried; it holds.
    #[track_caller]
    fn check(first_conflicts: u64, is_minimal: bool, expected: &str) {
        let cells = [0, 2, 7, 10, 15, 20, 25, 29].map(Cell::from_index);
        let pattern = Pattern::new("2x3".parse().expect("a shape"), cells);
        let design = Design { minimal: is_minimal, ..Design::new(pattern, StrategySet::PAPER) };
        let request = Request::from(design);
        let certificate = by_formula_or_all_clues(&request, Backend::Own, first_conflicts, &Unwatched);
        let certificate = certificate.expect("there is no puzzle");
        let kind = match certificate {
            Certificate::AllClues(_) => "all clues",
            Certificate::Refutation(_) => "formula",
            _ => "other",
        };
        assert_eq!(kind, expected, "{first_conflicts} {is_minimal}");
        assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
    }

    #[test]
    fn all_clues_are_tried_where_the_formula_takes_longer() {
        for is_minimal in [false, true] {
            check(0, is_minimal, "all clues");
            check(FIRST_CONFLICTS, is_minimal, "formula");
        }
    }
}
