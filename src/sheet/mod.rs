//! Sheets: puzzles laid out on paper.
//!
//! [`Sheet`] says how, [`layout()`] and [`trace_pages()`] turn it and the puzzles into [`Page`]s,
//! which are display lists in millimetres, and [`pdf()`], [`svg()`] and [`png()`] draw those.
//! All three draw the same list with the outlines of the same fonts, so they agree; [`text()`]
//! says the same in plain characters. The same input gives the same bytes.

mod board;
mod booklet;
mod font;
mod layout;
mod options;
mod page;
mod pdf;
mod png;
mod puzzle;
mod qr;
mod svg;
mod text;
mod trace;

pub use font::{Weight, text_width};
pub use layout::layout;
pub use options::{Captions, LinkMark, Paper, Running, Shading, Sheet, SheetError, Solutions, Symbols};
pub use page::{Bookmark, Color, Item, Page, Text};
pub use pdf::pdf;
pub use png::png;
pub use puzzle::{SheetPuzzle, stars_of};
pub use svg::svg;
pub use text::text;
pub use trace::trace_pages;
