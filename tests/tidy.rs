//! Rules about the source that neither the compiler nor clippy knows: who may use whom, what the core
//! stays away from, how long a file may get.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const CORE: &[&str] =
    &["src/sat", "src/lp", "src/grid", "src/logic", "src/grid_checker", "src/generate", "src/formats", "src/sheet"];
/// The top-level modules, lowest first, each with those it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("sat", &[]),
    ("lp", &[]),
    ("grid", &[]),
    ("logic", &["sat", "lp", "grid"]),
    ("grid_checker", &["grid", "logic"]),
    ("generate", &["sat", "lp", "grid", "logic", "grid_checker"]),
    ("formats", &["grid", "logic"]),
    ("sheet", &["grid", "logic", "formats"]),
    ("project", &["grid", "logic", "formats", "sheet"]),
    ("jobs", &["grid", "logic", "grid_checker", "generate"]),
    ("saving", &[]),
    ("cli", &["sat", "grid", "logic", "grid_checker", "generate", "formats", "sheet", "project", "jobs", "saving"]),
    (
        "app",
        &["sat", "grid", "logic", "grid_checker", "generate", "formats", "sheet", "project", "jobs", "saving", "cli"],
    ),
];
/// The lowest modules of the studio.
const VALUES_OF_THE_STUDIO: &[&str] = &[
    "src/app/board/analysis.rs",
    "src/app/board/by_hand.rs",
    "src/app/board/digits.rs",
    "src/app/board/evidence.rs",
    "src/app/board/lab.rs",
    "src/app/board/layout.rs",
    "src/app/board/paint.rs",
    "src/app/board/rules.rs",
    "src/app/board/sets.rs",
    "src/app/board/state.rs",
    "src/app/board/stroke.rs",
    "src/app/board/wheel.rs",
    "src/app/board/zoom.rs",
    "src/app/command/mod.rs",
    "src/app/dialogs.rs",
    "src/app/disk.rs",
    "src/app/export.rs",
    "src/app/help.rs",
    "src/app/io.rs",
    "src/app/language.rs",
    "src/app/picture.rs",
    "src/app/theme.rs",
    "src/app/view.rs",
    "src/app/widgets.rs",
    "src/app/wording.rs",
];
const ALL: &[&str] = &["src", "tests", "examples", "benches"];

const RULES: &[Rule] = &[
    // The core is repeatable and cannot fail: nothing from outside gets in.
    Rule {
        within: CORE,
        except: &[],
        forbidden: Names(&["std::fs", "std::env", "std::io", "std::process"]),
        why: "the core does no input and no output",
    },
    Rule {
        within: CORE,
        // A solver that cannot be stopped soon enough is left behind on a thread of its own.
        except: &["src/generate/sat/aside.rs"],
        forbidden: Names(&["std::thread"]),
        why: "the core starts no thread by itself",
    },
    Rule {
        within: CORE,
        except: &[],
        forbidden: Names(&["Instant", "SystemTime"]),
        why: "the core has no clock; the caller says when to stop",
    },
    Rule {
        within: CORE,
        except: &[],
        forbidden: Names(&["print!", "println!", "eprint!", "eprintln!"]),
        why: "the core returns values; the front ends print",
    },
    Rule {
        within: &["src"],
        // A lock that is held, a damaged file that is set aside, and lines for whoever measures frames.
        // A run that goes on adds lines to a file that it holds open.
        except: &["src/saving", "src/cli/resume.rs", "src/app/recovery.rs", "src/app/frame_log.rs"],
        forbidden: Names(&["File::create", "File::options", "OpenOptions", "fs::write", "fs::rename", "fs::copy"]),
        why: "files are written in one place, which follows links and replaces whole files",
    },
    Rule {
        within: &["src"],
        except: &["src/app", "src/main.rs"],
        forbidden: Names(&["egui", "eframe", "rfd"]),
        why: "only the studio knows its toolkit",
    },
    Rule {
        within: VALUES_OF_THE_STUDIO,
        except: &[],
        forbidden: Names(&["App", "Session", "Message"]),
        why: "what draws, reads or writes takes values; only what is above the studio's state knows it",
    },
    // Everywhere. The marks are written in two halves so that this file passes.
    Rule {
        within: ALL,
        except: &[],
        forbidden: Text(&[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")]),
        why: "do it now, or write an issue",
    },
    Rule {
        within: ALL,
        except: &[],
        forbidden: Text(&[concat!("#[ign", "ore")]),
        why: "a test runs, or goes; assert wrong behaviour with a note instead",
    },
    Rule { within: ALL, except: &[], forbidden: LinesOver(700), why: "a file holds one thing" },
];

struct Rule {
    /// Files, or folders with all that is below them.
    within: &'static [&'static str],
    except: &'static [&'static str],
    forbidden: Forbidden,
    why: &'static str,
}

