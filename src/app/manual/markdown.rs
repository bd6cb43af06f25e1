//! The part of Markdown that the manual is written in: headings, paragraphs, lists, quotations, tables, code, pictures;
//! in their text bold, emphasis, code and links.

/// A run of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::app) struct Span {
    pub text: String,
    pub is_bold: bool,
    pub is_emphasised: bool,
    pub is_code: bool,
    /// Where a click on it leads, as written.
    pub link: Option<String>,
}

/// What stands below each other on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) enum Block {
    /// Its level, from 1.
    Heading(usize, Vec<Span>),
    Paragraph(Vec<Span>),
    /// What stands before it: a bullet or a number. Its depth counts from 0.
    Item(String, usize, Vec<Span>),
    Quotation(Vec<Span>),
    Code(String),
    /// The first row is the heading.
    Table(Vec<Vec<Vec<Span>>>),
    /// Its description and its file.
    Picture(String, String),
}

impl Block {
    /// All its text, without styles.
    pub(in crate::app) fn text(&self) -> String {
        match self {
            Block::Heading(_, spans) | Block::Paragraph(spans) | Block::Item(_, _, spans) | Block::Quotation(spans) => {
                plain(spans)
            }
            Block::Code(text) => text.clone(),
            Block::Table(rows) => {
                let row = |cells: &Vec<Vec<Span>>| cells.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" ");
                rows.iter().map(row).collect::<Vec<_>>().join(" ")
            }
            Block::Picture(description, _) => description.clone(),
        }
    }
}

/// The text of the spans without their styles.
pub(in crate::app) fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// The name by which links call a heading, as forges make it: "Set logic: a proof" is `set-logic-a-proof`.
pub(in crate::app) fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The blocks of a page.
pub(in crate::app) fn parse(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    // What the next line of text goes on with.
    let mut open = false;
    while let Some(line) = lines.next() {
        let content = line.trim();
        if content.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "```").collect();
            blocks.push(Block::Code(code.join("\n")));
            open = false;
        } else if content.is_empty() || content.starts_with("<!--") {
            open = false;
        } else if let Some((level, heading)) = heading(content) {
            blocks.push(Block::Heading(level, spans(heading)));
            open = false;
        } else if content.starts_with('|') {
            let mut rows = vec![row(content)];
            while let Some(next) = lines.next_if(|line| line.trim().starts_with('|')) {
                if !next.trim().chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
                    rows.push(row(next.trim()));
                }
            }
            blocks.push(Block::Table(rows));
            open = false;
        } else if let Some((description, file)) = picture(content) {
            blocks.push(Block::Picture(description.to_owned(), file.to_owned()));
            open = false;
        } else if let Some((mark, rest)) = item(content) {
            let depth = (line.len() - line.trim_start().len()) / 2;
            blocks.push(Block::Item(mark, depth.min(4), spans(rest)));
            open = true;
        } else if let Some(rest) = content.strip_prefix("> ") {
            match blocks.last_mut() {
                Some(Block::Quotation(before)) if open => go_on(before, rest),
                _ => blocks.push(Block::Quotation(spans(rest))),
            }
            open = true;
        } else {
            match blocks.last_mut() {
                Some(Block::Paragraph(before) | Block::Item(_, _, before) | Block::Quotation(before)) if open => {
                    go_on(before, content);
                }
                _ => blocks.push(Block::Paragraph(spans(content))),
            }
            open = true;
        }
    }
    blocks
}

fn go_on(before: &mut Vec<Span>, line: &str) {
    before.push(Span { text: " ".to_owned(), ..Span::default() });
    before.extend(spans(line));
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.len() - line.trim_start_matches('#').len();
    (1..=6).contains(&level).then_some(())?;
    Some((level, line[level..].strip_prefix(' ')?))
}

fn item(line: &str) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some(("\u{2022}".to_owned(), rest));
    }
    let (number, rest) = line.split_once(". ")?;
    (!number.is_empty() && number.chars().all(|c| c.is_ascii_digit())).then(|| (format!("{number}."), rest))
}

fn picture(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("![")?.strip_suffix(')')?.split_once("](")
}

fn row(line: &str) -> Vec<Vec<Span>> {
    line.trim_matches('|').split('|').map(|cell| spans(cell.trim())).collect()
}

