//! The inner search for hitting sets: McGuire, Tugemann and Civario, sections 6 and 7.
//!
//! A node has chosen some clues; `sets` are the unavoidable sets these miss, without *dead*
//! cells (section 6.2: cells tried before as clue of the same set, which are no clues below).
//! Sets are kept in the order of their effective size (7.3), and each level keeps only what
//! is not hit yet (the consolidated vectors of 7.2, as lists of masks). The higher degrees of
//! 7.1 are taken from the sets as they are left by the dead cells, node by node (see `prune`):
//! disjoint sets picked greedily, and one pair of clues for sets that meet but have no cell in
//! common, refute a node that has fewer clues left than these take; and with as many clues as
//! they take, all cells outside of them are dead. Both are said of all cells, and of each of
//! the two parts that have a quota of clues (see `roots`).

use super::Stop;
use super::mask::{Mask, and, and_not, cells, has, insert, is_empty, len, meets, remove};
use super::prune::{Fate, Pruning, Scratch, by_hits, copy_where, prepare};
use crate::grid::{Cell, CellSet, Puzzle};
use crate::logic::{count_solutions, fast_solutions};
use std::ops::ControlFlow;

/// Nodes between two looks at the stop signal.
const NODES_PER_POLL: u32 = 4096;

/// Cells of which so many are still to become clues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quota<const W: usize> {
    /// The cells.
    pub(super) cells: Mask<W>,
    /// Clues still to choose among them.
    pub(super) left: usize,
}

/// A node to explore.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    /// Clues chosen.
    pub(super) chosen: Mask<W>,
    /// Cells that may still become clues; none of the chosen ones.
    pub(super) alive: Mask<W>,
    /// Clues still to choose: all of the quotas.
    pub(super) left: usize,
    /// Two parts that hold all cells; the second may be empty.
    pub(super) quotas: [Quota<W>; 2],
}

impl<const W: usize> Node<W> {
    /// Whether all clues left fall into the same part.
    #[inline]
    pub(super) fn has_one_part(&self) -> bool {
        self.quotas[0].left == self.left || self.quotas[1].left == self.left
    }

    /// This node with one clue more, and without the cells of a part that has all its clues.
    #[inline]
    pub(super) fn with(&self, cell: usize) -> Node<W> {
        let mut node = self.clone();
        insert(&mut node.chosen, cell);
        remove(&mut node.alive, cell);
        node.left -= 1;
        for quota in &mut node.quotas {
            if has(&quota.cells, cell) {
                quota.left -= 1;
                if quota.left == 0 {
                    node.alive = and_not(&node.alive, &quota.cells);
                }
            }
        }
        node
    }
}

/// Which cells the masks of a search speak of, and the sets that matter there.
#[derive(Debug)]
pub(super) struct Frame<const W: usize> {
    /// The cell of each bit.
    pub(super) cells: Vec<Cell>,
    /// What of the sets lies in these cells, and the rest.
    pub(super) sets: Vec<(Mask<W>, CellSet)>,
}

impl<const W: usize> Frame<W> {
    /// These cells, in this order.
    pub(super) fn new(cells: Vec<Cell>, sets: &[CellSet]) -> Frame<W> {
        let mut frame = Frame { cells, sets: Vec::new() };
        let own: CellSet = frame.cells.iter().copied().collect();
        frame.sets = sets.iter().map(|set| (frame.mask(set), set.difference(&own))).collect();
        frame
    }

    /// The bits of these cells, as far as they are in the frame.
    pub(super) fn mask(&self, set: &CellSet) -> Mask<W> {
        let mut mask = [0; W];
        for (bit, &cell) in self.cells.iter().enumerate() {
            if set.contains(cell) {
                insert(&mut mask, bit);
            }
        }
        mask
    }

    /// Clues and, of the sets they miss, what the node may still hit.
    pub(super) fn missed(&self, fixed: &CellSet, node: &Node<W>, missed: &mut Vec<Mask<W>>) {
        missed.clear();
        let sets =
            self.sets.iter().filter(|(set, rest)| !meets(set, &node.chosen) && rest.intersection(fixed).is_empty());
        missed.extend(sets.map(|(set, _)| and(set, &node.alive)));
    }
}

/// The search below a node.
pub(super) struct Explorer<'a, const W: usize> {
    grid: &'a Puzzle,
    frame: &'a Frame<W>,
    /// Clues outside of the frame.
    fixed: CellSet,
    pruning: Pruning,
    stop: Stop<'a>,
    nodes_to_poll: u32,
    is_stopped: bool,
    /// Sets of each level, kept to save allocations.
    levels: Vec<Vec<Mask<W>>>,
    scratch: Scratch<W>,
    /// Takes each puzzle as it is found; whoever breaks off stops the search.
    receive: &'a mut dyn FnMut(Puzzle) -> ControlFlow<()>,
    /// Candidates that came to the solver.
    pub(super) n_tested: u64,
}

