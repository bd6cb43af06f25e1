//! Collections of the Android program `OpenSudoku`: XML of versions 1 and 2.

use super::cells::digit;
use super::{Entries, Info, MAX_XML, PuzzleEntry, Shapes, line_error, noted, place_error, refused};
use crate::grid::{Cell, Digit, DigitSet, Line, ParseError, Puzzle, Shape, quoted};
use roxmltree::{Document, Node, NodeId, ParsingOptions};

/// Most elements and attributes: the parser takes memory for each.
const MAX_NODES: u32 = 700_000;
const MAX_ATTRIBUTES: usize = 500_000;

/// Reads every game of a collection.
pub(super) fn read(text: &str, shapes: Shapes) -> Entries<'_> {
    match Games::new(text, shapes) {
        Ok(games) => Box::new(games),
        Err(error) => refused(error),
    }
}

/// The games of a collection.
struct Games<'a> {
    document: Document<'a>,
    /// Those not read yet.
    unread: std::vec::IntoIter<NodeId>,
    /// What the collection says of all of them.
    shared: Info,
    lines: LineCounter<'a>,
    shapes: Shapes,
}

impl<'a> Games<'a> {
    fn new(text: &'a str, shapes: Shapes) -> Result<Games<'a>, ParseError> {
        if text.len() > MAX_XML {
            return Err(line_error(1, format!("this XML is larger than {} MiB: split it", MAX_XML >> 20)));
        }
        // The parser compares the attributes of an element pairwise; `<` cannot stand in one.
        let n_attributes = |tag: &str| tag.bytes().filter(|&b| b == b'=').count();
        if text.split('<').any(|tag| n_attributes(tag) > 2000) {
            return Err(line_error(1, "this XML has an element with more than 2000 attributes"));
        }
        if n_attributes(text) > MAX_ATTRIBUTES {
            return Err(line_error(1, format!("this XML has more than {MAX_ATTRIBUTES} attributes: split it")));
        }
        // No document type: entities could blow up.
        let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| {
            if error == roxmltree::Error::NodesLimitReached {
                return line_error(1, format!("this XML has more than {MAX_NODES} elements and texts: split it"));
            }
            let place = error.pos();
            let message = format!("this is no XML: {}", sentence(&error));
            place_error(place.row as usize, place.col as usize, message)
        })?;
        let root = document.root_element();
        if root.tag_name().name() != "opensudoku" {
            let name = quoted(root.tag_name().name());
            return Err(at(
                &document,
                root.range().start,
                format!(
                    "XML with the root element {name} is not known here: OpenSudoku collections have \"opensudoku\""
                ),
            ));
        }
        let shared = info(root);
        let is_game = |node: &Node<'_, '_>| node.is_element() && node.tag_name().name() == "game";
        let games: Vec<NodeId> = root.descendants().filter(is_game).map(|node| node.id()).collect();
        // Positions come in document order, so that counting lines goes over the text once.
        let lines = LineCounter { text, at: 0, line: 1 };
        Ok(Games { document, unread: games.into_iter(), shared, lines, shapes })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<PuzzleEntry, ParseError>;

    fn next(&mut self) -> Option<Result<PuzzleEntry, ParseError>> {
        let game = self.document.get_node(self.unread.next()?)?;
        let line = self.lines.line_of(game.range().start);
        let Some(data) = game.attribute("data") else {
            return Some(Err(line_error(line, "this game has no attribute \"data\"")));
        };
        let mut entry = match cells(data, line, self.shapes) {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        entry.info = self.shared.clone();
        if let Some(folder) = game.parent().filter(|parent| parent.tag_name().name() == "folder") {
            folder.attribute("name").unwrap_or_default().clone_into(&mut entry.info.title);
        }
        if let Some(note) = game.attribute("note") {
            note.clone_into(&mut entry.info.comment);
        }
        Some(Ok(entry))
    }
}

/// The reason without the position, which is said elsewhere.
fn sentence(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at ").unwrap_or(text.len());
    text[..end].to_owned()
}

fn at(document: &Document<'_>, position: usize, message: String) -> ParseError {
    let place = document.text_pos_at(position);
    place_error(place.row as usize, place.col as usize, message)
}

/// Lines of ascending positions in linear time.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn line_of(&mut self, position: usize) -> usize {
        self.line += self.text[self.at..position].matches('\n').count();
        self.at = position;
        self.line
    }
}

