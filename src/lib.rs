//! cluesmith: clues for painted patterns, verified, traced and proved.
//!
//! Modules in reading order; an arrow of dependency goes down this list only
//! from later to earlier:
//! [`grid`] (values), [`logic`] (strategies, steps, traces), [`generate`] (clues for a
//! pattern).

pub mod generate;
pub mod grid;
pub mod logic;
