//! A sheet in plain characters: the same puzzles, captions and solutions, without pages.

use super::layout::NOT_PROPER;
use super::options::{LinkMark, Sheet, Solutions};
use super::puzzle::SheetPuzzle;
use crate::formats::{Format, PuzzleEntry, pencil_marks, short_link, write};
use crate::grid::Pattern;

/// The sheet as text.
pub fn text(sheet: &Sheet, puzzles: &[SheetPuzzle]) -> String {
    let mut out = String::new();
    let heading: Vec<&str> =
        [&sheet.title, &sheet.author, &sheet.date].into_iter().map(|t| t.trim()).filter(|t| !t.is_empty()).collect();
    if !heading.is_empty() {
        out.push_str(&format!("{}\n\n", heading.join(", ")));
    }
    for (index, puzzle) in puzzles.iter().enumerate() {
        push_caption(&mut out, sheet, puzzle, index + 1, true);
        if sheet.shape_only {
            out.push_str(&shape_of(&puzzle.entry.puzzle.pattern()));
        } else {
            let entry = &puzzle.entry;
            out.push_str(&if sheet.candidates { pencil_marks(&entry.state()) } else { grid(entry) });
        }
        if sheet.link != LinkMark::None {
            out.push_str(&format!("{}\n", short_link(&puzzle.entry)));
        }
        out.push('\n');
    }
    if sheet.solutions != Solutions::None {
        out.push_str("Solutions\n\n");
        for (index, puzzle) in puzzles.iter().enumerate() {
            push_caption(&mut out, sheet, puzzle, index + 1, false);
            match &puzzle.solution {
                Some(solution) => out.push_str(&grid(&PuzzleEntry::new(solution.clone()))),
                None => out.push_str(&format!("{NOT_PROPER}\n")),
            }
            out.push('\n');
        }
    }
    out
}

fn grid(entry: &PuzzleEntry) -> String {
    write(Format::Grid, std::slice::from_ref(entry)).expect("grids hold every shape")
}

/// The clue cells as `x`.
fn shape_of(pattern: &Pattern) -> String {
    let n = pattern.shape.n();
    let cells: Vec<char> = pattern.to_string().chars().collect();
    cells
        .chunks(n)
        .map(|row| row.iter().flat_map(|c| [*c, ' ']).collect::<String>().trim_end().to_owned() + "\n")
        .collect()
}

fn push_caption(out: &mut String, sheet: &Sheet, puzzle: &SheetPuzzle, number: usize, full: bool) {
    let captions = sheet.captions;
    let mut words = Vec::new();
    if captions.number || !full {
        words.push(format!("{number}."));
    }
    if captions.title && !puzzle.entry.info.title.trim().is_empty() {
        words.push(puzzle.entry.info.title.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    if full {
        if let Some(stars) = puzzle.stars.filter(|_| captions.stars) {
            words.push("*".repeat(stars.into()));
        }
        if let Some(hardest) = puzzle.hardest.filter(|_| captions.hardest) {
            words.push(format!("({})", hardest.title()));
        }
        if let Some(rating) = puzzle.rating.as_ref().filter(|rating| captions.rating && !rating.is_empty()) {
            words.push(format!("[{rating}]"));
        }
    }
    if !words.is_empty() {
        out.push_str(&format!("{}\n", words.join(" ")));
    }
}
