//! A conflict-driven clause-learning solver with a theory inside the search.
//!
//! Ordinary ingredients (two watched literals, activities, saved phases, Luby
//! restarts, deletion of useless clauses by their literal block distance, LBD), written for
//! what the ready solvers do not offer together: a theory that sees every
//! partial assignment, exact repeatability, and a proof of every clause.

mod heap;
mod learn;
mod lit;
mod minimise;
mod theory;

pub use lit::Lit;
pub use theory::{NoTheory, Stop, Theory};

use super::proof::Proof;
use heap::Heap;
use minimise::Verdict;

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
    /// Clauses the theory gave at restarts.
    pub theory_restart_clauses: u64,
}

/// When the solver restarts, and how many clauses it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Learnt clauses and kept clauses of the theory before the worse half is deleted for the first time.
    pub max_learnts: usize,
    /// By how many clauses that limit rises each time.
    pub max_learnts_step: usize,
    /// Conflicts before the first restart; the numbers that follow are multiples of it (Luby).
    pub restart_unit: u64,
}

/// `cargo bench --bench sweeps` compares these values with others.
impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { max_learnts: 10_000, max_learnts_step: 1000, restart_unit: 64 }
    }
}

/// Literals propagated between two questions whether to stop, at most (and what one decision propagates).
const PROPAGATIONS_PER_POLL: u64 = 10_000;
const UNDEF: u8 = 2;
/// Clause header: length and, for learnt clauses, LBD; then the literals.
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
    verdicts: Vec<Verdict>,
    level_marks: Vec<u64>,
    level_stamp: u64,
    tuning: Tuning,
    broken: bool,
    stats: SolverStats,
    implied: Vec<Lit>,
    /// Whether the last conflict came from the theory.
    from_theory: bool,
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
            verdicts: vec![Verdict::Unknown; n_vars],
            level_marks: vec![0; n_vars + 1],
            level_stamp: 0,
            tuning: Tuning::default(),
            broken: false,
            stats: SolverStats { variables: n_vars, ..SolverStats::default() },
            implied: Vec::new(),
            from_theory: false,
        }
    }

    /// Replaces the usual tuning; to be called before the first search.
    pub fn tune(&mut self, tuning: Tuning) {
        self.tuning = tuning;
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

    /// Number of variables.
    pub fn n_vars(&self) -> usize {
        self.levels.len()
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
        self.verdicts.push(Verdict::Unknown);
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

    /// Adds a clause that follows from the others by unit propagation, such as the denial of assumptions under which
    /// there was no model; for the proof it is a step. False if now the clauses are contradictory.
    pub fn add_consequence(&mut self, lits: &[Lit]) -> bool {
        self.backtrack(0);
        if let Some(proof) = &mut self.proof {
            proof.learnt(lits);
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

    /// How much of the trail holds without any decision.
    fn n_root(&self) -> usize {
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
        if self.theory_head > keep {
            self.theory.unassign(&self.trail[keep..self.theory_head]);
        }
        while self.trail.len() > keep {
            let Some(lit) = self.trail.pop() else { break };
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
    fn propagate(&mut self, stop: Stop<'_>) -> Option<Vec<Lit>> {
        loop {
            self.from_theory = false;
            if let Some(clause) = self.propagate_clauses() {
                return Some(self.lits(clause));
            }
            if self.theory_head == self.trail.len() && self.theory_head > 0 {
                return None;
            }
            self.theory.assign(&self.trail[self.theory_head..]);
            self.theory_head = self.trail.len();
            let mut implied = std::mem::take(&mut self.implied);
            implied.clear();
            let conflict = self.theory.check(&self.trail, self.n_root(), &mut implied, stop);
            if let Some(lits) = conflict {
                self.stats.theory_conflicts += 1;
                self.from_theory = true;
                if let Some(proof) = &mut self.proof {
                    proof.loop_formula(&lits);
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
            if self.level() == 0 {
                self.prove_root(asked, stop);
            }
        }
    }

    /// Learnt clauses leave out what holds without any decision, so a proof has to say why it holds.
    fn prove_root(&mut self, asked: usize, stop: Stop<'_>) {
        for at in asked..self.trail.len() {
            let Some(proof) = &mut self.proof else { return };
            let clause = self.theory.explain(self.trail[at], &self.trail[..asked], asked, stop);
            self.stats.theory_reasons += 1;
            proof.loop_formula(&clause);
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

    /// Searches until an answer, `budget` more conflicts, or `stop` says so.
    pub fn solve(&mut self, budget: u64, stop: &mut dyn FnMut(&SolverStats) -> bool) -> Answer {
        self.solve_under(&[], budget, stop)
    }

    /// [`Solver::solve`] with these literals true; unsatisfiable then means "under these", unless
    /// the clauses are contradictory by themselves.
    pub fn solve_under(
        &mut self,
        assumptions: &[Lit],
        budget: u64,
        stop: &mut dyn FnMut(&SolverStats) -> bool,
    ) -> Answer {
        self.backtrack(0);
        let start = self.stats.conflicts;
        let mut until_restart = self.restart_interval();
        let mut last_poll = self.stats.propagations;
        loop {
            if self.broken {
                return Answer::Unsatisfiable;
            }
            let stats = self.stats;
            if let Some(conflict) = self.propagate(&mut || stop(&stats)) {
                self.resolve(&conflict, &mut || stop(&stats));
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
                for clause in self.theory.loop_formulas() {
                    if let Some(proof) = &mut self.proof {
                        proof.loop_formula(&clause);
                    }
                    self.stats.theory_restart_clauses += 1;
                    self.add(&clause);
                }
                if self.learnts.len() > self.tuning.max_learnts {
                    self.reduce();
                    self.tuning.max_learnts += self.tuning.max_learnts_step;
                }
                continue;
            }
            if let Some(&lit) = assumptions.get(self.level()) {
                match self.values[lit.index()] {
                    0 => return Answer::Unsatisfiable,
                    value => {
                        // A level of its own, even if it is empty, keeps count of the assumptions.
                        self.limits.push(self.trail.len());
                        if value == UNDEF {
                            self.enqueue(lit, Reason::None);
                        }
                    }
                }
                continue;
            }
            let Some(var) = self.next_var() else { return Answer::Satisfiable };
            self.stats.decisions += 1;
            // In large formulas a few decisions propagate very much.
            if self.stats.decisions.is_multiple_of(64) || self.stats.propagations - last_poll > PROPAGATIONS_PER_POLL {
                last_poll = self.stats.propagations;
                if stop(&self.stats) {
                    return Answer::Stopped;
                }
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
        self.tuning.restart_unit * luby(self.stats.restarts)
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
