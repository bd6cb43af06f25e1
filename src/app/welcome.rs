//! Three examples for the first start.

use super::language::text;
use super::library::starters;
use super::view::View;
use crate::grid::{Digit, Pattern, Puzzle, Shape};
use crate::logic::StrategySet;
use crate::project::Project;

/// Something to begin with.
#[derive(Debug)]
pub(super) struct Example {
    /// Its name on the screen.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The view that shows it best.
    pub view: View,
    make: fn() -> Project,
}

impl Example {
    /// The puzzle with its design.
    pub(super) fn project(&self) -> Project {
        (self.make)()
    }

    /// What its picture shows.
    pub(super) fn pattern(&self) -> Pattern {
        self.project().design.pattern
    }
}

/// The examples from left to right.
pub(super) const EXAMPLES: [Example; 3] = [
    Example { title: text!("A heart"), help: text!("A pattern and its puzzle"), view: View::Pattern, make: heart },
    Example { title: text!("Step by step"), help: text!("Every step explained"), view: View::Trace, make: x_wing },
    Example { title: text!("Impossible"), help: text!("Why no puzzle exists"), view: View::Pattern, make: impossible },
];

fn heart() -> Project {
    let is_heart = |named: &&super::Named| named.name == "Heart" && named.pattern.shape == Shape::NINE;
    let pattern = starters().iter().find(is_heart).map_or(Pattern::empty(Shape::NINE), |named| named.pattern);
    Project::new().with_pattern(pattern)
}

/// A puzzle of our own generator; its trace needs an X-wing.
const X_WING: &str = "7.1.....6..438.7...2..16.5......8.1.6.......9.9.1......7.64..9...6.935..2.....6.4";

fn x_wing() -> Project {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, c) in Shape::NINE.cells().zip(X_WING.chars()) {
        puzzle.set(cell, Digit::from_char(c));
    }
    let mut project = Project::new().with_clues(puzzle);
    project.design.strategies = StrategySet::BASIC;
    project
}

/// Every other cell of the five rows in the middle. Enough clues for a puzzle, but the two outer rows of a band have
/// none, so they can be exchanged.
fn impossible() -> Project {
    let cells = Shape::NINE.cells().filter(|&cell| {
        let (row, col) = (Shape::NINE.row(cell), Shape::NINE.col(cell));
        (2..=6).contains(&row) && (row + col).is_multiple_of(2)
    });
    Project::new().with_pattern(Pattern::new(Shape::NINE, cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{StrategyId, TraceVerdict, solve};

    #[test]
    fn the_examples_show_what_they_promise() {
        let [heart, x_wing, impossible] = EXAMPLES.map(|example| example.project());
        assert!(heart.design.pattern.n_clues() > 20);
        let trace = solve(&x_wing.design.fixed, x_wing.order());
        assert_eq!(trace.verdict, TraceVerdict::Solved);
        assert_eq!(trace.hardest(), Some(StrategyId::XWing));
        assert_eq!(impossible.design.pattern.n_clues(), 23);
    }
}
