//! What the workers of `check --clues` do, and threads as workers.

use super::CliError;
use super::clue_board::Board;
use crate::grid::Puzzle;
use crate::grid_checker::{ClueSearch, Pruning, Question, SearchError, Stop};
use crate::jobs::StopFlag;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A job with all that it takes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Order {
    /// Which tasks of each grid: those whose number leaves the first as remainder when divided by the second.
    pub(super) part: (usize, usize),
    /// After so many seconds a worker tells what it has done so far.
    pub(super) report_seconds: f64,
    pub(super) items: Vec<Item>,
}

/// A grid of a job.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Item {
    /// Its number in the farm.
    pub(super) grid: usize,
    pub(super) solution: Puzzle,
    /// Tasks that are done.
    pub(super) except: BTreeSet<usize>,
}

/// What was done of a grid since the last report.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Report {
    pub(super) grid: usize,
    /// [`ClueSearch::split`].
    pub(super) split: String,
    pub(super) n_sets: usize,
    pub(super) seconds: f64,
    /// Share of the tree that these tasks are.
    pub(super) share: f64,
    pub(super) found: Found,
}

/// Puzzles found.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Found {
    /// Those of the whole grid.
    All(Vec<Puzzle>),
    /// Those of these tasks.
    Tasks(Vec<(usize, Vec<Puzzle>)>),
}

/// Does one job after the other.
pub(super) struct Worker {
    clues: usize,
    pruning: Pruning,
    /// Parts of a grid come one after the other.
    prepared: Option<ClueSearch>,
}

impl Worker {
    pub(super) fn new(clues: usize, pruning: Pruning) -> Worker {
        Worker { clues, pruning, prepared: None }
    }

    /// Does a job, and tells now and then what it has done. Returns whether all of it was done, false if it was stopped,
    /// and what was done since it told last.
    pub(super) fn work(
        &mut self,
        order: &Order,
        stop: Stop<'_>,
        tell: &mut dyn FnMut(Vec<Report>) -> Result<(), CliError>,
    ) -> Result<(bool, Vec<Report>), CliError> {
        let mut reports = Vec::new();
        let mut told = Instant::now();
        let (part, parts) = order.part;
        for Item { grid, solution, except } in &order.items {
            let mut since = Instant::now();
            let search = match self.prepared.take() {
                Some(search) if search.grid() == solution => search,
                _ => match ClueSearch::until(solution, self.clues, stop) {
                    Err(SearchError::Stopped) => {
                        return Ok((false, reports));
                    }
                    search => search.map_err(|error| CliError(format!("--clues: {error}")))?.with_pruning(self.pruning),
                },
            };
            let search = &*self.prepared.insert(search);
            let split = search.split();
            let report = |tasks: &mut Vec<(usize, Vec<Puzzle>)>, is_all: bool, since: Instant| {
                let tasks = std::mem::take(tasks);
                Report {
                    grid: *grid,
                    split: split.clone(),
                    n_sets: search.unavoidable_sets().len(),
                    seconds: since.elapsed().as_secs_f64(),
                    share: tasks.iter().map(|&(task, _)| search.share(task)).sum(),
                    found: if is_all {
                        Found::All(tasks.into_iter().flat_map(|(_, puzzles)| puzzles).collect())
                    } else {
                        Found::Tasks(tasks)
                    },
                }
            };
            let mut is_all = parts == 1 && except.is_empty();
            let mut tasks = Vec::new();
            for task in (0..search.n_tasks()).filter(|task| task % parts == part && !except.contains(task)) {
                let Some(result) = search.run_task(task, stop) else {
                    reports.push(report(&mut tasks, false, since));
                    return Ok((false, reports));
                };
                tasks.push((task, result.puzzles));
                if told.elapsed().as_secs_f64() >= order.report_seconds {
                    is_all = false;
                    reports.push(report(&mut tasks, false, since));
                    tell(std::mem::take(&mut reports))?;
                    (told, since) = (Instant::now(), Instant::now());
                }
            }
            reports.push(report(&mut tasks, is_all, since));
        }
        Ok((true, reports))
    }
}

/// How long a thread without a job waits before it looks again.
const PAUSE: Duration = Duration::from_millis(20);

/// Threads tell so often what they have done.
const REPORT_SECONDS: f64 = 1.0;

/// Does the work of a board on the threads of a pool.
pub(super) fn run_threads(board: Board<'_>, pool: &rayon::ThreadPool, watch: &StopFlag) -> Result<(), CliError> {
    let n_threads = pool.current_num_threads();
    let shall_give_back: Vec<AtomicBool> = (0..n_threads).map(|_| AtomicBool::new(false)).collect();
    let is_broken = AtomicBool::new(false);
    let (clues, pruning) = (board.clues, board.pruning);
    let (board, has_changed) = (Mutex::new(board), Condvar::new());
    let work = |me: usize| -> Result<(), CliError> {
        let mut worker = Worker::new(clues, pruning);
        loop {
            let mut state = lock(&board);
            let order = loop {
                if watch.is_raised() || is_broken.load(Ordering::Relaxed) || state.is_over() {
                    return Ok(());
                }
                shall_give_back[me].store(false, Ordering::Relaxed);
                if let Some(order) = state.order(me, REPORT_SECONDS)? {
                    break order;
                }
                if let Some(Question::GiveBack(other)) = state.give_back() {
                    shall_give_back[other].store(true, Ordering::Relaxed);
                }
                state = has_changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
            };
            drop(state);
            let stop = || {
                watch.is_raised() || shall_give_back[me].load(Ordering::Relaxed) || is_broken.load(Ordering::Relaxed)
            };
            let (is_done, reports) = worker.work(&order, &stop, &mut |reports| lock(&board).take(reports))?;
            let mut state = lock(&board);
            state.take(reports)?;
            state.end_job(me, is_done)?;
            has_changed.notify_all();
        }
    };
    let ended = pool.broadcast(|context| {
        let _leaving = Leaving { is_broken: &is_broken };
        let ended = work(context.index());
        if ended.is_err() {
            is_broken.store(true, Ordering::Relaxed);
        }
        ended
    });
    ended.into_iter().collect::<Result<(), CliError>>()?;
    board.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
}

fn lock<'a, 'b>(board: &'a Mutex<Board<'b>>) -> MutexGuard<'a, Board<'b>> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that panics tells the others.
struct Leaving<'a> {
    is_broken: &'a AtomicBool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.is_broken.store(true, Ordering::Relaxed);
        }
    }
}
