//! Files of results of `check --clues`: a line for each finished task or grid, so that files merge by being put together.
//!
//! `task GRID CLUES SPLIT TASK PUZZLE... =CHECKSUM` and `grid LAYOUT GRID CLUES TASKS SETS PUZZLE... =CHECKSUM`; the
//! checksum covers all that stands before it, and a blank of the layout is written as `_`. A line without its end was
//! cut short by a kill and does not count, nor does one that ends with `cut`, as such a line does once it is closed.

use super::CliError;
use crate::grid::{CellSet, EMPTY_CHECKSUM, Line, Puzzle, Shape, checksum};
use crate::logic::count_solutions;
use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// Ends a line that was cut short.
pub(super) const CUT: &str = " cut\n";

/// The puzzles that the finished tasks of a search found, by task: the clue cells of each.
#[derive(Default)]
pub(super) struct Done(BTreeMap<usize, Vec<CellSet>>);

impl Done {
    /// Whether this task is finished.
    pub(super) fn contains(&self, task: usize) -> bool {
        self.0.contains_key(&task)
    }

    /// The finished tasks.
    pub(super) fn tasks(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.keys().copied()
    }

    /// How many are finished.
    pub(super) fn n_tasks(&self) -> usize {
        self.0.len()
    }

    /// Takes in what a task found.
    pub(super) fn insert(&mut self, task: usize, puzzles: &[Puzzle]) {
        self.0.insert(task, puzzles.iter().map(|puzzle| puzzle.pattern().cells).collect());
    }

    /// The clue cells of all puzzles found, in the order of the puzzles' lines.
    ///
    /// # Errors
    /// If two tasks have the same puzzle, which no two tasks can find.
    pub(super) fn puzzles(&self, grid: &Puzzle) -> Result<Vec<CellSet>, CliError> {
        let mut puzzles: Vec<CellSet> = self.0.values().flatten().copied().collect();
        puzzles.sort_unstable_by(in_order_of_lines);
        match puzzles.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(puzzles),
            Some(pair) => Err(CliError(format!(
                "two tasks list the puzzle {}: the files of results are damaged",
                puzzle_of(grid, &pair[0])
            ))),
        }
    }
}

/// All puzzles of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    pub(super) n_tasks: usize,
    /// Unavoidable sets used.
    pub(super) n_sets: usize,
    pub(super) puzzles: Vec<CellSet>,
}

impl Whole {
    /// The clue cells of the puzzles in the order of their lines.
    pub(super) fn in_order(&self) -> Vec<CellSet> {
        let mut puzzles = self.puzzles.clone();
        puzzles.sort_unstable_by(in_order_of_lines);
        puzzles
    }
}

/// How a search is split into tasks, and where that stands.
#[derive(Clone, Debug)]
pub(super) struct Split {
    text: String,
    pub(super) n_tasks: usize,
    place: String,
}

/// What files of results tell of a grid.
#[derive(Default)]
pub(super) struct Known {
    pub(super) whole: Option<Whole>,
    pub(super) done: Done,
    pub(super) split: Option<Split>,
}

impl Known {
    /// Number of tasks of a search that is split like this.
    ///
    /// # Errors
    /// If the tasks that are done belong to another way of splitting it.
    pub(super) fn check_split(&self, split: &str) -> Result<usize, CliError> {
        match &self.split {
            Some(own) if own.text != split => Err(CliError(format!("{}: {OTHER_SPLIT}", own.place))),
            _ => n_tasks_of(split).ok_or_else(|| CliError(format!("\"{split}\" tells no way of splitting a search"))),
        }
    }
}

const OTHER_SPLIT: &str = "the search was split differently by another version of the program";

/// The number of tasks in the text of [`crate::grid_checker::ClueSearch::split`].
fn n_tasks_of(split: &str) -> Option<usize> {
    split.split_once('-')?.0.parse().ok()
}

/// The lines of files of results about puzzles with a number of clues.
pub(super) struct Results<'a> {
    clues: usize,
    /// By grid: the file, the number of the line, its words.
    lines: HashMap<&'a str, Vec<(&'a str, usize, &'a str)>>,
}

