//! Alternating chains: X-chains, XY-chains, AIC and nice loops, with and without groups.
//!
//! A chain that begins and ends with a strong link says: one of its ends is true. What both
//! ends see goes. If the ends see each other, the chain is a loop and all its weak links are
//! strong as well.

use super::forward::{Forward, Places, Visit, alternating, explain_chain, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, HouseKind};
use crate::logic::{Board, ChainLink, ChainNode, Entry, Evidence, StrategyId};
use std::ops::ControlFlow;

pub(in crate::logic) const X_CHAIN: Forward = Forward {
    entry: Entry {
        id: StrategyId::XChain,
        name: "x-chain",
        title: "X-chain",
        help: "A chain of places of one digit, joined by strong and weak links by turns: one of its ends is true, and \
           the digit goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    find: |board, id, visit| Graph::new(board, Kinds { houses: true, cells: false, groups: false }).find(id, visit),
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
    find: |board, id, visit| Graph::new(board, Kinds { houses: false, cells: true, groups: false }).find(id, visit),
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
    find: |board, id, visit| Graph::new(board, Kinds { houses: true, cells: true, groups: false }).find(id, visit),
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
    find: |board, id, visit| Graph::new(board, Kinds { houses: true, cells: true, groups: true }).find(id, visit),
    explain: explain_chain,
};

/// Which links a chain may use.
#[derive(Clone, Copy)]
struct Kinds {
    /// Strong links in houses.
    houses: bool,
    /// Strong links in cells.
    cells: bool,
    /// Groups as nodes.
    groups: bool,
}

struct Node {
    digit: Digit,
    cells: CellSet,
}

/// Nodes and links of a board.
struct Graph<'a> {
    places: Places<'a>,
    kinds: Kinds,
    nodes: Vec<Node>,
    /// If the node is false, these are true.
    strong: Vec<Vec<(usize, Constraint)>>,
    /// If the node is true, these are false.
    weak: Vec<Vec<usize>>,
    /// Candidates that are false if the node is true, as bits.
    sees: Vec<Vec<u64>>,
}

/// Chains of at most so many nodes are shown before all longer ones.
const LENGTHS: [usize; 4] = [6, 10, 16, usize::MAX];

const UNREACHED: (usize, Option<Constraint>) = (usize::MAX, None);

