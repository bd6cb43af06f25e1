//! The document: edits, history, project files.

use cluesmith::grid::{Cell, CellSet, Digit, Pattern, Puzzle, Regions, SHAPES, Shape, Symmetry, Theme, Transform};
use cluesmith::logic::{Design, Goal, Mix, PRESETS, PathGoal, Ranking, STRATEGIES, Sentence, StrategyId, StrategySet};
use cluesmith::project::{
    Document, Edit, History, ListEdit, MAX_PUZZLES, MAX_STEPS, MAX_TEMPLATES, Project, SheetEdit, file,
};
use cluesmith::sheet::{LinkMark, Paper, Sheet, Solutions, Template, built_in};
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

fn goal(text: &str) -> Goal {
    text.parse().expect("a goal")
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
        Edit::RankStrategy(StrategyId::XWing, 1),
        Edit::SetOrder(PRESETS[1].order()),
        Edit::SetGoal(goal("se 2.6..3.8")),
        Edit::SetGoal(goal("hardest hidden-single")),
        Edit::SetMinimal(true),
        Edit::SetMix("2d+0.5t".parse().expect("a mix")),
        Edit::Replace {
            project: Box::new(Project { design: Design { seed: 9, ..Project::new().design }, ..Project::new() }),
            label: Sentence::term("example"),
        },
        Edit::NextPuzzle,
        Edit::SetDigit { cell: Shape::NINE.cell(0, 0), digit: Some(Digit::new(9)) },
        Edit::PaintDigit { cells: cells(&[(2, 2), (2, 3)]), images: cells(&[(8, 8)]), digit: Digit::new(3) },
        Edit::AddClues(puzzle.clone()),
        Edit::SetPuzzle(puzzle),
        Edit::FixDigits(true),
        Edit::SetTitle("Heart".to_owned()),
        Edit::SetAuthor("A. Setter".to_owned()),
        Edit::SetNotes("none".to_owned()),
        Edit::SetRules("Each digit once.".to_owned()),
        Edit::Transform(Transform::TurnRight),
        Edit::Transform(Transform::Shift { rows: 1, cols: 0 }),
        Edit::Transform(Transform::SwapRows(0, 2)),
        Edit::List(ListEdit::Add),
        Edit::List(ListEdit::AddAll(vec![Project::new(), Project::new().with_clues(Puzzle::empty(shape("2x2")))])),
        Edit::List(ListEdit::Duplicate(0)),
        Edit::List(ListEdit::Delete(0)),
        Edit::List(ListEdit::Move { from: 1, to: 0 }),
        lay(Sheet { per_page: 12, title: "Book".to_owned(), ..Sheet::default() }),
        Edit::Sheet(SheetEdit::SaveTemplate("Weekly".to_owned())),
    ]
}

fn lay(sheet: Sheet) -> Edit {
    Edit::Sheet(SheetEdit::Set { sheet: Box::new(sheet), what: "layout".to_owned() })
}

/// Two puzzles; the first is on the board and has two clues.
fn sample() -> History {
    let first = painted(&[(1, 1), (1, 2)]).project().clone();
    let second = Project { title: "Second".to_owned(), ..Project::new() };
    let mut history = History::new(Document::new(vec![first, second]));
    let mut puzzle = Puzzle::empty(Shape::NINE);
    puzzle.set(Shape::NINE.cell(0, 0), Some(Digit::new(1)));
    puzzle.set(Shape::NINE.cell(0, 1), Some(Digit::new(2)));
    assert!(history.attach_puzzle(Some(puzzle)));
    history
}

#[test]
fn every_edit_is_undone_and_redone() {
    for edit in one_of_each() {
        let mut history = sample();
        let before = history.document().clone();
        assert_eq!(history.edit(&edit), Ok(true), "{edit:?}");
        let after = history.document().clone();
        assert_eq!(history.undo_label(), Some(&edit.label()));
        assert!(history.undo());
        assert_eq!(history.document(), &before, "{edit:?}");
        assert_eq!(history.redo_label(), Some(&edit.label()));
        assert!(history.redo());
        assert_eq!(history.document(), &after, "{edit:?}");
    }
}

