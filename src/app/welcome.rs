//! Three examples for the first start.

use super::library::starters;
use super::session::View;
use crate::grid::{Digit, Pattern, Puzzle, Shape, Symmetry};
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
    Example { title: "A heart", help: "A pattern and its puzzle", view: View::Pattern, make: heart },
    Example { title: "Step by step", help: "Every step with its reason", view: View::Trace, make: x_wing },
    Example { title: "Impossible", help: "No puzzle exists, and why", view: View::Pattern, make: impossible },
];

fn heart() -> Project {
    let is_heart = |named: &&super::Named| named.name == "Heart" && named.pattern.shape == Shape::NINE;
    let pattern = starters().iter().find(is_heart).map_or(Pattern::empty(Shape::NINE), |named| named.pattern);
    Project { title: "Heart".to_owned(), symmetry: Symmetry::MirrorHorizontal, ..Project::new().on(pattern) }
}

/// A puzzle of our own generator; its trace needs an X-wing.
const X_WING: &str = "7.1.....6..438.7...2..16.5......8.1.6.......9.9.1......7.64..9...6.935..2.....6.4";

fn x_wing() -> Project {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, c) in Shape::NINE.cells().zip(X_WING.chars()) {
        puzzle.set(cell, Digit::from_char(c));
    }
    let mut project = Project::new().with_clues(puzzle);
    "With an X-wing".clone_into(&mut project.title);
    project.design.strategies = StrategySet::BASIC;
    project
}

/// Sixteen clues: one too few for any puzzle.
fn impossible() -> Project {
    let cells = [(1, 1), (1, 5), (2, 3), (2, 7), (3, 4), (3, 8), (4, 2), (4, 6)];
    let half = cells.map(|(row, col)| Shape::NINE.cell(row - 1, col - 1));
    let cells = Symmetry::HalfTurn.close(Shape::NINE, &half.into_iter().collect());
    let pattern = Pattern { shape: Shape::NINE, cells };
    Project { title: "Sixteen clues".to_owned(), ..Project::new().on(pattern) }
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
        assert_eq!(impossible.design.pattern.n_clues(), 16);
    }
}
