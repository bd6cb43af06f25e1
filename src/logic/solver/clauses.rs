//! Solutions by clauses: for the few puzzles on which guessing takes long.
//!
//! A variable for each candidate that clues leave; each cell and each digit in a house holds one at least, and no two that
//! see each other are both true. What has been found is excluded.

use super::Sink;
use crate::grid::{Candidate, Digit, Geometry, Puzzle};
use crate::sat::cdcl::{Answer, Lit, NoTheory, Solver};

/// No variable.
const NONE: usize = usize::MAX;

/// Candidates and their variables.
struct Variables {
    candidates: Vec<Candidate>,
    /// For each cell and digit.
    of: Vec<usize>,
    n: usize,
}

impl Variables {
    /// Of the candidates that no clue sees.
    fn new(puzzle: &Puzzle, geometry: &Geometry) -> Variables {
        let (shape, n) = (puzzle.shape(), puzzle.shape().n());
        let mut variables = Variables { candidates: Vec::new(), of: vec![NONE; shape.n_cells() * n], n };
        for cell in shape.cells() {
            for digit in geometry.allowed(cell).iter() {
                let candidate = Candidate::new(cell, digit);
                let is_seen = geometry.peers[cell.index()].iter().any(|&peer| puzzle.get(peer) == Some(digit));
                if is_seen || puzzle.get(cell).is_some_and(|clue| clue != digit) {
                    continue;
                }
                variables.of[cell.index() * n + digit.index()] = variables.candidates.len();
                variables.candidates.push(candidate);
            }
        }
        variables
    }

    fn get(&self, candidate: Candidate) -> Option<usize> {
        Some(self.of[candidate.cell.index() * self.n + candidate.digit.index()]).filter(|&var| var != NONE)
    }
}

/// Hands over every solution but those that were handed over before, until the receiver has enough or the search is stopped.
pub(super) fn search(puzzle: &Puzzle, sink: &mut Sink<'_>) {
    let geometry = &*puzzle.shape().geometry();
    let n = puzzle.shape().n();
    let variables = Variables::new(puzzle, geometry);
    let mut solver = Solver::new(variables.candidates.len(), NoTheory);
    for constraint in &geometry.constraints {
        let held = constraint.candidates(geometry).filter_map(|candidate| variables.get(candidate));
        if !solver.add_clause(&held.map(|var| Lit::new(var, true)).collect::<Vec<_>>()) {
            return;
        }
    }
    for (var, &candidate) in variables.candidates.iter().enumerate() {
        // On large grids there are a million pairs.
        if var % 64 == 0 && (sink.should_stop)() {
            sink.is_stopped = true;
            return;
        }
        let in_cell = (0..n).map(|digit| Candidate::new(candidate.cell, Digit::from_index(digit)));
        let peers = geometry.peers[candidate.cell.index()].iter();
        let in_peers = peers.map(|&peer| Candidate::new(peer, candidate.digit));
        let seen = in_cell.chain(in_peers).chain(geometry.clashes(candidate));
        for other in seen.filter_map(|other| variables.get(other)).filter(|&other| var < other) {
            if !solver.add_clause(&[Lit::new(var, false), Lit::new(other, false)]) {
                return;
            }
        }
    }
    for values in &sink.known {
        let held = puzzle.shape().cells().zip(values);
        let digit = |&value: &u8| Digit::from_index(usize::from(value) - 1);
        let vars = held.filter_map(|(cell, value)| variables.get(Candidate::new(cell, digit(value))));
        if !solver.add_clause(&vars.map(|var| Lit::new(var, false)).collect::<Vec<_>>()) {
            return;
        }
    }
    loop {
        match solver.solve(u64::MAX, &mut |_| (sink.should_stop)()) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => return,
            Answer::Stopped | Answer::OutOfBudget => {
                sink.is_stopped = true;
                return;
            }
        }
        let held: Vec<usize> = (0..variables.candidates.len()).filter(|&var| solver.value(var) == Some(true)).collect();
        let mut values = vec![0; puzzle.shape().n_cells()];
        for &var in &held {
            let Candidate { cell, digit } = variables.candidates[var];
            values[cell.index()] = digit.index() as u8 + 1;
        }
        if !(sink.receive)(&values) {
            return;
        }
        if !solver.add_clause(&held.into_iter().map(|var| Lit::new(var, false)).collect::<Vec<_>>()) {
            return;
        }
    }
}
