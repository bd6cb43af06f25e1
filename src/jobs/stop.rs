//! Stop requests.

use crate::generate::{Progress, Watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A flag that asks a job to stop, by hand or at a deadline. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    stop: Arc<AtomicBool>,
    n_dropped: Arc<AtomicU64>,
    deadline: Option<Instant>,
}

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// A flag that raises itself after this time.
    pub fn after(limit: Duration) -> StopFlag {
        StopFlag::new().within(limit)
    }

    /// This flag for a job that also stops after this time.
    #[must_use]
    pub fn within(&self, limit: Duration) -> StopFlag {
        StopFlag { deadline: Instant::now().checked_add(limit), ..self.clone() }
    }

    /// Time to the deadline, if there is one.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Puzzles that failed the verification and were dropped.
    pub fn n_dropped(&self) -> u64 {
        self.n_dropped.load(Ordering::Relaxed)
    }

    /// Asks the job to stop.
    pub fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the job was asked to stop by hand, whatever the deadline.
    pub fn is_raised_by_hand(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the job was asked to stop or the deadline is over.
    pub fn is_raised(&self) -> bool {
        self.is_raised_by_hand() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Watch for StopFlag {
    fn should_stop(&self) -> bool {
        self.is_raised()
    }

    fn let_go(&self, what: Box<dyn Send>) {
        let release = std::thread::Builder::new().name("release".to_owned());
        // Where no thread can be had, it is released with the closure.
        let _ = release.spawn(move || drop(what));
    }

    fn report(&self, _progress: Progress) {}

    fn dropped(&self) {
        self.n_dropped.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Tells when it is released.
    struct Last(Sender<()>);

    impl Drop for Last {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }

    #[test]
    fn what_is_let_go_is_released() {
        let (sender, released): (Sender<()>, Receiver<()>) = channel();
        StopFlag::new().let_go(Box::new(Last(sender)));
        assert_eq!(released.recv(), Ok(()));
    }

    #[test]
    fn a_deadline_is_no_stop_by_hand() {
        let stop = StopFlag::new();
        let over = stop.within(Duration::ZERO);
        assert_eq!((over.is_raised(), over.is_raised_by_hand(), stop.is_raised()), (true, false, false));
        let later = stop.within(Duration::from_secs(1 << 40));
        assert!(!later.is_raised());
        stop.raise();
        assert!(stop.is_raised() && later.is_raised_by_hand());
    }
}
