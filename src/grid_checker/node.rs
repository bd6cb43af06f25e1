//! The inner search for hitting sets: McGuire, Tugemann and Civario, sections 6 and 7.
//!
//! A node has chosen some clues; `sets` are the unavoidable sets these miss, without *dead*
//! cells (section 6.2: cells tried before as clue of the same set, which are no clues below).
//! Sets are kept in the order of their effective size (7.3), and each level keeps only what
//! is not hit yet (the consolidated vectors of 7.2, as lists of masks). The higher degrees of
//! 7.1 are taken from the sets as they are left by the dead cells, node by node: disjoint
//! sets picked greedily refute a node that has fewer clues left than there are such sets; and
//! with as many clues as sets, all cells outside of their union are dead.

use super::Stop;
use super::mask::{Mask, and, cells, from_cells, has, insert, is_empty, len, meets, or, remove};
use crate::grid::{Cell, CellSet, Puzzle};
use crate::logic::{count_solutions, fast_solutions};

/// Nodes between two looks at the stop signal.
const NODES_PER_POLL: u32 = 4096;

/// A node to explore.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    /// Clues chosen.
    pub(super) chosen: Mask<W>,
    /// Cells that may still become clues; none of the chosen ones.
    pub(super) alive: Mask<W>,
    /// Clues still to choose.
    pub(super) left: usize,
}

/// The search below a node.
pub(super) struct Explorer<'a, const W: usize> {
    grid: &'a Puzzle,
    stop: Stop<'a>,
    nodes_to_poll: u32,
    is_stopped: bool,
    /// Sets of each level, kept to save allocations.
    levels: Vec<Vec<Mask<W>>>,
    scratch: Vec<Mask<W>>,
    /// The puzzles found.
    pub(super) found: Vec<Puzzle>,
    /// Candidates that came to the solver.
    pub(super) n_tested: u64,
}

/// How a level goes on.
enum Fate<const W: usize> {
    /// No puzzle below.
    Refuted,
    /// Every set is hit.
    AllHit,
    /// Branch on the cells of a smallest set.
    Branch(Mask<W>),
}

