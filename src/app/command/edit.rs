//! The Edit menu.

use super::{CTRL, CTRL_SHIFT, Command, Entry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::new(Command::Undo, "Undo", "Take the last change of the document back")
        .keys(&[keys(CTRL, Key::Z)])
        .yields_to_typing(),
    Entry::new(Command::Redo, "Redo", "Carry out again what was taken back")
        .keys(&[keys(CTRL_SHIFT, Key::Z), keys(CTRL, Key::Y)])
        .yields_to_typing(),
    Entry::new(
        Command::Copy,
        "Copy puzzle as text",
        "Put the puzzle on the clipboard, or the pattern while there is no puzzle",
    )
    .begins_group(),
    Entry::new(
        Command::Paste,
        "Paste puzzle or pattern",
        "Take a puzzle or pattern from the clipboard: one line, or one line a row",
    ),
    Entry::new(Command::Clear, "Clear pattern", "Make every cell empty").begins_group(),
    Entry::new(Command::Invert, "Invert pattern", "Exchange clue cells and empty cells")
        .keys(&[keys(CTRL, Key::I)])
        .yields_to_typing(),
    Entry::new(Command::MakeSymmetric, "Make symmetric", "Add the mirror images of all clue cells")
        .keys(&[keys(CTRL, Key::M)]),
    Entry::new(Command::Notes, "Notes…", "Write down what belongs to this puzzle").begins_group(),
];
