//! The list of jobs: several at once, each with what it does, how far it is, and Stop.

use super::gallery::{Gallery, GalleryEntry};
use crate::app::language::{grouped, tr, tr_n};
use crate::app::live::duration_text;
use crate::app::wording::scale_title;
use crate::generate::{Ended, Found, HardestEnd, Progress, Undecided, Watch};
use crate::jobs::{Event, JobId, Runner, StopFlag, place_of_panic};
use crate::logic::{Order, Scale};
use crate::project::{MAX_SEARCHES, Search};
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Number of a job in the list, counted up from 1.
pub type JobNumber = u64;

/// What a job does: it hands over puzzles as it finds them and says how it ended.
pub type JobWork = Box<dyn FnOnce(&dyn Watch, &mut dyn FnMut(Found)) -> Ended + Send>;

/// What a job does that hands over results with their figures: it is told its number.
pub(in crate::app) type EntryWork =
    Box<dyn FnOnce(JobNumber, &dyn Watch, &mut dyn FnMut(Box<GalleryEntry>)) -> JobEnd + Send>;

/// How a job ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) enum JobEnd {
    /// As a run over many puzzles.
    Ended(Ended),
    /// No puzzle is harder than the last one. Why, to stand behind a colon.
    NoneHarder(String),
}

impl From<HardestEnd> for JobEnd {
    fn from(end: HardestEnd) -> JobEnd {
        match end {
            HardestEnd::Impossible(impossible) => JobEnd::Ended(Ended::Impossible(impossible)),
            HardestEnd::NoneHarder(why) => JobEnd::NoneHarder(why),
            HardestEnd::Undecided(why) => JobEnd::Ended(Ended::Undecided(why)),
        }
    }
}

/// Jobs in the list; older ones that ended go.
const MAX_JOBS: usize = MAX_SEARCHES;

/// How far a job is.
#[derive(Clone, PartialEq, Debug)]
pub enum JobState {
    /// Other jobs come first.
    Waiting,
    /// It is at work.
    Running {
        /// Since when.
        since: Instant,
        /// What its methods reported last.
        progress: Vec<Progress>,
    },
    /// It ended; one sentence.
    Done(String),
    /// It panicked, which is a bug: what to send to those who can mend it.
    Failed {
        /// The panic's message.
        message: String,
        /// Everything that helps to find the fault.
        report: String,
    },
}

/// A job of the list.
pub struct Job {
    /// Its number.
    pub number: JobNumber,
    /// What it does.
    pub title: String,
    /// How far it is.
    pub state: JobState,
    /// Puzzles found so far.
    pub n_found: usize,
    /// Puzzles wanted, where the job has such a number.
    pub n_wanted: Option<usize>,
    /// The most difficult puzzle so far: its figure in tenths, on the scale that was asked for or else that of Sudoku
    /// Explainer.
    pub hardest: Option<(Scale, u32)>,
    /// What a report says about the question.
    details: String,
    work: Option<EntryWork>,
    runner: Option<(JobId, Runner<JobEnd>)>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("number", &self.number).field("state", &self.state).finish_non_exhaustive()
    }
}

impl Job {
    /// Whether it works or waits.
    pub fn is_open(&self) -> bool {
        matches!(self.state, JobState::Waiting | JobState::Running { .. })
    }

    /// How long it has been at work.
    pub fn elapsed(&self) -> Option<Duration> {
        match &self.state {
            JobState::Running { since, .. } => Some(since.elapsed()),
            _ => None,
        }
    }

    /// The share that is done, where a number exists.
    pub fn share(&self) -> Option<f32> {
        self.n_wanted.map(|n_wanted| self.n_found as f32 / n_wanted.max(1) as f32)
    }

    /// "12 of 50".
    pub fn count(&self) -> String {
        match self.n_wanted {
            Some(n_wanted) => tr!("{n} of {all}", n = grouped(self.n_found as u64), all = grouped(n_wanted as u64)),
            None => grouped(self.n_found as u64),
        }
    }

