//! What is written is read back the same, or the writer says what is lost: every format and shape, with clues,
//! digits placed and candidates ruled out.

use cluesmith::formats::{Format, Info, Loss, PuzzleEntry, Shapes, check as losses, read_puzzles, write};
use cluesmith::grid::{Candidate, Digit, Puzzle, SHAPES, Shape, parse_puzzles};
use cluesmith::logic::{Board, solutions};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Small random numbers that depend on the seed alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// True so many times of a hundred.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

const TEXTS: [&str; 16] = [
    "Title",
    "Wow!",
    "a|b",
    "Nice, Puzzle 3",
    "x; y # z",
    "<b>&amp;\"",
    "  padded ",
    "two\nlines",
    "\n",
    "caf\u{e9} \u{2713}",
    "[Puzzle]",
    "#A",
    "1,123456789123456789123456789123456789123456789123456789123456789123456789123456789",
    "\u{1}bell",
    "Normal sudoku rules apply.",
    "https://sudokupad.app/abc?x=1&y=2",
];

/// An entry of this shape; with `state`, one on the way to its solution, or off it.
fn entry(shape: Shape, state: bool, dice: &mut Dice) -> PuzzleEntry {
    let solution = &solutions(&Puzzle::empty(shape), 1)[0];
    let n = shape.n();
    let shift = dice.below(n);
    let right = |cell| {
        let digit: Digit = solution.get(cell).expect("a digit");
        Digit::from_index((digit.index() + shift) % n)
    };
    let mut puzzle = Puzzle::empty(shape);
    let percent = [0, 10, 30, 60, 95, 100][dice.below(6)];
    let wrong = if dice.percent(10) { 20 } else { 0 };
    for cell in shape.cells() {
        if dice.percent(percent) {
            let digit = if dice.percent(wrong) { Digit::from_index(dice.below(n)) } else { right(cell) };
            puzzle.set(cell, Some(digit));
        }
    }
    let mut board = Board::new(&puzzle);
    if state {
        let (placed, ruled_out) = ([0, 5, 40, 90][dice.below(4)], [0, 1, 10, 70][dice.below(4)]);
        for cell in shape.cells() {
            if board.value(cell).is_none() && dice.percent(placed) {
                let digit = if dice.percent(wrong) { Digit::from_index(dice.below(n)) } else { right(cell) };
                board.place(Candidate::new(cell, digit));
            }
        }
        for cell in shape.cells().filter(|&cell| board.value(cell).is_none()).collect::<Vec<_>>() {
            let keeps_right = dice.percent(90);
            for digit in board.marks(cell).iter() {
                if dice.percent(ruled_out) && !(keeps_right && digit == right(cell)) {
                    board.eliminate(Candidate::new(cell, digit));
                }
            }
        }
    }
    let mut text = || if dice.percent(40) { TEXTS[dice.below(TEXTS.len())].to_owned() } else { String::new() };
    let info = Info {
        title: text(),
        author: text(),
        comment: text(),
        rules: text(),
        source: text(),
        level: text(),
        date: text(),
        url: text(),
    };
    let board = (board != Board::new(&puzzle)).then_some(board);
    PuzzleEntry { board, info, ..PuzzleEntry::new(puzzle) }
}

/// What differs between an entry and what was read back.
fn differences(entry: &PuzzleEntry, back: &PuzzleEntry) -> BTreeSet<Loss> {
    let mut found = BTreeSet::new();
    let mut note = |loss, is_same: bool| {
        if !is_same {
            found.insert(loss);
        }
    };
    note(Loss::Boxes, entry.shape() == back.shape());
    assert_eq!(entry.puzzle.to_string(), back.puzzle.to_string(), "the clues of {entry:?}");
    let (a, b) = (entry.state(), back.state());
    note(Loss::Placed, a.values().to_string() == b.values().to_string());
    if a.values() == b.values() && a.shape() == b.shape() {
        note(Loss::Candidates, a == b);
    }
    let (a, b) = (&entry.info, &back.info);
    note(Loss::Title, a.title == b.title);
    note(Loss::Author, a.author == b.author);
    note(Loss::Comment, a.comment == b.comment);
    note(Loss::Rules, a.rules == b.rules);
    note(Loss::Source, a.source == b.source);
    note(Loss::Level, a.level == b.level);
    note(Loss::Date, a.date == b.date);
    note(Loss::Url, a.url == b.url);
    found
}

