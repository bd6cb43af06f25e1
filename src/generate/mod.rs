//! Generators: clues for a painted pattern, or a proof that there are none.
//!
//! No file, no clock, no window. Time limits and Stop come in through [`Watch`].

mod automorphisms;
mod baselines;
pub mod bounds;
pub mod certificate;
pub mod certificate_check;
mod enumeration;
pub mod exact;
mod exhaustion;
pub mod fill;
mod grids;
pub mod inverse;
pub mod layouts;
pub mod lp;
pub mod mend;
mod parts;
mod placing;
pub mod practice;
pub mod published;
mod random;
pub mod random_puzzles;
mod refute;
mod request;
pub mod sat;
pub mod search;
pub mod verify;

pub use certificate_check::{Ground, Impossible};
pub use request::{FormulaSize, Method, Outcome, Progress, Reason, Request, Undecided, Unwatched, Watch};
pub use verify::{Found, Verified};

mod auto;
pub use auto::{Plan, generate, generate_within, settle, settle_by_clauses};
pub use random_puzzles::{RandomPuzzle, RandomRequest, random_puzzle};
pub use refute::refute;
pub use search::hardest::{HardestEnd, hardest};
pub use search::minimum::{FewestNews, LowerBound, Minimum, MinimumQuestion, known_lower_bound, minimum};
pub use search::spread::clues_apart;
pub use search::variety::{Ended, Spread, Stand, Walk, Wanted, variety};
