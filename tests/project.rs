//! The document: edits, history, project files.

use cluesmith::grid::{Cell, CellSet, Digit, Pattern, Puzzle, SHAPES, Shape, Symmetry};
use cluesmith::logic::{STRATEGIES, StrategyId, StrategySet};
use cluesmith::project::{Edit, History, MAX_STEPS, Project, file};
use proptest::prelude::*;

fn cells(names: &[(usize, usize)]) -> CellSet {
    names.iter().map(|&(row, col)| Shape::NINE.cell(row - 1, col - 1)).collect()
}

fn painted(names: &[(usize, usize)]) -> History {
    let mut history = History::new(Project::new());
    history.edit(&Edit::Paint(cells(names))).expect("cells of the grid");
    history
}

fn shape(name: &str) -> Shape {
    name.parse().expect("a shape")
}

/// One edit of each kind that changes the sample document.
fn one_of_each() -> Vec<Edit> {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    puzzle.set(Shape::NINE.cell(2, 2), Some(Digit::new(4)));
    vec![
        Edit::Paint(cells(&[(5, 5)])),
        Edit::Erase(cells(&[(1, 2)])),
        Edit::SetPattern { pattern: Pattern::new(shape("2x2"), [Cell(3)]), name: "dot".to_owned() },
        Edit::Clear,
        Edit::Invert,
        Edit::MakeSymmetric,
        Edit::SetShape(shape("2x3")),
        Edit::SetSymmetry(Symmetry::Diagonal),
        Edit::SetStrategies(StrategySet::SINGLES),
        Edit::NextPuzzle,
        Edit::SetDigit { cell: Shape::NINE.cell(0, 0), digit: Some(Digit::new(9)) },
        Edit::SetPuzzle(puzzle),
        Edit::FixDigits(true),
        Edit::SetTitle("Heart".to_owned()),
        Edit::SetAuthor("A. Setter".to_owned()),
        Edit::SetNotes("none".to_owned()),
    ]
}

fn sample() -> History {
    let mut history = painted(&[(1, 1), (1, 2)]);
    let mut puzzle = Puzzle::empty(Shape::NINE);
    puzzle.set(Shape::NINE.cell(0, 0), Some(Digit::new(1)));
    puzzle.set(Shape::NINE.cell(0, 1), Some(Digit::new(2)));
    assert!(history.attach_puzzle(puzzle));
    history
}

#[test]
fn every_edit_is_undone_and_redone() {
    for edit in one_of_each() {
        let mut history = sample();
        let before = history.project().clone();
        assert_eq!(history.edit(&edit), Ok(true), "{edit:?}");
        let after = history.project().clone();
        assert_eq!(history.undo_label(), Some(edit.label().as_str()));
        assert!(history.undo());
        assert_eq!(history.project(), &before, "{edit:?}");
        assert_eq!(history.redo_label(), Some(edit.label().as_str()));
        assert!(history.redo());
        assert_eq!(history.project(), &after, "{edit:?}");
    }
}

#[test]
fn an_edit_without_effect_leaves_no_entry() {
    let mut history = sample();
    let before = history.clone();
    for edit in [
        Edit::Paint(cells(&[(1, 1)])),
        Edit::Erase(cells(&[(5, 5)])),
        Edit::SetShape(Shape::NINE),
        Edit::SetStrategies(StrategySet::PAPER),
        Edit::SetSymmetry(Symmetry::HalfTurn),
        Edit::SetTitle(String::new()),
    ] {
        assert_eq!(history.edit(&edit), Ok(false), "{edit:?}");
        assert_eq!(history, before);
    }
}

#[test]
fn history_keeps_a_hundred_steps() {
    let mut history = History::new(Project::new());
    for i in 0..MAX_STEPS + 20 {
        history.edit(&Edit::SetTitle(i.to_string())).expect("fits");
    }
    assert_eq!(history.labels().count(), MAX_STEPS);
    while history.undo() {}
    assert_eq!(history.project().title, "19");
}

#[test]
fn found_clues_come_and_go_with_their_design() {
    let mut history = sample();
    assert!(history.project().puzzle.is_some());
    history.edit(&Edit::Paint(cells(&[(9, 9)]))).expect("fits");
    assert_eq!(history.project().puzzle, None);
    history.undo();
    assert!(history.project().puzzle.is_some());
    // Clues of another pattern are refused.
    assert!(!history.attach_puzzle(Puzzle::empty(Shape::NINE)));
    // Strategies do not change the pattern, but the clues were found for the old ones.
    history.edit(&Edit::SetStrategies(StrategySet::single(StrategyId::NakedSingle))).expect("fits");
    assert_eq!(history.project().puzzle, None);
}

