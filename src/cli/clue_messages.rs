//! Jobs of `check --clues` and what was done of them, as text, for workers in other processes.

use super::farm::{Found, Item, Order, Report};
use crate::grid::{Line, Puzzle, Shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What workers need beside the job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Terms {
    pub(super) clues: usize,
    /// Time to the end of the run, if it has one.
    pub(super) seconds: Option<f64>,
}

/// A line about the job, then one for each grid: `NUMBER GRID DONE,DONE...`, below a line for each new layout.
pub(super) fn order_text(order: &Order, terms: Terms) -> String {
    let Order { part: (part, parts), report_seconds, items } = order;
    let seconds = terms.seconds.map_or_else(|| "-".to_owned(), |seconds| seconds.to_string());
    let mut text = format!("{part} {parts} {report_seconds} {} {seconds}\n", terms.clues);
    let mut shape = None;
    for Item { grid, solution, except } in items {
        if shape.replace(solution.shape()) != Some(solution.shape()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "layout {}", solution.shape());
        }
        let except: Vec<String> = except.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "{grid} {solution} {}", except.join(","));
    }
    text
}

/// The job that a text tells.
pub(super) fn order_of(text: &str) -> Option<(Order, Terms)> {
    let (head, items) = text.split_once('\n')?;
    let words: Vec<&str> = head.split(' ').collect();
    let [part, parts, report_seconds, clues, seconds] = words.as_slice() else { return None };
    let seconds = if *seconds == "-" { None } else { Some(seconds.parse().ok()?) };
    let terms = Terms { clues: clues.parse().ok()?, seconds };
    let part = (part.parse().ok()?, parts.parse().ok().filter(|&parts: &usize| parts > 0)?);
    let mut order = Order { part, report_seconds: report_seconds.parse().ok()?, items: Vec::new() };
    let mut shape: Option<Shape> = None;
    for line in items.lines() {
        if let Some(layout) = line.strip_prefix("layout ") {
            shape = Some(layout.parse().ok()?);
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [grid, solution, except] = words.as_slice() else { return None };
        let except = except.split(',').filter(|task| !task.is_empty()).map(str::parse);
        order.items.push(Item {
            grid: grid.parse().ok()?,
            solution: puzzle_of(solution, shape?)?,
            except: except.collect::<Result<BTreeSet<usize>, _>>().ok()?,
        });
    }
    Some((order, terms))
}

/// For each grid a line `of NUMBER SPLIT SETS SECONDS SHARE`, then `all PUZZLE...`, or `task NUMBER PUZZLE...` for each
/// task.
pub(super) fn report_text(reports: &[Report]) -> String {
    let mut text = String::new();
    let mut line = |head: String, puzzles: &[Puzzle]| {
        text += &head;
        for puzzle in puzzles {
            let _ = write!(text, " {puzzle}");
        }
        text.push('\n');
    };
    for Report { grid, split, n_sets, seconds, share, found } in reports {
        line(format!("of {grid} {split} {n_sets} {seconds} {share}"), &[]);
        match found {
            Found::All(puzzles) => line("all".to_owned(), puzzles),
            Found::Tasks(tasks) => tasks.iter().for_each(|(task, puzzles)| line(format!("task {task}"), puzzles)),
        }
    }
    text
}

/// The reports that a text tells, of grids whose layout is still known.
pub(super) fn reports_of(text: &str, shape_of: &dyn Fn(usize) -> Option<Shape>) -> Option<Vec<Report>> {
    let mut reports: Vec<Report> = Vec::new();
    let mut shape = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let puzzles = |texts: &[&str]| match shape {
            Some(shape) => texts.iter().map(|text| puzzle_of(text, shape)).collect::<Option<Vec<Puzzle>>>(),
            None => Some(Vec::new()),
        };
        match words.as_slice() {
            ["of", grid, split, n_sets, seconds, share] => {
                let grid = grid.parse().ok()?;
                shape = shape_of(grid);
                reports.push(Report {
                    grid,
                    split: (*split).to_owned(),
                    n_sets: n_sets.parse().ok()?,
                    seconds: seconds.parse().ok()?,
                    share: share.parse().ok()?,
                    found: Found::Tasks(Vec::new()),
                });
            }
            ["all", texts @ ..] => reports.last_mut()?.found = Found::All(puzzles(texts)?),
            ["task", task, texts @ ..] => {
                let Found::Tasks(tasks) = &mut reports.last_mut()?.found else { return None };
                tasks.push((task.parse().ok()?, puzzles(texts)?));
            }
            _ => return None,
        }
    }
    reports.retain(|report| shape_of(report.grid).is_some());
    Some(reports)
}

fn puzzle_of(text: &str, shape: Shape) -> Option<Puzzle> {
    Line { number: 1, column: 1, text }.puzzle(shape).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(shape: &str, text: &str) -> Puzzle {
        puzzle_of(text, shape.parse().expect("a layout")).expect("a puzzle")
    }

    #[test]
    fn jobs_pass_through_text() {
        let item = |grid, shape, except: &[usize]| Item {
            grid,
            solution: puzzle(shape, "1234341221434321"),
            except: except.iter().copied().collect(),
        };
        let items = vec![item(7, "2x2", &[]), item(8, "2x2", &[0, 12]), item(9, "4 latin", &[3])];
        let order = Order { part: (3, 8), report_seconds: 2.5, items };
        for seconds in [None, Some(0.125)] {
            let terms = Terms { clues: 4, seconds };
            assert_eq!(order_of(&order_text(&order, terms)), Some((order.clone(), terms)));
        }
    }

    #[test]
    fn reports_pass_through_text() {
        let report =
            |grid, found| Report { grid, split: "3-0f".to_owned(), n_sets: 12, seconds: 0.25, share: 0.5, found };
        let some = || vec![puzzle("2x2", "1..............."), puzzle("2x2", "...............4")];
        let reports = vec![
            report(1, Found::All(some())),
            report(2, Found::All(Vec::new())),
            report(3, Found::Tasks(Vec::new())),
            report(4, Found::Tasks(vec![(0, Vec::new()), (5, some())])),
        ];
        let shape: Shape = "2x2".parse().expect("a layout");
        let text = report_text(&reports);
        assert_eq!(reports_of(&text, &|_| Some(shape)), Some(reports.clone()));
        // Of a grid that is done nobody needs to know more.
        let others = [&reports[..1], &reports[2..]].concat();
        assert_eq!(reports_of(&text, &|grid| Some(shape).filter(|_| grid != 2)), Some(others));
    }

    #[test]
    fn other_texts_are_none() {
        for text in
            ["", "0 1 2.0 16", "0 0 2.0 4 -\n", "0 1 2.0 4 -\n0 1234341221434321 \n", "0 1 2 4 -\nlayout 2x2\n0 123 \n"]
        {
            assert_eq!(order_of(text), None, "{text}");
        }
        for text in ["all", "task 1", "of 1 2", "of 1 3-0 2 0.1 0.1\nall\ntask 1", "of 1 3-0 2 0.1 0.1\nall 123", "x"] {
            assert_eq!(reports_of(text, &|_| "2x2".parse().ok()), None, "{text}");
        }
    }
}
