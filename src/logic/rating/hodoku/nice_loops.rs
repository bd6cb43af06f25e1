//! Which nice loop or AIC HoDoKu takes, without groups or with them.
//!
//! From each candidate, taken as true or as false, it follows the links to all that follows, nearest first, so each
//! conclusion has one chain: the first of the shortest. Where a chain ends in the cell where it began, it is a nice
//! loop; where an assumption that is false leads to a truth elsewhere, an AIC. Chains that come back to a cell within are
//! dropped. Of the rest the one that rules out most is taken.

use super::links::{Links, Node, Place, is_on};
use super::marks::{Marks, candidate, sorted};
use super::{Deletions, First};
use crate::logic::rating::nine::{Cells, ones, ones16};

/// What the loop or chain rules out, by digit and cell; `None` if there is none.
pub(super) fn first(marks: &Marks, with_groups: bool) -> Option<Deletions> {
    let links = Links::of(marks, with_groups);
    let mut search = Search { marks, links: &links, first: First::default() };
    let starts = || 0..links.n_candidates as Node;
    for start in starts() {
        search.loops(&Reached::from(&links, 2 * start + 1));
    }
    let of_false: Vec<Reached> = starts().map(|start| Reached::from(&links, 2 * start)).collect();
    for reached in &of_false {
        search.loops(reached);
    }
    for reached in &of_false {
        search.chains(reached);
    }
    search.first.deletions()
}

/// All that follows from a node.
struct Reached {
    /// Nearest first; the first is the assumption.
    nodes: Vec<Node>,
    /// From which node each follows, by node; itself for the assumption and what does not follow.
    parents: Vec<Node>,
    /// How many links lie before each of `nodes`.
    distances: Vec<u16>,
}

impl Reached {
    fn from(links: &Links, start: Node) -> Reached {
        let mut reached =
            Reached { nodes: vec![start], parents: (0..links.of.len() as Node).collect(), distances: vec![0] };
        let mut done = 0;
        while let Some(&node) = reached.nodes.get(done) {
            for &next in &links.of[usize::from(node)] {
                if next != start && reached.parents[usize::from(next)] == next {
                    reached.parents[usize::from(next)] = node;
                    reached.nodes.push(next);
                    reached.distances.push(reached.distances[done] + 1);
                }
            }
            done += 1;
        }
        reached
    }

    /// The nodes from the assumption to this one.
    fn chain_to(&self, end: Node) -> Vec<Node> {
        let mut chain = vec![end];
        let mut node = end;
        while self.parents[usize::from(node)] != node {
            node = self.parents[usize::from(node)];
            chain.push(node);
        }
        chain.reverse();
        chain
    }
}

struct Search<'a> {
    marks: &'a Marks,
    links: &'a Links,
    first: First,
}

impl Search<'_> {
    /// Nice loops from this assumption.
    fn loops(&mut self, reached: &Reached) {
        let start = reached.nodes[0];
        let (from, cell) = (self.links.place(start), self.links.place(start).first());
        for (&end, &distance) in reached.nodes.iter().zip(&reached.distances) {
            let to = self.links.place(end);
            if distance <= 2 || to.is_group || to.first() != cell {
                continue;
            }
            // The first link is strong if the assumption is false, the last one if it leads to a truth.
            let rules_out: Deletions = match (!is_on(start), is_on(end), from.digit == to.digit) {
                (false, false, true) | (false, true, false) => vec![candidate(cell, from.digit)],
                (true, false, false) => vec![candidate(cell, to.digit)],
                (true, true, true) => self.others(cell, 1 << from.digit),
                (true, true, false) => {
                    let chain = reached.chain_to(end);
                    if self.comes_back(&chain, false) {
                        continue;
                    }
                    let rules_out = self.by_continuous(&chain);
                    self.first.offer(rules_out);
                    continue;
                }
                // The assumption itself and its opposite are never reached, and of two digits in a cell with two only
                // the link between them is.
                (false, false, false) | (true, false, true) | (false, true, true) => continue,
            };
            if self.first.would_take(&rules_out) && !self.comes_back(&reached.chain_to(end), false) {
                self.first.offer(rules_out);
            }
        }
    }

    /// AICs from this assumption, which is false: one of both ends is true. A single candidate that they rule out is
    /// that of a nice loop already.
    fn chains(&mut self, reached: &Reached) {
        let from = self.links.place(reached.nodes[0]);
        for &end in reached.nodes.iter().skip(1) {
            let to = self.links.place(end);
            if !is_on(end) || to.is_group || to.first() == from.first() {
                continue;
            }
            let rules_out: Deletions = if from.digit == to.digit {
                let both = from.peers & to.peers & self.marks.places[from.digit];
                ones(both).map(|cell| candidate(cell, from.digit)).collect()
            } else if from.peers & to.cells != 0 {
                let crosswise = [(from.first(), to.digit), (to.first(), from.digit)];
                sorted(crosswise.into_iter().filter(|&(cell, digit)| self.marks.of_cell[cell] >> digit & 1 == 1))
            } else {
                continue;
            };
            let takes = rules_out.len() >= 2 && self.first.would_take(&rules_out);
            if takes && !self.comes_back(&reached.chain_to(end), true) {
                self.first.offer(rules_out);
            }
        }
    }

    /// The candidates of a cell without these digits.
    fn others(&self, cell: usize, without: u16) -> Deletions {
        ones16(self.marks.of_cell[cell] & !without).map(|digit| candidate(cell, digit)).collect()
    }

    /// Whether the chain comes back to cells that it left before. A loop may end in the cell where it began, which its
    /// first link has to leave and its last one to enter. Of a group that the chain comes to, only the first cell is
    /// looked at.
    fn comes_back(&self, chain: &[Node], is_aic: bool) -> bool {
        let place = |node: Node| self.links.place(node);
        let start = place(chain[0]).first();
        if !is_aic && [1, chain.len() - 2].iter().any(|&i| place(chain[i]).first() == start) {
            return true;
        }
        let mut left: Cells = 0;
        let mut last: Option<Place> = None;
        for &node in chain {
            let here = place(node);
            if left >> here.first() & 1 == 1 {
                return true;
            }
            left |= last.filter(|last| is_aic || last.first() != start).map_or(0, |last| last.cells);
            last = Some(here);
        }
        false
    }

    /// What a continuous loop rules out: what sees both ends of a weak link, outside the cells of the loop; and in a cell
    /// with two digits of the loop, all others.
    fn by_continuous(&self, chain: &[Node]) -> Deletions {
        let inside = chain.iter().fold(0, |all, &node| all | self.links.place(node).cells);
        let mut ruled_out = Vec::new();
        for (i, &node) in chain.iter().enumerate() {
            let next = chain[(i + 1) % chain.len()];
            // The last link, from one digit of the first cell to the other, is a weak one.
            let is_weak = is_on(node) && !is_on(next);
            if !is_weak {
                continue;
            }
            let (a, b) = (self.links.place(node), self.links.place(next));
            if !a.is_group && a.cells == b.cells {
                let others = ones16(self.marks.of_cell[a.first()] & !(1 << a.digit) & !(1 << b.digit));
                ruled_out.extend(others.map(|digit| (a.first(), digit)));
            } else {
                let both = a.peers & b.peers & self.marks.places[a.digit] & !inside;
                ruled_out.extend(ones(both).map(|cell| (cell, a.digit)));
            }
        }
        sorted(ruled_out)
    }
}
