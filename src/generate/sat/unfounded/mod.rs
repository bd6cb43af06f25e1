//! Facts that need reasons: the theory that excludes unfounded sets inside the search of a SAT solver.

pub(super) mod bitboard;
pub(super) mod closure;
mod premises;
pub(super) mod propagator;
