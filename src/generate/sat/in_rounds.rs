//! Algorithm 1 of Nishikawa and Toda (section 5.2): more and more rounds, on one solver.
//!
//! A further round adds clauses to those of the rounds before. What holds of one number of rounds only, that all cells
//! are filled by then in the derivation encoding, is an assumption of the call.

use super::backend::{Session, add_all};
use super::closed_set::ClosedSet;
use super::paper::Paper;
use super::refine::approximation::Approximations;
use super::refine::expansion::{self, MOST_CLAUSES, Units};
use super::rounds::{Clues, Derivation};
use super::unfounded::propagator::{Refuter, refuter};
use super::{
    Encoding, RoundStats, Rounds, SatOptions, SatRun, SatStats, closed_set, encode, gave_up, impossible_by_word, theme,
};
use crate::generate::verify::{VerifyError, verify};
use crate::generate::{FormulaSize, Method, Outcome, Progress, Request, Undecided, Watch};
use crate::sat::cdcl::{Answer, Lit};
use crate::sat::cnf::{Cnf, Formula};

/// Rounds that are written before the formula is asked for the first time, or again: the paper's 30 at once, but not
/// the 649 that may be needed, of which few ever are.
const ROUNDS_AT_ONCE: usize = 50;

/// The numbers of rounds to ask about, in order.
pub(super) fn numbers(rounds: Rounds) -> Vec<usize> {
    let Rounds { first, last, step } = rounds;
    let mut wanted = first.min(last);
    let mut numbers = Vec::new();
    loop {
        let known = numbers.last().copied().unwrap_or(0);
        numbers.extend((known + ROUNDS_AT_ONCE..wanted).step_by(ROUNDS_AT_ONCE));
        numbers.push(wanted);
        if wanted >= last {
            return numbers;
        }
        wanted = last.min(wanted + step.max(1));
    }
}

/// The formula of either encoding, round by round.
pub(super) enum Written<'a> {
    Paper(Paper<'a>),
    Derivation(Derivation<'a>),
}

impl<'a> Written<'a> {
    /// Round 0. `None` if the watch says stop, as in all that follows.
    pub(super) fn begin(
        request: &'a Request,
        encoding: Encoding,
        clues: Clues,
        cnf: &mut impl Formula,
        watch: &dyn Watch,
    ) -> Option<Written<'a>> {
        Some(match encoding {
            Encoding::Paper { order } => Written::Paper(Paper::begin(request, clues, order, cnf, watch)?),
            _ => Written::Derivation(Derivation::begin(request, clues, cnf, watch)?),
        })
    }

    pub(super) fn add_round(&mut self, cnf: &mut impl Formula, watch: &dyn Watch) -> Option<()> {
        match self {
            Written::Paper(paper) => paper.add_round(cnf, watch),
            Written::Derivation(derivation) => derivation.add_round(cnf, watch),
        }
    }

    /// What is to be assumed when the formula is asked about its last round.
    pub(super) fn assumption(&self, cnf: &mut impl Formula) -> Option<Lit> {
        match self {
            Written::Paper(_) => None,
            Written::Derivation(derivation) => Some(derivation.solved(cnf)),
        }
    }

    pub(super) fn units(&mut self) -> &mut Units {
        match self {
            Written::Paper(paper) => &mut paper.units,
            Written::Derivation(derivation) => &mut derivation.units,
        }
    }
}

/// The clauses before round 0, and what the hardest required strategy asks for.
pub(super) struct Start {
    pub(super) cnf: Cnf,
    pub(super) closed_set: Option<ClosedSet>,
    /// Whether the clauses tell of the whole solution, not of the clues alone.
    pub(super) has_solution: bool,
}

/// What is written before round 0.
pub(super) fn start(request: &Request, encoding: Encoding) -> Start {
    let (mut cnf, closed_set) = closed_set::solution(request);
    match encoding {
        // The paper does without: its formulas speak of the clues and what follows from them.
        Encoding::Paper { .. } if closed_set.is_none() && !expansion::are_asked(request) => cnf.clauses.clear(),
        Encoding::Paper { .. } => {}
        _ => encode::break_digit_symmetry(&mut cnf, request),
    }
    let has_solution = !cnf.clauses.is_empty();
    theme::add(&mut cnf, request, has_solution);
    Start { cnf, closed_set, has_solution }
}