#[test]
fn added_clues_join_the_puzzle_and_are_kept_where_all_are() {
    let mut more = Puzzle::empty(Shape::NINE);
    more.set(Shape::NINE.cell(4, 4), Some(Digit::new(7)));
    for keeps_all in [false, true] {
        let mut history = sample();
        history.edit(&Edit::FixDigits(keeps_all)).expect("fits");
        assert_eq!(history.edit(&Edit::AddClues(more.clone())), Ok(true));
        let project = history.project();
        let puzzle = project.puzzle.as_ref().expect("still there");
        assert_eq!((puzzle.n_clues(), puzzle.get(Shape::NINE.cell(4, 4))), (3, Some(Digit::new(7))));
        assert_eq!(project.design.fixed.n_clues(), if keeps_all { 3 } else { 0 });
        assert_eq!(history.undo_label().map(Sentence::text), Some("add 1 clue"));
    }
    let mut empty = History::new(Project::new());
    assert_eq!(empty.edit(&Edit::AddClues(more.clone())), Ok(true));
    assert_eq!(empty.project().design.fixed, more);
    assert!(empty.edit(&Edit::AddClues(Puzzle::empty(shape("2x2")))).is_err());
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
        Edit::SetGoal(Goal::Any),
        Edit::SetMinimal(false),
        Edit::SetTitle(String::new()),
        lay(Sheet::default()),
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
    assert!(!history.attach_puzzle(Some(Puzzle::empty(Shape::NINE))));
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
    assert_eq!(history.project().design.pattern.n_clues(), 0);
    let error = history.edit(&Edit::SetSymmetry(Symmetry::QuarterTurn)).expect_err("2x3 lacks it");
    assert_eq!(error.to_string(), "quarter turn is not possible with 2x3 boxes: it would turn them into 3x2 boxes");
    history.edit(&Edit::Paint([Cell(3)].into_iter().collect())).expect("fits");
    history.edit(&Edit::SetShape(shape("3x2"))).expect("fits");
    assert!(history.project().design.pattern.contains(Cell(3)), "same size: the pattern stays");
    let error = history.edit(&Edit::Paint([Cell(36)].into_iter().collect())).expect_err("outside");
    assert_eq!(error.to_string(), "shape 3x2 has no such cell or digit");
}

#[test]
fn a_drag_is_one_step_of_undo() {
    let mut history = sample();
    let set = |text: &str| Edit::SetGoal(goal(text));
    let start = history.document().clone();
    for text in ["se 2.0..3.0", "se 2.1..3.0", "se 2.2..3.0"] {
        assert_eq!(history.adjust(&set(text)), Ok(true));
    }
    assert_eq!(history.undo_label().map(Sentence::text), Some("difficulty SE"));
    let n_entries = history.labels().count();
    // The next drag, and an edit in between, have entries of their own.
    history.close();
    assert_eq!(history.adjust(&set("se 2.3..3.0")), Ok(true));
    assert_eq!(history.edit(&Edit::SetTitle("Heart".to_owned())), Ok(true));
    assert_eq!(history.adjust(&set("se 2.4..3.0")), Ok(true));
    assert_eq!(history.labels().count(), n_entries + 3);
    // One that comes back to where it began leaves none.
    history.close();
    let before = history.document().clone();
    assert_eq!(history.adjust(&set("se 2.5..3.0")), Ok(true));
    assert_eq!(history.adjust(&set("se 2.4..3.0")), Ok(true));
    assert_eq!((history.document(), history.labels().count()), (&before, n_entries + 3));
    assert_eq!(history.adjust(&set("se 2.4..3.0")), Ok(false));
    for _ in 0..n_entries + 3 {
        history.undo();
    }
    assert_eq!((history.undo_label(), history.document()), (None, &start));
}

