//! The trace: going from step to step, playing, choosing another way, export.

use crate::app::io::Export;
use crate::app::language::tr;
use crate::app::studio::App;
use crate::app::trace::{Go, Path, Replay, ShownStep, TraceTab, fitting_steps, unfolded};
use crate::app::view::View;
use crate::grid::CellSet;
use crate::jobs::available;
use crate::logic::{Drawing, Step, StrategyId, StrategySet, Trace, reasoning};
use crate::sheet::{ReportFormat, end_sentence, report};
use eframe::egui;

impl App {
    pub(in crate::app) fn step_to(&mut self, step: usize) {
        self.session.view = View::Trace;
        self.session.trace.next_at = None;
        self.go_to_step(step);
    }

    pub(in crate::app) fn replay_trace(&mut self, ctx: &egui::Context, to: Go) {
        match to {
            Go::First => self.step_to(0),
            Go::Back => {
                let step =
                    self.trace().map_or(0, |trace| self.session.trace.replay.before(trace, self.session.trace.step));
                self.step_to(step);
            }
            Go::Forward => self.step_to(self.step_after()),
            Go::Last => self.step_to(usize::MAX),
            Go::Play => self.toggle_play(ctx),
        }
    }

    fn step_after(&self) -> usize {
        self.trace().map_or(0, |trace| self.session.trace.replay.next(trace, self.session.trace.step))
    }

    /// The next step of the trace that uses the strategy of the present one.
    pub(in crate::app) fn next_alike(&self) -> Option<usize> {
        let steps = &self.trace()?.steps;
        let strategy = steps.get(self.session.trace.step)?.strategy();
        (self.session.trace.step + 1..steps.len()).find(|&index| steps[index].strategy() == strategy)
    }

    /// The next step of the trace that is harder than all before it, or as hard as the hardest; singles never are.
    pub(in crate::app) fn next_hard(&self) -> Option<usize> {
        let steps = &self.trace()?.steps;
        let ranking = &self.project().design.ranking;
        let is_single = |id| id == StrategyId::FullHouse || StrategySet::SINGLES.contains(id);
        let rank = |step: &Step| Some(step.strategy()).filter(|&id| !is_single(id)).map(|id| ranking.rank(id));
        let hardest = steps.iter().filter_map(rank).max()?;
        let mut so_far = 0;
        let is_hard: Vec<bool> = steps
            .iter()
            .map(|step| {
                let rank = rank(step).unwrap_or(0);
                let is_hard = rank > so_far || rank == hardest;
                so_far = so_far.max(rank);
                is_hard
            })
            .collect();
        (self.session.trace.step + 1..steps.len()).find(|&index| is_hard[index])
    }

    /// The next step that fits what is typed to find steps, from the first one on again after the last.
    pub(in crate::app) fn next_fitting_step(&self) -> Option<usize> {
        let fitting = fitting_steps(self.trace()?, &self.session.trace.filter)?;
        fitting.iter().find(|&&index| index > self.session.trace.step).or(fitting.first()).copied()
    }

    pub(in crate::app) fn go_to_step(&mut self, step: usize) {
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.session.trace.step = step.min(n_steps);
        self.session.trace.scroll_to_step = true;
    }

    pub(in crate::app) fn set_replay(&mut self, replay: Replay) {
        self.session.trace.replay = replay;
        if replay == Replay::Digits {
            // From a step that only rules out on to the next digit.
            let step = self.session.trace.step;
            let places = |index: usize| {
                let step = self.trace().and_then(|trace| trace.steps.get(index));
                step.is_none_or(|step| !step.placed().is_empty())
            };
            if step > 0 && !places(step) {
                self.go_to_step(self.step_after());
            }
        }
    }

