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
    /// The highest degree of the sets that refute a node with fewer clues left: so many disjoint unavoidable sets at
    /// most, of which sets without a common cell count as two, are put together.
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

/// Memory that every node uses anew.
#[derive(Debug, Default)]
pub(super) struct Scratch<const W: usize> {
    /// Sets in another order.
    sorted: Vec<Mask<W>>,
    /// The sets inside a part.
    part: Vec<Mask<W>>,
    /// Which of the packed sets each set meets.
    met: Vec<u32>,
}

/// Kills cells that no hitting set can use, looks whether the clues left can hit disjoint sets, and chooses the set
/// to branch on.
pub(super) fn prepare<const W: usize>(
    level: &mut Vec<Mask<W>>,
    scratch: &mut Scratch<W>,
    node: &mut Node<W>,
    pruning: Pruning,
) -> Fate<W> {
    if level.is_empty() {
        return Fate::AllHit;
    }
    if node.left == 0 {
        return Fate::Refuted;
    }
    // In the order the sets have from the node above: that refutes most nodes, and sorting takes time.
    loop {
        match prune(level, scratch, node, pruning.max_degree) {
            Pruned::Refuted => return Fate::Refuted,
            Pruned::Further => {}
            Pruned::No => break,
        }
    }
    if !pruning.effective_size {
        return Fate::Branch(level[0]);
    }
    sort_by_size(level, &mut scratch.sorted);
    Fate::Branch(most_meeting_of_smallest(level))
}

enum Pruned {
    Refuted,
    /// Cells died, and sets became smaller.
    Further,
    No,
}

/// All clues left together, then each of the two parts with its own.
fn prune<const W: usize>(
    level: &mut [Mask<W>],
    scratch: &mut Scratch<W>,
    node: &mut Node<W>,
    max_degree: usize,
) -> Pruned {
    let mut further = false;
    match bound(level, node.left, max_degree, &mut scratch.met) {
        Bound::Refuted => return Pruned::Refuted,
        Bound::Within(possible) => further |= keep_alive(&possible, level, node),
        Bound::Open => {}
    }
    if !node.has_one_part() {
        for quota in node.quotas {
            copy_where(level, &mut scratch.part, |set| (*set, is_empty(&and_not(set, &quota.cells))));
            match bound(&scratch.part, quota.left, max_degree, &mut scratch.met) {
                Bound::Refuted => return Pruned::Refuted,
                Bound::Within(possible) => {
                    let possible = or(&possible, &and_not(&node.alive, &quota.cells));
                    further |= keep_alive(&possible, level, node);
                }
                Bound::Open => {}
            }
        }
    }
    if further { Pruned::Further } else { Pruned::No }
}

/// All other cells are dead; whether that made a set smaller.
fn keep_alive<const W: usize>(possible: &Mask<W>, level: &mut [Mask<W>], node: &mut Node<W>) -> bool {
    let alive = and(&node.alive, possible);
    if alive == node.alive {
        return false;
    }
    node.alive = alive;
    let mut lost = [0; W];
    for set in level {
        lost = or(&lost, &and_not(set, possible));
        *set = and(set, possible);
    }
    !is_empty(&lost)
}

/// Copies what `of` makes of each set for which it says so. There is no branch for a set: half of them would be
/// mispredicted.
#[inline]
pub(super) fn copy_where<const W: usize>(
    from: &[Mask<W>],
    to: &mut Vec<Mask<W>>,
    of: impl Fn(&Mask<W>) -> (Mask<W>, bool),
) {
    to.clear();
    to.resize(from.len(), [0; W]);
    let mut n_kept = 0;
    for set in from {
        let (copy, is_kept) = of(set);
        to[n_kept] = copy;
        n_kept += usize::from(is_kept);
    }
    to.truncate(n_kept);
}

/// What some sets tell about the clues that have to hit them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound<const W: usize> {
    /// There are too few clues.
    Refuted,
    /// All of them lie in these cells.
    Within(Mask<W>),
    /// Nothing.
    Open,
}

