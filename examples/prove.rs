//! A proof that no digits in some cells make a puzzle, checked and then printed.
//!
//! ```sh
//! cargo run --no-default-features --example prove
//! ```

use cluesmith::generate::certificate::Certificate;
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::{Method, Request, Unwatched, certificate_check, refute};
use cluesmith::grid::Pattern;
use cluesmith::logic::StrategySet;

/// No digits in these cells make a 4x4 puzzle that singles solve.
const PATTERN: &str = "...xx...x.x.....";

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pattern: Pattern = PATTERN.parse()?;
    let request = Request::new(pattern, StrategySet::SINGLES);
    let certificate = refute(&request, Method::Sat, Backend::Own, &Unwatched)
        .map_err(|outcome| format!("the pattern is not refuted: {outcome:?}"))?;
    certificate_check::check(&request, &certificate, &Unwatched)?;
    match &certificate {
        // For drat-trim and other checkers.
        Certificate::Refutation(refutation) => {
            println!("{}{}", refutation.cnf(&request), refutation.drat());
        }
        readable => println!("{}", readable.text(&request).unwrap_or_default()),
    }
    Ok(())
}
