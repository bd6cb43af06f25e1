//! `check --clues --mpi`: the tasks of a search shared out among the processes of an MPI job.
//!
//! McGuire, Tugemann and Civario, section 8.2: process 0 is the master. It alone reads and writes; the
//! workers ask for nothing, they get a task at a time as a line of text, `GRID SHAPE CLUES TASK SECONDS`,
//! and answer with another, `TASK TESTED PUZZLE...`, or `TASK stopped`. An empty line ends a worker.
//! Tasks have the same numbers in every process.

use super::{CliError, signals};
use crate::grid::{Line, Puzzle, Shape, parse_puzzles};
use crate::grid_checker::{ClueSearch, SearchError, TaskResult};
use crate::jobs::StopFlag;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Source};
use std::time::Duration;

/// Between two looks of the master whether an answer has come.
const POLL: Duration = Duration::from_millis(1);

/// The processes of the job.
pub(super) struct Ranks {
    universe: Universe,
}

impl Ranks {
    /// Joins the job this process was started in; alone, it is a job of one.
    pub(super) fn join() -> Result<Ranks, CliError> {
        let universe = mpi::initialize().ok_or_else(|| CliError("--mpi: MPI does not start here".to_owned()))?;
        Ok(Ranks { universe })
    }

    fn world(&self) -> SimpleCommunicator {
        self.universe.world()
    }

    /// Whether this process only does what the master tells it.
    pub(super) fn is_worker(&self) -> bool {
        self.world().rank() != 0
    }

    /// Does tasks until the master ends it.
    pub(super) fn work(&self) -> Result<(), CliError> {
        let world = self.world();
        let master = world.process_at_rank(0);
        let mut search: Option<ClueSearch> = None;
        // A signal ends the task, and the master, which gets it too, ends the worker.
        let stop = signals::stop_flag();
        loop {
            let (order, _) = master.receive_vec::<u8>();
            let order = text(order)?;
            let words: Vec<&str> = order.split(' ').collect();
            let [grid, shape, clues, task, seconds] = words.as_slice() else { return Ok(()) };
            let wrong = || CliError(format!("--mpi: a worker does not understand \"{order}\""));
            let shape: Shape = shape.parse().map_err(|_| wrong())?;
            let grid = parse_puzzles(shape, grid).ok().and_then(|grids| grids.into_iter().next()).ok_or_else(wrong)?;
            let clues: usize = clues.parse().map_err(|_| wrong())?;
            let task: usize = task.parse().map_err(|_| wrong())?;
            let limit = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let watch = limit.map_or(stop.clone(), |limit| stop.within(limit));
            let present = match search.take() {
                Some(search) if *search.grid() == grid && search.clues() == clues => search,
                _ => match ClueSearch::until(&grid, clues, &|| watch.is_raised()) {
                    Err(SearchError::Stopped) => {
                        master.send(format!("{task} stopped").as_bytes());
                        continue;
                    }
                    search => search.map_err(|error| CliError(format!("--clues: {error}")))?,
                },
            };
            if task >= present.n_tasks() {
                return Err(wrong());
            }
            let mut answer = task.to_string();
            match present.run_task(task, &|| watch.is_raised()) {
                None => answer.push_str(" stopped"),
                Some(result) => {
                    answer.push_str(&format!(" {}", result.n_tested));
                    for puzzle in &result.puzzles {
                        answer.push_str(&format!(" {puzzle}"));
                    }
                }
            }
            master.send(answer.as_bytes());
            search = Some(present);
        }
    }

    /// Shares the tasks out and hands over each result as it comes; true if all were done. The workers
    /// wait for the next search afterwards.
    pub(super) fn run(
        &self,
        search: &ClueSearch,
        tasks: &[usize],
        watch: &StopFlag,
        receive: &(dyn Fn(TaskResult) + Sync),
    ) -> Result<bool, CliError> {
        let world = self.world();
        if world.size() == 1 {
            return Ok(search.run(tasks, &|| watch.is_raised(), receive));
        }
        let shape = search.grid().shape();
        let order = |task: usize| {
            let seconds = watch.left().map_or_else(|| "-".to_owned(), |left| left.as_secs_f64().to_string());
            format!("{} {shape} {} {task} {seconds}", search.grid(), search.clues())
        };
        let mut todo = tasks.iter();
        let mut n_busy = 0;
        let mut all_done = true;
        for rank in 1..world.size() {
            if let Some(&task) = todo.next() {
                world.process_at_rank(rank).send(order(task).as_bytes());
                n_busy += 1;
            }
        }
        while n_busy > 0 {
            // Looking now and then instead of waiting: a waiting process keeps a core busy.
            let Some(status) = world.any_process().immediate_probe() else {
                std::thread::sleep(POLL);
                continue;
            };
            let worker = world.process_at_rank(status.source_rank());
            let (answer, _) = worker.receive_vec::<u8>();
            n_busy -= 1;
            match result(&text(answer)?, search)? {
                Some(result) => receive(result),
                None => all_done = false,
            }
            if !watch.is_raised()
                && let Some(&task) = todo.next()
            {
                worker.send(order(task).as_bytes());
                n_busy += 1;
            }
        }
        Ok(all_done && todo.next().is_none())
    }
}

impl Drop for Ranks {
    /// The master ends the workers, so that the job ends however the master does.
    fn drop(&mut self) {
        let world = self.world();
        if world.rank() == 0 {
            for rank in 1..world.size() {
                world.process_at_rank(rank).send(&b""[..]);
            }
        }
    }
}

fn text(bytes: Vec<u8>) -> Result<String, CliError> {
    String::from_utf8(bytes).map_err(|_| CliError("--mpi: a message is no text".to_owned()))
}

/// An answer of a worker; `None` if it was stopped.
fn result(answer: &str, search: &ClueSearch) -> Result<Option<TaskResult>, CliError> {
    let wrong = || CliError(format!("--mpi: the master does not understand \"{answer}\""));
    let mut words = answer.split(' ');
    let task = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let tested = words.next().ok_or_else(wrong)?;
    if tested == "stopped" {
        return Ok(None);
    }
    let n_tested = tested.parse().map_err(|_| wrong())?;
    let puzzle =
        |text: &str| -> Option<Puzzle> { Line { number: 1, column: 1, text }.puzzle(search.grid().shape()).ok() };
    let puzzles = words.map(puzzle).collect::<Option<Vec<Puzzle>>>().ok_or_else(wrong)?;
    Ok(Some(TaskResult { task, puzzles, n_tested }))
}
