//! Steps of the path that are placed from the trace, and practice grids of their strategies.

use crate::app::language::tr;
use crate::app::results::JobWork;
use crate::app::solving::Solving;
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::wording::{strategy_in_sentence, strategy_title};
use crate::generate::practice::{PracticeEnd, practice_grid, practice_grids};
use crate::generate::{Ended, Undecided};
use crate::logic::{Order, PathCondition, PlacedStep, Step, StepPlace, StrategyId, Tick};
use crate::project::Edit;
use std::ops::ControlFlow;

/// Practice grids of one job.
const N_GRIDS: usize = 20;

impl App {
    /// The step of the trace that comes next.
    ///
    /// # Errors
    /// Says why there is none.
    pub(in crate::app) fn step_or_why(&self) -> Result<&Step, String> {
        self.trace_steps_or_why()?;
        let step = self.trace().and_then(|trace| trace.steps.get(self.session.trace.step));
        step.ok_or_else(|| tr!("This is the end: go to the step that is meant").to_owned())
    }

    /// The condition that the step of the trace that comes next is kept. It need not be needed, so that the puzzle on
    /// the board has it.
    ///
    /// # Errors
    /// Says why there is none.
    pub(in crate::app) fn step_to_place(&self) -> Result<PathCondition, String> {
        let step = self.step_or_why()?;
        let place = StepPlace::of(step, self.project().shape());
        if self.project().design.path.steps().any(|(_, placed)| placed.place == place) {
            return Err(tr!("This step is placed already").to_owned());
        }
        Ok(PathCondition::Step(PlacedStep { place, is_needed: false, timing: Vec::new() }))
    }

    /// Places the step of the trace that comes next.
    pub(in crate::app) fn place_step(&mut self) {
        let Ok(condition) = self.step_to_place() else { return };
        let (text, step) = (condition.text(self.project().shape()), self.session.trace.step + 1);
        let path = self.project().design.path.changed(|list| list.push(condition));
        self.edit(&Edit::SetPath(path));
        self.notices.info(tr!(
            "Step {number} is placed as {text}; Path in the pattern view changes it",
            number = step,
            text
        ));
    }

    /// Seeks the position of the puzzle in which the strategy of the step comes next.
    pub(in crate::app) fn practise(&mut self) {
        let (Ok(step), Some(puzzle)) = (self.step_or_why(), self.puzzle()) else { return };
        let (id, puzzle) = (step.strategy(), puzzle.clone());
        let order = practice_order(self.project().order(), id);
        // Asked again, it is entered again.
        drop(self.trace.practice.take());
        let key = (puzzle.clone(), id, order);
        self.trace.practice.ask(key, || Box::new(move |watch| practice_grid(&puzzle, id, &order, watch)));
    }

    /// Enters a position for practice that was found, and the positions of new puzzles.
    pub(in crate::app) fn take_practice(&mut self) {
        while let Ok((puzzle, board)) = self.trace.positions.1.try_recv() {
            // What the setter entered is worth more.
            if self.document().solving_of(&puzzle).is_none() {
                let mut solving = Solving::new(puzzle);
                solving.practise(&board);
                self.history.keep_solving(solving.puzzle(), &solving.kept());
            }
        }
        let Some(((puzzle, id, _), grid)) = self.trace.practice.take() else { return };
        if self.puzzle() != Some(&puzzle) {
            return;
        }
        let strategy = strategy_in_sentence(id);
        let Some(grid) = grid else {
            self.notices.info(tr!("{strategy} never comes next in this puzzle: what is easier solves it", strategy));
            return;
        };
        self.session.view = View::Puzzle;
        self.refresh_solving();
        if let Some(solving) = self.solving.solvings.of_mut(Some(&puzzle)) {
            solving.practise(grid.board());
        }
        self.notices.info(tr!("Everything easier is entered, and {strategy} comes next", strategy));
    }

    /// Makes puzzles for practice in the background; the results list them.
    pub(in crate::app) fn make_practice(&mut self) {
        let Ok(step) = self.step_or_why() else { return };
        let id = step.strategy();
        let (shape, order) = (self.project().shape(), practice_order(self.project().order(), id));
        let n_jobs = self.results.jobs.all().last().map_or(0, |job| job.number);
        let seed = self.project().design.seed.wrapping_add(1 + (n_jobs << 40));
        let title = tr!("{n} practice grids · {strategy}", n = N_GRIDS, strategy = strategy_title(id));
        // In English, for whoever reads reports.
        let details = format!("practice {}\nshape {shape}\nstrategies {}\nseed {seed}\n", id.name(), order.allowed);
        let positions = self.trace.positions.0.clone();
        let work: JobWork = Box::new(move |watch, receive| {
            let mut n_made = 0;
            let end = practice_grids(shape, id, &order, seed, watch, &mut |found, grid| {
                // First the position, so that it is there when the puzzle comes. A window that is gone needs none.
                let _ = positions.send((grid.puzzle().clone(), grid.board().clone()));
                receive(found);
                n_made += 1;
                if n_made == N_GRIDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match end {
                PracticeEnd::Enough => Ended::Enough,
                PracticeEnd::Stopped => Ended::Undecided(Undecided::Stopped),
            }
        });
        self.results.jobs.start(title, details, Some(N_GRIDS), work);
        self.session.view = View::Results;
    }
}

/// The order of the design, in which a strategy is ticked.
fn practice_order(mut order: Order, id: StrategyId) -> Order {
    if order.tick(id) == Tick::Forbidden {
        order.set_tick(id, Tick::Allowed);
    }
    order
}
