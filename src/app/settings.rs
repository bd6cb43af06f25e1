//! Settings and recent files. Unknown keys stay, bad values become defaults with a sentence, a
//! damaged file is set aside; none of it stops the start.

use super::io::read_text;
use super::recovery::set_aside;
use super::theme::{Colours, LEFT_WIDTH, RIGHT_WIDTH};
use crate::formats::json_damage;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Recent files that are kept.
const MAX_RECENT: usize = 10;

/// Name of the file in the folder for settings.
pub(super) const FILE_NAME: &str = "settings.json";

/// Sizes of text and controls to choose from, in percent.
pub(super) const SCALES: [u32; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

/// Minutes between two saves by itself to choose from; 0 for never.
pub(super) const AUTOSAVE_MINUTES: [u32; 5] = [0, 1, 2, 5, 10];

/// What each file shall hold. Threads of quick changes come in any order: the newest text has to win.
static WANTED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// How long the end of the program waits for settings that are being written.
const LONGEST_END: std::time::Duration = std::time::Duration::from_secs(2);

/// Held while a file is written; the window waits for it only at the end.
static WRITING: Mutex<()> = Mutex::new(());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Light, dark, or as the system says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

/// How results are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ResultsStyle {
    /// A board for each, with the most important figures.
    #[default]
    Cards,
    /// A line for each, with all figures.
    Table,
}

/// What is kept from one start to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeChoice,
    /// The colours of evidence.
    pub colours: Colours,
    /// Name of the language; empty for English.
    pub language: String,
    /// Size of text and controls in percent, one of `SCALES`.
    pub scale: u32,
    /// Minutes between two saves of a project that has a file; 0 for never.
    pub autosave: u32,
    /// Threads of searches; 0 for as many as the machine has.
    pub threads: u32,
    /// How results are shown.
    pub results: ResultsStyle,
    /// Widths of the left and the right panel in points, as the setter dragged them.
    pub panels: [u32; 2],
    /// Whether the time of solving by hand shows.
    pub shows_timer: bool,
    /// Whether the examples of the first start were seen.
    pub is_welcomed: bool,
    /// Files used last, newest first.
    pub recent: Vec<PathBuf>,
    /// Keys of other versions.
    pub(super) others: Map<String, Value>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: ThemeChoice::System,
            colours: Colours::Usual,
            language: String::new(),
            scale: 100,
            autosave: 0,
            threads: 0,
            results: ResultsStyle::Cards,
            panels: [LEFT_WIDTH as u32, RIGHT_WIDTH as u32],
            shows_timer: true,
            is_welcomed: false,
            recent: Vec::new(),
            others: Map::new(),
        }
    }
}

impl Settings {
    /// Reads settings; a missing file means the defaults, a damaged one is set aside. Also
    /// sentences for the user.
    pub(super) fn read(path: &Path) -> (Settings, Vec<String>) {
        if !path.exists() {
            return (Settings::default(), Vec::new());
        }
        let read = read_text(path)
            .and_then(|text| serde_json::from_str(&text).map_err(|error| json_damage(&error).to_string()));
        match read {
            Ok(keys) => Settings::from_keys(keys),
            Err(why) => (Settings::default(), vec![set_aside(path, &why)]),
        }
    }

    fn from_keys(mut keys: Map<String, Value>) -> (Settings, Vec<String>) {
        let mut warnings = Vec::new();
        let usual = Settings::default();
        let settings = Settings {
            theme: take(&mut keys, "theme", usual.theme, |_| true, &mut warnings),
            colours: take(&mut keys, "colours", usual.colours, |_| true, &mut warnings),
            language: take(&mut keys, "language", usual.language, |_| true, &mut warnings),
            scale: take(&mut keys, "scale", usual.scale, |scale| SCALES.contains(scale), &mut warnings),
            autosave: take(&mut keys, "autosave", usual.autosave, |m| AUTOSAVE_MINUTES.contains(m), &mut warnings),
            threads: take(&mut keys, "threads", usual.threads, |&threads| threads <= 256, &mut warnings),
            results: take(&mut keys, "results", usual.results, |_| true, &mut warnings),
            panels: take(
                &mut keys,
                "panels",
                usual.panels,
                |widths| widths.iter().all(|w| *w <= 10_000),
                &mut warnings,
            ),
            shows_timer: take(&mut keys, "shows_timer", usual.shows_timer, |_| true, &mut warnings),
            is_welcomed: take(&mut keys, "is_welcomed", usual.is_welcomed, |_| true, &mut warnings),
            recent: take(&mut keys, "recent", usual.recent, |_| true, &mut warnings),
            others: keys,
        };
        (settings, warnings)
    }

