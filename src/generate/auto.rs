//! The front door: which methods run, in which order, with which budgets.

use super::{Method, Outcome, Request, Undecided, Watch};

/// How a request is to be worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The method.
    pub method: Method,
    /// Whether methods and threads race and the first answer wins (not repeatable).
    pub race: bool,
}

impl Plan {
    /// The method alone, repeatable.
    pub const fn new(method: Method) -> Plan {
        Plan { method, race: false }
    }
}

/// Answers a request. Without `race` the answer depends only on request and plan,
/// not on the number of threads; a stop may still turn it into undecided.
pub fn generate(request: &Request, plan: &Plan, watch: &dyn Watch) -> Outcome {
    let _ = (request, plan);
    let _ = watch.should_stop();
    Outcome::Undecided(Undecided::Stopped)
}
