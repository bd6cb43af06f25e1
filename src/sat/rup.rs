//! Unit propagation for the checker of certificates.
//!
//! Clauses with two watched literals; no decisions, no learning. Why a clause follows is
//! remembered until the next one, for proofs that say so (LRAT).

use super::cdcl::Lit;
use std::collections::BTreeMap;

/// The reason of a literal that was assumed.
const ASSUMED: usize = usize::MAX;

/// A step from clauses to a contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// A literal that holds for good.
    Fixed(Lit),
    /// The clause with this number, all but one of whose literals are false by then (all of them in the last step).
    Clause(usize),
}

/// That a clause watches a literal.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: while it is true, there is no need to look at the clause.
    blocker: Lit,
}

/// Clauses and what follows from them by unit propagation alone.
#[derive(Debug)]
pub(crate) struct Propagator {
    clauses: Vec<Vec<Lit>>,
    /// Clauses watching each literal (by index of the literal).
    watches: Vec<Vec<Watch>>,
    /// Numbers of the clauses with these sorted literals.
    numbers: BTreeMap<Vec<Lit>, Vec<usize>>,
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    /// Per variable that holds: the number of the clause that made it hold.
    reasons: Vec<usize>,
    /// What was contradictory last.
    conflict: Option<Hint>,
    refuted: bool,
}

