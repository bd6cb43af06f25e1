//! The Solve menu: solving by hand.

use super::entry::{CTRL, CommandEntry, commands, keys, named, need};
use super::{Command, Menu};
use crate::app::language::tr;
use crate::app::solving::{Act, Solving, Tool};
use crate::app::studio::App;
use crate::app::view::View;
use eframe::egui::Key;

commands!(
    Menu::Solve,
    CHECK = named("Check", "Compare your entries with the solution")
        .run(|app, _| app.solve(Act::Check))
        .keys(&[keys(CTRL, Key::Enter)])
        .when(is_solving),
    HINT = named("Hint", "First tells roughly where to look, then shows the step, then carries it out")
        .run(|app, _| app.solve(Act::Hint))
        .keys(&[keys(CTRL, Key::H)])
        .when(is_solving),
    FILL_CANDIDATES = named("Fill in candidates", "Write the possible digits into the middle of every empty cell")
        .run(|app, _| app.solve(Act::FillCentre))
        .synonyms("pencil marks notes")
        .begins_group()
        .when(is_solving),
    FILTER_DIGIT = named(
        "Filter by digit",
        "Show where the digit under the cursor stands and where it can still go; in an empty cell, type the digit next"
    )
    .run(|app, _| app.filter_digit())
    .synonyms("highlight candidates find number only")
    .keys(&[keys(CTRL, Key::F)])
    .begins_group()
    .when(is_in_puzzle_view),
    FILTER_NEXT = named(
        "Filter by the next digit",
        "Show where the next digit stands and where it can still go; after the last digit comes the first"
    )
    .run(|app, _| app.filter_next())
    .synonyms("highlight candidates find number")
    .when(is_in_puzzle_view),
    FILTER_OFF = named("Show all digits", "Switch the filter by digit off")
        .run(|app, _| app.solve(Act::Filter(None)))
        .synonyms("filter highlight none clear")
        .when(|app| {
            need(app.solving().is_some_and(|solving| solving.filter.is_some()), tr!("No digit is filtered"))
        }),
    DRAW_LINES = named(
        "Draw lines",
        "Drag from one cell to another to draw a line between them, or press Enter in both; once more removes it"
    )
    .run(|app, _| app.solve(Act::Tool(Tool::Line)))
    .synonyms("pen link chain connect")
    .begins_group()
    .when(is_in_puzzle_view),
    ERASE_LINES = named("Erase all lines", "Remove the lines between cells; undo brings them back")
        .run(|app, _| app.solve(Act::EraseLines))
        .synonyms("pen remove delete clear")
        .when(|app| {
            need(app.solving().is_some_and(|solving| !solving.lines().is_empty()), tr!("No lines are drawn"))
        }),
    START_OVER =
        named("Start over", "Remove everything entered by hand and set the timer to zero; undo brings both back")
            .run(|app, _| app.solve(Act::StartOver))
            .synonyms("restart clear reset")
            .begins_group()
            .when(|app| {
                let is_begun = |solving: &Solving| solving.has_marks() || solving.seconds() >= 1.0;
                need(app.solving().is_some_and(is_begun), tr!("Nothing is entered by hand"))
            }),
    UNDO_MARK = named("Undo mark", "Take back your last entry")
        .run(|app, _| app.solve(Act::Undo))
        .when(|app| need(app.solving().is_some_and(Solving::can_undo), tr!("There is nothing to undo"))),
    REDO_MARK = named("Redo mark", "Restore the entry that was undone")
        .run(|app, _| app.solve(Act::Redo))
        .when(|app| need(app.solving().is_some_and(Solving::can_redo), tr!("There is nothing to redo"))),
    PAUSE_TIMER = named("Pause timer", "Stop the timer of solving by hand until you resume it")
        .run(|app, _| app.solve(Act::Pause(true)))
        .synonyms("clock time stop stopwatch")
        .begins_group()
        .when(|app| need(!timed(app)?.is_paused, tr!("The timer is paused already"))),
    RESUME_TIMER = named("Resume timer", "Let the timer of solving by hand go on")
        .run(|app, _| app.solve(Act::Pause(false)))
        .synonyms("clock time continue stopwatch")
        .when(|app| need(timed(app)?.is_paused, tr!("The timer is not paused"))),
    SHOW_TIMER = named("Timer", "Show or hide the time spent on solving by hand; hidden, it goes on")
        .run(|app, _| {
            app.settings.shows_timer = !app.settings.shows_timer;
            app.write_settings();
        })
        .synonyms("clock time stopwatch hide show")
        .switch(|app, _| app.settings.shows_timer),
);

fn solving(app: &App) -> Result<&Solving, String> {
    app.solving().ok_or_else(|| tr!("There is no puzzle to solve in the puzzle view").to_owned())
}

fn is_solving(app: &App) -> Result<(), String> {
    solving(app).map(|_| ())
}

fn is_in_puzzle_view(app: &App) -> Result<(), String> {
    need(app.session().view == View::Puzzle, tr!("Open the puzzle view first"))?;
    is_solving(app)
}

/// The puzzle whose timer can run.
fn timed(app: &App) -> Result<&Solving, String> {
    let solving = solving(app)?;
    need(!solving.is_solved(), tr!("The puzzle is solved, and the timer has stopped"))?;
    Ok(solving)
}
