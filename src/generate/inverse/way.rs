//! The way of a search: moves from the solution to the puzzle, to be replayed in both directions.

use super::moves::{Move, PencilState};
use crate::grid::Puzzle;

/// Inverse moves from a solution grid to the point where a solver begins. Read from the end,
/// the same moves are a solution of the puzzle, one pencil mark at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The solution grid.
    pub solution: Puzzle,
    /// The inverse moves in the order of the search.
    pub moves: Vec<Move>,
}

impl Way {
    /// A reader that stands at the solution.
    pub fn replay(&self) -> Replay<'_> {
        Replay { way: self, state: PencilState::solved(&self.solution), position: 0 }
    }

    /// The state after this many inverse moves (0: the solution, all: the puzzle).
    pub fn state(&self, position: usize) -> PencilState {
        let mut replay = self.replay();
        replay.go(position);
        replay.state
    }
}

/// Walks along a [`Way`].
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    way: &'a Way,
    state: PencilState,
    position: usize,
}

impl Replay<'_> {
    /// The state it stands at.
    pub fn state(&self) -> &PencilState {
        &self.state
    }

    /// How many inverse moves lie between the solution and the state.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Goes to a position; stops at the ends.
    pub fn go(&mut self, position: usize) {
        while self.position < position {
            let Some(step) = self.way.moves.get(self.position) else { return };
            self.state.inverse(step);
            self.position += 1;
        }
        while self.position > position {
            self.position -= 1;
            self.state.forward(&self.way.moves[self.position]);
        }
    }
}
