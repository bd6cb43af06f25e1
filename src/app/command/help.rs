//! The Help menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::HelpHere, "Help", "Open the manual where it explains what is under the pointer")
        .keys(&[keys(Modifiers::NONE, Key::F1)]),
    CommandEntry::new(Command::Manual, "Manual", "Open the manual at its first page"),
    CommandEntry::new(
        Command::Tour,
        "Take the tour",
        "Six steps from an empty board to a printed sheet, in two minutes",
    )
    .synonyms("tutorial introduction getting started"),
    CommandEntry::new(Command::CommandPalette, "Command palette…", "Find a command by its name")
        .synonyms("search")
        .keys(&[keys(CTRL, Key::K), keys(CTRL_SHIFT, Key::P)]),
    CommandEntry::new(Command::Shortcuts, "Keys and mouse", "What keys and mouse buttons do")
        .synonyms("shortcuts keyboard"),
    CommandEntry::new(Command::Messages, "Messages", "Read earlier messages again")
        .synonyms("log errors notices")
        .begins_group(),
    CommandEntry::new(Command::FrameTimes, "Frame times", "Show how long the window takes to draw a frame"),
    CommandEntry::new(Command::About, "About cluesmith", "Version and licences").begins_group(),
];
