//! Every command of the studio: one table for menu, shortcuts, tooltips and palette.
//!
//! A new command is a name in `commands!`, an entry in the table of its menu, an arm in
//! `update/commands.rs` and, if it cannot always be carried out, one in `check.rs`.

mod check;
mod edit;
mod file;
mod help;
mod lab;
mod pattern;
mod puzzle;
mod sheet;
mod solve;
mod trace;
mod transform;
mod view;

use super::session::View;
use eframe::egui;
use egui::{Key, KeyboardShortcut, Modifiers};

/// The commands; tests see that each stands in one table.
macro_rules! commands {
    ($($name:ident),+ $(,)?) => {
        /// A thing the studio can do on request, without further data.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "the titles say it")]
        pub enum Command {
            $($name),+
        }

        #[cfg(test)]
        const NAMES: &[Command] = &[$(Command::$name),+];
    };
}

commands! {
    // File
    New, Open, OpenPath, Save, SaveAs, SaveToPath, Quit,
    // Edit
    Undo, Redo, Copy, CopySudokuPad, CopyFPuzzles, CopyPicture, ExportAs, Paste, PasteOver, Notes,
    AddPuzzle, DuplicatePuzzle, DeletePuzzle, MovePuzzleUp, MovePuzzleDown, PreviousPuzzle, NextPuzzle, Settings,
    // Pattern
    BrushToggle, BrushPaint, BrushErase, BrushDigit, NextBrush, Clear, Invert, MakeSymmetric,
    TurnLeft, TurnRight, MirrorLeftRight, MirrorTopBottom, MirrorDiagonal, ShiftUp, ShiftDown, ShiftLeft, ShiftRight,
    RowUp, RowDown, ColumnLeft, ColumnRight, BandUp, BandDown, StackLeft, StackRight,
    Stamp, PatternFromPicture, SavePattern, RestorePattern,
    // View
    ViewPattern, ViewPuzzle, ViewSolution, ViewTrace, ViewResults, ViewAnalysis, ViewLab, ViewSheet, GoToBoard, NextPanel, PreviousPanel,
    ShowDesign, ShowPuzzles, ShowHistory, ToggleDesignPanel, ToggleStrategyPanel, ThemeSystem, ThemeLight, ThemeDark,
    ZoomIn, ZoomOut, ZoomReset, BoardLarger, BoardSmaller, BoardWhole, FullScreen,
    // Puzzle
    KeepDigits, FreeDigits, TickNeeded, Another, SearchAgain, Stop, SaveProof, StopProof,
    FindDifferent, StopDifferent, ClearJobs, AddSelected, AddPinned, SelectResults, CopySelected, CopyResults, ExportSelected, SaveResults, DeleteUnpinned, DeleteDuplicates, RestoreResults,
    AddHelpful, AddProposed, FewestClues, AllWithClues, StopClues, CopyFewest,
    // Trace
    TraceFirst, TraceBack, TraceForward, TraceLast, TracePlay, TraceNextAlike, TraceNextHard, FirstPath, SolveUpToHere,
    ExportTraceText, ExportTraceMarkdown, ExportTraceHtml,
    // Solve
    Check, Hint, FillCandidates, FilterDigit, FilterNext, FilterOff, DrawLines, EraseLines, StartOver, UndoMark, RedoMark,
    PauseTimer, ResumeTimer, ShowTimer,
    // Lab
    LabRun, LabNext, LabStop, LabTake,
    // Sheet
    SheetPdf, SheetPng, SheetSvg, SheetText, SheetPrint, SheetCopyImage, SheetCopyText,
    SheetPageBack, SheetPageForward, SheetFitPage, SheetFitWidth, SaveTemplate,
    // Help
    HelpHere, Manual, Tour, CommandPalette, Shortcuts, Messages, FrameTimes, About,
}

