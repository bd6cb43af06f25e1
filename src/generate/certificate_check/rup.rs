//! Unit propagation for the checker of certificates.
//!
//! Clauses with two watched literals; no decisions, no learning.

use crate::generate::sat::cdcl::Lit;
use std::collections::BTreeMap;

/// Clauses and what follows from them by unit propagation alone.
#[derive(Debug)]
pub(super) struct Propagator {
    clauses: Vec<Vec<Lit>>,
    /// Clauses watching each literal (by index of the literal).
    watches: Vec<Vec<usize>>,
    /// Numbers of the clauses with these sorted literals.
    numbers: BTreeMap<Vec<Lit>, Vec<usize>>,
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    refuted: bool,
}

impl Propagator {
    pub(super) fn new(n_vars: usize) -> Propagator {
        Propagator {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * n_vars],
            numbers: BTreeMap::new(),
            is_true: vec![false; 2 * n_vars],
            trail: Vec::new(),
            refuted: false,
        }
    }

    /// Whether the clauses added so far contradict each other.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause that is known to hold.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let number = self.clauses.len();
        self.numbers.entry(lits.clone()).or_default().push(number);
        // Literals that are not false for good come first, to be watched.
        lits.sort_by_key(|&lit| self.is_true[(!lit).index()]);
        let n_open = lits.iter().filter(|&&lit| !self.is_true[(!lit).index()]).count();
        if lits.len() >= 2 {
            self.watches[lits[0].index()].push(number);
            self.watches[lits[1].index()].push(number);
        }
        let unit = lits.first().copied().filter(|lit| n_open == 1 && !self.is_true[lit.index()]);
        self.clauses.push(lits);
        self.refuted |= n_open == 0;
        if let Some(lit) = unit {
            let from = self.trail.len();
            self.set(lit);
            self.refuted |= !self.propagate(from);
        }
    }

    /// Forgets a clause, unless it made a literal true.
    pub(super) fn delete(&mut self, clause: &[Lit]) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let Some(numbers) = self.numbers.get_mut(&lits) else { return };
        let Some(&number) = numbers.last() else { return };
        if lits.iter().any(|lit| self.is_true[lit.index()]) {
            return;
        }
        numbers.pop();
        for &lit in self.clauses[number].iter().take(2) {
            self.watches[lit.index()].retain(|&other| other != number);
        }
        self.clauses[number].clear();
    }

    /// Whether assuming all literals false leads to a contradiction.
    pub(super) fn implies(&mut self, clause: &[Lit]) -> bool {
        if self.refuted {
            return true;
        }
        let from = self.trail.len();
        let mut clash = false;
        for &lit in clause {
            clash |= self.is_true[lit.index()];
            if !self.is_true[(!lit).index()] && !clash {
                self.set(!lit);
            }
        }
        let implied = clash || !self.propagate(from);
        for lit in self.trail.drain(from..) {
            self.is_true[lit.index()] = false;
        }
        implied
    }

    fn set(&mut self, lit: Lit) {
        self.is_true[lit.index()] = true;
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
                let number = watching[at];
                let lits = &mut self.clauses[number];
                if holds {
                    if lits[0] == falsified {
                        lits.swap(0, 1);
                    }
                    let other = lits[0];
                    if !self.is_true[other.index()] {
                        if let Some(k) = (2..lits.len()).find(|&k| !self.is_true[(!lits[k]).index()]) {
                            lits.swap(1, k);
                            self.watches[lits[1].index()].push(number);
                            continue;
                        }
                        if self.is_true[(!other).index()] {
                            holds = false;
                        } else {
                            self.is_true[other.index()] = true;
                            self.trail.push(other);
                        }
                    }
                }
                watching[kept] = number;
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
