//! `check --clues --mpi`: the work shared out among the processes of an MPI job.
//!
//! McGuire, Tugemann and Civario, section 8.2: process 0 is the master. It alone reads and writes; the workers get jobs
//! as text (`clue_messages`), and answer with reports, the last of which says `done` or `back`. A worker that
//! gets [`STOP`] while it works gives back what it has not done; to [`ARE_YOU_THERE`] it answers [`HERE`] and goes on; an
//! empty text ends it, and so does [`LEAVE_AT_ONCE`].
//!
//! A worker that dies (under `mpirun --enable-recovery`, which lets the others go on) loses nothing that it has
//! told: what it does not answer for is handed out again, and if no worker is left, the master does it. Texts travel in
//! short messages, because a long one is handed over by both sides together, and the master would wait for the dead for
//! ever. For the same reason all leave without `MPI_Finalize`, which waits for every process, if a worker does not
//! answer at the end.

use super::clue_board::Board;
use super::clue_messages::{Terms, order_of, order_text, report_text, reports_of};
use super::farm::Worker;
use super::{CliError, signals};
use crate::grid_checker::{Pruning, Question};
use crate::jobs::StopFlag;
use mpi::environment::Universe;
use mpi::topology::{Rank, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, Source};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks of the master whether an answer has come.
const POLL: Duration = Duration::from_millis(1);

/// Between two looks whether workers are silent.
const LOOK_AFTER: Duration = Duration::from_millis(250);

/// How long the master waits for answers to what it has stopped.
const GRACE: Duration = Duration::from_secs(2);

/// How long it waits at the end for a sign of life, before it takes a worker for dead: longer, because a living one on
/// a busy machine would make an orderly end look like a failure.
const LAST_GRACE: Duration = Duration::from_secs(10);

/// Workers tell so often what they have done of a long job.
const REPORT_SECONDS: f64 = 10.0;

/// Most bytes of a message, the byte that says whether another follows not counted. Open MPI hands over messages of
/// up to 4 KB, with their heads, without waiting for the receiver.
const MESSAGE_BYTES: usize = 1024;

/// Texts to a worker that are no job. An empty one ends a worker of a job that is whole.
const STOP: &str = "-";
const ARE_YOU_THERE: &str = "?";
const LEAVE_AT_ONCE: &str = "!";

/// Texts of a worker.
const HERE: &str = "here";
const DONE: &str = "done\n";
const BACK: &str = "back\n";
const MORE_TO_COME: &str = "so far\n";

/// First bytes of the messages of a text: of all but the last, and of the last.
const MORE: u8 = b'+';
const LAST: u8 = b'.';

/// The processes of the job.
pub(super) struct Ranks {
    /// `None` once it has been left.
    universe: Option<Universe>,
    /// By rank: what has come of a text.
    parts: RefCell<Vec<Vec<u8>>>,
    /// Whether all processes are there at the end, as far as this one knows.
    is_whole: Cell<bool>,
}

fn send(rank: Rank, text: &str) {
    let world = SimpleCommunicator::world();
    let mut parts = text.as_bytes().chunks(MESSAGE_BYTES).peekable();
    if parts.peek().is_none() {
        world.process_at_rank(rank).send(&[LAST]);
    }
    while let Some(part) = parts.next() {
        let first = if parts.peek().is_some() { MORE } else { LAST };
        world.process_at_rank(rank).send(&[&[first], part].concat());
    }
}

fn text(bytes: Vec<u8>) -> Result<String, CliError> {
    String::from_utf8(bytes).map_err(|_| CliError("--mpi: a message is no text".to_owned()))
}

/// What the master sends to a worker.
struct Mailbox {
    /// A text that came while the worker was at work, and that ends the work.
    unread: Mutex<Option<String>>,
}

