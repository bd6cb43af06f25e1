//! All that follows from a literal, with the way to it.

use super::advanced::advanced;
use super::links::{Links, Literal, N_MARKS, is_on, mark_of, negated, off, on};
use super::marks::{FIRST_OF_KIND, Marks, PEERS_BY_KIND, cell_at, houses_of, ones16};

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// From one literal to the next on the board as it is.
    Static,
    /// From place to place of one digit; marks that are off are gone for what comes after.
    OneDigit,
    /// From cell to cell too, in the same way.
    Dynamic,
    /// The same, with intersections, pairs and X-wings wherever nothing else follows.
    DynamicPlus,
}

/// No node.
const NONE: u16 = u16::MAX;

/// What follows from a literal, in the order in which it is found: nodes with the nodes they follow from.
pub(super) struct Run {
    literals: Vec<Literal>,
    /// Where the parents of each node begin; one more entry than nodes.
    first_parent: Vec<u32>,
    parents: Vec<u16>,
    /// Number of the node of each literal.
    at: Vec<u16>,
    /// At least so many literals lead to each node, it included.
    depths: Vec<u16>,
    /// The nodes that contradict one another, where the run ended by that.
    pub(super) clash: Option<(usize, usize)>,
}

impl Run {
    fn new(source: Literal) -> Run {
        let mut run = Run {
            literals: Vec::with_capacity(256),
            first_parent: vec![0],
            parents: Vec::with_capacity(512),
            at: vec![NONE; 2 * N_MARKS],
            depths: Vec::with_capacity(256),
            clash: None,
        };
        run.add(source, []);
        run
    }

    /// Every node with its literal, in the order in which they were found.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (usize, Literal)> + '_ {
        // The last may be half of a clash: its opposite holds the place.
        self.literals.iter().copied().enumerate().filter(|&(node, literal)| self.at[literal as usize] == node as u16)
    }

    /// The first node from this one on that is on, or off; as many as there are nodes if there is none.
    #[inline]
    fn next(&self, from: usize, wanted: bool) -> usize {
        let is_wanted = |&literal: &Literal| is_on(literal) == wanted;
        self.literals[from..].iter().position(is_wanted).map_or(self.literals.len(), |after| from + after)
    }

    /// The node of a literal that follows.
    pub(super) fn node_of(&self, literal: Literal) -> Option<usize> {
        let node = self.at[literal as usize];
        (node != NONE).then_some(node.into())
    }

    /// A number of literals that the node needs at least.
    pub(super) fn depth(&self, node: usize) -> usize {
        self.depths[node].into()
    }

    /// The number of literals that a node needs, it included.
    pub(super) fn n_ancestors(&self, node: usize, visited: &mut Visited) -> usize {
        visited.begin();
        visited.is_new(node);
        visited.stack.push(node as u16);
        let mut count = 0;
        while let Some(next) = visited.stack.pop() {
            count += 1;
            let next = usize::from(next);
            for &parent in &self.parents[self.first_parent[next] as usize..self.first_parent[next + 1] as usize] {
                if visited.is_new(parent.into()) {
                    visited.stack.push(parent);
                }
            }
        }
        count
    }

    /// A node that takes no place of its literal.
    fn push(&mut self, literal: Literal, parents: impl IntoIterator<Item = u16>) -> u16 {
        let node = self.literals.len() as u16;
        self.literals.push(literal);
        self.parents.extend(parents);
        let first = self.first_parent[usize::from(node)] as usize;
        let depth = self.parents[first..].iter().map(|&parent| self.depths[usize::from(parent)]).max();
        self.depths.push(depth.unwrap_or(0) + 1);
        self.first_parent.push(self.parents.len() as u32);
        node
    }

    fn add(&mut self, literal: Literal, parents: impl IntoIterator<Item = u16>) {
        let node = self.push(literal, parents);
        self.at[literal as usize] = node;
    }

    /// Adds a literal that follows, if it is new; true if its opposite follows as well.
    fn reach(&mut self, literal: Literal, parents: impl IntoIterator<Item = u16>) -> bool {
        let opposite = self.at[negated(literal) as usize];
        if opposite != NONE {
            let node = self.push(literal, parents).into();
            self.clash = Some(if is_on(literal) { (node, opposite.into()) } else { (opposite.into(), node) });
            return true;
        }
        if self.at[literal as usize] == NONE {
            self.add(literal, parents);
        }
        false
    }
}

