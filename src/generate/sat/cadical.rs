//! `CaDiCaL`: with a theory inside its search, and for plain clauses (feature `cadical`).
//!
//! Its callbacks must not borrow, so what says "stop" is reached through a variable of the
//! thread that is set while the solver runs. Every step of the solver is recorded and comes
//! out as a [`Proof`], which is checked like those of our own.

use super::backend::Session;
use super::{StopAt, UnfoundedSetSearch};
use crate::sat::cdcl::{Answer, Lit, SolverStats, Theory};
use crate::sat::proof::Proof;
use cadical_sys::{CaDiCal, ExternalPropagator, Learner, ProofTracer, Status, Terminator};
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

scoped_tls_hkt::scoped_thread_local!(static mut STOP: for<'a> &'a mut (dyn FnMut() -> bool + 'a));

/// Asks the stop signal of the running call.
struct Poll;

impl Terminator for Poll {
    fn terminated(&mut self) -> bool {
        STOP.is_set() && STOP.with(|stop| stop())
    }
}

fn new_solver(seed: u64) -> CaDiCal {
    let mut solver = CaDiCal::new();
    solver.set("seed", (seed % 2_000_000_000) as i32);
    // Large formulas take long from one look at the stop signal to the next.
    solver.set("terminateint", 1);
    solver.connect_terminator(Poll);
    solver
}

fn add(solver: &mut CaDiCal, clause: &[Lit]) {
    for lit in clause {
        solver.add(lit.dimacs());
    }
    solver.add(0);
}

fn run(solver: &mut CaDiCal, assumptions: &[Lit], budget: u64, stop: &mut dyn FnMut() -> bool) -> Answer {
    if stop() {
        return Answer::Stopped;
    }
    for lit in assumptions {
        solver.assume(lit.dimacs());
    }
    // A negative limit is none.
    solver.limit("conflicts", i32::try_from(budget).unwrap_or(-1));
    let mut stopped = false;
    let mut poll = || {
        stopped = stopped || stop();
        stopped
    };
    let status = STOP.set(&mut poll, || solver.solve());
    match status {
        Status::SATISFIABLE => Answer::Satisfiable,
        Status::UNSATISFIABLE => Answer::Unsatisfiable,
        Status::UNKNOWN if stopped => Answer::Stopped,
        Status::UNKNOWN => Answer::OutOfBudget,
    }
}

/// `CaDiCaL` for plain clauses, on the thread that it is made on.
pub(super) struct Plain {
    solver: CaDiCal,
    stop: Arc<AtomicBool>,
}

impl Plain {
    /// A solver without clauses, which gives up when the flag says so.
    pub(super) fn new(stop: Arc<AtomicBool>) -> Plain {
        Plain { solver: new_solver(0), stop }
    }
}

impl Session for Plain {
    fn add(&mut self, clause: &[Lit]) {
        add(&mut self.solver, clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        let stop = &self.stop;
        run(&mut self.solver, assumptions, budget, &mut || stop.load(Ordering::Relaxed))
    }

    fn value(&mut self, var: usize) -> bool {
        let number = Lit::new(var, true).dimacs();
        number <= self.solver.vars() && self.solver.val(number) > 0
    }

    fn work(&self) -> u64 {
        self.solver.get_statistic_value("conflicts").cast_unsigned()
    }
}

/// `CaDiCaL` with a theory inside the search.
pub(super) struct WithTheory {
    solver: CaDiCal,
    stats: Rc<RefCell<SolverStats>>,
    recorder: Rc<RefCell<Recorder>>,
    proof: Proof,
}

impl WithTheory {
    /// `theory` makes a theory that knows of no literal yet; it speaks of all variables.
    pub(super) fn new<T: Theory + 'static>(n_vars: usize, seed: u64, theory: impl Fn() -> T + 'static) -> WithTheory {
        let mut solver = new_solver(seed);
        // Literals of lower levels are to come in order.
        solver.set("chrono", 0);
        let stats = Rc::new(RefCell::new(SolverStats { variables: n_vars, ..SolverStats::default() }));
        let recorder = Rc::new(RefCell::new(Recorder::default()));
        solver.connect_proof_tracer1(Rc::clone(&recorder), false, false);
        solver.connect_learner(Conflicts(Rc::clone(&stats)));
        solver.connect_external_propagator(Propagator::new(n_vars, theory, Rc::clone(&stats)));
        for var in 0..n_vars {
            solver.add_observed_var(Lit::new(var, true).dimacs());
        }
        WithTheory { solver, stats, recorder, proof: Proof::default() }
    }
}

impl UnfoundedSetSearch for WithTheory {
    fn add(&mut self, clause: &[Lit]) {
        self.stats.borrow_mut().clauses += 1;
        add(&mut self.solver, clause);
    }

    fn solve(&mut self, budget: u64, stop: StopAt<'_>) -> Answer {
        self.recorder.borrow_mut().is_solving = true;
        let stats = Rc::clone(&self.stats);
        let answer = run(&mut self.solver, &[], budget, &mut || {
            let now = *stats.borrow();
            stop(&now)
        });
        self.recorder.borrow_mut().is_solving = false;
        let mut stats = self.stats.borrow_mut();
        let figure = |name| self.solver.get_statistic_value(name).cast_unsigned();
        (stats.conflicts, stats.decisions) = (figure("conflicts"), figure("decisions"));
        stats.propagations = figure("propagations");
        answer
    }

    fn is_true(&mut self, var: usize) -> bool {
        self.solver.val(Lit::new(var, true).dimacs()) > 0
    }

    fn stats(&self) -> SolverStats {
        *self.stats.borrow()
    }

    fn proof(&mut self) -> &mut Proof {
        self.proof.append(&mut self.recorder.borrow_mut().proof);
        &mut self.proof
    }
}

/// Counts conflicts while the solver runs.
struct Conflicts(Rc<RefCell<SolverStats>>);

impl Learner for Conflicts {
    fn learning(&mut self, _: i32) -> bool {
        self.0.borrow_mut().conflicts += 1;
        false
    }

    fn learn(&mut self, _: i32) {}
}

/// Asks the stop signal of the running call, for the theory.
fn stop() -> impl FnMut() -> bool {
    || Poll.terminated()
}

fn lits(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&lit| Lit::new(lit.unsigned_abs() as usize - 1, lit > 0)).collect()
}

/// Writes down what the solver does.
#[derive(Default)]
struct Recorder {
    proof: Proof,
    /// Clauses that arrive during a call are those of the theory.
    is_solving: bool,
    /// Clauses that the solver may come back to: a checker keeps them.
    weakened: BTreeSet<i64>,
}

impl ProofTracer for Recorder {
    fn add_original_clause(&mut self, _: i64, _: bool, clause: &[i32], restored: bool) {
        match (restored, self.is_solving) {
            (true, _) => {}
            (false, true) => self.proof.loop_formula(&lits(clause)),
            (false, false) => self.proof.input(&lits(clause)),
        }
    }

    fn add_derived_clause(&mut self, _: i64, _: bool, _: i32, clause: &[i32], _: &[i64]) {
        self.proof.learnt(&lits(clause));
    }

    fn delete_clause(&mut self, id: i64, _: bool, clause: &[i32]) {
        if !self.weakened.remove(&id) {
            self.proof.delete(&lits(clause));
        }
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.weakened.insert(id);
    }

    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// Asks a theory on behalf of the solver.
struct Propagator<T, F> {
    theory: T,
    new_theory: F,
    /// Literals that hold, in the order in which the solver told.
    trail: Vec<Lit>,
    /// Length of the trail where each decision level begins.
    levels: Vec<usize>,
    is_true: Vec<bool>,
    /// Whether the theory has seen the trail as it is.
    is_checked: bool,
    /// Literals the theory wants true, next one last.
    implied: Vec<Lit>,
    /// Per variable: the length of the trail when the theory wanted it.
    asked: Vec<usize>,
    /// Clauses to hand over, and whether the solver may forget them.
    clauses: VecDeque<(Vec<Lit>, bool)>,
    /// The clause being handed over, last literal first.
    handed: Vec<i32>,
    /// The reason being handed over, and for which literal.
    reason: Option<(i32, Vec<i32>)>,
    stats: Rc<RefCell<SolverStats>>,
}

/// Literals of a clause with the closing 0, last first.
fn handed(clause: &[Lit]) -> Vec<i32> {
    std::iter::once(0).chain(clause.iter().map(|lit| lit.dimacs())).collect()
}

impl<T: Theory, F: Fn() -> T> Propagator<T, F> {
    fn new(n_vars: usize, new_theory: F, stats: Rc<RefCell<SolverStats>>) -> Propagator<T, F> {
        Propagator {
            theory: new_theory(),
            new_theory,
            trail: Vec::with_capacity(n_vars),
            levels: Vec::new(),
            is_true: vec![false; 2 * n_vars],
            is_checked: false,
            implied: Vec::new(),
            asked: vec![0; n_vars],
            clauses: VecDeque::new(),
            handed: Vec::new(),
            reason: None,
            stats,
        }
    }

    fn n_root(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.trail.len())
    }
}

impl<T: Theory, F: Fn() -> T> ExternalPropagator for Propagator<T, F> {
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, told: &[i32]) {
        for lit in lits(told) {
            // The solver may tell twice what holds without any decision.
            if !self.is_true[lit.index()] {
                self.is_true[lit.index()] = true;
                self.trail.push(lit);
                self.theory.assign(&[lit]);
                self.is_checked = false;
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn notify_backtrack(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for lit in self.trail.drain(length..).rev() {
            self.is_true[lit.index()] = false;
            self.theory.unassign(&[lit]);
        }
        self.implied.clear();
        self.is_checked = false;
    }

    /// A theory that starts afresh judges the model, whatever the solver told or kept back before.
    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        let model = lits(model);
        let mut theory = (self.new_theory)();
        for &lit in &model {
            theory.assign(&[lit]);
        }
        let mut implied = Vec::new();
        let clause = theory.check(&model, 0, &mut implied, &mut stop()).or_else(|| {
            let wrong = implied.iter().copied().find(|&lit| model.contains(&!lit))?;
            Some(theory.explain(wrong, &model, 0, &mut stop()))
        });
        let Some(clause) = clause else { return true };
        self.clauses.push_back((clause, false));
        false
    }

    fn cb_propagate(&mut self) -> i32 {
        if !self.clauses.is_empty() {
            return 0;
        }
        loop {
            while let Some(lit) = self.implied.pop() {
                if !self.is_true[lit.index()] {
                    return lit.dimacs();
                }
            }
            if self.is_checked {
                return 0;
            }
            self.is_checked = true;
            let conflict = self.theory.check(&self.trail, self.n_root(), &mut self.implied, &mut stop());
            if let Some(clause) = conflict {
                self.stats.borrow_mut().theory_conflicts += 1;
                self.implied.clear();
                self.clauses.push_back((clause, true));
                return 0;
            }
            for lit in &self.implied {
                if !self.is_true[lit.index()] {
                    self.asked[lit.var()] = self.trail.len();
                }
            }
        }
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        let mut clause = match self.reason.take() {
            Some((lit, clause)) if lit == propagated => clause,
            _ => {
                self.stats.borrow_mut().theory_reasons += 1;
                let lit = lits(&[propagated])[0];
                let trail = &self.trail[..self.asked[lit.var()]];
                handed(&self.theory.explain(lit, trail, self.n_root().min(trail.len()), &mut stop()))
            }
        };
        let next = clause.pop().unwrap_or(0);
        self.reason = (next != 0).then_some((propagated, clause));
        next
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        if self.levels.is_empty() && self.clauses.is_empty() {
            let formulas = self.theory.loop_formulas();
            self.stats.borrow_mut().theory_restart_clauses += formulas.len() as u64;
            self.clauses.extend(formulas.into_iter().map(|clause| (clause, false)));
        }
        let Some((clause, may_forget)) = self.clauses.pop_front() else { return false };
        *is_forgettable = may_forget;
        self.handed = handed(&clause);
        true
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.handed.pop().unwrap_or(0)
    }
}
