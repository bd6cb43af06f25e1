//! The tables of all menus together: what is asked of a command, and carrying it out.

use super::entry::{Action, CommandEntry};
use super::{Command, Menu, edit, file, help, lab, layout, pattern, puzzle, sheet, solve, trace, view};
use crate::app::language::{told, translated};
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::wording::error_text;
use crate::grid::{Cell, CellSet, Shape, Transform};
use eframe::egui;
use egui::{Key, KeyboardShortcut};

impl Menu {
    /// Its lines from top to bottom.
    const fn lines(self) -> &'static [(Command, CommandEntry)] {
        match self {
            Menu::File => file::LINES,
            Menu::Edit => edit::LINES,
            Menu::Pattern => pattern::LINES,
            Menu::Layout => layout::LINES,
            Menu::View => view::LINES,
            Menu::Puzzle => puzzle::LINES,
            Menu::Trace => trace::LINES,
            Menu::Solve => solve::LINES,
            Menu::Lab => lab::LINES,
            Menu::Sheet => sheet::LINES,
            Menu::Help => help::LINES,
        }
    }

    /// Its commands from top to bottom.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.lines().iter().map(|(command, _)| *command)
    }
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

    const fn entry(self) -> &'static CommandEntry {
        &self.menu.lines()[self.index].1
    }

    /// What menu and palette say.
    pub fn title(self) -> &'static str {
        translated(self.entry().title)
    }

    /// What the menu says: also what it is about at the moment.
    pub fn title_now(self, app: &App) -> String {
        let title = self.title();
        (self.entry().object)(app).map_or_else(|| title.to_owned(), |object| format!("{title} {}", told(object)))
    }

    /// One sentence for the tooltip.
    pub fn help(self) -> &'static str {
        translated(self.entry().help)
    }

    /// How well it fits what is typed into the palette, the less the better; `None` if it does not. Every word has to
    /// be found: in the title, the name of the menu, a synonym or the help, or as letters of the title in this order.
    pub fn match_rank(self, text: &str) -> Option<usize> {
        let entry = self.entry();
        let [title, menu, synonyms, help] =
            [self.title(), self.menu.title(), entry.synonyms, self.help()].map(str::to_lowercase);
        // In every language the English title finds it, too.
        let synonyms = format!("{synonyms} {}", entry.title.to_lowercase());
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

    /// Whether a line separates it from the command above in the menu.
    pub const fn begins_group(self) -> bool {
        self.entry().begins_group
    }

    /// Its keys; the first one is shown.
    pub const fn shortcuts(self) -> &'static [KeyboardShortcut] {
        self.entry().keys
    }

    /// Whether its keys mean it in this view.
    pub fn has_keys_in(self, view: View) -> bool {
        self.entry().keys_of.is_none_or(|own| own == view)
    }

    /// Whether its keys mean something else while text is typed.
    pub const fn yields_to_typing(self) -> bool {
        self.entry().yields_to_typing
    }

    /// What the menu shows as its key, "Ctrl+C" included, which the system reports by itself.
    pub fn shortcut_text(self, ctx: &egui::Context) -> Option<String> {
        let shortcut = self.entry().system_keys.or(self.shortcuts().first().copied());
        shortcut.map(|shortcut| keys_text(ctx, shortcut))
    }

    /// The view it shows, for the view switch.
    pub const fn view(self) -> Option<View> {
        match self.entry().action {
            Action::Show(view) => Some(view),
            Action::Run(_) | Action::Move(_) => None,
        }
    }

    /// Whether what it switches is on; `None` if it switches nothing.
    pub(crate) fn is_on(self, app: &App, ctx: &egui::Context) -> Option<bool> {
        let entry = self.entry();
        entry.switch.map(|is_on| is_on(app, ctx)).or_else(|| self.view().map(|view| view == app.session().view))
    }

    /// The move of the board, for commands that are one. The inner error says why it cannot be made.
    fn transform(self, shape: Shape, cursor: Cell) -> Option<Result<Transform, &'static str>> {
        match self.entry().action {
            Action::Move(transform) => Some(transform(shape, cursor)),
            Action::Run(_) | Action::Show(_) => None,
        }
    }

    /// The cells that a command about lines moves: the row, column, band or stack of the chosen cell. Empty for all
    /// other commands.
    pub(crate) fn line_cells(self, shape: Shape, cursor: Cell) -> CellSet {
        self.entry().line.map_or(CellSet::EMPTY, |line| line.cells(shape, cursor))
    }

    /// Whether it can be carried out now.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(self, app: &App) -> Result<(), String> {
        (self.entry().when)(app)?;
        let shape = app.project().shape();
        match self.transform(shape, app.session().board.cursor) {
            Some(transform) => transform?.check(shape).map_err(|error| error_text(&error)),
            None => Ok(()),
        }
    }

    /// Does it; [`Command::check`] says whether it can be done.
    pub(in crate::app) fn carry_out(self, app: &mut App, ctx: &egui::Context) {
        match self.entry().action {
            Action::Run(run) => run(app, ctx),
            Action::Show(view) => app.show_view(view),
            Action::Move(transform) => {
                if let Ok(transform) = transform(app.project().shape(), app.session().board.cursor) {
                    app.transform(ctx, transform, self.entry().line.is_some());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::ALT;
    use super::*;

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
        check_match("check", &[Command::CHECK]);
        check_match("zoom", &[Command::ZOOM_IN, Command::ZOOM_OUT]);
        check_match("sudokupad", &[Command::COPY_SUDOKU_PAD, Command::PASTE]);
        check_match("link", &[Command::COPY_SUDOKU_PAD, Command::COPY_F_PUZZLES]);
        check_match("export pdf", &[Command::SHEET_PDF]);
        check_match("preferences", &[Command::SETTINGS]);
        check_match("rotate", &[Command::TURN_LEFT, Command::TURN_RIGHT]);
        check_match("pattern clear", &[Command::CLEAR]);
        check_match("mksym", &[Command::MAKE_SYMMETRIC]);
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
