//! SAT: finds clues and proves that there are none, for every set-logic strategy.
//!
//! [`Encoding::WellFounded`] is the production method; the encodings with rounds
//! are the yardstick. Every model is verified before it is called a puzzle.

mod aside;
pub mod backend;
#[cfg(feature = "cadical")]
mod cadical;
mod closed_set;
pub(super) mod encode;
pub mod export;
pub mod fewest;
mod in_rounds;
mod lazy;
mod ongoing;
mod paper;
mod refine;
mod rounds;
pub(super) mod theme;
mod unfounded;
mod verifier;

use super::bounds;
use super::random::Random;
use super::{Impossible, Method, Outcome, Reason, Request, Undecided, Watch};
use crate::grid::{Cell, CellSet};
use crate::logic::{StrategyId, StrategySet, strategy};
use crate::sat::cdcl::{Answer, Lit, Solver, SolverStats, Theory, Tuning};
use crate::sat::proof::{Proof, ProofLine};
use backend::Backend;
use unfounded::propagator::unfounded_sets;

pub(super) use ongoing::Ongoing;

/// How the derivation is written for the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// No rounds, loop formulas on demand: unsatisfiable means impossible.
    #[default]
    WellFounded,
    /// Rounds, one direction of every equivalence: unsatisfiable means "not within
    /// so many rounds".
    Derivation,
    /// Formulas (1) to (13) of Nishikawa and Toda: a puzzle that is solved, or not yet
    /// at a standstill, after so many rounds; unsatisfiable means impossible.
    Paper {
        /// Write integers in the order encoding, as the paper's solver does, not only directly.
        order: bool,
    },
}

/// Numbers of rounds to try (K of section 5.2, algorithm 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// From one to the next.
    pub step: usize,
}

/// From 10 rounds to the paper's 30.
impl Default for Rounds {
    fn default() -> Rounds {
        Rounds { first: 10, last: 30, step: 10 }
    }
}

/// How to run the SAT method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SatOptions {
    /// The encoding.
    pub encoding: Encoding,
    /// Give up after this many conflicts; `None` for never.
    pub budget: Option<u64>,
    /// Rounds to try, for the encodings that have them.
    pub rounds: Rounds,
    /// The solver. On `BatSat`, loop formulas are added between calls instead of inside the search.
    pub backend: Backend,
    /// 0, or one of many other orders in which to guess, for runs side by side (well-founded encoding).
    pub variant: u64,
    /// Restarts and deletion of clauses of our own solver (well-founded encoding).
    pub tuning: Tuning,
    /// Whether the formula is written even where a bound refutes the pattern: for figures of an encoding by itself.
    pub no_bounds: bool,
    /// Whether to keep the proof of a refutation ([`Encoding::WellFounded`] on solvers that
    /// write one: all but `BatSat`); checked it is in any case.
    pub proof: bool,
}

/// Size of the formula up to one number of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundStats {
    /// The number of rounds; 0 for loop formulas added between calls.
    pub rounds: usize,
    /// Variables, those of the rounds before included.
    pub variables: usize,
    /// Clauses, those of the rounds before included.
    pub clauses: usize,
    /// Units of subsets and fish, one for each round.
    pub units: usize,
    /// Those of them that are written out.
    pub written: usize,
    /// Conflicts with this number of rounds (polls, for back ends that count no conflicts).
    pub work: u64,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SatStats {
    /// Of the solver of the well-founded encoding.
    pub solver: SolverStats,
    /// Of the encodings with rounds, one entry per number of rounds.
    pub rounds: Vec<RoundStats>,
}

/// An answer with all that is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SatRun {
    /// The answer.
    pub outcome: Outcome,
    /// Figures.
    pub stats: SatStats,
    /// The lines of a refutation by the solver, if asked for.
    pub proof: Option<Vec<ProofLine>>,
    /// Symmetries of the pattern that its clauses rest on.
    pub symmetries: Vec<Vec<Cell>>,
}

impl SatRun {
    fn without_proof(outcome: Outcome, stats: SatStats) -> SatRun {
        SatRun { outcome, stats, proof: None, symmetries: Vec::new() }
    }
}

/// Clues that the strategies solve, or the proof that there are none.
pub fn solve(request: &Request, options: &SatOptions, watch: &dyn Watch) -> Outcome {
    run(request, options, watch).outcome
}

/// [`solve`], with figures and proof.
pub fn run(request: &Request, options: &SatOptions, watch: &dyn Watch) -> SatRun {
    if let Some(outcome) = unanswerable(request, options) {
        return SatRun::without_proof(outcome, SatStats::default());
    }
    match options.encoding {
        Encoding::WellFounded if options.backend == Backend::BatSat => lazy::solve(request, options, watch),
        Encoding::WellFounded => {
            let mut ongoing = Ongoing::start(request, options);
            let outcome = ongoing.go_on(options.budget.unwrap_or(u64::MAX), watch);
            ongoing.into_run(outcome, watch)
        }
        Encoding::Derivation | Encoding::Paper { .. } => in_rounds::run(request, options, watch),
    }
}

