//! Solvers behind one door.

use super::cdcl::{Answer, Lit, NoTheory, Solver};
use super::cnf::Cnf;
use crate::generate::Watch;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit as RustLit, TernaryVal, Var};
use std::cell::Cell;

/// A SAT solver for plain clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Backend {
    /// The solver of this crate: proofs, exact budgets.
    #[default]
    Own,
    /// `BatSat` through rustsat; its budget counts polls instead of conflicts.
    BatSat,
}

/// What a solver said about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// Value per variable if satisfiable.
    pub model: Vec<bool>,
    /// Work done, in the unit of the budget.
    pub work: u64,
}

impl Backend {
    /// All of them.
    pub const ALL: [Backend; 2] = [Backend::Own, Backend::BatSat];

    /// Solves a formula within a budget.
    pub fn solve(self, cnf: &Cnf, budget: u64, watch: &dyn Watch) -> Solved {
        match self {
            Backend::Own => own(cnf, budget, watch),
            Backend::BatSat => batsat(cnf, budget, watch),
        }
    }
}

fn own(cnf: &Cnf, budget: u64, watch: &dyn Watch) -> Solved {
    let mut solver = Solver::new(cnf.n_vars, NoTheory);
    for clause in &cnf.clauses {
        solver.add_clause(clause);
    }
    let answer = solver.solve(budget, &mut |_| watch.should_stop());
    let model = match answer {
        Answer::Satisfiable => (0..cnf.n_vars).map(|var| solver.value(var) == Some(true)).collect(),
        _ => Vec::new(),
    };
    Solved { answer, model, work: solver.stats().conflicts }
}

/// Tells `BatSat` when to stop: its own flag cannot be reached from outside while it runs.
#[derive(Default)]
struct Polls<'a> {
    watch: Option<&'a dyn Watch>,
    count: Cell<u64>,
    budget: u64,
    stopped: Cell<bool>,
}

impl batsat::Callbacks for Polls<'_> {
    fn stop(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.stopped.set(self.stopped.get() || self.watch.is_some_and(Watch::should_stop));
        self.stopped.get() || self.count.get() > self.budget
    }
}

fn batsat(cnf: &Cnf, budget: u64, watch: &dyn Watch) -> Solved {
    let mut solver = Incremental::new(cnf, budget, watch);
    let answer = solver.solve();
    let model = if answer == Answer::Satisfiable { solver.model(cnf.n_vars) } else { Vec::new() };
    Solved { answer, model, work: solver.work() }
}

/// `BatSat` through rustsat, kept between calls.
pub(super) struct Incremental<'a> {
    solver: rustsat_batsat::Solver<Polls<'a>>,
    /// Whether a clause could not be added, which ends in "stopped".
    failed: bool,
}

impl<'a> Incremental<'a> {
    /// A solver with these clauses; the budget counts polls of all calls together.
    pub(super) fn new(cnf: &Cnf, budget: u64, watch: &'a dyn Watch) -> Incremental<'a> {
        let mut solver = rustsat_batsat::Solver::<Polls<'_>>::default();
        *solver.batsat_mut().cb_mut() =
            Polls { watch: Some(watch), budget, count: Cell::new(0), stopped: Cell::new(false) };
        let mut incremental = Incremental { solver, failed: false };
        for clause in &cnf.clauses {
            incremental.add(clause);
        }
        incremental
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let lits = clause.iter().map(|lit| RustLit::new(lit.var() as u32, !lit.is_positive()));
        self.failed |= self.solver.add_clause(lits.collect()).is_err();
    }

    /// Polls so far.
    pub(super) fn work(&self) -> u64 {
        self.solver.batsat_ref().cb().count.get()
    }

    /// Solves the clauses added so far.
    pub(super) fn solve(&mut self) -> Answer {
        let polls = self.solver.batsat_ref().cb();
        if self.failed || polls.watch.is_some_and(Watch::should_stop) {
            return Answer::Stopped;
        }
        let result = self.solver.solve();
        let polls = self.solver.batsat_ref().cb();
        match result {
            Ok(SolverResult::Sat) => Answer::Satisfiable,
            Ok(SolverResult::Unsat) => Answer::Unsatisfiable,
            _ if !polls.stopped.get() && polls.count.get() > polls.budget => Answer::OutOfBudget,
            _ => Answer::Stopped,
        }
    }

    /// The model of the last call that was satisfiable; a variable in no clause has no value, any will do.
    pub(super) fn model(&self, n_vars: usize) -> Vec<bool> {
        (0..n_vars as u32).map(|var| matches!(self.solver.var_val(Var::new(var)), Ok(TernaryVal::True))).collect()
    }
}
