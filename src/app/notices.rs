//! Notices: short messages that disappear by themselves, errors later than others; the log keeps them all.

/// How a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Something did not work: it stays longer, and can be closed.
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

/// Most notices on the screen: more would cover the panel.
const MAX_OPEN: usize = 3;

impl Severity {
    /// Seconds that such a notice stays.
    const fn seconds(self) -> f64 {
        match self {
            Severity::Info => 5.0,
            Severity::Error => 20.0,
        }
    }
}

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
    /// Shows a notice for a few seconds.
    pub fn info(&mut self, text: impl Into<String>) {
        self.add(Severity::Info, text.into());
    }

    /// Shows a notice for long enough to read it twice, unless it is closed before.
    pub fn error(&mut self, text: impl Into<String>) {
        self.add(Severity::Error, text.into());
    }

    fn add(&mut self, severity: Severity, text: String) {
        self.last_id += 1;
        let notice = Notice { id: self.last_id, severity, text, since: None };
        // The same words once more replace the old ones.
        self.open.retain(|open| open.text != notice.text);
        self.open.push(notice.clone());
        while self.open.len() > MAX_OPEN {
            // Errors are kept longer than what is merely good to know.
            let oldest_info = self.open.iter().position(|open| open.severity == Severity::Info);
            self.open.remove(oldest_info.unwrap_or(0));
        }
        self.log.push(notice);
        if self.log.len() > MAX_LOG {
            self.log.remove(0);
        }
    }

    /// Drops what had its time; gives the seconds until the next one goes. While the pointer rests on the notices
    /// (`is_held`) their time does not run.
    pub fn tick(&mut self, now: f64, is_held: bool) -> Option<f64> {
        for notice in &mut self.open {
            let since = notice.since.get_or_insert(now);
            if is_held {
                *since = now;
            }
        }
        let left = |notice: &Notice| {
            let seconds = notice.severity.seconds();
            notice.since.map_or(seconds, |since| since + seconds - now)
        };
        self.open.retain(|notice| left(notice) > 0.0);
        self.open.iter().map(left).reduce(f64::min)
    }

    /// Closes a notice.
    pub fn close(&mut self, id: u64) {
        self.open.retain(|notice| notice.id != id);
    }

    /// Closes all notices.
    pub fn close_all(&mut self) {
        self.open.clear();
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

    fn texts(notices: &Notices) -> String {
        notices.open().iter().map(|notice| notice.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_notice_goes_and_errors_go_later() {
        let mut notices = Notices::default();
        notices.info("saved");
        notices.error("failed");
        assert_eq!(notices.tick(10.0, false), Some(5.0));
        assert_eq!(texts(&notices), "saved failed");
        assert_eq!(notices.tick(15.0, false), Some(15.0));
        assert_eq!(texts(&notices), "failed");
        // Somebody reads it.
        assert_eq!(notices.tick(29.0, true), Some(20.0));
        assert_eq!(notices.tick(48.0, false), Some(1.0));
        assert_eq!(notices.tick(49.0, false), None);
        assert_eq!((texts(&notices).as_str(), notices.log().len()), ("", 2));
    }

    #[test]
    fn there_are_never_too_many() {
        let mut notices = Notices::default();
        for text in ["a", "b", "c"] {
            notices.error(text);
        }
        notices.info("d");
        assert_eq!(texts(&notices), "a b c");
        notices.error("e");
        assert_eq!(texts(&notices), "b c e");
        notices.close(notices.open()[0].id);
        assert_eq!(texts(&notices), "c e");
        notices.close_all();
        assert_eq!((texts(&notices).as_str(), notices.log().len()), ("", 5));
    }
}
