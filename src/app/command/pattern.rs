//! The Pattern menu.

use super::{ALT, CTRL, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

const ALT_SHIFT: Modifiers = ALT.plus(Modifiers::SHIFT);

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(
        Command::BrushToggle,
        "Brush: automatic",
        "Paint clue cells, or erase them if the stroke begins on one",
    ),
    CommandEntry::new(Command::BrushPaint, "Brush: paint", "Every stroke makes clue cells"),
    CommandEntry::new(Command::BrushErase, "Brush: erase", "Every stroke makes empty cells"),
    CommandEntry::new(Command::BrushDigit, "Brush: digit", "Every stroke makes clue cells with the chosen digit"),
    CommandEntry::new(Command::NextBrush, "Next brush", "Switch to the next brush").keys(&[keys(ALT, Key::B)]),
    CommandEntry::new(Command::Clear, "Clear pattern", "Remove all clue cells")
        .synonyms("delete reset erase")
        .begins_group(),
    CommandEntry::new(
        Command::Invert,
        "Invert pattern",
        "Turn clue cells into empty cells and empty cells into clue cells",
    )
    .keys(&[keys(CTRL, Key::I)])
    .yields_to_typing(),
    CommandEntry::new(
        Command::MakeSymmetric,
        "Make symmetric",
        "Add the mirror images of all clue cells under the chosen symmetry",
    )
    .keys(&[keys(CTRL, Key::M)]),
    CommandEntry::new(Command::TurnLeft, "Turn left", "Turn the board by 90 degrees anticlockwise; digits go along")
        .keys(&[keys(CTRL, Key::OpenBracket)])
        .synonyms("rotate counterclockwise")
        .begins_group(),
    CommandEntry::new(Command::TurnRight, "Turn right", "Turn the board by 90 degrees clockwise; digits go along")
        .keys(&[keys(CTRL, Key::CloseBracket)])
        .synonyms("rotate"),
    CommandEntry::new(Command::MirrorLeftRight, "Mirror left-right", "Mirror the board left to right")
        .synonyms("flip reflect horizontal"),
    CommandEntry::new(Command::MirrorTopBottom, "Mirror top-bottom", "Mirror the board top to bottom")
        .synonyms("flip reflect vertical"),
    CommandEntry::new(Command::MirrorDiagonal, "Mirror at the diagonal", "Turn rows into columns")
        .synonyms("transpose flip reflect"),
    CommandEntry::new(Command::ShiftUp, "Shift up", "Move all cells up by one; the top row reappears at the bottom")
        .keys(&[keys(ALT_SHIFT, Key::ArrowUp)])
        .begins_group(),
    CommandEntry::new(
        Command::ShiftDown,
        "Shift down",
        "Move all cells down by one; the bottom row reappears at the top",
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowDown)]),
    CommandEntry::new(
        Command::ShiftLeft,
        "Shift left",
        "Move all cells left by one; the first column reappears on the right",
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowLeft)]),
    CommandEntry::new(
        Command::ShiftRight,
        "Shift right",
        "Move all cells right by one; the last column reappears on the left",
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowRight)]),
    CommandEntry::new(
        Command::RowUp,
        "Move row up",
        "Swap the row of the chosen cell with the one above it in the same band",
    )
    .begins_group(),
    CommandEntry::new(
        Command::RowDown,
        "Move row down",
        "Swap the row of the chosen cell with the one below it in the same band",
    ),
    CommandEntry::new(
        Command::ColumnLeft,
        "Move column left",
        "Swap the column of the chosen cell with the one to its left in the same stack",
    ),
    CommandEntry::new(
        Command::ColumnRight,
        "Move column right",
        "Swap the column of the chosen cell with the one to its right in the same stack",
    ),
    CommandEntry::new(Command::BandUp, "Move band up", "Swap the band of the chosen cell with the one above it"),
    CommandEntry::new(Command::BandDown, "Move band down", "Swap the band of the chosen cell with the one below it"),
    CommandEntry::new(
        Command::StackLeft,
        "Move stack left",
        "Swap the stack of the chosen cell with the one to its left",
    ),
    CommandEntry::new(
        Command::StackRight,
        "Move stack right",
        "Swap the stack of the chosen cell with the one to its right",
    ),
    CommandEntry::new(Command::Stamp, "Letters and words…", "Make a pattern from a letter, a digit or a short word")
        .synonyms("text stamp initials")
        .begins_group(),
    CommandEntry::new(
        Command::PatternFromPicture,
        "From a picture…",
        "Make a pattern from the dark parts of a PNG or JPEG picture",
    )
    .synonyms("image photo import"),
    CommandEntry::new(
        Command::SavePattern,
        "Save pattern…",
        "Save this pattern in the library, where every project finds it",
    )
    .synonyms("library store"),
    CommandEntry::new(
        Command::RestorePattern,
        "Restore deleted pattern",
        "Put the pattern that was deleted last back into the library",
    ),
];
