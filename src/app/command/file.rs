//! The File menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, keys, named};
use super::{Command, Menu};
use crate::app::dialogs::Ask;
use crate::app::session::{After, PathUse};
use crate::app::studio::App;
use eframe::egui::Key;

commands!(
    Menu::File,
    NEW = named("New", "Start with an empty board")
        .run(|app, ctx| app.guarded(ctx, After::New))
        .keys(&[keys(CTRL, Key::N)]),
    OPEN = named("Open…", "Open a project file")
        .run(|app, ctx| app.ask(ctx, Ask::Open))
        .synonyms("load import")
        .keys(&[keys(CTRL, Key::O)]),
    OPEN_PATH = named("Open path…", "Open a project file by typing its path, where there is no file dialog")
        .run(|app, _| app.ask_path(PathUse::Open, None))
        .synonyms("load")
        .keys(&[keys(CTRL_SHIFT, Key::O)]),
    SAVE = named("Save", "Write the project to its file").run(App::save).keys(&[keys(CTRL, Key::S)]).begins_group(),
    SAVE_AS =
        named("Save as…", "Write the project to another file").run(App::save_as).keys(&[keys(CTRL_SHIFT, Key::S)]),
    SAVE_TO_PATH = named("Save to path…", "Save the project to a path that you type, where there is no file dialog")
        .run(|app, _| app.ask_path(PathUse::Save, None)),
    QUIT = named("Quit", "Close the window")
        .run(|app, ctx| app.guarded(ctx, After::Close))
        .synonyms("exit leave")
        .keys(&[keys(CTRL, Key::Q)])
        .begins_group(),
);