/// A formula with its solver, as far as it is written.
struct Run<'a> {
    request: &'a Request,
    options: &'a SatOptions,
    watch: &'a dyn Watch,
    budget: u64,
    closed_set: Option<ClosedSet>,
    refute: Refuter,
    session: Box<dyn Session + 'a>,
    /// Clauses that the solver does not have yet.
    cnf: Cnf,
    written: Written<'a>,
    has_solution: bool,
    n_rounds: usize,
    n_clauses: usize,
}

/// What one number of rounds tells.
enum Verdict {
    Done(Outcome),
    /// No puzzle within so many rounds.
    None,
    /// A puzzle whose last round still has a step.
    NotYet,
}

pub(super) fn run(request: &Request, options: &SatOptions, watch: &dyn Watch) -> SatRun {
    let mut stats = SatStats::default();
    let stopped = Outcome::Undecided(Undecided::Stopped);
    let Some(mut run) = Run::begin(request, options, watch) else { return SatRun::without_proof(stopped, stats) };
    let mut none_within = None;
    for rounds in numbers(options.rounds) {
        let mut of_round = RoundStats { rounds, ..RoundStats::default() };
        let verdict = run.within(rounds, &mut of_round);
        watch.tried(&of_round);
        stats.rounds.push(of_round);
        match verdict {
            Verdict::Done(outcome) => return SatRun::without_proof(outcome, stats),
            Verdict::None => none_within = Some(rounds),
            Verdict::NotYet => {}
        }
    }
    let outcome = gave_up(none_within.map_or_else(
        || format!("SAT: nothing decided within {} rounds.", options.rounds.last),
        |rounds| {
            let needed = closed_set::where_needed(request);
            format!("SAT: no digits let the strategies fill the grid within {rounds} rounds{needed}.")
        },
    ));
    SatRun::without_proof(outcome, stats)
}

