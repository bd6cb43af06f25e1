//! SIGINT and SIGTERM: a subcommand ends after the last whole line, with exit code 4.
//!
//! A thread of its own waits for them, so that they are obeyed at once wherever the subcommand is. What is
//! written holds a lock meanwhile: lines stay whole, and files that are replaced are replaced or left alone.
//! Where it is not Unix, a signal ends the program as it ends any other.

use super::output::Lines;
use crate::jobs::StopFlag;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a signal meets.
struct SignalTargets {
    /// Output that is to be brought to an end.
    open: Vec<Weak<Mutex<Lines>>>,
    /// Raised instead, once, where the subcommand ends by itself.
    stop: Option<StopFlag>,
}

static STATE: Mutex<SignalTargets> = Mutex::new(SignalTargets { open: Vec::new(), stop: None });

/// Held while a file is replaced.
static SAVING: Mutex<()> = Mutex::new(());

fn state() -> MutexGuard<'static, SignalTargets> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lines that a signal shall bring to an end before the program ends.
pub(super) fn register(lines: &Arc<Mutex<Lines>>) {
    let mut state = state();
    state.open.retain(|lines| lines.strong_count() > 0);
    state.open.push(Arc::downgrade(lines));
}

/// For subcommands that have something to tell when they are stopped: the first signal raises this flag
/// and leaves the end to them.
pub(super) fn stop_flag() -> StopFlag {
    state().stop.get_or_insert_default().clone()
}

/// As long as this is held, no signal ends the program.
pub(super) fn undisturbed() -> MutexGuard<'static, ()> {
    SAVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on, if nobody does yet.
#[cfg(unix)]
pub(super) fn listen() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;

    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // Without listener and thread a signal ends the program as it ends any other.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        let listener = std::thread::Builder::new().name("signals".to_owned());
        let _ = listener.spawn(move || signals.forever().for_each(|_| end()));
    });
}

/// There is nothing to listen to.
#[cfg(not(unix))]
pub(super) fn listen() {}

/// What a signal does.
#[cfg(unix)]
fn end() {
    use std::time::{Duration, Instant};

    /// How long a reader that does not read may keep the program.
    const PATIENCE: Duration = Duration::from_secs(1);

    let (stop, open) = {
        let mut state = state();
        (state.stop.take(), std::mem::take(&mut state.open))
    };
    if let Some(stop) = stop {
        state().open = open;
        stop.raise();
        return;
    }
    let start = Instant::now();
    let mut saving = SAVING.try_lock();
    while saving.is_err() && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
        saving = SAVING.try_lock();
    }
    let open: Vec<_> = open.iter().filter_map(Weak::upgrade).collect();
    // Kept until the program is over, so that no further line begins.
    let mut ended = Vec::new();
    for lines in &open {
        while start.elapsed() < PATIENCE {
            if let Ok(mut lines) = lines.try_lock() {
                lines.interrupt();
                ended.push(lines);
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    // At once: engines are still at work on other threads.
    signal_hook::low_level::exit(super::Exit::Undecided as i32);
}
