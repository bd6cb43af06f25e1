//! Bidirectional cycles and forcing chains: X, Y and both.

use super::hard::{Best, CHAIN, CYCLE, HardStep, MIXED, Technique};
use super::links::{Links, Literal, LiteralSet, is_on, mark_of, negated, off, on, ruled_out};
use super::marks::{Marks, PEERS, ones};

/// Which links a search follows.
#[derive(Clone, Copy)]
struct Kind {
    /// Between the digits of a cell.
    cells: bool,
    /// Between the two places of a digit in a house.
    houses: bool,
}

/// The cycle or chain that Sudoku Explainer takes first, if there is one.
pub(super) fn cycle_or_chain(marks: &Marks, links: &Links, should_stop: &dyn Fn() -> bool) -> Option<HardStep> {
    let mut search = Search { marks, links, best: Best::default(), nodes: Vec::new() };
    for (cells, houses) in [(false, true), (true, false), (true, true)] {
        let kind = Kind { cells, houses };
        for (cell, digit) in marks.all() {
            if should_stop() {
                return None;
            }
            if !houses && marks.of_cell(cell).count_ones() != 2 {
                continue;
            }
            search.cycles(on(cell, digit), kind);
            if houses {
                search.chain(on(cell, digit), kind);
                search.chain(off(cell, digit), kind);
            }
        }
    }
    search.best.step()
}

/// A literal with the number of the node it follows from.
#[derive(Clone, Copy)]
struct Node {
    literal: Literal,
    parent: usize,
}

struct Search<'a> {
    marks: &'a Marks,
    links: &'a Links,
    best: Best,
    /// Breadth first; the first is the source, its own parent.
    nodes: Vec<Node>,
}

impl Search<'_> {
    /// Cycles from a mark that is on to itself.
    fn cycles(&mut self, source: Literal, kind: Kind) {
        let technique = if kind.cells && kind.houses { MIXED } else { CYCLE };
        let mut seen = LiteralSet::of(source);
        self.nodes.clear();
        self.nodes.push(Node { literal: source, parent: 0 });
        let (mut first, mut length) = (0, 0);
        while first < self.nodes.len() && self.best.wants(technique, length + 2, 0) {
            let level = first..self.nodes.len();
            first = level.end;
            for parent in level {
                let literal = self.nodes[parent].literal;
                for &next in self.links.made_off(literal, kind.cells) {
                    if !self.is_ancestor(parent, next) {
                        self.nodes.push(Node { literal: next, parent });
                    }
                }
            }
            let level = first..self.nodes.len();
            first = level.end;
            length += 2;
            for parent in level {
                let literal = self.nodes[parent].literal;
                for next in self.links.made_on(literal, kind.cells, kind.houses) {
                    if next == source && length >= 4 {
                        self.cycle(parent, technique, length);
                    }
                    if seen.insert(next) {
                        self.nodes.push(Node { literal: next, parent });
                    }
                }
            }
        }
    }

    fn is_ancestor(&self, mut node: usize, literal: Literal) -> bool {
        while node != 0 {
            if self.nodes[node].literal == literal {
                return true;
            }
            node = self.nodes[node].parent;
        }
        false
    }

    /// A cycle of so many literals whose last one is this node. Outside its cells a mark goes that sees both a mark
    /// that is on and one that is off.
    fn cycle(&mut self, last: usize, technique: Technique, length: usize) {
        let (nodes, marks) = (&self.nodes, self.marks);
        self.best.offer(technique, length, 0, || {
            let mut seen = [[0; 9]; 2];
            let mut cells = 0;
            let mut node = last;
            loop {
                let (cell, digit) = mark_of(nodes[node].literal);
                cells |= 1 << cell;
                seen[usize::from(is_on(nodes[node].literal))][digit] |= PEERS[cell];
                if node == 0 {
                    break;
                }
                node = nodes[node].parent;
            }
            let of_digit = |digit: usize| ones(seen[0][digit] & seen[1][digit] & !cells).map(move |cell| (cell, digit));
            (0..9).flat_map(of_digit).filter(|&(cell, digit)| marks.has(cell, digit)).collect()
        });
    }

    /// The chain from a literal to its opposite.
    fn chain(&mut self, source: Literal, kind: Kind) {
        let technique = if kind.cells { MIXED } else { CHAIN };
        let target = negated(source);
        let mut seen = LiteralSet::of(source);
        self.nodes.clear();
        self.nodes.push(Node { literal: source, parent: 0 });
        let (mut first, mut length) = (0, 1);
        while first < self.nodes.len() && self.best.wants(technique, length + 1, 0) {
            let level = first..self.nodes.len();
            first = level.end;
            length += 1;
            for parent in level {
                let literal = self.nodes[parent].literal;
                let mut reach = |next: Literal| {
                    if next == target {
                        self.best.offer(technique, length, 1, || ruled_out(self.marks, target));
                    }
                    if seen.insert(next) {
                        self.nodes.push(Node { literal: next, parent });
                    }
                };
                if is_on(literal) {
                    self.links.made_off(literal, kind.cells).iter().copied().for_each(&mut reach);
                } else {
                    self.links.made_on(literal, kind.cells, true).for_each(&mut reach);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// Figure and what goes; nothing if there is no step.
    #[track_caller]
    fn check(marks: &str, expected: &str) {
        let marks = marks_of(marks);
        let step = cycle_or_chain(&marks, &Links::new(&marks), &|| false);
        let shown = step.map(|step| format!("{} {}: {}", step.technique.2, step.tenths(), names(&step.eliminated)));
        assert_eq!(shown.unwrap_or_default(), expected);
    }

    #[test]
    fn chains_of_one_digit() {
        // A skyscraper of 1: rows 1 and 5 have two places, everything else one or three.
        let ones = "r1c1 r1c5 r5c1 r5c6 r8c1 r8c6 r8c7 r2c3 r2c5 r2c6 r3c2 r7c5 r9c4";
        let ones: Vec<String> = ones.split(' ').map(|cell| format!("{cell} 15678")).collect();
        let marks = |others: &str| format!("{}, r5c8 5678, r1c9 {others}", ones.join(", "));
        check(&marks("5678"), "forcing X-chain 66: r2c6-1");
        check(&marks("15678"), "");
    }

    #[test]
    fn cycles_of_cells_with_two_digits() {
        let cells = "r1c1 12, r1c9 23, r9c9 34, r9c1 41";
        check(&format!("{cells}, r1c5 256, r5c9 367"), "bidirectional X-cycle or Y-cycle 66: r1c5-2 r5c9-3");
        check(&format!("{cells}, r2c5 256, r5c8 367"), "");
    }
}
