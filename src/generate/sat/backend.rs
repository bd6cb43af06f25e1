//! Solvers behind one door.

use crate::generate::Watch;
use crate::sat::cdcl::{Answer, Lit, NoTheory, Solver};
use crate::sat::cnf::Cnf;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit as RustLit, TernaryVal, Var};
use std::cell::Cell;

/// Clauses added between two looks at the watch.
pub(super) const CLAUSES_PER_POLL: usize = 4096;

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

    /// A solver without clauses, which gives up when `watch` says so.
    pub fn session(self, n_vars: usize, watch: &dyn Watch) -> Box<dyn Session + '_> {
        match self {
            Backend::Own => Box::new(Own { solver: Solver::new(n_vars, NoTheory), watch }),
            Backend::BatSat => Box::new(BatSat::new(watch)),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(super::cadical_plain::Plain::new(watch)),
        }
    }

    /// Solves a formula within a budget.
    ///
    /// Takes it by value: a stop would otherwise wait until its clauses are let go.
    pub fn solve(self, cnf: Cnf, budget: u64, watch: &dyn Watch) -> Solved {
        let Cnf { n_vars, clauses } = cnf;
        let mut session = self.session(n_vars, watch);
        for (i, clause) in clauses.into_iter().enumerate() {
            if i % CLAUSES_PER_POLL == CLAUSES_PER_POLL - 1 && watch.should_stop() {
                return Solved { answer: Answer::Stopped, model: Vec::new(), work: 0 };
            }
            session.add(&clause);
        }
        let answer = session.solve(&[], budget);
        let model = match answer {
            Answer::Satisfiable => (0..n_vars).map(|var| session.value(var)).collect(),
            _ => Vec::new(),
        };
        Solved { answer, model, work: session.work() }
    }
}

struct Own<'a> {
    solver: Solver<NoTheory>,
    watch: &'a dyn Watch,
}

impl Session for Own<'_> {
    fn add(&mut self, clause: &[Lit]) {
        let n_vars = clause.iter().map(|lit| lit.var() + 1).max().unwrap_or(0);
        while self.solver.n_vars() < n_vars {
            self.solver.new_var();
        }
        // Contradictory clauses show up as unsatisfiable.
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        let watch = self.watch;
        if watch.should_stop() {
            return Answer::Stopped;
        }
        self.solver.solve_under(assumptions, budget, &mut |_| watch.should_stop())
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
struct Polls<'a> {
    watch: Option<&'a dyn Watch>,
    count: Cell<u64>,
    limit: Cell<u64>,
    stopped: Cell<bool>,
}

impl batsat::Callbacks for Polls<'_> {
    fn stop(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.stopped.set(self.stopped.get() || self.watch.is_some_and(Watch::should_stop));
        self.stopped.get() || self.count.get() > self.limit.get()
    }
}

/// `BatSat` through rustsat.
struct BatSat<'a> {
    solver: rustsat_batsat::Solver<Polls<'a>>,
    /// Whether a clause could not be added, which ends in "stopped".
    failed: bool,
}

impl<'a> BatSat<'a> {
    fn new(watch: &'a dyn Watch) -> BatSat<'a> {
        let mut solver = rustsat_batsat::Solver::<Polls<'_>>::default();
        *solver.batsat_mut().cb_mut() = Polls { watch: Some(watch), ..Polls::default() };
        BatSat { solver, failed: false }
    }
}

fn rust_lits(lits: &[Lit]) -> Vec<RustLit> {
    lits.iter().map(|lit| RustLit::new(lit.var() as u32, !lit.is_positive())).collect()
}

impl Session for BatSat<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.failed |= self.solver.add_clause(rust_lits(clause).into_iter().collect()).is_err();
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        let polls = self.solver.batsat_ref().cb();
        if self.failed || polls.watch.is_some_and(Watch::should_stop) {
            return Answer::Stopped;
        }
        polls.stopped.set(false);
        polls.limit.set(polls.count.get().saturating_add(budget));
        let result = match assumptions {
            [] => self.solver.solve(),
            _ => self.solver.solve_assumps(&rust_lits(assumptions)),
        };
        let polls = self.solver.batsat_ref().cb();
        match result {
            Ok(SolverResult::Sat) => Answer::Satisfiable,
            Ok(SolverResult::Unsat) => Answer::Unsatisfiable,
            _ if !polls.stopped.get() && polls.count.get() > polls.limit.get() => Answer::OutOfBudget,
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
