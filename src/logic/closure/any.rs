//! Closures whose size is known only when the program runs.

use super::{Closure, Pending, steps, with_size};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Shape};
use crate::logic::{Board, Step, StrategySet};
use std::fmt;

/// A [`Closure`] of any size.
///
/// Code that is generic over the size is compiled for each of fifteen sizes, which takes a large part of the first build.
/// Calls through a pointer, and an allocation for each copy, are little beside closing a grid; only the innermost loops of
/// the generators have the size in their types.
#[derive(Debug)]
pub struct AnyClosure(Box<dyn OfAnySize>);

/// What closures of all sizes can do.
trait OfAnySize: fmt::Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn OfAnySize>;
    fn shape(&self) -> Shape;
    fn assign_with(&mut self, cell: Cell, digit: Digit, pending: &mut Pending) -> bool;
    fn conclude_all(&mut self, eliminated: &[Candidate], placed: &[Candidate]) -> bool;
    fn is_broken(&self) -> bool;
    fn is_solved(&self) -> bool;
    fn n_marks(&self) -> usize;
    fn n_unsolved(&self) -> usize;
    fn all_marks(&self) -> &[u32];
    fn is_placed(&self, cell: Cell) -> bool;
    fn values(&self) -> Puzzle;
}

impl<const N: usize> OfAnySize for Closure<N> {
    fn boxed(&self) -> Box<dyn OfAnySize> {
        Box::new(self.clone())
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn assign_with(&mut self, cell: Cell, digit: Digit, pending: &mut Pending) -> bool {
        Closure::assign_with(self, cell, digit, pending)
    }
    fn conclude_all(&mut self, eliminated: &[Candidate], placed: &[Candidate]) -> bool {
        Closure::conclude_all(self, eliminated, placed)
    }
    fn is_broken(&self) -> bool {
        Closure::is_broken(self)
    }
    fn is_solved(&self) -> bool {
        Closure::is_solved(self)
    }
    fn n_marks(&self) -> usize {
        Closure::n_marks(self)
    }
    fn n_unsolved(&self) -> usize {
        Closure::n_unsolved(self)
    }
    fn all_marks(&self) -> &[u32] {
        Closure::all_marks(self)
    }
    fn is_placed(&self, cell: Cell) -> bool {
        Closure::is_placed(self, cell)
    }
    fn values(&self) -> Puzzle {
        Closure::values(self)
    }
}

impl<const N: usize> From<Closure<N>> for AnyClosure {
    fn from(closure: Closure<N>) -> AnyClosure {
        AnyClosure(Box::new(closure))
    }
}

impl Clone for AnyClosure {
    fn clone(&self) -> AnyClosure {
        AnyClosure(self.0.boxed())
    }
}

impl AnyClosure {
    /// An empty grid.
    pub(crate) fn new(shape: Shape, strategies: StrategySet) -> AnyClosure {
        with_size!(shape, N => AnyClosure(Box::new(Closure::<N>::new(shape, strategies))))
    }

    /// The closure of a puzzle.
    pub fn of(puzzle: &Puzzle, strategies: StrategySet) -> AnyClosure {
        with_size!(puzzle.shape(), N => AnyClosure(Box::new(Closure::<N>::of(puzzle, strategies))))
    }

    /// The shape of the grid.
    pub(crate) fn shape(&self) -> Shape {
        self.0.shape()
    }

    /// [`Closure::assign_with`].
    pub(crate) fn assign_with(&mut self, cell: Cell, digit: Digit, pending: &mut Vec<(u8, u8, u8)>) -> bool {
        self.0.assign_with(cell, digit, pending)
    }

    /// [`Closure::conclude`].
    pub(crate) fn conclude(&mut self, step: &Step) -> bool {
        self.0.conclude_all(step.eliminated(), step.placed())
    }

    /// Rules candidates out and closes; false if the grid is broken then.
    pub fn rule_out(&mut self, candidates: &[Candidate]) -> bool {
        self.0.conclude_all(candidates, &[])
    }

    /// [`Closure::is_broken`].
    pub(crate) fn is_broken(&self) -> bool {
        self.0.is_broken()
    }

    /// [`Closure::is_solved`].
    pub(crate) fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    /// [`Closure::n_marks`].
    pub(crate) fn n_marks(&self) -> usize {
        self.0.n_marks()
    }

    /// [`Closure::n_unsolved`].
    pub(crate) fn n_unsolved(&self) -> usize {
        self.0.n_unsolved()
    }

    /// Digits left in all cells, as masks over digit indices.
    pub(crate) fn all_marks(&self) -> &[u32] {
        self.0.all_marks()
    }

    /// [`Closure::marks`].
    pub(crate) fn marks(&self, cell: Cell) -> u32 {
        self.all_marks()[cell.index()]
    }

    /// [`Closure::is_placed`].
    pub(crate) fn is_placed(&self, cell: Cell) -> bool {
        self.0.is_placed(cell)
    }

    /// [`Closure::values`].
    pub(crate) fn values(&self) -> Puzzle {
        self.0.values()
    }

    /// [`Closure::has`].
    pub(crate) fn has(&self, candidate: Candidate) -> bool {
        self.marks(candidate.cell) >> candidate.digit.index() & 1 == 1
    }

    /// [`Closure::board`].
    pub fn board(&self, puzzle: &Puzzle) -> Board {
        steps::board(self.shape(), self.all_marks(), &self.values(), puzzle)
    }
}
