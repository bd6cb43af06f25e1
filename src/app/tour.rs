//! The tour: six steps that lead a newcomer from an empty board to a printed sheet.

use super::language::tr;
use super::view::View;

/// A step of the tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum TourStep {
    Symmetry,
    Pattern,
    Digits,
    Trace,
    Results,
    Sheet,
}

impl TourStep {
    /// Every step, in order.
    pub const ALL: [TourStep; 6] =
        [TourStep::Symmetry, TourStep::Pattern, TourStep::Digits, TourStep::Trace, TourStep::Results, TourStep::Sheet];

    /// Its number, from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The step after this one.
    pub fn next(self) -> Option<TourStep> {
        TourStep::ALL.get(self as usize + 1).copied()
    }

    /// The step before this one.
    pub fn back(self) -> Option<TourStep> {
        (self as usize).checked_sub(1).map(|index| TourStep::ALL[index])
    }

    /// Heading on the screen.
    pub fn title(self) -> &'static str {
        match self {
            TourStep::Symmetry => tr!("Choose a symmetry"),
            TourStep::Pattern => tr!("Paint the cells that will hold clues"),
            TourStep::Digits => tr!("Ask for other digits"),
            TourStep::Trace => tr!("Replay the solution"),
            TourStep::Results => tr!("Make many puzzles"),
            TourStep::Sheet => tr!("Print a sheet"),
        }
    }

    /// What to do, and what happens.
    pub fn text(self) -> &'static str {
        match self {
            TourStep::Symmetry => {
                tr!(
                    "Click one of the symmetries in the left panel, such as Left-right. Every cell that you paint is then \
                 mirrored in the same way."
                )
            }
            TourStep::Pattern => {
                tr!(
                    "Drag over the board, or click a pattern of the library. As soon as a puzzle is possible, its digits \
                 appear."
                )
            }
            TourStep::Digits => {
                tr!("Each puzzle is verified: it has one solution, and the strategies ticked on the right find it. \
                 New digits, below the board, makes another one.")
            }
            TourStep::Trace => {
                tr!("The Trace view explains how the puzzle is solved. Go forward with the arrows below the board.")
            }
            TourStep::Results => {
                tr!("In the Results view, Find makes as many different puzzles of this pattern as you like. \
                 Click one to put it on the board.")
            }
            TourStep::Sheet => {
                tr!("The Sheet view lays puzzles and solutions out on paper. Print or export it. \
                 F1 opens the manual where it explains what is under the pointer.")
            }
        }
    }

    /// The view in which it is done.
    pub(super) const fn view(self) -> View {
        match self {
            TourStep::Symmetry | TourStep::Pattern | TourStep::Digits => View::Pattern,
            TourStep::Trace => View::Trace,
            TourStep::Results => View::Results,
            TourStep::Sheet => View::Sheet,
        }
    }
}