/// Nodes that were visited, without clearing for each visit.
#[derive(Default)]
pub(super) struct Visited {
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<u16>,
}

impl Visited {
    fn begin(&mut self) {
        self.stamps.resize(2 * N_MARKS + 2, 0);
        self.stamp += 1;
    }

    fn is_new(&mut self, node: usize) -> bool {
        let is_new = self.stamps[node] != self.stamp;
        self.stamps[node] = self.stamp;
        is_new
    }
}

/// What follows from a literal. What is on is followed before what is off, each in the order in which it was found.
pub(super) fn run(marks: &Marks, links: &Links, source: Literal, reach: Reach) -> Run {
    match reach {
        Reach::Static => static_run(links, source),
        _ => dynamic_run(marks, source, reach),
    }
}

fn static_run(links: &Links, source: Literal) -> Run {
    let mut run = Run::new(source);
    let (mut next_on, mut next_off) = (0, 0);
    loop {
        next_on = run.next(next_on, true);
        if next_on < run.literals.len() {
            for &literal in links.made_off(run.literals[next_on], true) {
                if run.reach(literal, [next_on as u16]) {
                    return run;
                }
            }
            next_on += 1;
            continue;
        }
        next_off = run.next(next_off, false);
        if next_off == run.literals.len() {
            return run;
        }
        for literal in links.made_on(run.literals[next_off], true, true) {
            if run.reach(literal, [next_off as u16]) {
                return run;
            }
        }
        next_off += 1;
    }
}

fn dynamic_run(before: &Marks, source: Literal, reach: Reach) -> Run {
    let cells = reach != Reach::OneDigit;
    let mut run = Run::new(source);
    let mut marks = before.clone();
    let (mut next_on, mut next_off) = (0, 0);
    let mut made = Vec::with_capacity(32);
    loop {
        next_on = run.next(next_on, true);
        if next_on < run.literals.len() {
            made_off(&marks, run.literals[next_on], cells, &mut made);
            for &literal in &made {
                if run.reach(literal, [next_on as u16]) {
                    return run;
                }
            }
            next_on += 1;
            continue;
        }
        next_off = run.next(next_off, false);
        if next_off < run.literals.len() {
            if follow_off(&mut run, before, &marks, next_off, cells) {
                return run;
            }
            let (cell, digit) = mark_of(run.literals[next_off]);
            marks.remove(cell, digit);
            next_off += 1;
            continue;
        }
        if reach != Reach::DynamicPlus {
            return run;
        }
        let n_before = run.literals.len();
        for found in advanced(before, &marks) {
            for literal in found.literals {
                if run.at[literal as usize] == NONE {
                    let parents: Vec<u16> = found.parents.iter().map(|&parent| run.at[parent as usize]).collect();
                    run.add(literal, parents);
                }
            }
        }
        if run.literals.len() == n_before {
            return run;
        }
    }
}

/// What is off where a mark is on.
fn made_off(marks: &Marks, literal: Literal, cells: bool, made: &mut Vec<Literal>) {
    let (cell, digit) = mark_of(literal);
    made.clear();
    if cells {
        made.extend(ones16(marks.of_cell(cell) & !(1 << digit)).map(|other| off(cell, other)));
    }
    let peers = PEERS_BY_KIND[cell].iter().map(|&peer| usize::from(peer));
    made.extend(peers.filter(|&peer| marks.has(peer, digit)).map(|peer| off(peer, digit)));
}

