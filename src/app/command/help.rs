//! The Help menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, keys, named};
use super::{Command, Menu};
use crate::app::help::{Topic, topic};
use crate::app::manual::Manual;
use crate::app::session::{Dialog, PaletteState};
use crate::app::tour::TourStep;
use eframe::egui::{Key, Modifiers};

commands!(
    Menu::Help,
    HELP_HERE = named("Help", "Open the manual where it explains what is under the pointer")
        .run(|app, ctx| {
            app.session.front.dialog = Some(match topic(ctx) {
                Some(Topic::Command(command)) => Dialog::Help(command),
                Some(topic) => Dialog::Manual(Manual::at(&topic.link())),
                None => Dialog::Manual(Manual::default()),
            });
        })
        .keys(&[keys(Modifiers::NONE, Key::F1)]),
    MANUAL = named("Manual", "Open the manual at its first page")
        .run(|app, _| app.session.front.dialog = Some(Dialog::Manual(Manual::default()))),
    TOUR = named("Take the tour", "Six steps from an empty board to a printed sheet, in two minutes")
        .run(|app, _| app.set_tour(Some(TourStep::Symmetry)))
        .synonyms("tutorial introduction getting started"),
    COMMAND_PALETTE = named("Command palette…", "Find a command by its name")
        .run(|app, _| app.session.front.palette = Some(PaletteState::default()))
        .synonyms("search")
        .keys(&[keys(CTRL, Key::K), keys(CTRL_SHIFT, Key::P)]),
    SHORTCUTS = named("Keys and mouse", "What keys and mouse buttons do")
        .run(|app, _| app.session.front.shortcuts = true)
        .synonyms("shortcuts keyboard"),
    MESSAGES = named("Messages", "Read earlier messages again")
        .run(|app, _| app.session.front.messages = true)
        .synonyms("log errors notices")
        .begins_group(),
    FRAME_TIMES = named("Frame times", "Show how long the window takes to draw a frame")
        .run(|app, _| app.session.window.frame_times = !app.session.window.frame_times)
        .switch(|app, _| app.session.window.frame_times),
    ABOUT =
        named("About cluesmith", "Version and licences").run(|app, _| app.session.front.about = true).begins_group(),
);
