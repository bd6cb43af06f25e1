//! What there is to say about a command: its words, its keys, when it is available and what it does.

use crate::app::language::tr;
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::{Cell, CellSet, Shape, Transform};
use crate::logic::Sentence;
use eframe::egui;
use egui::{Key, KeyboardShortcut, Modifiers};

pub(super) const CTRL: Modifiers = Modifiers::COMMAND;
pub(super) const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
pub(super) const ALT: Modifiers = Modifiers::ALT;

pub(super) const fn keys(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

/// The commands of a menu from top to bottom: a constant of [`super::Command`] for each, and the lines of the
/// menu.
macro_rules! commands {
    ($menu:expr, $($name:ident = $entry:expr),+ $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants, to number them")]
        enum Number {
            $($name),+
        }

        #[allow(missing_docs, reason = "the titles say it")]
        impl Command {
            $(pub const $name: Command = Command::new($menu, Number::$name as usize, stringify!($name));)+
        }

        pub(super) const LINES: &[(Command, CommandEntry)] = &[$((Command::$name, $entry)),+];
    };
}
pub(super) use commands;

/// A command.
#[derive(Debug)]
pub(super) struct CommandEntry {
    pub(super) title: &'static str,
    /// One sentence for the tooltip.
    pub(super) help: &'static str,
    /// Other words for it, by which the palette finds it.
    pub(super) synonyms: &'static str,
    /// Its keys; the first one is shown.
    pub(super) keys: &'static [KeyboardShortcut],
    /// The keys to show for it where the system listens to them itself.
    pub(super) system_keys: Option<KeyboardShortcut>,
    /// The only view in which its keys mean it.
    pub(super) keys_of: Option<View>,
    /// Whether its keys mean something else while text is typed.
    pub(super) yields_to_typing: bool,
    /// Whether a line separates it from the command above.
    pub(super) begins_group: bool,
    pub(super) action: Action,
    /// Says why it cannot be carried out now.
    pub(super) when: fn(&App) -> Result<(), String>,
    /// Whether what it switches is on.
    pub(super) switch: Option<fn(&App, &egui::Context) -> bool>,
    /// What it is about at the moment, for its line in the menu.
    pub(super) object: fn(&App) -> Option<&Sentence>,
    /// The line of the chosen cell that it moves.
    pub(super) line: Option<Line>,
}

/// What a command does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// Anything.
    Run(fn(&mut App, &egui::Context)),
    /// Shows a view.
    Show(View),
    /// Moves the board, if the chosen cell allows it.
    Move(fn(Shape, Cell) -> Result<Transform, &'static str>),
}

/// A command of which title and help are known, but not yet what it does.
pub(super) struct Named {
    title: &'static str,
    help: &'static str,
}

/// Begins the entry of a command.
pub(super) const fn named(title: &'static str, help: &'static str) -> Named {
    Named { title, help }
}

impl Named {
    /// A command that does this.
    pub(super) const fn run(self, run: fn(&mut App, &egui::Context)) -> CommandEntry {
        self.with(Action::Run(run))
    }

    /// A command that shows a view.
    pub(super) const fn show(self, view: View) -> CommandEntry {
        self.with(Action::Show(view))
    }

    /// A command that moves the board; those about lines take the lines of the chosen cell. The error says why there is
    /// no such line to change places with.
    pub(super) const fn move_board(
        self,
        transform: fn(Shape, Cell) -> Result<Transform, &'static str>,
    ) -> CommandEntry {
        self.with(Action::Move(transform)).when(has_clues)
    }

    const fn with(self, action: Action) -> CommandEntry {
        CommandEntry {
            title: self.title,
            help: self.help,
            synonyms: "",
            keys: &[],
            system_keys: None,
            keys_of: None,
            yields_to_typing: false,
            begins_group: false,
            action,
            when: |_| Ok(()),
            switch: None,
            object: |_| None,
            line: None,
        }
    }
}

impl CommandEntry {
    pub(super) const fn synonyms(self, synonyms: &'static str) -> CommandEntry {
        CommandEntry { synonyms, ..self }
    }

    pub(super) const fn keys(self, keys: &'static [KeyboardShortcut]) -> CommandEntry {
        CommandEntry { keys, ..self }
    }

    pub(super) const fn system_keys(self, keys: KeyboardShortcut) -> CommandEntry {
        CommandEntry { system_keys: Some(keys), ..self }
    }

    pub(super) const fn keys_of(self, view: View) -> CommandEntry {
        CommandEntry { keys_of: Some(view), ..self }
    }

    pub(super) const fn yields_to_typing(self) -> CommandEntry {
        CommandEntry { yields_to_typing: true, ..self }
    }

    pub(super) const fn begins_group(self) -> CommandEntry {
        CommandEntry { begins_group: true, ..self }
    }

    pub(super) const fn when(self, when: fn(&App) -> Result<(), String>) -> CommandEntry {
        CommandEntry { when, ..self }
    }

    pub(super) const fn switch(self, is_on: fn(&App, &egui::Context) -> bool) -> CommandEntry {
        CommandEntry { switch: Some(is_on), ..self }
    }

    pub(super) const fn object(self, object: fn(&App) -> Option<&Sentence>) -> CommandEntry {
        CommandEntry { object, ..self }
    }

    pub(super) const fn line(self, line: Line) -> CommandEntry {
        CommandEntry { line: Some(line), ..self }
    }
}

/// The line of the board that holds the chosen cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line {
    Row,
    Column,
    Band,
    Stack,
}

impl Line {
    /// The line with this cell changes places with the one before (-1) or after it (1), if there is one that it may
    /// change places with: rows and columns stay in their boxes.
    pub(super) fn swapped(self, shape: Shape, cell: Cell, by: isize) -> Option<Transform> {
        let (row, col) = (shape.row(cell), shape.col(cell));
        // Exchanging lines of an irregular layout would break its regions.
        let (height, width) = shape.boxes()?;
        let swap = |make: fn(u8, u8) -> Transform, at: usize, first: usize, n: usize| {
            let other = at.checked_add_signed(by).filter(|other| (first..first + n).contains(other))?;
            Some(make(at as u8, other as u8))
        };
        match self {
            Line::Row => swap(Transform::SwapRows, row, row / height * height, height),
            Line::Column => swap(Transform::SwapColumns, col, col / width * width, width),
            Line::Band => swap(Transform::SwapBands, row / height, 0, shape.n() / height),
            Line::Stack => swap(Transform::SwapStacks, col / width, 0, shape.n() / width),
        }
    }

    /// The cells of the line with this cell.
    pub(super) fn cells(self, shape: Shape, cell: Cell) -> CellSet {
        let at = |cell: Cell| match self {
            Line::Row => shape.row(cell),
            Line::Column => shape.col(cell),
            Line::Band => shape.row(cell) / shape.blocks().0,
            Line::Stack => shape.col(cell) / shape.blocks().1,
        };
        shape.cells().filter(|&other| at(other) == at(cell)).collect()
    }
}

/// Says why, unless it is possible.
pub(super) fn need(is_possible: bool, why: &str) -> Result<(), String> {
    if is_possible { Ok(()) } else { Err(why.to_owned()) }
}

pub(super) fn has_clues(app: &App) -> Result<(), String> {
    need(app.project().design.pattern.n_clues() > 0, tr!("The board is empty"))
}

pub(super) fn has_puzzle(app: &App) -> Result<(), String> {
    need(app.puzzle().is_some(), tr!("There is no puzzle yet"))
}
