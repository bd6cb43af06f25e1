//! `check --clues`: all puzzles of a grid with a number of clues, in parts and across interruptions.

use super::args::Check;
use super::generate::thread_pool;
use super::input;
use super::output::Output;
use super::results::{CUT, Done, line_of, puzzle_of};
use super::{CliError, Exit, signals};
use crate::grid::Puzzle;
use crate::grid_checker::{ClueSearch, Pruning, SearchError, TaskResult};
use crate::jobs::StopFlag;
use crate::saving::{append, reason};
use serde::Serialize;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The last line of a grid in `check --clues --json`.
#[derive(Serialize)]
struct GridLine {
    grid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    clues: usize,
    puzzles: usize,
    /// Null where the search was stopped before it knew.
    unavoidable_sets: Option<usize>,
    seconds: f64,
    /// Parts of the work (null like the sets), and how many are done; all puzzles are known when they are equal.
    tasks: Option<usize>,
    tasks_done: usize,
}

/// A puzzle in `check --clues --json`.
#[derive(Serialize)]
struct PuzzleLine {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
}

/// Between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

pub(super) fn check_clues(
    args: &Check,
    clues: usize,
    grids: &mut dyn Iterator<Item = Puzzle>,
    crew: &Crew,
) -> Result<Exit, CliError> {
    let mut texts = Vec::new();
    for file in args.merge.iter().map(|file| (file, true)).chain(args.results.iter().map(|file| (file, false))) {
        let (path, must_exist) = file;
        if must_exist || path.exists() {
            texts.push((path.display().to_string(), input::read(path)?));
        }
    }
    let mut file = args.results.as_deref().map(|path| open(path, &texts)).transpose()?;
    let stop = signals::stop_flag();
    let watch = args.time_limit.map_or(stop.clone(), |seconds| stop.within(Duration::from_secs_f64(seconds)));
    let mut output = Output::new();
    let mut exit = Exit::Done;
    for (number, grid) in grids.enumerate() {
        let started = Instant::now();
        let search = match ClueSearch::until(&grid, clues, &|| watch.is_raised()) {
            Err(SearchError::Stopped) => {
                exit = Exit::Undecided;
                not_begun(args, &grid, clues, started, &mut output)?;
                continue;
            }
            search => search.map_err(|error| CliError(format!("--clues: {error}")))?.with_pruning(pruning(args)),
        };
        let mut done = Done::default();
        for (name, text) in &texts {
            done.read(name, text, &search)?;
        }
        let (part, parts) = args.shard.unwrap_or((1, 1));
        let mine = |task: &usize| task % parts == part - 1;
        let todo: Vec<usize> = (0..search.n_tasks()).filter(mine).filter(|&task| !done.contains(task)).collect();
        let run = Run {
            search: &search,
            split: search.split(),
            started,
            state: Mutex::new(TaskResults {
                share: done.tasks().map(|task| search.share(task)).sum(),
                done,
                file: file.take(),
                error: None,
                shown: started,
            }),
            wanted: (0..search.n_tasks()).filter(mine).map(|task| search.share(task)).sum(),
            to_do: todo.iter().map(|&task| search.share(task)).sum(),
            progress: args.progress.then_some(number + 1),
            watch: &watch,
        };
        let all_done = crew.run(&search, &todo, &watch, &|result| run.receive(&result))?;
        let state = run.state.into_inner().map_err(|_| CliError("a thread of the search failed".to_owned()))?;
        if let Some(error) = state.error {
            return Err(error);
        }
        file = state.file;
        let puzzles = state.done.puzzles(&grid)?;
        let (tasks, tasks_done) = (search.n_tasks(), state.done.n_tasks());
        if !all_done {
            exit = Exit::Undecided;
        }
        for cells in &puzzles {
            let puzzle = puzzle_of(&grid, cells);
            if args.common.json {
                output.json(&PuzzleLine { puzzle: puzzle.to_string(), layout: input::told_layout(puzzle.shape()) })?;
            } else {
                output.line(&puzzle.to_string())?;
            }
        }
        if args.common.json {
            output.json(&GridLine {
                grid: grid.to_string(),
                layout: input::told_layout(grid.shape()),
                clues,
                puzzles: puzzles.len(),
                unavoidable_sets: Some(search.unavoidable_sets().len()),
                seconds: started.elapsed().as_secs_f64(),
                tasks: Some(tasks),
                tasks_done,
            })?;
        } else {
            let known = if tasks_done == tasks {
                "that is all".to_owned()
            } else {
                format!("{tasks_done} of {tasks} parts of the search done")
            };
            let count = puzzles.len();
            output.line(&format!("# {grid}: {count} puzzles with {clues} clues, {known}"))?;
        }
        output.flush()?;
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    Ok(exit)
}

/// The means against needless branches that the options leave.
pub(super) fn pruning(args: &Check) -> Pruning {
    let all = Pruning::default();
    Pruning {
        dead_clues: !args.no_dead_clues,
        max_degree: args.max_degree.unwrap_or(all.max_degree),
        effective_size: !args.no_effective_size,
    }
}

/// The line of a grid whose search was stopped before it began.
fn not_begun(args: &Check, grid: &Puzzle, clues: usize, started: Instant, output: &mut Output) -> Result<(), CliError> {
    if args.common.json {
        output.json(&GridLine {
            grid: grid.to_string(),
            layout: input::told_layout(grid.shape()),
            clues,
            puzzles: 0,
            unavoidable_sets: None,
            seconds: started.elapsed().as_secs_f64(),
            tasks: None,
            tasks_done: 0,
        })
    } else {
        output.line(&format!("# {grid}: stopped before the search for puzzles with {clues} clues began"))
    }
}

/// Opens the file of results for adding; a last line without its end is closed first.
fn open(path: &Path, texts: &[(String, String)]) -> Result<File, CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot write {}: {}", path.display(), reason(&error)));
    let mut file = append(path).map_err(|error| CliError(error.to_string()))?;
    let name = path.display().to_string();
    let text = texts.iter().find(|(of, _)| *of == name).map_or("", |(_, text)| text);
    if !text.is_empty() && !text.ends_with('\n') {
        file.write_all(CUT.as_bytes()).map_err(failed)?;
    }
    Ok(file)
}