/// A menu of the menu bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Menu {
    File,
    Edit,
    Pattern,
    View,
    Puzzle,
    Trace,
    Solve,
    Lab,
    Sheet,
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Menu; 10] = [
        Menu::File,
        Menu::Edit,
        Menu::Pattern,
        Menu::View,
        Menu::Puzzle,
        Menu::Trace,
        Menu::Solve,
        Menu::Lab,
        Menu::Sheet,
        Menu::Help,
    ];

    /// What the menu bar says.
    pub const fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Pattern => "Pattern",
            Menu::View => "View",
            Menu::Puzzle => "Puzzle",
            Menu::Trace => "Trace",
            Menu::Solve => "Solve",
            Menu::Lab => "Lab",
            Menu::Sheet => "Sheet",
            Menu::Help => "Help",
        }
    }

    /// The letter that opens it with Alt.
    pub const fn letter(self) -> char {
        match self {
            Menu::File => 'F',
            Menu::Edit => 'E',
            Menu::Pattern => 'P',
            Menu::View => 'V',
            Menu::Puzzle => 'Z',
            Menu::Trace => 'T',
            Menu::Solve => 'O',
            Menu::Lab => 'L',
            Menu::Sheet => 'S',
            Menu::Help => 'H',
        }
    }

    /// Its lines from top to bottom.
    const fn entries(self) -> &'static [CommandEntry] {
        match self {
            Menu::File => file::ENTRIES,
            Menu::Edit => edit::ENTRIES,
            Menu::Pattern => pattern::ENTRIES,
            Menu::View => view::ENTRIES,
            Menu::Puzzle => puzzle::ENTRIES,
            Menu::Trace => trace::ENTRIES,
            Menu::Solve => solve::ENTRIES,
            Menu::Lab => lab::ENTRIES,
            Menu::Sheet => sheet::ENTRIES,
            Menu::Help => help::ENTRIES,
        }
    }

    /// Its commands from top to bottom.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.entries().iter().map(|entry| entry.command)
    }
}

/// What menu, palette and tooltips show of a command.
#[derive(Debug)]
struct CommandEntry {
    command: Command,
    title: &'static str,
    /// One sentence for the tooltip.
    help: &'static str,
    /// Other words for it, by which the palette finds it.
    synonyms: &'static str,
    /// Its keys; the first one is shown.
    keys: &'static [KeyboardShortcut],
    /// Whether a line separates it from the command above.
    begins_group: bool,
    /// Whether its keys mean something else while text is typed.
    yields_to_typing: bool,
}

impl CommandEntry {
    const fn new(command: Command, title: &'static str, help: &'static str) -> CommandEntry {
        CommandEntry { command, title, help, synonyms: "", keys: &[], begins_group: false, yields_to_typing: false }
    }

    const fn keys(self, keys: &'static [KeyboardShortcut]) -> CommandEntry {
        CommandEntry { keys, ..self }
    }

    const fn synonyms(self, synonyms: &'static str) -> CommandEntry {
        CommandEntry { synonyms, ..self }
    }

    const fn begins_group(self) -> CommandEntry {
        CommandEntry { begins_group: true, ..self }
    }

    const fn yields_to_typing(self) -> CommandEntry {
        CommandEntry { yields_to_typing: true, ..self }
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const ALT: Modifiers = Modifiers::ALT;

const fn keys(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

/// Keys as they are printed on a keyboard: "Ctrl+[", "Alt+Shift+Left", "Page Up".
fn keys_text(ctx: &egui::Context, shortcut: KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(&shortcut);
    let name = shortcut.logical_key.name();
    let key = match shortcut.logical_key {
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        Key::Slash => "/",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        _ => name,
    };
    text.strip_suffix(name).map_or_else(|| text.clone(), |modifiers| format!("{modifiers}{key}"))
}

impl Command {
    /// Every command in the order of the menus.
    pub fn all() -> impl Iterator<Item = Command> {
        Menu::ALL.into_iter().flat_map(Menu::commands)
    }

    fn find(self) -> (Menu, &'static CommandEntry) {
        let of = |menu: Menu| menu.entries().iter().find(|entry| entry.command == self).map(|entry| (menu, entry));
        Menu::ALL.into_iter().find_map(of).expect("a test sees that every command stands in a table")
    }

    /// What menu and palette say.
    pub fn title(self) -> &'static str {
        self.find().1.title
    }

    /// One sentence for the tooltip.
    pub fn help(self) -> &'static str {
        self.find().1.help
    }

    /// How well it fits what is typed into the palette, the less the better; `None` if it does not. Every word has to
    /// be found: in the title, the name of the menu, a synonym or the help, or as letters of the title in this order.
    pub fn match_rank(self, text: &str) -> Option<usize> {
        let (menu, entry) = self.find();
        let [title, menu, synonyms, help] =
            [entry.title, menu.title(), entry.synonyms, entry.help].map(str::to_lowercase);
        let wanted = text.trim().to_lowercase();
        let begins_word = |text: &str, word: &str| text.starts_with(word) || text.contains(&format!(" {word}"));
        if title == wanted {
            return Some(0);
        }
        if begins_word(&title, &wanted) {
            return Some(1);
        }
        let rank_of = |word: &str| {
            let mut letters = title.chars();
            if begins_word(&title, word) || begins_word(&menu, word) {
                Some(2)
            } else if title.contains(word) {
                Some(3)
            } else if begins_word(&synonyms, word) {
                Some(4)
            } else if begins_word(&help, word) {
                Some(5)
            } else if word.chars().all(|c| letters.any(|letter| letter == c)) {
                Some(6)
            } else {
                None
            }
        };
        wanted.split_whitespace().map(rank_of).try_fold(0, |worst, rank| rank.map(|rank| worst.max(rank)))
    }

    /// The menu it stands in.
    pub fn menu(self) -> Menu {
        self.find().0
    }

    /// Whether a line separates it from the command above in the menu.
    pub fn begins_group(self) -> bool {
        self.find().1.begins_group
    }

    /// Its keys; the first one is shown.
    pub fn shortcuts(self) -> &'static [KeyboardShortcut] {
        self.find().1.keys
    }