/// Most disjoint sets looked at; nodes with more clues left are near the root.
const MOST_DISJOINT: usize = 16;

/// Most sets that are compared with the disjoint ones: the first ones, which are mostly the smallest and tell most.
const MOST_COMPARED: usize = 48;

/// Whether so many clues can hit these sets, and where they then are.
///
/// Disjoint sets take a clue each. Sets that meet the same one of them, and no other, can have it for a clue in common
/// only if they have a cell in common; if they have none, they and the one they meet take two clues: a set of degree 2
/// (section 7.1).
fn bound<const W: usize>(list: &[Mask<W>], left: usize, max_degree: usize, met: &mut Vec<u32>) -> Bound<W> {
    if left >= max_degree {
        // So many disjoint sets would have a higher degree; one without a cell refutes all the same.
        return if list.iter().any(is_empty) { Bound::Refuted } else { Bound::Open };
    }
    let mut packing = Packing { sets: [[0; W]; MOST_DISJOINT + 1], len: 0, union: [0; W] };
    let most = left.min(MOST_DISJOINT);
    for set in list {
        if !meets(set, &packing.union) {
            if is_empty(set) || packing.len == left {
                return Bound::Refuted;
            }
            if packing.len == most {
                return Bound::Open;
            }
            packing.push(*set);
        }
    }
    if packing.len + 1 < left {
        return Bound::Open;
    }
    let list = &list[..list.len().min(MOST_COMPARED)];
    met.clear();
    met.resize(list.len(), 0);
    for member in 0..packing.len {
        packing.note_met(member, list, met);
    }
    if packing.len < left {
        match packing.one_more(list, met) {
            OneMore::Disjoint => {}
            OneMore::Bound(bound) => return bound,
        }
    }
    packing.one_each(list, met)
}

/// Pairwise disjoint sets.
struct Packing<const W: usize> {
    sets: [Mask<W>; MOST_DISJOINT + 1],
    len: usize,
    union: Mask<W>,
}

enum OneMore<const W: usize> {
    /// There is one more disjoint set.
    Disjoint,
    /// There is none; what is known instead.
    Bound(Bound<W>),
}

impl<const W: usize> Packing<W> {
    fn push(&mut self, set: Mask<W>) {
        self.sets[self.len] = set;
        self.len += 1;
        self.union = or(&self.union, &set);
    }

    /// Notes in the member's bit which sets it meets.
    #[inline]
    fn note_met(&self, member: usize, list: &[Mask<W>], met: &mut [u32]) {
        let (cells, bit) = (self.sets[member], 1 << member);
        for (set, met) in list.iter().zip(met) {
            *met = *met & !bit | if meets(set, &cells) { bit } else { 0 };
        }
    }

    /// With one set less than clues: takes two disjoint sets for the only one they meet. Where there are none, the
    /// sets that meet the same one and have no cell in common take two clues with it, so all clues are in these and
    /// the other disjoint sets.
    fn one_more(&mut self, list: &[Mask<W>], met: &mut [u32]) -> OneMore<W> {
        let mut common = self.sets;
        let mut groups = self.sets;
        let mut full = [0; MOST_DISJOINT + 1];
        let mut n_full = 0;
        for (at, (set, &members)) in list.iter().zip(&*met).enumerate() {
            if !members.is_power_of_two() {
                continue;
            }
            let i = members.trailing_zeros() as usize;
            let shared = and(&common[i], set);
            if shared == common[i] {
                continue;
            }
            if is_empty(&shared) {
                let is_partner = |&other: &usize| met[other] == members && !meets(&list[other], set);
                if let Some(partner) = (0..at).find(is_partner) {
                    self.sets[i] = *set;
                    self.push(list[partner]);
                    self.union = self.sets[..self.len].iter().fold([0; W], |union, set| or(&union, set));
                    self.note_met(i, list, met);
                    self.note_met(self.len - 1, list, met);
                    return OneMore::Disjoint;
                }
                full[n_full] = i;
                n_full += 1;
            }
            common[i] = shared;
            groups[i] = or(&groups[i], set);
        }
        let full = &full[..n_full];
        let mut possible = None;
        for (at, &i) in full.iter().enumerate() {
            // Two pairs of clues, and one in each of the other sets.
            if full[..at].iter().any(|&other| !meets(&groups[i], &groups[other])) {
                return OneMore::Bound(Bound::Refuted);
            }
            let here = or(&self.union, &groups[i]);
            possible = Some(possible.map_or(here, |possible| and(&possible, &here)));
        }
        OneMore::Bound(possible.map_or(Bound::Open, Bound::Within))
    }

