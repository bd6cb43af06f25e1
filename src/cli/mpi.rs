//! `check --clues --mpi`: the tasks of a search shared out among the processes of an MPI job.
//!
//! McGuire, Tugemann and Civario, section 8.2: process 0 is the master. It alone reads and writes; the
//! workers ask for nothing, they get a task at a time as a line of text, `ROUND GRID SHAPE CLUES TASK SECONDS`,
//! and answer with another, `ROUND TASK TESTED PUZZLE...`, or `ROUND TASK stopped`. A worker that gets a message
//! while it works stops; `-` asks for no more than that, `?` for the answer `here`, an empty line ends it, and so does
//! `!`. Rounds are searches, counted by
//! the master; tasks have the same numbers in every process.
//!
//! A worker that dies (under `mpirun --enable-recovery`, which lets the others go on) loses no task: when none is
//! left to hand out, idle workers get those that are not answered yet, and if no answer comes for long, the master
//! does them itself. Answers travel in short messages, because a long one is handed over by both sides together, and
//! the master would wait for the dead for ever. For the same reason all leave without `MPI_Finalize`, which waits for
//! every process, if a worker does not answer at the end.

use super::{CliError, signals};
use crate::grid::{Line, Puzzle, Shape, parse_puzzles};
use crate::grid_checker::{ClueSearch, Pruning, SearchError, TaskResult};
use crate::jobs::StopFlag;
use mpi::environment::Universe;
use mpi::topology::{Rank, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, Source};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// Between two looks of the master whether an answer has come.
const POLL: Duration = Duration::from_millis(1);

/// How long the master waits for answers to what it has stopped.
const GRACE: Duration = Duration::from_secs(2);

/// How long it waits at the end for a sign of life, before it takes a worker for dead: longer, because a living one on
/// a busy machine would make an orderly end look like a failure.
const LAST_GRACE: Duration = Duration::from_secs(10);

/// How long the master waits for any answer before it does tasks itself, besides three times the longest that a
/// task has taken.
const PATIENCE: Duration = Duration::from_secs(2);

/// Most bytes of a message, the byte that says whether another follows not counted. Open MPI hands over messages of
/// up to 4 KB, with their heads, without waiting for the receiver.
const MESSAGE_BYTES: usize = 1024;

/// Orders that are no task: stop, answer with [`HERE`], and end without waiting for the others. An empty one ends a
/// worker of a job that is whole.
const STOP: &str = "-";
const ARE_YOU_THERE: &str = "?";
const LEAVE_AT_ONCE: &str = "!";
const HERE: &str = "here";

/// First bytes of the messages of an answer: of all but the last, and of the last.
const MORE: u8 = b'+';
const LAST: u8 = b'.';

/// The processes of the job.
pub(super) struct Ranks {
    /// `None` once it has been left.
    universe: Option<Universe>,
    /// Number of the search.
    round: Cell<u64>,
    /// By rank: round and task without an answer, and since when.
    doing: RefCell<Vec<Option<(u64, usize, Instant)>>>,
    /// By rank: what has come of an answer.
    parts: RefCell<Vec<Vec<u8>>>,
    /// Whether all processes are there at the end, as far as this one knows.
    is_whole: Cell<bool>,
}

impl Ranks {
    /// Joins the job this process was started in; alone, it is a job of one.
    pub(super) fn join() -> Result<Ranks, CliError> {
        let universe = mpi::initialize().ok_or_else(|| CliError("--mpi: MPI does not start here".to_owned()))?;
        let n_ranks = universe.world().size() as usize;
        Ok(Ranks {
            universe: Some(universe),
            round: Cell::new(0),
            doing: RefCell::new(vec![None; n_ranks]),
            parts: RefCell::new(vec![Vec::new(); n_ranks]),
            is_whole: Cell::new(true),
        })
    }

    #[allow(clippy::unused_self, reason = "there is a world only while the job is joined")]
    fn world(&self) -> SimpleCommunicator {
        SimpleCommunicator::world()
    }

    /// Whether this process only does what the master tells it.
    pub(super) fn is_worker(&self) -> bool {
        self.world().rank() != 0
    }