impl<'a, const W: usize> Explorer<'a, W> {
    pub(super) fn new(
        grid: &'a Puzzle,
        frame: &'a Frame<W>,
        fixed: CellSet,
        pruning: Pruning,
        stop: Stop<'a>,
        receive: &'a mut dyn FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Explorer<'a, W> {
        Explorer {
            grid,
            frame,
            fixed,
            pruning,
            stop,
            nodes_to_poll: 1,
            is_stopped: false,
            levels: Vec::new(),
            scratch: Scratch::default(),
            receive,
            n_tested: 0,
        }
    }

    /// Everything below a node; false if stopped.
    pub(super) fn explore(&mut self, node: &Node<W>) -> bool {
        self.levels.resize(node.left + 2, Vec::new());
        let mut level = std::mem::take(&mut self.levels[node.left]);
        self.frame.missed(&self.fixed, node, &mut level);
        self.levels[node.left] = level;
        self.run(node);
        !self.is_stopped
    }

    /// The nodes right below a node, each with one clue more; `None` if the sets at hand do not tell.
    pub(super) fn children(frame: &Frame<W>, fixed: &CellSet, node: &Node<W>) -> Option<Vec<Node<W>>> {
        let mut level = Vec::new();
        frame.missed(fixed, node, &mut level);
        let mut node = node.clone();
        match prepare(&mut level, &mut Scratch::default(), &mut node, Pruning::default()) {
            Fate::Refuted => Some(Vec::new()),
            // Whoever explores it asks the solver for further sets.
            Fate::AllHit => None,
            Fate::Branch(branch) => {
                let mut children = Vec::new();
                for cell in by_hits(&branch, &level) {
                    children.push(node.with(cell));
                    remove(&mut node.alive, cell);
                }
                Some(children)
            }
        }
    }

    fn should_stop(&mut self) -> bool {
        self.nodes_to_poll -= 1;
        if self.nodes_to_poll == 0 {
            self.nodes_to_poll = NODES_PER_POLL;
            self.is_stopped |= (self.stop)();
        }
        self.is_stopped
    }

    /// Below a node whose missed sets are in the level of its clues left.
    fn run(&mut self, node: &Node<W>) {
        if self.should_stop() {
            return;
        }
        let mut level = std::mem::take(&mut self.levels[node.left]);
        let mut node = node.clone();
        let branch = match prepare(&mut level, &mut self.scratch, &mut node, self.pruning) {
            Fate::Refuted => None,
            Fate::AllHit => match self.further_set(&node.chosen) {
                // A puzzle already: whatever clues are added, it stays one.
                None => {
                    self.fill_up(&node);
                    None
                }
                Some(_) if node.left == 0 => None,
                Some(set) => {
                    let set = and(&set, &node.alive);
                    level.push(set);
                    Some(set)
                }
            },
            Fate::Branch(branch) => Some(branch),
        };
        if let Some(branch) = branch {
            match node.left {
                0 => {}
                1 => self.last_clue(&node, &level),
                2 => {
                    // The last but one: what is left must meet in a cell.
                    for cell in by_hits(&branch, &level) {
                        let child = node.with(cell);
                        self.bury(&mut node, cell);
                        let mut common = child.alive;
                        for set in &level {
                            if !has(set, cell) {
                                common = and(&common, set);
                                if is_empty(&common) {
                                    break;
                                }
                            }
                        }
                        if !is_empty(&common) {
                            self.test_each(&child.chosen, common);
                        }
                    }
                }
                _ => {
                    for cell in by_hits(&branch, &level) {
                        let child = node.with(cell);
                        self.bury(&mut node, cell);
                        let mut next = std::mem::take(&mut self.levels[node.left - 1]);
                        copy_where(&level, &mut next, |set| (and(set, &child.alive), !has(set, cell)));
                        self.levels[node.left - 1] = next;
                        self.run(&child);
                        if self.is_stopped {
                            break;
                        }
                    }
                }
            }
        }
        self.levels[node.left] = level;
    }

    /// Notes that a cell was tried as a clue of a node: the children still to come do without it.
    #[inline]
    fn bury(&self, node: &mut Node<W>, cell: usize) {
        if self.pruning.dead_clues {
            remove(&mut node.alive, cell);
        }
    }

    fn last_clue(&mut self, node: &Node<W>, level: &[Mask<W>]) {
        let common = level.iter().fold(node.alive, |common, set| and(&common, set));
        self.test_each(&node.chosen, common);
    }

    /// Each of these cells as the last clue. Where the solver finds a second solution, only the
    /// cells in which that differs are left to try.
    fn test_each(&mut self, chosen: &Mask<W>, mut last: Mask<W>) {
        while let Some(cell) = cells(&last).next().filter(|_| !self.is_stopped) {
            remove(&mut last, cell);
            let mut clues = *chosen;
            insert(&mut clues, cell);
            match self.further_set(&clues) {
                None => self.keep(&clues),
                Some(set) => last = and(&last, &set),
            }
        }
    }

    /// The chosen clues are a puzzle: every way to add clues gives one, too.
    fn fill_up(&mut self, node: &Node<W>) {
        if node.left == 0 {
            self.keep(&node.chosen);
            return;
        }
        let mut node = node.clone();
        while len(&node.alive) >= node.left && !self.should_stop() {
            let Some(cell) = cells(&node.alive).next() else { break };
            self.fill_up(&node.with(cell));
            remove(&mut node.alive, cell);
        }
    }

    /// A puzzle found, once the simple search agrees with the fast solver.
    fn keep(&mut self, clues: &Mask<W>) {
        let puzzle = self.puzzle(clues);
        assert_eq!(count_solutions(&puzzle, 2), 1, "the two solvers disagree about {puzzle}");
        self.is_stopped |= (self.receive)(puzzle).is_break();
    }

    /// An unavoidable set that these clues miss; none if they are a puzzle.
    fn further_set(&mut self, clues: &Mask<W>) -> Option<Mask<W>> {
        self.n_tested += 1;
        let other = fast_solutions(&self.puzzle(clues), 2).into_iter().find(|solution| solution != self.grid)?;
        let differs = self.grid.values().iter().zip(other.values()).enumerate().filter(|(_, (a, b))| a != b);
        Some(self.frame.mask(&differs.map(|(cell, _)| Cell::from_index(cell)).collect::<CellSet>()))
    }

    fn puzzle(&self, clues: &Mask<W>) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.grid.shape());
        for cell in self.fixed.iter().chain(cells(clues).map(|bit| self.frame.cells[bit])) {
            puzzle.set(cell, self.grid.get(cell));
        }
        puzzle
    }
}
