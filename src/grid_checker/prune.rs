//! What can be said about a node without branching: which nodes are refuted, which cells are dead.

use super::mask::{Mask, and, and_not, cells, has, is_empty, len, meets, or};
use super::node::Node;

/// Which means against needless branches are used: all of them, unless somebody wants to know what one of them is
/// worth (McGuire, Tugemann and Civario, sections 6.2, 7.1 and 7.3). The puzzles found are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Cells that were tried as a clue are no clues below their later siblings. Without this, sets of clues are met
    /// once for each order in which they hit the unavoidable sets.
    pub dead_clues: bool,
    /// So many disjoint unavoidable sets at most are put together to refute a node that has fewer clues left.
    pub max_degree: usize,
    /// The next clue comes from a set with the fewest cells that are not dead, instead of the fewest cells.
    pub effective_size: bool,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning { dead_clues: true, max_degree: usize::MAX, effective_size: true }
    }
}

/// How a level goes on.
pub(super) enum Fate<const W: usize> {
    /// No puzzle below.
    Refuted,
    /// Every set is hit.
    AllHit,
    /// Branch on the cells of a smallest set.
    Branch(Mask<W>),
}

/// Orders the sets by size, and looks whether the clues left can hit disjoint ones; kills cells that no
/// hitting set can use.
pub(super) fn prepare<const W: usize>(
    level: &mut Vec<Mask<W>>,
    scratch: &mut Vec<Mask<W>>,
    node: &mut Node<W>,
    pruning: Pruning,
) -> Fate<W> {
    if level.is_empty() {
        return Fate::AllHit;
    }
    if node.left == 0 {
        return Fate::Refuted;
    }
    // First in the order the sets have from the node above: that refutes most, and sorting costs as much.
    let mut is_sorted = false;
    loop {
        match prune(level, node, pruning.max_degree) {
            Pruned::Refuted => return Fate::Refuted,
            Pruned::Further => is_sorted = false,
            Pruned::No if is_sorted || !pruning.effective_size => return Fate::Branch(level[0]),
            Pruned::No => {
                if !sort_by_size(level, scratch) || node.left < MIN_LEFT_TO_REPEAT {
                    return Fate::Branch(level[0]);
                }
                is_sorted = true;
            }
        }
    }
}

/// Fewest clues left at nodes that are looked at again with their sets in order.
const MIN_LEFT_TO_REPEAT: usize = 5;

enum Pruned {
    Refuted,
    /// Cells died, and sets became smaller.
    Further,
    No,
}

/// The two parts, each with its clues, then both together.
fn prune<const W: usize>(level: &mut [Mask<W>], node: &mut Node<W>, max_degree: usize) -> Pruned {
    let mut further = false;
    if !node.has_one_part() {
        for quota in node.quotas {
            let outside = and_not(&node.alive, &quota.cells);
            match prune_part(level, node, &outside, quota.left, max_degree) {
                Pruned::Refuted => return Pruned::Refuted,
                Pruned::Further => further = true,
                Pruned::No => {}
            }
        }
    }
    match prune_part(level, node, &[0; W], node.left, max_degree) {
        Pruned::No if further => Pruned::Further,
        pruned => pruned,
    }
}

/// Disjoint sets without a cell of `outside`, and `left` clues for them.
fn prune_part<const W: usize>(
    level: &mut [Mask<W>],
    node: &mut Node<W>,
    outside: &Mask<W>,
    left: usize,
    max_degree: usize,
) -> Pruned {
    if left >= max_degree {
        // So many disjoint sets would have a higher degree; one without a cell refutes all the same.
        return if level.iter().any(is_empty) { Pruned::Refuted } else { Pruned::No };
    }
    let mut pack = DisjointPacking { sets: [[0; W]; MOST_DISJOINT + 1], len: 0, union: [0; W] };
    let most = left.min(MOST_DISJOINT);
    for set in level.iter() {
        if !meets(set, &pack.union) && !meets(set, outside) {
            if pack.len == most || is_empty(set) {
                if most < left && !is_empty(set) {
                    return Pruned::No;
                }
                return Pruned::Refuted;
            }
            pack.push(*set);
        }
    }
    while pack.len < left && pack.len + 1 >= left {
        if !pack.exchange(level, outside) {
            return Pruned::No;
        }
    }
    if pack.len < left {
        return Pruned::No;
    }
    // Exactly one clue falls into each of the disjoint sets, none elsewhere in the part.
    if !pack.one_each(level, outside) {
        return Pruned::Refuted;
    }
    let possible = or(&pack.union, outside);
    if and(&node.alive, &possible) == node.alive {
        return Pruned::No;
    }
    node.alive = and(&node.alive, &possible);
    let mut is_smaller = false;
    for set in level.iter_mut() {
        let smaller = and(set, &possible);
        is_smaller |= smaller != *set;
        *set = smaller;
    }
    if is_smaller { Pruned::Further } else { Pruned::No }
}

/// Most disjoint sets looked at; nodes with more clues left are near the root.
const MOST_DISJOINT: usize = 16;

/// Pairwise disjoint sets.
struct DisjointPacking<const W: usize> {
    sets: [Mask<W>; MOST_DISJOINT + 1],
    len: usize,
    union: Mask<W>,
}

