//! Links of the README and of everything in `docs` lead to files and headings that exist.

use crate::{in_package, pages, read};
use std::path::Path;

/// The text without what stands in code.
fn without_code(text: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            out.extend(line.split('`').step_by(2));
            out.push('\n');
        }
    }
    out
}

/// What the links and pictures of a text lead to.
fn links(text: &str) -> Vec<String> {
    let text = without_code(text);
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The names of a page's headings, as forges make them.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if let Some(heading) =
            line.trim_start_matches('#').strip_prefix(' ').filter(|_| !is_code && line.starts_with('#'))
        {
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            found.push(kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    found
}

/// Why the link of a page leads nowhere.
fn fault(page: &str, link: &str) -> Option<String> {
    if link.starts_with("https://") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(page).parent().expect("a folder");
    let path = if file.is_empty() { Path::new(page).to_owned() } else { folder.join(file) };
    let path = path.to_str().expect("UTF-8");
    if !in_package(path).exists() {
        return Some(format!("{page}: no file {link}"));
    }
    let is_there = heading.is_empty() || anchors(&read(path)).iter().any(|anchor| anchor == heading);
    (!is_there).then(|| format!("{page}: no heading {link}"))
}

#[test]
fn links_lead_somewhere() {
    let mut all = pages();
    all.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "BENCHMARKS.md", "CHANGELOG.md"].map(str::to_owned));
    let mut n_links = 0;
    let mut faults = Vec::new();
    for page in all {
        for link in links(&read(&page)) {
            n_links += 1;
            faults.extend(fault(&page, &link));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(n_links > 80, "{n_links}");
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = links(&read("docs/manual/SUMMARY.md"));
    for page in pages() {
        let Some(name) = page.strip_prefix("docs/manual/").filter(|name| *name != "SUMMARY.md") else { continue };
        assert_eq!(contents.iter().filter(|link| *link == name).count(), 1, "{name}");
    }
}

#[test]
fn wrong_links_are_noticed() {
    let told = |link: &str| fault("docs/manual/SUMMARY.md", link).unwrap_or_default();
    assert_eq!(told("no-such-page.md"), "docs/manual/SUMMARY.md: no file no-such-page.md");
    assert_eq!(told("patterns.md#no-such-heading"), "docs/manual/SUMMARY.md: no heading patterns.md#no-such-heading");
    assert_eq!(told("../../README.md"), "");
    assert_eq!(links("a [b](c) `[d](e)` ![f](g)\n```\n[h](i)\n```\n"), ["c", "g"]);
}
