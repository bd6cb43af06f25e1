//! Alternating chains: X-chains, XY-chains, AIC and nice loops, with and without groups.
//!
//! A chain that begins and ends with a strong link says: one of its ends is true. What both
//! ends see goes. If the ends see each other, the chain is a loop and all its weak links are
//! strong as well.

mod graph;
mod kraken_fish;

use super::forward::{Find, Forward, Visit, alternating, candidates, explain_chain, rule_out};
use super::implications::{add, ones};
use crate::grid::{Candidate, Constraint};
use crate::logic::{Board, ChainLink, ChainNode, Effect, Evidence, StrategyEntry, StrategyId, StrategyKind};
use graph::{Graph, Kinds, Strong, UNREACHED};
pub(in crate::logic) use kraken_fish::KRAKEN_FISH;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

pub(in crate::logic) const X_CHAIN: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::XChain,
        name: "x-chain",
        title: "X-chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "A chain of places of one digit, joined by strong and weak links by turns: one of its ends is true, and \
           the digit goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: Some(DISTINCT),
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const XY_CHAIN: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::XyChain,
        name: "xy-chain",
        title: "XY-chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "A chain of cells with two digits, each sharing one with the next: the digit at its start is at one of the \
           ends, and goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: Some(DISTINCT),
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const AIC: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::Aic,
        name: "aic",
        title: "Alternating chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "A chain of candidates, joined by strong and weak links by turns, in cells or in houses: one of its ends is \
           true. If it closes to a loop, every weak link of it rules out what both its ends see.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: Some(DISTINCT),
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const GROUPED_AIC: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::GroupedAic,
        name: "grouped-aic",
        title: "Grouped chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "An alternating chain in which a node may be several cells of a box and a line that hold the digit \
           between them.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: Some(DISTINCT),
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const ALS_AIC: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AlsAic,
        name: "als-aic",
        title: "ALS chain",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "A grouped chain that may also run through almost locked sets: n cells of a house with n + 1 digits \
               hold all of these but one, so without one digit the set holds each of the others. On 9x9 and smaller \
               a cell outside the house may join a set whose places of their common digits it sees.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: Some(DISTINCT),
    explain: explain_chain,
    exists_on: |_| true,
};

/// Every chain.
fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    find_all(board, &mut Show { id, shown: None, visit })
}

/// One chain for each conclusion: there are far fewer, and it is the path that takes time.
const DISTINCT: Find = |board, id, visit| find_all(board, &mut Show { id, shown: Some(BTreeSet::new()), visit });

fn find_all(board: &Board, show: &mut Show<'_>) -> ControlFlow<()> {
    let kinds = Kinds::of(show.id);
    Graph::new(board, kinds).find(show)?;
    // Sets in a line and a box come last: they are many, and hard to see.
    if kinds.sets && board.shape().n() <= 9 {
        Graph::new(board, Kinds { bent: true, ..kinds }).find(show)?;
    }
    ControlFlow::Continue(())
}

impl Kinds {
    fn of(id: StrategyId) -> Kinds {
        let sets = id == StrategyId::AlsAic;
        let groups = sets || id == StrategyId::GroupedAic;
        Kinds { houses: id != StrategyId::XyChain, cells: id != StrategyId::XChain, groups, sets, ..Kinds::default() }
    }
}

/// Where chains go.
struct Show<'a> {
    id: StrategyId,
    /// Conclusions that have been shown, where each is to be shown once.
    shown: Option<BTreeSet<Vec<Candidate>>>,
    visit: Visit<'a>,
}

impl Show<'_> {
    /// Sorts conclusions; whether there are some to be shown.
    fn is_new(&mut self, eliminated: &mut Vec<Candidate>) -> bool {
        eliminated.sort_unstable();
        eliminated.dedup();
        let is_new = |shown: &mut BTreeSet<_>| !shown.contains(eliminated) && shown.insert(eliminated.clone());
        !eliminated.is_empty() && self.shown.as_mut().is_none_or(is_new)
    }
}

/// Chains of at most so many nodes are shown before all longer ones.
const LENGTHS: [usize; 4] = [6, 10, 16, usize::MAX];

/// Where the nodes of a search were reached from.
struct Reached {
    /// Nodes reached as true, as bits.
    is_on: Vec<u64>,
    /// Nodes reached as false.
    is_off: Vec<u64>,
    /// Of those reached as true: node and which of its strong links.
    on: Vec<(u32, u32)>,
    /// Of those reached as false: node.
    off: Vec<u32>,
    /// Nodes reached as false in the last round.
    last_off: Vec<u32>,
    /// Nodes reached as true in the last round.
    last_on: Vec<u32>,
}

