//! That no clues are as asked for, by trying all of them: for patterns of small grids.

use super::{CertificateError, Checked, Ground};
use crate::generate::verify::{VerifyError, judge};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, Digit, Puzzle};

/// Tries every way to write digits into the clue cells that does not break a rule by itself, and judges each.
///
/// # Errors
/// That some clues are as asked for, or that the check was stopped.
pub(in crate::generate) fn check(request: &Request, watch: &dyn Watch) -> Result<Checked, CertificateError> {
    let cells: Vec<Cell> = request.pattern.cells.iter().collect();
    let mut puzzle = Puzzle::empty(request.pattern.shape);
    refute(request, &cells, &mut puzzle, watch)?;
    Ok(Checked::new(Ground::Proof))
}

fn refute(request: &Request, cells: &[Cell], puzzle: &mut Puzzle, watch: &dyn Watch) -> Result<(), CertificateError> {
    let shape = request.pattern.shape;
    let Some((&cell, rest)) = cells.split_first() else {
        return match judge(request, puzzle, watch) {
            Ok(_) => Err(CertificateError::Exhaustion),
            Err(VerifyError::Stopped) => Err(CertificateError::Stopped),
            Err(_) => Ok(()),
        };
    };
    for digit in (0..shape.n()).map(Digit::from_index) {
        let candidate = Candidate::new(cell, digit);
        let geometry = &*shape.geometry();
        let breaks = |(other, value)| geometry.sees(candidate, Candidate::new(other, value));
        if geometry.allowed(cell).contains(digit) && !puzzle.clues().any(breaks) {
            puzzle.set(cell, Some(digit));
            refute(request, rest, puzzle, watch)?;
            puzzle.set(cell, None);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::parse_patterns;
    use crate::logic::Order;

    /// What the check says of the claim that no clues are as asked for.
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check_claim(order: &str, pattern: &str, expected: Option<CertificateError>) {
        let pattern = parse_patterns("2x2".parse().expect("a shape"), pattern).expect("a pattern").remove(0);
        let request = Request::in_order(pattern, order.parse::<Order>().expect("an order"));
        assert_eq!(check(&request, &Unwatched).err(), expected, "{order} {pattern}");
    }

    #[test]
    fn false_claims_are_refused() {
        check_claim("naked-single", "x..x......x....x", Some(CertificateError::Exhaustion));
        check_claim("naked-single", "x..............x", None);
        check_claim("naked-single,+hidden-single", "xxxxxxxxxxxxxxx.", None);
        check_claim("+naked-single,hidden-single", "xxxxxxxxxxxxxxx.", Some(CertificateError::Exhaustion));
    }
}
