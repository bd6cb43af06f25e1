//! What a project keeps beside its design: results of searches, marks of solving by hand.

use cluesmith::grid::{Cell, Digit, DigitSet, Puzzle, SHAPES, Shape};
use cluesmith::logic::{Scale, StrategyId, StrategySet};
use cluesmith::project::{
    Document, DrawnLine, Edit, Entries, FoundPuzzle, HandSolving, HandSolvings, History, ListEdit, MAX_LINES,
    MAX_RESULTS, MAX_SEARCHES, MAX_SOLVINGS, Marks, Project, Results, Search, file,
};
use proptest::prelude::*;
use std::sync::Arc;

const KEPT: &str = include_str!("files/v3/kept.cluesmith");
const LINES: &str = include_str!("files/v3/lines.cluesmith");

fn shape(name: &str) -> Shape {
    name.parse().expect("a shape")
}

fn puzzle(shape: Shape, text: &str) -> Puzzle {
    cluesmith::grid::parse_puzzles(shape, text).expect("a puzzle").remove(0)
}

fn found(id: u64) -> FoundPuzzle {
    FoundPuzzle {
        id,
        puzzle: puzzle(shape("2x2"), "1.....2..3.....4"),
        n_steps: 12,
        rating: None,
        figure: None,
        hardest: Some(StrategyId::NakedSingle),
        used: StrategySet::single(StrategyId::NakedSingle),
        is_pinned: false,
        search: None,
    }
}

fn results(ids: impl IntoIterator<Item = u64>) -> Results {
    Results { found: ids.into_iter().map(|id| Arc::new(found(id))).collect(), searches: Vec::new() }
}

fn digits(text: &str) -> DigitSet {
    text.chars().map(|c| Digit::from_char(c).expect("a digit")).collect()
}

/// Marks in the middle of the first cells.
fn marks(n: usize) -> HandSolving {
    let mut entries = Entries::none(shape("2x2"));
    entries.marks[..n].fill(Marks { centre: digits("1"), ..Marks::default() });
    HandSolving { entries, seconds: 0 }
}

fn line(a: usize, b: usize) -> DrawnLine {
    DrawnLine::new(Cell::from_index(a), Cell::from_index(b)).expect("two cells")
}

/// A puzzle of its own for each number.
fn numbered(number: usize) -> Puzzle {
    let values: Vec<u8> = (0..16).map(|i| (number >> (2 * i.min(10)) & 3) as u8 * u8::from(i <= 10)).collect();
    Puzzle::from_values(shape("2x2"), &values)
}

#[test]
fn undo_and_redo_leave_results_and_marks_alone() {
    let mut history = History::new(Project::new());
    let clues = numbered(1);
    history.edit(&Edit::SetTitle("One".to_owned())).expect("fits");
    history.keep_results(results([1]));
    history.edit(&Edit::List(ListEdit::Add)).expect("fits");
    history.keep_results(results([1, 2]));
    history.keep_solving(&clues, &marks(3));
    let n_edits = history.labels().count();
    let kept = |history: &History| {
        let document = history.document();
        (document.results().found.len(), document.solving_of(&clues).cloned())
    };
    let before = kept(&history);
    assert_eq!(before, (2, Some(marks(3))));
    for _ in 0..n_edits {
        assert!(history.undo());
        assert_eq!(kept(&history), before);
    }
    assert_eq!(history.document().puzzles().len(), 1);
    history.keep_solving(&clues, &marks(4));
    while history.redo() {}
    assert_eq!((history.document().puzzles().len(), kept(&history)), (2, (2, Some(marks(4)))));
    history.go_to(0);
    assert_eq!(kept(&history), (2, Some(marks(4))));
    // Nothing that edits do takes them away either.
    while history.edit(&Edit::List(ListEdit::Delete(0))).expect("fits") && kept(&history).0 == 2 {}
    assert_eq!(kept(&history), (2, Some(marks(4))));
    // What comes in while a slider is dragged makes no step of undo of a drag that ends where it began.
    let set = |text: &str| Edit::SetTitle(text.to_owned());
    let n_edits = history.labels().count();
    history.adjust(&set("a")).expect("fits");
    history.keep_results(results([1, 2, 3]));
    history.adjust(&set("")).expect("fits");
    assert_eq!((history.labels().count(), kept(&history).0), (n_edits, 3));
}

