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
    let mut solver = rustsat_batsat::Solver::<Polls<'_>>::default();
    *solver.batsat_mut().cb_mut() =
        Polls { watch: Some(watch), budget, count: Cell::new(0), stopped: Cell::new(false) };
    let lit = |lit: &Lit| RustLit::new(lit.var() as u32, !lit.is_positive());
    let mut result = Ok(SolverResult::Interrupted);
    for clause in &cnf.clauses {
        if let Err(error) = solver.add_clause(clause.iter().map(lit).collect()) {
            result = Err(error);
        }
    }
    if result.is_ok() && !watch.should_stop() {
        result = solver.solve();
    }
    let polls = solver.batsat_ref().cb();
    let work = polls.count.get();
    let answer = match result {
        Ok(SolverResult::Sat) => Answer::Satisfiable,
        Ok(SolverResult::Unsat) => Answer::Unsatisfiable,
        Ok(SolverResult::Interrupted) | Err(_) if !polls.stopped.get() && work > budget => Answer::OutOfBudget,
        Ok(SolverResult::Interrupted) | Err(_) => Answer::Stopped,
    };
    let model = match answer {
        // A variable in no clause has no value; any will do.
        Answer::Satisfiable => {
            (0..cnf.n_vars as u32).map(|var| matches!(solver.var_val(Var::new(var)), Ok(TernaryVal::True))).collect()
        }
        _ => Vec::new(),
    };
    Solved { answer, model, work }
}
