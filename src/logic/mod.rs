//! Logic: strategies as set logic, steps with evidence, traces, the step
//! checker, the closure engine and two brute-force solvers: `count` is simple and the
//! verifier's, `solver` is fast.
//!
//! No file, no clock, no thread, no randomness.

mod board;
pub mod checker;
mod closure;
mod count;
mod design;
mod drawing;
#[cfg(test)]
pub(crate) mod examples;
mod mix;
mod needed;
mod negative_cache;
mod path;
mod pictures;
mod rating;
mod reasoning;
mod redundant;
mod registry;
mod rounds;
mod search;
mod sentence;
mod set_logic;
mod solver;
mod step;
mod strategies;
mod strategy_set;
mod trace;

pub use board::Board;
pub use closure::{AnyClosure, Closure, closure_of};
pub(crate) use closure::{BandLayout, Bands, Draft};
pub(crate) use closure::{with_size, with_small_size};
pub use count::{count_solutions, count_solutions_until, solutions, solutions_until};
pub use design::Design;
pub use drawing::{
    Arrow, ArrowPath, Drawing, Element, Filling, Form, Hue, Point, Square, Tint, candidates_across, spot, spot_in_cell,
};
pub use mix::Mix;
pub(crate) use needed::never_spoils;
pub use needed::{Hardest, hardest_needed, indispensable};
pub(crate) use path::digits_of;
pub use path::{
    Bound, Counted, PathCheck, PathCondition, PathCount, PathError, PathGoal, PathReport, PlacePart, PlacedStep,
    StepPlace, Timing,
};
pub use pictures::{StrategyPicture, picture, pictures};
pub use rating::goal::{Goal, GoalError};
pub use rating::hodoku::{HodokuLevel, HodokuRating, hodoku_rating};
pub use rating::order::{Order, OrderError, PRESETS, Preset, Ranking, Tick};
pub use rating::own::{Moment, OwnRating, freedom_of, own_rating, rate_trace};
pub use rating::se::{
    SePath, SeRating, SeStep, se_path_until, se_rating, se_rating_until, se_techniques, sukaku_path_until,
    sukaku_rating, sukaku_rating_until, sukaku_techniques,
};
pub use rating::window::{Scale, Window, WindowError};
pub use rating::{Figures, OtherScales, figures, figures_on, figures_until, figures_without_se, scales};
pub(crate) use reasoning::is_forcing;
pub use reasoning::{ReasoningRow, reasoning};
pub use redundant::{redundant_clues, solution_without};
pub use registry::{
    PLACES, Place, STRATEGIES, Strategy, StrategyEntry, StrategyId, StrategyKind, in_sentence, strategy,
};
pub use rounds::{n_rounds, rounds};
pub use search::Search;
pub use sentence::{Mention, Sentence};
pub use set_logic::{Effect, Implication, Rule, SetLogic, Unit, Units};
pub(crate) use set_logic::{choices, narrow_choices};
pub use solver::{fast_count, fast_count_until, fast_solutions, fast_solutions_until};
pub use step::{CellGroup, ChainLink, ChainNode, Deadly, Evidence, Role, Step, StepError, Weights};
pub use strategy_set::{StrategyError, StrategySet};
pub use trace::{Trace, TraceVerdict, all_steps, next_step, solve, solve_until};
