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
//! {n} cells
//! =one {n} Zelle
//! = {n} Zellen
//! ```
//!
//! `assets/languages/english.txt` lists all English texts, to be copied and filled in. What stands below `English` is
//! what the language is called. A text that counts something has a form for each kind of number; which numbers are of
//! which kind is told by the name of a rule below `Plurals`, see [`PluralRule`].

use crate::logic::Sentence;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{Display, Write};
use std::path::Path;

thread_local! {
    /// The table of the language in use; none for English. Each thread has its own, see [`present`].
    static PRESENT: Cell<Option<&'static Table>> = const { Cell::new(None) };
}

/// English texts with their translations.
#[derive(PartialEq, Default, Debug)]
struct Table {
    texts: HashMap<String, Forms>,
    rule: PluralRule,
}

/// A translation: one form, or one for each kind of number.
#[derive(Clone, PartialEq, Default, Debug)]
struct Forms {
    one: Option<String>,
    few: Option<String>,
    many: Option<String>,
    other: String,
}

/// Which numbers take which form of a text that counts. The names are those of a language that follows the rule.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
enum PluralRule {
    /// One thing, and any other number; German and most languages of western Europe, too.
    #[default]
    English,
    /// None or one, and any other number; also Brazilian Portuguese.
    French,
    /// One form for all numbers; also Chinese, Korean and Vietnamese.
    Japanese,
    /// 1, 21, 31…; 2 to 4, 22 to 24…; all others. Also Ukrainian and Belarusian.
    Russian,
    /// 1; 2 to 4, 22 to 24…; all others.
    Polish,
    /// 1; 2 to 4; all others. Also Slovak.
    Czech,
}

impl PluralRule {
    const ALL: [(&'static str, PluralRule); 6] = [
        ("english", PluralRule::English),
        ("french", PluralRule::French),
        ("japanese", PluralRule::Japanese),
        ("russian", PluralRule::Russian),
        ("polish", PluralRule::Polish),
        ("czech", PluralRule::Czech),
    ];

    /// The form for this number; where a table lacks it, the one for other numbers.
    fn form(self, n: usize, forms: &Forms) -> &str {
        let is_few = (2..=4).contains(&(n % 10)) && !(12..=14).contains(&(n % 100));
        let form = match self {
            PluralRule::English | PluralRule::Polish | PluralRule::Czech if n == 1 => &forms.one,
            PluralRule::French if n <= 1 => &forms.one,
            PluralRule::English | PluralRule::French | PluralRule::Japanese => &None,
            PluralRule::Russian if n % 10 == 1 && n % 100 != 11 => &forms.one,
            PluralRule::Russian | PluralRule::Polish if is_few => &forms.few,
            PluralRule::Czech if (2..=4).contains(&n) => &forms.few,
            PluralRule::Russian | PluralRule::Polish | PluralRule::Czech => &forms.many,
        };
        form.as_ref().unwrap_or(&forms.other)
    }
}

/// A text in the language in use: `tr!("Undo")`, or with parts `tr!("{n} of {all}", n, all = list.len())`, which makes a
/// `String`.
macro_rules! tr {
    ($text:literal) => {
        $crate::app::language::translated($text)
    };
    ($text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::app::language::filled(
            $crate::app::language::translated($text),
            &[$((stringify!($name), $crate::app::language::part!($name $(= $value)?))),+],
        )
    };
}
pub(in crate::app) use tr;

/// A text that counts something, in the language in use: `tr_n!(list.len(), "1 cell", "{n} cells")`, perhaps with
/// further parts. The second form is what tables translate.
macro_rules! tr_n {
    ($count:expr, $one:literal, $other:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let count: usize = $count;
        $crate::app::language::filled(
            $crate::app::language::counted(count, $one, $other),
            &[
                ("n", &$crate::app::language::grouped(count as u64)),
                $((stringify!($name), $crate::app::language::part!($name $(= $value)?))),*
            ],
        )
    }};
}
pub(in crate::app) use tr_n;

/// A part of a text: a variable of this name, or a value.
macro_rules! part {
    ($name:ident) => {
        &$name
    };
    ($name:ident = $value:expr) => {
        &$value
    };
}
pub(in crate::app) use part;

/// An English text in a constant, to be looked up by [`translated`] where it is shown.
macro_rules! text {
    ($text:literal) => {
        $text
    };
}
pub(in crate::app) use text;

/// The text in the language in use.
pub(in crate::app) fn translated(english: &'static str) -> &'static str {
    translation(english).unwrap_or(english)
}

/// What the table has for a text; nothing in English.
pub(in crate::app) fn translation(english: &str) -> Option<&'static str> {
    PRESENT.get()?.texts.get(english).map(|forms| forms.other.as_str())
}