/// Writes and reads back; what differs is what the writer says.
#[track_caller]
fn check(format: Format, entries: &[PuzzleEntry]) {
    let Ok(told) = losses(format, entries.iter().cloned()) else {
        let fits = entries.len() == 1 && entries[0].shape() == Shape::NINE;
        assert!(!fits, "{} refuses {}", format.name(), entries[0].puzzle);
        assert!(write(format, entries).is_err());
        return;
    };
    let text = write(format, entries).expect("a text");
    let told: BTreeSet<Loss> = told.kinds().collect();
    if matches!(format, Format::Markdown | Format::Html | Format::Latex | Format::Tikz) {
        // Nobody reads these, but what is not there is said.
        let clues_only = entries.iter().all(|entry| entry.board.is_none());
        assert_eq!(told.contains(&Loss::Placed) || told.contains(&Loss::Candidates), !clues_only);
        return;
    }
    let back = read_puzzles(&text, Shapes::Prefer(Shape::NINE));
    let back = back.unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name()));
    assert_eq!(back.len(), entries.len(), "{}\n{text}", format.name());
    let mut found = BTreeSet::new();
    for (entry, back) in entries.iter().zip(&back) {
        let differences = differences(entry, back);
        assert!(differences.is_subset(&told), "{}: {differences:?} not told\n{entry:?}\n{text}", format.name());
        found.extend(differences);
    }
    // Candidates that go because digits or boxes do are not compared above.
    if told.contains(&Loss::Placed) || told.contains(&Loss::Boxes) {
        found.extend(told.get(&Loss::Candidates));
    }
    assert_eq!(found, told, "{}: told though nothing is lost\n{entries:?}\n{text}", format.name());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn one_puzzle_is_read_back(seed in 1u64.., state in any::<bool>()) {
        let mut dice = Dice(seed);
        for shape in SHAPES {
            let entry = entry(shape, state, &mut dice);
            for format in Format::ALL {
                check(format, std::slice::from_ref(&entry));
            }
        }
    }

    #[test]
    fn several_puzzles_are_read_back(seed in 1u64.., n in 2usize..40, one_shape in any::<bool>()) {
        let mut dice = Dice(seed);
        let shape = SHAPES[dice.below(SHAPES.len())];
        let mut shape = || if one_shape { shape } else { SHAPES[dice.below(SHAPES.len())] };
        let shapes: Vec<Shape> = (0..n).map(|_| shape()).collect();
        let entries: Vec<PuzzleEntry> =
            shapes.into_iter().map(|shape| { let state = dice.percent(50); entry(shape, state, &mut dice) }).collect();
        for format in Format::ALL {
            check(format, &entries);
        }
    }
}

fn puzzle(text: &str) -> PuzzleEntry {
    PuzzleEntry::new(parse_puzzles(Shape::NINE, text).expect("a puzzle").remove(0))
}

/// In r8c4 of this puzzle stands its only candidate, which no other cell of a house has.
const HIDDEN_AND_NAKED: &str = "7.2.....56.473...9.1.2...7....9..4.....314.....5..2....5...9.6.1...678.48.....5.7";

#[test]
fn a_single_candidate_does_not_become_a_clue() {
    let entry = puzzle(HIDDEN_AND_NAKED);
    let text = write(Format::PencilMarks, std::slice::from_ref(&entry)).expect("a text");
    let back = read_puzzles(&text, Shapes::Only(Shape::NINE)).expect("readable");
    assert_eq!(back[0].puzzle.to_string(), HIDDEN_AND_NAKED, "{text}");
    // Simple Sudoku's way of telling them apart: the clues in a grid before the candidates.
    assert!(text.starts_with("*-----------*\n|7.2|...|..5|\n"), "{text}");
    assert_eq!(text.matches("*-----------*").count(), 2, "{text}");
    // Where nothing is ambiguous, the candidates are enough.
    let plain = puzzle(".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........");
    assert!(write(Format::PencilMarks, &[plain]).expect("a text").starts_with('.'));
}

/// A solved digit is neither a clue nor a candidate.
#[test]
fn placed_digits_stand_in_a_grid_of_their_own() {
    let mut board = Board::new(&puzzle(HIDDEN_AND_NAKED).puzzle);
    let cell = Shape::NINE.cell(7, 3);
    let digit = board.marks(cell).only().expect("one candidate");
    board.place(Candidate::new(cell, digit));
    let entry = PuzzleEntry { board: Some(board), ..puzzle(HIDDEN_AND_NAKED) };
    let text = write(Format::PencilMarks, std::slice::from_ref(&entry)).expect("a text");
    assert_eq!(text.matches("*-----------*").count(), 4, "{text}");
    let back = read_puzzles(&text, Shapes::Only(Shape::NINE)).expect("readable");
    assert_eq!((&back[0].puzzle, &back[0].board), (&entry.puzzle, &entry.board), "{text}");
}

/// A puzzle and its solution are two puzzles, not one with candidates.
#[test]
fn grids_of_one_kind_stay_apart() {
    let solution = "|12|34|\n|34|12|\n|21|43|\n|43|21|\n";
    let text = format!("|1.|..|\n|..|1.|\n|..|..|\n|..|2.|\n\n{solution}");
    assert_eq!(read_puzzles(&text, Shapes::Prefer(Shape::NINE)).expect("readable").len(), 2);
}

#[test]
fn losses_are_one_sentence() {
    let titled = PuzzleEntry { info: Info { title: "A".to_owned(), ..Info::default() }, ..puzzle(HIDDEN_AND_NAKED) };
    let told = losses(Format::Sdm, [titled.clone()].into_iter()).expect("it fits");
    assert_eq!(told.to_string(), "the format sdm does not keep title");
    let told = losses(Format::Lines, [titled, puzzle(HIDDEN_AND_NAKED)].into_iter()).expect("it fits");
    assert_eq!(told.to_string(), "the format lines does not keep title of 1 of 2 puzzles");
    let small = PuzzleEntry::new(Puzzle::empty("3x2".parse().expect("a shape")));
    let told = losses(Format::Lines, [small].into_iter()).expect("it fits");
    assert_eq!(told.to_string(), "the format lines does not keep box shape (read it with --shape)");
}