/// What is known without any search: a bound holds, or there are no clauses for a strategy.
fn unanswerable(request: &Request, options: &SatOptions) -> Option<Outcome> {
    let verdict = if options.no_bounds { bounds::verdict_on_the_question } else { bounds::verdict };
    verdict(request).or_else(|| Method::Sat.too_large(request.pattern.shape).map(gave_up)).or_else(|| {
        let asks_theory = options.encoding == Encoding::WellFounded && options.backend != Backend::BatSat;
        let known = if asks_theory { with_rules } else { with_clauses };
        let id = request.strategies.difference(known(request.strategies)).iter().next()?;
        Some(gave_up(no_clauses(id)))
    })
}

/// Those of these strategies for which there are clauses in all encodings: set logic, and full houses beside singles, of
/// which they are a case.
pub fn with_clauses(strategies: StrategySet) -> StrategySet {
    let has_singles = !StrategySet::SINGLES.intersection(strategies).is_empty();
    let is_known = |&id: &StrategyId| strategy(id).set_logic().is_some() || id == StrategyId::FullHouse && has_singles;
    strategies.iter().filter(is_known).collect()
}

/// Those of these strategies that the well-founded encoding knows on solvers that ask during the search: those with
/// clauses, and those whose steps follow from candidates that are gone.
pub fn with_rules(strategies: StrategySet) -> StrategySet {
    with_clauses(strategies).union(strategies.intersection(StrategySet::WITH_PREMISES))
}

/// An allowed strategy for which there are no clauses.
fn unknown_strategy(strategies: StrategySet) -> Option<StrategyId> {
    strategies.difference(with_clauses(strategies)).iter().next()
}

/// That there are no clauses for a strategy, and why.
fn no_clauses(id: StrategyId) -> String {
    let name = strategy(id).title().to_lowercase();
    let why = if StrategySet::WITH_PREMISES.contains(id) {
        "which takes the well-founded encoding, a pattern and a solver that asks during its search"
    } else if strategy(id).assumes_uniqueness() {
        "which argues from the puzzle having one solution, not from candidates that are gone"
    } else if id == StrategyId::FullHouse {
        "unless singles are allowed, of which it is a case"
    } else {
        "whose rules have not been written out"
    };
    format!("SAT has no clauses for {name}, {why}.")
}

fn gave_up(sentence: String) -> Outcome {
    Outcome::Undecided(Undecided::GaveUp(sentence))
}

/// The reason of a refutation: no cells stand out.
fn refuted_because(sentence: String) -> Reason {
    Reason { sentence, cells: CellSet::EMPTY }
}

/// A refutation without a proof; the sentence says so.
fn impossible_by_word(sentence: String) -> Outcome {
    Outcome::Impossible(Impossible::on_the_word_of_a_solver(Method::Sat, refuted_because(sentence)))
}

/// Asked during a search: whether to stop, at these figures.
type StopAt<'a> = &'a mut dyn FnMut(&SolverStats) -> bool;

/// A solver that asks during its search which facts are unfounded.
trait UnfoundedSetSearch {
    /// Adds a clause; contradictory ones show up as unsatisfiable.
    fn add(&mut self, clause: &[Lit]);

    /// Searches until an answer, `budget` more conflicts, or `stop` says so.
    fn solve(&mut self, budget: u64, stop: StopAt<'_>) -> Answer;

    /// The value of a variable in the model of the last call, which was satisfiable.
    fn is_true(&mut self, var: usize) -> bool;

    /// What was done so far.
    fn stats(&self) -> SolverStats;

    /// The lines of the proof not yet taken.
    fn proof(&mut self) -> &mut Proof;
}

impl UnfoundedSetSearch for Solver<Box<dyn Theory>> {
    fn add(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    fn solve(&mut self, budget: u64, stop: StopAt<'_>) -> Answer {
        Solver::solve(self, budget, stop)
    }

    fn is_true(&mut self, var: usize) -> bool {
        self.value(var) == Some(true)
    }

    fn stats(&self) -> SolverStats {
        Solver::stats(self)
    }

    fn proof(&mut self) -> &mut Proof {
        self.proof.get_or_insert_default()
    }
}

/// The solver that the options name.
fn unfounded_set_search(request: &Request, options: &SatOptions, n_vars: usize) -> Box<dyn UnfoundedSetSearch> {
    let (pattern, strategies) = (request.pattern, request.strategies);
    let theory = move || unfounded_sets(pattern.shape, &pattern.cells, strategies);
    match options.backend {
        #[cfg(feature = "cadical")]
        Backend::Cadical => Box::new(cadical::WithTheory::new(n_vars, request.seed ^ options.variant, theory)),
        _ => {
            let mut solver = Solver::new(n_vars, theory());
            solver.proof = Some(Proof::default());
            solver.tune(options.tuning);
            vary(&mut solver, options.variant, pattern.shape.n());
            Box::new(solver)
        }
    }
}

/// Tries candidates, and marks of a position without a step, as true first: guessing the solution everywhere,
/// not only at the clues, is what lets the solver learn (10 to 100 times faster at 26 clues).
/// Variants begin elsewhere, every second one with some candidates as false.
fn vary(solver: &mut Solver<Box<dyn Theory>>, variant: u64, n: usize) {
    let mut random = Random::new(variant, 0);
    for var in 0..solver.stats().variables.min(2 * n * n * n) {
        solver.set_phase(var, variant.is_multiple_of(2) || random.below(8) > 0);
        if variant > 0 {
            solver.set_activity(var, random.below(1 << 20) as f64 / f64::from(1 << 20));
        }
    }
}
