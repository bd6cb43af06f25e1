//! The fewest clues that naked singles solve on a small grid, with the proof from below.
//!
//! ```sh
//! cargo run --no-default-features --example fewest
//! ```

use cluesmith::generate::{FewestNews, MinimumQuestion, Unwatched, minimum};
use cluesmith::grid::Shape;
use cluesmith::logic::{StrategyId, StrategySet};

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(2, 2)?;
    let strategies = StrategySet::single(StrategyId::NakedSingle);
    let question = MinimumQuestion { seed: 1, ..MinimumQuestion::new(shape, strategies) };
    let minimum = minimum(&question, &Unwatched, &mut |news| match news {
        FewestNews::Found(found) => println!("{} clues: {}", found.puzzle().n_clues(), found.puzzle()),
        FewestNews::AtLeast(clues, _) => println!("at least {clues} clues"),
    });
    println!("{}", minimum.verdict());
    Ok(())
}