fn info(root: Node<'_, '_>) -> Info {
    let text = |name: &str| {
        let child = root.children().find(|child| child.tag_name().name() == name);
        child.and_then(|child| child.text()).unwrap_or_default().trim().to_owned()
    };
    let (description, comment) = (text("description"), text("comment"));
    let parts: Vec<&str> = [&description, &comment].into_iter().filter(|t| !t.is_empty()).map(String::as_str).collect();
    Info {
        title: text("name"),
        author: text("author"),
        comment: parts.join("\n"),
        rules: String::new(),
        source: text("source"),
        level: text("level"),
        date: text("created"),
        url: text("sourceURL"),
    }
}

/// 81 digits, or `version: 3` and fields with vertical lines: value, notes, editable.
fn cells(data: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let data = data.trim();
    if !data.contains('|') {
        return super::cells::entry(&Line { number: line, column: 1, text: data }, shapes)
            .map_err(|error| line_error(line, format!("the game's data: {}", error.message)));
    }
    let data = match data.strip_prefix("version:") {
        Some(rest) => rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start(),
        None => data,
    };
    let fields: Vec<&str> = data.trim_end_matches(['|', '\n', ' ']).split('|').map(str::trim).collect();
    let layouts =
        [(3, 2), (4, 3)].map(|(width, editable)| (fields.len() / width, fields.len() % width, width, editable));
    let found = layouts.into_iter().find_map(|(n_cells, rest, width, editable)| {
        shapes.of_cells(n_cells).filter(|_| rest == 0).map(|shape| (shape, width, editable))
    });
    let Some((shape, width, editable)) = found else {
        return Err(line_error(line, format!("the game's data have {} fields, not three a cell", fields.len())));
    };
    let mut puzzle = Puzzle::empty(shape);
    let mut placed = Puzzle::empty(shape);
    let mut notes = Vec::with_capacity(shape.n_cells());
    for (index, field) in fields.chunks(width).enumerate() {
        let cell = Cell::from_index(index);
        let wrong = |what: &str| {
            let text: String = field.join("|").chars().take(20).collect();
            line_error(line, format!("cell {} of the game has the {what} \"{text}\"", shape.cell_name(cell)))
        };
        let value: usize = field[0].parse().map_err(|_| wrong("value"))?;
        if value > shape.n() {
            return Err(wrong("value"));
        }
        let target = if field[editable] == "0" { &mut puzzle } else { &mut placed };
        target.set(cell, (value > 0).then(|| Digit::new(value as u8)));
        notes.push((cell, noted(note(field[1], shape).ok_or_else(|| wrong("note"))?)));
    }
    Ok(PuzzleEntry::at(puzzle, line).with_state(&placed, notes.into_iter()))
}

/// A number whose bits are digits, a list of digits, or `-`.
fn note(text: &str, shape: Shape) -> Option<DigitSet> {
    if text.is_empty() || text == "-" {
        return Some(DigitSet::EMPTY);
    }
    if text.contains(',') {
        let words = text.split(',').filter(|word| !word.is_empty());
        return words.map(|word| word.chars().next().and_then(|c| digit(c, shape))).collect();
    }
    let bits: u32 = text.parse().ok()?;
    (bits & !DigitSet::all(shape.n()).0 == 0).then_some(DigitSet(bits))
}

/// The beginning of a collection of version 1, which every version of the program reads: what is said of all games.
pub(super) fn head(shared: &Info) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    for (name, value) in [
        ("name", &shared.title),
        ("author", &shared.author),
        ("description", &String::new()),
        ("comment", &shared.comment),
        ("created", &shared.date),
        ("source", &shared.source),
        ("level", &shared.level),
        ("sourceURL", &shared.url),
    ] {
        text.push_str(&format!("  <{name}>{}</{name}>\n", super::publish::escape_xml(value)));
    }
    text
}

/// A game.
pub(super) fn game(entry: &PuzzleEntry) -> String {
    format!("  <game data=\"{}\"/>\n", super::write::zeros(&entry.puzzle))
}

/// Behind the games.
pub(super) const TAIL: &str = "</opensudoku>\n";

/// What comes back of a text.
pub(super) fn kept(text: &str) -> String {
    super::publish::without_controls(text).trim().to_owned()
}
