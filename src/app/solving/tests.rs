//! Entries, their undo, checks, hints.

use super::*;
use crate::grid::{Shape, parse_puzzles};
use crate::logic::{StrategySet, solutions};

const PUZZLE: &str = ".34.1..34..2.21.";

fn puzzle() -> Puzzle {
    parse_puzzles("2x2".parse().expect("a shape"), PUZZLE).expect("a puzzle").remove(0)
}

fn cells(text: &str) -> CellSet {
    let shape: Shape = "2x2".parse().expect("a shape");
    shape.cells().filter(|&cell| text.split(' ').any(|name| name == shape.cell_name(cell))).collect()
}

/// Does what the words say to the puzzle and gives what stands in the cells that have anything.
/// Words: cells to select, tools, digits, and names of acts.
#[track_caller]
fn check(words: &str, expected: &str) {
    let mut solving = Solving::new(puzzle());
    for word in words.split_whitespace() {
        match word {
            "digit" => solving.tool = Tool::Digit,
            "corner" => solving.tool = Tool::Corner,
            "centre" => solving.tool = Tool::Centre,
            "colour" => solving.tool = Tool::Colour,
            "erase" => solving.erase(),
            "undo" => solving.undo(),
            "redo" => solving.redo(),
            "fill" => solving.fill_centre(),
            "over" => solving.start_over(),
            "line" => solving.tool = Tool::Line,
            "lines" => solving.erase_lines(),
            _ if let Some((from, to)) = word.split_once('-') => {
                solving.line_from = cells(from).iter().next();
                solving.end_line(cells(to).iter().next().expect("a cell"));
            }
            _ if word.starts_with('r') => solving.selected = cells(&word.replace('+', " ")),
            _ => solving.write(word.parse::<usize>().expect("a digit") - 1, solving.tool),
        }
    }
    let shape = solving.puzzle.shape();
    let set = |sign: &str, set: DigitSet| {
        let digits: String = set.iter().map(Digit::to_char).collect();
        if digits.is_empty() { digits } else { format!("{sign}{digits}") }
    };
    let line = |line: &DrawnLine| line.ends().map(|cell| shape.cell_name(cell)).join("-");
    let lines = solving.lines().iter().map(line);
    let found: Vec<String> = shape
        .cells()
        .filter(|&cell| solving.marks(cell) != Marks::default())
        .map(|cell| {
            let marks = solving.marks(cell);
            let digit = marks.digit.map_or(String::new(), |digit| format!("={digit}"));
            let (corner, centre) = (set("^", marks.corner), set("~", marks.centre));
            format!("{}{digit}{corner}{centre}{}", shape.cell_name(cell), set("#", marks.colours))
        })
        .chain(lines)
        .collect();
    assert_eq!(found.join(" "), expected, "{words}");
}

#[test]
fn digits_and_marks_are_written_and_taken_out() {
    check("r1c1 2", "r1c1=2");
    check("r1c1 2 2", "");
    check("r1c1 2 3", "r1c1=3");
    check("r1c2 1", "");
    check("r1c1 5", "");
    check("r1c1+r1c2+r1c4 corner 1 2", "r1c1^12 r1c4^12");
    check("r1c1 corner 1 r1c1+r1c4 1", "r1c1^1 r1c4^1");
    check("r1c1 corner 1 r1c1+r1c4 1 1", "");
    check("r1c1 2 centre 1", "r1c1=2");
    check("r1c2 colour 7 1", "r1c2#17");
    check("fill", "r1c1~2 r1c4~1 r2c2~4 r2c3~2 r3c2~1 r3c3~3 r4c1~3 r4c4~4");
}

#[test]
fn erasing_takes_what_the_tool_wrote_first() {
    check("r1c1 centre 1 digit 2 erase", "r1c1~1");
    check("r1c1 centre 1 digit 2 erase erase", "");
    check("r1c1 colour 3 centre 1 erase", "r1c1#3");
    check("r1c1+r1c4 corner 1 digit erase", "");
}

#[test]
fn undo_and_redo_are_exact() {
    check("r1c1 2 r1c4 1 undo", "r1c1=2");
    check("r1c1 2 r1c4 1 undo undo", "");
    check("r1c1 2 r1c4 1 undo undo redo redo redo", "r1c1=2 r1c4=1");
    check("r1c1 2 undo r1c4 1 redo", "r1c4=1");
    check("r1c1 2 over", "");
    check("r1c1 2 over undo", "r1c1=2");
}

#[test]
fn lines_are_drawn_and_removed() {
    check("r1c1-r4c4", "r1c1-r4c4");
    check("r4c4-r1c1 r1c1-r1c2", "r1c1-r1c2 r1c1-r4c4");
    check("r1c1-r4c4 r4c4-r1c1", "");
    check("r1c1-r1c1", "");
    check("r1c1-r4c4 r1c1-r1c2 undo", "r1c1-r4c4");
    check("r1c1-r4c4 r1c1-r4c4 undo", "r1c1-r4c4");
    check("r1c1-r4c4 r2c2-r3c3 r1c1 2 line erase", "r1c1=2 r2c2-r3c3");
    check("r1c1-r4c4 r2c2 line erase", "r1c1-r4c4");
    check("r1c1-r4c4 r1c1 2 erase", "r1c1-r4c4");
    check("r1c1-r4c4 r1c1 2 lines", "r1c1=2");
    check("r1c1-r4c4 over undo", "r1c1-r4c4");
    // Digit keys write nothing with this tool.
    check("line r1c1 2", "");
}

