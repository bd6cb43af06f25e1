//! The runner: a named worker thread, the newest request wins.

use super::StopFlag;
use crate::generate::{Method, Progress, Watch};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Number of a job, counted up from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(pub u64);

/// The work of a job. It must look at the watch every few milliseconds.
pub type Work<T> = Box<dyn FnOnce(&dyn Watch) -> T + Send>;

/// What a job tells the front end.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<T> {
    /// The job started.
    Begin {
        /// The job.
        job: JobId,
    },
    /// What a method of the job is doing, at most twenty times a second.
    Progress {
        /// The job.
        job: JobId,
        /// What it is doing.
        progress: Progress,
    },
    /// The job ended with a result; a stopped job ends so too.
    End {
        /// The job.
        job: JobId,
        /// Its result.
        result: T,
        /// How long it ran.
        elapsed: Duration,
    },
    /// The job panicked: a bug, but the program lives on.
    Failed {
        /// The job.
        job: JobId,
        /// The panic's message.
        message: String,
    },
}

impl<T> Event<T> {
    /// The job that speaks.
    pub fn job(&self) -> JobId {
        match self {
            Event::Begin { job } | Event::Progress { job, .. } | Event::End { job, .. } | Event::Failed { job, .. } => {
                *job
            }
        }
    }
}

/// One worker thread that always works on the newest request.
///
/// A new request stops the running job and replaces a waiting one; every job
/// that began also ends or fails, a replaced one says nothing.
pub struct Runner<T> {
    worker: Worker,
    results: PhantomData<fn() -> T>,
}

/// A result of any type. Threads and channels are a lot of code, so they are compiled once and not for each type of result.
type Erased = Box<dyn Any + Send>;

/// A runner that does not know the type of its results.
struct Worker {
    shared: Arc<Shared>,
    events: Receiver<Event<Erased>>,
    thread: Option<JoinHandle<()>>,
    last_job: u64,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    waiting: Option<(JobId, StopFlag, Work<Erased>)>,
    running: Option<StopFlag>,
    closed: bool,
}

impl Shared {
    /// The queue. No code that holds it can panic half-way, so poison is harmless.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send + 'static> Runner<T> {
    /// Starts the worker thread. `wake` is called after every event.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(name: &str, wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Runner<T>> {
        Ok(Runner { worker: Worker::start(name, Arc::new(wake))?, results: PhantomData })
    }

    /// Asks for work; stops what runs and replaces what waits.
    pub fn submit(&mut self, stop: StopFlag, work: Work<T>) -> JobId {
        self.worker.submit(stop, Box::new(move |watch| Box::new(work(watch))))
    }

    /// Stops what runs and drops what waits; true if something waited. A dropped
    /// request says nothing, a stopped one ends as usual.
    pub fn stop(&self) -> bool {
        self.worker.stop()
    }

    /// The next event, if there is one.
    pub fn next_event(&self) -> Option<Event<T>> {
        self.worker.events.try_recv().ok().map(typed)
    }

    /// The next event; waits for it at most this long.
    pub fn wait_event(&self, limit: Duration) -> Option<Event<T>> {
        self.worker.events.recv_timeout(limit).ok().map(typed)
    }
}

/// The event with its result, which work of this type has given.
fn typed<T: 'static>(event: Event<Erased>) -> Event<T> {
    match event {
        Event::Begin { job } => Event::Begin { job },
        Event::Progress { job, progress } => Event::Progress { job, progress },
        Event::End { job, result, elapsed } => {
            let result = *result.downcast().expect("a runner is given work of one type");
            Event::End { job, result, elapsed }
        }
        Event::Failed { job, message } => Event::Failed { job, message },
    }
}

impl Worker {
    fn start(name: &str, wake: Wake) -> std::io::Result<Worker> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue { waiting: None, running: None, closed: false }),
            changed: Condvar::new(),
        });
        let (sender, events) = channel();
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || work_loop(&shared, &sender, &wake)
        })?;
        Ok(Worker { shared, events, thread: Some(thread), last_job: 0 })
    }

    fn submit(&mut self, stop: StopFlag, work: Work<Erased>) -> JobId {
        self.last_job += 1;
        let job = JobId(self.last_job);
        let mut queue = self.shared.lock();
        if let Some(running) = &queue.running {
            running.raise();
        }
        queue.waiting = Some((job, stop, work));
        drop(queue);
        self.shared.changed.notify_one();
        job
    }

    fn stop(&self) -> bool {
        let mut queue = self.shared.lock();
        if let Some(running) = &queue.running {
            running.raise();
        }
        queue.waiting.take().is_some()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.waiting = None;
        if let Some(running) = &queue.running {
            running.raise();
        }
        drop(queue);
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The worker catches all panics of its jobs; there is nothing to learn from its end.
            let _ = thread.join();
        }
    }
}

impl<T> fmt::Debug for Runner<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("last_job", &self.worker.last_job).finish_non_exhaustive()
    }
}

type Wake = Arc<dyn Fn() + Send + Sync>;

