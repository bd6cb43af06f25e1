//! Changes to valid texts that keep most of their structure.

use super::random::Random;
use serde_json::Value;

/// Numbers that readers tend to stumble over.
const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "15",
    "16",
    "17",
    "80",
    "81",
    "82",
    "255",
    "256",
    "257",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1e300",
    "1e-300",
    "NaN",
    "0.5",
];

/// Words of the formats and signs with a meaning somewhere.
const WORDS: [&str; 58] = [
    "",
    " ",
    ".",
    "*",
    "x",
    "X",
    "-",
    "_",
    "?",
    "|",
    "+",
    ":",
    "::",
    ";",
    ",",
    "#",
    "@",
    "=",
    "<>",
    "<",
    ">",
    "&",
    "&amp;",
    "&#0;",
    "&#x10FFFF;",
    "<!DOCTYPE a>",
    "<![CDATA[",
    "]]>",
    "\"",
    "'",
    "\\",
    "\\u{0}",
    "\\ud800",
    "%",
    "%00",
    "%zz",
    "%ff",
    "null",
    "true",
    "inf",
    "nan",
    "None",
    "Some(",
    "()",
    "[]",
    "{}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "//",
    "/*",
    "map",
    "cut",
    "naked-single",
    "r1c1",
];

/// Characters that are not what they seem.
const CHARACTERS: [char; 22] = [
    '\0',
    '\t',
    '\r',
    '\n',
    '\u{b}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    '\u{e9}',
    '\u{301}',
    '\u{200b}',
    '\u{202e}',
    '\u{2028}',
    '\u{feff}',
    '\u{fffd}',
    '\u{661}',
    '\u{ff11}',
    '\u{1d7d9}',
    '\u{1f600}',
    '\u{10ffff}',
    '\u{1b}',
    '\u{7f}',
];

/// Longest text that a change makes, in bytes.
const MOST_BYTES: usize = 200_000;

/// A piece of a text: a run of letters and digits, of blanks, or one sign.
fn tokens(text: &str) -> Vec<&str> {
    #[derive(PartialEq)]
    enum Class {
        Word,
        Blank,
        Sign,
    }
    let class = |c: char| match c {
        _ if c.is_alphanumeric() || c == '.' => Class::Word,
        ' ' | '\t' => Class::Blank,
        _ => Class::Sign,
    };
    let mut all = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let own = class(c);
        if at > start && (own == Class::Sign || before.as_ref() != Some(&own)) {
            all.push(&text[start..at]);
            start = at;
        }
        before = Some(own);
    }
    if start < text.len() {
        all.push(&text[start..]);
    }
    all
}

/// One to five changes; now and then none.
pub(crate) fn text(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    if random.once_in(40) {
        return text;
    }
    for _ in 0..1 + random.below(3) + random.below(3) {
        text = once(random, &text);
        if text.len() > MOST_BYTES {
            let end = (0..=MOST_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text.truncate(end);
        }
    }
    text
}

/// A changed text, and sometimes bytes that are no text.
pub(crate) fn bytes(random: &mut Random, valid: &str) -> Vec<u8> {
    let mut bytes = text(random, valid).into_bytes();
    if random.once_in(30) {
        let at = random.below(bytes.len() + 1);
        let wrong = random.pick(&[&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xff\xfe1\0"]);
        bytes.splice(at..at, wrong.iter().copied());
    }
    bytes
}

fn once(random: &mut Random, text: &str) -> String {
    match random.below(10) {
        0..=4 => in_tokens(random, text),
        5 | 6 => in_lines(random, text),
        7 => in_cells(random, text),
        8 => nested(random, text),
        _ => in_characters(random, text),
    }
}

fn in_tokens(random: &mut Random, text: &str) -> String {
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return random.pick(&WORDS).to_owned();
    }
    let at = random.below(tokens.len());
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|&at| tokens[at].starts_with(|c: char| c.is_ascii_digit())).collect();
    match random.below(8) {
        0 | 1 if !numbers.is_empty() => tokens[numbers[random.below(numbers.len())]] = random.pick(&NUMBERS),
        0..=2 => tokens[at] = random.pick(&WORDS),
        3 => _ = tokens.remove(at),
        4 => tokens.insert(at, random.pick(&WORDS)),
        5 => {
            let (from, to) = random.part(tokens.len());
            let part = tokens[from..to.min(tokens.len())].to_vec();
            tokens.splice(at..at, part);
        }
        6 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        _ => tokens.truncate(at),
    }
    tokens.concat()
}

fn in_lines(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return "\n".to_owned();
    }
    let at = random.below(lines.len());
    match random.below(9) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at]),
        2 => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        4 => lines.insert(at, "\n"),
        5 => random.shuffle(&mut lines),
        6 => {
            let times = [2, 10, 100, 2000][random.below(4)];
            let part = lines[at].repeat(times.min(MOST_BYTES / (lines[at].len() + 1)));
            return lines[..at].concat() + &part + &lines[at..].concat();
        }
        7 => return text.replace('\n', random.pick(&["\r\n", "\r", "", "\n\n", " "])),
        _ => return lines.concat() + &lines.concat(),
    }
    lines.concat()
}

