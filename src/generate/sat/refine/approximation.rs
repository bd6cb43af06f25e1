//! Formulas in which units of subsets and fish are expanded lazily: two approximations, asked alternately.

use super::expansion::Units;
use crate::generate::sat::backend::Session;
use crate::sat::cdcl::{Answer, Lit};

/// Conflicts of the first slice of the strict question; slices grow.
const FIRST_SLICE: u64 = 2000;

/// The other question has so much shorter slices: most puzzles need few units.
const SHARE: u64 = 4;

/// What a model that is no puzzle counts for, in conflicts.
const MODEL: u64 = 100;

/// Which approximation is asked. In the *strict* one, units that are not written rule out nothing: it
/// under-approximates what the strategies derive, so a model is a puzzle. In the other they rule out what they like:
/// it over-approximates, so a refutation holds.
///
/// With all units written both are exact, and only one is asked.
#[derive(Debug)]
pub(in crate::generate::sat) struct Approximations {
    /// Whether it is of no use to ask without some units.
    needs_all: bool,
    /// Whether the strict question is answered: there is no puzzle without units that are not written.
    has_strict_answer: bool,
    is_strict: bool,
    /// Slices that are over.
    n_over: u32,
    until: u64,
    n_models: u64,
    /// Work of the session before.
    before: u64,
}

impl Approximations {
    /// For a session that has done so much work before.
    pub(in crate::generate::sat) fn new(needs_all: bool, before: u64) -> Approximations {
        Approximations {
            needs_all,
            has_strict_answer: needs_all,
            is_strict: true,
            n_over: 0,
            until: FIRST_SLICE,
            n_models: 0,
            before,
        }
    }

    /// An answer under the assumptions within the budget, and whether a model is one of the strict question. That
    /// there is none is said only of the other.
    pub(in crate::generate::sat) fn solve(
        &mut self,
        session: &mut dyn Session,
        assumptions: &[Lit],
        units: &Units,
        budget: u64,
    ) -> (Answer, bool) {
        loop {
            let are_free = units.are_free.filter(|_| !units.is_written());
            let Some(are_free) = are_free.filter(|_| !self.has_strict_answer) else {
                return (session.solve(assumptions, budget.saturating_sub(self.counted(session))), false);
            };
            let mut assumptions = assumptions.to_vec();
            assumptions.extend(self.is_strict.then_some(!are_free));
            let counted = self.counted(session);
            let rest = budget.saturating_sub(counted);
            match session.solve(&assumptions, self.until.saturating_sub(counted).min(rest)) {
                Answer::Unsatisfiable if self.is_strict => self.has_strict_answer = true,
                Answer::OutOfBudget if self.counted(session) < budget => {
                    self.is_strict = !self.is_strict;
                    self.n_over += 1;
                    let slice = FIRST_SLICE << (self.n_over / 2).min(40);
                    let slice = if self.is_strict { slice } else { slice / SHARE };
                    self.until = counted.max(self.until).saturating_add(slice);
                }
                answer => return (answer, self.is_strict),
            }
        }
    }

    /// Work done since the beginning, models included.
    pub(in crate::generate::sat) fn counted(&self, session: &dyn Session) -> u64 {
        let work = session.work().saturating_sub(self.before);
        work.saturating_add(self.n_models.saturating_mul(MODEL))
    }

    /// A strict model tells nothing: from now on the other question.
    pub(in crate::generate::sat) fn strict_is_useless(&mut self) {
        self.has_strict_answer = true;
    }

    /// A model was refuted or unwanted, and so many units were written.
    pub(in crate::generate::sat) fn refined(&mut self, n_written: usize) {
        self.n_models += 1;
        self.has_strict_answer &= n_written == 0 || self.needs_all;
    }
}
