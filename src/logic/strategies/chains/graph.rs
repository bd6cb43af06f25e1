//! What chains run through: nodes, and the strong and weak links between them.

use super::super::almost_locked;
use super::super::forward::{Places, candidates};
use super::super::implications::{Links, Rows};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, HouseKind};
use crate::logic::Board;
use std::collections::HashMap;
use std::ops::Range;

/// Which nodes and links a chain may use.
#[derive(Clone, Copy, Default)]
pub(super) struct Kinds {
    /// Strong links in houses.
    pub(super) houses: bool,
    /// Links in cells.
    pub(super) cells: bool,
    /// Groups as nodes.
    pub(super) groups: bool,
    /// Strong links in almost locked sets.
    pub(super) sets: bool,
    /// Sets in a line and a box as well; only chains that use them.
    pub(super) bent: bool,
    /// Weak links between different digits of cells that may not be consecutive.
    pub(super) clashes: bool,
}

/// A digit in a cell, or in one of several cells.
pub(super) struct Node {
    pub(super) digit: Digit,
    pub(super) cells: CellSet,
    /// The only cell.
    pub(super) cell: Option<Cell>,
    /// Places of the digit that are false if the node is true.
    pub(super) seen: CellSet,
}

/// Why one of two nodes is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strong {
    /// This constraint has no other candidates.
    Constraint(Constraint),
    /// The cells of this almost locked set, by its number.
    Set(usize),
}

/// Nodes and links of a board.
pub(super) struct Graph<'a> {
    pub(super) places: Places<'a>,
    pub(super) kinds: Kinds,
    pub(super) nodes: Vec<Node>,
    /// The nodes of each digit; those for almost locked sets come behind them all.
    pub(super) of_digit: Vec<Range<usize>>,
    /// The node of each candidate, by digit and cell; [`UNREACHED`] where there is none.
    pub(super) of_candidate: Vec<u32>,
    /// Almost locked sets; those in one house come first.
    pub(super) sets: Vec<CellSet>,
    pub(super) n_straight: usize,
    /// Strong links as they are found, both ways: from, to, why.
    pub(super) links: Vec<(u32, u32, Strong)>,
    /// If the node is false, these are true: `strong[first[node]..first[node + 1]]`.
    pub(super) strong: Vec<u32>,
    pub(super) first: Vec<u32>,
    /// The reasons of these links.
    pub(super) why: Vec<Strong>,
    /// If the node is true, these are false.
    pub(super) weak: Rows,
    /// Of these, those with strong links, where chains go on: words of the rows that are not 0.
    pub(super) onward: Vec<(u32, u64)>,
    pub(super) first_onward: Vec<u32>,
}

/// No node.
pub(super) const UNREACHED: u32 = u32::MAX;