impl<'a, const W: usize> Explorer<'a, W> {
    pub(super) fn new(grid: &'a Puzzle, clues: usize, stop: Stop<'a>) -> Explorer<'a, W> {
        Explorer {
            grid,
            stop,
            nodes_to_poll: 1,
            is_stopped: false,
            levels: vec![Vec::new(); clues + 2],
            scratch: Vec::new(),
            found: Vec::new(),
            n_tested: 0,
        }
    }

    /// Everything below a node; false if stopped.
    pub(super) fn explore(&mut self, node: &Node<W>, sets: &[Mask<W>]) -> bool {
        let mut level = std::mem::take(&mut self.levels[node.left]);
        level.clear();
        level.extend(sets.iter().filter(|set| !meets(set, &node.chosen)).map(|set| and(set, &node.alive)));
        self.levels[node.left] = level;
        self.run(node);
        !self.is_stopped
    }

    /// The nodes right below a node, each with one clue more.
    pub(super) fn children(node: &Node<W>, sets: &[Mask<W>]) -> Option<Vec<Node<W>>> {
        let mut level: Vec<Mask<W>> =
            sets.iter().filter(|set| !meets(set, &node.chosen)).map(|set| and(set, &node.alive)).collect();
        let mut node = node.clone();
        match prepare(&mut level, &mut Vec::new(), &mut node) {
            Fate::Refuted => Some(Vec::new()),
            // Whoever explores it asks the solver for further sets.
            Fate::AllHit => None,
            Fate::Branch(branch) => {
                let mut children = Vec::new();
                for cell in by_hits(&branch, &level) {
                    remove(&mut node.alive, cell);
                    let mut chosen = node.chosen;
                    insert(&mut chosen, cell);
                    children.push(Node { chosen, alive: node.alive, left: node.left - 1 });
                }
                Some(children)
            }
        }
    }

    fn should_stop(&mut self) -> bool {
        self.nodes_to_poll -= 1;
        if self.nodes_to_poll == 0 {
            self.nodes_to_poll = NODES_PER_POLL;
            self.is_stopped |= (self.stop)();
        }
        self.is_stopped
    }

    /// Below a node whose missed sets are in the level of its clues left.
    fn run(&mut self, node: &Node<W>) {
        if self.should_stop() {
            return;
        }
        let mut level = std::mem::take(&mut self.levels[node.left]);
        let mut node = node.clone();
        let branch = match prepare(&mut level, &mut self.scratch, &mut node) {
            Fate::Refuted => None,
            Fate::AllHit => match self.further_set(&node.chosen) {
                // A puzzle already: whatever clues are added, it stays one.
                None => {
                    self.fill_up(&node);
                    None
                }
                Some(_) if node.left == 0 => None,
                Some(set) => {
                    let set = and(&set, &node.alive);
                    level.push(set);
                    Some(set)
                }
            },
            Fate::Branch(branch) => Some(branch),
        };
        if let Some(branch) = branch {
            match node.left {
                0 => {}
                1 => self.last_clue(&node, &level),
                2 => {
                    // The last but one: what is left must meet in a cell.
                    for cell in by_hits(&branch, &level) {
                        remove(&mut node.alive, cell);
                        let mut common = node.alive;
                        for set in &level {
                            if !has(set, cell) {
                                common = and(&common, set);
                                if is_empty(&common) {
                                    break;
                                }
                            }
                        }
                        if !is_empty(&common) {
                            let mut chosen = node.chosen;
                            insert(&mut chosen, cell);
                            self.test_each(&chosen, common);
                        }
                    }
                }
                _ => {
                    for cell in by_hits(&branch, &level) {
                        remove(&mut node.alive, cell);
                        if is_refuted_at_once(&level, cell, &node.alive, node.left - 1) {
                            continue;
                        }
                        let mut next = std::mem::take(&mut self.levels[node.left - 1]);
                        next.clear();
                        next.extend(level.iter().filter(|set| !has(set, cell)).map(|set| and(set, &node.alive)));
                        self.levels[node.left - 1] = next;
                        let mut chosen = node.chosen;
                        insert(&mut chosen, cell);
                        self.run(&Node { chosen, alive: node.alive, left: node.left - 1 });
                        if self.is_stopped {
                            break;
                        }
                    }
                }
            }
        }
        self.levels[node.left] = level;
    }

    fn last_clue(&mut self, node: &Node<W>, level: &[Mask<W>]) {
        let common = level.iter().fold(node.alive, |common, set| and(&common, set));
        self.test_each(&node.chosen, common);
    }

    /// Each of these cells as the last clue. Where the solver finds a second solution, only the
    /// cells in which that differs are left to try.
    fn test_each(&mut self, chosen: &Mask<W>, mut last: Mask<W>) {
        while let Some(cell) = cells(&last).next() {
            remove(&mut last, cell);
            let mut clues = *chosen;
            insert(&mut clues, cell);
            match self.further_set(&clues) {
                None => self.keep(&clues),
                Some(set) => last = and(&last, &set),
            }
        }
    }

    /// The chosen clues are a puzzle: every way to add clues gives one, too.
    fn fill_up(&mut self, node: &Node<W>) {
        if node.left == 0 {
            self.keep(&node.chosen);
            return;
        }
        let mut node = node.clone();
        while len(&node.alive) >= node.left && !self.should_stop() {
            let Some(cell) = cells(&node.alive).next() else { break };
            remove(&mut node.alive, cell);
            let mut chosen = node.chosen;
            insert(&mut chosen, cell);
            self.fill_up(&Node { chosen, alive: node.alive, left: node.left - 1 });
        }
    }

    /// A puzzle found, once the simple search agrees with the fast solver.
    fn keep(&mut self, clues: &Mask<W>) {
        let puzzle = self.puzzle(clues);
        assert_eq!(count_solutions(&puzzle, 2), 1, "the two solvers disagree about {puzzle}");
        self.found.push(puzzle);
    }

    /// An unavoidable set that these clues miss; none if they are a puzzle.
    fn further_set(&mut self, clues: &Mask<W>) -> Option<Mask<W>> {
        self.n_tested += 1;
        let other = fast_solutions(&self.puzzle(clues), 2).into_iter().find(|solution| solution != self.grid)?;
        let differs = self.grid.values().iter().zip(other.values()).enumerate().filter(|(_, (a, b))| a != b);
        Some(from_cells(&differs.map(|(cell, _)| Cell::from_index(cell)).collect::<CellSet>()))
    }

    fn puzzle(&self, clues: &Mask<W>) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.grid.shape());
        for cell in cells(clues) {
            let cell = Cell::from_index(cell);
            puzzle.set(cell, self.grid.get(cell));
        }
        puzzle
    }
}

