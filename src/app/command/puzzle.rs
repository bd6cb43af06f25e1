//! The Puzzle menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(
        Command::KeepDigits,
        "Keep all digits",
        "Keep the digits of this puzzle while the pattern changes",
    )
    .synonyms("fix lock givens")
    .begins_group(),
    CommandEntry::new(Command::FreeDigits, "Free all digits", "Let the generator choose all digits again")
        .synonyms("unlock"),
    CommandEntry::new(
        Command::TickNeeded,
        "Tick what it needs",
        "Tick the further strategies that solve this puzzle, besides those that are ticked",
    )
    .synonyms("strategies stuck"),
    CommandEntry::new(Command::Another, "New digits", "Find other digits for the same pattern and strategies")
        .keys(&[keys(CTRL, Key::G)])
        .synonyms("another puzzle generate next"),
    CommandEntry::new(Command::SearchAgain, "Search again", "Start the search again").keys(&[keys(CTRL, Key::R)]),
    CommandEntry::new(
        Command::Stop,
        "Stop searching",
        "Stop the search and say what would help; the design stays as it is",
    )
    .keys(&[keys(CTRL, Key::Period)]),
    CommandEntry::new(
        Command::AddHelpful,
        "Add clue cells where they are missing",
        "Make clue cells of the empty cell that sees the fewest of them and its images under the chosen symmetry",
    )
    .synonyms("help sparse stuck slow long search"),
    CommandEntry::new(
        Command::SaveProof,
        "Save proof…",
        "Write a proof that no puzzle exists: a formula with its DRAT refutation, which other programs can check",
    )
    .synonyms("export certificate lrat impossible"),
    CommandEntry::new(Command::StopProof, "Stop the proof", "Stop looking for a proof; nothing is written"),
    CommandEntry::new(
        Command::FindDifferent,
        "Make many puzzles",
        "Find as many puzzles as you ask for, no two of them equal by symmetry or renaming of digits",
    )
    .synonyms("generate batch different results find")
    .keys(&[keys(CTRL_SHIFT, Key::G)])
    .begins_group(),
    CommandEntry::new(
        Command::StopDifferent,
        "Stop all jobs",
        "Stop all searches for puzzles; the results so far stay",
    ),
    CommandEntry::new(
        Command::ClearJobs,
        "Clear finished jobs",
        "Remove finished jobs from the list; their results stay",
    ),
    CommandEntry::new(
        Command::AddSelected,
        "Add selected results to the project",
        "Add the results that are selected to the puzzles of this project",
    )
    .synonyms("keep take")
    .begins_group(),
    CommandEntry::new(
        Command::AddPinned,
        "Add pinned results to the project",
        "Add all pinned results to the puzzles of this project",
    )
    .synonyms("keep take"),
    CommandEntry::new(Command::SelectResults, "Select all results", "Select every result that is shown")
        .keys(&[keys(CTRL, Key::A)])
        .yields_to_typing(),
    CommandEntry::new(
        Command::CopySelected,
        "Copy selected results",
        "Put the results that are selected on the clipboard, one puzzle per line",
    )
    .synonyms("export"),
    CommandEntry::new(
        Command::CopyResults,
        "Copy all results",
        "Put all results on the clipboard, one puzzle per line",
    )
    .synonyms("export"),
    CommandEntry::new(
        Command::ExportSelected,
        "Copy or export selected results as…",
        "Copy or save the selected results in any format: text, links, web page, LaTeX, pictures",
    )
    .synonyms("share convert format save"),
    CommandEntry::new(
        Command::SaveResults,
        "Save results as text…",
        "Write all results to a text file, one puzzle per line",
    )
    .synonyms("export"),
    CommandEntry::new(Command::DeleteUnpinned, "Delete unpinned results", "Delete all results except the pinned ones"),
    CommandEntry::new(
        Command::DeleteDuplicates,
        "Delete duplicate results",
        "Delete results that equal an earlier one by symmetry or renaming of digits, except the pinned ones",
    ),
    CommandEntry::new(
        Command::RestoreResults,
        "Restore deleted results",
        "Bring back the results that were deleted last",
    ),
    CommandEntry::new(
        Command::AddProposed,
        "Add proposed clues",
        "Add the digits of the solution in all cells marked with a plus, so that it becomes the only solution",
    )
    .begins_group(),
    CommandEntry::new(
        Command::FewestClues,
        "Find the fewest clues",
        "Find out how few clues this solution can have, ruling out one number after another",
    ),
    CommandEntry::new(
        Command::AllWithClues,
        "All puzzles with this number of clues",
        "Find all puzzles with this solution and the number of clues chosen in the analysis view",
    ),
    CommandEntry::new(
        Command::StopClues,
        "Stop the clue search",
        "Stop searching for puzzles with few clues; what was found stays",
    ),
    CommandEntry::new(
        Command::CopyFewest,
        "Copy puzzles with few clues",
        "Put the puzzles that the clue search found on the clipboard, one per line",
    ),
];