    /// What it does at the moment, its best so far, or how it ended.
    pub fn line(&self) -> String {
        match &self.state {
            JobState::Waiting => tr!("Waiting for earlier jobs").to_owned(),
            JobState::Running { since, progress } => {
                let mut parts = vec![duration_text(since.elapsed())];
                if let Some(figure) = self.hardest {
                    parts.push(tr!("hardest {figure}", figure = figure_text(figure)));
                }
                if let Some(open) =
                    progress.iter().filter_map(|p| p.best_open_cells).min().filter(|_| self.n_found == 0)
                {
                    parts.push(tr_n!(open, "best attempt 1 cell open", "best attempt {n} cells open"));
                }
                let steps: u64 = progress.iter().map(|progress| progress.steps).sum();
                if steps > 0 && self.n_found == 0 {
                    parts.push(tr_n!(steps as usize, "1 try", "{n} tries"));
                }
                parts.join(" · ")
            }
            JobState::Done(sentence) => sentence.clone(),
            JobState::Failed { message, .. } => tr!("Failed, which is a bug: {message}", message),
        }
    }
}

/// The figure, with its scale unless it is that of Sudoku Explainer.
fn figure_text((scale, tenths): (Scale, u32)) -> String {
    let text = scale.text(tenths);
    if scale == Scale::Se { text } else { format!("{} {text}", scale_title(scale)) }
}

/// The jobs and the channel through which their puzzles come.
pub struct Jobs {
    all: Vec<Job>,
    last: JobNumber,
    sender: Sender<(JobNumber, Box<GalleryEntry>)>,
    found: Receiver<(JobNumber, Box<GalleryEntry>)>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// Most jobs at work at the same time.
    at_once: usize,
    /// Counted up with every change of what the project keeps.
    contents: u64,
    /// Jobs that ended since somebody asked: what each did, how it ended, whether it failed.
    ended: Vec<(String, String, bool)>,
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs").field("all", &self.all).finish_non_exhaustive()
    }
}

