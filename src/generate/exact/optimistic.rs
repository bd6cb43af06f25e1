//! The optimistic closure: which cells naked singles may fill, whatever digits the open clues get.

use super::Node;
use crate::grid::{Cell, Geometry};

/// Whether a cell is filled in the optimistic closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Filling {
    No,
    /// It may be filled, and its peers do not know of it yet.
    Pending,
    Yes,
}

/// The optimistic closure of a node, cell by cell: open clue cells first.
#[derive(Clone)]
pub(super) struct Optimistic<const N: usize> {
    pub(super) marks: [[u16; N]; N],
    fillings: [[Filling; N]; N],
    /// How many more digits peers must rule out before a cell is single.
    missing: [[i8; N]; N],
    queue: [[Cell; N]; N],
    /// The pending cells are those of the queue from `next` to `end`.
    pub(super) next: usize,
    end: usize,
    /// Open clue cells: the first in the queue.
    pub(super) n_open: usize,
    /// Cells that are neither filled nor pending.
    pub(super) n_empty: usize,
}

impl<const N: usize> Optimistic<N> {
    /// The state before any cell is filled; `None` if no digit is left for some cell.
    pub(super) fn new(node: &Node<N>, geometry: &Geometry) -> Option<Optimistic<N>> {
        let mut all_marks = [[0; N]; N];
        let mut fillings = [[Filling::Yes; N]; N];
        let mut missing = [[0; N]; N];
        let mut queue = [[Cell::from_index(0); N]; N];
        let (mut n_open, mut n_empty) = (0, 0);
        for (i, cell) in geometry.shape.cells().enumerate() {
            if node.closure.is_placed(cell) {
                // It rules out nothing any more.
                continue;
            }
            let marks = node.marks(cell) as u16;
            if marks == 0 {
                return None;
            }
            all_marks.as_flattened_mut()[i] = marks;
            if node.open.contains(cell) {
                queue.as_flattened_mut()[n_open] = cell;
                n_open += 1;
            } else {
                fillings.as_flattened_mut()[i] = Filling::No;
                missing.as_flattened_mut()[i] = marks.count_ones() as i8 - 1;
                n_empty += 1;
            }
        }
        Some(Optimistic { marks: all_marks, fillings, missing, queue, next: 0, end: n_open, n_open, n_empty })
    }

    pub(super) fn marks(&self, cell: Cell) -> u16 {
        self.marks.as_flattened()[cell.index()]
    }

    pub(super) fn missing(&self, cell: Cell) -> i32 {
        i32::from(self.missing.as_flattened()[cell.index()])
    }

    pub(super) fn pending(&self) -> &[Cell] {
        &self.queue.as_flattened()[self.next..self.end]
    }

    /// Fills the next cell: each peer that has a digit in common with it loses one more.
    #[inline]
    pub(super) fn join_next(&mut self, geometry: &Geometry) {
        let Optimistic { marks, fillings, missing, queue, next, end, n_empty, .. } = self;
        let (all_marks, fillings, missing) =
            (marks.as_flattened(), fillings.as_flattened_mut(), missing.as_flattened_mut());
        let queue = queue.as_flattened_mut();
        let cell = queue[*next];
        *next += 1;
        fillings[cell.index()] = Filling::Yes;
        let marks = all_marks[cell.index()];
        for &peer in &geometry.peers[cell.index()] {
            let i = peer.index();
            // Also for filled cells, where nobody asks: a branch here would often be predicted wrongly.
            missing[i] = missing[i].wrapping_sub(i8::from(all_marks[i] & marks != 0));
            if missing[i] <= 0 && fillings[i] == Filling::No {
                fillings[i] = Filling::Pending;
                *n_empty -= 1;
                queue[*end] = peer;
                *end += 1;
            }
        }
    }

    /// Whether some clue cell that the cell sees has digits that are not left for it, besides one that is.
    pub(super) fn may_narrow(&self, cell: Cell, geometry: &Geometry) -> bool {
        let (all_marks, marks) = (self.marks.as_flattened(), self.marks(cell));
        let is_open = |peer: &Cell| self.queue.as_flattened()[..self.n_open].contains(peer);
        let may = |peer: &Cell| all_marks[peer.index()] & marks != 0 && all_marks[peer.index()] & !marks != 0;
        geometry.peers[cell.index()].iter().any(|peer| may(peer) && is_open(peer))
    }

    /// Whether a pending cell that misses nothing has no filled peer to spare even after all that can be filled without it
    /// has been filled.
    pub(super) fn needs_all_without(&self, cell: Cell, geometry: &Geometry) -> bool {
        let mut state = self.clone();
        while let &[next, ..] = state.pending() {
            if next == cell {
                state.next += 1;
                continue;
            }
            state.join_next(geometry);
            if state.missing(cell) < 0 {
                return false;
            }
        }
        true
    }

    /// A cell that cannot be filled, once none is pending.
    pub(super) fn never_filled(&self) -> Option<Cell> {
        let is_empty = |filling: &Filling| *filling == Filling::No;
        self.fillings.as_flattened().iter().position(is_empty).map(Cell::from_index)
    }
}
