//! Solvers behind one door.

use super::aside::Aside;
use crate::generate::Watch;
use crate::sat::cdcl::{Answer, Lit, NoTheory, Solver};
use crate::sat::cnf::{Clauses, Cnf};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit as RustLit, TernaryVal, Var};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Clauses added between two looks at the watch.
const CLAUSES_PER_POLL: usize = 4096;

/// A SAT solver for plain clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Backend {
    /// The solver of this crate: proofs, exact budgets.
    #[default]
    Own,
    /// `BatSat` through rustsat; its budget counts polls instead of conflicts.
    BatSat,
    /// `CaDiCaL` with the theory inside its search, and proofs (feature `cadical`).
    #[cfg(feature = "cadical")]
    Cadical,
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

/// A solver that is kept between calls.
pub trait Session {
    /// Adds a clause; its variables may be new.
    fn add(&mut self, clause: &[Lit]);

    /// Solves the clauses added so far under assumptions, which hold for this call only.
    /// The budget is this call's; a stop or a spent budget leaves the session usable.
    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer;

    /// The value of a variable in the model of the last call, which was satisfiable. A variable
    /// in no clause may have any.
    fn value(&mut self, var: usize) -> bool;

    /// Work done so far, in the unit of the budget.
    fn work(&self) -> u64;
}

impl Backend {
    /// All of this build.
    pub const ALL: &'static [Backend] = &[
        Backend::Own,
        Backend::BatSat,
        #[cfg(feature = "cadical")]
        Backend::Cadical,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Own => "own",
            Backend::BatSat => "batsat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "cadical",
        }
    }

    /// Whether its refutations of the well-founded encoding come with a proof.
    pub const fn writes_proofs(self) -> bool {
        !matches!(self, Backend::BatSat)
    }

    /// A solver without clauses, which gives up when `watch` says so: at once, whatever the solver is at.
    pub fn session(self, watch: &dyn Watch) -> Box<dyn Session + '_> {
        Box::new(Aside::new(
            watch,
            match self {
                Backend::Own => |stop| Box::new(Own { solver: Solver::new(0, NoTheory), stop }),
                Backend::BatSat => |stop| Box::new(BatSat::new(stop)),
                #[cfg(feature = "cadical")]
                Backend::Cadical => |stop| Box::new(super::cadical::Plain::new(stop)),
            },
        ))
    }

    /// Solves a formula within a budget.
    pub fn solve(self, cnf: Cnf, budget: u64, watch: &dyn Watch) -> Solved {
        let mut session = self.session(watch);
        let Cnf { n_vars, clauses } = cnf;
        if !add_all(&mut *session, clauses, watch) {
            return Solved { answer: Answer::Stopped, model: Vec::new(), work: 0 };
        }
        let answer = session.solve(&[], budget);
        let model = match answer {
            Answer::Satisfiable => (0..n_vars).map(|var| session.value(var)).collect(),
            _ => Vec::new(),
        };
        Solved { answer, model, work: session.work() }
    }
}

/// Adds clauses to a session; false if the watch said stop.
pub(super) fn add_all(session: &mut dyn Session, clauses: Clauses, watch: &dyn Watch) -> bool {
    let is_stopped = clauses.iter().enumerate().any(|(i, clause)| {
        session.add(clause);
        i % CLAUSES_PER_POLL == CLAUSES_PER_POLL - 1 && watch.should_stop()
    });
    if is_stopped {
        watch.let_go(Box::new(clauses));
    }
    !is_stopped
}

struct Own {
    solver: Solver<NoTheory>,
    stop: Arc<AtomicBool>,
}

impl Own {
    /// Makes the variables of these literals known to the solver.
    fn know(&mut self, lits: &[Lit]) {
        let n_vars = lits.iter().map(|lit| lit.var() + 1).max().unwrap_or(0);
        while self.solver.n_vars() < n_vars {
            self.solver.new_var();
        }
    }
}

impl Session for Own {
    fn add(&mut self, clause: &[Lit]) {
        self.know(clause);
        // Contradictory clauses show up as unsatisfiable.
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        self.know(assumptions);
        let stop = &self.stop;
        self.solver.solve_under(assumptions, budget, &mut |_| stop.load(Ordering::Relaxed))
    }

    fn value(&mut self, var: usize) -> bool {
        var < self.solver.n_vars() && self.solver.value(var) == Some(true)
    }

    fn work(&self) -> u64 {
        self.solver.stats().conflicts
    }
}

/// Tells `BatSat` when to stop: its own flag cannot be reached from outside while it runs.
#[derive(Default)]
struct Polls {
    stop: Arc<AtomicBool>,
    count: Cell<u64>,
    limit: Cell<u64>,
}

impl batsat::Callbacks for Polls {
    fn stop(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.stop.load(Ordering::Relaxed) || self.count.get() > self.limit.get()
    }
}

/// `BatSat` through rustsat.
struct BatSat {
    solver: rustsat_batsat::Solver<Polls>,
    /// Whether a clause could not be added, which ends in "stopped".
    failed: bool,
}

impl BatSat {
    fn new(stop: Arc<AtomicBool>) -> BatSat {
        let mut solver = rustsat_batsat::Solver::<Polls>::default();
        *solver.batsat_mut().cb_mut() = Polls { stop, ..Polls::default() };
        BatSat { solver, failed: false }
    }
}

fn rust_lits(lits: &[Lit]) -> Vec<RustLit> {
    lits.iter().map(|lit| RustLit::new(lit.var() as u32, !lit.is_positive())).collect()
}

impl Session for BatSat {
    fn add(&mut self, clause: &[Lit]) {
        self.failed |= self.solver.add_clause(rust_lits(clause).into_iter().collect()).is_err();
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        if self.failed {
            return Answer::Stopped;
        }
        let polls = self.solver.batsat_ref().cb();
        polls.limit.set(polls.count.get().saturating_add(budget));
        let result = match assumptions {
            [] => self.solver.solve(),
            _ => self.solver.solve_assumps(&rust_lits(assumptions)),
        };
        let polls = self.solver.batsat_ref().cb();
        match result {
            Ok(SolverResult::Sat) => Answer::Satisfiable,
            Ok(SolverResult::Unsat) => Answer::Unsatisfiable,
            _ if polls.count.get() > polls.limit.get() => Answer::OutOfBudget,
            _ => Answer::Stopped,
        }
    }

    fn value(&mut self, var: usize) -> bool {
        matches!(self.solver.var_val(Var::new(var as u32)), Ok(TernaryVal::True))
    }

    fn work(&self) -> u64 {
        self.solver.batsat_ref().cb().count.get()
    }
}