impl Propagator {
    pub(crate) fn new(n_vars: usize) -> Propagator {
        Propagator {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * n_vars],
            numbers: BTreeMap::new(),
            is_true: vec![false; 2 * n_vars],
            trail: Vec::new(),
            reasons: vec![ASSUMED; n_vars],
            conflict: None,
            refuted: false,
        }
    }

    /// Whether the clauses added so far contradict each other.
    pub(crate) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// The literals that hold for good, in the order in which they follow.
    pub(crate) fn fixed(&self) -> &[Lit] {
        &self.trail
    }

    /// The clause that made a literal hold for good: its number and its literals.
    pub(crate) fn reason(&self, fixed: Lit) -> (usize, &[Lit]) {
        let number = self.reasons[fixed.var()];
        (number, &self.clauses[number])
    }

    /// Adds a clause that is known to hold; clauses are numbered from 0.
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let number = self.clauses.len();
        self.numbers.entry(lits.clone()).or_default().push(number);
        // Literals that are not false for good come first, to be watched.
        lits.sort_by_key(|&lit| self.is_true[(!lit).index()]);
        let n_open = lits.iter().filter(|&&lit| !self.is_true[(!lit).index()]).count();
        if lits.len() >= 2 {
            self.watches[lits[0].index()].push(Watch { clause: number as u32, blocker: lits[1] });
            self.watches[lits[1].index()].push(Watch { clause: number as u32, blocker: lits[0] });
        }
        let unit = lits.first().copied().filter(|lit| n_open == 1 && !self.is_true[lit.index()]);
        self.clauses.push(lits);
        if n_open == 0 {
            self.refuted = true;
            self.conflict = Some(Hint::Clause(number));
        }
        if let Some(lit) = unit {
            let from = self.trail.len();
            self.set(lit, number);
            self.refuted |= !self.propagate(from);
        }
    }

    /// Forgets a clause, unless it made a literal true; its number.
    pub(crate) fn delete(&mut self, clause: &[Lit]) -> Option<usize> {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let numbers = self.numbers.get_mut(&lits)?;
        let &number = numbers.last()?;
        if lits.iter().any(|lit| self.is_true[lit.index()]) {
            return None;
        }
        numbers.pop();
        for &lit in self.clauses[number].iter().take(2) {
            self.watches[lit.index()].retain(|watch| watch.clause as usize != number);
        }
        self.clauses[number].clear();
        Some(number)
    }

    /// Whether assuming all literals false leads to a contradiction.
    pub(crate) fn implies(&mut self, clause: &[Lit]) -> bool {
        self.refute(clause, |_, _| ()).is_some()
    }

    /// How assuming all literals false leads to a contradiction, in order; `None` if it does not.
    pub(crate) fn explain(&mut self, clause: &[Lit]) -> Option<Vec<Hint>> {
        self.refute(clause, Propagator::hints)
    }

    /// How the clauses contradict each other, once they do.
    pub(crate) fn explain_refutation(&self) -> Vec<Hint> {
        self.hints(self.trail.len())
    }

    /// Assumes all literals false; at a contradiction calls `tell` with the number of literals
    /// that hold for good.
    fn refute<T>(&mut self, clause: &[Lit], tell: impl FnOnce(&Propagator, usize) -> T) -> Option<T> {
        let from = self.trail.len();
        let mut clash = self.refuted;
        for &lit in clause {
            if self.is_true[lit.index()] && !clash {
                clash = true;
                self.conflict = Some(Hint::Fixed(lit));
            }
            if !self.is_true[(!lit).index()] && !clash {
                self.set(!lit, ASSUMED);
            }
        }
        let told = (clash || !self.propagate(from)).then(|| tell(self, from));
        for lit in self.trail.drain(from..) {
            self.is_true[lit.index()] = false;
        }
        told
    }

    /// The clauses that lead to the last conflict, where so many literals hold for good.
    fn hints(&self, n_fixed: usize) -> Vec<Hint> {
        let conflict = match self.conflict {
            Some(Hint::Clause(number)) => number,
            whole => return whole.into_iter().collect(),
        };
        let mut fixed = Vec::new();
        let mut steps = Vec::new();
        let mut is_needed = vec![false; self.reasons.len()];
        let mut use_clause = |number: usize, is_needed: &mut Vec<bool>| {
            steps.push(Hint::Clause(number));
            self.clauses[number].iter().for_each(|lit| is_needed[lit.var()] = true);
        };
        use_clause(conflict, &mut is_needed);
        for (at, &lit) in self.trail.iter().enumerate().rev() {
            if !is_needed[lit.var()] {
                continue;
            }
            if at < n_fixed {
                fixed.push(Hint::Fixed(lit));
            } else if self.reasons[lit.var()] != ASSUMED {
                use_clause(self.reasons[lit.var()], &mut is_needed);
            }
        }
        fixed.extend(steps.into_iter().rev());
        fixed
    }

    fn set(&mut self, lit: Lit, reason: usize) {
        self.is_true[lit.index()] = true;
        self.reasons[lit.var()] = reason;
        self.trail.push(lit);
    }

    /// Propagates the literals of the trail from this place on; false at a contradiction.
    fn propagate(&mut self, mut from: usize) -> bool {
        while from < self.trail.len() {
            let falsified = !self.trail[from];
            from += 1;
            let mut watching = std::mem::take(&mut self.watches[falsified.index()]);
            let mut kept = 0;
            let mut holds = true;
            for at in 0..watching.len() {
                let watch = watching[at];
                if holds && !self.is_true[watch.blocker.index()] {
                    let number = watch.clause as usize;
                    let lits = &mut self.clauses[number];
                    if lits[0] == falsified {
                        lits.swap(0, 1);
                    }
                    let other = lits[0];
                    if !self.is_true[other.index()] {
                        if let Some(k) = (2..lits.len()).find(|&k| !self.is_true[(!lits[k]).index()]) {
                            lits.swap(1, k);
                            self.watches[lits[1].index()].push(Watch { clause: watch.clause, blocker: other });
                            continue;
                        }
                        if self.is_true[(!other).index()] {
                            holds = false;
                            self.conflict = Some(Hint::Clause(number));
                        } else {
                            self.is_true[other.index()] = true;
                            self.reasons[other.var()] = number;
                            self.trail.push(other);
                        }
                    }
                }
                watching[kept] = watch;
                kept += 1;
            }
            watching.truncate(kept);
            self.watches[falsified.index()] = watching;
            if !holds {
                return false;
            }
        }
        true
    }
}
