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
