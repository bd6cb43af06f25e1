//! Live generation: the answer to the design on the screen, sought in the background.

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
        let puzzle = if self.is_minimal() { "minimal puzzle" } else { "puzzle" };
        match design.goal {
            Goal::Any => self.is_minimal().then(|| puzzle.to_owned()),
            goal => Some(format!("{puzzle} {}", goal.phrase())),
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
            Verdict::Empty => "Paint the cells that will hold clues, and the program finds the digits".to_owned(),
            Verdict::Young { n_clues, least } => {
                let cells = if *n_clues == 1 { "1 clue cell".to_owned() } else { format!("{n_clues} clue cells") };
                format!("{cells}; a puzzle needs {least} or more")
            }
            Verdict::Stuck { n_open, missing } => {
                let cells = if *n_open == 1 { "1 cell".to_owned() } else { format!("{n_open} cells") };
                let names: Vec<String> = missing.iter().map(StrategyId::in_sentence).collect();
                let needs = match &names[..] {
                    [] => "no strategies of this program solve it".to_owned(),
                    [name] => format!("it also needs {name}"),
                    [names @ .., last] if names.len() < 4 => format!("it also needs {} and {last}", names.join(", ")),
                    _ => format!("it needs {} more strategies", names.len()),
                };
                format!("One solution, but the ticked strategies get stuck with {cells} open; {needs}")
            }
            Verdict::Waiting => "Searching…".to_owned(),
            Verdict::Searching { elapsed, best, wanted } => {
                let best = match wanted {
                    None => best.map_or(String::new(), |open| format!(" · best attempt: {open} cells open")),
                    Some(puzzle) => format!(" · no {puzzle} so far"),
                };
                format!("Still searching… {:.1} s{best}", elapsed.as_secs_f64())
            }
            Verdict::Found { elapsed, n_clues, is_minimal, hardest } => {
                let hardest =
                    hardest.map_or("nothing to solve".to_owned(), |id| format!("hardest: {}", id.in_sentence()));
                let clues = if *n_clues == 1 { "1 clue".to_owned() } else { format!("{n_clues} clues") };
                let clues = if *is_minimal { format!("{clues} · minimal") } else { clues };
                match elapsed {
                    Some(elapsed) => format!("Found in {} · {clues} · {hardest}", duration_text(*elapsed)),
                    None => format!("Proper puzzle · {clues} · {hardest}"),
                }
            }
            Verdict::Flawed(sentence) => format!("Not a good puzzle: {sentence}"),
            Verdict::Impossible(sentence) => format!("Impossible: {}", sentence.trim_end_matches('.')),
            Verdict::Stopped { elapsed, wanted: None } => format!("Stopped after {}", duration_text(*elapsed)),
            // What was not found may still exist.
            Verdict::Stopped { elapsed, wanted: Some(puzzle) } => {
                format!("No {puzzle} found in {}", duration_text(*elapsed))
            }
            Verdict::GaveUp(why) => format!("No answer: {}", why.trim_end_matches('.')),
            Verdict::Failed(message) => format!("The search failed, which is a bug: {message}"),
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
            parts.push(format!("{} conflicts, {}/s", grouped(progress.steps), grouped(per_second as u64)));
        }
        _ => parts.push(format!("{} positions, {}/s", grouped(progress.steps), grouped(per_second as u64))),
    }
    if let Some(open) = progress.best_open_cells {
        parts.push(format!("best attempt: {open} cells open"));
    }
    if let Some(formula) = progress.formula {
        parts.push(format!(
            "{} variables, {} clauses, {} loop formulas",
            grouped(formula.variables as u64),
            grouped(formula.clauses as u64),
            grouped(formula.loop_formulas)
        ));
    }
    if parts.is_empty() {
        parts.push("no attempt has ended yet".to_owned());
    }
    format!("{}: {}", method_title(progress.method), parts.join(" · "))
}

/// What the studio calls a method.
pub(super) const fn method_title(method: Method) -> &'static str {
    match method {
        Method::Auto => "Automatic",
        Method::Bounds => "Bounds",
        Method::Search => "Search",
        Method::Exact => "Exact",
        Method::Sat => "SAT",
        Method::Inverse => "Backward",
        Method::ZamaSasano => "Zama and Sasano",
        Method::GenerateAndTest => "Generate and test",
        Method::BruteForce => "Brute force",
    }
}

/// One sentence on what a method can do.
pub(super) const fn method_help(method: Method) -> &'static str {
    match method {
        Method::Auto => "All methods at the same time; the first answer wins",
        Method::Bounds => {
            "Counts clues in rows, columns and boxes: refutes hopeless patterns at once, but finds no puzzles"
        }
        Method::Search => "Local search: finds most puzzles in a blink, but can never prove that there is none",
        Method::Exact => "Exhaustive search: finds or refutes, but for naked singles only",
        Method::Sat => "A SAT solver: finds or refutes, for all strategies that can be written as clauses",
        Method::Inverse => {
            "Builds the puzzle backwards from a solution, for singles, locked candidates, subsets and fish; it cannot refute"
        }
        Method::ZamaSasano => "A yardstick: random clues that do not exclude each other, until one set of them will do",
        Method::GenerateAndTest => "A yardstick: random digits, until some of them will do",
        Method::BruteForce => "A yardstick: all digits, one after the other",
    }
}

/// "12,345".
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "0.4 ms", "12 ms", "3.2 s".
pub(super) fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.1} s")
    } else if seconds >= 0.01 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{:.1} ms", seconds * 1e3)
    }
}