#[test]
fn there_is_an_end_to_the_number_of_lines() {
    let mut solving = Solving::new(Puzzle::empty("3x3".parse().expect("a shape")));
    let ends = (0..81).flat_map(|a| (0..a).map(move |b| (Cell(a), Cell(b))));
    for (start, end) in ends.take(MAX_LINES + 1) {
        solving.line_from = Some(start);
        solving.end_line(end);
    }
    assert_eq!(solving.lines().len(), MAX_LINES);
    assert_eq!(solving.said.as_deref(), Some("A puzzle has up to 500 lines: remove some first"));
    // One that is there can still be removed.
    solving.line_from = Some(Cell(1));
    solving.end_line(Cell(0));
    assert_eq!(solving.lines().len(), MAX_LINES - 1);
}

#[test]
fn a_filter_shows_where_a_digit_stands_and_can_go() {
    let mut solving = Solving::new(puzzle());
    solving.write(0, Tool::Filter);
    let filtered = solving.filtered().expect("1 is looked for");
    assert_eq!((filtered.digit, filtered.holding), (Digit::new(1), cells("r2c1 r4c3")));
    assert_eq!(filtered.open, cells("r1c4 r3c2"));
    // A digit takes its place away, and so do marks in the middle that leave it out.
    solving.selected = cells("r1c4");
    solving.write(0, Tool::Digit);
    solving.selected = cells("r3c2");
    solving.write(3, Tool::Centre);
    let filtered = solving.filtered().expect("still");
    assert_eq!((filtered.holding, filtered.open), (cells("r1c4 r2c1 r4c3"), CellSet::EMPTY));
    solving.write(0, Tool::Filter);
    assert_eq!(solving.filtered(), None);
    assert!(solving.can_undo(), "the filter is no entry");
}

#[test]
fn starting_over_sets_the_time_back_and_undo_restores_it() {
    let mut solving = Solving::new(puzzle());
    solving.add_seconds(75.4);
    solving.selected = cells("r1c1");
    solving.write(1, Tool::Digit);
    solving.add_seconds(10.0);
    assert_eq!(solving.time_text(), "1:25");
    solving.start_over();
    assert_eq!((solving.time_text().as_str(), solving.has_marks()), ("0:00", false));
    solving.add_seconds(3.0);
    solving.undo();
    assert_eq!((solving.time_text().as_str(), solving.has_marks()), ("1:25", true));
    solving.redo();
    assert_eq!((solving.time_text().as_str(), solving.has_marks()), ("0:03", false));
    // Other steps leave the time alone.
    solving.undo();
    solving.undo();
    assert_eq!((solving.time_text().as_str(), solving.has_marks()), ("1:25", false));
    solving.add_seconds(3600.0);
    assert_eq!(solving.time_text(), "1:01:25");
}

#[test]
fn hints_lead_to_the_solution_and_checks_tell_the_truth() {
    let mut solving = Solving::new(puzzle());
    let solution = solutions(&puzzle(), 2).remove(0);
    solving.check(Some(&solution));
    assert_eq!(solving.said.as_deref(), Some("You have not entered anything yet"));
    solving.selected = cells("r1c1");
    solving.write(3, Tool::Digit);
    assert_eq!(solving.conflicts(), cells("r1c1 r1c3 r3c1"));
    solving.check(Some(&solution));
    assert_eq!((solving.wrong, solving.said.as_deref()), (cells("r1c1"), Some("1 cell is wrong")));
    solving.undo();
    assert!(solving.wrong.is_empty() && solving.said.is_none());
    while !solving.digits().is_full() {
        let hint = find_hint(&solving.board(), true, &StrategySet::SINGLES.into());
        assert!(hint.sentence.text().starts_with("Look for a "), "{}", hint.sentence);
        let (step, _) = hint.step.expect("singles solve it");
        solving.apply(&step);
    }
    assert_eq!(solving.digits(), solution);
    solving.check(Some(&solution));
    assert_eq!(solving.said.as_deref(), Some("Solved: every digit is correct"));
}

#[test]
fn every_puzzle_keeps_its_marks() {
    let other = Puzzle::empty("2x2".parse().expect("a shape"));
    let mut all = Solvings::default();
    all.show(Some(&puzzle()), None);
    let solving = all.of_mut(Some(&puzzle())).expect("shown");
    solving.selected = cells("r1c1");
    solving.write(1, Tool::Digit);
    all.show(Some(&other), None);
    assert!(all.of(Some(&puzzle())).is_none() && !all.of(Some(&other)).expect("shown").has_history());
    all.show(Some(&puzzle()), None);
    assert!(all.of(Some(&puzzle())).expect("shown").has_marks());
    // What a project kept comes back without history.
    let kept = all.present().expect("shown").kept();
    let mut again = Solvings::default();
    again.show(Some(&puzzle()), Some(&kept));
    let solving = again.present().expect("shown");
    assert!(solving.has_marks() && !solving.has_history() && solving.kept() == kept);
}
