//! Lazy expansion of subsets and fish: clauses are written only for the units that models ask for.

pub(super) mod approximation;
pub(super) mod expansion;
