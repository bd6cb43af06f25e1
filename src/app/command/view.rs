//! The View menu.

use super::entry::{ALT, CTRL, CommandEntry, commands, keys, need};
use super::{Command, Menu};
use crate::app::board::{BoardZoom, board_id};
use crate::app::session::LeftTab;
use crate::app::settings::{SCALES, ThemeChoice};
use crate::app::view::View;
use crate::app::{App, focus};
use eframe::egui;
use egui::{Key, Modifiers, ViewportCommand};

commands!(
    Menu::View,
    VIEW_PATTERN = CommandEntry::view("Pattern", "Paint the clue cells", View::Pattern).keys(&[keys(ALT, Key::Num1)]),
    VIEW_PUZZLE =
        CommandEntry::view("Puzzle", "The puzzle as it will be printed", View::Puzzle).keys(&[keys(ALT, Key::Num2)]),
    VIEW_SOLUTION = CommandEntry::view("Solution", "The solution", View::Solution).keys(&[keys(ALT, Key::Num3)]),
    VIEW_TRACE =
        CommandEntry::view("Trace", "Solve the puzzle step by step", View::Trace).keys(&[keys(ALT, Key::Num4)]),
    VIEW_RESULTS = CommandEntry::view("Results", "Many different puzzles for one design", View::Results)
        .keys(&[keys(ALT, Key::Num5)]),
    VIEW_ANALYSIS = CommandEntry::view(
        "Analysis",
        "What the puzzle allows, which clues it needs, how difficulty runs",
        View::Analysis
    )
    .synonyms("rating heat redundant unavoidable sets")
    .keys(&[keys(ALT, Key::Num6)]),
    VIEW_LAB = CommandEntry::view(
        "Lab",
        "Watch puzzles being built backwards, and experiment with linear programming",
        View::Lab
    )
    .keys(&[keys(ALT, Key::Num7)]),
    VIEW_SHEET = CommandEntry::view("Sheet", "Lay puzzles out on paper, print and export them", View::Sheet)
        .synonyms("page pdf booklet")
        .keys(&[keys(ALT, Key::Num8)]),
    GO_TO_BOARD = CommandEntry::new("Go to the board", "Use the keyboard on the board", |app, ctx| {
        if matches!(app.session.view, View::Results | View::Sheet) {
            app.session.view = View::Pattern;
        }
        ctx.memory_mut(|memory| memory.request_focus(board_id()));
    })
    .synonyms("focus keyboard")
    .begins_group(),
    NEXT_PANEL = CommandEntry::new(
        "Next panel",
        "Move the keyboard focus: board, tour, right panel, menus, left panel",
        |_, ctx| focus::next_region(ctx, false)
    )
    .keys(&[keys(Modifiers::NONE, Key::F6)])
    .synonyms("focus keyboard"),
    PREVIOUS_PANEL =
        CommandEntry::new(
            "Previous panel",
            "Move the keyboard focus to the panel before",
            |_, ctx| focus::next_region(ctx, true)
        )
        .keys(&[keys(Modifiers::SHIFT, Key::F6)])
        .synonyms("focus keyboard"),
    SHOW_DESIGN = CommandEntry::new(
        "Show the design",
        "Show the pattern, with shape, symmetry and library in the left panel",
        |app, ctx| {
            app.session.view = View::Pattern;
            app.show_left(ctx, LeftTab::Subject);
        }
    )
    .begins_group(),
    SHOW_PUZZLES =
        CommandEntry::new("Show all puzzles", "Show the puzzles of this project in the left panel", |app, ctx| app
            .show_left(ctx, LeftTab::Puzzles)),
    SHOW_HISTORY =
        CommandEntry::new("Show the history", "List all edits in the left panel; click one to go there", |app, ctx| {
            app.show_left(ctx, LeftTab::History)
        }),
    TOGGLE_DESIGN_PANEL = CommandEntry::new(
        "Left panel",
        "Show or hide the panel on the left: what the view is about, all puzzles, history",
        |app, ctx| {
            if app.session.shows_design_panel(ctx) {
                app.session.design_panel = false;
            } else {
                app.show_left(ctx, app.session.left_tab);
            }
        }
    )
    .begins_group()
    .switch(|app, ctx| app.session.shows_design_panel(ctx)),
    TOGGLE_STRATEGY_PANEL =
        CommandEntry::new("Right panel", "Show or hide the panel on the right, which belongs to the view", |app, _| {
            app.session.strategy_panel = !app.session.strategy_panel
        })
        .switch(|app, _| app.session.strategy_panel),
    THEME_SYSTEM = CommandEntry::new("Theme of the system", "Light or dark, as the system says", |app, ctx| app
        .set_theme(ctx, ThemeChoice::System))
    .synonyms("appearance colours mode")
    .begins_group()
    .switch(|app, _| app.settings.theme == ThemeChoice::System),
    THEME_LIGHT = CommandEntry::new("Light theme", "Dark text on a light background", |app, ctx| app
        .set_theme(ctx, ThemeChoice::Light))
    .synonyms("appearance colours mode bright")
    .switch(|app, _| app.settings.theme == ThemeChoice::Light),
    THEME_DARK = CommandEntry::new("Dark theme", "Light text on a dark background", |app, ctx| app
        .set_theme(ctx, ThemeChoice::Dark))
    .synonyms("appearance colours mode night")
    .switch(|app, _| app.settings.theme == ThemeChoice::Dark),
    ZOOM_IN = CommandEntry::new("Zoom in", "Make text and controls larger", |app, ctx| app
        .zoom(ctx, |scales, now| scales.iter().copied().find(|&scale| scale > now)))
    .keys(&[keys(CTRL, Key::Plus), keys(CTRL, Key::Equals)])
    .synonyms("enlarge bigger scale magnify")
    .begins_group()
    .when(|app| need(app.settings().scale < SCALES[SCALES.len() - 1], "This is the largest size")),
    ZOOM_OUT = CommandEntry::new("Zoom out", "Make text and controls smaller", |app, ctx| app
        .zoom(ctx, |scales, now| scales.iter().rev().copied().find(|&scale| scale < now)))
    .keys(&[keys(CTRL, Key::Minus)])
    .synonyms("shrink reduce scale")
    .when(|app| need(app.settings().scale > SCALES[0], "This is the smallest size")),
    ZOOM_RESET = CommandEntry::new("Actual size", "Show text and controls at 100 %", |app, ctx| app
        .zoom(ctx, |_, _| Some(100)))
    .keys(&[keys(CTRL, Key::Num0)])
    .synonyms("zoom reset scale 100")
    .when(|app| need(app.settings().scale != 100, "This is the actual size already")),
    BOARD_LARGER = CommandEntry::new(
        "Enlarge the board",
        "Show a part of the board larger; Ctrl and the wheel over the board do the same, the wheel alone moves it",
        |app, _| app.session.board_zoom = app.session.board_zoom.larger()
    )
    .synonyms("zoom in magnify")
    .when(|app| {
        need(app.session().shows_board(), "This view has no board")?;
        need(app.session().board_zoom.can_grow(), "The board cannot get larger")
    }),
    BOARD_SMALLER =
        CommandEntry::new("Shrink the board", "Show more of an enlarged board", |app, _| app.session.board_zoom =
            app.session.board_zoom.smaller())
        .synonyms("zoom out")
        .when(is_enlarged),
    BOARD_WHOLE = CommandEntry::new("Whole board", "Show the whole board again", |app, _| app.session.board_zoom =
        BoardZoom::WHOLE)
    .synonyms("zoom reset fit")
    .when(is_enlarged),
    FULL_SCREEN = CommandEntry::new("Full screen", "Use the whole screen, or go back to the window", |app, ctx| {
        app.session.full_screen = !app.session.full_screen;
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(app.session.full_screen));
    })
    .keys(&[keys(Modifiers::NONE, Key::F11)])
    .synonyms("maximize fullscreen")
    .begins_group()
    .switch(|app, _| app.session.full_screen),
);

fn is_enlarged(app: &App) -> Result<(), String> {
    need(app.session().shows_board(), "This view has no board")?;
    need(app.session().board_zoom.is_on(), "The whole board is shown already")
}
