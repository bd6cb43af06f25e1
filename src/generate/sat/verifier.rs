//! Every refutation is checked before it is claimed, whether its proof is wanted or not.

use super::encode;
use crate::generate::automorphisms::CellMap;
use crate::generate::certificate_check::{CertificateError, Checked, RefutationCheck};
use crate::generate::{Request, Watch};
use crate::sat::proof::{Proof, ProofLine};

/// Literals of a proof held back before they are checked and let go: about 150 MB. Checking takes longer
/// than searching, so that runs that find a puzzle in the end should be spared it.
const MAX_HELD: usize = 16 << 20;

/// Literals of a proof that take milliseconds to release.
const MANY: usize = 1 << 18;

/// Checks the proof of a running solver: at the end, or on the way if it grows too long to hold.
///
/// Short runs that find a puzzle thus pay nothing.
pub(super) struct Verifier<'a> {
    request: &'a Request,
    n_vars: usize,
    /// Not yet known to the check.
    symmetries: Vec<CellMap>,
    check: Option<RefutationCheck<'a>>,
    kept: Option<Vec<ProofLine>>,
}

impl<'a> Verifier<'a> {
    /// `keep`: whether the lines are wanted afterwards.
    pub(super) fn new(request: &'a Request, n_vars: usize, keep: bool) -> Verifier<'a> {
        Verifier { request, n_vars, symmetries: Vec::new(), check: None, kept: keep.then(Vec::new) }
    }

    /// Clauses from now on may rest on these symmetries of the pattern.
    pub(super) fn rest_on(&mut self, symmetries: Vec<CellMap>) {
        self.symmetries = symmetries;
    }

    /// Checks and takes the lines so far, if they are many.
    pub(super) fn relieve(&mut self, proof: &mut Proof, watch: &dyn Watch) -> Result<(), CertificateError> {
        if proof.n_literals < MAX_HELD { Ok(()) } else { self.feed(proof, watch) }
    }

    /// Checks the rest, which must end in a contradiction.
    pub(super) fn finish(&mut self, proof: &mut Proof, watch: &dyn Watch) -> Result<Checked, CertificateError> {
        self.feed(proof, watch)?;
        self.check.as_ref().map_or(Err(CertificateError::Unfinished), RefutationCheck::finish)
    }

    /// The lines checked, if they were to be kept.
    pub(super) fn kept(&mut self) -> Option<Vec<ProofLine>> {
        self.kept.take()
    }

    /// Ends a run that was stopped, with the lines not yet taken.
    pub(super) fn let_go(self, proof: &mut Proof, watch: &dyn Watch) {
        if proof.n_literals > MANY || self.check.is_some() || self.kept.is_some() {
            watch.let_go(Box::new((proof.take(), self.kept)));
            if let Some(check) = self.check {
                check.let_go(watch);
            }
        }
    }

    fn feed(&mut self, proof: &mut Proof, watch: &dyn Watch) -> Result<(), CertificateError> {
        let check = if let Some(check) = &mut self.check {
            check
        } else {
            let order = encode::digit_order(self.request);
            self.check.insert(RefutationCheck::new(self.request, self.n_vars, &order)?)
        };
        check.rest_on(&std::mem::take(&mut self.symmetries))?;
        let lines = proof.take();
        let fed = check.feed(&lines, watch);
        match &mut self.kept {
            Some(kept) => kept.extend(lines),
            None if fed.is_err() => watch.let_go(Box::new(lines)),
            None => {}
        }
        fed
    }
}
