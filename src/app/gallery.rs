//! The results: many different puzzles for a design, sought in the background, kept in a list.

use super::live::{duration_text, grouped};
use crate::generate::{Ended, Found, Undecided};
use crate::grid::{Puzzle, fingerprint};
use crate::jobs::{Design, Event, JobId, Runner, StopFlag, many};
use crate::logic::{StrategyId, StrategySet};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Number of a result, counted up from 1 in the order in which they came.
pub type ResultId = u64;

/// A puzzle in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub id: ResultId,
    /// The clues.
    pub puzzle: Puzzle,
    /// Number of clues.
    pub n_clues: usize,
    /// Steps of its trace.
    pub n_steps: usize,
    /// The hardest strategy of its trace.
    pub hardest: Option<StrategyId>,
    /// The strategies of its trace.
    pub used: StrategySet,
    /// Whether it stays when the others are deleted.
    pub is_pinned: bool,
    fingerprint: u64,
}

impl Entry {
    fn new(found: Found) -> Entry {
        Entry {
            id: 0,
            n_clues: found.puzzle.n_clues(),
            n_steps: found.trace.steps.len(),
            hardest: found.trace.hardest(),
            used: found.trace.used(),
            is_pinned: false,
            fingerprint: fingerprint(&found.puzzle),
            puzzle: found.puzzle,
        }
    }
}

/// What the list is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Column {
    #[default]
    Number,
    Clues,
    Steps,
    Hardest,
}

impl Column {
    /// Every column from left to right.
    pub const ALL: [Column; 4] = [Column::Number, Column::Clues, Column::Steps, Column::Hardest];

    /// What stands above it.
    pub const fn title(self) -> &'static str {
        match self {
            Column::Number => "No.",
            Column::Clues => "Clues",
            Column::Steps => "Steps",
            Column::Hardest => "Hardest step",
        }
    }
}

/// How far the run is.
#[derive(Clone, PartialEq, Debug)]
pub enum Run {
    /// None was started yet.
    Idle,
    /// It is at work.
    Running {
        /// The job.
        job: JobId,
        /// Since when.
        since: Instant,
        /// Puzzles of this run so far.
        n_found: usize,
        /// Puzzles asked for.
        n_wanted: usize,
    },
    /// It ended; one sentence.
    Done(String),
}

/// The list of results and the run that fills it.
#[derive(Debug)]
pub struct Gallery {
    runner: Runner<Ended>,
    sender: Sender<(u64, Box<Entry>)>,
    found: Receiver<(u64, Box<Entry>)>,
    wake: Wake,
    run: Run,
    /// Counts runs, so that what an earlier one still sends is told apart.
    n_runs: u64,
    /// The list in the order on the screen.
    entries: Vec<Entry>,
    deleted: Vec<Vec<Entry>>,
    /// Fingerprints of everything that was ever in the list: nothing comes twice.
    seen: HashSet<u64>,
    last_id: ResultId,
    sorted_by: (Column, bool),
}

/// Called when there is something to fetch.
#[derive(Clone)]
struct Wake(Arc<dyn Fn() + Send + Sync>);

impl std::fmt::Debug for Wake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wake")
    }
}

