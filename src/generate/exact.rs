//! Exact search for naked singles: depth-first over the digits of the clue cells.
//!
//! After each clue the node holds the exact closure of what is known, and the
//! *optimistic* closure: an empty cell may still be filled if the digits its
//! placed peers rule out, plus one for each peer that may get any of the rest,
//! reach N - 1. A node whose optimistic closure does not fill the grid has no
//! solution below it. Digits are named in order of first use, which kills the
//! relabelings.

use super::bounds;
use super::verify::verify;
use super::{Impossible, Method, Outcome, Progress, Reason, Request, Undecided, Watch};
use crate::grid::{Cell, CellSet, Digit, Geometry, Puzzle};
use crate::logic::{Closure, StrategyId, StrategySet, with_size};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Subtrees to cut the search into, at least; a constant, so that the answer
/// does not depend on the number of threads.
const SUBTREES: usize = 64;
/// Nodes between two looks at the watch.
const POLL: u64 = 64;

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactStats {
    /// Nodes of the search tree: states after one more clue.
    pub nodes: u64,
    /// Nodes refuted because some cell can no longer be filled.
    pub refuted: u64,
}

/// Clues that naked singles solve, or the proof that there are none.
///
/// Gives up on any other set of strategies. The answer depends only on the
/// request, not on the number of threads.
pub fn solve(request: &Request, watch: &dyn Watch) -> Outcome {
    solve_with_stats(request, watch).0
}

/// [`solve`], with the size of the search tree.
pub fn solve_with_stats(request: &Request, watch: &dyn Watch) -> (Outcome, ExactStats) {
    if let Some(outcome) = bounds::verdict(request) {
        return (outcome, ExactStats::default());
    }
    if request.strategies != StrategySet::single(StrategyId::NakedSingle) {
        let sentence = "Exact search works for naked singles alone.".to_owned();
        return (Outcome::Undecided(Undecided::GaveUp(sentence)), ExactStats::default());
    }
    with_size!(request.pattern.shape, N => Search::<N>::new(request, watch).run())
}

struct Search<'a, const N: usize> {
    request: &'a Request,
    watch: &'a dyn Watch,
    geometry: &'static Geometry,
    nodes: AtomicU64,
    refuted: AtomicU64,
}

/// A state after some clues.
#[derive(Clone)]
struct Node<const N: usize> {
    closure: Closure<N>,
    /// Clue cells without a digit.
    open: CellSet,
    /// Digits that have occurred, as a mask; the others are interchangeable.
    used: u16,
    clues: Puzzle,
}

/// How a subtree ended, if not without a puzzle.
enum Ending {
    Found(Puzzle),
    Stopped,
}

