//! Boolean satisfiability, with no notion of Sudoku: formulas, a solver that learns clauses and asks a
//! theory during its search ([`cdcl`]), proofs, and the checking of proofs by unit propagation.

pub mod cdcl;
pub mod cnf;
pub mod conditions;
pub mod counter;
mod lrat;
pub mod proof;
mod rup;

pub use lrat::{LratError, check_lrat, check_lrat_until};
pub(crate) use rup::{Hint, Propagator};
