//! The grid checker of McGuire, Tugemann and Civario (2013): unavoidable sets of a solution
//! grid and all puzzles with n clues that have it as their solution.

mod clique;
mod clue_search;
mod degree;
mod farm;
mod fewest;
mod mask;
mod missed;
mod node;
mod prune;
mod roots;
mod set_type;
mod unavoidable;

pub use clique::{Clique, ClueBound, clue_bound, maximum_clique};
pub use clue_search::{ClueSearch, SearchError, TaskResult};
pub use degree::{DegreeSet, degree_of, nontrivial_sets};
pub use farm::{Farm, Job, Question};
pub use fewest::{Fewest, FewestNews, fewest_clues};
pub use missed::{Missed, missed_sets, proposed_cells};
pub use prune::Pruning;
pub use set_type::SetType;
pub use unavoidable::{second_solution, unavoidable_sets, unavoidable_sets_until};

/// Asked every few milliseconds whether to give up. Once it says so, it says so for good.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
