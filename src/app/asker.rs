//! Questions that take longer than a frame, answered in the background; the newest one wins.

use super::language::{present, tr};
use crate::generate::Watch;
use crate::jobs::{Event, JobId, Runner, StopFlag, Work};
use std::sync::Arc;

/// One kind of question: the key says what was asked, so that an answer is shown only where it
/// belongs.
#[derive(Debug)]
pub(super) struct Asker<K, T> {
    runner: Runner<T>,
    asked: Option<(JobId, K)>,
    answer: Option<(K, T)>,
}

impl<K: PartialEq, T: Send + 'static> Asker<K, T> {
    /// Nothing asked yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(name: &str, wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Asker<K, T>> {
        Ok(Asker { runner: Runner::new(name, wake)?, asked: None, answer: None })
    }

    /// Whether this is not what was asked or answered last.
    pub(super) fn is_new(&self, key: &K) -> bool {
        self.asked.as_ref().is_none_or(|(_, asked)| asked != key) && self.answer(key).is_none()
    }

    /// Asks, unless this was asked or answered last.
    pub(super) fn ask(&mut self, key: K, work: impl FnOnce() -> Work<T>) {
        if !self.is_new(&key) {
            return;
        }
        let (language, work) = (present(), work());
        let work = move |watch: &dyn Watch| {
            language.enter();
            work(watch)
        };
        let job = self.runner.submit(StopFlag::new(), Box::new(work));
        self.asked = Some((job, key));
    }

    /// The answer to this question, if it is the last one that was answered.
    pub(super) fn answer(&self, key: &K) -> Option<&T> {
        self.answer.as_ref().filter(|(answered, _)| answered == key).map(|(_, answer)| answer)
    }

    /// The last answer, whatever the question was.
    pub(super) fn latest(&self) -> Option<&T> {
        self.answer.as_ref().map(|(_, answer)| answer)
    }

    /// The last answer with its question, whatever is asked by now.
    pub(super) fn last(&self) -> Option<&(K, T)> {
        self.answer.as_ref()
    }

    /// Nobody waits for the answer any more.
    pub(super) fn forget(&mut self) {
        if self.asked.take().is_some() {
            self.runner.stop();
        }
    }

    /// Whether an answer is on its way.
    pub(super) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes answers in; an error is a job that panicked. True if an answer came.
    pub(super) fn drain(&mut self) -> Result<bool, String> {
        let mut came = false;
        while let Some(event) = self.runner.next_event() {
            if self.asked.as_ref().is_none_or(|(job, _)| *job != event.job()) {
                continue;
            }
            match event {
                Event::Begin { .. } | Event::Progress { .. } => {}
                Event::End { result, .. } => {
                    self.answer = self.asked.take().map(|(_, key)| (key, result));
                    came = true;
                }
                Event::Failed { message, .. } => {
                    self.asked = None;
                    return Err(tr!("A question could not be answered, which is a bug: {message}", message));
                }
            }
        }
        Ok(came)
    }

    /// The last answer, taken away.
    pub(super) fn take(&mut self) -> Option<(K, T)> {
        self.answer.take()
    }
}

/// A callback of its own for each worker.
pub(super) fn waker(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> impl Fn() + Send + Sync + 'static {
    let wake = Arc::clone(wake);
    move || wake()
}
