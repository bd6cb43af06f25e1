//! Generators: clues for a painted pattern, or a proof that there are none.
//!
//! No file, no clock, no window. Time limits and Stop come in through [`Watch`].

mod automorphisms;
pub mod bands;
pub mod bounds;
pub mod certificate;
pub mod certificate_check;
pub mod exact;
mod grids;
mod guided;
pub mod inverse;
pub mod lp;
mod minimum;
pub mod published;
mod random;
mod request;
pub mod sat;
pub mod search;
mod variety;
pub mod verify;

pub use certificate_check::{Ground, Impossible};
pub use request::{FormulaSize, Method, Outcome, Progress, Reason, Request, Undecided, Unwatched, Watch};
pub use verify::{Found, Verified};

mod auto;
pub use auto::{Plan, generate, settle};
pub use minimum::{LowerBound, Minimum, known_lower_bound, minimum};
pub use variety::{Ended, variety};