    fn toggle_play(&mut self, ctx: &egui::Context) {
        self.session.view = View::Trace;
        if self.session.trace.next_at.take().is_some() {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        if self.session.trace.step >= n_steps {
            self.go_to_step(0);
        }
        self.session.trace.next_at = Some(ctx.input(|i| i.time) + 1.0 / f64::from(self.session.trace.speed));
    }

    pub(in crate::app) fn play(&mut self, now: f64) {
        let Some(due) = self.session.trace.next_at else { return };
        if now < due {
            return;
        }
        let n_steps = self.trace().map_or(0, |trace| trace.steps.len());
        self.go_to_step(self.step_after());
        let is_over = self.session.trace.step >= n_steps;
        self.session.trace.next_at = (!is_over).then(|| now + 1.0 / f64::from(self.session.trace.speed));
    }

    /// Goes on with another of the possible steps: the trace is the same up to here.
    pub(in crate::app) fn go_on_with(&mut self, index: usize) {
        let point = self.trace_point();
        let (Some(trace), Some(step)) = (self.trace(), self.possible_steps().and_then(|steps| steps.get(index))) else {
            return;
        };
        let (trace, step, order) = (trace.clone(), step.clone(), self.project().order());
        self.session.trace.next_at = None;
        let at = point.2.min(trace.steps.len());
        self.trace.paths.ask((point, index), || Box::new(move |_| trace.branch(at, step, order)));
    }

    pub(in crate::app) fn leave_path(&mut self) {
        self.trace.path = None;
        self.trace.shown = None;
        self.go_to_step(self.session.trace.step);
    }

    pub(in crate::app) fn drain_askers(&mut self) {
        let failures = [
            self.trace.possible.drain().err(),
            self.layouts.contradictions.drain().err(),
            self.trace.paths.drain().err(),
            self.trace.practice.drain().err(),
            self.solving.hints.drain().err(),
            self.analysis.analyses.drain().err(),
            self.analysis.spare_clues.drain().err(),
            self.analysis.figures.drain().err(),
            self.sheets.drain().err(),
            self.analysis.sets.drain().err(),
            self.results.derived.drain().err(),
            self.layouts.rolls.drain().err(),
            self.layouts.fills.drain().err(),
        ];
        for failure in failures.into_iter().flatten() {
            self.notices.error(failure);
        }
        self.take_layouts();
        if let Some(((point, _), trace)) = self.trace.paths.take()
            && point == self.trace_point()
        {
            self.trace.n_paths += 1;
            self.trace.path = Some(Path { revision: point.0, number: self.trace.n_paths, trace });
            self.trace.shown = None;
            self.go_to_step(point.2);
        }
        self.take_practice();
        if let Some(((board, _), hint)) = self.solving.hints.take() {
            self.show_hint(&board, hint);
        }
        self.take_derived();
    }

    pub(in crate::app) fn refresh_step(&mut self) {
        let revision = self.live.revision();
        if let Some(shown) = self.trace.shown.take_if(|shown| shown.at.0 != revision) {
            self.trace.path = None;
            // Where the new trace comes to the same position, as after a step was placed, it stays in sight.
            let is_same = |trace: &Trace| {
                shown.at.2 <= trace.steps.len() && trace.board_before(shown.at.2) == shown.picture.board
            };
            self.session.trace.step = self.shown_trace().filter(|trace| is_same(trace)).map_or(0, |_| shown.at.2);
            self.session.trace.next_at = None;
            self.session.trace.scroll_to_step = true;
        }
        // While the next answer is sought the old trace stays, greyed.
        let Some(trace) = self.shown_trace() else {
            self.trace.shown = None;
            return;
        };
        let (_, number, step) = self.trace_point();
        let at = (revision, number, step.min(trace.steps.len()));
        let is_new = self.trace.shown.as_ref().is_none_or(|shown| shown.at != at);
        let line = self.session.trace.line.filter(|_| !is_new);
        if is_new || self.trace.shown.as_ref().is_some_and(|shown| shown.line != line) {
            let board = trace.board_before(at.2);
            let step = trace.steps.get(at.2);
            let rows = step.map_or(Vec::new(), |step| reasoning(step, &board));
            let sentence = match step {
                Some(step) => step.sentence(&board),
                None => end_sentence(trace.steps.len(), board.n_unsolved()),
            };
            let picture = match (step, line.and_then(|line| rows.get(line))) {
                (Some(step), Some(row)) => Drawing::of_nodes(board, step, &row.nodes),
                _ => Drawing::new(board, step),
            };
            self.trace.shown = Some(ShownStep { at, line, picture, sentence, reasoning: rows });
            if is_new {
                self.session.trace.line = None;
                self.session.trace.folded.clear();
            }
        }
        self.ask_possible();
    }

    pub(in crate::app) fn show_trace_tab(&mut self, tab: TraceTab) {
        self.session.trace.tab = tab;
        if tab == TraceTab::Possible {
            self.session.trace.line = None;
        }
    }

    /// Folds a branch of the reasoning or unfolds it. A line that is folded away gives way to the heading.
    pub(in crate::app) fn fold_reasoning(&mut self, row: usize) {
        let trace = &mut self.session.trace;
        if !trace.folded.remove(&row) {
            trace.folded.insert(row);
            let n_within =
                self.trace.shown.as_ref().and_then(|shown| shown.reasoning.get(row)).map_or(0, |r| r.n_within);
            trace.line = trace.line.map(|line| if (row..=row + n_within).contains(&line) { row } else { line });
        }
    }

    /// The line of the reasoning after the present one, or before it; the inner `None` is the whole chain.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::app) fn reasoning_line(&self, is_forward: bool) -> Result<Option<usize>, String> {
        self.trace_steps_or_why()?;
        let rows = self.trace.shown.as_ref().map_or(&[][..], |shown| &shown.reasoning);
        if rows.is_empty() {
            return Err(tr!("This step has no chain").to_owned());
        }
        let shown = unfolded(rows, &self.session.trace);
        let at = self.session.trace.line.and_then(|line| shown.iter().position(|&row| row == line));
        match (at, is_forward) {
            (None, true) => Ok(Some(0)),
            (None, false) => Err(tr!("The whole chain is shown").to_owned()),
            (Some(at), true) => {
                shown.get(at + 1).map(|&row| Some(row)).ok_or_else(|| tr!("This is the last line").to_owned())
            }
            (Some(at), false) => Ok(at.checked_sub(1).map(|before| shown[before])),
        }
    }

