//! Languages: the list of English texts, the choice of a language, and that nothing is left in English in the window.

use crate::{DIALOGS, Studio, VIEWS};
use cluesmith::app::{Command, LabState, Menu, StartOptions};
use cluesmith::formats::Format;
use cluesmith::grid::{BoardSymmetry, ExtraHouse, NamedRule, Shape, Symmetry};
use cluesmith::logic::{HodokuLevel, PRESETS, STRATEGIES, Scale, sukaku_techniques};
use cluesmith::sheet::{SheetFormat, built_in};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, Pos2, Theme};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The English texts of the studio, to be copied and filled in by translators.
const LIST: &str = "assets/languages/english.txt";

/// What the list says first.
const HEAD: &str = "\
# The English texts of the studio. To translate them, copy this file to the folder `languages` beside settings.json, and
# write below each text a line that begins with \"= \".
# A text without such a line stays English; names and numbers in braces stay as they are.
# A text below a comment counts something, and the comment is its form for one thing. Such a text may have further lines,
# which begin with \"=one \", \"=few \" and \"=many \"; below Plurals stands the rule that says which numbers take which:
# english, french, japanese, russian, polish or czech, or another language with the same rule.
# CLUESMITH_WRITE_TEXTS=1 cargo test --features gui-tests --test studio list_of_english writes it anew.
";

/// What is not spelled out in the source: below these a table says what its language is called, and how it counts.
const NAMES: [&str; 2] = ["English", "Plurals"];

/// A text of the list; one that counts something has a form for one thing besides.
type Texts = BTreeMap<String, Option<String>>;

#[test]
fn the_list_of_english_texts_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = HEAD.to_owned();
    for (text, one) in texts(root) {
        list += "\n";
        list += &one.map_or_else(String::new, |one| format!("# {one}\n"));
        list += &format!("{text}\n");
    }
    if std::env::var_os("CLUESMITH_WRITE_TEXTS").is_some() {
        std::fs::write(root.join(LIST), &list).expect("written");
    }
    let found = std::fs::read_to_string(root.join(LIST)).expect("the list");
    let found: BTreeSet<&str> = found.lines().collect();
    let wanted: BTreeSet<&str> = list.lines().collect();
    let (missing, left): (Vec<_>, Vec<_>) = (wanted.difference(&found).collect(), found.difference(&wanted).collect());
    assert!(missing.is_empty() && left.is_empty(), "{LIST} lacks {missing:#?} and has too much: {left:#?}");
}

/// Every text that the window looks up.
fn texts(root: &Path) -> Texts {
    let mut texts: Texts = NAMES.iter().map(|name| ((*name).to_owned(), None)).collect();
    for source in sources(&root.join("src/app")) {
        for (opening, n_texts) in [("tr!(", 1), ("text!(", 1), ("named(", 2)] {
            texts.extend(literals(&source, opening, n_texts).into_iter().flatten().map(|text| (text, None)));
        }
        for forms in literals(&source, "tr_n!(", 2) {
            let [one, other] = <[String; 2]>::try_from(forms).expect("two forms");
            texts.insert(other, Some(one));
        }
    }
    // The core knows nothing of languages: what it composes, and what it calls things.
    let mut core: BTreeSet<String> = BTreeSet::new();
    for place in ["src/logic", "src/project", "src/sheet/report.rs", "src/grid/geometry.rs", "src/grid/rules.rs"] {
        for source in sources(&root.join(place)) {
            core.extend(all_literals(&source).filter(|text| text.contains("{0}")));
            core.extend(literals(&source, "Sentence::term(", 1).into_iter().flatten());
            let between = source.match_indices("Sentence::join(").filter_map(|(at, _)| {
                let call = &source[at..at + source[at..].find('\n').unwrap_or_default()];
                all_literals(call).last()
            });
            core.extend(between);
            core.extend(source.split("fn form(").skip(1).flat_map(|form| {
                let body = form.split("\n    }").next().unwrap_or_default().to_owned();
                all_literals(&body).collect::<Vec<_>>()
            }));
        }
    }
    core.extend(STRATEGIES.iter().flat_map(|strategy| [strategy.title(), strategy.help()].map(str::to_owned)));
    core.extend(sukaku_techniques().into_iter().map(|(_, _, name)| name.to_owned()));
    core.extend(PRESETS.iter().flat_map(|preset| [preset.title, preset.help].map(str::to_owned)));
    core.extend(Symmetry::ALL.map(|symmetry| symmetry.title().to_owned()));
    core.extend(BoardSymmetry::ALL.map(|symmetry| symmetry.title().to_owned()));
    for rule in NamedRule::ALL {
        let texts = [rule.title(), rule.sentence(), ExtraHouse::Of(rule, 0).template()];
        core.extend(texts.map(str::to_owned));
    }
    let marked = "2x2 x odd=r1c1 even=r1c2 allowed=r1c3:123 extra=r1c1,r2c3,r3c2,r4c4 extra=r1c1,r2c2";
    let marked: Shape = marked.parse().expect("a layout");
    core.extend(marked.rules().sentences(marked.n()).map(str::to_owned));
    core.extend(Scale::ALL.map(|scale| scale.short_title().to_owned()));
    core.extend([Scale::Se, Scale::Sukaku].map(|scale| scale.title().to_owned()));
    core.extend([0, 900, 1_200, 1_700, 3_000].map(|score| HodokuLevel::of_score(score).name().to_owned()));
    core.extend(Format::ALL.map(|format| format.title().to_owned()));
    core.extend(SheetFormat::ALL.map(|format| format.title().to_owned()));
    core.extend(built_in().into_iter().map(|template| template.name));
    let patterns = std::fs::read_to_string(root.join("assets/patterns.txt")).expect("the patterns to start with");
    core.extend(
        patterns
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| Some(line.split_once(" | ")?.0.to_owned())),
    );
    for layer in ["src/grid", "src/project", "src/sheet", "src/formats"] {
        for source in sources(&root.join(layer)) {
            let errors = literals(&source, "#[error(", 1).into_iter().flatten();
            core.extend(errors.filter(|text| !text.contains('{')));
        }
    }
    core.retain(|text| text.contains(char::is_alphabetic));
    texts.extend(core.into_iter().map(|text| (text, None)));
    texts
}

