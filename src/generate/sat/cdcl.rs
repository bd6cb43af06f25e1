//! A conflict-driven clause-learning solver with a theory inside the search.
//!
//! Ordinary ingredients (two watched literals, activities, saved phases, Luby
//! restarts, deletion of useless lemmas by their number of levels), written for
//! what the ready solvers do not offer together: a theory that sees every
//! partial assignment, exact repeatability, and a proof of every lemma.

use super::heap::Heap;
use super::proof::Proof;

/// A literal: variable times two, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(pub u32);

impl Lit {
    /// The literal of a variable.
    #[inline]
    pub const fn new(var: usize, positive: bool) -> Lit {
        Lit((var as u32) << 1 | !positive as u32)
    }

    /// Its variable.
    #[inline]
    pub const fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is not negated.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// As an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As DIMACS writes it: variables from 1, negative if negated.
    pub const fn dimacs(self) -> i32 {
        let var = (self.0 >> 1).cast_signed() + 1;
        if self.is_positive() { var } else { -var }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Knowledge that is not written as clauses but asked during the search.
pub trait Theory {
    /// A literal has become true.
    fn assign(&mut self, lit: Lit);

    /// The same literal is taken back; calls come in reverse order of `assign`.
    fn unassign(&mut self, lit: Lit);

    /// Looks at a state where no clause propagates any more. Either a clause that is
    /// false now, or the literals that follow are put into `implied`.
    /// The first `n_root` literals of the trail hold without any decision.
    fn check(&mut self, trail: &[Lit], n_root: usize, implied: &mut Vec<Lit>) -> Option<Vec<Lit>>;

    /// The clause that made an implied literal true: that literal, and others that
    /// the trail (up to where it was implied) makes false.
    fn explain(&mut self, implied: Lit, trail: &[Lit], n_root: usize) -> Vec<Lit>;
}

/// No theory: plain clauses.
#[derive(Clone, Copy, Debug)]
pub struct NoTheory;

impl Theory for NoTheory {
    fn assign(&mut self, _: Lit) {}
    fn unassign(&mut self, _: Lit) {}
    fn check(&mut self, _: &[Lit], _: usize, _: &mut Vec<Lit>) -> Option<Vec<Lit>> {
        None
    }
    fn explain(&mut self, implied: Lit, _: &[Lit], _: usize) -> Vec<Lit> {
        vec![implied]
    }
}

/// How a run of the solver ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All clauses and the theory hold: see [`Solver::value`].
    Satisfiable,
    /// They cannot hold together.
    Unsatisfiable,
    /// The callback said stop.
    Stopped,
    /// The conflicts allowed are used up.
    OutOfBudget,
}

/// What the solver did so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverStats {
    /// Variables.
    pub variables: usize,
    /// Clauses given.
    pub clauses: usize,
    /// Conflicts met.
    pub conflicts: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clauses the theory gave as conflicts.
    pub theory_conflicts: u64,
    /// Clauses the theory gave as reasons.
    pub theory_reasons: u64,
}

const UNDEF: u8 = 2;
/// Clause header: length and, for lemmas, number of levels; then the literals.
const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    None,
    Clause(u32),
    /// The theory, asked when the trail had this length.
    Theory(u32),
}

#[derive(Clone, Copy, Debug)]
struct Watched {
    clause: u32,
    blocker: Lit,
}

/// The solver.
#[derive(Debug)]
pub struct Solver<T> {
    /// The theory.
    pub theory: T,
    /// The proof being written, if any.
    pub proof: Option<Proof>,
    arena: Vec<u32>,
    learnts: Vec<u32>,
    watches: Vec<Vec<Watched>>,
    /// Per literal: 1 true, 0 false, 2 undefined.
    values: Vec<u8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    phases: Vec<bool>,
    can_decide: Vec<bool>,
    trail: Vec<Lit>,
    limits: Vec<usize>,
    head: usize,
    theory_head: usize,
    heap: Heap,
    bump: f64,
    seen: Vec<bool>,
    level_marks: Vec<u64>,
    level_stamp: u64,
    max_learnts: usize,
    broken: bool,
    stats: SolverStats,
    implied: Vec<Lit>,
}

