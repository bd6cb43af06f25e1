//! One experiment at a time in the background, with looks at it while it runs.

use super::fewest::{FewestBy, fewest_outcome};
use super::record::{Record, Scene};
use super::survey::{SurveyRecord, survey_outcome};
use crate::app::language::{grouped, present, tr, tr_n};
use crate::app::live::duration_text;
use crate::app::live::hardest_text;
use crate::app::results::GalleryEntry;
use crate::app::wording::{error_text, n_cells, n_clues};
use crate::generate::inverse::{self, Backward, Ended, PencilState};
use crate::generate::lp::{
    LpAnswer, LpEnded, LpOptions, LpRequest, LpStep, PaperVerdict, lp_generate, relax_until, relax_with_cuts,
};
use crate::generate::sat::{self, Encoding, Rounds, SatOptions, SatRun};
use crate::generate::{self, FewestNews, MinimumQuestion, Request, Undecided, Watch};
use crate::grid::{Cell, Puzzle, Shape};
use crate::jobs::{Event, JobId, Look, Runner, StopFlag, backward};
use crate::logic::{Board, StrategySet, fast_count_until, rounds, solve};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// What is asked of the lab.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::app) enum LabQuestion {
    /// A puzzle made backwards.
    Backward(Box<inverse::BackwardRequest>),
    /// A puzzle made of fractions.
    Generator(LpRequest),
    /// The relaxation of a puzzle, if wanted with fractions cut off.
    Solver { puzzle: Puzzle, options: LpOptions, cuts: bool },
    /// Clues for a pattern by a formula with rounds.
    Rounds { request: Box<Request>, encoding: Encoding, last_round: usize },
    /// The puzzle with the fewest clues.
    Fewest { question: MinimumQuestion, by: FewestBy },
    /// So many puzzles of one solution grid, and what they need.
    Survey { request: Box<inverse::BackwardRequest>, n_wanted: usize },
}

/// A run while it goes on.
#[derive(Debug)]
enum Sight {
    Backward(Box<Look>),
    /// A step of the LP generator; its number says when it began anew.
    Step(usize, Box<LpStep>),
    /// A better puzzle with few clues, or a higher bound.
    Fewest(FewestNews),
    /// The puzzles of a solution grid so far.
    Survey(Box<SurveyRecord>),
}

/// What a run leaves behind.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Whether it is what was asked for.
    pub is_found: bool,
    /// How it ended, in one sentence.
    pub sentence: String,
    pub record: Option<Record>,
    /// The puzzle for the results.
    pub entry: Option<Box<GalleryEntry>>,
}

/// How far the lab is.
#[derive(Clone, PartialEq, Debug)]
pub enum LabState {
    /// Nothing was asked yet.
    Idle,
    /// A run goes on.
    Running {
        /// Its job.
        job: JobId,
        /// Since when.
        since: Instant,
    },
    /// The run ended.
    Done {
        /// Whether it is what was asked for.
        is_found: bool,
        /// How it ended.
        sentence: String,
    },
}

/// The lab: its run and what it shows.
#[derive(Debug)]
pub struct Lab {
    runner: Runner<Outcome>,
    wake: Arc<dyn Wake>,
    looks: Option<Receiver<Sight>>,
    state: LabState,
    question: Option<LabQuestion>,
    record: Option<Record>,
    /// Fresh starts of the run.
    attempt: u64,
    /// Whether the run has shown nothing yet, so that the record is that of the one before.
    is_fresh: bool,
    position: usize,
    scene: Option<Scene>,
    /// When the next point is due while the way plays, in seconds of the window's clock.
    pub(in crate::app) next_at: Option<f64>,
}

/// What wakes the window.
trait Wake: Fn() + Send + Sync {}
impl<T: Fn() + Send + Sync> Wake for T {}

impl std::fmt::Debug for dyn Wake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wake")
    }
}

