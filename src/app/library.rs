//! The patterns to start with, and those that the setter saved.

use super::io::{read_text, sentence};
use super::language::tr;
use super::recovery::set_aside;
use crate::grid::{Cell, Pattern, Shape};
use crate::saving;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Longest name of a pattern, in characters.
pub(super) const MAX_NAME: usize = 60;

/// A pattern with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name on the screen.
    pub name: String,
    /// The cells.
    pub pattern: Pattern,
}

/// All patterns to start with, in the order of the screen.
pub(super) fn starters() -> &'static [Named] {
    static STARTERS: OnceLock<Vec<Named>> = OnceLock::new();
    // The text is part of the program and a test reads it.
    STARTERS.get_or_init(|| parse(include_str!("../../assets/patterns.txt")).unwrap_or_default())
}

/// Patterns that the setter saved, newest last. They are no part of the document: every
/// project finds them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Library {
    own: Vec<Named>,
    /// What was deleted last, for bringing it back.
    deleted: Option<(usize, Named)>,
    /// Where they are kept; none keeps them in memory.
    path: Option<PathBuf>,
}

impl Library {
    /// Reads the patterns of a folder; a damaged file is set aside with a sentence.
    pub(super) fn read(folder: Option<&Path>) -> (Library, Option<String>) {
        let Some(path) = folder.map(|folder| folder.join("patterns.txt")) else { return (Library::default(), None) };
        let mut library = Library { path: Some(path.clone()), ..Library::default() };
        if !path.exists() {
            return (library, None);
        }
        match read_text(&path).and_then(|text| parse(&text)) {
            Ok(own) => {
                library.own = own;
                (library, None)
            }
            Err(why) => (library, Some(set_aside(&path, &why))),
        }
    }

    /// The saved patterns, oldest first.
    pub fn own(&self) -> &[Named] {
        &self.own
    }

    /// What was deleted last.
    pub fn deleted(&self) -> Option<&Named> {
        self.deleted.as_ref().map(|(_, named)| named)
    }

    /// Saves a pattern; one of the same name and shape gives way to it.
    ///
    /// # Errors
    /// One sentence if the name is empty or the file cannot be written.
    pub(super) fn save(&mut self, name: &str, pattern: Pattern) -> Result<(), String> {
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "/");
        let name: String = name.trim_start_matches('#').trim().chars().take(MAX_NAME).collect();
        if name.is_empty() {
            return Err(tr!("A saved pattern needs a name").to_owned());
        }
        self.read_again()?;
        let named = Named { name, pattern };
        match self.own.iter_mut().find(|own| own.name == named.name && own.pattern.shape == pattern.shape) {
            Some(own) => *own = named,
            None => self.own.push(named),
        }
        self.write()
    }

    /// Deletes a saved pattern.
    ///
    /// # Errors
    /// One sentence if the file cannot be written.
    pub(super) fn delete(&mut self, index: usize) -> Result<(), String> {
        let Some(wanted) = self.own.get(index).cloned() else { return Ok(()) };
        self.read_again()?;
        if let Some(index) = self.own.iter().position(|own| *own == wanted) {
            self.deleted = Some((index, self.own.remove(index)));
        }
        self.write()
    }

    /// Brings back what was deleted last.
    ///
    /// # Errors
    /// One sentence if the file cannot be written.
    pub(super) fn restore(&mut self) -> Result<(), String> {
        self.read_again()?;
        if let Some((index, named)) = self.deleted.take() {
            self.own.insert(index.min(self.own.len()), named);
        }
        self.write()
    }

    /// Takes in what other windows saved or deleted since.
    fn read_again(&mut self) -> Result<(), String> {
        let Some(path) = self.path.as_deref().filter(|path| path.exists()) else { return Ok(()) };
        let damaged = |why: String| tr!("Could not save {path}: it is damaged: {why}", path = path.display(), why);
        self.own = read_text(path).and_then(|text| parse(&text)).map_err(damaged)?;
        Ok(())
    }

    /// A few kilobytes, and only when somebody asks for it: no thread is needed.
    fn write(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            // If there is no folder, writing says so.
            let _ = std::fs::create_dir_all(folder);
        }
        saving::save(path, to_text(&self.own)).map_err(|error| sentence(&error))
    }
}

