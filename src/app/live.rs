//! Live generation: the answer to the design on the screen, sought in the background.

use super::language::{grouped, tr, tr_n};
use super::wording::{and_list, strategy_in_sentence, told_text};
use crate::generate::{Method, Progress, Undecided, known_lower_bound};
use crate::grid::{CellSet, Digit, Puzzle};
use crate::jobs::{Answer, Event, Flawed, JobId, Question, Runner, StopFlag, answer};
use crate::logic::{Goal, StrategyId, StrategySet};
use std::time::{Duration, Instant};

/// Seconds in which a new digit fades in.
pub(super) const FADE: f64 = 0.08;

/// A search gets this long before the line says that it is still going on.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);

/// How far the search is.
#[derive(Clone, PartialEq, Debug)]
pub enum LiveState {
    /// Nothing to search for.
    Idle,
    /// The job is at work.
    Running {
        /// The job.
        job: JobId,
        /// Since when.
        since: Instant,
        /// What each of its methods reported last.
        progress: Vec<Progress>,
    },
    /// There is an answer.
    Done {
        /// How long it took.
        elapsed: Duration,
    },
    /// The job panicked.
    Failed {
        /// The panic's message.
        message: String,
    },
}

/// A digit on the board and since when it stands there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shown {
    /// The digit.
    pub digit: Digit,
    /// In seconds of the window's clock.
    pub since: f64,
}

/// The design on the screen and the answer to it.
#[derive(Debug)]
pub struct Live {
    runner: Runner<Answer>,
    question: Option<Question>,
    state: LiveState,
    answer: Option<Answer>,
    /// Digits on the board; older than the answer while the next one is sought.
    shown: Vec<Option<Shown>>,
    /// Counts answers, so that others can tell a new one.
    revision: u64,
}

