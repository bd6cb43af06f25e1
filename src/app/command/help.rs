//! The Help menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, keys};
use super::{Command, Menu};
use crate::app::help::{Topic, topic};
use crate::app::manual::Manual;
use crate::app::session::{Dialog, PaletteState};
use crate::app::tour::TourStep;
use eframe::egui::{Key, Modifiers};

commands!(
    Menu::Help,
    HELP_HERE = CommandEntry::new("Help", "Open the manual where it explains what is under the pointer", |app, ctx| {
        app.session.dialog = Some(match topic(ctx) {
            Some(Topic::Command(command)) => Dialog::Help(command),
            Some(topic) => Dialog::Manual(Manual::at(&topic.link())),
            None => Dialog::Manual(Manual::default()),
        });
    })
    .keys(&[keys(Modifiers::NONE, Key::F1)]),
    MANUAL = CommandEntry::new("Manual", "Open the manual at its first page", |app, _| app.session.dialog =
        Some(Dialog::Manual(Manual::default()))),
    TOUR = CommandEntry::new(
        "Take the tour",
        "Six steps from an empty board to a printed sheet, in two minutes",
        |app, _| app.set_tour(Some(TourStep::Symmetry))
    )
    .synonyms("tutorial introduction getting started"),
    COMMAND_PALETTE =
        CommandEntry::new("Command palette…", "Find a command by its name", |app, _| app.session.palette =
            Some(PaletteState::default()))
        .synonyms("search")
        .keys(&[keys(CTRL, Key::K), keys(CTRL_SHIFT, Key::P)]),
    SHORTCUTS = CommandEntry::new("Keys and mouse", "What keys and mouse buttons do", |app, _| app.session.shortcuts =
        true)
    .synonyms("shortcuts keyboard"),
    MESSAGES = CommandEntry::new("Messages", "Read earlier messages again", |app, _| app.session.messages = true)
        .synonyms("log errors notices")
        .begins_group(),
    FRAME_TIMES = CommandEntry::new("Frame times", "Show how long the window takes to draw a frame", |app, _| app
        .session
        .frame_times =
        !app.session.frame_times)
    .switch(|app, _| app.session.frame_times),
    ABOUT =
        CommandEntry::new("About cluesmith", "Version and licences", |app, _| app.session.about = true).begins_group(),
);
