//! cluesmith: clues for painted patterns, verified, traced and proved.
//!
//! Modules in reading order; each may use those before it, none those after it:
//! [`sat`] (clause learning, no Sudoku), [`grid`] (values), [`logic`] (strategies, steps, traces), [`grid_checker`] (unavoidable
//! sets, n-clue puzzles), [`generate`] (clues for a pattern), [`formats`] (other programs'
//! texts), [`sheet`] (paper), [`project`] (the document), [`jobs`] (engines in the
//! background), [`saving`] (writing files), [`cli`] (the command line), `app` (the studio,
//! feature `gui`).

#[cfg(feature = "gui")]
pub mod app;
pub mod cli;
pub mod formats;
pub mod generate;
pub mod grid;
pub mod grid_checker;
pub mod jobs;
pub mod logic;
pub mod project;
pub mod sat;
pub mod saving;
pub mod sheet;
