//! A run of the well-founded encoding that can be left and taken up again.

use super::closed_set::{self, ClosedSet};
use super::verifier::Verifier;
use super::{
    SatOptions, SatRun, SatStats, UnfoundedSetSearch, encode, gave_up, refuted_because, theme, unanswerable,
    unfounded_set_search,
};
use crate::generate::automorphisms::{CellMap, symmetries};
use crate::generate::certificate_check::{CertificateError, not_verified};
use crate::generate::verify::{VerifyError, verify};
use crate::generate::{FormulaSize, Method, Outcome, Progress, Request, Undecided, Watch};
use crate::logic::StrategySet;
use crate::sat::cdcl::Answer;
use crate::sat::proof::ProofLine;

/// Conflicts between two looks at the length of the proof.
const SLICE: u64 = 1 << 14;

/// A solver with the question of a request, as far as it has come.
pub(in crate::generate) struct Ongoing<'a> {
    request: &'a Request,
    n_vars: usize,
    closed_set: Option<ClosedSet>,
    solver: Box<dyn UnfoundedSetSearch>,
    verifier: Verifier<'a>,
    /// Those that clauses rest on, once they have joined.
    symmetries: Option<Vec<CellMap>>,
    /// Puzzles that the rules of the strategies solve, or solve as is asked for, though the solver does not; what else is
    /// like them up to a symmetry it might well solve, so without them there is no refutation.
    n_left_out: u64,
}

