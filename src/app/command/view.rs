//! The View menu.

use super::entry::{ALT, CTRL, CommandEntry, commands, keys, named, need};
use super::{Command, Menu};
use crate::app::board::{BoardZoom, board_id};
use crate::app::focus;
use crate::app::language::tr;
use crate::app::settings::{SCALES, ThemeChoice};
use crate::app::studio::App;
use crate::app::view::{LeftTab, View};
use eframe::egui;
use egui::{Key, Modifiers, ViewportCommand};

commands!(
    Menu::View,
    VIEW_PATTERN = named("Pattern", "Paint the clue cells").show(View::Pattern).keys(&[keys(ALT, Key::Num1)]),
    VIEW_PUZZLE = named("Puzzle", "The puzzle as it will be printed").show(View::Puzzle).keys(&[keys(ALT, Key::Num2)]),
    VIEW_SOLUTION = named("Solution", "The solution").show(View::Solution).keys(&[keys(ALT, Key::Num3)]),
    VIEW_TRACE = named("Trace", "Solve the puzzle step by step").show(View::Trace).keys(&[keys(ALT, Key::Num4)]),
    VIEW_RESULTS =
        named("Results", "Many different puzzles for one design").show(View::Results).keys(&[keys(ALT, Key::Num5)]),
    VIEW_ANALYSIS = named("Analysis", "What the puzzle allows, which clues it needs, how difficulty runs")
        .show(View::Analysis)
        .synonyms("rating heat redundant unavoidable sets")
        .keys(&[keys(ALT, Key::Num6)]),
    VIEW_LAB = named("Lab", "Watch puzzles being built backwards, and experiment with linear programming")
        .show(View::Lab)
        .keys(&[keys(ALT, Key::Num7)]),
    VIEW_SHEET = named("Sheet", "Lay puzzles out on paper, print and export them")
        .show(View::Sheet)
        .synonyms("page pdf booklet")
        .keys(&[keys(ALT, Key::Num8)]),
    GO_TO_BOARD = named("Go to the board", "Use the keyboard on the board")
        .run(|app, ctx| {
            if matches!(app.session.view, View::Results | View::Sheet) {
                app.session.view = View::Pattern;
            }
            ctx.memory_mut(|memory| memory.request_focus(board_id()));
        })
        .synonyms("focus keyboard")
        .begins_group(),
    NEXT_PANEL = named("Next panel", "Move the keyboard focus: board, tour, right panel, menus, left panel")
        .run(|_, ctx| focus::next_region(ctx, false))
        .keys(&[keys(Modifiers::NONE, Key::F6)])
        .synonyms("focus keyboard"),
    PREVIOUS_PANEL = named("Previous panel", "Move the keyboard focus to the panel before")
        .run(|_, ctx| focus::next_region(ctx, true))
        .keys(&[keys(Modifiers::SHIFT, Key::F6)])
        .synonyms("focus keyboard"),
    SHOW_DESIGN = named("Show the design", "Show the pattern, with layout, symmetry and library in the left panel")
        .run(|app, ctx| {
            app.session.view = View::Pattern;
            app.show_left(ctx, LeftTab::Subject);
        })
        .begins_group(),
    SHOW_PUZZLES = named("Show all puzzles", "Show the puzzles of this project in the left panel")
        .run(|app, ctx| app.show_left(ctx, LeftTab::Puzzles)),
    SHOW_HISTORY = named("Show the history", "List all edits in the left panel; click one to go there")
        .run(|app, ctx| app.show_left(ctx, LeftTab::History)),
    TOGGLE_DESIGN_PANEL =
        named("Left panel", "Show or hide the panel on the left: what the view is about, all puzzles, history")
            .run(|app, ctx| {
                if app.session.shows_design_panel(ctx) {
                    app.session.panels.left = false;
                } else {
                    app.show_left(ctx, app.session.panels.left_tab);
                }
            })
            .begins_group()
            .switch(|app, ctx| app.session.shows_design_panel(ctx)),
    TOGGLE_STRATEGY_PANEL = named("Right panel", "Show or hide the panel on the right, which belongs to the view")
        .run(|app, _| app.session.panels.right = !app.session.panels.right)
        .switch(|app, _| app.session.panels.right),
    THEME_SYSTEM = named("Theme of the system", "Light or dark, as the system says")
        .run(|app, ctx| app.set_theme(ctx, ThemeChoice::System))
        .synonyms("appearance colours mode")
        .begins_group()
        .switch(|app, _| app.settings.theme == ThemeChoice::System),
    THEME_LIGHT = named("Light theme", "Dark text on a light background")
        .run(|app, ctx| app.set_theme(ctx, ThemeChoice::Light))
        .synonyms("appearance colours mode bright")
        .switch(|app, _| app.settings.theme == ThemeChoice::Light),
    THEME_DARK = named("Dark theme", "Light text on a dark background")
        .run(|app, ctx| app.set_theme(ctx, ThemeChoice::Dark))
        .synonyms("appearance colours mode night")
        .switch(|app, _| app.settings.theme == ThemeChoice::Dark),
    ZOOM_IN = named("Zoom in", "Make text and controls larger")
        .run(|app, ctx| app.zoom(ctx, |scales, now| scales.iter().copied().find(|&scale| scale > now)))
        .keys(&[keys(CTRL, Key::Plus), keys(CTRL, Key::Equals)])
        .synonyms("enlarge bigger scale magnify")
        .begins_group()
        .when(|app| need(app.settings().scale < SCALES[SCALES.len() - 1], tr!("This is the largest size"))),
    ZOOM_OUT = named("Zoom out", "Make text and controls smaller")
        .run(|app, ctx| app.zoom(ctx, |scales, now| scales.iter().rev().copied().find(|&scale| scale < now)))
        .keys(&[keys(CTRL, Key::Minus)])
        .synonyms("shrink reduce scale")
        .when(|app| need(app.settings().scale > SCALES[0], tr!("This is the smallest size"))),
    ZOOM_RESET = named("Actual size", "Show text and controls at 100 %")
        .run(|app, ctx| app.zoom(ctx, |_, _| Some(100)))
        .keys(&[keys(CTRL, Key::Num0)])
        .synonyms("zoom reset scale 100")
        .when(|app| need(app.settings().scale != 100, tr!("This is the actual size already"))),
    BOARD_LARGER = named(
        "Enlarge the board",
        "Show a part of the board larger; Ctrl and the wheel over the board do the same, the wheel alone moves it"
    )
    .run(|app, _| app.session.board.zoom = app.session.board.zoom.larger())
    .synonyms("zoom in magnify")
    .when(|app| {
        need(app.session().shows_board(), tr!("This view has no board"))?;
        need(app.session().board.zoom.can_grow(), tr!("The board cannot get larger"))
    }),
    BOARD_SMALLER = named("Shrink the board", "Show more of an enlarged board")
        .run(|app, _| app.session.board.zoom = app.session.board.zoom.smaller())
        .synonyms("zoom out")
        .when(is_enlarged),
    BOARD_WHOLE = named("Whole board", "Show the whole board again")
        .run(|app, _| app.session.board.zoom = BoardZoom::WHOLE)
        .synonyms("zoom reset fit")
        .when(is_enlarged),
    SHOW_SEEN = named(
        "What does this cell see?",
        "Tint the cells that may not hold the digit of the cell under the pointer, or of the keyboard's cell"
    )
    .run(|app, _| app.session.board.shows_seen = !app.session.board.shows_seen)
    .keys(&[keys(ALT, Key::W)])
    .synonyms("peers houses neighbours highlight")
    .switch(|app, _| app.session.board.shows_seen),
    FULL_SCREEN = named("Full screen", "Use the whole screen, or go back to the window")
        .run(|app, ctx| {
            app.session.window.full_screen = !app.session.window.full_screen;
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(app.session.window.full_screen));
        })
        .keys(&[keys(Modifiers::NONE, Key::F11)])
        .synonyms("maximize fullscreen")
        .begins_group()
        .switch(|app, _| app.session.window.full_screen),
);

fn is_enlarged(app: &App) -> Result<(), String> {
    need(app.session().shows_board(), tr!("This view has no board"))?;
    need(app.session().board.zoom.is_on(), tr!("The whole board is shown already"))
}
