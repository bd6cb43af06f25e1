//! Languages: the list of English texts, the choice of a language, and that nothing is left in English in the parts of
//! the window that are translated: menus, commands, palette, settings.

use crate::Studio;
use cluesmith::app::{Command, Menu, StartOptions};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The English texts of the studio, to be copied and filled in by translators.
const LIST: &str = "assets/languages/english.txt";

/// What the list says first.
const HEAD: &str = "\
# The English texts of the studio's menus, commands, palette and settings. To translate them, copy this file to the
# folder `languages` beside settings.json, and write below each text a line that begins with \"= \".
# A text without such a line stays English; names in braces stay as they are.
# CLUESMITH_WRITE_TEXTS=1 cargo test --features gui-tests --test studio list_of_english writes it anew.
";

/// What is not spelled out in `tr!`: below it a table says what its language is called.
const NAME: &str = "English";

#[test]
fn the_list_of_english_texts_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = BTreeSet::from([NAME.to_owned()]);
    collect(&root.join("src/app"), &mut texts);
    let list: String = texts.iter().fold(HEAD.to_owned(), |list, text| list + "\n" + text + "\n");
    if std::env::var_os("CLUESMITH_WRITE_TEXTS").is_some() {
        std::fs::write(root.join(LIST), &list).expect("written");
    }
    let found = std::fs::read_to_string(root.join(LIST)).expect("the list");
    let found: BTreeSet<&str> = found.lines().collect();
    let wanted: BTreeSet<&str> = list.lines().collect();
    let (missing, left): (Vec<_>, Vec<_>) = (wanted.difference(&found).collect(), found.difference(&wanted).collect());
    assert!(missing.is_empty() && left.is_empty(), "{LIST} lacks {missing:#?} and has too much: {left:#?}");
}

/// The texts in `tr!` and `named` of all source files below a folder.
fn collect(folder: &Path, texts: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, texts);
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("source");
        let source = source.split("\n#[cfg(test)]\n").next().unwrap_or_default();
        let code: String =
            source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for (opening, n_texts) in [("tr!(", 1), ("named(", 2)] {
            for (at, _) in code.match_indices(opening) {
                let mut rest = &code[at + opening.len()..];
                for _ in 0..n_texts {
                    let Some((text, after)) = literal(rest) else { break };
                    texts.insert(text);
                    rest = after.trim_start_matches(',');
                }
            }
        }
    }
}

/// The string literal that a piece of code begins with, and what follows.
fn literal(code: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut rest = code.trim_start().strip_prefix('"')?;
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => return Some((text, rest)),
            '\\' => {
                let escaped = rest.chars().next()?;
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    'u' => {
                        let (code, after) = rest.strip_prefix('{')?.split_once('}')?;
                        text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                        rest = after;
                    }
                    '\n' => rest = rest.trim_start(),
                    other => text.push(other),
                }
            }
            c => text.push(c),
        }
    }
}

/// A text as it comes out in the language of brackets: longer, and recognisable.
fn brackets(english: &str) -> String {
    format!("\u{27e6}{english} ···\u{27e7}")
}

/// A folder of settings that choose a language, with this table for it.
fn folder(table: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("languages")).expect("a folder");
    std::fs::write(folder.path().join("languages/brackets.txt"), table).expect("written");
    std::fs::write(folder.path().join("settings.json"), "{\"language\": \"brackets\"}").expect("written");
    folder
}

/// The studio in the language of brackets.
fn bracketed() -> (Studio, TempDir) {
    let list = std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(LIST)).expect("the list");
    let texts = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let pairs: Vec<String> = texts.map(|text| format!("{text}\n= {}\n", brackets(text))).collect();
    let folder = folder(&pairs.concat());
    let options = StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    (Studio::start(options, 1.0, Theme::Light), folder)
}

impl Studio {
    /// Runs a command through the palette, in the language of brackets.
    fn run_bracketed(&mut self, command: Command) {
        self.command(Key::K);
        self.harness.get_by_label(&brackets("Command")).type_text(command.title());
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
        self.harness.run_steps(8);
    }

