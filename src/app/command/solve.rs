//! The Solve menu: solving by hand.

use super::{CTRL, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::Check, "Check", "Compare what is entered with the solution")
        .keys(&[keys(CTRL, Key::Enter)]),
    CommandEntry::new(
        Command::Hint,
        "Hint",
        "First roughly where to look, then the step with its evidence, then it is carried out",
    )
    .keys(&[keys(CTRL, Key::H)]),
    CommandEntry::new(
        Command::FillCandidates,
        "Fill in candidates",
        "Write into the middle of every open cell what the digits leave possible",
    )
    .begins_group(),
    CommandEntry::new(Command::StartOver, "Start over", "Take out everything entered by hand; undo brings it back"),
    CommandEntry::new(Command::UndoMark, "Undo mark", "Take back what was entered last by hand").begins_group(),
    CommandEntry::new(Command::RedoMark, "Redo mark", "Enter again what was taken back"),
];
