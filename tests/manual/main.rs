//! The manual and the README: what is made from the program is up to date, what they say to type runs, links lead
//! somewhere. With `CLUESMITH_WRITE_MANUAL` set the parts that are made are written: `scripts/manual`.

mod command_line;
#[cfg(unix)]
mod commands;
mod links;
mod strategies;

use std::fs;
use std::path::{Path, PathBuf};

/// What stands below this line is made.
const MARK: &str = "<!-- Made by scripts/manual from here on -->";

fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(in_package(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The README, the pages of the manual and the claims of the papers, as paths in the package.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(in_package("docs/manual")).expect("the manual");
    let paths = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let name =
        |path: PathBuf| path.file_name().and_then(|name| name.to_str()).map(|name| format!("docs/manual/{name}"));
    let mut pages: Vec<String> = paths.map(|path| name(path).expect("UTF-8")).collect();
    assert!(pages.len() > 10, "{pages:?}");
    pages.extend(["README.md", "docs/papers.md"].map(str::to_owned));
    pages.sort();
    pages
}

/// The file holds this; with `CLUESMITH_WRITE_MANUAL` set, it does afterwards.
#[track_caller]
fn check_made(path: &str, expected: &str) {
    if std::env::var_os("CLUESMITH_WRITE_MANUAL").is_some() {
        fs::write(in_package(path), expected).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let found = fs::read_to_string(in_package(path)).unwrap_or_default();
    let differing = found.lines().zip(expected.lines()).position(|(a, b)| a != b);
    assert!(
        found == expected,
        "{path} is out of date (line {}): run scripts/manual to make it anew",
        differing.map_or_else(|| found.lines().count().min(expected.lines().count()) + 1, |line| line + 1)
    );
}

/// The page, with all that stands below the mark replaced.
fn with_made_part(path: &str, made: &str) -> String {
    let page = read(path);
    let (by_hand, _) = page.split_once(MARK).unwrap_or_else(|| panic!("{path} has no line {MARK}"));
    format!("{by_hand}{MARK}\n\n{}\n", made.trim_end())
}

/// Text in which no character has a meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
