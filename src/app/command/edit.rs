//! The Edit menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::Undo, "Undo", "Take the last change of the document back")
        .keys(&[keys(CTRL, Key::Z)])
        .yields_to_typing(),
    CommandEntry::new(Command::Redo, "Redo", "Carry out again what was taken back")
        .keys(&[keys(CTRL_SHIFT, Key::Z), keys(CTRL, Key::Y)])
        .yields_to_typing(),
    CommandEntry::new(
        Command::Copy,
        "Copy puzzle as text",
        "Put the puzzle on the clipboard, or the pattern while there is no puzzle",
    )
    .begins_group(),
    CommandEntry::new(
        Command::Paste,
        "Paste puzzles or patterns",
        "Add what is on the clipboard to the project: puzzles or patterns as text, or a link",
    ),
    CommandEntry::new(
        Command::PasteOver,
        "Paste in place of this puzzle",
        "Put the puzzle or pattern on the clipboard in the place of the one on the board; undo brings that back",
    ),
    CommandEntry::new(Command::Notes, "Notes…", "Write down what belongs to this puzzle").begins_group(),
    CommandEntry::new(
        Command::AddPuzzle,
        "New puzzle",
        "Add an empty puzzle to this project: shape and strategies stay",
    )
    .keys(&[keys(CTRL_SHIFT, Key::N)])
    .begins_group(),
    CommandEntry::new(Command::DuplicatePuzzle, "Duplicate puzzle", "Add a copy of this puzzle to the project")
        .keys(&[keys(CTRL, Key::D)]),
    CommandEntry::new(
        Command::DeletePuzzle,
        "Delete puzzle",
        "Take this puzzle out of the project; undo brings it back",
    ),
    CommandEntry::new(Command::MovePuzzleUp, "Move puzzle up", "Exchange this puzzle with the one before it"),
    CommandEntry::new(Command::MovePuzzleDown, "Move puzzle down", "Exchange this puzzle with the one behind it"),
    CommandEntry::new(Command::PreviousPuzzle, "Previous puzzle", "Put the puzzle before this one on the board")
        .keys(&[keys(CTRL, Key::PageUp)]),
    CommandEntry::new(Command::NextPuzzle, "Next puzzle", "Put the puzzle behind this one on the board")
        .keys(&[keys(CTRL, Key::PageDown)]),
    CommandEntry::new(Command::Settings, "Settings…", "Theme, size, colours, saving, threads")
        .keys(&[keys(CTRL, Key::Comma)])
        .begins_group(),
];
