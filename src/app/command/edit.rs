//! The Edit menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, has_clues, has_puzzle, keys, named, need};
use super::{Command, Menu};
use crate::app::export::ExportSource;
use crate::app::language::tr;
use crate::app::session::{Dialog, PasteFor};
use crate::app::studio::App;
use crate::formats::Site;
use crate::project::{Edit, ListEdit, Project};
use eframe::egui;
use egui::{Key, ViewportCommand};

commands!(
    Menu::Edit,
    UNDO = named("Undo", "Take back the last change of the document")
        .run(|app, _| app.undo())
        .synonyms("revert")
        .keys(&[keys(CTRL, Key::Z)])
        .yields_to_typing()
        .object(|app| app.history().undo_label())
        .when(|app| need(app.history().undo_label().is_some(), tr!("There is nothing to undo"))),
    REDO = named("Redo", "Carry out again what was undone")
        .run(|app, _| app.redo())
        .synonyms("repeat")
        .keys(&[keys(CTRL_SHIFT, Key::Z), keys(CTRL, Key::Y)])
        .yields_to_typing()
        .object(|app| app.history().redo_label())
        .when(|app| need(app.history().redo_label().is_some(), tr!("There is nothing to redo"))),
    COPY = named("Copy puzzle as text", "Put the puzzle on the clipboard, or the pattern while there is no puzzle")
        .run(App::copy)
        .synonyms("clipboard export string")
        .begins_group()
        .system_keys(keys(CTRL, Key::C))
        .when(has_clues),
    COPY_SUDOKU_PAD = named(
        "Copy link for SudokuPad",
        "Put a link on the clipboard that opens the puzzle in SudokuPad, with its title and author"
    )
    .run(|app, ctx| app.copy_link(ctx, Site::SudokuPad))
    .synonyms("share export url web online publish sudoku pad ctc")
    .when(has_puzzle),
    COPY_F_PUZZLES = named(
        "Copy link for f-puzzles",
        "Put a link on the clipboard that opens the puzzle in f-puzzles.com, with its title and author"
    )
    .run(|app, ctx| app.copy_link(ctx, Site::FPuzzles))
    .synonyms("share export url web online publish fpuzzles")
    .when(has_puzzle),
    COPY_PICTURE = named("Copy as a picture", "Put a picture of the puzzle on the clipboard")
        .run(|app, _| {
            if let Some(puzzle) = app.puzzle().cloned() {
                app.copy_picture(Project { puzzle: Some(puzzle), ..app.project().clone() });
            }
        })
        .synonyms("share export image png")
        .when(has_puzzle),
    EXPORT_AS = named(
        "Copy or export as…",
        "Copy or save puzzles in any format: text, link, Markdown, web page, LaTeX, picture, files of other programs"
    )
    .run(|app, _| app.export_as())
    .synonyms("share convert format save sdk sdm opensudoku simple sudoku html svg png pdf tikz")
    .keys(&[keys(CTRL_SHIFT, Key::E)])
    .when(|app| {
        let has_some = ExportSource::ALL.into_iter().any(|source| app.n_exported(source) > 0);
        need(has_some, tr!("There is no puzzle yet"))
    }),
    PASTE = named(
        "Paste puzzles or patterns",
        "Add what is on the clipboard to the project: puzzles or patterns as text, a link, or a picture for a pattern"
    )
    .run(|_, ctx| ctx.send_viewport_cmd(ViewportCommand::RequestPaste))
    .synonyms("import clipboard sudokupad f-puzzles url string image screenshot photograph")
    .system_keys(keys(CTRL, Key::V)),
    PASTE_OVER = named(
        "Paste in place of this puzzle",
        "Replace the puzzle on the board with the one on the clipboard; undo brings it back"
    )
    .run(|app, ctx| app.paste_for(ctx, PasteFor::Board))
    .synonyms("import clipboard replace link")
    .system_keys(keys(CTRL_SHIFT, Key::V)),
    NOTES = named("Notes…", "Write notes about this puzzle")
        .run(|app, _| app.session.front.notes = true)
        .synonyms("comment remarks")
        .begins_group(),
    RULES = named(
        "Rules in words…",
        "Change the sentences that tell the rules of this puzzle on sheets, on web pages and in links"
    )
    .run(|app, _| app.session.front.rules = true)
    .synonyms("ruleset text instructions sentences variant"),
    ADD_PUZZLE = named("New puzzle", "Add an empty puzzle to this project, with the same shape and strategies")
        .run(|app, _| app.edit(&Edit::List(ListEdit::Add)))
        .synonyms("add create")
        .keys(&[keys(CTRL_SHIFT, Key::N)])
        .begins_group(),
    DUPLICATE_PUZZLE = named("Duplicate puzzle", "Add a copy of this puzzle to the project")
        .run(|app, _| app.edit(&Edit::List(ListEdit::Duplicate(app.document().current_index()))))
        .keys(&[keys(CTRL, Key::D)]),
    DELETE_PUZZLE = named("Delete puzzle", "Remove this puzzle from the project; undo brings it back")
        .run(|app, _| app.edit(&Edit::List(ListEdit::Delete(app.document().current_index()))))
        .synonyms("remove")
        .when(|app| {
            let is_blank = app.document().puzzles().len() == 1 && *app.project() == Project::new();
            need(!is_blank, tr!("The project is empty already"))
        }),
    MOVE_PUZZLE_UP = named("Move puzzle up", "Swap this puzzle with the one above it in the list")
        .run(|app, _| app.move_puzzle(-1))
        .when(is_not_first),
    MOVE_PUZZLE_DOWN = named("Move puzzle down", "Swap this puzzle with the one below it in the list")
        .run(|app, _| app.move_puzzle(1))
        .when(is_not_last),
    PREVIOUS_PUZZLE = named("Previous puzzle", "Show the puzzle above this one in the list")
        .run(|app, _| app.select_puzzle(app.document().current_index().saturating_sub(1)))
        .keys(&[keys(CTRL, Key::PageUp)])
        .when(is_not_first),
    NEXT_PUZZLE = named("Next puzzle", "Show the puzzle below this one in the list")
        .run(|app, _| app.select_puzzle(app.document().current_index() + 1))
        .keys(&[keys(CTRL, Key::PageDown)])
        .when(is_not_last),
    SETTINGS = named("Settings…", "Theme, text size, colours, automatic saving, threads")
        .run(|app, _| app.session.front.dialog = Some(Dialog::Settings))
        .synonyms("preferences options configuration zoom scale autosave")
        .keys(&[keys(CTRL, Key::Comma)])
        .begins_group(),
);

fn is_not_first(app: &App) -> Result<(), String> {
    need(app.document().current_index() > 0, tr!("This is the first puzzle"))
}

fn is_not_last(app: &App) -> Result<(), String> {
    need(app.document().current_index() + 1 < app.document().puzzles().len(), tr!("This is the last puzzle"))
}
