//! From a conflict to a learnt clause, and which learnt clauses to keep.

use super::{HEADER, LEARNT, Lit, Reason, Solver, Stop, Theory, UNDEF};

impl<T: Theory> Solver<T> {
    /// The other literals of the clause that made `lit` true.
    fn reason_of(&mut self, lit: Lit, out: &mut Vec<Lit>, stop: Stop<'_>) {
        out.clear();
        match self.reasons[lit.var()] {
            Reason::None => {}
            Reason::Clause(clause) => {
                self.update_lbd(clause);
                out.extend((0..self.len(clause)).map(|i| self.lit(clause, i)).filter(|&other| other != lit));
            }
            Reason::Theory(asked) => {
                let asked = asked as usize;
                let n_root = self.n_root().min(asked);
                let mut clause = self.theory.explain(lit, &self.trail[..asked], n_root, stop);
                self.stats.theory_reasons += 1;
                if let Some(proof) = &mut self.proof {
                    proof.loop_formula(&clause);
                }
                self.drop_root(&mut clause);
                // The implied literal and the highest other one are watched.
                clause.retain(|&other| other != lit);
                clause.sort_unstable_by_key(|other| std::cmp::Reverse(self.levels[other.var()]));
                out.extend_from_slice(&clause);
                clause.insert(0, lit);
                if clause.len() >= 2 {
                    let lbd = self.lbd(&clause);
                    let clause = self.attach(&clause, Some(lbd));
                    self.reasons[lit.var()] = Reason::Clause(clause);
                }
            }
        }
    }

    /// First unique implication point; the learnt clause with the asserting literal first.
    fn analyze(&mut self, conflict: &[Lit], stop: Stop<'_>) -> (Vec<Lit>, usize) {
        let current = self.level() as u32;
        let mut learnt = vec![Lit(0)];
        let mut open = 0;
        let mut index = self.trail.len();
        let mut side: Vec<Lit> = conflict.to_vec();
        let mut reason = Vec::new();
        loop {
            for &lit in &side {
                let var = lit.var();
                if !self.seen[var] && self.levels[var] > 0 {
                    self.seen[var] = true;
                    self.bump_var(var);
                    if self.levels[var] == current {
                        open += 1;
                    } else {
                        learnt.push(lit);
                    }
                }
            }
            loop {
                index -= 1;
                if self.seen[self.trail[index].var()] {
                    break;
                }
            }
            let lit = self.trail[index];
            self.seen[lit.var()] = false;
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                break;
            }
            self.reason_of(lit, &mut reason, stop);
            std::mem::swap(&mut side, &mut reason);
        }
        let marked: Vec<usize> = learnt[1..].iter().map(|lit| lit.var()).collect();
        self.minimise(&mut learnt);
        for var in marked {
            self.seen[var] = false;
        }
        let back = if let Some(highest) = (1..learnt.len()).max_by_key(|&i| self.levels[learnt[i].var()]) {
            learnt.swap(1, highest);
            self.levels[learnt[1].var()] as usize
        } else {
            0
        };
        (learnt, back)
    }

    fn bump_var(&mut self, var: usize) {
        if self.heap.bump(var, self.bump) {
            self.bump *= 1e-100;
        }
    }

    /// The literal block distance (LBD) of a clause: how many decision levels its literals belong to.
    pub(super) fn lbd(&mut self, lits: &[Lit]) -> u32 {
        self.level_stamp += 1;
        let mut n = 0;
        for lit in lits {
            let level = self.levels[lit.var()] as usize;
            if self.level_marks[level] != self.level_stamp {
                self.level_marks[level] = self.level_stamp;
                n += 1;
            }
        }
        n
    }

    /// Drops literals that are false for good.
    fn drop_root(&mut self, clause: &mut Vec<Lit>) {
        let n_lits = clause.len();
        clause.retain(|lit| self.levels[lit.var()] > 0);
        if clause.len() < n_lits
            && let Some(proof) = &mut self.proof
        {
            proof.learnt(clause);
        }
    }

    /// A clause of the theory is worth as much as a learnt one: finding it again takes longer.
    fn keep_conflict(&mut self, conflict: &[Lit]) {
        let mut clause = conflict.to_vec();
        self.drop_root(&mut clause);
        if clause.len() < 2 {
            return;
        }
        clause.sort_unstable_by_key(|lit| std::cmp::Reverse(self.levels[lit.var()]));
        let lbd = self.lbd(&clause);
        self.attach(&clause, Some(lbd));
    }

    pub(super) fn resolve(&mut self, conflict: &[Lit], stop: Stop<'_>) {
        self.stats.conflicts += 1;
        // A theory conflict may lie below the current level.
        let highest = conflict.iter().map(|lit| self.levels[lit.var()]).max().unwrap_or(0);
        if highest == 0 {
            self.broken = true;
            if let Some(proof) = &mut self.proof {
                proof.learnt(&[]);
            }
            return;
        }
        self.backtrack(highest as usize);
        if self.from_theory {
            self.keep_conflict(conflict);
        }
        let (learnt, back) = self.analyze(conflict, stop);
        if let Some(proof) = &mut self.proof {
            proof.learnt(&learnt);
        }
        let lbd = self.lbd(&learnt);
        self.backtrack(back);
        if learnt.len() == 1 {
            self.enqueue(learnt[0], Reason::None);
        } else {
            let clause = self.attach(&learnt, Some(lbd));
            self.enqueue(learnt[0], Reason::Clause(clause));
        }
        self.bump /= 0.95;
    }

    /// Deletes the worse half of the learnt clauses; called without decisions.
    pub(super) fn reduce(&mut self) {
        let mut learnts = std::mem::take(&mut self.learnts);
        // Low LBD first, young before old.
        learnts.sort_by_key(|&clause| (self.arena[clause as usize + 1], std::cmp::Reverse(clause)));
        let keep = learnts.len() / 2;
        let drop: std::collections::BTreeSet<u32> =
            learnts.drain(keep..).filter(|&clause| self.arena[clause as usize + 1] > 2).collect();
        for watches in &mut self.watches {
            watches.clear();
        }
        let old = std::mem::take(&mut self.arena);
        let mut at = 0usize;
        while at < old.len() {
            let len = (old[at] & !LEARNT) as usize;
            let lits: Vec<Lit> = old[at + HEADER..at + HEADER + len].iter().map(|&lit| Lit(lit)).collect();
            let satisfied = lits.iter().any(|lit| self.values[lit.index()] == 1);
            let dropped = drop.contains(&(at as u32));
            if dropped && let Some(proof) = &mut self.proof {
                proof.delete(&lits);
            }
            if !satisfied && !dropped {
                let mut lits = lits;
                let n_lits = lits.len();
                lits.retain(|lit| self.values[lit.index()] == UNDEF);
                if lits.len() < n_lits
                    && let Some(proof) = &mut self.proof
                {
                    proof.learnt(&lits);
                }
                let learnt = (old[at] & LEARNT != 0).then(|| old[at + 1]);
                self.attach(&lits, learnt);
            }
            at += HEADER + len;
        }
        for lit in &self.trail {
            self.reasons[lit.var()] = Reason::None;
        }
    }
}
