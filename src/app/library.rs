//! The patterns to start with, and what the setter saved: patterns and layouts.

use super::io::{read_text, sentence};
use super::language::tr;
use super::recovery::set_aside;
use crate::grid::{Cell, Pattern, Shape};
use crate::saving;
use std::fmt::{Debug, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Longest name of what is saved, in characters.
pub(super) const MAX_NAME: usize = 60;

/// Something with a name that the setter can save.
pub trait Entry: Clone + PartialEq + Debug + Sized {
    /// Name of the file that holds all of them.
    const FILE: &str;

    /// Whether it takes the place of one that was saved before.
    fn replaces(&self, other: &Self) -> bool;

    /// Reads the file.
    fn parse(text: &str) -> Result<Vec<Self>, String>;

    /// The text of the file.
    fn to_text(all: &[Self]) -> String;
}

/// A pattern with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name on the screen.
    pub name: String,
    /// The cells.
    pub pattern: Pattern,
}

/// A layout with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLayout {
    /// Its name on the screen.
    pub name: String,
    /// The layout.
    pub shape: Shape,
}

/// All patterns to start with, in the order of the screen.
pub(super) fn starters() -> &'static [Named] {
    static STARTERS: OnceLock<Vec<Named>> = OnceLock::new();
    // The text is part of the program and a test reads it.
    STARTERS.get_or_init(|| Named::parse(include_str!("../../assets/patterns.txt")).unwrap_or_default())
}

/// A name as it is kept: no line breaks, nothing that means something else in the file, not too long.
///
/// # Errors
/// One sentence if nothing is left of it.
pub(super) fn kept_name(name: &str) -> Result<String, String> {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "/");
    let name: String = name.trim_start_matches('#').trim().chars().take(MAX_NAME).collect();
    if name.is_empty() { Err(tr!("What is saved needs a name").to_owned()) } else { Ok(name) }
}

/// What the setter saved of one kind, newest last. It is no part of the document: every project finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library<T> {
    own: Vec<T>,
    /// What was deleted last, for bringing it back.
    deleted: Option<(usize, T)>,
    /// Where they are kept; none keeps them in memory.
    path: Option<PathBuf>,
}

impl<T> Library<T> {
    /// What was saved, oldest first.
    pub fn own(&self) -> &[T] {
        &self.own
    }

    /// What was deleted last.
    pub fn deleted(&self) -> Option<&T> {
        self.deleted.as_ref().map(|(_, entry)| entry)
    }
}

impl<T: Entry> Library<T> {
    /// Reads what a folder holds; a damaged file is set aside with a sentence.
    pub(super) fn read(folder: Option<&Path>) -> (Library<T>, Option<String>) {
        let mut library = Library { own: Vec::new(), deleted: None, path: folder.map(|folder| folder.join(T::FILE)) };
        let Some(path) = library.path.as_deref().filter(|path| path.exists()) else { return (library, None) };
        match read_text(path).and_then(|text| T::parse(&text)) {
            Ok(own) => {
                library.own = own;
                (library, None)
            }
            Err(why) => {
                let warning = set_aside(path, &why);
                (library, Some(warning))
            }
        }
    }

    /// Saves something; what it replaces gives way to it.
    ///
    /// # Errors
    /// One sentence if the file cannot be written.
    pub(super) fn save(&mut self, entry: T) -> Result<(), String> {
        self.read_again()?;
        match self.own.iter_mut().find(|own| entry.replaces(own)) {
            Some(own) => *own = entry,
            None => self.own.push(entry),
        }
        self.write()
    }

    /// Deletes what was saved.
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
        if let Some((index, entry)) = self.deleted.take() {
            self.own.insert(index.min(self.own.len()), entry);
        }
        self.write()
    }

    /// Takes in what other windows saved or deleted since.
    fn read_again(&mut self) -> Result<(), String> {
        let Some(path) = self.path.as_deref().filter(|path| path.exists()) else { return Ok(()) };
        let damaged = |why: String| tr!("Could not save {path}: it is damaged: {why}", path = path.display(), why);
        self.own = read_text(path).and_then(|text| T::parse(&text)).map_err(damaged)?;
        Ok(())
    }

    /// A few kilobytes, and only when somebody asks for it: no thread is needed.
    fn write(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            // If there is no folder, writing says so.
            let _ = std::fs::create_dir_all(folder);
        }
        saving::save(path, T::to_text(&self.own)).map_err(|error| sentence(&error))
    }
}

/// The lines of a file that say something, with their numbers from 0.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

impl Entry for Named {
    const FILE: &str = "patterns.txt";

    fn replaces(&self, other: &Named) -> bool {
        self.name == other.name && self.pattern.shape == other.pattern.shape
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
        let mut lines = content(text);
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
}

impl Entry for NamedLayout {
    const FILE: &str = "layouts.txt";

    fn replaces(&self, other: &NamedLayout) -> bool {
        self.name == other.name && self.shape.n() == other.shape.n()
    }

