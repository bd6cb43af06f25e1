//! Alternating chains: X-chains, XY-chains, AIC and nice loops, with and without groups.
//!
//! A chain that begins and ends with a strong link says: one of its ends is true. What both
//! ends see goes. If the ends see each other, the chain is a loop and all its weak links are
//! strong as well.

use super::almost_locked;
use super::forward::{Forward, Places, Visit, alternating, candidates, explain_chain, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, HouseKind};
use crate::logic::{Board, ChainLink, ChainNode, Effect, Entry, Evidence, StrategyId};
use std::ops::{ControlFlow, Range};

pub(in crate::logic) const X_CHAIN: Forward = Forward {
    entry: Entry {
        id: StrategyId::XChain,
        name: "x-chain",
        title: "X-chain",
        help: "A chain of places of one digit, joined by strong and weak links by turns: one of its ends is true, and \
           the digit goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| Graph::new(board, Kinds { houses: true, ..Kinds::default() }).find(id, visit),
    explain: explain_chain,
};

pub(in crate::logic) const XY_CHAIN: Forward = Forward {
    entry: Entry {
        id: StrategyId::XyChain,
        name: "xy-chain",
        title: "XY-chain",
        help: "A chain of cells with two digits, each sharing one with the next: the digit at its start is at one of the \
           ends, and goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| Graph::new(board, Kinds { cells: true, ..Kinds::default() }).find(id, visit),
    explain: explain_chain,
};

pub(in crate::logic) const AIC: Forward = Forward {
    entry: Entry {
        id: StrategyId::Aic,
        name: "aic",
        title: "Alternating chain",
        help: "A chain of candidates, joined by strong and weak links by turns, in cells or in houses: one of its ends is \
           true. If it closes to a loop, every weak link of it rules out what both its ends see.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| Graph::new(board, Kinds { houses: true, cells: true, ..Kinds::default() }).find(id, visit),
    explain: explain_chain,
};

pub(in crate::logic) const GROUPED_AIC: Forward = Forward {
    entry: Entry {
        id: StrategyId::GroupedAic,
        name: "grouped-aic",
        title: "Grouped chain",
        help: "An alternating chain in which a node may be several cells of a box and a line that hold the digit \
           between them.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| {
        Graph::new(board, Kinds { houses: true, cells: true, groups: true, sets: false }).find(id, visit)
    },
    explain: explain_chain,
};

pub(in crate::logic) const ALS_AIC: Forward = Forward {
    entry: Entry {
        id: StrategyId::AlsAic,
        name: "als-aic",
        title: "ALS chain",
        help: "A grouped chain that may also run through almost locked sets: n cells of a house with n + 1 digits \
               hold all of these but one, so without one digit the set holds each of the others.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| {
        Graph::new(board, Kinds { houses: true, cells: true, groups: true, sets: true }).find(id, visit)
    },
    explain: explain_chain,
};

/// Which nodes and links a chain may use.
#[derive(Clone, Copy, Default)]
struct Kinds {
    /// Strong links in houses.
    houses: bool,
    /// Links in cells.
    cells: bool,
    /// Groups as nodes.
    groups: bool,
    /// Strong links in almost locked sets.
    sets: bool,
}

/// A digit in a cell, or in one of several cells.
struct Node {
    digit: Digit,
    cells: CellSet,
    /// The only cell.
    cell: Option<Cell>,
    /// Places of the digit that are false if the node is true.
    seen: CellSet,
}

/// Why one of two nodes is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strong {
    /// This constraint has no other candidates.
    Constraint(Constraint),
    /// The cells of this almost locked set, by its number.
    Set(usize),
}

/// Nodes and links of a board.
struct Graph<'a> {
    places: Places<'a>,
    kinds: Kinds,
    nodes: Vec<Node>,
    /// The nodes of each digit; those for almost locked sets come behind them all.
    of_digit: Vec<Range<usize>>,
    sets: Vec<CellSet>,
    /// If the node is false, these are true.
    strong: Vec<Vec<(usize, Strong)>>,
    /// If the node is true, these are false.
    weak: Vec<Vec<usize>>,
}

/// Chains of at most so many nodes are shown before all longer ones.
const LENGTHS: [usize; 4] = [6, 10, 16, usize::MAX];

/// Where the nodes of a search were reached from.
struct Reached {
    /// As true: node and which of its strong links.
    on: Vec<(u32, u32)>,
    /// As false: node.
    off: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl<'a> Graph<'a> {
    fn new(board: &'a Board, kinds: Kinds) -> Graph<'a> {
        let places = Places::new(board);
        let mut graph = Graph {
            places,
            kinds,
            nodes: Vec::new(),
            of_digit: Vec::new(),
            sets: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
        };
        graph.add_nodes();
        graph.strong = vec![Vec::new(); graph.nodes.len()];
        graph.link_houses_and_cells();
        if kinds.sets {
            graph.link_sets();
        }
        graph.add_weak_links();
        graph
    }

    fn add(&mut self, digit: Digit, cells: CellSet) {
        let seen = self.places.common_peers(cells.iter()).intersection(self.places.of(digit));
        let cell = cells.iter().next().filter(|_| cells.len() == 1);
        self.nodes.push(Node { digit, cells, cell, seen });
    }

    fn add_nodes(&mut self) {
        let geometry = self.places.geometry;
        for digit in self.places.digits() {
            let first = self.nodes.len();
            let cells = *self.places.of(digit);
            for cell in cells.iter() {
                // A chain through cells with two digits knows no other cells.
                if self.kinds.houses || self.places.board.marks(cell).len() == 2 {
                    self.add(digit, [cell].into_iter().collect());
                }
            }
            if self.kinds.groups {
                for bx in geometry.houses().filter(|&h| geometry.house_kind(h).0 == HouseKind::Box) {
                    let in_box = geometry.house_sets[bx.index()].intersection(&cells);
                    for line in geometry.houses().filter(|&h| geometry.house_kind(h).0 != HouseKind::Box) {
                        let both = in_box.intersection(&geometry.house_sets[line.index()]);
                        if both.len() > 1 {
                            self.add(digit, both);
                        }
                    }
                }
            }
            self.of_digit.push(first..self.nodes.len());
        }
    }

    fn link(&mut self, a: usize, b: usize, why: Strong) {
        self.strong[a].push((b, why));
        self.strong[b].push((a, why));
    }

    fn link_houses_and_cells(&mut self) {
        if self.kinds.cells {
            for cell in self.places.bivalue() {
                let here = |&node: &usize| self.nodes[node].cell == Some(cell);
                let mut pair =
                    self.places.board.marks(cell).iter().filter_map(|d| self.of_digit[d.index()].clone().find(here));
                if let (Some(a), Some(b)) = (pair.next(), pair.next()) {
                    self.link(a, b, Strong::Constraint(Constraint::Cell(cell)));
                }
            }
        }
        if self.kinds.houses {
            for digit in self.places.digits() {
                for house in self.places.geometry.houses() {
                    let all = self.places.in_house(house, digit);
                    let is_part = |&node: &usize| self.nodes[node].cells.is_subset(&all);
                    let n_places = all.len();
                    if n_places < 2 || n_places > 2 && !self.kinds.groups {
                        continue;
                    }
                    let parts: Vec<usize> = self.of_digit[digit.index()].clone().filter(is_part).collect();
                    for (i, &a) in parts.iter().enumerate() {
                        let rest = all.difference(&self.nodes[a].cells);
                        for &b in &parts[i + 1..] {
                            if self.nodes[b].cells == rest && !self.strong[a].iter().any(|&(known, _)| known == b) {
                                self.link(a, b, Strong::Constraint(Constraint::HouseDigit(house, digit)));
                            }
                        }
                    }
                }
            }
        }
        for links in &mut self.strong {
            links.sort_unstable_by_key(|&(node, _)| node);
        }
    }

    /// In an almost locked set two digits cannot both be missing.
    fn link_sets(&mut self) {
        for set in almost_locked::sets(&self.places).into_iter().filter(|set| set.cells.len() > 1) {
            let number = self.sets.len();
            self.sets.push(set.cells);
            let mut members = Vec::new();
            for digit in DigitSet(set.digits).iter() {
                let cells = set.cells.intersection(self.places.of(digit));
                let known = self.nodes.iter().position(|node| node.digit == digit && node.cells == cells);
                let node = known.unwrap_or(self.nodes.len());
                if known.is_none() {
                    self.add(digit, cells);
                    self.strong.push(Vec::new());
                }
                // What sees nothing leads nowhere.
                if !self.nodes[node].seen.is_empty() {
                    members.push(node);
                }
            }
            for (i, &a) in members.iter().enumerate() {
                for &b in &members[i + 1..] {
                    self.link(a, b, Strong::Set(number));
                }
            }
        }
    }

    fn add_weak_links(&mut self) {
        let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); self.places.n];
        for (i, node) in self.nodes.iter().enumerate() {
            of_digit[node.digit.index()].push(i);
        }
        let mut of_cell: Vec<Vec<usize>> = vec![Vec::new(); self.places.geometry.shape.n_cells()];
        for (i, node) in self.nodes.iter().enumerate().filter(|_| self.kinds.cells) {
            if let Some(cell) = node.cell {
                of_cell[cell.index()].push(i);
            }
        }
        for (a, node) in self.nodes.iter().enumerate() {
            let same_digit = of_digit[node.digit.index()].iter().copied();
            let is_seen = |other: &Node| match other.cell {
                Some(cell) => node.seen.contains(cell),
                None => other.cells.is_subset(&node.seen),
            };
            let mut weak: Vec<usize> = same_digit.filter(|&b| is_seen(&self.nodes[b])).collect();
            if let Some(cell) = node.cell {
                weak.extend(of_cell[cell.index()].iter().copied().filter(|&b| b != a));
            }
            weak.sort_unstable();
            self.weak.push(weak);
        }
    }

    /// Whether the node is false where the other is true.
    fn sees_node(&self, a: usize, b: usize) -> bool {
        self.weak[a].binary_search(&b).is_ok()
    }

    /// Candidates that are false whichever of the two nodes is true.
    fn both_see(&self, a: usize, b: usize) -> Vec<Candidate> {
        let (first, second) = (&self.nodes[a], &self.nodes[b]);
        let others = |cell: Cell| {
            let marks = self.places.board.marks(cell).iter();
            let others = marks.filter(|&digit| digit != first.digit && digit != second.digit);
            others.map(|digit| Candidate::new(cell, digit)).collect()
        };
        match (first.cell, second.cell) {
            // One node that is true: the rest of its cell goes, and all else follows.
            (Some(cell), _) if a == b && self.kinds.cells => others(cell),
            _ if first.digit == second.digit => candidates(&first.seen.intersection(&second.seen), first.digit),
            (first_cell, second_cell) if first_cell == second_cell => first_cell.map_or(Vec::new(), others),
            (first_cell, second_cell) => {
                let mut both = Vec::new();
                both.extend(
                    first_cell
                        .filter(|&cell| second.seen.contains(cell))
                        .map(|cell| Candidate::new(cell, second.digit)),
                );
                both.extend(
                    second_cell.filter(|&cell| first.seen.contains(cell)).map(|cell| Candidate::new(cell, first.digit)),
                );
                both
            }
        }
    }

    fn find(&self, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
        // Each start, alone or with one of its first strong links, as long as it has longer chains.
        let starts = (0..self.nodes.len()).filter(|&node| !self.strong[node].is_empty());
        let mut searches: Vec<(usize, Option<usize>)> = starts.clone().map(|start| (start, None)).collect();
        // The shortest chain between two nodes is not the only one: loops by each first link.
        if self.kinds.groups && !self.kinds.sets {
            for start in starts.filter(|&start| self.strong[start].len() > 1) {
                searches.extend((0..self.strong[start].len()).map(|first| (start, Some(first))));
            }
        }
        let mut shortest = 0;
        let n = self.nodes.len();
        let mut reached = Reached { on: vec![(UNREACHED, 0); n], off: vec![UNREACHED; n] };
        for longest in LENGTHS {
            let mut longer = Vec::new();
            for &(start, first) in &searches {
                if self.from(start, first, shortest..longest, &mut reached, id, visit)? {
                    longer.push((start, first));
                }
            }
            searches = longer;
            shortest = longest;
        }
        ControlFlow::Continue(())
    }

    /// Chains of these lengths from this node, breadth first; with a first strong link given, only loops.
    /// Whether longer ones exist.
    fn from(
        &self,
        start: usize,
        first: Option<usize>,
        lengths: Range<usize>,
        by: &mut Reached,
        id: StrategyId,
        visit: Visit<'_>,
    ) -> ControlFlow<(), bool> {
        by.on.fill((UNREACHED, 0));
        by.off.fill(UNREACHED);
        by.off[start] = start as u32;
        let mut frontier = vec![start];
        let mut reached = Vec::new();
        let mut length = 1;
        while !frontier.is_empty() {
            if length >= lengths.end {
                return ControlFlow::Continue(true);
            }
            reached.clear();
            for &node in &frontier {
                for (i, &(next, _)) in self.strong[node].iter().enumerate() {
                    let is_allowed = length > 1 || first.is_none_or(|first| first == i);
                    if is_allowed && by.on[next].0 == UNREACHED {
                        by.on[next] = (node as u32, i as u32);
                        reached.push(next);
                    }
                }
            }
            length += 1;
            for &end in &reached {
                if length <= lengths.start || !self.is_allowed(id, start, end) {
                    continue;
                }
                if first.is_none() && end >= start || first.is_some() && self.sees_node(start, end) {
                    self.conclude(start, end, by, id, visit)?;
                }
            }
            frontier.clear();
            for &node in &reached {
                for &next in &self.weak[node] {
                    if by.off[next] == UNREACHED {
                        by.off[next] = node as u32;
                        frontier.push(next);
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

    fn conclude(&self, start: usize, end: usize, by: &Reached, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
        // Loops of cells with two digits are alternating chains; XY-chains look at their ends alone.
        let is_loop = start != end && id != StrategyId::XyChain && self.sees_node(start, end);
        let mut eliminated = self.both_see(start, end);
        if !is_loop && eliminated.is_empty() {
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
                match self.strong[from][by.on[node].1 as usize].1 {
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
        rule_out(visit, id, eliminated, || {
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
