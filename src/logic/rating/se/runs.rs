//! All that follows from a literal, with the way to it.

use super::advanced::Advanced;
use super::links::{Cause, Links, Literal, N_MARKS, is_on, mark_of, negated, off, on};
use super::marks::{FIRST_OF_KIND, Marks, PEERS_BY_KIND, cell_at, houses_of, ones16};
use super::nested::{Helpers, Rules};
use super::proof::{Chain, Proof};
use std::rc::Rc;

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// From one literal to the next on the board as it is.
    Static,
    /// From place to place of one digit; marks that are off are gone for what comes after.
    OneDigit,
    /// From cell to cell too, in the same way, and by these rules wherever nothing else follows.
    Dynamic(Rules),
}

/// No node, or no proof.
const NONE: u16 = u16::MAX;

/// What follows from a literal, in the order in which it is found: nodes with the nodes they follow from.
pub(super) struct Run {
    literals: Vec<Literal>,
    causes: Vec<Cause>,
    /// Where the parents of each node begin; one more entry than nodes.
    first_parent: Vec<u32>,
    parents: Vec<u16>,
    /// Number of the node of each literal.
    at: Vec<u16>,
    /// At least so many literals lead to each node, it included.
    depths: Vec<u32>,
    /// The depth of each node, with the literals of chains within the chain counted as well.
    full_depths: Vec<u32>,
    /// The chain that each node follows from, if any.
    proof_of: Vec<u16>,
    proofs: Vec<Rc<Proof>>,
    /// The nodes that contradict one another, where the run ended by that.
    pub(super) clash: Option<(usize, usize)>,
    /// The marks that are left.
    marks: Marks,
    next_on: usize,
    next_off: usize,
}

impl Run {
    /// A run that has not gone anywhere yet.
    pub(super) fn new(before: &Marks, source: Literal) -> Run {
        let mut run = Run {
            literals: Vec::with_capacity(256),
            causes: Vec::with_capacity(256),
            first_parent: vec![0],
            parents: Vec::with_capacity(512),
            at: vec![NONE; 2 * N_MARKS],
            depths: Vec::with_capacity(256),
            full_depths: Vec::with_capacity(256),
            proof_of: Vec::with_capacity(256),
            proofs: Vec::new(),
            clash: None,
            marks: before.clone(),
            next_on: 0,
            next_off: 0,
        };
        run.add(source, Cause::Other, []);
        run
    }

