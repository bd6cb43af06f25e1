//! Checks certificates, with nothing of the engines that made them.
//!
//! Bounds are recounted from the geometry. Of a refutation, each clause of the
//! encoding is recognised by what it says, each loop formula is derived anew by
//! plain loops over the rules, and each step follows by unit propagation.

use super::Request;
use super::certificate::{Certificate, Refutation};
use super::rup::Propagator;
use super::sat::cdcl::Lit;
use super::sat::proof::ProofLine;
use crate::grid::{Candidate, CellSet, Constraint, Digit, DigitSet, Puzzle, Shape};
use crate::logic::{Effect, Rule, StrategyId, StrategySet, TraceVerdict, count_solutions, solve, strategy};
use std::collections::BTreeSet;

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CertificateError {
    #[error("the bound does not hold for this pattern")]
    Bound,
    #[error("line {0} is no clause of the encoding")]
    Input(usize),
    #[error("line {0}: the loop formula does not hold")]
    Lemma(usize),
    #[error("line {0} does not follow by unit propagation")]
    Step(usize),
    #[error("the cells along which digits are ordered are not the open clue cells")]
    Order,
    #[error("the refutation does not end with a contradiction")]
    Unfinished,
}

/// Checks that a certificate proves that the request has no answer.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(request: &Request, certificate: &Certificate) -> Result<(), CertificateError> {
    match certificate {
        Certificate::Bound(reason) if bound_holds(request, &reason.cells) => Ok(()),
        Certificate::Bound(_) => Err(CertificateError::Bound),
        Certificate::Refutation(refutation) => check_refutation(request, refutation),
    }
}

/// Whether one of the bounds refutes the request with these cells to blame.
fn bound_holds(request: &Request, cells: &CellSet) -> bool {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let n = shape.n();
    let is_full = pattern.n_clues() == shape.n_cells();
    let fixed = &request.fixed;
    let digits: DigitSet = fixed.clues().map(|(_, digit)| digit).collect();
    let n_digits = digits.len() + pattern.n_clues().saturating_sub(fixed.n_clues());
    let places = |id| strategy(id).set_logic().is_none_or(|logic| logic.effect == Effect::Place);
    !request.required.is_subset(request.strategies)
        || is_full && !request.required.is_empty()
        || !is_full && !request.strategies.iter().any(places)
        || n_digits + 1 < n
        || shape == Shape::NINE && pattern.n_clues() < 17
        || fixed.shape() != shape
        || fixed.clues().any(|(cell, _)| !pattern.contains(cell))
        || count_solutions(fixed, 1) == 0
        || has_clue_free_twins(request, cells)
        || never_join(request, cells)
}

/// Two whole lines of one band or stack without a clue.
fn has_clue_free_twins(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let n = shape.n();
    let is_free = |row: Option<usize>, col: Option<usize>| {
        shape
            .cells()
            .filter(|&cell| row.is_none_or(|r| shape.row(cell) == r) && col.is_none_or(|c| shape.col(cell) == c))
            .all(|cell| cells.contains(cell) && !request.pattern.contains(cell))
    };
    let twins = |height: usize, free: &dyn Fn(usize) -> bool| {
        (0..n).any(|a| free(a) && (a + 1..n).any(|b| a / height == b / height && free(b)))
    };
    twins(shape.box_rows(), &|row| is_free(Some(row), None)) || twins(shape.box_cols(), &|col| is_free(None, Some(col)))
}

/// Naked singles alone cannot fill the first of these cells: too few peers lie outside.
fn never_join(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let too_few = |cell| {
        let outside = shape.cells().filter(|&peer| shape.geometry().are_peers(cell, peer) && !cells.contains(peer));
        outside.count() + 1 < shape.n()
    };
    request.strategies.is_subset(StrategySet::single(StrategyId::NakedSingle))
        && !cells.is_empty()
        && cells.iter().all(|cell| !request.pattern.contains(cell) && too_few(cell))
}