impl<'a> Run<'a> {
    /// Round 0; `None` if the watch says stop.
    fn begin(request: &'a Request, options: &'a SatOptions, watch: &'a dyn Watch) -> Option<Run<'a>> {
        if watch.should_stop() {
            return None;
        }
        let Start { mut cnf, closed_set, has_solution } = start(request, options.encoding);
        let Some(written) = Written::begin(request, options.encoding, Clues::OfPattern, &mut cnf, watch) else {
            watch.let_go(Box::new(cnf));
            return None;
        };
        Some(Run {
            request,
            options,
            watch,
            budget: options.budget.unwrap_or(u64::MAX),
            closed_set,
            refute: refuter(request),
            session: options.backend.session(watch),
            cnf,
            written,
            has_solution,
            n_rounds: 0,
            n_clauses: 0,
        })
    }

    /// Hands over the clauses written since; `None` if the watch says stop.
    fn hand_over(&mut self) -> Option<()> {
        self.n_clauses += self.cnf.clauses.len();
        add_all(&mut *self.session, std::mem::take(&mut self.cnf.clauses), self.watch).then_some(())
    }

    /// Writes rounds up to this one; what is to be assumed about it.
    fn grow(&mut self, rounds: usize) -> Option<Vec<Lit>> {
        while self.n_rounds < rounds {
            self.written.add_round(&mut self.cnf, self.watch)?;
            self.hand_over()?;
            self.n_rounds += 1;
        }
        self.written.units().write_small(&mut self.cnf);
        if let Written::Paper(paper) = &self.written
            && self.has_solution
        {
            let shape = self.request.pattern.shape;
            paper.join_solution(&mut self.cnf, |c| Lit::new(c.index(shape), true));
        }
        Some(self.written.assumption(&mut self.cnf).into_iter().collect())
    }

    fn within(&mut self, rounds: usize, stats: &mut RoundStats) -> Verdict {
        let Run { request, watch, .. } = *self;
        let stopped = || Verdict::Done(Outcome::Undecided(Undecided::Stopped));
        let is_paper = matches!(self.options.encoding, Encoding::Paper { .. });
        let work_before = self.session.work();
        let mut approximations = Approximations::new(request.requires_hardest(), work_before);
        let budget = self.budget;
        let Some(assumptions) = self.grow(rounds) else { return stopped() };
        loop {
            stats.variables = self.cnf.n_vars;
            stats.clauses = self.n_clauses + self.cnf.clauses.len();
            [stats.written, stats.units] = self.written.units().n_written();
            if stats.units > 0 && stats.clauses > MOST_CLAUSES {
                return Verdict::Done(gave_up(format!(
                    "SAT with {rounds} rounds: undecided, and subsets and fish need more than {MOST_CLAUSES} clauses."
                )));
            }
            if self.hand_over().is_none() {
                return stopped();
            }
            let units = self.written.units();
            let (answer, is_strict) = approximations.solve(&mut *self.session, &assumptions, units, budget);
            stats.work = self.session.work() - work_before;
            self.budget = budget.saturating_sub(approximations.counted(&*self.session));
            watch.report(Progress {
                formula: Some(FormulaSize { variables: stats.variables, clauses: stats.clauses, loop_formulas: 0 }),
                ..Progress::new(Method::Sat, self.session.work())
            });
            match answer {
                Answer::Stopped => return stopped(),
                Answer::OutOfBudget => {
                    let sentence = format!("SAT with {rounds} rounds: no answer within the budget.");
                    return Verdict::Done(gave_up(sentence));
                }
                // Only puzzles at a standstill are excluded by the paper's formulas.
                Answer::Unsatisfiable if is_paper => {
                    let hardest = request.ranking.hardest(request.required);
                    let or = hardest.map(|hardest| format!(" or do without {}", hardest.title().to_lowercase()));
                    return Verdict::Done(impossible_by_word(format!(
                        "SAT: whatever the digits, the strategies are stuck within {rounds} rounds{} (paper \
                         encoding; the refutation is the solver's word, no proof is kept).",
                        or.unwrap_or_default()
                    )));
                }
                Answer::Unsatisfiable => return Verdict::None,
                Answer::Satisfiable => {}
            }
            let model: Vec<bool> = (0..self.cnf.n_vars).map(|var| self.session.value(var)).collect();
            let holds = |lit: Lit| model[lit.var()] == lit.is_positive();
            let puzzle = encode::puzzle_of(request, |var| model[var]);
            let units = self.written.units();
            match verify(request, &puzzle, Method::Sat, watch) {
                Ok(found) => return Verdict::Done(Outcome::Found(Box::new(found))),
                Err(VerifyError::Stopped) => return stopped(),
                Err(VerifyError::RequiredMissing | VerifyError::PathMissing(_)) => {
                    let closed_set = self.closed_set.as_ref();
                    self.cnf.clauses.extend(closed_set::lacking(closed_set, request, &puzzle, |var| model[var]));
                    approximations.refined(0);
                }
                // Subsets and fish that are not written claimed too much, or denied what they do.
                Err(_) if !is_strict && !units.is_written() => {
                    let n_written = units.refine(&mut self.cnf, &holds, watch);
                    approximations.refined(n_written);
                    if watch.should_stop() {
                        return stopped();
                    }
                    let clause = (self.refute)(&model, &mut || watch.should_stop());
                    if clause.is_none() && n_written == 0 {
                        return if is_paper {
                            Verdict::NotYet
                        } else {
                            Verdict::Done(gave_up(
                                "SAT found clues that fail the check: the strategies do not solve them.".to_owned(),
                            ))
                        };
                    }
                    self.cnf.clauses.extend(clause);
                }
                // Without these units it is not at a standstill yet: nothing is known.
                Err(_) if is_paper && is_strict => approximations.strict_is_useless(),
                // The paper's formulas may end before the puzzle is at a standstill.
                Err(_) if is_paper => return Verdict::NotYet,
                Err(error) => {
                    return Verdict::Done(gave_up(format!("SAT found clues that fail the check: {error}.")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rounds, numbers};

    #[track_caller]
    fn check(first: usize, last: usize, step: usize, expected: &[usize]) {
        assert_eq!(numbers(Rounds { first, last, step }), expected);
    }

    #[test]
    fn rounds_are_asked_about_in_steps_and_in_parts() {
        check(30, 30, 1, &[30]);
        check(10, 30, 10, &[10, 20, 30]);
        check(10, 25, 10, &[10, 20, 25]);
        check(50, 51, 1, &[50, 51]);
        check(120, 180, 60, &[50, 100, 120, 170, 180]);
        assert_eq!(numbers(Rounds { first: 1, last: 649, step: 1 }).len(), 649);
        assert_eq!(numbers(Rounds { first: 649, last: 649, step: 1 }).len(), 13);
    }
}
