//! Collections of the Android program `OpenSudoku`: XML of versions 1 and 2.

use super::cells::digit;
use super::{Entry, Info, MAX_STRUCTURED, Shapes, line_error, place_error};
use crate::grid::{Cell, Digit, DigitSet, Line, ParseError, Puzzle, Shape, quoted};
use roxmltree::{Document, Node, ParsingOptions};

/// Reads every game of a collection.
pub(super) fn read(text: &str, shapes: Shapes) -> Result<Vec<Entry>, ParseError> {
    if text.len() > MAX_STRUCTURED {
        return Err(line_error(1, format!("this XML is larger than {} MiB: split it", MAX_STRUCTURED >> 20)));
    }
    // The parser compares the attributes of an element pairwise; `<` cannot stand in one.
    if text.split('<').any(|tag| tag.bytes().filter(|&b| b == b'=').count() > 2000) {
        return Err(line_error(1, "this XML has an element with more than 2000 attributes"));
    }
    // No document type: entities could blow up. A game takes some ten nodes.
    let options = ParsingOptions { allow_dtd: false, nodes_limit: 10_000_000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        place_error(place.row as usize, place.col as usize, format!("this is no XML: {}", sentence(&error)))
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "opensudoku" {
        let name = quoted(root.tag_name().name());
        return Err(at(
            &document,
            root.range().start,
            format!("XML with the root element {name} is not known here: OpenSudoku collections have \"opensudoku\""),
        ));
    }
    let shared = info(root);
    // Positions come in document order, so that counting lines goes over the text once.
    let mut lines = LineCounter { text, at: 0, line: 1 };
    let mut entries = Vec::new();
    for game in root.descendants().filter(|node| node.is_element() && node.tag_name().name() == "game") {
        let line = lines.line_of(game.range().start);
        let Some(data) = game.attribute_node("data") else {
            return Err(line_error(line, "this game has no attribute \"data\""));
        };
        let mut entry = cells(data.value(), line, shapes)?;
        entry.info = shared.clone();
        if let Some(folder) = game.parent().filter(|parent| parent.tag_name().name() == "folder") {
            folder.attribute("name").unwrap_or_default().clone_into(&mut entry.info.title);
        }
        if let Some(note) = game.attribute("note") {
            note.clone_into(&mut entry.info.comment);
        }
        entries.push(entry);
    }
    Ok(entries)
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
        source: text("source"),
        level: text("level"),
        date: text("created"),
        url: text("sourceURL"),
    }
}

/// 81 digits, or `version: 3` and fields with vertical lines: value, notes, editable.
fn cells(data: &str, line: usize, shapes: Shapes) -> Result<Entry, ParseError> {
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
        notes.push((cell, note(field[1], shape).ok_or_else(|| wrong("note"))?));
    }
    Ok(Entry::at(puzzle, line).with_state(&placed, notes.into_iter()))
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
    let bits: u16 = text.parse().ok()?;
    (bits & !DigitSet::all(shape.n()).0 == 0).then_some(DigitSet(bits))
}

/// A collection of version 1, which every version of the program reads.
pub(super) fn write(entries: &[Entry]) -> String {
    let shared = entries.first().map(|entry| entry.info.clone()).unwrap_or_default();
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
    for entry in entries {
        text.push_str(&format!("  <game data=\"{}\"/>\n", super::write::zeros(&entry.puzzle)));
    }
    text.push_str("</opensudoku>\n");
    text
}