enum Look {
    /// Every clue has a digit and the closure fills the grid.
    Solved,
    /// Some cell can no longer be filled.
    Refuted,
    /// Branch here.
    Branch(Cell),
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(request: &'a Request, watch: &'a dyn Watch) -> Search<'a, N> {
        let geometry = request.pattern.shape.geometry();
        Search { request, watch, geometry, nodes: AtomicU64::new(0), refuted: AtomicU64::new(0) }
    }

    fn run(&self) -> (Outcome, ExactStats) {
        let ending = match self.root() {
            Some(root) => self.subtrees(root).par_iter().find_map_first(|node| self.descend(node, &mut 0)),
            None => None,
        };
        let stats =
            ExactStats { nodes: self.nodes.load(Ordering::Relaxed), refuted: self.refuted.load(Ordering::Relaxed) };
        let outcome = match ending {
            Some(Ending::Stopped) => Outcome::Undecided(Undecided::Stopped),
            Some(Ending::Found(puzzle)) => match verify(self.request, &puzzle, Method::Exact) {
                Ok(found) => Outcome::Found(Box::new(found)),
                Err(error) => {
                    Outcome::Undecided(Undecided::GaveUp(format!("Found clues that fail the check: {error}.")))
                }
            },
            None => Outcome::Impossible(Impossible {
                method: Method::Exact,
                reason: Reason {
                    sentence: format!(
                        "Exact search: none of the digits lets naked singles fill the grid ({} cases).",
                        stats.nodes
                    ),
                    cells: CellSet::EMPTY,
                },
            }),
        };
        (outcome, stats)
    }

    fn root(&self) -> Option<Node<N>> {
        let mut closure = Closure::<N>::new(self.geometry.shape, self.request.strategies);
        let mut used = 0;
        for (cell, digit) in self.request.fixed.clues() {
            used |= 1 << digit.index();
            if !closure.assign(cell, digit) {
                return None;
            }
        }
        let open = self.request.pattern.cells.difference(&self.request.fixed.pattern().cells);
        Some(Node { closure, open, used, clues: self.request.fixed.clone() })
    }

    /// Cuts the tree into subtrees in depth-first order.
    fn subtrees(&self, root: Node<N>) -> Vec<Node<N>> {
        let mut nodes = vec![root];
        // A few levels suffice; the bound keeps a long unary path from looping.
        for _ in 0..8 {
            if nodes.len() >= SUBTREES || self.watch.should_stop() {
                break;
            }
            let mut next = Vec::with_capacity(4 * nodes.len());
            for node in nodes {
                match self.look(&node) {
                    Look::Refuted => {}
                    Look::Solved => next.push(node),
                    Look::Branch(cell) => {
                        let children = Self::digits(&node, cell).filter_map(|digit| self.child(&node, cell, digit));
                        next.extend(children);
                    }
                }
            }
            nodes = next;
        }
        nodes
    }

    fn descend(&self, node: &Node<N>, since_poll: &mut u64) -> Option<Ending> {
        *since_poll += 1;
        if *since_poll % POLL == 1 {
            if self.watch.should_stop() {
                return Some(Ending::Stopped);
            }
            if *since_poll % (64 * POLL) == 1 {
                let steps = self.nodes.load(Ordering::Relaxed);
                self.watch.report(Progress { method: Method::Exact, best_open_cells: None, steps, formula: None });
            }
        }
        match self.look(node) {
            Look::Refuted => None,
            Look::Solved => Some(Ending::Found(node.clues.clone())),
            Look::Branch(cell) => Self::digits(node, cell)
                .find_map(|digit| self.child(node, cell, digit).and_then(|child| self.descend(&child, since_poll))),
        }
    }

    /// Digits to try: one that has not occurred first, since different digits rule out most.
    fn digits(node: &Node<N>, cell: Cell) -> impl Iterator<Item = Digit> + use<N> {
        let marks = node.closure.marks(cell);
        let unused = marks & !node.used;
        let new = unused & unused.wrapping_neg();
        let old = marks & node.used;
        let digits = (0..N).filter(move |d| old >> d & 1 == 1);
        (0..N).filter(move |d| new >> d & 1 == 1).chain(digits).map(Digit::from_index)
    }

    fn child(&self, node: &Node<N>, cell: Cell, digit: Digit) -> Option<Node<N>> {
        self.nodes.fetch_add(1, Ordering::Relaxed);
        let mut child = node.clone();
        child.clues.set(cell, Some(digit));
        child.open.remove(cell);
        child.used |= 1 << digit.index();
        if child.closure.assign(cell, digit) {
            Some(child)
        } else {
            self.refuted.fetch_add(1, Ordering::Relaxed);
            None
        }
    }

    /// The optimistic closure, and the clue cell that matters most to the cells that join first.
    fn look(&self, node: &Node<N>) -> Look {
        let closure = &node.closure;
        let mut joined = [false; 256];
        let mut queue: Vec<Cell> = Vec::with_capacity(N * N);
        // How many more digits peers must rule out before the cell is single.
        let mut missing = [0i32; 256];
        let mut n_left = 0usize;
        for cell in self.geometry.shape.cells() {
            let i = cell.index();
            if closure.is_placed(cell) {
                joined[i] = true;
            } else if node.open.contains(cell) {
                joined[i] = true;
                queue.push(cell);
            } else {
                missing[i] = closure.marks(cell).count_ones().cast_signed() - 1;
                n_left += 1;
            }
        }
        let n_open = queue.len();
        let mut score = [0u64; 256];
        let mut next = 0;
        while next < queue.len() {
            let cell = queue[next];
            next += 1;
            let marks = closure.marks(cell);
            for &peer in &self.geometry.peers[cell.index()] {
                let i = peer.index();
                if !joined[i] || missing[i] <= 0 && next <= n_open {
                    // A peer without a digit in common rules out nothing.
                    if closure.marks(peer) & marks == 0 || closure.is_placed(peer) {
                        continue;
                    }
                    missing[i] -= 1;
                    if missing[i] <= 0 && !joined[i] {
                        joined[i] = true;
                        n_left -= 1;
                        queue.push(peer);
                    }
                }
            }
            if next == n_open {
                self.score(node, &missing, &mut score);
            }
        }
        if n_left > 0 {
            self.refuted.fetch_add(1, Ordering::Relaxed);
            return Look::Refuted;
        }
        let best = node.open.iter().max_by_key(|cell| (score[cell.index()], std::cmp::Reverse(cell.index())));
        best.map_or(Look::Solved, Look::Branch)
    }

    /// Cells that may come next need their clue peers: the fewer to spare, the more each counts.
    fn score(&self, node: &Node<N>, missing: &[i32], score: &mut [u64]) {
        for cell in self.geometry.shape.cells() {
            if node.open.contains(cell) || node.closure.is_placed(cell) || missing[cell.index()] > 0 {
                continue;
            }
            let spare = (-missing[cell.index()]).min(8) as u64;
            for &peer in &self.geometry.peers[cell.index()] {
                score[peer.index()] += 1 << (16 - 2 * spare);
            }
        }
    }
}
