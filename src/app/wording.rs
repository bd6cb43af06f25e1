//! How things are called in sentences.

use super::live::grouped;
use crate::formats::Site;

/// The text with a large first letter.
pub(in crate::app) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// "3.8".
pub(in crate::app) fn tenths_text(tenths: u8) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// "1 result", "12 results".
pub(in crate::app) fn n_results(n: usize) -> String {
    if n == 1 { "1 result".to_owned() } else { format!("{} results", grouped(n as u64)) }
}

/// "1 puzzle", "12 puzzles".
pub(in crate::app) fn n_puzzles(n: usize) -> String {
    if n == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", grouped(n as u64)) }
}

/// What messages call a site.
pub(in crate::app) const fn site_name(site: Site) -> &'static str {
    match site {
        Site::SudokuPad => "SudokuPad",
        Site::FPuzzles => "f-puzzles.com",
    }
}
