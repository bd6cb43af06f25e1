//! Steps: one application of a strategy with its evidence.

use super::{Board, StrategyId, strategy};
use crate::grid::{Candidate, Constraint};

/// Why a step holds: the base and cover constraints of the rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Evidence {
    /// Constraints whose remaining candidates all lie in the covers.
    pub bases: Vec<Constraint>,
    /// As many constraints that hold them.
    pub covers: Vec<Constraint>,
}

/// The part a candidate plays in a step, for colouring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Remaining candidate of a base.
    Base,
    /// Remaining candidate of a cover, outside the bases, that the step does not rule out.
    Cover,
    /// Placed by the step.
    Placed,
    /// Ruled out by the step.
    Eliminated,
}

/// One application of a strategy. There is none without evidence and conclusion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    strategy: StrategyId,
    placed: Vec<Candidate>,
    eliminated: Vec<Candidate>,
    evidence: Evidence,
}

impl Step {
    /// A step. Placing a digit rules it out at its peers by itself; that is not listed.
    ///
    /// # Panics
    /// If it concludes nothing or has no evidence.
    pub fn new(strategy: StrategyId, placed: Vec<Candidate>, eliminated: Vec<Candidate>, evidence: Evidence) -> Step {
        assert!(!(placed.is_empty() && eliminated.is_empty()), "a step concludes something");
        assert!(!evidence.bases.is_empty() && !evidence.covers.is_empty(), "a step has evidence");
        Step { strategy, placed, eliminated, evidence }
    }

    /// The strategy applied.
    pub fn strategy(&self) -> StrategyId {
        self.strategy
    }

    /// Candidates placed.
    pub fn placed(&self) -> &[Candidate] {
        &self.placed
    }

    /// Candidates ruled out by the rule itself, ascending.
    pub fn eliminated(&self) -> &[Candidate] {
        &self.eliminated
    }

    /// Why the step holds.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Carries the step out.
    pub fn apply(&self, board: &mut Board) {
        for &candidate in &self.placed {
            board.place(candidate);
        }
        for &candidate in &self.eliminated {
            board.eliminate(candidate);
        }
    }

    /// Every candidate that takes part, with its role, ascending; `board` is the state before the step.
    pub fn marks(&self, board: &Board) -> Vec<(Candidate, Role)> {
        let geometry = board.shape().geometry();
        let mut marks = Vec::new();
        for &candidate in &self.placed {
            marks.push((candidate, Role::Placed));
        }
        for &candidate in &self.eliminated {
            marks.push((candidate, Role::Eliminated));
        }
        for (constraints, role) in [(&self.evidence.bases, Role::Base), (&self.evidence.covers, Role::Cover)] {
            for candidate in constraints.iter().flat_map(|c| c.candidates(geometry)).filter(|&c| board.has(c)) {
                if !marks.iter().any(|&(marked, _)| marked == candidate) {
                    marks.push((candidate, role));
                }
            }
        }
        marks.sort_unstable();
        marks
    }

    /// The conclusions as `r1c1=5` and `r1c1<>5` names.
    pub fn conclusion_names(&self, board: &Board) -> Vec<String> {
        let shape = board.shape();
        let placed = self.placed.iter().map(|c| c.placed_name(shape));
        placed.chain(self.eliminated.iter().map(|c| c.eliminated_name(shape))).collect()
    }

    /// One sentence: "Naked single: 5 is the only digit left for r1c1: r1c1=5".
    pub fn sentence(&self, board: &Board) -> String {
        format!(
            "{}: {}: {}",
            self.strategy.title(),
            strategy(self.strategy).explain(self, board),
            self.conclusion_names(board).join(", ")
        )
    }
}

/// "a", "a and b", "a, b and c".
pub(super) fn join_names(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
