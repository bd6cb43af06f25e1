//! Patterns near one that has no puzzle.

use crate::generate::Watch;
use crate::generate::mend::{MendEnd, Proposal, Wish, mend};

/// [`mend`] on a thread of its own, for the search for the pattern itself may keep all others busy.
///
/// # Errors
/// One sentence, if the pattern does not have the symmetry or the system has no thread left.
pub fn propose(wish: &Wish, watch: &dyn Watch, receive: &mut (dyn FnMut(&Proposal) + Send)) -> Result<MendEnd, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "proposals".to_owned()).build();
    let pool = pool.map_err(|error| format!("no thread can be started: {error}"))?;
    pool.install(|| mend(wish, watch, receive)).map_err(|error| error.to_string())
}