#[test]
fn results_and_marks_are_contents_of_the_file() {
    let document = |history: &History| history.document().clone();
    let mut history = History::new(Project::new());
    let plain = document(&history);
    let clues = numbered(1);
    history.keep_results(results([1]));
    let with_results = document(&history);
    assert!(!with_results.has_same_contents(&plain) && with_results.has_same_design(&plain));
    assert!(!plain.differs_by_found_clues(&with_results));
    // Pinned or not is a difference, and so is another search.
    history.keep_results(Results { found: vec![Arc::new(FoundPuzzle { is_pinned: true, ..found(1) })], ..results([]) });
    assert!(!document(&history).has_same_contents(&with_results));
    history.keep_results(results([1]));
    assert!(document(&history).has_same_contents(&with_results));
    history.keep_solving(&clues, &marks(1));
    let with_marks = document(&history);
    assert!(!with_marks.has_same_contents(&with_results));
    // In whatever order they come and go, the same marks are the same.
    history.keep_solving(&numbered(2), &marks(1));
    history.keep_solving(&clues, &marks(0));
    history.keep_solving(&clues, &marks(1));
    history.keep_solving(&numbered(2), &marks(0));
    assert!(document(&history).has_same_contents(&with_marks));
    history.keep_solving(&clues, &marks(0));
    assert!(document(&history).has_same_contents(&with_results));
    // So do lines, and the time together with them, but not alone.
    let mut with_line = marks(0);
    with_line.entries.lines.insert(line(0, 5));
    history.keep_solving(&clues, &with_line);
    let before = document(&history);
    assert!(!before.has_same_contents(&with_results));
    history.keep_solving(&clues, &HandSolving { seconds: 9, ..with_line });
    assert!(!document(&history).has_same_contents(&before));
    history.keep_solving(&clues, &HandSolving { seconds: 9, ..marks(0) });
    assert!(document(&history).has_same_contents(&with_results));
}

#[test]
fn of_too_many_puzzles_the_one_with_the_fewest_marks_goes() {
    let mut history = History::new(Project::new());
    for number in 0..MAX_SOLVINGS {
        history.keep_solving(&numbered(number + 1), &marks(if number == 7 { 1 } else { 2 }));
    }
    history.keep_solving(&numbered(8), &marks(1));
    assert_eq!(history.document().solvings().len(), MAX_SOLVINGS);
    assert!(history.document().solving_of(&numbered(8)).is_some());
    history.keep_solving(&numbered(MAX_SOLVINGS + 1), &marks(1));
    assert_eq!(history.document().solvings().len(), MAX_SOLVINGS);
    assert!(history.document().solving_of(&numbered(8)).is_none());
    assert!(history.document().solving_of(&numbered(MAX_SOLVINGS + 1)).is_some());
}

// --- Files ---------------------------------------------------------------------------------------------

#[test]
fn version_3_stays_readable() {
    let document = file::from_text(KEPT).expect("version 3");
    let Results { found, searches } = &**document.results();
    let numbers = searches.iter().map(|search| (search.number, search.n_found, search.n_wanted, &search.ending));
    let ending = Some("2 puzzles in 0.1 s".to_owned());
    assert_eq!(numbers.collect::<Vec<_>>(), [(1, 2, Some(2), &ending), (3, 1, Some(50), &None)]);
    assert_eq!(searches[0].details, "shape 2x2\nseed 1");
    let all: Vec<_> = found.iter().map(|found| (found.id, found.n_steps, found.is_pinned, found.search)).collect();
    assert_eq!(all, [(1, 12, false, Some(1)), (2, 12, true, Some(1)), (7, 70, false, None)]);
    assert_eq!(found[1].figure, Some((Scale::Own, 145)));
    assert_eq!(
        (found[2].rating, found[2].figure, found[2].hardest),
        (Some(32), Some((Scale::Hodoku, 4120)), Some(StrategyId::XWing))
    );
    assert!(found[2].used.contains(StrategyId::XWing) && found[0].used.contains(StrategyId::FullHouse));
    let solving = document.solving_of(&puzzle(shape("2x2"), "1.....2..3.....4")).expect("marks");
    let marks = &solving.entries.marks;
    assert!(solving.entries.lines.is_empty() && solving.seconds == 0, "what came later is missing");
    let cell = |index: usize| (marks[index].digit, marks[index].corner, marks[index].centre, marks[index].colours);
    let none = DigitSet::default();
    assert_eq!(cell(0), (None, none, none, digits("19")));
    assert_eq!(cell(1), (Some(Digit::new(2)), none, none, none));
    assert_eq!(cell(2), (None, digits("34"), none, none));
    assert_eq!(cell(15), (None, none, none, digits("5")));
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    // Older files have neither.
    for old in [include_str!("files/v1/heart.cluesmith"), include_str!("files/v2/two.cluesmith")] {
        let document = file::from_text(old).expect("readable");
        assert!(document.results().found.is_empty() && document.solvings().is_empty());
    }
}

