//! The Solve menu: solving by hand.

use super::{CTRL, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::Check, "Check", "Compare your entries with the solution")
        .keys(&[keys(CTRL, Key::Enter)]),
    CommandEntry::new(
        Command::Hint,
        "Hint",
        "First tells roughly where to look, then shows the step, then carries it out",
    )
    .keys(&[keys(CTRL, Key::H)]),
    CommandEntry::new(
        Command::FillCandidates,
        "Fill in candidates",
        "Write the possible digits into the middle of every empty cell",
    )
    .synonyms("pencil marks notes")
    .begins_group(),
    CommandEntry::new(Command::StartOver, "Start over", "Remove everything entered by hand; undo brings it back")
        .synonyms("restart clear"),
    CommandEntry::new(Command::UndoMark, "Undo mark", "Take back your last entry").begins_group(),
    CommandEntry::new(Command::RedoMark, "Redo mark", "Restore the entry that was undone"),
];
