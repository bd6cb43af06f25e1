//! cluesmith: clues for painted patterns, verified, traced and proved.
//!
//! # Generate
//!
//! ```
//! use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, generate};
//! use cluesmith::grid::Pattern;
//! use cluesmith::logic::{Design, StrategySet};
//!
//! // `x` for a cell that holds a clue; the length says that this is a 4x4 grid.
//! let pattern: Pattern = "x.....x..x.....x".parse()?;
//! let design = Design { seed: 7, ..Design::new(pattern, StrategySet::SINGLES) };
//! match generate(&Request::from(design), &Plan::new(Method::Auto), &Unwatched) {
//!     Outcome::Found(found) => {
//!         assert_eq!(found.puzzle().pattern(), pattern);
//!         println!("{} with the solution {}", found.puzzle(), found.solution());
//!     }
//!     Outcome::Impossible(impossible) => println!("there is none: {}", impossible.reason().sentence),
//!     Outcome::Undecided(why) => println!("no answer: {why:?}"),
//! }
//! # Ok::<(), cluesmith::grid::ParseError>(())
//! ```
//!
//! # Solve
//!
//! ```
//! use cluesmith::grid::Puzzle;
//! use cluesmith::logic::{StrategySet, TraceVerdict, solve};
//!
//! let puzzle: Puzzle = "1.....3..1.....2".parse()?;
//! let trace = solve(&puzzle, StrategySet::BASIC);
//! assert_eq!(trace.verdict, TraceVerdict::Solved);
//! let mut board = trace.board_before(0);
//! for step in &trace.steps {
//!     // "Naked single: 3 is the only digit left for r1c4: r1c4=3"
//!     println!("{}", step.sentence(&board));
//!     step.apply(&mut board);
//! }
//! assert!(board.values().is_solution());
//! # Ok::<(), cluesmith::grid::ParseError>(())
//! ```
//!
//! # Prove
//!
//! ```
//! use cluesmith::generate::sat::backend::Backend;
//! use cluesmith::generate::{Method, Request, Unwatched, certificate_check, refute};
//! use cluesmith::logic::StrategySet;
//!
//! // No digits in these cells make a puzzle that singles solve.
//! let request = Request::new("x....x....x....x".parse()?, StrategySet::SINGLES);
//! match refute(&request, Method::Auto, Backend::Own, &Unwatched) {
//!     Ok(certificate) => {
//!         // The checker shares nothing with the engine that found the certificate.
//!         certificate_check::check(&request, &certificate, &Unwatched)?;
//!         // Some are short enough to be read; the others are formulas with refutations for any checker.
//!         println!("{}", certificate.text(&request).unwrap_or_default());
//!     }
//!     Err(outcome) => panic!("a puzzle exists, or the question is open: {outcome:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rate
//!
//! ```
//! use cluesmith::grid::Puzzle;
//! use cluesmith::logic::{Order, Scale, StrategySet, figures};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let order = Order::from(StrategySet::ALL);
//! let figures = figures(&puzzle, &order);
//! for scale in [Scale::Se, Scale::Hodoku, Scale::Own] {
//!     let figure = scale.figure(&figures.trace, &order).expect("all of it is known");
//!     println!("{} {}", scale.title(), scale.text(figure));
//! }
//! assert_eq!(figures.se.map(|rating| rating.whole), Some(12));
//! # Ok::<(), cluesmith::grid::ParseError>(())
//! ```
//!
//! # Modules
//!
//! In reading order; each may use those before it, none those after it: [`sat`] (clause learning, no Sudoku),
//! [`grid`] (values), [`logic`] (strategies, steps, traces), [`grid_checker`] (unavoidable sets, n-clue puzzles),
//! [`generate`] (clues for a pattern), [`formats`] (other programs' texts), [`sheet`] (paper), [`project`] (the
//! document), [`jobs`] (engines in the background), [`saving`] (writing files).
//! The command line and the studio (feature `gui`) stand on these; they are parts of the program, not of the library.

// Public for `main.rs` and the tests of the program alone.
#[cfg(feature = "gui")]
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
pub mod cli;
pub mod formats;
pub mod generate;
pub mod grid;
pub mod grid_checker;
pub mod jobs;
pub mod logic;
pub mod lp;
pub mod project;
pub mod sat;
pub mod saving;
pub mod sheet;

#[cfg(all(test, feature = "gui"))]
mod tests {
    use crate::app::painted_figures;
    use crate::cli::seen_in_json;
    use crate::sheet::seen::{Seen, examples, seen_on_paper};

    #[test]
    fn screen_paper_web_page_and_json_show_the_same_step() {
        let mut n_examples = 0;
        for (step, drawing) in examples() {
            let sentence = step.sentence(&drawing.board);
            let on_screen = Seen::in_figures(&painted_figures(&drawing), &drawing);
            assert_eq!(on_screen, Seen::of(&drawing), "{sentence}");
            for (output, seen) in seen_on_paper(&drawing) {
                assert_eq!(seen, on_screen, "{output}: {sentence}");
            }
            assert_eq!(seen_in_json(&step, &drawing.board), on_screen, "{sentence}");
            n_examples += 1;
        }
        assert!(n_examples > 100);
    }
}
