//! Clues for a pattern, and the solution step by step.
//!
//! ```sh
//! cargo run --no-default-features --example generate
//! ```

use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, generate};
use cluesmith::grid::{Pattern, Symmetry};
use cluesmith::logic::{Design, StrategySet};

/// A spiral.
const PATTERN: &str = "..xxxxx...x.....x.x..xxx..xx.x...x.xx.x.x.x.xx.x..x..xx..x...x..x..xxx....xx.....";

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut pattern: Pattern = PATTERN.parse()?;
    // Close the pattern under a symmetry: every cell brings its image.
    pattern.cells = Symmetry::HalfTurn.close(pattern.shape, &pattern.cells);

    let request = Request::from(Design { seed: 7, ..Design::new(pattern, StrategySet::PAPER) });
    match generate(&request, &Plan::new(Method::Auto), &Unwatched) {
        Outcome::Found(found) => {
            println!("{} clues: {}", pattern.n_clues(), found.puzzle());
            let mut board = found.trace().board_before(0);
            for step in &found.trace().steps {
                println!("{}", step.sentence(&board));
                step.apply(&mut board);
            }
            println!("{}", found.solution());
        }
        Outcome::Impossible(impossible) => println!("impossible: {}", impossible.reason().sentence),
        Outcome::Undecided(why) => println!("undecided: {why:?}"),
    }
    Ok(())
}