/// A text that may be in the table as a whole, such as an error without parts.
pub(in crate::app) fn translated_whole(english: String) -> String {
    translation(&english).map_or(english, str::to_owned)
}

/// What a title is found by: its words in the language in use and in English, in small letters.
pub(in crate::app) fn searched(english: &str) -> String {
    match translation(english) {
        None => english.to_lowercase(),
        Some(text) => format!("{text} {english}").to_lowercase(),
    }
}

/// A sentence of the core in the language in use.
pub(in crate::app) fn told(sentence: &Sentence) -> Cow<'_, Sentence> {
    if PRESENT.get().is_some() { Cow::Owned(sentence.retold(&translation)) } else { Cow::Borrowed(sentence) }
}

/// A title in the middle of a sentence: English begins it with a small letter, tables have it as it is.
pub(in crate::app) fn in_sentence(english: &'static str) -> String {
    translation(english).map_or_else(|| english.to_lowercase(), str::to_owned)
}

/// A text in the form for this number.
pub(in crate::app) fn counted(n: usize, one: &'static str, other: &'static str) -> &'static str {
    let found = PRESENT.get().and_then(|table| Some(table.rule.form(n, table.texts.get(other)?)));
    found.unwrap_or(if n == 1 { one } else { other })
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

/// "12,345".
pub(in crate::app) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The language in use, to be taken to another thread.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Language(Option<&'static Table>);

/// The language that this thread uses.
pub(in crate::app) fn present() -> Language {
    Language(PRESENT.get())
}

impl Language {
    /// Makes this thread use it: a thread begins with English.
    pub(in crate::app) fn enter(self) {
        PRESENT.set(self.0);
    }
}

/// The languages for which there are tables.
#[derive(Debug, Default)]
pub(super) struct Languages {
    /// Name of the file, without its ending, and table; tables stay for as long as the program runs.
    found: Vec<(String, &'static Table)>,
}

impl Languages {
    /// Reads the tables beside the settings with this function; also says what is wrong with those that cannot be used.
    pub(super) fn read(
        config_folder: Option<&Path>,
        read_text: impl Fn(&Path) -> Result<String, String>,
    ) -> (Languages, Vec<String>) {
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
        self.find(name).map_or("English", |table| table.texts.get("English").map_or(name, |forms| forms.other.as_str()))
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
    let mut table = Table::default();
    // The English text of the lines that follow, its number, and its translations so far.
    let mut open: Option<(usize, &str, Forms)> = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let Some((form, translation)) = line.strip_prefix('=').and_then(|rest| rest.split_once(' ')) else {
            close(&mut table, open.replace((number, line, Forms::default())))?;
            continue;
        };
        let (_, english, forms) = open
            .as_mut()
            .ok_or_else(|| format!("line {number} translates nothing: the English text is missing above it"))?;
        let missing: BTreeSet<&str> = parts(english).symmetric_difference(&parts(translation)).copied().collect();
        // "One cell" need not repeat the number.
        if !missing.is_empty() && (form != "one" || missing != BTreeSet::from(["n"])) {
            return Err(format!("line {number} has other parts in braces than the English text above it"));
        }
        let is_first = match form {
            "one" => forms.one.replace(translation.to_owned()).is_none(),
            "few" => forms.few.replace(translation.to_owned()).is_none(),
            "many" => forms.many.replace(translation.to_owned()).is_none(),
            "" => std::mem::replace(&mut forms.other, translation.to_owned()).is_empty(),
            _ => return Err(format!("line {number}: write `= `, `=one `, `=few ` or `=many ` before the translation")),
        };
        if !is_first || table.texts.contains_key(*english) {
            return Err(format!("line {number} translates \u{201c}{english}\u{201d} once more"));
        }
    }
    close(&mut table, open)?;
    if let Some(rule) = table.texts.remove("Plurals") {
        let found = PluralRule::ALL.iter().find(|(name, _)| *name == rule.other);
        let names = PluralRule::ALL.map(|(name, _)| name).join(", ");
        table.rule = found
            .ok_or_else(|| format!("there is no rule \u{201c}{}\u{201d} for plurals: use one of {names}", rule.other))?
            .1;
    }
    Ok(table)
}

/// Takes a text with its translations into the table; without any it stays English.
fn close(table: &mut Table, open: Option<(usize, &str, Forms)>) -> Result<(), String> {
    let Some((number, english, forms)) = open.filter(|(.., forms)| *forms != Forms::default()) else { return Ok(()) };
    if forms.other.is_empty() {
        return Err(format!("line {number} lacks the form for other numbers: a line that begins with `= `"));
    }
    table.texts.insert(english.to_owned(), forms);
    Ok(())
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
        let table = parse(text).map(|table| {
            let mut pairs: Vec<_> = table.texts.into_iter().map(|(english, forms)| (english, forms.other)).collect();
            pairs.sort();
            pairs
        });
        let expected = expected.map(|pairs| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect());
        assert_eq!(table, expected.map_err(str::to_owned));
    }

    #[test]
    fn a_table_pairs_english_texts_with_translations() {
        check("", Ok(&[]));
        check("# Deutsch\n\nUndo\n= Zurück\nRedo\n", Ok(&[("Undo", "Zurück")]));
        check("{n} of {all}\n= {all}: {n}\n", Ok(&[("{n} of {all}", "{all}: {n}")]));
        check("{n} cells\n=one eine Zelle\n= {n} Zellen\n", Ok(&[("{n} cells", "{n} Zellen")]));
        check("Plurals\n= czech\n", Ok(&[]));
        check("= Zurück\n", Err("line 1 translates nothing: the English text is missing above it"));
        check("{n} cells\n= Zellen\n", Err("line 2 has other parts in braces than the English text above it"));
        check("{a} cells\n=one Zelle\n", Err("line 2 has other parts in braces than the English text above it"));
        check("A\n= B\n\nA\n= C\n", Err("line 5 translates \u{201c}A\u{201d} once more"));
        check("A\n= B\n= C\n", Err("line 3 translates \u{201c}A\u{201d} once more"));
        check("A\n=two B\n", Err("line 2: write `= `, `=one `, `=few ` or `=many ` before the translation"));
        check("A\n=one B\n", Err("line 1 lacks the form for other numbers: a line that begins with `= `"));
        let rules = "there is no rule \u{201c}welsh\u{201d} for plurals: use one of english, french, japanese, russian, \
                     polish, czech";
        check("Plurals\n= welsh\n", Err(rules));
    }

    /// Makes this thread use a table.
    fn enter(table: &str) {
        Language(Some(Box::leak(Box::new(parse(table).expect("a table"))))).enter();
    }

    #[test]
    fn parts_stand_where_the_translation_has_them() {
        assert_eq!(tr!("Undo"), "Undo");
        assert_eq!(tr!("{a} before {b}, {a}", a = 1, b = "{a}"), "1 before {a}, 1");
        enter("{a} before {b}\n= {b} nach {a}\n");
        let a = 1;
        assert_eq!(tr!("{a} before {b}", a, b = 2), "2 nach 1");
        assert_eq!(tr!("not in the table"), "not in the table");
    }

    #[test]
    fn another_thread_uses_the_language_that_it_is_given() {
        enter("Undo\n= Zurück\n");
        let language = present();
        let work = move || {
            let before = tr!("Undo");
            language.enter();
            [before, tr!("Undo")]
        };
        let other = std::thread::Builder::new().name("other".to_owned()).spawn(work).expect("a thread");
        assert_eq!(other.join().expect("no panic"), ["Undo", "Zurück"]);
    }

    /// The forms that a rule takes for some numbers.
    #[track_caller]
    fn check_forms(rule: &str, numbers: &[usize], expected: &str) {
        enter(&format!(
            "Plurals\n= {rule}\n{{n}} cells\n=one {{n}} one\n=few {{n}} few\n=many {{n}} many\n= {{n}} other\n"
        ));
        let forms: Vec<String> = numbers.iter().map(|&n| tr_n!(n, "1 cell", "{n} cells")).collect();
        assert_eq!(forms.join(", "), expected);
    }

    #[test]
    fn each_number_has_its_form() {
        let texts = [0, 1, 2, 1_234].map(|n| tr_n!(n, "1 cell{end}", "{n} cells{end}", end = "."));
        assert_eq!(texts, ["0 cells.", "1 cell.", "2 cells.", "1,234 cells."]);
        check_forms("english", &[0, 1, 2], "0 other, 1 one, 2 other");
        check_forms("french", &[0, 1, 2], "0 one, 1 one, 2 other");
        check_forms("japanese", &[1, 2], "1 other, 2 other");
        check_forms("russian", &[1, 3, 5, 11, 12, 21, 22], "1 one, 3 few, 5 many, 11 many, 12 many, 21 one, 22 few");
        check_forms("polish", &[1, 3, 5, 12, 21, 22], "1 one, 3 few, 5 many, 12 many, 21 many, 22 few");
        check_forms("czech", &[1, 3, 5, 22], "1 one, 3 few, 5 many, 22 many");
    }
}
