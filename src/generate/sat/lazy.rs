//! The well-founded encoding on a plain incremental solver, loop formulas added on demand.
//!
//! The clauses of the derivation encoding without rounds: every fact needs a reason. Reasons
//! may then go in circles, so each model is compared with the real closure of its clues; the
//! facts that the closure does not reach are an unfounded set, and its loop formula ("one of
//! these needs a reason from outside") is added before the next call. Subsets and fish are written
//! when a model needs them ([`Units`]). This is the yardstick
//! for the solver of this crate, which excludes circles inside the search.

use super::backend::add_all;
use super::refine::approximation::Approximations;
use super::refine::expansion::{MOST_CLAUSES, Style, Units};
use super::rounds::{eliminating_rules, placing_constraints};
use super::unfounded::propagator::refuter;
use super::{RoundStats, SatOptions, SatRun, SatStats, closed_set, encode, gave_up, impossible_by_word, theme};
use crate::generate::verify::{VerifyError, verify};
use crate::generate::{Method, Outcome, Progress, Request, Undecided, Watch};
use crate::grid::{Candidate, Constraint};
use crate::logic::AnyClosure;
use crate::sat::cdcl::{Answer, Lit};
use crate::sat::cnf::{Cnf, Formula};

/// Loop formulas added for one unfounded set.
const FORMULAS_PER_SET: usize = 16;

/// A way to derive a fact: the literal that says it is used, and the facts it rests on.
struct Reason {
    used: Lit,
    /// Facts (positions in `Facts::lits`) that must hold for it.
    rests_on: Vec<usize>,
}

/// "Placed" and "ruled out" of every candidate of an empty cell, with their reasons.
///
/// Fact `2 * candidate` is "placed", `2 * candidate + 1` "ruled out".
struct Facts {
    lits: Vec<Option<Lit>>,
    reasons: Vec<Vec<Reason>>,
}

