//! Puzzles on paper: a PDF with four a page, their difficulty in stars, and the solutions at the end.
//!
//! ```sh
//! cargo run --no-default-features --example sheet > puzzles.pdf
//! ```

use cluesmith::formats::{Shapes, read_puzzles};
use cluesmith::grid::Shape;
use cluesmith::sheet::{Captions, Sheet, SheetPuzzle, Solutions, layout, pdf};
use std::io::Write;

const PUZZLES: &str = "
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
1.....3..1.....2
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let captions = Captions { stars: true, ..Captions::default() };
    let sheet = Sheet { title: "Two puzzles".to_owned(), captions, solutions: Solutions::Small, ..Sheet::default() };
    let entries = read_puzzles(PUZZLES, Shapes::Prefer(Shape::NINE))?;
    // Solves and rates the puzzles as far as the sheet asks for it.
    let puzzles: Vec<SheetPuzzle> = entries.into_iter().map(|entry| SheetPuzzle::new(entry, &sheet)).collect();
    let pages = layout(&sheet, &puzzles)?;
    std::io::stdout().write_all(&pdf(&sheet, &pages))?;
    Ok(())
}