impl Live {
    /// Nothing to search for yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Live> {
        let runner = Runner::new("generator", wake)?;
        Ok(Live { runner, question: None, state: LiveState::Idle, answer: None, shown: Vec::new(), revision: 0 })
    }

    /// How far the search is.
    pub fn state(&self) -> &LiveState {
        &self.state
    }

    /// The answer to the design on the screen; `None` while it is sought.
    pub fn answer(&self) -> Option<&Answer> {
        if self.is_stale() { None } else { self.answer.as_ref() }
    }

    /// The last answer, even while the next one is sought.
    pub fn last_answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Whether the last answer belongs to an earlier design.
    pub fn is_stale(&self) -> bool {
        matches!(self.state, LiveState::Running { .. } | LiveState::Failed { .. } | LiveState::Idle)
    }

    /// Whether it is proven that no puzzle exists for this design.
    pub fn is_impossible(&self) -> bool {
        matches!(self.answer(), Some(Answer::Impossible(_)))
    }

    /// Number of clue cells and the fewest that any puzzle needs, while the pattern has too few of them for the answer
    /// to mean anything: nobody could think that it is finished. Equal digits in a house are wrong all the same.
    pub fn young(&self) -> Option<(usize, usize)> {
        let design = self.question.as_ref()?.design();
        let n_clues = design.pattern.n_clues();
        let least = known_lower_bound(design.pattern.shape, design.strategies).clues;
        let is_bad = matches!(self.answer(), Some(Answer::Impossible(_) | Answer::Flawed(_)));
        (is_bad && n_clues < least && design.fixed.conflict().is_none()).then_some((n_clues, least))
    }

    /// The known clues with their only solution, if the ticked strategies do not lead to it.
    pub fn stuck(&self) -> Option<&Flawed> {
        match self.answer() {
            Some(Answer::Flawed(flawed)) if flawed.is_stuck() => Some(flawed),
            _ => None,
        }
    }

    /// Cells that are to blame.
    pub fn guilty_cells(&self) -> CellSet {
        // Where the strategies get stuck nothing is wrong with the open cells.
        if self.young().is_some() || self.stuck().is_some() {
            return CellSet::EMPTY;
        }
        match self.answer() {
            Some(Answer::Impossible(impossible)) => impossible.reason().cells,
            Some(Answer::Flawed(flawed)) => flawed.flaw.cells,
            _ => CellSet::EMPTY,
        }
    }

    /// Digits on the board.
    pub fn shown(&self) -> &[Option<Shown>] {
        &self.shown
    }

    /// Counts answers.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Makes this the question about the design on the screen. True if a search began.
    ///
    /// Clues that are the present answer and come back with the document are no news.
    pub fn ask(&mut self, question: Option<Question>) -> bool {
        let Some(question) = question else {
            if self.question.take().is_some() || self.answer.is_some() {
                self.runner.stop();
                self.revision += 1;
            }
            self.answer = None;
            self.state = LiveState::Idle;
            self.shown.clear();
            return false;
        };
        if self.question.as_ref() == Some(&question) || self.answered().as_ref() == Some(&question) {
            return false;
        }
        let design = question.design();
        let cells = design.pattern.cells;
        if self.shown.len() == design.pattern.shape.n_cells() {
            for (index, shown) in self.shown.iter_mut().enumerate() {
                if !cells.contains(crate::grid::Cell::from_index(index)) {
                    *shown = None;
                }
            }
        } else {
            self.shown = vec![None; design.pattern.shape.n_cells()];
        }
        let job = self.runner.submit(StopFlag::new(), {
            let question = question.clone();
            Box::new(move |watch| answer(&question, watch))
        });
        self.question = Some(question);
        self.state = LiveState::Running { job, since: Instant::now(), progress: Vec::new() };
        true
    }

    /// The question that the present answer answers as well: whether its clues are good.
    fn answered(&self) -> Option<Question> {
        if matches!(self.state, LiveState::Running { .. }) {
            return None;
        }
        let clues = self.answer.as_ref()?.puzzle()?;
        Some(Question::judge(self.question.as_ref()?.design().clone(), clues.clone()))
    }

    /// Asks the present question again.
    pub fn restart(&mut self) {
        let question = self.question.take();
        self.ask(question);
    }

    /// Where clues that were to be kept gave way to others, or to none, the question was in the end for any clues.
    fn end_question(&mut self, answer: &Answer) {
        if !matches!(answer, Answer::Proper(_) | Answer::Flawed(_))
            && let Some(Question::Keep(design, _, method)) = &self.question
        {
            self.question = Some(Question::find(design.clone(), *method));
        }
    }

    /// Stops the search; it ends without an answer.
    pub fn stop(&mut self) {
        // Events of the job are drained first, so what waits is the present job.
        if self.runner.stop()
            && let LiveState::Running { since, .. } = self.state
        {
            let answer = Answer::Undecided(Undecided::Stopped);
            let elapsed = since.elapsed();
            self.end_question(&answer);
            self.answer = Some(answer);
            self.state = LiveState::Done { elapsed };
            self.revision += 1;
        }
    }

    /// Takes in what the job has to tell; `now` is the window's clock. True if an answer came.
    pub fn drain(&mut self, now: f64) -> bool {
        let mut answered = false;
        while let Some(event) = self.runner.next_event() {
            let LiveState::Running { job, progress: last, .. } = &mut self.state else { continue };
            if event.job() != *job {
                continue;
            }
            match event {
                Event::Begin { .. } => {}
                Event::Progress { progress, .. } => note(last, progress),
                Event::End { result, elapsed, .. } => {
                    self.show(&result, now);
                    self.end_question(&result);
                    self.answer = Some(result);
                    self.state = LiveState::Done { elapsed };
                    self.revision += 1;
                    answered = true;
                }
                Event::Failed { message, .. } => {
                    self.answer = None;
                    self.state = LiveState::Failed { message };
                    self.revision += 1;
                }
            }
        }
        answered
    }

    /// Puts the digits of an answer on the board; those that stay do not fade.
    fn show(&mut self, answer: &Answer, now: f64) {
        let Some(question) = &self.question else { return };
        let empty = Puzzle::empty(question.design().shape());
        let puzzle = answer.puzzle().unwrap_or(&empty);
        self.shown.resize(puzzle.values().len(), None);
        for (cell, shown) in puzzle.shape().cells().zip(&mut self.shown) {
            *shown = puzzle.get(cell).map(|digit| match shown {
                Some(old) if old.digit == digit => *old,
                _ => Shown { digit, since: now },
            });
        }
    }

    /// Whether a digit still fades in.
    pub fn is_fading(&self, now: f64) -> bool {
        self.shown.iter().flatten().any(|shown| now - shown.since < FADE)
    }

    /// What the puzzle on the screen shall be beside solvable: "minimal puzzle with SE 2.6 to 3.8".
    fn wanted(&self) -> Option<String> {
        let design = self.question.as_ref()?.design();
        let goal_text = told_text(&design.goal.phrase());
        let has_path = !design.path.is_empty();
        match (design.goal, self.is_minimal()) {
            (Goal::Any, true) if has_path => Some(tr!("minimal puzzle with this path").to_owned()),
            (Goal::Any, false) if has_path => Some(tr!("puzzle with this path").to_owned()),
            (Goal::Any, is_minimal) => is_minimal.then(|| tr!("minimal puzzle").to_owned()),
            (_, true) if has_path => Some(tr!("minimal puzzle {goal} and this path", goal = goal_text)),
            (_, true) => Some(tr!("minimal puzzle {goal}", goal = goal_text)),
            (_, false) if has_path => Some(tr!("puzzle {goal} and this path", goal = goal_text)),
            (_, false) => Some(tr!("puzzle {goal}", goal = goal_text)),
        }
    }

    /// Whether no clue of the puzzle on the screen may be redundant.
    fn is_minimal(&self) -> bool {
        self.question.as_ref().is_some_and(|question| question.design().minimal)
    }

    /// The answer as one sentence; empty where there is nothing to say.
    pub fn verdict(&self) -> Verdict {
        if let Some((n_clues, least)) = self.young() {
            return Verdict::Young { n_clues, least };
        }
        if let Some(flawed) = self.stuck() {
            return Verdict::Stuck { n_open: flawed.trace.end.n_unsolved(), missing: flawed.missing };
        }
        match (&self.state, &self.answer) {
            (LiveState::Idle, _) | (LiveState::Done { .. }, None) => Verdict::Empty,
            (LiveState::Failed { message }, _) => Verdict::Failed(message.clone()),
            (LiveState::Running { since, progress, .. }, last) => {
                if since.elapsed() < PATIENCE && last.is_some() {
                    Verdict::Waiting
                } else {
                    let best = progress.iter().filter_map(|progress| progress.best_open_cells).min();
                    Verdict::Searching { elapsed: since.elapsed(), best, wanted: self.wanted() }
                }
            }
            (LiveState::Done { elapsed }, Some(answer)) => match answer {
                Answer::Found(found) => Verdict::Found {
                    elapsed: Some(*elapsed),
                    n_clues: found.puzzle().n_clues(),
                    is_minimal: self.is_minimal(),
                    hardest: found.trace().hardest(),
                },
                Answer::Proper(proper) => Verdict::Found {
                    elapsed: None,
                    n_clues: proper.puzzle().n_clues(),
                    is_minimal: self.is_minimal(),
                    hardest: proper.trace().hardest(),
                },
                Answer::Flawed(flawed) => Verdict::Flawed(flawed.flaw.sentence.clone()),
                Answer::Impossible(impossible) => Verdict::Impossible(impossible.reason().sentence.clone()),
                Answer::Undecided(Undecided::Stopped) => Verdict::Stopped { elapsed: *elapsed, wanted: self.wanted() },
                Answer::Undecided(Undecided::GaveUp(why)) => Verdict::GaveUp(why.clone()),
            },
        }
    }
}