impl Lab {
    /// Nothing asked yet; `wake` is called when there is something to see.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Lab> {
        let wake = Arc::new(wake);
        let runner = Runner::new("lab", {
            let wake = Arc::clone(&wake);
            move || wake()
        })?;
        Ok(Lab {
            runner,
            wake,
            looks: None,
            state: LabState::Idle,
            question: None,
            record: None,
            attempt: 0,
            is_fresh: false,
            position: 0,
            scene: None,
            next_at: None,
        })
    }

    /// How far it is.
    pub fn state(&self) -> &LabState {
        &self.state
    }

    /// Whether a run goes on.
    pub fn is_running(&self) -> bool {
        matches!(self.state, LabState::Running { .. })
    }

    /// What the run has to show.
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// What was asked last.
    pub(in crate::app) fn question(&self) -> Option<&LabQuestion> {
        self.question.as_ref()
    }

    /// What a board of this shape shows.
    pub fn scene(&self, shape: Shape) -> Option<&Scene> {
        self.record.as_ref().filter(|record| record.shape() == shape)?;
        self.scene.as_ref()
    }

    /// The point of the way on the board.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Number of steps of the way; none while it is made.
    pub fn n_steps(&self) -> usize {
        if self.is_running() { 0 } else { self.record.as_ref().map_or(0, Record::n_steps) }
    }

    /// Goes to a point of the way.
    pub fn go_to(&mut self, position: usize) {
        if self.is_running() {
            return;
        }
        self.position = position.min(self.n_steps());
        self.scene = self.record.as_ref().map(|record| record.scene(self.position));
    }

    /// The puzzle at the point on the board.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        if self.is_running() {
            return Err(tr!("The experiment is running: stop it first").to_owned());
        }
        let record = self.record.as_ref().ok_or_else(|| tr!("Run an experiment first").to_owned())?;
        record.puzzle(self.position)
    }

    /// Begins a run; what the one before left goes with the first look.
    pub(in crate::app) fn start(&mut self, question: LabQuestion) {
        let (sender, receiver) = channel();
        let wake = Arc::clone(&self.wake);
        let asked = question.clone();
        let language = present();
        let work = move |watch: &dyn Watch| {
            language.enter();
            work(&asked, watch, &sender, &|| wake())
        };
        let job = self.runner.submit(StopFlag::new(), Box::new(work));
        self.looks = Some(receiver);
        self.question = Some(question);
        self.state = LabState::Running { job, since: Instant::now() };
        self.next_at = None;
        self.attempt = 0;
        self.is_fresh = true;
    }

    /// Stops the run; it keeps what it has come to.
    pub fn stop(&mut self) {
        // What waits says nothing when it is dropped.
        if self.runner.stop() && self.is_running() {
            self.state = LabState::Done { is_found: false, sentence: tr!("Stopped before it began").to_owned() };
        }
    }

    /// Takes in what the run has to tell: puzzles for the results, and what a failed run says.
    pub(in crate::app) fn drain(&mut self) -> (Option<GalleryEntry>, Option<String>) {
        // The end first: what was seen before it is in the other channel by then.
        let events: Vec<Event<Outcome>> = std::iter::from_fn(|| self.runner.next_event()).collect();
        let sights: Vec<Sight> = self.looks.iter().flat_map(|looks| looks.try_iter()).collect();
        if self.is_running() {
            for sight in sights {
                self.look(sight);
            }
        }
        let (mut entry, mut failure) = (None, None);
        for event in events {
            let LabState::Running { job, .. } = self.state else { break };
            if event.job() != job {
                continue;
            }
            match event {
                Event::Begin { .. } | Event::Progress { .. } => {}
                Event::End { result, .. } => {
                    entry = result.entry.map(|entry| *entry);
                    self.state = LabState::Done { is_found: result.is_found, sentence: result.sentence };
                    if result.record.is_some() {
                        self.record = result.record;
                    }
                    self.go_to(usize::MAX);
                }
                Event::Failed { message, .. } => {
                    let sentence = tr!("The experiment failed, which is a bug: {message}", message);
                    self.state = LabState::Done { is_found: false, sentence: sentence.clone() };
                    failure = Some(sentence);
                }
            }
        }
        (entry, failure)
    }

    fn look(&mut self, sight: Sight) {
        match sight {
            Sight::Backward(look) => {
                let Some(LabQuestion::Backward(request)) = &self.question else { return };
                let strategies = request.strategies;
                self.attempt = look.attempt;
                self.scene = Some(Scene::Marks { state: look.state.clone(), last: None });
                self.record = Some(Record::Backward { state: look.state, way: None, course: look.course, strategies });
            }
            Sight::Step(number, step) => {
                let Some(LabQuestion::Generator(request)) = &self.question else { return };
                let (shape, rounding) = (request.shape, request.options.rounding);
                let is_new = number == 1 || !matches!(self.record, Some(Record::Generator { .. }));
                if is_new {
                    let record =
                        Record::Generator { shape, rounding, steps: Vec::new(), proper: Vec::new(), mended: None };
                    self.record = Some(record);
                }
                let Some(record) = &mut self.record else { return };
                if let Record::Generator { steps, .. } = record {
                    steps.push(*step);
                }
                self.position = record.n_steps();
                self.scene = Some(record.scene(self.position));
            }
            Sight::Fewest(news) => {
                let Some(LabQuestion::Fewest { question, by }) = &self.question else { return };
                let (shape, strategies) = (question.shape, question.strategies);
                let mut course = match self.record.take() {
                    Some(Record::Fewest { course, .. }) if !self.is_fresh => course,
                    _ => Vec::new(),
                };
                let next = course.last().cloned().unwrap_or_default().after(news, *by);
                course.push(next);
                self.show_last(Record::Fewest { shape, strategies, course });
            }
            Sight::Survey(record) => self.show_last(Record::Survey(record)),
        }
        self.is_fresh = false;
    }

    /// Puts the last point of what there is so far on the board.
    fn show_last(&mut self, record: Record) {
        self.position = record.n_steps();
        self.scene = Some(record.scene(self.position));
        self.record = Some(record);
    }

    /// The run in one line: while it goes on, and how it ended.
    pub fn sentence(&self) -> String {
        let since = match &self.state {
            LabState::Idle => return tr!("Choose an experiment on the right and run it").to_owned(),
            LabState::Done { sentence, .. } => return sentence.clone(),
            LabState::Running { since, .. } => since,
        };
        let elapsed = tr!("{seconds} s", seconds = format_args!("{:.1}", since.elapsed().as_secs_f64()));
        match (&self.question, &self.record) {
            (Some(LabQuestion::Backward(_)), Some(Record::Backward { course, way: None, .. })) => {
                let Some(point) = course.last() else { return tr!("Taking apart… {elapsed}", elapsed) };
                let best = course.iter().map(|point| point.value).fold(f64::NEG_INFINITY, f64::max);
                let elapsed = match self.attempt {
                    0 => elapsed,
                    attempt => tr!("run {number} · {elapsed}", number = attempt + 1, elapsed),
                };
                tr!(
                    "{clues} left · {marks} marks · {children} good children · best heuristic {best} · {elapsed}",
                    clues = n_clues(point.n_clues),
                    marks = grouped(point.n_marks as u64),
                    children = point.good_children,
                    best = format_args!("{best:.1}"),
                    elapsed
                )
            }
            (Some(LabQuestion::Generator(_)), Some(Record::Generator { steps, proper, .. })) if proper.is_empty() => {
                let n_fractions = steps.last().map_or(0, |step| step.n_fractions);
                tr!(
                    "{clues} · {fractions} fractions left · {elapsed}",
                    clues = n_clues(steps.len()),
                    fractions = grouped(n_fractions as u64),
                    elapsed
                )
            }
            (Some(LabQuestion::Fewest { .. }), Some(Record::Fewest { course, .. })) => {
                course.last().map_or(elapsed.clone(), |point| point.running(elapsed))
            }
            (Some(LabQuestion::Survey { n_wanted, .. }), Some(Record::Survey(record))) => {
                record.running(*n_wanted, &elapsed)
            }
            (Some(LabQuestion::Rounds { .. }), _) => tr!("Asking the SAT solver… {elapsed}", elapsed),
            (Some(LabQuestion::Solver { .. }), _) => tr!("Solving… {elapsed}", elapsed),
            _ => tr!("Beginning… {elapsed}", elapsed),
        }
    }
}