    /// With one clue in each: a set that meets one of them only takes its clue there.
    fn one_each(&mut self, list: &[Mask<W>], met: &[u32]) -> Bound<W> {
        for (set, &members) in list.iter().zip(met) {
            if members == 0 {
                return Bound::Refuted;
            }
            if members.is_power_of_two() {
                let i = members.trailing_zeros() as usize;
                self.sets[i] = and(&self.sets[i], set);
            }
        }
        let sets = &self.sets[..self.len];
        if sets.iter().any(is_empty) {
            return Bound::Refuted;
        }
        Bound::Within(sets.iter().fold([0; W], |union, set| or(&union, set)))
    }
}

/// How many of the smallest sets are compared.
const MOST_SMALLEST: usize = 6;

/// Of the first few sets with the size of the first one, that which meets most sets: its cells hit many of them.
fn most_meeting_of_smallest<const W: usize>(level: &[Mask<W>]) -> Mask<W> {
    let size = len(&level[0]);
    let n_smallest = level.iter().take(MOST_SMALLEST).take_while(|set| len(set) == size).count();
    let n_met = |branch: &Mask<W>| level.iter().map(|set| u32::from(meets(set, branch))).sum::<u32>();
    // The first of equals.
    (0..n_smallest).rev().map(|i| level[i]).max_by_key(n_met).unwrap_or(level[0])
}

