//! Bidirectional cycles and forcing chains: X, Y and both.

use super::closure::Closure;
use super::hard::{CHAIN, CYCLE, Collect, Kind, MIXED, Technique};
use super::links::{Cause, Links, Literal, LiteralSet, is_on, mark_of, negated, off, on, ruled_out};
use super::marks::{Marks, PEERS, ones};

/// Which links a search follows.
#[derive(Clone, Copy)]
struct Along {
    /// Between the digits of a cell.
    cells: bool,
    /// Between the two places of a digit in a house.
    houses: bool,
}

/// Offers every cycle and chain.
pub(super) fn cycles_and_chains(
    marks: &Marks,
    links: &Links,
    steps: &mut impl Collect,
    should_stop: &dyn Fn() -> bool,
) {
    let closure = Closure::new(marks, links);
    if !closure.has_chains() {
        return;
    }
    let mut search = Search { marks, links, steps, nodes: Vec::new() };
    for (cells, houses) in [(false, true), (true, false), (true, true)] {
        let along = Along { cells, houses };
        for (cell, digit) in marks.all() {
            let n_digits = marks.of_cell(cell).count_ones();
            if n_digits < 2 || !houses && n_digits != 2 {
                continue;
            }
            let [is_in_cycle, is_off, is_on] = closure.of(cell, digit);
            if should_stop() {
                return;
            }
            if is_in_cycle {
                search.cycles(on(cell, digit), along);
            }
            if houses && is_off {
                search.chain(on(cell, digit), along);
            }
            if houses && is_on {
                search.chain(off(cell, digit), along);
            }
        }
    }
}

/// A literal with the number of the node it follows from, and why it does if it is on.
#[derive(Clone, Copy)]
struct Node {
    literal: Literal,
    parent: usize,
    cause: Cause,
}

struct Search<'a, C> {
    marks: &'a Marks,
    links: &'a Links,
    steps: &'a mut C,
    /// Breadth first; the first is the source, its own parent.
    nodes: Vec<Node>,
}