/// What the verdict line says.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Nothing is asked.
    Empty,
    /// The search is too young to say so; the line keeps what it said.
    Waiting,
    /// The search goes on.
    Searching {
        /// Since when.
        elapsed: Duration,
        /// Cells still open in the best attempt so far.
        best: Option<usize>,
        /// What it shall be beside solvable: "minimal puzzle with SE 2.6 to 3.8".
        wanted: Option<String>,
    },
    /// There is a puzzle.
    Found {
        /// How long it took; `None` for clues that were known.
        elapsed: Option<Duration>,
        /// Number of clues.
        n_clues: usize,
        /// Whether no clue is redundant, where that was asked for.
        is_minimal: bool,
        /// The hardest strategy needed, if any step was needed.
        hardest: Option<crate::logic::StrategyId>,
    },
    /// Too few clue cells for any puzzle.
    Young {
        /// Number of clue cells.
        n_clues: usize,
        /// The fewest that any puzzle needs.
        least: usize,
    },
    /// The known clues have one solution, but the ticked strategies do not lead to it.
    Stuck {
        /// Cells that stay open.
        n_open: usize,
        /// Strategies that are not ticked and would lead to it; empty if none do.
        missing: StrategySet,
    },
    /// The known clues are no good puzzle.
    Flawed(String),
    /// It is proven that there is none.
    Impossible(String),
    /// The search was stopped.
    Stopped {
        /// How long it went on.
        elapsed: Duration,
        /// What it should have been beside solvable.
        wanted: Option<String>,
    },
    /// The search ended without an answer.
    GaveUp(String),
    /// The job panicked.
    Failed(String),
}

