//! How things are called in sentences.

use super::language::{in_sentence, told, tr, tr_n, translated, translated_whole, translation};
use crate::formats::Site;
use crate::grid::Symmetry;
use crate::logic::{Scale, Sentence, StrategyId};
use std::fmt::Display;

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
    tr_n!(n, "1 result", "{n} results")
}

/// "1 puzzle", "12 puzzles".
pub(in crate::app) fn n_puzzles(n: usize) -> String {
    tr_n!(n, "1 puzzle", "{n} puzzles")
}

/// "1 clue", "12 clues".
pub(in crate::app) fn n_clues(n: usize) -> String {
    tr_n!(n, "1 clue", "{n} clues")
}

/// "1 clue cell", "12 clue cells".
pub(in crate::app) fn n_clue_cells(n: usize) -> String {
    tr_n!(n, "1 clue cell", "{n} clue cells")
}

/// "1 cell", "12 cells".
pub(in crate::app) fn n_cells(n: usize) -> String {
    tr_n!(n, "1 cell", "{n} cells")
}

/// "1 step", "12 steps".
pub(in crate::app) fn n_steps(n: usize) -> String {
    tr_n!(n, "1 step", "{n} steps")
}

/// "a", "a and b", "a, b and c".
pub(in crate::app) fn and_list(parts: &[impl AsRef<str>]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => tr!("{first} and {last}", first = joined(first), last = last.as_ref()),
    }
}

/// "a", "a or b", "a, b or c".
pub(in crate::app) fn or_list(parts: &[impl AsRef<str>]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => tr!("{first} or {last}", first = joined(first), last = last.as_ref()),
    }
}

fn joined(parts: &[impl AsRef<str>]) -> String {
    parts.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ")
}

/// What a strategy is called.
pub(in crate::app) fn strategy_title(id: StrategyId) -> &'static str {
    translated(id.title())
}

/// What a strategy is called in the middle of a sentence.
pub(in crate::app) fn strategy_in_sentence(id: StrategyId) -> String {
    translation(id.title()).map_or_else(|| id.in_sentence(), str::to_owned)
}

/// What a technique of Sudoku Explainer is called in the middle of a sentence.
pub(in crate::app) fn se_technique(name: &'static str) -> String {
    translation(name).map_or_else(|| crate::logic::in_sentence(name), str::to_owned)
}

/// What a symmetry is called.
pub(in crate::app) fn symmetry_title(symmetry: Symmetry) -> &'static str {
    translated(symmetry.title())
}

/// What a symmetry is called below a heading that says what it is about, so that "Mirror" need not be repeated.
pub(in crate::app) fn symmetry_short_title(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::MirrorHorizontal => tr!("Left-right"),
        Symmetry::MirrorVertical => tr!("Top-bottom"),
        Symmetry::MirrorBoth => tr!("Both ways"),
        _ => symmetry_title(symmetry),
    }
}

/// What a symmetry is called in the middle of a sentence.
pub(in crate::app) fn symmetry_in_sentence(symmetry: Symmetry) -> String {
    in_sentence(symmetry.title())
}

/// What stands in front of a figure on a scale.
pub(in crate::app) fn scale_title(scale: Scale) -> &'static str {
    translated(scale.short_title())
}

/// A sentence of the core as mere text.
pub(in crate::app) fn told_text(sentence: &Sentence) -> String {
    told(sentence).text().to_owned()
}

/// An error as a sentence of its own. One without parts may be in the table; others are in English.
pub(in crate::app) fn error_text(error: &impl Display) -> String {
    capitalised(&translated_whole(error.to_string()))
}

/// What messages call a site.
pub(in crate::app) fn site_name(site: Site) -> &'static str {
    match site {
        Site::SudokuPad => tr!("SudokuPad"),
        Site::FPuzzles => tr!("f-puzzles.com"),
    }
}