impl<'a> Graph<'a> {
    fn new(board: &'a Board, kinds: Kinds) -> Graph<'a> {
        let places = Places::new(board);
        let mut graph =
            Graph { places, kinds, nodes: Vec::new(), strong: Vec::new(), weak: Vec::new(), sees: Vec::new() };
        graph.add_nodes();
        graph.add_strong_links();
        graph.add_weak_links();
        graph
    }

    fn add_nodes(&mut self) {
        let geometry = self.places.geometry;
        for digit in self.places.digits() {
            let cells = *self.places.of(digit);
            for cell in cells.iter() {
                // A chain through cells with two digits knows no other cells.
                if self.kinds.houses || self.places.board.marks(cell).len() == 2 {
                    self.nodes.push(Node { digit, cells: [cell].into_iter().collect() });
                }
            }
            if self.kinds.groups {
                for bx in geometry.houses().filter(|&h| geometry.house_kind(h).0 == HouseKind::Box) {
                    for line in geometry.houses().filter(|&h| geometry.house_kind(h).0 != HouseKind::Box) {
                        let both = geometry.house_sets[bx.index()].intersection(&geometry.house_sets[line.index()]);
                        let cells = both.intersection(&cells);
                        if cells.len() > 1 {
                            self.nodes.push(Node { digit, cells });
                        }
                    }
                }
            }
        }
    }

    fn add_strong_links(&mut self) {
        self.strong = vec![Vec::new(); self.nodes.len()];
        for a in 0..self.nodes.len() {
            for b in a + 1..self.nodes.len() {
                let (first, second) = (&self.nodes[a], &self.nodes[b]);
                let link = if first.digit == second.digit {
                    if !self.kinds.houses || !first.cells.intersection(&second.cells).is_empty() {
                        continue;
                    }
                    let union = first.cells.union(&second.cells);
                    let digit = first.digit;
                    let house =
                        self.places.common_houses(&union).find(|&house| self.places.in_house(house, digit) == union);
                    house.map(|house| Constraint::HouseDigit(house, digit))
                } else if self.kinds.cells && first.cells == second.cells && first.cells.len() == 1 {
                    let cell = first.cells.iter().next();
                    cell.filter(|&cell| self.places.board.marks(cell).len() == 2).map(Constraint::Cell)
                } else {
                    None
                };
                if let Some(constraint) = link {
                    self.strong[a].push((b, constraint));
                    self.strong[b].push((a, constraint));
                }
            }
        }
    }

    fn add_weak_links(&mut self) {
        let shape = self.places.geometry.shape;
        let n_words = (shape.n_cells() * shape.n()).div_ceil(64);
        for node in &self.nodes {
            let mut bits = vec![0u64; n_words];
            let mut insert = |cell: Cell, digit: Digit| {
                let index = Candidate::new(cell, digit).index(shape);
                bits[index / 64] |= 1 << (index % 64);
            };
            let seen = self.places.common_peers(node.cells.iter()).intersection(self.places.of(node.digit));
            seen.iter().for_each(|cell| insert(cell, node.digit));
            if node.cells.len() == 1 && self.kinds.cells {
                let cell = node.cells.iter().next().unwrap_or_default();
                for digit in self.places.board.marks(cell).iter().filter(|&digit| digit != node.digit) {
                    insert(cell, digit);
                }
            }
            self.sees.push(bits);
        }
        for a in 0..self.nodes.len() {
            let weak = (0..self.nodes.len()).filter(|&b| b != a && self.sees_node(a, b)).collect();
            self.weak.push(weak);
        }
    }

    /// Whether the node sees all candidates of the other.
    fn sees_node(&self, a: usize, b: usize) -> bool {
        let shape = self.places.geometry.shape;
        self.nodes[b].cells.iter().all(|cell| {
            let index = Candidate::new(cell, self.nodes[b].digit).index(shape);
            self.sees[a][index / 64] >> (index % 64) & 1 == 1
        })
    }

    /// Candidates that both nodes see.
    fn both_see(&self, a: usize, b: usize) -> impl Iterator<Item = Candidate> {
        let shape = self.places.geometry.shape;
        self.sees[a].iter().zip(&self.sees[b]).enumerate().flat_map(move |(word, (x, y))| {
            let mut bits = x & y;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let index = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    Candidate::from_index(shape, index)
                })
            })
        })
    }

    fn find(&self, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
        let starts: Vec<usize> = (0..self.nodes.len()).filter(|&node| !self.strong[node].is_empty()).collect();
        let mut shortest = 0;
        for longest in LENGTHS {
            let mut is_cut = false;
            for &start in &starts {
                is_cut |= self.from(start, shortest, longest, id, visit)?;
            }
            if !is_cut {
                break;
            }
            shortest = longest;
        }
        ControlFlow::Continue(())
    }

    /// Chains from this node, breadth first; whether longer ones exist.
    fn from(
        &self,
        start: usize,
        shortest: usize,
        longest: usize,
        id: StrategyId,
        visit: Visit<'_>,
    ) -> ControlFlow<(), bool> {
        let n = self.nodes.len();
        // Where a node was reached from: as true by a strong link, as false by a weak one.
        let mut on = vec![UNREACHED; n];
        let mut off = vec![UNREACHED; n];
        off[start] = (start, None);
        let mut frontier = vec![start];
        let mut length = 1;
        while !frontier.is_empty() {
            if length >= longest {
                return ControlFlow::Continue(true);
            }
            let mut reached = Vec::new();
            for &node in &frontier {
                for &(next, constraint) in &self.strong[node] {
                    if on[next] == UNREACHED {
                        on[next] = (node, Some(constraint));
                        reached.push(next);
                    }
                }
            }
            length += 1;
            for &end in &reached {
                if length > shortest && end >= start && self.is_allowed(id, start, end) {
                    self.conclude(start, end, &on, &off, id, visit)?;
                }
            }
            frontier.clear();
            for &node in &reached {
                for &next in &self.weak[node] {
                    if off[next] == UNREACHED {
                        off[next] = (node, None);
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

    fn conclude(
        &self,
        start: usize,
        end: usize,
        on: &[(usize, Option<Constraint>)],
        off: &[(usize, Option<Constraint>)],
        id: StrategyId,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let is_loop = start != end && self.sees_node(start, end);
        if !is_loop && self.both_see(start, end).next().is_none() {
            return ControlFlow::Continue(());
        }
        let mut path = vec![end];
        let mut bases = Vec::new();
        let mut node = end;
        let mut is_on = true;
        while is_on || node != start {
            let (from, constraint) = if is_on { on[node] } else { off[node] };
            bases.extend(constraint);
            path.push(from);
            node = from;
            is_on = !is_on;
            if !is_on && node == start {
                break;
            }
        }
        path.reverse();
        let mut eliminated: Vec<Candidate> = self.both_see(start, end).collect();
        if is_loop {
            for link in path[1..].chunks_exact(2) {
                eliminated.extend(self.both_see(link[0], link[1]));
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