#[test]
fn a_goal_agrees_with_ticks_and_shape() {
    let mut history = sample();
    let puzzle = history.project().puzzle.clone();
    for (text, expected) in [("hardest x-wing", false), ("hardest naked-single", true), ("hodoku 500..600", true)] {
        assert_eq!(history.edit(&Edit::SetGoal(goal(text))).is_ok(), expected, "{text}");
    }
    // What was found before may be as difficult as that: whoever judges it takes it out if it is not.
    assert!(puzzle.is_some() && history.project().puzzle == puzzle);
    assert!(history.attach_puzzle(None) && history.project().puzzle.is_none());
    assert!(history.attach_puzzle(puzzle.clone()));
    history.edit(&Edit::SetGoal(Goal::Any)).expect("fits");
    assert_eq!(history.project().puzzle, puzzle);
    history.edit(&Edit::SetGoal(goal("hardest hidden-single"))).expect("ticked");
    history.edit(&Edit::SetStrategies(StrategySet::single(StrategyId::NakedSingle))).expect("fits");
    assert_eq!(history.project().design.goal, Goal::Any, "what is not ticked cannot be the hardest");
    history.edit(&Edit::SetGoal(goal("own 50..90"))).expect("every size");
    history.edit(&Edit::SetShape(shape("2x3"))).expect("fits");
    assert_eq!(history.project().design.goal, goal("own 50..90"));
    let error = history.edit(&Edit::SetGoal(goal("se 2.0..3.0"))).expect_err("9x9 only");
    assert!(error.to_string().starts_with("a hardest strategy has to be ticked, and only 9x9"), "{error}");
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
    let document = file::from_text(include_str!("files/v1/heart.cluesmith")).expect("version 1");
    assert_eq!(document.puzzles().len(), 1);
    let project = document.current();
    assert_eq!(project.title, "Heart");
    assert_eq!(project.notes, "for \"her\"");
    assert_eq!(project.design.pattern.n_clues(), 25);
    assert_eq!(project.symmetry, Symmetry::MirrorHorizontal);
    assert_eq!(project.design.strategies, StrategySet::PAPER);
    assert_eq!(project.design.fixed.n_clues(), 2);
    assert_eq!((project.design.seed, &project.puzzle), (3, &None));
    // Written again it is a file of the present version, and nothing is lost.
    let text = file::to_text(&document);
    assert!(text.starts_with("(\n    version: 4,\n"), "the version comes first");
    assert_eq!(file::from_text(&text), Ok(document));
}

#[test]
fn rules_in_words_are_composed_unless_the_setter_writes_others() {
    let document = Document::new(vec![Project::new()]);
    let apply = |document: &Document, edit: Edit| edit.apply(document).expect("it fits");
    let rules = |document: &Document| document.current().rules.clone();
    let own = apply(&document, Edit::SetRules("My words.".to_owned()));
    assert_eq!(rules(&own).as_deref(), Some("My words."));
    // They stay when the layout changes, and are not carried to another puzzle.
    let other = apply(&own, Edit::SetShape(shape("3x3 x")));
    assert_eq!(rules(&other).as_deref(), Some("My words."));
    assert_eq!(rules(&apply(&other, Edit::List(ListEdit::Add))), None);
    assert_eq!(file::from_text(&file::to_text(&other)).map(|document| rules(&document)), Ok(rules(&other)));
    // The composed words and no words are no words of the setter.
    for text in [shape("3x3 x").rules_text().as_str(), "", "  \n"] {
        assert_eq!(rules(&apply(&other, Edit::SetRules(text.to_owned()))), None, "{text:?}");
    }
}

#[test]
fn damaged_files_are_refused_with_a_place() {
    check_refused("", "line 1, column 1: this is no cluesmith project file: \"(\" is missing here");
    check_refused(
        &file_with("seed: 3", "seed: three"),
        "line 25, column 10: this is no cluesmith project file: a whole number is expected here",
    );
    check_refused(
        &file_with("version: 1", "version: 5"),
        "line 3, column 5: the file has version 5, this program reads up to version 4: please update cluesmith",
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
        "(version: 1, title: \"shape: \\\" 3\", /* shape */ shape: \"5x6\", pattern: [], strategies: [])",
        "line 1, column 48: unknown shape \"5x6\": use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4, 4x5, 5x4, 5x5 (box height x box width), or a size \
         and its regions, e.g. \"4 regions=AAABCABBCCDBCDDD\", then the rules of the layout, e.g. \"3x3 x anti-knight\"",
    );
    let text = include_str!("files/v1/heart.cluesmith");
    for length in (0..text.len()).step_by(17).filter(|&length| text.is_char_boundary(length)) {
        // A file cut off anywhere is refused, never half read.
        if let Ok(project) = file::from_text(&text[..length]) {
            panic!("{length}: {project:?}");
        }
    }
}