impl<'a> Results<'a> {
    /// Looks through the files, each with its name.
    ///
    /// # Errors
    /// At the first line that is damaged, whatever grid it is about.
    pub(super) fn read(files: &'a [(String, String)], clues: usize) -> Result<Results<'a>, CliError> {
        let mut lines: HashMap<&str, Vec<_>> = HashMap::new();
        for (name, text) in files {
            for (index, line) in text.split_inclusive('\n').enumerate() {
                let wrong = |what: &str| CliError(format!("{name}: line {}: {what}", index + 1));
                if !line.ends_with('\n') || line.ends_with(CUT) || line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                let line = checked(line.trim_end()).map_err(wrong)?;
                let words: Vec<&str> = line.splitn(6, ' ').collect();
                let (["task", grid, of, _, _, ..] | ["grid", _, grid, of, _, _]) = words.as_slice() else {
                    return Err(wrong(NO_LINE));
                };
                if of.parse() == Ok(clues) {
                    lines.entry(grid).or_default().push((name.as_str(), index + 1, line));
                }
            }
        }
        Ok(Results { clues, lines })
    }

    /// What the files tell of a grid.
    ///
    /// # Errors
    /// At the first line that cannot be right or that contradicts an earlier one.
    pub(super) fn of(&self, grid: &Puzzle) -> Result<Known, CliError> {
        let mut known = Known::default();
        let text = grid.to_string();
        for &(name, number, line) in self.lines.get(text.as_str()).into_iter().flatten() {
            let place = format!("{name}: line {number}");
            let wrong = |what: &str| CliError(format!("{place}: {what}"));
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["task", _, _, split, task, puzzles @ ..] => {
                    let own = known.split.get_or_insert_with(|| Split {
                        text: (*split).to_owned(),
                        n_tasks: n_tasks_of(split).unwrap_or(0),
                        place: place.clone(),
                    });
                    let task = match task.parse::<usize>() {
                        Ok(task) if own.text == *split && task < own.n_tasks => task,
                        _ => return Err(wrong(OTHER_SPLIT)),
                    };
                    let found = self.puzzles(grid, number, puzzles).map_err(|what| wrong(&what))?;
                    match known.done.0.entry(task) {
                        Entry::Vacant(place) => {
                            place.insert(found);
                        }
                        Entry::Occupied(earlier) if *earlier.get() == found => {}
                        Entry::Occupied(_) => return Err(wrong(CONTRADICTION)),
                    }
                }
                ["grid", layout, _, _, n_tasks, n_sets, puzzles @ ..] if *layout == word_of(grid.shape()) => {
                    let (Ok(n_tasks), Ok(n_sets)) = (n_tasks.parse(), n_sets.parse()) else {
                        return Err(wrong(NO_LINE));
                    };
                    let puzzles = self.puzzles(grid, number, puzzles).map_err(|what| wrong(&what))?;
                    let whole = Whole { n_tasks, n_sets, puzzles };
                    match &known.whole {
                        Some(earlier) if earlier.in_order() != whole.in_order() => return Err(wrong(CONTRADICTION)),
                        _ => known.whole = Some(whole),
                    }
                }
                _ => {}
            }
        }
        let Known { whole, done, split } = &known;
        if let (Some(whole), Some(split)) = (whole, split) {
            let (all, some) = (whole.in_order(), done.puzzles(grid)?);
            let is_all = done.n_tasks() == split.n_tasks;
            if is_all && some != all || some.iter().any(|cells| !all.contains(cells)) {
                return Err(CliError(format!("{}: {CONTRADICTION}", split.place)));
            }
        }
        Ok(known)
    }

    /// The clue cells of puzzles that stand in a line.
    fn puzzles(&self, grid: &Puzzle, number: usize, texts: &[&str]) -> Result<Vec<CellSet>, String> {
        let mut found = Vec::with_capacity(texts.len());
        for text in texts {
            let puzzle =
                Line { number, column: 1, text }.puzzle(grid.shape()).map_err(|error| error.message.clone())?;
            let cells = puzzle.pattern().cells;
            if cells.len() != self.clues || puzzle_of(grid, &cells) != puzzle || count_solutions(&puzzle, 2) != 1 {
                return Err("a puzzle listed here is none of this grid with that many clues".to_owned());
            }
            found.push(cells);
        }
        Ok(found)
    }
}

const CONTRADICTION: &str = "this task or grid is listed before with other puzzles; one of the lines is wrong";

/// A layout as one word.
fn word_of(shape: Shape) -> String {
    shape.to_string().replace(' ', "_")
}

