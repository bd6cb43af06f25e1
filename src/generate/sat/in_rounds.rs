//! Algorithm 1 of Nishikawa and Toda (section 5.2): more and more rounds.

use super::backend::add_all;
use super::refine::approximation::Approximations;
use super::refine::expansion::{self, MOST_CLAUSES};
use super::unfounded::propagator::refuter;
use super::{
    Encoding, RoundStats, Rounds, SatOptions, SatRun, SatStats, closed_set, encode, gave_up, impossible_by_word, rounds,
};
use crate::generate::verify::{VerifyError, verify};
use crate::generate::{FormulaSize, Method, Outcome, Progress, Request, Undecided, Watch};
use crate::sat::cdcl::{Answer, Lit};

/// What is asked, and what is known for all numbers of rounds.
struct Run<'a> {
    request: &'a Request,
    options: &'a SatOptions,
    watch: &'a dyn Watch,
    budget: u64,
    /// Clauses over the solution that every wanted puzzle fulfils.
    known: Vec<Vec<Lit>>,
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
    let budget = options.budget.unwrap_or(u64::MAX);
    let mut run = Run { request, options, watch, budget, known: Vec::new() };
    let Rounds { first, last, step } = options.rounds;
    let mut none_within = None;
    let mut rounds = first.min(last);
    let outcome = loop {
        match run.within(rounds, &mut stats.rounds) {
            Verdict::Done(outcome) => break outcome,
            Verdict::None => none_within = Some(rounds),
            Verdict::NotYet => {}
        }
        if rounds >= last {
            break gave_up(none_within.map_or_else(
                || format!("SAT: nothing decided within {last} rounds."),
                |rounds| {
                    let needed = closed_set::where_needed(request);
                    format!("SAT: no digits let the strategies fill the grid within {rounds} rounds{needed}.")
                },
            ));
        }
        rounds = last.min(rounds + step.max(1));
    };
    SatRun::without_proof(outcome, stats)
}

impl Run<'_> {
    fn within(&mut self, rounds: usize, stats: &mut Vec<RoundStats>) -> Verdict {
        let Run { request, options, watch, .. } = *self;
        let stopped = || Verdict::Done(Outcome::Undecided(Undecided::Stopped));
        if watch.should_stop() {
            return stopped();
        }
        let (mut solution, closed_set) = closed_set::solution(request);
        let is_paper = matches!(options.encoding, Encoding::Paper { .. });
        let encoded = if let Encoding::Paper { order } = options.encoding {
            if closed_set.is_none() && !expansion::are_asked(request) {
                // The paper does without: its formulas speak of the clues and what follows from them.
                solution.clauses.clear();
            }
            rounds::paper(request, &solution, rounds, order, watch)
        } else {
            encode::break_digit_symmetry(&mut solution, request);
            rounds::derivation(request, &solution, rounds, watch)
        };
        let Some(rounds::Encoded { mut cnf, mut units }) = encoded else { return stopped() };
        units.write_small(&mut cnf);
        cnf.clauses.extend(self.known.iter().cloned());
        let mut session = options.backend.session(watch);
        let refute = refuter(request);
        let mut approximations = Approximations::new(request.requires_hardest());
        let at = stats.len();
        stats.push(RoundStats { rounds, ..RoundStats::default() });
        let budget = self.budget;
        loop {
            let stats = &mut stats[at];
            stats.variables = cnf.n_vars;
            stats.clauses += cnf.clauses.len();
            [stats.written, stats.units] = units.n_written();
            if stats.units > 0 && stats.clauses > MOST_CLAUSES {
                return Verdict::Done(gave_up(format!(
                    "SAT with {rounds} rounds: undecided, and subsets and fish need more than {MOST_CLAUSES} clauses."
                )));
            }
            if !add_all(&mut *session, std::mem::take(&mut cnf.clauses), watch) {
                return stopped();
            }
            let (answer, is_strict) = approximations.solve(&mut *session, &units, budget);
            stats.work = session.work();
            self.budget = budget.saturating_sub(approximations.counted(&*session));
            watch.report(Progress {
                method: Method::Sat,
                best_open_cells: None,
                steps: stats.work,
                formula: Some(FormulaSize { variables: stats.variables, clauses: stats.clauses, loop_formulas: 0 }),
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
                Answer::Satisfiable => {
                    let model: Vec<bool> = (0..cnf.n_vars).map(|var| session.value(var)).collect();
                    let holds = |lit: Lit| model[lit.var()] == lit.is_positive();
                    let puzzle = encode::puzzle_of(request, |var| model[var]);
                    match verify(request, &puzzle, Method::Sat, watch) {
                        Ok(found) => return Verdict::Done(Outcome::Found(Box::new(found))),
                        Err(VerifyError::Stopped) => return stopped(),
                        Err(VerifyError::RequiredMissing) => {
                            let clauses = closed_set::lacking(closed_set.as_ref(), request, &puzzle, |var| model[var]);
                            self.known.extend(clauses.iter().cloned());
                            cnf.clauses.extend(clauses);
                            approximations.refined(0);
                        }
                        // Subsets and fish that are not written claimed too much, or denied what they do.
                        Err(_) if !is_strict && !units.is_written() => {
                            let n_written = units.refine(&mut cnf, &holds, watch);
                            approximations.refined(n_written);
                            if watch.should_stop() {
                                return stopped();
                            }
                            let clause = refute(&model, &mut || watch.should_stop());
                            if clause.is_none() && n_written == 0 {
                                return if is_paper {
                                    Verdict::NotYet
                                } else {
                                    Verdict::Done(gave_up(
                                        "SAT found clues that fail the check: the strategies do not solve them."
                                            .to_owned(),
                                    ))
                                };
                            }
                            self.known.extend(clause.clone());
                            cnf.clauses.extend(clause);
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
    }
}
