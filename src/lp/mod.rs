//! Linear programs, solved by an interior-point method.
//!
//! The method ends in the middle of the optimal points, and its numbers are close to the optimum, not equal to it: they
//! propose, and whoever claims something checks it in exact arithmetic.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, ZeroConeT};

scoped_tls_hkt::scoped_thread_local!(
    /// Asked before each iteration by the solver, whose callback must not borrow.
    static STOP: for<'a> &'a (dyn Fn() -> bool + 'a)
);

/// A sum of costs to be minimised.
///
/// In each row, the bound less the sum of the row's variables times their factors is 0 or, in the rows behind those,
/// not negative. Variables have no bounds but these.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Per variable its rows, ascending, each with the factor.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// Per variable its cost.
    pub costs: Vec<f64>,
    /// Per row its bound.
    pub bounds: Vec<f64>,
    /// Number of rows, the first ones, that are equations.
    pub n_equations: usize,
}

/// How exactly a program is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// Relative and absolute accuracy.
    pub tolerance: f64,
    /// Iterations before the method gives up.
    pub max_iterations: u32,
}

impl Default for Accuracy {
    fn default() -> Accuracy {
        Accuracy { tolerance: 1e-8, max_iterations: 100 }
    }
}

/// How solving ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ended {
    /// With an optimal point.
    Optimal,
    /// No point meets all rows.
    Infeasible,
    /// The method gave up, or the costs have no minimum.
    Undecided,
    /// It was stopped.
    Stopped,
}

/// What came of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// How solving ended.
    pub ended: Ended,
    /// The value of each variable, if there is an optimal point.
    pub values: Vec<f64>,
    /// Iterations of the method.
    pub iterations: u32,
}

/// Does some work in which programs, solved on this thread, ask whether to stop.
///
/// For work that solves programs deep inside, where nobody hands the question on.
pub fn stopping<T>(should_stop: &dyn Fn() -> bool, work: impl FnOnce() -> T) -> T {
    STOP.set(should_stop, work)
}

/// Whether the work that is done on this thread within [`stopping`] should stop.
pub fn should_stop() -> bool {
    STOP.is_set() && STOP.with(|should_stop| should_stop())
}

impl Program {
    /// Solves the program; asks before each iteration whether to stop, if this is part of some [`stopping`] work.
    pub fn solve(&self, accuracy: &Accuracy) -> Solution {
        let n = self.columns.len();
        let (mut starts, mut rows, mut factors) = (vec![0], Vec::new(), Vec::new());
        for column in &self.columns {
            rows.extend(column.iter().map(|&(row, _)| row));
            factors.extend(column.iter().map(|&(_, factor)| factor));
            starts.push(rows.len());
        }
        let matrix = CscMatrix::new(self.bounds.len(), n, starts, rows, factors);
        let settings = DefaultSettings {
            verbose: false,
            max_iter: accuracy.max_iterations,
            tol_gap_abs: accuracy.tolerance,
            tol_gap_rel: accuracy.tolerance,
            tol_feas: accuracy.tolerance,
            presolve_enable: false,
            ..DefaultSettings::default()
        };
        let cones = [ZeroConeT(self.n_equations), NonnegativeConeT(self.bounds.len() - self.n_equations)];
        let quadratic = CscMatrix::zeros((n, n));
        let Ok(mut solver) = DefaultSolver::new(&quadratic, &self.costs, &matrix, &self.bounds, &cones, settings)
        else {
            return Solution { ended: Ended::Undecided, values: Vec::new(), iterations: 0 };
        };
        solver.set_termination_callback(|_| should_stop());
        solver.solve();
        let ended = match solver.solution.status {
            SolverStatus::Solved | SolverStatus::AlmostSolved => Ended::Optimal,
            SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => Ended::Infeasible,
            SolverStatus::CallbackTerminated => Ended::Stopped,
            _ => Ended::Undecided,
        };
        let values = if ended == Ended::Optimal { std::mem::take(&mut solver.solution.x) } else { Vec::new() };
        Solution { ended, values, iterations: solver.solution.iterations }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A program as text, a row a line: `2 x - y <= 3`; the first line holds the costs. Variables are `x` and `y`.
    fn program(text: &str) -> Program {
        let mut lines = text.lines().map(str::trim);
        let factors = |sum: &str| -> [f64; 2] {
            let mut factors = [0.0; 2];
            let mut factor = 1.0;
            for word in sum.split_whitespace() {
                match word {
                    "+" => {}
                    "-" => factor = -factor,
                    "x" | "y" => factors[usize::from(word == "y")] += std::mem::replace(&mut factor, 1.0),
                    number => factor *= number.parse::<f64>().expect("a number"),
                }
            }
            factors
        };
        let costs = factors(lines.next().expect("costs")).to_vec();
        let (equations, others): (Vec<&str>, Vec<&str>) = lines.partition(|line| !line.contains("<="));
        let mut program =
            Program { columns: vec![Vec::new(); 2], costs, bounds: Vec::new(), n_equations: equations.len() };
        for (row, line) in equations.iter().chain(&others).enumerate() {
            let (sum, bound) = line.split_once("<=").or_else(|| line.split_once('=')).expect("a relation");
            for (column, factor) in program.columns.iter_mut().zip(factors(sum)) {
                column.extend((factor != 0.0).then_some((row, factor)));
            }
            program.bounds.push(bound.trim().parse().expect("a bound"));
        }
        program
    }

    #[track_caller]
    fn check(text: &str, ended: Ended, expected: &[f64]) {
        let solution = program(text).solve(&Accuracy::default());
        assert_eq!(solution.ended, ended, "{text}");
        assert_eq!(solution.values.len(), expected.len(), "{text}");
        let differs = |(value, expected): (&f64, &f64)| (value - expected).abs() > 1e-6;
        assert!(!solution.values.iter().zip(expected).any(differs), "{text}: {:?}", solution.values);
    }

    #[test]
    fn programs_have_an_optimum_or_say_why_not() {
        check("x + y \n - x <= -1 \n - y <= -2", Ended::Optimal, &[1.0, 2.0]);
        check("- x - 2 y \n x + y = 4 \n - x <= 0 \n - y <= 0 \n y <= 3", Ended::Optimal, &[1.0, 3.0]);
        // Costs that are the same everywhere: the middle.
        check("x + y \n x + y = 1 \n - x <= 0 \n - y <= 0", Ended::Optimal, &[0.5, 0.5]);
        check("x \n x + y = 1 \n - x <= 0 \n y <= 2 \n - y <= -2", Ended::Infeasible, &[]);
        check("- x \n - x <= 0 \n - y <= 0 \n y <= 1", Ended::Undecided, &[]);
    }

    #[test]
    fn work_can_be_stopped_from_outside() {
        let program = program("x + y \n - x <= -1 \n - y <= -2");
        let n_asked = Cell::new(0);
        let asked = |most: u32| {
            move |n_asked: &Cell<u32>| {
                n_asked.set(n_asked.get() + 1);
                n_asked.get() > most
            }
        };
        let stop_after = asked(2);
        let solution = stopping(&|| stop_after(&n_asked), || program.solve(&Accuracy::default()));
        assert_eq!((solution.ended, n_asked.get()), (Ended::Stopped, 3));
        assert_eq!(program.solve(&Accuracy::default()).ended, Ended::Optimal, "nobody asks any more");
        assert!(!should_stop() && stopping(&|| true, should_stop));
    }
}