/// The runs of a line.
fn spans(line: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut style = Span::default();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if let Some((text, after)) = rest.strip_prefix('`').and_then(|inner| inner.split_once('`')) {
            end(&mut found, &mut style);
            found.push(Span { text: text.to_owned(), is_code: true, ..style.clone() });
            rest = after;
        } else if let Some((text, link, after)) = link(rest) {
            end(&mut found, &mut style);
            for span in spans(text) {
                found.push(Span { link: Some(link.to_owned()), is_bold: style.is_bold || span.is_bold, ..span });
            }
            rest = after;
        } else if let Some(after) = rest.strip_prefix("**") {
            end(&mut found, &mut style);
            style.is_bold = !style.is_bold;
            rest = after;
        } else if let Some(after) = rest.strip_prefix('*') {
            end(&mut found, &mut style);
            style.is_emphasised = !style.is_emphasised;
            rest = after;
        } else {
            // A backslash takes the meaning of the character after it away.
            let escaped =
                rest.strip_prefix('\\').and_then(|after| after.chars().next()).filter(char::is_ascii_punctuation);
            let shown = escaped.unwrap_or(c);
            style.text.push(shown);
            rest = &rest[escaped.map_or(0, |_| 1) + shown.len_utf8()..];
        }
    }
    end(&mut found, &mut style);
    found
}

/// Ends the run; the style goes on.
fn end(found: &mut Vec<Span>, style: &mut Span) {
    if !style.text.is_empty() {
        found.push(style.clone());
        style.text.clear();
    }
}

fn link(rest: &str) -> Option<(&str, &str, &str)> {
    let (text, after) = rest.strip_prefix('[')?.split_once("](")?;
    if text.contains(['[', ']']) {
        return None;
    }
    let (link, after) = after.split_once(')')?;
    Some((text, link, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Styles as `*bold*`, `/emphasis/`, `` `code` ``, and `text@link`.
    fn told(spans: &[Span]) -> String {
        let told = |span: &Span| {
            let mut text = span.text.clone();
            for (is_so, mark) in [(span.is_bold, '*'), (span.is_emphasised, '/'), (span.is_code, '`')] {
                if is_so {
                    text = format!("{mark}{text}{mark}");
                }
            }
            span.link.as_ref().map_or(text.clone(), |link| format!("{text}@{link}"))
        };
        spans.iter().map(told).collect::<Vec<_>>().join("|")
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let told = |block: &Block| match block {
            Block::Heading(level, spans) => format!("h{level} {}", told(spans)),
            Block::Paragraph(spans) => format!("p {}", told(spans)),
            Block::Item(mark, depth, spans) => format!("{mark}{depth} {}", told(spans)),
            Block::Quotation(spans) => format!("> {}", told(spans)),
            Block::Code(text) => format!("code {text:?}"),
            Block::Table(rows) => {
                let row = |cells: &Vec<Vec<Span>>| cells.iter().map(|cell| told(cell)).collect::<Vec<_>>().join(" ; ");
                format!("table {}", rows.iter().map(row).collect::<Vec<_>>().join(" / "))
            }
            Block::Picture(description, file) => format!("picture {description} {file}"),
        };
        assert_eq!(parse(text).iter().map(told).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn blocks_are_told_apart() {
        check("# One\n\nTwo\nthree.\n\nFour.", &["h1 One", "p Two| |three.", "p Four."]);
        check("- a\n  b\n- c\n  - d\n12. e", &["\u{2022}0 a| |b", "\u{2022}0 c", "\u{2022}1 d", "12.0 e"]);
        check("```sh\n# no heading\n\n- no item\n```\nafter", &["code \"# no heading\\n\\n- no item\"", "p after"]);
        check("| a | b |\n| --- | --- |\n| `c` | [d](e.md) |", &["table a ; b / `c` ; d@e.md"]);
        check("> a\n> b\n\nc", &["> a| |b", "p c"]);
        check("![A wing](pictures/wing.svg)", &["picture A wing pictures/wing.svg"]);
        check("<!-- from here on made by a program -->\na", &["p a"]);
        check("#5 is no heading\n2020 was. A year", &["p #5 is no heading| |2020 was. A year"]);
    }

    #[test]
    fn text_has_styles() {
        check("a **b** *c* `**d**` e", &["p a |*b*| |/c/| |`**d**`| e"]);
        check("**See [f](g.md#h).**", &["p *See *|*f*@g.md#h|*.*"]);
        check("[`a`](b) [c] \\*d\\* r1c1\\<\\>2 \\n", &["p `a`@b| [c] *d* r1c1<>2 \\n"]);
        check("an odd ` and [one", &["p an odd ` and [one"]);
    }

    #[test]
    fn headings_have_the_names_that_forges_give() {
        for (heading, expected) in [
            ("Naked single", "naked-single"),
            ("Clues for given cells (paper 1)", "clues-for-given-cells-paper-1"),
            ("Lab: LP & more", "lab-lp--more"),
            ("BUG+1", "bug1"),
        ] {
            assert_eq!(anchor(heading), expected);
        }
    }
}
