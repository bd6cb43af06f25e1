//! The Edit menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::Undo, "Undo", "Take back the last change of the document")
        .synonyms("revert")
        .keys(&[keys(CTRL, Key::Z)])
        .yields_to_typing(),
    CommandEntry::new(Command::Redo, "Redo", "Carry out again what was undone")
        .synonyms("repeat")
        .keys(&[keys(CTRL_SHIFT, Key::Z), keys(CTRL, Key::Y)])
        .yields_to_typing(),
    CommandEntry::new(
        Command::Copy,
        "Copy puzzle as text",
        "Put the puzzle on the clipboard, or the pattern while there is no puzzle",
    )
    .synonyms("clipboard export string")
    .begins_group(),
    CommandEntry::new(
        Command::CopySudokuPad,
        "Copy link for SudokuPad",
        "Put a link on the clipboard that opens the puzzle in SudokuPad, with its title and author",
    )
    .synonyms("share export url web online publish sudoku pad ctc"),
    CommandEntry::new(
        Command::CopyFPuzzles,
        "Copy link for f-puzzles",
        "Put a link on the clipboard that opens the puzzle in f-puzzles.com, with its title and author",
    )
    .synonyms("share export url web online publish fpuzzles"),
    CommandEntry::new(Command::CopyPicture, "Copy as a picture", "Put a picture of the puzzle on the clipboard")
        .synonyms("share export image png"),
    CommandEntry::new(
        Command::ExportAs,
        "Copy or export as…",
        "Copy or save puzzles in any format: text, link, Markdown, web page, LaTeX, picture, files of other programs",
    )
    .synonyms("share convert format save sdk sdm opensudoku simple sudoku html svg png pdf tikz")
    .keys(&[keys(CTRL_SHIFT, Key::E)]),
    CommandEntry::new(
        Command::Paste,
        "Paste puzzles or patterns",
        "Add what is on the clipboard to the project: puzzles or patterns as text, a link, or a picture for a pattern",
    )
    .synonyms("import clipboard sudokupad f-puzzles url string image screenshot photograph"),
    CommandEntry::new(
        Command::PasteOver,
        "Paste in place of this puzzle",
        "Replace the puzzle on the board with the one on the clipboard; undo brings it back",
    )
    .synonyms("import clipboard replace link"),
    CommandEntry::new(Command::Notes, "Notes…", "Write notes about this puzzle")
        .synonyms("comment remarks")
        .begins_group(),
    CommandEntry::new(
        Command::AddPuzzle,
        "New puzzle",
        "Add an empty puzzle to this project, with the same shape and strategies",
    )
    .synonyms("add create")
    .keys(&[keys(CTRL_SHIFT, Key::N)])
    .begins_group(),
    CommandEntry::new(Command::DuplicatePuzzle, "Duplicate puzzle", "Add a copy of this puzzle to the project")
        .keys(&[keys(CTRL, Key::D)]),
    CommandEntry::new(
        Command::DeletePuzzle,
        "Delete puzzle",
        "Remove this puzzle from the project; undo brings it back",
    )
    .synonyms("remove"),
    CommandEntry::new(Command::MovePuzzleUp, "Move puzzle up", "Swap this puzzle with the one above it in the list"),
    CommandEntry::new(
        Command::MovePuzzleDown,
        "Move puzzle down",
        "Swap this puzzle with the one below it in the list",
    ),
    CommandEntry::new(Command::PreviousPuzzle, "Previous puzzle", "Show the puzzle above this one in the list")
        .keys(&[keys(CTRL, Key::PageUp)]),
    CommandEntry::new(Command::NextPuzzle, "Next puzzle", "Show the puzzle below this one in the list")
        .keys(&[keys(CTRL, Key::PageDown)]),
    CommandEntry::new(Command::Settings, "Settings…", "Theme, text size, colours, automatic saving, threads")
        .synonyms("preferences options configuration zoom scale autosave")
        .keys(&[keys(CTRL, Key::Comma)])
        .begins_group(),
];
