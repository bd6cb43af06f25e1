//! Languages.
//!
//! A text is written in English where it belongs, inside `tr!`, and is looked up in the table of the chosen language
//! on its way to the screen. English needs no table, and what a table lacks stays English.
//!
//! A table is a text file in the folder `languages` beside the settings:
//!
//! ```text
//! # Lines that begin with # are comments.
//! English
//! = Deutsch
//! Undo
//! = Rückgängig
//! {file} does not exist any more
//! = {file} gibt es nicht mehr
//! ```
//!
//! `assets/languages/english.txt` lists all English texts, to be copied and filled in. What stands below `English` is
//! what the language is called.

use super::io::read_text;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{Display, Write};
use std::path::Path;

thread_local! {
    /// The table of the language in use; none for English. Texts are made on the window's thread.
    static PRESENT: Cell<Option<&'static Table>> = const { Cell::new(None) };
}

/// English texts with their translations.
type Table = HashMap<String, String>;

/// A text in the language in use: `tr!("Undo")`, or with parts `tr!("{n} cells", n = count)`, which makes a `String`.
macro_rules! tr {
    ($text:literal) => {
        $crate::app::language::translated($text)
    };
    ($text:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::app::language::filled($crate::app::language::translated($text), &[$((stringify!($name), &$value)),+])
    };
}
pub(in crate::app) use tr;

/// The text in the language in use.
pub(in crate::app) fn translated(english: &'static str) -> &'static str {
    PRESENT.get().and_then(|table| table.get(english)).map_or(english, String::as_str)
}

/// The text with each `{name}` replaced by the part of this name.
pub(in crate::app) fn filled(text: &str, parts: &[(&str, &dyn Display)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, tail)| Some((before, tail.split_once('}')?)))
    {
        out.push_str(before);
        // A test sees that tables have the parts of the English text.
        if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
            let _ = write!(out, "{part}");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The languages for which there are tables.
#[derive(Debug, Default)]
pub(super) struct Languages {
    /// Name of the file, without its ending, and table; tables stay for as long as the program runs.
    found: Vec<(String, &'static Table)>,
}

impl Languages {
    /// Reads the tables beside the settings; also says what is wrong with those that cannot be used.
    pub(super) fn read(config_folder: Option<&Path>) -> (Languages, Vec<String>) {
        let (mut languages, mut warnings) = (Languages::default(), Vec::new());
        let files = config_folder.and_then(|folder| std::fs::read_dir(folder.join("languages")).ok());
        let mut paths: Vec<_> = files.into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
        paths.sort();
        for path in paths {
            let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            match read_text(&path).and_then(|text| parse(&text)) {
                Ok(table) => languages.found.push((name.to_owned(), Box::leak(Box::new(table)))),
                Err(why) => warnings.push(format!("The language {} cannot be used: {why}", path.display())),
            }
        }
        (languages, warnings)
    }

    /// The names of the languages besides English, as the settings keep them.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|(name, _)| name.as_str())
    }

    /// The name of the language that is used if this one is chosen: without a table for it, English.
    pub(super) fn present(&self, name: &str) -> &str {
        self.names().find(|found| *found == name).unwrap_or_default()
    }

    /// What a language is called in itself; English where there is no such table.
    pub(super) fn title<'a>(&'a self, name: &'a str) -> &'a str {
        self.find(name).map_or("English", |table| table.get("English").map_or(name, String::as_str))
    }

    /// Shows texts in this language from now on.
    pub(super) fn use_language(&self, name: &str) {
        PRESENT.set(self.find(name));
    }

    fn find(&self, name: &str) -> Option<&'static Table> {
        self.found.iter().find(|(found, _)| found == name).map(|(_, table)| *table)
    }
}

/// Reads a table.
///
/// # Errors
/// One sentence that names the line.
fn parse(text: &str) -> Result<Table, String> {
    let mut table = Table::new();
    let mut english = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let Some(translation) = line.strip_prefix("= ") else {
            english = Some(line);
            continue;
        };
        let english = english
            .take()
            .ok_or_else(|| format!("line {number} translates nothing: the English text is missing above it"))?;
        if parts(english) != parts(translation) {
            return Err(format!("line {number} has other parts in braces than the English text above it"));
        }
        if table.insert(english.to_owned(), translation.to_owned()).is_some() {
            return Err(format!("line {number} translates \u{201c}{english}\u{201d} once more"));
        }
    }
    Ok(table)
}

/// The names in braces.
fn parts(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&[(&str, &str)], &str>) {
        let expected = expected.map(|pairs| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect());
        assert_eq!(parse(text), expected.map_err(str::to_owned));
    }

    #[test]
    fn a_table_pairs_english_texts_with_translations() {
        check("", Ok(&[]));
        check("# Deutsch\n\nUndo\n= Zurück\nRedo\n", Ok(&[("Undo", "Zurück")]));
        check("{n} of {all}\n= {all}: {n}\n", Ok(&[("{n} of {all}", "{all}: {n}")]));
        check("= Zurück\n", Err("line 1 translates nothing: the English text is missing above it"));
        check("{n} cells\n= Zellen\n", Err("line 2 has other parts in braces than the English text above it"));
        check("A\n= B\n\nA\n= C\n", Err("line 5 translates \u{201c}A\u{201d} once more"));
    }

    #[test]
    fn parts_stand_where_the_translation_has_them() {
        assert_eq!(tr!("Undo"), "Undo");
        assert_eq!(tr!("{a} before {b}, {a}", a = 1, b = "{a}"), "1 before {a}, 1");
        PRESENT.set(Some(Box::leak(Box::new(parse("{a} before {b}\n= {b} nach {a}\n").expect("a table")))));
        assert_eq!(tr!("{a} before {b}", a = 1, b = 2), "2 nach 1");
        assert_eq!(tr!("not in the table"), "not in the table");
    }
}