/// What is on where a mark is off that is still among the marks: the last one of its cell or house, because of those
/// that went before; true if that contradicts something.
fn follow_off(run: &mut Run, before: &Marks, marks: &Marks, node: usize, cells: bool) -> bool {
    let (cell, digit) = mark_of(run.literals[node]);
    let mut parents = Vec::with_capacity(9);
    let in_cell = marks.of_cell(cell);
    if cells && in_cell.count_ones() == 2 {
        parents.push(node as u16);
        parents.extend(ones16(before.of_cell(cell) & !in_cell).map(|gone| run.at[off(cell, gone) as usize]));
        let other = (in_cell & !(1 << digit)).trailing_zeros() as usize;
        if run.reach(on(cell, other), parents.iter().copied()) {
            return true;
        }
    }
    for first in FIRST_OF_KIND {
        let house = houses_of(cell)[first / 9];
        let places = marks.of_house(house, digit);
        if places.count_ones() != 2 {
            continue;
        }
        let Some(other) = ones16(places).map(|position| cell_at(house, position)).find(|&other| other != cell) else {
            continue;
        };
        parents.clear();
        parents.push(node as u16);
        let gone = before.of_house(house, digit) & !places;
        parents.extend(ones16(gone).map(|position| run.at[off(cell_at(house, position), digit) as usize]));
        if run.reach(on(other, digit), parents.iter().copied()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::marks_of;
    use super::*;

    fn names(literals: impl Iterator<Item = Literal>) -> String {
        let name = |literal| {
            let (cell, digit) = mark_of(literal);
            format!("r{}c{}{}{}", cell / 9 + 1, cell % 9 + 1, if is_on(literal) { "=" } else { "-" }, digit + 1)
        };
        literals.map(name).collect::<Vec<_>>().join(" ")
    }

    /// What follows from the digit of the first cell, and how many literals the last one needs.
    #[track_caller]
    fn check(marks: &str, reach: Reach, expected: &str) {
        let marks = marks_of(marks);
        let (cell, digit) = marks.all().next().expect("a mark");
        let run = run(&marks, &Links::new(&marks), on(cell, digit), reach);
        let mut shown = names(run.nodes().map(|(_, literal)| literal));
        let last = run.nodes().last().expect("a node").0;
        shown += &format!(", {} literals", run.n_ancestors(last, &mut Visited::default()));
        if let Some((yes, no)) = run.clash {
            shown += &format!(", clash {}", names([yes, no].map(|node| run.literals[node]).into_iter()));
        }
        assert_eq!(shown, expected);
    }

    #[test]
    fn marks_that_are_off_are_gone_in_dynamic_runs_only() {
        // r1c5 takes the 2 and r9c1 the 3 of r9c5: only both together leave the 4.
        let marks = "r1c1 1, r1c5 12, r9c1 13, r9c5 234";
        check(marks, Reach::Static, "r1c1=1 r1c5-1 r9c1-1 r1c5=2 r9c5-2 r9c1=3 r9c5-3, 4 literals");
        check(marks, Reach::Dynamic, "r1c1=1 r1c5-1 r9c1-1 r1c5=2 r9c5-2 r9c1=3 r9c5-3 r9c5=4, 8 literals");
        check(marks, Reach::OneDigit, "r1c1=1 r1c5-1 r9c1-1, 2 literals");
    }

    #[test]
    fn a_contradiction_ends_the_run() {
        check(
            "r1c1 1, r1c5 12, r1c9 12",
            Reach::Static,
            "r1c1=1 r1c5-1 r1c9-1 r1c5=2 r1c9-2, 4 literals, clash r1c9=2 r1c9-2",
        );
    }

    #[test]
    fn pairs_of_what_is_left_count_where_asked_for() {
        // Without 1, r1c5 and r1c6 hold 2 and 3, so r1c9 is 4.
        let marks = "r1c1 1, r1c5 123, r1c6 123, r1c9 234, r2c9 24, r3c9 56, r3c4 178";
        let found = |reach| {
            let marks = marks_of(marks);
            let run = run(&marks, &Links::new(&marks), on(0, 0), reach);
            run.node_of(on(8, 3)).map(|node| run.n_ancestors(node, &mut Visited::default()))
        };
        assert_eq!((found(Reach::Dynamic), found(Reach::DynamicPlus)), (None, Some(6)));
    }
}
