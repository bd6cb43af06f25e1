//! The fewest clues that naked singles solve on a small grid, with the proof from below.
//!
//! ```sh
//! cargo run --no-default-features --example fewest
//! ```

use cluesmith::generate::{Unwatched, minimum};
use cluesmith::grid::Shape;
use cluesmith::logic::{StrategyId, StrategySet};

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(2, 2)?;
    let strategies = StrategySet::single(StrategyId::NakedSingle);
    let minimum = minimum(shape, strategies, None, 1, &Unwatched, &mut |found| {
        println!("{} clues: {}", found.puzzle().n_clues(), found.puzzle());
    });
    println!("{}", minimum.verdict());
    Ok(())
}
