//! The manual: the pages of `docs/manual`, which the program carries, and where it is open.

mod markdown;
mod view;

pub(super) use markdown::anchor;
pub(super) use view::{example_ui, manual_ui};

use markdown::{Block, parse, plain};
use std::sync::LazyLock;

/// The files in the order of the table of contents.
macro_rules! pages {
    ($($file:literal),+ $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../../docs/manual/", $file)))),+];
    };
}

pages! {
    "first-puzzle.md",
    "patterns.md",
    "strategies.md",
    "difficulty.md",
    "results-and-replay.md",
    "lab.md",
    "sheets.md",
    "formats.md",
    "command-line.md",
    "proofs.md",
    "mathematics.md",
    "errata.md",
    "questions.md",
}

/// A page, read.
struct Page {
    /// Name of its file, by which links call it.
    file: &'static str,
    /// Its first heading.
    title: String,
    blocks: Vec<Block>,
}

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| FILES.iter().map(|&(file, text)| Page::new(file, text)).collect());

impl Page {
    fn new(file: &'static str, text: &str) -> Page {
        let blocks = parse(text);
        let title = blocks.iter().find(|block| matches!(block, Block::Heading(..))).map(Block::text);
        Page { file, title: title.unwrap_or_else(|| file.to_owned()), blocks }
    }

    /// The heading with this anchor.
    fn heading(&self, wanted: &str) -> Option<usize> {
        let is_it = |block: &Block| matches!(block, Block::Heading(_, spans) if anchor(&plain(spans)) == wanted);
        self.blocks.iter().position(is_it)
    }

    /// The heading that the block stands under: its number and its text.
    fn section(&self, block: usize) -> (usize, String) {
        let headings = self.blocks[..=block].iter().enumerate().rev();
        let mut headings = headings.filter(|(_, block)| matches!(block, Block::Heading(..)));
        headings.next().map_or_else(|| (0, self.title.clone()), |(index, block)| (index, block.text()))
    }
}

/// A block of a page; block 0 is its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Place {
    page: usize,
    block: usize,
}

impl Place {
    /// Where a link such as `patterns.md#brushes` leads; from this page, where the link names none.
    fn of_link(link: &str, from: usize) -> Option<Place> {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let page = if file.is_empty() { from } else { PAGES.iter().position(|page| page.file == file)? };
        let block = if heading.is_empty() { 0 } else { PAGES[page].heading(heading)? };
        Some(Place { page, block })
    }
}

/// The manual, open somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manual {
    place: Place,
    /// Whether the place has to be scrolled to.
    is_new: bool,
    /// Places seen before, the last one last.
    seen: Vec<Place>,
    /// What is sought.
    wanted: String,
}

impl Manual {
    /// Open where this link leads; at the first page, if it leads nowhere.
    pub(super) fn at(link: &str) -> Manual {
        Manual { place: Place::of_link(link, 0).unwrap_or_default(), is_new: true, ..Manual::default() }
    }

    /// The page and the heading, as a link.
    pub fn link(&self) -> String {
        let page = &PAGES[self.place.page];
        match &page.blocks[self.place.block] {
            Block::Heading(_, spans) if self.place.block > 0 => format!("{}#{}", page.file, anchor(&plain(spans))),
            _ => page.file.to_owned(),
        }
    }

    fn go_to(&self, place: Place) -> Manual {
        let mut seen = self.seen.clone();
        seen.push(self.place);
        Manual { place, is_new: true, seen, wanted: self.wanted.clone() }
    }

    fn back(&self) -> Option<Manual> {
        let mut seen = self.seen.clone();
        let place = seen.pop()?;
        Some(Manual { place, is_new: true, seen, wanted: self.wanted.clone() })
    }
}

/// A section that holds what is sought.
struct Hit {
    place: Place,
    /// Page and section.
    title: String,
    /// The words around it.
    excerpt: String,
}