impl Facts {
    /// Adds the completion to the formula: every fact implies one of its reasons. `None` if the watch says stop.
    fn complete(request: &Request, cnf: &mut Cnf, watch: &dyn Watch) -> Option<(Facts, Units)> {
        let shape = request.pattern.shape;
        let geometry = &*shape.geometry();
        let n_candidates = shape.n() * shape.n_cells();
        let is_clue = |c: Candidate| request.pattern.contains(c.cell);
        let truth = |c: Candidate| Lit::new(c.index(shape), true);
        let candidates = || (0..n_candidates).map(|i| Candidate::from_index(shape, i));
        let mut lits = vec![None; 2 * n_candidates];
        for c in candidates().filter(|&c| !is_clue(c)) {
            let (placed, ruled_out) = (cnf.var(), cnf.var());
            cnf.add([!placed, truth(c)]);
            cnf.add([!ruled_out, !truth(c)]);
            lits[2 * c.index(shape)] = Some(placed);
            lits[2 * c.index(shape) + 1] = Some(ruled_out);
        }
        // "Ruled out" of a clue cell is "not its digit".
        let ruled_out = |c: Candidate| lits[2 * c.index(shape) + 1].unwrap_or(!truth(c));
        let mut reasons: Vec<Vec<Reason>> = (0..2 * n_candidates).map(|_| Vec::new()).collect();
        for constraint in placing_constraints(shape, request.strategies) {
            if watch.should_stop() {
                return None;
            }
            if constraint.candidates(geometry).all(is_clue) {
                continue;
            }
            let single = cnf.var();
            for c in constraint.candidates(geometry) {
                cnf.add([!single, truth(c), ruled_out(c)]);
                let others = constraint.candidates(geometry).filter(|&other| other != c && !is_clue(other));
                let rests_on = others.map(|other| 2 * other.index(shape) + 1).collect();
                reasons[2 * c.index(shape)].push(Reason { used: single, rests_on });
            }
        }
        let rules = eliminating_rules(request);
        for rule in &rules {
            if watch.should_stop() {
                return None;
            }
            let applies = cnf.var();
            let mut rests_on = Vec::new();
            for c in rule.bases.iter().flat_map(|base| base.candidates(geometry)) {
                if !rule.covers.iter().any(|cover| cover.contains(geometry, c)) {
                    cnf.add([!applies, ruled_out(c)]);
                    if !is_clue(c) {
                        rests_on.push(2 * c.index(shape) + 1);
                    }
                }
            }
            for c in rule.covers.iter().flat_map(|cover| cover.candidates(geometry)) {
                if !is_clue(c) && !rule.bases.iter().any(|base| base.contains(geometry, c)) {
                    let rests_on = rests_on.clone();
                    reasons[2 * c.index(shape) + 1].push(Reason { used: applies, rests_on });
                }
            }
        }
        for c in candidates().filter(|&c| !is_clue(c)) {
            if watch.should_stop() {
                return None;
            }
            for rival in c.conflicts(geometry) {
                let placed = 2 * rival.index(shape);
                let reason = match lits[placed] {
                    Some(used) => Reason { used, rests_on: vec![placed] },
                    None => Reason { used: truth(rival), rests_on: Vec::new() },
                };
                reasons[2 * c.index(shape) + 1].push(reason);
            }
        }
        let mut units = Units::new(request, Style::Bases);
        let mut by_units: Vec<Vec<Lit>> = vec![Vec::new(); n_candidates];
        let all_ruled_out: Vec<Option<Lit>> = candidates().map(|c| Some(ruled_out(c))).collect();
        units.join(cnf, &all_ruled_out, |c| !is_clue(Candidate::from_index(shape, c)), &mut by_units);
        units.write_small(cnf);
        for (fact, lit) in lits.iter().enumerate() {
            if let Some(lit) = *lit {
                let by_units = by_units[fact / 2].iter().filter(|_| fact % 2 == 1);
                let reasons = reasons[fact].iter().map(|reason| reason.used).chain(by_units.copied());
                cnf.add(reasons.chain([!lit]));
            }
        }
        for cell in shape.cells().filter(|&cell| !request.pattern.contains(cell)) {
            cnf.add(Constraint::Cell(cell).candidates(geometry).filter_map(|c| lits[2 * c.index(shape)]));
        }
        Some((Facts { lits, reasons }, units))
    }

    /// The facts that hold in the model but not in the closure of its clues.
    fn unfounded(&self, closure: &AnyClosure, model: &[bool], request: &Request) -> Vec<usize> {
        let shape = request.pattern.shape;
        let claimed = |lit: Lit| model[lit.var()] == lit.is_positive();
        let facts = self.lits.iter().enumerate().filter(|(_, lit)| lit.is_some_and(claimed));
        facts
            .map(|(fact, _)| fact)
            .filter(|&fact| {
                let candidate = Candidate::from_index(shape, fact / 2);
                let reached = if fact % 2 == 0 {
                    closure.is_placed(candidate.cell) && closure.has(candidate)
                } else {
                    !closure.has(candidate)
                };
                !reached
            })
            .collect()
    }

    /// For some facts of an unfounded set: the fact needs a reason that rests on none of the set.
    fn loop_formulas(&self, set: &[usize], units: &Units) -> Vec<Vec<Lit>> {
        let mut is_in = vec![false; self.lits.len()];
        for &fact in set {
            is_in[fact] = true;
        }
        // One list of outside reasons serves the whole set.
        let mut outside: Vec<Lit> = set
            .iter()
            .flat_map(|&fact| &self.reasons[fact])
            .filter(|reason| !reason.rests_on.iter().any(|&fact| is_in[fact]))
            .map(|reason| reason.used)
            .collect();
        outside.extend(units.outside(&|c| is_in[2 * c + 1]));
        outside.sort_unstable();
        outside.dedup();
        let step = set.len().div_ceil(FORMULAS_PER_SET).max(1);
        set.iter()
            .step_by(step)
            .filter_map(|&fact| self.lits[fact])
            .map(|lit| outside.iter().copied().chain([!lit]).collect())
            .collect()
    }
}