use Forbidden::{LinesOver, Names, Text};

enum Forbidden {
    /// Paths, words and macros in code; comments and strings may mention them.
    Names(&'static [&'static str]),
    /// Text, in comments too.
    Text(&'static [&'static str]),
    LinesOver(usize),
}

#[test]
fn source_follows_the_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ALL {
        collect(&root.join(folder), &mut files);
    }
    assert!(files.len() > 2, "no source found below {}", root.display());

    let mut findings = Vec::new();
    for file in files {
        let path = relative(&file, root);
        let text = fs::read_to_string(&file).expect("source is readable UTF-8");
        for Finding { line, what, why } in check(&path, &text) {
            findings.push(format!("{path}:{line}: `{what}`: {why}"));
        }
    }
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    line: usize,
    what: String,
    why: &'static str,
}

/// All findings of all rules in one file, by line.
fn check(path: &str, text: &str) -> BTreeSet<Finding> {
    let code = without_comments_and_strings(text);
    let mut names: Vec<(usize, String)> = numbered(&code).collect();
    names.extend(imports(&code));

    let mut findings = BTreeSet::new();
    for (line, module) in modules_used_wrongly(path, &names) {
        findings.insert(Finding { line, what: module, why: "an arrow goes to a lower layer only" });
    }
    for rule in RULES {
        let within = |places: &[&str]| places.iter().any(|place| is_below(path, place));
        if !within(rule.within) || within(rule.except) {
            continue;
        }
        let mut report = |line: usize, what: &str| {
            findings.insert(Finding { line, what: what.to_owned(), why: rule.why });
        };
        match rule.forbidden {
            Names(forbidden) => {
                for (line, code) in &names {
                    for name in forbidden.iter().filter(|name| contains_name(code, name)) {
                        report(*line, name);
                    }
                }
            }
            Text(marks) => {
                for (line, text) in numbered(text) {
                    for mark in marks.iter().filter(|mark| text.contains(**mark)) {
                        report(line, mark);
                    }
                }
            }
            LinesOver(most) => {
                let lines = text.lines().count();
                if lines > most {
                    report(lines, &format!("{lines} lines"));
                }
            }
        }
    }
    findings
}

/// The top-level modules that a file of a layer may not use but does, with the line, however they are imported.
fn modules_used_wrongly(path: &str, names: &[(usize, String)]) -> Vec<(usize, String)> {
    let is_in = |module: &str| is_below(path, &format!("src/{module}"));
    let Some((_, allowed)) = LAYERS.iter().find(|(module, _)| is_in(module)) else { return Vec::new() };
    // How many `super` lead from this file to the root; one more from a module inside it.
    let depth = path.matches('/').count() - usize::from(path.ends_with("/mod.rs"));
    let mut found = Vec::new();
    for (module, _) in LAYERS.iter().filter(|(module, _)| !allowed.contains(module) && !is_in(module)) {
        let up = |n: usize| "super::".repeat(n);
        for prefix in ["crate::".to_owned(), up(depth), up(depth + 1)] {
            let name = format!("{prefix}{module}");
            // A longer chain of `super` leads elsewhere.
            let longer = format!("super::{name}");
            for (line, code) in names {
                if contains_name(code, &name) && !contains_name(code, &longer) {
                    found.push((*line, name.clone()));
                }
            }
        }
    }
    found
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.to_owned()))
}

/// `src/grid` covers `src/grid/cell.rs` and `src/grid.rs`, not `src/gridlock.rs`.
fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || rest == ".rs")
}

/// Whether `name` stands in `code` as a whole, not as a part of a longer name.
fn contains_name(code: &str, name: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name)
        .any(|(at, _)| !code[..at].ends_with(in_name) && !code[at + name.len()..].starts_with(in_name))
}

/// The paths of all `use` declarations, one for each name they bring in, so that
/// `use std::{fmt, fs};` shows `std::fs`.
fn imports(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use") {
        let after = &code[at + "use".len()..];
        let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !is_word || !after.starts_with(char::is_whitespace) {
            continue;
        }
        let mut line = 1 + code[..at].matches('\n').count();
        let mut prefixes = vec![String::new()];
        let mut path = String::new();
        for c in after.chars() {
            let prefix = prefixes.last().cloned().unwrap_or_default();
            match c {
                '{' => prefixes.push(prefix + &path),
                ',' | '}' | ';' if !path.is_empty() => found.push((line, prefix + &path)),
                _ => {}
            }
            match c {
                '{' | ',' => path.clear(),
                '}' => {
                    path.clear();
                    prefixes.pop();
                }
                ';' => break,
                '\n' => line += 1,
                c if c.is_whitespace() && path.is_empty() => {}
                c => path.push(c),
            }
        }
    }
    found
}