    /// Names and texts on the screen.
    fn all_texts(&self) -> BTreeSet<String> {
        fn walk(node: &AccessKitNode<'_>, texts: &mut BTreeSet<String>) {
            for child in node.children() {
                walk(&child, texts);
                let is_typed = matches!(child.role(), Role::TextInput | Role::TextRun);
                texts.extend(child.label());
                texts.extend(child.value().filter(|_| !is_typed));
            }
        }
        let mut texts = BTreeSet::new();
        walk(&self.harness.root().accesskit_node(), &mut texts);
        texts
    }
}

/// Whether letters stand outside brackets.
fn is_left_in_english(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|c| {
        depth += i32::from(c == '\u{27e6}') - i32::from(c == '\u{27e7}');
        depth == 0 && c.is_alphabetic()
    })
}

#[track_caller]
fn check(place: &str, texts: impl IntoIterator<Item = String>) {
    let left: Vec<String> = texts.into_iter().filter(|text| is_left_in_english(text)).collect();
    assert!(left.is_empty(), "{place}: left in English: {left:#?}");
}

#[test]
fn every_text_of_a_command_is_translated() {
    let (mut studio, _folder) = bracketed();
    for menu in Menu::ALL {
        check("menu bar", [menu.title().to_owned()]);
    }
    for command in Command::all() {
        check(&format!("{command:?}"), [command.title().to_owned(), command.help().to_owned()]);
    }
    let reasons = |studio: &Studio, place: &str| {
        for command in Command::all() {
            check(&format!("{command:?} {place}"), command.check(studio.app()).err());
        }
    };
    reasons(&studio, "with an empty board");
    for view in crate::VIEWS {
        studio.run_bracketed(view);
        reasons(&studio, &format!("in the view {view:?}"));
    }
    studio.run_bracketed(Command::VIEW_PATTERN);
    studio.run_bracketed(Command::INVERT);
    reasons(&studio, "with a full board");
    studio.run_bracketed(Command::UNDO);
    reasons(&studio, "after an undo");
}

#[test]
fn menus_palette_and_settings_are_translated() {
    let (mut studio, _folder) = bracketed();
    let before = studio.all_texts();
    for menu in Menu::ALL {
        studio.harness.get_all_by_label(menu.title()).next().expect("a menu").click();
        studio.step();
        check(&format!("{menu:?}"), studio.all_texts().difference(&before).cloned());
        studio.key(Modifiers::NONE, Key::Escape);
        studio.step();
    }
    studio.command(Key::K);
    check("palette", studio.all_texts().difference(&before).cloned());
    studio.harness.get_by_label(&brackets("Command")).type_text("no such command");
    studio.step();
    check("palette without a line", studio.all_texts().difference(&before).cloned());
    studio.key(Modifiers::NONE, Key::Escape);
    studio.step();
    studio.run_bracketed(Command::SETTINGS);
    assert!(studio.all_texts().contains(&brackets("Language")));
    check("settings", studio.all_texts().difference(&before).cloned());
}

#[test]
fn a_language_is_chosen_where_there_is_one() {
    let mut studio = Studio::new();
    studio.run(Command::SETTINGS);
    assert!(!studio.all_texts().contains("Language"));
    let (mut studio, folder) = bracketed();
    assert_eq!(Command::UNDO.title(), brackets("Undo"));
    studio.run_bracketed(Command::SETTINGS);
    studio.harness.get_by_role_and_label(Role::ComboBox, &brackets("Language")).click();
    studio.step();
    studio.press_button("English");
    assert_eq!(Command::UNDO.title(), "Undo");
    assert!(studio.all_texts().contains("Language"));
    let written = || std::fs::read_to_string(folder.path().join("settings.json")).unwrap_or_default();
    crate::wait_for(|| written().contains("\"language\": \"\""));
}

#[test]
fn a_table_with_a_mistake_is_named_and_not_used() {
    let folder = folder("{file} does not exist any more\n= Weg\n");
    let options = StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let studio = Studio::start(options, 1.0, Theme::Light);
    assert_eq!(Command::UNDO.title(), "Undo");
    assert!(studio.has_text("brackets.txt cannot be used: line 2 has other parts in braces"));
}
