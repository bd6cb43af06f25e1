//! The Solve menu: solving by hand.

use super::{CTRL, Command, Entry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::new(Command::Check, "Check", "Compare what is entered with the solution").keys(&[keys(CTRL, Key::Enter)]),
    Entry::new(
        Command::Hint,
        "Hint",
        "First roughly where to look, then the step with its evidence, then it is carried out",
    )
    .keys(&[keys(CTRL, Key::H)]),
    Entry::new(
        Command::FillCandidates,
        "Fill in candidates",
        "Write into the middle of every open cell what the digits leave possible",
    )
    .begins_group(),
    Entry::new(Command::StartOver, "Start over", "Take out everything entered by hand; undo brings it back"),
    Entry::new(Command::UndoMark, "Undo mark", "Take back what was entered last by hand").begins_group(),
    Entry::new(Command::RedoMark, "Redo mark", "Enter again what was taken back"),
];