#[test]
fn lines_and_time_of_version_3_stay_readable() {
    let document = file::from_text(LINES).expect("version 3");
    let solving = document.solving_of(&puzzle(shape("2x2"), "1.....2..3.....4")).expect("lines");
    assert_eq!(solving.entries.lines, [line(0, 5), line(3, 12)].into());
    assert_eq!((solving.seconds, solving.entries.marks[1].digit), (3725, Some(Digit::new(2))));
    assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
}

/// What programs that know version 3 would drop is in files of a version that they refuse.
#[test]
fn version_4_stays_readable() {
    let document = file::from_text(include_str!("files/v4/layout.cluesmith")).expect("version 4");
    let project = document.current();
    assert_eq!(project.shape().to_string(), "4 latin diagonal+ odd=r1c1");
    assert_eq!(project.rules.as_deref(), Some("One of each digit.\nThe diagonal too."));
    let draft = project.draft.as_ref().expect("unfinished regions").to_string();
    assert_eq!(draft, "4 regions=AAAB.ABBCCDBCDDD");
    assert_eq!((project.design.theme.constraints().len(), project.design.path.texts(project.shape()).len()), (1, 1));
    let text = file::to_text(&document);
    assert_eq!(file::from_text(&text), Ok(document));
    let of_version_3 =
        file::from_text(&text.replacen("version: 4", "version: 3", 1)).expect("written by today's version 3");
    assert!(of_version_3.current().draft.is_some(), "programs between the versions wrote drafts under the old number");
}

#[test]
fn damaged_lines_are_refused_with_a_place() {
    let check = |to: &str, why: &str| {
        let error = file::from_text(&LINES.replacen("r1c1-r2c2 r4c1-r1c4", to, 1)).expect_err("refused");
        assert_eq!(error.to_string(), format!("line 18, column 5: entry 1 of the marks: lines: {why}"));
    };
    for word in ["r1c1", "r1c1-", "r1c1-r1c5", "r0c1-r1c1", "r1c1-r1c1", "r1c1-r2c2-r3c3", "c1r1-r2c2", "r1c1-rAc2"] {
        check(word, &format!("\"{word}\" is no line between two cells"));
    }
    // As many as a puzzle can have are fine, one more is not; on 2x2 there are fewer.
    let all = |n: usize| {
        let names = (0..81).map(|i| format!("r{}c{}", i / 9 + 1, i % 9 + 1)).collect::<Vec<_>>();
        let pairs = (0..81).flat_map(|a| (0..a).map(move |b| (a, b))).take(n);
        pairs.map(|(a, b)| format!("{}-{}", names[a], names[b])).collect::<Vec<_>>().join(" ")
    };
    let nine = LINES
        .replace(
            "\"1...\",\n                \"..2.\",\n                \".3..\",\n                \"...4\",",
            &"\".........\",".repeat(9),
        )
        .replace(
            "\".2..\",\n                \"....\",\n                \"....\",\n                \"....\",",
            &"\".........\",".repeat(9),
        )
        .replacen(
            "            shape: \"2x2\",\n            clues",
            "            shape: \"3x3\",\n            clues",
            1,
        );
    let read = |n: usize| file::from_text(&nine.replacen("r1c1-r2c2 r4c1-r1c4", &all(n), 1)).map_err(|e| e.message);
    let document = read(MAX_LINES).expect("as many as there may be");
    assert_eq!(document.solvings().values().map(|solving| solving.entries.lines.len()).max(), Some(MAX_LINES));
    let why = "entry 1 of the marks: lines: a puzzle has up to 500 of them, here are 501";
    assert_eq!(read(MAX_LINES + 1).expect_err("refused"), why);
}

