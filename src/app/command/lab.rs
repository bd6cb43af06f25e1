//! The Lab menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::LabRun, "Run experiment", "Carry out what is chosen in the lab")
        .keys(&[keys(CTRL, Key::L)]),
    CommandEntry::new(Command::LabNext, "Run with the next seed", "The same recipe, another puzzle")
        .keys(&[keys(CTRL_SHIFT, Key::L)]),
    CommandEntry::new(Command::LabStop, "Stop experiment", "Stop the run; what it has come to stays")
        .keys(&[keys(CTRL_SHIFT, Key::Period)]),
    CommandEntry::new(
        Command::LabTake,
        "Take this puzzle",
        "Put the puzzle on the lab's board into the project; undo takes it back",
    )
    .keys(&[keys(CTRL, Key::T)])
    .begins_group(),
];
