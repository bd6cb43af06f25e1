//! Clauses about a position in which no easier strategy has a step, as SAT writes them, spoiled literal by literal.

use super::refutation::Judge;
use super::{CertificateError, check, request};
use crate::generate::certificate::Certificate;
use crate::generate::refute;
use crate::generate::sat::backend::Backend;
use crate::generate::{Method, Unwatched};
use crate::grid::Candidate;
use crate::sat::cdcl::Lit;
use crate::sat::proof::ProofLine;

/// Questions that require a strategy and have no answer, `x` where a digit is open.
const IMPOSSIBLE: [(&str, &str); 6] = [
    ("full-house,naked-single,+hidden-single", "...54.x......5.1.2...x.x5......3...."),
    ("hidden-single,+naked-single", "..x16.......6....4...2...xx...34...."),
    ("singles,+locked-candidates", "..5..1.....x.3....6.14.3..x3.4.x...."),
    ("naked-single,+naked-pair", ".x.2.11.x......6......4....123.x.4.."),
    ("singles,naked-pair,+x-wing", "4......5..3...3x..1.2xx.3..2....5..."),
    ("singles,+hidden-pair", "...54.......24...1x..2x4..2...3....x"),
];

#[test]
fn spoiled_clauses_of_a_position_are_refused() {
    let (mut n_clauses, mut n_needed) = (0, 0);
    for (order, clues) in IMPOSSIBLE {
        let request = request("2x3", clues, order);
        let certificate = refute(&request, Method::Sat, Backend::Own, &Unwatched).expect("impossible");
        let Certificate::Refutation(refutation) = &certificate else { panic!("a formula") };
        let mut judge = Judge::new(&request, refutation);
        let n_candidates = 216;
        let of_position: Vec<&[Lit]> =
            refutation.inputs().filter(|clause| clause.iter().any(|lit| lit.var() >= n_candidates)).collect();
        for clause in of_position.iter().step_by(of_position.len() / 80 + 1) {
            assert!(judge.accepts_input(clause));
            n_clauses += 1;
            // Of the long clause that something is left, some literals are enough to look at.
            for at in (0..clause.len()).step_by(clause.len() / 12 + 1) {
                let mut spoiled = clause.to_vec();
                let dropped = spoiled.remove(at);
                judge.check_spoiled(clause, &spoiled);
                spoiled.insert(at, !dropped);
                judge.check_spoiled(clause, &spoiled);
                // Other kinds of variables for the same candidate, and some that do not exist. Where a clue stands,
                // nothing is asked of what is left beside it.
                let cell = Candidate::from_index(request.pattern.shape, dropped.var() % n_candidates).cell;
                if request.pattern.contains(cell) {
                    continue;
                }
                for kinds in 1..=4 {
                    spoiled[at] = Lit::new(dropped.var() + kinds * n_candidates, dropped.is_positive());
                    judge.check_spoiled(clause, &spoiled);
                    spoiled[at] =
                        Lit::new((dropped.var() + kinds * n_candidates) % refutation.n_vars, dropped.is_positive());
                    if spoiled[at] != dropped {
                        judge.check_spoiled(clause, &spoiled);
                    }
                }
            }
        }
        // Without these clauses most questions are not refuted.
        let mut spoiled = refutation.clone();
        spoiled.lines.retain(
            |line| !matches!(line, ProofLine::Input(clause) if clause.iter().any(|lit| lit.var() >= n_candidates)),
        );
        let result = super::super::check(&request, &Certificate::Refutation(spoiled), &Unwatched);
        n_needed += usize::from(matches!(result, Err(CertificateError::Step(_) | CertificateError::Unfinished)));
        let fewer = |certificate: &mut Certificate| {
            if let Certificate::Refutation(refutation) = certificate {
                refutation.n_vars = n_candidates;
            }
        };
        check(&request, &certificate, fewer, CertificateError::Variables);
        // Nobody asks for the strategy: the clauses say too much.
        let free = request.with(|design| design.required = crate::logic::StrategySet::EMPTY);
        let result = super::super::check(&free, &certificate, &Unwatched);
        assert_eq!(result, Err(CertificateError::Variables));
    }
    assert!(n_clauses > 200 && n_needed > 1, "{n_clauses}, {n_needed}");
}
