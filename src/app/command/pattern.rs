//! The Pattern menu.

use super::{ALT, CTRL, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

const ALT_SHIFT: Modifiers = ALT.plus(Modifiers::SHIFT);

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(
        Command::BrushToggle,
        "Brush: first cell decides",
        "Paint, or erase if the stroke begins on a clue cell",
    ),
    CommandEntry::new(Command::BrushPaint, "Brush: paint", "Every stroke makes clue cells"),
    CommandEntry::new(Command::BrushErase, "Brush: erase", "Every stroke makes empty cells"),
    CommandEntry::new(Command::BrushDigit, "Brush: digit", "Every stroke makes clue cells with the chosen digit"),
    CommandEntry::new(Command::NextBrush, "Next brush", "Go from brush to brush").keys(&[keys(ALT, Key::B)]),
    CommandEntry::new(Command::Clear, "Clear pattern", "Make every cell empty").begins_group(),
    CommandEntry::new(Command::Invert, "Invert pattern", "Exchange clue cells and empty cells")
        .keys(&[keys(CTRL, Key::I)])
        .yields_to_typing(),
    CommandEntry::new(Command::MakeSymmetric, "Make symmetric", "Add the mirror images of all clue cells")
        .keys(&[keys(CTRL, Key::M)]),
    CommandEntry::new(Command::TurnLeft, "Turn left", "Turn the board by a quarter; chosen digits go along")
        .keys(&[keys(CTRL, Key::OpenBracket)])
        .begins_group(),
    CommandEntry::new(Command::TurnRight, "Turn right", "Turn the board by a quarter; chosen digits go along")
        .keys(&[keys(CTRL, Key::CloseBracket)]),
    CommandEntry::new(Command::MirrorLeftRight, "Mirror left-right", "Exchange left and right"),
    CommandEntry::new(Command::MirrorTopBottom, "Mirror top-bottom", "Exchange top and bottom"),
    CommandEntry::new(Command::MirrorDiagonal, "Mirror at the diagonal", "Make columns of the rows"),
    CommandEntry::new(Command::ShiftUp, "Shift up", "Move all cells up by one; the top row comes in below")
        .keys(&[keys(ALT_SHIFT, Key::ArrowUp)])
        .begins_group(),
    CommandEntry::new(Command::ShiftDown, "Shift down", "Move all cells down by one; the last row comes in above")
        .keys(&[keys(ALT_SHIFT, Key::ArrowDown)]),
    CommandEntry::new(
        Command::ShiftLeft,
        "Shift left",
        "Move all cells left by one; the first column comes in on the right",
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowLeft)]),
    CommandEntry::new(
        Command::ShiftRight,
        "Shift right",
        "Move all cells right by one; the last column comes in on the left",
    )
    .keys(&[keys(ALT_SHIFT, Key::ArrowRight)]),
    CommandEntry::new(
        Command::RowUp,
        "Move row up",
        "Exchange the row of the chosen cell with the one above in its band",
    )
    .begins_group(),
    CommandEntry::new(
        Command::RowDown,
        "Move row down",
        "Exchange the row of the chosen cell with the one below in its band",
    ),
    CommandEntry::new(
        Command::ColumnLeft,
        "Move column left",
        "Exchange the column of the chosen cell with the one to its left in its stack",
    ),
    CommandEntry::new(
        Command::ColumnRight,
        "Move column right",
        "Exchange the column of the chosen cell with the one to its right in its stack",
    ),
    CommandEntry::new(Command::BandUp, "Move band up", "Exchange the band of the chosen cell with the one above"),
    CommandEntry::new(Command::BandDown, "Move band down", "Exchange the band of the chosen cell with the one below"),
    CommandEntry::new(
        Command::StackLeft,
        "Move stack left",
        "Exchange the stack of the chosen cell with the one to its left",
    ),
    CommandEntry::new(
        Command::StackRight,
        "Move stack right",
        "Exchange the stack of the chosen cell with the one to its right",
    ),
    CommandEntry::new(Command::Stamp, "Letters and words…", "Make a pattern of a letter, a digit or a short word")
        .begins_group(),
    CommandEntry::new(
        Command::PatternFromPicture,
        "From a picture…",
        "Make a pattern of the dark parts of a PNG picture",
    ),
    CommandEntry::new(Command::SavePattern, "Save pattern…", "Keep this pattern among the patterns to start with"),
    CommandEntry::new(
        Command::RestorePattern,
        "Bring deleted pattern back",
        "Keep the saved pattern after all that was deleted last",
    ),
];