fn to_text(all: &[Named]) -> String {
    let mut text = "# Patterns saved in the studio: `name | shape`, then the rows\n".to_owned();
    for Named { name, pattern } in all {
        let cells: Vec<char> = pattern.to_string().chars().collect();
        let rows: String = cells.chunks(pattern.shape.n()).flat_map(|row| row.iter().chain(&['\n'])).collect();
        // A String takes everything.
        let _ = write!(text, "\n{name} | {}\n{rows}", pattern.shape);
    }
    text
}

/// Reads blocks of `name | shape` and rows of `x` and `.`, separated by blank lines.
fn parse(text: &str) -> Result<Vec<Named>, String> {
    let mut all = Vec::new();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    while let Some((index, header)) = lines.next() {
        let wrong = |what: &str| tr!("patterns, line {number}: {what}", number = index + 1, what);
        let (name, shape) = header.split_once('|').ok_or_else(|| wrong(tr!("no | between name and shape")))?;
        let shape: Shape = shape.parse().map_err(|e| wrong(&format!("{e}")))?;
        let mut text = String::new();
        for _ in 0..shape.n() {
            let (_, row) = lines.next().ok_or_else(|| wrong(tr!("rows are missing")))?;
            if row.chars().count() != shape.n() || row.chars().any(|c| c != 'x' && c != '.') {
                return Err(wrong(&tr!("bad row \"{row}\"", row)));
            }
            text.push_str(row);
        }
        let cells = text.chars().enumerate().filter(|&(_, c)| c == 'x').map(|(index, _)| Cell::from_index(index));
        all.push(Named { name: name.trim().to_owned(), pattern: Pattern::new(shape, cells) });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, stamp};

    #[test]
    fn the_file_can_be_read() {
        let all = parse(include_str!("../../assets/patterns.txt")).expect("the file is part of the program");
        assert!(all.iter().filter(|starter| starter.pattern.shape == Shape::NINE).count() >= 12);
        assert_eq!(parse("X | 5x5\n"), Err("patterns, line 1: unknown shape \"5x5\": use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4 (box height x box width), or a size and its regions, e.g. \"4 regions=AAABCABBCCDBCDDD\"".to_owned()));
        assert!(parse("X | 2x2\nx...\n.x..\n").is_err());
    }

    #[test]
    fn two_windows_keep_the_patterns_of_both() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || Library::read(Some(folder.path())).0;
        let names = || open().own().iter().map(|own| own.name.clone()).collect::<Vec<_>>().join(" ");
        let (mut one, mut other) = (open(), open());
        let pattern = Pattern::empty(Shape::NINE);
        one.save("A", pattern).expect("saved");
        other.save("B", pattern).expect("saved");
        one.save("C", pattern).expect("saved");
        assert_eq!(names(), "A B C");
        // The second window lists A and B, and deletes what it shows.
        other.delete(1).expect("saved");
        one.delete(1).expect("saved");
        assert_eq!(names(), "A C");
        other.restore().expect("saved");
        assert_eq!(names(), "A B C");
        crate::saving::save(&folder.path().join("patterns.txt"), "rubbish").expect("written");
        assert!(one.save("D", pattern).expect_err("damaged").contains("it is damaged: patterns, line 1: no |"));
    }

    #[test]
    fn own_patterns_survive_and_a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut library, warning) = Library::read(Some(folder.path()));
        assert_eq!(warning, None);
        for shape in SHAPES.into_iter().filter(|shape| shape.n() > 4) {
            library.save(" #1 |  best ", stamp(shape, "A").expect("fits")).expect("saved");
        }
        assert!(library.save("  ", Pattern::empty(Shape::NINE)).is_err());
        // The same name and shape again: one pattern, the new one.
        library.save("1 / best", stamp(Shape::NINE, "B").expect("fits")).expect("saved");
        assert_eq!(library.own().len(), SHAPES.len() - 1);
        let mut again = Library::read(Some(folder.path())).0;
        assert_eq!(again.own(), library.own());
        again.delete(0).expect("saved");
        assert_eq!(Library::read(Some(folder.path())).0.own(), &library.own()[1..]);
        again.restore().expect("saved");
        assert_eq!(again.own(), library.own());
        let path = folder.path().join("patterns.txt");
        crate::saving::save(&path, "Half | 3x3\nx........\n").expect("written");
        let (library, warning) = Library::read(Some(folder.path()));
        assert!(library.own().is_empty());
        assert!(warning.is_some_and(|warning| warning.contains("rows are missing) and has been set aside")));
        assert!(!path.exists() && folder.path().join("patterns.txt.damaged").exists());
    }
}
