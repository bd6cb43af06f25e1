//! Sheets: puzzles laid out on paper.
//!
//! [`Sheet`] says how, [`layout()`] and [`trace_pages()`] turn it and the puzzles into [`Page`]s,
//! which are display lists in millimetres, and [`pdf()`], [`svg()`] and [`png()`] draw those.
//! All three draw the same list with the outlines of the same fonts, so they agree; [`text()`]
//! says the same in plain characters. [`report()`] tells a trace as text, Markdown or a web page. The same input
//! gives the same bytes.

mod board;
mod booklet;
mod font;
mod format;
mod layout;
mod marks;
mod options;
mod page;
mod pdf;
mod png;
mod puzzle;
mod qr;
mod report;
#[cfg(test)]
pub(crate) mod seen;
mod svg;
mod template;
mod text;
mod trace;

pub use font::{Weight, printed, text_width};
pub use format::SheetFormat;
pub use layout::layout;
pub use options::{Captions, LinkMark, Paper, Running, Shading, Sheet, SheetError, Solutions, Symbols};
pub use page::{Bookmark, Color, Item, Page, Text};
pub use pdf::pdf;
pub use png::{Pixels, pixels, png};
pub use puzzle::{Facts, SheetPuzzle, stars_of};
pub use report::{ReportFormat, end_sentence, grid_text, report, step_picture};
pub use svg::svg;
pub use template::{MAX_TEMPLATE_NAME, Template, built_in};
pub use text::text;
pub use trace::trace_pages;

/// Name of the file for a page, counted from 0, without its ending: the stem alone, or with a number
/// where there are several pages.
pub fn page_stem(stem: &str, index: usize, n_pages: usize) -> String {
    if n_pages == 1 { stem.to_owned() } else { format!("{stem}-{}", index + 1) }
}