impl Verdict {
    /// The sentence.
    pub fn sentence(&self) -> String {
        match self {
            Verdict::Empty => tr!("Paint the cells that will hold clues, and the program finds the digits").to_owned(),
            Verdict::Young { n_clues, least } => {
                tr_n!(
                    *n_clues,
                    "1 clue cell; a puzzle needs {least} or more",
                    "{n} clue cells; a puzzle needs {least} or more",
                    least
                )
            }
            Verdict::Stuck { n_open, missing } => {
                let names: Vec<String> = missing.iter().map(strategy_in_sentence).collect();
                let needs = match &names[..] {
                    [] => tr!("no strategies of this program solve it").to_owned(),
                    names if names.len() <= 4 => tr!("it also needs {strategies}", strategies = and_list(names)),
                    _ => tr_n!(names.len(), "it needs 1 more strategy", "it needs {n} more strategies"),
                };
                tr_n!(
                    *n_open,
                    "One solution, but the ticked strategies get stuck with 1 cell open; {needs}",
                    "One solution, but the ticked strategies get stuck with {n} cells open; {needs}",
                    needs
                )
            }
            Verdict::Waiting => tr!("Searching…").to_owned(),
            Verdict::Searching { elapsed, best, wanted } => {
                let seconds = format!("{:.1}", elapsed.as_secs_f64());
                match (wanted, best) {
                    (Some(puzzle), _) => tr!("Still searching… {seconds} s · no {puzzle} so far", seconds, puzzle),
                    (None, None) => tr!("Still searching… {seconds} s", seconds),
                    (None, Some(open)) => tr_n!(
                        *open,
                        "Still searching… {seconds} s · best attempt: 1 cell open",
                        "Still searching… {seconds} s · best attempt: {n} cells open",
                        seconds
                    ),
                }
            }
            Verdict::Found { elapsed, n_clues, is_minimal, hardest } => {
                let hardest = hardest.map_or_else(|| tr!("nothing to solve").to_owned(), hardest_text);
                let clues = crate::app::wording::n_clues(*n_clues);
                let clues = if *is_minimal { tr!("{clues} · minimal", clues) } else { clues };
                match elapsed {
                    Some(elapsed) => {
                        tr!("Found in {time} · {clues} · {hardest}", time = duration_text(*elapsed), clues, hardest)
                    }
                    None => tr!("Proper puzzle · {clues} · {hardest}", clues, hardest),
                }
            }
            Verdict::Flawed(sentence) => tr!("Not a good puzzle: {sentence}", sentence),
            Verdict::Impossible(sentence) => tr!("Impossible: {why}", why = sentence.trim_end_matches('.')),
            Verdict::Stopped { elapsed, wanted: None } => tr!("Stopped after {time}", time = duration_text(*elapsed)),
            // What was not found may still exist.
            Verdict::Stopped { elapsed, wanted: Some(puzzle) } => {
                tr!("No {puzzle} found in {time}", puzzle, time = duration_text(*elapsed))
            }
            Verdict::GaveUp(why) => tr!("No answer: {why}", why = why.trim_end_matches('.')),
            Verdict::Failed(message) => tr!("The search failed, which is a bug: {message}", message),
        }
    }
}