    /// The cells of the line of the reasoning that is chosen.
    pub(in crate::app) fn cells_of_line(&self) -> Option<CellSet> {
        let shown = self.trace.shown.as_ref().filter(|_| self.session.view == View::Trace)?;
        shown.line.and_then(|line| shown.reasoning.get(line)).map(|row| row.cells)
    }

    pub(in crate::app) fn go_to_line(&mut self, is_forward: bool) {
        if let Ok(line) = self.reasoning_line(is_forward) {
            self.session.view = View::Trace;
            self.session.trace.tab = TraceTab::Reasoning;
            self.session.trace.line = line;
            self.session.trace.scroll_to_line = line.is_some();
        }
    }

    /// What else is possible at this point, while somebody looks.
    fn ask_possible(&mut self) {
        let is_looked_at = self.session.view == View::Trace && self.session.trace.next_at.is_none();
        let (Some(shown), true, Some(_)) = (&self.trace.shown, is_looked_at, self.trace()) else { return };
        let (point, board, order) = (shown.at, &shown.picture.board, self.project().order());
        let is_proper = self.live.answer().is_some_and(|answer| answer.solution().is_some());
        self.trace.possible.ask(point, || {
            let board = board.clone();
            Box::new(move |watch| available(&board, &order, is_proper, watch))
        });
    }

    pub(in crate::app) fn export_trace(&mut self, ctx: &egui::Context, format: ReportFormat) {
        let Some(trace) = self.trace() else { return };
        let text = report(trace, &self.name(), format);
        self.export(ctx, Export::text("trace", format.extension(), text));
    }
}