    /// Begins anew, in the same memory.
    pub(super) fn begin(&mut self, before: &Marks, source: Literal) {
        for &literal in &self.literals {
            self.at[literal as usize] = NONE;
        }
        self.literals.clear();
        self.causes.clear();
        self.first_parent.truncate(1);
        self.parents.clear();
        self.depths.clear();
        self.full_depths.clear();
        self.proof_of.clear();
        self.proofs.clear();
        self.clash = None;
        self.marks.clone_from(before);
        (self.next_on, self.next_off) = (0, 0);
        self.add(source, Cause::Other, []);
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

    /// A number of literals that the node needs at least; and how many more there are in chains within its chain.
    pub(super) fn depth(&self, node: usize) -> (usize, usize) {
        (self.depths[node] as usize, (self.full_depths[node] - self.depths[node]) as usize)
    }

    /// Visits what a node needs, it included, breadth first; the answer is how many literals that are.
    fn visit(&self, node: usize, visited: &mut Visited, mut each: impl FnMut(usize)) -> usize {
        visited.begin(self.literals[node]);
        visited.queue.push(node as u16);
        let mut first = 0;
        while let Some(&next) = visited.queue.get(first) {
            first += 1;
            let next = usize::from(next);
            each(next);
            for &parent in &self.parents[self.first_parent[next] as usize..self.first_parent[next + 1] as usize] {
                if visited.is_new(self.literals[usize::from(parent)]) {
                    visited.queue.push(parent);
                }
            }
        }
        first
    }

    /// The chain to a node, from there back to the source, which has this cause.
    pub(super) fn chain(&self, node: usize, visited: &mut Visited, cause: Cause) -> Chain {
        let mut chain = Vec::new();
        self.visit(node, visited, |node| {
            chain.push((self.literals[node], if node == 0 { cause } else { self.causes[node] }));
        });
        chain
    }

    /// A node that takes no place of its literal.
    fn push(&mut self, literal: Literal, cause: Cause, parents: impl IntoIterator<Item = u16>) -> u16 {
        let node = self.literals.len() as u16;
        self.literals.push(literal);
        self.causes.push(cause);
        self.parents.extend(parents);
        let first = self.first_parent[usize::from(node)] as usize;
        let most = |depths: &[u32]| self.parents[first..].iter().map(|&parent| depths[usize::from(parent)]).max();
        let (depth, full_depth) = (most(&self.depths).unwrap_or(0) + 1, most(&self.full_depths).unwrap_or(0) + 1);
        self.depths.push(depth);
        self.full_depths.push(full_depth);
        self.proof_of.push(NONE);
        self.first_parent.push(self.parents.len() as u32);
        node
    }

    fn add(&mut self, literal: Literal, cause: Cause, parents: impl IntoIterator<Item = u16>) {
        let node = self.push(literal, cause, parents);
        self.at[literal as usize] = node;
    }

    /// Adds a literal that follows, if it is new; true if its opposite follows as well.
    fn reach(&mut self, literal: Literal, cause: Cause, parents: impl IntoIterator<Item = u16>) -> bool {
        let opposite = self.at[negated(literal) as usize];
        if opposite != NONE {
            let node = self.push(literal, cause, parents).into();
            self.clash = Some(if is_on(literal) { (node, opposite.into()) } else { (opposite.into(), node) });
            return true;
        }
        if self.at[literal as usize] == NONE {
            self.add(literal, cause, parents);
        }
        false
    }

    /// Goes on, as far as this. What is on is followed before what is off, each in the order in which it was found.
    ///
    /// A run that has gone less far goes on from there, and gives what it would have given at once.
    pub(super) fn extend(&mut self, before: &Marks, links: &Links, reach: Reach, helpers: &mut Helpers<'_>) {
        match reach {
            _ if self.clash.is_some() => {}
            Reach::Static => self.extend_on_board(links),
            Reach::OneDigit | Reach::Dynamic(_) => {
                let mut marks = std::mem::take(&mut self.marks);
                self.extend_removing(before, &mut marks, reach, helpers);
                self.marks = marks;
            }
        }
    }

    fn extend_on_board(&mut self, links: &Links) {
        loop {
            self.next_on = self.next(self.next_on, true);
            if self.next_on < self.literals.len() {
                for &literal in links.made_off(self.literals[self.next_on], true) {
                    if self.reach(literal, Cause::Other, [self.next_on as u16]) {
                        return;
                    }
                }
                self.next_on += 1;
                continue;
            }
            self.next_off = self.next(self.next_off, false);
            if self.next_off == self.literals.len() {
                return;
            }
            for (literal, cause) in links.made_on(self.literals[self.next_off], true, true) {
                if self.reach(literal, cause, [self.next_off as u16]) {
                    return;
                }
            }
            self.next_off += 1;
        }
    }

    fn extend_removing(&mut self, before: &Marks, marks: &mut Marks, reach: Reach, helpers: &mut Helpers<'_>) {
        let cells = reach != Reach::OneDigit;
        let mut made = Vec::with_capacity(32);
        loop {
            self.next_on = self.next(self.next_on, true);
            if self.next_on < self.literals.len() {
                made_off(marks, self.literals[self.next_on], cells, &mut made);
                for &literal in &made {
                    if self.reach(literal, Cause::Other, [self.next_on as u16]) {
                        return;
                    }
                }
                self.next_on += 1;
                continue;
            }
            self.next_off = self.next(self.next_off, false);
            if self.next_off < self.literals.len() {
                if self.follow_off(before, marks, self.next_off, cells) {
                    return;
                }
                let (cell, digit) = mark_of(self.literals[self.next_off]);
                marks.remove(cell, digit);
                self.next_off += 1;
                continue;
            }
            let Reach::Dynamic(rules) = reach else { return };
            let n_before = self.literals.len();
            for step in helpers.steps(before, marks, rules).iter() {
                self.add_step(step);
            }
            if self.literals.len() == n_before {
                return;
            }
        }
    }

    /// Adds what a step within the run rules out.
    fn add_step(&mut self, step: &Advanced) {
        let mut proof = NONE;
        for &literal in &step.literals {
            if self.at[literal as usize] != NONE {
                continue;
            }
            let parents: Vec<u16> = step.parents.iter().map(|&parent| self.at[parent as usize]).collect();
            self.add(literal, Cause::Other, parents);
            if let Some(chains) = &step.proof {
                if proof == NONE {
                    proof = self.proofs.len() as u16;
                    self.proofs.push(Rc::clone(chains));
                }
                let node = self.literals.len() - 1;
                self.proof_of[node] = proof;
                self.full_depths[node] += chains.complexity as u32;
            }
        }
    }

    /// What is on where a mark is off that is still among the marks: the last one of its cell or house, because of
    /// those that went before; true if that contradicts something.
    fn follow_off(&mut self, before: &Marks, marks: &Marks, node: usize, cells: bool) -> bool {
        let (cell, digit) = mark_of(self.literals[node]);
        let mut parents = Vec::with_capacity(9);
        let in_cell = marks.of_cell(cell);
        if cells && in_cell.count_ones() == 2 {
            parents.push(node as u16);
            parents.extend(ones16(before.of_cell(cell) & !in_cell).map(|gone| self.at[off(cell, gone) as usize]));
            let other = (in_cell & !(1 << digit)).trailing_zeros() as usize;
            if self.reach(on(cell, other), Cause::Cell, parents.iter().copied()) {
                return true;
            }
        }
        for first in FIRST_OF_KIND {
            let house = houses_of(cell)[first / 9];
            let places = marks.of_house(house, digit);
            if places.count_ones() != 2 {
                continue;
            }
            let Some(other) = ones16(places).map(|position| cell_at(house, position)).find(|&other| other != cell)
            else {
                continue;
            };
            parents.clear();
            parents.push(node as u16);
            let gone = before.of_house(house, digit) & !places;
            parents.extend(ones16(gone).map(|position| self.at[off(cell_at(house, position), digit) as usize]));
            if self.reach(on(other, digit), Cause::House(house as u8), parents.iter().copied()) {
                return true;
            }
        }
        false
    }
}

/// How many literals these nodes need: those of each, and once those of every chain within.
pub(super) fn complexity<'a>(targets: impl IntoIterator<Item = (&'a Run, usize)>, visited: &mut Visited) -> usize {
    let mut proofs: Vec<&Proof> = Vec::new();
    let mut n_literals = 0;
    for (run, node) in targets {
        n_literals += run.visit(node, visited, |node| {
            if let Some(proof) = run.proofs.get(usize::from(run.proof_of[node]))
                && !proofs.iter().any(|other| std::ptr::eq(*other, &raw const **proof) || other.is_same(proof))
            {
                proofs.push(proof);
            }
        });
    }
    n_literals + proofs.iter().map(|proof| proof.complexity).sum::<usize>()
}