    /// Whether its keys mean something else while text is typed.
    pub fn yields_to_typing(self) -> bool {
        self.find().1.yields_to_typing
    }

    /// What the menu shows as its key, "Ctrl+C" included, which the system reports by itself.
    pub fn shortcut_text(self, ctx: &egui::Context) -> Option<String> {
        match self {
            Command::Copy => Some(keys_text(ctx, keys(CTRL, Key::C))),
            Command::Paste => Some(keys_text(ctx, keys(CTRL, Key::V))),
            Command::PasteOver => Some(keys_text(ctx, keys(CTRL_SHIFT, Key::V))),
            _ => self.shortcuts().first().map(|&shortcut| keys_text(ctx, shortcut)),
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
            Command::ViewAnalysis => Some(View::Analysis),
            Command::ViewLab => Some(View::Lab),
            Command::ViewSheet => Some(View::Sheet),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_table() {
        for &command in NAMES {
            assert_eq!(Command::all().filter(|&other| other == command).count(), 1, "{command:?}");
        }
        assert_eq!(Command::all().count(), NAMES.len());
    }

    #[test]
    fn every_menu_has_a_letter_of_its_own() {
        let mut seen: Vec<Key> = Command::all()
            .flat_map(Command::shortcuts)
            .filter(|keys| keys.modifiers == ALT)
            .map(|keys| keys.logical_key)
            .collect();
        for menu in Menu::ALL {
            assert!(menu.title().to_uppercase().contains(menu.letter()), "{menu:?}");
            let key = Key::from_name(&menu.letter().to_string()).expect("a letter");
            assert!(!seen.contains(&key), "{menu:?}");
            seen.push(key);
        }
    }

    /// The first commands that the palette finds.
    #[track_caller]
    fn check_match(text: &str, expected: &[Command]) {
        let mut found: Vec<(usize, Command)> =
            Command::all().filter_map(|command| command.match_rank(text).map(|rank| (rank, command))).collect();
        found.sort_by_key(|(rank, _)| *rank);
        let found: Vec<Command> = found.into_iter().map(|(_, command)| command).take(expected.len()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn commands_are_found_by_title_synonym_and_letters() {
        check_match("check", &[Command::Check]);
        check_match("zoom", &[Command::ZoomIn, Command::ZoomOut]);
        check_match("sudokupad", &[Command::CopySudokuPad, Command::Paste]);
        check_match("link", &[Command::CopySudokuPad, Command::CopyFPuzzles]);
        check_match("export pdf", &[Command::SheetPdf]);
        check_match("preferences", &[Command::Settings]);
        check_match("rotate", &[Command::TurnLeft, Command::TurnRight]);
        check_match("pattern clear", &[Command::Clear]);
        check_match("mksym", &[Command::MakeSymmetric]);
        check_match("no such command", &[]);
    }

    #[test]
    fn no_keys_are_used_twice_and_every_text_is_a_sentence() {
        let mut seen = Vec::new();
        for command in Command::all() {
            for &shortcut in command.shortcuts() {
                assert!(!seen.contains(&shortcut), "{command:?}");
                seen.push(shortcut);
                let text = keys_text(&egui::Context::default(), shortcut);
                let key = if text.ends_with('+') { "+" } else { text.rsplit('+').next().unwrap_or_default() };
                let is_printed = key.len() == 1
                    || key.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
                    || "Left Right Up Down Home End Enter Space Page Up Page Down".contains(key);
                assert!(is_printed, "{text} is on no keyboard");
            }
            for text in [command.title(), command.help()] {
                assert!(text.starts_with(char::is_uppercase) && !text.ends_with('.'), "{text}");
            }
        }
    }
}
