//! How difficult puzzles are, on every scale: those of a file in any format, or two of our own.
//!
//! ```sh
//! cargo run --no-default-features --example rate -- puzzles.txt
//! ```

use cluesmith::formats::{Shapes, read_puzzles};
use cluesmith::grid::Shape;
use cluesmith::logic::{Order, StrategySet, TraceVerdict, figures};

const PUZZLES: &str = "
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
1.....3..1.....2
";

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args_os().nth(1).map_or_else(|| Ok(PUZZLES.to_owned()), std::fs::read_to_string)?;
    let order = Order::from(StrategySet::ALL);
    for entry in read_puzzles(&text, Shapes::Prefer(Shape::NINE))? {
        let figures = figures(&entry.puzzle, &order);
        let mut parts = vec![entry.puzzle.to_string()];
        match figures.trace.hardest() {
            _ if figures.trace.verdict != TraceVerdict::Solved => {
                parts.push("the strategies do not solve it".to_owned());
            }
            Some(hardest) => parts.push(format!("hardest: {}", hardest.title().to_lowercase())),
            None => parts.push("nothing to solve".to_owned()),
        }
        if let Some(se) = figures.se {
            parts.push(format!("SE {:.1}", f64::from(se.whole) / 10.0));
        }
        if let Some(hodoku) = figures.hodoku {
            parts.push(format!("HoDoKu {} {}", hodoku.level.name(), hodoku.score));
        }
        if let Some(own) = figures.own {
            parts.push(format!("effort {:.1}", own.effort()));
        }
        println!("{}", parts.join("; "));
    }
    Ok(())
}