#[test]
fn a_damaged_puzzle_among_several_is_named_by_its_place() {
    let text = include_str!("files/v2/two.cluesmith");
    let document = file::from_text(text).expect("version 2");
    let titles: Vec<&str> = document.puzzles().iter().map(|puzzle| puzzle.title.as_str()).collect();
    assert_eq!(titles, ["pattern: one", "Two"]);
    assert_eq!(document.current_index(), 0);
    check_refused(
        &text.replacen("\".xx.\"", "\".xx\"", 1),
        "line 22, column 13: row 1 of pattern needs 4 characters for shape 2x2, here are 3",
    );
    check_refused(
        &text.replacen("Some(\"diagonal\")", "Some(\"diagnoal\")", 1),
        "line 21, column 13: unknown symmetry \"diagnoal\": use one of none, half-turn, quarter-turn, \
         mirror-horizontal, mirror-vertical, mirror-both, diagonal, anti-diagonal, both-diagonals, full",
    );
    check_refused("(version: 2, puzzles: [])", "line 1, column 14: a project has at least one puzzle");
}

#[test]
fn a_wrong_difficulty_is_refused_with_its_place() {
    let text = include_str!("files/v2/two.cluesmith");
    let with = |difficulty: &str| text.replacen("seed: 1", &format!("difficulty: Some(\"{difficulty}\"), seed: 1"), 1);
    let check = |difficulty: &str, expected: &str| {
        check_refused(&with(difficulty), &format!("line 16, column 13: {expected}"));
    };
    assert_eq!(file::from_text(&with("own 10..20.5")).expect("fits").current().design.goal, goal("own 10..20.5"));
    check("hardest y-wing", "\"y-wing\" is no strategy");
    check("hardest jellyfish", "the hardest strategy is not among the strategies");
    check("own 3..2", "the window is empty: it begins above its end");
    check("easy", "use \"hardest\" with a strategy, or se, sukaku, hodoku or own with a window, e.g. \"se 2.6..3.8\"");
    check("se 2.6..3.8", "only 9x9 puzzles have a figure of Sudoku Explainer, this one is 2x2");
}

#[test]
fn heuristics_belong_to_the_design() {
    let text = include_str!("files/v2/two.cluesmith");
    // Files from before there were any have none.
    assert_eq!(file::from_text(text).expect("fits").current().design.mix, Mix::default());
    let with = |mix: &str| text.replacen("seed: 1", &format!("heuristics: Some(\"{mix}\"), seed: 1"), 1);
    let document = file::from_text(&with("t+2d")).expect("fits");
    let mix = Mix { difficulty: 2 * Mix::ONE, freedom: Mix::ONE, ..Mix::default() };
    assert_eq!(document.current().design.mix, mix);
    assert_eq!(document.current().blank().design.mix, mix, "the next puzzle of the same kind");
    assert!(file::to_text(&document).contains("heuristics: Some(\"t+2d\")"));
    check_refused(
        &with("hard"),
        "line 16, column 13: \"hard\" is no heuristic: use each of t, d, random, sparse at most once with a weight \
         of 0.001 to 1000 before it, as in 2d+t",
    );
    // Another mix asks for another puzzle; the same one does not.
    let mut history = sample();
    assert_eq!(history.edit(&Edit::SetMix(Mix::default())), Ok(false));
    assert_eq!(history.edit(&Edit::SetMix(mix)), Ok(true));
    assert_eq!((history.project().design.mix, &history.project().puzzle), (mix, &None));
}