fn check_refutation(request: &Request, refutation: &Refutation) -> Result<(), CertificateError> {
    let rules = LoopRules::new(request);
    let inputs = Inputs::new(request, refutation)?;
    let mut propagator = Propagator::new(refutation.n_vars);
    for (index, line) in refutation.lines.iter().enumerate() {
        match line {
            ProofLine::Input(clause) => {
                if !inputs.holds(clause) {
                    return Err(CertificateError::Input(index));
                }
                propagator.add(clause);
            }
            ProofLine::Lemma(clause) => {
                if !rules.formula_holds(clause) {
                    return Err(CertificateError::Lemma(index));
                }
                propagator.add(clause);
            }
            ProofLine::Learnt(clause) => {
                if !propagator.implies(clause) {
                    return Err(CertificateError::Step(index));
                }
                propagator.add(clause);
            }
            ProofLine::Delete(clause) => propagator.delete(clause),
        }
    }
    if propagator.is_refuted() { Ok(()) } else { Err(CertificateError::Unfinished) }
}

/// What the clauses of the encoding may say.
struct Inputs<'a> {
    request: &'a Request,
    /// "Each of the interchangeable digits occurs only after the one before", as sorted clauses.
    ordering: BTreeSet<Vec<Lit>>,
}

impl<'a> Inputs<'a> {
    fn new(request: &'a Request, refutation: &Refutation) -> Result<Inputs<'a>, CertificateError> {
        let order = &refutation.digit_order;
        let open = request.pattern.cells.difference(&request.fixed.pattern().cells);
        let distinct: CellSet = order.iter().copied().collect();
        if distinct != open || order.len() != open.len() {
            return Err(CertificateError::Order);
        }
        let shape = request.pattern.shape;
        let digits: Vec<Digit> = (0..shape.n())
            .map(Digit::from_index)
            .filter(|&digit| request.fixed.clues().all(|(_, fixed)| fixed != digit))
            .collect();
        let mut ordering = BTreeSet::new();
        for (i, &cell) in order.iter().enumerate() {
            for pair in digits.windows(2) {
                let lit = |cell, digit, positive| Lit::new(Candidate::new(cell, digit).index(shape), positive);
                let mut clause: Vec<Lit> = order[..i].iter().map(|&earlier| lit(earlier, pair[0], true)).collect();
                clause.push(lit(cell, pair[1], false));
                clause.sort_unstable();
                ordering.insert(clause);
            }
        }
        Ok(Inputs { request, ordering })
    }

    fn holds(&self, clause: &[Lit]) -> bool {
        let shape = self.request.pattern.shape;
        let geometry = shape.geometry();
        if clause.iter().any(|lit| lit.var() >= shape.n() * shape.n_cells()) {
            return false;
        }
        let candidates: Vec<Candidate> = clause.iter().map(|lit| Candidate::from_index(shape, lit.var())).collect();
        if clause.iter().all(|lit| lit.is_positive()) {
            // Some candidate of a constraint, or a fixed digit.
            let covers = |q: Constraint| q.candidates(geometry).all(|c| candidates.contains(&c));
            return Constraint::all(shape).any(covers)
                || candidates.iter().any(|c| self.request.fixed.get(c.cell) == Some(c.digit));
        }
        if let [a, b] = candidates[..]
            && clause.iter().all(|lit| !lit.is_positive())
            && a != b
            && Constraint::all(shape).any(|q| q.contains(geometry, a) && q.contains(geometry, b))
        {
            return true;
        }
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        self.ordering.contains(&sorted) || self.excludes_unwanted(clause, &candidates)
    }

    /// Clues whose trace, with any further clues, lacks a required strategy.
    fn excludes_unwanted(&self, clause: &[Lit], candidates: &[Candidate]) -> bool {
        let request = self.request;
        if clause.iter().any(|lit| lit.is_positive()) || candidates.iter().any(|c| !request.pattern.contains(c.cell)) {
            return false;
        }
        let mut puzzle = Puzzle::empty(request.pattern.shape);
        for c in candidates {
            puzzle.set(c.cell, Some(c.digit));
        }
        let complete = puzzle.pattern() == request.pattern;
        if complete && !request.required.is_subset(solve(&puzzle, request.strategies).used()) {
            return true;
        }
        let hardest = request.strategies.iter().last().filter(|&id| request.required.contains(id));
        hardest.is_some_and(|id| {
            let rest = request.strategies.difference(StrategySet::single(id));
            solve(&puzzle, rest).verdict == TraceVerdict::Solved
        })
    }
}

/// The rules of the allowed strategies, one by one.
struct LoopRules<'a> {
    request: &'a Request,
    placing: Vec<Constraint>,
    eliminating: Vec<Rule>,
}