/// The code alone: every character of a comment or of a literal becomes a space, and lines stay lines.
fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = literal_or_comment(rest, code.chars().next_back());
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..skipped].chars().map(|c| if c == '\n' { c } else { ' ' }));
            rest = &rest[skipped..];
        }
    }
    code
}

/// How many bytes the comment or literal takes that starts here; 0 where none starts.
fn literal_or_comment(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        let mut depth = 0;
        let mut at = 0;
        while at < rest.len() {
            if rest[at..].starts_with("/*") {
                depth += 1;
                at += 2;
            } else if rest[at..].starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            } else {
                at += rest[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        return rest.len();
    }
    let starts_word = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if starts_word && rest.starts_with('r') {
        let hashes = rest[1..].len() - rest[1..].trim_start_matches('#').len();
        if rest[1 + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = 2 + hashes;
            return rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len());
        }
    }
    if rest.starts_with('"') {
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            if c == '"' && !escaped {
                return at + 1;
            }
            escaped = c == '\\' && !escaped;
        }
        return rest.len();
    }
    if let Some(body) = rest.strip_prefix('\'') {
        // A character; a lifetime has no second quote behind its first letter.
        if body.starts_with('\\') {
            return body.char_indices().skip(2).find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 2);
        }
        let mut chars = body.chars();
        if let (Some(c), Some('\'')) = (chars.next(), chars.next()) {
            return c.len_utf8() + 2;
        }
    }
    0
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// With forward slashes on every system.
fn relative(file: &Path, root: &Path) -> String {
    let path = file.strip_prefix(root).unwrap_or(file);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

// The rules themselves, on small texts: a rule that never strikes would look like tidy source.

#[track_caller]
fn strikes(path: &str, text: &str, expected: &[(usize, &str)]) {
    let findings = check(path, text);
    let found: Vec<_> = findings.iter().map(|f| (f.line, f.what.as_str())).collect();
    assert_eq!(found, expected, "in {path}:\n{text}");
}

#[test]
fn layers_go_down_only() {
    strikes("src/sat/cnf.rs", "use crate::grid::Cell;", &[(1, "crate::grid")]);
    strikes("src/grid/cell.rs", "use crate::logic::Step;", &[(1, "crate::logic")]);
    strikes("src/grid.rs", "fn f(s: &super::logic::Step) {}", &[(1, "super::logic")]);
    strikes("src/grid/mod.rs", "fn f(s: &super::logic::Step) {}", &[(1, "super::logic")]);
    strikes("src/grid/cell.rs", "fn f(s: &super::super::logic::Step) {}", &[(1, "super::super::logic")]);
    strikes("src/logic/step.rs", "use crate::{\n    generate,\n    grid,\n};", &[(2, "crate::generate")]);
    strikes("src/logic/step.rs", "use crate::sheet::Svg;", &[(1, "crate::sheet")]);
    strikes("src/grid_checker/a.rs", "use crate::generate::Watch;", &[(1, "crate::generate")]);
    strikes("src/generate/sat.rs", "use crate::{grid::{Cell}, jobs::{self}};", &[(1, "crate::jobs")]);
    strikes("src/project/edit.rs", "use crate::generate::auto;", &[(1, "crate::generate")]);
    strikes("src/jobs/runner.rs", "let a = crate::cli::main();", &[(1, "crate::cli")]);
    strikes("src/jobs/runner.rs", "use crate::project::Project;", &[(1, "crate::project")]);
    strikes("src/cli/solve.rs", "use crate::app::App;", &[(1, "crate::app")]);
    strikes("src/saving/place.rs", "use crate::grid::Cell;", &[(1, "crate::grid")]);
    strikes("src/project/file.rs", "crate::saving::save(path, text)", &[(1, "crate::saving")]);

    strikes("src/app/logic.rs", "use crate::{app, jobs};", &[]);
    strikes("src/main.rs", "crate::app::run()", &[]);
    strikes("src/logic/step.rs", "use crate::grid::Cell;\nuse crate::logic::Trace;", &[]);
    strikes("src/lib.rs", "#[cfg(feature = \"gui\")]\npub mod app;", &[]);
    strikes("src/grid/cell.rs", "use crate::logical::Step;", &[]);
    strikes("src/gridlock.rs", "use crate::logic::Step;", &[]);
    strikes("src/generate/auto.rs", "use super::sat::Encoding;", &[]);
    strikes("src/sheet/trace.rs", "use super::project::a;", &[]);
}

#[test]
fn core_stays_away_from_the_world() {
    strikes("src/grid/a.rs", "use std::{\n    fmt,\n    fs::{self, File},\n};", &[(3, "std::fs")]);
    strikes("src/logic/a.rs", "let home = std::env::var(\"HOME\");", &[(1, "std::env")]);
    strikes("src/generate/a.rs", "use std::time::{Duration, Instant};", &[(1, "Instant")]);
    strikes("src/generate/a.rs", "std::thread::scope(|s| s);", &[(1, "std::thread")]);
    strikes("src/logic/a.rs", "    println!(\"{}\", 1);", &[(1, "println!")]);
    strikes("src/jobs/a.rs", "ctx: egui::Context,", &[(1, "egui")]);

    strikes("src/jobs/a.rs", "use std::time::Instant;\nuse std::thread;", &[]);
    strikes("src/app/a.rs", "use eframe::egui;", &[]);
    strikes("src/logic/a.rs", "fn Instantiate() {}\nlet reprintln = 1;", &[]);
}

#[test]
fn files_are_written_in_one_place() {
    strikes("src/cli/a.rs", "std::fs::write(path, text)?;", &[(1, "fs::write")]);
    strikes("src/app/a.rs", "let file = File::create(path)?;", &[(1, "File::create")]);
    strikes("src/saving/mod.rs", "use std::fs::OpenOptions;", &[]);
    strikes("src/cli/a.rs", "let text = std::fs::read_to_string(path)?;\nfile.write_all(b\"\")?;", &[]);
}

#[test]
fn comments_and_strings_may_mention_anything() {
    strikes("src/grid/a.rs", "//! No egui, no std::fs.\n/* use crate::app; /* egui */ egui */", &[]);
    strikes("src/grid/a.rs", "let a = \"egui \\\" println! //\"; let b = r#\"egui \" egui\"#;", &[]);
    strikes("src/grid/a.rs", "let q = '\"'; egui::f(); let r = '\\''; egui::g();", &[(1, "egui")]);
    strikes("src/grid/a.rs", "let url = \"http://x\"; egui::f();", &[(1, "egui")]);
    strikes("src/grid/a.rs", "fn f<'a>(x: &'a str) -> impl Sized + use<'a> { egui::f() }", &[(1, "egui")]);
    strikes("src/grid/a.rs", "let many = \"one\n  egui\n\";\negui::f();", &[(4, "egui")]);
}

#[test]
fn marks_and_long_files_are_found_everywhere() {
    let mark = concat!("// TO", "DO: later");
    strikes("src/app/a.rs", mark, &[(1, concat!("TO", "DO"))]);
    let ignored = concat!("#[test]\n#[ign", "ore = \"slow\"]\nfn f() {}");
    strikes("tests/a.rs", ignored, &[(2, concat!("#[ign", "ore"))]);
    strikes("examples/a.rs", &"\n".repeat(700), &[]);
    strikes("examples/a.rs", &"\n".repeat(701), &[(701, "701 lines")]);
}

/// What the repository holds at its top level: a file that a command left there belongs nowhere.
const TOP: &[&str] = &[
    ".ci",
    ".editorconfig",
    ".github",
    ".gitignore",
    "ARCHITECTURE.md",
    "BENCHMARKS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "_typos.toml",
    "assets",
    "benches",
    "clippy.toml",
    "deny.toml",
    "docs",
    "examples",
    "packaging",
    "proptest-regressions",
    "rustfmt.toml",
    "scripts",
    "src",
    "tests",
];

/// The names in a list of paths that do not belong at the top level.
fn strangers(paths: &str) -> BTreeSet<&str> {
    let tops = paths.lines().map(|path| path.split_once('/').map_or(path, |(top, _)| top));
    tops.filter(|top| !TOP.contains(top)).collect()
}

#[test]
fn nothing_is_left_at_the_top_level() {
    assert_eq!(strangers("Cargo.toml\nsrc/lib.rs\nresults.txt\nout\nout2/a"), ["out", "out2", "results.txt"].into());
    let tracked = std::process::Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR"), "ls-files"]).output();
    match tracked {
        Ok(tracked) if tracked.status.success() => {
            let paths = String::from_utf8(tracked.stdout).expect("names are text");
            assert_eq!(strangers(&paths), BTreeSet::new());
        }
        _ => eprintln!("skipped: this is no checkout of git"),
    }
}
