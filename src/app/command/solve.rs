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
    CommandEntry::new(
        Command::FilterDigit,
        "Filter by digit",
        "Show where the digit under the cursor stands and where it can still go; in an empty cell, type the digit next",
    )
    .synonyms("highlight candidates find number only")
    .keys(&[keys(CTRL, Key::F)])
    .begins_group(),
    CommandEntry::new(
        Command::FilterNext,
        "Filter by the next digit",
        "Show where the next digit stands and where it can still go; after the last digit comes the first",
    )
    .synonyms("highlight candidates find number"),
    CommandEntry::new(Command::FilterOff, "Show all digits", "Switch the filter by digit off")
        .synonyms("filter highlight none clear"),
    CommandEntry::new(
        Command::DrawLines,
        "Draw lines",
        "Drag from one cell to another to draw a line between them, or press Enter in both; once more removes it",
    )
    .synonyms("pen link chain connect")
    .begins_group(),
    CommandEntry::new(Command::EraseLines, "Erase all lines", "Remove the lines between cells; undo brings them back")
        .synonyms("pen remove delete clear"),
    CommandEntry::new(
        Command::StartOver,
        "Start over",
        "Remove everything entered by hand and set the timer to zero; undo brings both back",
    )
    .synonyms("restart clear reset")
    .begins_group(),
    CommandEntry::new(Command::UndoMark, "Undo mark", "Take back your last entry"),
    CommandEntry::new(Command::RedoMark, "Redo mark", "Restore the entry that was undone"),
    CommandEntry::new(Command::PauseTimer, "Pause timer", "Stop the timer of solving by hand until you resume it")
        .synonyms("clock time stop stopwatch")
        .begins_group(),
    CommandEntry::new(Command::ResumeTimer, "Resume timer", "Let the timer of solving by hand go on")
        .synonyms("clock time continue stopwatch"),
    CommandEntry::new(
        Command::ShowTimer,
        "Timer",
        "Show or hide the time spent on solving by hand; hidden, it goes on",
    )
    .synonyms("clock time stopwatch hide show"),
];
