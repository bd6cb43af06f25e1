//! What a theory has to answer during the search.

use super::Lit;

/// Asks whether to stop.
pub type Stop<'a> = &'a mut (dyn FnMut() -> bool + 'a);

/// Knowledge that is not written as clauses but asked during the search.
pub trait Theory {
    /// These literals have become true, one after the other.
    fn assign(&mut self, lits: &[Lit]);

    /// The literals that were assigned last are taken back, in the order in which they were assigned.
    fn unassign(&mut self, lits: &[Lit]);

    /// Looks at a state where no clause propagates any more. Either a clause that is
    /// false now, or the literals that follow are put into `implied`.
    /// The first `n_root` literals of the trail hold without any decision.
    ///
    /// Where `stop` says so, the clause may be longer than it has to be.
    fn check(&mut self, trail: &[Lit], n_root: usize, implied: &mut Vec<Lit>, stop: Stop<'_>) -> Option<Vec<Lit>>;

    /// The clause that made an implied literal true: that literal, and others that
    /// the trail (up to where it was implied) makes false; longer than it has to be where `stop` says so.
    fn explain(&mut self, implied: Lit, trail: &[Lit], n_root: usize, stop: Stop<'_>) -> Vec<Lit>;

    /// Loop formulas worth adding for good, asked for at each restart: they hold whatever the trail.
    fn loop_formulas(&mut self) -> Vec<Vec<Lit>> {
        Vec::new()
    }
}

/// No theory: plain clauses.
#[derive(Clone, Copy, Debug)]
pub struct NoTheory;

impl Theory for NoTheory {
    fn assign(&mut self, _: &[Lit]) {}
    fn unassign(&mut self, _: &[Lit]) {}
    fn check(&mut self, _: &[Lit], _: usize, _: &mut Vec<Lit>, _: Stop<'_>) -> Option<Vec<Lit>> {
        None
    }
    fn explain(&mut self, implied: Lit, _: &[Lit], _: usize, _: Stop<'_>) -> Vec<Lit> {
        vec![implied]
    }
}

/// So that the solver is compiled once for all theories that are chosen when the program runs.
impl Theory for Box<dyn Theory> {
    fn assign(&mut self, lits: &[Lit]) {
        (**self).assign(lits);
    }
    fn unassign(&mut self, lits: &[Lit]) {
        (**self).unassign(lits);
    }
    fn check(&mut self, trail: &[Lit], n_root: usize, implied: &mut Vec<Lit>, stop: Stop<'_>) -> Option<Vec<Lit>> {
        (**self).check(trail, n_root, implied, stop)
    }
    fn explain(&mut self, implied: Lit, trail: &[Lit], n_root: usize, stop: Stop<'_>) -> Vec<Lit> {
        (**self).explain(implied, trail, n_root, stop)
    }
    fn loop_formulas(&mut self) -> Vec<Vec<Lit>> {
        (**self).loop_formulas()
    }
}
