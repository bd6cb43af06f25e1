//! The View menu.

use super::{ALT, CTRL, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::ViewPattern, "Pattern", "Paint the clue cells").keys(&[keys(ALT, Key::Num1)]),
    CommandEntry::new(Command::ViewPuzzle, "Puzzle", "The puzzle as it will be printed").keys(&[keys(ALT, Key::Num2)]),
    CommandEntry::new(Command::ViewSolution, "Solution", "The solution").keys(&[keys(ALT, Key::Num3)]),
    CommandEntry::new(Command::ViewTrace, "Trace", "Solve the puzzle step by step").keys(&[keys(ALT, Key::Num4)]),
    CommandEntry::new(Command::ViewResults, "Results", "Many different puzzles for one design")
        .keys(&[keys(ALT, Key::Num5)]),
    CommandEntry::new(
        Command::ViewAnalysis,
        "Analysis",
        "What the puzzle allows, which clues it needs, how difficulty runs",
    )
    .synonyms("rating heat redundant unavoidable sets")
    .keys(&[keys(ALT, Key::Num6)]),
    CommandEntry::new(
        Command::ViewLab,
        "Lab",
        "Watch puzzles being built backwards, and experiment with linear programming",
    )
    .keys(&[keys(ALT, Key::Num7)]),
    CommandEntry::new(Command::ViewSheet, "Sheet", "Lay puzzles out on paper, print and export them")
        .synonyms("page pdf booklet")
        .keys(&[keys(ALT, Key::Num8)]),
    CommandEntry::new(Command::GoToBoard, "Go to the board", "Use the keyboard on the board")
        .synonyms("focus keyboard")
        .begins_group(),
    CommandEntry::new(
        Command::NextPanel,
        "Next panel",
        "Move the keyboard focus: board, tour, right panel, menus, left panel",
    )
    .keys(&[keys(Modifiers::NONE, Key::F6)])
    .synonyms("focus keyboard"),
    CommandEntry::new(Command::PreviousPanel, "Previous panel", "Move the keyboard focus to the panel before")
        .keys(&[keys(Modifiers::SHIFT, Key::F6)])
        .synonyms("focus keyboard"),
    CommandEntry::new(
        Command::ShowDesign,
        "Show the design",
        "Show the pattern, with shape, symmetry and library in the left panel",
    )
    .begins_group(),
    CommandEntry::new(Command::ShowPuzzles, "Show all puzzles", "Show the puzzles of this project in the left panel"),
    CommandEntry::new(
        Command::ShowHistory,
        "Show the history",
        "List all edits in the left panel; click one to go there",
    ),
    CommandEntry::new(
        Command::ToggleDesignPanel,
        "Left panel",
        "Show or hide the panel on the left: what the view is about, all puzzles, history",
    )
    .begins_group(),
    CommandEntry::new(
        Command::ToggleStrategyPanel,
        "Right panel",
        "Show or hide the panel on the right, which belongs to the view",
    ),
    CommandEntry::new(Command::ThemeSystem, "Theme of the system", "Light or dark, as the system says")
        .synonyms("appearance colours mode")
        .begins_group(),
    CommandEntry::new(Command::ThemeLight, "Light theme", "Dark text on a light background")
        .synonyms("appearance colours mode bright"),
    CommandEntry::new(Command::ThemeDark, "Dark theme", "Light text on a dark background")
        .synonyms("appearance colours mode night"),
    CommandEntry::new(Command::ZoomIn, "Zoom in", "Make text and controls larger")
        .keys(&[keys(CTRL, Key::Plus), keys(CTRL, Key::Equals)])
        .synonyms("enlarge bigger scale magnify")
        .begins_group(),
    CommandEntry::new(Command::ZoomOut, "Zoom out", "Make text and controls smaller")
        .keys(&[keys(CTRL, Key::Minus)])
        .synonyms("shrink reduce scale"),
    CommandEntry::new(Command::ZoomReset, "Actual size", "Show text and controls at 100 %")
        .keys(&[keys(CTRL, Key::Num0)])
        .synonyms("zoom reset scale 100"),
    CommandEntry::new(
        Command::BoardLarger,
        "Enlarge the board",
        "Show a part of the board larger; Ctrl and the wheel over the board do the same, the wheel alone moves it",
    )
    .synonyms("zoom in magnify"),
    CommandEntry::new(Command::BoardSmaller, "Shrink the board", "Show more of an enlarged board").synonyms("zoom out"),
    CommandEntry::new(Command::BoardWhole, "Whole board", "Show the whole board again").synonyms("zoom reset fit"),
    CommandEntry::new(Command::FullScreen, "Full screen", "Use the whole screen, or go back to the window")
        .keys(&[keys(Modifiers::NONE, Key::F11)])
        .synonyms("maximize fullscreen")
        .begins_group(),
];