#[test]
fn shape_and_symmetry_stay_in_agreement() {
    let mut history = painted(&[(1, 1)]);
    history.edit(&Edit::SetSymmetry(Symmetry::QuarterTurn)).expect("3x3 has it");
    history.edit(&Edit::SetShape(shape("2x3"))).expect("fits");
    assert_eq!(history.project().symmetry, Symmetry::HalfTurn);
    assert_eq!(history.project().pattern.n_clues(), 0);
    let error = history.edit(&Edit::SetSymmetry(Symmetry::QuarterTurn)).expect_err("2x3 lacks it");
    assert_eq!(error.to_string(), "quarter turn is not possible with 2x3 boxes: it would turn them into 3x2 boxes");
    history.edit(&Edit::Paint([Cell(3)].into_iter().collect())).expect("fits");
    history.edit(&Edit::SetShape(shape("3x2"))).expect("fits");
    assert!(history.project().pattern.contains(Cell(3)), "same size: the pattern stays");
    let error = history.edit(&Edit::Paint([Cell(36)].into_iter().collect())).expect_err("outside");
    assert_eq!(error.to_string(), "shape 3x2 has no such cell or digit");
}

// --- Files ---------------------------------------------------------------------------------------------

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    assert_eq!(file::from_text(text).expect_err("refused").to_string(), expected);
}

/// A file with one line replaced.
fn file_with(from: &str, to: &str) -> String {
    let text = include_str!("files/v1/heart.cluesmith");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn version_1_stays_readable() {
    let project = file::from_text(include_str!("files/v1/heart.cluesmith")).expect("version 1");
    assert_eq!(project.title, "Heart");
    assert_eq!(project.notes, "for \"her\"");
    assert_eq!(project.pattern.n_clues(), 25);
    assert_eq!(project.symmetry, Symmetry::MirrorHorizontal);
    assert_eq!(project.strategies, StrategySet::PAPER);
    assert_eq!(project.fixed.n_clues(), 2);
    assert_eq!((project.seed, &project.puzzle), (3, &None));
    assert!(file::to_text(&project).starts_with("(\n    version: 1,\n"), "the version comes first");
}

#[test]
fn damaged_files_are_refused_with_a_place() {
    check_refused("", "line 1, column 1: this is no cluesmith project file: expected opening `(` for struct `Project`");
    check_refused(
        &file_with("seed: 3", "seed: three"),
        "line 25, column 10: this is no cluesmith project file: expected integer",
    );
    check_refused(
        &file_with("version: 1", "version: 2"),
        "line 3, column 5: the file has version 2, this program reads up to version 1: please update cluesmith",
    );
    check_refused(
        &file_with("shape: \"3x3\"", "shape: \"2x4\""),
        "line 9, column 5: pattern of shape 2x4 needs 8 rows, here are 9",
    );
    check_refused(
        &file_with("\".xx...xx.\"", "\".xx...xx\""),
        "line 9, column 5: row 1 of pattern needs 9 characters for shape 3x3, here are 8",
    );
    check_refused(
        &file_with("naked-single", "naked-singel"),
        &format!(
            "line 20, column 5: unknown strategy \"naked-singel\": use {} or a group (singles, paper, basic, all)",
            STRATEGIES.map(cluesmith::logic::Strategy::name).join(", ")
        ),
    );
    check_refused(
        &file_with("\".1.......\"", "\"1........\""),
        "line 26, column 5: a fixed digit stands outside the pattern",
    );
    check_refused(
        &file_with("\".1.......\"", "\".h.......\""),
        "line 26, column 5: \"h\" is no digit of shape 3x3: use 1 to 9, and . or 0 for an empty cell",
    );
    check_refused(
        "(version: 1, title: \"shape: \\\" 3\", /* shape */ shape: \"5x5\", pattern: [], strategies: [])",
        "line 1, column 48: unknown shape \"5x5\": use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4 (box height x box width)",
    );
    let text = include_str!("files/v1/heart.cluesmith");
    for length in (0..text.len()).step_by(17).filter(|&length| text.is_char_boundary(length)) {
        // A file cut off anywhere is refused, never half read.
        if let Ok(project) = file::from_text(&text[..length]) {
            panic!("{length}: {project:?}");
        }
    }
}

fn any_project() -> impl Strategy<Value = Project> {
    let parts = (0..SHAPES.len(), prop::collection::vec(0u8..=16, 256), "\\PC{0,20}", "[^\u{0}]{0,40}", 0..10usize);
    (parts, any::<u64>(), any::<bool>(), prop::collection::vec(any::<bool>(), 12)).prop_map(
        |((shape, values, title, notes, symmetry), seed, has_puzzle, ticks)| {
            let shape = SHAPES[shape];
            let values: Vec<u8> = values[..shape.n_cells()].iter().map(|v| v % (shape.n() as u8 + 1)).collect();
            let puzzle = Puzzle::from_values(shape, &values);
            let symmetry = Symmetry::ALL[symmetry];
            let half = Pattern::new(shape, puzzle.pattern().cells.iter().step_by(2));
            Project {
                title,
                author: String::new(),
                notes,
                symmetry: if symmetry.check(shape).is_ok() { symmetry } else { Symmetry::None },
                pattern: puzzle.pattern(),
                fixed: puzzle.masked(&half),
                strategies: StrategySet::ALL.iter().filter(|&id| ticks[id as usize % ticks.len()]).collect(),
                required: StrategySet::EMPTY,
                seed,
                puzzle: has_puzzle.then_some(puzzle),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back(project in any_project()) {
        prop_assert_eq!(file::from_text(&file::to_text(&project)), Ok(project));
    }

    #[test]
    fn rubbish_is_refused(text in "\\PC{0,200}") {
        prop_assert!(file::from_text(&text).is_err());
    }
}