    fn to_text(&self) -> String {
        let mut keys = self.others.clone();
        for (name, value) in [
            ("theme", serde_json::to_value(self.theme)),
            ("colours", serde_json::to_value(self.colours)),
            ("language", serde_json::to_value(&self.language)),
            ("scale", serde_json::to_value(self.scale)),
            ("autosave", serde_json::to_value(self.autosave)),
            ("threads", serde_json::to_value(self.threads)),
            ("results", serde_json::to_value(self.results)),
            ("panels", serde_json::to_value(self.panels)),
            ("shows_timer", serde_json::to_value(self.shows_timer)),
            ("is_welcomed", serde_json::to_value(self.is_welcomed)),
            // A path that is no text cannot be written; the others can.
            ("recent", serde_json::to_value(self.recent.iter().filter_map(|path| path.to_str()).collect::<Vec<_>>())),
        ] {
            keys.insert(name.to_owned(), value.unwrap_or(Value::Null));
        }
        format!("{:#}\n", Value::Object(keys))
    }

    /// Writes settings on a thread of their own.
    pub(super) fn write(&self, path: PathBuf) {
        lock(&WANTED).insert(path.clone(), self.to_text());
        // Lost settings are not worth a message.
        let _ = std::thread::Builder::new().name("settings".to_owned()).spawn(move || {
            let _others_wait = lock(&WRITING);
            // A thread that came first may have written it already.
            let Some(text) = lock(&WANTED).remove(&path) else { return };
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = crate::saving::save(&path, &text);
        });
    }

    /// Waits for what is being written: the program ends.
    pub(super) fn finish() {
        let start = std::time::Instant::now();
        while !lock(&WANTED).is_empty() && start.elapsed() < LONGEST_END {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        drop(lock(&WRITING));
    }

    /// Puts a file at the top of the recent ones.
    pub(super) fn used(&mut self, path: &Path) {
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }
}

/// Takes a key out; what it holds, or the default with a sentence if that makes no sense.
fn take<T: DeserializeOwned>(
    keys: &mut Map<String, Value>,
    name: &str,
    usual: T,
    is_fine: impl Fn(&T) -> bool,
    warnings: &mut Vec<String>,
) -> T {
    let Some(value) = keys.remove(name) else { return usual };
    let text = value.to_string();
    match serde_json::from_value(value) {
        Ok(value) if is_fine(&value) => value,
        _ => {
            warnings.push(format!("The setting {name} cannot be {text}: the default is used"));
            usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a file gives: settings as they would be written, and the sentences.
    fn read(text: &str) -> (Settings, Vec<String>, bool) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        crate::saving::save(&path, text).expect("written");
        let (settings, warnings) = Settings::read(&path);
        (settings, warnings, folder.path().join("settings.json.damaged").exists())
    }

    #[test]
    fn of_quick_changes_the_last_one_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        for threads in 1..=60 {
            Settings { threads, ..Settings::default() }.write(path.clone());
        }
        while lock(&WANTED).contains_key(&path) {
            std::thread::yield_now();
        }
        drop(lock(&WRITING));
        assert_eq!(Settings::read(&path).0.threads, 60);
    }

    #[test]
    fn settings_survive_versions() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Settings::read(&folder.path().join(FILE_NAME)), (Settings::default(), Vec::new()));
        let mut settings =
            Settings { theme: ThemeChoice::Dark, scale: 125, threads: 2, panels: [300, 400], ..Settings::default() };
        settings.used(Path::new("/tmp/a"));
        settings.used(Path::new("/tmp/b"));
        assert_eq!(read(&settings.to_text()), (settings.clone(), Vec::new(), false));
        // A key of a newer version stays; one that is missing has the usual value.
        let (settings, warnings, is_aside) = read("{\"theme\": \"Light\", \"hats\": 3}");
        assert_eq!((settings.theme, settings.scale, warnings.len(), is_aside), (ThemeChoice::Light, 100, 0, false));
        assert!(settings.to_text().contains("\"hats\": 3"));
    }

    #[test]
    fn bad_values_become_defaults_and_a_damaged_file_is_set_aside() {
        let (settings, warnings, is_aside) = read("{\"theme\": \"Pink\", \"scale\": 7, \"threads\": 3}");
        assert_eq!(settings, Settings { threads: 3, ..Settings::default() });
        assert_eq!(warnings[0], "The setting theme cannot be \"Pink\": the default is used");
        assert_eq!((warnings.len(), is_aside), (2, false));
        let (settings, warnings, is_aside) = read("{\"theme\": ");
        assert_eq!((settings, is_aside), (Settings::default(), true));
        assert!(warnings[0].contains("has been set aside as"), "{warnings:?}");
    }
}