/// Carries a question out, on a thread of its own.
fn work(question: &LabQuestion, watch: &dyn Watch, looks: &Sender<Sight>, wake: &dyn Fn()) -> Outcome {
    // A window that is gone, or looks at another run, needs no looks.
    let show = |sight: Sight| {
        let _ = looks.send(sight);
        wake();
    };
    let since = Instant::now();
    match question {
        LabQuestion::Backward(request) => {
            let ended = backward(request, watch, &mut |look| show(Sight::Backward(Box::new(look))));
            match ended {
                Ok((ended, course)) => backward_outcome(ended, &course, request.strategies, since),
                Err(error) => Outcome { is_found: false, sentence: error_text(&error), record: None, entry: None },
            }
        }
        LabQuestion::Generator(request) => {
            let mut last: Option<Instant> = None;
            let mut waiting: Vec<Sight> = Vec::new();
            let ended = lp_generate(request, watch, &mut |snapshot| {
                waiting.push(Sight::Step(snapshot.steps, Box::new(snapshot.last.clone())));
                if last.is_none_or(|last| last.elapsed() >= Duration::from_millis(40)) {
                    last = Some(Instant::now());
                    waiting.drain(..).for_each(show);
                }
            });
            waiting.drain(..).for_each(show);
            generator_outcome(ended, &request.options, since)
        }
        LabQuestion::Solver { puzzle, options, cuts } => solver_outcome(puzzle, options, *cuts, watch, since),
        LabQuestion::Fewest { question, by } => {
            fewest_outcome(question, *by, watch, &mut |news| show(Sight::Fewest(news)))
        }
        LabQuestion::Survey { request, n_wanted } => {
            survey_outcome(request, *n_wanted, watch, &mut |record| show(Sight::Survey(Box::new(record))))
        }
        LabQuestion::Rounds { request, encoding, last_round } => {
            // Without bounds, so that the formula itself answers.
            let rounds = Rounds { first: 1, last: *last_round, step: 1 };
            let options = SatOptions { encoding: *encoding, rounds, no_bounds: true, ..SatOptions::default() };
            rounds_outcome(request, sat::run(request, &options, watch), since)
        }
    }
}

