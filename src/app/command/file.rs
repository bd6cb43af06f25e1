//! The File menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::New, "New", "Start with an empty board").keys(&[keys(CTRL, Key::N)]),
    CommandEntry::new(Command::Open, "Open…", "Open a project file")
        .synonyms("load import")
        .keys(&[keys(CTRL, Key::O)]),
    CommandEntry::new(
        Command::OpenPath,
        "Open path…",
        "Open a project file by typing its path, where there is no file dialog",
    )
    .synonyms("load")
    .keys(&[keys(CTRL_SHIFT, Key::O)]),
    CommandEntry::new(Command::Save, "Save", "Write the project to its file")
        .keys(&[keys(CTRL, Key::S)])
        .begins_group(),
    CommandEntry::new(Command::SaveAs, "Save as…", "Write the project to another file")
        .keys(&[keys(CTRL_SHIFT, Key::S)]),
    CommandEntry::new(
        Command::SaveToPath,
        "Save to path…",
        "Save the project to a path that you type, where there is no file dialog",
    ),
    CommandEntry::new(Command::Quit, "Quit", "Close the window")
        .synonyms("exit leave")
        .keys(&[keys(CTRL, Key::Q)])
        .begins_group(),
];
