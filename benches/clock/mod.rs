//! CPU time, which other programs do not disturb; wall time where the system tells none.

#![allow(dead_code, reason = "not every benchmark asks for both")]

/// CPU seconds of this thread.
#[cfg(unix)]
pub(crate) fn thread_seconds() -> f64 {
    seconds(rustix::time::ClockId::ThreadCPUTime)
}

/// CPU seconds of all threads of this process: some solvers run on a thread of their own.
#[cfg(unix)]
pub(crate) fn process_seconds() -> f64 {
    seconds(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn seconds(clock: rustix::time::ClockId) -> f64 {
    let time = rustix::time::clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
pub(crate) fn thread_seconds() -> f64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(not(unix))]
pub(crate) fn process_seconds() -> f64 {
    thread_seconds()
}