/// Orders the sets by size, and looks whether the clues left can hit disjoint ones; kills cells that no
/// hitting set can use.
fn prepare<const W: usize>(level: &mut Vec<Mask<W>>, scratch: &mut Vec<Mask<W>>, node: &mut Node<W>) -> Fate<W> {
    if level.is_empty() {
        return Fate::AllHit;
    }
    if node.left == 0 {
        return Fate::Refuted;
    }
    // First in the order the sets have from the node above: that refutes most, and sorting costs as much.
    let mut is_sorted = false;
    loop {
        match narrow(level, node) {
            Narrowed::Refuted => return Fate::Refuted,
            Narrowed::Further => is_sorted = false,
            Narrowed::No if is_sorted => return Fate::Branch(level[0]),
            Narrowed::No => {
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

enum Narrowed {
    Refuted,
    /// Cells died, and sets became smaller.
    Further,
    No,
}

fn narrow<const W: usize>(level: &mut [Mask<W>], node: &mut Node<W>) -> Narrowed {
    let mut pack = Pack { sets: [[0; W]; MOST_DISJOINT + 1], len: 0, union: [0; W] };
    let most = node.left.min(MOST_DISJOINT);
    for set in level.iter() {
        if !meets(set, &pack.union) {
            if pack.len == most || is_empty(set) {
                if most < node.left && !is_empty(set) {
                    return Narrowed::No;
                }
                return Narrowed::Refuted;
            }
            pack.push(*set);
        }
    }
    while pack.len < node.left && pack.len + 1 >= node.left {
        if !pack.exchange(level) {
            return Narrowed::No;
        }
    }
    if pack.len < node.left {
        return Narrowed::No;
    }
    // Exactly one clue falls into each of the disjoint sets, none outside.
    if !pack.one_each(level) {
        return Narrowed::Refuted;
    }
    if and(&node.alive, &pack.union) == node.alive {
        return Narrowed::No;
    }
    node.alive = and(&node.alive, &pack.union);
    let mut is_smaller = false;
    for set in level.iter_mut() {
        let smaller = and(set, &pack.union);
        is_smaller |= smaller != *set;
        *set = smaller;
    }
    if is_smaller { Narrowed::Further } else { Narrowed::No }
}

/// Most disjoint sets looked at; nodes with more clues left are near the root.
const MOST_DISJOINT: usize = 16;

/// Pairwise disjoint sets.
struct Pack<const W: usize> {
    sets: [Mask<W>; MOST_DISJOINT + 1],
    len: usize,
    union: Mask<W>,
}

impl<const W: usize> Pack<W> {
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
    fn exchange(&mut self, level: &[Mask<W>]) -> bool {
        let mut common = self.sets;
        for (at, set) in level.iter().enumerate() {
            let members = self.met(set);
            if !members.is_power_of_two() {
                continue;
            }
            let i = members.trailing_zeros() as usize;
            let met = and(&common[i], set);
            // Sets with a cell of the member in common are not disjoint; else look for the partner.
            if is_empty(&met) {
                let partner = level[..at].iter().find(|other| !meets(other, set) && self.met(other) == members);
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
    fn one_each(&mut self, level: &[Mask<W>]) -> bool {
        for set in level {
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
fn is_refuted_at_once<const W: usize>(level: &[Mask<W>], cell: usize, alive: &Mask<W>, left: usize) -> bool {
    let mut union = [0; W];
    let mut n_disjoint = 0;
    for set in level {
        if !has(set, cell) {
            let set = and(set, alive);
            if !meets(&set, &union) {
                n_disjoint += 1;
                if n_disjoint > left || is_empty(&set) {
                    return true;
                }
                union = or(&union, &set);
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
fn by_hits<const W: usize>(set: &Mask<W>, level: &[Mask<W>]) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        cells(set).map(|cell| (level.iter().filter(|set| has(set, cell)).count(), cell)).collect();
    order.sort_unstable_by_key(|&(hits, cell)| (usize::MAX - hits, cell));
    order.into_iter().map(|(_, cell)| cell).collect()
}
