//! The File menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, keys};
use super::{Command, Menu};
use crate::app::dialogs::Ask;
use crate::app::session::{After, PathUse};
use eframe::egui::Key;

commands!(
    Menu::File,
    NEW = CommandEntry::new("New", "Start with an empty board", |app, ctx| app.guarded(ctx, After::New))
        .keys(&[keys(CTRL, Key::N)]),
    OPEN = CommandEntry::new("Open…", "Open a project file", |app, ctx| app.ask(ctx, Ask::Open))
        .synonyms("load import")
        .keys(&[keys(CTRL, Key::O)]),
    OPEN_PATH = CommandEntry::new(
        "Open path…",
        "Open a project file by typing its path, where there is no file dialog",
        |app, _| app.ask_path(PathUse::Open, None)
    )
    .synonyms("load")
    .keys(&[keys(CTRL_SHIFT, Key::O)]),
    SAVE = CommandEntry::new("Save", "Write the project to its file", |app, ctx| app.save(ctx))
        .keys(&[keys(CTRL, Key::S)])
        .begins_group(),
    SAVE_AS = CommandEntry::new("Save as…", "Write the project to another file", |app, ctx| app.save_as(ctx))
        .keys(&[keys(CTRL_SHIFT, Key::S)]),
    SAVE_TO_PATH = CommandEntry::new(
        "Save to path…",
        "Save the project to a path that you type, where there is no file dialog",
        |app, _| app.ask_path(PathUse::Save, None)
    ),
    QUIT = CommandEntry::new("Quit", "Close the window", |app, ctx| app.guarded(ctx, After::Close))
        .synonyms("exit leave")
        .keys(&[keys(CTRL, Key::Q)])
        .begins_group(),
);