impl<'a> LoopRules<'a> {
    fn new(request: &'a Request) -> LoopRules<'a> {
        let geometry = request.pattern.shape.geometry();
        let (mut placing, mut eliminating) = (Vec::new(), Vec::new());
        for logic in request.strategies.iter().filter_map(|id| strategy(id).set_logic()) {
            for rule in logic.rules(geometry) {
                match logic.effect {
                    Effect::Place => placing.extend(rule.bases),
                    Effect::Eliminate => eliminating.push(rule),
                }
            }
        }
        placing.sort_unstable();
        placing.dedup();
        LoopRules { request, placing, eliminating }
    }

    /// Assumes every literal of the formula false and derives whatever still may be
    /// derived; the formula holds if some cell is never reached.
    fn formula_holds(&self, formula: &[Lit]) -> bool {
        let shape = self.request.pattern.shape;
        let geometry = shape.geometry();
        let n_candidates = shape.n() * shape.n_cells();
        let (mut may_hold, mut may_fail) = (vec![true; n_candidates], vec![true; n_candidates]);
        for lit in formula {
            if lit.var() >= n_candidates {
                return false;
            }
            if lit.is_positive() {
                may_hold[lit.var()] = false;
            } else {
                may_fail[lit.var()] = false;
                for constraint in Candidate::from_index(shape, lit.var()).constraints(geometry) {
                    for rival in constraint.candidates(geometry).map(|c| c.index(shape)).filter(|&c| c != lit.var()) {
                        may_hold[rival] = false;
                    }
                }
            }
        }
        let (mut placed, mut ruled_out) = (vec![false; n_candidates], vec![false; n_candidates]);
        for cell in self.request.pattern.cells.iter() {
            for c in Constraint::Cell(cell).candidates(geometry) {
                placed[c.index(shape)] = may_hold[c.index(shape)];
            }
        }
        loop {
            let mut changed = false;
            let mut rule_out = |c: Candidate, ruled_out: &mut Vec<bool>| {
                let index = c.index(shape);
                changed |= may_fail[index] && !ruled_out[index];
                ruled_out[index] |= may_fail[index];
            };
            for constraint in Constraint::all(shape) {
                let done: Vec<Candidate> = constraint.candidates(geometry).filter(|c| placed[c.index(shape)]).collect();
                for c in constraint.candidates(geometry) {
                    if done.iter().any(|&other| other != c) {
                        rule_out(c, &mut ruled_out);
                    }
                }
            }
            for rule in &self.eliminating {
                let covered = |c: Candidate| rule.covers.iter().any(|cover| cover.contains(geometry, c));
                let based = |c: Candidate| rule.bases.iter().any(|base| base.contains(geometry, c));
                let mut open = rule.bases.iter().flat_map(|base| base.candidates(geometry));
                if open.all(|c| ruled_out[c.index(shape)] || covered(c)) {
                    for c in rule.covers.iter().flat_map(|cover| cover.candidates(geometry)).filter(|&c| !based(c)) {
                        rule_out(c, &mut ruled_out);
                    }
                }
            }
            for &constraint in &self.placing {
                if !self.enough_peers(constraint, &placed) {
                    continue;
                }
                for c in constraint.candidates(geometry).filter(|c| may_hold[c.index(shape)]) {
                    let alone =
                        constraint.candidates(geometry).all(|other| other == c || ruled_out[other.index(shape)]);
                    changed |= alone && !placed[c.index(shape)];
                    placed[c.index(shape)] |= alone;
                }
            }
            if !changed {
                break;
            }
        }
        shape
            .cells()
            .filter(|&cell| !self.request.pattern.contains(cell))
            .any(|cell| !Constraint::Cell(cell).candidates(geometry).any(|c| placed[c.index(shape)]))
    }

    /// With naked singles alone, a cell needs N - 1 peers with different digits.
    fn enough_peers(&self, constraint: Constraint, placed: &[bool]) -> bool {
        let Constraint::Cell(cell) = constraint else { return true };
        if self.request.strategies != StrategySet::single(StrategyId::NakedSingle) {
            return true;
        }
        let shape = self.request.pattern.shape;
        let (mut known, mut open) = (DigitSet::EMPTY, 0);
        for &peer in &shape.geometry().peers[cell.index()] {
            let candidates = Constraint::Cell(peer).candidates(shape.geometry());
            let digits: DigitSet = candidates.filter(|c| placed[c.index(shape)]).map(|c| c.digit).collect();
            match digits.only() {
                Some(digit) => {
                    known.insert(digit);
                }
                None => open += usize::from(!digits.is_empty()),
            }
        }
        known.len() + open + 1 >= shape.n()
    }
}