#[test]
fn whether_a_puzzle_is_minimal_belongs_to_the_design() {
    let text = include_str!("files/v2/two.cluesmith");
    // Older files do not ask for it, and files that do not ask for it do not mention it.
    let document = file::from_text(text).expect("fits");
    assert!(!document.current().design.minimal && !file::to_text(&document).contains("minimal"));
    let document = file::from_text(&text.replacen("seed: 1", "minimal: true, seed: 1", 1)).expect("fits");
    assert!(document.current().design.minimal && document.current().blank().design.minimal);
    assert!(file::to_text(&document).contains("minimal: true"));
    // Whether the puzzle on the board is minimal is for those who judge it.
    let mut history = sample();
    let puzzle = history.project().puzzle.clone();
    assert_eq!(history.edit(&Edit::SetMinimal(true)), Ok(true));
    assert!(puzzle.is_some() && history.project().puzzle == puzzle && history.project().design.minimal);
    history.edit(&Edit::SetShape(shape("2x3"))).expect("fits");
    assert!(history.project().design.minimal);
}

#[test]
fn the_sheet_belongs_to_the_project() {
    let mut history = sample();
    let plain = history.document().clone();
    let sheet = Sheet {
        paper: Paper::Custom { width: 170.0, height: 240.0 },
        title: "Book \"one\"".to_owned(),
        margin: 12.5,
        solutions: Solutions::Small,
        link: LinkMark::Qr,
        booklet: true,
        ..Sheet::default()
    };
    assert_eq!(history.edit(&lay(sheet.clone())), Ok(true));
    assert!(!history.document().has_same_contents(&plain) && !plain.differs_by_found_clues(history.document()));
    let save = |name: &str| Edit::Sheet(SheetEdit::SaveTemplate(name.to_owned()));
    assert_eq!(history.edit(&save(" Weekly ")), Ok(true));
    // Title, author and date are no part of a template; the same name once more replaces it.
    let style = Sheet { title: String::new(), ..sheet.clone() };
    let weekly = Template { name: "Weekly".to_owned(), sheet: style.clone() };
    assert_eq!(history.document().templates(), std::slice::from_ref(&weekly));
    assert_eq!(Sheet { title: "Other".to_owned(), ..Sheet::default() }.in_style_of(&style).title, "Other");
    assert_eq!(history.edit(&lay(Sheet { margin: 20.0, ..sheet.clone() })), Ok(true));
    assert_eq!(history.edit(&save("Weekly")), Ok(true));
    assert_eq!((history.document().templates().len(), history.document().templates()[0].sheet.margin), (1, 20.0));
    // Puzzles come and go, the sheet stays.
    assert_eq!(history.edit(&Edit::List(ListEdit::AddAll(vec![Project::new()]))), Ok(true));
    let text = file::to_text(history.document());
    let read = file::from_text(&text).expect("what is written reads back");
    assert!(read.has_same_contents(history.document()));
    assert_eq!((read.sheet().margin, read.templates().len()), (20.0, 1));
    let mut blank = History::new(Document::default().with_sheet(sheet.clone(), vec![weekly.clone()]));
    assert_eq!(blank.edit(&Edit::List(ListEdit::AddAll(vec![Project::clone(&plain.puzzles()[0])]))), Ok(true));
    assert_eq!((blank.document().sheet(), blank.document().templates()), (&sheet, &[weekly][..]));

    let refused = |history: &mut History, edit: Edit, expected: &str| {
        let before = history.clone();
        assert_eq!(history.edit(&edit).expect_err("refused").to_string(), expected);
        assert_eq!(*history, before);
    };
    let wide = Sheet { frame_width: 9.0, ..Sheet::default() };
    refused(&mut history, lay(wide), "lines have to be 0.02 to 5 mm wide");
    refused(&mut history, save(" "), "a template needs a name");
    refused(&mut history, save(&"x".repeat(61)), "the name of a template has up to 60 characters");
    let usual = built_in()[0].name.clone();
    let why = format!("\u{201c}{usual}\u{201d} is a template that is always there: choose another name");
    refused(&mut history, save(&usual), &why);
    let delete = |index: usize| Edit::Sheet(SheetEdit::DeleteTemplate(index));
    refused(&mut history, delete(1), "the document has no template 2");
    assert_eq!(history.edit(&delete(0)), Ok(true));
    for number in 0..MAX_TEMPLATES {
        assert_eq!(history.edit(&save(&format!("No. {number}"))), Ok(true));
    }
    refused(&mut history, save("one more"), &format!("a document keeps up to {MAX_TEMPLATES} templates"));

    // Files: the place of the sheet, and of a puzzle before it.
    let two = include_str!("files/v2/two.cluesmith").trim_end().trim_end_matches(')').to_owned();
    let with = |more: &str| format!("{two}    {more}\n)\n");
    assert!(file::from_text(&with("sheet: (margin: 7), templates: [(name: \"A\", sheet: ())],")).is_ok());
    check_refused(
        &with("sheet: (digit_height: 0.9),"),
        "line 39, column 5: digits have to be 0.2 to 0.8 of a cell high",
    );
    check_refused(
        &with("sheet: (), templates: [(name: \"A\", sheet: (margin: -1))],"),
        "line 39, column 16: template \u{201c}A\u{201d}: margin and gutter have to be 0 to 500 mm",
    );
    check_refused(
        &with("templates: [(name: \"A\", sheet: ()), (name: \"A\", sheet: ())],"),
        "line 39, column 5: two templates are called \u{201c}A\u{201d}",
    );
    check_refused(
        &with("sheet: (),").replacen("\".xx.\"", "\".xx\"", 1),
        "line 22, column 13: row 1 of pattern needs 4 characters for shape 2x2, here are 3",
    );
}

