//! The Pattern menu.

use super::entry::{ALT, CTRL, CommandEntry, Line, commands, has_clues, keys, need};
use super::{Command, Menu};
use crate::app::board::BrushKind;
use crate::app::dialogs::Ask;
use crate::app::session::Dialog;
use crate::grid::Transform;
use crate::project::Edit;
use eframe::egui::{Key, Modifiers};

const ALT_SHIFT: Modifiers = ALT.plus(Modifiers::SHIFT);

commands!(
    Menu::Pattern,
    BRUSH_TOGGLE = CommandEntry::new(
        "Brush: automatic",
        "Paint clue cells, or erase them if the stroke begins on one",
        |app, _| app.session.brush = BrushKind::Toggle
    ),
    BRUSH_PAINT = CommandEntry::new("Brush: paint", "Every stroke makes clue cells", |app, _| app.session.brush =
        BrushKind::Paint),
    BRUSH_ERASE = CommandEntry::new("Brush: erase", "Every stroke makes empty cells", |app, _| app.session.brush =
        BrushKind::Erase),
    BRUSH_DIGIT =
        CommandEntry::new("Brush: digit", "Every stroke makes clue cells with the chosen digit", |app, _| app
            .session
            .brush =
            BrushKind::Digit),
    NEXT_BRUSH = CommandEntry::new("Next brush", "Switch to the next brush", |app, _| app.next_brush())
        .keys(&[keys(ALT, Key::B)]),
    CLEAR = CommandEntry::new("Clear pattern", "Remove all clue cells", |app, _| app.edit(&Edit::Clear))
        .synonyms("delete reset erase")
        .begins_group()
        .when(|app| need(app.project().design.pattern.n_clues() > 0, "The board is empty already")),
    INVERT = CommandEntry::new(
        "Invert pattern",
        "Turn clue cells into empty cells and empty cells into clue cells",
        |app, _| app.edit(&Edit::Invert)
    )
    .keys(&[keys(CTRL, Key::I)])
    .yields_to_typing(),
    MAKE_SYMMETRIC = CommandEntry::new(
        "Make symmetric",
        "Add the mirror images of all clue cells under the chosen symmetry",
        |app, _| app.edit(&Edit::MakeSymmetric)
    )
    .keys(&[keys(CTRL, Key::M)])
    .when(|app| {
        let project = app.project();
        need(project.symmetric_cells() != project.design.pattern.cells, "The pattern has this symmetry already")
    }),
    TURN_LEFT =
        CommandEntry::moving("Turn left", "Turn the board by 90 degrees anticlockwise; digits go along", |_, _| Ok(
            Transform::TurnLeft
        ))
        .keys(&[keys(CTRL, Key::OpenBracket)])
        .synonyms("rotate counterclockwise")
        .begins_group(),
    TURN_RIGHT =
        CommandEntry::moving("Turn right", "Turn the board by 90 degrees clockwise; digits go along", |_, _| Ok(
            Transform::TurnRight
        ))
        .keys(&[keys(CTRL, Key::CloseBracket)])
        .synonyms("rotate"),
    MIRROR_LEFT_RIGHT = CommandEntry::moving("Mirror left-right", "Mirror the board left to right", |_, _| Ok(
        Transform::MirrorLeftRight
    ))
    .synonyms("flip reflect horizontal"),
    MIRROR_TOP_BOTTOM = CommandEntry::moving("Mirror top-bottom", "Mirror the board top to bottom", |_, _| Ok(
        Transform::MirrorTopBottom
    ))
    .synonyms("flip reflect vertical"),
    MIRROR_DIAGONAL =
        CommandEntry::moving("Mirror at the diagonal", "Turn rows into columns", |_, _| Ok(Transform::Transpose))
            .synonyms("transpose flip reflect"),
    SHIFT_UP =
        CommandEntry::moving("Shift up", "Move all cells up by one; the top row reappears at the bottom", |_, _| Ok(
            Transform::Shift { rows: -1, cols: 0 }
        ))
        .keys(&[keys(ALT_SHIFT, Key::ArrowUp)])
        .begins_group(),
    SHIFT_DOWN = CommandEntry::moving(
        "Shift down",
        "Move all cells down by one; the bottom row reappears at the top",
        |_, _| Ok(Transform::Shift { rows: 1, cols: 0 })
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowDown)]),
    SHIFT_LEFT = CommandEntry::moving(
        "Shift left",
        "Move all cells left by one; the first column reappears on the right",
        |_, _| Ok(Transform::Shift { rows: 0, cols: -1 })
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowLeft)]),
    SHIFT_RIGHT = CommandEntry::moving(
        "Shift right",
        "Move all cells right by one; the last column reappears on the left",
        |_, _| Ok(Transform::Shift { rows: 0, cols: 1 })
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowRight)]),
    ROW_UP = CommandEntry::moving(
        "Move row up",
        "Swap the row of the chosen cell with the one above it in the same band",
        |shape, cell| Line::Row
            .swapped(shape, cell, -1)
            .ok_or("This is the first row of its band: to leave it would break boxes")
    )
    .begins_group()
    .line(Line::Row),
    ROW_DOWN = CommandEntry::moving(
        "Move row down",
        "Swap the row of the chosen cell with the one below it in the same band",
        |shape, cell| Line::Row
            .swapped(shape, cell, 1)
            .ok_or("This is the last row of its band: to leave it would break boxes")
    )
    .line(Line::Row),
    COLUMN_LEFT = CommandEntry::moving(
        "Move column left",
        "Swap the column of the chosen cell with the one to its left in the same stack",
        |shape, cell| Line::Column
            .swapped(shape, cell, -1)
            .ok_or("This is the first column of its stack: to leave it would break boxes")
    )
    .line(Line::Column),
    COLUMN_RIGHT = CommandEntry::moving(
        "Move column right",
        "Swap the column of the chosen cell with the one to its right in the same stack",
        |shape, cell| Line::Column
            .swapped(shape, cell, 1)
            .ok_or("This is the last column of its stack: to leave it would break boxes")
    )
    .line(Line::Column),
    BAND_UP = CommandEntry::moving(
        "Move band up",
        "Swap the band of the chosen cell with the one above it",
        |shape, cell| Line::Band.swapped(shape, cell, -1).ok_or("This is the first band")
    )
    .line(Line::Band),
    BAND_DOWN = CommandEntry::moving(
        "Move band down",
        "Swap the band of the chosen cell with the one below it",
        |shape, cell| Line::Band.swapped(shape, cell, 1).ok_or("This is the last band")
    )
    .line(Line::Band),
    STACK_LEFT = CommandEntry::moving(
        "Move stack left",
        "Swap the stack of the chosen cell with the one to its left",
        |shape, cell| Line::Stack.swapped(shape, cell, -1).ok_or("This is the first stack")
    )
    .line(Line::Stack),
    STACK_RIGHT = CommandEntry::moving(
        "Move stack right",
        "Swap the stack of the chosen cell with the one to its right",
        |shape, cell| Line::Stack.swapped(shape, cell, 1).ok_or("This is the last stack")
    )
    .line(Line::Stack),
    STAMP =
        CommandEntry::new("Letters and words…", "Make a pattern from a letter, a digit or a short word", |app, _| {
            app.session.dialog = Some(Dialog::Stamp(String::new()))
        })
        .synonyms("text stamp initials")
        .begins_group(),
    PATTERN_FROM_PICTURE = CommandEntry::new(
        "From a picture…",
        "Make a pattern from the dark parts of a PNG or JPEG picture",
        |app, ctx| app.ask(ctx, Ask::Picture)
    )
    .synonyms("image photo import"),
    SAVE_PATTERN = CommandEntry::new(
        "Save pattern…",
        "Save this pattern in the library, where every project finds it",
        |app, _| app.session.dialog = Some(Dialog::PatternName(app.project().title.clone()))
    )
    .synonyms("library store")
    .when(has_clues),
    RESTORE_PATTERN = CommandEntry::new(
        "Restore deleted pattern",
        "Put the pattern that was deleted last back into the library",
        |app, _| app.restore_pattern()
    )
    .when(|app| need(app.library().deleted().is_some(), "No saved pattern was deleted")),
);
