//! Puzzles and patterns from pasted or dropped text, in every format that the program reads.

use super::language::{text, tr, tr_n};
use crate::formats::{Content, Info, PuzzleEntry, Shapes, read_any};
use crate::logic::Sentence;
use crate::project::{Edit, ListEdit, Project};

/// Where the puzzles of a text go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Into the list, in addition.
    Added,
    /// Onto the board, in place of the puzzle there.
    OnBoard,
}

/// What a text does to the document. The shape is the present one where the size fits, else the first that fits.
///
/// # Errors
/// One sentence that says what is wrong and where.
pub(super) fn edit_of(text: &str, present: &Project, place: Place) -> Result<Edit, String> {
    let content = read_any(text, Shapes::Prefer(present.shape())).map_err(|error| error.to_string())?;
    let projects: Vec<Project> = match &content {
        Content::Puzzles(entries) => entries.iter().map(|entry| project_of(entry, present)).collect(),
        Content::Patterns(patterns) => patterns.iter().map(|pattern| present.with_pattern(*pattern)).collect(),
    };
    match (place, projects.len(), content) {
        (_, 0, _) => Err(tr!("the text is empty").to_owned()),
        (Place::Added, ..) => Ok(Edit::List(ListEdit::AddAll(projects))),
        (Place::OnBoard, 1, Content::Puzzles(entries)) => Ok(match entries.as_slice() {
            // Without further information the title and the notes of the board stay.
            [entry] if entry.info == Info::default() => Edit::SetPuzzle(entry.puzzle.clone()),
            _ => Edit::Replace { project: Box::new(projects[0].clone()), label: Sentence::term(text!("paste puzzle")) },
        }),
        (Place::OnBoard, 1, Content::Patterns(patterns)) => {
            Ok(Edit::SetPattern { pattern: patterns[0], name: tr!("from text").to_owned() })
        }
        (Place::OnBoard, n, _) => Err(tr_n!(
            n,
            "1 puzzle cannot replace one: paste it in addition",
            "{n} puzzles cannot replace one: paste them in addition"
        )),
    }
}

/// A puzzle with what its file says of it.
fn project_of(entry: &PuzzleEntry, present: &Project) -> Project {
    let info = &entry.info;
    let remarks = [&info.comment, &info.source, &info.level, &info.date, &info.url];
    let notes: Vec<&str> = remarks.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let mut project = present.with_clues(entry.puzzle.clone());
    project.title.clone_from(&info.title);
    if !info.author.is_empty() {
        project.author.clone_from(&info.author);
    }
    project.notes = notes.join("\n");
    project.rules = Some(info.rules.clone()).filter(|rules| !rules.is_empty());
    project
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Document;

    /// The puzzles that a text makes of an empty document.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let actual = match edit_of(text, &Project::new(), Place::Added) {
            Ok(edit) => {
                let document = edit.apply(&Document::default()).expect("it fits");
                let line = |project: &std::sync::Arc<Project>| {
                    let digits = if project.design.fixed.n_clues() > 0 {
                        format!("puzzle {} {}", project.shape(), project.design.fixed)
                    } else {
                        format!("pattern {} {}", project.shape(), project.design.pattern)
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
    fn only_one_takes_the_place_of_the_puzzle_on_the_board() {
        let present = Project { title: "Mine".to_owned(), ..Project::new() };
        let edit = |text: &str| edit_of(text, &present, Place::OnBoard);
        let puzzle = "1.....2..3.....4";
        assert!(matches!(edit(puzzle), Ok(Edit::SetPuzzle(set)) if set.to_string() == puzzle));
        assert!(matches!(edit("x..x........x..x"), Ok(Edit::SetPattern { .. })));
        let error = "2 puzzles cannot replace one: paste them in addition";
        assert_eq!(edit(&format!("{puzzle}\n{puzzle}\n")), Err(error.to_owned()));
        assert!(
            matches!(edit_of(puzzle, &present, Place::Added), Ok(Edit::List(ListEdit::AddAll(all))) if all.len() == 1)
        );
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
            assert!(edit_of(text, &Project::new(), Place::Added).is_err(), "{text}");
        }
    }
}