/// Smallest first; equal sizes keep their order.
fn sort_by_size<const W: usize>(level: &mut Vec<Mask<W>>, scratch: &mut Vec<Mask<W>>) {
    const LARGEST: usize = 15;
    let mut starts = [0u16; LARGEST + 2];
    let mut sizes = [0u8; 1024];
    if level.len() > sizes.len() {
        level.sort_by_cached_key(len);
        return;
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
        return;
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
}

/// The cells of a set, those that hit most sets first: dead afterwards, they constrain the rest most.
pub(super) fn by_hits<const W: usize>(set: &Mask<W>, level: &[Mask<W>]) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        cells(set).map(|cell| (level.iter().filter(|set| has(set, cell)).count(), cell)).collect();
    order.sort_unstable_by_key(|&(hits, cell)| (usize::MAX - hits, cell));
    order.into_iter().map(|(_, cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_checker::node::Quota;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const CELLS: usize = 12;

    struct Random(Xoshiro256PlusPlus);

    impl Random {
        fn new(seed: u64) -> Random {
            Random(Xoshiro256PlusPlus::seed_from_u64(seed))
        }

        fn below(&mut self, n: usize) -> usize {
            (self.0.next_u64() >> 32) as usize % n
        }
    }

    /// The cells of all choices of so many cells that hit all sets; `None` if there is no such choice.
    fn used(sets: &[Mask<1>], alive: u64, left: usize, also: impl Fn(u64) -> bool) -> Option<u64> {
        (0u64..1 << CELLS)
            .filter(|clues| clues & !alive == 0 && clues.count_ones() as usize == left && also(*clues))
            .filter(|clues| sets.iter().all(|[set]| set & clues != 0))
            .reduce(|a, b| a | b)
    }

    fn random_sets(random: &mut Random) -> Vec<Mask<1>> {
        let n_sets = 3 + random.below(14);
        let mut sets: Vec<Mask<1>> = (0..n_sets)
            .map(|_| {
                let size = 2 + random.below(3);
                let mut set = 0u64;
                while (set.count_ones() as usize) < size {
                    set |= 1 << random.below(CELLS);
                }
                [set]
            })
            .collect();
        sets.sort_by_key(len);
        sets
    }

    /// What a bound says holds for every choice of clues, and each answer comes up often.
    #[test]
    fn bounds_hold_for_every_choice() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            let sets = random_sets(&mut random);
            let left = 1 + random.below(5);
            let used = used(&sets, (1 << CELLS) - 1, left, |_| true);
            match bound(&sets, left, usize::MAX, &mut Vec::new()) {
                Bound::Refuted => {
                    counts[0] += 1;
                    assert_eq!(used, None, "{left} {sets:x?}");
                }
                Bound::Within([cells]) => {
                    counts[1] += 1;
                    assert_eq!(used.unwrap_or(0) & !cells, 0, "{left} {cells:x} {sets:x?}");
                }
                Bound::Open => counts[2] += 1,
            }
        }
        assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
    }

    /// The same with a quota of clues in each of two parts, down to the set to branch on.
    #[test]
    fn no_choice_is_lost_when_a_node_is_prepared() {
        let mut random = Random::new(2);
        let (mut n_refuted, mut n_dead) = (0, 0);
        for _ in 0..2000 {
            let sets = random_sets(&mut random);
            let parts: [u64; 2] = [0b11_1111, 0b1111_1100_0000];
            let left = [random.below(4), 1 + random.below(3)];
            let quotas = [0, 1].map(|i| Quota { cells: [parts[i]], left: left[i] });
            let open = [0, 1].map(|i| if left[i] == 0 { 0 } else { parts[i] });
            let alive = open[0] | open[1];
            let mut node = Node { chosen: [0], alive: [alive], left: left[0] + left[1], quotas };
            let mut level: Vec<Mask<1>> = sets.iter().map(|[set]| [set & alive]).collect();
            let used = used(&sets, alive, node.left, |clues| (clues & parts[0]).count_ones() as usize == left[0]);
            match prepare(&mut level, &mut Scratch::default(), &mut node, Pruning::default()) {
                Fate::Refuted => {
                    n_refuted += 1;
                    assert_eq!(used, None, "{left:?} {sets:x?}");
                }
                Fate::AllHit => unreachable!("there are sets"),
                Fate::Branch(branch) => {
                    assert_eq!(used.unwrap_or(0) & !node.alive[0], 0, "{left:?} {sets:x?}");
                    n_dead += usize::from(node.alive[0] != alive);
                    assert!(level.contains(&branch), "one of the sets that are left");
                    let smallest = level.iter().map(len).min();
                    assert_eq!(Some(len(&branch)), smallest);
                }
            }
        }
        assert!(n_refuted > 300 && n_dead > 300, "{n_refuted} {n_dead}");
    }

    /// Three sets that meet in pairs have no cell in common: two clues for them and one for the fourth.
    #[test]
    fn sets_that_meet_in_pairs_take_two_clues() {
        let triangle = [[0b011], [0b101], [0b110]];
        let check = |other: &[Mask<1>], left, expected| {
            let sets: Vec<Mask<1>> = triangle.iter().chain(other).copied().collect();
            assert_eq!(bound(&sets, left, usize::MAX, &mut Vec::new()), expected, "{other:x?} {left}");
        };
        check(&[], 1, Bound::Refuted);
        check(&[], 2, Bound::Within([0b111]));
        check(&[[0b11_0000]], 3, Bound::Within([0b11_0111]));
        check(&[[0b11_0000]], 2, Bound::Refuted);
        check(&[[0b11_0000]], 4, Bound::Open);
        // Two triangles apart from each other take four clues.
        check(&[[0b011_0000], [0b101_0000], [0b110_0000]], 3, Bound::Refuted);
    }
}