fn rounds_outcome(request: &Request, run: SatRun, since: Instant) -> Outcome {
    let time = duration_text(since.elapsed());
    let sizes = run.stats.rounds;
    let size = sizes.last().map(|size| {
        let (variables, clauses) = (grouped(size.variables as u64), grouped(size.clauses as u64));
        tr!("K = {rounds}: {variables} variables, {clauses} clauses", rounds = size.rounds, variables, clauses)
    });
    let with_size = |text: String| [Some(text), size.clone()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let state = |board: &Board| PencilState::new(board.values(), |cell| board.marks(cell));
    let (is_found, sentence, boards, entry) = match run.outcome {
        generate::Outcome::Found(found) => {
            let boards: Vec<PencilState> = rounds(found.puzzle(), request.order()).iter().map(state).collect();
            let n_rounds = tr_n!(boards.len() - 1, "1 round", "{n} rounds");
            let figures = with_size(format!("{} · {n_rounds}", n_clues(found.puzzle().n_clues())));
            let entry = GalleryEntry::new(found.trace(), None, None);
            (true, tr!("Found in {time} · {figures}", time, figures), boards, Some(Box::new(entry)))
        }
        generate::Outcome::Impossible(impossible) => {
            let why = with_size(impossible.reason().sentence.trim_end_matches('.').to_owned());
            (false, tr!("Impossible, seen in {time} · {why}", time, why), Vec::new(), None)
        }
        generate::Outcome::Undecided(Undecided::Stopped) => {
            let why = with_size(tr!("Stopped after {time}", time));
            (false, why, Vec::new(), None)
        }
        generate::Outcome::Undecided(Undecided::GaveUp(why)) => {
            (false, gave_up(&time, &with_size(why.trim_end_matches('.').to_owned())), Vec::new(), None)
        }
    };
    let nothing = || vec![state(&Board::new(&Puzzle::empty(request.pattern.shape)))];
    let boards = if boards.is_empty() { nothing() } else { boards };
    Outcome { is_found, sentence, record: Some(Record::Rounds { boards, sizes }), entry }
}

fn backward_outcome(ended: Ended, course: &[crate::jobs::Point], strategies: StrategySet, since: Instant) -> Outcome {
    let time = duration_text(since.elapsed());
    let figures = |result: &Backward| {
        let hardest = result.found.trace().hardest().map(hardest_text);
        let moves = tr_n!(result.way.moves.len(), "1 move", "{n} moves");
        let parts = [Some(n_clues(result.found.puzzle().n_clues())), hardest, Some(moves)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    let (is_found, sentence, result) = match ended {
        Ended::Found(result) => {
            let census = result.census;
            let each = census.good_children / census.choices.max(1);
            let each = (census.choices > 0).then(|| tr_n!(each, "1 good child a move", "{n} good children a move"));
            let restarts =
                (result.restarts > 0).then(|| tr_n!(result.restarts as usize, "1 fresh start", "{n} fresh starts"));
            let parts = [Some(figures(&result)), each, restarts];
            let figures = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            (true, tr!("Found in {time} · {figures}", time, figures), Some(result))
        }
        Ended::Undecided(why, result) => {
            let closest = result.as_ref().map(|result| figures(result));
            let sentence = match (why, closest) {
                (Undecided::Stopped, Some(kept)) => tr!("Stopped after {time} · kept: {kept}", time, kept),
                (Undecided::Stopped, None) => tr!("Stopped after {time} · nothing to keep yet", time),
                (Undecided::GaveUp(why), Some(closest)) => tr!(
                    "Gave up after {time} · {why} · closest: {closest}",
                    time,
                    why = why.trim_end_matches('.'),
                    closest
                ),
                (Undecided::GaveUp(why), None) => gave_up(&time, &why),
            };
            (false, sentence, result)
        }
    };
    let entry = result
        .as_ref()
        .filter(|_| is_found)
        .map(|result| Box::new(GalleryEntry::new(result.found.trace(), None, None)));
    let record = result.map(|result| Record::of_way(result.way, course, strategies));
    Outcome { is_found, sentence, record, entry }
}

pub(super) fn gave_up(time: &str, why: &str) -> String {
    tr!("Gave up after {time} · {why}", time, why = why.trim_end_matches('.'))
}

fn generator_outcome(ended: LpEnded, options: &LpOptions, since: Instant) -> Outcome {
    let time = duration_text(since.elapsed());
    match ended {
        LpEnded::Found(found) => {
            let figures = [
                Some(n_clues(found.puzzle.n_clues())),
                Some(tr_n!(found.steps.len(), "1 relaxation", "{n} relaxations")),
                (found.n_taken_back > 0).then(|| tr!("{n} taken back", n = found.n_taken_back)),
                (found.n_added > 0).then(|| tr!("{n} added", n = found.n_added)),
                (found.n_removed > 0).then(|| tr!("{n} removed", n = found.n_removed)),
                match found.paper {
                    PaperVerdict::Proper => None,
                    PaperVerdict::Multiple => Some(tr!("unmended it would have several solutions").to_owned()),
                    PaperVerdict::Impossible => Some(tr!("unmended it would be impossible").to_owned()),
                },
            ];
            let figures = figures.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            Outcome {
                is_found: true,
                sentence: tr!("Found in {time} · {figures}", time, figures),
                entry: Some(Box::new(GalleryEntry::new(&solve(&found.puzzle, StrategySet::ALL), None, None))),
                record: Some(Record::of_generator(&found, options)),
            }
        }
        LpEnded::Undecided(why) => {
            let sentence = match why {
                Undecided::Stopped => tr!("Stopped after {time} · no puzzle yet: fractions are left", time),
                Undecided::GaveUp(why) => gave_up(&time, &why),
            };
            Outcome { is_found: false, sentence, record: None, entry: None }
        }
    }
}

fn solver_outcome(puzzle: &Puzzle, options: &LpOptions, cuts: bool, watch: &dyn Watch, since: Instant) -> Outcome {
    let should_stop = || watch.should_stop();
    let cut = if cuts {
        relax_with_cuts(puzzle, options, &should_stop).map(|cut| (cut.relaxation, cut.cuts))
    } else {
        relax_until(puzzle, options, &should_stop).map(|relaxation| (relaxation, Vec::new()))
    };
    let Some((relaxation, cuts)) = cut else {
        let time = duration_text(since.elapsed());
        let sentence = tr!("Stopped after {time} · nothing is known yet", time);
        return Outcome { is_found: false, sentence, record: None, entry: None };
    };
    let is_decided_before = relaxation.answer == LpAnswer::Solved && relaxation.iterations == 0;
    let mut iterations = if is_decided_before {
        tr!("the sums alone decide every z").to_owned()
    } else {
        tr_n!(relaxation.iterations as usize, "1 iteration", "{n} iterations")
    };
    if !cuts.is_empty() {
        iterations = format!("{iterations} · {}", tr_n!(cuts.len(), "1 candidate cut off", "{n} candidates cut off"));
    }
    let is_fractional = relaxation.answer == LpAnswer::Fractional;
    let fractions = if is_fractional { relaxation.fractions(options) } else { Vec::new() };
    let mut cells: Vec<Cell> = fractions.into_iter().map(|(candidate, _)| candidate.cell).collect();
    cells.dedup();
    let n_solutions = is_fractional.then(|| fast_count_until(puzzle, 2, &should_stop)).flatten();
    let (time, cells) = (duration_text(since.elapsed()), cells_text(puzzle.shape(), &cells));
    let sentence = match (&relaxation.answer, n_solutions) {
        (LpAnswer::Solved, _) => {
            tr!("Solved in {time} · every z is 0 or 1, and this is the only solution · {iterations}", time, iterations)
        }
        (LpAnswer::Infeasible, _) => {
            tr!("Infeasible, seen in {time} · no z meets all rows, so there is no solution", time)
        }
        (LpAnswer::Undecided, _) => {
            tr!("Undecided after {time} · the solver gave up · {iterations}", time, iterations)
        }
        (LpAnswer::Fractional, None) => {
            tr!("Fractional after {time} · stopped before the solutions were counted · {cells}", time, cells)
        }
        (LpAnswer::Fractional, Some(0)) => tr!("Fractional after {time} · no solution · {cells}", time, cells),
        (LpAnswer::Fractional, Some(1)) => {
            tr!("Fractional after {time} · one solution, beyond the relaxation · {cells}", time, cells)
        }
        (LpAnswer::Fractional, Some(_)) => {
            tr!("Fractional after {time} · several solutions · {cells}", time, cells)
        }
    };
    let is_found = relaxation.answer == LpAnswer::Solved;
    let record = Record::Solver { puzzle: puzzle.clone(), rounding: options.rounding, relaxation };
    Outcome { is_found, sentence, record: Some(record), entry: None }
}

/// "40 cells: r1c2, r1c3, … and 34 more".
fn cells_text(shape: Shape, cells: &[Cell]) -> String {
    const SHOWN: usize = 6;
    let names: Vec<String> = cells.iter().take(SHOWN).map(|&cell| shape.cell_name(cell)).collect();
    let (count, names) = (n_cells(cells.len()), names.join(", "));
    match cells.len().saturating_sub(SHOWN) {
        0 => tr!("{count}: {names}", count, names),
        more => tr!("{count}: {names} and {more} more", count, names, more),
    }
}