/// Solves the request on a back end that knows clauses only.
pub(super) fn solve(request: &Request, options: &SatOptions, watch: &dyn Watch) -> SatRun {
    let (mut cnf, closed_set) = closed_set::solution(request);
    encode::break_digit_symmetry(&mut cnf, request);
    theme::add(&mut cnf, request, true);
    let Some((facts, mut units)) = Facts::complete(request, &mut cnf, watch) else {
        return SatRun::without_proof(Outcome::Undecided(Undecided::Stopped), SatStats::default());
    };
    let mut stats = RoundStats::default();
    let budget = options.budget.unwrap_or(u64::MAX);
    let mut solver = options.backend.session(watch);
    let refute = refuter(request);
    let mut approximations = Approximations::new(request.requires_hardest(), 0);
    let outcome = loop {
        stats.variables = cnf.n_vars;
        stats.clauses += cnf.clauses.len();
        [stats.written, stats.units] = units.n_written();
        if stats.units > 0 && stats.clauses > MOST_CLAUSES {
            break gave_up(format!("SAT: undecided, and more than {MOST_CLAUSES} clauses are needed."));
        }
        if !add_all(&mut *solver, std::mem::take(&mut cnf.clauses), watch) {
            break Outcome::Undecided(Undecided::Stopped);
        }
        let (answer, _) = approximations.solve(&mut *solver, &[], &units, budget);
        stats.work = solver.work();
        watch.report(Progress::new(Method::Sat, stats.work));
        match answer {
            Answer::Stopped => break Outcome::Undecided(Undecided::Stopped),
            Answer::OutOfBudget => break gave_up(format!("SAT: no answer within {} conflicts or polls.", stats.work)),
            Answer::Unsatisfiable => {
                break impossible_by_word(format!(
                    "SAT: no digits let the strategies fill the grid{} ({} clauses with loop formulas; the refutation \
                     is the word of {}, no proof is kept).",
                    closed_set::where_needed(request),
                    stats.clauses,
                    options.backend.name()
                ));
            }
            Answer::Satisfiable => {}
        }
        let mut model: Vec<bool> = (0..cnf.n_vars).map(|var| solver.value(var)).collect();
        let puzzle = encode::puzzle_of(request, |var| model[var]);
        let closure = AnyClosure::of(&puzzle, request.strategies);
        if closure.is_solved() {
            match verify(request, &puzzle, Method::Sat, watch) {
                Ok(found) => break Outcome::Found(Box::new(found)),
                Err(VerifyError::Stopped) => break Outcome::Undecided(Undecided::Stopped),
                Err(VerifyError::RequiredMissing | VerifyError::PathMissing(_)) => {
                    cnf.clauses.extend(closed_set::lacking(closed_set.as_ref(), request, &puzzle, |var| model[var]));
                    approximations.refined(0);
                }
                Err(error) => break gave_up(format!("SAT found clues that fail the check: {error}.")),
            }
            continue;
        }
        cnf.clauses.extend(facts.loop_formulas(&facts.unfounded(&closure, &model, request), &units));
        cnf.clauses.extend(refute(&model, &mut || watch.should_stop()));
        if !units.is_written() {
            // What units can do is to be judged by what is true of the puzzle.
            for (c, lit) in facts.lits.iter().skip(1).step_by(2).enumerate() {
                if let Some(lit) = lit {
                    model[lit.var()] = !closure.has(Candidate::from_index(request.pattern.shape, c));
                }
            }
            let n_written = units.refine(&mut cnf, &|lit| model[lit.var()] == lit.is_positive(), watch);
            approximations.refined(n_written);
        }
        if watch.should_stop() {
            break Outcome::Undecided(Undecided::Stopped);
        }
        if cnf.clauses.is_empty() {
            break gave_up("SAT: the model claims nothing unfounded, yet is not solved.".to_owned());
        }
    };
    watch.tried(&stats);
    SatRun::without_proof(outcome, SatStats { rounds: vec![stats], ..SatStats::default() })
}