impl<const W: usize> DisjointPacking<W> {
    fn push(&mut self, set: Mask<W>) {
        self.sets[self.len] = set;
        self.len += 1;
        self.union = or(&self.union, &set);
    }

    /// Which of the sets this one meets, a bit each.
    #[inline]
    fn met(&self, set: &Mask<W>) -> u32 {
        // Without branches: they would be mispredicted half of the time.
        let mut met = 0u32;
        for (i, member) in self.sets[..self.len].iter().enumerate() {
            met |= u32::from(meets(member, set)) << i;
        }
        met
    }

    /// Takes two disjoint sets for one that is the only one they meet; false if there are none.
    fn exchange(&mut self, level: &[Mask<W>], outside: &Mask<W>) -> bool {
        let mut common = self.sets;
        for (at, set) in level.iter().enumerate() {
            if meets(set, outside) {
                continue;
            }
            let members = self.met(set);
            if !members.is_power_of_two() {
                continue;
            }
            let i = members.trailing_zeros() as usize;
            let met = and(&common[i], set);
            // Sets with a cell of the member in common are not disjoint; else look for the partner.
            if is_empty(&met) {
                let is_partner =
                    |other: &&Mask<W>| !meets(other, set) && !meets(other, outside) && self.met(other) == members;
                let partner = level[..at].iter().find(is_partner);
                if let Some(&partner) = partner {
                    self.sets[i] = *set;
                    self.union = self.sets[..self.len].iter().fold([0; W], |union, set| or(&union, set));
                    self.push(partner);
                    return true;
                }
            } else {
                common[i] = met;
            }
        }
        false
    }

    /// With one clue in each: a set that meets one member only takes its clue there. False if a member
    /// has no cell left.
    fn one_each(&mut self, level: &[Mask<W>], outside: &Mask<W>) -> bool {
        for set in level.iter().filter(|set| !meets(set, outside)) {
            let members = self.met(set);
            if members == 0 {
                return false;
            }
            if members.is_power_of_two() {
                let i = members.trailing_zeros() as usize;
                self.sets[i] = and(&self.sets[i], set);
            }
        }
        self.union = self.sets[..self.len].iter().fold([0; W], |union, set| or(&union, set));
        true
    }
}

/// Whether the sets missed by a further clue are too many disjoint ones for the clues then left, taken in the
/// order they have: most nodes end here, before their sets are written down.
#[inline]
pub(super) fn is_refuted_at_once<const W: usize>(
    level: &[Mask<W>],
    cell: usize,
    child: &Node<W>,
    max_degree: usize,
) -> bool {
    if child.left >= max_degree {
        return false;
    }
    let mut union = [0; W];
    let mut n_disjoint = 0;
    if child.has_one_part() {
        for set in level {
            if !has(set, cell) {
                let set = and(set, &child.alive);
                if !meets(&set, &union) {
                    n_disjoint += 1;
                    if n_disjoint > child.left || is_empty(&set) {
                        return true;
                    }
                    union = or(&union, &set);
                }
            }
        }
        return false;
    }
    let outside = child.quotas.map(|quota| and_not(&child.alive, &quota.cells));
    let mut parts = [([0; W], 0); 2];
    for set in level {
        if has(set, cell) {
            continue;
        }
        let set = and(set, &child.alive);
        if !meets(&set, &union) {
            n_disjoint += 1;
            if n_disjoint > child.left || is_empty(&set) {
                return true;
            }
            union = or(&union, &set);
        }
        for ((union, n_disjoint), (outside, quota)) in parts.iter_mut().zip(outside.iter().zip(&child.quotas)) {
            if !meets(&set, outside) && !meets(&set, union) {
                *n_disjoint += 1;
                if *n_disjoint > quota.left {
                    return true;
                }
                *union = or(union, &set);
            }
        }
    }
    false
}

/// Smallest first; equal sizes keep their order. False if they were in order.
fn sort_by_size<const W: usize>(level: &mut Vec<Mask<W>>, scratch: &mut Vec<Mask<W>>) -> bool {
    const LARGEST: usize = 15;
    let mut starts = [0u16; LARGEST + 2];
    let mut sizes = [0u8; 1024];
    if level.len() > sizes.len() {
        level.sort_by_cached_key(len);
        return true;
    }
    let mut last = 0;
    let mut is_sorted = true;
    for (set, size) in level.iter().zip(&mut sizes) {
        let len = len(set).min(LARGEST);
        is_sorted &= len >= last;
        last = len;
        *size = len as u8;
        starts[len + 1] += 1;
    }
    if is_sorted {
        return false;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    scratch.clear();
    scratch.resize(level.len(), [0; W]);
    for (set, &size) in level.iter().zip(&sizes) {
        let start = &mut starts[usize::from(size)];
        scratch[usize::from(*start)] = *set;
        *start += 1;
    }
    std::mem::swap(level, scratch);
    true
}

/// The cells of a set, those that hit most sets first: dead afterwards, they constrain the rest most.
pub(super) fn by_hits<const W: usize>(set: &Mask<W>, level: &[Mask<W>]) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        cells(set).map(|cell| (level.iter().filter(|set| has(set, cell)).count(), cell)).collect();
    order.sort_unstable_by_key(|&(hits, cell)| (usize::MAX - hits, cell));
    order.into_iter().map(|(_, cell)| cell).collect()
}
