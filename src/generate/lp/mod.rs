//! LP laboratory: Haimes' relaxation of Sudoku as solver and generator.
//!
//! One variable z in 0..1 for each candidate, one row for each exact-cover constraint
//! (sum 1), minimise the sum of all z (sections 2.3 and 2.4 of the paper). The sum is the
//! same in every feasible point, so an interior-point method without crossover ends in the
//! middle of all of them: a z of 0 or 1 there is forced, all others show as fractions. What rows decide by themselves is
//! taken out first (`presolve`); that does not move the middle.

mod cuts;
mod generator;
mod model;
mod presolve;
mod relaxation;
mod why;

pub use cuts::{CutRelaxation, relax_with_cuts};
pub use generator::{LpEnded, LpGenerated, LpRequest, LpSnapshot, LpStep, PaperVerdict, Rule, lp_generate};
pub use relaxation::{LpAnswer, LpOptions, Relaxation, relax, relax_until};
pub use why::{LpReason, WhyNot, why};
