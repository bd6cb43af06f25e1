//! One file per strategy or family.

pub(super) mod fish;
pub(super) mod hidden_single;
pub(super) mod locked_candidates;
pub(super) mod naked_single;
pub(super) mod subsets;
