//! One file per strategy or family.

pub(super) mod aligned_exclusion;
pub(super) mod almost_locked;
pub(super) mod avoidable_rectangle;
pub(super) mod bug;
pub(super) mod chains;
pub(super) mod colouring;
pub(super) mod common_peers;
pub(super) mod death_blossom;
pub(super) mod finned_fish;
pub(super) mod fish;
pub(super) mod forcing_chain;
mod forward;
pub(super) mod full_house;
pub(super) mod hidden_single;
mod implications;
pub(super) mod leftovers;
pub(super) mod locked_candidates;
pub(super) mod lp_elimination;
pub(super) mod mixed_fish;
pub(super) mod naked_single;
pub(super) mod single_digit;
pub(super) mod subsets;
pub(super) mod sue_de_coq;
pub(super) mod unique_loop;
pub(super) mod uniqueness;
pub(super) mod wings;