impl<'a> Graph<'a> {
    pub(super) fn new(board: &'a Board, kinds: Kinds) -> Graph<'a> {
        let places = Places::new(board);
        let mut graph = Graph {
            places,
            kinds,
            nodes: Vec::new(),
            of_digit: Vec::new(),
            of_candidate: Vec::new(),
            sets: Vec::new(),
            n_straight: 0,
            links: Vec::new(),
            strong: Vec::new(),
            first: Vec::new(),
            why: Vec::new(),
            weak: Rows::new(0, 0),
            onward: Vec::new(),
            first_onward: Vec::new(),
        };
        graph.add_nodes();
        graph.link_houses_and_cells();
        if kinds.sets {
            graph.link_sets();
        }
        graph.sort_links();
        graph.add_weak_links();
        graph
    }

    /// The node of a candidate, if it has one.
    fn node_of(&self, cell: Cell, digit: Digit) -> Option<usize> {
        let node = self.of_candidate[digit.index() * self.places.geometry.shape.n_cells() + cell.index()];
        (node != UNREACHED).then_some(node as usize)
    }

    fn add(&mut self, digit: Digit, cells: CellSet) {
        let seen = self.places.common_peers(cells.iter()).intersection(self.places.of(digit));
        let cell = cells.iter().next().filter(|_| cells.len() == 1);
        self.nodes.push(Node { digit, cells, cell, seen });
    }

    fn add_nodes(&mut self) {
        let geometry = self.places.geometry;
        let n_cells = geometry.shape.n_cells();
        self.of_candidate = vec![UNREACHED; self.places.n * n_cells];
        for digit in self.places.digits() {
            let first = self.nodes.len();
            let cells = *self.places.of(digit);
            for cell in cells.iter() {
                // A chain through cells with two digits knows no other cells.
                if self.kinds.houses || self.places.board.marks(cell).len() == 2 {
                    self.of_candidate[digit.index() * n_cells + cell.index()] = self.nodes.len() as u32;
                    let seen = self.places.peers(cell).intersection(&cells);
                    self.nodes.push(Node { digit, cells: [cell].into_iter().collect(), cell: Some(cell), seen });
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
        self.links.push((a as u32, b as u32, why));
        self.links.push((b as u32, a as u32, why));
    }

    fn link_houses_and_cells(&mut self) {
        if self.kinds.cells {
            for cell in self.places.bivalue() {
                let mut pair = self.places.board.marks(cell).iter().filter_map(|digit| self.node_of(cell, digit));
                if let (Some(a), Some(b)) = (pair.next(), pair.next()) {
                    self.link(a, b, Strong::Constraint(Constraint::Cell(cell)));
                }
            }
        }
        if self.kinds.houses {
            for digit in self.places.digits() {
                let first_link = self.links.len();
                for house in self.places.geometry.houses() {
                    let all = self.places.in_house(house, digit);
                    let n_places = all.len();
                    if n_places < 2 || n_places > 2 && !self.kinds.groups {
                        continue;
                    }
                    let parts: Vec<usize> = if n_places == 2 {
                        all.iter().filter_map(|cell| self.node_of(cell, digit)).collect()
                    } else {
                        let is_part = |&node: &usize| self.nodes[node].cells.is_subset(&all);
                        self.of_digit[digit.index()].clone().filter(is_part).collect()
                    };
                    for (i, &a) in parts.iter().enumerate() {
                        let rest = all.difference(&self.nodes[a].cells);
                        for &b in &parts[i + 1..] {
                            let is_known = |&(from, to, _): &(u32, u32, Strong)| from == a as u32 && to == b as u32;
                            if self.nodes[b].cells == rest && !self.links[first_link..].iter().any(is_known) {
                                self.link(a, b, Strong::Constraint(Constraint::HouseDigit(house, digit)));
                            }
                        }
                    }
                }
            }
        }
        self.links.sort_unstable_by_key(|&(from, to, _)| (from, to));
    }

    /// Puts the strong links together by the node that they start from, in the order they were found.
    fn sort_links(&mut self) {
        self.first = vec![0; self.nodes.len() + 1];
        for &(from, ..) in &self.links {
            self.first[from as usize + 1] += 1;
        }
        for node in 0..self.nodes.len() {
            self.first[node + 1] += self.first[node];
        }
        let mut next = self.first.clone();
        self.strong = vec![0; self.links.len()];
        self.why = vec![Strong::Set(0); self.links.len()];
        for &(from, to, why) in &self.links {
            let place = next[from as usize] as usize;
            (self.strong[place], self.why[place]) = (to, why);
            next[from as usize] += 1;
        }
    }

    pub(super) fn strong_of(&self, node: usize) -> &[u32] {
        &self.strong[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// In an almost locked set two digits cannot both be missing.
    fn link_sets(&mut self) {
        let mut sets = almost_locked::sets(&self.places);
        sets.retain(|set| set.cells.len() > 1);
        self.n_straight = sets.len();
        if self.kinds.bent {
            let bent = almost_locked::bent(&self.places, &sets);
            sets.extend(bent);
        }
        let several = self.nodes.iter().enumerate().filter(|(_, node)| node.cell.is_none());
        let mut known: HashMap<_, usize> = several.map(|(i, node)| ((node.digit, node.cells), i)).collect();
        for set in sets {
            let number = self.sets.len();
            self.sets.push(set.cells);
            let mut members = Vec::new();
            for digit in DigitSet(set.digits).iter() {
                let cells = set.cells.intersection(self.places.of(digit));
                let node = match cells.iter().next().filter(|_| cells.len() == 1) {
                    Some(cell) => self.node_of(cell, digit),
                    None => known.get(&(digit, cells)).copied(),
                };
                let node = node.unwrap_or_else(|| {
                    let new = self.nodes.len();
                    self.add(digit, cells);
                    known.insert((digit, cells), new);
                    new
                });
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
        let mut weak = Rows::new(self.nodes.len(), self.nodes.len().div_ceil(64));
        for (a, node) in self.nodes.iter().enumerate() {
            let seen = node.seen.iter().filter_map(|cell| self.node_of(cell, node.digit));
            if let Some(cell) = node.cell {
                seen.for_each(|b| weak.insert(a, b));
                if self.kinds.cells {
                    let others = self.places.board.marks(cell).iter().filter(|&digit| digit != node.digit);
                    others.filter_map(|digit| self.node_of(cell, digit)).for_each(|b| weak.insert(a, b));
                }
                if self.kinds.clashes {
                    let clashes = self.places.geometry.clashes(Candidate::new(cell, node.digit));
                    clashes.filter_map(|c| self.node_of(c.cell, c.digit)).for_each(|b| weak.insert(a, b));
                }
            } else {
                seen.for_each(|b| weak.insert(b, a));
            }
        }
        // Several cells see what each of them sees.
        for (a, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.cell.is_none()) {
            let mut cells = node.cells.iter().filter_map(|cell| self.node_of(cell, node.digit));
            cells.next().into_iter().for_each(|first| weak.copy(a, first));
            cells.for_each(|next| weak.intersect(a, next));
        }
        let linked = self.links().linked();
        for node in 0..self.nodes.len() {
            self.first_onward.push(self.onward.len() as u32);
            let words = weak.row(node).iter().zip(&linked).map(|(weak, linked)| weak & linked);
            self.onward.extend((0..).zip(words).filter(|&(_, bits)| bits != 0));
        }
        self.first_onward.push(self.onward.len() as u32);
        self.weak = weak;
    }

    pub(super) fn links(&self) -> Links<'_> {
        Links { weak: &self.weak, strong: &self.strong, first: &self.first }
    }

    pub(super) fn onward_of(&self, node: usize) -> &[(u32, u64)] {
        &self.onward[self.first_onward[node] as usize..self.first_onward[node + 1] as usize]
    }

    /// Whether the node is false where the other is true.
    pub(super) fn sees_node(&self, a: usize, b: usize) -> bool {
        self.weak.row(a)[b / 64] >> (b % 64) & 1 == 1
    }

    /// Candidates that are false whichever of the two nodes is true.
    pub(super) fn both_see(&self, a: usize, b: usize) -> Vec<Candidate> {
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
}
