//! What a format has no room for: said before it is written.

use super::fpuzzles::texts_read_back;
use super::{Format, Info, MAX_JSON, PuzzleEntry, Shapes, WriteError, opensudoku, write};
use crate::grid::Shape;
use std::collections::BTreeMap;
use std::fmt;

/// Something that an entry says and that is not read back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// Which of the shapes with this number of digits it is.
    Boxes,
    /// Digits placed beyond the clues.
    Placed,
    /// Candidates ruled out by more than the digits.
    Candidates,
    /// Title.
    Title,
    /// Author.
    Author,
    /// Remarks.
    Comment,
    /// Rules in the setter's own words.
    Rules,
    /// Source.
    Source,
    /// Level of difficulty.
    Level,
    /// Date.
    Date,
    /// Address of the source.
    Url,
}

impl Loss {
    const fn words(self) -> &'static str {
        match self {
            Loss::Boxes => "box shape (read it with --shape)",
            Loss::Placed => "digits placed",
            Loss::Candidates => "candidates ruled out",
            Loss::Title => "title",
            Loss::Author => "author",
            Loss::Comment => "remarks",
            Loss::Rules => "the rules in other words",
            Loss::Source => "source",
            Loss::Level => "level",
            Loss::Date => "date",
            Loss::Url => "address",
        }
    }
}

/// What is lost of the entries of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Losses {
    format: Format,
    n_entries: usize,
    /// In how many entries.
    counts: BTreeMap<Loss, usize>,
}

impl Losses {
    /// What is lost, in one entry at least.
    pub fn kinds(&self) -> impl Iterator<Item = Loss> + '_ {
        self.counts.keys().copied()
    }

    /// Whether all is read back as it was.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// One sentence.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format {} does not keep", self.format.name())?;
        for (index, (loss, count)) in self.counts.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { " " } else { ", " }, loss.words())?;
            if self.n_entries > 1 {
                write!(f, " of {count}")?;
            }
        }
        if self.n_entries > 1 { write!(f, " of {} puzzles", self.n_entries) } else { Ok(()) }
    }
}

/// Whether the entries can be written in the format, and what of them is lost.
///
/// # Errors
/// If the format has no room for the shape or for the number of puzzles.
pub fn check(format: Format, entries: impl Iterator<Item = PuzzleEntry>) -> Result<Losses, WriteError> {
    let mut losses = Losses { format, n_entries: 0, counts: BTreeMap::new() };
    let mut shared = Info::default();
    for (index, entry) in entries.enumerate() {
        losses.n_entries += 1;
        let shape = entry.shape();
        if format.is_nine_only() && shape != Shape::NINE {
            return Err(WriteError(format!(
                "the format {} is for shape 3x3, puzzle {} has shape {}",
                format.name(),
                index + 1,
                shape.name()
            )));
        }
        if let Some(what) = format.untold_regions(shape) {
            let others = Format::ALL.into_iter().filter(|other| other.untold_regions(shape).is_none());
            let others = others.map(Format::name);
            return Err(WriteError(format!(
                "the format {} cannot tell the {what} of puzzle {}: use {}",
                format.name(),
                index + 1,
                others.collect::<Vec<_>>().join(", ")
            )));
        }
        if let Some(rule) = format.untold_rule(shape) {
            let others = Format::ALL.into_iter().filter(|other| other.untold_rule(shape).is_none()).map(Format::name);
            return Err(WriteError(format!(
                "the format {} cannot tell the rules of puzzle {} ({rule}): use {}",
                format.name(),
                index + 1,
                others.collect::<Vec<_>>().join(", ")
            )));
        }
        if index == 0 {
            shared.clone_from(&entry.info);
        }
        let info = &entry.info;
        // Each character may become six in JSON.
        if format.is_link() && 6 * (info.title.len() + info.author.len() + info.comment.len()) > MAX_JSON / 2 {
            return Err(WriteError(format!("the texts of puzzle {} are too long for a link", index + 1)));
        }
        for loss in losses_of(format, &entry, &shared) {
            *losses.counts.entry(loss).or_default() += 1;
        }
    }
    if format.is_single() && losses.n_entries != 1 {
        return Err(WriteError(format!("the format {} holds one puzzle, not {}", format.name(), losses.n_entries)));
    }
    Ok(losses)
}

/// What is lost of an entry; `shared` is what the first one says.
fn losses_of(format: Format, entry: &PuzzleEntry, shared: &Info) -> Vec<Loss> {
    let mut losses = Vec::new();
    let is_read = !matches!(format, Format::Markdown | Format::Html | Format::Latex | Format::Tikz);
    let shape = entry.shape();
    let draws_boxes = !matches!(format, Format::Lines | Format::Sdm);
    if is_read && !draws_boxes && shape.is_plain() && Shapes::Prefer(Shape::NINE).of_rows(shape.n()) != Some(shape) {
        losses.push(Loss::Boxes);
    }
    if let Some(board) = &entry.board {
        let keeps_state = matches!(format, Format::SimpleSudoku | Format::PencilMarks) || format.is_link();
        let by_digits = PuzzleEntry::new(entry.puzzle.clone()).with_state(board.values(), std::iter::empty()).state();
        if !keeps_state && *board.values() != entry.puzzle {
            losses.push(Loss::Placed);
        }
        // In a link, a cell without candidates is one without notes.
        let is_bare = |cell| board.marks(cell).is_empty() && !by_digits.marks(cell).is_empty();
        if !keeps_state && *board != by_digits || format.is_link() && shape.cells().any(is_bare) {
            losses.push(Loss::Candidates);
        }
    }
    let info = &entry.info;
    let texts = [
        (Loss::Title, &info.title, &shared.title),
        (Loss::Author, &info.author, &shared.author),
        (Loss::Comment, &info.comment, &shared.comment),
        (Loss::Rules, &info.rules, &shared.rules),
        (Loss::Source, &info.source, &shared.source),
        (Loss::Level, &info.level, &shared.level),
        (Loss::Date, &info.date, &shared.date),
        (Loss::Url, &info.url, &shared.url),
    ];
    let is_kept = |loss: Loss, text: &str, shared: &str| match format {
        // These have no place for rules.
        Format::Sdk | Format::OpenSudoku if loss == Loss::Rules => text.is_empty(),
        Format::Sdk => write::sdk_lines(text).collect::<Vec<_>>().join("\n") == text,
        Format::OpenSudoku => opensudoku::kept(shared) == text,
        Format::FPuzzles | Format::SudokuPad => match loss {
            Loss::Title | Loss::Author => true,
            Loss::Comment => texts_read_back(entry).comment == text,
            Loss::Rules => texts_read_back(entry).rules == text,
            _ => text.is_empty(),
        },
        // These are for people: title and author make a heading.
        Format::Html | Format::Tikz => matches!(loss, Loss::Title | Loss::Author | Loss::Rules) || text.is_empty(),
        Format::Markdown | Format::Latex => matches!(loss, Loss::Title | Loss::Author) || text.is_empty(),
        _ => text.is_empty(),
    };
    losses
        .extend(texts.into_iter().filter(|(loss, text, shared)| !is_kept(*loss, text, shared)).map(|(loss, ..)| loss));
    losses
}