impl Jobs {
    /// No jobs; `wake` is called when there is something to fetch.
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>) -> Jobs {
        let (sender, found) = channel();
        let at_once = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).max(2);
        Jobs { all: Vec::new(), last: 0, sender, found, wake, at_once, contents: 0, ended: Vec::new() }
    }

    /// The jobs of another project, all of which ended. Those at work are stopped, and nobody waits for them.
    pub(in crate::app) fn replace(&mut self, searches: &[Search]) {
        let old = std::mem::replace(self, Jobs::new(Arc::clone(&self.wake)));
        self.last = old.last.max(searches.last().map_or(0, |search| search.number));
        self.contents = old.contents + 1;
        self.all = searches.iter().map(ended).collect();
        let stopped = std::thread::Builder::new().name("stopped jobs".to_owned()).spawn(move || drop(old));
        // Without a thread they are waited for here.
        drop(stopped);
    }

    /// Equal as long as the searches are the same, and what they found and how they ended.
    pub(in crate::app) fn contents(&self) -> u64 {
        self.contents
    }

    /// What the project keeps of the jobs.
    pub(in crate::app) fn searches(&self) -> Vec<Search> {
        let search = |job: &Job| Search {
            number: job.number,
            title: job.title.clone(),
            details: job.details.clone(),
            n_found: job.n_found,
            n_wanted: job.n_wanted,
            ending: (!job.is_open()).then(|| job.line()),
        };
        let n_old = self.all.len().saturating_sub(MAX_SEARCHES);
        self.all.iter().skip(n_old).map(search).collect()
    }

    /// Every job, newest last.
    pub fn all(&self) -> &[Job] {
        &self.all
    }

    /// Whether a job works or waits.
    pub fn is_running(&self) -> bool {
        self.all.iter().any(Job::is_open)
    }

    /// Jobs that ended since this was asked last: what each did, how it ended, whether it failed.
    pub(in crate::app) fn take_ended(&mut self) -> Vec<(String, String, bool)> {
        std::mem::take(&mut self.ended)
    }

    /// Puts a job on the list; it begins at once if not too many are at work.
    ///
    /// `details` is for the report of a failure: everything that is needed to ask again.
    pub fn start(
        &mut self,
        title: impl Into<String>,
        details: impl Into<String>,
        n_wanted: Option<usize>,
        work: JobWork,
    ) -> JobNumber {
        self.start_rated(title, details, n_wanted, None, work)
    }

    /// Starts a job as [`Jobs::start`] does; its puzzles have a figure on this scale too.
    pub fn start_rated(
        &mut self,
        title: impl Into<String>,
        details: impl Into<String>,
        n_wanted: Option<usize>,
        scale: Option<(Scale, Order)>,
        work: JobWork,
    ) -> JobNumber {
        let work: EntryWork = Box::new(move |number, watch, receive| {
            let mut receive = |found: Found| receive(Box::new(GalleryEntry::new(found.trace(), scale, Some(number))));
            JobEnd::Ended(work(watch, &mut receive))
        });
        self.start_entries(title, details, n_wanted, work)
    }

    /// Starts a job as [`Jobs::start`] does, which gives its results their figures itself.
    pub(in crate::app) fn start_entries(
        &mut self,
        title: impl Into<String>,
        details: impl Into<String>,
        n_wanted: Option<usize>,
        work: EntryWork,
    ) -> JobNumber {
        self.last += 1;
        self.contents += 1;
        self.all.push(Job {
            number: self.last,
            title: title.into(),
            state: JobState::Waiting,
            n_found: 0,
            n_wanted,
            hardest: None,
            details: details.into(),
            work: Some(work),
            runner: None,
        });
        if self.all.len() > MAX_JOBS
            && let Some(old) = self.all.iter().position(|job| !job.is_open())
        {
            self.all.remove(old);
        }
        self.begin_waiting();
        self.last
    }

    /// Begins jobs that wait while there is room.
    fn begin_waiting(&mut self) {
        let n_running = self.all.iter().filter(|job| matches!(job.state, JobState::Running { .. })).count();
        let room = self.at_once.saturating_sub(n_running);
        let waiting = self.all.iter_mut().filter(|job| job.state == JobState::Waiting).take(room);
        for job in waiting {
            let Some(work) = job.work.take() else { continue };
            let wake = Arc::clone(&self.wake);
            match Runner::new("job", move || wake()) {
                Ok(mut runner) => {
                    let work = with_channel(job.number, work, self.sender.clone(), Arc::clone(&self.wake));
                    let id = runner.submit(StopFlag::new(), work);
                    job.runner = Some((id, runner));
                    job.state = JobState::Running { since: Instant::now(), progress: Vec::new() };
                }
                Err(error) => job.state = JobState::Done(tr!("There is no thread left for it: {error}", error)),
            }
        }
    }

    /// Stops a job; what it found stays.
    pub fn stop(&mut self, number: JobNumber) {
        for job in self.all.iter_mut().filter(|job| job.number == number) {
            stop(job);
        }
        self.contents += 1;
        self.begin_waiting();
    }

    /// Stops every job.
    pub fn stop_all(&mut self) {
        self.all.iter_mut().for_each(stop);
        self.contents += 1;
    }

    /// Takes a job that ended off the list.
    pub fn remove(&mut self, number: JobNumber) {
        self.all.retain(|job| job.number != number || job.is_open());
        self.contents += 1;
    }

    /// Takes every job that ended off the list.
    pub fn remove_ended(&mut self) {
        self.all.retain(Job::is_open);
        self.contents += 1;
    }

    /// Takes in what the jobs have to tell. True if puzzles came.
    pub fn drain(&mut self, gallery: &mut Gallery) -> bool {
        // The ends first: what came before them is in the other channel by then.
        let mut events: Vec<(JobNumber, Event<JobEnd>)> = Vec::new();
        for job in &self.all {
            if let Some((_, runner)) = &job.runner {
                events.extend(std::iter::from_fn(|| runner.next_event()).map(|event| (job.number, event)));
            }
        }
        let mut entries = Vec::new();
        while let Ok((number, entry)) = self.found.try_recv() {
            if let Some(job) = self.all.iter_mut().find(|job| job.number == number) {
                job.n_found += 1;
                let rating = entry.rating.map(|tenths| (Scale::Se, u32::from(tenths)));
                job.hardest = job.hardest.max(entry.figure.or(rating));
            }
            entries.push(*entry);
        }
        let came = !entries.is_empty();
        self.contents += u64::from(came);
        gallery.add(entries);
        for (number, event) in events {
            if let Some(job) = self.all.iter_mut().find(|job| job.number == number) {
                self.contents += u64::from(matches!(event, Event::End { .. } | Event::Failed { .. }));
                take_in(job, event);
                if !job.is_open() {
                    let has_failed = matches!(job.state, JobState::Failed { .. });
                    self.ended.push((job.title.clone(), job.line(), has_failed));
                }
            }
        }
        self.begin_waiting();
        came
    }
}