/// The code of a file, or of all source files below a folder, without comments and unit tests.
fn sources(place: &Path) -> Vec<String> {
    if place.is_dir() {
        let entries = std::fs::read_dir(place).expect("a folder");
        return entries.flat_map(|entry| sources(&entry.expect("an entry").path())).collect();
    }
    if place.extension().is_none_or(|ending| ending != "rs") || place.ends_with("tests.rs") {
        return Vec::new();
    }
    let source = std::fs::read_to_string(place).expect("source");
    let source = source.split("\n#[cfg(test)]\n").next().unwrap_or_default();
    vec![source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")]
}

/// The first literals behind each place where something begins.
fn literals(code: &str, opening: &str, n_texts: usize) -> Vec<Vec<String>> {
    let of_place = |at: usize| {
        let before = code[..at].chars().next_back();
        let rest = &code[at + opening.len()..];
        // The name of a macro may end like that of another.
        let is_whole = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        // What counts comes first.
        let rest = if opening == "tr_n!(" { &rest[rest.find('"').unwrap_or_default()..] } else { rest };
        let texts: Vec<String> = Literals(rest).take(n_texts).collect();
        (is_whole && texts.len() == n_texts).then_some(texts)
    };
    code.match_indices(opening).filter_map(|(at, _)| of_place(at)).collect()
}

/// Every literal of a piece of code.
fn all_literals(code: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = code;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find('"')?..];
            // A character may be a quotation mark.
            match literal(rest) {
                Some((text, after)) => {
                    rest = after;
                    return Some(text);
                }
                None => rest = &rest[1..],
            }
        }
    })
}

/// Literals with commas between them.
struct Literals<'a>(&'a str);

impl Iterator for Literals<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let (text, after) = literal(self.0)?;
        self.0 = after.trim_start_matches(',');
        Some(text)
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
    let texts = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty() && *line != "Plurals");
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
                // The edges of panels are named by the toolkit.
                texts.extend(child.label().filter(|_| child.role() != Role::Splitter));
                texts.extend(child.value().filter(|_| !is_typed));
            }
        }
        let mut texts = BTreeSet::new();
        walk(&self.harness.root().accesskit_node(), &mut texts);
        texts
    }
}

/// Words that are the same in every language: names of keys, programs and formats.
const DATA: &str = "Ctrl Shift Alt Left Right Up Down Home End Enter Space Page Esc Tab Delete PDF PNG HTML jpg EP ED \
                    SudokuPad cluesmith English brackets";

