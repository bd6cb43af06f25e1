//! The View menu.

use super::{CTRL, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::ViewPattern, "Pattern", "Paint the clue cells").keys(&[keys(CTRL, Key::Num1)]),
    CommandEntry::new(Command::ViewPuzzle, "Puzzle", "The puzzle as it will be printed").keys(&[keys(CTRL, Key::Num2)]),
    CommandEntry::new(Command::ViewSolution, "Solution", "The only solution").keys(&[keys(CTRL, Key::Num3)]),
    CommandEntry::new(Command::ViewTrace, "Trace", "Solve it step by step").keys(&[keys(CTRL, Key::Num4)]),
    CommandEntry::new(Command::ViewResults, "Results", "Many different puzzles for one design")
        .keys(&[keys(CTRL, Key::Num5)]),
    CommandEntry::new(
        Command::ViewAnalysis,
        "Analysis",
        "What the puzzle allows, which clues it needs, how difficulty runs",
    )
    .keys(&[keys(CTRL, Key::Num6)]),
    CommandEntry::new(
        Command::ViewLab,
        "Lab",
        "Watch puzzles being made backwards, and the relaxation by linear programming",
    )
    .keys(&[keys(CTRL, Key::Num7)]),
    CommandEntry::new(Command::ViewSheet, "Sheet", "Lay puzzles out on paper, print and export them")
        .keys(&[keys(CTRL, Key::Num8)]),
    CommandEntry::new(Command::GoToBoard, "Go to the board", "Let the keys work on the board")
        .keys(&[keys(Modifiers::NONE, Key::F6)])
        .begins_group(),
    CommandEntry::new(Command::ShowDesign, "Show the design", "Shape, symmetry and pattern in the left panel")
        .begins_group(),
    CommandEntry::new(Command::ShowPuzzles, "Show all puzzles", "The puzzles of this project in the left panel"),
    CommandEntry::new(Command::ShowHistory, "Show the history", "All edits in the left panel; a click goes there"),
    CommandEntry::new(Command::ToggleDesignPanel, "Design panel", "Show or hide the panel on the left").begins_group(),
    CommandEntry::new(Command::ToggleStrategyPanel, "Strategy panel", "Show or hide the panel on the right"),
    CommandEntry::new(Command::ThemeSystem, "Theme of the system", "Light or dark as the system says").begins_group(),
    CommandEntry::new(Command::ThemeLight, "Light theme", "Dark ink on light paper"),
    CommandEntry::new(Command::ThemeDark, "Dark theme", "Light ink on dark paper"),
    CommandEntry::new(Command::FullScreen, "Full screen", "Use the whole screen, or go back to the window")
        .keys(&[keys(Modifiers::NONE, Key::F11)])
        .begins_group(),
];
