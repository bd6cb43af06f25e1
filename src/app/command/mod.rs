//! The commands of the studio, for menus, keys, tooltips and the palette.
//!
//! A command stands in the file of its menu, with all there is to say about it: title, help, keys, when it is available,
//! what it does. This file has only what others need to name one: it knows nothing of the studio.

mod edit;
mod entry;
mod file;
mod help;
mod lab;
mod layout;
mod pattern;
mod puzzle;
mod sheet;
mod solve;
mod table;
mod trace;
mod view;

use crate::app::language::tr;
use std::fmt;

/// A thing the studio can do on request, without further data.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Command {
    menu: Menu,
    /// Its place in the menu.
    index: usize,
    /// The name of its constant.
    name: &'static str,
}

impl Command {
    const fn new(menu: Menu, index: usize, name: &'static str) -> Command {
        Command { menu, index, name }
    }

    /// The menu it stands in.
    pub const fn menu(self) -> Menu {
        self.menu
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A menu of the menu bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Menu {
    File,
    Edit,
    Pattern,
    Layout,
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
    pub const ALL: [Menu; 11] = [
        Menu::File,
        Menu::Edit,
        Menu::Pattern,
        Menu::Layout,
        Menu::View,
        Menu::Puzzle,
        Menu::Trace,
        Menu::Solve,
        Menu::Lab,
        Menu::Sheet,
        Menu::Help,
    ];

    /// What the menu bar says.
    pub fn title(self) -> &'static str {
        match self {
            Menu::File => tr!("File"),
            Menu::Edit => tr!("Edit"),
            Menu::Pattern => tr!("Pattern"),
            Menu::Layout => tr!("Layout"),
            Menu::View => tr!("View"),
            Menu::Puzzle => tr!("Puzzle"),
            Menu::Trace => tr!("Trace"),
            Menu::Solve => tr!("Solve"),
            Menu::Lab => tr!("Lab"),
            Menu::Sheet => tr!("Sheet"),
            Menu::Help => tr!("Help"),
        }
    }

    /// The letter that opens it with Alt.
    pub const fn letter(self) -> char {
        match self {
            Menu::File => 'F',
            Menu::Edit => 'E',
            Menu::Pattern => 'P',
            Menu::Layout => 'Y',
            Menu::View => 'V',
            Menu::Puzzle => 'Z',
            Menu::Trace => 'T',
            Menu::Solve => 'O',
            Menu::Lab => 'L',
            Menu::Sheet => 'S',
            Menu::Help => 'H',
        }
    }
}