impl<T: Theory> Solver<T> {
    /// A solver without clauses.
    pub fn new(n_vars: usize, theory: T) -> Solver<T> {
        Solver {
            theory,
            proof: None,
            arena: Vec::new(),
            learnts: Vec::new(),
            watches: vec![Vec::new(); 2 * n_vars],
            values: vec![UNDEF; 2 * n_vars],
            levels: vec![0; n_vars],
            reasons: vec![Reason::None; n_vars],
            phases: vec![false; n_vars],
            can_decide: vec![true; n_vars],
            trail: Vec::with_capacity(n_vars),
            limits: Vec::new(),
            head: 0,
            theory_head: 0,
            heap: Heap::full(n_vars),
            bump: 1.0,
            seen: vec![false; n_vars],
            level_marks: vec![0; n_vars + 1],
            level_stamp: 0,
            max_learnts: 4000,
            broken: false,
            stats: SolverStats { variables: n_vars, ..SolverStats::default() },
            implied: Vec::new(),
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> SolverStats {
        self.stats
    }

    /// The value of a variable after [`Answer::Satisfiable`]; `None` if it does not matter.
    pub fn value(&self, var: usize) -> Option<bool> {
        match self.values[2 * var] {
            UNDEF => None,
            value => Some(value == 1),
        }
    }

    /// The value to try first.
    pub fn set_phase(&mut self, var: usize, phase: bool) {
        self.phases[var] = phase;
    }

    /// Whether the solver may guess the variable.
    pub fn set_decision(&mut self, var: usize, can_decide: bool) {
        self.can_decide[var] = can_decide;
    }

    /// Makes a variable more urgent.
    pub fn set_activity(&mut self, var: usize, activity: f64) {
        self.heap.set(var, activity);
    }

    /// Adds a variable.
    pub fn new_var(&mut self) -> usize {
        let var = self.levels.len();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([UNDEF, UNDEF]);
        self.levels.push(0);
        self.reasons.push(Reason::None);
        self.phases.push(false);
        self.can_decide.push(true);
        self.seen.push(false);
        self.level_marks.push(0);
        self.heap.push(var);
        self.stats.variables += 1;
        var
    }

    /// Adds a clause and takes back all decisions; false once the clauses are contradictory.
    pub fn add_clause(&mut self, lits: &[Lit]) -> bool {
        self.backtrack(0);
        self.stats.clauses += 1;
        if let Some(proof) = &mut self.proof {
            proof.input(lits);
        }
        self.add(lits)
    }

    fn add(&mut self, lits: &[Lit]) -> bool {
        let mut kept: Vec<Lit> = lits.to_vec();
        kept.sort_unstable();
        kept.dedup();
        let tautology = kept.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || kept.iter().any(|&lit| self.values[lit.index()] == 1) {
            return !self.broken;
        }
        kept.retain(|&lit| self.values[lit.index()] == UNDEF);
        match kept[..] {
            [] => self.broken = true,
            [lit] => self.enqueue(lit, Reason::None),
            _ => {
                self.attach(&kept, None);
            }
        }
        !self.broken
    }

    fn attach(&mut self, lits: &[Lit], learnt: Option<u32>) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(lits.len() as u32 | if learnt.is_some() { LEARNT } else { 0 });
        self.arena.push(learnt.unwrap_or(0));
        self.arena.extend(lits.iter().map(|lit| lit.0));
        self.watches[(!lits[0]).index()].push(Watched { clause, blocker: lits[1] });
        self.watches[(!lits[1]).index()].push(Watched { clause, blocker: lits[0] });
        if learnt.is_some() {
            self.learnts.push(clause);
        }
        clause
    }

    #[inline]
    fn len(&self, clause: u32) -> usize {
        (self.arena[clause as usize] & !LEARNT) as usize
    }

    #[inline]
    fn lit(&self, clause: u32, i: usize) -> Lit {
        Lit(self.arena[clause as usize + HEADER + i])
    }

    fn lits(&self, clause: u32) -> Vec<Lit> {
        (0..self.len(clause)).map(|i| self.lit(clause, i)).collect()
    }

    #[inline]
    fn level(&self) -> usize {
        self.limits.len()
    }

    /// How much of the trail a lemma may take for granted: nothing, if it shall stand in a proof.
    fn n_root(&self) -> usize {
        if self.proof.is_some() {
            return 0;
        }
        self.limits.first().copied().unwrap_or(self.trail.len())
    }

    #[inline]
    fn enqueue(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = 0;
        self.levels[lit.var()] = self.limits.len() as u32;
        self.reasons[lit.var()] = reason;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let keep = self.limits[level];
        while self.trail.len() > keep {
            let Some(lit) = self.trail.pop() else { break };
            if self.trail.len() < self.theory_head {
                self.theory.unassign(lit);
            }
            self.values[lit.index()] = UNDEF;
            self.values[(!lit).index()] = UNDEF;
            self.phases[lit.var()] = lit.is_positive();
            self.heap.insert(lit.var());
        }
        self.limits.truncate(level);
        self.head = keep;
        self.theory_head = self.theory_head.min(keep);
    }

    /// Clauses, then theory, until nothing follows or a clause is false.
    fn propagate(&mut self) -> Option<Vec<Lit>> {
        loop {
            if let Some(clause) = self.propagate_clauses() {
                return Some(self.lits(clause));
            }
            if self.theory_head == self.trail.len() && self.theory_head > 0 {
                return None;
            }
            while self.theory_head < self.trail.len() {
                self.theory.assign(self.trail[self.theory_head]);
                self.theory_head += 1;
            }
            let mut implied = std::mem::take(&mut self.implied);
            implied.clear();
            let conflict = self.theory.check(&self.trail, self.n_root(), &mut implied);
            if let Some(lits) = conflict {
                self.stats.theory_conflicts += 1;
                if let Some(proof) = &mut self.proof {
                    proof.lemma(&lits);
                }
                self.implied = implied;
                return Some(lits);
            }
            let asked = self.trail.len();
            for &lit in &implied {
                if self.values[lit.index()] == UNDEF {
                    self.enqueue(lit, Reason::Theory(asked as u32));
                }
            }
            self.implied = implied;
            if self.trail.len() == asked {
                return None;
            }
        }
    }

    fn propagate_clauses(&mut self) -> Option<u32> {
        let mut conflict = None;
        while self.head < self.trail.len() && conflict.is_none() {
            let lit = self.trail[self.head];
            self.head += 1;
            self.stats.propagations += 1;
            let mut watches = std::mem::take(&mut self.watches[lit.index()]);
            let (mut from, mut to) = (0, 0);
            while from < watches.len() {
                let Watched { clause, blocker } = watches[from];
                from += 1;
                if self.values[blocker.index()] == 1 {
                    watches[to] = Watched { clause, blocker };
                    to += 1;
                    continue;
                }
                let base = clause as usize + HEADER;
                let false_lit = !lit;
                if self.arena[base] == false_lit.0 {
                    self.arena.swap(base, base + 1);
                }
                let first = Lit(self.arena[base]);
                if first != blocker && self.values[first.index()] == 1 {
                    watches[to] = Watched { clause, blocker: first };
                    to += 1;
                    continue;
                }
                let end = base + self.len(clause);
                if let Some(k) = (base + 2..end).find(|&k| self.values[self.arena[k] as usize] != 0) {
                    self.arena.swap(base + 1, k);
                    let watch = !Lit(self.arena[base + 1]);
                    self.watches[watch.index()].push(Watched { clause, blocker: first });
                    continue;
                }
                watches[to] = Watched { clause, blocker: first };
                to += 1;
                if self.values[first.index()] == 0 {
                    conflict = Some(clause);
                    self.head = self.trail.len();
                    while from < watches.len() {
                        watches[to] = watches[from];
                        to += 1;
                        from += 1;
                    }
                } else {
                    self.enqueue(first, Reason::Clause(clause));
                }
            }
            watches.truncate(to);
            self.watches[lit.index()] = watches;
        }
        conflict
    }

    /// The other literals of the clause that made `lit` true.
    fn reason_of(&mut self, lit: Lit, out: &mut Vec<Lit>) {
        out.clear();
        match self.reasons[lit.var()] {
            Reason::None => {}
            Reason::Clause(clause) => {
                out.extend((0..self.len(clause)).map(|i| self.lit(clause, i)).filter(|&other| other != lit));
            }
            Reason::Theory(asked) => {
                let asked = asked as usize;
                let n_root = self.n_root().min(asked);
                let mut clause = self.theory.explain(lit, &self.trail[..asked], n_root);
                self.stats.theory_reasons += 1;
                if let Some(proof) = &mut self.proof {
                    proof.lemma(&clause);
                }
                // The implied literal and the highest other one are watched.
                clause.retain(|&other| other != lit);
                clause.sort_unstable_by_key(|other| std::cmp::Reverse(self.levels[other.var()]));
                out.extend_from_slice(&clause);
                clause.insert(0, lit);
                if clause.len() >= 2 {
                    let n_levels = self.n_levels(&clause);
                    let clause = self.attach(&clause, Some(n_levels));
                    self.reasons[lit.var()] = Reason::Clause(clause);
                }
            }
        }
    }

    /// First unique implication point; the learnt clause with the asserting literal first.
    fn analyze(&mut self, conflict: &[Lit]) -> (Vec<Lit>, usize) {
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
            self.reason_of(lit, &mut reason);
            std::mem::swap(&mut side, &mut reason);
        }
        let marked: Vec<usize> = learnt[1..].iter().map(|lit| lit.var()).collect();
        // Drop literals that the others imply, one step deep.
        let mut kept = 1;
        for i in 1..learnt.len() {
            let lit = learnt[i];
            let redundant = match self.reasons[lit.var()] {
                Reason::Clause(clause) => (0..self.len(clause))
                    .map(|k| self.lit(clause, k))
                    .all(|other| other.var() == lit.var() || self.seen[other.var()] || self.levels[other.var()] == 0),
                _ => false,
            };
            if !redundant {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
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

    fn n_levels(&mut self, lits: &[Lit]) -> u32 {
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

    fn resolve(&mut self, conflict: &[Lit]) {
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
        let (learnt, back) = self.analyze(conflict);
        if let Some(proof) = &mut self.proof {
            proof.learnt(&learnt);
        }
        let n_levels = self.n_levels(&learnt);
        self.backtrack(back);
        if learnt.len() == 1 {
            self.enqueue(learnt[0], Reason::None);
        } else {
            let clause = self.attach(&learnt, Some(n_levels));
            self.enqueue(learnt[0], Reason::Clause(clause));
        }
        self.bump /= 0.95;
    }

    /// Deletes the worse half of the lemmas; called without decisions.
    fn reduce(&mut self) {
        let mut lemmas = std::mem::take(&mut self.learnts);
        // Few levels first, young before old.
        lemmas.sort_by_key(|&clause| (self.arena[clause as usize + 1], std::cmp::Reverse(clause)));
        let keep = lemmas.len() / 2;
        let drop: std::collections::BTreeSet<u32> =
            lemmas.drain(keep..).filter(|&clause| self.arena[clause as usize + 1] > 2).collect();
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

    /// Searches until an answer, `budget` more conflicts, or `stop` says so.
    pub fn solve(&mut self, budget: u64, stop: &mut dyn FnMut(&SolverStats) -> bool) -> Answer {
        self.backtrack(0);
        let start = self.stats.conflicts;
        let mut until_restart = self.restart_interval();
        loop {
            if self.broken {
                return Answer::Unsatisfiable;
            }
            if let Some(conflict) = self.propagate() {
                self.resolve(&conflict);
                until_restart = until_restart.saturating_sub(1);
                if stop(&self.stats) {
                    return Answer::Stopped;
                }
                continue;
            }
            if self.stats.conflicts - start >= budget {
                self.backtrack(0);
                return Answer::OutOfBudget;
            }
            if until_restart == 0 {
                self.stats.restarts += 1;
                until_restart = self.restart_interval();
                self.backtrack(0);
                if self.learnts.len() > self.max_learnts {
                    self.reduce();
                    self.max_learnts += 500;
                }
                continue;
            }
            let Some(var) = self.next_var() else { return Answer::Satisfiable };
            self.stats.decisions += 1;
            if self.stats.decisions.is_multiple_of(64) && stop(&self.stats) {
                return Answer::Stopped;
            }
            self.limits.push(self.trail.len());
            let lit = Lit::new(var, self.phases[var]);
            self.enqueue(lit, Reason::None);
        }
    }

    fn next_var(&mut self) -> Option<usize> {
        while let Some(var) = self.heap.pop() {
            if self.values[2 * var] == UNDEF && self.can_decide[var] {
                return Some(var);
            }
        }
        None
    }

    fn restart_interval(&self) -> u64 {
        64 * luby(self.stats.restarts)
    }
}

/// The sequence 1 1 2 1 1 2 4 ..., from index 0.
fn luby(mut index: u64) -> u64 {
    let (mut size, mut exponent) = (1u64, 0u32);
    while size < index + 1 {
        size = 2 * size + 1;
        exponent += 1;
    }
    while size - 1 != index {
        size = (size - 1) / 2;
        exponent -= 1;
        index %= size;
    }
    1 << exponent
}