fn work_loop(shared: &Shared, events: &Sender<Event<Erased>>, wake: &Wake) {
    loop {
        let (job, stop, work) = {
            let mut queue = shared.lock();
            queue.running = None;
            loop {
                if queue.closed {
                    return;
                }
                if let Some((job, stop, work)) = queue.waiting.take() {
                    queue.running = Some(stop.clone());
                    break (job, stop, work);
                }
                queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        };
        // A receiver that is gone means that the program ends: `closed` follows.
        let _ = events.send(Event::Begin { job });
        let watch =
            Reporter { job, stop, events: events.clone(), wake: Arc::clone(wake), last_report: Mutex::default() };
        let start = Instant::now();
        let event = match catch_unwind(AssertUnwindSafe(|| work(&watch))) {
            Ok(result) => Event::End { job, result, elapsed: start.elapsed() },
            Err(panic) => Event::Failed { job, message: panic_message(&*panic) },
        };
        let _ = events.send(event);
        wake();
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// The watch of a running job: its stop flag, and progress throttled to twenty a second.
struct Reporter {
    job: JobId,
    stop: StopFlag,
    events: Sender<Event<Erased>>,
    wake: Wake,
    /// One for each method, so that a talkative one does not silence the others.
    last_report: Mutex<[Option<Instant>; Method::ALL.len()]>,
}

impl Watch for Reporter {
    fn should_stop(&self) -> bool {
        self.stop.is_raised()
    }

    fn let_go(&self, what: Box<dyn Send>) {
        self.stop.let_go(what);
    }

    fn report(&self, progress: Progress) {
        const PAUSE: Duration = Duration::from_millis(50);
        // Engines may report from many threads; one that finds the lock taken has nothing newer to say.
        let Ok(mut last) = self.last_report.try_lock() else { return };
        let last = &mut last[progress.method as usize];
        if last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        *last = Some(Instant::now());
        let _ = self.events.send(Event::Progress { job: self.job, progress });
        (self.wake)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runner() -> Runner<u32> {
        Runner::new("test", || ()).expect("a thread")
    }

    fn next(runner: &Runner<u32>) -> Event<u32> {
        runner.wait_event(Duration::from_secs(5)).expect("an event in time")
    }

    /// Runs until it is stopped, then gives 0.
    fn endless() -> Work<u32> {
        Box::new(|watch| {
            while !watch.should_stop() {
                std::thread::sleep(Duration::from_millis(1));
            }
            0
        })
    }

    #[test]
    fn the_newest_request_wins() {
        let mut runner = runner();
        let first = runner.submit(StopFlag::new(), endless());
        assert_eq!(next(&runner), Event::Begin { job: first });
        runner.submit(StopFlag::new(), Box::new(|_| 2));
        let third = runner.submit(StopFlag::new(), Box::new(|_| 3));
        // An endless job ends only because it was stopped.
        assert!(matches!(next(&runner), Event::End { job, result: 0, .. } if job == first));
        // The second request may have been taken up before the third arrived, or not at all.
        loop {
            if let Event::End { job, result, .. } = next(&runner)
                && job == third
            {
                assert_eq!(result, 3);
                return;
            }
        }
    }

    #[test]
    fn a_panic_fails_the_job_and_nothing_else() {
        crate::jobs::remember_panics();
        let mut runner = runner();
        let bad = runner.submit(StopFlag::new(), Box::new(|_| panic!("on purpose")));
        assert_eq!(next(&runner), Event::Begin { job: bad });
        assert_eq!(next(&runner), Event::Failed { job: bad, message: "on purpose".to_owned() });
        let place = crate::jobs::place_of_panic("on purpose").expect("remembered");
        assert!(place.contains("runner.rs:"), "{place}");
        let good = runner.submit(StopFlag::new(), Box::new(|_| 7));
        assert_eq!(next(&runner).job(), good);
        assert!(matches!(next(&runner), Event::End { result: 7, .. }));
    }

    #[test]
    fn stop_deadline_and_drop_end_a_job() {
        let mut runner = runner();
        runner.submit(StopFlag::new(), endless());
        next(&runner);
        runner.stop();
        assert!(matches!(next(&runner), Event::End { .. }));
        runner.submit(StopFlag::after(Duration::from_millis(5)), endless());
        next(&runner);
        assert!(matches!(next(&runner), Event::End { .. }));
        runner.submit(StopFlag::new(), endless());
        next(&runner);
        // Returns only when the thread has ended.
        drop(runner);
    }

    #[test]
    fn progress_is_throttled() {
        let mut runner = runner();
        runner.submit(
            StopFlag::new(),
            Box::new(|watch| {
                for steps in 0..1000 {
                    watch.report(Progress::new(Method::Search, steps));
                }
                1
            }),
        );
        let mut n_reports = 0;
        loop {
            match next(&runner) {
                Event::Progress { .. } => n_reports += 1,
                Event::End { .. } => break,
                _ => {}
            }
        }
        assert!((1..=3).contains(&n_reports), "{n_reports}");
    }
}