#[test]
fn puzzles_are_added_and_ordered() {
    let mut history = sample();
    let titles = |history: &History| -> String {
        let title = |(index, puzzle): (usize, &std::sync::Arc<Project>)| {
            let name = if puzzle.title.is_empty() { "-" } else { &puzzle.title };
            if index == history.document().current_index() { format!("[{name}]") } else { name.to_owned() }
        };
        history.document().puzzles().iter().enumerate().map(title).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(titles(&history), "[-] Second");
    history.edit(&Edit::SetTitle("First".to_owned())).expect("fits");
    for (edit, expected) in [
        (ListEdit::Add, "First [-] Second"),
        (ListEdit::Move { from: 1, to: 2 }, "First Second [-]"),
        (ListEdit::Duplicate(0), "First [First] Second -"),
        (ListEdit::Delete(0), "[First] Second -"),
        (ListEdit::AddAll(vec![Project::new(); 2]), "First [-] - Second -"),
        (ListEdit::Delete(4), "First [-] - Second"),
    ] {
        history.edit(&Edit::List(edit)).expect("fits");
        assert_eq!(titles(&history), expected);
    }
    // Looking at another puzzle is no edit, and undo shows what it changes.
    let n_edits = history.labels().count();
    assert!(history.select(3) && !history.select(4));
    assert_eq!((titles(&history).as_str(), history.labels().count()), ("First - - [Second]", n_edits));
    history.go_to(1);
    assert_eq!(titles(&history), "[First] Second");
    history.go_to(usize::MAX);
    assert_eq!(titles(&history), "First [-] - Second");
    for (edit, expected) in [
        (ListEdit::Delete(4), "the document has no puzzle 5"),
        (ListEdit::Move { from: 0, to: 9 }, "the document has no puzzle 10"),
        (
            ListEdit::AddAll(vec![Project::new(); MAX_PUZZLES]),
            "a document holds up to 1000 puzzles: 1003 would be too many",
        ),
    ] {
        let error = history.edit(&Edit::List(edit)).expect_err("refused");
        assert_eq!(error.to_string(), expected);
    }
    while history.document().puzzles().len() > 1 {
        history.edit(&Edit::List(ListEdit::Delete(0))).expect("fits");
    }
    history.edit(&Edit::List(ListEdit::Delete(0))).expect("fits");
    assert_eq!(history.document(), &Document::default());
}

#[test]
fn digits_go_along_where_the_board_is_moved() {
    let mut history = sample();
    let puzzle = |history: &History| history.project().puzzle.as_ref().map(ToString::to_string);
    let turned = Some(format!("........1........2{}", ".".repeat(63)));
    history.edit(&Edit::Transform(Transform::TurnRight)).expect("fits");
    assert_eq!(puzzle(&history), turned);
    // A shift that breaks boxes makes no puzzle of a puzzle.
    history.edit(&Edit::Transform(Transform::Shift { rows: 1, cols: 0 })).expect("fits");
    assert_eq!(puzzle(&history), None);
    history.undo();
    history.edit(&Edit::Transform(Transform::Shift { rows: 3, cols: 0 })).expect("fits");
    assert_eq!(puzzle(&history), Some(format!("{}........1........2{}", ".".repeat(27), ".".repeat(36))));
}

/// A few constraints that every shape can have.
fn theme(shape: Shape, seed: u64) -> Theme {
    let texts =
        ["odd=r1c1,r2c2; equal=r1c3,r3c1", "each digit at least 1; digit 2 1 to 3", "symmetry half-turn any", ""];
    let text = texts[(seed % 4) as usize];
    let both = "digits 14=r1c2; ascending=r4c4,r1c1,r2c3; symmetry half-turn complement; different=r1c1,r2c1";
    Theme::parse(shape, if seed.is_multiple_of(7) { both } else { text }).expect("a theme")
}

/// A few conditions on the path that every shape can have.
fn path(shape: Shape, seed: u64) -> PathGoal {
    let texts = ["x-wing@r1,r2:1?", "naked-single@r1c1=2 last", "naked-pair>=1"];
    PathGoal::parse(shape, texts.into_iter().take((seed % 4) as usize)).expect("conditions")
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
            let design = Design {
                pattern: puzzle.pattern(),
                fixed: puzzle.masked(&half),
                theme: theme(shape, seed),
                strategies: StrategySet::ALL.iter().filter(|&id| ticks[id as usize % ticks.len()]).collect(),
                required: StrategySet::EMPTY,
                ranking: Ranking::default().with(StrategyId::XWing, (seed % 50) as usize),
                mix: Mix { freedom: (seed % 4) as u32 * 500, difficulty: (seed % 3) as u32 * 1_250, ..Mix::default() },
                goal: match seed % 3 {
                    0 => Goal::Any,
                    1 => goal(&format!("own {}..{}", seed % 1000, seed % 1000 + symmetry as u64)),
                    _ if shape == Shape::NINE => goal("hodoku 300..412.5"),
                    _ => Goal::Any,
                },
                path: path(shape, seed),
                minimal: seed % 5 == 0,
                seed,
            };
            let mut draft = Regions::of(shape);
            draft.set(shape.cell(1, 2), None);
            Project {
                title,
                author: String::new(),
                notes,
                rules: (seed % 4 == 0).then(|| format!("Own \"words\"\n{seed}")),
                symmetry: if symmetry.check(shape).is_ok() { symmetry } else { Symmetry::None },
                draft: (seed % 3 == 0).then_some(draft),
                design,
                puzzle: has_puzzle.then_some(puzzle),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back(projects in prop::collection::vec(any_project(), 1..4)) {
        let document = Document::new(projects);
        prop_assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    }

    #[test]
    fn rubbish_is_refused(text in "\\PC{0,200}") {
        prop_assert!(file::from_text(&text).is_err());
    }
}

/// The path moves with the board, and conditions with places go when the number of rows changes.
#[test]
fn the_path_moves_with_the_board() {
    let mut history = History::new(Project::new());
    let path = PathGoal::parse(Shape::NINE, ["x-wing@r2,r7:5", "naked-pair@r1c1", "bottlenecks<=3"]).expect("a path");
    history.edit(&Edit::SetPath(path)).expect("fits");
    let texts = |history: &History| {
        let project = history.project();
        project.design.path.texts(project.shape()).join("; ")
    };
    history.edit(&Edit::Transform(Transform::TurnRight)).expect("fits");
    assert_eq!(texts(&history), "x-wing@c3,c8:5; naked-pair@r1c9; bottlenecks<=3");
    history.edit(&Edit::SetShape("2x3".parse().expect("a shape"))).expect("fits");
    assert_eq!(texts(&history), "bottlenecks<=3");
}
