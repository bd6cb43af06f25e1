//! The Pattern menu.

use super::entry::{ALT, CTRL, CommandEntry, Line, commands, has_clues, keys, named, need};
use super::{Command, Menu};
use crate::app::board::{BrushKind, PathBrush, ThemeBrush, board_id};
use crate::app::dialogs::Ask;
use crate::app::language::tr;
use crate::app::session::Dialog;
use crate::app::view::{LeftTab, View};
use crate::grid::Transform;
use crate::project::Edit;
use eframe::egui::{Key, Modifiers};

const ALT_SHIFT: Modifiers = ALT.plus(Modifiers::SHIFT);

commands!(
    Menu::Pattern,
    BRUSH_TOGGLE = named("Brush: automatic", "Paint clue cells, or erase them if the stroke begins on one")
        .run(|app, _| app.use_brush(BrushKind::Toggle)),
    BRUSH_PAINT = named("Brush: paint", "Every stroke makes clue cells").run(|app, _| app.use_brush(BrushKind::Paint)),
    BRUSH_ERASE = named("Brush: erase", "Every stroke makes empty cells").run(|app, _| app.use_brush(BrushKind::Erase)),
    BRUSH_DIGIT = named("Brush: digit", "Every stroke makes clue cells with the chosen digit")
        .run(|app, _| app.use_brush(BrushKind::Digit)),
    NEXT_BRUSH =
        named("Next brush", "Switch to the next brush").run(|app, _| app.next_brush()).keys(&[keys(ALT, Key::B)]),
    CLEAR = named("Clear pattern", "Remove all clue cells")
        .run(|app, _| app.edit(&Edit::Clear))
        .synonyms("delete reset erase")
        .begins_group()
        .when(|app| need(app.project().design.pattern.n_clues() > 0, tr!("The board is empty already"))),
    INVERT = named("Invert pattern", "Turn clue cells into empty cells and empty cells into clue cells")
        .run(|app, _| app.edit(&Edit::Invert))
        .keys(&[keys(CTRL, Key::I)])
        .yields_to_typing(),
    MAKE_SYMMETRIC = named("Make symmetric", "Add the mirror images of all clue cells under the chosen symmetry")
        .run(|app, _| app.edit(&Edit::MakeSymmetric))
        .keys(&[keys(CTRL, Key::M)])
        .when(|app| {
            let project = app.project();
            need(
                project.symmetric_cells() != project.design.pattern.cells,
                tr!("The pattern has this symmetry already"),
            )
        }),
    TURN_LEFT = named("Turn left", "Turn the board by 90 degrees anticlockwise; digits go along")
        .move_board(|_, _| Ok(Transform::TurnLeft))
        .keys(&[keys(CTRL, Key::OpenBracket)])
        .synonyms("rotate counterclockwise")
        .begins_group(),
    TURN_RIGHT = named("Turn right", "Turn the board by 90 degrees clockwise; digits go along")
        .move_board(|_, _| Ok(Transform::TurnRight))
        .keys(&[keys(CTRL, Key::CloseBracket)])
        .synonyms("rotate"),
    MIRROR_LEFT_RIGHT = named("Mirror left-right", "Mirror the board left to right")
        .move_board(|_, _| Ok(Transform::MirrorLeftRight))
        .synonyms("flip reflect horizontal"),
    MIRROR_TOP_BOTTOM = named("Mirror top-bottom", "Mirror the board top to bottom")
        .move_board(|_, _| Ok(Transform::MirrorTopBottom))
        .synonyms("flip reflect vertical"),
    MIRROR_DIAGONAL = named("Mirror at the diagonal", "Turn rows into columns")
        .move_board(|_, _| Ok(Transform::Transpose))
        .synonyms("transpose flip reflect"),
    SHIFT_UP = named("Shift up", "Move all cells up by one; the top row reappears at the bottom")
        .move_board(|_, _| Ok(Transform::Shift { rows: -1, cols: 0 }))
        .keys(&[keys(ALT_SHIFT, Key::ArrowUp)])
        .begins_group(),
    SHIFT_DOWN = named("Shift down", "Move all cells down by one; the bottom row reappears at the top")
        .move_board(|_, _| Ok(Transform::Shift { rows: 1, cols: 0 }))
        .keys(&[keys(ALT_SHIFT, Key::ArrowDown)]),
    SHIFT_LEFT = named("Shift left", "Move all cells left by one; the first column reappears on the right")
        .move_board(|_, _| Ok(Transform::Shift { rows: 0, cols: -1 }))
        .keys(&[keys(ALT_SHIFT, Key::ArrowLeft)]),
    SHIFT_RIGHT = named("Shift right", "Move all cells right by one; the last column reappears on the left")
        .move_board(|_, _| Ok(Transform::Shift { rows: 0, cols: 1 }))
        .keys(&[keys(ALT_SHIFT, Key::ArrowRight)]),
    ROW_UP = named("Move row up", "Swap the row of the chosen cell with the one above it in the same band")
        .move_board(|shape, cell| Line::Row
            .swapped(shape, cell, -1)
            .ok_or_else(|| tr!("This is the first row of its band: to leave it would break boxes")))
        .begins_group()
        .line(Line::Row),
    ROW_DOWN = named("Move row down", "Swap the row of the chosen cell with the one below it in the same band")
        .move_board(|shape, cell| Line::Row
            .swapped(shape, cell, 1)
            .ok_or_else(|| tr!("This is the last row of its band: to leave it would break boxes")))
        .line(Line::Row),
    COLUMN_LEFT =
        named("Move column left", "Swap the column of the chosen cell with the one to its left in the same stack")
            .move_board(|shape, cell| Line::Column
                .swapped(shape, cell, -1)
                .ok_or_else(|| tr!("This is the first column of its stack: to leave it would break boxes")))
            .line(Line::Column),
    COLUMN_RIGHT =
        named("Move column right", "Swap the column of the chosen cell with the one to its right in the same stack")
            .move_board(|shape, cell| Line::Column
                .swapped(shape, cell, 1)
                .ok_or_else(|| tr!("This is the last column of its stack: to leave it would break boxes")))
            .line(Line::Column),
    BAND_UP = named("Move band up", "Swap the band of the chosen cell with the one above it")
        .move_board(|shape, cell| Line::Band.swapped(shape, cell, -1).ok_or_else(|| tr!("This is the first band")))
        .line(Line::Band),
    BAND_DOWN = named("Move band down", "Swap the band of the chosen cell with the one below it")
        .move_board(|shape, cell| Line::Band.swapped(shape, cell, 1).ok_or_else(|| tr!("This is the last band")))
        .line(Line::Band),
    STACK_LEFT = named("Move stack left", "Swap the stack of the chosen cell with the one to its left")
        .move_board(|shape, cell| Line::Stack.swapped(shape, cell, -1).ok_or_else(|| tr!("This is the first stack")))
        .line(Line::Stack),
    STACK_RIGHT = named("Move stack right", "Swap the stack of the chosen cell with the one to its right")
        .move_board(|shape, cell| Line::Stack.swapped(shape, cell, 1).ok_or_else(|| tr!("This is the last stack")))
        .line(Line::Stack),
    STAMP = named("Letters and words…", "Make a pattern from a letter, a digit or a short word")
        .run(|app, _| app.session.front.dialog = Some(Dialog::Stamp(String::new())))
        .synonyms("text stamp initials")
        .begins_group(),
    PATTERN_FROM_PICTURE = named("From a picture…", "Make a pattern from the dark parts of a PNG or JPEG picture")
        .run(|app, ctx| app.ask(ctx, Ask::Picture))
        .synonyms("image photo import"),
    THEME = named("Theme of the clues…", "Ask something of the digits of the clues: odd ones, equal ones, a symmetry")
        .run(|app, ctx| {
            let is_on = app.session.board.theme_brush.is_some() && app.session.view == View::Pattern;
            let n = app.project().shape().n();
            app.show_view(View::Pattern);
            app.session.panels.left_tab = LeftTab::Subject;
            app.use_theme_brush((!is_on).then(|| ThemeBrush::Digits(ThemeBrush::odd(n))));
            ctx.memory_mut(|memory| memory.request_focus(board_id()));
        })
        .synonyms("odd even equal ascending digits symmetry")
        .switch(|app, _| app.session.board.theme_brush.is_some()),
    PATH = named(
        "Path to the solution…",
        "Ask for steps of the solution at given places, for their order, and for numbers of steps"
    )
    .run(|app, ctx| {
        let is_on = app.session.board.path_brush.is_some() && app.session.view == View::Pattern;
        app.show_view(View::Pattern);
        app.session.panels.left_tab = LeftTab::Subject;
        let (shape, path) = (app.project().shape(), &app.project().design.path);
        let brush = (!is_on).then(|| PathBrush::of(path, 0, shape, app.session.board.brush_digit));
        app.use_path_brush(brush);
        ctx.memory_mut(|memory| memory.request_focus(board_id()));
    })
    .synonyms("step place x-wing needed order technique bottleneck")
    .switch(|app, _| app.session.board.path_brush.is_some()),
    SAVE_PATTERN = named("Save pattern…", "Save this pattern in the library, where every project finds it")
        .run(|app, _| app.session.front.dialog = Some(Dialog::PatternName(app.project().title.clone())))
        .synonyms("library store")
        .when(has_clues),
    RESTORE_PATTERN = named("Restore deleted pattern", "Put the pattern that was deleted last back into the library")
        .run(|app, _| app.restore_pattern())
        .when(|app| need(app.library().deleted().is_some(), tr!("No saved pattern was deleted"))),
);
