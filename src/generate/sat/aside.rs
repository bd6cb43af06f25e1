//! Plain clauses on a thread of their own, which a stop leaves behind.
//!
//! In a formula of a million clauses a single propagation, a collection of garbage or the
//! release of the memory takes up to a second, in which a solver does not ask whether to stop:
//! so the caller waits beside it and goes on at once.

use super::backend::Session;
use crate::generate::Watch;
use crate::sat::cdcl::{Answer, Lit};
use crate::sat::cnf::Clauses;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the caller sleeps from one look at its stop signal to the next.
const LOOK: Duration = Duration::from_millis(2);

/// How many clauses go to the thread at a time.
const AT_A_TIME: usize = 10_000;

/// Threads of sessions that are gone, until they end. A call of another session waits for
/// them, so that runs stopped one after the other do not pile up.
static LEAVING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Makes the solver, on its thread; it gives up when the flag says so.
pub(super) type Make = fn(Arc<AtomicBool>) -> Box<dyn Session>;

/// What the thread of a session is to do.
enum Order {
    Add(Clauses),
    Solve { assumptions: Vec<Lit>, budget: u64 },
}

/// How a call ended.
struct Ended {
    answer: Answer,
    /// Value per variable if satisfiable.
    model: Vec<bool>,
    /// Work of all calls.
    work: u64,
}

/// A session whose solver runs on a thread of its own.
pub(super) struct Aside<'a> {
    watch: &'a dyn Watch,
    /// Not yet handed over.
    clauses: Clauses,
    /// `None` once the session is over.
    orders: Option<Sender<Order>>,
    ends: Receiver<Ended>,
    thread: Option<JoinHandle<()>>,
    /// Ends the running call.
    stop: Arc<AtomicBool>,
    /// Whether a call was stopped and has not ended yet.
    is_stopping: bool,
    model: Vec<bool>,
    work: u64,
}

impl<'a> Aside<'a> {
    pub(super) fn new(watch: &'a dyn Watch, make: Make) -> Aside<'a> {
        let (orders, incoming) = channel();
        let (outgoing, ends) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let name = std::thread::Builder::new().name("sat".to_owned());
        // Where no thread can be had, every call says "stopped".
        let thread = name.spawn(move || serve(&mut *make(seen), &incoming, &outgoing)).ok();
        Aside {
            watch,
            clauses: Clauses::default(),
            orders: Some(orders),
            ends,
            thread,
            stop,
            is_stopping: false,
            model: Vec::new(),
            work: 0,
        }
    }

    fn order(&self, order: Order) {
        // Without the thread there is no end of the call either, which says "stopped".
        let _ = self.orders.as_ref().map(|orders| orders.send(order));
    }

    fn hand_over(&mut self) {
        let clauses = std::mem::take(&mut self.clauses);
        self.order(Order::Add(clauses));
    }

    /// Waits for the end of a call; `None` after a stop.
    fn wait(&self) -> Option<Ended> {
        loop {
            match self.ends.recv_timeout(LOOK) {
                Ok(ended) => return Some(ended),
                Err(RecvTimeoutError::Timeout) if !self.watch.should_stop() => {}
                Err(_) => return None,
            }
        }
    }

    /// Waits until sessions that are gone have let go of their memory; `false` after a stop.
    fn wait_for_others(&self) -> bool {
        loop {
            let is_alone = LEAVING.lock().is_ok_and(|mut leaving| {
                leaving.retain(|thread| !thread.is_finished());
                leaving.is_empty()
            });
            match is_alone {
                true => return true,
                false if self.watch.should_stop() => return false,
                false => std::thread::sleep(LOOK),
            }
        }
    }
}

/// Carries out the orders of a session until it is over.
fn serve(solver: &mut dyn Session, orders: &Receiver<Order>, ends: &Sender<Ended>) {
    let mut n_vars = 0;
    for order in orders {
        match order {
            Order::Add(clauses) => {
                for clause in clauses.iter() {
                    n_vars = clause.iter().map(|lit| lit.var() + 1).max().unwrap_or(0).max(n_vars);
                    solver.add(clause);
                }
            }
            Order::Solve { assumptions, budget } => {
                let answer = solver.solve(&assumptions, budget);
                let model = match answer {
                    Answer::Satisfiable => (0..n_vars).map(|var| solver.value(var)).collect(),
                    _ => Vec::new(),
                };
                // Fails when the session is over, and with it the orders.
                let _ = ends.send(Ended { answer, model, work: solver.work() });
            }
        }
    }
}

impl Session for Aside<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.iter().copied());
        if self.clauses.len() == AT_A_TIME {
            self.hand_over();
        }
    }

    fn solve(&mut self, assumptions: &[Lit], budget: u64) -> Answer {
        if self.watch.should_stop() || !self.wait_for_others() || (self.is_stopping && self.wait().is_none()) {
            return Answer::Stopped;
        }
        self.stop.store(false, Ordering::Relaxed);
        self.hand_over();
        self.order(Order::Solve { assumptions: assumptions.to_vec(), budget });
        let ended = self.wait();
        self.is_stopping = ended.is_none();
        self.stop.store(self.is_stopping, Ordering::Relaxed);
        let Some(Ended { answer, model, work }) = ended else { return Answer::Stopped };
        (self.model, self.work) = (model, work);
        answer
    }

    fn value(&mut self, var: usize) -> bool {
        self.model.get(var).copied().unwrap_or(false)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.orders = None;
        if let (Some(thread), Ok(mut leaving)) = (self.thread.take(), LEAVING.lock()) {
            leaving.push(thread);
        }
    }
}
