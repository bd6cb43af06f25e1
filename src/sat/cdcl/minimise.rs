//! Shorter learnt clauses: literals that the others imply are left out.

use super::{LEARNT, Lit, Reason, Solver, Theory};

/// What is known of a false literal outside the learnt clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Unknown,
    /// The literals of the learnt clause make it false.
    Implied,
    /// They do not by themselves.
    Free,
}

/// A variable on the way to the reasons of a literal, its clause, and where to go on in it.
type Stop = (usize, u32, usize);

impl<T: Theory> Solver<T> {
    /// Drops literals that the others imply, however many steps it takes. Those of the clause
    /// but the first are marked as seen.
    pub(super) fn minimise(&mut self, learnt: &mut Vec<Lit>) {
        // A literal of a level without any other of the clause rests on that level's decision.
        self.level_stamp += 1;
        for lit in &learnt[1..] {
            self.level_marks[self.levels[lit.var()] as usize] = self.level_stamp;
        }
        let mut judged = Vec::new();
        let mut kept = 1;
        for i in 1..learnt.len() {
            if !self.is_implied(learnt[i], &mut judged) {
                learnt[kept] = learnt[i];
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for var in judged {
            self.verdicts[var] = Verdict::Unknown;
        }
    }

    fn is_implied(&mut self, lit: Lit, judged: &mut Vec<usize>) -> bool {
        let Reason::Clause(clause) = self.reasons[lit.var()] else { return false };
        let mut path: Vec<Stop> = vec![(lit.var(), clause, 0)];
        while let Some((var, clause, from)) = path.pop() {
            let open = (from..self.len(clause)).find(|&i| {
                let other = self.lit(clause, i).var();
                other != var && !self.seen[other] && self.levels[other] > 0 && self.verdicts[other] != Verdict::Implied
            });
            let Some(at) = open else {
                self.judge(var, Verdict::Implied, judged);
                continue;
            };
            let other = self.lit(clause, at).var();
            path.push((var, clause, at + 1));
            match self.reasons[other] {
                Reason::Clause(deeper)
                    if self.verdicts[other] == Verdict::Unknown
                        && self.level_marks[self.levels[other] as usize] == self.level_stamp =>
                {
                    path.push((other, deeper, 0));
                }
                _ => {
                    for (var, _, _) in path {
                        self.judge(var, Verdict::Free, judged);
                    }
                    return false;
                }
            }
        }
        true
    }

    /// Literals of the learnt clause need no verdict.
    fn judge(&mut self, var: usize, verdict: Verdict, judged: &mut Vec<usize>) {
        if !self.seen[var] {
            self.verdicts[var] = verdict;
            judged.push(var);
        }
    }

    /// Lowers the LBD of a learnt clause that takes part in a conflict, if its literals have come to span fewer levels.
    pub(super) fn update_lbd(&mut self, clause: u32) {
        let lbd = self.arena[clause as usize + 1];
        if self.arena[clause as usize] & LEARNT != 0 && lbd > 2 {
            let lits = self.lits(clause);
            self.arena[clause as usize + 1] = lbd.min(self.lbd(&lits));
        }
    }
}
