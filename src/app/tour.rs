//! The tour: six steps that lead a newcomer from an empty board to a printed sheet.

use super::App;
use super::command::Command;
use super::message::Message;
use super::session::{LeftTab, View};
use super::welcome::EXAMPLES;
use crate::grid::Symmetry;
use crate::project::Edit;

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
    pub const fn title(self) -> &'static str {
        match self {
            TourStep::Symmetry => "Choose a symmetry",
            TourStep::Pattern => "Paint the cells that will hold clues",
            TourStep::Digits => "Ask for other digits",
            TourStep::Trace => "Replay the solution",
            TourStep::Results => "Make many puzzles",
            TourStep::Sheet => "Print a sheet",
        }
    }

    /// What to do, and what happens.
    pub const fn text(self) -> &'static str {
        match self {
            TourStep::Symmetry => {
                "Click one of the symmetries in the left panel, such as Left-right. Every cell that you paint is then \
                 mirrored in the same way."
            }
            TourStep::Pattern => {
                "Drag over the board, or click a pattern of the library. As soon as a puzzle is possible, its digits \
                 appear."
            }
            TourStep::Digits => {
                "Each puzzle is verified: it has one solution, and the strategies ticked on the right find it. \
                 New digits, below the board, makes another one."
            }
            TourStep::Trace => {
                "The Trace view explains how the puzzle is solved. Go forward with the arrows below the board."
            }
            TourStep::Results => {
                "In the Results view, Find makes as many different puzzles of this pattern as you like. \
                 Click one to put it on the board."
            }
            TourStep::Sheet => {
                "The Sheet view lays puzzles and solutions out on paper. Print or export it. \
                 F1 opens the manual where it explains what is under the pointer."
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

    /// Whether the setter has done it.
    pub(super) fn is_done(self, app: &App) -> bool {
        let session = app.session();
        match self {
            TourStep::Pattern => app.live().answer().is_some_and(|answer| answer.puzzle().is_some()),
            TourStep::Symmetry | TourStep::Digits => session.is_tour_step_done,
            TourStep::Trace => session.view == View::Trace && session.trace_step > 0,
            TourStep::Results => app.gallery().entries().len() > 1,
            TourStep::Sheet => session.view == View::Sheet && app.n_sheet_pages() > 0,
        }
    }

    /// What the studio does if it is asked to do the step itself.
    pub(super) fn messages(self, app: &App) -> Vec<Message> {
        let go = Message::View(self.view());
        match self {
            TourStep::Symmetry => vec![go, Message::Edit(Edit::SetSymmetry(Symmetry::MirrorHorizontal))],
            TourStep::Pattern => {
                let pattern = EXAMPLES[0].pattern();
                vec![go, Message::Edit(Edit::SetPattern { pattern, name: "heart".to_owned() })]
            }
            TourStep::Digits => vec![go, Message::Run(Command::Another)],
            TourStep::Trace => vec![go, Message::Run(Command::TraceForward)],
            TourStep::Results if app.jobs().is_running() => vec![go],
            TourStep::Results => vec![go, Message::Run(Command::FindDifferent)],
            TourStep::Sheet => vec![go],
        }
    }

    /// Why the studio cannot do the step itself at the moment.
    pub(super) fn obstacle(self, app: &App) -> Option<String> {
        let command = match self {
            TourStep::Digits => Command::Another,
            TourStep::Results if !app.jobs().is_running() => Command::FindDifferent,
            TourStep::Trace => return app.trace_steps_or_why().err(),
            TourStep::Symmetry | TourStep::Pattern | TourStep::Results | TourStep::Sheet => return None,
        };
        command.check(app).err()
    }
}

impl App {
    /// Notes that this step was carried out, if it is the present one.
    pub(super) fn tour_did(&mut self, step: TourStep) {
        self.session.is_tour_step_done |= self.session.tour == Some(step);
    }

    /// Goes to a step of the tour, or leaves it.
    pub(super) fn set_tour(&mut self, step: Option<TourStep>) {
        self.session.tour = step;
        self.session.is_tour_step_done = false;
        let Some(step) = step else { return };
        // The first steps are about the panels, whatever was shown before; the later ones tell how to get there.
        if step.view() == View::Pattern {
            self.session.view = View::Pattern;
            self.session.left_tab = LeftTab::Subject;
            self.session.design_panel = true;
        }
    }
}