impl Mailbox {
    /// The next text, when it comes.
    fn receive(&self) -> Result<String, CliError> {
        match self.unread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(text) => Ok(text),
            None => self.read(),
        }
    }

    #[allow(clippy::unused_self, reason = "it is this worker's")]
    fn read(&self) -> Result<String, CliError> {
        let world = SimpleCommunicator::world();
        let mut bytes = Vec::new();
        loop {
            let (message, _) = world.process_at_rank(0).receive_vec::<u8>();
            bytes.extend(message.iter().skip(1));
            if message.first() != Some(&MORE) {
                return text(bytes);
            }
        }
    }

    /// Whether the master has said that the work shall end. Questions are answered.
    fn ends_work(&self) -> bool {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        while unread.is_none() && has_message() {
            match self.read() {
                Ok(text) if text == ARE_YOU_THERE => send(0, HERE),
                Ok(text) => *unread = Some(text),
                Err(_) => *unread = Some(LEAVE_AT_ONCE.to_owned()),
            }
        }
        unread.is_some()
    }
}

impl Ranks {
    /// Joins the job this process was started in; alone, it is a job of one.
    pub(super) fn join() -> Result<Ranks, CliError> {
        let universe = mpi::initialize().ok_or_else(|| CliError("--mpi: MPI does not start here".to_owned()))?;
        let n_ranks = universe.world().size() as usize;
        Ok(Ranks {
            universe: Some(universe),
            parts: RefCell::new(vec![Vec::new(); n_ranks]),
            is_whole: Cell::new(true),
        })
    }

    #[allow(clippy::unused_self, reason = "there is a world only while the job is joined")]
    fn world(&self) -> SimpleCommunicator {
        SimpleCommunicator::world()
    }

    /// All processes but the master.
    pub(super) fn n_workers(&self) -> usize {
        self.world().size() as usize - 1
    }

    /// Whether this process only does what the master tells it.
    pub(super) fn is_worker(&self) -> bool {
        self.world().rank() != 0
    }

    /// Does jobs until the master ends it.
    pub(super) fn work(&self, pruning: Pruning) -> Result<(), CliError> {
        // A signal ends the job, and the master, which gets it too, ends the worker.
        let stop = signals::stop_flag();
        let mailbox = Mailbox { unread: Mutex::new(None) };
        let mut worker: Option<(usize, Worker)> = None;
        loop {
            let order = mailbox.receive()?;
            match order.as_str() {
                STOP => continue,
                ARE_YOU_THERE => {
                    send(0, HERE);
                    continue;
                }
                LEAVE_AT_ONCE => self.is_whole.set(false),
                _ => {}
            }
            if order.is_empty() || order == LEAVE_AT_ONCE {
                return Ok(());
            }
            let (order, Terms { clues, seconds }) =
                order_of(&order).ok_or_else(|| CliError(format!("--mpi: a worker does not understand \"{order}\"")))?;
            let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let watch = limit.map_or(stop.clone(), |limit| stop.within(limit));
            let (_, hand) = match &mut worker {
                Some(worker) if worker.0 == clues => worker,
                worker => worker.insert((clues, Worker::new(clues, pruning))),
            };
            let stop = || watch.is_raised() || mailbox.ends_work();
            let (is_done, last) = hand.work(&order, &stop, &mut |reports| {
                send(0, &(MORE_TO_COME.to_owned() + &report_text(&reports)));
                Ok(())
            })?;
            send(0, &((if is_done { DONE } else { BACK }).to_owned() + &report_text(&last)));
        }
    }

