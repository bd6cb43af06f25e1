//! Steps: one application of a strategy with its evidence.

use super::sentence::Sentence;
use super::{Board, StrategyId, strategy};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit};

/// Why a step holds.
///
/// Every step rests on its `bases`: each of them has to be met by one of its remaining
/// candidates, and no way to do so agrees with the opposite of the conclusion. The other
/// lists say how to read the step; for steps of the base-and-cover form `covers` is all.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Evidence {
    /// Constraints that have to be met by one of their remaining candidates.
    pub bases: Vec<Constraint>,
    /// Constraints that hold the bases, where the step speaks of covers.
    pub covers: Vec<Constraint>,
    /// Candidates of the bases outside the covers.
    pub fins: Vec<Candidate>,
    /// Nodes of a chain or of a colouring.
    pub nodes: Vec<ChainNode>,
    /// Links between nodes.
    pub links: Vec<ChainLink>,
    /// Sets of cells that the step looks at as one.
    pub sets: Vec<CellGroup>,
    /// The arrangement that a puzzle with one solution cannot have.
    pub deadly: Option<Deadly>,
    /// How often bases and covers count, where the step is a sum of them.
    pub weights: Option<Weights>,
}

impl Evidence {
    /// Evidence of the base-and-cover form.
    pub fn rule(bases: Vec<Constraint>, covers: Vec<Constraint>) -> Evidence {
        Evidence { bases, covers, ..Evidence::default() }
    }

    /// Whether the step is of the base-and-cover form.
    pub fn is_rule(&self) -> bool {
        self.fins.is_empty() && self.nodes.is_empty() && self.sets.is_empty() && self.deadly.is_none()
    }
}

/// How often the bases and covers of a sum count.
///
/// No remaining candidate lies in more bases than covers, and one that lies in more covers by more than there are
/// more covers than bases cannot be true.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Weights {
    /// For each base.
    pub bases: Vec<u32>,
    /// For each cover.
    pub covers: Vec<u32>,
    /// Further covers, by groups and exclusions of the layout: candidates of which each excludes all others.
    pub exclusive: Vec<(Vec<Candidate>, u32)>,
}

/// A candidate, or a group of candidates of one digit, in a chain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChainNode {
    /// One cell, or several of a house.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: Digit,
    /// Which of the two colours: "on" or "off".
    pub is_on: bool,
}

/// A link between two nodes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChainLink {
    /// Number of the first node.
    pub from: usize,
    /// Number of the second node.
    pub to: usize,
    /// Strong: at least one of the nodes is true. Weak: at most one is.
    pub is_strong: bool,
}

/// Cells and the digits they hold between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellGroup {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits, ascending.
    pub digits: Vec<Digit>,
}

/// An arrangement that would leave the puzzle with two solutions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deadly {
    /// Cells, none of them a clue, that hold only these two digits, each of them once in every house
    /// that the cells lie in: a rectangle in two boxes, or a longer loop.
    Loop {
        /// The cells; of a rectangle row by row, of a longer loop in its order.
        cells: Vec<Cell>,
        /// The digits.
        digits: [Digit; 2],
    },
    /// Without these candidates every open cell has two digits, and every house two places for each.
    Bug(Vec<Candidate>),
}

/// The part a candidate plays in a step, for colouring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Remaining candidate of a base.
    Base,
    /// Remaining candidate of a cover, outside the bases, that the step does not rule out.
    Cover,
    /// Candidate of a base outside the covers.
    Fin,
    /// Node of a chain, first colour.
    ChainOn,
    /// Node of a chain, second colour.
    ChainOff,
    /// Candidate in a set of cells.
    SetCell,
    /// Candidate of an arrangement that a puzzle with one solution cannot have.
    Deadly,
    /// Placed by the step.
    Placed,
    /// Ruled out by the step.
    Eliminated,
}

/// Why something is no step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum StepError {
    #[error("a step places a digit or rules candidates out, this one does neither")]
    NoConclusion,
    #[error("a step has evidence, this one has none")]
    NoEvidence,
}

