//! One file per strategy or family.

pub(super) mod aligned_exclusion;
pub(super) mod almost_locked;
mod assumption;
pub(super) mod avoidable_rectangle;
mod bits;
pub(super) mod bug;
pub(super) mod chains;
pub(super) mod colouring;
pub(super) mod common_peers;
pub(super) mod death_blossom;
pub(super) mod exocet;
pub(super) mod finned_fish;
pub(super) mod fish;
pub(super) mod forcing_chain;
pub(super) mod forcing_net;
mod forward;
pub(super) mod full_house;
pub(super) mod hidden_single;
mod implications;
pub(super) mod leftovers;
pub(super) mod locked_candidates;
pub(super) mod lp_elimination;
pub(super) mod mixed_fish;
pub(super) mod multi_sector;
pub(super) mod naked_single;
pub(super) mod single_digit;
pub(super) mod subsets;
pub(super) mod sue_de_coq;
pub(super) mod template;
pub(super) mod unique_loop;
pub(super) mod uniqueness;
#[cfg(test)]
mod way;
pub(super) mod wings;
