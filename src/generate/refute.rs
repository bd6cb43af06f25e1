//! Refutes a request with a certificate.

use super::auto::is_exact_case;
use super::bounds::{self, band};
use super::certificate::{Certificate, Exhaustion, Refutation};
use super::sat::backend::Backend;
use super::sat::{self, Encoding, SatOptions};
use super::{Method, Outcome, Request, Watch, enumeration, exact, exhaustion};

/// Decides a request with proof: a certificate, or the outcome if it is not "impossible". What is decided is the
/// [relaxed](Request::relaxed) request, of which the outcome tells; a formula also says [what it can](Request::relaxed_to_clauses)
/// of a path. Bounds speak of the request itself, and so does everything where the grid is small.
///
/// With [`Method::Sat`] a refuted formula is asked for unless a bound suffices; otherwise the
/// certificate is one to read where there is one: a bound, the cases of the exact search, the
/// fillings of a band, with [`Method::Exact`] that all sets of clues were tried. The formula is refuted by `backend`, or by our own solver where that writes no proof.
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
            Outcome::Impossible(impossible) => {
                let reason = impossible.reason().clone();
                Ok(Certificate::Exhaustion(Exhaustion { reason, symmetries: Vec::new() }))
            }
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
        if method == Method::Exact && enumeration::is_fitting(request) {
            return match enumeration::solve(request, watch) {
                Outcome::Impossible(impossible) => {
                    let reason = impossible.reason().clone();
                    Ok(Certificate::Exhaustion(Exhaustion { reason, symmetries: enumeration::symmetries(request) }))
                }
                outcome => Err(Box::new(outcome)),
            };
        }
    }
    let backend = if backend.writes_proofs() { backend } else { Backend::Own };
    let options = SatOptions { encoding: Encoding::WellFounded, backend, proof: true, ..SatOptions::default() };
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
