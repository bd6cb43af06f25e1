//! Every command of the studio: one table for menu, shortcuts, tooltips and palette.

use super::session::View;
use super::{App, live::State};
use eframe::egui;
use egui::{Key, KeyboardShortcut, Modifiers};

/// A thing the studio can do on request, without further data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Command {
    New,
    Open,
    OpenPath,
    Save,
    SaveAs,
    SaveToPath,
    Quit,
    Undo,
    Redo,
    Copy,
    Paste,
    Clear,
    Invert,
    MakeSymmetric,
    Notes,
    KeepDigits,
    FreeDigits,
    ViewPattern,
    ViewPuzzle,
    ViewSolution,
    ViewTrace,
    ViewResults,
    GoToBoard,
    ToggleDesignPanel,
    ToggleStrategyPanel,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    FullScreen,
    Another,
    SearchAgain,
    Stop,
    SaveProof,
    StopProof,
    FindDifferent,
    StopDifferent,
    CopyResults,
    SaveResults,
    DeleteUnpinned,
    RestoreResults,
    TraceFirst,
    TraceBack,
    TraceForward,
    TraceLast,
    TracePlay,
    CommandPalette,
    Shortcuts,
    Messages,
    FrameTimes,
    About,
}

/// A menu of the menu bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Menu {
    File,
    Edit,
    View,
    Puzzle,
    Trace,
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Menu; 6] = [Menu::File, Menu::Edit, Menu::View, Menu::Puzzle, Menu::Trace, Menu::Help];

    /// What the menu bar says.
    pub const fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::View => "View",
            Menu::Puzzle => "Puzzle",
            Menu::Trace => "Trace",
            Menu::Help => "Help",
        }
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const ALT: Modifiers = Modifiers::ALT;