/// Whether a word need not be translated: a cell, a digit, a unit such as in "1.5/s", or one of the list.
fn is_data(word: &str) -> bool {
    word.chars().count() == 1
        || word.contains(|c: char| c.is_ascii_digit())
        || DATA.split(' ').any(|known| known == word)
}

/// Whether words stand outside brackets.
fn is_left_in_english(text: &str) -> bool {
    let mut depth = 0;
    let outside: String = text
        .chars()
        .map(|c| {
            depth += i32::from(c == '\u{27e6}') - i32::from(c == '\u{27e7}');
            if depth == 0 { c } else { ' ' }
        })
        .collect();
    let mut words = outside.split(|c: char| !c.is_alphanumeric()).filter(|word| word.contains(char::is_alphabetic));
    words.any(|word| !is_data(word))
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

/// What was looked at in the window, and what was found to be English.
struct Walk {
    studio: Studio,
    seen: BTreeSet<String>,
    /// Each text with the first place where it was found.
    left: BTreeMap<String, String>,
    _folder: TempDir,
}

impl Walk {
    fn new() -> Walk {
        let (studio, folder) = bracketed();
        studio.harness.ctx.all_styles_mut(|style| style.interaction.tooltip_delay = 0.0);
        Walk { studio, seen: BTreeSet::new(), left: BTreeMap::new(), _folder: folder }
    }

    /// Notes what is English on the screen.
    fn note(&mut self, place: &str) {
        for text in self.studio.all_texts().into_iter().filter(|text| is_left_in_english(text)) {
            self.left.entry(text).or_insert_with(|| place.to_owned());
        }
    }

    /// Looks at all that is on the screen.
    fn look(&mut self, place: &str) {
        self.studio.step();
        self.note(place);
    }

    /// Looks at all that is on the screen, and at the tooltips of what was not there before.
    fn look_closely(&mut self, place: &str) {
        self.look(place);
        let screen = self.studio.harness.ctx.content_rect();
        let nodes = self.studio.harness.get_all_by(|node| node.label().is_some());
        let found: Vec<(String, Pos2)> =
            nodes.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect().center())).collect();
        for (label, at) in found {
            let is_cell = label.starts_with('r') && label.contains(", ");
            if !is_cell && screen.contains(at) && self.seen.insert(label.clone()) {
                self.studio.harness.hover_at(at);
                self.studio.harness.run_steps(3);
                self.note(&format!("{place}, pointing at {label}"));
            }
        }
        self.studio.harness.hover_at(Pos2::new(640.0, 2.0));
    }

    fn run(&mut self, command: Command) {
        self.studio.run_bracketed(command);
    }

    /// Presses the first control whose name contains this.
    #[track_caller]
    fn press(&mut self, words: &str) {
        let is_named = |node: &AccessKitNode<'_>| node.label().is_some_and(|label| label.contains(words));
        let is_it = |node: &AccessKitNode<'_>| node.role() != Role::Label && is_named(node);
        self.studio.harness.get_all_by(is_it).next().expect("a control of this name").click();
        self.studio.step();
    }

    fn close(&mut self) {
        self.studio.key(Modifiers::NONE, Key::Escape);
        self.studio.step();
    }

    /// A pattern with its puzzle, and some results.
    fn with_results() -> Walk {
        let mut walk = Walk::new();
        walk.press("Pattern \u{27e6}Ring");
        walk.studio.wait_for_answer();
        walk.run(Command::VIEW_RESULTS);
        walk.press("How many puzzles");
        walk.studio.key(Modifiers::COMMAND, Key::A);
        walk.studio.harness.event(Event::Text("4".to_owned()));
        walk.studio.step();
        walk.studio.key(Modifiers::NONE, Key::Enter);
        walk.run(Command::FIND_DIFFERENT);
        walk.studio.wait_until("end of the job", |app| !app.jobs().is_running());
        walk
    }

    #[track_caller]
    fn end(self) {
        assert!(self.left.is_empty(), "left in English: {:#?}", self.left);
    }
}