impl<C: Collect> Search<'_, C> {
    fn begin(&mut self, source: Literal) -> LiteralSet {
        self.nodes.clear();
        self.nodes.push(Node { literal: source, parent: 0, cause: Cause::Other });
        LiteralSet::of(source)
    }

    /// Cycles from a mark that is on to itself.
    fn cycles(&mut self, source: Literal, along: Along) {
        let technique = if along.cells && along.houses { MIXED } else { CYCLE };
        let mut seen = self.begin(source);
        let (mut first, mut length) = (0, 0);
        while first < self.nodes.len() && self.steps.wants(technique, length + 2, Kind::Chain) {
            let level = first..self.nodes.len();
            first = level.end;
            for parent in level {
                let literal = self.nodes[parent].literal;
                for &next in self.links.made_off(literal, along.cells) {
                    if !self.is_ancestor(parent, next) {
                        self.nodes.push(Node { literal: next, parent, cause: Cause::Other });
                    }
                }
            }
            let level = first..self.nodes.len();
            first = level.end;
            length += 2;
            for parent in level {
                let literal = self.nodes[parent].literal;
                for (next, cause) in self.links.made_on(literal, along.cells, along.houses) {
                    if next == source && length >= 4 {
                        self.cycle(Node { literal: next, parent, cause }, technique, length);
                    }
                    if seen.insert(next) {
                        self.nodes.push(Node { literal: next, parent, cause });
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

    /// A cycle of so many literals that comes back by this node. Outside its cells a mark goes that sees both a mark
    /// that is on and one that is off.
    fn cycle(&mut self, back: Node, technique: Technique, length: usize) {
        let (nodes, marks) = (&self.nodes, self.marks);
        let eliminated = || {
            let mut seen = [[0; 9]; 2];
            let mut cells = 0;
            for node in path(nodes, back) {
                let (cell, digit) = mark_of(node.literal);
                cells |= 1 << cell;
                seen[usize::from(is_on(node.literal))][digit] |= PEERS[cell];
            }
            let of_digit = |digit: usize| ones(seen[0][digit] & seen[1][digit] & !cells).map(move |cell| (cell, digit));
            (0..9).flat_map(of_digit).filter(|&(cell, digit)| marks.has(cell, digit)).collect()
        };
        let chains = || {
            // Both ways round. Backwards, what was off is on for the reason for which it was off.
            let mut forwards: Vec<_> = path(nodes, back).map(|node| (node.literal, node.cause)).collect();
            forwards.pop();
            let mut backwards = vec![(negated(back.literal), Cause::Other)];
            let literals: Vec<Literal> = path(nodes, back).map(|node| node.literal).collect();
            for pair in literals.windows(2).rev() {
                let cause =
                    if is_on(pair[0]) { Cause::Other } else { Cause::of_weak(mark_of(pair[1]), mark_of(pair[0])) };
                backwards.push((negated(pair[0]), cause));
            }
            backwards.pop();
            vec![forwards, backwards]
        };
        self.steps.offer(technique, length, Kind::Chain, eliminated, chains);
    }

    /// The chain from a literal to its opposite.
    fn chain(&mut self, source: Literal, along: Along) {
        let technique = if along.cells { MIXED } else { CHAIN };
        let target = negated(source);
        let mut seen = self.begin(source);
        let (mut first, mut length) = (0, 1);
        while first < self.nodes.len() && self.steps.wants(technique, length + 1, Kind::Chain) {
            let level = first..self.nodes.len();
            first = level.end;
            length += 1;
            for parent in level {
                let literal = self.nodes[parent].literal;
                let (nodes, steps, marks) = (&mut self.nodes, &mut *self.steps, self.marks);
                let mut reach = |(next, cause): (Literal, Cause)| {
                    let node = Node { literal: next, parent, cause };
                    if next == target {
                        let chains = || vec![path(nodes, node).map(|node| (node.literal, node.cause)).collect()];
                        steps.offer(technique, length, Kind::Chain, || ruled_out(marks, target), chains);
                    }
                    if seen.insert(next) {
                        nodes.push(node);
                    }
                };
                if is_on(literal) {
                    let made_off = self.links.made_off(literal, along.cells);
                    for &next in made_off {
                        reach((next, Cause::Other));
                    }
                } else {
                    self.links.made_on(literal, along.cells, true).for_each(reach);
                }
            }
        }
    }
}

/// From a node back to the source.
fn path(nodes: &[Node], last: Node) -> impl Iterator<Item = Node> + '_ {
    let before = |node: &Node| (node.parent != 0 || node.literal != nodes[0].literal).then(|| nodes[node.parent]);
    let mut next = Some((last, true));
    std::iter::from_fn(move || {
        let (node, is_last) = next?;
        // What closes a cycle has the literal of the source.
        next = if is_last { Some((nodes[node.parent], false)) } else { before(&node).map(|node| (node, false)) };
        Some(node)
    })
}

#[cfg(test)]
mod tests {
    use super::super::hard::Best;
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// Figure and what goes; nothing if there is no step.
    #[track_caller]
    fn check(marks: &str, expected: &str) {
        let marks = marks_of(marks);
        let mut best = Best::default();
        cycles_and_chains(&marks, &Links::new(&marks), &mut best, &|| false);
        let shown =
            best.step().map(|step| format!("{} {}: {}", step.technique.2, step.tenths(), names(&step.eliminated)));
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

    #[test]
    fn what_a_mark_does_twice_is_no_cycle() {
        // r1c2 is off by r1c1 and by r5c2, and on by neither: only a chain leads from r2c3 to its opposite.
        let marks = "r1c1 123, r1c2 145, r5c2 167";
        check(&format!("{marks}, r2c3 189"), "forcing X-chain 66: r2c3-1");
        // Nothing is looked for from a digit that is the only one of its cell.
        check(&format!("{marks}, r2c3 1"), "");
    }

    #[test]
    fn a_path_goes_back_to_the_source() {
        let node = |literal, parent| Node { literal, parent, cause: Cause::Other };
        let nodes = [node(7, 0), node(8, 0), node(9, 1)];
        let literals = |last| path(&nodes, last).map(|node| node.literal).collect::<Vec<_>>();
        assert_eq!(literals(node(5, 2)), [5, 9, 8, 7]);
        // What comes back to the source.
        assert_eq!(literals(node(7, 2)), [7, 9, 8, 7]);
    }
}