/// Literals that were visited, without clearing for each visit.
#[derive(Default)]
pub(super) struct Visited {
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u16>,
}

impl Visited {
    fn begin(&mut self, first: Literal) {
        self.stamps.resize(2 * N_MARKS, 0);
        self.stamp += 1;
        self.queue.clear();
        self.is_new(first);
    }

    fn is_new(&mut self, literal: Literal) -> bool {
        let stamp = &mut self.stamps[usize::from(literal)];
        let is_new = *stamp != self.stamp;
        *stamp = self.stamp;
        is_new
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

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{boards, marks_of};
    use super::*;

    fn names(literals: impl Iterator<Item = Literal>) -> String {
        let name = |literal| {
            let (cell, digit) = mark_of(literal);
            format!("r{}c{}{}{}", cell / 9 + 1, cell % 9 + 1, if is_on(literal) { "=" } else { "-" }, digit + 1)
        };
        literals.map(name).collect::<Vec<_>>().join(" ")
    }

    fn run(marks: &Marks, source: Literal, reach: Reach) -> Run {
        let mut run = Run::new(marks, source);
        run.extend(marks, &Links::new(marks), reach, &mut Helpers::new(&|| false));
        run
    }

    /// What follows from the digit of the first cell, and how many literals the last one needs.
    #[track_caller]
    fn check(marks: &str, reach: Reach, expected: &str) {
        let marks = marks_of(marks);
        let (cell, digit) = marks.all().next().expect("a mark");
        let run = run(&marks, on(cell, digit), reach);
        let mut shown = names(run.nodes().map(|(_, literal)| literal));
        let last = run.nodes().last().expect("a node").0;
        shown += &format!(", {} literals", complexity([(&run, last)], &mut Visited::default()));
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
        check(
            marks,
            Reach::Dynamic(Rules::Singles),
            "r1c1=1 r1c5-1 r9c1-1 r1c5=2 r9c5-2 r9c1=3 r9c5-3 r9c5=4, 8 literals",
        );
        check(marks, Reach::OneDigit, "r1c1=1 r1c5-1 r9c1-1, 2 literals");
    }

    /// Nodes with what they need, and the clash.
    fn described(run: &Run) -> String {
        let mut visited = Visited::default();
        let nodes = (0..run.literals.len()).map(|node| (run.literals[node], complexity([(run, node)], &mut visited)));
        format!("{:?} {:?}", nodes.collect::<Vec<_>>(), run.clash)
    }

    #[test]
    fn a_run_in_stages_is_the_run_at_once() {
        let mut n_longer = 0;
        for before in boards().into_iter().take(2) {
            let links = Links::new(&before);
            let mut helpers = Helpers::new(&|| false);
            for source in before.all().map(|(cell, digit)| on(cell, digit)).step_by(4) {
                let mut staged = Run::new(&before, source);
                let stages = [Rules::Singles, Rules::Sets, Rules::Chains, Rules::MultipleChains];
                for rules in stages {
                    staged.extend(&before, &links, Reach::Dynamic(rules), &mut helpers);
                    let mut once = Run::new(&before, source);
                    once.extend(&before, &links, Reach::Dynamic(rules), &mut Helpers::new(&|| false));
                    assert_eq!(described(&staged), described(&once), "{source} {rules:?}");
                    n_longer += usize::from(!once.proofs.is_empty());
                }
            }
        }
        assert!(n_longer > 20, "{n_longer} runs with chains in them");
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
            let run = run(&marks, on(0, 0), reach);
            run.node_of(on(8, 3)).map(|node| complexity([(&run, node)], &mut Visited::default()))
        };
        assert_eq!((found(Reach::Dynamic(Rules::Singles)), found(Reach::Dynamic(Rules::Sets))), (None, Some(6)));
    }

