//! The Sheet menu.

use super::{CTRL, Command, CommandEntry, keys};
use eframe::egui::{Key, Modifiers};

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(
        Command::SheetPrint,
        "Print…",
        "Open the sheet as a PDF in the system\u{2019}s viewer and print it from there",
    )
    .keys(&[keys(CTRL, Key::P)])
    .synonyms("printer paper"),
    CommandEntry::new(Command::SheetPdf, "Export sheet as PDF…", "Write all pages to a PDF file")
        .keys(&[keys(CTRL, Key::E)]),
    CommandEntry::new(Command::SheetPng, "Export sheet as PNG…", "Write each page as a numbered picture")
        .synonyms("image"),
    CommandEntry::new(Command::SheetSvg, "Export sheet as SVG…", "Write each page as a numbered drawing")
        .synonyms("vector image"),
    CommandEntry::new(
        Command::SheetText,
        "Export sheet as text…",
        "Write puzzles, captions and solutions as plain text",
    ),
    CommandEntry::new(Command::SheetCopyImage, "Copy page as image", "Put a picture of the page on the clipboard")
        .synonyms("export png picture")
        .begins_group(),
    CommandEntry::new(
        Command::SheetCopyText,
        "Copy sheet as text",
        "Put puzzles, captions and solutions on the clipboard",
    ),
    CommandEntry::new(Command::SheetPageBack, "Previous page", "Show the page before this one")
        .keys(&[keys(Modifiers::NONE, Key::PageUp)])
        .begins_group()
        .yields_to_typing(),
    CommandEntry::new(Command::SheetPageForward, "Next page", "Show the page after this one")
        .keys(&[keys(Modifiers::NONE, Key::PageDown)])
        .yields_to_typing(),
    CommandEntry::new(Command::SheetFitPage, "Whole page", "Show the whole page").synonyms("zoom fit").begins_group(),
    CommandEntry::new(Command::SheetFitWidth, "Page width", "Show the page as wide as the view; the wheel scrolls it")
        .synonyms("zoom fit"),
    CommandEntry::new(
        Command::SaveTemplate,
        "Save template…",
        "Save the layout of the sheet under a name in this project",
    )
    .begins_group(),
];
