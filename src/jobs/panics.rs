//! Where panics happened, for the reports of failed jobs.

use std::collections::VecDeque;
use std::panic::{self, PanicHookInfo};
use std::sync::{Mutex, Once, PoisonError};

/// Panics that are remembered.
const MAX_PANICS: usize = 16;

/// Message and place of the last panics, newest last.
static PANICS: Mutex<VecDeque<(String, String)>> = Mutex::new(VecDeque::new());

/// Installs a panic hook that remembers from now on where panics happen, on whatever thread; the hook that was there
/// still runs.
///
/// This is for the program to call: nothing else in the library installs a hook.
pub fn remember_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            note(info);
            before(info);
        }));
    });
}

fn note(info: &PanicHookInfo<'_>) {
    let (Some(message), Some(place)) = (info.payload_as_str(), info.location()) else { return };
    let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    panics.push_back((message.to_owned(), place.to_string()));
    if panics.len() > MAX_PANICS {
        panics.pop_front();
    }
}

/// File, line and column of the newest panic with this message, if [`remember_panics`] was called before it.
pub fn place_of_panic(message: &str) -> Option<String> {
    let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    panics.iter().rev().find(|(known, _)| known == message).map(|(_, place)| place.clone())
}
