//! Puzzles and patterns from pasted or dropped text, in every format that the program reads.

use crate::formats::{Content, Entry, Shapes, read_any};
use crate::grid::Shape;
use crate::project::{Edit, ListEdit, Project};

/// What a text does to the document: one puzzle or pattern comes onto the board, several are
/// added to the list. The shape is the present one where the size fits, else the first that fits.
///
/// # Errors
/// One sentence that says what is wrong and where.
pub(super) fn edit_of(text: &str, present: &Project) -> Result<Edit, String> {
    match read_any(text, Shapes::Prefer(present.shape())).map_err(|error| error.to_string())? {
        Content::Puzzles(entries) => match entries.as_slice() {
            [] => Err("the text is empty".to_owned()),
            [entry] if entry.info == crate::formats::Info::default() => Ok(Edit::SetPuzzle(entry.puzzle.clone())),
            [entry] => {
                let project = Box::new(project_of(entry, present));
                Ok(Edit::Replace { project, label: "paste puzzle".to_owned() })
            }
            _ => {
                let projects = entries.iter().map(|entry| project_of(entry, present)).collect();
                Ok(Edit::List(ListEdit::AddAll(projects)))
            }
        },
        Content::Patterns(patterns) => match patterns.as_slice() {
            [] => Err("the text is empty".to_owned()),
            [pattern] => Ok(Edit::SetPattern { pattern: *pattern, name: "from text".to_owned() }),
            _ => {
                let project = |shape: Shape, pattern| Project {
                    fixed: crate::grid::Puzzle::empty(shape),
                    pattern,
                    ..present.blank()
                };
                let projects = patterns.iter().map(|&pattern| project(pattern.shape, pattern)).collect();
                Ok(Edit::List(ListEdit::AddAll(projects)))
            }
        },
    }
}

/// A puzzle with what its file says of it.
fn project_of(entry: &Entry, present: &Project) -> Project {
    let info = &entry.info;
    let remarks = [&info.comment, &info.source, &info.level, &info.date, &info.url];
    let notes: Vec<&str> = remarks.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let mut project = present.with_clues(entry.puzzle.clone());
    project.title.clone_from(&info.title);
    if !info.author.is_empty() {
        project.author.clone_from(&info.author);
    }
    project.notes = notes.join("\n");
    project
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Document;

    /// The puzzles that a text makes of an empty document.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let actual = match edit_of(text, &Project::new()) {
            Ok(edit) => {
                let document = edit.apply(&Document::default()).expect("it fits");
                let line = |project: &std::sync::Arc<Project>| {
                    let digits = if project.fixed.n_clues() > 0 {
                        format!("puzzle {} {}", project.shape(), project.fixed)
                    } else {
                        format!("pattern {} {}", project.shape(), project.pattern)
                    };
                    if project.title.is_empty() { digits } else { format!("{}: {digits}", project.title) }
                };
                document.puzzles().iter().map(line).collect::<Vec<_>>().join(" | ")
            }
            Err(error) => error,
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn texts_are_read_or_refused_with_a_sentence() {
        check("1...\n..2.\n.3..\n...4\n", "puzzle 2x2 1.....2..3.....4");
        check("# mine\nx..x\n....\n....\nx..x\n", "pattern 2x2 x..x........x..x");
        check("x..x........x..x", "pattern 2x2 x..x........x..x");
        check(" \n# nothing\n", "the text is empty");
        // Several at once fill the list; the empty puzzle of the start gives way.
        check("1.....2..3.....4\n2.....1..3.....4\n", "puzzle 2x2 1.....2..3.....4 | puzzle 2x2 2.....1..3.....4");
        check("x..x........x..x\n.xx..........xx.\n", "pattern 2x2 x..x........x..x | pattern 2x2 .xx..........xx.");
        for text in ["1...\n..h.\n.3..\n...4\n", &"1".repeat(80), "rubbish"] {
            assert!(edit_of(text, &Project::new()).is_err(), "{text}");
        }
    }
}