    #[test]
    fn a_chain_has_its_reasons() {
        let run = run(&marks_of("r1c1 1, r1c5 12"), on(0, 0), Reach::Static);
        let chain = run.chain(run.node_of(on(4, 1)).expect("a node"), &mut Visited::default(), Cause::House(3));
        assert_eq!(chain, [(on(4, 1), Cause::Cell), (off(4, 0), Cause::Other), (on(0, 0), Cause::House(3))]);
    }

    #[test]
    fn chains_within_a_chain_count_once() {
        let marks = marks_of("r1c1 1, r1c5 12, r9c9 34");
        // r1c1=1, r1c5-1, and by a chain of so many literals r9c9 loses its digits.
        let with_chain = |complexity| {
            let mut run = run(&marks, on(0, 0), Reach::Static);
            let proof = Rc::new(Proof { complexity, chains: vec![vec![(on(80, 2), Cause::Other)]] });
            let step = Advanced::new(vec![(80, 2), (80, 3)], vec![off(4, 0)], Some(proof));
            run.add_step(&step.expect("a step"));
            run
        };
        let nodes = |run: &Run| [2, 3].map(|digit| run.node_of(off(80, digit)).expect("a node"));
        let runs = [5, 5, 7].map(with_chain);
        let [a, b] = nodes(&runs[0]);
        assert_eq!([a, b].map(|node| runs[0].depth(node)), [(3, 5); 2]);
        let check = |targets: &[(usize, usize)], expected: usize| {
            let targets = targets.iter().map(|&(i, node)| (&runs[i], node));
            assert_eq!(complexity(targets, &mut Visited::default()), expected);
        };
        check(&[(0, a)], 3 + 5);
        check(&[(0, a), (0, b)], 3 + 3 + 5);
        check(&[(0, a), (1, a)], 3 + 3 + 5);
        check(&[(0, a), (2, a)], 3 + 3 + 5 + 7);
    }
}