    /// Shares the work of a board out among the workers.
    pub(super) fn run(&self, mut board: Board<'_>, watch: &StopFlag) -> Result<(), CliError> {
        let n_workers = self.n_workers();
        let clues = board.clues;
        let mut idle: BTreeSet<usize> = (0..n_workers).collect();
        let mut looked_after = Instant::now();
        let mut stopped_at: Option<Instant> = None;
        while !board.is_over() {
            if watch.is_raised() {
                if stopped_at.is_none() {
                    board.farm().busy().into_iter().for_each(|worker| send(rank_of(worker), STOP));
                }
                let since = *stopped_at.get_or_insert_with(Instant::now);
                if board.farm().busy().is_empty() || since.elapsed() > GRACE {
                    break;
                }
            } else {
                while let Some(&worker) = idle.first()
                    && let Some(order) = board.order(worker, REPORT_SECONDS)?
                {
                    let terms = Terms { clues, seconds: watch.left().map(|left| left.as_secs_f64()) };
                    send(rank_of(worker), &order_text(&order, terms));
                    idle.remove(&worker);
                }
                let mut questions: Vec<Question> = board.give_back().into_iter().collect();
                if looked_after.elapsed() >= LOOK_AFTER {
                    looked_after = Instant::now();
                    questions.extend(board.look_after());
                }
                for question in questions {
                    match question {
                        Question::GiveBack(worker) => send(rank_of(worker), STOP),
                        Question::AreYouThere(worker) => send(rank_of(worker), ARE_YOU_THERE),
                    }
                }
            }
            if let Some((rank, answer)) = self.answer()? {
                self.hear(&mut board, rank, &answer, &mut idle)?;
            } else if board.farm().is_deserted() && !watch.is_raised() {
                let Some(order) = board.order(n_workers, REPORT_SECONDS)? else { continue };
                let mut worker = Worker::new(clues, board.pruning);
                let stop = || watch.is_raised() || has_message();
                let (is_done, last) = worker.work(&order, &stop, &mut |reports| board.take(reports))?;
                board.take(last)?;
                board.end_job(n_workers, is_done)?;
            } else {
                // Looking now and then instead of waiting: a waiting process keeps a core busy.
                std::thread::sleep(POLL);
            }
        }
        // Whoever is still at a job need not go on.
        board.farm().busy().into_iter().for_each(|worker| send(rank_of(worker), STOP));
        board.finish()
    }

    /// Takes in what a worker says.
    #[allow(clippy::unused_self, reason = "it is a worker of this job")]
    fn hear(
        &self,
        board: &mut Board<'_>,
        rank: usize,
        answer: &str,
        idle: &mut BTreeSet<usize>,
    ) -> Result<(), CliError> {
        let worker = rank - 1;
        board.heard(worker);
        if answer == HERE {
            return Ok(());
        }
        let wrong = || CliError(format!("--mpi: the master does not understand \"{answer}\""));
        let (state, reports) = answer.split_at(answer.find('\n').ok_or_else(wrong)? + 1);
        let reports = reports_of(reports, &|grid| board.shape(grid)).ok_or_else(wrong)?;
        board.take(reports)?;
        if state != MORE_TO_COME {
            board.end_job(worker, state == DONE)?;
            idle.insert(worker);
        }
        Ok(())
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
}

/// The process of a worker.
#[allow(clippy::cast_possible_wrap, reason = "workers are counted by the size of the world, a `Rank`")]
fn rank_of(worker: usize) -> Rank {
    worker as Rank + 1
}

impl Drop for Ranks {
    /// The master ends the workers, so that the job ends however the master does. First it asks who is there, and takes
    /// in what they still have to say: a worker that nobody listens to would not end.
    fn drop(&mut self) {
        let world = self.world();
        if world.rank() == 0 && world.size() > 1 {
            let workers = 1..world.size();
            let mut silent: BTreeSet<usize> = workers.clone().map(|rank| rank as usize).collect();
            for rank in workers.clone() {
                // Whoever is at a job stops first.
                send(rank, STOP);
                send(rank, ARE_YOU_THERE);
            }
            let mut last_answer = Instant::now();
            while !silent.is_empty() && last_answer.elapsed() < LAST_GRACE {
                match self.answer() {
                    Ok(Some((rank, answer))) => {
                        if answer == HERE {
                            silent.remove(&rank);
                        }
                        last_answer = Instant::now();
                    }
                    _ => std::thread::sleep(POLL),
                }
            }
            self.is_whole.set(silent.is_empty());
            for rank in workers {
                send(rank, if self.is_whole.get() { "" } else { LEAVE_AT_ONCE });
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