#[test]
fn menus_palette_and_dialogs_are_translated() {
    let mut walk = Walk::with_results();
    for menu in Menu::ALL {
        walk.studio.harness.get_all_by_label(menu.title()).next().expect("a menu").click();
        walk.look(&format!("{menu:?}"));
        walk.close();
    }
    walk.studio.command(Key::K);
    walk.look("palette");
    walk.studio.harness.get_by_label(&brackets("Command")).type_text("no such command");
    walk.look("palette without a line");
    walk.close();
    for dialog in DIALOGS {
        walk.run(dialog);
        walk.studio.harness.run_steps(8);
        walk.look_closely(&format!("{dialog:?}"));
        walk.close();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("1.jpg");
    std::fs::write(&picture, include_bytes!("../data/corner.jpg")).expect("written");
    walk.studio.script([picture]);
    walk.run(Command::PATTERN_FROM_PICTURE);
    walk.studio.wait_until("the dialog", |app| app.session().has_modal());
    walk.look_closely("picture");
    walk.close();
    walk.end();
}

#[test]
fn the_views_of_a_first_start_are_translated() {
    let mut walk = Walk::new();
    walk.look_closely("first start");
    for view in VIEWS {
        walk.run(view);
        walk.look_closely(&format!("{view:?} of an empty board"));
    }
    walk.run(Command::TOUR);
    for step in 1..=6 {
        walk.look_closely(&format!("step {step} of the tour"));
        walk.press(if step < 6 { "Tour: next" } else { "Tour: finish" });
    }
    walk.run(Command::VIEW_PATTERN);
    walk.press("Symmetry: \u{27e6}Half turn");
    walk.studio.click(1, 1);
    walk.look_closely("a young pattern");
    walk.end();
}

#[test]
fn the_views_of_a_puzzle_are_translated() {
    let mut walk = Walk::with_results();
    for tab in [Command::SHOW_HISTORY, Command::SHOW_PUZZLES, Command::SHOW_DESIGN] {
        walk.run(tab);
        walk.look_closely(&format!("{tab:?}"));
    }
    for view in VIEWS {
        walk.run(view);
        walk.studio.harness.run_steps(8);
        walk.look_closely(&format!("{view:?}"));
    }
    walk.run(Command::VIEW_RESULTS);
    walk.press("Results as table");
    walk.look_closely("results as table");
    walk.run(Command::SELECT_RESULTS);
    walk.look("selected results");
    walk.run(Command::VIEW_ANALYSIS);
    for exhibit in ["redundant clues", "candidate heat", "unavoidable sets", "fewest clues", "solutions"] {
        walk.press(&format!("Show {exhibit}"));
        walk.studio.harness.run_steps(30);
        walk.look_closely(exhibit);
    }
    walk.run(Command::VIEW_TRACE);
    for _ in 0..4 {
        walk.look("the trace");
        walk.run(Command::TRACE_FORWARD);
    }
    walk.run(Command::TRACE_LAST);
    walk.look_closely("the end of the trace");
    walk.end();
}

#[test]
fn the_lab_is_translated() {
    let mut walk = Walk::new();
    walk.press("Size of the grid");
    walk.press("4×4");
    walk.studio.click(1, 1);
    walk.run(Command::INVERT);
    walk.studio.wait_for_answer();
    walk.run(Command::VIEW_LAB);
    for experiment in ["LP generator", "LP solver", "SAT in rounds", "Fewest clues", "One grid", "Backward"] {
        walk.press(&format!("Experiment: \u{27e6}{experiment}"));
        walk.look_closely(experiment);
        walk.run(Command::LAB_RUN);
        walk.studio.wait_until("the end of the run", |app| matches!(app.lab().state(), LabState::Done { .. }));
        walk.look_closely(&format!("after a run of {experiment}"));
        for _ in 0..3 {
            walk.run(Command::TRACE_BACK);
            walk.look(experiment);
        }
    }
    walk.end();
}

#[test]
fn solving_by_hand_and_what_it_says_are_translated() {
    let mut walk = Walk::with_results();
    walk.run(Command::VIEW_PUZZLE);
    for tool in ["digit", "corner", "centre", "colour", "line", "filter"] {
        walk.press(&format!("Tool: {tool}"));
        walk.look_closely(tool);
    }
    walk.run(Command::FILTER_NEXT);
    walk.look_closely("filter by digit");
    walk.run(Command::FILL_CANDIDATES);
    for _ in 0..2 {
        walk.run(Command::HINT);
        walk.studio.wait_until("a hint", |app| app.solving().is_some_and(|solving| solving.hint.is_some()));
        walk.look("hint");
    }
    walk.run(Command::CHECK);
    walk.look_closely("check");
    for command in [Command::COPY, Command::COPY_SUDOKU_PAD, Command::COPY_RESULTS, Command::ADD_PUZZLE] {
        walk.run(command);
        walk.look("notices");
    }
    walk.run(Command::MESSAGES);
    walk.look("messages");
    walk.end();
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
