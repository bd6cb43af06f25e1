//! The tour: what counts as done, and what the studio does if it is asked to do a step itself.

use crate::app::command::Command;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::tour::TourStep;
use crate::app::view::{LeftTab, View};
use crate::app::welcome::EXAMPLES;
use crate::grid::Symmetry;
use crate::project::Edit;

impl TourStep {
    /// Whether the setter has done it.
    pub(in crate::app) fn is_done(self, app: &App) -> bool {
        let session = app.session();
        match self {
            TourStep::Pattern => app.live().answer().is_some_and(|answer| answer.puzzle().is_some()),
            TourStep::Symmetry | TourStep::Digits => session.tour.is_step_done,
            TourStep::Trace => session.view == View::Trace && session.trace.step > 0,
            TourStep::Results => app.gallery().entries().len() > 1,
            TourStep::Sheet => session.view == View::Sheet && app.n_sheet_pages() > 0,
        }
    }

    /// What the studio does if it is asked to do the step itself.
    pub(in crate::app) fn messages(self, app: &App) -> Vec<Message> {
        let go = Message::View(self.view());
        match self {
            TourStep::Symmetry => vec![go, Message::Edit(Edit::SetSymmetry(Symmetry::MirrorHorizontal))],
            TourStep::Pattern => {
                let pattern = EXAMPLES[0].pattern();
                vec![go, Message::Edit(Edit::SetPattern { pattern, name: "heart".to_owned() })]
            }
            TourStep::Digits => vec![go, Message::Run(Command::ANOTHER)],
            TourStep::Trace => vec![go, Message::Run(Command::TRACE_FORWARD)],
            TourStep::Results if app.jobs().is_running() => vec![go],
            TourStep::Results => vec![go, Message::Run(Command::FIND_DIFFERENT)],
            TourStep::Sheet => vec![go],
        }
    }

    /// Why the studio cannot do the step itself at the moment.
    pub(in crate::app) fn obstacle(self, app: &App) -> Option<String> {
        let command = match self {
            TourStep::Digits => Command::ANOTHER,
            TourStep::Results if !app.jobs().is_running() => Command::FIND_DIFFERENT,
            TourStep::Trace => return app.trace_steps_or_why().err(),
            TourStep::Symmetry | TourStep::Pattern | TourStep::Results | TourStep::Sheet => return None,
        };
        command.check(app).err()
    }
}

impl App {
    /// Notes that this step was carried out, if it is the present one.
    pub(in crate::app) fn tour_did(&mut self, step: TourStep) {
        self.session.tour.is_step_done |= self.session.tour.step == Some(step);
    }

    /// Goes to a step of the tour, or leaves it.
    pub(in crate::app) fn set_tour(&mut self, step: Option<TourStep>) {
        self.session.tour.step = step;
        self.session.tour.is_step_done = false;
        let Some(step) = step else { return };
        // The first steps are about the panels, whatever was shown before; the later ones tell how to get there.
        if step.view() == View::Pattern {
            self.session.view = View::Pattern;
            self.session.panels.left_tab = LeftTab::Subject;
            self.session.panels.left = true;
        }
    }
}