/// A job of an earlier time.
fn ended(search: &Search) -> Job {
    let ending = search.ending.clone();
    let mut job = Job {
        number: search.number,
        title: search.title.clone(),
        state: JobState::Waiting,
        n_found: search.n_found,
        n_wanted: search.n_wanted,
        hardest: None,
        details: search.details.clone(),
        work: None,
        runner: None,
    };
    job.state =
        JobState::Done(ending.unwrap_or_else(|| tr!("Ended with the window, with {count}", count = job.count())));
    job
}

fn stop(job: &mut Job) {
    if job.state == JobState::Waiting {
        job.work = None;
        job.state = JobState::Done(tr!("Stopped before it began").to_owned());
    } else if let (Some((_, runner)), true) = (&job.runner, job.is_open())
        && runner.stop()
    {
        job.state = JobState::Done(tr!("Stopped before it began").to_owned());
    }
}

/// The work of a runner: puzzles go through the channel, with a wake-up now and then.
fn with_channel(
    number: JobNumber,
    work: EntryWork,
    sender: Sender<(JobNumber, Box<GalleryEntry>)>,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> crate::jobs::Work<JobEnd> {
    const PAUSE: Duration = Duration::from_millis(40);
    Box::new(move |watch| {
        let mut woken: Option<Instant> = None;
        work(number, watch, &mut |entry| {
            // A window that is gone needs no results.
            let _ = sender.send((number, entry));
            if woken.is_none_or(|woken| woken.elapsed() >= PAUSE) {
                woken = Some(Instant::now());
                wake();
            }
        })
    })
}

fn take_in(job: &mut Job, event: Event<JobEnd>) {
    let JobState::Running { since, progress: last } = &mut job.state else { return };
    let took = duration_text(since.elapsed());
    let state = match event {
        Event::Begin { .. } => return,
        Event::Progress { progress, .. } => {
            crate::app::live::note(last, progress);
            return;
        }
        Event::End { result, .. } => JobState::Done(match result {
            JobEnd::Ended(Ended::Enough) => tr_n!(job.n_found, "1 puzzle in {took}", "{n} puzzles in {took}", took),
            JobEnd::Ended(Ended::Impossible(impossible)) => {
                tr!("Impossible: {why}", why = impossible.reason().sentence.trim_end_matches('.'))
            }
            JobEnd::Ended(Ended::Undecided(Undecided::Stopped)) => match job.hardest.filter(|_| job.n_wanted.is_none())
            {
                Some(figure) => {
                    tr!(
                        "Stopped after {took}, hardest {figure}; there may be a harder one",
                        took,
                        figure = figure_text(figure)
                    )
                }
                None => tr!("Stopped after {took} with {count}", took, count = job.count()),
            },
            JobEnd::Ended(Ended::Undecided(Undecided::GaveUp(why))) => {
                format!("{}: {}", job.count(), why.trim_end_matches('.'))
            }
            JobEnd::NoneHarder(why) => {
                let figure = job.hardest.map(figure_text).unwrap_or_default();
                tr!("Hardest {figure}; none is harder: {why}", figure, why)
            }
        }),
        Event::Failed { message, .. } => {
            // In English, for whoever reads reports.
            let report = format!(
                "cluesmith {} on {}\nA job failed after {took}: {message}\nPlace: {}\nJob: {}\n{}\n",
                env!("CARGO_PKG_VERSION"),
                std::env::consts::OS,
                place_of_panic(&message).unwrap_or_else(|| "unknown".to_owned()),
                job.title,
                job.details.trim_end(),
            );
            JobState::Failed { message, report }
        }
    };
    job.state = state;
    // The thread ends with its runner.
    job.runner = None;
}
