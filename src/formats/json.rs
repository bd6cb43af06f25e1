//! JSON with errors for people: what is wrong and where, nothing of how the program reads it.

use super::{Entries, MAX_JSON, Shapes, cells, fpuzzles, line_error, place_error, refused, sudokupad};
use crate::grid::{Line, ParseError};
use serde::Deserialize;
use serde_json::error::Category;

/// A line of this program's own `--json` output.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct JsonLine {
    puzzle: Option<String>,
}

/// f-puzzles or SudokuPad JSON, or a JSON object with a field `puzzle` in each line.
pub(super) fn read(text: &str, shapes: Shapes) -> Entries<'_> {
    let is_line = |line: &str| matches!(serde_json::from_str::<JsonLine>(line), Ok(JsonLine { puzzle: Some(_) }));
    if text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_line) {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        // Patterns without a puzzle have a line too.
        return Box::new(lines.filter_map(move |(index, line)| match serde_json::from_str::<JsonLine>(line) {
            Err(error) => Some(Err(json_error(&error, index + 1, "JSON"))),
            Ok(JsonLine { puzzle }) => puzzle.map(|puzzle| {
                let line = Line { number: index + 1, column: 1, text: puzzle.trim() };
                cells::entry(&line, shapes).map_err(|error| line_error(line.number, error.message))
            }),
        }));
    }
    if text.len() > MAX_JSON {
        return refused(line_error(1, format!("the JSON of a puzzle has at most {} MiB", MAX_JSON >> 20)));
    }
    let entry =
        if text.contains("\"grid\"") { fpuzzles::read(text, 1, shapes) } else { sudokupad::read(text, 1, shapes) };
    Box::new(std::iter::once(entry))
}

/// The error of the JSON parser; in a text on one line with the puzzle, its own line is the text's.
pub(super) fn json_error(error: &serde_json::Error, line: usize, what: &str) -> ParseError {
    let damage = json_damage(error);
    ParseError {
        line: line + damage.line - 1,
        message: format!("this is no {what} puzzle: {}", damage.message),
        ..damage
    }
}

/// The place and the sentence for an error of the JSON parser.
pub fn json_damage(error: &serde_json::Error) -> ParseError {
    let reason = error.to_string();
    let end = reason.rfind(" at line ").unwrap_or(reason.len());
    let reason: String = sentence(error.classify(), &reason[..end]).chars().take(120).collect();
    place_error(error.line().max(1), error.column().max(1), reason)
}

fn sentence(category: Category, reason: &str) -> String {
    let is_about = |word: &str| reason.contains(word);
    match category {
        Category::Eof => "the text ends too early".to_owned(),
        Category::Data => data_sentence(reason),
        _ if is_about("recursion") => "its brackets are nested too deeply".to_owned(),
        _ if is_about("key must be") => "a name has to stand in quotation marks".to_owned(),
        _ if is_about("trailing comma") => "there is a comma before a closing bracket".to_owned(),
        _ if is_about("trailing characters") => "there is more text behind its end".to_owned(),
        _ if is_about("control character") => "a text holds a control character".to_owned(),
        _ if is_about("escape") || is_about("code point") => "a text holds a wrong character after \\".to_owned(),
        _ if is_about("number") => "this is no number".to_owned(),
        _ => match reason.strip_prefix("expected `") {
            Some(signs) => format!("{} is missing", format!("`{signs}").replace('`', "\"")),
            None => "a value is missing or damaged".to_owned(),
        },
    }
}

/// A sentence about well-formed text with the wrong contents: `invalid type: integer 3, expected a cell`.
fn data_sentence(reason: &str) -> String {
    if let Some(field) = reason.strip_prefix("missing field ") {
        return format!("the field {} is missing", field.replace('`', "\""));
    }
    if let Some(field) = reason.strip_prefix("duplicate field ") {
        return format!("the field {} stands here twice", field.replace('`', "\""));
    }
    let length = reason.strip_prefix("invalid length ");
    let parts = length.unwrap_or_else(|| reason.split_once(": ").map_or(reason, |(_, parts)| parts));
    match (parts.rsplit_once(", expected "), length) {
        (Some((found, expected)), None) => {
            format!("{} is expected here, not {}", kind_in_words(expected), in_words(found))
        }
        (Some((found, expected)), Some(_)) => {
            format!("{} is expected here, not one of length {found}", kind_in_words(expected))
        }
        (None, _) => "a value does not fit".to_owned(),
    }
}

/// What a parser expects, without its names for kinds of values.
pub(crate) fn kind_in_words(kind: &str) -> String {
    let words = match kind {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "str" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "option" => "a value",
        _ if kind.starts_with("struct ") => "a group of fields",
        _ if kind.starts_with("enum ") || kind.ends_with("identifier") => "a name",
        _ => match kind.strip_prefix("a tuple of size ") {
            Some(n) => return format!("a list of {n} values"),
            None => kind,
        },
    };
    words.to_owned()
}

/// What a parser found, likewise: `integer 3`, `the string "x"`.
pub(crate) fn in_words(found: &str) -> String {
    let found = found.strip_prefix("the ").unwrap_or(found).replace('`', "");
    let kinds = [
        "integer ",
        "unsigned integer ",
        "signed integer ",
        "floating point ",
        "number ",
        "string ",
        "boolean ",
        "UTF-8 character ",
        "character ",
    ];
    let value = kinds.iter().fold(found.as_str(), |found, kind| found.strip_prefix(kind).unwrap_or(found));
    match value {
        "sequence" => kind_in_words("a sequence"),
        "map" => kind_in_words("a map"),
        _ => kind_in_words(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentence for a text that should be a list of pairs of an object and a small number.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        #[derive(Deserialize, Debug)]
        #[serde(expecting = "a cell")]
        struct Cell {
            #[serde(rename = "digit")]
            _digit: u8,
        }
        let error = serde_json::from_str::<Vec<(Cell, bool)>>(text).expect_err("it is wrong");
        let message = json_error(&error, 3, "JSON").to_string();
        assert_eq!(message.split_once("puzzle: ").expect("the reason").1, expected);
    }

    #[test]
    fn errors_speak_of_the_text_alone() {
        check("[", "the text ends too early");
        check("[[3, true]]", "a cell is expected here, not 3");
        check("[[\"x\", true]]", "a cell is expected here, not \"x\"");
        check("3.5", "a list is expected here, not 3.5");
        check("{}", "a list is expected here, not an object");
        check("[[{\"digit\": 300}, true]]", "a whole number is expected here, not 300");
        check("[[{\"digit\": null}, true]]", "a whole number is expected here, not null");
        check("[[{}, true]]", "the field \"digit\" is missing");
        check("[[{\"digit\": 1, \"digit\": 2}, true]]", "the field \"digit\" stands here twice");
        check("[[{\"digit\": 1}, 2]]", "true or false is expected here, not 2");
        check("[[{\"digit\": 1}]]", "a list of 2 values is expected here, not one of length 1");
        check("[[{\"digit\": 1}, true] 2]", "\",\" or \"]\" is missing");
        check("[[{\"digit\": 1} true]]", "\",\" or \"]\" is missing");
        check("[[{\"digit\" 1}, true]]", "\":\" is missing");
        check("[[{digit: 1}, true]]", "a name has to stand in quotation marks");
        check("[[{\"digit\": 01}, true]]", "this is no number");
        check("[[{\"digit\": @}, true]]", "a value is missing or damaged");
        check("[[{\"\\q\": 1}, true]]", "a text holds a wrong character after \\");
        check("[]]", "there is more text behind its end");
        check("[,]", "a value is missing or damaged");
    }
}