/// The puzzle of a grid with these clue cells.
pub(super) fn puzzle_of(grid: &Puzzle, cells: &CellSet) -> Puzzle {
    grid.masked(&crate::grid::Pattern { shape: grid.shape(), cells: *cells })
}

/// The line for a finished task.
pub(super) fn line_of(grid: &Puzzle, clues: usize, split: &str, task: usize, puzzles: &[Puzzle]) -> String {
    let mut line = format!("task {grid} {clues} {split} {task}");
    for puzzle in puzzles {
        line.push(' ');
        line.push_str(&puzzle.to_string());
    }
    signed(&line)
}

/// The line for a finished grid.
pub(super) fn grid_line_of(grid: &Puzzle, clues: usize, whole: &Whole) -> String {
    let Whole { n_tasks, n_sets, .. } = whole;
    let mut line = format!("grid {} {grid} {clues} {n_tasks} {n_sets}", word_of(grid.shape()));
    for cells in whole.in_order() {
        line.push(' ');
        line.push_str(&puzzle_of(grid, &cells).to_string());
    }
    signed(&line)
}

fn signed(line: &str) -> String {
    format!("{line} ={}\n", checksum_of(line))
}

const NO_LINE: &str = "this is no line of a file of results (task GRID CLUES SPLIT TASK PUZZLE... =CHECKSUM)";

/// The line without its checksum, which fits.
fn checked(line: &str) -> Result<&str, &'static str> {
    if !line.starts_with("task ") && !line.starts_with("grid ") {
        return Err(NO_LINE);
    }
    let Some((text, sum)) = line.rsplit_once(" =") else {
        return Err("this line has no checksum, so it may be damaged; delete it, and its task is done again");
    };
    if sum == checksum_of(text) {
        Ok(text)
    } else {
        Err("this line is damaged, its checksum does not fit; delete it, and its task is done again")
    }
}

fn checksum_of(text: &str) -> String {
    format!("{:016x}", checksum(EMPTY_CHECKSUM, text.bytes().map(u64::from)))
}

