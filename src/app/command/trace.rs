//! The Trace menu.

use super::{ALT, CTRL, Command, CommandEntry, keys};
use eframe::egui::Key;

pub(super) const ENTRIES: &[CommandEntry] = &[
    CommandEntry::new(Command::TraceFirst, "First step", "Go to the puzzle before the first step")
        .keys(&[keys(ALT, Key::Home)])
        .yields_to_typing(),
    CommandEntry::new(Command::TraceBack, "Step back", "Go one step back")
        .keys(&[keys(ALT, Key::ArrowLeft)])
        .yields_to_typing(),
    CommandEntry::new(Command::TraceForward, "Step forward", "Go one step forward")
        .keys(&[keys(ALT, Key::ArrowRight)])
        .yields_to_typing(),
    CommandEntry::new(Command::TraceLast, "Last step", "Go to the end of the solution")
        .keys(&[keys(ALT, Key::End)])
        .yields_to_typing(),
    CommandEntry::new(Command::TracePlay, "Play or pause", "Play the steps one after another, or pause")
        .keys(&[keys(CTRL, Key::Space)])
        .yields_to_typing(),
    CommandEntry::new(
        Command::TraceNextAlike,
        "Next step of the same strategy",
        "Go to the next step that uses the strategy of this one",
    )
    .keys(&[keys(ALT, Key::N)])
    .synonyms("alike kind find")
    .begins_group(),
    CommandEntry::new(
        Command::TraceNextHard,
        "Next hard step",
        "Go to the next step that is harder than all steps before it, or as hard as the hardest; singles never are",
    )
    .keys(&[keys(ALT, Key::D)])
    .synonyms("bottleneck difficult find"),
    CommandEntry::new(
        Command::FirstPath,
        "Original path",
        "Leave the path that you chose and go back to the original one",
    )
    .begins_group(),
    CommandEntry::new(
        Command::SolveUpToHere,
        "Solve up to here",
        "Enter the digits of the trace up to this step in the puzzle view, and go on by hand",
    ),
    CommandEntry::new(Command::ExportTraceText, "Export trace as text…", "Write the steps to a text file")
        .begins_group(),
    CommandEntry::new(Command::ExportTraceMarkdown, "Export trace as Markdown…", "Write the steps to a Markdown file"),
    CommandEntry::new(
        Command::ExportTraceHtml,
        "Export trace as HTML…",
        "Write a web page with a picture and a sentence for each step",
    ),
];