    fn to_text(all: &[NamedLayout]) -> String {
        let lines = all.iter().map(|NamedLayout { name, shape }| format!("{name} | {shape}\n"));
        ["# Layouts saved in the studio: `name | layout`\n".to_owned()].into_iter().chain(lines).collect()
    }

    fn parse(text: &str) -> Result<Vec<NamedLayout>, String> {
        let read = |(index, line): (usize, &str)| {
            let wrong = |what: &str| tr!("layouts, line {number}: {what}", number = index + 1, what);
            let (name, shape) = line.split_once('|').ok_or_else(|| wrong(tr!("no | between name and layout")))?;
            let shape: Shape = shape.parse().map_err(|e| wrong(&format!("{e}")))?;
            Ok(NamedLayout { name: name.trim().to_owned(), shape })
        };
        content(text).map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, stamp};

    #[test]
    fn the_file_can_be_read() {
        let all = Named::parse(include_str!("../../assets/patterns.txt")).expect("the file is part of the program");
        assert!(all.iter().filter(|starter| starter.pattern.shape == Shape::NINE).count() >= 12);
        assert_eq!(Named::parse("X | 5x6\n"), Err("patterns, line 1: unknown shape \"5x6\": use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4, 4x5, 5x4, 5x5 (box height x box width), or a size and its regions, e.g. \"4 regions=AAABCABBCCDBCDDD\", then the rules of the layout, e.g. \"3x3 x anti-knight\"".to_owned()));
        assert!(Named::parse("X | 2x2\nx...\n.x..\n").is_err());
    }

    #[test]
    fn two_windows_keep_the_patterns_of_both() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || Library::<Named>::read(Some(folder.path())).0;
        let named = |name: &str| Named { name: name.to_owned(), pattern: Pattern::empty(Shape::NINE) };
        let names = || open().own().iter().map(|own| own.name.clone()).collect::<Vec<_>>().join(" ");
        let (mut one, mut other) = (open(), open());
        one.save(named("A")).expect("saved");
        other.save(named("B")).expect("saved");
        one.save(named("C")).expect("saved");
        assert_eq!(names(), "A B C");
        // The second window lists A and B, and deletes what it shows.
        other.delete(1).expect("saved");
        one.delete(1).expect("saved");
        assert_eq!(names(), "A C");
        other.restore().expect("saved");
        assert_eq!(names(), "A B C");
        crate::saving::save(&folder.path().join("patterns.txt"), "rubbish").expect("written");
        assert!(one.save(named("D")).expect_err("damaged").contains("it is damaged: patterns, line 1: no |"));
    }

    #[test]
    fn own_patterns_survive_and_a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut library, warning) = Library::<Named>::read(Some(folder.path()));
        assert_eq!(warning, None);
        let best = |shape, text| {
            let name = kept_name(" #1 |  best ").expect("a name");
            Named { name, pattern: stamp(shape, text).expect("fits") }
        };
        for shape in SHAPES.into_iter().filter(|shape| shape.n() > 4) {
            library.save(best(shape, "A")).expect("saved");
        }
        assert!(kept_name("  ").is_err());
        // The same name and shape again: one pattern, the new one.
        library.save(best(Shape::NINE, "B")).expect("saved");
        assert!(library.own().iter().all(|own| own.name == "1 / best"));
        assert_eq!(library.own().len(), SHAPES.len() - 1);
        let mut again = Library::<Named>::read(Some(folder.path())).0;
        assert_eq!(again.own(), library.own());
        again.delete(0).expect("saved");
        assert_eq!(Library::<Named>::read(Some(folder.path())).0.own(), &library.own()[1..]);
        again.restore().expect("saved");
        assert_eq!(again.own(), library.own());
        let path = folder.path().join("patterns.txt");
        crate::saving::save(&path, "Half | 3x3\nx........\n").expect("written");
        let (library, warning) = Library::<Named>::read(Some(folder.path()));
        assert!(library.own().is_empty());
        assert!(warning.is_some_and(|warning| warning.contains("rows are missing) and has been set aside")));
        assert!(!path.exists() && folder.path().join("patterns.txt.damaged").exists());
    }

    #[test]
    fn own_layouts_are_kept_in_a_file_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::<NamedLayout>::read(Some(folder.path())).0;
        let layout =
            |name: &str, text: &str| NamedLayout { name: name.to_owned(), shape: text.parse().expect("a layout") };
        library.save(layout("Mine", "4 regions=AAABCABBCCDBCDDD")).expect("saved");
        library.save(layout("Mine", "5 latin")).expect("saved");
        library.save(layout("Mine", "4 regions=AABBAABBCDDDCCCD")).expect("saved");
        let again = Library::<NamedLayout>::read(Some(folder.path())).0;
        assert_eq!(again.own(), [layout("Mine", "4 regions=AABBAABBCDDDCCCD"), layout("Mine", "5 latin")]);
        crate::saving::save(&folder.path().join("layouts.txt"), "Half | 4 regions=AA\n").expect("written");
        let (library, warning) = Library::<NamedLayout>::read(Some(folder.path()));
        assert!(library.own().is_empty());
        assert!(warning.is_some_and(|warning| warning.contains("layouts, line 1: regions= needs 16 letters")));
    }
}