/// A cell more or less, or another digit.
fn in_cells(random: &mut Random, text: &str) -> String {
    let tokens = tokens(text);
    let long: Vec<usize> = (0..tokens.len()).filter(|&at| tokens[at].len() > 3).collect();
    if long.is_empty() {
        return in_characters(random, text);
    }
    let at = long[random.below(long.len())];
    let mut cells: Vec<char> = tokens[at].chars().collect();
    let cell = random.below(cells.len());
    let any = |random: &mut Random| {
        ['.', '0', '1', '4', '5', '9', 'A', 'C', 'G', 'a', 'g', 'h', 'x', '*', '+', '-'][random.below(16)]
    };
    match random.below(6) {
        0..=2 => cells[cell] = any(random),
        3 => _ = cells.remove(cell),
        4 => cells.insert(cell, any(random)),
        _ => {
            let (from, to) = random.part(cells.len());
            let same = any(random);
            let end = to.min(cells.len());
            cells[from..end].fill(same);
        }
    }
    let changed: String = cells.into_iter().collect();
    tokens[..at].concat() + &changed + &tokens[at + 1..].concat()
}

/// Brackets within brackets.
fn nested(random: &mut Random, text: &str) -> String {
    const PAIRS: [(&str, &str); 6] =
        [("(", ")"), ("[", "]"), ("{", "}"), ("<a>", "</a>"), ("{\"a\":", "}"), ("/*", "*/")];
    let (open, close) = PAIRS[random.below(PAIRS.len())];
    let depth = [1, 2, 60, 200, 2000, 20_000][random.below(6)];
    let tokens = tokens(text);
    let (from, to) = random.part(tokens.len());
    let to = to.min(tokens.len());
    let close = if random.once_in(3) { String::new() } else { close.repeat(depth) };
    tokens[..from].concat() + &open.repeat(depth) + &tokens[from..to].concat() + &close + &tokens[to..].concat()
}

fn in_characters(random: &mut Random, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    let strange = CHARACTERS[random.below(CHARACTERS.len())];
    match random.below(4) {
        0 => characters.insert(at, strange),
        1 if at < characters.len() => characters[at] = strange,
        2 if at < characters.len() => {
            let c = characters[at];
            characters[at] = if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        }
        3 => characters.splice(at..at, std::iter::repeat_n(strange, random.below(300))).for_each(drop),
        _ => _ = characters.pop(),
    }
    characters.into_iter().collect()
}

/// Changes to the values of a JSON text, and then to the text.
pub(crate) fn json(random: &mut Random, valid: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(valid) else { return text(random, valid) };
    for _ in 0..1 + random.below(4) {
        let mut n_values = 0;
        count(&value, &mut n_values);
        let mut left = random.below(n_values);
        change_at(random, &mut value, &mut left);
    }
    let changed = value.to_string();
    if random.once_in(3) { text(random, &changed) } else { changed }
}

fn count(value: &Value, n_values: &mut usize) {
    *n_values += 1;
    match value {
        Value::Array(list) => list.iter().for_each(|value| count(value, n_values)),
        Value::Object(fields) => fields.values().for_each(|value| count(value, n_values)),
        _ => {}
    }
}

/// Changes the value that so many others come before; true if it has been met.
fn change_at(random: &mut Random, value: &mut Value, left: &mut usize) -> bool {
    if *left == 0 {
        change(random, value);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().any(|value| change_at(random, value, left)),
        Value::Object(fields) => fields.values_mut().any(|value| change_at(random, value, left)),
        _ => false,
    }
}

fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::Array(list) if !list.is_empty() && !random.once_in(4) => {
            let at = random.below(list.len());
            match random.below(5) {
                0 => _ = list.remove(at),
                1 => list.insert(at, list[at].clone()),
                2 => list.truncate(at),
                3 => {
                    let other = random.below(list.len());
                    list.swap(at, other);
                }
                _ => {
                    let copy = list[at].clone();
                    list.extend(std::iter::repeat_n(copy, [1, 20, 400][random.below(3)]));
                }
            }
        }
        Value::Object(fields) if !fields.is_empty() && !random.once_in(4) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[random.below(names.len())];
            let taken = fields.remove(name).unwrap_or_default();
            match random.below(3) {
                0 => {}
                1 => _ = fields.insert(names[random.below(names.len())].clone(), taken),
                _ => {
                    _ = fields.insert(
                        random.pick(&["value", "given", "grid", "size", "cells", "", "title"]).to_owned(),
                        taken,
                    );
                }
            }
        }
        _ => {
            *value = match random.below(9) {
                0 => Value::Null,
                1 => Value::Bool(true),
                2 => Value::from(random.below(20) as i64 - 2),
                3 => serde_json::from_str(random.pick(&NUMBERS)).unwrap_or(Value::Null),
                4 => Value::from(random.pick(&WORDS)),
                5 => Value::Array(vec![value.clone(); random.below(5)]),
                6 => serde_json::json!({ "value": value.clone() }),
                7 => Value::from(value.to_string()),
                _ => {
                    let text = value.as_str().unwrap_or_default().to_owned();
                    Value::from(once(random, &text))
                }
            };
        }
    }
}
