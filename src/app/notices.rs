//! Notices: short messages that vanish by themselves, and errors that stay until closed.

/// How a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Good to know; goes by itself.
    Info,
    /// Something did not work; stays until closed.
    Error,
}

/// A message.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    /// Number, counted up.
    pub id: u64,
    /// How it is meant.
    pub severity: Severity,
    /// One sentence.
    pub text: String,
    /// Since when it stands there, in seconds of the window's clock; `None` until it was drawn.
    pub since: Option<f64>,
}

/// Seconds that an info notice stays.
pub(super) const INFO_SECONDS: f64 = 5.0;

/// Notices that are kept for reading again.
const MAX_LOG: usize = 50;

/// The notices on the screen and the earlier ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notices {
    open: Vec<Notice>,
    log: Vec<Notice>,
    last_id: u64,
}

impl Notices {
    /// Shows a notice that goes by itself.
    pub fn info(&mut self, text: impl Into<String>) {
        self.add(Severity::Info, text.into());
    }

    /// Shows a notice that stays until it is closed.
    pub fn error(&mut self, text: impl Into<String>) {
        self.add(Severity::Error, text.into());
    }

    fn add(&mut self, severity: Severity, text: String) {
        self.last_id += 1;
        let notice = Notice { id: self.last_id, severity, text, since: None };
        // The same words once more replace the old ones.
        self.open.retain(|open| open.text != notice.text);
        self.open.push(notice.clone());
        self.log.push(notice);
        if self.log.len() > MAX_LOG {
            self.log.remove(0);
        }
    }

    /// Drops what had its time; gives the seconds until the next one goes.
    pub fn tick(&mut self, now: f64) -> Option<f64> {
        for notice in &mut self.open {
            notice.since.get_or_insert(now);
        }
        let left = |notice: &Notice| notice.since.map_or(INFO_SECONDS, |since| since + INFO_SECONDS - now);
        self.open.retain(|notice| notice.severity == Severity::Error || left(notice) > 0.0);
        self.open.iter().filter(|notice| notice.severity == Severity::Info).map(left).reduce(f64::min)
    }

    /// Closes a notice.
    pub fn close(&mut self, id: u64) {
        self.open.retain(|notice| notice.id != id);
    }

    /// The notices on the screen, oldest first.
    pub fn open(&self) -> &[Notice] {
        &self.open
    }

    /// All notices that are kept, oldest first.
    pub fn log(&self) -> &[Notice] {
        &self.log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_goes_and_errors_stay() {
        let mut notices = Notices::default();
        notices.info("Saved");
        notices.error("Not saved");
        assert_eq!(notices.tick(10.0), Some(INFO_SECONDS));
        assert_eq!(notices.open().len(), 2);
        assert_eq!(notices.tick(10.0 + INFO_SECONDS), None);
        assert_eq!(notices.open().len(), 1);
        notices.close(notices.open()[0].id);
        assert!(notices.open().is_empty());
        assert_eq!(notices.log().len(), 2);
    }
}
