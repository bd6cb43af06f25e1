//! Facts that need reasons: the theory that excludes unfounded sets inside the search of a SAT solver.

pub(super) mod bitboard;
pub(super) mod closure;
pub(super) mod propagator;
