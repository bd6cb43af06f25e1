//! Generators: clues for a painted pattern, or a proof that there are none.
//!
//! No file, no clock, no window. Time limits and Stop come in through [`Watch`].

mod automorphisms;
pub mod bounds;
pub mod certificate;
pub mod certificate_check;
pub mod exact;
mod grids;
pub mod inverse;
pub mod lp;
mod random;
mod refute;
mod request;
pub mod sat;
pub mod search;
pub mod verify;

pub use request::{
    FormulaSize, Found, Impossible, Method, Outcome, Progress, Reason, Request, Undecided, Unwatched, Watch,
};

mod auto;
pub use auto::{Plan, generate, settle};
pub use refute::refute;
pub use search::minimum::{Minimum, known_lower_bound, minimum};
pub use search::variety::{Ended, Stand, Walk, variety};
