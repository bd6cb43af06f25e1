//! Backward generation: the inverse problem of Team 2306 (2008).
//!
//! The search begins at a solution grid and makes inverse moves: a cell loses its value and
//! keeps it as its one pencil mark, or a mark comes back that a forward move could remove. It
//! keeps to states from which the allowed strategies lead back, so its end is a puzzle that
//! they solve; nothing is solved by brute force on the way. Heuristics choose the moves.
//!
//! Where the paper is silent: its condition on good children speaks of solvable states, but a
//! state's own marks may know more than its values tell a solver. Here a child is good if its
//! marks follow from its values (module `support`), which implies the paper's condition. The
//! heuristics t and d judge a child that empties a cell at its settled board, where a solver of
//! the puzzle would begin: with all marks but those that the values exclude.
//!
//! [`BackwardRequest::is_literal`] asks for the search as it is published, as far as it can be meant. Its pseudocode
//! cannot be followed to the letter: `GoodSiblings` is handed on and never used; the condition on a child is asked for
//! each forward method alone, so a method without any parent of the child lets every child pass; and if it is asked for
//! all of them, the parents of a child are compared with those of the board above it, one level too high, so that the
//! search ends with one empty cell. What the text says about good children is kept: see module `support`.
//!
//! With t or d, or where a target is set, the puzzle at the end of a run is only a beginning: short ways back and down
//! again lead to harder or narrower puzzles of the same grid (module `climb`). Where many steps of a strategy are wanted,
//! most runs are about grids with an automorphism (module `automorphic`).
//!
//! With a painted pattern the order of the moves does not change which puzzle comes out. There t and d choose
//! among solution grids whose digits on the pattern the strategies solve (module `shape_grid`).

mod automorphic;
mod climb;
mod descent;
mod heuristic;
mod lists;
mod moves;
mod run;
mod shape_grid;
mod support;
mod survey;
mod target;
mod way;

pub use climb::bottleneck;
pub use descent::{Census, Effort};
pub use heuristic::{Phase, Schedule};
pub use moves::{Move, MoveMethod, PencilState, children, parents};
pub(super) use run::for_pattern;
pub use run::{Backward, Ended, RequestError, backward};
pub use survey::{Survey, SurveyRow, percent, random_grid};
pub use target::Target;
pub use way::{Replay, Way};

use crate::grid::{Pattern, Puzzle, Shape, Symmetry, Theme};
use crate::logic::{Mix, StrategyId, StrategySet};

/// The methods of the paper's section 4 as strategies: single candidate (with exclusion), block
/// intersection, covering set (naked or, seen from the other side, hidden), X-wing.
pub const PAPER_METHODS: StrategySet = {
    let mut set = StrategySet::PAPER;
    set.insert(StrategyId::NakedPair);
    set.insert(StrategyId::HiddenPair);
    set.insert(StrategyId::NakedTriple);
    set.insert(StrategyId::HiddenTriple);
    set.insert(StrategyId::NakedQuad);
    set.insert(StrategyId::HiddenQuad);
    set.insert(StrategyId::XWing);
    set
};

/// [`PAPER_METHODS`] as far as a shape bears them: above 12 digits without quads, whose rules
/// alone would take hundreds of megabytes.
pub fn default_methods(shape: Shape) -> StrategySet {
    let mut set = PAPER_METHODS;
    if shape.n() > 12 {
        set.remove(StrategyId::NakedQuad);
        set.remove(StrategyId::HiddenQuad);
    }
    set
}

/// What is asked of the backward generator.
#[derive(Clone, PartialEq, Debug)]
pub struct BackwardRequest {
    /// Box shape of the grid.
    pub shape: Shape,
    /// Strategies the solver may use; all of the base-and-cover form, naked single among them.
    pub strategies: StrategySet,
    /// How children are chosen.
    pub schedule: Schedule,
    /// Cells that are never emptied, while all others must be.
    pub pattern: Option<Pattern>,
    /// Cells are emptied together with their images.
    pub symmetry: Symmetry,
    /// The solution grid to begin with; `None` for random ones.
    pub solution: Option<Puzzle>,
    /// Digits that must be clues; they bind random solution grids.
    pub fixed: Puzzle,
    /// What is asked of the digits of the pattern's clues; without a pattern it has to be empty.
    pub theme: Theme,
    /// What the puzzle has to be like.
    pub target: Target,
    /// How much is looked at in each step.
    pub effort: Effort,
    /// Whether the search is the published one: cells and marks in one pool, t and d as section 5.3 defines them.
    pub is_literal: bool,
    /// Seed of all random choices: same request and seed, same answer.
    pub seed: u64,
}

impl BackwardRequest {
    /// A request for any puzzle of this shape with the paper's methods and the d-heuristic, seed 0.
    pub fn new(shape: Shape) -> BackwardRequest {
        let mix = Mix { difficulty: Mix::ONE, ..Mix::default() };
        BackwardRequest {
            shape,
            strategies: default_methods(shape),
            schedule: Schedule::of(mix),
            pattern: None,
            symmetry: Symmetry::None,
            solution: None,
            fixed: Puzzle::empty(shape),
            theme: Theme::default(),
            target: Target::default(),
            effort: Effort::default(),
            is_literal: false,
            seed: 0,
        }
    }
}

/// The search at one of its points, for a window that looks on.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// Values and marks; [`PencilState::values`] counts the clues left, [`PencilState::n_marks`] the marks.
    pub state: &'a PencilState,
    /// Number of the attempt, counted from 0.
    pub attempt: u64,
    /// Inverse moves since the solution.
    pub steps: usize,
    /// Good children to choose from in the last step (in steps of chance: children not yet known to be bad).
    pub good_children: usize,
    /// Value of the child taken: the weighted sum of `t` (minus the good parents) and `d` (a rank).
    pub value: f64,
}