impl Reached {
    fn new(graph: &Graph<'_>) -> Reached {
        let n = graph.nodes.len();
        let bits = || vec![0; graph.weak.n_words];
        Reached {
            is_on: bits(),
            is_off: bits(),
            on: vec![(UNREACHED, 0); n],
            off: vec![UNREACHED; n],
            last_off: Vec::with_capacity(n),
            last_on: Vec::with_capacity(n),
        }
    }
}

/// What a start of chains may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    None,
    Chain,
    /// A loop, and perhaps chains as well.
    Loop,
}

impl Graph<'_> {
    fn find(&self, show: &mut Show<'_>) -> ControlFlow<()> {
        // Each start, alone or with one of its first strong links, as long as it has longer chains.
        let starts = (0..self.nodes.len()).filter(|&node| !self.strong_of(node).is_empty());
        let mut searches: Vec<(usize, Option<usize>)> = starts.clone().map(|start| (start, None)).collect();
        // The shortest chain between two nodes is not the only one: loops by each first link.
        if self.kinds.groups && !self.kinds.sets {
            for start in starts.filter(|&start| self.strong_of(start).len() > 1) {
                searches.extend((0..self.strong_of(start).len()).map(|first| (start, Some(first))));
            }
        }
        let mut all = searches.clone();
        let mut shortest = 0;
        let mut reached = Reached::new(self);
        // Where many links make the search long it is worth asking first what can come of it; on small grids the
        // shortest chains are found as quickly.
        let is_large = self.places.n > 9;
        let round_to_ask = match (self.kinds.sets, is_large) {
            (true, _) => Some(usize::from(!is_large)),
            (false, _) => is_large.then_some(1),
        };
        for (round, longest) in LENGTHS.into_iter().enumerate() {
            if self.kinds.houses && Some(round) == round_to_ask {
                let Some(use_of) = self.use_of_starts() else { return ControlFlow::Continue(()) };
                let is_useful = |&(start, first): &(usize, Option<usize>)| {
                    use_of[start] == Use::Loop || first.is_none() && use_of[start] == Use::Chain
                };
                searches.retain(is_useful);
                all.retain(is_useful);
            }
            let mut longer = Vec::new();
            for &(start, first) in &searches {
                if self.from(start, first, shortest..longest, &mut reached, show)? {
                    longer.push((start, first));
                }
                if show.shown.as_ref().is_some_and(|shown| !shown.is_empty()) {
                    // The first step is found, the order of the others does not matter.
                    for (start, first) in all {
                        self.from(start, first, 0..usize::MAX, &mut reached, show)?;
                    }
                    return ControlFlow::Continue(());
                }
            }
            searches = longer;
            shortest = longest;
        }
        ControlFlow::Continue(())
    }

    /// What each start is good for; `None` if no chain concludes anything.
    ///
    /// Where a loop does, some chain does: without the weak link that concludes, the loop is a chain between its ends;
    /// and a digit that a set in a loop keeps is true by the chain from itself through the loop to itself.
    fn use_of_starts(&self) -> Option<Vec<Use>> {
        let follow = self.links().follow();
        let mut is_candidate = vec![0u64; self.weak.n_words];
        for (i, _) in self.nodes.iter().enumerate().filter(|(_, node)| node.cell.is_some()) {
            is_candidate[i / 64] |= 1 << (i % 64);
        }
        let mut found = false;
        // What shares a candidate with the start that both rule out.
        let mut sharing = vec![0u64; self.weak.n_words];
        let use_of = |start: usize| {
            if self.strong_of(start).is_empty() {
                return Use::None;
            }
            let (follow, weak) = (follow.row(start), self.weak.row(start));
            sharing.fill(0);
            ones(weak.iter().zip(&is_candidate).map(|(a, b)| a & b)).for_each(|c| add(&mut sharing, self.weak.row(c)));
            let is_chain = follow.iter().zip(&sharing).any(|(a, b)| a & b != 0);
            found |= is_chain;
            match () {
                () if follow.iter().zip(weak).any(|(a, b)| a & b != 0) => Use::Loop,
                () if is_chain => Use::Chain,
                () => Use::None,
            }
        };
        let uses = (0..self.nodes.len()).map(use_of).collect();
        found.then_some(uses)
    }

    /// Chains of these lengths from this node, breadth first; with a first strong link given, only loops.
    /// Whether longer ones exist.
    fn from(
        &self,
        start: usize,
        first: Option<usize>,
        lengths: Range<usize>,
        by: &mut Reached,
        show: &mut Show<'_>,
    ) -> ControlFlow<(), bool> {
        by.is_on.fill(0);
        by.is_off.fill(0);
        by.is_off[start / 64] |= 1 << (start % 64);
        by.off[start] = start as u32;
        by.last_off.clear();
        by.last_off.push(start as u32);
        let mut length = 1;
        while !by.last_off.is_empty() {
            if length >= lengths.end {
                return ControlFlow::Continue(true);
            }
            by.last_on.clear();
            for &node in &by.last_off {
                for (i, &next) in self.strong_of(node as usize).iter().enumerate() {
                    let (word, bit) = (next as usize / 64, 1 << (next % 64));
                    let is_allowed = length > 1 || first.is_none_or(|first| first == i);
                    if is_allowed && by.is_on[word] & bit == 0 {
                        by.is_on[word] |= bit;
                        by.on[next as usize] = (node, i as u32);
                        by.last_on.push(next);
                    }
                }
            }
            length += 1;
            for end in by.last_on.iter().map(|&end| end as usize).filter(|_| length > lengths.start) {
                let is_new = if first.is_none() { end >= start } else { self.sees_node(start, end) };
                if is_new && self.is_allowed(show.id, start, end) {
                    self.conclude(start, end, by, show)?;
                }
            }
            by.last_off.clear();
            for &node in &by.last_on {
                for &(word, weak) in self.onward_of(node as usize) {
                    let word = word as usize;
                    let mut new = weak & !by.is_off[word];
                    by.is_off[word] |= new;
                    while new != 0 {
                        let next = word * 64 + new.trailing_zeros() as usize;
                        new &= new - 1;
                        by.off[next] = node;
                        by.last_off.push(next as u32);
                    }
                }
            }
            length += 1;
        }
        ControlFlow::Continue(false)
    }

    fn is_allowed(&self, id: StrategyId, start: usize, end: usize) -> bool {
        id != StrategyId::XyChain || self.nodes[start].digit == self.nodes[end].digit
    }

    fn conclude(&self, start: usize, end: usize, by: &Reached, show: &mut Show<'_>) -> ControlFlow<()> {
        // Loops of cells with two digits are alternating chains; XY-chains look at their ends alone.
        let is_loop = start != end && show.id != StrategyId::XyChain && self.sees_node(start, end);
        let mut eliminated = self.both_see(start, end);
        if !is_loop && !show.is_new(&mut eliminated) {
            return ControlFlow::Continue(());
        }
        let mut path = vec![end];
        let mut bases = Vec::new();
        let mut sets = Vec::new();
        let mut node = end;
        let mut is_on = true;
        while is_on || node != start {
            let from = if is_on { by.on[node].0 } else { by.off[node] } as usize;
            if is_on {
                match self.why[(self.first[from] + by.on[node].1) as usize] {
                    Strong::Constraint(constraint) => bases.push(constraint),
                    Strong::Set(set) => {
                        bases.extend(self.sets[set].iter().map(Constraint::Cell));
                        sets.push((set, from, node));
                    }
                }
            }
            path.push(from);
            node = from;
            is_on = !is_on;
        }
        if self.kinds.bent && sets.iter().all(|&(set, ..)| set < self.n_straight) {
            return ControlFlow::Continue(());
        }
        path.reverse();
        bases.sort_unstable();
        bases.dedup();
        if is_loop {
            for link in path[1..].chunks_exact(2) {
                eliminated.extend(self.both_see(link[0], link[1]));
            }
            // Of each set exactly one of the two digits is missing, so it holds all others.
            for (set, a, b) in sets {
                let cells = self.sets[set];
                for digit in self.places.digits().filter(|&d| d != self.nodes[a].digit && d != self.nodes[b].digit) {
                    let holding = cells.intersection(self.places.of(digit));
                    let seen = self.places.common_peers(holding.iter()).intersection(self.places.of(digit));
                    eliminated.extend(candidates(&seen, digit));
                }
            }
        }
        if is_loop && !show.is_new(&mut eliminated) {
            return ControlFlow::Continue(());
        }
        rule_out(show.visit, show.id, eliminated, || {
            let mut links: Vec<ChainLink> = alternating(path.len(), true);
            if is_loop {
                links.push(ChainLink { from: path.len() - 1, to: 0, is_strong: false });
            }
            let node = |(i, &node): (usize, &usize)| ChainNode {
                cells: self.nodes[node].cells.iter().collect(),
                digit: self.nodes[node].digit,
                is_on: i % 2 == 0,
            };
            Evidence { bases, nodes: path.iter().enumerate().map(node).collect(), links, ..Evidence::default() }
        })
    }
}