impl<'a> Ongoing<'a> {
    /// Nothing searched yet.
    ///
    /// # Errors
    /// What is known without any search: the verdict of a bound, or that there are no clauses for a strategy.
    pub(in crate::generate) fn new(request: &'a Request, options: &SatOptions) -> Result<Ongoing<'a>, Box<Outcome>> {
        match unanswerable(request, options) {
            Some(outcome) => Err(Box::new(outcome)),
            None => Ok(Ongoing::start(request, options)),
        }
    }

    /// Nothing searched yet, for a request about which nothing is known without a search.
    pub(super) fn start(request: &'a Request, options: &SatOptions) -> Ongoing<'a> {
        let (mut cnf, closed_set) = closed_set::solution(request);
        encode::break_digit_symmetry(&mut cnf, request);
        theme::add(&mut cnf, request, true);
        let mut solver = unfounded_set_search(request, options, cnf.n_vars);
        for clause in cnf.clauses.iter() {
            solver.add(clause);
        }
        let verifier = Verifier::new(request, cnf.n_vars, options.proof);
        Ongoing { request, n_vars: cnf.n_vars, closed_set, solver, verifier, symmetries: None, n_left_out: 0 }
    }

    /// Searches on for so many conflicts. Whoever has an answer need not ask again.
    pub(in crate::generate) fn go_on(&mut self, mut budget: u64, watch: &dyn Watch) -> Outcome {
        let mut reported = None;
        loop {
            let before = self.solver.stats().conflicts;
            let answer = self.solver.solve(budget.min(SLICE - before % SLICE), &mut |stats| {
                if stats.conflicts.is_multiple_of(256) && reported.replace(stats.conflicts) != Some(stats.conflicts) {
                    watch.report(Progress {
                        formula: Some(FormulaSize {
                            variables: stats.variables,
                            clauses: stats.clauses,
                            loop_formulas: stats.theory_conflicts + stats.theory_reasons,
                        }),
                        ..Progress::new(Method::Sat, stats.conflicts)
                    });
                }
                watch.should_stop()
            });
            let conflicts = self.solver.stats().conflicts;
            budget = budget.saturating_sub(conflicts - before);
            match answer {
                Answer::Stopped => return Outcome::Undecided(Undecided::Stopped),
                Answer::OutOfBudget if budget > 0 => {
                    if conflicts >= SLICE && self.symmetries.is_none() {
                        self.break_pattern_symmetry();
                    }
                    if self.n_left_out > 0 {
                        self.solver.proof().take();
                    } else if let Err(error) = self.verifier.relieve(self.solver.proof(), watch) {
                        return match error {
                            // There is no proof yet that could be spoken of.
                            CertificateError::Stopped => Outcome::Undecided(Undecided::Stopped),
                            _ => not_verified(&format!("SAT: no answer after {conflicts} conflicts."), &error),
                        };
                    }
                }
                Answer::OutOfBudget => return gave_up(format!("SAT: no answer within {conflicts} conflicts.")),
                Answer::Unsatisfiable if self.n_left_out > 0 => {
                    return gave_up(format!(
                        "SAT: no answer, since the rules of the strategies solve {} puzzles that the strategies do not \
                         solve as asked for in the order of their steps.",
                        self.n_left_out
                    ));
                }
                Answer::Unsatisfiable => {
                    let needed = closed_set::where_needed(self.request);
                    let sentence =
                        format!("SAT: no digits let the strategies fill the grid{needed} ({conflicts} conflicts).");
                    return match self.verifier.finish(self.solver.proof(), watch) {
                        Ok(checked) => checked.verdict(Method::Sat, refuted_because(sentence)),
                        Err(error) => not_verified(&sentence, &error),
                    };
                }
                Answer::Satisfiable => {
                    let model: Vec<bool> = (0..self.n_vars).map(|var| self.solver.is_true(var)).collect();
                    let puzzle = encode::puzzle_of(self.request, |var| model[var]);
                    match verify(self.request, &puzzle, Method::Sat, watch) {
                        Ok(found) => return Outcome::Found(Box::new(found)),
                        Err(VerifyError::Stopped) => return Outcome::Undecided(Undecided::Stopped),
                        Err(VerifyError::NotSolved) if self.is_beyond_set_logic() => {
                            self.n_left_out += 1;
                            self.solver.add(&encode::exclude_alone(self.request, &puzzle));
                            budget = budget.saturating_sub(1);
                        }
                        Err(VerifyError::RequiredMissing | VerifyError::PathMissing(_)) => {
                            let closed_set = self.closed_set.as_ref();
                            let clauses = closed_set::lacking(closed_set, self.request, &puzzle, |var| model[var]);
                            let is_alone = clauses == [encode::exclude_alone(self.request, &puzzle)];
                            if self.is_beyond_set_logic() && is_alone && !encode::is_easy(self.request, &puzzle) {
                                self.n_left_out += 1;
                            }
                            for clause in clauses {
                                self.solver.add(&clause);
                            }
                            budget = budget.saturating_sub(1);
                        }
                        Err(error) => return gave_up(format!("SAT found clues that fail the check: {error}.")),
                    }
                }
            }
        }
    }

    fn is_beyond_set_logic(&self) -> bool {
        !self.request.strategies.intersection(StrategySet::WITH_PREMISES).is_empty()
    }

    /// Clues that are easy to find are found faster while all of their images are wanted: so the clauses
    /// join only when the answer is likely to be no, and nobody looks for symmetries before.
    fn break_pattern_symmetry(&mut self) {
        let symmetries = symmetries(self.request);
        for clause in encode::break_pattern_symmetry(self.request, &symmetries) {
            self.solver.add(&clause);
        }
        self.verifier.rest_on(symmetries.clone());
        self.symmetries = Some(symmetries);
    }

    /// Ends a run that was stopped.
    pub(in crate::generate) fn let_go(mut self, watch: &dyn Watch) {
        self.verifier.let_go(self.solver.proof(), watch);
    }

    /// The run as it ended.
    pub(super) fn into_run(mut self, outcome: Outcome, watch: &dyn Watch) -> SatRun {
        let proof: Option<Vec<ProofLine>> =
            matches!(outcome, Outcome::Impossible(_)).then(|| self.verifier.kept()).flatten();
        let stats = SatStats { solver: self.solver.stats(), rounds: Vec::new() };
        let symmetries = self.symmetries.take().unwrap_or_default();
        if watch.should_stop() {
            self.let_go(watch);
        }
        SatRun { outcome, stats, proof, symmetries }
    }
}

#[cfg(test)]
mod tests;
