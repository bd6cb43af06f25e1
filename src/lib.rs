//! cluesmith: clues for painted patterns, verified, traced and proved.
//!
//! Modules in reading order; each may use those before it, none those after it:
//! [`grid`] (values), [`logic`] (strategies, steps, traces), [`generate`] (clues for a
//! pattern), [`jobs`] (engines in the background), [`cli`] (the command line).

pub mod cli;
pub mod generate;
pub mod grid;
pub mod jobs;
pub mod logic;
