//! The Puzzle menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(
        Command::KeepDigits,
        "Keep all digits",
        "Keep the digits of this puzzle while the pattern changes",
    )
    .begins_group(),
    CommandEntry::new(Command::FreeDigits, "Free all digits", "Leave all digits to the generator again"),
    CommandEntry::new(Command::Another, "Another puzzle", "Search another puzzle for the same design")
        .keys(&[keys(CTRL, Key::G)]),
    CommandEntry::new(Command::SearchAgain, "Search again", "Start the search again").keys(&[keys(CTRL, Key::R)]),
    CommandEntry::new(Command::Stop, "Stop searching", "Stop the search; the design stays as it is")
        .keys(&[keys(CTRL, Key::Period)]),
    CommandEntry::new(
        Command::SaveProof,
        "Save proof…",
        "Write a proof that no puzzle exists: a formula with its DRAT refutation, which other programs can check",
    ),
    CommandEntry::new(Command::StopProof, "Stop the proof", "Stop seeking the proof; nothing is written"),
    CommandEntry::new(
        Command::FindDifferent,
        "Find many different ones",
        "Find as many puzzles for this design as asked for, none equal to another by symmetry or renaming",
    )
    .keys(&[keys(CTRL_SHIFT, Key::G)])
    .begins_group(),
    CommandEntry::new(Command::StopDifferent, "Stop all jobs", "Stop finding; what was found stays"),
    CommandEntry::new(
        Command::ClearJobs,
        "Clear ended jobs",
        "Take the jobs that ended off the list; what they found stays",
    ),
    CommandEntry::new(Command::CopyResults, "Copy all results", "Put all results on the clipboard, one puzzle a line")
        .begins_group(),
    CommandEntry::new(
        Command::SaveResults,
        "Save results as text…",
        "Write all results to a text file, one puzzle a line",
    ),
    CommandEntry::new(Command::DeleteUnpinned, "Delete unpinned results", "Delete all results but the pinned ones"),
    CommandEntry::new(
        Command::DeleteDuplicates,
        "Delete duplicate results",
        "Delete results that are equal to an earlier one by symmetry or renaming, but for pinned ones",
    ),
    CommandEntry::new(
        Command::RestoreResults,
        "Bring deleted results back",
        "Bring back the results that were deleted last",
    ),
    CommandEntry::new(
        Command::AddProposed,
        "Add proposed clues",
        "Make clues of all cells with a plus, with the digits of the solution; then it is the only one",
    )
    .begins_group(),
    CommandEntry::new(
        Command::FewestClues,
        "How few clues?",
        "Search how few clues could have this solution, ruling out one number after the other",
    ),
    CommandEntry::new(
        Command::AllWithClues,
        "All puzzles with so many clues",
        "Search all puzzles with this solution and the number of clues chosen in the analysis view",
    ),
    CommandEntry::new(
        Command::StopClues,
        "Stop the clue search",
        "Stop searching puzzles with few clues; what was found stays",
    ),
    CommandEntry::new(
        Command::CopyFewest,
        "Copy puzzles with few clues",
        "Put the puzzles that the clue search found on the clipboard, one a line",
    ),
];
