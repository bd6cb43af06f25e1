//! The lab: running, stopping, replaying, taking.

use crate::app::io::Export;
use crate::app::lab::{Experiment, FewestBy, LabAct, LabQuestion};
use crate::app::language::{grouped, tr};
use crate::app::studio::App;
use crate::app::trace::Go;
use crate::app::view::View;
use crate::app::wording::error_text;
use crate::generate::inverse::{self, default_methods};
use crate::generate::lp::{LpOptions, LpRequest};
use crate::generate::sat::export::{self, Format};
use crate::generate::sat::with_clauses;
use crate::generate::{MinimumQuestion, Request};
use crate::grid::{Pattern, Puzzle, Shape, Symmetry, Theme};
use crate::jobs::StopFlag;
use crate::logic::{StrategyId, StrategySet, solve};
use crate::project::Edit;
use eframe::egui;
use std::time::Duration;

/// A formula that takes longer to write is too large for a file that anyone wants.
const LONGEST_EXPORT: Duration = Duration::from_mins(1);

impl App {
    pub(in crate::app) fn act_in_lab(&mut self, act: LabAct) {
        match act {
            LabAct::Recipe(recipe) => self.session.lab = *recipe,
            LabAct::Position(position) => {
                self.lab.next_at = None;
                self.lab.go_to(position);
            }
        }
    }

    pub(in crate::app) fn run_lab(&mut self) {
        if let Some(question) = self.lab_question() {
            self.session.view = View::Lab;
            self.session.board.stroke = None;
            self.lab.start(question);
        }
    }

    pub(in crate::app) fn run_next_seed(&mut self) {
        self.session.lab.seed = self.session.lab.seed.wrapping_add(1);
        self.run_lab();
    }

    /// The recipe as a question; wishes that the board does not allow at the moment do not count.
    fn lab_question(&self) -> Option<LabQuestion> {
        let (recipe, project) = (&self.session.lab, self.project());
        let shape = project.shape();
        let pattern = Some(project.design.pattern).filter(|pattern| recipe.keeps_pattern && pattern.n_clues() > 0);
        let options = LpOptions { rounding: 10_f64.powi(recipe.rounding), ..LpOptions::default() };
        Some(match recipe.experiment {
            Experiment::Backward => LabQuestion::Backward(Box::new(self.backward_request(pattern))),
            Experiment::Generator => LabQuestion::Generator(LpRequest {
                shape,
                rule: recipe.rule,
                pattern,
                minimise: recipe.minimise && pattern.is_none(),
                is_literal: recipe.is_literal,
                options,
                seed: recipe.seed,
            }),
            Experiment::Rounds => LabQuestion::Rounds {
                request: Box::new(self.rounds_request()),
                encoding: recipe.encoding,
                last_round: recipe.last_round,
            },
            Experiment::Fewest => LabQuestion::Fewest {
                question: MinimumQuestion {
                    at_most: recipe.enough.get(),
                    seed: recipe.seed,
                    ..MinimumQuestion::new(shape, self.strategies_for_fewest())
                },
                by: recipe.fewest_by_sat.get().map_or(FewestBy::Search, |encoding| FewestBy::Sat {
                    encoding,
                    last_round: recipe.last_round,
                    upwards: recipe.upwards,
                }),
            },
            Experiment::Survey => LabQuestion::Survey {
                request: Box::new(inverse::BackwardRequest {
                    target: inverse::Target::default(),
                    symmetry: Symmetry::None,
                    ..self.backward_request(None)
                }),
                n_wanted: recipe.n_puzzles,
            },
            Experiment::Solver => LabQuestion::Solver { puzzle: self.puzzle()?.clone(), options, cuts: recipe.cuts },
        })
    }

    /// The pattern with its digits and theme.
    fn rounds_request(&self) -> Request {
        let design = &self.project().design;
        Request::new(design.pattern, self.strategies_in_rounds()).with(|asked| {
            asked.fixed = design.fixed.clone();
            asked.theme = design.theme.clone();
        })
    }

    /// What a run of SAT in rounds allows: of the ticked strategies those that have clauses.
    pub(in crate::app) fn strategies_in_rounds(&self) -> StrategySet {
        if self.session.lab.ticked { with_clauses(self.project().design.strategies) } else { StrategySet::PAPER }
    }

    /// What the search for the fewest clues allows: of the ticked strategies, for SAT, those that have clauses.
    pub(in crate::app) fn strategies_for_fewest(&self) -> StrategySet {
        let (lab, ticked) = (&self.session.lab, self.project().design.strategies);
        if lab.ticked && !lab.fewest_by_sat.is_on { ticked } else { self.strategies_in_rounds() }
    }