impl Gallery {
    /// An empty list.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> std::io::Result<Gallery> {
        let (sender, found) = channel();
        let runner = Runner::new("different puzzles", {
            let wake = Arc::clone(&wake);
            move || wake()
        })?;
        Ok(Gallery {
            runner,
            sender,
            found,
            wake: Wake(wake),
            run: Run::Idle,
            n_runs: 0,
            entries: Vec::new(),
            deleted: Vec::new(),
            seen: HashSet::new(),
            last_id: 0,
            sorted_by: (Column::Number, true),
        })
    }

    /// The list in the order on the screen.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How far the run is.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Whether a run is at work.
    pub fn is_running(&self) -> bool {
        matches!(self.run, Run::Running { .. })
    }

    /// Column and direction of the order; true for upwards.
    pub fn sorted_by(&self) -> (Column, bool) {
        self.sorted_by
    }

    /// Whether deleted entries can be brought back.
    pub fn has_deleted(&self) -> bool {
        !self.deleted.is_empty()
    }

    /// Seeks so many further puzzles for this design; a run at work ends.
    pub fn start(&mut self, design: Design, n_wanted: usize) {
        const PAUSE: Duration = Duration::from_millis(40);
        self.n_runs += 1;
        let n_run = self.n_runs;
        // What was deleted is not wanted again either.
        let known = self.entries.iter().chain(self.deleted.iter().flatten());
        let avoid: Vec<Puzzle> = known.map(|entry| entry.puzzle.clone()).collect();
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let job = self.runner.submit(
            StopFlag::new(),
            Box::new(move |watch| {
                let mut woken: Option<Instant> = None;
                many(&design, &avoid, n_wanted, watch, &mut |found| {
                    // A window that is gone needs no results.
                    let _ = sender.send((n_run, Box::new(Entry::new(found))));
                    if woken.is_none_or(|woken| woken.elapsed() >= PAUSE) {
                        woken = Some(Instant::now());
                        (wake.0)();
                    }
                })
            }),
        );
        self.run = Run::Running { job, since: Instant::now(), n_found: 0, n_wanted };
    }

    /// Ends the run; what was found stays.
    pub fn stop(&mut self) {
        if self.runner.stop() {
            self.run = Run::Done("Stopped before it began".to_owned());
        }
    }

    /// Takes in what the run has to tell. True if the list changed.
    pub fn drain(&mut self) -> bool {
        // The end first: what came before it is in the other channel by then.
        let events: Vec<Event<Ended>> = std::iter::from_fn(|| self.runner.next_event()).collect();
        let before = self.entries.len();
        while let Ok((n_run, entry)) = self.found.try_recv() {
            if self.seen.insert(entry.fingerprint) {
                self.last_id += 1;
                self.entries.push(Entry { id: self.last_id, ..*entry });
                if let Run::Running { n_found, .. } = &mut self.run
                    && n_run == self.n_runs
                {
                    *n_found += 1;
                }
            }
        }
        for event in events {
            let Run::Running { job, since, n_found, n_wanted } = self.run else { continue };
            if event.job() != job {
                continue;
            }
            let took = duration_text(since.elapsed());
            let of = format!("{} of {}", grouped(n_found as u64), grouped(n_wanted as u64));
            self.run = match event {
                Event::Begin { .. } | Event::Progress { .. } => continue,
                Event::End { result: Ended::Enough, .. } => {
                    Run::Done(format!("{} different puzzles in {took}", grouped(n_found as u64)))
                }
                Event::End { result: Ended::Impossible(impossible), .. } => {
                    Run::Done(format!("Impossible: {}", impossible.reason.sentence.trim_end_matches('.')))
                }
                Event::End { result: Ended::Undecided(Undecided::Stopped), .. } => {
                    Run::Done(format!("Stopped after {took} with {of}"))
                }
                Event::End { result: Ended::Undecided(Undecided::GaveUp(why)), .. } => {
                    Run::Done(format!("{of}: {}", why.trim_end_matches('.')))
                }
                Event::Failed { message, .. } => Run::Done(format!("The search failed, which is a bug: {message}")),
            };
        }
        let is_changed = self.entries.len() > before;
        if is_changed {
            self.sort();
        }
        is_changed
    }

    /// Sorts by this column; a second time turns the order round.
    pub fn sort_by(&mut self, column: Column) {
        let (present, is_up) = self.sorted_by;
        self.sorted_by = (column, if present == column { !is_up } else { true });
        self.sort();
    }

    fn sort(&mut self) {
        let (column, is_up) = self.sorted_by;
        let key = |entry: &Entry| match column {
            Column::Number => 0,
            Column::Clues => entry.n_clues,
            Column::Steps => entry.n_steps,
            Column::Hardest => entry.hardest.map_or(0, |id| id as usize + 1),
        };
        self.entries.sort_by(|a, b| {
            let order = (key(a), a.id).cmp(&(key(b), b.id));
            if is_up { order } else { order.reverse() }
        });
    }

    /// The entry with this number.
    pub fn entry(&self, id: ResultId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Pins an entry or lets it go.
    pub fn pin(&mut self, id: ResultId) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.is_pinned = !entry.is_pinned;
        }
    }

    /// Deletes one entry.
    pub fn delete(&mut self, id: ResultId) {
        self.delete_where(|entry| entry.id == id);
    }

    /// Deletes every entry that is not pinned; says how many.
    pub fn delete_unpinned(&mut self) -> usize {
        self.delete_where(|entry| !entry.is_pinned)
    }

    fn delete_where(&mut self, is_meant: impl Fn(&Entry) -> bool) -> usize {
        let gone: Vec<Entry> = self.entries.extract_if(.., |entry| is_meant(entry)).collect();
        let n_gone = gone.len();
        if n_gone > 0 {
            self.deleted.push(gone);
        }
        n_gone
    }

    /// Brings back what was deleted last.
    pub fn restore(&mut self) {
        if let Some(back) = self.deleted.pop() {
            self.entries.extend(back);
            self.sort();
        }
    }

    /// All puzzles as text, one a line, in the order on the screen.
    pub fn text(&self) -> String {
        self.entries.iter().flat_map(|entry| [entry.puzzle.to_string(), "\n".to_owned()]).collect()
    }
}