/// One application of a strategy. There is none without evidence and conclusion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    strategy: StrategyId,
    placed: Option<Candidate>,
    eliminated: Vec<Candidate>,
    evidence: Evidence,
}

impl Step {
    /// A step that places a digit. That it is ruled out at the peers by that is not listed.
    ///
    /// # Panics
    /// If it has no evidence.
    pub fn place(strategy: StrategyId, candidate: Candidate, evidence: Evidence) -> Step {
        Step::try_place(strategy, candidate, evidence).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A step that places a digit, as [`Step::place`].
    ///
    /// # Errors
    /// If it has no evidence.
    pub fn try_place(strategy: StrategyId, candidate: Candidate, evidence: Evidence) -> Result<Step, StepError> {
        Step::new(strategy, Some(candidate), Vec::new(), evidence)
    }

    /// A step that rules candidates out, in ascending order.
    ///
    /// # Panics
    /// If it rules nothing out or has no evidence.
    pub fn eliminate(strategy: StrategyId, eliminated: Vec<Candidate>, evidence: Evidence) -> Step {
        Step::try_eliminate(strategy, eliminated, evidence).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A step that rules candidates out, in ascending order.
    ///
    /// # Errors
    /// If it rules nothing out or has no evidence.
    pub fn try_eliminate(
        strategy: StrategyId,
        eliminated: Vec<Candidate>,
        evidence: Evidence,
    ) -> Result<Step, StepError> {
        Step::new(strategy, None, eliminated, evidence)
    }

    fn new(
        strategy: StrategyId,
        placed: Option<Candidate>,
        eliminated: Vec<Candidate>,
        evidence: Evidence,
    ) -> Result<Step, StepError> {
        if placed.is_none() && eliminated.is_empty() {
            return Err(StepError::NoConclusion);
        }
        if evidence.bases.is_empty() && evidence.deadly.is_none() {
            return Err(StepError::NoEvidence);
        }
        Ok(Step { strategy, placed, eliminated, evidence })
    }

    /// The strategy applied.
    pub fn strategy(&self) -> StrategyId {
        self.strategy
    }

    /// The candidate placed, if it places one.
    pub fn placed(&self) -> &[Candidate] {
        self.placed.as_slice()
    }

    /// Candidates ruled out by the rule itself, ascending.
    pub fn eliminated(&self) -> &[Candidate] {
        &self.eliminated
    }

    /// Why the step holds.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The strategy's title, or the name of the special form that this step has ("Pointing", "Locked pair").
    pub fn title(&self, board: &Board) -> &'static str {
        strategy(self.strategy).form(self, board)
    }

    /// Carries the step out.
    pub fn apply(&self, board: &mut Board) {
        if let Some(candidate) = self.placed {
            board.place(candidate);
        }
        for &candidate in &self.eliminated {
            board.eliminate(candidate);
        }
    }

    /// Every candidate that takes part, with its role, ascending; `board` is the state before the step.
    pub fn marks(&self, board: &Board) -> Vec<(Candidate, Role)> {
        let geometry = board.geometry();
        let evidence = &self.evidence;
        let mut marks: Vec<(Candidate, Role)> = Vec::new();
        // The first role of a candidate is the one that shows.
        marks.extend(self.placed.iter().map(|&c| (c, Role::Placed)));
        marks.extend(self.eliminated.iter().map(|&c| (c, Role::Eliminated)));
        marks.extend(evidence.fins.iter().map(|&c| (c, Role::Fin)));
        for node in &evidence.nodes {
            let role = if node.is_on { Role::ChainOn } else { Role::ChainOff };
            marks.extend(node.cells.iter().map(|&cell| (Candidate::new(cell, node.digit), role)));
        }
        if let Some(Deadly::Loop { cells, digits }) = &evidence.deadly {
            let all = cells.iter().flat_map(|&cell| digits.iter().map(move |&digit| Candidate::new(cell, digit)));
            marks.extend(all.map(|c| (c, Role::Deadly)));
        }
        if let Some(Deadly::Bug(extra)) = &evidence.deadly {
            marks.extend(extra.iter().map(|&c| (c, Role::Deadly)));
        }
        for group in &evidence.sets {
            let all = group.cells.iter().flat_map(|&cell| group.digits.iter().map(move |&d| Candidate::new(cell, d)));
            marks.extend(all.map(|c| (c, Role::SetCell)));
        }
        if evidence.nodes.is_empty() && evidence.sets.is_empty() {
            for (constraints, role) in [(&evidence.bases, Role::Base), (&evidence.covers, Role::Cover)] {
                marks.extend(constraints.iter().flat_map(|c| c.candidates(geometry)).map(|c| (c, role)));
            }
            let exclusive = evidence.weights.iter().flat_map(|weights| &weights.exclusive);
            marks.extend(exclusive.flat_map(|(candidates, _)| candidates).map(|&c| (c, Role::Cover)));
        }
        marks.retain(|&(candidate, _)| board.has(candidate));
        marks.sort_by_key(|&(candidate, _)| candidate);
        marks.dedup_by_key(|&mut (candidate, _)| candidate);
        marks
    }

    /// The filled cells that stand for bases of the step; `board` is the state before it.
    pub fn met_cells(&self, board: &Board) -> CellSet {
        let bases = self.evidence.bases.iter().filter(|_| self.evidence.is_rule());
        bases.filter_map(|&base| placed_at(board, base)).collect()
    }

    /// The conclusions as `r1c1=5` and `r1c1<>5` names.
    pub fn conclusion_names(&self, board: &Board) -> Vec<String> {
        let shape = board.shape();
        let placed = self.placed.iter().map(|c| c.placed_name(shape));
        placed.chain(self.eliminated.iter().map(|c| c.eliminated_name(shape))).collect()
    }

    /// One sentence: "Naked single: 5 is the only digit left for r1c1: r1c1=5".
    pub fn sentence(&self, board: &Board) -> Sentence {
        Sentence::compose("{0}: {1}", [Sentence::term(self.title(board)), self.reason(board)])
    }

    /// The sentence without the title: "5 is the only digit left for r1c1: r1c1=5".
    pub fn reason(&self, board: &Board) -> Sentence {
        let shape = board.shape();
        let placed = self.placed.iter().map(|&c| Sentence::placed(shape, c));
        let conclusions = placed.chain(self.eliminated.iter().map(|&c| Sentence::eliminated(shape, c)));
        let why = strategy(self.strategy).explain(self, board);
        Sentence::compose("{0}: {1}", [why, Sentence::join(conclusions, ", ")])
    }
}

/// The cell in which the digit of a constraint is placed already.
pub(super) fn placed_at(board: &Board, constraint: Constraint) -> Option<Cell> {
    let candidates = constraint.candidates(board.geometry());
    candidates.map(|c| (c, board.value(c.cell))).find(|&(c, value)| value == Some(c.digit)).map(|(c, _)| c.cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    /// What is said of a step that places or eliminates the first candidate, with or without a base.
    #[track_caller]
    fn check(places: bool, n_eliminated: usize, n_bases: usize, expected: &str) {
        let candidate = Candidate::from_index(Shape::NINE, 0);
        let evidence = Evidence { bases: vec![Constraint::Cell(candidate.cell); n_bases], ..Evidence::default() };
        let step = if places {
            Step::try_place(StrategyId::NakedSingle, candidate, evidence)
        } else {
            Step::try_eliminate(StrategyId::NakedPair, vec![candidate; n_eliminated], evidence)
        };
        assert_eq!(step.map_or_else(|error| error.to_string(), |_| String::new()), expected);
    }

    #[test]
    fn steps_have_evidence_and_conclude_something() {
        check(true, 0, 1, "");
        check(false, 1, 1, "");
        check(true, 0, 0, "a step has evidence, this one has none");
        check(false, 1, 0, "a step has evidence, this one has none");
        check(false, 0, 1, "a step places a digit or rules candidates out, this one does neither");
    }
}
