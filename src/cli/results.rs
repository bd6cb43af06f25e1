//! Files of results of `check --clues`: a line for each finished task, so that files merge by being put together.
//!
//! `task GRID CLUES SPLIT TASK PUZZLE... =CHECKSUM`; the checksum covers all that stands before it. A line without
//! its end was cut short by a kill and does not count, nor does one that ends with `cut`, as such a line does
//! once it is closed.

use super::CliError;
use crate::grid::{CellSet, EMPTY_CHECKSUM, Line, Puzzle, checksum};
use crate::grid_checker::{ClueSearch, TaskResult};
use crate::logic::count_solutions;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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
    pub(super) fn insert(&mut self, result: &TaskResult) {
        self.0.insert(result.task, result.puzzles.iter().map(|puzzle| puzzle.pattern().cells).collect());
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

    /// Takes in the finished tasks of a search from a file of results.
    ///
    /// # Errors
    /// At the first line that is damaged, whatever grid it is about, or that contradicts an earlier one.
    pub(super) fn read(&mut self, name: &str, text: &str, search: &ClueSearch) -> Result<(), CliError> {
        let (grid, own_split) = (search.grid().to_string(), search.split());
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let wrong = |what: &str| CliError(format!("{name}: line {}: {what}", index + 1));
            if !line.ends_with('\n') || line.ends_with(CUT) || line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let text = checked(line.trim_end()).map_err(wrong)?;
            let words: Vec<&str> = text.split_whitespace().collect();
            let ["task", of, clues, split, task, puzzles @ ..] = words.as_slice() else { return Err(wrong(NO_LINE)) };
            if *of != grid || clues.parse() != Ok(search.clues()) {
                continue;
            }
            let task = match task.parse::<usize>() {
                Ok(task) if *split == own_split && task < search.n_tasks() => task,
                _ => return Err(wrong("the search was split differently by another version of the program")),
            };
            let mut found = Vec::with_capacity(puzzles.len());
            for text in puzzles {
                let puzzle = Line { number: index + 1, column: 1, text }
                    .puzzle(search.grid().shape())
                    .map_err(|error| wrong(&error.message))?;
                let cells = puzzle.pattern().cells;
                let is_right = cells.len() == search.clues()
                    && puzzle_of(search.grid(), &cells) == puzzle
                    && count_solutions(&puzzle, 2) == 1;
                if !is_right {
                    return Err(wrong("a puzzle listed here is none of this grid with that many clues"));
                }
                found.push(cells);
            }
            match self.0.entry(task) {
                Entry::Vacant(place) => {
                    place.insert(found);
                }
                Entry::Occupied(earlier) if *earlier.get() == found => {}
                Entry::Occupied(_) => {
                    return Err(wrong("this task is listed before with other puzzles; one of the lines is wrong"));
                }
            }
        }
        Ok(())
    }
}

/// The puzzle of a grid with these clue cells.
pub(super) fn puzzle_of(grid: &Puzzle, cells: &CellSet) -> Puzzle {
    grid.masked(&crate::grid::Pattern { shape: grid.shape(), cells: *cells })
}

/// The line for a finished task.
pub(super) fn line_of(search: &ClueSearch, split: &str, result: &TaskResult) -> String {
    let mut line = format!("task {} {} {split} {}", search.grid(), search.clues(), result.task);
    for puzzle in &result.puzzles {
        line.push(' ');
        line.push_str(&puzzle.to_string());
    }
    let checksum = checksum_of(&line);
    line + &format!(" ={checksum}\n")
}

const NO_LINE: &str = "this is no line of a file of results (task GRID CLUES SPLIT TASK PUZZLE... =CHECKSUM)";

/// The line without its checksum, which fits.
fn checked(line: &str) -> Result<&str, &'static str> {
    if !line.starts_with("task ") {
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
    use crate::grid::{Shape, parse_puzzles};

    fn search() -> ClueSearch {
        let shape: Shape = "2x2".parse().expect("a shape");
        let grid = parse_puzzles(shape, "1234341221434321").expect("a grid").remove(0);
        ClueSearch::new(&grid, 5).expect("a search")
    }

    /// A file with all tasks.
    fn file(search: &ClueSearch) -> String {
        let result = |task| search.run_task(task, &|| false).expect("not stopped");
        (0..search.n_tasks()).map(|task| line_of(search, &search.split(), &result(task))).collect()
    }

    /// Tasks and puzzles of the files put together, or the error.
    fn read(search: &ClueSearch, texts: &[&str]) -> Result<(usize, usize), String> {
        let mut done = Done::default();
        for text in texts {
            done.read("r.txt", text, search).map_err(|error| error.to_string())?;
        }
        let puzzles = done.puzzles(search.grid()).map_err(|error| error.to_string())?;
        Ok((done.n_tasks(), puzzles.len()))
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
    }

    #[test]
    fn puzzles_come_in_the_order_of_their_lines() {
        let search = search();
        let mut done = Done::default();
        done.read("r.txt", &file(&search), &search).expect("readable");
        let puzzles: Vec<Puzzle> = done
            .puzzles(search.grid())
            .expect("no doubles")
            .iter()
            .map(|cells| puzzle_of(search.grid(), cells))
            .collect();
        assert!(puzzles.is_sorted());
    }

    #[test]
    fn contradictions_are_refused() {
        let search = search();
        let text = file(&search);
        let lines: Vec<&str> = text.lines().collect();
        let full = lines.iter().find(|line| line.split(' ').count() > 8).expect("a task with puzzles");
        let words: Vec<&str> = full.split(' ').collect();
        let signed = |words: &[&str]| {
            let line = words.join(" ");
            format!("{line} ={}\n", checksum_of(&line))
        };
        // All checksums fit here.
        let fewer = signed(&words[..words.len() - 2]);
        check(&[&text, &fewer], Err("this task is listed before with other puzzles"));
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
        let text = file(&search);
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
