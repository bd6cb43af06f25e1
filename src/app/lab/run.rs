//! One experiment at a time in the background, with looks at it while it runs.

use super::record::{Record, Scene};
use crate::app::language::tr;
use crate::app::live::{duration_text, grouped};
use crate::app::results::GalleryEntry;
use crate::app::wording::capitalised;
use crate::generate::inverse::{self, Backward, Ended};
use crate::generate::lp::{LpAnswer, LpEnded, LpOptions, LpRequest, LpStep, PaperVerdict, lp_generate, relax_until};
use crate::generate::{Undecided, Watch};
use crate::grid::{Cell, Puzzle, Shape};
use crate::jobs::{Event, JobId, Look, Runner, StopFlag, backward};
use crate::logic::{StrategySet, fast_count_until, solve};
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
    /// The relaxation of a puzzle.
    Solver(Puzzle, LpOptions),
}

/// A run while it goes on.
#[derive(Debug)]
enum Sight {
    Backward(Box<Look>),
    /// A step of the LP generator; its number says when it began anew.
    Step(usize, Box<LpStep>),
}

/// What a run leaves behind.
#[derive(Debug)]
struct Outcome {
    /// Whether it is what was asked for.
    is_found: bool,
    /// What stands before the time it took, and after it.
    sentence: [String; 2],
    record: Option<Record>,
    /// The puzzle for the results.
    entry: Option<Box<GalleryEntry>>,
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
        let job = self.runner.submit(StopFlag::new(), Box::new(move |watch| work(&asked, watch, &sender, &|| wake())));
        self.looks = Some(receiver);
        self.question = Some(question);
        self.state = LabState::Running { job, since: Instant::now() };
        self.next_at = None;
        self.attempt = 0;
    }

    /// Stops the run; it keeps what it has come to.
    pub fn stop(&mut self) {
        // What waits says nothing when it is dropped.
        if self.runner.stop() && self.is_running() {
            self.state = LabState::Done { is_found: false, sentence: "Stopped before it began".to_owned() };
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
                Event::End { result, elapsed, .. } => {
                    entry = result.entry.map(|entry| *entry);
                    let [before, after] = result.sentence;
                    let sentence = if after.is_empty() {
                        before
                    } else {
                        format!("{before} {} · {after}", duration_text(elapsed))
                    };
                    self.state = LabState::Done { is_found: result.is_found, sentence };
                    if result.record.is_some() {
                        self.record = result.record;
                    }
                    self.go_to(usize::MAX);
                }
                Event::Failed { message, .. } => {
                    let sentence = format!("The experiment failed, which is a bug: {message}");
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
        }
    }

    /// The run in one line: while it goes on, and how it ended.
    pub fn sentence(&self) -> String {
        let since = match &self.state {
            LabState::Idle => return "Choose an experiment on the right and run it".to_owned(),
            LabState::Done { sentence, .. } => return sentence.clone(),
            LabState::Running { since, .. } => since,
        };
        let elapsed = format!("{:.1} s", since.elapsed().as_secs_f64());
        match (&self.question, &self.record) {
            (Some(LabQuestion::Backward(_)), Some(Record::Backward { course, way: None, .. })) => {
                let Some(point) = course.last() else { return format!("Taking apart… {elapsed}") };
                let best = course.iter().map(|point| point.value).fold(f64::NEG_INFINITY, f64::max);
                let again = if self.attempt > 0 { format!(" · run {}", self.attempt + 1) } else { String::new() };
                format!(
                    "{} clues left · {} marks · {} good children · best heuristic {best:.1}{again} · {elapsed}",
                    point.n_clues,
                    grouped(point.n_marks as u64),
                    point.good_children
                )
            }
            (Some(LabQuestion::Generator(_)), Some(Record::Generator { steps, proper, .. })) if proper.is_empty() => {
                let n_fractions = steps.last().map_or(0, |step| step.n_fractions);
                format!("{} clues · {} fractions left · {elapsed}", steps.len(), grouped(n_fractions as u64))
            }
            (Some(LabQuestion::Solver(..)), _) => format!("Solving… {elapsed}"),
            _ => format!("Beginning… {elapsed}"),
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
    match question {
        LabQuestion::Backward(request) => {
            let ended = backward(request, watch, &mut |look| show(Sight::Backward(Box::new(look))));
            match ended {
                Ok((ended, course)) => backward_outcome(ended, &course, request.strategies),
                Err(error) => Outcome {
                    is_found: false,
                    sentence: [capitalised(&error.to_string()), String::new()],
                    record: None,
                    entry: None,
                },
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
            generator_outcome(ended, &request.options)
        }
        LabQuestion::Solver(puzzle, options) => solver_outcome(puzzle, options, watch),
    }
}

fn backward_outcome(ended: Ended, course: &[crate::jobs::Point], strategies: StrategySet) -> Outcome {
    let figures = |result: &Backward| {
        let n_clues = result.found.puzzle().n_clues();
        let hardest = result.found.trace().hardest();
        let hardest = hardest.map_or(String::new(), |id| format!(" · hardest: {}", id.in_sentence()));
        format!("{n_clues} clues{hardest} · {} moves", grouped(result.way.moves.len() as u64))
    };
    let (is_found, before, after, result) = match ended {
        Ended::Found(result) => {
            let census = result.census;
            let each = census.good_children / census.choices.max(1);
            let restarts =
                if result.restarts > 0 { format!(" · {} fresh starts", result.restarts) } else { String::new() };
            let each = if census.choices > 0 { format!(" · {each} good children a move") } else { String::new() };
            (true, "Found in", format!("{}{each}{restarts}", figures(&result)), Some(result))
        }
        Ended::Undecided(why, result) => {
            let closest = result.as_ref().map_or("nothing yet".to_owned(), |result| figures(result));
            let (before, after) = match why {
                Undecided::Stopped => ("Stopped after", format!("kept: {closest}")),
                Undecided::GaveUp(why) => {
                    let closest = if result.is_some() { format!(" · closest: {closest}") } else { String::new() };
                    ("Gave up after", format!("{}{closest}", why.trim_end_matches('.')))
                }
            };
            (false, before, after, result)
        }
    };
    let entry = result
        .as_ref()
        .filter(|_| is_found)
        .map(|result| Box::new(GalleryEntry::new(result.found.trace(), None, None)));
    let record = result.map(|result| Record::of_way(result.way, course, strategies));
    Outcome { is_found, sentence: [before.to_owned(), after], record, entry }
}

fn generator_outcome(ended: LpEnded, options: &LpOptions) -> Outcome {
    match ended {
        LpEnded::Found(found) => {
            let mut parts = vec![format!("{} clues", found.puzzle.n_clues())];
            parts.push(format!("{} relaxations", found.steps.len()));
            for (n, what) in
                [(found.n_taken_back, "taken back"), (found.n_added, "added"), (found.n_removed, "removed")]
            {
                if n > 0 {
                    parts.push(format!("{n} {what}"));
                }
            }
            match found.paper {
                PaperVerdict::Proper => {}
                PaperVerdict::Multiple => parts.push("unmended it would have several solutions".to_owned()),
                PaperVerdict::Impossible => parts.push("unmended it would be impossible".to_owned()),
            }
            Outcome {
                is_found: true,
                sentence: ["Found in".to_owned(), parts.join(" · ")],
                entry: Some(Box::new(GalleryEntry::new(&solve(&found.puzzle, StrategySet::ALL), None, None))),
                record: Some(Record::of_generator(&found, options)),
            }
        }
        LpEnded::Undecided(why) => {
            let sentence = match why {
                Undecided::Stopped => ["Stopped after", "no puzzle yet: fractions are left"].map(str::to_owned),
                Undecided::GaveUp(why) => ["Gave up after".to_owned(), why.trim_end_matches('.').to_owned()],
            };
            Outcome { is_found: false, sentence, record: None, entry: None }
        }
    }
}

fn solver_outcome(puzzle: &Puzzle, options: &LpOptions, watch: &dyn Watch) -> Outcome {
    let should_stop = || watch.should_stop();
    let Some(relaxation) = relax_until(puzzle, options, &should_stop) else {
        let sentence = ["Stopped after", "nothing is known yet"].map(str::to_owned);
        return Outcome { is_found: false, sentence, record: None, entry: None };
    };
    let iterations = format!("{} iterations", relaxation.iterations);
    let (before, after) = match relaxation.answer {
        LpAnswer::Solved => ("Solved in", format!("every z is 0 or 1, and this is the only solution · {iterations}")),
        LpAnswer::Infeasible => ("Infeasible, seen in", "no z meets all rows, so there is no solution".to_owned()),
        LpAnswer::Undecided => ("Undecided after", format!("the solver gave up · {iterations}")),
        LpAnswer::Fractional => {
            let mut cells: Vec<Cell> =
                relaxation.fractions(options).into_iter().map(|(candidate, _)| candidate.cell).collect();
            cells.dedup();
            let n_solutions = match fast_count_until(puzzle, 2, &should_stop) {
                None => "stopped before the solutions were counted",
                Some(0) => "no solution",
                Some(1) => "one solution, beyond the relaxation",
                Some(_) => "several solutions",
            };
            ("Fractional after", format!("{n_solutions} · {}", cells_text(puzzle.shape(), &cells)))
        }
    };
    let is_found = relaxation.answer == LpAnswer::Solved;
    let record = Record::Solver { puzzle: puzzle.clone(), rounding: options.rounding, relaxation };
    Outcome { is_found, sentence: [before.to_owned(), after], record: Some(record), entry: None }
}

/// "40 cells: r1c2, r1c3, … and 34 more".
fn cells_text(shape: Shape, cells: &[Cell]) -> String {
    const SHOWN: usize = 6;
    let names: Vec<String> = cells.iter().take(SHOWN).map(|&cell| shape.cell_name(cell)).collect();
    let more = if cells.len() > SHOWN { format!(" and {} more", cells.len() - SHOWN) } else { String::new() };
    let count = if cells.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", cells.len()) };
    format!("{count}: {}{more}", names.join(", "))
}