/// The file with one word replaced is refused with this sentence.
#[track_caller]
fn check_refused(from: &str, to: &str, expected: &str) {
    assert!(KEPT.contains(from), "{from}");
    let error = file::from_text(&KEPT.replacen(from, to, 1)).expect_err("refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn damaged_results_and_marks_are_refused_with_a_place() {
    check_refused("number: 3", "number: 1", "line 19, column 5: the numbers of the searches do not go upwards");
    let result = |entry: usize, why: &str| format!("line 35, column 5: entry {entry} of the results: {why}");
    check_refused("\"2 2x2 2", "\"1 2x2 2", &result(2, "its number 1 is not greater than the one before"));
    check_refused("\"2 2x2 2", "\"-2 2x2 2", &result(2, "\"-2\" is no number"));
    check_refused(
        "\"1 2x2 1.....2..3.....4 steps=12 hardest=naked-single used=naked-single,full-house search=1\"",
        "\"1\"",
        &result(1, "a result has a number, a shape and a puzzle"),
    );
    check_refused("steps=70", "steps=many", &result(3, "\"steps=many\" makes no sense"));
    check_refused("se=3.2", "se=32", &result(3, "\"se=32\" makes no sense"));
    check_refused("se=3.2", "se=99.2", &result(3, "\"se=99.2\" makes no sense"));
    check_refused("own=14.5", "owm=14.5", &result(2, "\"owm=14.5\" makes no sense"));
    check_refused("hardest=x-wing", "hardest=singles", &result(3, "\"hardest=singles\" makes no sense"));
    check_refused("search=1", "search=one", &result(1, "\"search=one\" makes no sense"));
    check_refused("own=14.5", "own=99999999999.5", &result(2, "\"own=99999999999.5\" makes no sense"));
    let solving = |why: &str| format!("line 40, column 5: entry 1 of the marks: {why}");
    check_refused("\"1...\",", "\"1..\",", &solving("row 1 of clues needs 4 characters for shape 2x2, here are 3"));
    check_refused("\".2..\",", "\"22..\",", &solving("digits: there is a clue at r1c1 already"));
    check_refused(
        "\".2..\",",
        "\".5..\",",
        &solving("digits: \"5\" is no digit of shape 2x2: use 1 to 4, and . or 0 for an empty cell"),
    );
    check_refused("\". . 34 .\"", "\". . 34\"", &solving("row 1 of corner needs 4 cells, here are 3"));
    check_refused("\". . 34 .\"", "\". . 35 .\"", &solving("row 1 of corner: \"35\" makes no sense"));
    check_refused("\". . 34 .\",", "", &solving("corner of shape 2x2 needs 4 rows, here are 3"));
    check_refused("\"19 . . .\"", "\"1A . . .\"", &solving("row 1 of colours: \"1A\" makes no sense"));
}

#[test]
fn there_are_not_too_many_of_them() {
    let document = Document::default();
    let search = |number| Search {
        number,
        title: String::new(),
        details: String::new(),
        n_found: 0,
        n_wanted: None,
        ending: None,
    };
    let solvings = |n: usize| -> HandSolvings { (1..=n).map(|number| (numbered(number), marks(1))).collect() };
    let check = |results: Results, solvings: HandSolvings, expected: Option<&str>| {
        let text = file::to_text(&document.clone().with_kept(results, solvings));
        let error = file::from_text(&text).err().map(|error| error.message);
        assert_eq!(error.as_deref(), expected);
    };
    let searches = |n: usize| Results { searches: (1..=n as u64).map(search).collect(), ..Results::default() };
    check(results(1..=MAX_RESULTS as u64), solvings(MAX_SOLVINGS), None);
    check(searches(MAX_SEARCHES), HandSolvings::new(), None);
    let why = "a project keeps up to 10000 results, here are 10001";
    check(results(1..=MAX_RESULTS as u64 + 1), HandSolvings::new(), Some(why));
    check(searches(MAX_SEARCHES + 1), HandSolvings::new(), Some("a project keeps up to 100 searches, here are 101"));
    let why = "a project keeps the marks of up to 1000 puzzles, here are 1001";
    check(Results::default(), solvings(MAX_SOLVINGS + 1), Some(why));
}

#[test]
fn the_largest_project_is_well_below_what_the_studio_opens() {
    let shape = shape("4x4");
    let full = |seed: usize| {
        Puzzle::from_values(shape, &(0..256).map(|i| ((i * 7 + seed) % 16) as u8 + 1).collect::<Vec<_>>())
    };
    let all = StrategySet::ALL;
    let found = |id: u64| FoundPuzzle {
        puzzle: full(id as usize),
        used: all,
        figure: Some((Scale::Own, 9_999_999)),
        ..found(id)
    };
    let results =
        Results { found: (0..MAX_RESULTS as u64).map(|id| Arc::new(found(id))).collect(), ..Results::default() };
    let set: DigitSet = (1..=16).map(Digit::new).collect();
    let marks = Marks { digit: None, corner: set, centre: set, colours: digits("123456789") };
    let mut solvings = HandSolvings::new();
    for number in 0..MAX_SOLVINGS {
        let values: Vec<u8> = (0..256).map(|i| if i < 3 { (number >> (4 * i) & 15) as u8 } else { 0 }).collect();
        let lines = (0..256).flat_map(|a| (0..a).map(move |b| line(255 - a, 255 - b))).take(MAX_LINES).collect();
        let entries = Entries { marks: vec![marks; 256], lines };
        solvings.insert(Puzzle::from_values(shape, &values), HandSolving { entries, seconds: u32::MAX });
    }
    let text = file::to_text(&Document::default().with_kept(results, solvings));
    assert!(text.len() < 48 << 20, "{} MiB", text.len() >> 20);
}

fn any_solving(shape: Shape) -> impl Strategy<Value = HandSolving> {
    let n = shape.n();
    let set =
        |n: usize, bits: u32| -> DigitSet { (0..n).filter(|i| bits >> i & 1 == 1).map(Digit::from_index).collect() };
    let cell =
        (0..=n, any::<u32>(), any::<u32>(), any::<u32>()).prop_map(move |(digit, corner, centre, colours)| Marks {
            digit: (digit > 0).then(|| Digit::from_index(digit - 1)),
            corner: set(n, corner & centre),
            centre: set(n, centre),
            colours: set(9, colours),
        });
    let n = shape.n_cells();
    let lines = prop::collection::btree_set((0..n, 1..n).prop_map(move |(a, step)| line(a, (a + step) % n)), 0..5);
    (prop::collection::vec(cell, n), lines, any::<u32>()).prop_map(|(mut marks, lines, seconds)| {
        // What was never touched is not kept.
        if lines.is_empty() && marks.iter().all(|marks| *marks == Marks::default()) {
            marks[0].colours = digits("1");
        }
        HandSolving { entries: Entries { marks, lines }, seconds }
    })
}

fn any_kept() -> impl Strategy<Value = (Results, HandSolvings)> {
    (0..SHAPES.len()).prop_flat_map(|index| {
        let shape = SHAPES[index];
        let values = prop::collection::vec(0..=shape.n() as u8, shape.n_cells());
        let found = (values.clone(), any::<(usize, Option<u8>, u32, bool, Option<u64>)>(), 0usize..40);
        let texts = ("\\PC{0,20}", "[^\u{0}]{0,40}", prop::option::of("\\PC{0,20}"));
        let search = (texts, any::<(usize, Option<usize>)>());
        (
            prop::collection::vec(found, 0..5),
            prop::collection::vec(search, 0..4),
            prop::collection::vec((values, any_solving(shape)), 0..3),
        )
            .prop_map(move |(all, searches, solvings)| {
                let found = all.into_iter().enumerate().map(
                    |(i, (values, (n_steps, rating, figure, is_pinned, search), used))| {
                        let used: StrategySet = StrategySet::ALL.iter().skip(used).take(used % 4).collect();
                        Arc::new(FoundPuzzle {
                            id: 1 + 3 * i as u64,
                            puzzle: Puzzle::from_values(shape, &values),
                            n_steps,
                            rating,
                            figure: (figure % 3 > 0).then_some((Scale::ALL[1 + figure as usize % 3], figure)),
                            hardest: used.iter().last(),
                            used,
                            is_pinned,
                            search,
                        })
                    },
                );
                let found = found.collect();
                let searches =
                    searches.into_iter().enumerate().map(|(i, ((title, details, ending), (n_found, n_wanted)))| {
                        Search { number: 2 + i as u64, title, details, n_found, n_wanted, ending }
                    });
                let searches = searches.collect();
                let solvings = solvings.into_iter().map(|(values, mut solving)| {
                    let puzzle = Puzzle::from_values(shape, &values);
                    for (cell, _) in puzzle.clues() {
                        solving.entries.marks[cell.index()].digit = None;
                    }
                    (puzzle, solving)
                });
                (Results { found, searches }, solvings.collect())
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back((results, solvings) in any_kept()) {
        let document = Document::default().with_kept(results, solvings);
        prop_assert_eq!(file::from_text(&file::to_text(&document)), Ok(document));
    }
}