/// The sections with all of these words, those with them in the heading first; each once.
fn search(wanted: &str) -> Vec<Hit> {
    let words: Vec<String> = wanted.split_whitespace().map(str::to_lowercase).collect();
    let Some(first) = words.first() else { return Vec::new() };
    let mut found: Vec<(bool, Hit)> = Vec::new();
    for (number, page) in PAGES.iter().enumerate() {
        for (index, block) in page.blocks.iter().enumerate() {
            let text = block.text();
            let lower = text.to_lowercase();
            if !words.iter().all(|word| lower.contains(word)) {
                continue;
            }
            let (heading, section) = page.section(index);
            let place = Place { page: number, block: heading };
            if found.iter().any(|(_, hit)| hit.place == place) {
                continue;
            }
            let title = if section == page.title { section } else { format!("{}: {section}", page.title) };
            let is_heading = matches!(block, Block::Heading(..));
            let excerpt = if is_heading { String::new() } else { excerpt(&text, first) };
            found.push((!is_heading, Hit { place, title, excerpt }));
        }
    }
    found.sort_by_key(|(is_below, _)| *is_below);
    found.into_iter().map(|(_, hit)| hit).collect()
}

/// Some words around the first of these, which is in lower case.
fn excerpt(text: &str, wanted: &str) -> String {
    /// Characters before and after.
    const AROUND: usize = 32;
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| word.to_lowercase().contains(wanted)).unwrap_or(0);
    let length = |words: &[&str]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>();
    let (mut from, mut to) = (at, at + 1);
    while from > 0 && length(&words[from - 1..at]) <= AROUND {
        from -= 1;
    }
    while to < words.len() && length(&words[at + 1..=to]) <= AROUND {
        to += 1;
    }
    let dots = |is_cut: bool| if is_cut { "\u{2026}" } else { "" };
    format!("{}{}{}", dots(from > 0), words[from..to].join(" "), dots(to < words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::help::Topic;
    use crate::logic::STRATEGIES;

    #[test]
    fn the_table_of_contents_lists_the_same_pages() {
        let contents = parse(include_str!("../../../docs/manual/SUMMARY.md"));
        let listed: Vec<(String, String)> = (contents.iter())
            .filter_map(|block| if let Block::Item(_, _, spans) = block { spans.first() } else { None })
            .map(|span| (span.link.clone().expect("a link"), span.text.clone()))
            .collect();
        let pages: Vec<(String, String)> =
            PAGES.iter().map(|page| (page.file.to_owned(), page.title.clone())).collect();
        assert_eq!(listed, pages);
    }

    #[test]
    fn every_topic_has_its_section() {
        let strategies = STRATEGIES.iter().map(|strategy| Topic::Strategy(strategy.id()));
        for topic in Topic::AREAS.into_iter().chain(strategies) {
            let link = topic.link();
            assert_eq!(Manual::at(&link).link(), link, "{topic:?}");
        }
    }

    #[test]
    fn links_lead_to_pages_and_headings() {
        #[track_caller]
        fn check(link: &str, expected: Option<&str>) {
            let place = Place::of_link(link, 1);
            let told = place.map(|place| Manual { place, ..Manual::default() }.link());
            assert_eq!(told.as_deref(), expected, "{link}");
        }
        check("lab.md", Some("lab.md"));
        check("strategies.md#x-wing", Some("strategies.md#x-wing"));
        check("#brushes", Some("patterns.md#brushes"));
        check("#no-such-heading", None);
        check("https://example.org", None);
    }

    #[test]
    fn sections_are_found_by_their_words() {
        #[track_caller]
        fn check(wanted: &str, first: Option<&str>) {
            let hits = search(wanted);
            assert_eq!(hits.first().map(|hit| hit.title.as_str()), first, "{wanted}");
            for hit in hits {
                assert!(hit.excerpt.chars().count() < 120, "{}", hit.excerpt);
            }
        }
        check("sHEETs", Some("Sheets"));
        check("x-wing", Some("Strategies: X-wing"));
        check("unavoidable hitting", Some("The mathematics: Unavoidable sets and hitting sets"));
        check("no such words at all", None);
        check("  ", None);
    }

    #[test]
    fn excerpts_are_cut_at_words() {
        let text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen";
        assert_eq!(
            excerpt(text, "eight"),
            "\u{2026}two three four five six seven eight nine ten eleven twelve thirteen\u{2026}"
        );
        assert_eq!(excerpt("One two", "two"), "One two");
    }
}