/// Who does the tasks of a search.
pub(super) enum Crew {
    /// The threads of this process.
    Threads(rayon::ThreadPool),
    /// The processes of an MPI job.
    #[cfg(feature = "mpi")]
    Mpi(super::mpi::Ranks),
}

impl Crew {
    pub(super) fn new(args: &Check) -> Result<Crew, CliError> {
        #[cfg(feature = "mpi")]
        if args.mpi {
            return super::mpi::Ranks::join().map(Crew::Mpi);
        }
        thread_pool(args.threads).map(Crew::Threads)
    }

    /// Does what another process says, if this is a worker.
    #[cfg_attr(not(feature = "mpi"), allow(unused_variables, reason = "only workers of an MPI job search here"))]
    pub(super) fn serve(&self, pruning: Pruning) -> Option<Result<(), CliError>> {
        match self {
            Crew::Threads(_) => None,
            #[cfg(feature = "mpi")]
            Crew::Mpi(ranks) => ranks.is_worker().then(|| ranks.work(pruning)),
        }
    }

    /// Does these tasks and hands over each result as it comes; true if all were done.
    #[cfg_attr(not(feature = "mpi"), allow(clippy::unnecessary_wraps, reason = "an MPI job can fail"))]
    fn run(
        &self,
        search: &ClueSearch,
        tasks: &[usize],
        watch: &StopFlag,
        receive: &(dyn Fn(TaskResult) + Sync),
    ) -> Result<bool, CliError> {
        match self {
            Crew::Threads(pool) => Ok(pool.install(|| search.run(tasks, &|| watch.is_raised(), receive))),
            #[cfg(feature = "mpi")]
            Crew::Mpi(ranks) => ranks.run(search, tasks, watch, receive),
        }
    }
}

/// What the threads share.
struct Run<'a> {
    search: &'a ClueSearch,
    /// [`ClueSearch::split`].
    split: String,
    started: Instant,
    state: Mutex<TaskResults>,
    /// Shares of the tree: of this part, and of what was left of it at the start.
    wanted: f64,
    to_do: f64,
    /// Number of the grid, if progress is shown.
    progress: Option<usize>,
    watch: &'a StopFlag,
}

struct TaskResults {
    done: Done,
    share: f64,
    file: Option<File>,
    error: Option<CliError>,
    shown: Instant,
}

impl Run<'_> {
    fn receive(&self, result: &TaskResult) {
        let Ok(mut state) = self.state.lock() else { return };
        if let Some(file) = &mut state.file {
            let line = line_of(self.search, &self.split, result);
            if let Err(error) = file.write_all(line.as_bytes()) {
                state.error = Some(CliError(format!("cannot write results: {error}")));
                self.watch.raise();
                return;
            }
        }
        state.share += self.search.share(result.task);
        state.done.insert(result);
        if let Some(number) = self.progress
            && state.shown.elapsed() >= PROGRESS_INTERVAL
        {
            state.shown = Instant::now();
            let done_before = self.wanted - self.to_do;
            self.show(number, (state.share - done_before).clamp(1e-9, self.to_do.max(1e-9)));
        }
    }

    #[allow(clippy::print_stderr, reason = "progress goes to standard error, results to standard output")]
    fn show(&self, number: usize, done_now: f64) {
        let explored = (self.wanted - self.to_do + done_now) / self.wanted.max(1e-9) * 100.0;
        let left = self.started.elapsed().as_secs_f64() / done_now * (self.to_do - done_now).max(0.0);
        eprintln!("# grid {number}: {explored:.1} % explored, about {left:.0} s left");
    }
}
