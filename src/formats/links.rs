//! Links of f-puzzles and SudokuPad: packing, unpacking, and which is which.

use super::{MAX_JSON, PuzzleEntry, Shapes, fpuzzles, line_error, lz, sudokupad};
use crate::grid::{ParseError, Shape};

const F_PUZZLES: &str = "https://www.f-puzzles.com/?load=";
const SUDOKU_PAD: &str = "https://sudokupad.app/";

/// Whether a line begins with a link, with or without `https`, or with the id of one.
pub(super) fn is_link(line: &str) -> bool {
    payload(line.split_whitespace().next().unwrap_or_default()).is_some()
}

/// Which text a link holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    FPuzzles,
    SudokuPad,
    Short,
    /// The text is on the server.
    Server,
    /// A web address of another site.
    Unknown,
}

/// The kind of a link and what is packed in it.
fn payload(word: &str) -> Option<(Kind, &str)> {
    let lower: String = word.chars().take(64).collect::<String>().to_ascii_lowercase();
    let is_web = lower.starts_with("http://") || lower.starts_with("https://");
    let host_at = if is_web { lower.find("//")? + 2 } else { 0 };
    let host_end = word[host_at..].find(['/', '?']).map_or(word.len(), |end| host_at + end);
    let host = word[host_at..host_end].to_ascii_lowercase();
    let rest = &word[host_end..];
    let parameter = |name: &str| {
        let at = rest.find(&format!("{name}="))? + name.len() + 1;
        let end = rest[at..].find('&').map_or(rest.len(), |end| at + end);
        Some(&rest[at..end])
    };
    if host.ends_with("f-puzzles.com") {
        return Some(parameter("load").map_or((Kind::Server, rest), |packed| (Kind::FPuzzles, packed)));
    }
    let is_pad = host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com");
    if is_pad || host.ends_with("sudokupad.svencodes.com") {
        let id = parameter("puzzleid").unwrap_or_else(|| {
            let path = rest.split('?').next().unwrap_or_default().trim_matches('/');
            path.strip_prefix("sudoku/").unwrap_or(path)
        });
        return Some(of_id(id).unwrap_or((Kind::Server, id)));
    }
    if is_web {
        return Some((Kind::Unknown, rest));
    }
    // A bare id; long enough not to be a word.
    of_id(word).filter(|(_, packed)| packed.len() >= 20)
}

fn of_id(id: &str) -> Option<(Kind, &str)> {
    let kinds =
        [("fpuzzles", Kind::FPuzzles), ("fpuz", Kind::FPuzzles), ("scl", Kind::SudokuPad), ("ctc", Kind::SudokuPad)];
    let short = id.strip_prefix("scf").map(|packed| (Kind::Short, packed));
    kinds.into_iter().find_map(|(prefix, kind)| id.strip_prefix(prefix).map(|rest| (kind, rest))).or(short)
}

/// Reads a link a line.
pub(super) fn read(text: &str, shapes: Shapes) -> impl Iterator<Item = Result<PuzzleEntry, ParseError>> + '_ {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let word = line.trim();
        // A title with blanks may be part of the link.
        let word = if word.contains("scf") { word } else { word.split_whitespace().next().unwrap_or_default() };
        (!word.is_empty() && !word.starts_with('#')).then(|| read_one(word, index + 1, shapes))
    })
}

fn read_one(word: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let (kind, packed) = match payload(word) {
        Some((Kind::Server, _)) => {
            return Err(line_error(line, "this link does not hold the puzzle itself, only its place on the server"));
        }
        None | Some((Kind::Unknown, _)) => {
            return Err(line_error(line, "this is no link of f-puzzles.com or sudokupad.app"));
        }
        Some(found) => found,
    };
    let packed = percent_decoded(packed).ok_or_else(|| line_error(line, "this link is damaged (its % signs)"))?;
    if kind == Kind::Short {
        return sudokupad::read_short(&packed, line, shapes);
    }
    if packed.len() > MAX_JSON {
        return Err(line_error(line, format!("this link is longer than {MAX_JSON} characters")));
    }
    let json = lz::unpack(&packed, MAX_JSON)
        .filter(|json| !json.is_empty())
        .ok_or_else(|| line_error(line, "this link is damaged or cut off: it does not unpack"))?;
    let entry =
        if kind == Kind::FPuzzles { fpuzzles::read(&json, line, shapes) } else { sudokupad::read(&json, line, shapes) };
    // Columns would be those of the unpacked text.
    entry.map_err(|error| match error.column {
        Some(column) => line_error(line, format!("character {column} of the unpacked link: {}", error.message)),
        None => error,
    })
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut nibble = || (rest.next()? as char).to_digit(16);
            bytes.push((nibble()? << 4 | nibble()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b'*') {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A site that opens a puzzle from a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// f-puzzles.com: an editor.
    FPuzzles,
    /// sudokupad.app: a solver.
    SudokuPad,
}

/// A rule of the layout that no link can tell; [`link`] leaves it out, so ask before.
pub fn untold_by_links(shape: Shape) -> Option<String> {
    fpuzzles::untold(shape)
}

/// The link that opens an entry, with title and author, at a site.
pub fn link(entry: &PuzzleEntry, site: Site) -> String {
    let packed = lz::pack(&fpuzzles::write(entry));
    match site {
        Site::FPuzzles => format!("{F_PUZZLES}{packed}"),
        Site::SudokuPad => format!("{SUDOKU_PAD}scf?puzzleid={}", percent_encoded(&format!("fpuzzles{packed}"))),
    }
}

/// The shortest link that opens the clues in a web solver: about fifty characters for
/// 9x9, enough for a small QR code. Without title and author.
pub fn short_link(entry: &PuzzleEntry) -> String {
    if entry.shape() == Shape::NINE {
        return format!("{SUDOKU_PAD}scf{}", sudokupad::write_short(&entry.puzzle));
    }
    link(&PuzzleEntry::new(entry.puzzle.clone()), Site::SudokuPad)
}