/// Takes in what a method reports; the best attempt stays the best.
pub(super) fn note(all: &mut Vec<Progress>, mut progress: Progress) {
    match all.iter_mut().find(|known| known.method == progress.method) {
        Some(known) => {
            let best = known.best_open_cells.into_iter().chain(progress.best_open_cells).min();
            progress.best_open_cells = best;
            *known = progress;
        }
        None => all.push(progress),
    }
    all.sort_by_key(|progress| progress.method);
}

/// What a method at work has to tell, in one line.
pub(super) fn progress_line(progress: &Progress, elapsed: Duration) -> String {
    let per_second = progress.steps as f64 / elapsed.as_secs_f64().max(0.001);
    let mut parts = Vec::new();
    match progress.method {
        Method::Search => {}
        Method::Sat => {
            parts.push(tr_n!(
                progress.steps as usize,
                "1 conflict, {rate}/s",
                "{n} conflicts, {rate}/s",
                rate = grouped(per_second as u64)
            ));
        }
        _ => parts.push(tr_n!(
            progress.steps as usize,
            "1 position, {rate}/s",
            "{n} positions, {rate}/s",
            rate = grouped(per_second as u64)
        )),
    }
    if let Some((done, all)) = progress.parts {
        parts.push(tr!("{done} of {all} parts done", done, all));
    }
    if let Some(open) = progress.best_open_cells {
        parts.push(tr_n!(open, "best attempt: 1 cell open", "best attempt: {n} cells open"));
    }
    if let Some(formula) = progress.formula {
        parts.push(tr!(
            "{variables} variables, {clauses} clauses, {loops} loop formulas",
            variables = grouped(formula.variables as u64),
            clauses = grouped(formula.clauses as u64),
            loops = grouped(formula.loop_formulas)
        ));
    }
    if parts.is_empty() {
        parts.push(tr!("no attempt has ended yet").to_owned());
    }
    format!("{}: {}", method_title(progress.method), parts.join(" · "))
}

/// "hardest: hidden pair".
pub(super) fn hardest_text(id: StrategyId) -> String {
    tr!("hardest: {strategy}", strategy = strategy_in_sentence(id))
}

/// What the studio calls a method.
pub(super) fn method_title(method: Method) -> &'static str {
    match method {
        Method::Auto => tr!("Automatic"),
        Method::Bounds => tr!("Bounds"),
        Method::Search => tr!("Search"),
        Method::Exact => tr!("Exact"),
        Method::Sat => tr!("SAT"),
        Method::Inverse => tr!("Backward"),
        Method::ZamaSasano => tr!("Zama and Sasano"),
        Method::GenerateAndTest => tr!("Generate and test"),
        Method::BruteForce => tr!("Brute force"),
    }
}

/// One sentence on what a method can do.
pub(super) fn method_help(method: Method) -> &'static str {
    match method {
        Method::Auto => tr!("All methods at the same time; the first answer wins"),
        Method::Bounds => {
            tr!("Counts clues in rows, columns and boxes: refutes hopeless patterns at once, but finds no puzzles")
        }
        Method::Search => tr!("Local search: finds most puzzles in a blink, but can never prove that there is none"),
        Method::Exact => tr!("Exhaustive search: finds or refutes, but for singles and locked candidates only"),
        Method::Sat => tr!("A SAT solver: finds or refutes, for all strategies that can be written as clauses"),
        Method::Inverse => {
            tr!(
                "Builds the puzzle backwards from a solution, for singles, locked candidates, subsets and fish; it cannot refute"
            )
        }
        Method::ZamaSasano => {
            tr!("A yardstick: random clues that do not exclude each other, until one set of them will do")
        }
        Method::GenerateAndTest => tr!("A yardstick: random digits, until some of them will do"),
        Method::BruteForce => tr!("A yardstick: all digits, one after the other"),
    }
}

/// "0.4 ms", "12 ms", "3.2 s".
pub(super) fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds >= 1.0 {
        tr!("{seconds} s", seconds = format_args!("{seconds:.1}"))
    } else if seconds >= 0.01 {
        tr!("{milliseconds} ms", milliseconds = format_args!("{:.0}", seconds * 1e3))
    } else {
        tr!("{milliseconds} ms", milliseconds = format_args!("{:.1}", seconds * 1e3))
    }
}