/// Of two puzzles of a grid that one comes first which has no clue where they first differ.
fn in_order_of_lines(a: &CellSet, b: &CellSet) -> Ordering {
    let first = a.difference(b).union(&b.difference(a)).iter().next();
    first.map_or(Ordering::Equal, |cell| a.contains(cell).cmp(&b.contains(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::parse_puzzles;
    use crate::grid_checker::ClueSearch;

    fn search() -> ClueSearch {
        let shape: Shape = "2x2".parse().expect("a shape");
        let grid = parse_puzzles(shape, "1234341221434321").expect("a grid").remove(0);
        ClueSearch::new(&grid, 5).expect("a search")
    }

    /// A file with all tasks.
    fn file(search: &ClueSearch) -> String {
        let result = |task| search.run_task(task, &|| false).expect("not stopped").puzzles;
        let line = |task| line_of(search.grid(), search.clues(), &search.split(), task, &result(task));
        (0..search.n_tasks()).map(line).collect()
    }

    /// The line of the grid.
    fn grid_line(search: &ClueSearch) -> String {
        let text = [("r.txt".to_owned(), file(search))];
        let puzzles = Results::read(&text, 5).and_then(|results| results.of(search.grid())).expect("readable").done;
        let puzzles = puzzles.puzzles(search.grid()).expect("no doubles");
        grid_line_of(search.grid(), search.clues(), &Whole { n_tasks: search.n_tasks(), n_sets: 7, puzzles })
    }

    /// Tasks and puzzles of the files put together, or the error.
    fn read(search: &ClueSearch, texts: &[&str]) -> Result<(usize, usize), String> {
        let files: Vec<(String, String)> = texts.iter().map(|&text| ("r.txt".to_owned(), text.to_owned())).collect();
        let counts = || {
            let known = Results::read(&files, search.clues())?.of(search.grid())?;
            known.check_split(&search.split())?;
            let puzzles = match known.whole {
                Some(whole) => return Ok((whole.n_tasks, whole.puzzles.len())),
                None => known.done.puzzles(search.grid())?,
            };
            Ok((known.done.n_tasks(), puzzles.len()))
        };
        counts().map_err(|error: CliError| error.to_string())
    }

    #[track_caller]
    fn check(texts: &[&str], expected: Result<(usize, usize), &str>) {
        match (read(&search(), texts), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            (found, expected) => panic!("{found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn files_merge() {
        let search = search();
        let text = file(&search);
        let all = read(&search, &[&text]).expect("readable");
        assert!(all.0 == search.n_tasks() && all.1 > 100, "{all:?}");
        let half: String = text.split_inclusive('\n').take(all.0 / 2).collect();
        check(&[&half, &text, &half], Ok(all));
        check(&[&text.replace('\n', "\r\n")], Ok(all));
        // A kill cuts the last line; later runs close it and go on.
        check(
            &[&text[..text.len() - 3]],
            Ok((all.0 - 1, read(&search, &[&text[..text.len() - 3]]).expect("readable").1)),
        );
        check(&[&format!("{}{CUT}{text}", &text[..30])], Ok(all));
        check(&["# mine\n\n", &text], Ok(all));
        // The line of the grid tells all of it.
        check(&[&grid_line(&search)], Ok(all));
        check(&[&half, &grid_line(&search), &grid_line(&search)], Ok(all));
    }

    #[test]
    fn a_line_of_a_grid_is_for_its_layout() {
        let search = search();
        let text = [("r.txt".to_owned(), grid_line(&search))];
        let results = Results::read(&text, 5).expect("readable");
        let other = parse_puzzles("4 latin".parse().expect("a layout"), &search.grid().to_string()).expect("a grid");
        assert!(results.of(&other[0]).expect("nothing wrong").whole.is_none());
        assert!(results.of(search.grid()).expect("nothing wrong").whole.is_some());
    }

    #[test]
    fn puzzles_come_in_the_order_of_their_lines() {
        let search = search();
        let text = [("r.txt".to_owned(), file(&search))];
        let done = Results::read(&text, 5).and_then(|results| results.of(search.grid())).expect("readable").done;
        let puzzles = done.puzzles(search.grid()).expect("no doubles");
        let puzzles: Vec<Puzzle> = puzzles.iter().map(|cells| puzzle_of(search.grid(), cells)).collect();
        assert!(puzzles.is_sorted());
    }

    #[test]
    fn contradictions_are_refused() {
        let search = search();
        let text = file(&search);
        let lines: Vec<&str> = text.lines().collect();
        let full = lines.iter().find(|line| line.split(' ').count() > 8).expect("a task with puzzles");
        let words: Vec<&str> = full.split(' ').collect();
        let signed = |words: &[&str]| signed(&words.join(" "));
        // All checksums fit here.
        let fewer = signed(&words[..words.len() - 2]);
        check(&[&text, &fewer], Err("this task or grid is listed before with other puzzles"));
        let line = grid_line(&search);
        let short: Vec<&str> = line.split(' ').collect();
        check(&[&text, &signed(&short[..short.len() - 2])], Err("this task or grid is listed before with other"));
        let other = if words[4] == "0" { "1" } else { "0" };
        let moved = signed(&[&words[..4], &[other], &words[5..words.len() - 1]].concat());
        check(&[&signed(&words[..words.len() - 1]), &moved], Err("two tasks list the puzzle"));
        check(
            &[&signed(&words[..words.len() - 1]).replace("task", "done")],
            Err("this is no line of a file of results"),
        );
        check(&[&format!("{}\n", words[..words.len() - 1].join(" "))], Err("this line has no checksum"));
        let wrong = words[5].replacen('.', "1", 1);
        check(&[&signed(&[&words[..5], &[&wrong]].concat())], Err("a puzzle listed here is none of this grid"));
        let split = signed(&[&words[..3], &["7-0"], &words[4..words.len() - 1]].concat());
        check(&[&split], Err("the search was split differently"));
    }

    /// Each digit of a file becomes each other one in turn: the file is refused.
    #[test]
    fn no_changed_digit_goes_unnoticed() {
        let search = search();
        let text = file(&search) + &grid_line(&search);
        for line in text.split_inclusive('\n') {
            for (at, old) in line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_hexdigit()) {
                for new in (b'0'..=b'9').filter(|&new| new != old) {
                    let mut bytes = line.as_bytes().to_vec();
                    bytes[at] = new;
                    let changed = String::from_utf8(bytes).expect("ASCII");
                    assert!(read(&search, &[&changed]).is_err(), "{line}{changed}");
                }
            }
        }
    }
}