    /// Does tasks until the master ends it.
    pub(super) fn work(&self, pruning: Pruning) -> Result<(), CliError> {
        let world = self.world();
        let master = world.process_at_rank(0);
        let send = |answer: &str| {
            let mut parts = answer.as_bytes().chunks(MESSAGE_BYTES).peekable();
            while let Some(part) = parts.next() {
                let first = if parts.peek().is_some() { MORE } else { LAST };
                master.send(&[&[first], part].concat());
            }
        };
        let mut search: Option<ClueSearch> = None;
        // A signal ends the task, and the master, which gets it too, ends the worker.
        let stop = signals::stop_flag();
        loop {
            let (order, _) = master.receive_vec::<u8>();
            let order = text(order)?;
            match order.as_str() {
                STOP => continue,
                ARE_YOU_THERE => {
                    send(HERE);
                    continue;
                }
                LEAVE_AT_ONCE => self.is_whole.set(false),
                _ => {}
            }
            // The text of an irregular layout has blanks, so it comes last.
            let words: Vec<&str> = order.splitn(6, ' ').collect();
            let [round, grid, clues, task, seconds, shape] = words.as_slice() else { return Ok(()) };
            let wrong = || CliError(format!("--mpi: a worker does not understand \"{order}\""));
            let shape: Shape = shape.parse().map_err(|_| wrong())?;
            let grid = parse_puzzles(shape, grid).ok().and_then(|grids| grids.into_iter().next()).ok_or_else(wrong)?;
            let clues: usize = clues.parse().map_err(|_| wrong())?;
            let task: usize = task.parse().map_err(|_| wrong())?;
            let limit = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let watch = limit.map_or(stop.clone(), |limit| stop.within(limit));
            let present = match search.take() {
                Some(search) if *search.grid() == grid && search.clues() == clues => search,
                _ => match ClueSearch::until(&grid, clues, &|| watch.is_raised() || has_message()) {
                    Err(SearchError::Stopped) => {
                        send(&format!("{round} {task} stopped"));
                        continue;
                    }
                    search => search.map_err(|error| CliError(format!("--clues: {error}")))?.with_pruning(pruning),
                },
            };
            if task >= present.n_tasks() {
                return Err(wrong());
            }
            let mut answer = format!("{round} {task}");
            match present.run_task(task, &|| watch.is_raised() || has_message()) {
                None => answer.push_str(" stopped"),
                Some(result) => {
                    answer.push_str(&format!(" {}", result.n_tested));
                    for puzzle in &result.puzzles {
                        answer.push_str(&format!(" {puzzle}"));
                    }
                }
            }
            send(&answer);
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
        if self.world().size() == 1 {
            return Ok(search.run(tasks, &|| watch.is_raised(), receive));
        }
        self.round.set(self.round.get() + 1);
        let mut todo: VecDeque<usize> = tasks.iter().copied().collect();
        let mut left: BTreeSet<usize> = tasks.iter().copied().collect();
        let mut last_answer = Instant::now();
        let mut longest = Duration::ZERO;
        let mut stopped_at = None;
        while !left.is_empty() {
            if watch.is_raised() {
                let since = *stopped_at.get_or_insert_with(Instant::now);
                if self.n_busy() == 0 || since.elapsed() > GRACE {
                    break;
                }
            } else {
                self.hand_out(search, &mut todo, &left, watch);
            }
            if let Some((rank, answer)) = self.answer()? {
                last_answer = Instant::now();
                let asked = self.doing.borrow_mut()[rank].take();
                let Some(Answer { task, result }) = result(&answer, self.round.get(), search)? else { continue };
                longest = longest.max(asked.map_or(Duration::ZERO, |(.., since)| since.elapsed()));
                match result {
                    Some(result) if left.remove(&task) => receive(result),
                    // Another worker was faster.
                    Some(_) => {}
                    None => todo.push_back(task),
                }
            } else if last_answer.elapsed() > PATIENCE + 3 * longest
                && let Some(&task) = left.first()
            {
                if let Some(result) = search.run_task(task, &|| watch.is_raised() || has_message()) {
                    left.remove(&task);
                    receive(result);
                }
            } else {
                // Looking now and then instead of waiting: a waiting process keeps a core busy.
                std::thread::sleep(POLL);
            }
        }
        // Whoever is still at a task need not go on.
        for rank in self.busy() {
            self.world().process_at_rank(rank).send(STOP.as_bytes());
        }
        Ok(left.is_empty())
    }

    /// Gives each idle worker a task: a new one, else one without an answer that the fewest are at.
    fn hand_out(&self, search: &ClueSearch, todo: &mut VecDeque<usize>, left: &BTreeSet<usize>, watch: &StopFlag) {
        let world = self.world();
        let round = self.round.get();
        let mut doing = self.doing.borrow_mut();
        for rank in 1..world.size() {
            if doing[rank as usize].is_some() {
                continue;
            }
            let n_at = |task: &usize| doing.iter().flatten().filter(|(of, at, _)| *of == round && at == task).count();
            let fresh = std::iter::from_fn(|| todo.pop_front()).find(|task| left.contains(task));
            let Some(task) = fresh.or_else(|| left.iter().copied().min_by_key(n_at)) else { return };
            let (grid, shape, clues) = (search.grid(), search.grid().shape(), search.clues());
            let seconds = watch.left().map_or_else(|| "-".to_owned(), |left| left.as_secs_f64().to_string());
            let order = format!("{round} {grid} {clues} {task} {seconds} {shape}");
            world.process_at_rank(rank).send(order.as_bytes());
            doing[rank as usize] = Some((round, task, Instant::now()));
        }
    }

    /// The answer that has come, if one is complete, and from whom.
    fn answer(&self) -> Result<Option<(usize, String)>, CliError> {
        let world = self.world();
        while let Some(status) = world.any_process().immediate_probe() {
            let rank = status.source_rank();
            let (message, _) = world.process_at_rank(rank).receive_vec::<u8>();
            let mut parts = self.parts.borrow_mut();
            let parts = &mut parts[rank as usize];
            parts.extend(message.iter().skip(1));
            if message.first() == Some(&LAST) {
                return text(std::mem::take(parts)).map(|answer| Some((rank as usize, answer)));
            }
        }
        Ok(None)
    }

    /// Workers that have not answered.
    fn busy(&self) -> Vec<Rank> {
        let doing = self.doing.borrow();
        (0..).zip(doing.iter()).filter(|(_, task)| task.is_some()).map(|(rank, _)| rank).collect()
    }

    fn n_busy(&self) -> usize {
        self.busy().len()
    }
}

impl Drop for Ranks {
    /// The master ends the workers, so that the job ends however the master does. First it asks who is there, and takes
    /// in what they still have to say: a worker that nobody listens to would not end.
    fn drop(&mut self) {
        let world = self.world();
        if world.rank() == 0 && world.size() > 1 {
            let round = self.round.get();
            let workers = 1..world.size();
            for rank in workers.clone() {
                world.process_at_rank(rank).send(ARE_YOU_THERE.as_bytes());
                self.doing.borrow_mut()[rank as usize] = Some((round, 0, Instant::now()));
            }
            let mut last_answer = Instant::now();
            while self.n_busy() > 0 && last_answer.elapsed() < LAST_GRACE {
                match self.answer() {
                    Ok(Some((rank, answer))) => {
                        if answer == HERE {
                            self.doing.borrow_mut()[rank] = None;
                        }
                        last_answer = Instant::now();
                    }
                    _ => std::thread::sleep(POLL),
                }
            }
            self.is_whole.set(self.n_busy() == 0);
            for rank in workers {
                let farewell = if self.is_whole.get() { "" } else { LEAVE_AT_ONCE };
                world.process_at_rank(rank).send(farewell.as_bytes());
            }
        }
        if !self.is_whole.get() {
            // `MPI_Finalize` waits for all processes, the dead ones included.
            std::mem::forget(self.universe.take());
        }
    }
}

/// Whether a message has come for this process.
fn has_message() -> bool {
    SimpleCommunicator::world().any_process().immediate_probe().is_some()
}

fn text(bytes: Vec<u8>) -> Result<String, CliError> {
    String::from_utf8(bytes).map_err(|_| CliError("--mpi: a message is no text".to_owned()))
}

/// An answer of a worker.
struct Answer {
    task: usize,
    /// `None` if it was stopped.
    result: Option<TaskResult>,
}

/// An answer to a question of this round; `None` if it is one to an earlier round.
fn result(answer: &str, round: u64, search: &ClueSearch) -> Result<Option<Answer>, CliError> {
    let wrong = || CliError(format!("--mpi: the master does not understand \"{answer}\""));
    let mut words = answer.split(' ');
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).ok_or_else(wrong);
    let (of, task) = (number()?, number()? as usize);
    if of != round {
        return Ok(None);
    }
    let tested = words.next().ok_or_else(wrong)?;
    if tested == "stopped" {
        return Ok(Some(Answer { task, result: None }));
    }
    let n_tested = tested.parse().map_err(|_| wrong())?;
    let puzzle =
        |text: &str| -> Option<Puzzle> { Line { number: 1, column: 1, text }.puzzle(search.grid().shape()).ok() };
    let puzzles = words.map(puzzle).collect::<Option<Vec<Puzzle>>>().ok_or_else(wrong)?;
    Ok(Some(Answer { task, result: Some(TaskResult { task, puzzles, n_tested }) }))
}