    /// Asks where the formula of the present recipe shall be written to, and writes it there.
    pub(in crate::app) fn export_formula(&mut self, ctx: &egui::Context) {
        let recipe = &self.session.lab;
        let (request, encoding, format, rounds) =
            (self.rounds_request(), recipe.encoding, recipe.format, recipe.last_round);
        let make = move || {
            let watch = StopFlag::after(LONGEST_EXPORT);
            let made = export::Export::new(&request, encoding, format, rounds, &watch);
            let formula = made.map_err(|error| match error {
                export::ExportError::Stopped => {
                    let seconds = LONGEST_EXPORT.as_secs();
                    tr!("it takes longer than {seconds} s: choose fewer rounds, or use the command line", seconds)
                }
                error => error_text(&error),
            })?;
            let [variables, conditions] = [formula.n_vars(), formula.n_conditions()].map(|n| grouped(n as u64));
            let note = if format == Format::Cnf {
                tr!("{rounds} rounds, {variables} variables, {conditions} clauses", rounds, variables, conditions)
            } else {
                tr!("{rounds} rounds, {variables} variables, {conditions} constraints", rounds, variables, conditions)
            };
            Ok((vec![formula.to_string().into_bytes()], note))
        };
        self.export(ctx, Export::with_note("formula", format.name(), make));
    }

    fn backward_request(&self, pattern: Option<Pattern>) -> inverse::BackwardRequest {
        let (recipe, project) = (&self.session.lab, self.project());
        let shape = project.shape();
        inverse::BackwardRequest {
            strategies: if recipe.ticked { undoable(project.design.strategies, shape) } else { default_methods(shape) },
            schedule: recipe.phases.schedule(),
            pattern,
            symmetry: if recipe.is_symmetric && pattern.is_none() { project.symmetry } else { Symmetry::None },
            solution: self.lab_solution().filter(|_| recipe.from_solution).cloned(),
            fixed: pattern.map_or(Puzzle::empty(shape), |pattern| project.design.fixed.masked(&pattern)),
            theme: pattern.map_or_else(Theme::default, |_| project.design.theme.clone()),
            target: inverse::Target {
                difficulty: recipe.difficulty.get().filter(|_| shape == Shape::NINE),
                clues: recipe.clues.get().filter(|_| pattern.is_none()),
                required: StrategySet::EMPTY,
                at_least: recipe.at_least.get().into_iter().collect(),
                at_most: Vec::new(),
            },
            seed: recipe.seed,
            ..inverse::BackwardRequest::new(shape)
        }
    }

    pub(in crate::app) fn drain_lab(&mut self) {
        let (entry, failure) = self.lab.drain();
        self.results.gallery.add(entry.into_iter().collect());
        if let Some(failure) = failure {
            self.notices.error(failure);
        }
    }

    pub(in crate::app) fn replay_lab(&mut self, ctx: &egui::Context, to: Go) {
        let position = self.lab.position();
        let is_playing = self.lab.next_at.take().is_some();
        match to {
            Go::First => self.lab.go_to(0),
            Go::Back => self.lab.go_to(position.saturating_sub(1)),
            Go::Forward => self.lab.go_to(position + 1),
            Go::Last => self.lab.go_to(usize::MAX),
            Go::Play if is_playing => {}
            Go::Play => {
                if position >= self.lab.n_steps() {
                    self.lab.go_to(0);
                }
                self.lab.next_at = Some(ctx.input(|i| i.time) + 1.0 / f64::from(self.session.trace.speed));
            }
        }
    }

    pub(in crate::app) fn play_lab(&mut self, now: f64) {
        let Some(due) = self.lab.next_at.filter(|&due| now >= due && self.session.view == View::Lab) else { return };
        // Frames may come less often than steps are due.
        let pause = 1.0 / f64::from(self.session.trace.speed);
        let n_due = 1 + ((now - due).min(0.25) / pause) as usize;
        self.lab.go_to(self.lab.position() + n_due);
        let is_over = self.lab.position() >= self.lab.n_steps();
        self.lab.next_at = (!is_over).then_some((due + n_due as f64 * pause).max(now));
    }

    pub(in crate::app) fn take_from_lab(&mut self) {
        let Ok(puzzle) = self.lab.puzzle() else { return };
        let strategies = match self.lab.question() {
            Some(LabQuestion::Backward(request) | LabQuestion::Survey { request, .. }) => request.strategies,
            Some(LabQuestion::Rounds { request, .. }) => request.strategies,
            Some(LabQuestion::Fewest { question, .. }) => question.strategies,
            _ => StrategySet::ALL,
        };
        let strategies = solve(&puzzle, strategies).used();
        self.edit(&Edit::TakePuzzle { puzzle, strategies });
        self.notices.info(tr!("The puzzle is in the project now; undo brings the previous one back"));
    }
}

/// The strategies that the backward generator can undo, as far as the shape bears them.
fn undoable(ticked: StrategySet, shape: Shape) -> StrategySet {
    let mut strategies = ticked.intersection(StrategySet::BASIC);
    strategies.insert(StrategyId::NakedSingle);
    if shape.n() > 12 {
        strategies = strategies.intersection(default_methods(shape));
    }
    strategies
}
