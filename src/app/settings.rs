//! Settings: theme and recent files. Damaged ones are set aside and never stop the start.

use super::io::{read_text, write_atomically};
use super::recovery::set_aside;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Recent files that are kept.
const MAX_RECENT: usize = 10;

/// Light, dark, or as the system says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub(super) enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

/// What is kept from one start to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    /// The theme.
    pub theme: ThemeChoice,
    /// Files used last, newest first.
    pub recent: Vec<PathBuf>,
}

impl Settings {
    /// Reads settings; a missing file means the defaults, a damaged one is set aside
    /// with a sentence.
    pub(super) fn read(path: &Path) -> (Settings, Option<String>) {
        if !path.exists() {
            return (Settings::default(), None);
        }
        let settings = read_text(path).and_then(|text| ron::from_str(&text).map_err(|error| error.to_string()));
        match settings {
            Ok(settings) => (settings, None),
            Err(why) => (Settings::default(), Some(set_aside(path, &why))),
        }
    }

    /// Writes settings on a thread of their own.
    pub(super) fn write(&self, path: PathBuf) {
        let Ok(text) = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()) else { return };
        // Lost settings are not worth a message.
        let _ = std::thread::Builder::new().name("settings".to_owned()).spawn(move || {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = write_atomically(&path, &text);
        });
    }

    /// Puts a file at the top of the recent ones.
    pub(super) fn used(&mut self, path: &Path) {
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_and_damaged_ones_are_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        assert_eq!(Settings::read(&path), (Settings::default(), None));
        std::fs::write(&path, "(theme: Dark, unknown: 3)").expect("written");
        assert_eq!(Settings::read(&path).0.theme, ThemeChoice::Dark);
        std::fs::write(&path, "(theme: Pink)").expect("written");
        let (settings, warning) = Settings::read(&path);
        assert_eq!(settings, Settings::default());
        assert!(warning.is_some_and(|warning| warning.contains("set aside")));
        assert!(!path.exists() && folder.path().join("settings.ron.damaged").exists());
    }
}
