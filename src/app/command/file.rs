//! The File menu.

use super::{CTRL, CTRL_SHIFT, Command, Entry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::new(Command::New, "New", "Start with an empty board").keys(&[keys(CTRL, Key::N)]),
    Entry::new(Command::Open, "Open…", "Open a project file").keys(&[keys(CTRL, Key::O)]),
    Entry::new(Command::OpenPath, "Open path…", "Type the path of a project file, where no file dialog is to be had")
        .keys(&[keys(CTRL_SHIFT, Key::O)]),
    Entry::new(Command::Save, "Save", "Write the project to its file").keys(&[keys(CTRL, Key::S)]).begins_group(),
    Entry::new(Command::SaveAs, "Save as…", "Write the project to another file").keys(&[keys(CTRL_SHIFT, Key::S)]),
    Entry::new(Command::SaveToPath, "Save to path…", "Type the path to write to, where no file dialog is to be had"),
    Entry::new(Command::Quit, "Quit", "Close the window").keys(&[keys(CTRL, Key::Q)]).begins_group(),
];