const fn keys(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

impl Command {
    /// Every command in the order of the menus.
    pub const ALL: [Command; 50] = [
        Command::New,
        Command::Open,
        Command::OpenPath,
        Command::Save,
        Command::SaveAs,
        Command::SaveToPath,
        Command::Quit,
        Command::Undo,
        Command::Redo,
        Command::Copy,
        Command::Paste,
        Command::Clear,
        Command::Invert,
        Command::MakeSymmetric,
        Command::Notes,
        Command::KeepDigits,
        Command::FreeDigits,
        Command::ViewPattern,
        Command::ViewPuzzle,
        Command::ViewSolution,
        Command::ViewTrace,
        Command::ViewResults,
        Command::GoToBoard,
        Command::ToggleDesignPanel,
        Command::ToggleStrategyPanel,
        Command::ThemeSystem,
        Command::ThemeLight,
        Command::ThemeDark,
        Command::FullScreen,
        Command::Another,
        Command::SearchAgain,
        Command::Stop,
        Command::SaveProof,
        Command::StopProof,
        Command::FindDifferent,
        Command::StopDifferent,
        Command::CopyResults,
        Command::SaveResults,
        Command::DeleteUnpinned,
        Command::RestoreResults,
        Command::TraceFirst,
        Command::TraceBack,
        Command::TraceForward,
        Command::TraceLast,
        Command::TracePlay,
        Command::CommandPalette,
        Command::Shortcuts,
        Command::Messages,
        Command::FrameTimes,
        Command::About,
    ];

    /// What menu and palette say.
    pub const fn title(self) -> &'static str {
        match self {
            Command::New => "New",
            Command::Open => "Open…",
            Command::OpenPath => "Open path…",
            Command::Save => "Save",
            Command::SaveAs => "Save as…",
            Command::SaveToPath => "Save to path…",
            Command::Quit => "Quit",
            Command::Undo => "Undo",
            Command::Redo => "Redo",
            Command::Copy => "Copy puzzle as text",
            Command::Paste => "Paste puzzle or pattern",
            Command::Clear => "Clear pattern",
            Command::Invert => "Invert pattern",
            Command::MakeSymmetric => "Make symmetric",
            Command::Notes => "Notes…",
            Command::KeepDigits => "Keep all digits",
            Command::FreeDigits => "Free all digits",
            Command::ViewPattern => "Pattern",
            Command::ViewPuzzle => "Puzzle",
            Command::ViewSolution => "Solution",
            Command::ViewTrace => "Trace",
            Command::ViewResults => "Results",
            Command::GoToBoard => "Go to the board",
            Command::ToggleDesignPanel => "Design panel",
            Command::ToggleStrategyPanel => "Strategy panel",
            Command::ThemeSystem => "Theme of the system",
            Command::ThemeLight => "Light theme",
            Command::ThemeDark => "Dark theme",
            Command::FullScreen => "Full screen",
            Command::Another => "Another puzzle",
            Command::SearchAgain => "Search again",
            Command::Stop => "Stop searching",
            Command::SaveProof => "Save proof…",
            Command::StopProof => "Stop the proof",
            Command::FindDifferent => "Find many different ones",
            Command::StopDifferent => "Stop finding many",
            Command::CopyResults => "Copy all results",
            Command::SaveResults => "Save results as text…",
            Command::DeleteUnpinned => "Delete unpinned results",
            Command::RestoreResults => "Bring deleted results back",
            Command::TraceFirst => "First step",
            Command::TraceBack => "Step back",
            Command::TraceForward => "Step forward",
            Command::TraceLast => "Last step",
            Command::TracePlay => "Play or pause",
            Command::CommandPalette => "Command palette…",
            Command::Shortcuts => "Keys and mouse",
            Command::Messages => "Messages",
            Command::FrameTimes => "Frame times",
            Command::About => "About cluesmith",
        }
    }

    /// One sentence for the tooltip.
    pub const fn help(self) -> &'static str {
        match self {
            Command::New => "Start with an empty board",
            Command::Open => "Open a project file",
            Command::OpenPath => "Type the path of a project file, where no file dialog is to be had",
            Command::Save => "Write the project to its file",
            Command::SaveAs => "Write the project to another file",
            Command::SaveToPath => "Type the path to write to, where no file dialog is to be had",
            Command::Quit => "Close the window",
            Command::Undo => "Take the last change of the document back",
            Command::Redo => "Carry out again what was taken back",
            Command::Copy => "Put the puzzle on the clipboard, or the pattern while there is no puzzle",
            Command::Paste => "Take a puzzle or pattern from the clipboard: one line, or one line a row",
            Command::Clear => "Make every cell empty",
            Command::Invert => "Exchange clue cells and empty cells",
            Command::MakeSymmetric => "Add the mirror images of all clue cells",
            Command::Notes => "Write down what belongs to this puzzle",
            Command::KeepDigits => "Keep the digits of this puzzle while the pattern changes",
            Command::FreeDigits => "Leave all digits to the generator again",
            Command::ViewPattern => "Paint the clue cells",
            Command::ViewPuzzle => "The puzzle as it will be printed",
            Command::ViewSolution => "The only solution",
            Command::ViewTrace => "Solve it step by step",
            Command::ViewResults => "Many different puzzles for one design",
            Command::GoToBoard => "Let the keys work on the board",
            Command::ToggleDesignPanel => "Show or hide the panel on the left",
            Command::ToggleStrategyPanel => "Show or hide the panel on the right",
            Command::ThemeSystem => "Light or dark as the system says",
            Command::ThemeLight => "Dark ink on light paper",
            Command::ThemeDark => "Light ink on dark paper",
            Command::FullScreen => "Use the whole screen, or go back to the window",
            Command::Another => "Search another puzzle for the same design",
            Command::SearchAgain => "Start the search again",
            Command::Stop => "Stop the search; the design stays as it is",
            Command::SaveProof => {
                "Write a proof that no puzzle exists: a formula with its DRAT refutation, which other programs can check"
            }
            Command::StopProof => "Stop seeking the proof; nothing is written",
            Command::FindDifferent => {
                "Find as many puzzles for this design as asked for, none equal to another by symmetry or renaming"
            }
            Command::StopDifferent => "Stop finding; what was found stays",
            Command::CopyResults => "Put all results on the clipboard, one puzzle a line",
            Command::SaveResults => "Write all results to a text file, one puzzle a line",
            Command::DeleteUnpinned => "Delete all results but the pinned ones",
            Command::RestoreResults => "Bring back the results that were deleted last",
            Command::TraceFirst => "Go to the puzzle before the first step",
            Command::TraceBack => "Go one step back",
            Command::TraceForward => "Go one step forward",
            Command::TraceLast => "Go to the end of the solution",
            Command::TracePlay => "Play the steps one after the other, or pause",
            Command::CommandPalette => "Find a command by its name",
            Command::Shortcuts => "What keys and mouse buttons do",
            Command::Messages => "Read earlier messages again",
            Command::FrameTimes => "Show how long the window takes for a frame",
            Command::About => "Version and licences",
        }
    }

    /// The menu it stands in.
    pub const fn menu(self) -> Menu {
        use Command as C;
        match self {
            C::New | C::Open | C::OpenPath | C::Save | C::SaveAs | C::SaveToPath | C::Quit => Menu::File,
            C::Undo | C::Redo | C::Copy | C::Paste | C::Clear | C::Invert | C::MakeSymmetric | C::Notes => Menu::Edit,
            C::ViewPattern
            | C::ViewPuzzle
            | C::ViewSolution
            | C::ViewTrace
            | C::ViewResults
            | C::GoToBoard
            | C::ToggleDesignPanel
            | C::ToggleStrategyPanel
            | C::ThemeSystem
            | C::ThemeLight
            | C::ThemeDark
            | C::FullScreen => Menu::View,
            C::Another
            | C::SearchAgain
            | C::Stop
            | C::SaveProof
            | C::StopProof
            | C::FindDifferent
            | C::StopDifferent
            | C::CopyResults
            | C::SaveResults
            | C::DeleteUnpinned
            | C::RestoreResults
            | C::KeepDigits
            | C::FreeDigits => Menu::Puzzle,
            C::TraceFirst | C::TraceBack | C::TraceForward | C::TraceLast | C::TracePlay => Menu::Trace,
            C::CommandPalette | C::Shortcuts | C::Messages | C::FrameTimes | C::About => Menu::Help,
        }
    }

    /// Whether a line separates it from the command above in the menu.
    pub const fn begins_group(self) -> bool {
        matches!(
            self,
            Command::Save
                | Command::Quit
                | Command::Copy
                | Command::Clear
                | Command::Notes
                | Command::GoToBoard
                | Command::ToggleDesignPanel
                | Command::ThemeSystem
                | Command::FullScreen
                | Command::KeepDigits
                | Command::FindDifferent
                | Command::CopyResults
                | Command::Messages
                | Command::About
        )
    }

    /// Its keys; the first one is shown.
    pub fn shortcuts(self) -> &'static [KeyboardShortcut] {
        macro_rules! keys_of {
            ($($keys:expr),+) => {{
                const KEYS: &[KeyboardShortcut] = &[$($keys),+];
                KEYS
            }};
        }
        match self {
            Command::New => keys_of![keys(CTRL, Key::N)],
            Command::Open => keys_of![keys(CTRL, Key::O)],
            Command::OpenPath => keys_of![keys(CTRL_SHIFT, Key::O)],
            Command::Save => keys_of![keys(CTRL, Key::S)],
            Command::SaveAs => keys_of![keys(CTRL_SHIFT, Key::S)],
            Command::Quit => keys_of![keys(CTRL, Key::Q)],
            Command::Undo => keys_of![keys(CTRL, Key::Z)],
            Command::Redo => keys_of![keys(CTRL_SHIFT, Key::Z), keys(CTRL, Key::Y)],
            Command::Invert => keys_of![keys(CTRL, Key::I)],
            Command::MakeSymmetric => keys_of![keys(CTRL, Key::M)],
            Command::ViewPattern => keys_of![keys(CTRL, Key::Num1)],
            Command::ViewPuzzle => keys_of![keys(CTRL, Key::Num2)],
            Command::ViewSolution => keys_of![keys(CTRL, Key::Num3)],
            Command::ViewTrace => keys_of![keys(CTRL, Key::Num4)],
            Command::ViewResults => keys_of![keys(CTRL, Key::Num5)],
            Command::GoToBoard => keys_of![keys(Modifiers::NONE, Key::F6)],
            Command::FindDifferent => keys_of![keys(CTRL_SHIFT, Key::G)],
            Command::FullScreen => keys_of![keys(Modifiers::NONE, Key::F11)],
            Command::Another => keys_of![keys(CTRL, Key::G)],
            Command::SearchAgain => keys_of![keys(CTRL, Key::R)],
            Command::Stop => keys_of![keys(CTRL, Key::Period)],
            Command::TraceFirst => keys_of![keys(ALT, Key::Home)],
            Command::TraceBack => keys_of![keys(ALT, Key::ArrowLeft)],
            Command::TraceForward => keys_of![keys(ALT, Key::ArrowRight)],
            Command::TraceLast => keys_of![keys(ALT, Key::End)],
            Command::TracePlay => keys_of![keys(CTRL, Key::Space)],
            Command::CommandPalette => keys_of![keys(CTRL, Key::K), keys(CTRL_SHIFT, Key::P)],
            Command::Shortcuts => keys_of![keys(Modifiers::NONE, Key::F1)],
            Command::SaveToPath
            | Command::Copy
            | Command::Paste
            | Command::StopDifferent
            | Command::SaveProof
            | Command::StopProof
            | Command::CopyResults
            | Command::SaveResults
            | Command::DeleteUnpinned
            | Command::RestoreResults
            | Command::Clear
            | Command::Notes
            | Command::KeepDigits
            | Command::FreeDigits
            | Command::ToggleDesignPanel
            | Command::ToggleStrategyPanel
            | Command::ThemeSystem
            | Command::ThemeLight
            | Command::ThemeDark
            | Command::Messages
            | Command::FrameTimes
            | Command::About => &[],
        }
    }

    /// Whether its keys mean something else while text is typed.
    pub const fn yields_to_typing(self) -> bool {
        use Command as C;
        matches!(
            self,
            C::Undo
                | C::Redo
                | C::TraceFirst
                | C::TraceBack
                | C::TraceForward
                | C::TraceLast
                | C::TracePlay
                | C::Invert
        )
    }

    /// What the menu shows as its key, "Ctrl+C" included, which the system reports by itself.
    pub fn shortcut_text(self, ctx: &egui::Context) -> Option<String> {
        match self {
            Command::Copy => Some(ctx.format_shortcut(&keys(CTRL, Key::C))),
            Command::Paste => Some(ctx.format_shortcut(&keys(CTRL, Key::V))),
            _ => self.shortcuts().first().map(|shortcut| ctx.format_shortcut(shortcut)),
        }
    }

    /// The view it shows, for the view switch.
    pub const fn view(self) -> Option<View> {
        match self {
            Command::ViewPattern => Some(View::Pattern),
            Command::ViewPuzzle => Some(View::Puzzle),
            Command::ViewSolution => Some(View::Solution),
            Command::ViewTrace => Some(View::Trace),
            Command::ViewResults => Some(View::Results),
            _ => None,
        }
    }

    /// Whether it can be carried out now.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(self, app: &App) -> Result<(), String> {
        let project = app.project();
        let need = |possible: bool, why: &str| if possible { Ok(()) } else { Err(why.to_owned()) };
        match self {
            Command::Undo => need(app.history().undo_label().is_some(), "There is nothing to undo"),
            Command::Redo => need(app.history().redo_label().is_some(), "There is nothing to redo"),
            Command::Copy => need(project.pattern.n_clues() > 0, "The board is empty"),
            Command::Clear => need(project.pattern.n_clues() > 0, "The board is empty already"),
            Command::MakeSymmetric => {
                need(project.symmetric_cells() != project.pattern.cells, "The pattern has this symmetry already")
            }
            Command::KeepDigits => {
                need(project.puzzle.is_some(), "There is no puzzle yet")?;
                need(!project.is_all_fixed(), "All digits are kept already")
            }
            Command::FreeDigits => need(project.fixed.n_clues() > 0, "No digit is kept"),
            Command::Another => {
                need(project.pattern.n_clues() > 0, "The board is empty")?;
                need(!project.is_all_fixed(), "All digits are kept: free them first")?;
                need(!app.live().is_impossible(), "No puzzle exists for this design")
            }
            Command::SearchAgain => {
                need(project.pattern.n_clues() > 0, "The board is empty")?;
                need(!matches!(app.live().state(), State::Running { .. }), "The search is running")
            }
            Command::Stop => need(matches!(app.live().state(), State::Running { .. }), "No search is running"),
            Command::SaveProof => {
                need(app.live().is_impossible(), "Only the verdict \u{201c}impossible\u{201d} has a proof")?;
                need(app.proving_for().is_none(), "A proof is being sought already")
            }
            Command::StopProof => need(app.proving_for().is_some(), "No proof is being sought"),
            Command::FindDifferent => {
                need(project.pattern.n_clues() > 0, "The board is empty")?;
                need(!project.is_all_fixed(), "All digits are kept: free them first")?;
                need(!app.live().is_impossible(), "No puzzle exists for this design")?;
                need(!app.gallery().is_running(), "It is finding already")
            }
            Command::StopDifferent => need(app.gallery().is_running(), "Nothing is being sought"),
            Command::CopyResults | Command::SaveResults => {
                need(!app.gallery().entries().is_empty(), "There are no results yet")
            }
            Command::DeleteUnpinned => {
                let has_unpinned = app.gallery().entries().iter().any(|entry| !entry.is_pinned);
                need(has_unpinned, "There is no result that is not pinned")
            }
            Command::RestoreResults => need(app.gallery().has_deleted(), "No result was deleted"),
            Command::TraceFirst | Command::TraceBack => {
                let n_steps = app.trace_steps_or_why()?;
                need(n_steps > 0 && app.session().trace_step > 0, "This is the start")
            }
            Command::TraceForward | Command::TraceLast => {
                let n_steps = app.trace_steps_or_why()?;
                need(app.session().trace_step < n_steps, "This is the end")
            }
            Command::TracePlay => app.trace_steps_or_why().map(|_| ()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_keys_are_used_twice_and_every_text_is_a_sentence() {
        let mut seen = Vec::new();
        for command in Command::ALL {
            for &shortcut in command.shortcuts() {
                assert!(!seen.contains(&shortcut), "{command:?}");
                seen.push(shortcut);
            }
            for text in [command.title(), command.help()] {
                assert!(text.starts_with(char::is_uppercase) && !text.ends_with('.'), "{text}");
            }
        }
        for menu in Menu::ALL {
            assert!(Command::ALL.iter().any(|command| command.menu() == menu), "{menu:?}");
        }
    }
}
