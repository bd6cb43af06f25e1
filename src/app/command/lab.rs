//! The Lab menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::LabRun, "Run experiment", "Run the experiment that is chosen in the lab")
        .keys(&[keys(CTRL, Key::L)]),
    CommandEntry::new(Command::LabNext, "Run with the next seed", "Run the same experiment again with another seed")
        .keys(&[keys(CTRL_SHIFT, Key::L)]),
    CommandEntry::new(Command::LabStop, "Stop experiment", "Stop the run; its results so far stay")
        .keys(&[keys(CTRL_SHIFT, Key::Period)]),
    CommandEntry::new(
        Command::LabTake,
        "Use this puzzle",
        "Put the puzzle on the lab's board into the project; undo removes it",
    )
    .keys(&[keys(CTRL, Key::T)])
    .begins_group(),
];
